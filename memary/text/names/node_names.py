"""Decide what is a node of the graph, and what a value on its fact: for both stores and every reader.

A node is something with a name, or with a noun that others could use for the same thing; what a reply lists as an
entity with its type may be worded more freely. All else that a fact is about (a clause, a time, a state, somebody
unnamed) is a value: its words stand on the fact, which is found by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memary.languages import Language, any_of, languages, of_all, united
from memary.languages.pack.wordings import Wording
from memary.languages.scripts import PAUSES
from memary.text.amounts import unit_of
from memary.text.times.intervals import is_time, time_stretches
from memary.types import GENERIC

_GROUP_CHARS = 60
_SHORT_NAME = 4
_NAMED_BY_NUMBERS = frozenset({"person", "organization", "place", "event", "product", "work", "animal"})
"""Types of things that may be called by what is an amount elsewhere: a race of "5K"."""
PERSON = "person"


def _roles(packs: Sequence[Language]) -> Iterator[str]:
    """Yield patterns of words for people by their role to somebody; whole words where a language has them."""
    for roles in (pack.roles for pack in packs):
        edge = r"\b" if " " in roles.own else ""
        for words in (roles.family, roles.partner, roles.others):
            yield from (f"{edge}(?:{each})" for each in words.values())


_role = of_all(lambda packs: re.compile(f"(?:{'|'.join(_roles(packs))})$", re.IGNORECASE))
_feast = any_of(lambda language: language.wordings.feasts, r"^(?:\d{4}\w? ?)?(?:{})(?: \d{4})?$")
_unnamed = united(lambda language: language.wordings.unnamed)


@of_all
def _owned(packs: object) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of what belongs to a pronoun, with how an owner is written."""
    told = (pack.wordings for pack in languages())
    return [(re.compile(one.owned, re.IGNORECASE), one.owners) for one in told if one.owned]


@of_all
def _belonging(packs: object) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of what belongs to somebody named, with the form of its predicate."""
    told = (pack.wordings for pack in languages())
    return [(re.compile(pattern, re.IGNORECASE), one.told_of) for one in told for pattern in one.belonging]


_joints = any_of(lambda language: language.wordings.joints)


@of_all
def _located(packs: object) -> list[re.Pattern[str]]:
    found = (pack.wordings.located for pack in languages())
    return [re.compile(pattern, re.IGNORECASE) for pattern in found if pattern]


@of_all
def _headed(packs: object) -> list[re.Pattern[str]]:
    """Return the patterns of what is named before whom or what it is of."""
    return [re.compile(one.wordings.headed, re.IGNORECASE) for one in languages() if one.wordings.headed]


@lru_cache(maxsize=8192)
def wording_of(words: str) -> Wording:
    """Return how words name something; see `Wording`."""
    if _feast().match(words.strip()):
        return "name"
    if not any(char.isalpha() for char in words) or unit_of(words) is not None or is_time(words):
        return "bare"
    read: list[Wording] = [wording for pack in languages() if (wording := pack.wordings.read(words)) is not None]
    found = read[0] if read else "noun"
    if words[:1].isdigit() and found != "name":
        return "bare"
    if found == "noun" and any(end == len(words) for _, end in time_stretches(words)):
        return "group"
    return "clause" if len(words) > _GROUP_CHARS and found != "name" else found


def is_nameable(words: str, kind: str = GENERIC) -> bool:
    """Return whether words name a thing, a person or a topic that can stand by itself in a graph.

    Args:
        words: as written.
        kind: the type under which an entity of these words is listed; GENERIC for none.
    """
    wording = wording_of(words)
    if wording == "bare" and kind != GENERIC:  # who is called like a day or a mood
        is_number = not any(char.isalpha() for char in words)
        is_number = is_number or (unit_of(words) is not None and kind not in _NAMED_BY_NUMBERS)
        return not is_number and not (any(char.isdigit() for char in words) and is_time(words))
    return wording in ("name", "noun") or (wording == "group" and kind != GENERIC)


def may_be_name(words: str) -> bool:
    """Return whether words may be what somebody is called, and are not a clause or a longer group.

    "Ann at six" is none.
    """
    wording = wording_of(words)
    if wording == "group":  # a short one may be a word whose parts mean something else
        return len(words) <= _SHORT_NAME
    return wording not in ("clause", "unnamed") and is_nameable(words, PERSON)


def is_post(words: str) -> bool:
    """Return whether words for what somebody works as name one post, "CEO" or "head of sales", and no profession."""
    is_of = any(owners_named(words)) or any(pattern.fullmatch(words) for pattern in _located())
    return is_of or wording_of(words) == "name"


def kind_told(words: str) -> str:
    """Return "person" for words that end in a role to others ("Evan's sister", 他的老板), else "thing"."""
    is_one = wording_of(words) != "clause" and not any(pattern.fullmatch(words) for pattern in _located())
    head = next((match["thing"] for pattern in _headed() if (match := pattern.fullmatch(words))), words)
    is_role = _role().search(head) is not None or (head != words and is_unnamed(head))
    return PERSON if is_one and is_role else GENERIC


def may_be_shared(words: str) -> bool:
    """Return whether facts of several subjects that are about these words are about the same thing."""
    return wording_of(words) not in ("bare", "unnamed") and owner_in(words) is None


def is_unnamed(words: str) -> bool:
    """Return whether a word is for people of whom there are many, so that it is nobody's name: "friend"."""
    return words.strip().casefold() in _unnamed()


