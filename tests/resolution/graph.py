"""A graph in a dictionary, to hold resolve to what it promises: no store, a fixed clock, countable ids."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from support.records import NOW

from memary.facts.identity import SELF_KEY
from memary.facts.intervals import is_current
from memary.resolution.changeset import ChangeSet
from memary.resolution.proposals import NamedEntity, Proposals, ProposalSource, ProposedFact, Snapshot
from memary.resolution.resolve import resolve
from memary.text import entity_key
from memary.types import Entity, Fact, Mention

LATER = NOW + timedelta(days=10_000)


def at(days: float) -> datetime:
    """The moment so many days after the clock of the tests."""
    return NOW + timedelta(days=days)


def claim(subject: str, predicate: str, object: str, day: float = 0, **fields: Any) -> ProposedFact:
    """A fact said on a day, true from then on unless told otherwise."""
    said = at(day)
    defaults: dict[str, Any] = {
        "statement": f"{subject} {predicate} {object}.",
        "valid_at": said,
        "sources": (ProposalSource(f"m{day:g}", said),),
    }
    return ProposedFact(subject=subject, predicate=predicate, object=object, **(defaults | fields))


@dataclass
class Graph:
    """What is known after each step."""

    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    mentions: dict[tuple[str, str], Mention] = field(default_factory=dict[tuple[str, str], Mention])
    now: datetime = LATER

    def __post_init__(self) -> None:
        self._numbers = itertools.count(1)

    def take(
        self, *facts: ProposedFact, entities: Sequence[NamedEntity] = (), user_name: str | None = None
    ) -> ChangeSet:
        """Resolve proposals against all that is known, and keep the outcome."""
        out = resolve(
            Proposals("ada", entities, facts, actor="test", user_name=user_name),
            Snapshot(0, list(self.entities.values()), list(self.facts.values()), list(self.mentions.values())),
            now=self.now,
            make_id=lambda: f"id{next(self._numbers):06}",
        )
        self.entities |= out.entities
        self.facts |= out.facts
        self.mentions |= out.mentions
        return out

    def true_at(self, time: datetime) -> set[str]:
        """The facts true at a time, as "subject predicate object"."""
        return {_shown(fact) for fact in self.facts.values() if fact.is_true_at(time)}

    @property
    def current(self) -> set[str]:
        """The facts that hold at the end."""
        return {_shown(fact) for fact in self.facts.values() if is_current(fact, self.now)}

    def named(self, name: str) -> list[Entity]:
        """The nodes found under a name or alias, bare values left out."""
        key = entity_key(name)
        return [
            e for e in self.entities.values() if e.type != "value" and key in (e.key, *map(entity_key, e.aliases))
        ]

    @property
    def user(self) -> Entity:
        """The user's node."""
        (user,) = self.named(SELF_KEY)
        return user

    def fact(self, object_name: str) -> Fact:
        """The one fact with that object."""
        (found,) = [fact for fact in self.facts.values() if fact.object == object_name]
        return found


def _shown(fact: Fact) -> str:
    return f"{fact.subject} {fact.predicate} {fact.object}"


def lives(*facts: ProposedFact) -> Graph:
    """A graph that was told the facts one after the other, a step each."""
    graph = Graph()
    for fact in facts:
        graph.take(fact)
    return graph


def mention(name: str, kind: str = "thing", *aliases: str, day: float = 0) -> NamedEntity:
    return NamedEntity(name, kind, aliases, sources=(ProposalSource(f"m{day:g}", at(day)),))
