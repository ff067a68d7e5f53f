"""Exact vector search: a user's vectors as one matrix, kept in memory and brought up to date before each search.

New vectors have higher numbers (`seq`) than all before them, so that only they are read again; a removed or replaced
one moves the user's `changes`, and the matrix is read anew. Both are read inside the transaction of the search, so it
does not matter which process has written.
"""

from __future__ import annotations

import math
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from memary.stores.embedding import check_vectors
from memary.stores.sqlite.connection import Turn
from memary.stores.sqlite.queries.conditions import Conditions
from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import TABLES, Kind, noted_embedding
from memary.types import Embedding

CACHE_BYTES = 2**30
"""Room for the vectors of a million records of 256 dimensions and fewer of more; taken as needed."""

_READ = 2_000
"""How many vectors are read at once: what is made of them on the way stays small."""

_PROBED = (1.4, 4, 16)
"""How many times the limit of nearest rows is looked at where conditions narrow the search, before all that match."""

_MANY = 5_000
"""From so many rows on comparing them takes longer than handing over the turn."""

# one row, since Python takes as long for the row of each vector as for all else that is made of it
_JOINED = (
    "SELECT group_concat(seq), CAST(group_concat(vector, '') AS BLOB) "
    "FROM (SELECT seq, vector {} ORDER BY seq LIMIT ?)"
)

_NUMBERS = (
    "SELECT r.number FROM json_each(?) p CROSS JOIN embeddings e ON e.seq = p.value "
    "CROSS JOIN {} r ON r.owner = e.owner AND r.id = e.id ORDER BY p.key"
)

Matrix = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class UserVectors:
    """A user's vectors of one kind, as they were at some count of changes."""

    changes: int
    seqs: Numbers  # ascending
    matrix: Matrix  # unit rows in the order of seqs; rows beyond are room to grow
    numbers: Numbers  # of the records, as far as they were looked up: else 0

    @property
    def last(self) -> int:
        """Return the highest number of a vector, 0 where there is none."""
        return int(self.seqs[-1]) if len(self.seqs) else 0

    def is_of(self, changes: int, newest: int) -> bool:
        """Return whether they are those of a count of changes, up to a number."""
        return self.changes == changes and self.last == newest

    @property
    def size(self) -> int:
        """Return the size in bytes."""
        return self.matrix.nbytes + self.seqs.nbytes + self.numbers.nbytes

    def numbers_at(self, connection: sqlite3.Connection, kind: Kind, places: Numbers) -> list[int]:
        """Return the numbers of the records whose vectors stand at some places. They keep them as long as these."""
        if not self.numbers[places].all():
            unknown = places[self.numbers[places] == 0]
            rows = connection.execute(_NUMBERS.format(TABLES[kind]), (id_list(self.seqs[unknown].tolist()),))
            self.numbers[unknown] = [row[0] for row in rows]
        return self.numbers[places].tolist()


class VectorCache:
    """The matrices last used, up to `limit` bytes; the least recently used go first.

    Attributes:
        turn: what whoever searches them has taken.
    """

    def __init__(self, turn: Turn, limit: int = CACHE_BYTES) -> None:
        self.turn = turn
        self._limit = limit
        self._lock = threading.Lock()
        self._entries: OrderedDict[tuple[int, Kind], UserVectors] = OrderedDict()
        self._size = 0

    def get(self, owner: int, kind: Kind) -> UserVectors | None:
        """Return what is known of a user's vectors, be it old."""
        with self._lock:
            if (owner, kind) in self._entries:
                self._entries.move_to_end((owner, kind))
            return self._entries.get((owner, kind))

    def put(self, owner: int, kind: Kind, vectors: UserVectors) -> None:
        """Keep a user's vectors."""
        with self._lock:
            former = self._entries.pop((owner, kind), None)
            self._size += vectors.size - (former.size if former else 0)
            self._entries[owner, kind] = vectors
            while self._size > self._limit and self._entries:
                self._size -= self._entries.popitem(last=False)[1].size

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._size = 0


def check_dimensions(connection: sqlite3.Connection, vectors: Iterable[Embedding]) -> None:
    """Raise `EmbeddingMismatchError` if a vector has another dimension than the store's."""
    if noted := noted_embedding(connection):
        check_vectors(noted, vectors)


def put_vectors(connection: sqlite3.Connection, owner: int, embeddings: Mapping[str, Embedding]) -> None:
    """Set the vectors of a user's records by their ids; ids that are not there are passed over."""
    check_dimensions(connection, embeddings.values())
    for kind, table in TABLES.items():
        rows = connection.execute(
            f"SELECT id FROM {table} WHERE owner = ? AND id IN (SELECT value FROM json_each(?))",
            (owner, id_list(embeddings)),
        ).fetchall()
        drop_vectors(connection, owner, kind, [row["id"] for row in rows])
        connection.executemany(
            "INSERT INTO embeddings (owner, kind, id, vector) VALUES (?, ?, ?, ?)",
            [(owner, kind, row["id"], embeddings[row["id"]]) for row in rows],
        )
        connection.executemany(
            f"UPDATE {table} SET embedded = 1 WHERE owner = ? AND id = ?", [(owner, row["id"]) for row in rows]
        )


