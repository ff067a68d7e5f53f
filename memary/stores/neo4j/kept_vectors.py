"""Keep a user's vectors between reads, so that the server need not compare them.

To read a vector and compare it takes the server longer than all else that a search does with a record. So this
process keeps them, of users who ask more than once and have few enough, and a search asks the server for the records
of the nearest by their ids, under all of its conditions. Whoever writes to a user's memory gives the user another
stamp, in whatever process; the search reads it with the records. Where it is another one, the user's ids are listed
with the digests of their vectors, and what is new among them is read.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memary.stores.neo4j.driver.batches import BatchedTransaction
from memary.stores.neo4j.driver.connection import Course
from memary.stores.neo4j.rows import vector_digest
from memary.stores.neo4j.schema import EMBEDDED
from memary.types import Embedding

Matrix: TypeAlias = NDArray[np.float32]
Stamp: TypeAlias = list[str | None]
_Read: TypeAlias = tuple[str | None, str, list[float] | None]

MOST = 1_500_000
"""Of how many numbers all vectors of a kind are kept: 5,800 of the built-in ones. Beyond, the server compares."""

ROOM = 2**28
"""Bytes for the vectors of all users, of those who asked last."""

_MOST_USERS = 1_024

_AT_ONCE = 128_000
"""How many numbers of vectors one search reads at most, 500 vectors of the built-in embeddings: the driver takes some
.3 microseconds for each. Until all of them are there the server compares."""

STAMP = "COLLECT { MATCH (u:User {id: $user}) RETURN toString(u.last_write) + coalesce(u.stamp, '') }"
"""What changes with each write to a user's memory."""

_NO_VECTOR = "-"
_DIGEST, _END = "\x1f", "\x1e"
"""What stands before the digest of a vector, and behind it."""

# in few texts: the driver takes as long for an id as for the text of a hundred
_LISTED = """
CALL () {{
MATCH (n:{label}) WHERE n.user_id = $user AND n.id IS NOT NULL WITH n LIMIT $most_{label}
WITH collect(n.id + $before + coalesce(n.vector_digest, CASE WHEN n.unembedded THEN $none ELSE '' END)) AS each
RETURN size(each) AS {label}_count,
  [at IN range(0, size(each) - 1, 64) | reduce(text = '', one IN each[at..at + 64] | text + one + $end)] AS {label}
}}
"""
_READ = """
CALL () {{
MATCH (n:{label}) USING INDEX SEEK n:{label}(user_id, id) WHERE n.user_id = $user AND n.id IN $of_{label}
RETURN collect([n.id, coalesce(n.vector_digest, ''), n.embedding]) AS {label}
}}
"""
_LIST_ALL, _READ_ALL = (
    "".join(each.format(label=label) for label in EMBEDDED) + f"RETURN {', '.join(columns)}"
    for each, columns in (
        (_LISTED, [*EMBEDDED, *(f"{label}_count" for label in EMBEDDED)]),
        (_READ, EMBEDDED),
    )
)


@lru_cache(maxsize=64)
def unit_of(embedding: Embedding) -> Matrix:
    """Return a vector of length one; what is asked is compared with records of several kinds."""
    vector = np.frombuffer(embedding, "<f4")
    return vector / np.sqrt(np.vecdot(vector, vector))


