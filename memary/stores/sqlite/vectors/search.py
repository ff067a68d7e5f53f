"""Vector search: a user's vectors, kept in memory and brought up to date before each search.

New vectors have higher numbers (`seq`) than all before them, so that only they are read again. A removed or replaced
one moves the user's `changes`, under which it is noted, and is left out from then on; where some of these are noted
no more, all are read again. All this is read inside the transaction of the search, so it does not matter which
process has written.

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

from memary.stores.embedding import check_vectors
from memary.stores.sqlite.driver.connection import Turn, once_a_snapshot, reading_once
from memary.stores.sqlite.queries.conditions import Conditions
from memary.stores.sqlite.schema import TABLES, Kind, noted_embedding
from memary.stores.sqlite.vectors.blocks import read_blocks
from memary.stores.sqlite.vectors.cache import UserVectors, VectorCache
from memary.stores.sqlite.vectors.sketches import (
    Distances,
    Matrix,
    Numbers,
    Sketches,
    bits_apart,
    distances,
    highest_of,
    least_of,
    likeness,
    sketches_at,
    sketches_of,
)
from memary.stores.sqlite.vectors.table import unit, vectors_at, vectors_between
from memary.types import Embedding

_PROBED = (1.4, 4, 16)
"""How many times the limit of nearest rows is looked at where conditions narrow the search, before all that match."""

_MANY = 5_000
"""From so many rows on comparing them takes longer than handing over the turn, and sketches of them may be enough."""

_EXACT = 2_560_000
"""Of how many numbers in all the vectors of more rows are compared, too: 10 MB, or 10,000 of the built-in embeddings.
A search takes some .86 of the time that it takes by sketches of as many, and misses nothing; the first one longer."""

_COMPARED = 50
"""How many vectors at most are compared after their sketches, times the fifth root of how many there are: 320 of
10,000, and 790 of a hundred times as many."""

_READ_FIRST = 3
"""How many times the limit of nearest rows is compared at least."""

_SURE = 20
"""Among how many of the nearest a vector is to be likely to be compared after the first, or half of the limit."""

_LIKELY = 2.5
"""How many standard deviations nearer than its sketch tells it may be for that."""

_MOST_GONE = 4_000
"""Beside how many removed vectors the others are kept: all of them are compared, too."""

_FAR, _NONE = 255, -2.0
"""In more bits than so many no sketches are told to differ, and no cosine is lower; a removed one's are."""

_LOOKED_AT = 12
"""How many times as many are looked at before that, by what is asked for in numbers."""


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
    if not where.is_selective:
        scores = _scores(cache.turn, vectors, meant, vectors.rows[: len(vectors.seqs)])
        scores[vectors.gone] = _FAR if vectors.are_sketches else -math.inf
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
    scores = _scores(cache.turn, vectors, meant, vectors.rows[among])
    places, cosines = _best(connection, vectors, meant, scores, among)
    return dict(zip(vectors.numbers_at(connection, kind, places), cosines, strict=True))


def _scores(turn: Turn, vectors: UserVectors, meant: Meaning, rows: Matrix | Sketches) -> Matrix | Distances:
    """Return the cosines of rows, or of sketches in how many of their bits they differ."""
    # not `rows @ query`: that shares the work among threads, and on a busy machine waits for them a thousand times
    # as long as the work takes; reading the matrix is what limits either
    with turn.given_up() if len(rows) > _MANY else nullcontext():
        if vectors.are_sketches:
            return distances(cast(Sketches, rows), _sketch_of(meant.vector))
        return np.vecdot(cast(Matrix, rows), _unit_of(meant.vector))


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
    wanted = max(int(_COMPARED * len(scores) ** (1 / 5)), _read_first(meant))
    likely = least_of(cast(Distances, scores), _LOOKED_AT * wanted)
    likely = likely[scores[likely] <= bits_apart(meant.least)]
    if among is None and len(vectors.gone):
        likely = likely[np.isin(likely, vectors.gone, invert=True)]
    places = likely if among is None else among[likely]
    alike = likeness(sketches_at(cast(Sketches, vectors.rows), places), _unit_of(meant.vector))
    best = highest_of(alike, wanted)
    return _compared(connection, vectors, meant, places[best], alike[best])


def _read_first(meant: Meaning) -> int:
    """Return how many vectors are compared at least."""
    return _READ_FIRST * max(meant.limit, _SURE)


