"""Tell the names in English that was typed without capitals.

A word is one where it is known as nothing else, or where names stand and no common word is meant: "live in", "works
at", "my sister", "called". Precision goes before recall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from memary.languages.en.casual.apostrophes import KIN, PETS, WHOSE
from memary.languages.en.casual.common_words import is_common
from memary.languages.en.casual.typed_words import TypedWords
from memary.languages.en.vocabulary.given_names import GIVEN_NAMES, GIVEN_TOO
from memary.languages.en.vocabulary.known_names import (
    BEFORE_PLACE,
    BEHIND_NAME,
    DAYS,
    FIRMS,
    FIRMS_TOO,
    LANGUAGES_TOO,
    LONG_NAMES,
    MONTHS_TOO,
    PEOPLES,
    PLACES,
    PLACES_TOO,
)
from memary.languages.en.vocabulary.spellings import SPELT
from memary.languages.en.vocabulary.words import ENGLISH_STOP_WORDS, SENTENCE_STARTERS
from memary.languages.pack.base import words

_SURE = (
    PLACES | FIRMS | PEOPLES | DAYS | frozenset(SPELT) - FIRMS_TOO - PLACES_TOO - words("tu ing ups eth mit att us")
)
"""Words that are names wherever they stand."""

_AS_DEED = words("to i you just can could i'll and please we they go lets should gonna")
_DEEDS = words("google facebook uber skype netflix")
"""Firms that stand for what one does with them: "just google it"."""

_LONG = {first: [name for name in LONG_NAMES if name[0] == first] for first in {name[0] for name in LONG_NAMES}}
_STAY = words(
    """
    live lives living lived based born raised up staying stay settled reside resides
    """
)
_MOVE = words("moved moving move moves relocated relocating emigrated")
_TRAVEL = words(
    """
    flying fly flew going go goes travelling traveling travel trip back been drive driving visit visiting
    visited train
    """
)
_ORIGIN = words(
    """
    i'm am is are was he's she's they're you're come comes came originally we're
    """
)
_EMPLOYED = words(
    """
    work works worked working job position started start intern interning internship employed hired role gig
    """
)
_STUDY = words("study studies studying studied student degree phd master's masters")
_BEHIND_RUN = words(
    """
    and but now with since because for in last this next right atm rn when where at on from to or so bc
    cause cuz coz yesterday today years too again anymore a my as while until after before originally by
    they he she we i i'm it's that then these currently lol haha btw tbh though soon part full
    """
)
"""Words that may stand behind a name; others go on with what only looks like one."""

_TELLS = words(
    """
    is was has works lives moved likes loves turned got can't can cannot doesn't don't isn't wasn't hates
    plays studies teaches had died said says and who just also will wants needs comes drives speaks goes
    went became started lived worked loved called told bought gave thinks knows prefers eats barks sleeps
    """
)
"""What one goes on with behind somebody's name."""

_SPEAK = words("speak speaks spoke learning learn")
_HAS = words("drive drives driving have has had got bought own owns")
_CALLED = words(
    """
    band singer artist author writer team city country show movie game player actor actress group
    """
)
"""Of what a favourite has a name."""

_PLURAL_KIN = words(
    """
    kids children sons daughters brothers sisters siblings parents twins cats dogs friends boys girls
    rabbits
    """
)
_NO_NAME = ENGLISH_STOP_WORDS | SENTENCE_STARTERS
_HASTY = 40
"""Words of the longest text that begins with a capital and is taken for typed in haste."""

_LONGEST = 4
_FAR = 6


@dataclass(frozen=True, slots=True)
class _Sort:
    """A sort of names: those that are no other words, those that are, and whether others may be as well."""

    known: frozenset[str]
    too: frozenset[str]


_PLACE = _Sort(PLACES, PLACES_TOO)
_FIRM = _Sort(FIRMS | PLACES, FIRMS_TOO | words("eth mit tu ing ups sap"))


def put_capitals(typed: TypedWords, known: Collection[str]) -> None:
    """Read as names what is known as such, and what stands where names do."""
    ends_with_care = typed.text.rstrip()[-1:] in ".!?" or len(typed) > _HASTY
    is_careful = typed.text[:1].isupper() and ends_with_care
    for start, end in typed.starts_of(known, _is_no_word):
        typed.capital(start, end)
    for place, word in enumerate(typed.low):
        if (names := _LONG.get(word)) and (end := _long_name(typed, place, names)):
            typed.capital(place, end)
        elif _is_known(typed, place):
            typed.capital(place, place + 1)
        elif word in GIVEN_NAMES and not is_careful:
            typed.capital(place, place + (2 if _has_surname(typed, place) else 1))
    for start, end in () if is_careful else [*_places(typed), *_firms(typed), *_people(typed), *_things(typed)]:
        typed.capital(start, end)


