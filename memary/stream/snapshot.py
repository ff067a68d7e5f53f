"""Memory as it stood at a time: stream, knowledge store and graph, and what came after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from memary.stream.ranking import EntityKnowledge
from memary.stream.themes import Theme
from memary.types import Entity, Fact, Message, Record


class Extent(Record):
    """How much there is at one time."""

    messages: int
    mentions: int
    entities: int  # that came up
    facts: int  # that are true


class Rewound(Record):
    """The state of a memory at `as_of`, and what has changed since."""

    as_of: datetime
    then: Extent
    now: Extent
    entities: tuple[EntityKnowledge, ...]  # the best known then
    themes: tuple[Theme, ...]  # of the stream until then
    facts: tuple[Fact, ...]  # true then
    begun: tuple[Fact, ...]  # true now, not then
    ended: tuple[Fact, ...]  # true then, not now
    came_up: tuple[Entity, ...]  # entities that came up since for the first time, in that order


def extent_of(said: Collection[Message], known: Collection[EntityKnowledge], facts: Collection[Fact]) -> Extent:
    """Return how much there is of what was said, came up and is true."""
    mentions = sum(one.count for one in known)
    return Extent(messages=len(said), mentions=mentions, entities=len(known), facts=len(facts))


def difference(then: Iterable[Fact], now: Iterable[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Return the facts that were not true before, and those that are true no more."""
    before, after = {fact.id: fact for fact in then}, {fact.id: fact for fact in now}
    begun = [fact for id_, fact in after.items() if id_ not in before]
    ended = [fact for id_, fact in before.items() if id_ not in after]
    return begun, ended


def newcomers(then: Collection[EntityKnowledge], now: Sequence[EntityKnowledge]) -> list[Entity]:
    """Return the entities that came up since for the first time, in that order."""
    known = {one.entity.id for one in then}
    new = [one for one in now if one.entity.id not in known]
    return [one.entity for one in sorted(new, key=lambda one: (one.first_at, one.entity.name, one.entity.id))]
