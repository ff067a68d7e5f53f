"""Vector search: a user's vectors, kept in memory and brought up to date before each search.

New vectors have higher numbers (`seq`) than all before them, so that only they are read again; a removed or replaced
one moves the user's `changes`, and all are read again. Both are read inside the transaction of the search, so it does
not matter which process has written.

The vectors of a few thousand records are compared with what is asked for, all of them. Of more only sketches are in
memory: the nearest by these are compared by their vectors, which are read then. So the cosines are exact, but one of
the nearest may be missed.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from typing import cast

import numpy as np

from memary.stores.sqlite.connection import Turn, once_a_snapshot
from memary.stores.sqlite.queries.conditions import Conditions
from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.blocks import count_in_blocks, read_blocks
from memary.stores.sqlite.vectors.cache import UserVectors, VectorCache
from memary.stores.sqlite.vectors.sketches import (
    Distances,
    Matrix,
    Numbers,
    Sketches,
    bits_apart,
    distances,
    least_of,
    likeness,
)
from memary.stores.sqlite.vectors.table import unit, vectors_at, vectors_between
from memary.stores.sqlite.vectors.writes import check_dimensions
from memary.types import Embedding

_PROBED = (1.4, 4, 16)
"""How many times the limit of nearest rows is looked at where conditions narrow the search, before all that match."""

_MANY = 5_000
"""From so many rows on comparing them takes longer than handing over the turn, and sketches of them are enough."""

_COMPARED = 40
"""How many vectors at least are compared after their sketches, times the fifth root of how many there are: 250 of
10,000, and 630 of a hundred times as many."""

_LOOKED_AT = (24, 4)
"""How many times as many are looked at before that: by all of their sketch after its first words, and then by what is
asked for in numbers."""

_FIRST = 4
"""By how many words of their sketches all are compared."""


_NEWEST = ", ".join(f"(SELECT max(seq) FROM embeddings WHERE owner = :owner AND kind = '{kind}')" for kind in TABLES)
_WRITTEN = f"SELECT changes, {_NEWEST} FROM users WHERE number = :owner"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What records are compared with.

    Attributes:
        vector: the embedding.
        limit: how many of the nearest are wanted.
        least: the cosine from which on they count.
    """

    vector: Embedding
    _: KW_ONLY
    limit: int
    least: float = -math.inf


def nearest(
    connection: sqlite3.Connection,
    cache: VectorCache,
    kind: Kind,
    where: Conditions,
    meant: Meaning,
    matching: Callable[[Sequence[int]], Container[int]],
) -> dict[int, float]:
    """Return the numbers of the records nearest to a vector among those that match, with their cosines.

    `matching` tells which of some records match.
    """
    limit, owner = meant.limit, where.values["owner"]
    vectors = _current(connection, cache, owner, kind, meant.vector)
    if not len(vectors.seqs) or limit < 1:
        return {}
    query = _unit_of(meant.vector)
    if not where.is_selective:
        scores = _scores(cache.turn, vectors, query, vectors.rows[: len(vectors.seqs)])
        for times in (1,) if where.is_of_all else _PROBED:
            asked = replace(meant, limit=int(times * limit))
            places, cosines = _best(connection, vectors, asked, scores)
            found = dict(zip(vectors.numbers_at(connection, kind, places), cosines, strict=True))
            if where.is_of_all or not found:
                return found
            matches = matching([*found])
            allowed = [number for number in found if number in matches]
            if len(allowed) >= limit or len(places) < asked.limit:
                return {number: found[number] for number in allowed[:limit]}
    among = np.searchsorted(vectors.seqs, _allowed(connection, kind, where))
    scores = _scores(cache.turn, vectors, query, vectors.rows[among])
    places, cosines = _best(connection, vectors, meant, scores, among)
    return dict(zip(vectors.numbers_at(connection, kind, places), cosines, strict=True))


def _scores(turn: Turn, vectors: UserVectors, query: Matrix, rows: Matrix | Sketches) -> Matrix | Distances:
    """Return the cosines of rows, or of sketches in how many of their first bits they differ."""
    # not `rows @ query`: that shares the work among threads, and on a busy machine waits for them a thousand times
    # as long as the work takes; reading the matrix is what limits either
    with turn.given_up() if len(rows) > _MANY else nullcontext():
        if vectors.are_sketches:
            return distances(cast(Sketches, rows), query, most=_FIRST)
        return np.vecdot(cast(Matrix, rows), query)


