"""Search by words in the full-text indexes, and by meaning over a user's vectors.

Full text names the user inside the query, so that a small tenant keeps its ranking. Vectors that this process keeps
are compared here, see `KeptVectors`, and the server looks up the records of the nearest. It compares others itself:
exactly where a user has few of a kind; otherwise the vector index is asked for everybody's nearest, and if too few of
this user's are among them, for as many as that share of them asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from memary.queries import Candidate, R, SearchQuery
from memary.stores.neo4j import rows, values
from memary.stores.neo4j.driver.batches import BatchedTransaction, Finish
from memary.stores.neo4j.driver.connection import Row
from memary.stores.neo4j.kept_vectors import STAMP, KeptVectors, Near, Stamp, UserVectors, Vectors, unit_of
from memary.stores.neo4j.queries.conditions import Filter, search_filter
from memary.stores.neo4j.schema import TEXT_INDEX, VECTOR_INDEX
from memary.types import Embedding, Entity, Fact, Message, Said

EXACT_ROWS = 500
"""Up to so many rows of a kind a user's vectors are compared one by one: reading one takes some 30 microseconds."""

MAX_TERMS = 256
_PROBED = 4
"""How many times the limit the vector index is asked for at first: that tells how many of the nearest count."""

_PROBED_HERE = 1.4
"""How many times the limit of the nearest vectors that are kept is looked up at first: some records may not match."""

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

# The index keeps vectors rounded, so what it finds is compared again. Those that are not near enough are told, too:
# the index need not be asked for more then.
_COMPARED = Finish(
    f"""
WITH {values.numbers_in("one[3]")} AS vector
UNWIND [n IN CASE WHEN one[2] THEN one[1] ELSE one[0] END WHERE n.embedding IS NOT NULL] AS n
WITH n, vector.similarity.cosine(n.embedding, vector) AS similarity ORDER BY similarity DESC, n.id
WITH collect([n, similarity]) AS ordered
WITH ordered[..one[4]] AS best
RETURN [one[2], [each IN best | coalesce(each[0].id, '')], [each IN best | each[1]]] AS answer,
  [each IN best WHERE each[1] >= one[5] | each[0]] AS nodes
"""
)
_NEAREST = f"""
CALL db.index.vector.queryNodes($vector_index, $probed, {values.numbers_in("$vector")}) YIELD node AS n
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

# in their order, and only so many as are wanted; in a list of one list, as the server plans a statement again for
# each order of magnitude that a list has
_BY_IDS = """
WITH {stamp} AS stamp
CALL () {{
  UNWIND range(0, size($near[0]) - 1) AS place
  MATCH (n:{label}) USING INDEX SEEK n:{label}(user_id, id) WHERE n.id = $near[0][place] AND {of_found}
  WITH n, place ORDER BY place LIMIT $limit
  RETURN collect(n) AS nodes, collect(place) AS places
}}
RETURN [[stamp, places], nodes]
"""

_BY_INDEX = f"{_NEAREST} RETURN [null, collect(n), true, $vector, $limit, $least]"

# all rows of the user: only the nearest of them are kept
_BY_ALL = f"""
WITH {values.numbers_in("$vector")} AS vector
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


async def search(kept: KeptVectors, tx: BatchedTransaction, query: SearchQuery[R]) -> list[Candidate[R]]:
    """Return the union of what both signals find; see `SearchQuery`."""
    by_words, by_vector = await _found(kept, tx, query) if query.limit > 0 else (_NOTHING, _NOTHING)
    record_from, user_id = _RECORDS[query.kind], query.scope.user_id
    texts, cosines = by_words.scores, by_vector.scores
    both = [(by_words.selected.get(each) or by_vector.selected.get(each), each) for each in {**texts, **cosines}]
    return [
        Candidate(record_from(selected, user_id), text=texts.get(identity), vector=cosines.get(identity))
        for selected, identity in both
        if selected is not None  # else it was removed meanwhile
    ]


async def _found(kept: KeptVectors, tx: BatchedTransaction, query: SearchQuery[Any]) -> tuple[_Found, _Found]:
    """Return what words find, and what a vector does."""
    user_id = query.scope.user_id
    words, direction = lucene_query(user_id, query.terms), _direction(query.vector)
    asked = _Asked(tx, query, search_filter(query))
    waiting: list[Awaitable[_Found]] = []
    if words:
        waiting.append(asked.by_words(words))
    if query.vector is not None and direction is not None:
        of_user = kept.of(user_id, tx.course)
        vector = _Vector(query.vector, direction)
        waiting.append(asked.by_vector(vector) if of_user is None else _near(asked, of_user, vector))
    found = [*await asyncio.gather(*waiting)]  # what waits when this one does goes with it
    return found.pop(0) if words else _NOTHING, found.pop() if found else _NOTHING


class _Vector(NamedTuple):
    """What is searched for by meaning, and its numbers as a text."""

    embedding: Embedding
    numbers: str


