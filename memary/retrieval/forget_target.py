"""What a request to forget means: the facts, the names, and the sentences of messages that hold it.

A name is meant with all that is known of it; anything else is where all of its words stand in one sentence, or in
one fact, or what a fact of that relation says. The values found that way are looked for again, since others may
repeat them: a number everywhere, the object of a fact unless something else is known of it. Where the words may mean
several things ("my PIN", of the bank or of the locker), nothing is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from memary.facts.identity import SELF_KEY
from memary.facts.predicates import names_nothing, predicates_asked, predicates_named
from memary.languages import any_of
from memary.languages.scripts import EDGES, HAN, QUESTION_MARKS
from memary.languages.terms import segmented, telling_words, term_set, terms
from memary.queries import EntityQuery, FactQuery, MentionQuery, MessageQuery, SearchQuery
from memary.retrieval.linking import name_keys
from memary.stores.store import Store
from memary.text import entity_key
from memary.text.forget_request import ForgetRequest
from memary.text.name_occurrence import says_name
from memary.text.questions import sentences
from memary.text.spotted_names import spot_entities
from memary.text.times import time_stretches
from memary.types import VALUE, Entity, Fact, Message, Role, Scope

_POOL = 500
"""How many records a search may bring; what is to be forgotten has to be found wherever it is."""

_SHORT = 60
"""Characters up to which what follows a question is its answer and nothing else."""

_HAN_WORD = re.compile(f"[{HAN}]+")
_NUMBER = re.compile(r"\d(?:[\d .-]*\d){2,}|\d{3,}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ASKS = re.compile(f"[{QUESTION_MARKS}]")
_goes_on = any_of(lambda language: language.requests.goes_on, r"\W*(?:{})")
_beside = any_of(lambda language: language.dialogue.beside)


@dataclass(frozen=True, slots=True)
class ForgetTarget:
    """What a request to forget means.

    Attributes:
        facts: ids of the facts.
        entities: ids of the names that are meant with all that is known of them.
        rests: by the id of each message what it says beside; "" for one that goes as a whole.
        subjects: where several things may be meant, how each is called; then nothing else is told.
    """

    facts: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    rests: Mapping[str, str] = field(default_factory=dict[str, str])
    subjects: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not (self.facts or self.entities or self.rests)


@dataclass(slots=True)
class _Cuts:
    """The sentences that go, by message."""

    messages: dict[str, Message] = field(default_factory=dict[str, Message])
    sentences: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, message: Message, cut: Iterable[str]) -> None:
        self.messages[message.id] = message
        known = self.sentences.setdefault(message.id, [])
        known += [sentence for sentence in cut if sentence not in known]

    def whole(self, message: Message) -> None:
        self.add(message, _sentences(message))

    @property
    def text(self) -> str:
        """All that goes of what users said."""
        return "\n".join(one for id_, cut in self.sentences.items() for one in cut if not self._is_answer(id_))

    def _is_answer(self, id_: str) -> bool:
        return self.messages[id_].role is Role.ASSISTANT

    def rests(self) -> dict[str, str]:
        """Return what is left of each message; an assistant's answer goes as a whole, it tells nothing new."""
        return {
            id_: "" if self._is_answer(id_) else _without(message, self.sentences[id_])
            for id_, message in self.messages.items()
        }


async def find_forget_target(
    store: Store, scope: Scope, request: ForgetRequest, *, until: datetime, exclude: Collection[str] = ()
) -> ForgetTarget:
    """Find what a user's request to forget means.

    Args:
        store: where their memory is.
        scope: whose; with the session in which it was asked.
        request: what they ask, with a name for what is meant, or of what they said last.
        until: what was said later is not meant.
        exclude: messages that are not meant: the request itself.
    """
    user = Scope(user_id=scope.user_id)
    finder = _Finder(store, user, until, frozenset(exclude))
    if request.kind == "last":
        return await finder.last_said(scope)
    return await finder.named(request.what)