def _best(
    connection: sqlite3.Connection,
    vectors: UserVectors,
    meant: Meaning,
    scores: Matrix | Distances,
    among: Numbers | None = None,
) -> tuple[Numbers, list[float]]:
    """Return the places and cosines of the nearest vectors that are near enough, the nearest first.

    Equally near ones stand in the order of their places.
    """
    if not vectors.are_sketches:
        best = _highest(cast(Matrix, scores), meant.limit, meant.least)
        return best if among is None else among[best], scores[best].tolist()
    query = _unit_of(meant.vector)
    wanted = max(int(_COMPARED * len(scores) ** (1 / 5)), 3 * meant.limit)
    first, then = (times * wanted for times in _LOOKED_AT)
    places = least_of(cast(Distances, scores), first)
    places = places if among is None else among[places]
    sketches = cast(Sketches, vectors.rows[places])
    apart = distances(sketches, query)
    near = least_of(apart, then)
    near = near[apart[near] <= bits_apart(meant.least)]
    if len(near) > wanted:
        likely = likeness(sketches[near], query)
        near = np.sort(near[np.argpartition(-likely, wanted)[:wanted]])
    places = places[near]
    if not len(places):
        return places, []
    cosines = np.vecdot(unit(vectors_at(connection, vectors.seqs[places])), query)
    best = _highest(cosines, meant.limit, meant.least)
    return places[best], cosines[best].tolist()


def _highest(cosines: Matrix, limit: int, least: float) -> Numbers:
    """Return the places of the highest cosines that are high enough, best first, ties by place."""
    if len(cosines) > limit:
        least = max(least, np.partition(cosines, -limit)[-limit])
    places = np.flatnonzero(cosines >= least)
    return places[np.argsort(-cosines[places], kind="stable")][:limit]


def _allowed(connection: sqlite3.Connection, kind: Kind, where: Conditions) -> Numbers:
    """Return the numbers of all vectors whose records match, ascending."""
    by_id = f"INDEXED BY sqlite_autoindex_{TABLES[kind]}_1" if where.is_selective else ""
    rows = connection.execute(
        f"SELECT e.seq FROM {TABLES[kind]} r {by_id} CROSS JOIN embeddings e "
        f"ON e.id = r.id AND e.kind = '{kind}' AND e.owner = r.owner WHERE {where.sql}",
        where.values,
    )
    return np.sort(np.fromiter((row[0] for row in rows), dtype=np.int64))


def _current(
    connection: sqlite3.Connection, cache: VectorCache, owner: int, kind: Kind, vector: Embedding
) -> UserVectors:
    """Return a user's vectors as they are in this snapshot; `vector` is what they are to be compared with."""
    changes, last = _written(connection, owner)
    newest = last[kind]
    dimensions = len(vector) // 4
    known = cache.get(owner, kind)
    if known is not None and known.is_of(changes, newest, dimensions):
        return known
    check_dimensions(connection, [vector])
    with cache.turn.given_up():  # the first time it may take long
        # a read on an older snapshot than the one that filled the cache begins again, too
        if known is None or known.changes != changes or known.last > newest:
            known = _all(connection, owner, kind, UserVectors.none(changes, dimensions))
        else:
            known = known.extended(vectors_between(connection, owner, kind, known.last))
            if len(known.seqs) > _MANY and not known.are_sketches:
                known = _all(connection, owner, kind, UserVectors.none(changes, dimensions))
    cache.put(owner, kind, known)
    return known


@once_a_snapshot
def _written(connection: sqlite3.Connection, owner: int) -> tuple[int, Mapping[Kind, int]]:
    """Return how often a user's vectors were changed, and the newest number of each kind, else 0."""
    changes, *last = connection.execute(_WRITTEN, {"owner": owner}).fetchone()
    return changes, {kind: newest or 0 for kind, newest in zip(TABLES, last, strict=True)}


def _all(connection: sqlite3.Connection, owner: int, kind: Kind, nothing: UserVectors) -> UserVectors:
    whose = (owner, kind, _MANY + 1)
    statement = "SELECT count(*) FROM (SELECT 1 FROM embeddings WHERE owner = ? AND kind = ? LIMIT ?)"
    if connection.execute(statement, whose).fetchone()[0] > _MANY:
        room = count_in_blocks(connection, owner, kind)
        return nothing.as_sketches(room).extended(read_blocks(connection, owner, kind))
    return nothing.extended(vectors_between(connection, owner, kind, 0))


@lru_cache(maxsize=64)
def _unit_of(vector: Embedding) -> Matrix:
    """Return a vector of length one; what is asked is compared with records of several kinds."""
    return unit(np.frombuffer(vector, dtype="<f4").reshape(1, -1))[0]
