"""In which language a text is written, told from its scripts alone.

Several scripts in one text are weighed by words, since a Chinese character says more than a Latin letter; words that
carry the grammar count twice, so that a foreign name does not turn a sentence: "我在 Google 工作" is Chinese,
"I visited 北京大学 yesterday" is English.
"""

from __future__ import annotations

import re

HAN = "\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as the inside of a character class."""

KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Hiragana and Katakana, as the inside of a character class."""

HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
"""Korean letters and syllables, as the inside of a character class."""

_CHINESE = re.compile(f"[{HAN}]")
_CHINESE_GRAMMAR = re.compile(
    "[的了在是我你他她它们不有和也都就这那吗呢吧啊请把被给跟从对用很还没说想要会能去来多少什怎哪谁几]"
)
_JAPANESE = re.compile(f"[{KANA}]")
_ENGLISH = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:i|you|he|she|it|we|they|me|my|your|his|her|our|their|the|an?|this|that|is|am|are|was|were|be|do|does|did"
    r"|have|has|had|to|of|in|at|on|for|with|from|and|but|or|not|what|where|when|who|how|why)\b",
    re.IGNORECASE,
)
_WORDS = {
    "ko": re.compile(f"[{HANGUL}]+"),
    "ar": re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]+"),
    "he": re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]+"),
    "ru": re.compile("[\u0400-\u052f]+"),
}
# addresses and code are written in Latin letters whatever language is spoken around them
_NOT_LANGUAGE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\b(?:https?://|www\.)\S+|\S+@\S+\.\w+", re.DOTALL)


def _count(pattern: re.Pattern[str], text: str) -> int:
    return len(pattern.findall(text))


def detect_language(text: str) -> str:
    """Return the language of a text: `zh`, `ja`, `ko`, `ar`, `he`, `ru`, or `en` for all else.

    Languages that share a script are not told apart: German is `en`, Ukrainian is `ru`, Persian is `ar`.
    """
    if text.isascii():
        return "en"
    text = _NOT_LANGUAGE.sub(" ", text)
    han, kana = _count(_CHINESE, text), _count(_JAPANESE, text)
    scores = {
        "zh": han / 2 + _count(_CHINESE_GRAMMAR, text),
        "en": float(_count(_ENGLISH, text) + _count(_ENGLISH_GRAMMAR, text)),
    }
    if kana and kana * 10 >= han:  # a stray の on a Chinese sign is not Japanese
        scores["ja"] = han / 2 + kana
        scores["zh"] = 0.0
    scores |= {language: 2.0 * _count(pattern, text) for language, pattern in _WORDS.items()}
    language, score = max(scores.items(), key=lambda item: item[1])
    return language if score else "en"
