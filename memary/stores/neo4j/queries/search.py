"""Search by words in the full-text indexes, and by meaning over a user's vectors.

Full text names the user inside the query, so that a small tenant keeps its ranking. Vectors are compared exactly
where a user has few of a kind; otherwise the vector index is asked for everybody's nearest, and if too few of this
user's are among them, for as many as that share of them asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from memary.queries import Candidate, R, SearchQuery
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.batches import BatchedTransaction, Finish
from memary.stores.neo4j.driver.connection import Row
from memary.stores.neo4j.queries.conditions import Filter, search_filter
from memary.stores.neo4j.schema import TEXT_INDEX, VECTOR_INDEX
from memary.types import Embedding, Entity, Fact, Message, Said

EXACT_ROWS = 500
"""Up to so many rows of a kind a user's vectors are compared one by one: reading one takes some 30 microseconds."""

MAX_TERMS = 256
_PROBED = 4
"""How many times the limit the vector index is asked for at first: that tells how many of the nearest count."""

_MOST_PROBED = 5_000
"""How many the index is asked for at most; where that is too few, every row of the user's is compared."""

_LABELS: dict[type[Any], str] = {Message: "Message", Said: "Message", Fact: "Fact", Entity: "Entity"}
_RECORDS: dict[type[Any], Callable[[str, str], Any]] = {
    Message: lambda row, _: rows.message_from(row),
    Said: rows.said_from,
    Fact: lambda row, _: rows.fact_from(row),
    Entity: lambda row, _: rows.entity_from(row),
}
_SELECTIONS = {kind: rows.selection(kind) for kind in _LABELS}

_BY_WORDS = """
CALL db.index.fulltext.queryNodes($text_index, $words) YIELD node AS n, score
WHERE {of_found}
WITH n, score ORDER BY score DESC, n.id LIMIT $limit
RETURN [[collect(coalesce(n.id, '')), collect(score)], collect(n)]
"""

# a vector's numbers come as one text: the driver takes as long for one of them as for the text
_VECTOR = "toFloatList(split({text}, ' '))"

# The index keeps vectors rounded, so what it finds is compared again. Those that are not near enough are told, too:
# the index need not be asked for more then.
_COMPARED = Finish(
    f"""
WITH {_VECTOR.format(text="one[3]")} AS vector
UNWIND [n IN CASE WHEN one[2] THEN one[1] ELSE one[0] END WHERE n.embedding IS NOT NULL] AS n
WITH n, vector.similarity.cosine(n.embedding, vector) AS similarity ORDER BY similarity DESC, n.id
WITH collect([n, similarity]) AS ordered
WITH ordered[..one[4]] AS best
RETURN [one[2], [each IN best | coalesce(each[0].id, '')], [each IN best | each[1]]] AS answer,
  [each IN best WHERE each[1] >= one[5] | each[0]] AS nodes
"""
)
_NEAREST = f"""
CALL db.index.vector.queryNodes($vector_index, $probed, {_VECTOR.format(text="$vector")}) YIELD node AS n
  WHERE {{of_found}}
"""

# One statement: each way to the server costs as much as what it finds. It says its conditions once for each index
# that it asks: behind a union of both they could neither choose the index of the user's rows nor come before a limit,
# and all rows of the user would be read.
_BY_VECTOR = f"""
MATCH (n:{{label}}) {{hint}} WHERE {{conditions}}
WITH n LIMIT $many
WITH collect(n) AS few
CALL (few) {{{{
  WITH few WHERE size(few) = $many
  {_NEAREST}
  RETURN collect(n) AS indexed
}}}}
RETURN [few, indexed, size(few) = $many, $vector, $limit, $least]
"""

_BY_INDEX = f"{_NEAREST} RETURN [null, collect(n), true, $vector, $limit, $least]"

# all rows of the user: only the nearest of them are kept
_BY_ALL = f"""
WITH {_VECTOR.format(text="$vector")} AS vector
MATCH (n:{{label}}) {{hint}} WHERE {{conditions}} AND n.embedding IS NOT NULL
WITH n, vector.similarity.cosine(n.embedding, vector) AS similarity ORDER BY similarity DESC, n.id LIMIT $limit
RETURN [null, collect(n), true, $vector, $limit, $least]
"""


