"""Estimate what an import costs: the worker's batches over new messages, and the tokens of prompts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from memary.ingestion.batches import by_sittings, in_batches
from memary.ingestion.extraction.context import EARLIER, BatchReader
from memary.ingestion.extraction.model import extraction_turns
from memary.models.base import ChatTurn
from memary.queries import MessageQuery
from memary.reflection.person.zone import zones_of
from memary.settings import Settings
from memary.stores.store import Store
from memary.text import count_tokens
from memary.types import FOREVER, Batch, Message, MessageState, Record, Scope, UsageRow, utc_now
from memary.usage.ledger import Prices, added_up

_ROLE = "extraction"


class Estimate(Record):
    """What an import will take.

    `completion_tokens` is None as long as the ledger knows no extraction whose answers could be taken as an example;
    `cost` is None where no price is set, and leaves out answers of unknown length.
    """

    messages: int  # to be read; not those that are known already or that nobody reads
    calls: int
    prompt_tokens: int
    completion_tokens: int | None = None
    cost: float | None = None


async def estimate(
    reader: BatchReader,
    store: Store,
    messages: Sequence[Message],
    *,
    settings: Settings,
    past: Sequence[UsageRow],
    prices: Prices,
) -> Estimate:
    """Estimate what it takes to read messages of one user.

    Args:
        reader: makes the prompts.
        store: what is known so far.
        messages: as they would be added.
        settings: the size of batches.
        past: the usage ledger, for the usual length of answers.
        prices: of tokens.
    """
    new = await _new(store, messages)
    pending = [message for message in new if message.state is MessageState.PENDING]
    calls = prompt_tokens = 0
    if reader.asks_a_model:
        for batch in _batches(pending, settings.batch_size):
            earlier = await _earlier(store, batch, new)
            zones = await zones_of(store, batch.user_id, settings)
            async for given in reader.inputs(batch, earlier=earlier, zone=zones.main):
                calls += 1
                prompt_tokens += _tokens(extraction_turns(given, now=utc_now()))
    done = added_up(row for row in past if row.role == _ROLE)
    written = round(calls * done.completion_tokens / done.calls) if done.calls else None
    return Estimate(
        messages=len(pending),
        calls=calls,
        prompt_tokens=prompt_tokens,
        completion_tokens=written if calls else 0,
        cost=prices.cost(prompt_tokens, written or 0),
    )


async def _new(store: Store, messages: Sequence[Message]) -> list[Message]:
    """Return those that are not in the store, each once, in the order they were said."""
    times = [message.created_at for message in messages]
    until = min(max(times), FOREVER - timedelta(days=1)) + timedelta(microseconds=1)
    known = await store.read(MessageQuery(Scope(user_id=messages[0].user_id), since=min(times), until=until))
    seen = {message.digest for message in known}
    first = {message.digest: message for message in reversed(messages)}
    return sorted(
        (message for digest, message in first.items() if digest not in seen), key=lambda m: (m.created_at, m.id)
    )


def _batches(messages: Sequence[Message], size: int) -> list[Batch]:
    """Cut messages as a worker reads them: each session by itself, and by its sittings."""
    talks: dict[tuple[str | None, str | None], list[Message]] = {}
    for message in messages:
        talks.setdefault((message.session_id, message.agent_id), []).append(message)
    return [
        Batch(talk[0].user_id, session, agent, "estimate", FOREVER, tuple(part))
        for (session, agent), talk in talks.items()
        for sitting in by_sittings(talk, [one.created_at for one in messages if one.session_id != session])
        for part in in_batches(sitting, size)
    ]


async def _earlier(store: Store, batch: Batch, new: Sequence[Message]) -> list[Message]:
    """Return the last messages before a batch, stored ones and those that will be."""
    start = batch.messages[0].created_at
    talk = Scope(user_id=batch.user_id, session_id=batch.session_id, agent_id=batch.agent_id)
    stored = await store.read(MessageQuery(talk, until=start, newest_first=True, limit=EARLIER))
    end = bisect_left(new, start, key=lambda message: message.created_at)
    coming = islice((new[at] for at in range(end - 1, -1, -1) if _is_of(new[at], talk)), EARLIER)
    return sorted((*stored, *coming), key=lambda m: (m.created_at, m.id))[-EARLIER:]


def _is_of(message: Message, talk: Scope) -> bool:
    return talk.session_id in (None, message.session_id) and talk.agent_id in (None, message.agent_id)


def _tokens(turns: Sequence[ChatTurn]) -> int:
    return sum(count_tokens(turn.content) for turn in turns)
