"""Setting and removing the vectors of records."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.blocks import write_blocks
from memary.types import Embedding


def put_vectors(connection: sqlite3.Connection, owner: int, embeddings: Mapping[str, Embedding]) -> None:
    """Set the vectors of a user's records by their ids; ids that are not there are passed over."""
    for kind, table in TABLES.items() if embeddings else ():
        rows = connection.execute(
            f"SELECT id FROM {table} WHERE owner = ? AND id IN (SELECT value FROM json_each(?))",
            (owner, id_list(embeddings)),
        ).fetchall()
        if not rows:
            continue
        drop_vectors(connection, owner, kind, [row["id"] for row in rows])
        add_vectors(connection, owner, kind, {row["id"]: embeddings[row["id"]] for row in rows})
        connection.executemany(
            f"UPDATE {table} SET embedded = 1 WHERE owner = ? AND id = ?", [(owner, row["id"]) for row in rows]
        )


def add_vectors(connection: sqlite3.Connection, owner: int, kind: Kind, embeddings: Mapping[str, Embedding]) -> None:
    """Add the vectors of a user's records of a kind that have none.

    The records are marked by whoever writes them, and the vectors are known to fit the store.
    """
    connection.executemany(
        "INSERT INTO embeddings (owner, kind, id, vector) VALUES (?, ?, ?, ?)",
        [(owner, kind, record_id, vector) for record_id, vector in embeddings.items()],
    )
    if embeddings:
        write_blocks(connection, owner, kind)


def drop_vectors(connection: sqlite3.Connection, owner: int, kind: Kind, ids: Iterable[str]) -> None:
    """Remove the vectors of records, which then count as not embedded."""
    which = [(owner, record_id) for record_id in ids]
    connection.executemany(f"DELETE FROM embeddings WHERE owner = ? AND kind = '{kind}' AND id = ?", which)
    connection.executemany(f"UPDATE {TABLES[kind]} SET embedded = 0 WHERE owner = ? AND id = ?", which)
