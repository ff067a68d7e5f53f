"""The conditions of a read: always the owner, then what narrows it.

Every clause is a constant text; what callers pass goes in as parameters only. The table's alias is `r`.
SQLite keeps no statistics here and would walk all rows of a user to get them in order; so once a read names ids,
words or a session, its order and times are written with a plus sign, which keeps indexes away from them, and CROSS
JOIN keeps tables in the order written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from memary.filters import And, Compare, Filter, Or
from memary.queries import Place, View
from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.queries.filters import compiled, metadata_test
from memary.stores.sqlite.rows import id_list, selected, to_stamp
from memary.types import BEGINNING, FOREVER, VALUE, Scope

_BY_SESSION = "m.owner = :owner AND m.session_id = :session AND (:agent IS NULL OR m.agent_id = :agent)"
_BY_AGENT = "m.owner = :owner AND m.agent_id = :agent"

_WITHIN = {
    "mentions": "r.source_id IN (SELECT m.id FROM messages m WHERE {said})",
    "facts": "r.id IN (SELECT s.fact_id FROM messages m CROSS JOIN fact_sources s "
    "ON s.owner = m.owner AND s.source_id = m.id WHERE {said})",
    "entities": "r.id IN (SELECT x.entity_id FROM messages m CROSS JOIN mentions x "
    "ON x.owner = m.owner AND x.source_id = m.id WHERE {said})",
}

_MANY = 500
"""From so many messages on they are not looked up by their metadata, nor facts by their beginning or end."""

_TOLD = (
    "SELECT m.number FROM message_metadata d CROSS JOIN messages m ON m.owner = d.owner AND m.id = d.message_id "
    f"WHERE d.owner = :owner AND {{}} LIMIT {_MANY}"
)


_ENDS = (
    "SELECT number, invalid_at FROM facts INDEXED BY facts_ended "
    f"WHERE owner = ? AND invalid_at < {to_stamp(FOREVER)} ORDER BY invalid_at LIMIT {_MANY}"
)

_LAST_END = (
    "SELECT invalid_at FROM facts INDEXED BY facts_ended "
    f"WHERE owner = ? AND invalid_at < {to_stamp(FOREVER)} ORDER BY invalid_at DESC LIMIT 1"
)

_BEGUN_SINCE = (
    f"SELECT number FROM facts INDEXED BY facts_by_time WHERE owner = :owner AND valid_at >= :since LIMIT {_MANY}"
)


def said_within(scope: Scope) -> str:
    """Return the clause that a message `m` is of the scope, worded for the index that fits."""
    return _BY_SESSION if scope.session_id is not None else _BY_AGENT


@once_a_snapshot
def owner_of(connection: sqlite3.Connection, user_id: str) -> int | None:
    """Return the number of a user, None for an unknown one."""
    row = connection.execute("SELECT number FROM users WHERE user_id = ?", (user_id,)).fetchone()
    return row["number"] if row else None


def is_past(connection: sqlite3.Connection, owner: int, known_at: datetime) -> bool:
    """Return whether the user's memory learnt anything after `known_at`: else no row has to be left out."""
    return known_at < FOREVER and _learnt_until(connection, owner) > to_stamp(known_at)


@once_a_snapshot
def _learnt_until(connection: sqlite3.Connection, owner: int) -> int:
    row = connection.execute("SELECT learnt_until FROM users WHERE number = ?", (owner,)).fetchone()
    return row["learnt_until"]


def seen_in_the_past(table: str) -> str:
    """Return the clause that facts are seen at the time `:at`, as known at `:known`.

    See `Fact.is_visible`.
    """
    row = table.removeprefix("@")
    believed_longer = (
        f"{row}.expired_at > :known AND {row}.expired_at < {to_stamp(FOREVER)} "
        f"AND CASE WHEN {row}.changed_at = '[]' THEN {row}.stated_end > :at ELSE :at < coalesce("
        f"(SELECT e.value FROM json_each({row}.changed_at) c CROSS JOIN json_each({row}.earlier_ends) e "
        f"WHERE e.key = c.key AND c.value > :known ORDER BY c.key LIMIT 1), {row}.stated_end) END"
    )
    is_true = f"({row}.invalid_at > :at OR ({believed_longer}))"
    return f"{table}.created_at <= :known AND {table}.valid_at <= :at AND {is_true}"


