"""Plain text work that needs no model: languages, words for full text, names, token counts. English and Chinese."""

from memary.text.language import detect_language
from memary.text.names import entity_key
from memary.text.record_text import embedding_text, search_terms
from memary.text.terms import terms
from memary.text.tokens import count_tokens

__all__ = ["count_tokens", "detect_language", "embedding_text", "entity_key", "search_terms", "terms"]
