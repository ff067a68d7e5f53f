"""Detect the language of a text by its scripts and its grammar.

Several scripts in one text are weighed by words, since a Chinese character says more than a Latin letter; words that
carry the grammar count twice, so that a foreign name does not turn a sentence: "我在 Google 工作" is Chinese,
"I visited 北京大学 yesterday" is English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memary.languages.en.language import ENGLISH
from memary.languages.pack.base import Language, Script
from memary.languages.registry import language_of, languages, of_all
from memary.languages.scripts import HAN, HANGUL, KANA

_LETTERS: dict[Script, re.Pattern[str]] = {
    "latin": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+"),
    "han": re.compile(f"[{HAN}]"),
    "kana": re.compile(f"[{KANA}]"),
    "hangul": re.compile(f"[{HANGUL}]+"),
    "arabic": re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]+"),
    "hebrew": re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]+"),
    "cyrillic": re.compile("[\u0400-\u052f]+"),
}
"""Words of the scripts; characters of those that are written without spaces."""

# addresses and code are written in Latin letters whatever language is spoken around them
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\b(?:https?://|www\.)\S+", re.DOTALL)
_RUN = re.compile(r"\S+")
_DOMAIN_END = re.compile(r"\.\w+")


def _mail_addresses(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield, per run with a mail address, its start, the place of its last @, and the address's end.

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
    """Yield where code and addresses begin and end, in their order.

    What begins first takes what lies within it.
    """
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


def _weights(text: str) -> dict[Script, float]:
    """Return how much is written in each script, in words."""
    counts: dict[Script, float] = {script: len(pattern.findall(text)) for script, pattern in _LETTERS.items()}
    han, kana = counts["han"] / 2, counts["kana"]
    is_japanese = kana > 0 and kana * 5 >= han  # a stray の on a Chinese sign is not Japanese
    weights: dict[Script, float] = {script: 2.0 * count for script, count in counts.items()}
    weights["any"] = 0.0
    weights["latin"] = counts["latin"]
    weights["han"], weights["kana"] = (0.0, han + kana) if is_japanese else (han, 0.0)
    return weights


_grammar = of_all(
    lambda packs: {pack.code: re.compile(pack.grammar, re.IGNORECASE) for pack in packs if pack.grammar}
)
_is_latin_english = of_all(lambda packs: [pack.code for pack in packs if pack.script == "latin"] == ["en"])


def detect_language(text: str) -> str:
    """Return the language of a text.

    `zh`, `ja`, `ko`, `ar`, `he`, `ru`, one that was registered, or else `en`. Languages that share a script are told
    apart by the words that carry their grammar, if both are registered. As memary comes, German is `en`, Ukrainian is
    `ru`, Persian is `ar`.
    """
    if text.isascii() and _is_latin_english():
        return "en"
    text = _without_code(text)
    weights, grammar = _weights(text), _grammar()
    scores = {
        pack.code: weights[pack.script] + (len(grammar[pack.code].findall(text)) if pack.code in grammar else 0)
        for pack in languages()
        if weights[pack.script]
    }
    return max(scores, key=lambda code: scores[code], default="en")


def is_latin(text: str) -> bool:
    """Return whether a text's language is written in Latin letters, as one that has no words is taken to be."""
    return language_of(detect_language(text)).script == "latin"


def reader_of(text: str, has: Callable[[Language], object]) -> Language:
    """Return the language by whose rules a text is read; English, where that language has none.

    One Chinese character makes it Chinese: a name in Latin letters is common there, and a Chinese one here is not.

    Args:
        text: what is to be read.
        has: gives the part of a language that has the rules.
    """
    if _LETTERS["han"].search(text):
        readers = [pack for pack in languages() if pack.script == "han"]
    else:
        readers = [language_of(detect_language(text))]
    return next(filter(has, readers), ENGLISH)
