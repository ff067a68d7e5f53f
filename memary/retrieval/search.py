"""Recall: everything memory knows about a question, best first. One embedding call, no LLM call.

link → depth-2 subgraph → text and vectors → fuse. The graph finds facts, and through their sources the messages they
rest on; words and vectors find messages and facts by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memary.errors import InputError, ModelError
from memary.llm.base import Embedder
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.link import Link, link
from memary.retrieval.rank import TRUST, fuse, ranking
from memary.retrieval.subgraph import rank_facts
from memary.stores.base import Candidate, GraphStore
from memary.text import count_tokens
from memary.text.terms import query_terms
from memary.types import ECHO, ORIGIN_KEY, Embedding, Entity, Fact, HitKind, Message, Scope, Subgraph

MAX_QUERY_CHARS = 4_000
"""What a question is cut to before it is looked up; the model still gets the whole."""

_POOL = 50
"""How many records each signal may bring per kind."""

KINDS: frozenset[HitKind] = frozenset({"message", "fact"})


@dataclass(frozen=True, slots=True)
class Recall:
    """The result of a search: hits, and the subgraph they came with."""

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
        at: the time whose truth is asked for.
        depth: hops from the entities the question names.
        exclude: ids of records that the caller has already.
    """

    text: str
    top_k: int = 10
    token_budget: int | None = None
    kinds: Collection[HitKind] = KINDS
    at: datetime
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
    links = await link(store, scope, text, vector=vector)
    seeds = [one.entity.id for one in links]
    subgraph = Subgraph(seeds=tuple(seeds))
    if seeds:
        subgraph = await store.neighbourhood(scope, seeds, depth=query.depth, at=query.at)
    hits: list[Hit] = []
    around = rank_facts(subgraph)
    if "fact" in query.kinds:
        facts = await store.search(scope, Fact, terms=words, vector=vector, limit=_POOL, at=query.at)
        hits += _fact_hits(facts, around, subgraph)
    if "message" in query.kinds:
        messages = await store.search(scope, Message, terms=words, vector=vector, limit=_POOL)
        hits += await _message_hits(store, scope, messages, around)
    if "entity" in query.kinds:
        entities = await store.search(scope, Entity, terms=words, vector=vector, limit=_POOL)
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


def _fact_hits(found: Sequence[Candidate[Fact]], around: Sequence[Fact], subgraph: Subgraph) -> list[Hit]:
    facts = {candidate.record.id: candidate.record for candidate in found} | {fact.id: fact for fact in around}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
        "graph": [fact.id for fact in around],
    }

    def factors(id_: str) -> dict[str, float]:
        fact = facts[id_]
        return {"trust": TRUST[fact.origin], "confidence": 0.5 + 0.5 * fact.confidence}

    return [_fact_hit(facts[id_], why, subgraph) for id_, why in fuse(lists, factors=factors).items()]


def _fact_hit(fact: Fact, why: Explanation, subgraph: Subgraph) -> Hit:
    return Hit(
        kind="fact",
        id=fact.id,
        text=fact.statement,
        score=why.score,
        created_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        origin=fact.origin,
        conflict=bool(fact.conflicts_with),
        language=fact.language,
        source_ids=fact.source_ids,
        explain=why.model_copy(update={"path": path_to(fact, subgraph)}) if "graph" in why.signals else why,
    )


def path_to(fact: Fact, subgraph: Subgraph) -> tuple[str, ...]:
    """Return the names from a seed to the far end of a fact: two for the first hop, three for the second."""
    seeds = set(subgraph.seeds)
    for near, far in ((fact.subject_id, fact.object_id), (fact.object_id, fact.subject_id)):
        if near in seeds:
            return _names(subgraph, near, far)
    for first in subgraph.facts:
        ends = (first.subject_id, first.object_id)
        for seed, middle in (ends, ends[::-1]):
            if seed in seeds and middle in (fact.subject_id, fact.object_id):
                far = fact.object_id if middle == fact.subject_id else fact.subject_id
                return _names(subgraph, seed, middle, far)
    return ()


def _names(subgraph: Subgraph, *ids: str) -> tuple[str, ...]:
    return tuple(subgraph.entities[id_].name for id_ in ids if id_ in subgraph.entities)


async def _message_hits(
    store: GraphStore, scope: Scope, found: Sequence[Candidate[Message]], around: Sequence[Fact]
) -> list[Hit]:
    behind = list(dict.fromkeys(source for fact in around for source in fact.source_ids))[:_POOL]
    found = [candidate for candidate in found if candidate.record.metadata.get(ORIGIN_KEY) != ECHO]
    messages = {candidate.record.id: candidate.record for candidate in found}
    missing = [id_ for id_ in behind if id_ not in messages]
    if missing:
        messages |= {message.id: message for message in await store.messages(scope, ids=missing)}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
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