def is_narrow(scope: Scope) -> bool:
    """Return whether an agent or a session narrows the scope."""
    return scope.agent_id is not None or scope.session_id is not None


def has_expired(connection: sqlite3.Connection, owner: int, table: str, at: datetime) -> bool:
    """Return whether a row of the user's has expired by then: else no row has to be left out."""
    first = _first_to_expire(connection, owner, table)
    return first is not None and first <= to_stamp(at)


@once_a_snapshot
def _first_to_expire(connection: sqlite3.Connection, owner: int, table: str) -> int | None:
    """Return when the first row of the user's expires; None where none does."""
    statement = f"SELECT min(expires_at) FROM {table} WHERE owner = ? AND expires_at < {to_stamp(FOREVER)}"
    return connection.execute(statement, (owner,)).fetchone()[0]


def last_changed(connection: sqlite3.Connection, owner: int, at: datetime) -> int:
    """Return the time of the last change of what is true, if that is before `at`, else `at`: as much is true then."""
    return min(to_stamp(at), _last_change(connection, owner))


@once_a_snapshot
def _last_change(connection: sqlite3.Connection, owner: int) -> int:
    """Return when the last of the facts begins, or ends if that is later."""
    last_end = connection.execute(_LAST_END, (owner,)).fetchone()
    return max([_last_to_begin(connection, owner), *(last_end or ())])


def _ended(connection: sqlite3.Connection, owner: int, at: datetime) -> list[int]:
    """Return the numbers of the facts that have an end until then, or of many."""
    stamp = to_stamp(at)
    return [number for number, end in _ends(connection, owner) if end <= stamp]


@once_a_snapshot
def _ends(connection: sqlite3.Connection, owner: int) -> Sequence[tuple[int, int]]:
    """Return the numbers of the facts that have an end, and when that is, the first ones."""
    return [(row[0], row[1]) for row in connection.execute(_ENDS, (owner,))]


def _begun_since(connection: sqlite3.Connection, owner: int, since: datetime) -> Sequence[int]:
    """Return the numbers of the facts that begin then or later, or of many."""
    stamp = to_stamp(since)
    return _beginning_at(connection, owner, stamp) if stamp <= _last_to_begin(connection, owner) else ()


@once_a_snapshot
def _beginning_at(connection: sqlite3.Connection, owner: int, since: int) -> Sequence[int]:
    return [row[0] for row in connection.execute(_BEGUN_SINCE, {"owner": owner, "since": since})]


@once_a_snapshot
def _last_to_begin(connection: sqlite3.Connection, owner: int) -> int:
    """Return when the last of the facts begins."""
    last = connection.execute("SELECT max(valid_at) FROM facts WHERE owner = ?", (owner,)).fetchone()[0]
    return to_stamp(BEGINNING) if last is None else last


def _comparisons(wanted: Filter | None) -> Iterator[Compare]:
    """Yield the comparisons that all have to hold."""
    if isinstance(wanted, Compare):
        yield wanted
    elif isinstance(wanted, And):
        for part in wanted.parts:
            yield from _comparisons(part)


def _of_times(connection: sqlite3.Connection, owner: int, wanted: Filter | None) -> Sequence[int] | None:
    """Return the numbers of facts, or of many, among which those are for which a filter holds.

    None where it says nothing of their end or beginning.
    """
    match wanted:
        case Compare(field="invalid_at", test="lte", values=(datetime() as end,)) if end < FOREVER:
            return _ended(connection, owner, end)
        case Compare(field="valid_at", test="gt" | "gte", values=(datetime() as since,)):
            return _begun_since(connection, owner, since)
        case And(parts):
            return next((some for one in parts if (some := _of_times(connection, owner, one)) is not None), None)
        case Or(parts):
            found = [_of_times(connection, owner, one) for one in parts]
            known = [some for some in found if some is not None]
            return sorted({*chain.from_iterable(known)}) if len(known) == len(parts) else None
        case _:
            return None


