"""Match two names by their forms alone: whether two nodes are one, may be one, or are two.

Three verdicts, since merging wrongly costs more than keeping two: SAME is safe by the spelling alone; LIKELY is one
node if the context agrees and nobody else is meant as well ("Tom" and "Tom Miller"); POSSIBLE is never merged, only
shown to people. What differs in a number, or in who of a family bears the name, is never the same. The order of
evidence (exact, normal form, alias, near spelling, meaning, the model's word) and a band between merging and keeping
apart are common practice in record linkage, after Fellegi and Sunter (1969).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache

from memary.languages import languages
from memary.languages.pack.names import PersonName
from memary.languages.scripts import CLOSING_BRACKETS, OPENING_BRACKETS, is_wide
from memary.text import entity_key
from memary.text.names.forms import (
    are_short_forms,
    folded,
    initials,
    is_plural_of,
    numbers_of,
    parent,
    sounds_of,
    spelt_out,
    suffix_of,
    title_of,
    together,
    without_legal_form,
    without_numbers,
    without_umlauts,
)
from memary.text.names.node_names import is_part_of_name

_BRACKET = re.compile(rf"^(.+?) ?[{OPENING_BRACKETS}](.+?)[{CLOSING_BRACKETS}]$")
_MAKERS = {"organization", "product", "work", "thing"}
_COMMON_NOUNS = {"food", "thing", "topic", "animal", "product"}
_CLOSE = 0.88


class Verdict(IntEnum):
    """What the names of two nodes allow, the surer the higher."""

    POSSIBLE = 1
    LIKELY = 2
    SAME = 3


@dataclass(frozen=True, slots=True)
class NameMatch:
    """How alike two names are, from 0 to 1, and why."""

    verdict: Verdict
    score: float
    reason: str
    profession: str = ""  # told by a title, which has to be known of whoever is meant by it


@dataclass(frozen=True, slots=True)
class NameSet:
    """The names of a node, the main one first, and its type."""

    names: tuple[str, ...]
    type: str


@lru_cache(maxsize=4096)
def match_names(one: NameSet, other: NameSet) -> NameMatch | None:
    """Return the best likeness of two nodes' names, or None if the names say nothing for one node.

    Names that speak against it (another surname, another number) outweigh one that speaks for it.
    """
    if contradict(one, other):
        return None
    pairs = ((a, b) for a in one.names for b in other.names)
    found = [likeness for a, b in pairs if (likeness := _compared(a, b, (one.type, other.type)))]
    return max(found, key=lambda like: (like.verdict, like.score), default=None)


def contradict(one: NameSet, other: NameSet) -> bool:
    """Return whether names of two nodes differ in a number, a surname, or a mark such as "Jr."."""
    person = "person" in (one.type, other.type)
    return any(_contradict(a, b, person=person) for a in one.names for b in other.names)


def _contradict(one: str, other: str, *, person: bool) -> bool:
    a, b = entity_key(one), entity_key(other)
    if a == b or spelt_out(a) == spelt_out(b) or _spelling(a, b) or _sounding(a, b):
        return False
    if numbers_of(a) != numbers_of(b) and without_numbers(a) == without_numbers(b):
        return True
    if not person:
        return numbers_of(a) != numbers_of(b)
    if ("·" in a) != ("·" in b):
        return False
    first, second = _person(a), _person(b)
    return first is not None and second is not None and _cannot_be_one(first, second)


def _compared(one: str, other: str, types: tuple[str, str]) -> NameMatch | None:
    a, b = entity_key(one), entity_key(other)
    if a == b:
        return NameMatch(Verdict.SAME, 1.0, "the same name")
    if sounding := _sounding(a, b):
        return sounding
    if "person" in types:
        if is_part_of_name(a, b) or is_part_of_name(b, a):  # Ann is not what belongs to Ann and Bob
            return None
        return _spelling(a, b) or _persons(a, b) or _close(a, b)
    return next((found for found in _things(one, other, a, b, types)), None)


def _spelling(a: str, b: str) -> NameMatch | None:
    if b in parent(a):
        return NameMatch(Verdict.SAME, 0.95, "both are words for a parent")
    if folded(a) == folded(b) or without_umlauts(a) == without_umlauts(b):
        return NameMatch(Verdict.SAME, 0.97, "the same name but for accents or script")
    return None


def _sounding(a: str, b: str) -> NameMatch | None:
    if is_wide(a) == is_wide(b) or sounds_of(a).isdisjoint(sounds_of(b)):
        return None
    return NameMatch(Verdict.LIKELY, 0.85, "the same name in another script")


def _things(one: str, other: str, a: str, b: str, types: tuple[str, str]) -> Iterator[NameMatch]:
    if spelling := _spelling(a, b):
        yield spelling
    if set(types) <= _MAKERS and "organization" in types and without_legal_form(a) == without_legal_form(b):
        yield NameMatch(Verdict.SAME, 0.95, "the same name but for the legal form")
    if folded(spelt_out(a)) == folded(spelt_out(b)):
        yield NameMatch(Verdict.SAME, 0.95, "an abbreviation of the other")
    if len(together(a)) > 3 and folded(together(a)) == folded(together(b)):
        yield NameMatch(Verdict.SAME, 0.93, "the same name, written apart or together")
    if numbers_of(a) and numbers_of(a) == numbers_of(b) and without_numbers(a) == without_numbers(b):
        yield NameMatch(Verdict.SAME, 0.93, "the same number in another form")
    if set(types) <= _COMMON_NOUNS and one[:1].isupper() == other[:1].isupper() and is_plural_of(a, b):
        yield NameMatch(Verdict.SAME, 0.93, "the plural of the other")
    yield from _places(a, b, types)
    yield from _parts(a, b)


def _places(a: str, b: str, types: tuple[str, str]) -> Iterator[NameMatch]:
    if not set(types) <= {"place", "thing"}:
        return
    if _region(a) == _region(b) and min(a, b, key=len) == _region(a):
        yield NameMatch(Verdict.SAME, 0.95, "the same place but for what sort of region it is")
    short, long = sorted((a, b), key=len)
    if long.startswith(f"{short}, "):
        yield NameMatch(Verdict.LIKELY, 0.8, f"perhaps the one in {long.removeprefix(f'{short}, ')}")


def _region(key: str) -> str:
    for language in languages():
        key = language.forms.region(key)
    return key


def _parts(a: str, b: str) -> Iterator[NameMatch]:
    if numbers_of(a) != numbers_of(b):
        return
    short, long = sorted((a, b), key=len)
    if (bracket := _BRACKET.match(long)) and short in bracket.groups():
        sure = initials(bracket[1]) == bracket[2] or initials(bracket[2]) == bracket[1]
        yield NameMatch(Verdict.SAME if sure else Verdict.POSSIBLE, 0.95 if sure else 0.6, "the other with a remark")
    if len(short) > 1 and " " in long and initials(long) == short:
        yield NameMatch(Verdict.POSSIBLE, 0.7, "the initials of the other")
    is_part = f" {short} " in f" {long} " or (is_wide(short) and short in long)
    if len(short) > 2 and is_part and not is_part_of_name(short, long):
        yield NameMatch(Verdict.POSSIBLE, 0.55, "a part of the other name")
    if close := _close(a, b):
        yield close


def _close(a: str, b: str) -> NameMatch | None:
    if min(len(a), len(b)) < 5 or is_wide(a) or numbers_of(a) != numbers_of(b):
        return None
    ratio = SequenceMatcher(None, folded(a), folded(b), autojunk=False).ratio()
    return NameMatch(Verdict.POSSIBLE, round(0.7 * ratio, 2), "nearly the same spelling") if ratio >= _CLOSE else None


# -- people ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _person(key: str) -> PersonName | None:
    """Return a person's name taken apart; None for what is none."""
    if is_wide(key):
        return next((take_apart(key) for one in languages() if (take_apart := one.names.person)), None)
    title, rest = title_of(key)
    if rest.count(", ") == 1 and len(rest.split()) == 2:  # "smith, john"
        rest = " ".join(reversed(rest.split(", ")))
    suffix, words = suffix_of(folded(rest).replace(".", " ").split())
    if not words or not all(re.fullmatch(r"[\w'’\-]+", word) for word in words):
        return None
    if len(words) == 1:
        return PersonName((), words[0] if title else "", title, suffix, "" if title else words[0])
    return PersonName(tuple(words[:-1]), words[-1], title, suffix)


