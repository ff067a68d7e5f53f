"""Read plain text without a model: languages, words for full text, names, token counts.

English and Chinese are read.
"""

from memary.languages.detection import detect_language
from memary.languages.keys import entity_key
from memary.languages.terms import terms
from memary.languages.tokens import count_tokens
from memary.text.record_text import describing, embedding_text, entity_keys, search_keys, search_terms

__all__ = [
    "count_tokens",
    "describing",
    "detect_language",
    "embedding_text",
    "entity_key",
    "entity_keys",
    "search_keys",
    "search_terms",
    "terms",
]