class _Finder:
    def __init__(self, store: Store, scope: Scope, until: datetime, exclude: frozenset[str]) -> None:
        self._store, self._scope, self._until, self._exclude = store, scope, until, exclude
        self._cuts = _Cuts()

    async def last_said(self, session: Scope) -> ForgetTarget:
        """Return the last message of the user in a session, and what was answered."""
        if session.session_id is None:
            return ForgetTarget()
        talk = await self._store.read(MessageQuery(session, newest_first=True, limit=_SHORT))
        for message in filter(self._is_meant, talk):
            self._cuts.whole(message)
            if message.role is Role.USER:
                facts = await self._store.read(FactQuery(self._scope, source_ids=[message.id]))
                return ForgetTarget(frozenset(one.id for one in facts), rests=self._cuts.rests())
        return ForgetTarget()

    async def named(self, what: str) -> ForgetTarget:
        """Return what words mean."""
        words = _words(what)
        entities = await self._entities(what)
        if len(entities) > 1:
            return ForgetTarget(subjects=tuple(one.description or f"{one.name} ({one.type})" for one in entities))
        found = await self._holding(words)
        if not entities and (subjects := _subjects(words, self._cuts.text)):
            return ForgetTarget(subjects=subjects)
        facts = {fact.id: fact for fact in (*found, *await self._of_relation(what))}
        for entity in entities:
            facts |= {one.id: one for one in await self._store.read(FactQuery(self._scope, entity_ids=[entity.id]))}
            await self._cut_naming(entity)
        facts = {id_: fact for id_, fact in facts.items() if await self._was_told(fact)}
        await self._cut_sources(facts.values())
        facts |= await self._told_by_cuts()
        await self._cut_repeated(await self._values(facts))
        ids = frozenset(one.id for one in entities)
        return ForgetTarget(frozenset(facts), ids, self._cuts.rests())

    def _is_meant(self, message: Message) -> bool:
        return message.id not in self._exclude and message.created_at <= self._until

    async def _messages(self, words: Sequence[str]) -> list[Message]:
        if not words:
            return []
        found = await self._store.read(SearchQuery(self._scope, Message, terms=words, limit=_POOL))
        told = (candidate.record for candidate in found if candidate.text is not None)
        return sorted(filter(self._is_meant, told), key=lambda one: (one.created_at, one.id))

    async def _entities(self, what: str) -> list[Entity]:
        """Return the entities that are meant by their name: the words end with it, and are about nobody else's.

        An acronym ("PIN") may be the name of a kind of thing, and is looked for as a word.
        """
        found = await self._store.read(EntityQuery(self._scope, keys=name_keys(what)))
        named: list[Entity] = []
        for entity in found:
            if (
                entity.type == VALUE
                or entity.name.isupper()
                or SELF_KEY in {entity.key, *map(entity_key, entity.aliases)}
            ):
                continue
            names = (name for name in (entity.name, *entity.aliases) if what.casefold().endswith(name.casefold()))
            before = [what[: -len(name)] for name in names if says_name(what, name)]
            if any(not (_beside().search(words) or len(_words(words)) > 1) for words in before):
                named.append(entity)
        longest = max((len(one.name) for one in named), default=0)
        return [one for one in named if len(one.name) == longest]

    async def _holding(self, words: Sequence[str]) -> list[Fact]:
        """Cut the sentences that hold all of the words, and return the facts that do."""
        asked: list[Message] = []
        for message in await self._messages(words):
            cut = [one for one in _sentences(message) if _holds(one, words)]
            if cut:
                self._cuts.add(message, cut)
                if message.role is Role.ASSISTANT and _ASKS.search(cut[-1]):
                    asked.append(message)
        for message in asked:
            await self._cut_answer(message)
        facts = await self._store.read(SearchQuery(self._scope, Fact, terms=words, limit=_POOL)) if words else []
        told = (one.record for one in facts if one.text is not None)
        return [one for one in told if _holds(f"{one.statement} {one.quote} {one.object}", words)]

    async def _cut_answer(self, question: Message) -> None:
        """Cut what the user answered to a question of the assistant, if it was that alone."""
        if question.session_id is None:
            return
        session = _session(self._scope, question.session_id)
        later = await self._store.read(MessageQuery(session, since=question.created_at, limit=4))
        after = [one for one in later if one.role is Role.USER and self._is_meant(one)][:1]
        for message in after:
            if len(message.content) <= _SHORT:
                self._cuts.whole(message)

    async def _of_relation(self, what: str) -> list[Fact]:
        """Return the facts about the user, or about whom the words name, whose relation is meant ("my address")."""
        predicates, others = predicates_named(what)
        predicates |= predicates_asked(what)
        if not predicates:
            return []
        own = await self._store.read(EntityQuery(self._scope, keys=[SELF_KEY]))
        facts = await self._store.read(
            FactQuery(self._scope, entity_ids=[one.id for one in own], predicates=predicates)
        )
        words = _words(others)
        return [one for one in facts if not words or _holds(f"{one.statement} {one.quote}", words)]

    async def _was_told(self, fact: Fact) -> bool:
        """Return whether a fact was told before the request."""
        if not fact.source_ids:
            return fact.created_at <= self._until
        sources = await self._store.read(MessageQuery(self._scope, ids=fact.source_ids))
        return not sources or any(map(self._is_meant, sources))

    async def _cut_naming(self, entity: Entity) -> None:
        """Cut the sentences that say a name, of all messages that mention who bears it."""
        names = (entity.name, *entity.aliases)
        mentions = await self._store.read(MentionQuery(self._scope, entity_ids=[entity.id]))
        mentioning = await self._store.read(MessageQuery(self._scope, ids=[one.source_id for one in mentions]))
        words = [term for name in names for term in term_set(name)]
        for message in (*filter(self._is_meant, mentioning), *await self._messages(words)):
            if cut := [one for one in _sentences(message) if any(says_name(one, name) for name in names)]:
                self._cuts.add(message, cut)

    async def _cut_sources(self, facts: Iterable[Fact]) -> None:
        """Cut the sentences that state facts; where no sentence can be told, all of the message."""
        for fact in facts:
            if fact.source_ids:
                sources = await self._store.read(MessageQuery(self._scope, ids=fact.source_ids))
                for message in filter(self._is_meant, sources):
                    said = _sentences(message)
                    quoted = [one for one in said if fact.quote and (one in fact.quote or fact.quote in one)]
                    self._cuts.add(message, quoted or [one for one in said if says_name(one, fact.object)] or said)

    async def _told_by_cuts(self) -> dict[str, Fact]:
        """Return the facts that only sentences state which go."""
        ids = list(self._cuts.sentences)
        told = await self._store.read(FactQuery(self._scope, source_ids=ids)) if ids else []
        return {
            fact.id: fact
            for fact in told
            if fact.quote
            and any(fact.quote in cut for id_ in fact.source_ids for cut in self._cuts.sentences.get(id_, ()))
            and self._cuts.sentences.keys() >= set(fact.source_ids)
        }

    async def _values(self, facts: Mapping[str, Fact]) -> list[str]:
        """Return what the facts and sentences that go tell, as far as nothing else that is known tells it, too."""
        values = _numbers(self._cuts.text)
        for fact in facts.values():
            around = await self._store.read(FactQuery(self._scope, entity_ids=[fact.object_id], limit=len(facts) + 2))
            if (
                fact.kind == "fact"
                and not names_nothing(fact.object)
                and all(other.id in facts for other in around)
                and len(fact.object) > 1
            ):
                values.append(fact.object)
        return list(dict.fromkeys(values))

    async def _cut_repeated(self, values: Sequence[str]) -> None:
        """Cut the sentences that say the values again, and the assistant's replies that say the names again."""
        words = [term for value in values for term in term_set(value)]
        for message in await self._messages(words):
            if cut := [one for one in _sentences(message) if any(says_name(one, value) for value in values)]:
                self._cuts.add(message, cut)
        for message in list(self._cuts.messages.values()):
            if message.role is not Role.ASSISTANT and message.session_id is not None:
                await self._cut_reply(message)

    async def _cut_reply(self, message: Message) -> None:
        """Cut the assistant's reply to a message, if it repeats a name from the sentences that go."""
        session = _session(self._scope, message.session_id)
        later = await self._store.read(MessageQuery(session, since=message.created_at, limit=4))
        said = " ".join(self._cuts.sentences[message.id])
        names = [spot.name for spot in spot_entities(said, message.language)]
        for reply in [one for one in later if one.id != message.id][:1]:
            is_reply = reply.role is Role.ASSISTANT and self._is_meant(reply)
            if is_reply and any(says_name(reply.content, name) for name in names):
                self._cuts.whole(reply)


