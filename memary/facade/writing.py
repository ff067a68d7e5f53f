"""Messages and facts into memory, and the worker that reads them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from memary.errors import InputError
from memary.facade.opened import Opened
from memary.faults import shown
from memary.ingestion.forget import Part
from memary.ingestion.given_facts import GivenFact, check_facts, source_ids_of
from memary.ingestion.load import Given, load
from memary.ingestion.proposed import Source
from memary.ingestion.replacement import other_texts, refuse_other_texts
from memary.ingestion.session_order import in_order
from memary.ingestion.worker import FlushReport
from memary.ingestion.write import Proposals
from memary.looping import blocking, on_loop
from memary.memory.usage import spent_by
from memary.queries import MessageQuery
from memary.times import GivenTime
from memary.types import (
    MessageState,
    Operation,
    Record,
    Scope,
    utc_now,
)

_FACTS_PER_WRITE = 200


class Receipt(Record):
    """What `add` returns: the messages are durable and findable."""

    ids: tuple[str, ...]
    pending: int  # of these, how many wait for extraction
    replaced: int = 0  # how many others were forgotten for them

    def __str__(self) -> str:
        kept = f"{len(self.ids):,} message{'' if len(self.ids) == 1 else 's'} kept"
        told = [(self.pending, "to be read for facts"), (self.replaced, "replaced")]
        return ", ".join([kept, *(f"{count:,} {what}" for count, what in told if count)])


@contextmanager
def _keeping_nothing() -> Generator[None]:
    """Let refusals say that nothing was kept."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{error} Nothing was kept.") from error


