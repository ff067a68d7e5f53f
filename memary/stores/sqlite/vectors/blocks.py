"""Store the sketches of a user's vectors in blocks, so that those of a million are read at once.

A block holds the sketches of what stands between two numbers, a word of all after the other. Whoever writes
vectors writes the blocks that have become full, in the same transaction; what is newer is read from the vectors.
Where a vector is removed its block is emptied (by a trigger), since a sketch tells of the text, and is read from the
vectors until it is filled again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator

import numpy as np

from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.sketches import WORDS, Matrix, Numbers, Sketches, sketches_of
from memary.stores.sqlite.vectors.table import vectors_between

_LENGTH = 512
"""Sketches a block."""

_EMPTIED = 4
"""So many blocks of a kind may be empty before they are filled."""

_ALIKE = 8
"""In how many bits a sketch that another machine has made may differ: a vector may lie on a plane."""

_DONE = "SELECT coalesce(max(last), 0) FROM sketches WHERE owner = :owner AND kind = :kind"
_LAST_OF_NEXT = f"""
SELECT ({_DONE}), seq FROM embeddings WHERE owner = :owner AND kind = :kind AND seq > ({_DONE})
ORDER BY seq LIMIT 1 OFFSET {_LENGTH - 1}
"""
"""Up to which vector there are blocks, and up to which another one would go; nothing where it would not be full."""

_PUT = "INSERT OR REPLACE INTO sketches (owner, kind, first, last, seqs, words) VALUES (?, ?, ?, ?, ?, ?)"


def write_blocks(connection: sqlite3.Connection, owner: int, kind: Kind) -> None:
    """Write the blocks that have become full, and those that were emptied if these are many."""
    whose = (owner, kind)
    statement = "SELECT first, last FROM sketches WHERE owner = ? AND kind = ? AND words = x'' LIMIT 1000"
    empty = connection.execute(statement, whose).fetchall()
    for first, last in empty if len(empty) >= _EMPTIED else ():
        _write(connection, owner, kind, first, last)
    while full := connection.execute(_LAST_OF_NEXT, {"owner": owner, "kind": kind}).fetchone():
        done, last = full
        _write(connection, owner, kind, done + 1, last)


def read_blocks(
    connection: sqlite3.Connection, owner: int, kind: Kind
) -> Generator[tuple[Numbers, Matrix | Sketches]]:
    """Yield the numbers of all of a user's vectors, ascending, each lot with its sketches or vectors.

    Vectors are given where there is no sketch of them.
    """
    done = 0
    for first, last, seqs, words in connection.execute(
        "SELECT first, last, seqs, words FROM sketches WHERE owner = ? AND kind = ? ORDER BY last", (owner, kind)
    ):
        if words:
            sketches = np.frombuffer(words, "<u8").reshape(WORDS, -1).T
            yield np.frombuffer(seqs, "<i8") if seqs else np.arange(last + 1 - len(sketches), last + 1), sketches
        else:
            yield from vectors_between(connection, owner, kind, first - 1, last)
        done = last
    yield from vectors_between(connection, owner, kind, done)


def faults(connection: sqlite3.Connection) -> Generator[tuple[int, str]]:
    """Yield the number of each user whose sketches are not those of their vectors, with what is wrong."""
    rows = connection.execute("SELECT owner, kind, first, last, seqs, words FROM sketches WHERE words <> x''")
    for owner, kind, first, last, seqs, words in rows:
        numbers, right = _right(connection, owner, kind, first, last)
        noted, sketches = _read(last, seqs, words)
        is_right = np.array_equal(numbers, noted) and len(sketches) == len(right)
        if not is_right or (_differing(right, sketches) > _ALIKE).any():
            yield owner, f"the sketches of vectors {first} to {last} ({kind}) are not theirs."
    gaps = connection.execute(
        "SELECT owner, kind, first FROM sketches s WHERE first <> 1 + coalesce((SELECT max(last) FROM sketches b "
        "WHERE b.owner = s.owner AND b.kind = s.kind AND b.last < s.last), 0)"
    )
    for owner, kind, first in gaps:
        yield owner, f"the sketches of vectors from {first} on ({kind}) do not follow the ones before."


def rebuild_blocks(connection: sqlite3.Connection) -> None:
    """Write the sketches of all users again."""
    connection.execute("DELETE FROM sketches")
    for owner, kind in connection.execute("SELECT DISTINCT owner, kind FROM embeddings").fetchall():
        if kind in TABLES:
            write_blocks(connection, owner, kind)


def _write(connection: sqlite3.Connection, owner: int, kind: Kind, first: int, last: int) -> None:
    numbers, sketches = _right(connection, owner, kind, first, last)
    is_without_gap = np.array_equal(numbers, _without_gap(last, len(numbers)))
    seqs = b"" if is_without_gap else numbers.astype("<i8").tobytes()
    connection.execute(_PUT, (owner, kind, first, last, seqs, sketches.T.astype("<u8").tobytes()))


def _read(last: int, seqs: bytes, words: bytes) -> tuple[Numbers, Sketches]:
    """Return the numbers of vectors and their sketches, as a block has them: no numbers where none is left out."""
    sketches = np.frombuffer(words, "<u8").reshape(WORDS, -1).T
    return np.frombuffer(seqs, "<i8") if seqs else _without_gap(last, len(sketches)), sketches


def _without_gap(last: int, count: int) -> Numbers:
    """Return the numbers up to one, so many."""
    return np.arange(last + 1 - count, last + 1)


def _right(connection: sqlite3.Connection, owner: int, kind: Kind, first: int, last: int) -> tuple[Numbers, Sketches]:
    parts = [*vectors_between(connection, owner, kind, first - 1, last)]
    if not parts:
        return np.empty(0, np.int64), np.empty((0, WORDS), np.uint64)
    return np.concatenate([seqs for seqs, _ in parts]), np.concatenate([sketches_of(some) for _, some in parts])


def _differing(one: Sketches, other: Sketches) -> Numbers:
    return np.add.reduce(np.bitwise_count(one ^ other), axis=1, dtype=np.int64)