def _session(scope: Scope, session_id: str | None) -> Scope:
    """Return the scope of a session of the same user."""
    return scope.model_copy(update={"session_id": session_id})


def _sentences(message: Message) -> list[str]:
    return sentences(message.content) or [message.content]


def _without(message: Message, cut: Collection[str]) -> str:
    """Return a message without some sentences, and without those after them that go on about the same."""
    text, goes = message.content, False
    for sentence in _sentences(message):
        goes = sentence in cut or (goes and _goes_on().match(sentence) is not None)
        if goes:
            text = text.replace(sentence, "", 1)
    text = text.strip()
    return text if any(char.isalnum() for char in text) else ""


def _holds(text: str, words: Sequence[str]) -> bool:
    """Return whether a text holds all words; a Chinese one may be cut otherwise there."""
    held = term_set(text)
    return bool(words) and all(word in held or (_HAN_WORD.match(word) and word in text) for word in words)


def _numbers(text: str) -> list[str]:
    """Return the numbers in a text that may be secrets: no years, and no times."""
    times = time_stretches(text)
    found = (match for match in _NUMBER.finditer(text) if not _YEAR.fullmatch(match[0].strip()))
    return [
        match[0].strip(EDGES + " ")
        for match in found
        if not any(start < match.end() and match.start() < end for start, end in times)
    ]


def _subjects(words: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the different things of one kind that sentences tell of ("bank PIN", "locker PIN"); none for one."""
    if len(words) != 1 or any(char.isdigit() for char in words[0]):
        return ()
    kinds: dict[str, str] = {}
    for sentence in sentences(text):
        said = segmented(sentence) if _HAN_WORD.match(words[0]) else re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", sentence)
        for before, word in pairwise(said):
            if (word == words[0] or words[0] in term_set(word)) and _tells(before):
                joint = "" if _HAN_WORD.match(word) else " "
                kinds.setdefault(before.casefold(), f"{before}{joint}{word}")
    return tuple(kinds.values()) if len(kinds) > 1 else ()


def _tells(word: str) -> bool:
    """Return whether a word before another tells which one it is."""
    return len(word) > 1 and not word[0].isdigit() and _is_telling(word)


def _words(text: str) -> list[str]:
    """Return the words of a text that tell something; none where there are none."""
    return [word for word in telling_words(text) if _is_telling(word)] if text.strip() else []


def _is_telling(word: str) -> bool:
    return set(terms(f"{word} x")) != {"x"}
