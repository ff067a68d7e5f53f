"""Name records by keys that are unique over the memories that are read as one.

An id is unique within one memory only, and callers choose it: a space, a copy of it and one's own memory may each
have a message "note-1". So whoever reads several gets all of a space's by keys, also where one record names another,
and takes these for ids. What leaves recall has its own ids again, beside the id of its space.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass, replace
from functools import partial
from typing import Any, TypeVar, cast

from memary.queries import (
    BesideQuery,
    Candidate,
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageNeighbours,
    MessageQuery,
    SaidQuery,
    SpeakerQuery,
    Stretches,
    StretchQuery,
    SubgraphQuery,
)
from memary.retrieval.facts.entity_links import Link
from memary.retrieval.hits import Ended, Hit
from memary.types import Doubt, DoubtStep, Entity, EntityCount, Fact, Ground, Mention, Message, Record, Said, Subgraph
from memary.types.scope import id_in_key, key_in
from memary.types.spaces import is_space

T = TypeVar("T")

_IDS: Mapping[type[Any], tuple[str, ...]] = {
    Message: ("id", "session_id"),
    Said: ("id", "session_id"),
    Fact: ("id", "subject_id", "object_id", "supersedes", "conflicts_with", "source_ids", "rests_on", "in_doubt"),
    Ground: ("fact_id", "source_ids"),
    Doubt: ("because_id", "path"),
    DoubtStep: ("fact_id",),
    Entity: ("id",),
    EntityCount: ("entity",),
    Mention: ("entity_id", "source_id"),
    Candidate: ("record",),
    MessageNeighbours: ("before", "after"),
    Stretches: ("before", "said"),
    Subgraph: ("seeds", "entities", "facts", "hops"),
    Link: ("entity",),
    Hit: ("id", "session_id", "source_ids", "over", "in_doubt"),
    Ended: ("fact_id", "instead_id"),
}
"""Where records have ids, or records that have some."""

_ASKED: Mapping[type[Any], tuple[str, ...]] = {
    MessageQuery: ("ids",),
    SaidQuery: ("ids",),
    EntityQuery: ("ids",),
    FactQuery: ("ids", "entity_ids", "object_ids", "source_ids", "ground_ids"),
    MentionQuery: ("entity_ids", "source_ids"),
    CountQuery: ("entity_ids",),
    BesideQuery: ("ids",),
    SubgraphQuery: ("seeds",),
}
"""Where queries name records, of which only those are meant that have one of the ids."""


def by_key(found: T, owner: str) -> T:
    """Return what one memory has found, by keys; of a user's own these are the ids."""
    return _renamed(found, partial(key_in, owner)) if is_space(owner) else found


def as_kept(found: T) -> T:
    """Return what was found by keys as its memories keep it."""
    return _renamed(found, id_in_key)


def asked_of(query: Any, owner: str) -> Any:
    """Return a query by keys as it is put to one memory; None where it names records of others alone."""
    if isinstance(query, SpeakerQuery):
        return replace(query, user_id=owner)
    named: dict[str, Any]
    if isinstance(query, StretchQuery):
        around = [(_within(owner, ids), turns) for ids, turns in query.around]
        named = {"around": around, "further": _within(owner, query.further)}
        is_asked = any(ids for ids, _ in around) or named["further"]
    else:
        given = {name: getattr(query, name) for name in _ASKED.get(cast("type[Any]", type(query)), ())}
        named = {name: _within(owner, keys) for name, keys in given.items() if keys is not None}
        is_asked = all(named.values())
    return replace(query, scope=query.scope.model_copy(update={"user_id": owner}), **named) if is_asked else None


def _within(owner: str, keys: Collection[str]) -> list[str]:
    """Return the ids of those records that are of one memory."""
    return [id_ for key in keys if key_in(owner, id_ := id_in_key(key)) == key]


def _renamed(value: Any, name: Callable[[str], str]) -> Any:
    """Return ids, or records with all ids in them, by other names."""
    if isinstance(value, str):
        return name(value)
    if (fields := _IDS.get(cast("type[Any]", type(value)))) is not None:
        changed = {field: _renamed(getattr(value, field), name) for field in fields}
        if isinstance(value, Record):
            return value.model_copy(update=changed)
        return replace(cast("Any", value), **changed) if is_dataclass(value) else value._replace(**changed)
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return {name(key): _renamed(one, name) for key, one in pairs}
    if isinstance(value, list | tuple):
        every = [_renamed(one, name) for one in cast("list[Any]", value)]
        return every if isinstance(value, list) else tuple(every)
    return value
