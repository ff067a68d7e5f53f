"""Read what memory holds around new messages: the entities they mean, the facts they come back to.

Candidates are read by names, by words and by meaning of each message, and around the user; which of them are shown is
decided by `pertinence`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import nlargest
from operator import itemgetter

from memary.errors import ModelError
from memary.facts.identity import SELF_KEY, is_self
from memary.facts.intervals import is_current
from memary.facts.predicates import is_to_come
from memary.ingestion.extraction.fact_index import FactIndex, kept_index
from memary.ingestion.extraction.foreign_facts import meant_in_other_script, told_in_other_language
from memary.ingestion.extraction.pertinence import (
    NewMessage,
    Pertinence,
    best_of_each,
    best_unsettled,
    numbers_with_ends,
    with_defining,
    with_those,
)
from memary.languages.terms import query_terms, term_set
from memary.models.base import Embedder
from memary.queries import Candidate, EntityQuery, FactQuery, SaidQuery, SearchQuery, View
from memary.resolution.names.match import first_name
from memary.retrieval.facts.entity_links import name_keys
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.text import entity_key, entity_keys, search_keys
from memary.text.names.occurrence import between_scripts
from memary.text.names.respellings import respellings
from memary.text.names.spotted_names import spot_entities
from memary.text.speech_acts.forget_request import forget_request
from memary.text.speech_acts.questions import sentences, statements
from memary.types import FOREVER, VALUE, Embedding, Entity, Fact, FactKind, Message, Scope, scope_in_use, utc_now

_FACTS = 14
_FACTS_PER_MESSAGE = 3
_MOST_FACTS = 28
"""How many facts are shown with one message, how many more with each further one, and at most."""

_MOST_OF_PARTS = 40
"""The same where messages are lists, such as minutes, of which each item may change something."""

_ITEMS, _ITEM_WORDS = 3, 3
"""From how many lines of so many words on a message is read as a list of items."""

_MANY = 4
"""From how many sentences on each of them is taken for one of several things that a message tells."""

_MEANT = 2
"""How many of the nodes that messages come back to most, named or not, are taken for named."""

_OWN, _MOST_OWN = 6, 12
"""How many facts of each whom messages name are shown though nothing comes back to them, and how many in all.

Where a message asks to forget something, all may be of one: the private thing that is meant is seldom named.
"""

_NEAREST, _MOST_NEAREST = 8, 40
"""How many facts that are nearest to each message in meaning are shown in any case, and of all messages together.

"I handed in my badge" has no word of what it ends.
"""

_UNSETTLED = 6
"""How many more plans, wishes and doubts are shown, to which messages come back less than to other facts."""

_TALK = 4
"""From how many messages on what defines people is shown though nothing comes back to it by its words."""

_ENTITIES = 5
_MOST_ENTITIES = 30
"""How many entities are shown beside one for each message, unless more are subjects of the facts, and at most."""

_FOREIGN = 6
"""How many facts are shown that are told in another language than all messages."""

_LEAST = 0.22
"""Which part of a message's best score a fact has to have to be shown to a model."""

_PER_MESSAGE = 20
"""Candidates of each message, by words and by meaning."""

_BY_WORDS = 40
"""How many entities are looked at that share words with the messages."""

_NODES = 12
"""Around how many of the nodes that messages may be about further facts are read."""

_AROUND = 300
"""Newest facts of the entities named and of the user that are looked at."""

_LAPSED = timedelta(days=31)
"""How long plans are shown after their day."""


_BEHIND, _AHEAD = timedelta(days=2), timedelta(days=7)
_NEAR = 3
"""How long before and after messages a day is near, and how many facts that end on such a day are shown anyway."""


@dataclass(frozen=True, slots=True)
class Background:
    """What of the known is shown with some messages.

    Of `undated` facts nobody told since when they are true.
    """

    facts: list[Fact]
    entities: list[Entity]
    user: Entity | None
    undated: frozenset[str] = frozenset()


