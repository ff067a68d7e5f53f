"""Read what insights rest on, and end them with the facts that a step ends."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from memary.facts.intervals import is_current
from memary.queries import EntityQuery, FactQuery, MessageQuery, View
from memary.reflection.insights import INSIGHTS, ReflectionView, may_ground
from memary.reflection.plan import plan_reflection
from memary.stores.store import Store
from memary.types import Fact, GraphDelta, Message, Scope, scope_in_use, utc_now


async def read_grounds(
    store: Store, scope: Scope, ids: Collection[str], *, now: datetime
) -> tuple[dict[str, Fact], dict[str, Message]]:
    """Return the facts and messages of these ids that may be grounds now, by id."""
    facts = await store.read(FactQuery(scope, ids=ids, view=View.now(now)))
    messages = await store.read(
        MessageQuery(scope, ids=set(ids) - {fact.id for fact in facts}, view=View(alive_at=now))
    )
    return {fact.id: fact for fact in facts if may_ground(fact)}, {message.id: message for message in messages}


async def apply_with_insights(store: Store, delta: GraphDelta) -> None:
    """Apply a delta, and retire in the same step the insights that it leaves too little of.

    Raises:
        RevisionConflictError: another writer came between; nothing was written.
        LeaseLostError: a settled or leased message is leased to another worker by now; nothing was written.
    """
    now, scope = utc_now(), scope_in_use(delta.user_id)
    changed = {fact.id: fact for fact in delta.facts}
    gone = {fact.id for fact in delta.facts if not is_current(fact, now)} | set(delta.removed_facts)
    found = await store.read(FactQuery(scope, source_ids=gone, view=View(where=INSIGHTS))) if gone else []
    resting = [changed.get(one.id, one) for one in found if one.id not in delta.removed_facts]
    if resting:
        ids = {id_ for insight in resting for id_ in insight.source_ids}
        facts, messages = await read_grounds(store, scope, ids - gone, now=now)
        facts |= {id_: fact for id_, fact in changed.items() if id_ in ids - gone and may_ground(fact)}
        people = await store.read(EntityQuery(scope, ids={one.subject_id for one in resting}))
        seen = ReflectionView(delta.revision, facts=facts, messages=messages, insights=resting, entities=people)
        plan = plan_reflection(seen, (), user_id=delta.user_id, now=now)
        delta = replace(
            delta,
            facts=tuple((changed | plan.facts).values()),
            operations=(*delta.operations, *plan.operations),
        )
    await store.apply(delta)
