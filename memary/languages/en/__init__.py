"""English."""

from memary.languages.base import Language
from memary.languages.en.prompts import TEXTS
from memary.languages.en.questions import QUESTIONS
from memary.languages.en.replies import REPLIES

ENGLISH = Language(
    code="en",
    script="latin",
    grammar=(
        r"\b(?:i|you|he|she|it|we|they|me|my|your|his|her|our|their|the|an?|this|that|is|am|are|was|were|be|do|does|did"
        r"|have|has|had|to|of|in|at|on|for|with|from|and|but|or|not|what|where|when|who|how|why)\b"
    ),
    texts=TEXTS,
    questions=QUESTIONS,
    replies=REPLIES,
)
