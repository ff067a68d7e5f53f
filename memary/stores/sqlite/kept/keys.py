"""Keep which entities of a user have a key, for a revision of the user, as records are kept.

Any few words of a message may be a name. Mostly nobody is called so, and the next message is looked at together with
the few before it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from typing import TypeAlias

from memary.stores.sqlite.kept.nodes import added_by
from memary.stores.sqlite.rows import id_list
from memary.text import search_keys
from memary.types import Entity, GraphDelta

Bearers: TypeAlias = dict[str, tuple[str, ...]]
"""By key, the ids of the entities that have it."""

_MOST_KEYS = 2_048
"""Of how many keys of a user it is kept."""


def bearers_of(connection: sqlite3.Connection, owner: int, keys: Collection[str]) -> Bearers:
    """Return which entities of a user have some keys."""
    found: Bearers = dict.fromkeys(keys, ())
    for key, id_ in connection.execute(
        "SELECT key, entity_id FROM entity_keys WHERE owner = ? AND key IN (SELECT value FROM json_each(?))",
        (owner, id_list(keys)),
    ):
        found[key] += (id_,)
    return found


def note_bearers(known: Bearers, read: Bearers) -> None:
    """Keep those of further keys, instead of the older half where they are many."""
    known.update(read)
    if len(known) > _MOST_KEYS:
        for key in [*known][: len(known) // 2]:
            known.pop(key, None)


def bearers_after(known: Bearers, delta: GraphDelta, former: Mapping[str, Entity]) -> Bearers:
    """Return those that stand as they did after a delta; `former` are the entities before it, as far as known."""
    if not known or not (delta.entities or delta.removed_entities):
        return known
    if not {*(one.id for one in delta.entities), *delta.removed_entities} <= former.keys() | added_by(delta):
        return {}  # nobody knows which keys those had
    left = known.copy()  # who still reads from before the delta goes on with these
    for entity in (*delta.entities, *former.values()):
        for key in search_keys(entity):
            left.pop(key, None)
    return left