def first_name(name: str) -> str:
    """Return the key of the first name in a person's full name; "" where it shows none."""
    person = _person(folded(entity_key(name)))
    return person.given[0] if person is not None and person.is_full else ""


def _cannot_be_one(one: PersonName, other: PersonName) -> bool:
    """Return whether two names cannot be one person's."""
    if one.suffix != other.suffix and one.is_full and other.is_full:
        return True
    if one.title and other.title and one.title != other.title and {one.title, other.title} == {"mr", "ms"}:
        return True
    if one.family and other.family and not _same_family(one.family, other.family):
        return True
    if one.given and other.given and not _fit(one.given[0], other.given[0]):
        return not _may_be_misspelt(one.given[0], other.given[0])
    middles = one.given[1:], other.given[1:]
    return bool(middles[0] and middles[1]) and not _fit(middles[0][0], middles[1][0])


def _same_family(one: str, other: str) -> bool:
    return one == other or set(one.split("-")) & set(other.split("-")) != set()


def _fit(one: str, other: str) -> bool:
    """Return whether two first names may be one: equal, short forms, or an initial."""
    short, long = sorted((one, other), key=len)
    is_initial = len(short) == 1 and not is_wide(short) and long.startswith(short)
    return one == other or are_short_forms(one, other) or is_initial


