"""Take messages in: check, describe and keep them, as the verb `add` does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memary.api.core import MemoryCore
from memary.api.refusals import keeping_nothing
from memary.api.verbs.receipt import Receipt, with_news
from memary.forgetting.forget import ForgetPart
from memary.ingestion.inputs.replacement import other_texts, refuse_other_texts
from memary.ingestion.inputs.session_order import in_order
from memary.ingestion.load import Common, Given, each_given
from memary.text.redaction.redactor import kinds_in
from memary.times import GivenTime
from memary.types import Message, MessageState, scope_in_use
from memary.types.spaces import SpaceRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """Messages that are to be kept, whose they are, and what holds for each of them; see `Memary.add`."""

    messages: Given | Iterable[Given]
    user_id: str
    agent_id: str | None
    session_id: str | None
    metadata: Mapping[str, object] | None
    expires_at: GivenTime | None
    infer: bool
    replace: bool
    wait: bool


@dataclass(frozen=True, slots=True)
class _Checked:
    """What may be kept of an addition, what that replaces, and which pictures stay undescribed."""

    user_id: str  # under which the memory is kept
    records: Sequence[Message] = ()
    former: Sequence[Message] = ()
    undescribed: Sequence[str] = ()


async def keep(core: MemoryCore, asked: Addition) -> Receipt:
    """Keep messages, in place of those of the same ids where that is asked for, and have them read.

    Raises:
        InputError: one cannot be kept, or all are empty. Nothing was kept.
        StoreError: the store did not take them. Nothing was kept; what they replace may be gone.
    """
    now = core.clock()
    with keeping_nothing():
        checked = await _check(core, asked, now)
    if not checked.records:
        return Receipt(ids=(), pending=0)
    if checked.former:
        ids = frozenset(message.id for message in checked.former)
        whose = await core.scope_to_forget(asked.user_id, message_ids=ids)
        await core.forget_part(whose, ForgetPart(message_ids=ids), for_good=True)
    records = await in_order(core.store, checked.records, now=now)
    due_at = now + timedelta(seconds=core.linger)
    stored = await core.store.append(records, embeddings=await core.vectors_of(records), due_at=due_at)
    pending = sum(message.state is MessageState.PENDING for message in stored)
    if pending:
        core.ensure_worker()
    receipt = Receipt(
        ids=tuple(message.id for message in stored),
        pending=pending,
        replaced=len(checked.former),
        undescribed=tuple(checked.undescribed),
        redacted=() if core.redactor.is_off else kinds_in(message.content for message in stored),
    )
    return await with_news(core, receipt, checked.user_id) if asked.wait else receipt


async def _check(core: MemoryCore, asked: Addition, now: datetime) -> _Checked:
    """Return what may be kept, with its pictures described."""
    scope = await core.scope(asked.user_id, asked.agent_id, asked.session_id, role=SpaceRole.WRITER)
    given = each_given(asked.messages)
    common = Common(asked.infer, asked.metadata, asked.expires_at, core.redactor)
    records = await core.loaded(given, scope, common, now=now)
    if not records:
        return _Checked(scope.user_id)
    former = await other_texts(core.store, scope_in_use(scope.user_id), records)
    if not asked.replace:
        refuse_other_texts(former)
    described, undescribed = await core.pictures_described(given, records)
    if described:
        records = await core.loaded(given, scope, replace(common, described=described), now=now)
    return _Checked(scope.user_id, records, former, undescribed)
