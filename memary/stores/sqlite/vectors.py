"""Exact vector search: a user's vectors as one matrix, kept in memory and brought up to date before each search.

New vectors have higher numbers (`seq`) than all before them, so that only they are read again; a removed or replaced
one moves the user's `changes`, and the matrix is read anew. Both are read inside the transaction of the search, so it
does not matter which process has written.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memary.errors import EmbeddingMismatchError
from memary.stores.sqlite.conditions import Conditions
from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import TABLES, Kind, noted_embedding
from memary.types import Embedding

CACHE_BYTES = 256 * 2**20

Matrix = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class UserVectors:
    """A user's vectors of one kind, as they were at some count of changes."""

    changes: int
    seqs: Numbers  # ascending
    matrix: Matrix  # unit rows in the order of seqs; rows beyond are room to grow

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return self.matrix.nbytes + self.seqs.nbytes


class VectorCache:
    """The matrices last used, up to `limit` bytes; the least recently used go first."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._entries: OrderedDict[tuple[int, Kind], UserVectors] = OrderedDict()

    def get(self, owner: int, kind: Kind) -> UserVectors | None:
        """Return what is known of a user's vectors, be it old."""
        with self._lock:
            if (owner, kind) in self._entries:
                self._entries.move_to_end((owner, kind))
            return self._entries.get((owner, kind))

    def put(self, owner: int, kind: Kind, vectors: UserVectors) -> None:
        """Keep a user's vectors."""
        with self._lock:
            self._entries[owner, kind] = vectors
            self._entries.move_to_end((owner, kind))
            while sum(entry.size for entry in self._entries.values()) > self._limit and self._entries:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()


def check_dimensions(connection: sqlite3.Connection, vectors: Iterable[Embedding]) -> None:
    """Raise `EmbeddingMismatchError` if a vector has another dimension than the store's."""
    noted = noted_embedding(connection)
    for vector in vectors:
        if noted is not None and len(vector) != 4 * noted.dimensions:
            raise EmbeddingMismatchError(
                f"A vector of {len(vector) / 4:g} dimensions does not fit the stored ones of {noted.name} with "
                f"{noted.dimensions}: set that embedding, or run  memary reindex  to embed all texts again."
            )


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


def nearest(
    connection: sqlite3.Connection,
    cache: VectorCache,
    kind: Kind,
    where: Conditions,
    vector: Embedding,
    *,
    limit: int,
) -> dict[str, float]:
    """Return the ids of the records nearest to a vector among those that match, with their cosines."""
    check_dimensions(connection, [vector])
    owner: int = where.values["owner"]
    vectors = _current(connection, cache, owner, kind)
    rows = np.arange(len(vectors.seqs))
    if len(where.clauses) > 1:
        by_id = f"INDEXED BY sqlite_autoindex_{TABLES[kind]}_1" if where.is_selective else ""
        allowed = connection.execute(
            f"SELECT e.seq FROM {TABLES[kind]} r {by_id} CROSS JOIN embeddings e "
            f"ON e.id = r.id AND e.kind = '{kind}' AND e.owner = r.owner WHERE {where.sql}",
            where.values,
        )
        seqs = np.fromiter((row[0] for row in allowed), dtype=np.int64)
        rows = np.searchsorted(vectors.seqs, np.sort(seqs))
    if not len(rows) or limit < 1:
        return {}
    matrix = vectors.matrix[: len(vectors.seqs)]
    query = _unit(np.frombuffer(vector, dtype="<f4").reshape(1, -1))[0]
    scores = (matrix if len(rows) == len(matrix) else matrix[rows]) @ query
    best = np.argsort(-scores, kind="stable")[:limit]
    numbers = {int(vectors.seqs[rows[place]]): float(scores[place]) for place in best}
    found = connection.execute(
        "SELECT seq, id FROM embeddings WHERE seq IN (SELECT value FROM json_each(?))",
        (str(list(numbers)),),
    )
    return {row["id"]: numbers[row["seq"]] for row in found}


def _current(connection: sqlite3.Connection, cache: VectorCache, owner: int, kind: Kind) -> UserVectors:
    changes: int = connection.execute("SELECT changes FROM users WHERE number = ?", (owner,)).fetchone()[0]
    known = cache.get(owner, kind)
    if known is None or known.changes != changes:
        known = UserVectors(changes, np.empty(0, np.int64), np.empty((0, 0), np.float32))
    last = int(known.seqs[-1]) if len(known.seqs) else 0
    newest = connection.execute(
        "SELECT max(seq) FROM embeddings WHERE owner = ? AND kind = ?", (owner, kind)
    ).fetchone()[0]
    if (newest or 0) < last:  # a read on an older snapshot than the one that filled the cache
        known, last = UserVectors(changes, np.empty(0, np.int64), np.empty((0, 0), np.float32)), 0
    if (newest or 0) > last:
        known = _extended(known, _read(connection, owner, kind, last))
    cache.put(owner, kind, known)
    return known


def _read(connection: sqlite3.Connection, owner: int, kind: Kind, after: int) -> tuple[Numbers, Matrix]:
    rows = connection.execute(
        "SELECT seq, vector FROM embeddings WHERE owner = ? AND kind = ? AND seq > ? ORDER BY seq",
        (owner, kind, after),
    ).fetchall()
    seqs = np.fromiter((row["seq"] for row in rows), dtype=np.int64, count=len(rows))
    joined = np.frombuffer(b"".join(row["vector"] for row in rows), dtype="<f4")
    return seqs, _unit(joined.reshape(len(rows), -1))


def _extended(known: UserVectors, new: tuple[Numbers, Matrix]) -> UserVectors:
    seqs, vectors = new
    count, total = len(known.seqs), len(known.seqs) + len(seqs)
    matrix = known.matrix
    if total > len(matrix):
        matrix = np.empty((total + total // 8, vectors.shape[1]), np.float32)
        matrix[:count] = known.matrix[:count] if count else 0
    # older readers of a shared matrix look at their own rows only, and rows of one number are the same to everybody
    matrix[count:total] = vectors
    return UserVectors(known.changes, np.concatenate([known.seqs, seqs]), matrix)


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
