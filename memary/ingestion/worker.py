"""Work off pending messages batch by batch, and bring what they say into the graph.

It runs as a task inside the process, as `memary worker`, or many times over: batches are leased, one user's to one
worker at a time. What fails for a passing reason (an outage, a wrong key) waits and is tried again without limit;
what a model cannot make sense of becomes a dead letter after some attempts, unless it makes sense of nothing: that is
an outage, too. No message is lost either way.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from memary import telemetry
from memary.errors import (
    BudgetExceededError,
    DamagedRecordError,
    LeaseLostError,
    MemaryError,
    ModelAccessError,
    ModelOutputError,
    ModelUnavailableError,
    RevisionConflictError,
    StoreError,
    StoreUnavailableError,
)
from memary.event_loop import is_cancelled
from memary.forgetting.recycle_bin import RecycleBin
from memary.forgetting.request import ForgetOnRequest
from memary.forgetting.scrub import Scrub
from memary.ingestion.batches import claimed_for, end_of_batch, end_of_sitting
from memary.ingestion.extraction.context import BatchReader, chunks
from memary.ingestion.flush_report import FlushReport, count
from memary.ingestion.forget_requests import ForgetRequests
from memary.ingestion.known_user import KnownUser
from memary.ingestion.missing_vectors import MissingVectors
from memary.ingestion.pauses import LONGEST_PAUSE, OUTAGE_CAP, Pauses, doubled
from memary.ingestion.write import GraphWriter
from memary.reflection.schedule import ReflectionSchedule
from memary.settings import Settings
from memary.stores.commands import Claim
from memary.types import Batch, MessageState, Operation, new_id, utc_now
from memary.types.access import ITSELF, acting_as
from memary.usage.budget import has_windows
from memary.usage.ledger import attribute_usage

_log = logging.getLogger("memary")

_STORE_PAUSE = 30.0
"""Seconds between two looks at a store that is down."""

_IDLE = 5.0
"""Seconds after which an idle worker looks for messages that other processes added."""

_TIDYING = timedelta(minutes=1)
"""How often an idle worker looks for what was held aside and is over, and for what is not yet written over."""

_ERROR_CHARS = 500

_AT_ONCE = 0.01
"""Shortest pause in seconds, for what is due."""


@dataclass(frozen=True, slots=True)
class IdleWork:
    """What a worker does while nothing waits to be read; without it nobody does.

    Attributes:
        schedule: says when there is something to reflect on.
        recycle_bin: lets go what was held aside and is over.
        scrub: makes good what could not be written over when it was forgotten.
    """

    schedule: ReflectionSchedule | None = None
    recycle_bin: RecycleBin | None = None
    scrub: Scrub | None = None


class Worker:
    """Works off the queue of a store.

    Args:
        writer: brings proposals into the graph of the store where messages wait; its embedder fills in the vectors
            that they lack.
        reader: turns batches of messages into proposals.
        settings: batch size, lease, attempts, caps.
        clock: tells the time to the queue.
        forgets: carries out what messages ask to forget; None: nobody does.
        idle: what is done while nothing waits to be read.
    """

    def __init__(
        self,
        writer: GraphWriter,
        reader: BatchReader,
        settings: Settings,
        *,
        clock: Callable[[], datetime] = utc_now,
        forgets: ForgetOnRequest | None = None,
        idle: IdleWork = IdleWork(),
    ) -> None:
        self.id = new_id()
        self._requests = ForgetRequests(forgets)
        self._schedule, self._recycle_bin, self._scrub = idle.schedule, idle.recycle_bin, idle.scrub
        store = self._store = writer.store
        self._writer = writer
        self._user = KnownUser(writer)
        self.reader = reader
        self.vectors = MissingVectors(store, writer.embedder)
        self._settings = settings
        self._clock = clock
        self._is_limited = has_windows(settings)
        self.pauses = Pauses(clock)
        self._most: dict[str, int] = {}  # of users whose batches do not fit into a cap: messages to take at once
        self._lease = timedelta(seconds=settings.lease)
        self._told: set[str] = set()  # defects whose traceback is in the log
        self._wake = asyncio.Event()
        self._busy = asyncio.Lock()  # a lease is the worker's: its tasks must not take one batch twice
        self._stepping = asyncio.Lock()
        self._is_ending = False

    def wake(self) -> None:
        """Tell a waiting worker that there is something to do.

        It has to be called in the worker's event loop.
        """
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled, or until `finish` ends it."""
        with acting_as(ITSELF):
            await self._run()

    async def _run(self) -> None:
        failures = 0
        while not self._is_ending:
            try:
                async with self._stepping:
                    pause = await self._step()
                failures = 0
            except Exception as error:  # the store is down, or a defect shows: messages are safe
                if _is_over():
                    raise asyncio.CancelledError from error
                failures += 1
                self._tell("worker", error)
                pause = min(2.0 ** min(failures, 10), _STORE_PAUSE)
            if pause:
                await self._rest(pause)

    async def finish(self, seconds: float) -> None:
        """Take no more, and wait until what is in hand is written, at most so long: then it stays pending.

        `begin` lets it take batches again.
        """
        self._is_ending = True
        self._wake.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._stepping, self._busy:
                pass

    def begin(self) -> None:
        """Take batches, also after `finish`."""
        self._is_ending = False

    async def _step(self) -> float:
        """Work on a batch that is due; return after how many seconds to look again."""
        was_woken = self._wake.is_set()
        self._wake.clear()
        if was_woken and not self.pauses.passed_over and (pause := await self._until_due()) > _AT_ONCE:
            return pause  # what was added waits for more to come
        try:
            await self.vectors.fill()
        except StoreUnavailableError:
            raise
        except Exception as error:  # what lacks a vector is found by its words
            if _is_over():
                raise asyncio.CancelledError from error
            self._tell("embedding", error)
        if await self._process_next(FlushReport(), user_id=None, ignore_due=False):
            return 0.0
        if self._schedule and await self._schedule.step():
            return 0.0
        if self._recycle_bin:
            await self._recycle_bin.end_over(every=_TIDYING)
        if self._scrub:
            await self._scrub.make_good(every=_TIDYING)
        return min(await self._until_due(), self._until_reflection())

    async def drain(
        self,
        user_id: str | None = None,
        *,
        wait: float = 60.0,
        on_progress: Callable[[FlushReport], None] | None = None,
    ) -> FlushReport:
        """Work off what is pending now, due or not, of one user or of all.

        Stops at an outage of the model, since what waits would only meet it again. What a cap leaves no room for is
        left for later, and the users whom it does not concern go on. Batches that another worker holds
        are waited for, at most `wait` seconds. `on_progress` gets the report so far after each batch.
        """
        with acting_as(ITSELF):
            return await self._drain(user_id, wait=wait, on_progress=on_progress)

    async def _drain(
        self, user_id: str | None, *, wait: float, on_progress: Callable[[FlushReport], None] | None
    ) -> FlushReport:
        report = FlushReport()
        deadline = asyncio.get_running_loop().time() + wait
        self.pauses.end_for_all()
        await self.vectors.fill(wait=wait)
        while True:
            if size := await self._process_next(report, user_id=user_id, ignore_due=True):
                if on_progress:
                    on_progress(report)
                if report.errors and report.pending:
                    break
                if size < self._settings.batch_size:
                    due, missing = await self.vectors.listed_with_due(user_id)
                    if due is None:  # that was the last
                        await self.vectors.fill(wait=wait, listed=missing)  # of sentences that read differently now
                        return report
                continue
            pending = (await self._store.stats(user_id)).pending
            if self.pauses.is_for_all:
                break
            if pending == await self._deferred(user_id) or asyncio.get_running_loop().time() > deadline:
                break
            await asyncio.sleep(0.1)  # another worker holds the rest
        if report.done:
            await self.vectors.fill(wait=wait)
        report.pending = (await self._store.stats(user_id)).pending
        report.deferred = await self._deferred(user_id)
        report.deferred_until = min(self.pauses.without_budget.values()) if report.deferred else None
        return report

    async def _deferred(self, user_id: str | None) -> int:
        """Return how many pending messages wait for the budget."""
        held = self.pauses.without_budget
        if None in held:
            return (await self._store.stats(user_id)).pending
        users = [user for user in held if user is not None and user_id in (None, user)]
        return sum([(await self._store.stats(user)).pending for user in users])

    async def reflect_due(self) -> None:
        """Draw the insights that are due now, of users whose messages this worker read."""
        with acting_as(ITSELF):
            while self._schedule and await self._schedule.step():
                pass

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()

    async def _until_due(self) -> float:
        if passed_over := self.pauses.passed_over:  # what is due may be theirs
            return min(max((min(passed_over.values()) - self._clock()).total_seconds(), _AT_ONCE), _IDLE)
        due = await self._store.next_due()
        return _IDLE if due is None else min(max((due - self._clock()).total_seconds(), _AT_ONCE), _IDLE)

    def _until_reflection(self) -> float:
        reflects_at = self._schedule.next_at() if self._schedule else None
        return _IDLE if reflects_at is None else max((reflects_at - self._clock()).total_seconds(), _AT_ONCE)

    async def _process_next(self, report: FlushReport, *, user_id: str | None, ignore_due: bool) -> int:
        """Process a batch, if there is one; return how many messages it had."""
        async with self._busy:
            if self._is_ending:
                return 0
            return await self._claim_and_process(report, user_id=user_id, ignore_due=ignore_due)

    async def _claim_and_process(self, report: FlushReport, *, user_id: str | None, ignore_due: bool) -> int:
        claiming = asyncio.create_task(self._claim(user_id=user_id, ignore_due=ignore_due, limit=self._limit))
        try:
            batch = await asyncio.shield(claiming)
        except asyncio.CancelledError:
            await self._put_down(claiming)
            raise
        if batch is None:
            return 0
        beats: list[asyncio.Task[None]] = []  # none of a batch that is soon done: most are
        first = asyncio.get_running_loop().call_later(
            self._settings.lease / 3, lambda: beats.append(asyncio.create_task(self._keep_lease(batch)))
        )
        try:
            await self._process(batch, report)
        except asyncio.CancelledError:
            await self._put_down(claiming)
            raise
        finally:
            first.cancel()
            for beat in beats:
                beat.cancel()
        return len(batch.messages)

    async def _put_down(self, claiming: asyncio.Task[Batch | None]) -> None:
        """Give back what a claim has got or is about to get; without the store the lease ends by itself."""
        with suppress(StoreError):
            if batch := await asyncio.shield(claiming):
                await asyncio.shield(self._store.release(batch, state=MessageState.PENDING, count_attempt=False))

    async def _claim(self, *, user_id: str | None, ignore_due: bool, limit: int) -> Batch | None:
        """Claim a batch of a user with budget; under caps no more of it than one call can read.

        Messages that were tried before come one by one, so that only the one at fault is given up.
        """
        passed_over = self.pauses.passed_over
        if None in passed_over:
            return None
        batch = await self._store.claim(
            Claim(
                worker_id=self.id,
                now=self._clock(),
                lease=self._lease,
                limit=limit,
                user_id=user_id,
                ignore_due=ignore_due,
                skip=[user for user in passed_over if user is not None],
            )
        )
        if batch is None:
            return None
        most = await end_of_sitting(self._store, batch.messages[: self._most_of(batch)])
        if most == len(batch.messages):
            return batch
        error = next((message.error for message in batch.messages if message.error), None)
        await self._store.release(batch, state=MessageState.PENDING, error=error, count_attempt=False)
        return await self._claim(user_id=batch.user_id, ignore_due=ignore_due, limit=most)

    def _most_of(self, batch: Batch) -> int:
        """Return how many messages of a batch to read together."""
        new = next((place for place, one in enumerate(batch.messages) if one.attempts > 1), len(batch.messages))
        most = min(max(new, 1), end_of_batch(batch.messages, self._settings.batch_size))
        requests = (place for place, one in enumerate(batch.messages[:most]) if self._requests.made_by(one))
        most = max(next(requests, most), 1)  # what was said before a request is read first, and a request is alone
        if not self._is_limited:
            return most
        one_call = len(chunks(batch.messages, self._settings.batch_tokens)[0])
        return min(most, one_call, self._most.get(batch.user_id, one_call))

    @property
    def _limit(self) -> int:
        """How many messages to claim: a few more than are read at once, to see where the talk pauses."""
        size = self._settings.batch_size
        return claimed_for(size) if self.reader.asks_a_model else size

    async def _keep_lease(self, batch: Batch) -> None:
        """Renew the lease for as long as the batch is worked on.

        A short lease frees it soon where a worker dies.
        """
        while True:
            try:
                await self._store.renew(batch, until=self._clock() + self._lease)
            except LeaseLostError:
                return  # that shows when the batch is written
            except MemaryError as error:  # may pass before the lease ends
                _log.warning("worker: %s", error)
            await asyncio.sleep(self._settings.lease / 3)

    async def _process(self, batch: Batch, report: FlushReport) -> None:
        size = len(batch.messages)
        try:
            operations = await self._read_and_write(batch, report)
        except BudgetExceededError as error:
            await self._defer(batch, error, report)
        except LeaseLostError:  # the one who took it over brings it to its end
            self.pauses.for_lost(batch.user_id)
        except (ModelUnavailableError, ModelAccessError) as error:
            self.pauses.for_model(error, at_most=OUTAGE_CAP)
            await self._keep_waiting(batch, error, report)
        except RevisionConflictError as error:
            await self._keep_waiting(batch, error, report)
        except DamagedRecordError as error:  # of this user: others go on
            await self._give_back(batch, error, report)
        except StoreError:
            with suppress(StoreError):  # else the lease ends by itself
                await self._store.release(batch, state=MessageState.PENDING, count_attempt=False)
            raise
        except Exception as error:  # the batch is at fault, or shows a defect: others go on
            if _is_over():
                raise asyncio.CancelledError from error
            if not isinstance(error, MemaryError):
                self._tell("extraction", error)
            await self._give_back(batch, error, report)
        else:
            self._most.pop(batch.user_id, None)
            self.pauses.worked(batch.user_id)
            if self._schedule:
                self._schedule.note(batch.user_id)
            count(report, size, operations)

    async def _keep_waiting(self, batch: Batch, error: MemaryError, report: FlushReport) -> None:
        """Put back a batch that something else is in the way of."""
        await self._put_back(batch, error, counted=False)
        report.pending += len(batch.messages)
        report.errors.append(str(error))

    async def _give_back(self, batch: Batch, error: Exception, report: FlushReport) -> None:
        """Put back a batch that is at fault itself, or give it up; where the model is at fault, all wait."""
        if isinstance(error, ModelOutputError):
            with attribute_usage(batch.user_id, alone=True):
                useless = await self.reader.why_useless()
            if useless is not None:
                self.pauses.for_model(useless, at_most=LONGEST_PAUSE)
                await self._keep_waiting(batch, useless, report)
                return
        if await self._put_back(batch, error, counted=True):
            report.failed += len(batch.messages)
            report.errors.append(_sentence(error))

    async def _read_and_write(self, batch: Batch, report: FlushReport) -> list[Operation]:
        about = {"gen_ai.conversation.id": batch.session_id, "gen_ai.agent.id": batch.agent_id}
        with (
            attribute_usage(batch.user_id, alone=True),
            telemetry.span(telemetry.SpanOperation.UPDATE_MEMORY, user_id=batch.user_id, attributes=about) as opened,
        ):
            opened.note({"memary.messages": len(batch.messages)})
            if await self._requests.settle(batch.messages, report):
                return []
            name, begun = await self._user.name_beside(batch.user_id, partial(self.reader.begun, batch=batch))
            proposals = await self.reader.read(batch, begun, user_name=name)
            for said in proposals.unions:
                await self._writer.unite(batch, said, actor=proposals.actor)
            asking = self._requests.read_in(batch.messages, proposals.forgets)
            waiting = {request.message.id for request in asking}
            settled = [message.id for message in batch.messages if message.id not in waiting]
            operations = await self._writer.write(proposals.but_of(waiting), settled=settled, worker_id=self.id)
            if any(fact.tells_name for fact in proposals.facts):
                await self._user.name(batch.user_id)
            for request in asking:  # if that is cut short they are read once more
                if not await self._requests.carry_out(request, report):  # it is read as any other
                    told, asking_id = proposals.of(request.message.id), request.message.id
                    operations += await self._writer.write(told, settled=[asking_id], worker_id=self.id)
            report.not_forgotten += self._requests.unmet(batch.messages, proposals.forgets)
            opened.note({"memary.operations": len(operations)})
            return operations

    async def _defer(self, batch: Batch, error: BudgetExceededError, report: FlushReport) -> None:
        """Put a batch back that the budget has no room for.

        One that no window has room for is cut in half.
        """
        size = len(batch.messages)
        if not error.fits and size > 1:
            self._most[batch.user_id] = size // 2
            await self._store.release(batch, state=MessageState.PENDING, count_attempt=False)
            return
        until = error.frees_at or self._clock() + LONGEST_PAUSE
        self.pauses.for_budget(error.user_id if error.fits else batch.user_id, until)
        report.deferred_by.append(str(error))
        _log.warning("extraction of %d message(s) put off: %s", size, error)
        await self._store.release(
            batch, state=MessageState.PENDING, error=str(error), due_at=until, count_attempt=False
        )

    def _tell(self, where: str, error: Exception) -> None:
        """Log an error; one that nobody expected with its traceback, the first time."""
        sentence = _sentence(error)
        is_new = not isinstance(error, MemaryError) and sentence not in self._told
        if is_new:
            self._told.add(sentence)
        _log.warning("%s: %s", where, sentence, exc_info=error if is_new else None)

    async def _put_back(self, batch: Batch, error: Exception, *, counted: bool) -> bool:
        """End the lease after a failure; return whether the messages became dead letters.

        A batch of several messages never does: they are tried again one by one.
        """
        attempts = max(message.attempts for message in batch.messages)
        is_single = len(batch.messages) == 1
        gave_up = counted and is_single and attempts >= self._settings.max_attempts
        sentence = _sentence(error)
        _log.warning("extraction of %d message(s) failed: %s", len(batch.messages), sentence)
        await self._store.release(
            batch,
            state=MessageState.FAILED if gave_up else MessageState.PENDING,
            error=sentence,
            due_at=self._clock() + doubled(attempts),
            count_attempt=counted,
        )
        return gave_up


def _is_over() -> bool:
    """Return whether an error may come of the end: of the worker's being cancelled, or of the program's."""
    return is_cancelled() or not threading.main_thread().is_alive()


def _sentence(error: Exception) -> str:
    """Return what an error says; one that memary does not know with its kind."""
    return str(error) if isinstance(error, MemaryError) else f"{type(error).__name__}: {error}"[:_ERROR_CHARS]