def _compared(
    connection: sqlite3.Connection, vectors: UserVectors, meant: Meaning, places: Numbers, alike: Matrix
) -> tuple[Numbers, list[float]]:
    """Return the places and cosines of the nearest of some vectors, those first whose sketches are the most alike.

    The first are read. They tell how near the further ones are likely to be, and which of these are read, too.
    """
    query, count = _unit_of(meant.vector), _read_first(meant)
    cosines = _cosines(connection, vectors, places[:count], query)
    if len(places) > count:
        known = alike[:count]
        by_likeness = np.vecdot(cosines, known) / (np.vecdot(known, known) or 1)
        spread = np.std(cosines - by_likeness * known)
        least = max(meant.least, np.sort(cosines)[-max(meant.limit // 2, _SURE)])
        further = places[count:][by_likeness * alike[count:] + _LIKELY * spread >= least]
        places = np.concatenate((places[:count], further))
        cosines = np.concatenate((cosines, _cosines(connection, vectors, further, query)))
    order = np.argsort(places)
    places, cosines = places[order], cosines[order]
    best = _highest(cosines, meant.limit, meant.least)
    return places[best], cosines[best].tolist()


def _cosines(connection: sqlite3.Connection, vectors: UserVectors, places: Numbers, query: Matrix) -> Matrix:
    if not len(places):
        return np.empty(0, np.float32)
    return np.vecdot(unit(vectors_at(connection, vectors.seqs[places])), query)


def _highest(cosines: Matrix, limit: int, least: float) -> Numbers:
    """Return the places of the highest cosines that are high enough, best first, ties by place."""
    best = highest_of(cosines, limit)
    return best[cosines[best] >= max(least, _NONE)]


def _allowed(connection: sqlite3.Connection, kind: Kind, where: Conditions) -> Numbers:
    """Return the numbers of all vectors whose records match, ascending."""
    by_id = f"INDEXED BY sqlite_autoindex_{TABLES[kind]}_1" if where.is_selective else ""
    way = by_id if where.numbers is None else "NOT INDEXED"  # few rows are looked up by their numbers
    rows = connection.execute(
        f"SELECT e.seq FROM {TABLES[kind]} r {way} CROSS JOIN embeddings e "
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
    if noted := noted_embedding(connection):
        check_vectors(noted, [vector])
    with cache.turn.given_up():  # the first time it may take long
        left = known and _left_of(connection, owner, kind, known, changes)
        # a read on an older snapshot than the one that filled the cache begins again, too
        if left is not None and left.last <= newest and left.dimensions == dimensions:
            left = left.extended(vectors_between(connection, owner, kind, left.last))
        if left is None or not left.is_of(changes, newest, dimensions) or _should_be_sketches(left):
            left = _all(connection, owner, kind, UserVectors.none(changes, dimensions))
    cache.put(owner, kind, left)
    return left


def _left_of(
    connection: sqlite3.Connection, owner: int, kind: Kind, known: UserVectors, changes: int
) -> UserVectors | None:
    """Return what is left of known vectors at a later count of changes; None where that is not noted any more."""
    if known.changes == changes:
        return known
    removed = _removed(connection, owner, known.changes, changes)
    if removed is None or len(known.gone) > _MOST_GONE:
        return None
    return known.without([seq for of_kind, seq in removed if of_kind == kind], changes)


@once_a_snapshot
def _removed(connection: sqlite3.Connection, owner: int, after: int, until: int) -> Sequence[tuple[Kind, int]] | None:
    """Return kinds and numbers of the vectors removed by some changes; None where not all of these are noted."""
    noted = "SELECT kind, seq FROM removed_vectors WHERE owner = ? AND change > ? AND change <= ?"
    found = connection.execute(noted, (owner, after, until)).fetchall()
    return [(row[0], row[1]) for row in found] if len(found) == until - after else None


@once_a_snapshot
def _written(connection: sqlite3.Connection, owner: int) -> tuple[int, Mapping[Kind, int]]:
    """Return how often a user's vectors were changed, and the newest number of each kind, else 0."""
    changes, *last = connection.execute(_WRITTEN, {"owner": owner}).fetchone()
    return changes, {kind: newest or 0 for kind, newest in zip(TABLES, last, strict=True)}


def _all(connection: sqlite3.Connection, owner: int, kind: Kind, nothing: UserVectors) -> UserVectors:
    most = _most_compared(nothing.dimensions)
    statement = "SELECT count(*) FROM (SELECT 1 FROM embeddings WHERE owner = ? AND kind = ? LIMIT ?)"
    if connection.execute(statement, (owner, kind, most + 1)).fetchone()[0] > most:
        noted = "SELECT documents FROM text_rows WHERE kind = ? AND owner = ?"  # about as many have vectors
        room = connection.execute(noted, (kind, owner)).fetchone()
        with reading_once(connection):
            return nothing.as_sketches(room[0] if room else 0).extended(read_blocks(connection, owner, kind))
    return nothing.extended(vectors_between(connection, owner, kind, 0))


def _should_be_sketches(vectors: UserVectors) -> bool:
    return not vectors.are_sketches and len(vectors.seqs) > _most_compared(vectors.dimensions)


def _most_compared(dimensions: int) -> int:
    """Return of how many rows all vectors are compared."""
    return max(_MANY, _EXACT // dimensions)


@lru_cache(maxsize=64)
def _unit_of(vector: Embedding) -> Matrix:
    """Return a vector of length one; what is asked is compared with records of several kinds."""
    return unit(np.frombuffer(vector, dtype="<f4").reshape(1, -1))[0]


@lru_cache(maxsize=64)
def _sketch_of(vector: Embedding) -> Sketches:
    return sketches_of(_unit_of(vector)[None])[0]
