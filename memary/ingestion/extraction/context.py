"""Read a batch: gather what the extractor has to see beside it, and have it read.

The extractor sees the new messages, a few before them, the known facts nearest to them, and known entities.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from datetime import tzinfo
from typing import NamedTuple

from memary.errors import BudgetExceededError, ModelError, ModelUnavailableError
from memary.facts.identity import SELF_NAME, user_name
from memary.ingestion.extraction.background import Background, BackgroundReader
from memary.ingestion.extraction.dropped_facts import counting_dropped
from memary.ingestion.extraction.model import Extractor, proposals, within, within_each
from memary.ingestion.extraction.prompt import ExtractionInput
from memary.ingestion.extraction.reply.requests import asked_to_forget
from memary.ingestion.extraction.reply.unions import unions
from memary.ingestion.extraction.senders import senders
from memary.languages import texts
from memary.languages.prompt.instructions import USUAL, Instructions
from memary.models.base import Embedder
from memary.queries import BesideQuery, MessageQuery
from memary.reflection.person.zone import zones_among
from memary.resolution.proposals import NamedEntity, Proposals, ProposedFact, ProposedForget, ProposedUnion
from memary.settings import Settings
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.text import count_tokens, entity_key, entity_keys
from memary.text.speech_acts.empty_talk import is_chatter, says_something
from memary.text.speech_acts.forget_request import forget_request
from memary.types import Batch, Entity, Message, Role, Scope, scope_in_use, utc_now
from memary.usage.ledger import UsageLedger

_log = logging.getLogger("memary")

EARLIER = 4
"""How many messages before a batch are shown with it."""


class Begun(NamedTuple):
    """What is read before anything is asked about a batch.

    Attributes:
        earlier: the messages right before it, in the order of the talk; many may be of one time.
        zone: the user's.
        known: what is known around the first messages to be read, as far as that is there without asking a model.
    """

    earlier: list[Message]
    zone: tzinfo | None
    known: Background | None


class BatchReader:
    """Turns a batch of messages into proposals."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        settings: Settings,
        embedder: Embedder,
        *,
        prompts: Instructions = USUAL,
        ledger: UsageLedger | None = None,
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._background = BackgroundReader(store, embedder if extractor.kind == "model" else None)
        self._extractor = extractor
        self._settings = settings
        self._prompts = prompts
        self._is_doubted = False  # since a reply was of no use, until one is
        self._has_warned = False

    @property
    def asks_a_model(self) -> bool:
        """Whether reading costs calls of a model."""
        return self._extractor.kind == "model"

    async def read(self, batch: Batch, begun: Begun, *, user_name: str | None = None) -> Proposals:
        """Have a batch read; what is too much for one call is read in several, one after the other.

        Args:
            batch: the messages.
            begun: what `begun` read for it.
            user_name: the name of the user, where the graph lacks it and it is known all the same.

        Raises:
            ModelError: the model could not be asked, or did not answer in a usable way.
        """
        with counting_dropped() as dropped:
            told = await self._read(batch, begun, user_name)
        if self._ledger is not None and self.asks_a_model:
            await self._ledger.note_dropped(batch.user_id, dropped)
        return told

    async def _read(self, batch: Batch, begun: Begun, user_name: str | None) -> Proposals:
        earlier, zone, known = begun
        named: list[NamedEntity] = []
        facts: list[ProposedFact] = []
        united: list[ProposedUnion] = []
        forgets: list[ProposedForget] = []
        async for given in self.inputs(batch, earlier=earlier, zone=zone, known=known, user_name=user_name):
            self._warn_beside_a_model(given)
            most = self._settings.max_facts
            extraction = within(await self._extractor.extract(given), most * len(given.messages))
            self._is_doubted = False
            more_named, more_facts = proposals(
                extraction,
                messages=given.messages,
                known_facts=given.known_facts,
                known_entities=given.known_entities,
                min_importance=self._settings.min_importance,
                extractor=self._extractor.kind,
            )
            named += more_named
            facts += within_each(more_facts, most)
            united += unions(extraction, given.messages, given.known_entities)
            forgets += asked_to_forget(extraction, given.messages, given.known_facts)
        return Proposals(
            batch.user_id,
            named,
            facts,
            actor=f"worker/{self._extractor.kind}",
            user_name=user_name or _user_name(earlier, batch),
            is_users_name=user_name is not None,
            agent_id=self._apart(batch).agent_id,
            unions=united,
            forgets=forgets,
        )

    def _warn_beside_a_model(self, given: ExtractionInput) -> None:
        """Say once that rules read here what a model reads elsewhere: this process may lack its settings."""
        by_model = any(fact.extractor == "model" for fact in given.known_facts)
        if by_model and not self.asks_a_model and not self._has_warned:
            self._has_warned = True
            _log.warning(
                "Messages are read by rules in this process, which has no model, though a model read what is known: "
                "set its model here too, or MEMARY_WORKER=false to leave the reading to the process that has one."
            )

    async def why_useless(self) -> ModelUnavailableError | None:
        """Return why the model is of no use at present, if so; to be asked after a reply that could not be used.

        After the first such reply it is None: the message may be at fault. From then on, until a reply can be used, a
        plain sentence is read first. So a model that makes sense of nothing is told from a message that none can
        read.
        """
        if not self._is_doubted:
            self._is_doubted = True
            return None
        try:
            await self._extractor.extract(ExtractionInput([_plain_message()], prompts=self._prompts))
        except BudgetExceededError:
            return None
        except ModelUnavailableError as error:
            return error
        except ModelError as error:
            return ModelUnavailableError(
                "The model answers, but not even a plain sentence in a way that can be used. No message is lost, all "
                f"wait: choose another MEMARY_EXTRACTION_MODEL, or mend its server. The last reply: {error}"
            )
        self._is_doubted = False
        return None

    async def begun(self, reads: Reads, batch: Batch) -> Begun:
        """Return what is read before anything is asked about a batch, beside other reads."""
        first, scope = batch.messages[0].id, scope_in_use(batch.user_id)
        beside = await reads.read(BesideQuery(scope, [first], turns=EARLIER))
        ids = beside[first].before if first in beside else ()
        found = await reads.read(MessageQuery(scope, ids=ids)) if ids else []
        said = [message for message in found if batch.agent_id is None or message.agent_id == batch.agent_id]
        zone = (await zones_among(reads, batch.user_id, self._settings)).main
        earlier = said[-EARLIER:]
        chunk, before = self._chunks(batch)[0], _talk(earlier)
        if self._passes_over(chunk, before):
            return Begun(earlier, zone, None)
        known = await self._background.among(reads, self._apart(batch), chunk, before)
        return Begun(earlier, zone, known)

    def _chunks(self, batch: Batch) -> list[list[Message]]:
        """Return the messages that are read at once, without those that hold nothing to be learnt."""
        cut = chunks(list(map(without_request, batch.messages)), self._settings.batch_tokens)
        return [[message for message in chunk if message.content] for chunk in cut]

    def _passes_over(self, chunk: Sequence[Message], before: Sequence[Message]) -> bool:
        """Return whether there is nothing to be read in messages."""
        return not chunk or (self.asks_a_model and is_chatter(chunk, next(iter(reversed(before)), None)))

    def _apart(self, batch: Batch) -> Scope:
        """Return whose facts a batch is read beside.

        The user's, or where agents are kept apart the agent's own.
        """
        is_apart = self._settings.agents == "apart"
        return scope_in_use(batch.user_id, batch.agent_id if is_apart else None)

    async def inputs(
        self,
        batch: Batch,
        *,
        earlier: Sequence[Message],
        zone: tzinfo | None,
        known: Background | None = None,
        user_name: str | None = None,
    ) -> AsyncGenerator[ExtractionInput]:
        """Give what each call over a batch gets to see.

        Args:
            batch: the messages.
            earlier: the last messages before it, oldest first.
            zone: the user's, in which times are shown.
            known: what is known around the first messages to be read, where that was read before.
            user_name: see `read`.
        """
        scope = self._apart(batch)
        in_talk = _user_name(earlier, batch)
        name = user_name or in_talk
        before = _talk(earlier)
        given, known = known, None
        for place, chunk in enumerate(self._chunks(batch)):
            if self._passes_over(chunk, before):
                continue
            known = (given if place == 0 else None) or await self._background.around(scope, chunk, before)
            if known.user is not None and known.user.name == SELF_NAME and not user_name:
                name = in_talk = None
            yield ExtractionInput(
                messages=chunk,
                earlier=before,
                known_facts=known.facts,
                known_entities=known.entities,
                undated=known.undated,
                self_name=_self_name(known.user, name, _language(chunk)),
                speakers=_speakers([*before, *chunk], known) if in_talk is None else (),
                language=_language(chunk),
                instructions=self._settings.extraction_instructions,
                zone=zone,
                prompts=self._prompts,
            )
            before = list(chunk[-EARLIER:])