async def _near(asked: _Asked, kept: UserVectors, vector: _Vector) -> _Found:
    """Return what is near a vector by the vectors of the user that are kept, or else by the server."""
    user_id, label, dimensions = asked.query.scope.user_id, asked.label, len(vector.embedding) // 4
    if (state := kept.state) is None:
        near = await asked.by_vector(vector)
        await kept.brought_up(asked.tx, user_id, dimensions)
        return near
    if not _is_wide(asked.query) or label not in state.vectors:
        return await asked.by_vector(vector)
    near = asked.nearest(state.vectors[label], vector)
    stamp, places, selected = await asked.by_ids(near)
    if stamp != state.stamp:
        state = await kept.brought_up(asked.tx, user_id, dimensions, stamp=stamp)
        if state is None or label not in state.vectors:
            return await asked.by_vector(vector)
        former, near = near, asked.nearest(state.vectors[label], vector)
        if near.ids != former.ids:
            _, places, selected = await asked.by_ids(near)
    if len(places) < asked.query.limit and not near.are_all:  # many do not match
        return await asked.by_vector(vector)
    return _Found({near.ids[place]: near.cosines[place] for place in places}, selected)


def _is_wide(query: SearchQuery[Any]) -> bool:
    """Return whether most records of the user match: where few do the server compares those alone."""
    scope, view = query.scope, query.view
    narrows = (scope.session_id, scope.agent_id, query.since, query.until, query.roles, view.where)
    return view.is_of_now and all(each is None for each in narrows)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A search, with the conditions on the records that it is for."""

    tx: BatchedTransaction
    query: SearchQuery[Any]
    chosen: Filter

    @property
    def label(self) -> str:
        """Return the label of the records."""
        return _LABELS[self.query.kind]

    async def by_words(self, words: str) -> _Found:
        """Return what words find."""
        return _Found.of(*await self._selected(_BY_WORDS, text_index=TEXT_INDEX[self.label], words=words))

    def nearest(self, vectors: Vectors, vector: _Vector) -> Near:
        """Return the nearest of vectors that are kept."""
        return vectors.nearest(unit_of(vector.embedding), int(_PROBED_HERE * self.query.limit), self.query.least)

    async def by_ids(self, near: Near) -> tuple[Stamp, list[int], Row]:
        """Ask for the nearest that match; return the user's stamp, their places, and what is selected of them."""
        (stamp, places), selected = await self._selected(_BY_IDS, near=[near.ids])
        return stamp, places, selected

    async def by_vector(self, vector: _Vector) -> _Found:
        """Return what the server finds near a vector; more is asked of the index where few of this user are found."""
        limit, probed, numbers = self.query.limit, self._probed, vector.numbers
        (are_many, *compared), near = await self._compared(_BY_VECTOR, numbers, probed=probed, many=EXACT_ROWS + 1)
        while are_many and (found := len(compared[0])) < limit:
            probed = 2 * probed * limit // found if found else _MOST_PROBED + 1
            if probed > _MOST_PROBED:
                (_, *compared), near = await self._compared(_BY_ALL, numbers)
                break
            (_, *compared), near = await self._compared(_BY_INDEX, numbers, probed=probed)
        return _Found.near(compared, near, self._least)

    @property
    def _least(self) -> float:
        """Return what the server has to find two vectors alike at least: from 0 to 1."""
        return (1 + self.query.least) / 2 if self.query.least > -1 else -1.0

    @property
    def _probed(self) -> int:
        return min(_PROBED * self.query.limit, _MOST_PROBED)

    def _compared(self, statement: str, vector: str, **parameters: object) -> Awaitable[tuple[Any, Row]]:
        index = VECTOR_INDEX[self.label]
        values = {"vector": vector, "vector_index": index, "least": self._least, **parameters}
        return self._selected(statement, _COMPARED, **values)

    def _selected(
        self, statement: str, finish: Finish | None = None, **parameters: object
    ) -> Awaitable[tuple[Any, Row]]:
        kind, chosen = self.query.kind, self.chosen
        text = statement.format(
            label=self.label, hint=chosen.hint, conditions=chosen.text, of_found=chosen.of_found, stamp=STAMP
        )
        wanted = {**chosen.parameters, **parameters, "limit": self.query.limit}
        return self.tx.selected(text, _SELECTIONS[kind], finish, **wanted)


@lru_cache(maxsize=64)
def _direction(vector: Embedding | None) -> str | None:
    """Return a vector as numbers; None for one of zeros, which has no direction, so that nothing is near."""
    numbers = np.frombuffer(vector or b"", dtype="<f4")
    return values.numbers_text(numbers) if numbers.any() else None


def lucene_query(user_id: str, terms: Sequence[str]) -> str:
    """Return a query for any of these words among one user's texts; an empty one where there are none."""
    if not (distinct := _distinct(terms)):
        return ""
    words = " ".join('"' + term.replace("\\", "\\\\").replace('"', '\\"') + '"' for term in distinct)
    return f"+owner:{rows.owner_token(user_id)}^0 +terms:({words})"


def _distinct(terms: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(term for term in terms if term.strip()))[:MAX_TERMS]
