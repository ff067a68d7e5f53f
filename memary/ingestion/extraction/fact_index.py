"""Index facts that may be meant: by their words, by their ends, by the messages that state them.

A user is told of by hundreds of facts, of which few change from one message to the next. So an index is kept, and
made to fit what is read for the next message: what is no more among it goes, what is new or has changed comes in.
Whether it fits is seen by the facts and entities themselves, whoever has changed them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

from memary.facts.predicates import NAME_MATTERS, is_unsettled, matter_of
from memary.languages.scripts import HAN
from memary.languages.terms import term_set
from memary.text.topics import roles_in, topics_of
from memary.types import FOREVER, Entity, Fact, FactKind

ABOUT = 0.6
"""How much a word counts that is said of one of a fact's ends, beside one of the fact."""

_OVER = 0.5
"""How much a fact counts whose day is over, beside one that is true."""

_BRIEF = 8
_LENGTH = 0.6
"""From how many words and topics on a fact counts less for what it shares, and how steeply.

Of whatever is said, long advice and portraits share something, and one that is about it is not surer for its length.
"""

_CHINESE = re.compile(f"[{HAN}]")
_NOTHING = frozenset[str]()


class _Reading(NamedTuple):
    """What a fact says.

    Attributes:
        own: its words and topics.
        about: those of what is said of its ends.
        roles: what people are to somebody by it.
    """

    own: frozenset[str]
    about: frozenset[str]
    roles: frozenset[str]


