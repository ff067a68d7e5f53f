"""Read what facts rest on: numbers in a reply become proposals that name each other.

What cannot be meant is left out with a warning, and the fact stays: numbers of nothing, a fact that rests on itself,
circles, and words that the message does not hold.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from memary.ingestion.extraction.prompt import ExtractedFact, ExtractedGround
from memary.resolution.proposals import ProposedFact, ProposedGround
from memary.text.quote import is_quoted
from memary.types import Fact, Message

_log = logging.getLogger("memary")

_GONE = -1
"""The number of a fact of the reply that is not there, or not any more."""


@dataclass(frozen=True, slots=True)
class ReadFact:
    """A fact as it was read, the message that tells it, and what is proposed for it."""

    read: ExtractedFact
    message: Message
    proposed: ProposedFact


def renumbered(facts: Iterable[ExtractedFact], numbers: Mapping[int, int]) -> list[ExtractedFact]:
    """Return facts whose grounds among them have new numbers; `_GONE` where there is none."""
    return [_renumbered(fact, numbers) for fact in facts]


def _renumbered(fact: ExtractedFact, numbers: Mapping[int, int]) -> ExtractedFact:
    if not fact.rests_on:
        return fact
    grounds = tuple(
        ground if ground.fact is None else ground.model_copy(update={"fact": numbers.get(ground.fact, _GONE)})
        for ground in fact.rests_on
    )
    return fact.model_copy(update={"rests_on": grounds})


def grounded(told: Mapping[int, ReadFact], known: Sequence[Fact]) -> list[ProposedFact]:
    """Return what is proposed, in its order, with what it is said to rest on.

    Args:
        told: facts by their numbers in the reply.
        known: the known facts that the reply numbers, from 1.
    """
    grounds = {number: _sound(one, told, known) for number, one in told.items()}
    done: dict[int, ProposedFact] = {}
    for number in _without_circles(grounds):
        rests_on = tuple(
            ProposedGround(known[one.known - 1].id if one.known else done[one.fact or 0], one.words)
            for one in grounds[number]
        )
        proposed = told[number].proposed
        done[number] = replace(proposed, rests_on=rests_on) if rests_on else proposed
    return [done[number] for number in told]


def _sound(one: ReadFact, told: Mapping[int, ReadFact], known: Sequence[Fact]) -> list[ExtractedGround]:
    """Return the grounds of a fact that name another fact, by words of its message."""
    kept: list[ExtractedGround] = []
    for ground in one.read.rests_on:
        if fault := _fault(ground, one, told, known):
            _log.warning("extraction: ground of a fact dropped: %s", fault)
        else:
            kept.append(ground)
    return kept


def _fault(ground: ExtractedGround, one: ReadFact, told: Mapping[int, ReadFact], known: Sequence[Fact]) -> str:
    """Return why a ground cannot be meant, "" if it can."""
    if one.read.op == "DELETE":
        return "an end rests on nothing"
    if bool(ground.known) == bool(ground.fact):
        return "it names no fact, or two"
    if ground.known and not 0 < ground.known <= len(known):
        return "there is no known fact of its number"
    if ground.known and ground.known == one.read.target:
        return "it is the fact itself"
    of_reply = told.get(ground.fact) if ground.fact else None
    if ground.fact and (of_reply is None or of_reply.read.op == "DELETE"):
        return "no fact of its number was kept"
    if of_reply is one:
        return "it is the fact itself"
    return "" if is_quoted(ground.words, one.message.content) else "its words are not in the message"


def _without_circles(grounds: dict[int, list[ExtractedGround]]) -> list[int]:
    """Drop grounds that lead back to their fact; return the numbers of facts, grounds first."""
    while True:
        among = {number: {one.fact for one in of if one.fact} for number, of in grounds.items()}
        try:
            return list(TopologicalSorter(among).static_order())
        except CycleError as error:
            circle: list[int] = error.args[1]
        for ground, number in pairwise(circle):
            _log.warning("extraction: ground of a fact dropped: it rests on that fact itself")
            grounds[number] = [one for one in grounds[number] if one.fact != ground]
