"""Keep records as they were made of rows, as long as the rows stand as they were.

A search looks at hundreds of records of which ten become hits, and the next one of the same user looks at many of the
same. So they are kept by the numbers of their rows, for a revision of the user: what changes or removes a message, a
fact or an entity moves the revision on, in whatever process. What this process has written itself is left out of what
is kept for the next revision, all else is taken over. A message that is added moves nothing on: its number is new,
and only its session is looked up again.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, cast

from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.kept.keys import Bearers, bearers_after, bearers_of, note_bearers
from memary.stores.sqlite.kept.nodes import Newest, Node, Place, added_by, nodes_after, with_further
from memary.stores.sqlite.kept.words import Standing, Words, note_read, words_after
from memary.stores.sqlite.queries.words import words_in
from memary.stores.sqlite.rows import SAID, id_list, selected, to_entity, to_fact, to_json, to_said
from memary.stores.sqlite.schema import TABLES, Kind
from memary.types import Entity, Fact, GraphDelta, Said

MOST = 16_384
"""How many records are kept, of all users together: of those who searched last."""

LONGEST = 4_000
"""Characters of the longest message that is kept."""

_OF_SESSION = 200
"""Of how many messages a session is at most whose order is kept."""

_ADDED = 1_000
"""After how many new messages, of any users, the order of no session is kept."""

_Around: TypeAlias = Sequence[tuple[Collection[str], int]]

ReadNewest: TypeAlias = Callable[[Newest], Sequence[tuple[Place, str, str]]]
"""Reads the places of the newest facts at some nodes, the newest first, and their ends."""


class _Form(NamedTuple):
    """What is selected of a row, and what is made of it."""

    selected: str
    record_of: Callable[[sqlite3.Row, str], Said | Fact | Entity]


_FORMS: dict[Kind, _Form] = {
    "message": _Form(SAID, to_said),
    "fact": _Form(selected("facts"), to_fact),
    "entity": _Form(selected("entities"), to_entity),
}

# of one that is too long nothing is made
_SESSIONS = f"""
SELECT s.value, (SELECT iif(count(*) > {_OF_SESSION}, NULL, json_group_array(id)) FROM (
  SELECT m.id FROM messages m WHERE m.owner = :owner AND m.session_id IS s.value
  ORDER BY m.created_at, m.id LIMIT {_OF_SESSION} + 1))
FROM json_each(:sessions) s
"""


_STATE = """
SELECT revision, (SELECT documents FROM text_rows WHERE kind = 'message' AND owner = u.number),
  (SELECT max(number) FROM messages) FROM users u WHERE number = ?
