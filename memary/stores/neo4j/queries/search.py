"""Search by words in the full-text indexes, and by meaning over a user's vectors.

Full text names the user inside the query, so that a small tenant keeps its ranking. Vectors are compared exactly
where a user has few of a kind; otherwise the vector index is asked for everybody's nearest, and if too few of this
user's are among them, for as many as that share of them asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from memary.queries import Candidate, R, SearchQuery
from memary.stores.neo4j import rows
from memary.stores.neo4j.connection import Transaction
from memary.stores.neo4j.queries.conditions import Filter, search_filter
from memary.stores.neo4j.schema import TEXT_INDEX, VECTOR_INDEX
from memary.types import Embedding, Entity, Fact, Message

EXACT_ROWS = 500
"""Up to so many rows of a kind a user's vectors are compared one by one: reading one takes some 30 microseconds."""

MAX_TERMS = 256
_PROBED = 4
"""How many times the limit the vector index is asked for at first: that tells how many of the nearest count."""

_MOST_PROBED = 5_000
"""How many the index is asked for at most; where that is too few, every row of the user's is compared."""

Found = tuple[float, list[Any]]
"""A score, and what is selected of the record that has it."""

_LABELS: dict[type[Any], str] = {Message: "Message", Fact: "Fact", Entity: "Entity"}
_RECORDS: dict[type[Any], Callable[[list[Any]], Any]] = {
    Message: rows.message_from,
    Fact: rows.fact_from,
    Entity: rows.entity_from,
}
_PROJECTIONS = {kind: rows.selected(kind) for kind in (Message, Fact, Entity)}

_BY_TEXT = """
CALL db.index.fulltext.queryNodes($index, $words) YIELD node AS n, score
WHERE {conditions}
WITH n, score ORDER BY score DESC, n.id LIMIT $limit
RETURN collect([score, {projection}])
"""

_OF_USER = "n.user_id = $user AND n.id IS NOT NULL"  # asked first: all of a user's reads share its plan

_COUNT = "MATCH (n:{label}) {hint} WHERE {conditions} WITH n LIMIT $limit RETURN count(n) AS count"

_EXACT = """
MATCH (n:{label}) {hint} WHERE {conditions} AND n.embedding IS NOT NULL
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity ORDER BY similarity DESC, n.id LIMIT $limit
RETURN collect([2 * similarity - 1, CASE WHEN similarity >= $least THEN {projection} END])
"""

# the index keeps vectors rounded, so what it finds is compared again
_NEAREST = """
CALL db.index.vector.queryNodes($index, $nearest, $vector) YIELD node AS n
WHERE {conditions}
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
  ORDER BY similarity DESC, n.id LIMIT $limit
RETURN collect([2 * similarity - 1, CASE WHEN similarity >= $least THEN {projection} END])
"""


async def search(tx: Transaction, query: SearchQuery[R]) -> list[Candidate[R]]:
    """Return the union of what both signals find; see `SearchQuery`."""
    if query.limit < 1:
        return []
    kind, chosen = query.kind, search_filter(query)
    by_text = await _by_text(tx, kind, chosen, query.terms, query.limit) if query.terms else []
    by_vector = await _by_vector(tx, query, chosen, query.vector) if query.vector else []
    texts = {record[0]: float(score) for score, record in by_text}
    cosines = {record[0]: float(score) for score, record in by_vector}
    found = {record[0]: record for _, record in (*by_text, *by_vector)}
    record_from = _RECORDS[kind]
    return [
        Candidate(record_from(row), text=texts.get(identity), vector=cosines.get(identity))
        for identity, row in found.items()
    ]


def lucene_query(user_id: str, terms: Sequence[str]) -> str:
    """Return a query for any of these words among one user's texts."""
    words = " ".join('"' + term.replace("\\", "\\\\").replace('"', '\\"') + '"' for term in _distinct(terms))
    return f"+owner:{rows.owner_token(user_id)}^0 +terms:({words})"


def _distinct(terms: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(term for term in terms if term.strip()))[:MAX_TERMS]


async def _has_many(tx: Transaction, label: str, chosen: Filter) -> bool:
    statement = _COUNT.format(label=label, conditions=chosen.text, hint=chosen.hint)
    counted = await tx.row(statement, **chosen.parameters, limit=EXACT_ROWS + 1)
    return counted is not None and counted["count"] > EXACT_ROWS


async def _by_text(tx: Transaction, kind: type[Any], chosen: Filter, terms: Sequence[str], limit: int) -> list[Found]:
    if not _distinct(terms):
        return []
    found = await tx.collected(
        _BY_TEXT.format(conditions=chosen.text, projection=_PROJECTIONS[kind]),
        **chosen.parameters,
        index=TEXT_INDEX[_LABELS[kind]],
        words=lucene_query(chosen.parameters["user"], terms),
        limit=limit,
    )
    return _there(found)


async def _by_vector(tx: Transaction, query: SearchQuery[Any], chosen: Filter, vector: Embedding) -> list[Found]:
    numbers = np.frombuffer(vector, dtype="<f4")
    if not numbers.any():  # no direction, nothing is near
        return []
    label, limit = _LABELS[query.kind], query.limit
    parts = {"label": label, "conditions": chosen.text, "hint": chosen.hint, "projection": _PROJECTIONS[query.kind]}
    least = (1 + query.least) / 2 if query.least > -1 else -1.0
    wanted = {**chosen.parameters, "vector": numbers.tolist(), "limit": limit, "least": least}
    of_user = Filter([_OF_USER], {"user": chosen.parameters["user"]})
    if await _has_many(tx, label, of_user) and await _has_many(tx, label, chosen):
        statement, nearest = _NEAREST.format(**parts), _PROBED * limit
        while nearest <= _MOST_PROBED:
            found = await tx.collected(statement, **wanted, index=VECTOR_INDEX[label], nearest=nearest)
            if len(found) == limit:
                return _there(found)
            nearest = 2 * nearest * limit // len(found) if found else _MOST_PROBED + 1
    return _there(await tx.collected(_EXACT.format(**parts), **wanted))


def _there(found: Sequence[tuple[float | None, list[Any] | None]]) -> list[Found]:
    """Leave out what is not near enough, and what was removed while it was looked at or before."""
    return [
        (score, record)
        for score, record in found
        if score is not None and record is not None and rows.there([record])
    ]
