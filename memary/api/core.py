"""Hold what an open memory works with, for `Memary`, its groups and its agents."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import anyio
from propcache.api import cached_property

from memary.api.access.guard import AccessGuard
from memary.api.access.scope import scope_for, scope_to_forget
from memary.api.background import BackgroundTasks
from memary.api.own_parts import OwnParts
from memary.checks.faults import shown
from memary.condensation.condense import CondensationReport, Condenser
from memary.condensation.groups import Limits
from memary.conversation.personas import Personas
from memary.errors import ModelError, NotFoundError
from memary.event_loop import Loop
from memary.facts.identity import lookup_key
from memary.facts.predicates import Predicates
from memary.forgetting.fingerprint import fingerprint
from memary.forgetting.forget import ForgetPart
from memary.forgetting.held_records import Retention
from memary.forgetting.plan import Manifest
from memary.forgetting.recycle_bin import RecycleBin, actor_of
from memary.forgetting.request import ForgetOnRequest, MeantReaders
from memary.forgetting.scrub import Scrub
from memary.ingestion.extraction.context import BatchReader
from memary.ingestion.extraction.model import ModelExtractor
from memary.ingestion.extraction.rules.claims import claims_in
from memary.ingestion.extraction.rules.extractor import RuleExtractor
from memary.ingestion.load import Common, Given, language_among, load, pictures_of
from memary.ingestion.pictures import PictureDescriber
from memary.ingestion.worker import IdleWork, Worker
from memary.ingestion.write import GraphWriter
from memary.languages.prompt.stamps import Zones
from memary.languages.tokens import TokenCounter, counter_for
from memary.models.base import ChatModel
from memary.models.factory import Models, chat_model
from memary.models.recent_vectors import RecentVectors
from memary.queries import EntityQuery, FactQuery, MessageQuery, OperationQuery, Query
from memary.reflection.person.zone import zones_by_default, zones_of
from memary.reflection.reflect import Reflector
from memary.reflection.schedule import ReflectionSchedule
from memary.resolution.names.suggestions import near_names, no_entity
from memary.retrieval.question.synonyms import Synonyms
from memary.settings import Settings
from memary.stores.store import Store
from memary.text import embedding_text, entity_key
from memary.text.redaction.redactor import Redactor
from memary.text.times.intervals import find_times
from memary.types import BEGINNING, Action, Embedding, Entity, Fact, Message, Record, Scope, utc_now
from memary.types.spaces import SpaceRole
from memary.usage.budget import Budget
from memary.usage.ledger import UsageLedger, attribute_usage
from memary.usage.meters import metered, metered_chat

if TYPE_CHECKING:
    from memary.models.factory import ChatSource

_log = logging.getLogger("memary")

_LINGER = 2.0
"""Seconds; a call of a model for several messages costs little more than for one."""

_CLOSING_TIME = 10.0
"""Seconds in which closing writes what is left to be written, also beside a database that says nothing."""


R = TypeVar("R", Fact, Message, Entity)

_BY_ID: dict[type[Record], Callable[[Scope, list[str]], Query[Any]]] = {
    Fact: lambda scope, ids: FactQuery(scope, ids=ids),
    Message: lambda scope, ids: MessageQuery(scope, ids=ids),
    Entity: lambda scope, ids: EntityQuery(scope, ids=ids),
}


@dataclass(slots=True)
class _Resources:
    """What an open memory releases when it ends."""

    background: BackgroundTasks
    ledger: UsageLedger
    models: Models
    store: Store
    chat_models: dict[str, ChatModel] = field(default_factory=dict[str, ChatModel])  # those of agents, by name
    is_set_up: bool = False

    async def release(self) -> None:
        """Let go of everything, the store last; what its database does not take in time is left unwritten."""
        try:
            async with asyncio.timeout(_CLOSING_TIME):
                await self.background.stop()
                if self.is_set_up:
                    await self.ledger.aclose()
        except TimeoutError:
            _log.warning(
                "closing: what was still to be done did not end within %g seconds and was left; "
                "messages wait for the next to open",
                _CLOSING_TIME,
            )
        for model in self.chat_models.values():
            await model.aclose()
        await self.models.aclose()
        await self.store.aclose()


class Assistant(NamedTuple):
    """Who answers: a chat model, what its texts cost, and who it and the user are said to be."""

    chat: ChatModel
    tokens: TokenCounter
    personas: Personas


class MemoryCore:
    """What an open memory works with: store, models, settings, worker, and the loop in which they run.

    Its coroutines are to be awaited in that loop.
    """

    def __init__(
        self,
        store: Store,
        models: Models,
        settings: Settings,
        *,
        worker: bool,
        own: OwnParts,
    ) -> None:
        self.clock = clock = own.clock
        self.prompts = own.prompts
        self.ledger = UsageLedger(store, clock=clock)
        self.budget = Budget(self.ledger, settings, clock=clock)
        models = metered(models, self.ledger, self.budget, shows_content=settings.trace_content)
        models = replace(models, embedder=RecentVectors(models.embedder))
        self.store = store
        self.models = models
        self.settings = settings
        self.guard = store.guard = AccessGuard(
            store, self.ledger, client=settings.client or "library", notes=settings.access_log, clock=clock
        )
        self._given_tokens = own.tokens
        self.tokens = own.tokens or counter_for(models.chat.name)
        self.loop = Loop()
        self.background = BackgroundTasks()
        self._resources = _Resources(self.background, self.ledger, models, store)
        self.loop.at_end(self._resources.release)
        usual = ModelExtractor(models.extraction) if models.extraction else RuleExtractor(times=_times_named)
        extractor, embedder = own.extractor or usual, models.embedder
        reader = BatchReader(store, extractor, settings, embedder, prompts=own.prompts, ledger=self.ledger)
        self.predicates = Predicates.of(single_valued=settings.single_valued, many_valued=settings.many_valued)
        self.writer = GraphWriter(store, models.embedder, self.predicates)
        self.reflector = Reflector(store, models.embedder, models.extraction, settings=settings, style=own.reflection)
        self.scrub = Scrub(store, is_wanted=settings.scrub, clock=clock)
        self.forgets = ForgetOnRequest(
            store,
            MeantReaders(models.embedder, claims_in, models.extraction, settings.zone),
            self.predicates,
            scrub=self.scrub,
            retention=self.retention,
        )
        self.recycle_bin = RecycleBin(store, scrub=self.scrub, clock=clock)
        self.condenser = Condenser(
            store, models.embedder, models.extraction, predicates=self.predicates, prompts=own.prompts
        )
        self.limits = Limits(settings.max_facts_per_subject, settings.max_facts_per_user)
        then = self.condense if self.limits != Limits() else None
        schedule = ReflectionSchedule(self.reflector, store, settings, clock=clock, then=then)
        self.worker = Worker(
            self.writer,
            reader,
            settings,
            clock=clock,
            forgets=self.forgets if settings.forget_on_request else None,
            idle=IdleWork(schedule, self.recycle_bin, self.scrub),
        )
        self._works_in_background = worker

    async def start(self, *, reembed: bool) -> None:
        """Set the store up, and begin with what waits in it."""
        stored = await self.store.stored_embedding()
        await self.models.embedder.prepare(stored)
        spec = self.models.embedder.spec
        if reembed and stored not in (None, spec):
            await self.store.reset_embeddings(spec)
        await self.store.migrate(spec)
        self._resources.is_set_up = True
        if self.settings.restorable_days or await self.store.next_due() is not None:
            self.ensure_worker()

    @cached_property
    def assistant(self) -> Assistant:
        """Who answers where nobody else is named."""
        personas = Personas(self.settings.system_persona, self.settings.user_persona)
        return Assistant(self.models.chat, self.tokens, personas)

    def assistant_with(self, llm: ChatSource | None, personas: Personas | None) -> Assistant:
        """Return the assistant with another chat model, or with other personas.

        Args:
            llm: a name, a LlamaIndex LLM or a `ChatModel`; None: as here. A model that is made for a name is kept,
                and closed with the memory.
            personas: files that say who the assistant and the user are; what is None in them is as here.

        Raises:
            ConfigurationError: the model cannot be asked.
        """
        usual = self.assistant
        given = personas or Personas()
        who = Personas(given.system or usual.personas.system, given.user or usual.personas.user)
        if llm is None:
            return Assistant(usual.chat, usual.tokens, who)
        model = self._chat_model(llm)
        chat = metered_chat(model, self.ledger, self.budget, shows_content=self.settings.trace_content)
        return Assistant(chat, self._given_tokens or counter_for(chat.name), who)

    def _chat_model(self, llm: ChatSource) -> ChatModel:
        if not isinstance(llm, str):
            return chat_model(self.settings, llm)
        made = self._resources.chat_models
        if llm not in made:
            made[llm] = chat_model(self.settings, llm)
        return made[llm]

    @property
    def is_offline(self) -> bool:
        """Whether there is no language model."""
        return self.models.chat.is_offline

    @cached_property
    def synonyms(self) -> Synonyms | None:
        """Who gives further names of what a question names.

        It is None unless the settings want it and there is a model.
        """
        return Synonyms(self.models.chat) if self.settings.synonyms and not self.is_offline else None

    @cached_property
    def pictures(self) -> PictureDescriber | None:
        """Who describes pictures that come with messages; None unless the settings want it and a model sees."""
        model = self.models.vision if self.models.describes_images else None
        if model is None:
            return None
        from memary.models.pictures.reader import PictureReader  # noqa: PLC0415  httpx, in .1 s

        return PictureDescriber(PictureReader(model), self.prompts)

    @property
    def linger(self) -> float:
        """Seconds for which a message waits for others to be read with it.

        Without a model nothing is won by that.
        """
        if self.settings.linger is not None:
            return self.settings.linger
        return _LINGER if self.worker.reader.asks_a_model else 0.0

    @cached_property
    def zones(self) -> Zones:
        """In which zones times are shown where nothing is known of the user."""
        return zones_by_default(self.settings)

    async def scope(
        self,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        *,
        role: SpaceRole = SpaceRole.READER,
    ) -> Scope:
        """Return whose memory a caller means, who may do there what the role allows; see `scope_for`."""
        return await scope_for(self.store, user_id, agent_id, session_id, role=role)

    async def scope_to_forget(
        self, user_id: str, session_id: str | None = None, *, message_ids: Collection[str] = ()
    ) -> Scope:
        """Return whose memory a caller means, who may forget there.

        All, or these messages; see `scope_to_forget`.
        """
        return await scope_to_forget(self.store, user_id, session_id, message_ids=message_ids)

    async def owner_id(self, user_id: str | None, *, role: SpaceRole = SpaceRole.READER) -> str | None:
        """Return under which id the memory is kept that a caller means; None where everybody's is meant."""
        return None if user_id is None else (await self.scope(user_id, role=role)).user_id

    async def zones_of(self, user_id: str) -> Zones:
        """Return in which zones the times of a user are meant and shown; see `Admin.azones_of`."""
        return await zones_of(self.store, user_id, self.settings)

    @cached_property
    def redactor(self) -> Redactor:
        """Takes out of texts what is private, before they are stored."""
        return Redactor(self.settings.redact or "off", self.settings.redact_patterns)

    def ensure_worker(self) -> None:
        """Let the worker look at the queue, if this memory works in the background."""
        if self._works_in_background:
            self.background.keep_working(self.worker.run)
            self.worker.wake()

    async def work(self) -> None:
        """Work off the queue until cancelled; what is in hand then may end within the time of `wind_down`."""
        self.worker.begin()
        if running := self.background.keep_working(self.worker.run):
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                with anyio.CancelScope(shield=True):
                    await self.wind_down()
                running.cancel()
                self.worker.begin()
                raise

    async def wind_down(self) -> None:
        """Let the worker end what it has in hand, within the time that the settings leave, and take no more."""
        await self.worker.finish(self.settings.grace)

    async def condense(self, user_id: str) -> CondensationReport:
        """Tell a user's old, alike facts as few, where there are more than the settings allow.

        A model that was asked about the same facts in vain is not asked again.
        """
        return await self.condenser.condense(user_id, self.limits, is_asked_again=False)

    def retention(self, scope: Scope, about: str = "") -> Retention | None:
        """Return until when what somebody forgets is held aside; None where the settings do not want it."""
        if not (days := self.settings.restorable_days):
            return None
        return Retention(self.clock() + timedelta(days=days), actor_of(scope), about)

    async def forget_part(
        self, scope: Scope, part: ForgetPart, *, for_good: bool = False, dry_run: bool = False
    ) -> Manifest:
        """Forget a part of a user's memory, and write over its bytes unless that is left to `scrub`.

        It is held aside as long as the settings say, unless it goes `for_good`. A dry run changes nothing, and tells
        what would go.
        """
        retention = None if for_good else self.retention(scope)
        manifest = await self.forgets.forget(scope, part, retention=retention, dry_run=dry_run)
        if dry_run:
            return manifest
        manifest = await self.written_over(manifest)
        await self.worker.vectors.fill()  # of sentences that read differently now
        return manifest

    async def written_over(self, manifest: Manifest) -> Manifest:
        """Write over what was forgotten, and drop what models told of questions and pictures, which may name it.

        Returns:
            The manifest, which says whether its bytes are written over: what could not be is made good by the worker.
        """
        if self.synonyms is not None:
            self.synonyms.forget()
        if self.pictures is not None:
            self.pictures.forget()
        is_scrubbed = await self.scrub.after_forgetting()
        if self.settings.scrub and not is_scrubbed:
            self.ensure_worker()
        return manifest.model_copy(update={"is_scrubbed": is_scrubbed})

    async def pictures_described(
        self, given: Sequence[Given], messages: Sequence[Message]
    ) -> tuple[dict[str, str], list[str]]:
        """Return what the pictures in given messages show, and why others could not be described.

        Args:
            given: the messages.
            messages: what they came to without that.
        """
        if self.pictures is None or not (found := pictures_of(given)):
            return {}, []
        with attribute_usage(messages[0].user_id):
            return await self.pictures.describe(found, language=language_among(messages))

    async def loaded(self, given: Sequence[Given], scope: Scope, common: Common, *, now: datetime) -> list[Message]:
        """Return the messages that given ones come to, without those that the user asked to forget.

        Raises:
            InputError: one cannot be stored, or all are empty.
        """
        messages = load(given, scope=scope, now=now, common=common, max_chars=self.settings.max_message_chars)
        return await self.not_forgotten(messages, now=now)

    async def not_forgotten(self, messages: list[Message], *, now: datetime) -> list[Message]:
        """Return messages without those that the user asked to forget and that come in again."""
        again = {fingerprint(one): one.id for one in messages if one.created_at != now or one.id == one.digest}
        if not again:
            return messages
        scope = Scope(user_id=messages[0].user_id)
        rows = await self.store.read(OperationQuery(scope, target_ids=list(again)))
        gone = {again[row.target_id] for row in rows if row.action is Action.FORGET}
        return [one for one in messages if one.id not in gone]

    async def keep(self, messages: list[Message]) -> list[Message]:
        """Append messages with their vectors, due at once."""
        return await self.store.append(messages, embeddings=await self.vectors_of(messages), due_at=utc_now())

    async def vectors_of(self, messages: Sequence[Message]) -> dict[str, Embedding]:
        """Embed messages; if the model is down they are kept without, and the worker fills the vectors in."""
        try:
            with attribute_usage(messages[0].user_id):
                vectors = await self.models.embedder.embed([embedding_text(message) for message in messages])
        except ModelError as error:
            _log.warning("embedding: %s", error)
            return {}
        return {message.id: vector for message, vector in zip(messages, vectors, strict=True)}

    async def record(self, kind: type[R], scope: Scope, id: str) -> R:
        """Return a fact, message or entity by its id, also one that has ended or expired.

        Raises:
            NotFoundError: there is none of that kind in this user's memory.
        """
        query: Query[Any] = _BY_ID[kind](scope, [id])
        for found in await self.store.read(query):
            return found
        name = kind.__name__.casefold()
        raise NotFoundError(f"There is no {name} {shown(id)} in the memory of user {shown(scope.user_id)}.")

    async def entities_named(self, scope: Scope, name: str, *, is_to_go: bool = False) -> list[Entity]:
        """Return the entities of a name or alias.

        Raises:
            NotFoundError: there is none.
        """
        found = await self.store.read(EntityQuery(scope, keys=[lookup_key(name), entity_key(name)]))
        if not found:
            raise no_entity(name, scope.user_id, await self.near_names(scope, name, is_to_go=is_to_go))
        return found

    async def near_names(self, scope: Scope, name: str, *, is_to_go: bool = False) -> list[str]:
        """Return the names of a user's entities that are spelt nearly like one that there is not."""
        return near_names(name, await self.store.read(EntityQuery(scope)), is_to_go=is_to_go)

    async def entity_ids(self, scope: Scope, entity: str | None) -> list[str] | None:
        """Return the ids of the entities of a name, alias or id; None where none is named."""
        if entity is None:
            return None
        user = Scope(user_id=scope.user_id)
        found = await self.store.read(EntityQuery(user, ids=[entity])) or await self.entities_named(user, entity)
        return [each.id for each in found]

    async def check_user(self, scope: Scope) -> None:
        """Refuse a user of whom nothing is known.

        Raises:
            NotFoundError: there is no memory of theirs.
        """
        if not await self.store.users(scope.user_id):
            raise NotFoundError(
                f"There is no memory of user {shown(scope.user_id)}: `memary doctor` lists the users."
            )


def _times_named(text: str, said_at: datetime) -> list[tuple[datetime, str]]:
    """Return when the times begin that a text names, and their words."""
    return [(one.start, one.text) for one in find_times(text, now=said_at) if one.start > BEGINNING]
