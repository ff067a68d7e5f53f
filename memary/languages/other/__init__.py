"""What is read of further languages."""

from memary.languages.base import Language

OTHERS = (
    Language(code="ja", script="kana"),
    Language(code="ko", script="hangul"),
    Language(code="ar", script="arabic"),
    Language(code="he", script="hebrew"),
    Language(code="ru", script="cyrillic"),
)
