"""Put the apostrophes that English is typed without, and the capital of "I"."""

from __future__ import annotations

from memary.languages.en.casual.typed_words import TypedWords
from memary.languages.en.facts import forms
from memary.languages.en.facts.people.animals import ANIMALS
from memary.languages.en.vocabulary.given_names import GIVEN_NAMES
from memary.languages.en.vocabulary.spellings import APOSTROPHES, SHORT
from memary.languages.pack.base import words

KIN = frozenset(one for one in forms.KIN.split("|") if "?" not in one) - {*ANIMALS} | words(
    "fiancé fiancée neighbor neighbour coworker co-worker teacher ex baby kid child twin"
)
PETS = frozenset(ANIMALS) | words("puppy kitten bunny pet poodle labrador beagle corgi")
_OWNED = words(
    """
    name names birthday husband wife partner girlfriend boyfriend son daughter brother sister mother father
    mom mum dad job house favorite favourite kids family wedding dog cat
    """
)
WHOSE = words("my our his her their your")

_AFTER_ID = words("love like rather prefer say be have never go want eat buy move live")
_AFTER_ILL = words(
    """
    be go get have do see take let try make call come start move never probably just also need visit
    """
)
_AFTER_WERE = words(
    """
    moving going getting having living expecting married engaged vegan vegetarian planning both from in
    flying adopting not based
    """
)
_AFTER_ITS = words("a an the in on at not may so just been called my really very actually")
_BEGINNING = words(
    """
    and but so because cuz cause when if that yes no well wait oh sorry actually
    """
)
_WHEN = words("on in is")
_SHORTENED = words("id ill were")


def put_apostrophes(typed: TypedWords) -> None:
    """Put apostrophes where no other word is meant, and those that the words beside tell."""
    for place, word in enumerate(typed.low):
        if not typed.is_typed_low(place) and word not in APOSTROPHES:
            continue
        if word == "im" and not _is_i_am(typed, place):
            continue
        if (written := APOSTROPHES.get(word) or SHORT.get(word) or _by_context(typed, place, word)) is not None:
            typed.read(place, written)


def _is_i_am(typed: TypedWords, place: int) -> bool:
    """Return whether "im" stands for "I'm": before a noun with a capital it is German."""
    behind = place + 1
    return behind == len(typed) or typed.is_typed_low(behind) or typed.at(behind) in GIVEN_NAMES


def _by_context(typed: TypedWords, place: int, word: str) -> str | None:
    """Return a word that may lack its apostrophe, with it where what stands beside says so."""
    is_plural = word.endswith("s") and len(word) > 2
    if not (is_plural or word in _SHORTENED):  # most
        return None
    following = typed.at(place + 1) if typed.goes_on(place) else ""
    if is_plural:
        return _possessive(typed, place, word[:-1], following)
    if word == "id" and following in _AFTER_ID and typed.at(place - 1) not in WHOSE:
        return "I'd"
    begins = typed.begins_clause(place) or typed.at(place - 1) in _BEGINNING
    if word == "ill" and begins and following in _AFTER_ILL:
        return "I'll"
    return "we're" if word == "were" and begins and following in _AFTER_WERE else None


def _possessive(typed: TypedWords, place: int, owner: str, following: str) -> str | None:
    """Return the possessive of whom the speaker has, or "it's"."""
    before = typed.at(place - 1)
    begins = typed.begins_clause(place) or before in _BEGINNING
    if owner == "it":
        return "it's" if begins and (following in _AFTER_ITS or typed.at(place - 2) in _BEGINNING) else None
    owner = SHORT.get(owner, owner)
    is_kin = owner in KIN or owner in PETS
    if (is_kin and before not in ("two", "three", "both")) or owner in GIVEN_NAMES:
        return f"{owner}'s" if following in _OWNED and not (is_kin and following == "names") else None
    if owner == "name" and before in WHOSE and following and following not in ("are", "and"):
        return "name's"
    return "birthday's" if owner in ("birthday", "bday") and following in _WHEN - {"is"} else None
