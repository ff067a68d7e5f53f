"""`Memary`: the one object a program opens. It holds the store, the models and the worker.

Every sync method has an async twin with an `a` in front and the same parameters. All work runs in one event loop of
the object's own, so both may be used from any thread and any loop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from anyio import to_thread

from memary.arguments import checked
from memary.errors import ConfigurationError
from memary.facade.background import Background
from memary.facade.correcting import Correcting
from memary.facade.costs import Costs
from memary.facade.keeping import Keeping
from memary.facade.looking import Looking
from memary.facade.packing import Packing
from memary.facade.records import Records
from memary.facade.reflecting import Reflecting
from memary.facade.runs import Runs
from memary.facade.streaming import Streaming
from memary.facade.writing import Writing
from memary.ingestion.extract import ModelExtractor, RuleExtractor
from memary.ingestion.reflect import Reflector
from memary.ingestion.schedule import ReflectionSchedule
from memary.ingestion.worker import Worker
from memary.ingestion.write import GraphWriter
from memary.languages.tokens import TokenCounter, counter_for
from memary.llm.base import ChatModel
from memary.llm.factory import Models, build_models, chat_model
from memary.looping import Loop
from memary.memory.budget import Budget
from memary.memory.metered import metered, metered_chat
from memary.memory.predicates import Predicates
from memary.memory.usage import UsageLedger
from memary.settings import Settings
from memary.stores import open_store
from memary.stores.store import Store
from memary.text.times import find_times
from memary.types import BEGINNING, utc_now

if TYPE_CHECKING:
    from memary.llm.factory import ChatSource, EmbeddingSource

_log = logging.getLogger("memary")


def _times_named(text: str, said_at: datetime) -> list[tuple[datetime, str]]:
    """Return when the times begin that a text names, and their words."""
    return [(one.start, one.text) for one in find_times(text, now=said_at) if one.start > BEGINNING]


@dataclass(slots=True)
class _Held:
    """What an open memory holds until it ends."""

    background: Background
    ledger: UsageLedger
    models: Models
    store: Store
    chat_models: dict[str, ChatModel] = field(default_factory=dict[str, ChatModel])  # those of `using`, by name
    is_set_up: bool = False

    async def release(self) -> None:
        """Let go of everything, the store last."""
        await self.background.stop()
        if self.is_set_up:
            await self.ledger.aclose()
        for model in self.chat_models.values():
            await model.aclose()
        await self.models.aclose()
        await self.store.aclose()


def _shown(store: Store | str | PathLike[str] | None) -> str:
    """Return the argument of `open` that a store given to the constructor was meant to be."""
    return repr(fspath(store)) if isinstance(store, (str, PathLike)) else ""


class Memary(Writing, Packing, Looking, Streaming, Correcting, Costs, Keeping, Records, Reflecting, Runs):
    """Long-term memory in a knowledge graph. Make one with `Memary.open`."""

    def __init__(
        self,
        store: Store | str | PathLike[str] | None = None,
        models: Models | None = None,
        settings: Settings | None = None,
        *,
        worker: bool = False,
        tokens: TokenCounter | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        if store is None or isinstance(store, (str, PathLike)) or models is None or settings is None:
            raise ConfigurationError(f"A memory is opened: Memary.open({_shown(store)}).")
        self._clock = clock
        self._ledger = UsageLedger(store, clock=clock)
        self.budget = Budget(self._ledger, settings, clock=clock)
        models = metered(models, self._ledger, self.budget, shows_content=settings.trace_content)
        self.store = store
        self.models = models
        self.settings = settings
        self._given_tokens = tokens
        self.tokens = tokens or counter_for(models.chat.name)
        self.loop = Loop()
        self._works_in_background = worker
        self._background = Background()
        self._held = _Held(self._background, self._ledger, models, store)
        self.loop.at_end(self._held.release)
        extractor = ModelExtractor(models.extraction) if models.extraction else RuleExtractor(times=_times_named)
        self._predicates = Predicates.of(single_valued=settings.single_valued, many_valued=settings.many_valued)
        self._writer = GraphWriter(store, models.embedder, self._predicates)
        self._reflector = Reflector(store, models.embedder, models.extraction, settings=settings)
        schedule = ReflectionSchedule(self._reflector, store, settings, clock=clock)
        self._worker = Worker(
            store, self._writer, extractor, models.embedder, settings, clock=clock, schedule=schedule
        )

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
        worker: bool | None = None,
        reembed: bool = False,
        tokens: TokenCounter | None = None,
        clock: Callable[[], datetime] = utc_now,
        **options: Any,
    ) -> Self:
        """Open a memory.

        Args:
            store: `sqlite:///file.db`, `sqlite:///:memory:`, a path or `neo4j://host:7687`; None: as the settings
                say, at last a file in the home folder.
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
            tokens: says how many tokens a text has for the chat model; default: an estimate by the model's name, see
                `memary.languages.tokens`.
            clock: tells the queue and the budget what time it is, aware and in UTC.
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
        works = chosen.worker if worker is None else worker
        memory = cls(open_store(store, chosen), models, chosen, worker=works, tokens=tokens, clock=clock)
        try:
            memory.loop.start(memory._start, reembed).result()
        except BaseException:
            memory.close()
            raise
        return memory

    @classmethod
    async def aopen(cls, store: str | PathLike[str] | None = None, **options: Any) -> Self:
        """Open a memory without blocking the running event loop; see `open`."""
        return await to_thread.run_sync(partial(cls.open, store, **options))

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside others; `close` waits for it. To be called in the object's loop."""
        self._background.run(work)

    @checked
    def using(
        self,
        *,
        llm: ChatSource | None = None,
        system_persona: Path | None = None,
        user_persona: Path | None = None,
    ) -> Self:
        """Return this open memory with another chat model or other personas, for a `ChatAgent` or a context window.

        All else is shared: store, worker, ledger, budget. So closing one of them closes the others.

        Args:
            llm: the chat model: a name, a LlamaIndex LLM or a `ChatModel`; default: the one of this memory. A model
                that is made for a name is kept, and closed with the memory.
            system_persona: file that says who the assistant is; default: as here.
            user_persona: file that says who the user is; default: as here.

        Raises:
            ConfigurationError: the model cannot be asked.
        """
        other = copy(self)
        if llm is not None:
            shows_content = self.settings.trace_content
            model = self._chat_model(llm)
            chat = metered_chat(model, self._ledger, self.budget, shows_content=shows_content)
            other.models = replace(self.models, chat=chat)
            other.tokens = self._given_tokens or counter_for(chat.name)
        personas = {"system_persona": system_persona, "user_persona": user_persona}
        given = {name: file for name, file in personas.items() if file is not None}
        other.settings = self.settings.model_copy(update=given)
        return other

    def _chat_model(self, llm: ChatSource) -> ChatModel:
        if not isinstance(llm, str):
            return chat_model(self.settings, llm)
        made = self._held.chat_models
        if llm not in made:
            made[llm] = chat_model(self.settings, llm)
        return made[llm]

    def close(self) -> None:
        """Stop the worker and release everything; what is pending stays so, for the next to open. Safe twice.

        A memory that is dropped, or open when the program ends, closes by itself.
        """
        self.loop.close()

    async def aclose(self) -> None:
        """Close without blocking the running event loop; see `close`."""
        await to_thread.run_sync(self.close)

    def __repr__(self) -> str:
        model = "offline" if self.models.chat.is_offline else self.models.chat.name
        return f"Memary({self.store.location}, {model})"

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
        self._held.is_set_up = True
        if self._works_in_background and await self.store.next_due() is not None:
            self._ensure_worker()
