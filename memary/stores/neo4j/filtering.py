"""Filters as Cypher. Values and metadata keys are parameters; the texts are ours. No condition is ever null.

So filters of one shape share a plan, whatever they compare with. The server plans a new shape in a time that grows
with its comparisons, hence each is as small as can be: no null is asked for where none can be, and one test of one
list is all that metadata takes.

Constants are parameters too: a planner that sees `false` throws the pattern away, with the label that an index hint
needs. The record is `n`. What it has from messages is asked of `m`: the record itself, the messages that state a
fact, or those that mention an entity.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from datetime import datetime
from itertools import count

from memary.filters import SAID_FIELDS, And, Compare, Filter, Not, Or, Scalar, flat_metadata
from memary.stores.neo4j.connection import Row
from memary.types import Metadata

_SOURCES = {"Fact": "(n)-[:STATED_IN]->(m:Message)", "Entity": "(n)<-[:MENTIONS]-(m:Message)"}
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
_MAYBE_NULL = frozenset({"speaker", "session_id", "agent_id"})
_KIND = {"Message": "message", "Entity": "entity"}
_ORDERINGS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def metadata_entries(metadata: Metadata) -> list[str]:
    """Return metadata as the list of texts that filters look at: each key, and each of its values with its key."""
    return [
        entry
        for key, values in flat_metadata(metadata).items()
        for entry in (_key_entry(key), *(_entry(key, value) for value in values if value == value))  # NaN equals none
    ]


def condition(wanted: Filter, label: str) -> tuple[str, Row]:
    """Return a filter as a condition on nodes `n` of a label, with its parameters."""
    sources = _SOURCES.get(label)
    if sources is None or _asking_messages(wanted) < 2:
        compiler = _Compiler(label, f"EXISTS {{{{ {sources} WHERE {{}} }}}}" if sources else "{}")
        return compiler.condition(wanted), compiler.parameters
    compiler = _Compiler(label, "any(m IN said WHERE {})")  # a walk of its own for each would take long to plan
    text = compiler.condition(wanted)
    return f"any(said IN [COLLECT {{ MATCH {sources} RETURN m }}] WHERE {text})", compiler.parameters


def _asking_messages(wanted: Filter) -> int:
    """How many comparisons ask what a record has from messages."""
    match wanted:
        case Compare():
            return wanted.key is not None or wanted.field in SAID_FIELDS
        case And() | Or():
            return sum(map(_asking_messages, wanted.parts))
        case Not():
            return _asking_messages(wanted.part)


def _key_entry(key: str) -> str:
    return f"{len(key)}:{key}"  # its length tells where it ends, whatever stands in it


def _entry(key: str, value: Scalar) -> str:
    return f"{_prefix(key, value)}{_in_order(value)}"


def _prefix(key: str, value: Scalar) -> str:
    """What the values of this key begin with that are of the same sort, and no others do."""
    sort = "flag" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
    return f"{_key_entry(key)} {sort} "


def _in_order(value: Scalar) -> str:
    """A value as a text; those of numbers sort like the numbers, whole ones too large for a float included."""
    if isinstance(value, bool | str | datetime):
        return str(value)
    nearest = float(value) + 0.0  # no -0.0
    (bits,) = struct.unpack(">Q", struct.pack(">d", nearest))
    ordered = bits ^ (2**64 - 1 if bits >> 63 else 2**63)
    beside = value - int(nearest) if math.isfinite(nearest) and isinstance(value, int) else 0  # at most 512
    return f"{ordered:016x} {beside + 1000}"


class _Compiler:
    """Turns one filter into a condition, and collects its parameters."""

    def __init__(self, label: str, of_messages: str) -> None:
        self.parameters: Row = {}
        self._label = label
        self._of_messages = of_messages
        self._message = "n" if label == "Message" else "m"
        self._numbers = count()

    def condition(self, wanted: Filter) -> str:
        match wanted:
            case And():
                return self._joined(" AND ", wanted.parts, otherwise=True)
            case Or():
                return self._joined(" OR ", wanted.parts, otherwise=False)
            case Not():
                return f"(NOT {self.condition(wanted.part)})"
            case Compare():
                return f"({self._compare(wanted)})"

    def _joined(self, word: str, parts: Sequence[Filter], *, otherwise: bool) -> str:
        return f"({word.join(map(self.condition, parts))})" if parts else self._parameter(otherwise)

    def _compare(self, wanted: Compare) -> str:
        if (key := wanted.key) is not None:
            return self._said(self._metadata(key, wanted))
        if wanted.field == "category":
            return _CATEGORY[self._label].format(self._test("c", wanted))
        if wanted.field == "kind" and self._label in _KIND:
            return self._test(self._parameter(_KIND[self._label]), wanted)
        if wanted.field not in SAID_FIELDS:
            name = _OWN[self._label].get(wanted.field)
            return self._test(name, wanted) if name else self._parameter(False)
        test = self._test(f"{self._message}.{wanted.field}", wanted)
        said = self._said(f"coalesce({test}, false)" if wanted.field in _MAYBE_NULL else test)
        if wanted.field != "created_at" or self._label == "Message":
            return said
        return f"{said} OR (NOT {self._said(self._parameter(True))} AND {self._test('n.created_at', wanted)})"

    def _said(self, test: str) -> str:
        return self._of_messages.format(test)

    def _metadata(self, key: str, wanted: Compare) -> str:
        """A test of metadata values: only those of one sort are compared."""
        entries = f"{self._message}.meta"
        if wanted.test == "exists":
            return f"{self._parameter(_key_entry(key))} IN {entries}"
        if wanted.test == "in":
            listed = self._parameter([_entry(key, value) for value in wanted.values])
            return f"any(x IN {entries} WHERE x IN {listed})"
        value = wanted.values[0]
        prefix = self._parameter(_prefix(key, value))
        if wanted.test in _ORDERINGS:
            test = f"x {_ORDERINGS[wanted.test]} {self._parameter(_entry(key, value))}"
        else:
            test = self._test(f"substring(x, size({prefix}))", wanted)
        return f"any(x IN {entries} WHERE x STARTS WITH {prefix} AND {test})"

    def _test(self, name: str, wanted: Compare) -> str:
        if wanted.test == "exists":
            return f"{name} IS NOT NULL"
        if wanted.test == "in":
            return f"{name} IN {self._parameter(list(wanted.values))}"
        mark = self._parameter(wanted.values[0])
        match wanted.test:
            case "contains":
                return f"{name} CONTAINS {mark}"
            case "icontains":
                return f"toLower({name}) CONTAINS toLower({mark})"
            case "gt" | "gte" | "lt" | "lte" as test:
                return f"{name} {_ORDERINGS[test]} {mark}"

    def _parameter(self, value: Scalar | list[Scalar] | list[str]) -> str:
        name = f"filter{next(self._numbers)}"
        self.parameters[name] = value
        return f"${name}"
