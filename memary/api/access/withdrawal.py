"""Take a user who is forgotten out of spaces, with all their words; no space is left without owners."""

from __future__ import annotations

from memary.api.core import MemoryCore
from memary.filters import METADATA, Compare
from memary.forgetting.forget import ForgetPart, forget_part
from memary.forgetting.held_records import concerns
from memary.forgetting.plan import Manifest
from memary.queries import FactQuery, GrantQuery, MessageQuery, OperationQuery, View
from memary.types import Scope
from memary.types.spaces import AUTHOR_KEY, GIVEN, Grant, SpaceRole, is_space


async def withdraw(core: MemoryCore, member: str, *, dry_run: bool) -> Manifest:
    """Forget what a user wrote in spaces, and hand on the spaces that only they own.

    Spaces that they have left are searched, too. A dry run changes nothing, and tells what would go.
    """
    gone, whole = Manifest(), set[str]()
    for grant in await core.store.read(GrantQuery(member=member)):
        if grant.role is not SpaceRole.OWNER or not grant.joined:
            continue
        if heir := await _heir(core, grant):
            if heir.role is not SpaceRole.OWNER and not dry_run:
                await core.store.grant(grant.space_id, heir.member, SpaceRole.OWNER, at=core.clock())
        else:  # nobody else has joined it
            whole.add(grant.space_id)
            gone += await _take_all(core, grant.space_id, dry_run=dry_run)
    for space_id in await core.store.users():
        if not is_space(space_id) or space_id in whole:
            continue
        gone += (await _take_words(core, Scope(user_id=space_id), member, dry_run=dry_run)).in_space(space_id)
        if not dry_run:
            held = [part.id for part in await core.store.held(space_id) if concerns(part, member)]
            await core.recycle_bin.end(space_id, held)
    return gone


async def all_of(core: MemoryCore, scope: Scope) -> Manifest:
    """Return what a user or a space has."""
    messages, facts = await core.store.read(MessageQuery(scope)), await core.store.read(FactQuery(scope))
    ids = {"message_ids": tuple(one.id for one in messages), "fact_ids": tuple(one.id for one in facts)}
    return Manifest.of(await core.store.stats(scope.user_id)).model_copy(update=ids)


async def _heir(core: MemoryCore, grant: Grant) -> Grant | None:
    """Return who owns a space without one of its owners; None where nobody else has joined it."""
    members = await core.store.read(GrantQuery(space_id=grant.space_id))
    others = [one for one in members if one.joined and one.member != grant.member]
    return min(others, key=lambda one: (-one.role.rank, one.since)) if others else None


async def _take_all(core: MemoryCore, space_id: str, *, dry_run: bool) -> Manifest:
    """Forget a whole space."""
    if dry_run:
        return (await all_of(core, Scope(user_id=space_id))).in_space(space_id)
    return Manifest.of(await core.store.forget_user(space_id))


async def _take_words(core: MemoryCore, space: Scope, member: str, *, dry_run: bool) -> Manifest:
    """Forget a member's messages in a space, and the facts that they gave it without a message."""
    own = View(where=Compare(METADATA + AUTHOR_KEY, "in", (member,)))
    messages = await core.store.read(MessageQuery(space, view=own))
    rows = await core.store.read(OperationQuery(space))
    given = [row for row in rows if row.actor == member and row.action in GIVEN and not row.source_ids]
    facts = {row.target_id for row in given}
    gone = Manifest()
    if messages:
        part = ForgetPart(message_ids=frozenset(message.id for message in messages))
        gone += await forget_part(core.store, space, core.predicates, part, dry_run=dry_run)
    if facts := await _still_there(core, space, facts):
        gone += await forget_part(core.store, space, core.predicates, ForgetPart(fact_ids=facts), dry_run=dry_run)
    return gone


async def _still_there(core: MemoryCore, space: Scope, ids: set[str]) -> frozenset[str]:
    found = await core.store.read(FactQuery(space, ids=ids)) if ids else []
    return frozenset(fact.id for fact in found if not fact.source_ids)
