"""Recall: everything memory knows about a question, best first. One embedding call, no LLM call.

link → depth-2 subgraph → text and vectors → where they lead → rank. The graph finds facts, and through their sources
the messages they rest on; words and vectors find messages and facts by themselves. Where a fact that says a part of
the question leads away from what it names, the rest of it is looked for there. Facts are ranked here, by the sum of
what words, vectors and graph say; how messages are ranked is told in `memary.retrieval.features`. Facts are those of
now, unless the question names a time or asks for the past: then what was true and is not any more comes beside them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memary.bounds import looked_up
from memary.errors import ModelError
from memary.facts.predicates import is_said, predicates_asked
from memary.filters import And, Compare, Or
from memary.languages.terms import query_terms, term_set
from memary.models.base import Embedder, Reranker
from memary.queries import (
    Candidate,
    EntityQuery,
    FactQuery,
    MessageQuery,
    SearchQuery,
    SpeakerQuery,
    SubgraphQuery,
    View,
)
from memary.retrieval.expansion import (
    HopTarget,
    follows,
    next_hops,
    paths,
    rank_facts,
    told_facts,
    touches,
    with_found,
)
from memary.retrieval.features import LEXICAL_WEIGHTS, WEIGHTS, ParsedQuery
from memary.retrieval.hit_order import best_first, in_one_list, is_near, with_weakness
from memary.retrieval.hits import Explanation, Hit, Signal
from memary.retrieval.linking import Link, link
from memary.retrieval.message_search import MessageRetriever
from memary.retrieval.query import RecallQuery
from memary.retrieval.ranking import (
    FLOOR,
    KIND,
    TRUST,
    AddedUp,
    decay,
    feedback,
    fuse,
    heights,
    highest,
    nearness,
    ranking,
    shares,
)
from memary.retrieval.temporary_texts import temporary_hits
from memary.stores.store import Store
from memary.types import BEGINNING, FOREVER, Embedding, Entity, Fact, FactKind, Scope, Subgraph, When
from memary.zones import in_zone

_POOL = 50
"""How many records each signal may bring per kind."""

_TIMES = 5
"""In how many of the times that a question names the past is looked into."""

_JUDGED = 10.0
"""What each place in its order counts: more than all that memory itself sees in a hit."""

_ASKED = 10
"""How many facts of the relations that a question asks for are looked at."""

_LAST_SOURCES = 3
"""How many of the sources that a fact got last are looked at for when it was last said."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: hits, and the subgraph they came with, its facts the most relevant first.

    Of the subgraph are the facts that were fetched around the linked entities, and those among the hits that touch
    one of these or follow from it, of the time that was asked for.
    """

    hits: tuple[Hit, ...] = ()
    links: tuple[Link, ...] = ()
    subgraph: Subgraph = field(default_factory=Subgraph)


async def search(
    store: Store, embedder: Embedder, scope: Scope, query: RecallQuery, *, reranker: Reranker | None = None
) -> SearchResult:
    """Find what memory knows about a question.

    Args:
        store: where to look.
        embedder: embeds the question, in one call.
        scope: whose memory.
        query: the question, with what narrows it.
        reranker: judges the best hits anew; while it is down, they stay in the order that memory gave them.

    Raises:
        InputError: the question is empty, or a limit makes no sense.
    """
    text = looked_up(query.text)
    now = in_zone(query.view.when.true_at, query.zone)
    asked = ParsedQuery.of(text, speakers=await store.read(SpeakerQuery(scope.user_id)), now=now)
    vector, spoken = await _embed(embedder, text, asked.spoken)
    words = query_terms(text)
    finder = MessageRetriever(store, scope, query, asked, spoken)
    (links, subgraph), facts, past, said = await asyncio.gather(  # a store may read them at once
        _graph(store, scope, query, text, vector),
        _facts(store, scope, query, words, vector),
        _past_facts(store, scope, query, asked, words, vector),
        finder.said(),
    )
    related = await _asked_facts(store, scope, query, text, subgraph, once={one.record.predicate for one in past})
    graph = await _around(store, scope, query, asked, words, subgraph, [*facts, *map(Candidate, related)], past)
    hits: list[Hit] = []
    if "fact" in query.kinds:
        said_at = {one.record.id: one.record.created_at for one in said}
        hits += await _fact_hits(store, scope, [*facts, *past], graph, query, said_at, related)
    if "message" in query.kinds:
        hits += await finder.talk(_weights(embedder), said=said, facts=facts, around=graph.way)
    if "run" in query.kinds:
        hits += await finder.runs()
    if "entity" in query.kinds:
        asked_for = SearchQuery(scope, Entity, terms=words, vector=vector, limit=_POOL, view=query.view)
        entities = await store.read(asked_for)
        hits += _entity_hits(entities, links if query.view.where is None else ())
    hits += await temporary_hits(embedder, query.temporary, vector, now=query.view.when.true_at)
    names = [*asked.named, *(name for one in links for name in (one.entity.name, *one.entity.aliases))]
    found = [*(one.record for one in (*facts, *past)), *graph.facts, *graph.told]
    hits = in_one_list(
        (hit for hit in hits if hit.id not in query.exclude),
        text,
        names=names,
        relations={fact.id for fact in found if fact.kind is FactKind.FACT},
    )
    if reranker is not None:
        hits = await _reranked(reranker, text, hits, query.reranked)
    doubted = {fact.id: fact.conflicts_with for fact in found if fact.conflicts_with}
    hits = await _with_open_conflicts(store, scope, _fill(hits, query), doubted, query.view)
    near = embedder.spec.knows_meaning and is_near(one.vector for one in (*facts, *past, *said))
    hits = with_weakness(hits, text, near=near)
    shown = graph.showing({hit.id for hit in hits})
    return SearchResult(tuple(hits), tuple(links), await _with_ends(store, scope, shown))


@dataclass(frozen=True, slots=True)
class _Around:
    """What the graph says to a question.

    Attributes:
        near: the facts around the linked entities, those found that touch these, and where they lead, of the time
            that is asked for.
        whole: the same with what was true once.
        facts: those of `near`, the most relevant first.
        told: those of `whole` on the chains that the question tells.
        fetched: ids of the facts that lie around the linked entities.
    """

    near: Subgraph
    whole: Subgraph
    facts: Sequence[Fact]
    told: Sequence[Fact]
    fetched: frozenset[str]

    @property
    def way(self) -> list[Fact]:
        """Return the facts through which messages are found: those fetched and those told."""
        told = {fact.id for fact in self.told}
        return [fact for fact in self.facts if fact.id in self.fetched or fact.id in told]

    def showing(self, hits: Collection[str]) -> Subgraph:
        """Return `near` with what was fetched and what is among the hits."""
        kept = tuple(fact for fact in self.facts if fact.id in self.fetched or fact.id in hits)
        return replace(self.near, facts=kept, hops={fact.id: self.near.hops[fact.id] for fact in kept})


async def _around(
    store: Store,
    scope: Scope,
    query: RecallQuery,
    asked: ParsedQuery,
    words: Sequence[str],
    subgraph: Subgraph,
    found: Sequence[Candidate[Fact]],
    past: Sequence[Candidate[Fact]],
) -> _Around:
    """Follow a question from the subgraph around its entities and the facts found, to where they lead."""
    steps = [word for word in words if word not in asked.words_of_times]
    near = with_found(subgraph, [one.record for one in found if touches(one.record, subgraph.seeds)])
    whole = with_found(near, [one.record for one in past if touches(one.record, subgraph.seeds)])
    further, once = await _further(store, scope, query, asked, next_hops(whole, steps))
    near = with_found(near, further, hop=2)
    whole = with_found(with_found(whole, further, hop=2), once, hop=2)
    told = told_facts(whole, steps)
    facts = rank_facts(near, told)
    of_all_times = {fact.id: fact for fact in (*facts, *(one.record for one in past), *once)}
    return _Around(
        near=near,
        whole=whole,
        facts=facts,
        told=[fact for fact in of_all_times.values() if fact.id in told],
        fetched=frozenset(fact.id for fact in subgraph.facts),
    )


async def _graph(
    store: Store, scope: Scope, query: RecallQuery, text: str, vector: Embedding | None
) -> tuple[list[Link], Subgraph]:
    """Link a question to entities; return them, and the subgraph around them."""
    links = await link(store, scope, text, vector=vector, known_at=query.view.known_at)
    seeds = [one.entity.id for one in links]
    if not seeds:
        return links, Subgraph()
    return links, await store.read(SubgraphQuery(scope, seeds, depth=query.depth, view=query.view))


async def _further(
    store: Store, scope: Scope, query: RecallQuery, asked: ParsedQuery, found: Mapping[str, HopTarget]
) -> tuple[list[Fact], list[Fact]]:
    """Find current and past facts at the next hops of a question, best first.

    Of one who has met hundreds of people, "Where does Ada's sister work?" wants neither the newest facts nor all.
    """
    words = {word for lead in found.values() for word in (*lead.words, *term_set(lead.name))}
    if not words:
        return [], []
    both = await asyncio.gather(
        _facts(store, scope, query, sorted(words), None), _past_facts(store, scope, query, asked, sorted(words), None)
    )
    facts, past = (
        [one.record for one in sorted(some, key=lambda one: (-(one.text or 0.0), one.record.id))] for some in both
    )
    return [fact for fact in facts if follows(fact, found)], [fact for fact in past if follows(fact, found)]


async def _reranked(reranker: Reranker, question: str, hits: list[Hit], most: int) -> list[Hit]:
    """Sort the best hits by the reranker's scores, before the others."""
    best, others = hits[:most], hits[most:]
    try:
        relevance = await reranker.rerank(question, [hit.text for hit in best]) if best else []
    except ModelError:
        return hits
    order = sorted(range(len(best)), key=lambda place: (-relevance[place], place))
    ranked: list[Hit] = []
    for rank, place in enumerate(order, 1):
        why = best[place].explain
        judged = Signal(rank=rank, contribution=_JUDGED * (len(best) - rank + 1))
        why = why.model_copy(update={"signals": {**why.signals, "rerank": judged}})
        ranked.append(best[place].model_copy(update={"explain": why, "score": why.score}))
    return [*sorted(ranked, key=best_first), *others]