class BackgroundReader:
    """Finds what is known around messages of one user.

    Args:
        store: where it is.
        embedder: tells the meaning of messages to a model's prompt, which leaves out what hardly has to do with them;
            None for rules, which find what they need by words and pay for no length.
    """

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder

    async def around(self, scope: Scope, messages: Sequence[Message], earlier: Sequence[Message]) -> Background:
        """Return what is known of whom and what messages are about."""
        vectors = await self._vectors_of(messages)
        return await self._store.at_once(lambda reads: self._read(reads, scope, messages, earlier, vectors))

    async def among(
        self, reads: Reads, scope: Scope, messages: Sequence[Message], earlier: Sequence[Message]
    ) -> Background | None:
        """Return the same, beside other reads; None where a model has to be asked first for what messages mean."""
        return None if self._meanings else await self._read(reads, scope, messages, earlier, ())

    async def _read(
        self,
        reads: Reads,
        scope: Scope,
        messages: Sequence[Message],
        earlier: Sequence[Message],
        vectors: Sequence[Embedding],
    ) -> Background:
        return await _Around(reads, self._store.location, self._embedder is not None).read(
            scope, messages, earlier, vectors
        )

    @property
    def _meanings(self) -> Embedder | None:
        """Who tells the meaning of messages."""
        return self._embedder if self._embedder and self._embedder.spec.compares_sentences else None

    async def _vectors_of(self, messages: Sequence[Message]) -> list[Embedding]:
        """Return the vectors of messages, where a model tells meanings; none where it cannot be asked."""
        if self._meanings is None:
            return []
        try:
            return await self._meanings.embed([message.content for message in messages])
        except ModelError:
            return []