class Writing(Opened):
    """The part of `Memary` that takes in messages and facts."""

    @on_loop
    async def aadd(
        self,
        messages: Given | Iterable[Given],
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        metadata: Mapping[str, object] | None = None,
        expires_at: GivenTime | None = None,
        infer: bool = True,
        replace: bool = False,
    ) -> Receipt:
        """Keep messages. They are durable and findable on return; facts are extracted in the background.

        Args:
            messages: a text, a mapping with `content` (and `role`, `speaker`, `created_at`, `metadata`, `session_id`,
                `agent_id`, `expires_at`, `id`, `external_id`, `infer`), or several of these. Messages of OpenAI,
                Anthropic, LangChain and LlamaIndex will do as they are, as mappings or objects. The same message
                (same words, speaker, session and time, or same `id` and words) is kept once.
            user_id: whose memory it is.
            agent_id: the agent they were said to, if it matters.
            session_id: the conversation they belong to.
            metadata: added to the metadata of each; comes back on the hits. Times, UUIDs, enums, decimals and
                numbers of numpy are kept as JSON has them.
            expires_at: from when on they are hidden, and with them the facts that only they state. Nothing is deleted
                by it.
            infer: False keeps the messages without reading facts out of them.
            replace: where a message has the `id` of another text in memory, forget that one as `forget` does, and
                read the new text in its place; False refuses it.

        Raises:
            InputError: a message is too long, not text, lacks the zone of its time, or has the `id` of another text;
                it says which and why. Or all of them are empty; one among others is left out. Nothing was kept.
            StoreError: the store did not take them. Nothing was kept; what they replace may be gone.
        """
        now = self._clock()
        with _keeping_nothing():
            scope = self._scope(user_id, agent_id, session_id)
            records = load(
                messages,
                scope=scope,
                now=now,
                infer=infer,
                metadata=metadata,
                expires_at=expires_at,
                max_chars=self.settings.max_message_chars,
            )
            former = await other_texts(self.store, Scope(user_id=scope.user_id), records)
            if not replace:
                refuse_other_texts(former)
        if former:
            await self._forget_part(
                Scope(user_id=scope.user_id), Part(message_ids=frozenset(message.id for message in former))
            )
        due_at = now + timedelta(seconds=self.linger)
        records = await in_order(self.store, records, now=now)
        stored = await self.store.append(records, embeddings=await self._vectors(records), due_at=due_at)
        pending = sum(message.state is MessageState.PENDING for message in stored)
        if pending:
            self._ensure_worker()
        return Receipt(ids=tuple(message.id for message in stored), pending=pending, replaced=len(former))

    add = blocking(aadd)

    @on_loop
    async def aflush(
        self,
        *,
        user_id: str | None = None,
        wait: float = 60.0,
        on_progress: Callable[[FlushReport], None] | None = None,
    ) -> FlushReport:
        """Bring everything pending into the graph now, of one user or of all, and say what came of it.

        Batches that another process works on are waited for, at most `wait` seconds. What a model that is down holds
        up stays pending: `pending` and `errors` of the report tell. So does what a cap leaves no room for:
        `deferred`, `deferred_until` and `deferred_by` tell. `on_progress` gets the report so far after each batch.
        """
        whose = None if user_id is None else self._scope(user_id).user_id
        return await self._worker.drain(whose, wait=wait, on_progress=on_progress)

    flush = blocking(aflush)

    @on_loop
    async def awork(self) -> None:
        """Work off the queue until cancelled; what `memary worker` does."""
        await self._worker.run()

    work = blocking(awork)

    @on_loop
    async def anext_due(self) -> datetime | None:
        """When the next pending message is worked on; None: none is pending."""
        return await self.store.next_due()

    next_due = blocking(anext_due)

    @on_loop
    async def areplay(self, *, user_id: str | None = None, everything: bool = False) -> int:
        """Make dead letters pending again; with `everything`, finished messages too. Return how many."""
        states = {MessageState.FAILED, MessageState.DONE} if everything else {MessageState.FAILED}
        whose = None if user_id is None else self._scope(user_id).user_id
        count = await self.store.requeue(whose, states=states, due_at=self._clock())
        if count:
            self._ensure_worker()
        return count

    replay = blocking(areplay)

    @on_loop
    async def aapply_facts(
        self,
        facts: Iterable[Mapping[str, Any] | GivenFact],
        *,
        user_id: str,
        actor: str = "caller",
        on_progress: Callable[[int], None] | None = None,
    ) -> list[Operation]:
        """Bring facts of the caller's own into the graph, through the same rules as extracted ones.

        Args:
            facts: mappings with `subject`, `predicate`, `object`, and optionally `statement`, `valid_at`,
                `invalid_at`, `source_ids` (messages), `subject_type`, `object_type`, `origin` ("import"),
                `confidence`, `importance`, `expires_at`, `kind`, `op`, `target_id`, `correction`.
            user_id: whose memory it is.
            actor: who says so, for the ledger.
            on_progress: called with the number of facts written, after each transaction.

        Returns:
            What was done, in order.

        Raises:
            InputError: a fact cannot be used (with its position), or a source is no message of the user's. Nothing
                was written.
        """
        with _keeping_nothing():
            scope = self._scope(user_id)
            given = check_facts(facts)
            sources = await self._sources(scope, source_ids_of(given))
        now = utc_now()
        named = [fact.entities(sources) for fact in given]
        proposed = [fact.proposed(sources, now=now) for fact in given]
        done: list[Operation] = []
        for start in range(0, len(proposed), _FACTS_PER_WRITE):
            part = slice(start, start + _FACTS_PER_WRITE)
            entities = [entity for group in named[part] for entity in group]
            with spent_by(scope.user_id):
                done += await self._writer.write(Proposals(scope.user_id, entities, proposed[part], actor=actor))
            if on_progress:
                on_progress(len(proposed[part]))
        return done

    apply_facts = blocking(aapply_facts)

    def _ensure_worker(self) -> None:
        if self._works_in_background:
            self._background.keep_working(self._worker.run)
            self._worker.wake()

    async def _sources(self, scope: Scope, ids: set[str]) -> dict[str, Source]:
        said = await self.store.read(MessageQuery(scope, ids=ids)) if ids else []
        found = {m.id: Source(m.id, m.created_at, m.expires_at) for m in said}
        if missing := sorted(ids - set(found)):
            raise InputError(
                f"source_ids names {shown(missing[0])}, which is no message of user {shown(scope.user_id)}."
            )
        return found