"""

_ADDED_TO = "SELECT session_id, count(*) FROM messages WHERE number > ? AND +owner = ? GROUP BY session_id"


class _Session(NamedTuple):
    """The ids of the messages of a session, or of none, in the order they were said, and the places of these."""

    ids: Sequence[str]
    places: Mapping[str, int]


class _Talk(NamedTuple):
    """The sessions of a user, when there were so many messages, as far as they were looked up.

    One that is too long is None. `newest` is the highest number of a message of any user. `words` tells in which of
    these messages words stand.
    """

    messages: int
    newest: int
    sessions: dict[str | None, _Session | None]
    words: Words


_NO_TALK = _Talk(-1, 0, {}, {})


_Get: TypeAlias = Callable[[Any], Any]


class UserRecords:
    """Records of a user at a revision.

    Attributes:
        owner: the number of the user.
        revision: of the user's graph.
        talk: the order in which messages were said.
        records: by kind, records by the numbers of their rows.
        numbers: by kind, these numbers by the ids of the records.
        nodes: the newest facts at entities, by the ids of these.
        words: by kind, in which texts words stand; of messages the talk has them.
        bearers: which entities have a key.
    """

    __slots__ = ("bearers", "nodes", "numbers", "owner", "records", "revision", "talk", "words")

    def __init__(self, owner: int, revision: int, talk: _Talk = _NO_TALK) -> None:
        self.owner, self.revision, self.talk = owner, revision, talk
        self.records: dict[Kind, dict[int, Any]] = {kind: {} for kind in TABLES}
        self.numbers: dict[Kind, dict[str, int]] = {kind: {} for kind in TABLES}
        self.nodes: Mapping[str, Node] = {}  # another mapping each time: several threads read it
        self.words: dict[Kind, Words] = {"fact": {}, "entity": {}}
        self.bearers: Bearers = {}

    def __len__(self) -> int:
        """How many there are, with words and keys, two of which take about the room of a record."""
        words = len(self.talk.words) + sum(map(len, self.words.values())) + len(self.bearers)
        return sum(map(len, self.records.values())) + words // 2

    def of_ids(self, kind: Kind, ids: Iterable[str]) -> list[Any]:
        """Return the records of some ids, often of hundreds; None in the place of each that is not known."""
        return [*map(cast("_Get", self.records[kind].get), map(cast("_Get", self.numbers[kind].get), ids))]

    def after(self, delta: GraphDelta) -> UserRecords:
        """Return those that stand as they were after a delta, for the revision that it has led to.

        They are copied: who still reads from before the delta goes on with these.
        """
        talk = _NO_TALK if delta.removed_messages or delta.returned else self.talk
        left = UserRecords(self.owner, self.revision + 1, talk._replace(words={}) if delta.messages else talk)
        changed: dict[Kind, set[str]] = {
            "message": {*(one.id for one in (*delta.messages, *delta.annotated)), *delta.removed_messages},
            "fact": {*(one.id for one in delta.facts), *delta.removed_facts},
            "entity": {*(one.id for one in delta.entities), *delta.removed_entities},
        }
        new = added_by(delta)
        for kind, ids in changed.items():
            if kind == "fact" and delta.removed_entities:  # their facts went with them
                continue
            if ids <= new:  # what is known is the same before and after
                left.records[kind], left.numbers[kind] = self.records[kind], self.numbers[kind]
                continue
            records, numbers = self.records[kind].copy(), self.numbers[kind].copy()
            for id_ in ids:
                if (number := numbers.pop(id_, None)) is not None:
                    records.pop(number, None)
            left.records[kind], left.numbers[kind] = records, numbers
        left.nodes = nodes_after(self.nodes, delta)
        entities = self._former("entity", changed["entity"])
        left.bearers = bearers_after(self.bearers, delta, entities)
        if not delta.removed_entities:  # their facts went with them
            facts = self._former("fact", changed["fact"])
            left.words["fact"] = words_after(self.words["fact"], delta, delta.facts, facts, delta.removed_facts)
            left.words["entity"] = words_after(self.words["entity"], delta, delta.entities, entities, ())
        return left

    def _former(self, kind: Kind, ids: Iterable[str]) -> dict[str, Any]:
        """Return the records of some ids, as far as they are known, by these."""
        return {record.id: record for record in self.of_ids(kind, ids) if record is not None}


class RecordCache:
    """The records that were read last, `most` of them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._users: OrderedDict[str, UserRecords] = OrderedDict()
        self._count = 0  # of records, or more

    def at(
        self, connection: sqlite3.Connection, user: tuple[str, int], kind: Kind, numbers: Iterable[int]
    ) -> dict[int, Any]:
        """Return what stands in rows of some numbers, by these, ascending.

        Args:
            connection: where it is read.
            user: the id and the number of the user.
            kind: of the records; of messages it is what they say.
            numbers: of the rows.
        """
        kept = self._of(connection, user)
        known = kept.records[kind]
        found = dict.fromkeys(sorted(numbers))
        found.update(zip(found, map(known.get, found), strict=True))
        if missing := [number for number, record in found.items() if record is None]:
            rows = connection.execute(
                f"SELECT {_FORMS[kind].selected}, r.number FROM {TABLES[kind]} r "
                "WHERE r.number IN (SELECT value FROM json_each(?))",
                (id_list(missing),),
            )
            made = self._made(kept, kind, rows, user)
            found = {number: record or made.get(number) for number, record in found.items()}
        return {number: record for number, record in found.items() if record is not None}

    def of_ids(
        self, connection: sqlite3.Connection, user: tuple[str, int], kind: Kind, ids: Collection[str]
    ) -> list[Any]:
        """Return the records of some ids in their order, of messages what they say."""
        kept = self._of(connection, user)
        found = kept.of_ids(kind, ids)
        if all(found):  # as mostly, of hundreds
            return found
        missing = [id_ for id_, record in zip(ids, found, strict=True) if record is None]
        rows = connection.execute(
            f"SELECT {_FORMS[kind].selected}, r.number FROM {TABLES[kind]} r "
            "WHERE r.owner = ? AND r.id IN (SELECT value FROM json_each(?))",
            (user[1], id_list(missing)),
        )
        made = {record.id: record for record in self._made(kept, kind, rows, user).values()}
        all_found = (record or made.get(id_) for id_, record in zip(ids, found, strict=True))
        return [record for record in all_found if record is not None]

    def called(self, connection: sqlite3.Connection, user: tuple[str, int], keys: Collection[str]) -> list[Entity]:
        """Return the entities that have some keys."""
        kept = self._of(connection, user)
        known = kept.bearers
        found = dict(zip(keys, map(known.get, keys), strict=True))
        if missing := [key for key, ids in found.items() if ids is None]:
            read = bearers_of(connection, user[1], missing)
            note_bearers(known, read)
            self._make_room(kept, user[0], len(read) // 2)
            found |= read
        return self.of_ids(connection, user, "entity", {id_ for ids in found.values() if ids for id_ in ids})

    def newest(
        self, connection: sqlite3.Connection, user: tuple[str, int], asked: Newest, read: ReadNewest
    ) -> list[Fact]:
        """Return the newest facts at some nodes, the newest first; `read` is how these are found."""
        kept = self._of(connection, user)
        nodes = kept.nodes
        missing = [id_ for id_ in asked.nodes if id_ not in nodes]
        if missing and len(missing) < len(asked.nodes):
            further = Newest(missing, asked.limit)
            nodes = kept.nodes = with_further(nodes, further.taken(read(further)))
        if (ids := asked.among(nodes)) is None:
            found = read(asked)
            kept.nodes = with_further(nodes, asked.taken(found))
            ids = [place[1] for place, *_ in found]
        return self.of_ids(connection, user, "fact", ids)

    def standing(
        self,
        connection: sqlite3.Connection,
        user: tuple[str, int],
        kind: Kind,
        words: Sequence[str],
        *,
        few: int,
        often: float,
    ) -> list[Standing] | None:
        """Return where words stand, of those that do; None where that is in more than a few places, or not known.

        `often` is in how many places a word may stand that is not kept. That is a guess, and may be wrong.
        """
        kept, most = self._of(connection, user), few * 5 // 3
        known = _talk(connection, kept).words if kind == "message" else kept.words[kind]
        standing = {word: known.get(word) for word in words}
        if missing := [word for word, texts in standing.items() if texts is None]:
            if len(missing) * often > few:
                return None
            if (read := words_in(connection, kind, user[1], missing, most=most)) is None:
                return None
            standing |= read
            note_read(known, read)
            self._make_room(kept, user[0], len(read) // 2)
        found = [texts for texts in standing.values() if texts]
        return found if sum([count for one in found for count, _ in one.values()]) <= most else None

    def before(
        self, connection: sqlite3.Connection, user: tuple[str, int], around: _Around
    ) -> tuple[dict[str, str], _Around]:
        """Return what was said right before messages that stand around some, as `Stretches` has it.

        With it those of which it is not known: what they say was not kept, or their session is too long.
        """
        kept = self._of(connection, user)
        said = kept.of_ids("message", chain.from_iterable(some for some, _ in around))
        said_in = {one.id: one.session_id for one in said if one is not None}
        sessions = _sessions(connection, kept, {*said_in.values()})
        before: dict[str, str] = {}
        left: list[tuple[Collection[str], int]] = []
        for some, turns in around:
            unknown: list[str] = []
            for id_ in some:
                session = sessions[said_in[id_]] if id_ in said_in else None
                if session is None or id_ not in session.places:
                    unknown.append(id_)
                    continue
                place = session.places[id_]
                stretch = session.ids[max(place - turns, 0) : place + turns + 1]
                before.update(zip(stretch[1:], stretch, strict=False))
            if unknown:
                left.append((unknown, turns))
        return before, left

    def moved_on(self, delta: GraphDelta) -> None:
        """Leave out what a delta has changed that was just written, and take the rest over."""
        with self._lock:
            if (kept := self._users.get(delta.user_id)) is None:
                return
            if kept.revision == delta.revision:
                self._users[delta.user_id] = kept.after(delta)
            elif kept.revision < delta.revision:
                del self._users[delta.user_id]

    def drop(self, user_id: str) -> None:
        """Keep nothing of a user any more."""
        with self._lock:
            self._users.pop(user_id, None)

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._users.clear()
            self._count = 0

    def _of(self, connection: sqlite3.Connection, user: tuple[str, int]) -> UserRecords:
        """Return what is kept of a user as they are in this snapshot."""
        user_id, owner = user
        revision, _, _ = _state(connection, owner)
        kept = self._users.get(user_id)
        if kept is not None and kept.revision == revision and kept.owner == owner:
            return kept
        fresh = UserRecords(owner, revision)
        with self._lock:
            if kept is None or kept.owner != owner or kept.revision < revision:  # else a snapshot of before
                self._users[user_id] = fresh
        return fresh

    def _made(
        self, kept: UserRecords, kind: Kind, rows: Iterable[sqlite3.Row], user: tuple[str, int]
    ) -> dict[int, Any]:
        """Make the records of rows, and keep them."""
        user_id, record_of = user[0], _FORMS[kind].record_of
        made = {row[-1]: record_of(row, user_id) for row in rows}
        records, numbers = kept.records[kind], kept.numbers[kind]
        for number, record in made.items():
            if not isinstance(record, Said) or len(record.content) <= LONGEST:
                records[number], numbers[record.id] = record, number
        self._make_room(kept, user_id, len(made))
        return made

    def _make_room(self, kept: UserRecords, user_id: str, more: int) -> None:
        """Let go of the records of those who searched the longest ago, where there are too many."""
        with self._lock:
            if self._users.get(user_id) is kept:
                self._users.move_to_end(user_id)
            self._count += more
            if self._count > self._most:
                self._count = sum(map(len, self._users.values()))
            while self._count > self._most and self._users:
                self._count -= len(self._users.popitem(last=False)[1])


@once_a_snapshot
def _state(connection: sqlite3.Connection, owner: int) -> tuple[int, int, int]:
    """Return the revision of a user, how many messages there are, and the highest number of one of any user."""
    revision, count, newest = connection.execute(_STATE, (owner,)).fetchone()
    return revision, count or 0, newest or 0


def _sessions(
    connection: sqlite3.Connection, kept: UserRecords, wanted: Collection[str | None]
) -> Mapping[str | None, _Session | None]:
    """Return some sessions, as far as these are not too long."""
    sessions = _talk(connection, kept).sessions
    if missing := [one for one in wanted if one not in sessions]:
        values = {"owner": kept.owner, "sessions": to_json(missing)}
        for session_id, listed in connection.execute(_SESSIONS, values):
            of_session: list[str] | None = json.loads(listed) if listed else None
            places = {id_: place for place, id_ in enumerate(of_session or ())}
            sessions[session_id] = None if of_session is None else _Session(of_session, places)
    return sessions


def _talk(connection: sqlite3.Connection, kept: UserRecords) -> _Talk:
    """Return the talk as it is in this snapshot, without the sessions to which messages were added since."""
    _, count, newest = _state(connection, kept.owner)
    talk = kept.talk
    if count == talk.messages:
        return talk
    if count < talk.messages:  # a snapshot of before
        return _Talk(count, newest, {}, {})
    sessions: dict[str | None, _Session | None] = {}
    if talk.sessions and newest - talk.newest <= _ADDED:
        added: dict[str | None, int] = dict(connection.execute(_ADDED_TO, (talk.newest, kept.owner)).fetchall())
        if (
            sum(added.values()) == count - talk.messages
        ):  # else numbers of removed messages of others were taken again
            sessions = {id_: session for id_, session in talk.sessions.items() if id_ not in added}
    kept.talk = talk = _Talk(count, newest, sessions, {})
    return talk
