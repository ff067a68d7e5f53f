"""Find the members of a list that a question asks for: what is known of somebody and of that kind.

"What activities does Ada do?" shares no word with "Ada went swimming". The languages say by which words things of a
kind are told, and entities have types and categories. What happened once is a member as what still holds is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from memary.facts.identity import is_self
from memary.languages.equivalents import words_alike, words_of_kinds
from memary.languages.terms import telling_words, term_set
from memary.queries import EntityQuery, SearchQuery
from memary.retrieval.facts.entity_links import Link
from memary.retrieval.facts.search import FactRetriever
from memary.stores.snapshot import together
from memary.text.names.occurrence import says_name
from memary.types import BEGINNING, FOREVER, Entity, Fact, FactKind, Scope

_POOL = 100
"""How many facts are looked at of now, and how many of what happened."""

_MOST = 40
"""How many members there are at most."""

_KIND = 2.0
"""What the kind asked for counts, beside the words that narrow it."""

_OTHERWISE = 0.7
"""What a word counts that says in other words what is asked."""

_BESIDE = 0.4
"""What a word counts that only the sentence of a fact says, and neither its relation nor its object."""

_LEAST = 0.4
"""Which part of what the best member counts the others count at least."""

_PASSING = 0.5
"""What a passing detail counts."""


async def members(retriever: FactRetriever, links: Sequence[Link]) -> list[Fact]:
    """Return the facts about what a question names that are of the kind it asks for, the best first."""
    query, question = retriever.query, retriever.asked.text
    named = _meant([one.entity for one in links if one.by == "name"])
    kinds, others = _asked(question, named, retriever.asked.words_of_times)
    terms = sorted(frozenset[str]().union(*kinds.values(), *others.values()))
    if "fact" not in query.kinds or not (named and terms):
        return []
    terms += _names_of(named)
    current = SearchQuery(retriever.scope, Fact, terms=terms, limit=_POOL, view=query.view)
    times = [(BEGINNING, query.view.when.true_at)]
    holds, over = await together(
        retriever.store, retriever.store.read(current), retriever.over(terms, None, times, _POOL)
    )
    wants_past = retriever.asked.wants_past
    found = [*holds, *(one for one in over if wants_past or one.record.expired_at == FOREVER)]
    own = [one.record for one in found if one.record.kind is FactKind.FACT and _is_about(one.record, named)]
    objects = await retriever.store.read(
        EntityQuery(Scope(user_id=retriever.scope.user_id), ids={fact.object_id for fact in own})
    )
    return _ranked(own, {one.id: one for one in objects}, kinds, others)[:_MOST]


def _asked(
    question: str, named: Iterable[Entity], but: Collection[str]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return the terms that say each kind asked for, and those that say each other word of the question."""
    names = {term for name in _names_of(named) for term in term_set(name)}
    alike, of_kinds = words_alike(question), words_of_kinds(question)
    words = [word for word in telling_words(question) if word not in names and word not in but]
    kinds = {word: of_kinds[word] | {word} for word in words if word in of_kinds}
    kinds |= {phrase: said for phrase, said in of_kinds.items() if phrase not in kinds and phrase not in names}
    others = {word: alike.get(word, frozenset[str]()) | {word} for word in words if word not in kinds}
    return kinds, others


def _meant(named: Sequence[Entity]) -> list[Entity]:
    """Return the entities without those that only say whose another of them is: Ada of "Ada's kids"."""
    return [one for one in named if not any(other is not one and says_name(other.name, one.name) for other in named)]


def _names_of(entities: Iterable[Entity]) -> list[str]:
    return sorted({term for one in entities for name in (one.name, *one.aliases) for term in term_set(name)})


def _is_about(fact: Fact, named: Iterable[Entity]) -> bool:
    """Return whether a fact tells of one of some entities, or of what is theirs: Ada's kids."""
    return any(
        one.id in (fact.subject_id, fact.object_id) or (not is_self(one) and says_name(fact.subject, one.name))
        for one in named
    )


def _ranked(
    facts: Sequence[Fact],
    objects: Mapping[str, Entity],
    kinds: Mapping[str, frozenset[str]],
    others: Mapping[str, frozenset[str]],
) -> list[Fact]:
    """Return the facts that say something of what is asked, best first.

    What few say counts more than what many do. Of those that say as much, the first of each relation stand before the
    second ones, the newest before older ones.

    Where kinds are asked for, a fact of none of them is a member only if it says most of the rest.
    """
    unique = {fact.id: fact for fact in facts}
    asked = {**kinds, **others}
    said = {id_: _strengths(fact, objects.get(fact.object_id), asked) for id_, fact in unique.items()}
    often = Counter(word for words in said.values() for word in words)
    weight = {
        word: math.log(1 + len(unique) / count) * (_KIND if word in kinds else 1.0) for word, count in often.items()
    }

    def score(id_: str) -> float:
        words = said[id_]
        if kinds and kinds.keys().isdisjoint(words) and 2 * len(words) <= len(others):
            return 0.0
        told = sum(weight[word] * strength for word, strength in words.items())
        return told * (1.0 if unique[id_].importance > 1 else _PASSING)

    scores = {id_: score(id_) for id_ in unique}
    least = max(scores.values(), default=0.0) * _LEAST
    kept = sorted(
        (fact for id_, fact in unique.items() if scores[id_] > least),
        key=lambda fact: (-scores[fact.id], -fact.created_at.timestamp(), fact.id),
    )
    of_relation: Counter[str] = Counter()
    places: dict[str, int] = {}
    for fact in kept:
        places[fact.id] = of_relation[fact.predicate]
        of_relation[fact.predicate] += 1
    return sorted(kept, key=lambda fact: (-round(scores[fact.id], 1), places[fact.id]))


def _strengths(fact: Fact, thing: Entity | None, asked: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Return how surely a fact says each word asked with that it says.

    Its relation and object more than the rest.
    """
    kind = f" {thing.type} {' '.join(thing.categories)}" if thing else ""
    core = term_set(f"{fact.predicate.replace('_', ' ')} {fact.object}{kind}")
    beside = term_set(fact.statement)
    found: dict[str, float] = {}
    for word, terms in asked.items():
        own = terms & {word}
        strengths = [
            place * how
            for place, said in ((1.0, core), (_BESIDE, beside))
            for how, those in ((1.0, own), (_OTHERWISE, terms))
            if not said.isdisjoint(those)
        ]
        if strengths:
            found[word] = max(strengths)
    return found
