"""Filters, as conditions in SQL.

Values and metadata keys are parameters; the texts are ours. No clause is ever null. The alias of the record's table
is `r`. What a record has from messages is asked of `m`: the record itself, the messages that state a fact, or those
that mention an entity.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from memary.filters import SAID_FIELDS, And, Compare, Filter, Not, Or, Scalar, sort_of
from memary.stores.sqlite.rows import to_stamp

_SAID = {
    "messages": "EXISTS (SELECT 1 FROM messages m WHERE m.number = r.number AND {})",
    "facts": "EXISTS (SELECT 1 FROM fact_sources s CROSS JOIN messages m "
    "ON m.owner = s.owner AND m.id = s.source_id WHERE s.owner = r.owner AND s.fact_id = r.id AND {})",
    "entities": "EXISTS (SELECT 1 FROM mentions x CROSS JOIN messages m "
    "ON m.owner = x.owner AND m.id = x.source_id WHERE x.owner = r.owner AND x.entity_id = r.id AND {})",
}
_METADATA = "EXISTS (SELECT 1 FROM message_metadata d WHERE d.owner = m.owner AND d.message_id = m.id AND {})"
_CATEGORY = {
    "messages": "EXISTS (SELECT 1 FROM mentions x CROSS JOIN entities e ON e.owner = x.owner AND e.id = x.entity_id "
    "CROSS JOIN json_each(e.categories) c WHERE x.owner = r.owner AND x.source_id = r.id AND {})",
    "facts": "EXISTS (SELECT 1 FROM entities e CROSS JOIN json_each(e.categories) c "
    "WHERE e.owner = r.owner AND e.id IN (r.subject_id, r.object_id) AND {})",
    "entities": "EXISTS (SELECT 1 FROM json_each(r.categories) c WHERE {})",
}
_OWN = {
    "messages": {"kind": "'message'", "language": "r.language", "expires_at": "r.expires_at"},
    "facts": {
        name: f"r.{name}"
        for name in (
            *("kind", "language", "origin", "predicate", "importance", "confidence", "rating"),
            *("valid_at", "invalid_at", "expires_at"),
        )
    },
    "entities": {"kind": "'entity'"},
}
_ORDERINGS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def compiled(wanted: Filter, table: str) -> tuple[str, dict[str, Any]]:
    """Return a filter as a clause on rows `r` of a table, with its parameters."""
    compiler = _Compiler(table)
    return compiler.clause(wanted), compiler.values


def metadata_test(wanted: Compare) -> tuple[str, dict[str, Any]]:
    """Return a test of metadata as a clause on rows `d` of `message_metadata`, with its parameters."""
    compiler = _Compiler("messages")
    return compiler.metadata_test(wanted), compiler.values


class _Compiler:
    """Turns one filter into a clause, and collects its parameters."""

    def __init__(self, table: str) -> None:
        self.values: dict[str, Any] = {}
        self._table = table
        self._numbers = count()

    def clause(self, wanted: Filter) -> str:
        match wanted:
            case And():
                return f"({' AND '.join(map(self.clause, wanted.parts)) or 'TRUE'})"
            case Or():
                return f"({' OR '.join(map(self.clause, wanted.parts)) or 'FALSE'})"
            case Not():
                return f"NOT {self.clause(wanted.part)}"
            case Compare():
                return f"({self._compare(wanted)})"

    def metadata_test(self, wanted: Compare) -> str:
        return f"d.key = {self._parameter(wanted.key or '')} AND {self._typed_test(wanted)}"

    def _compare(self, wanted: Compare) -> str:
        if wanted.key is not None:
            return _SAID[self._table].format(_METADATA.format(self.metadata_test(wanted)))
        if wanted.field == "category":
            return _CATEGORY[self._table].format(self._test("c.value", wanted))
        if wanted.field not in SAID_FIELDS:
            column = _OWN[self._table].get(wanted.field)
            return self._test(column, wanted) if column else "FALSE"
        if self._table == "messages":
            return self._test(f"r.{wanted.field}", wanted)
        said = _SAID[self._table].format(self._test(f"m.{wanted.field}", wanted))
        if wanted.field != "created_at":
            return said
        unsaid = f"NOT {_SAID[self._table].format('TRUE')}"
        return f"{said} OR ({unsaid} AND {self._test('r.created_at', wanted)})"

    def _typed_test(self, wanted: Compare) -> str:
        """Return the test of a metadata value; only values of one type are compared."""
        if wanted.test == "exists":
            return "TRUE"
        by_sort: dict[str, list[Scalar]] = {}
        for value in wanted.values:
            by_sort.setdefault(sort_of(value), []).append(value)
        tests = [
            f"d.sort = '{sort}' AND {self._test('d.value', Compare(wanted.field, wanted.test, tuple(values)))}"
            for sort, values in by_sort.items()
        ]
        return f"({' OR '.join(tests) or 'FALSE'})"

    def _test(self, column: str, wanted: Compare) -> str:
        named = f"{column} IS NOT NULL"
        if wanted.test == "exists":
            return named
        marks = [self._parameter(value) for value in wanted.values]
        match wanted.test:
            case "in":
                return f"({named} AND {column} IN ({', '.join(marks)}))"
            case "contains":
                return f"({named} AND instr({column}, {marks[0]}) > 0)"
            case "icontains":
                return f"({named} AND instr(lowered({column}), lowered({marks[0]})) > 0)"
            case "gt" | "gte" | "lt" | "lte" as test:
                return f"({named} AND {column} {_ORDERINGS[test]} {marks[0]})"

    def _parameter(self, value: Scalar) -> str:
        name = f"filter{next(self._numbers)}"
        self.values[name] = to_stamp(value) if sort_of(value) == "time" else value  # pyright: ignore[reportArgumentType]
        return f":{name}"
