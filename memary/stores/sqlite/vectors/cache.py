"""A user's vectors in memory, and the memory that has those of the users who searched last."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, cast

import numpy as np

from memary.stores.sqlite.driver.connection import Turn
from memary.stores.sqlite.rows import id_list
from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.sketches import WORDS, Matrix, Numbers, Sketches, sketches_of
from memary.stores.sqlite.vectors.table import unit

Rows = TypeVar("Rows", Matrix | Sketches, Sketches, Numbers)

CACHE_BYTES = 2**30
"""Room for the sketches of twenty million records; taken as needed."""

_NUMBERS = (
    "SELECT r.number FROM json_each(?) p CROSS JOIN embeddings e ON e.seq = p.value "
    "CROSS JOIN {} r ON r.owner = e.owner AND r.id = e.id ORDER BY p.key"
)


@dataclass(frozen=True, slots=True)
class UserVectors:
    """A user's vectors of one kind at some count of changes: unit vectors, or sketches of very many.

    Of sketches a word of all stands after the other, as they are compared.
    """

    changes: int
    dimensions: int
    seqs: Numbers  # ascending
    rows: Matrix | Sketches  # vectors, or sketches, in the order of seqs; rows beyond are room to grow
    numbers: Numbers  # of the records, as far as they were looked up: else 0
    gone: Numbers  # places of those that were removed since, ascending

    @classmethod
    def none(cls, changes: int, dimensions: int) -> UserVectors:
        """Return what vectors can be added to."""
        nothing = np.empty(0, np.int64)
        return cls(changes, dimensions, nothing, np.empty((0, dimensions), np.float32), nothing, nothing)

    def as_sketches(self, room: int) -> UserVectors:
        """Return none of them, to which some `room` sketches can be added."""
        nothing = np.empty(0, np.int64)
        rows = np.empty((room + room // 8, WORDS), np.uint64, order="F")
        return replace(self, seqs=nothing, rows=rows, numbers=nothing)

    @property
    def last(self) -> int:
        """Return the highest number of a vector, 0 where there is none."""
        last = len(self.seqs) - 1
        for place in self.gone[::-1]:
            if place != last:
                break
            last -= 1
        return int(self.seqs[last]) if last >= 0 else 0

    @property
    def are_sketches(self) -> bool:
        """Return whether these are sketches, not vectors."""
        return self.rows.dtype == np.uint64

    def is_of(self, changes: int, newest: int, dimensions: int) -> bool:
        """Return whether they are those of a count of changes, up to a number."""
        return self.changes == changes and self.last == newest and self.dimensions == dimensions

    @property
    def size(self) -> int:
        """Return the size in bytes."""
        return self.rows.nbytes + self.seqs.nbytes + self.numbers.nbytes

    def without(self, removed: Sequence[int], changes: int) -> UserVectors:
        """Return them as they are at a later count of changes, when those of some numbers were removed."""
        if not removed:
            return replace(self, changes=changes)
        count, which = len(self.seqs), np.sort(np.array(removed, np.int64))
        places = np.searchsorted(self.seqs, which)
        is_here = np.append(self.seqs, -1)[places] == which  # others were added and removed between two looks
        # without room: older readers may fill it with what is removed by now
        rows = self.rows[:count]
        return replace(self, changes=changes, rows=rows, gone=np.union1d(self.gone, places[is_here]))

    def extended(self, more: Iterable[tuple[Numbers, Matrix | Sketches]]) -> UserVectors:
        """Return them with those that follow."""
        rows, place, order = self.rows, len(self.seqs), "F" if self.are_sketches else "C"
        seqs = _with_room(self.seqs, place, max(place, len(rows)), "C")
        # one after the other, and in its place: to have those of a million twice would take as long again
        for numbers, some in more:
            if (end := place + len(numbers)) > len(rows):
                rows = _with_room(rows, place, end + end // 8, order)
                seqs = _with_room(seqs, place, len(rows), "C")
            # older readers of shared rows look at their own, and rows of one number are the same to everybody
            if self.are_sketches:
                rows[place:end] = some if some.dtype == np.uint64 else sketches_of(cast(Matrix, some))
            else:
                rows[place:end] = unit(cast(Matrix, some))
            seqs[place:end] = numbers
            place = end
        seqs, known = seqs[:place], np.zeros(place, np.int64)
        known[: len(self.numbers)] = self.numbers
        return replace(self, seqs=seqs, rows=rows, numbers=known)

    def numbers_at(self, connection: sqlite3.Connection, kind: Kind, places: Numbers) -> list[int]:
        """Return the numbers of the records whose vectors stand at some places.

        They keep them as long as these.
        """
        if not self.numbers[places].all():
            unknown = places[self.numbers[places] == 0]
            rows = connection.execute(_NUMBERS.format(TABLES[kind]), (id_list(self.seqs[unknown].tolist()),))
            self.numbers[unknown] = [row[0] for row in rows]
        return self.numbers[places].tolist()


def _with_room(rows: Rows, used: int, room: int, order: Literal["C", "F"]) -> Rows:
    larger = np.empty((room, *rows.shape[1:]), rows.dtype, order=order)
    larger[:used] = rows[:used]
    return cast(Rows, larger)


class VectorCache:
    """The vectors last used, up to `limit` bytes; the least recently used go first.

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
