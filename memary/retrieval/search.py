"""Recall: everything memory knows about a question, best first. One embedding call, no LLM call.

link → depth-2 subgraph → text and vectors → fuse. The graph finds facts, and through their sources the messages they
rest on; words and vectors find messages and facts by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memary.errors import InputError, ModelError
from memary.filters import And, Filter, Not
from memary.llm.base import Embedder
from memary.memory.runs import is_run, run_filter, run_id_of
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.link import Link, link
from memary.retrieval.rank import TRUST, decay, feedback, fuse, ranking
from memary.retrieval.subgraph import paths, rank_facts
from memary.retrieval.temporary import check_temporary, temporary_hits
from memary.stores.base import Candidate, GraphStore
from memary.text import count_tokens
from memary.text.terms import query_terms
from memary.types import (
    ECHO,
    FOREVER,
    ORIGIN_KEY,
    TRACE_KEY,
    Embedding,
    Entity,
    Fact,
    HitKind,
    Message,
    Scope,
    Subgraph,
    When,
)

MAX_QUERY_CHARS = 4_000
"""What a question is cut to before it is looked up; the model still gets the whole."""

_POOL = 50
"""How many records each signal may bring per kind."""

_ECHOES = 150
"""How many more messages are read, since the assistant's own answers among them are left out: they quote what was
said, often with more of the question's words, and must not crowd it out."""

_LAST_SOURCES = 3
"""How many of the sources that a fact got last are looked at for when it was last said."""

KINDS: frozenset[HitKind] = frozenset({"message", "fact"})