class FactIndex:
    """Facts that may be meant, with their ends.

    Args:
        user_id: the id of the user's node, to which much is tied that has nothing else in common.

    Attributes:
        facts: all of them, by id.
        entities: their ends, by id.
        worth: what sharing something with each fact is worth.
        ends: of each fact, the user aside.
        roles: what nodes are to somebody.
        of_node: which facts each node has, the user among these.
        of_source: which facts each message states.
        of_relation: which facts have each predicate.
        of_language: which facts are told in each language.
        holding: which facts have each word, and how much it counts there.
        naming: facts that say that their subject is called as it is called.
        unsettled: facts of no known end that tell of a plan, a wish or a doubt.
        in_chinese: ends that have a name in Chinese characters.
    """

    def __init__(self, user_id: str) -> None:
        self._user_id = user_id
        self.facts: dict[str, Fact] = {}
        self.entities: dict[str, Entity] = {}
        self.worth: dict[str, float] = {}
        self.ends: dict[str, Sequence[str]] = {}
        self.roles: dict[str, frozenset[str]] = {}
        self.of_node: dict[str, dict[str, None]] = {}
        self.of_source: dict[str, dict[str, None]] = {}
        self.of_relation: dict[str, dict[str, None]] = {}
        self.of_language: dict[str, dict[str, None]] = {}
        self.holding: dict[str, dict[str, float]] = {}
        self.naming: set[str] = set()
        self.unsettled: set[str] = set()
        self.in_chinese: set[str] = set()
        self._lasting: dict[str, Fact] = {}  # those that are true whenever they are looked at
        self._readings: dict[str, _Reading] = {}
        self._told_of: dict[str, str] = {}  # what is said of each node beside its name

    def keep(self, found: Mapping[str, Fact]) -> list[Fact]:
        """Drop all facts but those of some that it has as they are, and return the others of these.

        One that has an end is never kept: it may be over by now.
        """
        known = self._lasting.get
        # hundreds are the very same: these are passed over without a line of Python for each
        unlike = compress(found.items(), map(is_not, map(known, found), found.values()))
        others = [fact for id_, fact in unlike if known(id_) != fact]
        self.drop(self.facts.keys() - (found.keys() - {fact.id for fact in others}))
        return others

    def renew(self, ends: Sequence[Entity]) -> list[Fact]:
        """Drop the facts of ends that are no longer as these are, and return them, to be put in with these."""
        now = {entity.id: entity for entity in ends}
        had, nodes = self.entities.get, self.of_node
        unlike = compress(nodes, map(is_not, map(now.get, nodes), map(had, nodes)))
        changed = [id_ for id_ in unlike if now.get(id_) != had(id_)]
        stale = {id_: self.facts[id_] for node in changed for id_ in self.of_node[node]}
        self.drop(stale)
        return [*stale.values()]

    def passing(self) -> list[Fact]:
        """Return the facts that may be over when they are looked at."""
        return [self.facts[id_] for id_ in self.facts.keys() - self._lasting.keys()]

    def put(self, facts: Sequence[Fact], ends: Iterable[Entity], *, over: Set[str]) -> None:
        """Put further facts in, with those of their ends that are not there yet.

        `over` are ids of those whose day is over.
        """
        for entity in ends:
            if entity.id not in self.entities:
                self._put_entity(entity)
        # hundreds of facts where nothing is kept: what can be looked up is not called
        user_id, told_of, of_node, of_source = self._user_id, self._told_of, self.of_node, self.of_source
        for fact in facts:
            id_, subject, object_ = fact.id, fact.subject_id, fact.object_id
            self.facts[id_] = fact
            own, roles, worth = _own_words(fact.statement, fact.predicate, fact.subject, fact.object)
            nodes = (subject,) if subject == object_ else (subject, object_)
            for node in nodes:
                of_node.setdefault(node, {})[id_] = None
            self.ends[id_] = ends_ = [node for node in nodes if node != user_id]
            for end in ends_ if roles else ():
                self._note_roles(end, roles)
            for source in fact.source_ids:
                of_source.setdefault(source, {})[id_] = None
            self.of_relation.setdefault(fact.predicate, {})[id_] = None
            self.of_language.setdefault(fact.language, {})[id_] = None
            about = self._words_about(fact) if subject in told_of or object_ in told_of else _NOTHING
            self._readings[id_] = _Reading(own, about, roles)
            self.worth[id_] = worth * _OVER if id_ in over else worth
            if _is_lasting(fact):
                self._lasting[id_] = fact
                if is_unsettled(fact.predicate):
                    self.unsettled.add(id_)
            if _says_own_name(fact):
                self.naming.add(id_)
            self._note_words(id_, own, about)

    def drop(self, ids: Collection[str]) -> None:
        """Take facts out, with the ends that no other has."""
        for id_ in ids:
            fact, reading = self.facts.pop(id_), self._readings.pop(id_)
            self._lasting.pop(id_, None)
            self.naming.discard(id_)
            self.unsettled.discard(id_)
            del self.worth[id_], self.ends[id_]
            for word in reading.own | reading.about if reading.about else reading.own:
                _take(self.holding, word, id_)
            for source in {*fact.source_ids}:
                _take(self.of_source, source, id_)
            _take(self.of_relation, fact.predicate, id_)
            _take(self.of_language, fact.language, id_)
            for node in {fact.subject_id, fact.object_id}:
                _take(self.of_node, node, id_)
                if node not in self.of_node:
                    self._drop_entity(node)
                elif reading.roles and node != self._user_id:
                    self._note_all_roles(node)

    def _put_entity(self, entity: Entity) -> None:
        self.entities[entity.id] = entity
        if any(map(is_in_chinese, (entity.name, *entity.aliases))):
            self.in_chinese.add(entity.id)
        if told := " ".join(filter(None, (*entity.aliases, entity.description))):
            self._told_of[entity.id] = told
        self._note_roles(entity.id, self._described_as(entity.id))

    def _drop_entity(self, id_: str) -> None:
        self.entities.pop(id_, None)
        self.in_chinese.discard(id_)
        self._told_of.pop(id_, None)
        self.roles.pop(id_, None)

    def _described_as(self, id_: str) -> frozenset[str]:
        """Return what a person is to somebody by the description of their node, the user's aside."""
        entity = self.entities.get(id_)
        is_somebody = entity is not None and entity.type == "person" and id_ != self._user_id
        return roles_in(entity.description) if entity is not None and is_somebody else _NOTHING

    def _note_roles(self, id_: str, roles: frozenset[str]) -> None:
        if roles:
            self.roles[id_] = self.roles.get(id_, _NOTHING) | roles

    def _note_all_roles(self, id_: str) -> None:
        """Note what a node is to somebody, after one of its facts is gone."""
        told = (self._readings[fact].roles for fact in self.of_node[id_])
        self.roles.pop(id_, None)
        self._note_roles(id_, self._described_as(id_).union(*told))

    def _note_words(self, id_: str, own: frozenset[str], about: frozenset[str]) -> None:
        holding = self.holding
        for word in own:
            if (facts := holding.get(word)) is None:
                holding[word] = {id_: 1.0}
            else:
                facts[id_] = 1.0
        for word in about - own if about else ():
            holding.setdefault(word, {})[id_] = ABOUT

    def _words_about(self, fact: Fact) -> frozenset[str]:
        """Return the words and topics of what is said of a fact's ends."""
        said = [told for end in (fact.subject_id, fact.object_id) if (told := self._told_of.get(end))]
        return _words_and_topics(" ".join(said)) if said else _NOTHING


