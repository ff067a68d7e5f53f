"""Which names a text mentions, found without a model: the entities of offline extraction.

Precision goes before recall, since a wrong node stays in the graph. Mixed texts are read by both spotters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from memary.languages.en.names import english_names
from memary.languages.en.people import may_be_person
from memary.languages.en.words import ENGLISH_STOP_WORDS, SENTENCE_STARTERS
from memary.languages.keys import entity_key
from memary.languages.other.introductions import told_names
from memary.languages.scripts import EMOJI, HAN
from memary.languages.spans import Span, SpotType
from memary.languages.zh.names import chinese_names
from memary.languages.zh.words import CHINESE_PEOPLE, LATIN_WORDS_IN_CHINESE
from memary.zones import zone_named

_CHINESE = re.compile(f"[{HAN}]")
_EMOJI = re.compile(rf"\s*[{EMOJI}]+\s*")
_ZONE = re.compile(r"(?<![A-Za-z0-9_/])[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+(?![A-Za-z0-9_/])")
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
    text = _EMOJI.sub(" ", _ZONE.sub(lambda match: " " if zone_named(match[0]) else match[0], text))
    spotted = told_names(text) + english_names(text, within_chinese=language == "zh")
    if _CHINESE.search(text):
        spotted += _sure_in_japanese(text) if language == "ja" else chinese_names(text)
    if language != "ja":
        spotted += _latin_words(text, within_chinese=language == "zh")
    spans: list[Span] = []
    if language == "zh":
        spotted = [_person_in_chinese(text, span) for span in spotted]
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
_ENDS_CHINESE = re.compile(f"[{HAN}]$")


def _latin_words(text: str, *, within_chinese: bool) -> list[Span]:
    """Latin words in Chinese text: mostly products and terms. Lower-case words in a row are English, and no names.

    In a text of another language with Chinese in it, those with a capital right behind Chinese: 在Bosch工作.
    """
    return [
        Span(match.start(), match.end(), match[0])
        for match in _LATIN_WORD.finditer(text)
        if len(match[0]) > 2
        and match[0].lower() not in _NOT_NAMES
        and not (match[0].islower() and _is_beside_latin(text, match))
        and (within_chinese or (match[0][0].isupper() and _ENDS_CHINESE.search(text[: match.start()])))
    ]


_PEOPLE_ZH = "|".join(sorted(CHINESE_PEOPLE, key=len, reverse=True))
_PERSON_BEFORE_ZH = re.compile(rf"(?:{_PEOPLE_ZH})(?:叫|是|，)?$|(?:[我你他她]|^)(?:约|陪|嫁给|娶)了?$")
_PERSON_AFTER_ZH = re.compile(
    rf"^(?:说|告诉[我你他她]|问我|[跟和]我说|约我|请我|教我|(?:今天|明天|昨天|下周)?(?:过生日|结婚|怀孕|生病)"
    rf"|的(?:生日|婚礼|{_PEOPLE_ZH}))"
)
_TOGETHER_BEFORE_ZH, _TOGETHER_AFTER_ZH = (
    re.compile("[和跟]$"),
    re.compile("^(?:一起[去吃看逛爬住旅过]|吃饭|见面|结婚|聊天)"),
)


def _person_in_chinese(text: str, span: Span) -> Span:
    """A Latin name in Chinese text is a person's if it is somebody's relative or friend, or does what people do."""
    if span.type != "thing" or not may_be_person(span.name):
        return span
    before, after = text[max(0, span.start - 8) : span.start].rstrip(), text[span.end : span.end + 10].lstrip()
    is_together = _TOGETHER_BEFORE_ZH.search(before) and _TOGETHER_AFTER_ZH.match(after)
    if is_together or _PERSON_BEFORE_ZH.search(before) or _PERSON_AFTER_ZH.match(after):
        return replace(span, type="person")
    return span


def _sure_in_japanese(text: str) -> list[Span]:
    """Places and organizations of Chinese characters; for what else they are, the tagger knows Chinese alone."""
    return [span for span in chinese_names(text) if span.type in ("place", "organization")]


def _is_beside_latin(text: str, word: re.Match[str]) -> bool:
    return bool(_ENDS_LATIN.search(text[: word.start()]) or _BEGINS_LATIN.match(text[word.end() :]))