def drop_vectors(connection: sqlite3.Connection, owner: int, kind: Kind, ids: Iterable[str]) -> None:
    """Remove the vectors of records, which then count as not embedded."""
    which = [(owner, record_id) for record_id in ids]
    connection.executemany(f"DELETE FROM embeddings WHERE owner = ? AND kind = '{kind}' AND id = ?", which)
    connection.executemany(f"UPDATE {TABLES[kind]} SET embedded = 0 WHERE owner = ? AND id = ?", which)


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
    connection: sqlite3.Connection, cache: VectorCache, kind: Kind, where: Conditions, meant: Meaning
) -> dict[int, float]:
    """Return the numbers of the records nearest to a vector among those that match, with their cosines."""
    limit, least, owner = meant.limit, meant.least, where.values["owner"]
    vectors = _current(connection, cache, owner, kind, meant.vector)
    if not len(vectors.seqs) or limit < 1:
        return {}
    query = _unit_of(meant.vector)
    if not where.is_selective:
        scores = _cosines(cache.turn, vectors.matrix[: len(vectors.seqs)], query)
        for times in (1,) if where.is_of_all else _PROBED:
            places = _best(scores, int(times * limit), least)
            allowed = _allowed_among(connection, kind, where, vectors.numbers_at(connection, kind, places))
            if times == 1 or len(allowed) >= limit or len(places) < int(times * limit):
                cosines = scores[places].tolist()
                return {number: cosines[at] for at, number in allowed[:limit]}
    rows = np.searchsorted(vectors.seqs, _allowed(connection, kind, where))
    scores = _cosines(cache.turn, vectors.matrix[rows], query)
    places = _best(scores, limit, least)
    numbers = vectors.numbers_at(connection, kind, rows[places])
    return dict(zip(numbers, scores[places].tolist(), strict=True))


def _cosines(turn: Turn, rows: Matrix, query: Matrix) -> Matrix:
    # not `rows @ query`: that shares the work among threads, and on a busy machine waits for them a thousand times
    # as long as the work takes; reading the matrix is what limits either
    with turn.given_up() if len(rows) > _MANY else nullcontext():
        return np.vecdot(rows, query)


def _best(scores: Matrix, limit: int, least: float) -> Numbers:
    """Return the places of the highest scores that are high enough, best first, ties by place."""
    if len(scores) > limit:
        least = max(least, np.partition(scores, -limit)[-limit])
    places = np.flatnonzero(scores >= least)
    return places[np.argsort(-scores[places], kind="stable")][:limit]


def _allowed_among(
    connection: sqlite3.Connection, kind: Kind, where: Conditions, numbers: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the places and the numbers of those records that match, in their order."""
    if where.is_of_all or not numbers:
        return [*enumerate(numbers)]
    rows = connection.execute(
        f"SELECT p.key, r.number FROM json_each(:probed) p CROSS JOIN {TABLES[kind]} r ON r.number = p.value "
        f"WHERE {where.by_id_sql} ORDER BY p.key",
        where.values | {"probed": id_list(numbers)},
    )
    return [(row[0], row[1]) for row in rows]


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
    row = connection.execute(
        "SELECT changes, (SELECT max(seq) FROM embeddings WHERE owner = :owner AND kind = :kind) "
        "FROM users WHERE number = :owner",
        {"owner": owner, "kind": kind},
    ).fetchone()
    changes, newest = row[0], row[1] or 0
    dimensions = len(vector) // 4
    known = cache.get(owner, kind)
    if known is not None and known.is_of(changes, newest) and known.matrix.shape[1] == dimensions:
        return known
    check_dimensions(connection, [vector])
    # a read on an older snapshot than the one that filled the cache begins anew, too
    if known is None or known.changes != changes or known.last > newest:
        nothing = np.empty(0, np.int64)
        known = UserVectors(changes, nothing, np.empty((0, dimensions), np.float32), nothing)
    if newest > known.last:
        with cache.turn.given_up():  # the first time it may take seconds
            known = _extended(connection, known, owner, kind, after=known.last)
    cache.put(owner, kind, known)
    return known


def _extended(
    connection: sqlite3.Connection, known: UserVectors, owner: int, kind: Kind, *, after: int
) -> UserVectors:
    newer = "FROM embeddings WHERE owner = ? AND kind = ? AND seq > ?"
    new: int = connection.execute(f"SELECT count(*) {newer}", (owner, kind, after)).fetchone()[0]
    place, total = len(known.seqs), len(known.seqs) + new
    seqs, matrix = np.empty(total, np.int64), known.matrix
    if total > len(matrix):
        matrix = np.empty((total + total // 8, matrix.shape[1]), np.float32)
        matrix[:place] = known.matrix[:place]
    seqs[:place] = known.seqs
    numbers = np.zeros(total, np.int64)
    numbers[:place] = known.numbers
    while place < total:
        listed, joined = connection.execute(_JOINED.format(newer), (owner, kind, after, _READ)).fetchone()
        some = np.fromstring(listed, np.int64, sep=",")
        end, after = place + len(some), int(some[-1])
        seqs[place:end] = some
        # older readers of a shared matrix look at their own rows, and rows of one number are the same to everybody
        matrix[place:end] = _unit(np.frombuffer(joined, dtype="<f4").reshape(len(some), -1))
        place = end
    return UserVectors(known.changes, seqs, matrix, numbers)


@lru_cache(maxsize=64)
def _unit_of(vector: Embedding) -> Matrix:
    """Return a vector of length one; what is asked is compared with records of several kinds."""
    return _unit(np.frombuffer(vector, dtype="<f4").reshape(1, -1))[0]


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.sqrt(np.add.reduce(vectors * vectors, axis=1, keepdims=True))
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