def _has_surname(typed: TypedWords, place: int) -> bool:
    """Return whether a family name ends a clause behind a given one that is told as somebody's: "im john smith"."""
    before, behind = typed.at(place - 1), typed.at(place + 1)
    is_told = before in KIN or before in ("is", "i'm", "am", "called", "named", "name's", "like")
    is_whole = typed.goes_on(place) and typed.ends_clause(place + 1)
    return is_told and is_whole and not is_common(behind) and not behind.endswith("s")


def _is_known(typed: TypedWords, place: int) -> bool:
    """Return whether a word is known as a name, or is one for what stands before it."""
    word = typed.at(place)
    if word in _SURE:
        return not (word in _DEEDS and typed.at(place - 1) in _AS_DEED)
    if word in LANGUAGES_TOO:
        return not _SPEAK.isdisjoint(typed.back(place, _FAR + _LONGEST))
    return word in MONTHS_TOO and _is_month(typed, place)


def _is_no_word(name: str) -> bool:
    """Return whether a known name is to be read as one wherever it stands."""
    return not is_common(name.casefold().split()[0]) or len(name.split()) > 1


def _long_name(typed: TypedWords, place: int, names: Collection[tuple[str, ...]]) -> int:
    """Return where a name of several words ends; 0 where none stands."""
    ends = (place + len(name) for name in names if tuple(typed.low[place : place + len(name)]) == name)
    return max(ends, default=0)


def _is_month(typed: TypedWords, place: int) -> bool:
    """Return whether a word is a month: beside a day, or behind what tells a time."""
    before, behind = typed.gap(place - 1) if place else "", typed.gap(place)
    if any(map(str.isdigit, before[-5:])) or any(map(str.isdigit, behind[:5])):
        return True
    told = typed.at(place - 1)
    is_of_day = told == "of" and place > 1 and any(map(str.isdigit, typed.gap(place - 3) if place > 2 else ""))
    is_time = told in words("in since until till by last next early late mid this") or is_of_day
    it_is = told in ("it's", "not") and (typed.ends_clause(place) or typed.at(place + 1) == "not")
    return (is_time and typed.at(place + 1) not in words("i be the a an")) or it_is


def _run(typed: TypedWords, place: int, sort: _Sort) -> int:
    """Return where a name ends that begins at a place where one of some sort may stand; 0 where none does."""
    word = typed.at(place)
    if (long := _LONG.get(word)) and (end := _long_name(typed, place, long)):
        return end
    if word in BEFORE_PLACE and typed.goes_on(place) and _is_part(typed.at(place + 1), sort):
        end = place + 2
    elif _is_part(word, sort):
        end = place + 1
    else:
        return 0
    is_known = end == place + 1 and (word in sort.known or word in sort.too)
    while end - place < _LONGEST and typed.goes_on(end - 1):
        following = typed.at(end)
        if following in BEHIND_NAME or (not is_known and following not in _BEHIND_RUN and not is_common(following)):
            end += 1
        else:
            break
    is_whole = is_known or typed.ends_clause(end - 1) or typed.at(end) in _BEHIND_RUN
    return end if is_whole else 0


def _is_part(word: str, sort: _Sort) -> bool:
    return word in sort.known or word in sort.too or not is_common(word)


def _places(typed: TypedWords) -> Iterator[tuple[int, int]]:
    """Give where the names of homes, origins and goals stand."""
    for place, word in enumerate(typed.low):
        if word not in ("in", "to", "from", "near") or not typed.goes_on(place):
            continue
        before, further = typed.at(place - 1), typed.back(place, _LONGEST)
        is_move = (word == "to" and not _MOVE.isdisjoint(further)) or (word == "from" and before in _MOVE)
        is_origin = word == "from" and (
            before in _ORIGIN or (before in GIVEN_NAMES and not _ORIGIN.isdisjoint(further))
        )
        is_home = word in ("in", "near") and not _STAY.isdisjoint(further[:2])
        start = place + 1 + (typed.at(place + 1) == "the")
        if start > place + 1 and typed.at(start) == "us":
            yield start, start + 1
        elif (is_move or is_origin or is_home) and (end := _run(typed, place + 1, _PLACE)):
            yield place + 1, end
        elif typed.at(place + 1) in PLACES_TOO - words(
            "nice reading hull split buffalo tours"
        ) and not _TRAVEL.isdisjoint(further):
            yield place + 1, place + 2


