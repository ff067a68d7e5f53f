"""Filters as steps that one expression works off; a step is a parameter.

No condition is ever null. The server plans a statement when it first meets its text, in a time that grows with it,
and that again for each shape of a filter. So a filter adds no text of its own: its comparisons, and what joins them,
are a list of steps, each of which may name those before it by their place. Parts that must all hold have a list each,
so that the first that does not hold is the last one that is looked at. What stands around a record is read only for a
filter that asks for it, which a parameter tells.

The record is `n`. A step compares values of `n`, of the messages that state a fact or mention an entity, or of the
entities that tell its category.
"""

from __future__ import annotations

import math
import struct
from collections import ChainMap
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from memary.filters import FIELDS, SAID_FIELDS, And, Compare, Filter, Not, Or, Scalar, flat_metadata, matches
from memary.filters import Row as Values
from memary.stores.neo4j.driver.connection import Row
from memary.types import Metadata

_RECORD = "[n]"
_Of = Literal["record", "messages", "entities"]

_NODES: dict[str, dict[_Of, str]] = {
    "Message": {
        "record": _RECORD,
        "messages": _RECORD,
        "entities": "COLLECT { MATCH (n)-[:MENTIONS]->(e:Entity) WHERE $filter.entities RETURN e }",
    },
    "Fact": {
        "record": _RECORD,
        "messages": "COLLECT { MATCH (n)-[:STATED_IN]->(m:Message) WHERE $filter.messages RETURN m }",
        "entities": "COLLECT { MATCH (n)-[:SUBJECT|OBJECT]->(e:Entity) WHERE $filter.entities RETURN e }",
    },
    "Entity": {
        "record": _RECORD,
        "messages": "COLLECT { MATCH (n)<-[:MENTIONS]-(m:Message) WHERE $filter.messages RETURN m }",
        "entities": _RECORD,
    },
}
_OWN = {
    "Message": frozenset({"language", "expires_at"}),
    "Fact": frozenset(FIELDS) - SAID_FIELDS - {"category"},
    "Entity": frozenset[str](),
}
_KIND: dict[str, Values] = {"Message": {"kind": ("message",)}, "Entity": {"kind": ("entity",)}}
_LISTS = frozenset({"meta", "categories"})  # properties of many values

_HOLDS = """
any(of IN [{{{nodes}}}] WHERE all(steps IN $filter.parts WHERE last(reduce(held = [], step IN steps | held +
  CASE step.test
  WHEN 'all' THEN all(at IN step.parts WHERE held[at])
  WHEN 'any' THEN any(at IN step.parts WHERE held[at])
  WHEN 'none' THEN none(at IN step.parts WHERE held[at])
  ELSE any(node IN of[step.of] WHERE
    any(x IN CASE WHEN step.listed THEN node[step.field] ELSE [node[step.field]] END WHERE coalesce(CASE step.test
      WHEN 'in' THEN x IN step.values
      WHEN 'exists' THEN x IS NOT NULL
      WHEN 'gt' THEN x > step.value
      WHEN 'gte' THEN x >= step.value
      WHEN 'lt' THEN x < step.value
      WHEN 'lte' THEN x <= step.value
      WHEN 'contains' THEN substring(x, step.skipped) CONTAINS step.value
      WHEN 'icontains' THEN toLower(substring(x, step.skipped)) CONTAINS toLower(step.value)
    END AND (step.prefix IS NULL OR x STARTS WITH step.prefix), false)))
END))))
""".strip()
_OF_LABEL = {
    label: _HOLDS.format(nodes=", ".join(f"{of}: {text}" for of, text in nodes.items()))
    for label, nodes in _NODES.items()
}

ENDED = "n.invalid_at <= $ended"
_TO_BEGIN = "n.valid_at > $begins"
_OF_KINDS = "n.kind IN $kinds"
_IN_PERIODS = "any(period IN $periods WHERE n.valid_at < period[1] AND n.invalid_at > period[0])"


def metadata_entries(metadata: Metadata) -> list[str]:
    """Return metadata as the list of texts that filters look at.

    The list has each key, and each of its values together with its key.
    """
    return [
        entry
        for key, values in flat_metadata(metadata).items()
        for entry in (_key_entry(key), *(_entry(key, value) for value in values if value == value))  # NaN equals none
    ]


def condition(wanted: Filter, label: str) -> tuple[str, Row]:
    """Return a filter as a condition on nodes `n` of a label, with its parameters.

    The kind of facts and when they were true have conditions of their own: most searches ask for these, and an index
    holds the end.
    """
    texts: list[str] = []
    parameters: Row = {}
    others: list[Filter] = []
    for part in _joined(wanted):
        text, values = _of_facts(part) if label == "Fact" else ("", {})
        if text and text not in texts:
            texts.append(text)
            parameters |= values
        else:
            others.append(part)
    if others:
        text, values = _worked_off(others, label)
        texts.append(text)
        parameters |= values
    return " AND ".join(sorted(texts, key=ENDED.__ne__)) or "true", parameters  # an empty filter keeps all


def _joined(wanted: Filter) -> list[Filter]:
    """Return the filters that all have to hold."""
    return [part for each in wanted.parts for part in _joined(each)] if isinstance(wanted, And) else [wanted]


def _of_facts(wanted: Filter) -> tuple[str, Row]:
    """Return the condition for some kinds, for what ended by a time, begins after one, or was true in some periods.

    It is "" for others. Where one of several such has to hold, they are joined.
    """
    match wanted:
        case Compare("kind", "in", values):
            return _OF_KINDS, {"kinds": list(values)}
        case Compare("invalid_at", "lte", (time,)):
            return ENDED, {"ended": time}
        case Compare("valid_at", "gt", (time,)):
            return _TO_BEGIN, {"begins": time}
        case Or(parts) if None not in (periods := [*map(_period, parts)]):
            return _IN_PERIODS, {"periods": periods}
        case Or(parts):
            texts, values = zip(*map(_of_facts, parts), strict=True)
            is_plain = all(texts) and len(set(texts)) == len(texts)
            return (f"({' OR '.join(texts)})", dict(ChainMap(*values))) if is_plain else ("", {})
        case _:
            return "", {}


