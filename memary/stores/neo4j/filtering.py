"""Filters as Cypher. Values and metadata keys are parameters; the texts are ours. No condition is ever null.

Constants are parameters too: a planner that sees `false` throws the pattern away, with the label that an index hint
needs. The record is `n`. What it has from messages is asked of `m`: the record itself, the messages that state a
fact, or those that mention an entity. Metadata stands on a message as lists side by side, one pair for each sort of
value: the keys, and the values at the same places.
"""

from __future__ import annotations

from itertools import count

from memary.filters import SAID_FIELDS, And, Compare, Filter, Not, Or, Scalar, flat_metadata, sort_of
from memary.stores.neo4j.connection import Row
from memary.types import Metadata

_SAID = {
    "Message": "{}",
    "Fact": "EXISTS {{ (n)-[:STATED_IN]->(m:Message) WHERE {} }}",
    "Entity": "EXISTS {{ (n)<-[:MENTIONS]-(m:Message) WHERE {} }}",
}
_CATEGORY = {
    "Message": "EXISTS {{ (n)-[:MENTIONS]->(e:Entity) WHERE any(c IN e.categories WHERE {}) }}",
    "Fact": "EXISTS {{ (n)-[:SUBJECT|OBJECT]->(e:Entity) WHERE any(c IN e.categories WHERE {}) }}",
    "Entity": "any(c IN n.categories WHERE {})",
}
_OWN = {
    "Message": {"language": "n.language", "expires_at": "n.expires_at"},
    "Fact": {
        name: f"n.{name}"
        for name in (
            *("kind", "language", "origin", "predicate", "importance", "confidence", "rating"),
            *("valid_at", "invalid_at", "expires_at"),
        )
    },
    "Entity": {},
}
_KIND = {"Message": "message", "Entity": "entity"}
_PAIRS = {"text": "texts", "flag": "flags", "integer": "integers", "float": "floats"}
_IN_PAIR = (
    "any(i IN range(0, size(coalesce({m}.meta_{pair}_keys, [])) - 1) "
    "WHERE {m}.meta_{pair}_keys[i] = {key} AND {test})"
)
_ORDERINGS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def metadata_properties(metadata: Metadata) -> Row:
    """Return metadata as the properties that filters look at; none where there is none."""
    flat = flat_metadata(metadata)
    properties: Row = {"meta_keys": list(flat) or None}
    for sort, pair in _PAIRS.items():
        placed = [(key, value) for key, values in flat.items() for value in values if _pair_of(value) == sort]
        properties[f"meta_{pair}_keys"] = [key for key, _ in placed] or None
        properties[f"meta_{pair}"] = [value for _, value in placed] or None
    return properties


def condition(wanted: Filter, label: str) -> tuple[str, Row]:
    """Return a filter as a condition on nodes `n` of a label, with its parameters."""
    compiler = _Compiler(label)
    return compiler.condition(wanted), compiler.parameters


def _pair_of(value: Scalar) -> str:
    sort = sort_of(value)
    return ("float" if isinstance(value, float) else "integer") if sort == "number" else sort


class _Compiler:
    """Turns one filter into a condition, and collects its parameters."""

    def __init__(self, label: str) -> None:
        self.parameters: Row = {}
        self._label = label
        self._message = "n" if label == "Message" else "m"
        self._numbers = count()

    def condition(self, wanted: Filter) -> str:
        match wanted:
            case And():
                return f"({' AND '.join(map(self.condition, wanted.parts)) or self._parameter(True)})"
            case Or():
                return f"({' OR '.join(map(self.condition, wanted.parts)) or self._parameter(False)})"
            case Not():
                return f"(NOT {self.condition(wanted.part)})"
            case Compare():
                return f"({self._compare(wanted)})"

    def _compare(self, wanted: Compare) -> str:
        if (key := wanted.key) is not None:
            return self._said(self._metadata(self._parameter(key), wanted))
        if wanted.field == "category":
            return _CATEGORY[self._label].format(self._test("c", wanted))
        if wanted.field == "kind" and self._label in _KIND:
            return self._test(self._parameter(_KIND[self._label]), wanted)
        if wanted.field not in SAID_FIELDS:
            name = _OWN[self._label].get(wanted.field)
            return self._test(name, wanted) if name else self._parameter(False)
        said = self._said(self._test(f"{self._message}.{wanted.field}", wanted))
        if wanted.field != "created_at" or self._label == "Message":
            return said
        return f"{said} OR (NOT {self._said(self._parameter(True))} AND {self._test('n.created_at', wanted)})"

    def _said(self, test: str) -> str:
        return _SAID[self._label].format(test)

    def _metadata(self, key: str, wanted: Compare) -> str:
        """A test of metadata values: only those of one sort are compared."""
        message = self._message
        if wanted.test == "exists":
            return f"{key} IN coalesce({message}.meta_keys, [])"
        by_sort: dict[str, list[Scalar]] = {}
        for value in wanted.values:
            by_sort.setdefault(sort_of(value), []).append(value)
        tests: list[str] = []
        for sort, values in by_sort.items():
            alike = Compare(wanted.field, wanted.test, tuple(values))
            for pair in ("integers", "floats") if sort == "number" else (_PAIRS[sort],):
                test = self._test(f"{message}.meta_{pair}[i]", alike)
                tests.append(_IN_PAIR.format(m=message, pair=pair, key=key, test=test))
        return f"({' OR '.join(tests) or self._parameter(False)})"

    def _test(self, name: str, wanted: Compare) -> str:
        named = f"{name} IS NOT NULL"
        if wanted.test == "exists":
            return named
        if wanted.test == "in":
            return f"({named} AND {name} IN {self._parameter(list(wanted.values))})"
        mark = self._parameter(wanted.values[0])
        match wanted.test:
            case "contains":
                return f"({named} AND {name} CONTAINS {mark})"
            case "icontains":
                return f"({named} AND toLower({name}) CONTAINS toLower({mark}))"
            case "gt" | "gte" | "lt" | "lte" as test:
                return f"({named} AND {name} {_ORDERINGS[test]} {mark})"

    def _parameter(self, value: Scalar | list[Scalar]) -> str:
        name = f"filter{next(self._numbers)}"
        self.parameters[name] = value
        return f"${name}"