async def _with_ends(store: Store, scope: Scope, subgraph: Subgraph) -> Subgraph:
    """Add the entities that facts have at their ends, where they did not come with them."""
    ends = {end for fact in subgraph.facts for end in (fact.subject_id, fact.object_id)}
    missing = ends - subgraph.entities.keys()
    found = await store.read(EntityQuery(Scope(user_id=scope.user_id), ids=missing)) if missing else []
    return replace(subgraph, entities={**subgraph.entities, **{entity.id: entity for entity in found}})


async def _with_open_conflicts(
    store: Store, scope: Scope, hits: list[Hit], doubted: Mapping[str, Sequence[str]], view: View
) -> list[Hit]:
    """Flag facts that contradict another fact still believed true."""
    others = {other for hit in hits for other in doubted.get(hit.id, ())}
    if not others:
        return hits
    user = Scope(user_id=scope.user_id)
    everything = replace(view, where=None, alive_at=None)
    held = {fact.id for fact in await store.read(FactQuery(user, ids=others, view=everything))}
    return [
        hit.model_copy(update={"conflict": True}) if not held.isdisjoint(doubted.get(hit.id, ())) else hit
        for hit in hits
    ]


async def _embed(embedder: Embedder, *texts: str) -> list[Embedding] | list[None]:
    """Embed the question in its forms, in one call; if the model is down, words and the graph still answer."""
    different = list(dict.fromkeys(texts))
    try:
        vectors = dict(zip(different, await embedder.embed(different), strict=True))
    except ModelError:
        return [None] * len(texts)
    return [vectors[text] for text in texts]