@dataclass(frozen=True, slots=True)
class _Around:
    """Reads what is known around messages.

    Attributes:
        store: where it is.
        location: of that store.
        is_for_model: it goes into a model's prompt, not to rules.
    """

    store: Reads
    location: str
    is_for_model: bool

    async def read(
        self,
        scope: Scope,
        messages: Sequence[Message],
        earlier: Sequence[Message],
        vectors: Sequence[Embedding],
    ) -> Background:
        """Return what is known of whom and what messages are about."""
        user, named, before = await self._named(scope, messages, earlier)
        found = await self._meant(scope, messages, vectors)
        near = _nearness(found)
        said = [
            NewMessage(part, near) for message, near in zip(messages, near, strict=True) for part in _parts(message)
        ]
        new = len(said)
        said += [NewMessage(message.content, is_earlier=True, id=message.id) for message in earlier]
        nodes = [*named, *before, *([user] if user else [])]
        facts = [one.record for each in found for one in each] + await self._candidates(scope, said, earlier, nodes)
        talk = await self._said_in_session(scope, messages[0])
        time = _Time(min(utc_now(), messages[0].created_at), {fact.id for fact in talk}, self.is_for_model)
        kept = kept_index(self.location, scope.user_id, scope.agent_id, user.id if user else "")
        index = kept.lent()
        await self._fit(scope, time, index, {fact.id: fact for fact in (*facts, *talk)})
        pertinence = Pertinence(said, index, is_for_model=self.is_for_model)
        scores = pertinence.scores()
        if nearest := pertinence.nodes(scores, _NODES):
            around = await self.store.read(FactQuery(scope, entity_ids=nearest, newest_first=True, limit=_AROUND))
            if await self._take_up(scope, time, index, around):
                scores = pertinence.scores()
        hidden = index.naming if self.is_for_model else frozenset[str]()  # the prompt shows these names anyway
        scored = _with_earlier(scores, new, but=hidden)
        most = min(_FACTS + _FACTS_PER_MESSAGE * (new - 1), _MOST_FACTS if new == len(messages) else _MOST_OF_PARTS)
        best = best_of_each(scored, most, least=_LEAST if self.is_for_model else 0.0)
        if self.is_for_model:
            passing = (fact for fact in index.passing() if fact.id not in hidden)
            lately = [fact.id for fact in sorted(filter(time.is_near, passing), key=time.distance)]
            about = {one.id for one in (user, *named) if one is not None}
            foreign = told_in_other_language(messages, index, about, hidden)
            best = with_those(best, dict.fromkeys((*lately[:_NEAR], *foreign[:_FOREIGN])), most)
        if len(messages) >= _TALK:
            about = {one.id for one in (user, *named, *before) if one is not None}
            may_show = (fact for id_, fact in index.facts.items() if id_ not in hidden)
            best = with_defining(best, may_show, about, most)
        if self.is_for_model:
            come_back_to = [index.entities[id_] for id_ in nearest[:_MEANT] if id_ in index.entities]
            best += _of_those([*named, *come_back_to], index, messages, but=best)
            best += best_unsettled(scored, index.unsettled, _UNSETTLED, but=best)
            best += _nearest(near, index, but={*best, *hidden})
        shown = [index.facts[id_] for id_ in best]
        subjects = [index.entities.get(fact.subject_id) for fact in shown]
        objects = [index.entities.get(fact.object_id) for fact in shown]
        meant = meant_in_other_script(messages, index) if self.is_for_model else []
        kept.give_back(index)
        somebody = sorted(named, key=lambda one: one.type != "person")  # people are who two of a name are of
        ends = (user, *somebody, *subjects, *meant, *before, *objects)
        known = {one.id: one for one in ends if one is not None and one.type != VALUE}
        numbered = {one.id for one in (user, *somebody, *subjects) if one is not None}  # a reply may mean these
        room = min(max(_ENTITIES + len(messages), len(numbered)), _MOST_ENTITIES)
        room += len({one.id for one in meant} - numbered)
        return Background(shown, list(known.values())[:room], user, await self._undated(scope, shown, earlier))

    async def _said_in_session(self, scope: Scope, message: Message) -> list[Fact]:
        """Return the newest facts of a message's session."""
        if not message.session_id:
            return []
        session = scope.model_copy(update={"session_id": message.session_id})
        return await self.store.read(FactQuery(session, newest_first=True, limit=_AROUND))

    async def _undated(self, scope: Scope, facts: Sequence[Fact], earlier: Sequence[Message]) -> frozenset[str]:
        """Return the ids of facts of which no message tells since when they are true, but only that they are."""
        said_at = {message.id: message.created_at for message in earlier}  # whose facts are mostly among these
        if further := {id_ for fact in facts for id_ in fact.source_ids if id_ not in said_at}:
            sources = await self.store.read(SaidQuery(scope_in_use(scope.user_id), further))
            said_at.update({message.id: message.created_at for message in sources})
        return frozenset(fact.id for fact in facts if fact.valid_at in {said_at.get(id_) for id_ in fact.source_ids})

    async def _meant(
        self, scope: Scope, messages: Sequence[Message], vectors: Sequence[Embedding]
    ) -> list[list[Candidate[Fact]]]:
        """Return the facts near to each message in meaning, where there are vectors."""
        if not vectors:
            return [[] for _ in messages]
        view = View(true_at=min(utc_now(), messages[0].created_at))
        return [
            await self.store.read(SearchQuery(scope, Fact, vector=vector, limit=_PER_MESSAGE, view=view))
            for vector in vectors
        ]

    async def _fit(self, scope: Scope, time: _Time, index: FactIndex, found: Mapping[str, Fact]) -> None:
        """Make the index of the last messages one of what was found for these."""
        opened, over = time.open(index.keep(found))
        ids = index.of_node.keys() | _ends_of(opened)
        ends = await self.store.read(EntityQuery(scope, ids=ids)) if ids else []
        index.put([*opened, *index.renew(ends)], ends, over=over)

    async def _take_up(self, scope: Scope, time: _Time, index: FactIndex, found: Sequence[Fact]) -> bool:
        """Add facts and their ends to what is scored, some of which may be there; return whether any was not."""
        opened, over = time.open({fact.id: fact for fact in found if fact.id not in index.facts}.values())
        ids = _ends_of(opened) - index.entities.keys()
        ends = await self.store.read(EntityQuery(scope, ids=ids)) if ids else []
        index.put(opened, ends, over=over)
        return bool(opened)

    async def _named(
        self, scope: Scope, messages: Sequence[Message], earlier: Sequence[Message]
    ) -> tuple[Entity | None, list[Entity], list[Entity]]:
        """Return the user, the entities that messages name, and those that earlier ones name, in order.

        A model is also shown people who are called by their first name alone.
        """
        keys, before = self._names_in(messages), self._names_in(earlier)
        named = await self.store.read(EntityQuery(scope, keys=keys | before | {SELF_KEY}))
        user = next((one for one in named if SELF_KEY in entity_keys(one)), None)
        people: list[Entity] = []
        if self.is_for_model and (keys or before):
            words = query_terms(" ".join(entity_key(message.content) for message in (*messages, *earlier)))
            near = await self.store.read(SearchQuery(scope, Entity, terms=words, limit=_BY_WORDS))
            people = [one.record for one in near if one.record.type == "person"]
        return user, _in_order(messages, keys, named, people), _in_order(earlier, before, named, people)

    def _names_in(self, messages: Sequence[Message]) -> set[str]:
        """Return the keys of what messages may name, also in letters that stand against Chinese characters."""
        texts = [f"{message.speaker or ''} {message.content}" for message in messages]
        keys = {key for text in texts for key in name_keys(between_scripts(text))}
        keys |= {key for text in texts if not text.isascii() for key in name_keys(text)}
        if not self.is_for_model:
            keys.update(key for message in messages if not statements(message.content) for key in _slips(message))
        return keys

    async def _candidates(
        self, scope: Scope, said: Sequence[NewMessage], earlier: Sequence[Message], nodes: Sequence[Entity]
    ) -> list[Fact]:
        found: list[Fact] = []
        if around := list(dict.fromkeys(one.id for one in nodes)):
            found += await self.store.read(FactQuery(scope, entity_ids=around, newest_first=True, limit=_AROUND))
        if just_said := [message.id for message in earlier]:
            found += await self.store.read(FactQuery(scope, source_ids=just_said))
        texts = [one.text for one in said if not one.is_earlier]
        texts.append("\n".join(one.text for one in said if one.is_earlier))
        for text in filter(None, texts):
            words = [*query_terms(text), *numbers_with_ends(text)]
            asked = SearchQuery(scope, Fact, terms=words, limit=_PER_MESSAGE)
            found += [candidate.record for candidate in await self.store.read(asked)]
        return found