@dataclass(frozen=True, slots=True)
class Recall:
    """The result of a search: hits, and the subgraph they came with, its facts the most relevant first."""

    hits: tuple[Hit, ...] = ()
    links: tuple[Link, ...] = ()
    subgraph: Subgraph = field(default_factory=Subgraph)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is asked of memory.

    Attributes:
        text: the question.
        top_k: most hits returned.
        token_budget: most tokens of text in the hits, if given; filled best first.
        kinds: which sorts of hits.
        when: the time whose truth is asked for, and as of when it was known.
        until: only messages said before that time.
        depth: hops from the entities the question names.
        exclude: ids of records that the caller has already.
        where: only records for which this filter holds.
        alive_at: only what has not expired by then; None for all.
        half_life_days: in which time half of a fact's decay comes.
        temporary: texts that take part in this search alone.
    """

    text: str
    top_k: int = 10
    token_budget: int | None = None
    kinds: Collection[HitKind] = KINDS
    when: When
    until: datetime | None = None
    depth: int = 2
    exclude: Collection[str] = ()
    where: Filter | None = None
    alive_at: datetime | None = None
    half_life_days: float = 30.0
    temporary: Sequence[str] = ()


async def search(store: GraphStore, embedder: Embedder, scope: Scope, query: Query) -> Recall:
    """Find what memory knows about a question.

    Raises:
        InputError: the question is empty, or a limit makes no sense.
    """
    _check(query)
    text = query.text[:MAX_QUERY_CHARS]
    vector = await _embed(embedder, text)
    words = query_terms(text)
    links = await link(store, scope, text, vector=vector, when=query.when)
    seeds = [one.entity.id for one in links]
    subgraph = Subgraph(seeds=tuple(seeds))
    if seeds:
        subgraph = await store.neighbourhood(
            scope, seeds, depth=query.depth, when=query.when, alive_at=query.alive_at
        )
        subgraph = replace(subgraph, facts=tuple(rank_facts(subgraph)))
        subgraph = await _filtered(store, scope, subgraph, query.where)
    hits: list[Hit] = []
    doubted: dict[str, tuple[str, ...]] = {}
    if "fact" in query.kinds:
        facts = await store.search(
            scope,
            Fact,
            terms=words,
            vector=vector,
            limit=_POOL,
            when=query.when,
            where=query.where,
            alive_at=query.alive_at,
        )
        hits += await _fact_hits(store, scope, facts, subgraph, query)
        found = (*(one.record for one in facts), *subgraph.facts)
        doubted = {fact.id: fact.conflicts_with for fact in found if fact.conflicts_with}
    if "message" in query.kinds:
        messages = await _talk(store, scope, query, words, vector)
        hits += await _message_hits(store, scope, messages, subgraph.facts, query)
    if "run" in query.kinds:
        hits += _run_hits(await _messages(store, scope, query, words, vector, also=run_filter()))
    if "entity" in query.kinds:
        entities = await store.search(
            scope, Entity, terms=words, vector=vector, limit=_POOL, when=query.when, where=query.where
        )
        hits += _entity_hits(entities, links if query.where is None else ())
    hits += await temporary_hits(embedder, query.temporary, vector, now=query.when.true_at)
    hits = [hit for hit in hits if hit.id not in query.exclude]
    hits.sort(key=lambda hit: (-hit.score, hit.kind, hit.id))
    hits = await _with_open_conflicts(store, scope, _fill(hits, query), doubted, query.when)
    return Recall(tuple(hits), tuple(links), subgraph)


async def _with_open_conflicts(
    store: GraphStore, scope: Scope, hits: list[Hit], doubted: Mapping[str, Sequence[str]], when: When
) -> list[Hit]:
    """Mark the facts of which something is said, and held to be true, that speaks against them."""
    others = {other for hit in hits for other in doubted.get(hit.id, ())}
    if not others:
        return hits
    user = Scope(user_id=scope.user_id)
    held = {fact.id for fact in await store.facts(user, ids=others, when=when)}
    return [
        hit.model_copy(update={"conflict": True}) if not held.isdisjoint(doubted.get(hit.id, ())) else hit
        for hit in hits
    ]


def _check(query: Query) -> None:
    if not query.text.strip():
        raise InputError("The query is empty: say what to look for.")
    if query.top_k < 1 or (query.token_budget is not None and query.token_budget < 1):
        raise InputError(f"top_k ({query.top_k}) and token_budget ({query.token_budget}) must be at least 1.")
    check_temporary(query.temporary)
    unknown = set(query.kinds) - {"message", "fact", "entity", "run"}
    if unknown or not query.kinds:
        raise InputError(f"kinds {sorted(query.kinds)} cannot be used: choose from message, fact, entity, run.")


async def _embed(embedder: Embedder, text: str) -> Embedding | None:
    """Embed the question; if the model is down, words and the graph still answer."""
    try:
        return (await embedder.embed([text]))[0]
    except ModelError:
        return None


def _fill(hits: Sequence[Hit], query: Query) -> list[Hit]:
    if query.token_budget is None:
        return list(hits[: query.top_k])
    kept: list[Hit] = []
    left = query.token_budget
    for hit in hits:
        cost = count_tokens(hit.text)
        if cost <= left and len(kept) < query.top_k:
            kept.append(hit)
            left -= cost
    return kept


async def _filtered(store: GraphStore, scope: Scope, subgraph: Subgraph, where: Filter | None) -> Subgraph:
    """Leave the facts that a filter lets through; their order stays."""
    if where is None or not subgraph.facts:
        return subgraph
    let_through = {
        fact.id for fact in await store.facts(scope, ids=[fact.id for fact in subgraph.facts], where=where)
    }
    return replace(subgraph, facts=tuple(fact for fact in subgraph.facts if fact.id in let_through))


async def _fact_hits(
    store: GraphStore, scope: Scope, found: Sequence[Candidate[Fact]], subgraph: Subgraph, query: Query
) -> list[Hit]:
    facts = {one.record.id: one.record for one in found} | {fact.id: fact for fact in subgraph.facts}
    ways = paths(subgraph)
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
        "graph": [fact.id for fact in subgraph.facts],
    }
    stated = await _last_stated(store, scope, fuse(lists, factors=lambda _: {}), facts)

    def factors(id_: str) -> dict[str, float]:
        fact = facts[id_]
        age = (query.when.true_at - stated.get(id_, fact.created_at)).total_seconds() / 86_400
        rated = {"feedback": feedback(fact.rating)} if fact.rating else {}
        return {
            "trust": TRUST[fact.origin],
            "confidence": 0.5 + 0.5 * fact.confidence,
            "decay": decay(age, half_life_days=query.half_life_days),
        } | rated

    fused = fuse(lists, factors=factors)
    return [_fact_hit(facts[id_], why, ways.get(id_, ()), query.when) for id_, why in fused.items()]


async def _last_stated(
    store: GraphStore, scope: Scope, fused: Mapping[str, Explanation], facts: Mapping[str, Fact]
) -> dict[str, datetime]:
    """Return when the best of the facts were last said, where messages state them."""
    best = sorted(fused, key=lambda id_: (-fused[id_].score, id_))[:_POOL]
    sources = {source for id_ in best for source in facts[id_].source_ids[-_LAST_SOURCES:]}
    said_at = {message.id: message.created_at for message in await store.messages(scope, ids=sources)}
    times = {id_: [said_at[source] for source in facts[id_].source_ids if source in said_at] for id_ in best}
    return {id_: max(said) for id_, said in times.items() if said}


def _fact_hit(fact: Fact, why: Explanation, path: tuple[str, ...], when: When) -> Hit:
    return Hit(
        kind="fact",
        id=fact.id,
        text=fact.statement,
        score=why.score,
        created_at=fact.valid_at,
        invalid_at=fact.end_known_at(when.known_at),
        expires_at=_end(fact.expires_at),
        origin=fact.origin,
        language=fact.language,
        source_ids=fact.source_ids,
        explain=why.model_copy(update={"path": path}),
    )


async def _messages(
    store: GraphStore,
    scope: Scope,
    query: Query,
    words: Sequence[str],
    vector: Embedding | None,
    *,
    also: Filter | None = None,
) -> list[Candidate[Message]]:
    """Find messages by words and meaning, if `also` is given those for which it holds too."""
    parts = tuple(part for part in (also, query.where) if part is not None)
    return await store.search(
        scope,
        Message,
        terms=words,
        vector=vector,
        limit=_POOL + _ECHOES,
        when=query.when,
        until=query.until,
        where=And(parts) if parts else None,
        alive_at=query.alive_at,
    )


async def _talk(
    store: GraphStore, scope: Scope, query: Query, words: Sequence[str], vector: Embedding | None
) -> list[Candidate[Message]]:
    """Find what was said; the runs of agents are something else, and must not crowd it out."""
    found = await _messages(store, scope, query, words, vector)
    talk = [candidate for candidate in found if not is_run(candidate.record)]
    if len(talk) == len(found) or len(talk) >= _POOL + _ECHOES:
        return talk
    return await _messages(store, scope, query, words, vector, also=Not(run_filter()))


async def _message_hits(
    store: GraphStore, scope: Scope, found: Sequence[Candidate[Message]], around: Sequence[Fact], query: Query
) -> list[Hit]:
    behind = list(dict.fromkeys(source for fact in around for source in fact.source_ids))[:_POOL]
    found = [candidate for candidate in found if candidate.record.metadata.get(ORIGIN_KEY) != ECHO]
    messages = {candidate.record.id: candidate.record for candidate in found}
    missing = [id_ for id_ in behind if id_ not in messages]
    if missing:
        behind_them = await store.messages(
            scope,
            ids=missing,
            until=query.until,
            known_at=query.when.known_at,
            where=query.where,
            alive_at=query.alive_at,
        )
        messages |= {message.id: message for message in behind_them}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found)[:_POOL],
        "vector": ranking((c.record.id, c.vector) for c in found)[:_POOL],
        "graph": [id_ for id_ in behind if id_ in messages],
    }
    return [_message_hit(messages[id_], why) for id_, why in fuse(lists, factors=lambda _: {}).items()]


def _end(expires_at: datetime) -> datetime | None:
    return expires_at if expires_at < FOREVER else None


def _message_hit(message: Message, why: Explanation) -> Hit:
    return Hit(
        kind="message",
        id=message.id,
        text=message.content,
        score=why.score,
        created_at=message.created_at,
        session_id=message.session_id,
        role=message.role,
        speaker=message.speaker,
        language=message.language,
        expires_at=_end(message.expires_at),
        source_ids=(message.id,),
        metadata={key: value for key, value in message.metadata.items() if key != TRACE_KEY},
        explain=why,
    )


def _run_hits(found: Sequence[Candidate[Message]]) -> list[Hit]:
    """One hit for each run, by the message of it that fits best."""
    messages = {candidate.record.id: candidate.record for candidate in found}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found)[:_POOL],
        "vector": ranking((c.record.id, c.vector) for c in found)[:_POOL],
    }
    fused = sorted(fuse(lists, factors=lambda _: {}).items(), key=lambda one: (one[1].score, one[0]))
    hits = [_message_hit(messages[id_], why) for id_, why in fused]
    runs = {run_id_of(messages[hit.id]): hit for hit in hits}
    return [hit.model_copy(update={"kind": "run", "id": run_id}) for run_id, hit in runs.items()]


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
