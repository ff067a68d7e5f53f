"""In which language a text is written, told from its scripts alone.

Several scripts in one text are weighed by words, since a Chinese character says more than a Latin letter; words that
carry the grammar count twice, so that a foreign name does not turn a sentence: "我在 Google 工作" is Chinese,
"I visited 北京大学 yesterday" is English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages.scripts import HAN, HANGUL, KANA

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
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\b(?:https?://|www\.)\S+", re.DOTALL)
_RUN = re.compile(r"\S+")
_DOMAIN_END = re.compile(r"\.\w+")


def _count(pattern: re.Pattern[str], text: str) -> int:
    return len(pattern.findall(text))


def _mail_addresses(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where the runs with a mail address begin, where the last @ of each stands, and where the address ends.

    One expression for it would look through the rest of a run at each of its characters; Chinese is one long run.
    """
    if "@" not in text:
        return
    for run in _RUN.finditer(text):
        if "@" in run.group():
            ends = [match.span() for match in _DOMAIN_END.finditer(text, *run.span())]
            dot, end = ends[-1] if ends else (0, 0)
            at = text.rfind("@", run.start() + 1, max(dot - 1, 0))
            if at > 0:
                yield run.start(), at, end


def _no_language(text: str) -> Iterator[tuple[int, int]]:
    """Yield where code and addresses begin and end, in their order; what begins first takes what lies within it."""
    done, code = 0, _CODE.search(text)
    for run, at, end in _mail_addresses(text):
        while code and code.start() <= max(run, done):
            if code.start() >= done:
                yield code.span()
                done = code.end()
            code = _CODE.search(text, done)
        if max(run, done) < at:
            yield max(run, done), end
            done = end
    yield from (match.span() for match in _CODE.finditer(text, done))


def _without_code(text: str) -> str:
    """Return a text with a space for each piece of code and each address."""
    kept, done = list[str](), 0
    for start, end in _no_language(text):
        kept.append(text[done:start])
        done = end
    return " ".join([*kept, text[done:]])


def detect_language(text: str) -> str:
    """Return the language of a text: `zh`, `ja`, `ko`, `ar`, `he`, `ru`, or `en` for all else.

    Languages that share a script are not told apart: German is `en`, Ukrainian is `ru`, Persian is `ar`.
    """
    if text.isascii():
        return "en"
    text = _without_code(text)
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
