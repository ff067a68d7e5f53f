"""Read what a request to forget can mean: what was told before it to the agent that was asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memary.facts.identity import SELF_KEY
from memary.forgetting.meaning.thing_match import Naming, confides, sayings_in
from memary.languages import any_of, spoken, texts, united
from memary.languages.pack.talk import Voice
from memary.languages.terms import terms
from memary.queries import (
    BesideQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageNeighbours,
    MessageQuery,
    SearchQuery,
    in_pages,
)
from memary.stores.store import Store
from memary.text.parts.clauses import Clause, clauses
from memary.text.proper_form import proper_form
from memary.text.speech_acts.forget_request import Thing
from memary.types import FOREVER, Embedding, Entity, Fact, FactKind, Message, Role, Scope

VOICES = (Role.USER, Role.ASSISTANT)
"""Who says what can be meant."""

_TALK = 500
"""How many messages of a session are looked at, the last before the request."""

_LOOKED_THROUGH = 3_000
"""How many messages are looked through for words of confidence, the newest first."""

_own = united(lambda language: language.pronouns.own)
_speaks = any_of(lambda language: language.requests.speaks)


@dataclass(frozen=True, slots=True)
class Asked:
    """Where and when a request was made.

    Attributes:
        scope: whose memory it is about: of an agent with a memory of its own, that alone; with the session.
        until: what was said later is not meant; of messages of one time those with a smaller id were said before.
        message_id: the request itself, if it is in memory.
    """

    scope: Scope
    until: datetime
    message_id: str | None = None

    def follows(self, message: Message) -> bool:
        """Return whether a message was said before the request."""
        if message.id == self.message_id:
            return False
        if message.created_at == self.until and self.message_id is not None:
            return message.id < self.message_id
        return message.created_at <= self.until


class PriorRecords:
    """What was told before a request, read from the store.

    Attributes:
        scope: whose memory is looked through.
        asked: where and when it was asked.
        me: the nodes that stand for the user.
    """

    def __init__(self, store: Store, asked: Asked) -> None:
        self._store, self.asked = store, asked
        self.scope = asked.scope.model_copy(update={"session_id": None})
        self.me: list[Entity] = []
        self._most = 0

    async def begin(self) -> None:
        """Read who the user is, and how much there is to look through."""
        user = Scope(user_id=self.scope.user_id)
        self.me = await self._store.read(EntityQuery(user, keys=[SELF_KEY]))
        stats = await self._store.stats(self.scope.user_id)
        self._most = max(stats.messages, stats.facts, 1)

    async def last(self) -> list[Message]:
        """Return what the user said last in the session, and what was answered."""
        talk = await self._talk()
        mine = next((place for place, one in enumerate(talk, 1) if one.role is Role.USER), 0)
        return talk[:mine]

    async def before(self, turns: int) -> list[Message]:
        """Return the last messages of the session before the request, the newest first."""
        return (await self._talk())[:turns]

    async def _talk(self) -> list[Message]:
        """Return what was said in the session before the request, the newest first."""
        if self.asked.scope.session_id is None:
            return []
        until = min(self.asked.until, FOREVER) + datetime.resolution  # a query leaves its end out
        query = MessageQuery(self.asked.scope, until=until, newest_first=True, limit=_TALK)
        return [one for one in await self._store.read(query) if self.asked.follows(one) and one.role in VOICES]

    async def replies(self) -> list[Message]:
        """Return what the assistant answered to the request, if that is in memory already."""
        if self.asked.message_id is None:
            return []
        beside = await self._store.read(BesideQuery(self.scope, [self.asked.message_id]))
        after = beside[self.asked.message_id].after if self.asked.message_id in beside else ()
        found = await self._store.read(MessageQuery(self.scope, ids=after)) if after else []
        return [one for one in found if one.role is Role.ASSISTANT]

    async def near(self, words: Sequence[str], vector: Embedding, most: int) -> list[Message]:
        """Return the messages nearest to some words and to their meaning, said before the request."""
        asked = SearchQuery(self.scope, Message, terms=words, vector=vector, limit=2 * most, roles=VOICES)
        found = [one for one in await self._store.read(asked) if self.asked.follows(one.record)]
        by_words = sorted((one for one in found if one.text is not None), key=lambda one: -(one.text or 0.0))
        by_meaning = sorted((one for one in found if one.vector is not None), key=lambda one: -(one.vector or 0.0))
        return [one.record for one in (*by_words[:most], *by_meaning[:most])]

    async def confided(self) -> list[Message]:
        """Return what the user told in confidence before the request, the newest first."""
        found = await self._store.read(MessageQuery(self.scope, newest_first=True, limit=_LOOKED_THROUGH))
        own = (one for one in found if one.role is Role.USER and not one.speaker and self.asked.follows(one))
        return [one for one in own if confides(one.content)]

    async def facts_near(self, words: Sequence[str], vector: Embedding, most: int) -> list[Fact]:
        """Return the facts nearest to some words and to their meaning; up to twice as many, with the newest."""
        asked = SearchQuery(self.scope, Fact, terms=words, vector=vector, limit=most)
        found = await self._store.read(asked)
        ranked = sorted(found, key=lambda one: (-(one.text or 0.0), -(one.vector or 0.0)))
        newest = await self._store.read(FactQuery(self.scope, newest_first=True, limit=2 * most))
        facts = {fact.id: fact for fact in (*(one.record for one in ranked), *newest)}
        return [fact for fact in facts.values() if fact.kind is not FactKind.INSIGHT][: 2 * most]

    async def facts_of_messages(self, ids: Collection[str]) -> list[Fact]:
        """Return the facts that some messages state."""
        return await self._store.read(FactQuery(self.scope, source_ids=ids)) if ids else []

    async def facts(self, ids: Collection[str]) -> list[Fact]:
        """Return facts by their ids."""
        return await self._store.read(FactQuery(self.scope, ids=ids)) if ids else []

    async def following(self, message: Message) -> list[Message]:
        """Return the message that follows in a session."""
        return await self._told_by((await self._neighbours(message, 1)).after)

    async def beside(self, message: Message, turns: int) -> list[Message]:
        """Return the messages around one in a session, up to so many on each side."""
        found = await self._neighbours(message, turns)
        return await self._told_by((*found.before, *found.after))

    async def _neighbours(self, message: Message, turns: int) -> MessageNeighbours:
        found = (
            await self._store.read(BesideQuery(self.scope, [message.id], turns=turns)) if message.session_id else {}
        )
        return found.get(message.id, MessageNeighbours())

    async def _told_by(self, ids: Collection[str]) -> list[Message]:
        """Return messages by their ids, as far as they were said before the request."""
        found = await self._store.read(MessageQuery(self.scope, ids=ids)) if ids else []
        return [one for one in found if self.asked.follows(one)]

    async def saying(self, words: Sequence[str]) -> list[Message]:
        """Return the messages that have one of some words, said before the request, in their order."""
        if not words:
            return []
        found = await self._store.read(SearchQuery(self.scope, Message, terms=list(words), limit=self._most))
        messages = (one.record for one in found if one.text is not None and one.record.role in VOICES)
        return sorted(filter(self.asked.follows, messages), key=lambda one: (one.created_at, one.id))

    async def stating(self, words: Sequence[str]) -> list[Fact]:
        """Return the facts whose sentence has one of some words."""
        if not words:
            return []
        found = await self._store.read(SearchQuery(self.scope, Fact, terms=list(words), limit=self._most))
        return [one.record for one in found if one.text is not None and one.record.kind is not FactKind.INSIGHT]

    async def sources(self, fact: Fact) -> list[Message]:
        """Return the messages of the scope that stated a fact before the request."""
        return await self._told_by(fact.source_ids)

    async def mentioning(self, entity_ids: Collection[str]) -> list[Message]:
        """Return the messages that mention entities, as they were read."""
        if not entity_ids:
            return []
        mentions = await self._store.read(MentionQuery(self.scope, entity_ids=entity_ids))
        return [one for ids in in_pages(sorted({m.source_id for m in mentions})) for one in await self._told_by(ids)]

    async def facts_of(self, subjects: Iterable[Entity], predicates: Collection[str]) -> list[Fact]:
        """Return the facts of some relations about somebody."""
        ids = [entity.id for entity in subjects]
        if not (ids and predicates):
            return []
        return await self._store.read(FactQuery(self.scope, entity_ids=ids, predicates=predicates))

    async def facts_around(self, entity_id: str) -> list[Fact]:
        """Return all facts about somebody or something."""
        return await self._store.read(FactQuery(self.scope, entity_ids=[entity_id]))

    def is_mine(self, fact: Fact) -> bool:
        """Return whether a fact is about the user."""
        return fact.subject_id in {one.id for one in self.me}

    async def names_of(self, fact: Fact) -> frozenset[str]:
        """Return what whom a fact is about is called; of the user also by the word for one in any language."""
        known = await self.entities(ids=[fact.subject_id])
        names = {name for one in known for name in (one.name, *one.aliases)} | {fact.subject}
        return frozenset(names | {texts(language).user for language in spoken()} if self.is_mine(fact) else names)

    async def entities(
        self, *, ids: Collection[str] | None = None, keys: Collection[str] | None = None
    ) -> list[Entity]:
        """Return entities by their ids, or by the keys of their names."""
        return await self._store.read(EntityQuery(self.scope, ids=ids, keys=keys)) if ids or keys else []

    async def naming(self, thing: Thing) -> list[Naming]:
        """Return how messages and facts name a thing, clause by clause."""
        words, voice = thing.words, self._voice(None)
        found: list[Naming] = []
        for message in await self.saying(terms(words)):
            said_by = self._voice(message)
            for clause in clauses(message.content):
                written = proper_form(clause.text, message.language).text if thing.is_name else clause.text
                for saying in sayings_in(written, words, said_by):
                    of_speaker = message.speaker is not None and saying.whose == "own"
                    mine = replace(saying, whose="other") if of_speaker else saying
                    is_me = message.speaker is None and _speaks().search(clause.text) is not None
                    found.append(Naming(message, clause, mine, is_me))
        for fact in await self.stating(terms(words)):
            clause = Clause(0, len(fact.statement), fact.statement)
            found += [
                Naming(fact, clause, saying, self.is_mine(fact))
                for saying in sayings_in(fact.statement, words, voice)
            ]
        return found

    def _voice(self, message: Message | None) -> Voice:
        names = (name.casefold() for one in self.me for name in (one.name, *one.aliases))
        return Voice(message is not None and message.role is Role.ASSISTANT, frozenset(names) | _own())