def _period(wanted: Filter) -> list[Scalar] | None:
    match wanted:
        case And((Compare("valid_at", "lt", (end,)), Compare("invalid_at", "gt", (start,)))):
            return [start, end]
        case _:
            return None


def _worked_off(joined: Iterable[Filter], label: str) -> tuple[str, Row]:
    """Return filters that all have to hold as a condition."""
    parts = [_Steps(label, part).listed for part in joined]
    asked = {step.get("of") for steps in parts for step in steps}
    return _OF_LABEL[label], {"filter": {"parts": parts, **{of: of in asked for of in _NODES[label]}}}


def _key_entry(key: str) -> str:
    return f"{len(key)}:{key}"  # its length tells where it ends, whatever stands in it


def _entry(key: str, value: Scalar) -> str:
    return f"{_prefix(key, value)}{_in_order(value)}"


def _prefix(key: str, value: Scalar) -> str:
    """Return the prefix that only values of this key and type have."""
    sort = "flag" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
    return f"{_key_entry(key)} {sort} "


def _in_order(value: Scalar) -> str:
    """Return a value as text; texts of numbers sort like the numbers, large integers included."""
    if isinstance(value, bool | str | datetime):
        return str(value)
    nearest = float(value) + 0.0  # no -0.0
    (bits,) = struct.unpack(">Q", struct.pack(">d", nearest))
    ordered = bits ^ (2**64 - 1 if bits >> 63 else 2**63)
    beside = value - int(nearest) if math.isfinite(nearest) and isinstance(value, int) else 0  # at most 512
    return f"{ordered:016x} {beside + 1000}"


class _Steps:
    """The steps of a filter on nodes of a label; the last one tells whether all of it holds."""

    def __init__(self, label: str, wanted: Filter) -> None:
        self.listed: list[Row] = []
        self._label = label
        self.add(wanted)

    def add(self, wanted: Filter) -> int:
        """Add the steps of a filter, and return the place of the last of them."""
        match wanted:
            case And():
                return self._join("all", [self.add(part) for part in wanted.parts])
            case Or():
                return self._join("any", self._add_alternatives(wanted.parts))
            case Not():
                return self._join("none", [self.add(wanted.part)])
            case Compare():
                return self._add_compare(wanted)

    def _add(self, step: Row) -> int:
        self.listed.append(step)
        return len(self.listed) - 1

    def _join(self, test: str, parts: list[int]) -> int:
        return self._add({"test": test, "parts": parts})

    def _add_alternatives(self, parts: Iterable[Filter]) -> list[int]:
        """Add parts of which one has to hold: those that look for values in one property look for all at once."""
        places: list[int] = []
        values: dict[tuple[str, str], list[object]] = {}
        for part in parts:
            step = self._step(part) if isinstance(part, Compare) and part.test == "in" else None
            if step is None or step["field"] == "created_at":
                places.append(self.add(part))
            elif (asked := (step["of"], step["field"])) in values:
                values[asked].extend(step["values"])
            else:
                values[asked] = step["values"]
                places.append(self._add(step))
        return places

    def _add_compare(self, wanted: Compare) -> int:
        step = self._step(wanted)
        if step is None:
            holds = matches(wanted, _KIND.get(self._label, {}))
            return self._join("all" if holds else "any", [])
        place = self._add(step)
        return self._or_unsaid(place, wanted) if wanted.field == "created_at" else place

    def _step(self, wanted: Compare) -> Row | None:
        """Return the step of a comparison; None if no record of the label has such a field."""
        if wanted.key is not None:
            return _of_metadata(wanted.key, wanted)
        if wanted.field == "category":
            return _of_property("entities", "categories", wanted)
        if wanted.field in SAID_FIELDS:
            return _of_property("messages", wanted.field, wanted)
        return _of_property("record", wanted.field, wanted) if wanted.field in _OWN[self._label] else None

    def _or_unsaid(self, said: int, wanted: Compare) -> int:
        """Add that what no message says has a time of its own."""
        by_messages = self._add(_of_property("messages", "id", Compare("id", "exists")))
        unsaid = self._join("none", [by_messages])
        own = self._add(_of_property("record", wanted.field, wanted))
        return self._join("any", [said, self._join("all", [unsaid, own])])


def _of_property(of: _Of, name: str, wanted: Compare) -> Row:
    """Return the step that compares a property."""
    step: Row = {"of": of, "field": name, "listed": name in _LISTS, "test": wanted.test, "skipped": 0}
    match wanted.test:
        case "exists":
            return step
        case "in":
            return step | {"values": list(wanted.values)}
        case _:
            return step | {"value": wanted.values[0]}


def _of_metadata(key: str, wanted: Compare) -> Row:
    """Return the step that compares values of a metadata key: only those of one sort."""
    step = _of_property("messages", "meta", wanted)
    match wanted.test:
        case "exists":
            return step | {"test": "in", "values": [_key_entry(key)]}
        case "in":
            return step | {"values": [_entry(key, value) for value in wanted.values]}
        case _:
            prefix = _prefix(key, wanted.values[0])
    if wanted.test in ("contains", "icontains"):
        return step | {"prefix": prefix, "skipped": len(prefix)}
    return step | {"prefix": prefix, "value": _entry(key, wanted.values[0])}
