"""Score which known facts new messages come back to: the higher, the surer.

What a message and a fact have in common counts by how rare it is among the facts that may be meant: words, topics of
everyday talk, and near meaning where an embedding model knows it. It counts less in a long fact, and less where the
talk before speaks of it; what defines a person counts a little more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from memary.languages.terms import term_set
from memary.text.topics import roles_in, roles_meant, topics_of
from memary.types import Entity, Fact

_TOPIC = 0.7
"""How much a shared topic counts beside a shared word."""

_ABOUT = 0.6
"""How much a word counts that is said of one of a fact's ends, beside one of the fact."""

_EARLIER = 0.4
"""How much what was said before counts beside what is new."""

_ROLE = 2.5
"""How much it counts that a message says what one of a fact's ends is to somebody ("my sister")."""

_SPREAD = 0.4
"""Which part of the best of a node's facts its other facts get."""

_STATED = 1.0
"""How much it counts that a fact was stated in the talk right before."""

_MEANING = 6.0
_FLOOR = 0.25
"""Cosine from which two sentences have to do with each other."""

_OVER = 0.5
"""How much a fact counts whose day is over, beside one that is true."""

_BRIEF = 8
_LENGTH = 0.6
"""From how many words and topics on a fact counts less for what it shares, and how steeply.

Of whatever is said, long advice and portraits share something, and one that is about it is not surer for its length.
"""

_DEFINING = 3
_KEPT_FOR_DEFINING = 2
"""How many facts of the highest importance are shown that no message comes back to by its words."""

_IMPORTANT = (0.0, 0.0, 0.5, 2.5)