def _fill(hits: Sequence[Hit], query: RecallQuery) -> list[Hit]:
    if query.token_budget is None:
        return list(hits[: query.top_k])
    kept: list[Hit] = []
    left = query.token_budget
    for hit in hits:
        cost = query.count(hit.text)
        if cost <= left and len(kept) < query.top_k:
            kept.append(hit)
            left -= cost
    return kept


def _weights(embedder: Embedder) -> Mapping[str, float]:
    return WEIGHTS if embedder.spec.knows_meaning else LEXICAL_WEIGHTS


async def _facts(
    store: Store, scope: Scope, query: RecallQuery, words: Sequence[str], vector: Embedding | None
) -> list[Candidate[Fact]]:
    """Find facts by words and meaning; they speak for the messages that they rest on, too."""
    if {"fact", "message"}.isdisjoint(query.kinds):
        return []
    return await store.read(SearchQuery(scope, Fact, terms=words, vector=vector, limit=_POOL, view=query.view))


async def _asked_facts(
    store: Store, scope: Scope, query: RecallQuery, question: str, subgraph: Subgraph, *, once: Collection[str]
) -> list[Fact]:
    """Find facts of the linked entities whose relation a question asks for, in whatever words.

    Nothing is found if one of these relations was true once, at the time that the question names:
    what is true now would stand before it.
    """
    if "fact" not in query.kinds or not subgraph.seeds:
        return []
    said = {fact.predicate for fact in subgraph.facts if is_said(fact.predicate, question)}
    predicates = predicates_asked(question) | said
    if not predicates or not predicates.isdisjoint(once):
        return []
    asked = FactQuery(
        scope,
        entity_ids=subgraph.seeds,
        predicates=predicates,
        newest_first=True,
        limit=_ASKED,
        view=query.view,
    )
    return await store.read(asked)


async def _past_facts(
    store: Store,
    scope: Scope,
    query: RecallQuery,
    asked: ParsedQuery,
    words: Sequence[str],
    vector: Embedding | None,
) -> list[Candidate[Fact]]:
    """Find past facts that were true at a time the question names.

    One that asks for the past without a time means any.
    """
    now = query.view.when.true_at
    past = [(time.start, min(time.end, now)) for time in asked.times if time.start < now][:_TIMES]
    if asked.wants_past and not asked.times:
        past = [(BEGINNING, now)]
    if not (past and query.is_of_now and "fact" in query.kinds):
        return []
    ended = Compare("invalid_at", "lte", (now,))
    then = Or(
        tuple(And((Compare("valid_at", "lt", (end,)), Compare("invalid_at", "gt", (start,)))) for start, end in past)
    )
    view = replace(query.view, true_at=None).narrowed(And((ended, then)))
    found = await store.read(SearchQuery(scope, Fact, terms=words, vector=vector, limit=_POOL, view=view))
    return [one for one in found if _is_past(one.record, query.view.when)]


