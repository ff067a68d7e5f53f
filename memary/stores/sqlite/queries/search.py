"""Search by words (FTS5) and by vectors.

FTS5 weighs a word by how rare it is in the whole table. A user's ranking must not depend on what others have said, so
each word is matched by itself in the user's own word list, and its score is brought to the weight that it has there.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from memary.queries import Candidate, R, SearchQuery, earliest
from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.kept.records import RecordCache
from memary.stores.sqlite.kept.words import Standing
from memary.stores.sqlite.queries.conditions import Conditions, owner_of
from memary.stores.sqlite.queries.words import scored_by, words_among
from memary.stores.sqlite.rows import id_list, selected, to_json, to_message
from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.cache import VectorCache
from memary.stores.sqlite.vectors.search import Meaning, nearest
from memary.stores.sqlite.vectors.sketches import Numbers
from memary.types import Entity, Fact, Message, Said

Sums = NDArray[np.float64]

MAX_TERMS = 64
"""How many words of a question count, the rarest first."""

_SCORED = (500, 4_000)
"""Of how many texts scores are computed, those with the rarest words of the question, before all that have any: a
score takes some microseconds, and a common word stands in thousands of texts."""

_FEW, _FEW_OF_EACH = 300, 30
"""Up to how many texts that have some words, each word's counted, are scored without a look at how many there are: so
many, or so many for each word, as to look takes longer the more words there are."""

_FEW_RECORDS = 100
"""Up to how many records are looked at for whether they match: most of them are returned."""

_WALKED = 10
"""Up to how many times as many texts have words as are scored, FTS5 passes over the others: to read a text takes as
long as to pass over that many, beside scoring it."""

_COMMON, _MOST_PLACES = 2_000, 1_000_000
"""In how many texts a word stands of which it is kept in which, and of how many texts a connection keeps that for a
kind: 8 MB. To list them takes a fifth of a microsecond each."""

_DENSE = 32
"""Of how many numbers one at least is that of a text, for these to be counted in an array of all."""

_LITTLE = 1e-9
"""By how much sums may be off that are made in another order."""

_KINDS: dict[type[Message | Said | Fact | Entity], Kind] = {
    Message: "message",
    Said: "message",
    Fact: "fact",
    Entity: "entity",
}


class _Word(NamedTuple):
    """A term that occurs in a user's texts."""

    term: str
    phrase: str  # for FTS5
    texts: Numbers  # those in which it stands
    rarity: float  # the weight of a match among the user's own texts
    weight: float  # by what to multiply the score that FTS5 gives


def search(
    connection: sqlite3.Connection, cache: VectorCache, records: RecordCache, query: SearchQuery[R]
) -> list[Candidate[R]]:
    """Find records; see `SearchQuery`."""
    if (owner := owner_of(connection, query.scope.user_id)) is None:
        return []
    kind, limit, user_id = _KINDS[query.kind], query.limit, query.scope.user_id
    chosen = _conditions(connection, owner, kind, query)
    if chosen.is_of_none:
        return []
    matching = _Matching(connection, records, (user_id, owner), kind, chosen)
    texts = _by_words(matching, query.terms, limit=limit)
    vectors: Mapping[int, float] = {}
    if query.vector is not None:
        meant = Meaning(query.vector, limit=limit, least=query.least)
        vectors = nearest(connection, cache, kind, chosen, meant, matching.among)
    if not (found := texts.keys() | vectors.keys()):
        return []
    made = _messages(connection, found, user_id) if query.kind is Message else matching.records_at(found)
    rows = cast("dict[int, R]", made)
    return [*map(Candidate, rows.values(), map(texts.get, rows), map(vectors.get, rows))]


