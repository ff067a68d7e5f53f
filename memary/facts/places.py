"""Know which places lie within others: who lives in Berlin lives in Germany as well.

Pure functions on facts.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.facts.predicates import PLACES, Predicates
from memary.languages import languages, united
from memary.text import entity_key
from memary.types import Fact

within = united(lambda language: language.relations.within)
"""Relations by which one place lies in another."""


def is_of_place(fact: Fact, predicates: Predicates) -> bool:
    """Return whether a fact says where its subject is or lives."""
    return predicates.matter_of(fact.predicate) in PLACES


def one_lies_in_the_other(one: Fact, other: Fact, known: Iterable[Fact], predicates: Predicates) -> bool:
    """Return whether two facts name places of which one is known to be part of the other.

    It is known by its name or by a fact. Then both are true, one says it more exactly. Of a house in a street it is
    the town, region or country where its subject is known to be, unless another is told. Always False for facts that
    are not about a place.

    Args:
        one: a fact.
        other: a fact that would compete with it.
        known: facts among which those between the two places are.
        predicates: which relations hold one value at a time.
    """
    if not (is_of_place(one, predicates) and is_of_place(other, predicates)):
        return False
    houses = [fact for fact in (one, other) if _is_house(fact)]
    if len(houses) == 1:
        return is_around(other if houses == [one] else one, houses[0], known, predicates)
    ends = {one.object_id, other.object_id}
    return _is_named_in(one.object, other.object) or any(
        fact.predicate in within() and {fact.subject_id, fact.object_id} == ends and fact.valid_at < fact.invalid_at
        for fact in known
    )


def is_around(place: Fact, house: Fact, known: Iterable[Fact], predicates: Predicates) -> bool:
    """Return whether a fact tells the town, region or country in which a house in a street is, of another fact.

    A town that is told with the house is that one. Where none is, it is the one where its subject was before, if that
    is no part of a town, and was not left.
    """
    if not (is_of_place(place, predicates) and is_of_place(house, predicates)):
        return False
    if _is_house(place) or not _is_house(house):
        return False
    said, key = f"{house.statement}\n{house.quote}", entity_key(place.object)
    packs = [pack.places for pack in languages()]
    if any(one.is_left(place.object, said) for one in packs):
        return False
    towns = frozenset[str]().union(*(one.towns(house.object, said) for one in packs))
    if any(one.is_region(place.object) for one in packs):
        return not any(
            (regions := one.known(town)) and one.exclusive(regions, frozenset((key,))) and key not in regions
            for one in packs
            for town in towns
        )
    if towns:
        return any(_is_named_in(town, key) for town in towns)
    is_part = any(one.is_quarter(place.object, place.statement) for one in packs) or any(
        fact.subject_id == place.object_id
        and fact.predicate in within()
        and fact.valid_at < fact.invalid_at
        and not any(one.is_region(fact.object) for one in packs)
        for fact in known
    )
    return house.valid_at >= place.valid_at and not is_part


def _is_house(fact: Fact) -> bool:
    return any(pack.places.is_address(fact.object) for pack in languages())


def _is_named_in(one: str, other: str) -> bool:
    inner, outer = sorted((entity_key(one), entity_key(other)), key=len)
    return _as_words(inner) in _as_words(outer) or (not inner.isascii() and inner in outer)


def _as_words(name: str) -> str:
    return f" {name.replace(',', ' ')} ".replace(" new ", " new-")  # New York is no part of York