def _is_to_begin(fact: Any) -> bool:
    """Return whether a fact, if it begins later, is still held to do so."""
    return fact.valid_at < fact.invalid_at and fact.expired_at >= FOREVER


class Conditions:
    """Clauses joined by AND, with their parameters."""

    def __init__(self, owner: int) -> None:
        self.clauses = ["r.owner = :owner"]
        self.values: dict[str, Any] = {"owner": owner}
        self.is_selective = False
        self.numbers: Sequence[int] | None = None  # of the rows that are meant at most, where that is known
        self._tests: list[Callable[[Any], bool]] = []  # of clauses, whether a record is meant by them

    @property
    def is_of_all(self) -> bool:
        """Return whether nothing narrows it: every row of the user's is meant."""
        return len(self.clauses) == 1

    @property
    def is_of_none(self) -> bool:
        """Return whether it is known that no row is meant."""
        return self.numbers is not None and not self.numbers

    @property
    def is_told_by_record(self) -> bool:
        """Return whether a record of the user's tells by itself whether it is meant."""
        return len(self._tests) == len(self.clauses) - 1

    def told_by_record(self, records: dict[int, Any]) -> dict[int, Any]:
        """Return those of the user's records that are meant, as they tell by themselves."""
        for test in self._tests:
            records = {number: record for number, record in records.items() if test(record)}
        return records

    @property
    def sql(self) -> str:
        """Return the clauses as SQL."""
        return " AND ".join(self.clauses).replace("@", self.unindexed)

    @property
    def by_id_sql(self) -> str:
        """Return the clauses as SQL for rows that are looked up by owner and id: no other index is used."""
        return " AND ".join(self.clauses).replace("@", "+")

    @property
    def unindexed(self) -> str:
        """Return the prefix that keeps SQLite from using a column's index."""
        return "+" if self.is_selective else ""

    def within(self, scope: Scope, table: str) -> Conditions:
        """Keep what the scope's agent and session have to do with."""
        if is_narrow(scope):
            said = said_within(scope)
            own = said.replace("m.", "r.")  # messages need no detour
            self.clauses.append(own if table == "messages" else _WITHIN[table].format(said=said))
            self.is_selective |= table != "messages"
            self.values |= {"agent": scope.agent_id, "session": scope.session_id}
        return self

    def things(self) -> Conditions:
        """Keep entities that are no mere values."""
        self.clauses.append(f"r.type <> '{VALUE}'")
        self._tests.append(lambda entity: entity.type != VALUE)
        return self

    def among(self, column: str, wanted: Collection[str] | None, *, few: bool = True) -> Conditions:
        """Keep rows whose `column` is one of `wanted`, if that is given.

        `few` if that leaves few of the user's.
        """
        if wanted is not None:
            name = f"{column}_among"
            self.clauses.append(f"r.{column} IN (SELECT value FROM json_each(:{name}))")
            self.values[name] = id_list(wanted)
            self.is_selective |= few
        return self

    def between(self, column: str, since: datetime | None, until: datetime | None) -> Conditions:
        """Keep rows whose `column` is at or after `since` and before `until`, where given."""
        if since is not None:
            self.clauses.append(f"@r.{column} >= :since")
            self.values["since"] = to_stamp(since)
        if until is not None:
            self.clauses.append(f"@r.{column} < :until")
            self.values["until"] = to_stamp(until)
        return self

    def before(self, column: str, place: Place | None) -> Conditions:
        """Keep rows that stand before a place in the order of `column` and id, if one is given."""
        if place is not None:
            self.clauses.append(f"(@r.{column}, r.id) < (:before_at, :before_id)")
            self.values |= {"before_at": to_stamp(place.at), "before_id": place.id}
        return self

    def seen(self, connection: sqlite3.Connection, view: View) -> Conditions:
        """Keep facts that the view shows."""
        if view.true_at is None:
            return self.known(connection, "r.created_at", view.known_at)
        if is_past(connection, self.values["owner"], view.known_at):
            self.clauses.append(seen_in_the_past("@r"))
            self.values["known"] = to_stamp(view.known_at)
        elif view.ahead:
            at = view.true_at
            begins = f"r.valid_at < r.invalid_at AND r.expired_at >= {to_stamp(FOREVER)}"
            self.clauses.append(f"r.invalid_at > :at AND (+r.valid_at <= :at OR ({begins}))")
            self._tests.append(lambda fact: at < fact.invalid_at and (fact.valid_at <= at or _is_to_begin(fact)))
        else:
            at = view.true_at
            self.clauses.append("@r.valid_at <= :at AND r.invalid_at > :at")
            self._tests.append(lambda fact: fact.valid_at <= at < fact.invalid_at)
        self.values["at"] = to_stamp(view.true_at)
        return self

    def known(self, connection: sqlite3.Connection, time: str, known_at: datetime) -> Conditions:
        """Keep rows that memary knew at `known_at`; `time` is the expression for since when."""
        if known_at < FOREVER and is_past(connection, self.values["owner"], known_at):
            self.clauses.append(f"{time} <= :known")
            self.values["known"] = to_stamp(known_at)
        return self

    def alive(self, connection: sqlite3.Connection, table: str, at: datetime | None) -> Conditions:
        """Keep rows that have not expired by `at`, if that is given."""
        if at is not None and has_expired(connection, self.values["owner"], table, at):
            self.clauses.append("+r.expires_at > :alive")
            self._tests.append(lambda record: record.expires_at > at)
            self.values["alive"] = to_stamp(at)
        return self

    def where(self, wanted: Filter | None, table: str) -> Conditions:
        """Keep rows for which a filter holds, if one is given."""
        if wanted is not None and not self.is_of_none:
            clause, values = compiled(wanted, table)
            self.clauses.append(clause)
            self.values |= values
        return self

    def where_said(self, connection: sqlite3.Connection, wanted: Filter | None) -> Conditions:
        """Keep messages for which a filter holds, if one is given; those of rare metadata are looked up by it."""
        for part in _comparisons(wanted):
            if part.key is not None and part.test == "in":
                test, values = metadata_test(part)
                values |= {"owner": self.values["owner"]}
                if self._are_few([row[0] for row in connection.execute(_TOLD.format(test), values)]):
                    break
        return self.where(wanted, "messages")

    def where_true(self, connection: sqlite3.Connection, wanted: Filter | None) -> Conditions:
        """Keep facts for which a filter holds, if one is given.

        Where few have ended, or are to begin, those are looked up by it.
        """
        if (numbers := _of_times(connection, self.values["owner"], wanted)) is not None:
            self._are_few(numbers)
        return self.where(wanted, "facts")

    def begun_since(self, connection: sqlite3.Connection, since: datetime | None) -> Conditions:
        """Keep facts that begin then or later, if a time is given; where few do, those are looked up by it."""
        if since is not None and not self.is_of_none:
            self._are_few(_begun_since(connection, self.values["owner"], since))
        return self.between("valid_at", since, None)

    def _are_few(self, numbers: Sequence[int]) -> bool:
        """Keep the rows of these numbers, if they are few; return whether they are."""
        if is_few := len(numbers) < _MANY:
            self.numbers = numbers
            self.matching("r.number IN (SELECT value FROM json_each(:numbers))", numbers=id_list(self.numbers))
        return is_few

    def matching(self, clause: str, **values: object) -> Conditions:
        """Keep the few rows that match a constant clause."""
        self.clauses.append(clause)
        self.values |= values
        self.is_selective = True
        return self

    def rows(
        self,
        connection: sqlite3.Connection,
        table: str,
        *,
        order: tuple[str, ...],
        newest_first: bool = False,
        limit: int | None = None,
        columns: str = "",
    ) -> list[sqlite3.Row]:
        """Read the rows of a table that match, in the order of some columns; as records, or these `columns`."""
        direction = "DESC" if newest_first else "ASC"
        ordering = ", ".join(f"{self.unindexed}r.{column} {direction}" for column in order)
        statement = (
            f"SELECT {columns or selected(table)} FROM {table} r WHERE {self.sql} ORDER BY {ordering} LIMIT :limit"
        )
        return connection.execute(statement, self.values | {"limit": -1 if limit is None else limit}).fetchall()
