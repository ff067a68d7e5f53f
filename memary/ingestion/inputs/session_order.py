"""Keep a session in the order in which it was said, even if the system's clock has gone back.

Messages stand by the time when they were said. One that is said now, but after the clock has gone back, would stand
before what was said already, out of the sight of the context window where that is folded into a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from memary.queries import MessageQuery
from memary.stores.store import Store
from memary.types import Message, Scope

_FARTHEST = timedelta(days=1)
"""How far a clock may have gone back; after more, the right day matters more than the order."""

_NEXT = timedelta(microseconds=1)


async def in_order(store: Store, messages: Sequence[Message], *, now: datetime) -> list[Message]:
    """Return messages with those said now put behind all that their sessions have said by the same clock.

    Args:
        store: where the sessions are.
        messages: new ones, of one user.
        now: when they are added; a message said at another time has it from its caller, and keeps it.
    """
    sessions = {message.session_id: message.user_id for message in messages if message.session_id}
    ends: dict[str | None, datetime] = {}
    for session, user in sessions.items():
        scope = Scope(user_id=user, session_id=session)
        for last in await store.read(MessageQuery(scope, newest_first=True, limit=1)):
            if last.created_at == last.added_at and now < last.created_at <= now + _FARTHEST:
                ends[session] = last.created_at + _NEXT
    return [
        message.model_copy(update={"created_at": end, "added_at": end})
        if (end := ends.get(message.session_id)) and message.created_at == now
        else message
        for message in messages
    ]
