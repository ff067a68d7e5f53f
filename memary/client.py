"""`Memary`: the one object a program opens. It holds the store, the models and the worker.

Every sync method has an async twin with an `a` in front and the same parameters. All work runs in one event loop of
the object's own, so both may be used from any thread and any loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from memary.errors import ConfigurationError, InputError, ModelError, NotFoundError, StoreUnavailableError
from memary.ingestion.extract import ModelExtractor, RuleExtractor
from memary.ingestion.forget import forget_part
from memary.ingestion.given_facts import GivenFact, check_facts, source_ids_of
from memary.ingestion.load import Given, load
from memary.ingestion.proposed import Source
from memary.ingestion.summarise import fold, open_messages
from memary.ingestion.worker import FlushReport, Worker
from memary.ingestion.write import GraphWriter, Proposals
from memary.llm.factory import Models, build_models
from memary.looping import Loop, blocking, on_loop
from memary.memory.entities import EntityKnowledge, rank_entities
from memary.memory.forgetting import Manifest
from memary.memory.identity import lookup_key
from memary.personas import persona
from memary.retrieval.context import ContextParts, ContextWindow, pack
from memary.retrieval.hits import Hit
from memary.retrieval.search import KINDS, Query, Recall, search
from memary.settings import Settings
from memary.stores import open_store
from memary.stores.archive import read_export, write_export
from memary.stores.base import GraphStore
from memary.text import count_tokens, detect_language, embedding_text, entity_key
from memary.types import (
    FOREVER,
    Embedding,
    Entity,
    Fact,
    HitKind,
    Mention,
    Message,
    MessageState,
    Metadata,
    Operation,
    Record,
    Scope,
    StoreStats,
    Subgraph,
    When,
    utc_now,
)

if TYPE_CHECKING:
    from memary.llm.factory import ChatSource, EmbeddingSource

_HISTORY = 50
"""How many of a session's last messages are looked at for the context window."""

_FACTS_PER_WRITE = 200
_PATIENCE = 30.0
"""Seconds that closing waits for what runs in the background."""

_log = logging.getLogger("memary")


class Receipt(Record):
    """What `add` returns: the messages are durable and findable."""

    ids: tuple[str, ...]
    pending: int  # of these, how many wait for extraction