def without_request(message: Message) -> Message:
    """Return a user's message without what it surely asks to forget: that is nothing to be learnt."""
    request = forget_request(message.content) if message.role is Role.USER and not message.speaker else None
    if request is None or not all(thing.is_sure for thing in request.things):
        return message
    return message.model_copy(update={"content": request.rest if says_something(request.rest) else ""})


def _plain_message() -> Message:
    """Return a message of which any model that can extract makes sense."""
    now, text = utc_now(), "I live in Oslo."
    return Message(user_id="nobody", content=text, created_at=now, added_at=now, digest=text)


def _talk(messages: Sequence[Message]) -> list[Message]:
    return [message for message in messages if message.role is not Role.SYSTEM]


def _user_name(earlier: Sequence[Message], batch: Batch) -> str | None:
    return user_name([*_talk(earlier), *batch.messages])


def _self_name(user: Entity | None, name: str | None, language: str) -> str:
    """Return how to call the user: by name where it is known, else "User" in the language of the talk."""
    if user is not None and user.name != SELF_NAME:
        return user.name
    return name or texts(language).user


def _speakers(messages: Sequence[Message], known: Background) -> Sequence[str]:
    """Return who talks where everybody has a name and nobody is the user of an assistant; else nobody.

    Who only sends notices is among them if nobody else talks.
    """
    said = [message for message in messages if message.role is not Role.SYSTEM]
    names = dict.fromkeys(message.speaker for message in said if message.speaker)
    is_answered = any(message.role is Role.ASSISTANT for message in said)
    own = entity_keys(known.user) if known.user and is_answered else ()
    if not all(message.speaker for message in said) or any(entity_key(name) in own for name in names):
        return ()
    sending = senders(said, known.entities)
    return [name for name in names if name not in sending] or list(names)


def chunks(messages: Sequence[Message], tokens: int) -> list[list[Message]]:
    """Cut a batch where one call would read too much; mostly it stays whole."""
    if len(messages) == 1:
        return [[*messages]]
    cut: list[list[Message]] = [[]]
    size = 0
    for message in messages:
        cost = count_tokens(message.content)
        if cut[-1] and size + cost > tokens:
            cut.append([])
            size = 0
        cut[-1].append(message)
        size += cost
    return cut


def _language(messages: Sequence[Message]) -> str:
    return Counter(message.language for message in messages).most_common(1)[0][0]
