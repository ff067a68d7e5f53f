"""Look up in which texts of a user words stand, and how much each tells of a text.

FTS5 scores a text by one word after it has looked the word up a second time, to count its texts. Where these are few,
its lists of words and the lengths of its texts give the same score (BM25) for half of the time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from memary.stores.sqlite.connection import once_a_snapshot
from memary.stores.sqlite.rows import to_json
from memary.stores.sqlite.schema import TABLES, Kind

_K1, _B = 1.2, 0.75
"""How FTS5 weighs how often a word stands in a text, and how long the text is."""

_STANDING = (
    "SELECT p.key, w.doc, d.sz FROM json_each(?) p CROSS JOIN temp.{0}_words w CROSS JOIN {0}_fts_docsize d "
    "WHERE w.term = p.value AND d.id = w.doc LIMIT ?"
)
_LISTED = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{0}_words USING fts5vocab (main, {0}_fts, instance)"
"""Of a connection: it holds nothing, and shows where each word stands."""


def are_listed_as(terms: Sequence[str]) -> bool:
    """Return whether words stand in the lists of FTS5 as they are: it folds their case, and cuts at blanks."""
    return all(term.isprintable() and " " not in term and term == term.casefold() for term in terms)


def shares(
    connection: sqlite3.Connection, kind: Kind, owner: int, terms: Sequence[str], *, most: int
) -> list[dict[int, float]] | None:
    """Return what each word that stands anywhere tells of each text that has it, by the numbers of these.

    It is what BM25 multiplies by the rarity of the word. None where they stand in more than `most` places.
    """
    asked = (to_json([f"{owner}:{term}" for term in terms]), most + 1)
    table = TABLES[kind]
    try:
        rows = connection.execute(_STANDING.format(table), asked).fetchall()
    except sqlite3.OperationalError:  # not yet shown by this connection
        connection.execute(_LISTED.format(table))
        rows = connection.execute(_STANDING.format(table), asked).fetchall()
    if len(rows) > most:
        return None
    counts: dict[int, dict[int, int]] = {}
    sizes: dict[int, bytes] = {}
    for word, number, size in rows:
        texts = counts.setdefault(word, {})
        texts[number] = texts.get(number, 0) + 1
        sizes[number] = size
    if not sizes:
        return []
    average = _average(connection, table)
    by_size = {size: _K1 * (1 - _B + _B * _numbers(size)[0] / average) for size in {*sizes.values()}}
    damped = {number: by_size[size] for number, size in sizes.items()}
    return [
        {number: count * (_K1 + 1) / (count + damped[number]) for number, count in texts.items()}
        for texts in counts.values()
    ]


@once_a_snapshot
def _average(connection: sqlite3.Connection, table: str) -> float:
    """Return how many words a text has on average, everybody's taken together."""
    stored = connection.execute(f"SELECT block FROM {table}_fts_data WHERE id = 1").fetchone()[0]
    texts, words = _numbers(stored)[:2]
    return words / texts


def _numbers(stored: bytes) -> list[int]:
    """Return the numbers that SQLite has stored one after the other, seven bits a byte, each below 2 to the 56th."""
    numbers, number = list[int](), 0
    for byte in stored:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(number)
            number = 0
    return numbers