def _may_be_misspelt(one: str, other: str) -> bool:
    return min(len(one), len(other)) > 5 and SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.75


def _persons(a: str, b: str) -> NameMatch | None:
    one, other = _person(folded(a)), _person(folded(b))
    dotted, plain = (a, b) if "·" in a else (b, a)
    if "·" in dotted and "·" not in plain:  # a foreign name: its part is no Chinese name of its own
        fits = plain in dotted.split("·")
        return NameMatch(Verdict.LIKELY, 0.75, "a part of the other's name") if fits else None
    if one is None or other is None or _cannot_be_one(one, other):
        return None
    if one.is_full and other.is_full:
        return _two_full_names(one, other)
    if not one.is_full and not other.is_full:
        return _two_short_names(one, other)
    full, short = (one, other) if one.is_full else (other, one)
    if short.alone and (_fit(short.alone, full.given[0]) and len(short.alone) > 1):
        return NameMatch(Verdict.LIKELY, 0.75, "the first name of the other")
    if len(short.alone) == 2 and short.alone[0] == short.alone[1] == full.given[0][-1:] and is_wide(short.alone):
        return NameMatch(Verdict.LIKELY, 0.75, "the pet form of the other's name")
    if short.alone and short.alone == full.family:
        return NameMatch(Verdict.LIKELY, 0.6, "the surname of the other")
    if short.family == full.family:
        return NameMatch(Verdict.LIKELY, 0.75, "the surname of the other, with a title", short.profession)
    return None


def _two_full_names(one: PersonName, other: PersonName) -> NameMatch | None:
    if one.family != other.family:
        return NameMatch(Verdict.POSSIBLE, 0.6, "a double name of the other")
    given, also = one.given[0], other.given[0]
    if not _fit(given, also):
        return NameMatch(Verdict.POSSIBLE, 0.6, "nearly the same spelling")
    if len(one.given) != len(other.given):
        return NameMatch(Verdict.LIKELY, 0.85, "the same person's name with another given name")
    if given == also or are_short_forms(given, also):
        return NameMatch(Verdict.SAME, 0.92, "the same person's name, longer or shorter")
    return NameMatch(Verdict.LIKELY, 0.8, "an initial of the other's first name")


def _two_short_names(one: PersonName, other: PersonName) -> NameMatch | None:
    if one.alone and other.alone and are_short_forms(one.alone, other.alone):
        return NameMatch(Verdict.LIKELY, 0.7, "a short form of the other")
    if one.family and one.family == other.family:
        return NameMatch(Verdict.POSSIBLE, 0.55, "the same surname in another address")
    return None