class _Found(NamedTuple):
    """What a signal finds: scores by the ids of records, and what is selected of these and others."""

    scores: Mapping[str, float]
    selected: Row

    @classmethod
    def of(cls, found: tuple[Sequence[str], Sequence[float]], selected: Row) -> _Found:
        """Leave out what was removed while it was looked at."""
        return cls({identity: float(score) for identity, score in zip(*found, strict=True) if identity}, selected)

    @classmethod
    def near(cls, found: Sequence[Sequence[Any]], selected: Row, least: float) -> _Found:
        """Leave out what is not near enough, too; what the server found alike from 0 to 1 is a cosine here."""
        pairs = zip(*found, strict=True)  # of what was removed meanwhile the id or the vector is missing
        return cls(
            {id_: 2 * score - 1 for id_, score in pairs if id_ and score is not None and score >= least}, selected
        )


_NOTHING = _Found({}, {})


async def search(tx: BatchedTransaction, query: SearchQuery[R]) -> list[Candidate[R]]:
    """Return the union of what both signals find; see `SearchQuery`."""
    by_words, by_vector = await _found(tx, query) if query.limit > 0 else (_NOTHING, _NOTHING)
    record_from, user_id = _RECORDS[query.kind], query.scope.user_id
    texts, cosines = by_words.scores, by_vector.scores
    both = [(by_words.selected.get(each) or by_vector.selected.get(each), each) for each in {**texts, **cosines}]
    return [
        Candidate(record_from(selected, user_id), text=texts.get(identity), vector=cosines.get(identity))
        for selected, identity in both
        if selected is not None  # else it was removed meanwhile
    ]


async def _found(tx: BatchedTransaction, query: SearchQuery[Any]) -> tuple[_Found, _Found]:
    """Return what words find, and what a vector does."""
    words, vector = lucene_query(query.scope.user_id, query.terms), _direction(query.vector)
    if not words and vector is None:
        return _NOTHING, _NOTHING
    asked = _Asked(tx, query, search_filter(query))
    waiting: list[Awaitable[tuple[Any, Row]]] = []
    if words:
        waiting.append(asked.by_words(words))
    if vector is not None:
        waiting.append(asked.by_vector(vector))
    found = await asyncio.gather(*waiting)  # what waits when this one does goes with it
    near = await asked.nearest(vector, *found[-1]) if vector is not None else _NOTHING
    return _Found.of(*found[0]) if words else _NOTHING, near


@dataclass(frozen=True, slots=True)
class _Asked:
    """A search, with the conditions on the records that it is for."""

    tx: BatchedTransaction
    query: SearchQuery[Any]
    chosen: Filter

    def by_words(self, words: str) -> Awaitable[tuple[Any, Row]]:
        """Ask for what words find."""
        return self._selected(_BY_WORDS, text_index=TEXT_INDEX[_LABELS[self.query.kind]], words=words)

    def by_vector(self, vector: str) -> Awaitable[tuple[Any, Row]]:
        """Ask for what is near a vector, and whether there may be more."""
        return self._compared(_BY_VECTOR, vector, probed=self._probed, many=EXACT_ROWS + 1)

    async def nearest(self, vector: str, answer: tuple[bool, Any, Any], near: Row) -> _Found:
        """Return what is near a vector; more is asked of the index where few of this user are found."""
        are_many, *compared = answer
        limit, probed = self.query.limit, self._probed
        while are_many and (found := len(compared[0])) < limit:
            probed = 2 * probed * limit // found if found else _MOST_PROBED + 1
            if probed > _MOST_PROBED:
                (_, *compared), near = await self._compared(_BY_ALL, vector)
                break
            (_, *compared), near = await self._compared(_BY_INDEX, vector, probed=probed)
        return _Found.near(compared, near, self._least)

    @property
    def _least(self) -> float:
        """Return what the server has to find two vectors alike at least: from 0 to 1."""
        return (1 + self.query.least) / 2 if self.query.least > -1 else -1.0

    @property
    def _probed(self) -> int:
        return min(_PROBED * self.query.limit, _MOST_PROBED)

    def _compared(self, statement: str, vector: str, **parameters: object) -> Awaitable[tuple[Any, Row]]:
        index = VECTOR_INDEX[_LABELS[self.query.kind]]
        values = {"vector": vector, "vector_index": index, "least": self._least, **parameters}
        return self._selected(statement, _COMPARED, **values)

    def _selected(
        self, statement: str, finish: Finish | None = None, **parameters: object
    ) -> Awaitable[tuple[Any, Row]]:
        kind, chosen = self.query.kind, self.chosen
        text = statement.format(
            label=_LABELS[kind], hint=chosen.hint, conditions=chosen.text, of_found=chosen.of_found
        )
        wanted = {**chosen.parameters, **parameters, "limit": self.query.limit}
        return self.tx.selected(text, _SELECTIONS[kind], finish, **wanted)


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
