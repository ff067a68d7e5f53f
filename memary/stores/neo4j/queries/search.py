"""Search by words in the full-text indexes, and by meaning over a user's vectors.

Full text names the user inside the query, so that a small tenant keeps its ranking. Vectors are compared exactly
where a user has few of a kind; otherwise the vector index is asked for everybody's nearest, and if too few of this
user's are among them, for as many as that share of them asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from memary.queries import Candidate, R, SearchQuery
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.connection import Transaction
from memary.stores.neo4j.queries.conditions import search_filter
from memary.stores.neo4j.schema import TEXT_INDEX, VECTOR_INDEX
from memary.types import Embedding, Entity, Fact, Message, Said

EXACT_ROWS = 500
"""Up to so many rows of a kind a user's vectors are compared one by one: reading one takes some 30 microseconds."""

MAX_TERMS = 256
_PROBED = 4
"""How many times the limit the vector index is asked for at first: that tells how many of the nearest count."""

_MOST_PROBED = 5_000
"""How many the index is asked for at most; where that is too few, every row of the user's is compared."""

Found = tuple[float, str]
"""A score, and what is selected of the record that has it."""

_LABELS: dict[type[Any], str] = {Message: "Message", Said: "Message", Fact: "Fact", Entity: "Entity"}
_RECORDS: dict[type[Any], Callable[[str, str], Any]] = {
    Message: lambda row, _: rows.message_from(row),
    Said: rows.said_from,
    Fact: lambda row, _: rows.fact_from(row),
    Entity: lambda row, _: rows.entity_from(row),
}
_PROJECTIONS = {kind: rows.selected(kind) for kind in _LABELS}

_COMPARED = """
WITH n, vector.similarity.cosine(n.embedding, vector) AS similarity ORDER BY similarity DESC, n.id LIMIT $limit
RETURN collect([2 * similarity - 1, CASE WHEN similarity >= $least THEN {projection} END])
""".strip()

# its numbers come as one text: the driver takes as long for one of them as for the text
_VECTOR = "WITH toFloatList(split($vector, ' ')) AS vector"

_ALL_COMPARED = f"""
{_VECTOR}
MATCH (n:{{label}}) {{hint}} WHERE {{conditions}} AND n.embedding IS NOT NULL
{_COMPARED}
""".strip()

# the index keeps vectors rounded, so what it finds is compared again
_NEAREST = """
CALL db.index.vector.queryNodes($vector_index, $probed, vector) YIELD node AS n
WHERE {conditions}
""".strip()
_NEAREST_COMPARED = f"{_VECTOR}\n{_NEAREST}\n{_COMPARED}"

# One statement: each way to the server costs as much as what it finds, and what does not apply reads nothing. It says
# its conditions, which take longest to plan, once for each index that it asks. Said once behind a union of the three,
# they could neither choose the index of the user's rows nor come before a limit: all rows of the user would be read.
_FIND = f"""
CALL () {{{{
  WITH $words AS words WHERE words <> ''
  CALL db.index.fulltext.queryNodes($text_index, words) YIELD node AS n, score
  WHERE {{conditions}}
  WITH n, score ORDER BY score DESC, n.id LIMIT $limit
  RETURN collect([score, {{projection}}]) AS by_text
}}}}
{_VECTOR}, by_text
CALL (vector) {{{{
  WITH vector WHERE vector IS NOT NULL
  MATCH (n:{{label}}) {{hint}} WHERE {{conditions}}
  WITH n LIMIT $many
  RETURN collect(n) AS few, count(n) = $many AS are_many
}}}}
CALL (vector, few, are_many) {{{{
  CALL (vector, few, are_many) {{{{
    UNWIND CASE WHEN are_many THEN [] ELSE few END AS n
    WITH n WHERE n.embedding IS NOT NULL
    RETURN n
  UNION ALL
    WITH vector, are_many WHERE are_many
    {_NEAREST}
    RETURN n
  }}}}
  {_COMPARED} AS by_vector
}}}}
RETURN [by_text, by_vector, are_many]
"""


async def search(tx: Transaction, query: SearchQuery[R]) -> list[Candidate[R]]:
    """Return the union of what both signals find; see `SearchQuery`."""
    by_text, by_vector = await _found(tx, query) if query.limit > 0 else ([], [])
    texts = {rows.id_of(record): float(score) for score, record in by_text}
    cosines = {rows.id_of(record): float(score) for score, record in by_vector}
    found = {rows.id_of(record): record for _, record in (*by_text, *by_vector)}
    record_from, user_id = _RECORDS[query.kind], query.scope.user_id
    return [
        Candidate(record_from(row, user_id), text=texts.get(identity), vector=cosines.get(identity))
        for identity, row in found.items()
    ]


async def _found(tx: Transaction, query: SearchQuery[Any]) -> tuple[list[Found], list[Found]]:
    """Return what words find, and what a vector does."""
    words, vector = lucene_query(query.scope.user_id, query.terms), _direction(query.vector)
    if not words and vector is None:
        return [], []
    label, limit, chosen = _LABELS[query.kind], query.limit, search_filter(query)
    parts = {"label": label, "conditions": chosen.text, "hint": chosen.hint, "projection": _PROJECTIONS[query.kind]}
    wanted = {
        **chosen.parameters,
        "text_index": TEXT_INDEX[label],
        "words": words,
        "vector_index": VECTOR_INDEX[label],
        "vector": vector,
        "limit": limit,
        "least": (1 + query.least) / 2 if query.least > -1 else -1.0,
        "many": EXACT_ROWS + 1,
    }
    probed = min(_PROBED * limit, _MOST_PROBED)
    by_text, by_vector, are_many = await tx.collected(_FIND.format(**parts), **wanted, probed=probed)
    while are_many and len(by_vector) < limit:
        probed = 2 * probed * limit // len(by_vector) if by_vector else _MOST_PROBED + 1
        if probed > _MOST_PROBED:
            by_vector = await tx.collected(_ALL_COMPARED.format(**parts), **wanted)
            break
        by_vector = await tx.collected(_NEAREST_COMPARED.format(**parts), **wanted, probed=probed)
    return _there(by_text), _there(by_vector)


@lru_cache(maxsize=64)
def _direction(vector: Embedding | None) -> str | None:
    """Return a vector as numbers; None for one of zeros, which has no direction, so that nothing is near."""
    numbers = np.frombuffer(vector or b"", dtype="<f4")
    return " ".join(map(repr, numbers.tolist())) if numbers.any() else None


def lucene_query(user_id: str, terms: Sequence[str]) -> str:
    """Return a query for any of these words among one user's texts; an empty one where there are none."""
    if not (distinct := _distinct(terms)):
        return ""
    words = " ".join('"' + term.replace("\\", "\\\\").replace('"', '\\"') + '"' for term in distinct)
    return f"+owner:{rows.owner_token(user_id)}^0 +terms:({words})"


def _distinct(terms: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(term for term in terms if term.strip()))[:MAX_TERMS]


def _there(found: Sequence[tuple[float | None, str | None]]) -> list[Found]:
    """Leave out what is not near enough, and what was removed while it was looked at or before."""
    return [(score, record) for score, record in found if score is not None and record is not None]
