"""Score which known facts new messages come back to: the higher, the surer.

What a message and a fact have in common counts by how rare it is among the facts that may be meant: words, topics of
everyday talk, and near meaning where an embedding model knows it. It counts less in a long fact, and less where the
talk before speaks of it; what defines a person counts a little more. For a model, what it
speaks of by the relation comes first of those whom a message names: of "the owner is Dan" whatever he owns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from memary.facts.identity import is_self
from memary.ingestion.extraction.fact_index import ABOUT, FactIndex
from memary.languages.terms import deeds, term_set, terms
from memary.text.topics import roles_meant, topic_words, topics_of
from memary.types import Entity, Fact

_TOPIC = 0.7
"""How much a shared topic counts beside a shared word."""

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

_AT_HAND = 4.0
"""How much it counts that a message names one of a fact's ends and speaks of its relation ("the owner is Dan")."""

_WITH_END = re.compile(r"(?<![\w.,])(\d{1,4})[^\W\d_]{1,3}(?!\w)")

_DEFINING = 3
_KEPT_FOR_DEFINING = 2
"""How many facts of the highest importance are shown that no message comes back to by its words."""

_IMPORTANT = (0.0, 0.0, 0.5, 2.5)


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be read: its text, and how near in meaning facts are to it, by id."""

    text: str
    near: Mapping[str, float] = field(default_factory=dict[str, float])
    is_earlier: bool = False
    id: str = ""


def numbers_with_ends(text: str) -> list[str]:
    """Return the numbers behind which something is written in a text: of "the 21st" a fact says "21 November"."""
    return _WITH_END.findall(text)


@lru_cache(maxsize=256)
def _words_and_topics(text: str) -> dict[str, float]:
    """Return the words of a message in their order, and the topics that it touches, with how much each counts."""
    return dict.fromkeys((*terms(text), *numbers_with_ends(text), *sorted(topic_words(text))), 1.0) | {
        f"#{topic}": _TOPIC for topic in sorted(topics_of(text))
    }


class Pertinence:
    """Scores facts against messages; facts can be put into the index after some were scored.

    Args:
        said: the messages.
        index: all that may be meant.
        is_for_model: relations that a message speaks of count for themselves; rules find what they need by words.
    """

    def __init__(self, said: Sequence[NewMessage], index: FactIndex, *, is_for_model: bool = False) -> None:
        self._said = said
        self._index = index
        self._is_for_model = is_for_model

    def scores(self) -> list[dict[str, float]]:
        """Return how sure it is that each message comes back to each fact; those of no score are left out."""
        return [self._scores(said) for said in self._said]

    def _scores(self, said: NewMessage) -> dict[str, float]:
        index = self._index
        roles = roles_meant(said.text)
        kin = {id_ for id_, own in index.roles.items() if roles & own} if roles else set[str]()
        words = _words_and_topics(said.text)
        if kin:
            words = dict.fromkeys(sorted(self._names_of(kin)), ABOUT) | words
        weight = _EARLIER if said.is_earlier else 1.0
        found = self._shares(words)
        for id_, cosine in said.near.items():
            if cosine > _FLOOR and id_ in index.facts:
                found[id_] = found.get(id_, 0.0) + _MEANING * (cosine - _FLOOR)
        for id_ in {id_ for node in kin for id_ in index.of_node.get(node, ())}:
            found[id_] = found.get(id_, 0.0) + _ROLE
        worth = index.worth
        found = {id_: weight * worth[id_] * score for id_, score in found.items()}
        for id_ in index.of_source.get(said.id, ()):
            found[id_] = found.get(id_, 0.0) + _STATED
        if said.is_earlier:
            return found
        for id_ in self._at_hand(said.text) if self._is_for_model else ():
            found[id_] = found.get(id_, 0.0) + worth[id_] * _AT_HAND
        facts = index.facts
        return {id_: score + _IMPORTANT[facts[id_].importance] for id_, score in self._spread(found).items()}

    def _at_hand(self, text: str) -> set[str]:
        """Return the facts of the nodes that a text names, the user aside, of whose relations it speaks."""
        index, said, done = self._index, term_set(text), deeds(text)
        spoken_of = {relation for relation in index.of_relation if done & deeds(relation.replace("_", " "))}
        if not spoken_of:  # mostly
            return set()
        named = [id_ for id_, entity in index.entities.items() if _is_named(entity, said) and not is_self(entity)]
        facts = {id_ for node in named for id_ in index.of_node.get(node, ())}
        return {id_ for id_ in facts if index.facts[id_].predicate in spoken_of}

    def nodes(self, scored: Iterable[Mapping[str, float]], most: int) -> list[str]:
        """Return the ids of the nodes, the user's aside, whose facts have the best scores."""
        of_facts: dict[str, float] = {}
        for one in scored:
            for id_, score in one.items():
                if score > of_facts.get(id_, 0.0):
                    of_facts[id_] = score
        best = self._best_of_nodes(of_facts)
        return sorted(best, key=lambda end: (-best[end], end))[:most]

    def _shares(self, words: Mapping[str, float]) -> dict[str, float]:
        """Return what facts have in common with some words, each of which counts by how rare it is among them.

        They are added up in the order of the words: another makes another last digit, and swaps facts of one score.
        """
        count, holding = len(self._index.facts), self._index.holding
        shares: dict[str, float] = {}
        for word, share in words.items():
            if having := holding.get(word):
                rarity = math.log(1 + count / len(having))
                for id_, told in having.items():
                    shares[id_] = shares.get(id_, 0.0) + share * told * rarity
        return shares

    def _names_of(self, nodes: Iterable[str]) -> frozenset[str]:
        """Return the words of the names of nodes: facts may tell of them in words."""
        entities = self._index.entities
        return term_set(" ".join(entities[id_].name for id_ in nodes if id_ in entities))

    def _spread(self, found: Mapping[str, float]) -> dict[str, float]:
        """Return scores with what facts get from the best fact of a node that they share, the user's aside."""
        more: dict[str, float] = {}
        of_node = self._index.of_node
        for node, best in self._best_of_nodes(found).items():
            for id_ in of_node[node]:
                if best >= more.get(id_, 0.0):
                    more[id_] = best
        spread = {id_: found.get(id_, 0.0) + _SPREAD * more.get(id_, 0.0) for id_ in found.keys() | more.keys()}
        return {id_: score for id_, score in spread.items() if score}

    def _best_of_nodes(self, found: Mapping[str, float]) -> dict[str, float]:
        """Return for each node, the user's aside, the best score of its facts."""
        best: dict[str, float] = {}
        ends_of = self._index.ends
        for id_, score in found.items():
            for end in ends_of[id_]:
                if score >= best.get(end, 0.0):
                    best[end] = score
        return best


