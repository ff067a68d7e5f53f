"""A worker outlives whatever it meets: a defect costs the batch that shows it, and nobody else's turn."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
from stores.conformance.upkeep.damage import spoil
from support.records import NOW, entity, fact, message
from support.small_embedder import SmallEmbedder

from memary.ingestion.extraction.context import BatchReader
from memary.ingestion.extraction.prompt import ExtractedSame, Extraction, ExtractionInput
from memary.ingestion.extraction.rules.extractor import RuleExtractor
from memary.ingestion.flush_report import FlushReport
from memary.ingestion.worker import Worker
from memary.ingestion.write import GraphWriter
from memary.queries import EntityQuery, MessageQuery
from memary.settings import Settings
from memary.stores import open_store
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import GraphDelta, Message, MessageState, Scope, utc_now

ADA, BEN = Scope(user_id="ada"), Scope(user_id="ben")


class Defective:
    """Reads by rules, and falls over what says "poison"."""

    def __init__(self) -> None:
        self.rules = RuleExtractor()
        self.read: list[tuple[str, ...]] = []

    @property
    def kind(self) -> Literal["model", "rule"]:
        return "rule"

    async def extract(self, given: ExtractionInput) -> Extraction:
        texts = tuple(message.content for message in given.messages)
        self.read.append(texts)
        if any("poison" in text for text in texts):
            raise KeyError("choices")
        return await self.rules.extract(given)


class Clock:
    """A clock that goes on by a step at each look."""

    def __init__(self, step: timedelta = timedelta(0)) -> None:
        self.now, self.step = NOW, step

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    embedder, opened = SmallEmbedder(), open_store("sqlite:///:memory:", Settings())
    await opened.migrate(embedder.spec)
    yield opened
    await opened.aclose()


class Slow:
    """Takes until it is let go on to read a batch, and then finds nothing."""

    kind: Literal["model", "rule"] = "rule"

    def __init__(self) -> None:
        self.began, self.may_end = asyncio.Event(), asyncio.Event()

    async def extract(self, given: ExtractionInput) -> Extraction:
        self.began.set()
        await self.may_end.wait()
        return Extraction()


def worker_of(store: Store, extractor: Any, *, clock: Any = None, embedder: Any = None, **options: float) -> Worker:
    """A worker over a store."""
    settings, embeds = Settings.model_validate({"max_attempts": 2, **options}), embedder or SmallEmbedder()
    reader = BatchReader(store, extractor, settings, embeds)
    return Worker(GraphWriter(store, embeds), reader, settings, clock=clock or Clock())


async def say(store: Store, *messages: Message) -> None:
    await store.append(messages, embeddings={}, due_at=NOW)


async def run_until_settled(worker: Worker, store: Store) -> None:
    """Let a worker run in the background until nothing is pending."""
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(20):
        while (await store.stats()).pending:
            assert not running.done()
            await asyncio.sleep(0.01)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


pytestmark = pytest.mark.anyio


async def test_a_defect_ends_as_the_dead_letter_of_the_message_that_shows_it(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    said = [
        message("ada", text, at=NOW + timedelta(minutes=n)) for n, text in enumerate(("I am Ada.", "poison", "Hi."))
    ]
    await say(store, *said, message("ben", "I am Ben.", at=NOW + timedelta(hours=1)))
    extractor = Defective()
    with caplog.at_level(logging.WARNING, "memary"):
        report = await worker_of(store, extractor).drain()
    assert (report.done, report.failed, report.pending) == (3, 1, 0)
    (dead,) = await store.read(MessageQuery(ADA, states={MessageState.FAILED}))
    assert (dead.content, dead.error) == ("poison", "KeyError: 'choices'")
    assert sum(record.exc_info is not None for record in caplog.records) == 1  # its traceback, once


async def test_a_batch_of_several_is_never_given_up_as_a_whole(store: Store) -> None:
    said = [message("ada", text, at=NOW + timedelta(minutes=n)) for n, text in enumerate(("I am Ada.", "poison"))]
    await say(store, *said)
    await run_until_settled(
        worker_of(store, Defective(), clock=Clock(step=timedelta(seconds=1)), max_attempts=1), store
    )
    states = {one.content: one.state for one in await store.read(MessageQuery(ADA))}
    assert states == {"I am Ada.": "done", "poison": "failed"}


async def test_a_lease_lasts_as_long_as_its_batch_is_read(store: Store) -> None:
    await store.append([message("ben", "Hi.")], embeddings={}, due_at=utc_now())
    slow = Slow()
    worker = worker_of(store, slow, clock=utc_now, lease=0.3)
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(20):
        await slow.began.wait()
        first = await store.next_due("ben")
        while await store.next_due("ben") == first:  # that is when the lease ends
            assert not running.done()
            await asyncio.sleep(0.01)
        slow.may_end.set()
        await worker.finish(20)
    await running
    assert [(one.state, one.attempts) for one in await store.read(MessageQuery(BEN))] == [("done", 1)]


async def test_a_worker_that_lost_its_batch_makes_no_two_entities_one(store: Store) -> None:
    clock, bob, robert = Clock(), entity("ada", "Bob", type="person"), entity("ada", "Robert", type="person")
    await store.apply(GraphDelta(user_id="ada", revision=0, entities=(bob, robert)))
    await say(store, message("ada", "Bob is Robert."))

    class TakenOver(Slow):
        async def extract(self, given: ExtractionInput) -> Extraction:
            clock.now += timedelta(hours=1)
            assert await store.claim(Claim(worker_id="other", now=clock.now, lease=timedelta(minutes=1), limit=9))
            return Extraction(same=(ExtractedSame(known=(1, 2), quote="Bob is Robert", message=1),))

    assert (await worker_of(store, TakenOver(), clock=clock).drain(wait=0)).pending == 1
    assert [one.name for one in await store.read(EntityQuery(ADA))] == ["Bob", "Robert"]


async def test_in_the_background_too_only_the_message_at_fault_is_given_up(store: Store) -> None:
    said = [
        message("ada", text, at=NOW + timedelta(minutes=n)) for n, text in enumerate(("I am Ada.", "poison", "Hi."))
    ]
    await say(store, *said)
    await run_until_settled(worker_of(store, Defective(), clock=Clock(step=timedelta(seconds=1))), store)
    states = {one.content: one.state for one in await store.read(MessageQuery(ADA))}
    assert states == {"I am Ada.": "done", "poison": "failed", "Hi.": "done"}


async def test_an_embedder_with_a_defect_does_not_hold_up_reading(store: Store) -> None:
    class Broken(SmallEmbedder):
        async def embed(self, texts: Any) -> Any:
            raise KeyError("data")

    await say(store, message("ben", "Hi."))
    worker = worker_of(store, Defective(), embedder=Broken())
    await run_until_settled(worker, store)
    assert [one.state for one in await store.read(MessageQuery(BEN))] == ["done"]


async def test_a_row_that_the_store_cannot_name_neither_spins_nor_holds_up_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    bad = message("ada", "I live in Graz.").model_copy(update={"id": "a\0b"})  # as older versions took it in
    await say(store, bad, message("ben", "I am Ben."))
    extractor = Defective()
    report = await worker_of(store, extractor).drain(wait=0.3)
    assert [one.state for one in await store.read(MessageQuery(BEN))] == ["done"]
    assert (report.pending, len(extractor.read) < 5) == (1, True)
    assert "could not be kept hold of" in caplog.text
    assert "stay without a vector, such as message 'a\\x00b'" in caplog.text
    assert (await store.forget_user("ada")).messages == 1


@pytest.mark.parametrize("jump", [timedelta(days=-2), timedelta(hours=-3), timedelta(days=2)])
async def test_a_clock_that_jumps_holds_up_nobody(store: Store, jump: timedelta) -> None:
    clock = Clock(step=timedelta(seconds=1))
    await store.append([message("ada", "I am Ada.")], embeddings={}, due_at=clock() + timedelta(seconds=2))
    await say(store, message("ben", "I am Ben."))
    lease = timedelta(seconds=30)
    dead = await store.claim(Claim(worker_id="dead", now=clock(), lease=lease, limit=9, user_id="ben"))
    assert dead is not None
    clock.now += jump
    await run_until_settled(worker_of(store, Defective(), clock=clock), store)
    assert [one.state for user in (ADA, BEN) for one in await store.read(MessageQuery(user))] == ["done", "done"]


async def test_a_pause_after_a_failure_ends_where_the_clock_goes_back(store: Store) -> None:
    clock = Clock(step=timedelta(seconds=1))
    worker = worker_of(store, Defective(), clock=clock)
    await say(store, message("ada", "poison"))
    process_next = worker._process_next  # pyright: ignore[reportPrivateUsage]
    assert await process_next(FlushReport(), user_id=None, ignore_due=False) == 1
    clock.now -= timedelta(days=1)
    await run_until_settled(worker, store)
    assert [one.state for one in await store.read(MessageQuery(ADA))] == ["failed"]


async def test_a_damaged_fact_holds_up_its_own_user_alone(store: Store) -> None:
    ada, rome = entity("ada", "Ada"), entity("ada", "Rome")
    lives = fact(ada, "lives in", rome)
    await store.apply(GraphDelta(user_id="ada", revision=0, entities=(ada, rome), facts=(lives,)))
    await spoil(store, "Fact", lives.id, kind="rumour")
    await say(store, message("ada", "Ada lives in Rome."), message("ben", "I am Ben."))
    await run_until_settled(worker_of(store, Defective(), clock=Clock(step=timedelta(seconds=1))), store)
    assert [one.state for one in await store.read(MessageQuery(BEN))] == ["done"]
    (dead,) = await store.read(MessageQuery(ADA))
    assert dead.state is MessageState.FAILED
    assert f"The fact {lives.id} of 'ada' is damaged" in (dead.error or "")


async def test_filling_vectors_ends_where_a_record_keeps_none(store: Store) -> None:
    for number in range(3):
        bad = message("ada", f"text {number}", at=NOW + timedelta(minutes=number))
        await say(store, bad.model_copy(update={"id": f"{number}\0"}), message("ben", f"text {number}"))
    worker = worker_of(store, Defective())
    assert await worker.vectors.fill(limit=2) >= 3
    assert {row.user_id for row in await store.unembedded(limit=99)} == {"ada"}
    assert await worker.vectors.fill(limit=2) == 0


def waits_for_a_lock() -> bool:
    """Whether a thread that writes is about to begin a transaction."""
    writing = {thread.ident for thread in threading.enumerate() if thread.name.startswith("memary-write")}
    frames = [frame for ident, frame in sys._current_frames().items() if ident in writing]
    return any(frame.f_code.co_name == "_transaction" for frame in frames)


async def test_a_worker_that_is_ended_while_it_claims_gives_back_what_it_gets(tmp_path: Path) -> None:
    path, embedder = tmp_path / "a.db", SmallEmbedder()
    store = open_store(path, Settings())
    await store.migrate(embedder.spec)
    await say(store, message("ada", "I am Ada."))
    worker = worker_of(store, RuleExtractor())
    await worker.vectors.fill()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        running = asyncio.create_task(worker.drain())
        async with asyncio.timeout(20):
            while not waits_for_a_lock():  # noqa: ASYNC110  a thread of SQLite sets no event
                await asyncio.sleep(0.001)
        running.cancel()
        await asyncio.sleep(0)
        other.execute("ROLLBACK")
    with suppress(asyncio.CancelledError):
        await running
    (kept,) = await store.read(MessageQuery(ADA))
    assert (kept.state, kept.attempts) == (MessageState.PENDING, 0)
    assert (await worker_of(store, RuleExtractor()).drain(wait=0)).done == 1
    await store.aclose()
