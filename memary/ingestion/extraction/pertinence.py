"""Which known facts new messages come back to: pure scores, the higher the surer.

What a message and a fact have in common counts by how rare it is among the facts that may be meant: words, topics of
everyday talk, and near meaning where an embedding model knows it. What the talk before speaks of counts less, what
defines a person a little more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

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

_DEFINING = 3
_KEPT_FOR_DEFINING = 2
"""How many facts of the highest importance are shown that no message comes back to by its words."""

_IMPORTANT = (0.0, 0.0, 0.5, 2.5)


@dataclass(frozen=True, slots=True)
class Said:
    """A message to be read: its text, and how near in meaning facts are to it, by id."""

    text: str
    near: Mapping[str, float] = field(default_factory=dict[str, float])
    is_earlier: bool = False
    id: str = ""


@dataclass(frozen=True, slots=True)
class Pertinence:
    """Scores facts against messages.

    Args:
        facts: all that may be meant.
        entities: their ends, by id.
        user_id: the id of the user's node, to which much is tied that has nothing else in common.
        over: ids of the facts whose day is over.
        before: what was known of some of these facts before others were read.
    """

    facts: Sequence[Fact]
    entities: Mapping[str, Entity]
    user_id: str = ""
    over: Set[str] = frozenset()
    before: Pertinence | None = None
    _roles: dict[str, frozenset[str]] = field(init=False, default_factory=dict[str, frozenset[str]])
    _words: dict[str, dict[str, float]] = field(init=False, default_factory=dict[str, dict[str, float]])
    _holding: dict[str, list[tuple[str, float]]] = field(
        init=False, default_factory=dict[str, list[tuple[str, float]]]
    )  # by word, which facts have it and how much it counts there
    _importance: dict[str, int] = field(init=False, default_factory=dict[str, int])

    def __post_init__(self) -> None:
        for fact in self.facts:
            said = roles_in(f"{fact.predicate.replace('_', ' ')} {fact.statement}")
            for id_ in {fact.subject_id, fact.object_id} - {self.user_id} if said else ():
                self._roles[id_] = self._roles.get(id_, frozenset()) | said
        for entity in self.entities.values():
            if entity.type == "person" and entity.id != self.user_id and (said := roles_in(entity.description)):
                self._roles[entity.id] = self._roles.get(entity.id, frozenset()) | said
        known = self.before._words if self.before else {}
        for fact in self.facts:
            self._words[fact.id] = words = known.get(fact.id) or self._features(fact)
            for word, share in words.items():
                self._holding.setdefault(word, []).append((fact.id, share))
        self._importance.update({fact.id: fact.importance for fact in self.facts})

    def scores(self, said: Said) -> dict[str, float]:
        """Return how sure it is that a message comes back to each fact; those of no score are left out."""
        roles = roles_meant(said.text)
        words = dict.fromkeys(self._names_of(roles), _ABOUT) | dict.fromkeys(term_set(said.text), 1.0)
        words |= {f"#{topic}": _TOPIC for topic in topics_of(said.text)}
        weight = _EARLIER if said.is_earlier else 1.0
        shares = self._shares(words)
        found: dict[str, float] = {}
        for fact in self.facts:
            shared = shares.get(fact.id, 0.0)
            meant = _MEANING * max(said.near.get(fact.id, 0.0) - _FLOOR, 0.0)
            ends = {fact.subject_id, fact.object_id}
            kin = _ROLE * any(roles & self._roles.get(id_, frozenset()) for id_ in ends) if roles else 0.0
            stated = _STATED * (said.id in fact.source_ids)
            if shared or meant or kin or stated:
                worth = weight * (_OVER if fact.id in self.over else 1.0)
                found[fact.id] = worth * (shared + meant + kin) + stated
        if said.is_earlier:
            return found
        return {id_: score + _IMPORTANT[self._importance[id_]] for id_, score in self._spread(found).items()}

    def _shares(self, words: Mapping[str, float]) -> dict[str, float]:
        """Return what facts have in common with some words, each of which counts by how rare it is among them."""
        shares: dict[str, float] = {}
        for word, share in words.items():
            if holding := self._holding.get(word):
                rarity = math.log(1 + len(self.facts) / len(holding))
                for id_, told in holding:
                    shares[id_] = shares.get(id_, 0.0) + share * told * rarity
        return shares

    def nodes(self, scored: Iterable[Mapping[str, float]], most: int) -> list[str]:
        """Return the ids of the nodes, the user's aside, whose facts have the best scores."""
        best: dict[str, float] = {}
        ends = {fact.id: (fact.subject_id, fact.object_id) for fact in self.facts}
        for one in scored:
            for id_, score in one.items():
                for end in ends[id_]:
                    best[end] = max(best.get(end, 0.0), score)
        best.pop(self.user_id, None)
        return sorted(best, key=lambda end: (-best[end], end))[:most]

    def _names_of(self, roles: Set[str]) -> frozenset[str]:
        """Return the words of the names of those who are something to somebody: facts may tell of them in words."""
        meant = [self.entities[id_] for id_, own in self._roles.items() if roles & own and id_ in self.entities]
        return term_set(" ".join(entity.name for entity in meant))

    def _spread(self, found: Mapping[str, float]) -> dict[str, float]:
        """Return scores with what facts get from the best fact of a node that they share, the user's aside."""
        best: dict[str, float] = {}
        for fact in self.facts:
            for id_ in {fact.subject_id, fact.object_id} - {self.user_id}:
                best[id_] = max(best.get(id_, 0.0), found.get(fact.id, 0.0))
        spread: dict[str, float] = {}
        for fact in self.facts:
            more = max((best[id_] for id_ in (fact.subject_id, fact.object_id) if id_ in best), default=0.0)
            if score := found.get(fact.id, 0.0) + _SPREAD * more:
                spread[fact.id] = score
        return spread

    def _features(self, fact: Fact) -> dict[str, float]:
        """Return the words and topics of a fact, with their weights."""
        ends = [self.entities[id_] for id_ in (fact.subject_id, fact.object_id) if id_ in self.entities]
        about = " ".join(" ".join((*end.aliases, end.description)) for end in ends)
        own = f"{fact.statement} {fact.predicate.replace('_', ' ')} {fact.subject} {fact.object}"
        words = dict.fromkeys(term_set(about), _ABOUT) | dict.fromkeys(term_set(own), 1.0)
        topics = dict.fromkeys((f"#{topic}" for topic in topics_of(about)), _ABOUT)
        return words | topics | dict.fromkeys((f"#{topic}" for topic in topics_of(own)), 1.0)


def best_of_each(scored: Iterable[Mapping[str, float]], most: int, *, least: float) -> list[str]:
    """Return at most so many ids, the best of each message in turn, none twice; with `least` of a message's best."""
    ranked = [
        sorted((id_ for id_ in one if one[id_] >= least * max(one.values())), key=lambda id_: (-one[id_], id_))
        for one in scored
        if one
    ]
    taken: dict[str, None] = {}
    for place in range(max(map(len, ranked), default=0)):
        for ids in ranked:
            if len(taken) < most and place < len(ids):
                taken.setdefault(ids[place])
    return list(taken)


def with_defining(best: Sequence[str], facts: Iterable[Fact], about: Set[str], most: int) -> list[str]:
    """Return ids with those of facts that define whom the talk is about, in place of the last where there is no room.

    What somebody is or has (a job, a child, an illness) is meant by much that names it not. The newest come first.
    """
    shown = set(best)
    defining = [f for f in facts if f.importance == _DEFINING and f.id not in shown and f.subject_id in about]
    defining.sort(key=lambda fact: (fact.valid_at, fact.id), reverse=True)
    more = [fact.id for fact in defining[:_KEPT_FOR_DEFINING]]
    return [*best[: most - len(more)], *more]
