"""Fold the older messages of a long conversation into its running summary.

Folding only shortens what the next prompt shows. The messages stay as they are: found by recall, and pending while
their facts are still to be extracted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from memary.conversation.open_items import closed_by, opened_by
from memary.conversation.summary import (
    WORDS,
    RunningSummary,
    first_words,
    to_fold,
    turns,
    words_in,
)
from memary.conversation.summary_reply import read_reply
from memary.errors import ModelOutputError
from memary.facts.transaction import retry_on_conflict
from memary.filters import Compare, Not
from memary.languages import texts
from memary.languages.prompt.instructions import USUAL, Instructions
from memary.languages.prompt.quotation import continued, one_line, quoted
from memary.languages.tokens import TokenCounter, count_tokens, truncate_tokens
from memary.models.base import ChatModel, ChatTurn
from memary.queries import EVERYTHING, MessageQuery, SummaryQuery, View
from memary.stores.store import Store
from memary.types import FOREVER, GraphDelta, Message, Role, Scope, Summary, utc_now

_log = logging.getLogger("memary")

_PAGES = (50, 250, 1_000)
"""How many of a session's last messages are read, until its summary or its beginning is among them."""

_MOST = _PAGES[-1]
"""No window shows more messages than these."""

_TALK = Not(Compare("role", "in", (Role.SYSTEM.value,)))
"""What is part of a conversation: all but the words of the system."""

_QUOTED_WORDS = 12
_BETWEEN = " / "
_LINE_TOKENS = 8
"""What the speaker's name adds to a message."""

Shown: TypeAlias = Callable[[Sequence[Message], Summary | None], int]
"""Tells how many of a session's last messages a context window shows beside its summary."""


async def open_messages(store: Store, scope: Scope, view: View = EVERYTHING) -> tuple[Summary | None, list[Message]]:
    """Return a session's summary and its messages that it does not cover, oldest first.

    Of very many only the newest are returned. A view of the past shows the messages that were said, or known, by
    then, and no summary, which may tell of others; nor is there one for an agent where it tells of what was said to
    another.
    """
    if scope.session_id is None:
        return None, []
    summary = await _summary_for(store, scope) if view.is_of_now else None
    messages: list[Message] = []
    with_expired = replace(view, where=_TALK, alive_at=None)  # the last that the summary covers may have expired
    for limit in _PAGES:
        newest = await store.read(MessageQuery(scope, newest_first=True, limit=limit, view=with_expired))
        covered = next((at for at, message in enumerate(newest) if summary and message.id == summary.until_id), None)
        messages = newest[:covered]
        if covered is not None or len(newest) < limit:
            break
    alive_at = view.alive_at
    return summary, [message for message in reversed(messages) if alive_at is None or message.expires_at > alive_at]


async def _summary_for(store: Store, scope: Scope) -> Summary | None:
    """Return the summary of a session, unless it covers messages that the agent may not see."""
    session = Scope(user_id=scope.user_id, session_id=scope.session_id)
    if scope.agent_id is not None:
        of_others = Not(Compare("agent_id", "in", (scope.agent_id,)))
        if await store.read(MessageQuery(session, limit=1, view=View(where=of_others))):
            return None
    return await store.read(SummaryQuery(scope.user_id, scope.session_id or ""))


async def _not_folded(store: Store, scope: Scope) -> tuple[Summary | None, list[Message]]:
    """Return the summary of a session and the oldest messages that it does not cover."""
    summary = await store.read(SummaryQuery(scope.user_id, scope.session_id or ""))
    last = await store.read(MessageQuery(scope, ids=[summary.until_id])) if summary else []
    since = last[0].created_at if last else None
    said = await store.read(MessageQuery(scope, since=since, limit=2 * _MOST, view=View(where=_TALK)))
    covered = next((at for at, message in enumerate(said, 1) if summary and message.id == summary.until_id), 0)
    return summary, said[covered:]


async def last_messages(store: Store, scope: Scope, *, limit: int, view: View = EVERYTHING) -> list[Message]:
    """Return a session's last messages, oldest first, whether its summary covers them or not."""
    if scope.session_id is None:
        return []
    asked = MessageQuery(scope, newest_first=True, limit=limit, view=replace(view, where=_TALK))
    return (await store.read(asked))[::-1]