class Near(NamedTuple):
    """The nearest of what is kept: ids and cosines, the nearest first, and whether others are near enough, too."""

    ids: list[str]
    cosines: list[float]
    are_all: bool


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors of a kind: of these ids, unit vectors; and by id the digests of all that was read."""

    ids: list[str] = field(default_factory=list[str])
    matrix: Matrix = field(default_factory=lambda: np.empty((0, 0), np.float32))
    digests: Mapping[str, str] = field(default_factory=dict[str, str])

    def nearest(self, query: Matrix, most: int, least: float) -> Near:
        """Return the nearest of those that are near enough, `most` of them; ties by id."""
        if not self.ids or self.matrix.shape[1] != len(query):  # those of another model are about to go
            return Near([], [], are_all=True)
        cosines = np.vecdot(self.matrix, query)
        enough = np.flatnonzero(cosines >= least)
        places = enough
        if len(enough) > most:
            least = np.partition(cosines[enough], -most)[-most]
            places = enough[cosines[enough] >= least]
        best = sorted(zip((-cosines[places]).tolist(), [self.ids[place] for place in places], strict=True))[:most]
        return Near([id_ for _, id_ in best], [-cosine for cosine, _ in best], are_all=len(best) == len(enough))

    def after(self, listed: Mapping[str, str], read: Sequence[_Read], dimensions: int) -> Vectors:
        """Return those that are listed still, with some that were read."""
        if listed == self.digests:
            return self
        gone = {id_ for id_, digest in self.digests.items() if listed.get(id_) != digest}
        gone.update(id_ for id_, _, _ in read if id_ is not None)
        digests = {id_: digest for id_, digest in self.digests.items() if id_ not in gone}
        kept = self if self.matrix.shape[1] == dimensions else Vectors()
        places = [place for place, id_ in enumerate(kept.ids) if id_ not in gone]
        ids = [kept.ids[place] for place in places]
        parts = [kept.matrix[places] if len(places) < len(kept.ids) else kept.matrix] if ids else []
        for id_, digest, numbers in read:
            if id_ is None:  # it was removed meanwhile
                continue
            digests[id_] = digest
            if numbers is None or len(numbers) != dimensions:
                continue
            vector = np.asarray([numbers], "<f4")
            if digest not in ("", vector_digest(vector.tobytes())):  # written to just then: it is read again
                del digests[id_]
            ids.append(id_)
            parts.append(vector / np.sqrt(np.vecdot(vector, vector)))
        return Vectors(ids, np.concatenate(parts) if parts else np.empty((0, dimensions), np.float32), digests)


class State(NamedTuple):
    """What is kept of a user at a stamp: vectors by label, but for labels with too many."""

    stamp: Stamp
    vectors: Mapping[str, Vectors]


class UserVectors:
    """The vectors of a user.

    Attributes:
        state: None while not all are read.
    """

    def __init__(self, asked_in: Course) -> None:
        self.state: State | None = None
        self._asked_in = asked_in
        self._read_in: Course | None = None
        self._read = {label: Vectors() for label in EMBEDDED}
        self._last_listed: dict[str, tuple[str, Mapping[str, str]]] = {}
        self._too_many: set[str] = set()
        self._one_reads = asyncio.Lock()

    @property
    def size(self) -> int:
        """Return about how many bytes they take."""
        return sum(each.matrix.nbytes + 200 * len(each.digests) for each in self._read.values())

    def is_asked_again(self, course: Course) -> bool:
        """Return whether another transaction than the first asks."""
        return self._asked_in is not course

    async def brought_up(
        self, tx: BatchedTransaction, user_id: str, dimensions: int, *, stamp: Stamp | None = None
    ) -> State | None:
        """Bring them up to what the server has; None while not all of them are read.

        Args:
            tx: reads what is new, once.
            user_id: whose they are.
            dimensions: of the vectors.
            stamp: the user's, if it was read already.
        """
        async with self._one_reads:  # several searches of a transaction find the same
            if self._read_in is not tx.course and (stamp is None or self.state is None or self.state.stamp != stamp):
                stamp = stamp or await tx.collected(f"RETURN {STAMP}", user=user_id)
                self.state = await self._state_at(tx, user_id, stamp, dimensions)
                self._read_in = tx.course
            return self.state

    async def _state_at(self, tx: BatchedTransaction, user_id: str, stamp: Stamp, dimensions: int) -> State | None:
        most, left = MOST // dimensions, max(_AT_ONCE // dimensions, 1)
        limits = {f"most_{label}": 0 if label in self._too_many else most + 1 for label in EMBEDDED}
        values = {"before": _DIGEST, "end": _END, "none": _NO_VECTOR, **limits}
        [found] = await tx.rows(_LIST_ALL, user=user_id, **values)
        self._too_many.update(label for label in EMBEDDED if found[f"{label}_count"] > most)
        listed = {label: self._listed(label, "".join(found[label])) for label in EMBEDDED}
        wanted: dict[str, list[str]] = {}
        is_all = True
        for label, digests in listed.items():
            known = self._read[label].digests
            unknown = [] if digests == known else [id_ for id_, one in digests.items() if known.get(id_) != one]
            wanted[label] = unknown[:left]
            left -= len(wanted[label])
            is_all = is_all and len(wanted[label]) == len(unknown)
        read: Mapping[str, list[_Read]] = {}
        if any(wanted.values()):
            [read] = await tx.rows(_READ_ALL, user=user_id, **{f"of_{label}": ids for label, ids in wanted.items()})
        self._read = {
            label: each.after(listed[label], read.get(label, ()), dimensions) for label, each in self._read.items()
        }
        vectors = {label: each for label, each in self._read.items() if label not in self._too_many}
        return State(stamp, vectors) if is_all else None

    def _listed(self, label: str, text: str) -> Mapping[str, str]:
        """Return the digests of vectors by id; none where there are too many of a label."""
        former, digests = self._last_listed.get(label, ("", {}))
        if text != former:
            pairs = (each.rsplit(_DIGEST, 1) for each in text.split(_END)[:-1])
            digests = {id_: digest for id_, digest in pairs if digest != _NO_VECTOR}
            self._last_listed[label] = text, digests
        return {} if label in self._too_many else digests


class KeptVectors:
    """The vectors of users who asked more than once, up to so many bytes; the least recently used go first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._users: OrderedDict[str, UserVectors] = OrderedDict()

    def of(self, user_id: str, course: Course) -> UserVectors | None:
        """Return what is kept of a user; None in the first transaction that asks.

        A process that asks once would read more than it saves.
        """
        kept = self._users.get(user_id)
        if kept is None:
            self._users[user_id] = UserVectors(course)
            self._make_room()
            return None
        self._users.move_to_end(user_id)
        return kept if kept.is_asked_again(course) else None

    def drop(self, user_id: str) -> None:
        """Keep nothing of a user any more."""
        self._users.pop(user_id, None)

    def _make_room(self) -> None:
        """Let go of the vectors of those who asked the longest ago, where there are too many."""
        size = sum(each.size for each in self._users.values())
        while len(self._users) > 1 and (size > self._room or len(self._users) > _MOST_USERS):
            size -= self._users.popitem(last=False)[1].size
