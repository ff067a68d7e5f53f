"""Spot the names in a text without a model: the entities of offline extraction.

Precision goes before recall, since a wrong node stays in the graph. Mixed texts are read by the languages of all
their scripts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from memary.languages import Language, language_of, languages, united
from memary.languages.detection import detect_language
from memary.languages.keys import entity_key
from memary.languages.pack.names import NameSpan, SpotType, apart
from memary.languages.scripts import EMOJI, HAN, alone
from memary.zones import zone_named

_CHINESE = re.compile(f"[{HAN}]")
_EMOJI = re.compile(rf"\s*[{EMOJI}]+\s*")
_ZONE = re.compile(r"(?<![A-Za-z0-9_/])[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+(?![A-Za-z0-9_/])")
_common_words = united(
    lambda language: language.names.common
)  # a known name that is one of these has to be written as it is


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
    text = _EMOJI.sub(" ", _ZONE.sub(lambda match: " " if zone_named(match[0]) else match[0], text))
    own = language_of(language)
    spotted = [span for spot in _spotters(own) for span in spot(text, language)]
    if own.code == language:
        spotted = [own.names.refined(text, span) for span in spotted]
    spans = apart((*_prefer(list(_known(text, known)), spotted), *spotted))
    first: dict[str, Spot] = {}
    for span in sorted(spans, key=lambda span: span.start):
        key, spot = entity_key(span.name), Spot(span.name, span.type)
        first[key] = spot if key not in first else _clearer(first[key], spot)
    return list(first.values())


@lru_cache(maxsize=64)  # of a question they are asked for again and again
def spotted_names(question: str) -> tuple[str, ...]:
    """Return the names in a question, in the order in which they first appear."""
    return tuple(spot.name for spot in spot_entities(question, detect_language(question)))


def _spotters(own: Language) -> list[Callable[[str, str], Iterable[NameSpan]]]:
    """Return what reads names, the more special first.

    Of several languages in one script only that of the text is used.
    """
    return [
        pack.names.spot
        for pack in reversed(languages())
        if pack.names.spot and (pack is own or pack.script != own.script or own.names.spot is None)
    ]


def _clearer(first: Spot, again: Spot) -> Spot:
    """Return the first spelling, with a type that only a later place tells."""
    return Spot(first.name, again.type) if first.type == "thing" else first


def _known(text: str, known: Collection[str]) -> Iterator[NameSpan]:
    """Return where known names stand, the longest first."""
    folded = text.casefold()
    for name in sorted(known, key=lambda name: (-len(name), name)):
        if len(name) < 2 or name.casefold() not in folded:
            continue
        is_common_word = name.casefold() in _common_words()
        pattern = alone(name) if _CHINESE.search(name) else rf"(?<!@){alone(name)}"
        for match in re.finditer(pattern, text, 0 if is_common_word else re.IGNORECASE):
            yield NameSpan(match.start(), match.end(), name)


def _prefer(known: list[NameSpan], spotted: list[NameSpan]) -> Iterator[NameSpan]:
    """Yield known names with the spotted type, but none inside a longer sure one ("北京" in "北京大学")."""
    for span in known:
        around = [other for other in spotted if other.overlaps(span)]
        if any(other.covers(span) and not other.doubtful for other in around):
            continue
        kind = around[0].type if around else "thing"
        yield NameSpan(span.start, span.end, span.name, kind)
