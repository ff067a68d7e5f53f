"""Keep which entities somebody said are two: nobody is asked again, and nothing merges them.

That is read from the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.checks.faults import shown
from memary.errors import InputError
from memary.facts.ledger import MENTIONS, before_after
from memary.facts.transaction import retry_on_conflict
from memary.queries import OperationQuery
from memary.resolution.merge import MergeRequest, one_entity
from memary.stores.store import Store
from memary.types import Action, GraphDelta, Operation, Scope, utc_now

Pair = frozenset[str]
"""The ids of two entities."""


async def told_apart(store: Store, scope: Scope) -> set[Pair]:
    """Read which entities were told apart, by the ids that they have now."""
    rows = await store.read(OperationQuery(scope, actions=(Action.DISTINCT, Action.MERGE)))
    return pairs_told_apart(rows)


def pairs_told_apart(rows: Iterable[Operation]) -> set[Pair]:
    """Return which entities rows of the ledger tell apart; what became part of another is that one."""
    pairs, into = list[Pair](), dict[str, str]()
    for row in rows:
        if row.action is Action.DISTINCT:
            pairs.append(frozenset(row.before))
        elif row.action is Action.MERGE:
            went = row.before.keys() - row.after.keys() - {MENTIONS}
            into = {was: row.target_id if now in went else now for was, now in into.items()}
            into |= dict.fromkeys(went, row.target_id)
    found = (frozenset(into.get(id_, id_) for id_ in pair) for pair in pairs)
    return {pair for pair in found if len(pair) == 2}


async def tell_apart(store: Store, scope: Scope, asked: MergeRequest) -> Operation:
    """Keep that two entities are two, and return the ledger's row.

    Raises:
        NotFoundError: there is no such entity.
        InputError: several are meant, both are one, or they were told apart before.
    """

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        one, other = await one_entity(store, scope, asked.entity), await one_entity(store, scope, asked.into)
        both = f"{shown(asked.entity)} and {shown(asked.into)}"
        if one.id == other.id:
            raise InputError(f"{both} are one entity: {shown(one.name)}. Undo the merge to separate them.")
        if frozenset((one.id, other.id)) in await told_apart(store, scope):
            raise InputError(f"{both} are already kept apart.")
        row = Operation(
            user_id=scope.user_id,
            at=utc_now(),
            actor=asked.actor,
            action=Action.DISTINCT,
            target_id=one.id,
            reason=asked.reason,
            before=before_after([one, other]),
            after=before_after([one, other]),
            source_ids=asked.source_ids,
        )
        await store.apply(GraphDelta(scope.user_id, revision, operations=(row,)))
        return row

    return await retry_on_conflict(step)
