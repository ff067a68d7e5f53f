"""Restore what was forgotten and is held aside: read, plan, apply, until nobody came between."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memary.errors import InputError, NotFoundError
from memary.facts.predicates import Predicates
from memary.facts.transaction import retry_on_conflict
from memary.forgetting.held_records import read
from memary.forgetting.plan import Manifest
from memary.reflection.insight_evidence import apply_with_insights
from memary.restoration.current_state import read_present
from memary.restoration.plan import plan_restoring
from memary.stores.store import Store
from memary.types import HeldPart


async def restore(store: Store, part: HeldPart, predicates: Predicates, *, clock: Callable[[], datetime]) -> Manifest:
    """Bring a held part back; return how much came back.

    Args:
        store: where it is.
        part: what is held aside.
        predicates: which relations hold one value at a time.
        clock: the time, on which also depends what is still held.

    Raises:
        NotFoundError: it is held no more.
        InputError: something that touches it was forgotten later, or was changed so that it cannot come back.
    """

    async def step() -> Manifest:
        revision = await store.revision(part.user_id)
        parts = await store.held(part.user_id)
        if part.id not in {one.id for one in parts}:
            raise NotFoundError("It can no longer be restored: it was restored already, or its time is over.")
        later = [one for one in parts if (one.at, one.id) > (part.at, part.id)]
        aside = read(part)
        if touching := [one for one in later if aside.is_touched_by(read(one))]:
            raise InputError(f"Something that belongs to it was forgotten later: restore {touching[-1].id} first.")
        aside, present = await read_present(store, part, predicates, revision=revision)
        delta, manifest = plan_restoring(part, aside, present, predicates=predicates, now=clock())
        await apply_with_insights(store, delta)
        return manifest

    return await retry_on_conflict(step)