def _firms(typed: TypedWords) -> Iterator[tuple[int, int]]:
    """Give where the names of employers and schools stand."""
    for place, word in enumerate(typed.low):
        start = place + 1 + (typed.at(place + 1) == "the")
        if word == "joined" and typed.goes_on(place) and typed.at(start) in FIRMS_TOO:
            yield start, start + 1
        if word not in ("at", "for", "with", "by") or not typed.goes_on(place):
            continue
        further = typed.back(place, _FAR)
        is_job = not _EMPLOYED.isdisjoint(further[:3]) or (word == "at" and _is_as_one(further))
        is_school = word == "at" and not _STUDY.isdisjoint(further)
        if (is_job or is_school) and (end := _run(typed, start, _FIRM)):
            yield start, end


def _is_as_one(back: list[str]) -> bool:
    """Return whether the words before "at" say what somebody is there: "I'm a nurse at"."""
    return any(
        article in ("a", "an") and before in ("i'm", "am", "is", "as", "he's", "she's")
        for article, before in pairwise(back)
    )


def _things(typed: TypedWords) -> Iterator[tuple[int, int]]:
    """Give where the name of a car, of what one likes best, or of what one meant stands."""
    for place, word in enumerate(typed.low):
        if not typed.ends_clause(place):
            continue
        before = typed.at(place - 1)
        if before in FIRMS and not _HAS.isdisjoint(typed.back(place, _FAR)) and not is_common(word):
            yield place - 1, place + 1
        is_favourite = before == "is" and typed.at(place - 2) in _CALLED and "favorite" in typed.back(place, _FAR)
        if is_favourite and not is_common(word):
            yield place, place + 1
        if before in ("meant", "mean") and word in PLACES_TOO | FIRMS_TOO | GIVEN_TOO:
            yield place, place + 1


def _people(typed: TypedWords) -> Iterator[tuple[int, int]]:
    """Give where the names of people and animals stand."""
    for place in range(len(typed)):
        if place and _names_one(typed, place):
            end = place + 1
            yield place, end
            while (following := _joined_name(typed, end - 1)) and _may_be_called(typed.at(following), ""):
                yield following, following + 1
                end = following + 1


def _joined_name(typed: TypedWords, place: int) -> int:
    """Return where the next name of a list may stand; 0 where none goes on."""
    if place + 1 >= len(typed):
        return 0
    gap = typed.gap(place).strip()
    if gap in (",", "&"):
        return place + 1 + (typed.at(place + 1) == "and")
    return place + 2 if not gap and typed.at(place + 1) == "and" and typed.goes_on(place + 1) else 0


def _names_one(typed: TypedWords, place: int) -> bool:
    """Return whether a word stands where the name of somebody does, and may be one."""
    word, before, second = typed.at(place), typed.at(place - 1), typed.at(place - 2)
    if not typed.goes_on(place - 1):
        is_behind = typed.gap(place - 1).strip() in (",", ":", "-") and _may_be_called(word, "")
        is_list = before in _PLURAL_KIN and _joined_name(typed, place) > 0
        is_one = (
            (before in PETS or before in KIN)
            and typed.ends_clause(place)
            and not _HAS.isdisjoint(typed.back(place - 1, _FAR))
        )
        return is_behind and (is_list or is_one)
    further = typed.back(place, _FAR)
    if before in ("called", "named"):
        is_pet = not PETS.isdisjoint(further)
        is_one = is_pet or any(one in KIN or one.removesuffix("'s") in KIN or one in _PLURAL_KIN for one in further)
        return is_one and (_may_be_called(word, "pet" if is_pet else ""))
    if (second in ("name", "names") and before in ("is", "are", "was")) or before == "name's":
        owner = further[2].removesuffix("'s") if len(further) > 2 else ""
        return _may_be_called(word, "pet" if owner in PETS else "")
    if (second, before) == ("call", "me"):
        return typed.ends_clause(place) and _may_be_called(word, "")
    if before in KIN or before in PETS or before in _PLURAL_KIN:
        return bool(WHOSE.intersection(further) or {"a", "an"}.intersection(further)) and _is_named_after(
            typed, place
        )
    if before in ("is", "are") and (second in KIN or second in PETS) and word in GIVEN_TOO:
        return typed.ends_clause(place)
    return (second, before) in (("married", "to"), ("engaged", "to")) and _may_be_called(word, "")


def _may_be_called(word: str, kind: str) -> bool:
    """Return whether somebody may be called so; a pet may be called almost anything."""
    if word in GIVEN_NAMES or word in GIVEN_TOO:
        return True
    return word not in _NO_NAME and len(word) > 1 if kind == "pet" else not is_common(word)


def _is_named_after(typed: TypedWords, place: int) -> bool:
    """Return whether a word right behind "my sister" is her name: what follows goes on about her."""
    word = typed.at(place)
    follows = typed.ends_clause(place) or (typed.goes_on(place) and typed.at(place + 1) in _TELLS)
    if word in GIVEN_TOO:
        return follows
    return follows and not is_common(word) and not (word.endswith("s") and typed.ends_clause(place))
