"""Read a batch: gather what the extractor has to see beside it, and have it read.

The extractor sees the new messages, a few before them, the known facts nearest to them, and known entities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memary.ingestion.extract import Extractor, proposals
from memary.ingestion.proposed import NamedEntity, ProposedFact
from memary.ingestion.write import Proposals
from memary.memory.identity import SELF_KEY, SELF_NAME, user_name
from memary.prompts.extraction import ExtractionInput
from memary.prompts.languages import texts
from memary.settings import Settings
from memary.stores.base import GraphStore
from memary.text import count_tokens, entity_key, terms
from memary.types import Batch, Entity, Fact, Message, Scope, When, utc_now

_EARLIER = 4
_KNOWN_FACTS = 10
_KNOWN_ENTITIES = 15


class BatchReader:
    """Turns a batch of messages into proposals."""

    def __init__(self, store: GraphStore, extractor: Extractor, settings: Settings) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings

    async def read(self, batch: Batch) -> Proposals:
        """Have a batch read; what is too much for one call is read in several, one after the other.

        Raises:
            ModelError: the model could not be asked, or did not answer in a usable way.
        """
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
            when=When.now(utc_now()),
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
