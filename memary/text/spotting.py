"""Which names a text mentions, found without a model: the entities of offline extraction.

Precision goes before recall, since a wrong node stays in the graph. Mixed texts are read by both spotters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from memary.text.chinese_names import chinese_names
from memary.text.english_names import english_names
from memary.text.language import HAN
from memary.text.names import entity_key
from memary.text.spans import Span, SpotType
from memary.text.wordlists import ENGLISH_STOP_WORDS, LATIN_WORDS_IN_CHINESE, SENTENCE_STARTERS

_CHINESE = re.compile(f"[{HAN}]")
_COMMON_WORDS = ENGLISH_STOP_WORDS | SENTENCE_STARTERS  # a known name that is one of these has to be written as it is


@dataclass(frozen=True, slots=True)
class Spot:
    """A name in a text and what it seems to name."""

    name: str
    type: SpotType


def spot_entities(text: str, language: str, *, known: Collection[str] = ()) -> list[Spot]:
    """Return the names in a text, each once, in the order in which they first appear.

    Args:
        text: what was said.
        language: as `detect_language` tells; in Chinese, a Latin word needs no capital to be a name.
        known: names to look for first, by letters of either case; they are returned as given here.
    """
    spotted = english_names(text, within_chinese=language == "zh")
    if _CHINESE.search(text):
        spotted += chinese_names(text)
    if language == "zh":
        spotted += _latin_words(text)
    spans: list[Span] = []
    for span in (*_prefer(list(_known(text, known)), spotted), *spotted):
        if not any(span.overlaps(other) for other in spans):
            spans.append(span)
    first: dict[str, Spot] = {}
    for span in sorted(spans, key=lambda span: span.start):
        key, spot = entity_key(span.name), Spot(span.name, span.type)
        first[key] = spot if key not in first else _clearer(first[key], spot)
    return list(first.values())


def _clearer(first: Spot, again: Spot) -> Spot:
    """The first spelling, with a type that only a later place tells."""
    return Spot(first.name, again.type) if first.type == "thing" else first


def _known(text: str, known: Collection[str]) -> Iterator[Span]:
    """Where known names stand, the longest first."""
    folded = text.casefold()
    for name in sorted(known, key=lambda name: (-len(name), name)):
        if len(name) < 2 or name.casefold() not in folded:
            continue
        is_common_word = name.casefold() in _COMMON_WORDS
        pattern = re.escape(name)
        if not _CHINESE.search(name):
            pattern = rf"(?<![^\W{HAN}])(?<!@){pattern}(?![^\W{HAN}])"
        for match in re.finditer(pattern, text, 0 if is_common_word else re.IGNORECASE):
            yield Span(match.start(), match.end(), name)


def _prefer(known: list[Span], spotted: list[Span]) -> Iterator[Span]:
    """Known names, with the type that was spotted, but for those inside a longer sure one ("北京" in "北京大学")."""
    for span in known:
        around = [other for other in spotted if other.overlaps(span)]
        if any(other.covers(span) and not other.doubtful for other in around):
            continue
        kind = around[0].type if around else "thing"
        yield Span(span.start, span.end, span.name, kind)


_NOT_NAMES = ENGLISH_STOP_WORDS | LATIN_WORDS_IN_CHINESE
_LATIN_WORD = re.compile(
    r"(?<![A-Za-z0-9_@./:-])[A-Za-z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9]+)*(?:\+\+|#)?(?![A-Za-z0-9_@/:])"
)


_ENDS_LATIN, _BEGINS_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]* $"), re.compile(" [A-Za-z]")


def _latin_words(text: str) -> list[Span]:
    """Latin words in Chinese text: mostly products and terms. Lower-case words in a row are English, and no names."""
    return [
        Span(match.start(), match.end(), match[0])
        for match in _LATIN_WORD.finditer(text)
        if len(match[0]) > 2
        and match[0].lower() not in _NOT_NAMES
        and not (match[0].islower() and _is_beside_latin(text, match))
    ]


def _is_beside_latin(text: str, word: re.Match[str]) -> bool:
    return bool(_ENDS_LATIN.search(text[: word.start()]) or _BEGINS_LATIN.match(text[word.end() :]))
