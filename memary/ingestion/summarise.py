"""Fold the older messages of a long conversation into its running summary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memary.errors import RevisionConflictError
from memary.ingestion.salvage import without_thinking
from memary.llm.base import ChatModel, ChatTurn
from memary.memory.summary import to_fold
from memary.prompts.languages import texts
from memary.stores.base import GraphStore
from memary.text import count_tokens
from memary.text.tokens import truncate_tokens
from memary.types import GraphDelta, Message, Role, Scope, Summary, utc_now

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
) -> tuple[Summary | None, list[Message]]:
    """Return a session's summary and its newest messages not covered by it, oldest first, at most `limit`.

    With `until` or `known_at` the messages said before that time or known at that time, and no summary, which may
    tell of others.
    """
    if scope.session_id is None:
        return None, []
    is_past = until is not None or known_at is not None
    summary = None if is_past else await store.summary(scope.user_id, scope.session_id)
    newest = await store.messages(scope, until=until, known_at=known_at, newest_first=True, limit=limit)
    messages = [message for message in reversed(newest) if message.role is not Role.SYSTEM]
    if summary is None:
        return None, messages
    covered = next((at for at, message in enumerate(messages) if message.id == summary.until_id), -1)
    return summary, messages[covered + 1 :]


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
        text = _quoted(previous, folded)
    else:
        folded = _readable_at_once(folded, model.context_window // 2 - count_tokens(previous))
        text = await _written(model, previous, folded, language)
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
        try:
            await store.apply(GraphDelta(user_id=scope.user_id, revision=revision, summaries=(new,)))
        except RevisionConflictError:
            continue
        return True


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
    lines = [f"{message.speaker or message.role}: {message.content}" for message in messages]
    parts = [f"{words.summary_previous}:\n{previous}"] if previous else []
    parts.append(f"{words.summary_messages}:\n" + "\n".join(lines))
    prompt = truncate_tokens("\n\n".join(parts), model.context_window // 2)
    turns = [ChatTurn(Role.SYSTEM, words.summary_rules.format(words=WORDS)), ChatTurn(Role.USER, prompt)]
    return without_thinking((await model.complete(turns)).text)


def _quoted(previous: str, messages: Sequence[Message]) -> str:
    said = [" ".join(message.content.split())[:80] for message in messages if message.role is Role.USER]
    whole = " / ".join([previous, *said] if previous else said)
    return truncate_tokens(whole, _OFFLINE_TOKENS) if whole else "…"
