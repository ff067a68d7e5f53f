"""Fold the older messages of a long conversation into its running summary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memary.errors import RevisionConflictError
from memary.ingestion.salvage import without_thinking
from memary.llm.base import ChatModel, ChatTurn
from memary.memory.summary import to_fold
from memary.prompts.languages import texts
from memary.prompts.quoting import continued, one_line, quoted
from memary.stores.base import GraphStore
from memary.text import count_tokens
from memary.text.tokens import truncate_tokens
from memary.types import FOREVER, GraphDelta, Message, Role, Scope, Summary, utc_now

WORDS = 50
"""Length of a running summary."""

_OFFLINE_TOKENS = 120
_LINE_TOKENS = 8
"""What the speaker's name adds to a message."""


async def open_messages(
    store: GraphStore,
    scope: Scope,
    *,
    limit: int,
    until: datetime | None = None,
    known_at: datetime | None = None,
    alive_at: datetime | None = None,
) -> tuple[Summary | None, list[Message]]:
    """Return a session's summary and its newest messages not covered by it, oldest first, at most `limit`.

    With `until` or `known_at` the messages said before that time or known at that time, and no summary, which may
    tell of others. With `alive_at` those that have not expired by then.
    """
    if scope.session_id is None:
        return None, []
    is_past = until is not None or known_at is not None
    summary = None if is_past else await store.summary(scope.user_id, scope.session_id)
    newest = await store.messages(scope, until=until, known_at=known_at, newest_first=True, limit=limit)
    messages = [message for message in reversed(newest) if message.role is not Role.SYSTEM]
    if summary is not None:
        covered = next((at for at, message in enumerate(messages) if message.id == summary.until_id), -1)
        messages = messages[covered + 1 :]
    return summary, [message for message in messages if alive_at is None or message.expires_at > alive_at]


async def fold(store: GraphStore, model: ChatModel, scope: Scope, *, limit: int, keep: int, language: str) -> bool:
    """Fold what is too much into the session's summary; return whether anything was folded.

    A model that answers nothing changes nothing.

    Without a language model the summary quotes the beginnings of what users said.

    Args:
        store: where the session is.
        model: writes the summary.
        scope: the session.
        limit: tokens that unfolded messages may take.
        keep: last messages that stay as they are.
        language: of the summary.
    """
    if scope.session_id is None:
        return False
    summary, messages = await open_messages(store, scope, limit=1_000)
    folded = to_fold(messages, limit=limit, keep=keep)
    if not folded:
        return False
    previous = summary.text if summary else ""
    if model.is_offline:
        text = _quoted(previous, _lasting(folded))
    else:
        folded = _readable_at_once(folded, model.context_window // 2 - count_tokens(previous))
        lasting = _lasting(folded)
        text = await _written(model, previous, lasting, language) if lasting else previous or "…"
    if not text:
        return False  # the old summary and the messages stay as they are
    new = Summary(
        user_id=scope.user_id,
        session_id=scope.session_id,
        text=text,
        until_id=folded[-1].id,
        updated_at=utc_now(),
    )
    while True:
        revision = await store.revision(scope.user_id)
        if not await _still_there(store, scope, folded, summary):
            return False  # something of it was forgotten meanwhile: the text must not bring it back
        try:
            await store.apply(GraphDelta(user_id=scope.user_id, revision=revision, summaries=(new,)))
        except RevisionConflictError:
            continue
        return True


async def _still_there(store: GraphStore, scope: Scope, folded: Sequence[Message], previous: Summary | None) -> bool:
    ids = {message.id for message in folded}
    held = await store.messages(Scope(user_id=scope.user_id), ids=ids)
    return len(held) == len(ids) and await store.summary(scope.user_id, scope.session_id or "") == previous


def _lasting(messages: Sequence[Message]) -> list[Message]:
    """Leave out what expires: a summary would outlive it."""
    return [message for message in messages if message.expires_at == FOREVER]


def _readable_at_once(messages: Sequence[Message], tokens: int) -> list[Message]:
    """Return the oldest messages that fit into one call, at least one; the others are folded next time."""
    read: list[Message] = []
    for message in messages:
        tokens -= count_tokens(message.content) + _LINE_TOKENS
        if read and tokens < 0:
            break
        read.append(message)
    return read


async def _written(model: ChatModel, previous: str, messages: Sequence[Message], language: str) -> str:
    words = texts(language)
    lines = [f"{one_line(m.speaker or m.role)}: {continued(m.content)}" for m in messages]
    parts = [f"{words.summary_previous}:\n{quoted(previous)}"] if previous else []
    parts.append(f"{words.summary_messages}:\n" + "\n".join(lines))
    prompt = truncate_tokens("\n\n".join(parts), model.context_window // 2)
    turns = [ChatTurn(Role.SYSTEM, words.summary_rules.format(words=WORDS)), ChatTurn(Role.USER, prompt)]
    return without_thinking((await model.complete(turns)).text)


def _quoted(previous: str, messages: Sequence[Message]) -> str:
    said = [" ".join(message.content.split())[:80] for message in messages if message.role is Role.USER]
    whole = " / ".join([previous, *said] if previous else said)
    return truncate_tokens(whole, _OFFLINE_TOKENS) if whole else "…"