@dataclass(frozen=True, slots=True)
class Summariser:
    """Writes running summaries: with a model, or by quoting the beginnings of what users said.

    Attributes:
        model: writes them.
        language: of the prompt.
        count: counts tokens.
        prompts: what the model is told to do.
    """

    model: ChatModel
    language: str
    count: TokenCounter = count_tokens
    prompts: Instructions = USUAL

    def readable_at_once(self, previous: RunningSummary, messages: Sequence[Message]) -> Sequence[Message]:
        """Return the oldest turns that fit into one call, at least one; the others are folded after them."""
        if self.model.is_offline:
            return messages
        left = self.model.context_window // 2 - sum(map(self.count, (previous.text, *previous.open)))
        read: list[Message] = []
        for turn in turns(messages):
            left -= sum(self.count(message.content) + _LINE_TOKENS for message in turn)
            if read and left < 0:
                break
            read += turn
        return read

    async def write(self, previous: RunningSummary, messages: Sequence[Message]) -> RunningSummary | None:
        """Add messages to a summary; None where the model's reply cannot be used.

        Raises:
            ModelError: the model could not be asked.
        """
        if self.model.is_offline:
            return _quoted(previous, messages)
        if not messages:
            return previous
        words = texts(self.language)
        prompt = truncate_tokens(self._prompt(previous, messages), self.model.context_window // 2, self.count)
        rules = self.prompts.of("summary", self.language, words=WORDS)
        try:
            completion = await self.model.complete([ChatTurn(Role.SYSTEM, rules), ChatTurn(Role.USER, prompt)])
        except ModelOutputError as error:
            _log.warning("summary: %s", error)
            return None
        headings = (words.summary_previous, words.summary_open, words.summary_messages)
        instructions = "\n".join((rules, *headings))
        reply = read_reply(completion.text, source=prompt, rules=instructions, previous=previous.text)
        if reply is None:
            return None
        return previous.folded(reply.summary, opened=reply.open, closed=reply.settled(previous.open))

    def _prompt(self, previous: RunningSummary, messages: Sequence[Message]) -> str:
        words = texts(self.language)
        lines = [f"{one_line(m.speaker or m.role)}: {continued(m.content)}" for m in messages]
        parts = [f"{words.summary_previous}:\n{quoted(previous.text)}"] if previous.text else []
        if previous.open:
            numbered = (f"{number}. {one_line(matter)}" for number, matter in enumerate(previous.open, 1))
            parts.append(f"{words.summary_open}:\n" + "\n".join(numbered))
        parts.append(f"{words.summary_messages}:\n" + "\n".join(lines))
        return "\n\n".join(parts)


async def fold(store: Store, scope: Scope, summariser: Summariser, *, shown: Shown, keep: int) -> bool:
    """Fold older messages into the session's summary; return whether any were folded.

    A model whose reply cannot be used changes nothing: the old summary and the messages stay as they are.

    Args:
        store: where the session is.
        scope: the session.
        summariser: writes the summary.
        shown: tells how many of a session's last messages a context window shows beside its summary.
        keep: last messages that stay as they are, if there is room for them.

    Raises:
        ModelError: the model could not be asked.
    """
    if scope.session_id is None:
        return False
    summary, messages = await _not_folded(store, scope)
    left = to_fold(messages, keep=keep, shown=lambda some: shown(some[-_MOST:], summary))
    is_folded = False
    while left:
        previous = RunningSummary(summary.text, summary.open) if summary else RunningSummary()
        part = summariser.readable_at_once(previous, left)
        new = await _folded(store, scope, summariser, summary, part)
        if new is None:
            break
        is_folded, summary, left = True, new, left[len(part) :]
    return is_folded


async def _folded(
    store: Store, scope: Scope, summariser: Summariser, summary: Summary | None, folded: Sequence[Message]
) -> Summary | None:
    """Fold messages that one call can read into a summary and keep it; None where that changed nothing."""
    previous = RunningSummary(summary.text, summary.open) if summary else RunningSummary()
    written = await summariser.write(previous, _lasting(folded))
    if written is None:
        return None
    new = Summary(
        user_id=scope.user_id,
        session_id=scope.session_id or "",
        text=written.text or "…",
        open=written.open,
        until_id=folded[-1].id,
        updated_at=utc_now(),
    )

    async def step() -> bool:
        revision = await store.revision(scope.user_id)
        if not await _still_there(store, scope, folded, summary):
            return False  # something of it was forgotten meanwhile: the text must not bring it back
        await store.apply(GraphDelta(user_id=scope.user_id, revision=revision, summaries=(new,)))
        return True

    return new if await retry_on_conflict(step) else None


async def _still_there(store: Store, scope: Scope, folded: Sequence[Message], previous: Summary | None) -> bool:
    ids = {message.id for message in folded}
    held = await store.read(MessageQuery(Scope(user_id=scope.user_id), ids=ids))
    return len(held) == len(ids) and await store.read(SummaryQuery(scope.user_id, scope.session_id or "")) == previous


def _lasting(messages: Sequence[Message]) -> list[Message]:
    """Leave out messages that expire, since a summary would outlive them."""
    return [message for message in messages if message.expires_at == FOREVER]


def _quoted(previous: RunningSummary, messages: Sequence[Message]) -> RunningSummary:
    """Quote how the messages of users begin.

    When it becomes too much, every other of the older quotes goes.
    """
    said = [first_words(" ".join(m.content.split()), _QUOTED_WORDS) for m in messages if m.role is Role.USER]
    quotes: list[str] = [*previous.text.split(_BETWEEN), *said] if previous.text else said
    while len(quotes) > 1 and sum(map(words_in, quotes)) > WORDS:
        half = max(len(quotes) // 2, 2)
        quotes = [*quotes[:half:2], *quotes[half:]]
    matters = previous
    for message in messages:  # one by one: a later one may settle what an earlier one opens
        closed = closed_by(matters.open, [message])
        matters = matters.folded("", opened=opened_by([message]), closed=closed)
    return RunningSummary(_BETWEEN.join(quotes), matters.open)