def owner_in(words: str) -> str | None:
    """Return "own" or "other" for what belongs to a pronoun of the speaker or of another.

    It is None for all else.
    """
    match = next(filter(None, (pattern.match(words.strip()) for pattern, _ in _owned())), None)
    return None if match is None else ("own" if match["own"] else "other")


def with_owner(words: str, owner: str) -> str:
    """Return words with a name in place of the pronoun that they begin with: "his knee" is "Evan's knee"."""
    for pattern, form in _owned():
        if match := pattern.match(words.strip()):
            thing = match["thing"] or match.groupdict().get("kin") or ""
            return form.format(owner=owner, thing=thing)
    return words


def owners_named(words: str) -> Iterator[tuple[str, str]]:
    """Yield readings of words as what belongs to somebody named: the owner and a predicate's form.

    A fact about "Evan's knee" may be told of Evan, with `knee_{predicate}`.
    """
    for pattern, form in _belonging():
        if match := pattern.fullmatch(words.strip()):
            yield match["owner"], form.replace("{thing}", match["thing"])


def is_part_of_name(part: str, words: str) -> bool:
    """Return whether a name is in words for something else, as its owner or place.

    So is "Paris" in "school in Paris".
    """
    own = (match for pattern in _located() if (match := pattern.fullmatch(words)))
    owners = (owner for owner, _ in owners_named(words))
    return any(part in (owner, *names_joined(owner)) for owner in owners) or any(
        match["place"] == part for match in own
    )


def is_full_name(words: str) -> bool:
    """Return whether words are written as the first and last name of a person are."""
    parts = words.split()
    return len(parts) > 1 and all(part[:1].isupper() for part in parts) and wording_of(words) == "name"


def names_joined(words: str) -> list[str]:
    """Return the names in words that join some: "Ann and Bob"; one for all other words."""
    return [name for name in _joints().split(words.strip()) if name]


def joins_by_comma(words: str) -> bool:
    """Return whether nothing but commas joins names: "Ann, Bob", which may be one thing: "Mill Lane, Leeds"."""
    return not any(joint[0].strip(f"{PAUSES} ") for joint in _joints().finditer(words.strip()))


def type_of_noun(words: str) -> str:
    """Return the type of thing that the noun in words is for.

    For "the bank in town" it is "organization"; for nouns not listed it is "thing".
    """
    found = (pack.kinds.nouns.get(noun) for pack in languages() for noun in pack.kinds.read(words))
    return next(filter(None, found), GENERIC)
