"""The table of vectors, read many at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator

import numpy as np

from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import Kind
from memary.stores.sqlite.vectors.sketches import Matrix, Numbers

_READ = 2_000
"""How many vectors are read at once: what is made of them on the way stays small."""

# one row, since Python takes as long for the row of each vector as for all else that is made of it
_JOINED = (
    "SELECT group_concat(seq), CAST(group_concat(vector, '') AS BLOB) FROM (SELECT seq, vector FROM embeddings "
    "WHERE owner = ? AND kind = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?)"
)
# in the order in which they are given, one after the other: for `IN` SQLite would make a table of them first
_PICKED = (
    "SELECT CAST(group_concat(vector, '') AS BLOB) FROM "
    "(SELECT e.vector FROM json_each(?) p CROSS JOIN embeddings e ON e.seq = p.value)"
)

NEWEST = 2**62
"""Higher than the number of any vector."""


def vectors_between(
    connection: sqlite3.Connection, owner: int, kind: Kind, after: int, last: int = NEWEST
) -> Generator[tuple[Numbers, Matrix]]:
    """Yield a user's vectors with their numbers, those that follow one number up to another, ascending."""
    while True:
        listed, joined = connection.execute(_JOINED, (owner, kind, after, last, _READ)).fetchone()
        if listed is None:
            return
        seqs = np.fromstring(listed, np.int64, sep=",")
        yield seqs, _matrix(joined, len(seqs))
        after = int(seqs[-1])
        if len(seqs) < _READ:
            return


def vectors_at(connection: sqlite3.Connection, seqs: Numbers) -> Matrix:
    """Return the vectors of some numbers, in their order."""
    order = np.argsort(seqs)  # the vectors of neighbours stand on one page
    joined = connection.execute(_PICKED, (id_list(seqs[order].tolist()),)).fetchone()[0]
    found = _matrix(joined, len(seqs))
    in_order = np.empty_like(found)
    in_order[order] = found
    return in_order


def unit(vectors: Matrix) -> Matrix:
    """Return vectors of length one; a vector of zeros stays."""
    lengths = np.sqrt(np.add.reduce(vectors * vectors, axis=1, keepdims=True))
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _matrix(joined: bytes, count: int) -> Matrix:
    return np.frombuffer(joined, dtype="<f4").reshape(count, -1) if count else np.empty((0, 0), np.float32)
