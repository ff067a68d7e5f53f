"""Read a batch: gather what the extractor has to see beside it, and have it read.

The extractor sees the new messages, a few before them, the known facts nearest to them, and known entities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Sequence

from memary.facts.identity import SELF_KEY, SELF_NAME, user_name
from memary.facts.intervals import is_current
from memary.ingestion.extraction.model import Extractor, proposals, within, within_each
from memary.ingestion.extraction.prompt import ExtractionInput
from memary.languages import texts
from memary.queries import EntityQuery, FactQuery, MessageQuery, SearchQuery, View
from memary.reflection.user_zone import zones_of
from memary.resolution.proposals import NamedEntity, Proposals, ProposedFact
from memary.settings import Settings
from memary.stores.store import Store
from memary.text import count_tokens, entity_key, terms
from memary.types import Batch, Entity, Fact, FactKind, Message, Role, Scope, utc_now

EARLIER = 4
"""How many messages before a batch are shown with it."""

_KNOWN_FACTS = 10
_KNOWN_ENTITIES = 15


class BatchReader:
    """Turns a batch of messages into proposals."""

    def __init__(self, store: Store, extractor: Extractor, settings: Settings) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings

    @property
    def asks_a_model(self) -> bool:
        """Whether reading costs calls of a model."""
        return self._extractor.kind == "model"

    async def read(self, batch: Batch) -> Proposals:
        """Have a batch read; what is too much for one call is read in several, one after the other.

        Raises:
            ModelError: the model could not be asked, or did not answer in a usable way.
        """
        talk = Scope(user_id=batch.user_id, agent_id=batch.agent_id, session_id=batch.session_id)
        first = batch.messages[0]
        earlier = await self._store.read(MessageQuery(talk, until=first.created_at, newest_first=True, limit=EARLIER))
        earlier.reverse()
        named: list[NamedEntity] = []
        facts: list[ProposedFact] = []
        async for given in self.inputs(batch, earlier=earlier):
            most = self._settings.max_facts
            extraction = within(await self._extractor.extract(given), most * len(given.messages))
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
        actor = f"worker/{self._extractor.kind}"
        return Proposals(batch.user_id, named, facts, actor=actor, user_name=_user_name(earlier, batch))

    async def inputs(self, batch: Batch, *, earlier: Sequence[Message]) -> AsyncGenerator[ExtractionInput]:
        """Give what each call over a batch gets to see; `earlier` are the last messages before it, oldest first."""
        scope = Scope(user_id=batch.user_id)
        known = await self._known_entities(scope, batch.messages)
        name = _user_name(earlier, batch)
        users = [e for e in known if SELF_KEY in {e.key, *map(entity_key, e.aliases)}]
        before = _talk(earlier)
        zone = (await zones_of(self._store, batch.user_id, self._settings)).main
        for chunk in chunks(batch.messages, self._settings.batch_tokens):
            yield ExtractionInput(
                messages=chunk,
                earlier=before,
                known_facts=await self._known_facts(scope, chunk, users),
                known_entities=known,
                self_name=_self_name(next(iter(users), None), name, _language(chunk)),
                language=_language(chunk),
                instructions=self._settings.extraction_instructions,
                zone=zone,
            )
            before = list(chunk[-EARLIER:])

    async def _known_facts(self, scope: Scope, messages: Sequence[Message], users: Sequence[Entity]) -> list[Fact]:
        found = await self._store.read(
            SearchQuery(
                scope,
                Fact,
                terms=terms(" ".join(message.content for message in messages)),
                limit=_KNOWN_FACTS,
                view=View(true_at=utc_now()),
            )
        )
        ranked = sorted(found, key=lambda candidate: (-(candidate.text or 0.0), candidate.record.id))
        near = [one.record for one in ranked if one.record.kind is not FactKind.INSIGHT][:_KNOWN_FACTS]
        about = [entity.id for entity in users]
        if about and len(near) < _KNOWN_FACTS:  # "I quit" shares no word with where one works
            latest = await self._store.read(
                FactQuery(scope, entity_ids=about, newest_first=True, limit=3 * _KNOWN_FACTS)
            )
            stated = [fact for fact in latest if fact.kind is not FactKind.INSIGHT]
            near += [fact for fact in stated if is_current(fact, utc_now())]  # plans, too
        return list({fact.id: fact for fact in near}.values())[:_KNOWN_FACTS]

    async def _known_entities(self, scope: Scope, messages: Sequence[Message]) -> list[Entity]:
        words = terms(" ".join(f"{message.speaker or ''} {message.content}" for message in messages))
        found = await self._store.read(SearchQuery(scope, Entity, terms=words, limit=_KNOWN_ENTITIES))
        ranked = sorted(found, key=lambda candidate: (-(candidate.text or 0.0), candidate.record.id))
        user = await self._store.read(EntityQuery(scope, keys=[SELF_KEY]))
        return list({e.id: e for e in (*user, *(c.record for c in ranked[:_KNOWN_ENTITIES]))}.values())


def _talk(messages: Sequence[Message]) -> list[Message]:
    return [message for message in messages if message.role is not Role.SYSTEM]


def _user_name(earlier: Sequence[Message], batch: Batch) -> str | None:
    return user_name([*_talk(earlier), *batch.messages])


def _self_name(user: Entity | None, name: str | None, language: str) -> str:
    """Return how to call the user: by name where it is known, else "User" in the language of the talk."""
    if user is not None and user.name != SELF_NAME:
        return user.name
    return name or texts(language).user


def chunks(messages: Sequence[Message], tokens: int) -> list[list[Message]]:
    """Cut a batch where one call would read too much; mostly it stays whole."""
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