def _parts(message: Message) -> list[str]:
    """Return by what a message comes back to the known: its items where it is a list, such as minutes, or all."""
    lines = [line for line in message.content.splitlines() if len(term_set(line)) >= _ITEM_WORDS]
    if len(lines) >= _ITEMS:
        return lines
    told = [one for one in sentences(message.content) if len(term_set(one)) >= _ITEM_WORDS]
    return told if len(told) >= _MANY else [message.content]


def _nearest(near: Sequence[Mapping[str, float]], index: FactIndex, *, but: Collection[str]) -> list[str]:
    """Return the ids of the facts that are nearest to messages in meaning, of each in turn."""
    open_ = [{id_: cosine for id_, cosine in one.items() if id_ in index.facts} for one in near]
    best = [dict(nlargest(_NEAREST, one.items(), key=itemgetter(1))) for one in open_]
    return [id_ for id_ in best_of_each(best, _MOST_NEAREST, least=0.0) if id_ not in but]


def _of_those(
    named: Sequence[Entity], index: FactIndex, messages: Sequence[Message], *, but: Collection[str]
) -> list[str]:
    """Return the ids of further facts of those whom messages name: what is news of them may share no word with them.

    Of whom little is known all is shown; else the more important first, the newest before others.
    """
    most_of_each = _MOST_OWN if any(forget_request(message.content) for message in messages) else _OWN
    found: list[str] = []
    for one in named:
        if is_self(one):
            continue
        around = [index.facts[id_] for id_ in index.of_node.get(one.id, ()) if id_ not in index.naming]
        told = [fact for fact in around if fact.subject_id == one.id]
        told.sort(key=lambda fact: (-fact.importance, -fact.created_at.timestamp(), fact.id))
        found += [fact.id for fact in told[:most_of_each]]
    return [id_ for id_ in dict.fromkeys(found) if id_ not in but][:_MOST_OWN]


