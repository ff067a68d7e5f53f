"""Take entries out of the memory stream: read which, remove them, until no other writer came between.

Entities and facts stay: what is known of somebody does not depend on how often they came up. An entity without an
entry left counts nothing and has no rank.
"""

from __future__ import annotations

from collections.abc import Collection

from memary.checks.faults import shown
from memary.errors import NotFoundError
from memary.facts.ledger import before_after
from memary.facts.transaction import retry_on_conflict
from memary.queries import EntityQuery, MentionQuery
from memary.stores.store import Store
from memary.stream.entries import STREAM
from memary.types import Action, GraphDelta, Mention, Operation, Scope, utc_now


async def remove_entries(store: Store, which: MentionQuery, *, actor: str, index: int | None = None) -> Operation:
    """Remove entries, in a way that can be undone; return the row of the ledger.

    With `index` only the one at this place: 0 for the oldest, -1 for the newest.

    Raises:
        NotFoundError: there are none.
    """
    scope = which.scope

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        mentions = await store.read(which)
        if index is not None:
            mentions = [mentions[index]] if -len(mentions) <= index < len(mentions) else []
        if not mentions:
            raise NotFoundError(f"There is no such entry in the memory stream of user {shown(scope.user_id)}.")
        ids = sorted({mention.entity_id for mention in mentions})
        entities = await store.read(EntityQuery(Scope(user_id=scope.user_id), ids=ids))
        row = Operation(
            user_id=scope.user_id,
            at=utc_now(),
            actor=actor,
            action=Action.DELETE,
            target_id=ids[0] if len(ids) == 1 else "",
            reason=f"{_entries(len(mentions))} removed from the memory stream",
            before=before_after([*entities, *mentions]),
            after=before_after(entities),
            source_ids=tuple(dict.fromkeys(mention.source_id for mention in mentions)),
        )
        await store.apply(_delta(revision, row, mentions))
        return row

    return await retry_on_conflict(step)


async def prune_entries(store: Store, which: MentionQuery, *, actor: str) -> int:
    """Remove entries for good, and return how many; the ledger keeps that number alone."""
    scope = which.scope

    async def step() -> int:
        revision = await store.revision(scope.user_id)
        mentions = await store.read(which)
        if mentions:
            row = Operation(
                user_id=scope.user_id,
                at=utc_now(),
                actor=actor,
                action=Action.FORGET,
                target_id=STREAM,
                reason=f"{_entries(len(mentions))} removed from the memory stream for good",
            )
            await store.apply(_delta(revision, row, mentions))
        return len(mentions)

    return await retry_on_conflict(step)


def _delta(revision: int, row: Operation, mentions: Collection[Mention]) -> GraphDelta:
    gone = tuple((mention.entity_id, mention.source_id) for mention in mentions)
    return GraphDelta(row.user_id, revision, operations=(row,), removed_mentions=gone)


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"
