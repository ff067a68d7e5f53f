"""Recall: everything memory knows about a question, best first. One embedding call, no LLM call.

link → depth-2 subgraph → text and vectors → fuse. The graph finds facts, and through their sources the messages they
rest on; words and vectors find messages and facts by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memary.errors import InputError, ModelError
from memary.llm.base import Embedder
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.link import Link, link
from memary.retrieval.rank import TRUST, fuse, ranking
from memary.retrieval.subgraph import paths, rank_facts
from memary.stores.base import Candidate, GraphStore
from memary.text import count_tokens
from memary.text.terms import query_terms
from memary.types import ECHO, ORIGIN_KEY, Embedding, Entity, Fact, HitKind, Message, Scope, Subgraph, When

MAX_QUERY_CHARS = 4_000
"""What a question is cut to before it is looked up; the model still gets the whole."""

_POOL = 50
"""How many records each signal may bring per kind."""

_ECHOES = 150
"""How many more messages are read, since the assistant's own answers among them are left out: they quote what was
said, often with more of the question's words, and must not crowd it out."""

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
    """

    text: str
    top_k: int = 10
    token_budget: int | None = None
    kinds: Collection[HitKind] = KINDS
    when: When
    until: datetime | None = None
    depth: int = 2
    exclude: Collection[str] = ()


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
        subgraph = await store.neighbourhood(scope, seeds, depth=query.depth, when=query.when)
        subgraph = replace(subgraph, facts=tuple(rank_facts(subgraph)))
    hits: list[Hit] = []
    if "fact" in query.kinds:
        facts = await store.search(scope, Fact, terms=words, vector=vector, limit=_POOL, when=query.when)
        hits += _fact_hits(facts, subgraph, query.when)
    if "message" in query.kinds:
        messages = await store.search(
            scope, Message, terms=words, vector=vector, limit=_POOL + _ECHOES, when=query.when, until=query.until
        )
        hits += await _message_hits(store, scope, messages, subgraph.facts, query)
    if "entity" in query.kinds:
        entities = await store.search(scope, Entity, terms=words, vector=vector, limit=_POOL, when=query.when)
        hits += _entity_hits(entities, links)
    hits = [hit for hit in hits if hit.id not in query.exclude]
    hits.sort(key=lambda hit: (-hit.score, hit.kind, hit.id))
    return Recall(tuple(_fill(hits, query)), tuple(links), subgraph)


def _check(query: Query) -> None:
    if not query.text.strip():
        raise InputError("The query is empty: say what to look for.")
    if query.top_k < 1 or (query.token_budget is not None and query.token_budget < 1):
        raise InputError(f"top_k ({query.top_k}) and token_budget ({query.token_budget}) must be at least 1.")
    unknown = set(query.kinds) - {"message", "fact", "entity"}
    if unknown or not query.kinds:
        raise InputError(f"kinds {sorted(query.kinds)} cannot be used: choose from message, fact, entity.")


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


def _fact_hits(found: Sequence[Candidate[Fact]], subgraph: Subgraph, when: When) -> list[Hit]:
    facts = {one.record.id: one.record for one in found} | {fact.id: fact for fact in subgraph.facts}
    ways = paths(subgraph)
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
        "graph": [fact.id for fact in subgraph.facts],
    }

    def factors(id_: str) -> dict[str, float]:
        fact = facts[id_]
        return {"trust": TRUST[fact.origin], "confidence": 0.5 + 0.5 * fact.confidence}

    fused = fuse(lists, factors=factors)
    return [_fact_hit(facts[id_], why, ways.get(id_, ()), when) for id_, why in fused.items()]


def _fact_hit(fact: Fact, why: Explanation, path: tuple[str, ...], when: When) -> Hit:
    return Hit(
        kind="fact",
        id=fact.id,
        text=fact.statement,
        score=why.score,
        created_at=fact.valid_at,
        invalid_at=fact.end_known_at(when.known_at),
        origin=fact.origin,
        conflict=bool(fact.conflicts_with),
        language=fact.language,
        source_ids=fact.source_ids,
        explain=why.model_copy(update={"path": path}),
    )


async def _message_hits(
    store: GraphStore, scope: Scope, found: Sequence[Candidate[Message]], around: Sequence[Fact], query: Query
) -> list[Hit]:
    behind = list(dict.fromkeys(source for fact in around for source in fact.source_ids))[:_POOL]
    found = [candidate for candidate in found if candidate.record.metadata.get(ORIGIN_KEY) != ECHO]
    messages = {candidate.record.id: candidate.record for candidate in found}
    missing = [id_ for id_ in behind if id_ not in messages]
    if missing:
        behind_them = await store.messages(scope, ids=missing, until=query.until, known_at=query.when.known_at)
        messages |= {message.id: message for message in behind_them}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found)[:_POOL],
        "vector": ranking((c.record.id, c.vector) for c in found)[:_POOL],
        "graph": [id_ for id_ in behind if id_ in messages],
    }
    return [_message_hit(messages[id_], why) for id_, why in fuse(lists, factors=lambda _: {}).items()]


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
        source_ids=(message.id,),
        metadata=message.metadata,
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