def _ends_of(facts: Iterable[Fact]) -> set[str]:
    return {end for fact in facts for end in (fact.subject_id, fact.object_id)}


def _in_order(
    messages: Sequence[Message], keys: Set[str], named: Sequence[Entity], people: Sequence[Entity]
) -> list[Entity]:
    """Return those of some entities that messages name by these keys, in the order of the talk.

    Bare values are left out.
    """
    said = [one for one in named if not keys.isdisjoint(search_keys(one))]
    said += [one for one in people if first_name(one.name) in keys]
    text = " ".join(entity_key(message.content) for message in messages)
    once = {one.id: one for one in said if one.type != VALUE}
    return sorted(once.values(), key=lambda one: (text.find(one.key), one.id))


def _nearness(found: Sequence[Sequence[Candidate[Fact]]]) -> list[dict[str, float]]:
    return [{one.record.id: one.vector for one in each if one.vector is not None} for each in found]


@dataclass(frozen=True, slots=True)
class _Time:
    """The time of messages, at which facts are looked at, also where they are imported later."""

    now: datetime
    talk: Set[str]  # facts that were stated in their session, of which they may speak on
    is_for_model: bool  # which reads when a fact was true; rules take what they are shown for true

    def open(self, facts: Iterable[Fact]) -> tuple[list[Fact], set[str]]:
        """Return the facts that are true then, will be or have run out, and the ids of plans that are long over.

        Of what happened once, such as what was run in some week, the last is returned that one subject has of one
        relation. Insights are left out.
        """
        told = [fact for fact in facts if fact.kind is not FactKind.INSIGHT]
        opened = [fact for fact in told if is_current(fact, self.now)]
        ran_out = [
            fact for fact in told if fact.valid_at < fact.invalid_at <= self.now and fact.expired_at >= FOREVER
        ]
        kept = self.talk | (self._last(ran_out, opened) if self.is_for_model else set[str]())
        lapsed = [fact for fact in ran_out if fact.id in kept or self._has_lapsed(fact)]
        return opened + lapsed, {fact.id for fact in lapsed} - kept

    def _last(self, ran_out: Sequence[Fact], opened: Iterable[Fact]) -> set[str]:
        """Return the ids of what ran out these days, and of the last of each series that nothing goes on with."""
        by_end = sorted(ran_out, key=lambda fact: fact.invalid_at)
        last = {(fact.subject_id, fact.predicate): fact.id for fact in by_end}
        for fact in opened:
            last.pop((fact.subject_id, fact.predicate), None)
        return {*last.values()} | {fact.id for fact in ran_out if self.is_near(fact)}

    def _has_lapsed(self, fact: Fact) -> bool:
        """Return whether a fact is a plan of the last weeks."""
        return is_to_come(fact.predicate) and is_current(fact, self.now - _LAPSED)

    def distance(self, fact: Fact) -> tuple[bool, timedelta, str]:
        """Return how far the last day of a fact is from the messages, plans before all else."""
        return not is_to_come(fact.predicate), abs(fact.invalid_at - self.now), fact.id

    def is_near(self, fact: Fact) -> bool:
        """Return whether the last day of a fact is a day around the messages."""
        return fact.expired_at >= FOREVER and self.now - _BEHIND < fact.invalid_at <= self.now + _AHEAD


def _with_earlier(scored: Sequence[dict[str, float]], new: int, *, but: Collection[str]) -> list[dict[str, float]]:
    """Return the scores of the new messages, each with what the talk before adds to it; none of some facts."""
    for one in scored:
        for id_ in but:
            one.pop(id_, None)
    before: dict[str, float] = {}
    for one in scored[new:]:
        for id_, score in one.items():
            if score > before.get(id_, 0.0):
                before[id_] = score
    return [before | {id_: score + before.get(id_, 0.0) for id_, score in one.items()} for one in scored[:new]]


def _slips(message: Message) -> Iterator[str]:
    """Yield the keys of names that who asks may have meant, and misspelt: "Luka", for "Lukka"."""
    for spot in spot_entities(message.content, message.language):
        yield from respellings(spot.name)