_NOTHING = frozenset[str]()


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be read: its text, and how near in meaning facts are to it, by id."""

    text: str
    near: Mapping[str, float] = field(default_factory=dict[str, float])
    is_earlier: bool = False
    id: str = ""


class Pertinence:
    """Scores facts against messages; facts can be added after some were scored.

    Args:
        said: the messages.
        user_id: the id of the user's node, to which much is tied that has nothing else in common.

    Attributes:
        facts: all that may be meant, by id.
        entities: their ends, by id.
    """

    def __init__(self, said: Sequence[NewMessage], user_id: str = "") -> None:
        self._said = said
        self.facts: dict[str, Fact] = {}
        self.entities: dict[str, Entity] = {}
        self._user_id = user_id
        self._roles: dict[str, frozenset[str]] = {}  # what nodes are to somebody
        self._told_of: dict[str, str] = {}  # what is said of each node beside its name
        # own words of each fact, and those of what is said of its ends
        self._words: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._worth: dict[str, float] = {}  # of what each fact shares
        self._holding: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)  # by word, which facts have it
        self._looked_up = set[str]().union(*(_words_and_topics(one.text) for one in said))  # words of `_holding`
        self._ends: dict[str, Sequence[str]] = {}  # of each fact, the user aside
        self._of_node: defaultdict[str, list[str]] = defaultdict(list)  # ids of the facts of each, the user's aside
        self._of_source: dict[str, list[str]] = {one.id: [] for one in said if one.id}

    def add(self, facts: Sequence[Fact], entities: Iterable[Entity], *, over: Set[str]) -> None:
        """Take up further facts with those of their ends that are not there yet.

        `over` are ids of those whose day is over.
        """
        for entity in entities:
            self.entities[entity.id] = entity
            if told := " ".join(filter(None, (*entity.aliases, entity.description))):
                self._told_of[entity.id] = told
            if entity.type == "person" and entity.id != self._user_id:
                self._note_roles(entity.id, roles_in(entity.description))
        # hundreds of facts for each message: what can be looked up is not called
        user_id, told_of, of_node, of_source = self._user_id, self._told_of, self._of_node, self._of_source
        for fact in facts:
            id_, subject, object_ = fact.id, fact.subject_id, fact.object_id
            self.facts[id_] = fact
            own, said, density = _own_words(fact.statement, fact.predicate, fact.subject, fact.object)
            ends = [end for end in (subject, object_) if end != user_id]
            if subject == object_:
                del ends[1:]
            self._ends[id_] = ends
            for end in ends:
                of_node[end].append(id_)
                if said:
                    self._note_roles(end, said)
            for source in fact.source_ids:
                if source in of_source:
                    of_source[source].append(id_)
            about = self._words_about(fact) if subject in told_of or object_ in told_of else _NOTHING
            self._words[id_] = own, about
            self._worth[id_] = density * _OVER if id_ in over else density
        self._look_up(self._looked_up, [fact.id for fact in facts])

    def scores(self) -> list[dict[str, float]]:
        """Return how sure it is that each message comes back to each fact; those of no score are left out."""
        return [self._scores(said) for said in self._said]

    def _scores(self, said: NewMessage) -> dict[str, float]:
        roles = roles_meant(said.text)
        kin = {id_ for id_, own in self._roles.items() if roles & own} if roles else set[str]()
        words = dict.fromkeys(self._names_of(kin), _ABOUT) | dict.fromkeys(term_set(said.text), 1.0)
        words |= {f"#{topic}": _TOPIC for topic in topics_of(said.text)}
        weight = _EARLIER if said.is_earlier else 1.0
        found = self._shares(words)
        for id_, cosine in said.near.items():
            if cosine > _FLOOR and id_ in self.facts:
                found[id_] = found.get(id_, 0.0) + _MEANING * (cosine - _FLOOR)
        for id_ in {id_ for node in kin for id_ in self._of_node.get(node, ())}:
            found[id_] = found.get(id_, 0.0) + _ROLE
        worth = self._worth
        found = {id_: weight * worth[id_] * score for id_, score in found.items()}
        for id_ in set(self._of_source.get(said.id, ())):
            found[id_] = found.get(id_, 0.0) + _STATED
        if said.is_earlier:
            return found
        facts = self.facts
        return {id_: score + _IMPORTANT[facts[id_].importance] for id_, score in self._spread(found).items()}

    def nodes(self, scored: Iterable[Mapping[str, float]], most: int) -> list[str]:
        """Return the ids of the nodes, the user's aside, whose facts have the best scores."""
        best: dict[str, float] = {}
        for one in scored:
            for end, score in self._best_of_nodes(one).items():
                best[end] = max(best.get(end, 0.0), score)
        return sorted(best, key=lambda end: (-best[end], end))[:most]

    def _note_roles(self, id_: str, said: frozenset[str]) -> None:
        if said:
            self._roles[id_] = self._roles.get(id_, frozenset()) | said

    def _shares(self, words: Mapping[str, float]) -> dict[str, float]:
        """Return what facts have in common with some words, each of which counts by how rare it is among them."""
        if new := words.keys() - self._looked_up:
            self._look_up(new, self.facts)
            self._looked_up |= new
        shares: dict[str, float] = {}
        for word, share in words.items():
            if holding := self._holding.get(word):
                rarity = math.log(1 + len(self.facts) / len(holding))
                for id_, told in holding:
                    shares[id_] = shares.get(id_, 0.0) + share * told * rarity
        return shares

    def _names_of(self, nodes: Iterable[str]) -> frozenset[str]:
        """Return the words of the names of nodes: facts may tell of them in words."""
        return term_set(" ".join(self.entities[id_].name for id_ in nodes if id_ in self.entities))

    def _spread(self, found: Mapping[str, float]) -> dict[str, float]:
        """Return scores with what facts get from the best fact of a node that they share, the user's aside."""
        more: dict[str, float] = {}
        for node, best in self._best_of_nodes(found).items():
            for id_ in self._of_node[node]:
                if best >= more.get(id_, 0.0):
                    more[id_] = best
        spread = {id_: found.get(id_, 0.0) + _SPREAD * more.get(id_, 0.0) for id_ in found.keys() | more.keys()}
        return {id_: score for id_, score in spread.items() if score}

    def _best_of_nodes(self, found: Mapping[str, float]) -> dict[str, float]:
        """Return for each node, the user's aside, the best score of its facts."""
        best: dict[str, float] = {}
        ends_of = self._ends
        for id_, score in found.items():
            for end in ends_of[id_]:
                if score >= best.get(end, 0.0):
                    best[end] = score
        return best

    def _look_up(self, words: Set[str], ids: Iterable[str]) -> None:
        """Note which of some facts have some words: of all that facts say few words are ever asked for."""
        holding = self._holding
        for id_ in ids:
            own, about = self._words[id_]
            if not own.isdisjoint(words):
                for word in own & words:
                    holding[word].append((id_, 1.0))
            if about:
                for word in (about & words) - own:
                    holding[word].append((id_, _ABOUT))

    def _words_about(self, fact: Fact) -> frozenset[str]:
        """Return the words and topics of what is said of a fact's ends."""
        said = [told for end in (fact.subject_id, fact.object_id) if (told := self._told_of.get(end))]
        return _words_and_topics(" ".join(said)) if said else frozenset()


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


def best_of_each(scored: Iterable[Mapping[str, float]], most: int, *, least: float) -> list[str]:
    """Return at most so many ids, the best of each message in turn, none twice.

    Each is at least `least` times as pertinent as the best of its message.
    """
    ranked = [
        sorted((id_ for id_, score in one.items() if score >= enough), key=lambda id_: (-one[id_], id_))
        for one, enough in ((one, least * max(one.values())) for one in scored if one)
    ]
    taken: dict[str, None] = {}
    for place in range(max(map(len, ranked), default=0)):
        for ids in ranked:
            if len(taken) < most and place < len(ids):
                taken.setdefault(ids[place])
    return list(taken)


def with_defining(best: Sequence[str], facts: Iterable[Fact], about: Set[str], most: int) -> list[str]:
    """Return ids with those of facts that define whom the talk is about, if need be in place of the last.

    What somebody is or has (a job, a child, an illness) is meant by much that names it not. The newest come first.
    """
    shown = set(best)
    defining = [f for f in facts if f.importance == _DEFINING and f.id not in shown and f.subject_id in about]
    defining.sort(key=lambda fact: (fact.valid_at, fact.id), reverse=True)
    more = [fact.id for fact in defining[:_KEPT_FOR_DEFINING]]
    return [*best[: most - len(more)], *more]
