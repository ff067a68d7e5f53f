"""`Memary`: the one object a program opens.

Its verbs are here, the rest is in groups, as `memary.facts`. Every sync method has an async twin with an `a` in front
and the same parameters. All work runs in one event loop of the object's own, so both work from any thread and loop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack, cast

from memary.api.core import MemoryCore
from memary.api.former_names import FORMER_NAMES
from memary.api.groups.access import Access
from memary.api.groups.admin import Admin
from memary.api.groups.entities import Entities
from memary.api.groups.facts import Facts
from memary.api.groups.insights import Insights
from memary.api.groups.messages import Messages
from memary.api.groups.operations import Operations
from memary.api.groups.runs import Runs
from memary.api.groups.sessions import Sessions
from memary.api.groups.spaces import Spaces
from memary.api.groups.stream import Stream
from memary.api.groups.usage import UsageReports
from memary.api.open_memory import OpenMemory, async_twin
from memary.api.own_parts import OwnParts, Prompts, own_parts
from memary.api.recall.context import ContextBuilder, ContextQuery, History
from memary.api.recall.search import recall
from memary.api.verbs.addition import Addition, keep
from memary.api.verbs.receipt import Receipt
from memary.api.verbs.removal import Removal, remove
from memary.api.verbs.transfer import take_in
from memary.checks.arguments import checked
from memary.conversation.context_window import ContextWindow, Insert
from memary.errors import ConfigurationError
from memary.event_loop import on_loop, sync_twin
from memary.forgetting.plan import Manifest
from memary.ingestion.flush_report import FlushReport
from memary.ingestion.load import Given
from memary.languages.tokens import TokenCounter
from memary.models.factory import Models, ModelSources, build_models
from memary.queries import View
from memary.retrieval.hits import Hit
from memary.retrieval.question.query import KINDS, RecallQuery
from memary.settings import Settings
from memary.settings.options import SettingOptions
from memary.stores import open_store
from memary.stores.archive.lines import write_export
from memary.stores.store import Store
from memary.times import GivenTime
from memary.types import HitKind, utc_now
from memary.types.spaces import SpaceRole

if TYPE_CHECKING:
    from memary.ingestion.extraction.model import Extractor
    from memary.models.base import Reranker
    from memary.models.factory import ChatSource, EmbeddingSource
    from memary.reflection.steps import ReflectionStep


class Memary(OpenMemory):
    """Long-term memory in a knowledge graph, made with `Memary.open`.

    Attributes:
        facts: what is true now, what was, and why; add, correct, rate.
        entities: who and what is known, the graph, merging, categories.
        messages: what was said.
        sessions: conversations, their titles and their summaries.
        stream: which entity came up when, and what that shows over time.
        insights: what facts show, taken together; profiles.
        runs: what agents did, step by step.
        spaces: memory that several users share.
        operations: the ledger of changes; undo.
        usage: what models cost; `usage()` is the report.
        admin: users, counts, checks, the queue, embeddings.
        access: who may use a memory, and who did.
        core: what it consists of: store, models, settings, worker.
    """

    def __init__(
        self,
        store: Store | str | PathLike[str] | None = None,
        models: Models | None = None,
        settings: Settings | None = None,
        *,
        worker: bool = False,
        own: OwnParts | None = None,
    ) -> None:
        if store is None or isinstance(store, (str, PathLike)) or models is None or settings is None:
            raise ConfigurationError(f"Open a memory with Memary.open({_shown(store)}).")
        super().__init__(MemoryCore(store, models, settings, worker=worker, own=own or OwnParts()))
        self.facts = Facts(self.core)
        self.entities = Entities(self.core)
        self.messages = Messages(self.core)
        self.sessions = Sessions(self.core)
        self.stream = Stream(self.core)
        self.insights = Insights(self.core)
        self.runs = Runs(self.core)
        self.spaces = Spaces(self.core)
        self.operations = Operations(self.core)
        self.usage = UsageReports(self.core)
        self.admin = Admin(self.core)
        self.access = Access(self.core)

    @classmethod
    @checked
    def open(
        cls,
        store: str | PathLike[str] | None = None,
        *,
        settings: Settings | None = None,
        llm: ChatSource | None = None,
        extraction_llm: ChatSource | None = None,
        vision_llm: ChatSource | None = None,
        external_llm: ChatSource | None = None,
        embedding: EmbeddingSource | None = None,
        reranker: Reranker | str | None = None,
        extractor: Extractor | str | None = None,
        prompts: Prompts | str | None = None,
        reflection_steps: Sequence[ReflectionStep | str] = (),
        worker: bool | None = None,
        reembed: bool = False,
        tokens: TokenCounter | None = None,
        clock: Callable[[], datetime] = utc_now,
        **options: Unpack[SettingOptions],
    ) -> Self:
        """Open a memory.

        Args:
            store: `sqlite:///file.db`, `sqlite:///:memory:`, a path, `neo4j://host:7687`; None: as the settings say.
            settings: ready settings; default: `Settings.load(**options)`, each option a setting by its name.
            llm: chat model: a name, a LlamaIndex LLM or a `ChatModel`; default: as the settings say, else none.
            extraction_llm: reads facts out of messages; default: the chat model.
            vision_llm: looks at images; default: the chat model.
            external_llm: is asked when the graph does not know.
            embedding: `sentences`, `words`, `hash`, `local:…`, `openai:…`, `auto`, a LlamaIndex one or an `Embedder`.
            reranker: orders the best hits; an object, or the name of an entry point in `memary.rerankers`.
            extractor: reads facts in place of the model or the rules; likewise, of `memary.extractors`.
            prompts: what models are told to do, by task (`answer`, or `answer.zh`); likewise, of `memary.prompts`.
            reflection_steps: draw insights beside memary's own; likewise, of `memary.reflection`.
            worker: extract in the background of this process; default: as the settings say, which is yes.
            reembed: drop stored vectors of another model instead of refusing them; `reindex` makes new ones.
            tokens: counts a text's tokens for the chat model; default: an estimate, see `memary.languages.tokens`.
            clock: tells what time it is, aware and in UTC: for the queue, the budget, messages that come without a
                time, runs, spaces, and what is kept for some days. What is known since when, and searches, go by the
                clock of the machine.

        Raises:
            ConfigurationError: a setting, URI or key is wrong or missing.
            StoreError: the store cannot be opened, or holds vectors of another model.
        """
        if settings is not None and options:
            raise ConfigurationError("Give either settings or single options, not both.")
        found = settings or Settings.load(**options)
        own = own_parts(found, extractor, prompts=prompts, steps=reflection_steps, tokens=tokens, clock=clock)
        given = ModelSources(
            chat=llm,
            extraction=extraction_llm,
            vision=vision_llm,
            external=external_llm,
            embedding=embedding,
            reranker=reranker,
            reads_facts=own.extractor is not None,
        )
        models = build_models(found, given)
        works = found.worker if worker is None else worker
        return cls(open_store(store, found), models, found, worker=works, own=own)._started(reembed=reembed)

    aopen = classmethod(async_twin(open))

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
        wait: bool = False,
    ) -> Receipt:
        """Keep messages, durable and findable on return; facts are extracted in the background.

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
            wait: bring what waits of this user into the graph now, as `flush` does, and tell in the receipt which
                facts were learnt and which ended. Where the model is down, the receipt tells what is still to be
                read, and why.

        Pictures that come with them are described first, where a vision model is set (`describe_images`): what they
        show stands at their place, `[image: …]`, and in the metadata. Where that fails the messages are kept without.
        What the setting `redact` names is taken out first, and stands nowhere.
        A message that the user asked in talk to forget is not kept when it comes in again, and the receipt has no id.

        Raises:
            InputError: a message is too long, not text, lacks the zone of its time, or has the `id` of another text;
                it says which and why. Or all of them are empty; one among others is left out. Nothing was kept.
            StoreError: the store did not take them. Nothing was kept; what they replace may be gone.
        """
        asked = Addition(
            messages=messages,
            user_id=user_id,
            agent_id=agent_id,
            session_id=session_id,
            metadata=metadata,
            expires_at=expires_at,
            infer=infer,
            replace=replace,
            wait=wait,
        )
        return await keep(self.core, asked)

    add = sync_twin(aadd)

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
        whose = await self.core.owner_id(user_id, role=SpaceRole.WRITER)
        if whose is not None:
            await self.core.store.admit(whose, "queue", writes=True)
        return await self.core.worker.drain(whose, wait=wait, on_progress=on_progress)

    flush = sync_twin(aflush)

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
        min_score: float | None = None,
        kinds: HitKind | Collection[HitKind] = KINDS,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        only_then: bool = False,
        spaces: Collection[str] | None = None,
        temporary: Sequence[str] = (),
    ) -> list[Hit]:
        """Find what memory knows about a question, best first; no LLM is called, unless `synonyms` is set.

        What was said at a time that is named comes first, with facts that were true then (see their `invalid_at`).

        Args:
            query: the question, or any text.
            user_id: whose memory.
            agent_id: only what was said to this agent.
            session_id: only what was said in this session.
            top_k: most hits; default: as the settings say, which is 10.
            token_budget: most tokens of the hits' texts together.
            min_score: leave out hits that score less, from 0 to 1, such as 0.4; default: none is left out.
            kinds: one or several of "message", "fact", "entity", "run"; default: messages and facts.
            as_of: as if it were asked at that time: facts true then instead of now, messages said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.
            filters: only records for which this holds, like `{"category": "food"}`; see `memary.filters`.
            include_expired: also what has expired.
            only_then: where the question names times, only what was said or true in one of them.
            spaces: names or ids of the spaces that are searched with it; none: the user's own memory alone. Default:
                as the setting `recall_spaces` says, which is all that the user has joined. With a session, none.
            temporary: texts that take part in this search alone, before all others; nothing of them is kept.

        Raises:
            InputError: the query is empty, or an argument makes no sense.
            NotFoundError: the user belongs to no such space.
        """
        scope = await self.core.scope(user_id, agent_id, session_id)
        question = RecallQuery(
            text=query,
            top_k=self.core.settings.top_k if top_k is None else top_k,
            token_budget=token_budget,
            min_score=min_score,
            kinds=cast("Collection[HitKind]", {kinds} if isinstance(kinds, str) else kinds),
            view=View.of(as_of, known_at, include_expired=include_expired, filters=filters),
            only_then=only_then,
            spaces=spaces,
            temporary=temporary,
        )
        return list((await recall(self.core, question, scope)).hits)

    search = sync_twin(asearch)

    @on_loop
    async def acontext(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        budget: int | None = None,
        history: History | None = None,
        insert: Insert | None = None,
        exclude: Collection[str] = (),
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        spaces: Collection[str] | None = None,
        temporary: Sequence[str] = (),
    ) -> ContextWindow:
        """Build the context window for answering a question, without a language model.

        Its parts are personas, top entities, insights, facts, subgraph, passages, earlier runs of a task like this,
        summary, last messages, question. A question that leans on the last messages of the session ("and her
        brother?") is completed from them for the search; the window says how in `rewritten`. Call it before the
        message is added, or exclude the message.

        Args:
            query: the question.
            user_id: whose memory.
            agent_id: recall only what was said to this agent.
            session_id: whose summary and last messages are shown.
            budget: most tokens; default: `eviction_rate` of the chat model's window, or `context_tokens` if less.
            history: the last messages shown: "auto" for those that no summary covers yet, "none" for neither them nor
                the summary, or how many; default: as the settings say.
            insert: where `messages()` puts memory: "system", or "user" for in front of the question; default: as the
                settings say.
            exclude: ids of messages to leave out (the question itself, when it is stored already).
            as_of: the window as it would have been at that time: facts true then, what was said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.
            filters: recall only records for which this holds; the last messages are shown all the same.
            include_expired: also what has expired.
            spaces: names or ids of the spaces that are recalled with it, as in `search`.
            temporary: texts that take part in this window alone, marked as such; nothing of them is kept.

        Raises:
            InputError: the query is empty, an argument makes no sense, a time lacks its zone, or the personas alone
                exceed the budget.
        """
        asked = ContextQuery(
            text=query,
            scope=await self.core.scope(user_id, agent_id, session_id),
            view=View.of(as_of, known_at, include_expired=include_expired, filters=filters),
            budget=budget,
            history=history,
            insert=insert,
            exclude=exclude,
            spaces=spaces,
            temporary=temporary,
        )
        return await ContextBuilder(self.core).build(asked)

    context = sync_twin(acontext)

    @on_loop
    async def aforget(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        message_id: str | None = None,
        fact_id: str | None = None,
        entity: str | None = None,
        before: GivenTime | None = None,
        speaker: str | None = None,
        with_sources: bool = True,
        for_good: bool = False,
        dry_run: bool = False,
    ) -> Manifest:
        """Forget a whole user, or one part of the memory, and what rests on it alone.

        A part can be restored for `restorable_days`, see `memory.operations.restore`; by default it is gone at once.

        What forgotten facts had ended is again as it was before them. No text of it is left in the store, unless the
        setting `scrub` leaves its bytes to `scrub`; what a Neo4j server may keep on its disk is said in
        `docs/memory/forgetting.md`. Copies elsewhere are the caller's matter: exports and backups made before,
        and what a model server logs.

        With a whole user goes what they wrote in spaces, those too that they have left. A space that only they owned
        goes on to the member of the highest role, of several to the one who has it longest; one without another
        member goes as well.

        Args:
            user_id: whose memory; all of it, if nothing else is named.
            session_id: this session.
            message_id: this message.
            fact_id: this fact, with the words of messages that state it.
            entity: the entities of this name or alias, with their facts and the words that tell of them.
            before: all messages said before that time.
            speaker: all messages of this named speaker, as they are called there.
            with_sources: False keeps the messages that state the fact or mention the entity as they are. Then their
                words are still found, and reading them again may bring the fact back.
            for_good: hold nothing aside, whatever the settings say.
            dry_run: change nothing, and return what would go, with the ids of its messages and facts
                and the clauses that go of messages that stay.

        Returns:
            How many records went, and how many facts came back.

        Raises:
            NotFoundError: there is no such thing in this user's memory.
            InputError: more than one thing is named, or a time lacks its zone.
        """
        asked = Removal(
            user_id=user_id,
            session_id=session_id,
            message_id=message_id,
            fact_id=fact_id,
            entity=entity,
            before=before,
            speaker=speaker,
            with_sources=with_sources,
            for_good=for_good,
        )
        return await remove(self.core, asked, dry_run=dry_run)

    forget = sync_twin(aforget)

    @on_loop
    async def aexport(self, path: str | Path, *, user_id: str) -> int:
        """Write everything of a user as JSON lines; return how many records.

        Raises:
            NotFoundError: there is no such user.
            InputError: the file cannot be written.
        """
        scope = await self.core.scope(user_id)
        await self.core.check_user(scope)
        return await write_export(self.core.store, Path(path), scope.user_id, self.core.models.embedder.spec)

    export = sync_twin(aexport)

    @on_loop
    async def aimport_(
        self,
        path: str | Path,
        *,
        user_id: str | None = None,
        as_user: str | None = None,
        dry_run: bool = False,
        on_progress: Callable[[int], None] | None = None,
    ) -> int:
        """Read an export into this store; return how many records were new: none, the second time.

        Args:
            path: the file.
            user_id: whose memory it has to be, to the last record; default: whoever's it is.
            as_user: whose memory it becomes, who may have no other; default: whoever's it is. Ids and times stay.
            dry_run: write nothing, and return how many records would be new.
            on_progress: called with the number of records that were read since the last call.

        Raises:
            InputError: the file cannot be read as an export, names records that are nowhere, is of another user than
                `user_id`, or `as_user` has other memory. Then nothing was written.
        """
        return await take_in(
            self.core, Path(path), user_id=user_id, as_user=as_user, dry_run=dry_run, on_progress=on_progress
        )

    import_ = sync_twin(aimport_)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Tell who uses a name of an earlier version what it is called now."""
            if now := FORMER_NAMES.get(name):
                raise AttributeError(f"memory.{name} is now memory.{now}: see docs/import/migration.md.")
            raise AttributeError(f"Memary has no attribute {name!r}.")


def _shown(store: Store | str | PathLike[str] | None) -> str:
    """Return the argument of `open` that a store given to the constructor was meant to be."""
    return repr(fspath(store)) if isinstance(store, (str, PathLike)) else ""