def is_in_chinese(text: str) -> bool:
    """Return whether a text has Chinese characters."""
    return not text.isascii() and _CHINESE.search(text) is not None


def _says_own_name(fact: Fact) -> bool:
    """Return whether a fact says that its subject is called as it is called."""
    return fact.subject == fact.object and matter_of(fact.predicate) in NAME_MATTERS


def _is_lasting(fact: Fact) -> bool:
    """Return whether a fact is true, or will be, whenever it is looked at."""
    return fact.kind is not FactKind.INSIGHT and fact.valid_at < FOREVER <= fact.invalid_at


def _take(held: dict[str, dict[str, None]] | dict[str, dict[str, float]], key: str, id_: str) -> None:
    """Take a fact out of those of a key, and the key with the last of them."""
    of_key = held[key]
    del of_key[id_]
    if not of_key:
        del held[key]


def _density(words: Set[str]) -> float:
    """Return how much what a fact shares says: the less, the more else it tells."""
    return 1 / (1 + _LENGTH * max(0.0, len(words) / _BRIEF - 1))


@lru_cache(maxsize=8_192)
def _own_words(
    statement: str, predicate: str, subject: str, object_: str
) -> tuple[frozenset[str], frozenset[str], float]:
    """Return the words and topics of a fact, what people are to somebody by it, and what sharing one is worth."""
    predicate = predicate.replace("_", " ")
    own = _words_and_topics(f"{statement} {predicate} {subject} {object_}")
    return own, roles_in(f"{predicate} {statement}"), _density(own)


@lru_cache(maxsize=8_192)
def _words_and_topics(text: str) -> frozenset[str]:
    """Return the words of a text and the topics that it touches, marked as such."""
    return term_set(text) | {f"#{topic}" for topic in topics_of(text)}


@dataclass(slots=True)
class KeptIndex:
    """The index of the last message of a user; lent to one reader at a time, others make one of their own."""

    user_node: str
    _kept: list[FactIndex] = field(default_factory=list[FactIndex])

    def lent(self) -> FactIndex:
        """Return the index, which is kept no more until it is given back; an empty one where there is none."""
        try:
            return self._kept.pop()
        except IndexError:
            return FactIndex(self.user_node)

    def give_back(self, index: FactIndex) -> None:
        """Keep an index that is whole."""
        if not self._kept:
            self._kept.append(index)


@lru_cache(maxsize=16)
def kept_index(location: str, user_id: str, agent_id: str | None, user_node: str) -> KeptIndex:
    """Return what is kept of the facts of a user; nothing if it was let go of since.

    Args:
        location: of the store.
        user_id: whose facts.
        agent_id: by whose messages, where agents are kept apart.
        user_node: the id of the user's node.
    """
    return KeptIndex(user_node)