@dataclass(frozen=True, slots=True)
class _Matching:
    """The rows of a kind that conditions mean.

    Attributes:
        connection: where they are read.
        records: those that were read before.
        user: the id and the number of the user.
        kind: of the rows.
        where: which of them are meant.
    """

    connection: sqlite3.Connection
    records: RecordCache
    user: tuple[str, int]
    kind: Kind
    where: Conditions
    _made: dict[int, Any] = field(default_factory=dict[int, Any], init=False)

    def among(self, numbers: Collection[int]) -> dict[int, str]:
        """Return the numbers of those rows that are among some, with the ids of the records."""
        if self.where.is_told_by_record and len(numbers) <= _FEW_RECORDS:
            made = self.where.told_by_record(self.records_at(numbers))
            return {number: record.id for number, record in made.items()}
        rows = self.connection.execute(
            f"SELECT r.number, r.id FROM json_each(:found) f CROSS JOIN {TABLES[self.kind]} r ON r.number = f.value "
            f"WHERE {self.where.by_id_sql}",
            {**self.where.values, "found": id_list(numbers)},
        )
        return dict(map(tuple, rows))

    def records_at(self, numbers: Collection[int]) -> dict[int, Any]:
        """Return the records of some rows by their numbers, ascending."""
        made = self._made
        if missing := [number for number in numbers if number not in made]:
            made |= self.records.at(self.connection, self.user, self.kind, missing)
        return {number: made[number] for number in sorted(numbers) if number in made}


def _messages(connection: sqlite3.Connection, numbers: Iterable[int], user_id: str) -> dict[int, Message]:
    rows = connection.execute(
        f"SELECT {selected('messages')}, r.number FROM messages r WHERE r.number IN (SELECT value FROM json_each(?))",
        (id_list(numbers),),
    )
    return {row[-1]: to_message(row, user_id) for row in rows}


def _conditions(connection: sqlite3.Connection, owner: int, kind: Kind, query: SearchQuery[R]) -> Conditions:
    view, table = query.view, TABLES[kind]
    chosen = Conditions(owner).within(query.scope, table)
    if kind == "message":
        chosen.where_said(connection, view.where)
    else:
        chosen.where_true(connection, view.where) if kind == "fact" else chosen.where(view.where, table)
    if kind == "entity":
        return chosen.things().known(connection, "r.created_at", view.known_at)
    chosen.alive(connection, table, view.alive_at)
    if kind == "fact":
        return (
            chosen.begun_since(connection, query.since).between("valid_at", None, query.until).seen(connection, view)
        )
    chosen.between("created_at", query.since, earliest(query.until, view.until))
    chosen.known(connection, "r.added_at", view.known_at)
    return chosen.among("role", None if query.roles is None else [role.value for role in query.roles], few=False)


def _by_words(matching: _Matching, terms: Sequence[str], *, limit: int) -> dict[int, float]:
    connection, kind, where = matching.connection, matching.kind, matching.where
    if limit < 1:
        return {}
    if where.numbers is None and (found := _in_one_go(matching, terms, limit=limit)) is not None:
        return found
    words = _words(connection, kind, where.values["owner"], terms)
    if not words:
        return {}
    if where.numbers is not None:
        return _scored_among(matching, words, where.numbers, limit=limit)
    for most in _SCORED if sum(len(word.texts) for word in words) > _SCORED[0] else ():
        likely = _likely(words, most)
        found = _scored_among(matching, words, likely, limit=limit)
        if len(found) >= limit or len(likely) < most:
            return found
    return _scored(connection, kind, where, words, limit=limit)


def _in_one_go(matching: _Matching, terms: Sequence[str], *, limit: int) -> dict[int, float] | None:
    """Return the best of the texts that match, where these are few; None where they are not, or it is not known.

    Each word is looked up once: else it is once to learn how rare it is, and twice more for the scores.
    """
    connection, kind, owner = matching.connection, matching.kind, matching.user[1]
    words = list(dict.fromkeys(terms))
    often, few = _often(connection), max(_FEW, _FEW_OF_EACH * min(len(words), MAX_TERMS))
    guess = often.get((kind, owner), math.inf)
    standing = matching.records.standing(connection, matching.user, kind, words, few=few, often=guess)
    if standing is None:
        return None
    often[kind, owner] = sum(map(len, standing)) / max(len(words), 1)
    mine = _counts(connection, kind, owner)[0]
    rarest = [(texts, _own_weight(len(texts), mine)) for texts in sorted(standing, key=len)[:MAX_TERMS]]
    return _best_by(matching, rarest, limit=limit)