def _is_past(fact: Fact, when: When) -> bool:
    """Return whether a fact that memary knew was true once, but is not any more."""
    return fact.created_at <= when.known_at and fact.valid_at < fact.invalid_at and not fact.is_visible(when)


async def _fact_hits(
    store: Store,
    scope: Scope,
    found: Sequence[Candidate[Fact]],
    graph: _Around,
    query: RecallQuery,
    said_at: Mapping[str, datetime],
    related: Sequence[Fact],
) -> list[Hit]:
    facts = {one.record.id: one.record for one in found} | {fact.id: fact for fact in (*graph.facts, *graph.told)}
    past = [one.record for one in found if _is_past(one.record, query.view.when)]
    text = shares((c.record.id, c.text) for c in found)
    meaning = heights(((c.record.id, c.vector) for c in found), floor=FLOOR)
    values = {
        "text": text,
        "vector": meaning,
        "then": {one.id: max(text.get(one.id, 0.0), meaning.get(one.id, 0.0)) for one in past},
        "graph": {fact.id: nearness(rank) for rank, fact in enumerate(graph.facts, 1)},
        "told": {fact.id: nearness(rank) for rank, fact in enumerate(graph.told, 1)},
        "asked": {fact.id: nearness(rank) for rank, fact in enumerate(related, 1)},
    }
    added = AddedUp(values)
    stated = await _last_stated(store, scope, [facts[id_] for id_ in highest(added.sums, _POOL)], said_at)

    def factors(id_: str) -> dict[str, float]:
        fact = facts[id_]
        age = (query.view.when.true_at - stated.get(id_, fact.created_at)).total_seconds() / 86_400
        rated = {"feedback": feedback(fact.rating)} if fact.rating else {}
        return {
            "trust": TRUST[fact.origin],
            "kind": KIND[fact.kind],
            "confidence": 0.5 + 0.5 * fact.confidence,
            "decay": decay(age, half_life_days=query.half_life_days),
        } | rated

    factors_of = {id_: factors(id_) for id_ in added.sums}
    scores = {id_: added.score(id_, factors_of[id_]) for id_ in added.sums}
    kept = highest(scores, query.most)
    ways = paths(graph.whole, kept)
    known_at = query.ends_known_at or query.view.when.known_at
    return [
        _fact_hit(facts[id_], added.explanation(id_, factors_of[id_], ways.get(id_, ())), known_at) for id_ in kept
    ]


async def _last_stated(
    store: Store, scope: Scope, facts: Sequence[Fact], said_at: Mapping[str, datetime]
) -> dict[str, datetime]:
    """Return when messages last stated each fact."""
    sources = {source for fact in facts for source in fact.source_ids[-_LAST_SOURCES:]}
    unknown = sources - said_at.keys()
    messages = await store.read(MessageQuery(scope, ids=unknown)) if unknown else []
    said_at = {**said_at, **{message.id: message.created_at for message in messages}}
    times = {fact.id: [said_at[source] for source in fact.source_ids if source in said_at] for fact in facts}
    return {id_: max(said) for id_, said in times.items() if said}


def _fact_hit(fact: Fact, why: Explanation, known_at: datetime) -> Hit:
    return Hit(
        kind="fact",
        id=fact.id,
        text=fact.statement,
        score=why.score,
        created_at=fact.valid_at,
        invalid_at=fact.end_known_at(known_at),
        expires_at=fact.expires_at if fact.expires_at < FOREVER else None,
        origin=fact.origin,
        extractor=fact.extractor,
        language=fact.language,
        source_ids=fact.source_ids,
        explain=why,
    )


def _entity_hits(found: Sequence[Candidate[Entity]], links: Sequence[Link]) -> list[Hit]:
    entities = {c.record.id: c.record for c in found} | {one.entity.id: one.entity for one in links}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
        "graph": [one.entity.id for one in links],
    }
    fused = fuse(lists, factors=lambda _: {})
    return [_entity_hit(entities[id_], why) for id_, why in fused.items()]


def _entity_hit(entity: Entity, why: Explanation) -> Hit:
    return Hit(
        kind="entity",
        id=entity.id,
        text=f"{entity.name} ({entity.type})" + (f": {entity.description}" if entity.description else ""),
        score=why.score,
        created_at=entity.created_at,
        explain=why,
    )