class Memary:
    """Long-term memory in a knowledge graph. Make one with `Memary.open`."""

    def __init__(self, store: GraphStore, models: Models, settings: Settings, *, worker: bool) -> None:
        self.store = store
        self.models = models
        self.settings = settings
        self.loop = Loop()
        self._works_in_background = worker
        self._background: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        extractor = ModelExtractor(models.extraction) if models.extraction else RuleExtractor()
        self._writer = GraphWriter(store, models.embedder)
        self._worker = Worker(store, self._writer, extractor, models.embedder, settings)

    @classmethod
    def open(
        cls,
        store: str | None = None,
        *,
        settings: Settings | None = None,
        llm: ChatSource | None = None,
        extraction_llm: ChatSource | None = None,
        vision_llm: ChatSource | None = None,
        external_llm: ChatSource | None = None,
        embedding: EmbeddingSource | None = None,
        worker: bool | None = None,
        reembed: bool = False,
        **options: Any,
    ) -> Self:
        """Open a memory.

        Args:
            store: `sqlite:///file.db`, `sqlite:///:memory:` or `neo4j://host:7687`; None: as the settings say, at
                last a file in the home folder.
            settings: ready settings; default: `Settings.load(**options)`.
            llm: chat model: a name, a LlamaIndex LLM or a `ChatModel`; default: as the settings say, offline if they
                name none.
            extraction_llm: reads facts out of messages; default: the chat model.
            vision_llm: looks at images; default: the chat model.
            external_llm: is asked when the graph does not know.
            embedding: `hash`, `local:<folder or model>`, `openai:<model>`, a LlamaIndex embedding or an `Embedder`.
            worker: extract in the background of this process; default: as the settings say, which is yes.
            reembed: drop stored vectors that come from another model, instead of refusing them; `reindex` makes new
                ones.
            options: any setting by its name.

        Raises:
            ConfigurationError: a setting, URI or key is wrong or missing.
            StoreError: the store cannot be opened, or holds vectors of another model.
        """
        if settings is not None and options:
            raise ConfigurationError("Give either settings or single options, not both.")
        chosen = settings or Settings.load(**options)
        models = build_models(
            chosen,
            llm=llm,
            extraction_llm=extraction_llm,
            vision_llm=vision_llm,
            external_llm=external_llm,
            embedding=embedding,
        )
        memory = cls(open_store(store, chosen), models, chosen, worker=chosen.worker if worker is None else worker)
        try:
            memory.loop.start(memory._start, reembed).result()
        except BaseException:
            memory.close()
            raise
        return memory

    @classmethod
    async def aopen(cls, store: str | None = None, **options: Any) -> Self:
        """Open a memory without blocking the running event loop; see `open`."""
        return await asyncio.to_thread(cls.open, store, **options)

    # -- messages in ----------------------------------------------------------------------------------------------

    @on_loop
    async def aadd(
        self,
        messages: Given | Sequence[Given],
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        metadata: Metadata | None = None,
        infer: bool = True,
    ) -> Receipt:
        """Keep messages. They are durable and findable on return; facts are extracted in the background.

        Args:
            messages: a text, a mapping with `content` (and `role`, `speaker`, `created_at`, `metadata`, `session_id`,
                `agent_id`, `id`), or a sequence of these. The same message (same words, speaker, session and time)
                is kept once.
            user_id: whose memory it is.
            agent_id: the agent they were said to, if it matters.
            session_id: the conversation they belong to.
            metadata: added to the metadata of each; comes back on the hits.
            infer: False keeps the messages without reading facts out of them.

        Raises:
            InputError: a message is empty, too long, not text, or lacks the zone of its time. Nothing was kept.
            StoreError: the store did not take them. Nothing was kept.
        """
        now = utc_now()
        scope = self._scope(user_id, agent_id, session_id)
        records = load(
            messages,
            scope=scope,
            now=now,
            infer=infer,
            metadata=metadata,
            max_chars=self.settings.max_message_chars,
        )
        due_at = now + timedelta(seconds=self.settings.linger)
        stored = await self.store.append(records, embeddings=await self._vectors(records), due_at=due_at)
        pending = sum(message.state is MessageState.PENDING for message in stored)
        if pending:
            self._ensure_worker()
        return Receipt(ids=tuple(message.id for message in stored), pending=pending)

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
        up stays pending: `pending` and `errors` of the report tell. `on_progress` gets the report so far after each
        batch.
        """
        return await self._worker.drain(user_id, wait=wait, on_progress=on_progress)

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
        count = await self.store.requeue(user_id, states=states, due_at=utc_now())
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
                `confidence`, `importance`, `kind`, `op`, `target_id`, `correction`.
            user_id: whose memory it is.
            actor: who says so, for the ledger.
            on_progress: called with the number of facts written, after each transaction.

        Returns:
            What was done, in order.

        Raises:
            InputError: a fact cannot be used (with its position), or a source is no message of the user's. Nothing
                was written.
        """
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
            done += await self._writer.write(Proposals(scope.user_id, entities, proposed[part], actor=actor))
            if on_progress:
                on_progress(len(proposed[part]))
        return done

    apply_facts = blocking(aapply_facts)

    # -- recall ---------------------------------------------------------------------------------------------------

    @on_loop
    async def asearch(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        top_k: int | None = None,
        token_budget: int | None = None,
        kinds: Collection[HitKind] = KINDS,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Hit]:
        """Find what memory knows about a question, best first. No LLM is called.

        Args:
            query: the question, or any text.
            user_id: whose memory.
            agent_id: only what was said to this agent.
            session_id: only what was said in this session.
            top_k: most hits; default: as the settings say, which is 10.
            token_budget: most tokens of the hits' texts together.
            kinds: any of "message", "fact", "entity"; default: messages and facts.
            as_of: facts true at that time instead of now, and messages said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.

        Raises:
            InputError: the query is empty, or an argument makes no sense.
        """
        scope = self._scope(user_id, agent_id, session_id)
        found = await self.recall(query, scope, top_k, token_budget, kinds, as_of, known_at=known_at)
        return list(found.hits)

    search = blocking(asearch)

    @on_loop
    async def recall(
        self,
        query: str,
        scope: Scope,
        top_k: int | None = None,
        token_budget: int | None = None,
        kinds: Collection[HitKind] = KINDS,
        as_of: datetime | None = None,
        exclude: Collection[str] = (),
        known_at: datetime | None = None,
    ) -> Recall:
        """Search, and return the subgraph and the linked entities with the hits."""
        question = Query(
            text=query,
            top_k=self.settings.top_k if top_k is None else top_k,
            token_budget=token_budget,
            kinds=kinds,
            when=_asked(as_of, known_at),
            until=_just_after(as_of),
            depth=self.settings.graph_depth,
            exclude=exclude,
        )
        return await search(self.store, self.models.embedder, scope, question)

    @on_loop
    async def acontext(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        budget: int | None = None,
        exclude: Collection[str] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> ContextWindow:
        """Build the context window for answering a question: personas, entities, facts, subgraph, talk, question.

        Args:
            query: the question.
            user_id: whose memory.
            agent_id: recall only what was said to this agent.
            session_id: whose summary and last messages are shown.
            budget: most tokens; default: as the settings say, at most half of the chat model's window.
            exclude: ids of messages to leave out (the question itself, when it is stored already).
            as_of: the window as it would have been at that time: facts true then, what was said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.

        Raises:
            InputError: the query is empty, a time lacks its zone, or personas and query alone exceed the budget.
        """
        user = self._scope(user_id, agent_id)
        session = self._scope(user_id, agent_id, session_id)
        limit = budget or self.context_budget
        language = detect_language(query)
        when = _asked(as_of, known_at)
        summary, messages = await open_messages(
            self.store, session, limit=_HISTORY, until=_just_after(as_of), known_at=known_at
        )
        shown = [message for message in messages if message.id not in exclude]
        recall = await self.recall(query, user, as_of=as_of, exclude=exclude, known_at=known_at)
        counts = await self.store.mention_counts(user, until=_just_after(as_of), known_at=known_at)
        now = when.true_at
        parts = ContextParts(
            question=query,
            system_persona=persona("system", self.settings.system_persona, language=language),
            user_persona=persona("user", self.settings.user_persona, language=language),
            entities=rank_entities(
                counts, now=now, half_life_days=self.settings.half_life_days, limit=self.settings.top_entities
            ),
            recall=recall,
            summary=summary,
            messages=_newest_within(shown, limit // 2),
            language=language,
            now=now,
            zone=self.zone,
        )
        return pack(parts, budget=limit)

    context = blocking(acontext)

    @on_loop
    async def afold(self, *, user_id: str, session_id: str, language: str = "en") -> bool:
        """Fold the older messages of a session into its summary, if they have become too many; say whether."""
        limit = int(self.context_budget // 2 * self.settings.eviction_rate)
        scope = Scope(user_id=user_id, session_id=session_id)
        keep = self.settings.keep_messages
        return await fold(self.store, self.models.chat, scope, limit=limit, keep=keep, language=language)

    fold = blocking(afold)

    # -- looking at it --------------------------------------------------------------------------------------------

    @on_loop
    async def aentities(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> list[EntityKnowledge]:
        """The entity knowledge store: entities with count, recency and score, the highest first.

        With `as_of` as it was at that time, with `known_at` from what memory had learnt by then.

        Raises:
            InputError: a time lacks its zone.
        """
        when = _asked(as_of, known_at)
        scope = self._scope(user_id, agent_id, session_id)
        counts = await self.store.mention_counts(scope, until=_just_after(as_of), known_at=known_at)
        return rank_entities(counts, now=when.true_at, half_life_days=self.settings.half_life_days, limit=limit)

    entities = blocking(aentities)

    @on_loop
    async def astream(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> list[tuple[Mention, Entity]]:
        """The memory stream: which entity came up when, the oldest first; `limit` keeps the newest.

        With `known_at` only what memory had learnt by that time.

        Raises:
            InputError: `known_at` lacks its zone.
        """
        _asked(None, known_at)
        scope = self._scope(user_id, session_id=session_id)
        mentions = await self.store.mentions(
            scope, since=since, until=until, known_at=known_at, newest_first=True, limit=limit
        )
        ids = {mention.entity_id for mention in mentions}
        named = {entity.id: entity for entity in await self.store.entities(scope, ids=ids)}
        return [(mention, named[mention.entity_id]) for mention in reversed(mentions) if mention.entity_id in named]

    stream = blocking(astream)

    @on_loop
    async def afacts(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        about: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        include_past: bool = False,
        limit: int | None = None,
    ) -> list[Fact]:
        """Facts by the time since when they are true; by default those true now.

        Args:
            user_id: whose memory.
            session_id: only facts stated in this session.
            about: only facts of the entity of this name or alias.
            as_of: those true at that time.
            known_at: those that memory, at that time, took to be true. The records tell what is known now:
                `fact.end_known_at(known_at)` is the end as it was known then.
            include_past: also those that are no longer, or not yet, true; then `as_of` does not count.
            limit: keep the newest.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone.
        """
        when = _asked(as_of, known_at)
        scope = self._scope(user_id, session_id=session_id)
        ids = None if about is None else [entity.id for entity in await self._named(scope, about)]
        if include_past:
            most = limit if known_at is None else None
            everything = await self.store.facts(scope, entity_ids=ids, newest_first=True, limit=most)
            found = [fact for fact in everything if fact.created_at <= when.known_at][:limit]
        else:
            found = await self.store.facts(scope, entity_ids=ids, when=when, newest_first=True, limit=limit)
        return found[::-1]

    facts = blocking(afacts)

    @on_loop
    async def agraph(
        self,
        name: str,
        *,
        user_id: str,
        depth: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Subgraph:
        """The subgraph around an entity, by its name or alias.

        With `as_of` of facts true at that time, with `known_at` of those that memory then took to be true.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone.
        """
        when = _asked(as_of, known_at)
        scope = self._scope(user_id)
        seeds = [entity.id for entity in await self._named(scope, name)]
        return await self.store.neighbourhood(scope, seeds, depth=depth or self.settings.graph_depth, when=when)

    graph = blocking(agraph)

    @on_loop
    async def ahistory(self, *, user_id: str, fact_id: str) -> list[Operation]:
        """The ledger rows that made, changed or ended a fact, oldest first.

        Raises:
            NotFoundError: there is no such fact.
        """
        scope = self._scope(user_id)
        if not await self.store.facts(scope, ids=[fact_id]):
            raise NotFoundError(f"There is no fact {fact_id} of user {user_id!r}: `memary facts` lists them.")
        rows = await self.store.operations(scope)
        return [row for row in rows if fact_id in (row.target_id, *row.before, *row.after)]

    history = blocking(ahistory)

    @on_loop
    async def amessages(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        states: Collection[MessageState] | None = None,
        limit: int | None = None,
    ) -> list[Message]:
        """Messages in the order they were said; `limit` keeps the newest."""
        scope = self._scope(user_id, session_id=session_id)
        found = await self.store.messages(scope, states=states, newest_first=True, limit=limit)
        return found[::-1]

    messages = blocking(amessages)

    @on_loop
    async def asessions(self, *, user_id: str) -> list[tuple[str, int, datetime]]:
        """Session ids with their number of messages and the time of the last one, the last used first."""
        return await self.store.sessions(self._scope(user_id).user_id)

    sessions = blocking(asessions)

    @on_loop
    async def ausers(self) -> list[str]:
        """All users of the store."""
        return await self.store.users()

    users = blocking(ausers)

    @on_loop
    async def astats(self, *, user_id: str | None = None) -> StoreStats:
        """Row counts, of one user or of all."""
        return await self.store.stats(user_id)

    stats = blocking(astats)

    # -- forgetting and moving ------------------------------------------------------------------------------------

    @on_loop
    async def aforget(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        message_id: str | None = None,
        fact_id: str | None = None,
        entity: str | None = None,
    ) -> Manifest:
        """Forget for good: a whole user, or one session, message, fact or entity, and what rests on it alone.

        Returns:
            How many records went.

        Raises:
            NotFoundError: there is no such thing in this user's memory.
            InputError: more than one thing is named.
        """
        scope = self._scope(user_id, session_id=session_id)
        if sum(name is not None for name in (session_id, message_id, fact_id, entity)) > 1:
            raise InputError("Name one thing to forget: a session, a message, a fact or an entity.")
        if scope.user_id not in await self.store.users():
            raise NotFoundError(f"There is no memory of user {user_id!r}: `memary doctor` lists the users.")
        if session_id is message_id is fact_id is entity is None:
            manifest = Manifest.of(await self.store.forget_user(scope.user_id))
        else:
            ids = frozenset(found.id for found in await self._named(scope, entity)) if entity else frozenset[str]()
            manifest = await forget_part(self.store, scope, message_id=message_id, fact_id=fact_id, entity_ids=ids)
        await self.store.scrub()
        return manifest

    forget = blocking(aforget)

    @on_loop
    async def aexport(self, path: str | Path, *, user_id: str) -> int:
        """Write everything of a user as JSON lines; return how many records.

        Raises:
            NotFoundError: there is no such user.
            InputError: the file cannot be written.
        """
        scope = self._scope(user_id)
        if scope.user_id not in await self.store.users():
            raise NotFoundError(f"There is no memory of user {user_id!r}: `memary doctor` lists the users.")
        return await write_export(self.store, Path(path), scope.user_id, self.models.embedder.spec)

    export = blocking(aexport)

    @on_loop
    async def aimport(self, path: str | Path, *, on_progress: Callable[[int], None] | None = None) -> int:
        """Read an export into this store; return how many records were new. Repeating it changes nothing.

        Raises:
            InputError: the file cannot be read as an export.
        """
        new = await read_export(self.store, Path(path), self.models.embedder.spec, on_progress=on_progress)
        await self._worker.fill_embeddings()
        return new

    import_ = blocking(aimport)

    @on_loop
    async def areindex(self) -> int:
        """Embed everything anew with the configured model; return how many records.

        May be interrupted: what is missing is filled in by the next call, or by the worker.
        """
        await self.store.reset_embeddings(self.models.embedder.spec)
        return await self._worker.fill_embeddings()

    reindex = blocking(areindex)

    # -- opening and closing --------------------------------------------------------------------------------------

    @property
    def is_offline(self) -> bool:
        """Whether there is no language model."""
        return self.models.chat.is_offline

    @property
    def context_budget(self) -> int:
        """Tokens that a context window may have."""
        half = self.models.chat.context_window // 2
        return min(self.settings.context_tokens or half, half)

    @cached_property
    def zone(self) -> tzinfo | None:
        """The zone in which times are shown.

        Raises:
            ConfigurationError: the setting names no zone.
        """
        name = self.settings.timezone
        if name is None:
            return datetime.now().astimezone().tzinfo
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ConfigurationError(
                f"MEMARY_TIMEZONE {name!r} is no time zone: use a name like Europe/Berlin or Asia/Shanghai."
            ) from error

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside others; `close` waits for it. To be called in the object's loop."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop the worker and release everything; what is pending stays so, for the next to open. Safe twice."""
        with suppress(StoreUnavailableError):  # closed already
            self.loop.start(self._stop).result()
        self.loop.close()

    async def aclose(self) -> None:
        """Close without blocking the running event loop; see `close`."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _start(self, reembed: bool) -> None:
        stored = await self.store.stored_embedding()
        await self.models.embedder.prepare(stored)
        spec = self.models.embedder.spec
        if reembed and stored not in (None, spec):
            await self.store.reset_embeddings(spec)
        await self.store.migrate(spec)
        if self._works_in_background and await self.store.next_due() is not None:
            self._ensure_worker()

    async def _stop(self) -> None:
        if self._background is not None:
            self._background.cancel()
        if running := [*self._tasks, *filter(None, [self._background])]:
            await asyncio.wait(running, timeout=_PATIENCE)
        await self.models.aclose()
        await self.store.aclose()

    def _ensure_worker(self) -> None:
        if not self._works_in_background:
            return
        if self._background is None or self._background.done():
            # in a context of its own: what it asks of models is not part of the turn that happens to start it
            self._background = asyncio.create_task(self._worker.run(), context=Context())
        self._worker.wake()

    def _scope(self, user_id: str, agent_id: str | None = None, session_id: str | None = None) -> Scope:
        return scope_of(user_id, agent_id, session_id)

    async def _vectors(self, messages: Sequence[Message]) -> dict[str, Embedding]:
        """Embed messages; if the model is down they are kept without, and the worker fills the vectors in."""
        try:
            vectors = await self.models.embedder.embed([embedding_text(message) for message in messages])
        except ModelError as error:
            _log.warning("embedding: %s", error)
            return {}
        return {message.id: vector for message, vector in zip(messages, vectors, strict=True)}

    async def _sources(self, scope: Scope, ids: set[str]) -> dict[str, Source]:
        found = {m.id: Source(m.id, m.created_at) for m in await self.store.messages(scope, ids=ids)} if ids else {}
        if missing := sorted(ids - set(found)):
            raise InputError(f"source_ids names {missing[0]!r}, which is no message of user {scope.user_id!r}.")
        return found

    async def _named(self, scope: Scope, name: str) -> list[Entity]:
        found = await self.store.entities(scope, keys=[lookup_key(name), entity_key(name)])
        if not found:
            raise NotFoundError(f"There is no entity {name!r} in the memory of user {scope.user_id!r}.")
        return found


def scope_of(user_id: str, agent_id: str | None = None, session_id: str | None = None) -> Scope:
    """Return a scope.

    Raises:
        InputError: an id is empty, too long or not readable.
    """
    try:
        return Scope(user_id=user_id, agent_id=agent_id, session_id=session_id)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise InputError(f"{first['loc'][0]} cannot be used: {first['msg']}.") from error


def _asked(as_of: datetime | None, known_at: datetime | None) -> When:
    """Return the point on both clocks that is asked for; the present where a time is not given."""
    for name, time in (("as_of", as_of), ("known_at", known_at)):
        if time is not None and time.tzinfo is None:
            raise InputError(f"{name} {time.isoformat()} has no time zone: add one.")
    present = When.now(utc_now())
    return When(as_of or present.true_at, known_at or present.known_at)


def _just_after(as_of: datetime | None) -> datetime | None:
    """Return the exclusive end of what was said by then."""
    return None if as_of is None else min(as_of, FOREVER) + timedelta(microseconds=1)


def _newest_within(messages: Sequence[Message], tokens: int) -> list[Message]:
    """Return the newest whole messages that fit, oldest first."""
    kept: list[Message] = []
    for message in reversed(messages):
        tokens -= count_tokens(message.content)
        if tokens < 0:
            break
        kept.append(message)
    return kept[::-1]