def _best_by(matching: _Matching, words: Sequence[tuple[Standing, float]], *, limit: int) -> dict[int, float]:
    """Return the best of the texts that match, by where words stand and how rare each is."""
    scores = scored_by(matching.connection, matching.kind, words)
    sums = dict(zip(scores, map(math.fsum, scores.values()), strict=True))
    ranked, matches = sorted(sums.values(), reverse=True), dict[int, str]()
    for most in (limit if matching.where.is_of_all else limit * 3 // 2, len(sums)):
        likely = sums  # else only of those with the highest sums it is looked whether they match, if these are enough
        if most < len(sums):
            likely = {number: score for number, score in sums.items() if score >= ranked[most - 1]}
        matches = matching.among(likely)
        if len(matches) >= limit or likely is sums:
            break
    best = sorted([(sums[number], id_, number) for number, id_ in matches.items()], reverse=True)[:limit]
    return {number: score for score, _, number in best}


def _often(connection: sqlite3.Connection) -> dict[tuple[str, int], float]:
    """Return in how many texts a word stood, in the last search by words over a connection, by kind and owner."""
    return getattr(connection, "often", {})


def _likely(words: Sequence[_Word], most: int) -> list[int]:
    """Return the numbers of the texts with the rarest words, all that have any or `most` of them.

    Where so many have words that each say more than all further words together, no other text is taken up for these.
    """
    which, sums = _summed(words[: (enough := _telling(words, most))])
    if len(which) < most:
        which, sums = _summed(words)
    else:
        for word in words[enough:]:
            sums[_are_among(which, word.texts)] += word.rarity
    if len(which) <= most:
        return which.tolist()
    last = np.partition(sums, -most)[-most]
    above = which[sums > last]
    return [*above.tolist(), *which[sums == last][len(above) - most :].tolist()]  # of ties the newest


def _telling(words: Sequence[_Word], most: int) -> int:
    """Return how many of the rarest words it takes to have so many texts, but for those of several words."""
    texts, further = 0, sum(word.rarity for word in words)
    for place, word in enumerate(words, 1):
        texts, further = texts + len(word.texts), further - word.rarity
        if texts >= most and word.rarity > further + _LITTLE:
            return place
    return len(words)


def _summed(words: Sequence[_Word]) -> tuple[Numbers, Sums]:
    """Return the numbers of the texts that have words, ascending, and how rare those of each are together."""
    texts = np.concatenate([word.texts for word in words])
    rarities = np.repeat([word.rarity for word in words], [len(word.texts) for word in words])
    first = min(int(word.texts[0]) for word in words)
    span = max(int(word.texts[-1]) for word in words) - first + 1
    if span < _DENSE * len(texts):  # they need not be sorted
        sums = np.bincount(texts - first, rarities).astype(np.float64, copy=False)
        which = np.flatnonzero(sums > 0)
        return which + first, sums[which]
    which, places = np.unique(texts, return_inverse=True)
    return which, np.bincount(places, rarities).astype(np.float64, copy=False)


def _are_among(which: Numbers, texts: Numbers) -> NDArray[np.bool_]:
    """Return of each number whether it is among others, all ascending."""
    places = np.searchsorted(texts, which)
    return texts[np.minimum(places, len(texts) - 1)] == which


def _scored_among(
    matching: _Matching, words: Sequence[_Word], numbers: Sequence[int], *, limit: int
) -> dict[int, float]:
    """Return the best of the texts that match, of those of some numbers."""
    connection, kind, owner = matching.connection, matching.kind, matching.user[1]
    found = None
    if sum(len(word.texts) for word in words) > _WALKED * len(numbers):
        which = np.sort(np.array(numbers, np.int64))
        standing = {word.term: which[_are_among(which, word.texts)].tolist() for word in words}
        found = words_among(connection, kind, owner, standing)
    if found is None:
        return _scored(connection, kind, matching.where, words, limit=limit, numbers=numbers)
    return _best_by(matching, [(found[word.term], word.rarity) for word in words], limit=limit)


def _scored(
    connection: sqlite3.Connection,
    kind: Kind,
    where: Conditions,
    words: Sequence[_Word],
    *,
    limit: int,
    numbers: Sequence[int] | None = None,
) -> dict[int, float]:
    """Return the best of the texts that match as FTS5 scores them, of those of some numbers if these are given."""
    table = TABLES[kind]
    # by the plus the words are looked up, not the rows: passing over a row is cheap, scoring one is not
    among = "" if numbers is None else "AND +rowid IN (SELECT value FROM json_each(:among))"
    values = where.values | {"limit": limit, "among": id_list(numbers or ())}
    parts: list[str] = []
    for place, word in enumerate(words):
        values |= {f"word{place}": word.phrase, f"weight{place}": word.weight}
        parts.append(
            f"SELECT rowid AS number, -bm25({table}_fts) * :weight{place} AS score "
            f"FROM {table}_fts WHERE {table}_fts MATCH :word{place} {among}"
        )
    rows = connection.execute(
        f"WITH found AS MATERIALIZED ({' UNION ALL '.join(parts)}), "
        "best AS MATERIALIZED (SELECT number, sum(score) AS score FROM found GROUP BY number) "
        f"SELECT r.number, best.score FROM best CROSS JOIN {table} r ON r.number = best.number "
        f"WHERE {where.sql} ORDER BY best.score DESC, r.id DESC LIMIT :limit",
        values,
    )
    return dict(map(tuple, rows))


# one text of each word, not a row for each of its texts: Python takes longer for a row than SQLite does
_STANDING = "SELECT p.value, (SELECT group_concat(rowid) FROM {0} WHERE {0} MATCH p.value) FROM json_each(?) p"


def _words(connection: sqlite3.Connection, kind: Kind, owner: int, terms: Sequence[str]) -> list[_Word]:
    """Return the terms that occur, the rarest first."""
    mine, everybodys = _counts(connection, kind, owner)
    by_phrase = {_phrase(owner, term): term for term in terms}
    common = _common(connection, kind)
    texts = {phrase: common[phrase] for phrase in by_phrase if phrase in common}
    missing = [phrase for phrase in by_phrase if phrase not in texts]
    found = connection.execute(_STANDING.format(f"{TABLES[kind]}_fts"), (to_json(missing),))
    read = {phrase: np.fromstring(numbers, np.int64, sep=",") for phrase, numbers in found if numbers}
    _note_common(common, read)
    texts |= read
    _often(connection)[kind, owner] = sum(map(len, texts.values())) / max(len(terms), 1)
    words: list[_Word] = []
    for phrase in sorted(texts, key=lambda one: len(texts[one]))[:MAX_TERMS]:
        count = len(texts[phrase])
        rarity = _own_weight(count, mine)
        weight = rarity / _weight_in_fts5(count, everybodys)
        words.append(_Word(by_phrase[phrase], phrase, texts[phrase], rarity, weight))
    return words


@once_a_snapshot
def _common(_: sqlite3.Connection, _kind: Kind) -> dict[str, Numbers]:
    """Return where common words stand, as far as they were looked up since anybody has written, by their phrases."""
    return {}


def _note_common(common: dict[str, Numbers], read: Mapping[str, Numbers]) -> None:
    """Keep where further words stand that are common, instead of the older half where that takes much room."""
    common |= {phrase: texts for phrase, texts in read.items() if len(texts) >= _COMMON}
    while sum(map(len, common.values())) > _MOST_PLACES:
        for phrase in [*common][: (len(common) + 1) // 2]:
            del common[phrase]


def _counts(connection: sqlite3.Connection, kind: Kind, owner: int) -> tuple[int, int]:
    """Return how many texts of a kind a user has, and everybody."""
    documents = _documents(connection, owner)
    return documents.get((kind, owner), 0), documents.get((kind, 0), 0)


@once_a_snapshot
def _documents(connection: sqlite3.Connection, owner: int) -> Mapping[tuple[str, int], int]:
    """Return how many texts of each kind a user has, and everybody, who is owner 0."""
    rows = connection.execute(
        "SELECT kind, owner, documents FROM text_rows "
        "WHERE kind IN ('message', 'fact', 'entity') AND owner IN (?, 0)",
        (owner,),
    )
    return {(row[0], row[1]): row[2] for row in rows}


def _phrase(owner: int, term: str) -> str:
    quoted = term.replace('"', '""').replace("\0", " ")
    return f'"{owner}:{quoted}"'


def _own_weight(count: int, documents: int) -> float:
    return math.log1p((documents - count + 0.5) / (count + 0.5))


def _weight_in_fts5(count: int, documents: int) -> float:
    weight = math.log((documents - count + 0.5) / (count + 0.5))
    return weight if weight > 0 else 1e-6
