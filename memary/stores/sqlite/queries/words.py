"""Look up in which texts of a user words stand, and how much each tells of a text.

FTS5 scores a text by one word after it has looked the word up a second time, to count its texts. Where these are few,
its lists of words and the lengths of its texts give the same score (BM25) for half of the time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.kept.words import Standing, Words
from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import TABLES, Kind

_K1, _B = 1.2, 0.75
"""How FTS5 weighs how often a word stands in a text, and how long the text is."""

_STANDING = (
    "SELECT p.key, w.doc, d.sz FROM json_each(?) p CROSS JOIN temp.{0}_words w CROSS JOIN {0}_fts_docsize d "
    "WHERE w.term = p.value AND d.id = w.doc LIMIT ?"
)
_TOLD = (
    "SELECT r.number, r.terms, d.sz FROM json_each(?) p CROSS JOIN {0} r ON r.number = p.value "
    "CROSS JOIN {0}_fts_docsize d ON d.id = r.number"
)
_LISTED = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{0}_words USING fts5vocab (main, {0}_fts, instance)"
"""Of a connection: it holds nothing, and shows where each word stands."""


def words_in(
    connection: sqlite3.Connection, kind: Kind, owner: int, terms: Sequence[str], *, most: int
) -> Words | None:
    """Return in which texts of a user each of some words stands, with nothing for those that stand nowhere.

    None where they stand in more than `most` places, or FTS5 has not listed one of them as it is.
    """
    if not all(_is_listed_as_it_is(term) for term in terms):
        return None
    asked = (id_list(f"{owner}:{term}" for term in terms), most + 1)
    table = TABLES[kind]
    try:
        rows = connection.execute(_STANDING.format(table), asked).fetchall()
    except sqlite3.OperationalError:  # not yet shown by this connection
        connection.execute(_LISTED.format(table))
        rows = connection.execute(_STANDING.format(table), asked).fetchall()
    if len(rows) > most:
        return None
    standing = [dict[int, tuple[int, bytes]]() for _ in terms]
    for place, number, size in cast("list[tuple[int, int, bytes]]", rows):
        texts = standing[place]
        texts[number] = (texts[number][0] + 1 if number in texts else 1, size)
    return dict(zip(terms, standing, strict=True))


def words_among(
    connection: sqlite3.Connection, kind: Kind, owner: int, standing: Mapping[str, Sequence[int]]
) -> Words | None:
    """Return how often words stand in some of a user's texts, as these tell.

    Of a word that stands in very many texts FTS5 goes through all of them to score a few.

    Args:
        connection: where the texts are read.
        kind: of the texts.
        owner: the number of the user.
        standing: the numbers of the texts in which each word stands, of those that are read.

    Returns:
        None where FTS5 has listed a word otherwise than it stands in its text.
    """
    if not all(_is_listed_as_it_is(term) for term in standing):
        return None
    numbers = sorted({number for some in standing.values() for number in some})
    texts: dict[int, tuple[str, bytes]] = {}
    for row in connection.execute(_TOLD.format(TABLES[kind]), (id_list(numbers),)):
        number, terms, size = cast("tuple[int, str, bytes]", row)
        texts[number] = f" {terms.replace(' ', '  ')} ", size  # a blank on each side of each word
    found: Words = {}
    for term, some in standing.items():
        word = f" {owner}:{term} "
        counts = {one: (text[0].count(word), text[1]) for one in some if (text := texts.get(one))}
        if len(counts) < len(some) or not all(count for count, _ in counts.values()):
            return None
        found[term] = counts
    return found


def _is_listed_as_it_is(term: str) -> bool:
    """Return whether a word stands in the lists of FTS5 as it is: it folds their case, and cuts at blanks."""
    return term.isprintable() and " " not in term and term == term.casefold()


def scored_by(
    connection: sqlite3.Connection, kind: Kind, words: Sequence[tuple[Standing, float]]
) -> dict[int, list[float]]:
    """Return what each of some words tells of each text that has it, by the numbers of these.

    Args:
        connection: where the length of other texts is read.
        kind: of the texts.
        words: where each stands, and its rarity, by which what BM25 has of it is multiplied.
    """
    sizes = {size for texts, _ in words for _, size in texts.values()}
    if not sizes:
        return {}
    average = _average(connection, TABLES[kind])
    by_size = {size: _K1 * (1 - _B + _B * _length(size) / average) for size in sizes}
    scores: dict[int, list[float]] = {}
    for texts, rarity in words:
        for number, (count, size) in texts.items():
            score = count * (_K1 + 1) / (count + by_size[size]) * rarity
            if number in scores:
                scores[number].append(score)
            else:
                scores[number] = [score]
    return scores


@once_a_snapshot
def _average(connection: sqlite3.Connection, table: str) -> float:
    """Return how many words a text has on average, everybody's taken together."""
    stored = connection.execute(f"SELECT block FROM {table}_fts_data WHERE id = 1").fetchone()[0]
    texts, words = _numbers(stored)[:2]
    return words / texts


@lru_cache(maxsize=1024)  # short texts are of few lengths
def _length(size: bytes) -> int:
    """Return how many words a text has."""
    return _numbers(size)[0]


def _numbers(stored: bytes) -> list[int]:
    """Return the numbers that SQLite has stored one after the other, seven bits a byte, each below 2 to the 56th."""
    numbers, number = list[int](), 0
    for byte in stored:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(number)
            number = 0
    return numbers
