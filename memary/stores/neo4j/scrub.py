"""Make removed text unrecoverable, as far as a client of the server can.

Neo4j marks removed records as free and leaves their bytes; it keeps every change in its transaction logs; and Lucene
keeps the words of removed nodes until it merges the segment that holds them. So freed records are written over, with
nodes that are made and removed again; that fills the logs too, until the server begins new ones and, by its settings,
drops the old. Full-text indexes are dropped and rebuilt. What stays is said in docs/memory/forgetting.md.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from memary.errors import StoreError
from memary.stores.neo4j import schema
from memary.stores.neo4j.driver.connection import Connection, Transaction

_SIZE = """
MATCH (n:{label}) WHERE n.user_id = $user AND n.{key} IS NOT NULL {among}
RETURN coalesce(sum(reduce(size = 100, k IN keys(n) | size + coalesce(size(toStringOrNull(n[k])), 100))), 0) AS size
"""
_LABELS = {"Message": "id", "Fact": "id", "Entity": "id", "Operation": "id", "Summary": "session_id", "Held": "id"}

_FILL = """
UNWIND range(1, $nodes) AS number
CREATE (n:MemaryScrub) SET n = $long, n += $short
"""
_CLEAR = "MATCH (n:MemaryScrub) DELETE n"

_NOTE = "MATCH (m:MemaryMeta {name: 'memary'}) SET m.freed = coalesce(m.freed, 0) + $size"
_NOTED = "MATCH (m:MemaryMeta {name: 'memary'}) RETURN coalesce(m.freed, 0) AS freed"

_LONG = {f"long{number}": "." * 900 for number in range(4)}
_SHORT: dict[str, str | list[float]] = {
    **{f"short{number}": f"{number:020d}" for number in range(8)},
    **{f"list{number}": [0.5] * 100 for number in range(2)},
}
_NODE_CHARS = 4 * 900
_LEAST, _MOST = 2**20, 2**26
_PER_WRITE = 500
FREED_AFTER = 1.5
"""Seconds after which the server gives the space of removed records out again."""


_LOGS = "db.tx_log.rotation.retention_policy"
_SETTINGS = "SHOW SETTINGS YIELD name, value WHERE name IN $names RETURN name, value"
_DROPPED = "keep_none"


async def size_of(tx: Transaction, user_id: str, removed: dict[str, tuple[str, ...]] | None = None) -> int:
    """Return about how many characters some of a user's records hold, by label; of all, if none are named."""
    total = 0
    for label, key in _LABELS.items():
        ids = None if removed is None else removed.get(label, ())
        if ids is not None and not ids:
            continue
        among = "" if ids is None else f"AND n.{key} IN $ids"
        found = await tx.row(_SIZE.format(label=label, key=key, among=among), user=user_id, ids=list(ids or ()))
        total += found["size"] if found else 0
    return total


async def note_freed(tx: Transaction, size: int) -> None:
    """Keep how many characters a transaction removes, until they are written over."""
    if size:
        await tx.run(_NOTE, size=size)


async def scrub(connection: Connection) -> None:
    """Write over what was freed, if anything was, and rebuild the full-text indexes."""
    noted = await connection.read(lambda tx: tx.row(_NOTED))
    if noted is None or not noted["freed"]:
        return
    freed: int = noted["freed"]
    await connection.run_alone("CALL db.clearQueryCaches()")
    await schema.renew_text_indexes(connection)
    nodes = min(max(2 * freed, _LEAST), _MOST) // _NODE_CHARS + 1
    for _ in range(2):  # the first round may have been given other free space
        await asyncio.sleep(FREED_AFTER)
        for start in range(0, nodes, _PER_WRITE):
            count = min(_PER_WRITE, nodes - start)
            await connection.write(lambda tx, more=count: tx.run(_FILL, nodes=more, long=_LONG, short=_SHORT))
        await connection.write(lambda tx: tx.run(_CLEAR))
    await connection.write(lambda tx: note_freed(tx, -freed))  # others may have removed more meanwhile
    await _checkpoint(connection)


async def _checkpoint(connection: Connection) -> None:
    """Make the server write a checkpoint, so that it drops its older logs now."""
    with suppress(StoreError):  # where the user may not, the server does it by itself
        await connection.run_alone("CALL db.checkpoint()")


async def remains(connection: Connection) -> list[str]:
    """Return in sentences where the server keeps forgotten text after a scrub.

    Free property records are written over, but which ones the server gives out is its own matter; range indexes keep
    names of sessions and users until it uses their space again.
    """
    sentences = [
        "Words of what was forgotten may stand on the disk of the Neo4j server, in freed records, and names of "
        "sessions and users in range indexes, until it uses their space again: export, remove the data folder and "
        "import to end that (docs/memory/forgetting.md)."
    ]
    try:
        rows = await connection.run_alone(_SETTINGS, names=[_LOGS])
    except StoreError:
        return [
            *sentences,
            f"Whether its transaction logs keep forgotten text cannot be seen: the user may not read {_LOGS}.",
        ]
    kept = next((str(row["value"]) for row in rows), "")
    if _DROPPED not in kept:
        sentences.append(
            f"Its transaction logs keep forgotten text for as long as {_LOGS} = {kept!r} says: set it to {_DROPPED!r}"
            ", unless backups need the logs."
        )
    return sentences
