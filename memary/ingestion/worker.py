"""The worker: takes pending messages batch by batch and brings what they say into the graph.

It runs as a task inside the process, as `memary worker`, or many times over: batches are leased, one user's to one
worker at a time. What fails for a passing reason (an outage, a wrong key) waits and is tried again without limit;
what a model cannot make sense of becomes a dead letter after some attempts. No message is lost either way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

from pydantic import JsonValue

from memary.errors import (
    LeaseLostError,
    MemaryError,
    ModelAccessError,
    ModelError,
    ModelUnavailableError,
    StoreError,
)
from memary.ingestion.extract import Extractor, proposals
from memary.ingestion.resolve import NamedEntity, ProposedFact
from memary.ingestion.write import GraphWriter, Proposals
from memary.llm.base import Embedder
from memary.memory.identity import SELF_KEY, SELF_NAME, user_name
from memary.prompts.extraction import ExtractionInput
from memary.prompts.languages import texts
from memary.settings import Settings
from memary.stores.base import GraphStore
from memary.text import count_tokens, entity_key, terms
from memary.types import Batch, Entity, Fact, Message, MessageState, Scope, new_id, utc_now

_log = logging.getLogger("memary")

_EARLIER = 4
_KNOWN_FACTS = 10
_KNOWN_ENTITIES = 15
_BACKOFF_CAP = timedelta(minutes=5)
_IDLE = 5.0
"""Seconds after which an idle worker looks for messages that other processes added."""


@dataclass(slots=True)
class FlushReport:
    """What working off pending messages came to."""

    done: int = 0
    failed: int = 0
    pending: int = 0
    operations: Counter[str] = field(default_factory=Counter[str])
    errors: list[str] = field(default_factory=list[str])

    @property
    def facts_added(self) -> int:
        """Facts that were new or replaced others."""
        return self.operations["fact ADD"] + self.operations["fact UPDATE"]


class Worker:
    """Works off the queue of a store.

    Args:
        store: where messages wait.
        writer: brings proposals into the graph.
        extractor: reads the messages.
        embedder: fills in vectors that were missing when a message was added.
        settings: batch size, lease, attempts.
    """

    def __init__(
        self, store: GraphStore, writer: GraphWriter, extractor: Extractor, embedder: Embedder, settings: Settings
    ) -> None:
        self.id = new_id()
        self._store = store
        self._writer = writer
        self._extractor = extractor
        self._embedder = embedder
        self._settings = settings
        # a lease has to outlast the two model calls that a batch may take
        self._lease = timedelta(seconds=max(settings.lease, 3 * settings.request_timeout))
        self._wake = asyncio.Event()
        self._busy = asyncio.Lock()  # a lease is the worker's: its tasks must not take one batch twice

    def wake(self) -> None:
        """Tell a waiting worker that there is something to do. To be called in its event loop."""
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled."""
        failures = 0
        while True:
            self._wake.clear()
            try:
                worked = await self._step()
                failures = 0
            except MemaryError as error:  # the store is down: wait for it, the messages are safe there
                failures += 1
                _log.warning("worker: %s", error)
                worked = False
            if not worked:
                await self._rest(min(2.0**failures, 60.0) if failures else await self._until_due())

    async def _step(self) -> bool:
        await self.fill_embeddings()
        report = FlushReport()
        return await self._process_next(report, user_id=None, ignore_due=False)

    async def drain(self, user_id: str | None = None, *, wait: float = 30.0) -> FlushReport:
        """Work off what is pending now, due or not, of one user or of all.

        Stops at an outage of the model, since what waits would only meet it again. Batches that another worker holds
        are waited for, at most `wait` seconds.
        """
        report = FlushReport()
        deadline = asyncio.get_running_loop().time() + wait
        await self.fill_embeddings()
        while True:
            if await self._process_next(report, user_id=user_id, ignore_due=True):
                if report.errors and report.pending:
                    break
                continue
            if (await self._store.stats(user_id)).pending == 0 or asyncio.get_running_loop().time() > deadline:
                break
            await asyncio.sleep(0.1)  # another worker holds the rest
        report.pending = (await self._store.stats(user_id)).pending
        return report

    async def fill_embeddings(self, *, limit: int = 256) -> int:
        """Embed records that lack a vector; return how many. An outage leaves them for later."""
        filled = 0
        while rows := await self._store.unembedded(limit=limit):
            try:
                vectors = await self._embedder.embed([row.text for row in rows])
            except ModelError as error:
                _log.warning("embedding: %s", error)
                break
            await self._store.put_embeddings({row.id: vector for row, vector in zip(rows, vectors, strict=True)})
            filled += len(rows)
        return filled

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()

    async def _until_due(self) -> float:
        due = await self._store.next_due()
        return _IDLE if due is None else min(max((due - utc_now()).total_seconds(), 0.01), _IDLE)

    async def _process_next(self, report: FlushReport, *, user_id: str | None, ignore_due: bool) -> bool:
        async with self._busy:
            return await self._claim_and_process(report, user_id=user_id, ignore_due=ignore_due)

    async def _claim_and_process(self, report: FlushReport, *, user_id: str | None, ignore_due: bool) -> bool:
        batch = await self._store.claim(
            worker_id=self.id,
            now=utc_now(),
            lease=self._lease,
            limit=self._settings.batch_size,
            user_id=user_id,
            ignore_due=ignore_due,
        )
        if batch is None:
            return False
        try:
            await self._process(batch, report)
        except asyncio.CancelledError:
            await asyncio.shield(self._store.release(batch, state=MessageState.PENDING, count_attempt=False))
            raise
        return True

    async def _process(self, batch: Batch, report: FlushReport) -> None:
        size = len(batch.messages)
        try:
            operations = await self._writer.write(
                await self._read(batch), settled=[m.id for m in batch.messages], worker_id=self.id
            )
        except LeaseLostError:
            return  # the one who took it over brings it to its end
        except (ModelUnavailableError, ModelAccessError) as error:
            await self._put_back(batch, error, counted=False)
            report.pending += size
            report.errors.append(str(error))
        except ModelError as error:
            gave_up = await self._put_back(batch, error, counted=True)
            if gave_up:
                report.failed += size
                report.errors.append(str(error))
        except StoreError:
            with suppress(StoreError):  # else the lease ends by itself
                await self._store.release(batch, state=MessageState.PENDING, count_attempt=False)
            raise
        else:
            report.done += size
            report.operations.update(
                f"{'fact' if _is_fact(row.after or row.before) else 'entity'} {row.action}" for row in operations
            )

    async def _put_back(self, batch: Batch, error: ModelError, *, counted: bool) -> bool:
        """End the lease after a failure; return whether the messages became dead letters."""
        attempts = max(message.attempts for message in batch.messages)
        gave_up = counted and attempts >= self._settings.max_attempts
        _log.warning("extraction of %d message(s) failed: %s", len(batch.messages), error)
        await self._store.release(
            batch,
            state=MessageState.FAILED if gave_up else MessageState.PENDING,
            error=str(error),
            due_at=utc_now() + min(timedelta(seconds=2.0 ** min(attempts, 12)), _BACKOFF_CAP),
            count_attempt=counted,
        )
        return gave_up

    async def _read(self, batch: Batch) -> Proposals:
        scope = Scope(user_id=batch.user_id)
        talk = Scope(user_id=batch.user_id, agent_id=batch.agent_id, session_id=batch.session_id)
        first = batch.messages[0]
        earlier = await self._store.messages(talk, until=first.created_at, newest_first=True, limit=_EARLIER)
        earlier.reverse()
        name = user_name([*earlier, *batch.messages])
        known = await self._known_entities(scope, batch.messages)
        user_entity = next((e for e in known if SELF_KEY in {e.key, *map(entity_key, e.aliases)}), None)
        named: list[NamedEntity] = []
        facts: list[ProposedFact] = []
        for chunk in _chunks(batch.messages, self._settings.batch_tokens):
            known_facts = await self._known_facts(scope, chunk)
            extraction = await self._extractor.extract(
                ExtractionInput(
                    messages=chunk,
                    earlier=earlier,
                    known_facts=known_facts,
                    known_entities=known,
                    self_name=_self_name(user_entity, name, _language(chunk)),
                    language=_language(chunk),
                )
            )
            more_named, more_facts = proposals(
                extraction,
                messages=chunk,
                known_facts=known_facts,
                min_importance=self._settings.min_importance,
                extractor=self._extractor.kind,
            )
            named += more_named
            facts += more_facts
            earlier = list(chunk[-_EARLIER:])
        return Proposals(batch.user_id, named, facts, actor=f"worker/{self._extractor.kind}", user_name=name)

    async def _known_facts(self, scope: Scope, messages: Sequence[Message]) -> list[Fact]:
        found = await self._store.search(
            scope,
            Fact,
            terms=terms(" ".join(message.content for message in messages)),
            limit=_KNOWN_FACTS,
            at=utc_now(),
        )
        ranked = sorted(found, key=lambda candidate: (-(candidate.text or 0.0), candidate.record.id))
        return [candidate.record for candidate in ranked[:_KNOWN_FACTS]]

    async def _known_entities(self, scope: Scope, messages: Sequence[Message]) -> list[Entity]:
        words = terms(" ".join(f"{message.speaker or ''} {message.content}" for message in messages))
        found = await self._store.search(scope, Entity, terms=words, limit=_KNOWN_ENTITIES)
        ranked = sorted(found, key=lambda candidate: (-(candidate.text or 0.0), candidate.record.id))
        user = await self._store.entities(scope, keys=[SELF_KEY])
        return list({e.id: e for e in (*user, *(c.record for c in ranked[:_KNOWN_ENTITIES]))}.values())


def _self_name(user: Entity | None, name: str | None, language: str) -> str:
    """Return how to call the user: by name where it is known, else "User" in the language of the talk."""
    if user is not None and user.name != SELF_NAME:
        return user.name
    return name or texts(language).user


def _chunks(messages: Sequence[Message], tokens: int) -> list[list[Message]]:
    """Cut a batch where one call would read too much; mostly it stays whole."""
    chunks: list[list[Message]] = [[]]
    size = 0
    for message in messages:
        cost = count_tokens(message.content)
        if chunks[-1] and size + cost > tokens:
            chunks.append([])
            size = 0
        chunks[-1].append(message)
        size += cost
    return chunks


def _language(messages: Sequence[Message]) -> str:
    return Counter(message.language for message in messages).most_common(1)[0][0]


def _is_fact(records: Mapping[str, JsonValue]) -> bool:
    return any(isinstance(row, dict) and "predicate" in row for row in records.values())
