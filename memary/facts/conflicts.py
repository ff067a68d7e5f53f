"""Tell which facts speak against others that hold at the same time.

A fact keeps with which others it was found to be in conflict, also when those have ended.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.queries import FactQuery, View
from memary.stores.snapshot import Reads
from memary.types import Fact, Scope, When


async def conflicts_of(store: Reads, scope: Scope, facts: Iterable[Fact], when: When) -> dict[str, tuple[str, ...]]:
    """Return the ids of those that speak against facts at a time, by their ids; facts without any are left out."""
    doubted = {fact.id: fact.conflicts_with for fact in facts if fact.conflicts_with and fact.is_visible(when)}
    if not doubted:
        return {}
    others = {other for ids in doubted.values() for other in ids}
    view = View(true_at=when.true_at, known_at=when.known_at)
    held = {fact.id for fact in await store.read(FactQuery(Scope(user_id=scope.user_id), ids=others, view=view))}
    return {id_: against for id_, ids in doubted.items() if (against := tuple(one for one in ids if one in held))}
