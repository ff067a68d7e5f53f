"""A user's memory and the spaces beside it, read as if they were one.

What is asked of the user's is asked of each, and the answers become one, in the order that the query promises. So a
question is ranked over all that it may find, and not once for each: what a space has little to say of does not stand
beside what the user's own memory says well. Records of spaces go by keys here, see `memary.retrieval.joint_keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from memary.queries import (
    BesideQuery,
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    Query,
    SaidQuery,
    SearchQuery,
    SpeakerQuery,
    Stretches,
    StretchQuery,
    SubgraphQuery,
)
from memary.retrieval.joint_keys import asked_of, by_key
from memary.stores.snapshot import Readable, Reads, together
from memary.stream.ranking import decayed
from memary.types import EntityCount, Subgraph

T = TypeVar("T")


class JointReader:
    """Reads several memories as one.

    Args:
        reader: answers for each.
        user_id: whose own memory is asked for.
        beside: ids of the spaces that are read with it.
    """

    def __init__(self, reader: Reads, user_id: str, beside: Sequence[str]) -> None:
        self._reader, self._owners = reader, (user_id, *beside)

    @property
    def is_in_turns(self) -> bool:
        """Return whether one read has to end before the next begins."""
        return self._reader.is_in_turns

    async def read(self, query: Query[T]) -> T:
        """Answer a query that is about the user from all the memories, as far as it names records of theirs."""
        asked = {owner: one for owner in self._owners if (one := asked_of(query, owner)) is not None}
        found = await together(self._reader, *map(self._reader.read, asked.values()))
        return _JOINED[type(query)](query, [*map(by_key, found, asked)])


class JointMemory(JointReader):
    """Reads several memories of a store as one.

    Work that reads again and again is done as the store does it.
    """

    def __init__(self, store: Readable, user_id: str, beside: Sequence[str]) -> None:
        super().__init__(store, user_id, beside)
        self._store = store

    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads; see `Store.at_once`."""
        own, *beside = self._owners
        return await self._store.at_once(lambda reads: work(JointReader(reads, own, beside)))


def _listed(*keys: str) -> Callable[[Any, Sequence[list[Any]]], list[Any]]:
    """Return what puts lists of records together that are sorted by these fields."""

    def joined(query: Any, found: Sequence[list[Any]]) -> list[Any]:
        every = [one for some in found for one in some]
        reverse = getattr(query, "newest_first", False)
        every.sort(key=lambda one: tuple(getattr(one, key) for key in keys), reverse=reverse)
        return every[: getattr(query, "limit", None)]

    return joined


def _all_found(_: SearchQuery[Any] | SaidQuery, found: Sequence[list[Any]]) -> list[Any]:
    """Put together what was found: each memory gives its best, so that none is crowded out."""
    return [one for some in found for one in some]


def _counted(query: CountQuery, found: Sequence[list[EntityCount]]) -> list[EntityCount]:
    def score(row: EntityCount) -> float:
        if query.half_life_days is None:
            return row.count
        return decayed(row.count, row.last_at, now=query.view.when.true_at, half_life_days=query.half_life_days)

    every = [row for some in found for row in some]
    return sorted(every, key=lambda row: (-score(row), row.entity.name, row.entity.id))[: query.limit]


def _by_id(_: BesideQuery, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {id_: one for some in found for id_, one in some.items()}


def _stretched(_: StretchQuery, found: Sequence[Stretches]) -> Stretches:
    before = {id_: one for some in found for id_, one in some.before.items()}
    return Stretches(before, [one for some in found for one in some.said])


def _named(query: SpeakerQuery, found: Sequence[list[str]]) -> list[str]:
    return sorted({name for some in found for name in some})[: query.limit]


def _around(query: SubgraphQuery, found: Sequence[Subgraph]) -> Subgraph:
    return Subgraph(
        seeds=tuple(dict.fromkeys(seed for seed in query.seeds if any(seed in some.seeds for some in found))),
        entities={id_: one for some in found for id_, one in some.entities.items()},
        facts=tuple(fact for some in found for fact in some.facts),
        hops={id_: hop for some in found for id_, hop in some.hops.items()},
        statements=tuple(one for some in found for one in some.statements),
    )


_JOINED: dict[type[Any], Callable[[Any, Any], Any]] = {
    MessageQuery: _listed("created_at", "id"),
    SaidQuery: _all_found,
    EntityQuery: _listed("id"),
    FactQuery: _listed("valid_at", "id"),
    MentionQuery: _listed("at", "source_id", "entity_id"),
    CountQuery: _counted,
    SearchQuery: _all_found,
    BesideQuery: _by_id,
    StretchQuery: _stretched,
    SpeakerQuery: _named,
    SubgraphQuery: _around,
}