def _is_named(entity: Entity, said: Set[str]) -> bool:
    """Return whether all words of a name of a node are among some words."""
    return any(term_set(name) <= said for name in (entity.name, *entity.aliases))


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


def best_unsettled(
    scored: Iterable[Mapping[str, float]], unsettled: Set[str], most: int, *, but: Collection[str]
) -> list[str]:
    """Return the ids of plans, wishes and doubts that messages come back to, though to others more.

    What settles one often shares but a word with it: "we bought one".
    """
    shares: dict[str, float] = {}
    for one in scored:
        best = max(one.values(), default=0.0)
        for id_ in one.keys() & unsettled:
            shares[id_] = max(one[id_] / best, shares.get(id_, 0.0))
    return sorted(shares.keys() - but, key=lambda id_: (-shares[id_], id_))[:most]


def with_defining(best: Sequence[str], facts: Iterable[Fact], about: Set[str], most: int) -> list[str]:
    """Return ids with those of facts that define whom the talk is about, if need be in place of the last.

    What somebody is or has (a job, a child, an illness) is meant by much that names it not. The newest come first.
    """
    shown = set(best)
    defining = [f for f in facts if f.importance == _DEFINING and f.id not in shown and f.subject_id in about]
    defining.sort(key=lambda fact: (fact.valid_at, fact.id), reverse=True)
    return with_those(best, [fact.id for fact in defining[:_KEPT_FOR_DEFINING]], most)


def with_those(best: Sequence[str], those: Iterable[str], most: int) -> list[str]:
    """Return at most so many ids, with those that are to be among them, if need be in place of the last."""
    more = [id_ for id_ in those if id_ not in best]
    return [*best[: most - len(more)], *more]
