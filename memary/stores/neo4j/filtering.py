"""Filters as Cypher. Values and metadata keys are parameters; the texts are ours. No condition is ever null.

So filters of one shape share a plan, whatever they compare with. The server plans a new shape in a time that grows
with its comparisons, hence each is as small as can be: no null is asked for where none can be, and one test of one
list is all that metadata takes. Parts of one shape are written once, over a list of what they compare with, so that
the plan of a filter does not grow with their number.

Constants are parameters too: a planner that sees `false` throws the pattern away, with the label that an index hint
needs. The record is `n`. What it has from messages is asked of `m`: the record itself, the messages that state a
fact, or those that mention an entity.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from datetime import datetime
from itertools import chain, zip_longest
from typing import NamedTuple

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
_MARK = "?"  # of a value; no text of ours has one
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
        return _named(compiler.condition(wanted))
    compiler = _Compiler(label, "any(m IN said WHERE {})")  # a walk of its own for each would take long to plan
    text, parameters = _named(compiler.condition(wanted))
    return f"any(said IN [COLLECT {{ MATCH {sources} RETURN m }}] WHERE {text})", parameters


def _asking_messages(wanted: Filter) -> int:
    """How many comparisons ask what a record has from messages."""
    match wanted:
        case Compare():
            return wanted.key is not None or wanted.field in SAID_FIELDS
        case And() | Or():
            return sum(map(_asking_messages, wanted.parts))
        case Not():
            return _asking_messages(wanted.part)


def _named(condition: _Condition) -> tuple[str, Row]:
    """Give the values of a condition their names."""
    names = [f"filter{number}" for number in range(len(condition.values))]
    return condition.naming([f"${name}" for name in names]), dict(zip(names, condition.values, strict=True))


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


class _Condition(NamedTuple):
    """A condition apart from what it compares with: a text with a mark where each value belongs, and the values."""

    text: str
    values: tuple[object, ...] = ()

    def naming(self, names: Sequence[str]) -> str:
        """Return the text with a name in place of each mark."""
        pieces = self.text.split(_MARK)
        return "".join(chain.from_iterable(zip_longest(pieces, names, fillvalue="")))


def _value(value: Scalar | list[Scalar] | list[str] | list[tuple[object, ...]]) -> _Condition:
    return _Condition(_MARK, (value,))


def _filled(template: str, *parts: _Condition) -> _Condition:
    """Put conditions at the places of a template."""
    text = template.format(*(part.text for part in parts))
    return _Condition(text, tuple(chain.from_iterable(part.values for part in parts)))


def _test(name: _Condition, wanted: Compare) -> _Condition:
    if wanted.test == "exists":
        return _filled("{} IS NOT NULL", name)
    if wanted.test == "in":
        return _filled("{} IN {}", name, _value(list(wanted.values)))
    value = _value(wanted.values[0])
    match wanted.test:
        case "contains":
            return _filled("{} CONTAINS {}", name, value)
        case "icontains":
            return _filled("toLower({}) CONTAINS toLower({})", name, value)
        case "gt" | "gte" | "lt" | "lte" as test:
            return _filled(f"{{}} {_ORDERINGS[test]} {{}}", name, value)


def _over(rows: list[tuple[object, ...]], text: str, each: str, quantifier: str) -> _Condition:
    """Return a condition that is asked with each of these values; `each` is no name of one within."""
    if len(rows) == 1 or not rows[0]:
        return _Condition(text, rows[0])
    asked = _Condition(text).naming([f"{each}[{place}]" for place in range(len(rows[0]))])
    return _filled(f"{quantifier}({each} IN {{}} WHERE {{}})", _value(rows), _Condition(asked))


class _Compiler:
    """Turns a filter into a condition on nodes of a label."""

    def __init__(self, label: str, of_messages: str) -> None:
        self._label = label
        self._of_messages = of_messages
        self._message = "n" if label == "Message" else "m"

    def condition(self, wanted: Filter, depth: int = 0) -> _Condition:
        match wanted:
            case And():
                return self._joined(wanted.parts, depth, word=" AND ", quantifier="all")
            case Or():
                return self._joined(wanted.parts, depth, word=" OR ", quantifier="any")
            case Not():
                return _filled("(NOT {})", self.condition(wanted.part, depth))
            case Compare():
                return _filled("({})", self._compare(wanted))

    def _joined(self, parts: Sequence[Filter], depth: int, *, word: str, quantifier: str) -> _Condition:
        """Join parts; those of one shape become one, over the list of their values."""
        if not parts:
            return _value(quantifier == "all")
        alike: dict[str, list[tuple[object, ...]]] = {}
        for part in parts:
            text, values = self.condition(part, depth + 1)
            alike.setdefault(text, []).append(values)
        joined = [_over(rows, text, f"p{depth}", quantifier) for text, rows in alike.items()]
        return _filled("({})", _filled(word.join(["{}"] * len(joined)), *joined))

    def _compare(self, wanted: Compare) -> _Condition:
        if (key := wanted.key) is not None:
            return self._said(self._metadata(key, wanted))
        if wanted.field == "category":
            return _filled(_CATEGORY[self._label], _test(_Condition("c"), wanted))
        if wanted.field == "kind" and self._label in _KIND:
            return _test(_value(_KIND[self._label]), wanted)
        if wanted.field not in SAID_FIELDS:
            name = _OWN[self._label].get(wanted.field)
            return _test(_Condition(name), wanted) if name else _value(False)
        test = _test(_Condition(f"{self._message}.{wanted.field}"), wanted)
        said = self._said(_filled("coalesce({}, false)", test) if wanted.field in _MAYBE_NULL else test)
        if wanted.field != "created_at" or self._label == "Message":
            return said
        unsaid = self._said(_value(True))
        return _filled("{} OR (NOT {} AND {})", said, unsaid, _test(_Condition("n.created_at"), wanted))

    def _said(self, test: _Condition) -> _Condition:
        return _filled(self._of_messages, test)

    def _metadata(self, key: str, wanted: Compare) -> _Condition:
        """A test of metadata values: only those of one sort are compared."""
        entries = f"{self._message}.meta"
        if wanted.test == "exists":
            return _filled(f"{{}} IN {entries}", _value(_key_entry(key)))
        if wanted.test == "in":
            listed = _value([_entry(key, value) for value in wanted.values])
            return _filled(f"any(x IN {entries} WHERE x IN {{}})", listed)
        value = wanted.values[0]
        prefix = _value(_prefix(key, value))
        if wanted.test in _ORDERINGS:
            test = _filled(f"x {_ORDERINGS[wanted.test]} {{}}", _value(_entry(key, value)))
        else:
            test = _test(_filled("substring(x, size({}))", prefix), wanted)
        return _filled(f"any(x IN {entries} WHERE x STARTS WITH {{}} AND {{}})", prefix, test)
