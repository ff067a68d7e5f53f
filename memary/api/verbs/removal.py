"""Forget a user or a part of their memory, as the verb `forget` does."""

from __future__ import annotations

from dataclasses import dataclass

from memary.api.access.withdrawal import all_of, withdraw
from memary.api.core import MemoryCore
from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.forgetting.forget import ForgetPart
from memary.forgetting.plan import Manifest
from memary.queries import SpeakerQuery
from memary.times import GivenTime, time_given
from memary.types import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What is to be forgotten: the one thing that is named, else all of the user; see `Memary.forget`."""

    user_id: str
    session_id: str | None
    message_id: str | None
    fact_id: str | None
    entity: str | None
    before: GivenTime | None
    speaker: str | None
    with_sources: bool
    for_good: bool

    @property
    def selectors(self) -> int:
        """How many things are named."""
        given = (self.session_id, self.message_id, self.fact_id, self.entity, self.before, self.speaker)
        return sum(selector is not None for selector in given)


async def remove(core: MemoryCore, asked: Removal, *, dry_run: bool) -> Manifest:
    """Forget what is asked for, and return what went; a dry run changes nothing.

    Raises:
        NotFoundError: there is no such thing in this user's memory.
        InputError: more than one thing is named, or a time lacks its zone.
    """
    messages = _alone(asked.message_id)
    scope = await core.scope_to_forget(asked.user_id, asked.session_id, message_ids=messages)
    if asked.selectors > 1:
        raise InputError("Name one thing to forget: a session, a message, a fact, an entity, a speaker or a time.")
    await core.check_user(scope)
    if not asked.selectors:
        return await _remove_all(core, scope, dry_run=dry_run)
    entities = [] if asked.entity is None else await core.entities_named(scope, asked.entity, is_to_go=True)
    part = ForgetPart(
        message_ids=messages,
        fact_ids=_alone(asked.fact_id),
        entity_ids=frozenset(each.id for each in entities),
        before=time_given("before", asked.before),
        speaker=asked.speaker,
        with_sources=asked.with_sources,
    )
    try:
        return await core.forget_part(scope, part, for_good=asked.for_good, dry_run=dry_run)
    except NotFoundError as error:
        names = await core.store.read(SpeakerQuery(scope.user_id)) if asked.speaker is not None else []
        if not names:
            raise
        raise NotFoundError(f"{error} Those who speak there: {', '.join(map(shown, names))}.") from None


async def _remove_all(core: MemoryCore, scope: Scope, *, dry_run: bool) -> Manifest:
    """Forget a space, or a user with what they wrote in spaces."""
    shared = Manifest() if scope.member else await withdraw(core, scope.user_id, dry_run=dry_run)
    if dry_run:
        return await all_of(core, scope) + shared
    manifest = Manifest.of(await core.store.forget_user(scope.user_id))
    return await core.written_over(manifest + shared)


def _alone(id_: str | None) -> frozenset[str]:
    return frozenset() if id_ is None else frozenset({id_})
