"""Choose records by filters on what is known of them.

Pure; the stores turn them into their own language.

A filter is written as a mapping, as in mem0:

    {"AND": [{"category": "food"}, {"created_at": {"gte": "2026-01-01T00:00:00Z"}}, {"NOT": [{"role": "assistant"}]}]}

`{"k": v}` means equal, several keys mean all of them, `"*"` means any value. The operators are eq, ne, in, nin, gt,
gte, lt, lte, contains and icontains; `NOT` takes what none of its parts holds for.

A record has for each field any number of values, and a comparison holds if it holds for one of them. So a field
that a record lacks is never equal, greater or contained; `ne` and `nin` are the opposites of `eq` and `in`, and hold
for it.
Kinds of values never mix: the number 1, the text "1" and true are three things. Texts compare by code points; only
Neo4j takes those beyond U+FFFF, like emoji, for smaller than U+E000 to U+FFFF.

Fields of our own are listed in `FIELDS`; any other name is a metadata key, nested by dots (`address.city`), and
`metadata.NAME` is one whatever its name. A name that is nearly a field of ours (`create_at`) is refused: it would
find nothing. A list counts as each of its items. What a message has (role, speaker, session, agent, time, metadata),
a fact has from the messages that state it, an entity from those that mention it.
`category` is a category of an entity (of a fact's ends, of those that a message mentions), or the metadata key.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias, cast

from pydantic import TypeAdapter

from memary.checks.faults import shown
from memary.errors import InputError
from memary.times import parse_time
from memary.types import HIDDEN_KEYS, FactKind, Metadata, Origin, Role, Time

Scalar: TypeAlias = str | bool | int | float | datetime
Test: TypeAlias = Literal["in", "gt", "gte", "lt", "lte", "contains", "icontains", "exists"]
Row: TypeAlias = Mapping[str, Sequence[Scalar]]
"""A record as filters see it: its values by field. A field without values is there all the same."""

METADATA = "metadata."
"""What stands before a metadata key in the name of a field."""

FIELDS: Mapping[str, Literal["text", "time", "number"]] = {
    **dict.fromkeys(("role", "speaker", "session_id", "agent_id", "language"), "text"),
    **dict.fromkeys(("kind", "origin", "predicate", "category"), "text"),
    **dict.fromkeys(("created_at", "valid_at", "invalid_at", "expires_at"), "time"),
    **dict.fromkeys(("importance", "confidence", "rating"), "number"),
}
SAID_FIELDS = frozenset({"role", "speaker", "session_id", "agent_id", "created_at"})
"""Fields that a fact or an entity has from messages, as it has metadata; without any, `created_at` is its own."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "role": tuple(Role),
    "origin": tuple(Origin),
    "kind": (*FactKind, "message", "entity"),
}
_ALIASES = {"categories": "category"}
_OPERATORS = ("eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "contains", "icontains")
_ORDERINGS = frozenset({"gt", "gte", "lt", "lte"})
_MISSPELT = 0.88
"""How alike a name is to a field that is meant by it: one letter is left out, doubled, or two are swapped."""

_MAX_DEPTH = 30
_MAX_VALUES = 5_000
_MAX_COMPARISONS = 200  # databases nest them, to some hundred levels
_INT_BOUND = 2**63  # beyond it databases count with floats

_TIME: TypeAdapter[datetime] = TypeAdapter(Time)


@dataclass(frozen=True, slots=True)
class Compare:
    """A test of one field: it holds if one of the record's values passes.

    `in` takes many values, `exists` none.
    """

    field: str
    test: Test
    values: tuple[Scalar, ...] = ()

    @property
    def key(self) -> str | None:
        """The metadata key, nested by dots; None for a field of our own."""
        return self.field.removeprefix(METADATA) if self.field.startswith(METADATA) else None


@dataclass(frozen=True, slots=True)
class And:
    """Holds if all parts do."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Holds if one part does."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Holds if its part does not."""

    part: Filter


Filter: TypeAlias = Compare | And | Or | Not


# -- from a mapping -------------------------------------------------------------------------------------------------


def parse_filters(given: Mapping[str, Any]) -> Filter:
    """Read a filter as a caller writes it.

    Raises:
        InputError: an operator, a field or a value that cannot be used, by its name, with what can.
    """
    parsed = _parse(given, depth=0)
    values = list(_values(parsed))
    if len(values) > _MAX_COMPARISONS:
        raise InputError(
            f"The filter makes {len(values):,} comparisons, more than the {_MAX_COMPARISONS} it may make: name many "
            "values of one field with in, or split it."
        )
    if sum(map(len, values)) > _MAX_VALUES:
        raise InputError(f"The filter has more than {_MAX_VALUES:,} values: split it.")
    return parsed


def _parse(given: object, *, depth: int, prefix: str = "") -> Filter:
    if not isinstance(given, Mapping):
        raise InputError(f'The filter {shown(given)} cannot be used: write a mapping like {{"category": "food"}}.')
    if depth > _MAX_DEPTH:
        raise InputError(f"The filter is nested more than {_MAX_DEPTH} levels deep: flatten it.")
    parts: list[Filter] = []
    for name, value in cast("Mapping[object, object]", given).items():
        if not isinstance(name, str) or not name:
            raise InputError(f"The filter names a field {shown(name)}: field names are texts.")
        _text(name, name)
        if name in ("AND", "OR", "NOT"):
            parts.append(_joined(name, value, depth=depth, prefix=prefix))
        elif name == "metadata" and isinstance(value, Mapping) and not prefix:
            parts.append(_parse(cast("object", value), depth=depth + 1, prefix=METADATA))
        else:
            parts.append(_field(prefix + name, cast("object", value)))
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _joined(name: str, value: object, *, depth: int, prefix: str) -> Filter:
    listed = [cast("object", value)] if isinstance(value, Mapping) else value
    if not isinstance(listed, list | tuple) or not listed:
        raise InputError(f'{name} in a filter takes a list of filters, like {{"{name}": [{{"category": "food"}}]}}.')
    parts = tuple(_parse(part, depth=depth + 1, prefix=prefix) for part in cast("Sequence[object]", listed))
    if name == "AND":
        return And(parts)
    return Or(parts) if name == "OR" else Not(Or(parts))


def _field(name: str, value: object) -> Filter:
    if name == "user_id":
        raise InputError("A filter cannot name user_id: use the argument user_id instead.")
    name = _ALIASES.get(name, name)
    if meant := get_close_matches(name.lower(), FIELDS, n=1, cutoff=_MISSPELT) if name not in FIELDS else ():
        raise InputError(
            f"Unknown field {shown(name)} in the filter: did you mean {meant[0]}? For a metadata key of that name "
            f"write {shown(METADATA + name)}."
        )
    if isinstance(value, Mapping):
        tests = cast("Mapping[object, object]", value).items()
        parts = tuple(_test(name, operator, operand) for operator, operand in tests)
        if not parts:
            raise InputError(f"The filter on {shown(name)} is empty: give it a value or an operator.")
        return parts[0] if len(parts) == 1 else And(parts)
    if value == "*":
        return _compare(name, "exists", ())
    return _test(name, "eq", value)


def _test(name: str, operator: object, operand: object) -> Filter:
    if not isinstance(operator, str) or operator not in _OPERATORS:
        hint = "" if name in FIELDS else f" For a key within {shown(name)} write {shown(f'{name}.{operator}')}."
        raise InputError(
            f"The filter on {shown(name)} has an unknown operator {shown(operator)}: choose from "
            f"{', '.join(_OPERATORS)}.{hint}"
        )
    if operator in ("in", "nin"):
        if not isinstance(operand, list | tuple | set | frozenset):
            raise InputError(f"The filter on {shown(name)} needs a list after {operator}, not {shown(operand)}.")
        operands = tuple(cast("Iterable[object]", operand))
    else:
        operands = (operand,)
    values = tuple(_value(name, operator, each) for each in operands)
    if operator in ("ne", "nin"):
        return Not(_compare(name, "in", values))
    return _compare(name, "in" if operator == "eq" else cast("Test", operator), values)


def _compare(name: str, test: Test, values: tuple[Scalar, ...]) -> Filter:
    if name == "category":  # ours, which is a text, or the caller's own word for it
        texts = tuple(value for value in values if isinstance(value, str))
        ours = (Compare(name, test, texts),) if texts or test == "exists" else ()
        return Or((*ours, Compare(f"{METADATA}{name}", test, values)))
    return Compare(name if name in FIELDS or name.startswith(METADATA) else f"{METADATA}{name}", test, values)


def _value(name: str, operator: str, given: object) -> Scalar:
    sort = FIELDS.get(name) if name != "category" else None
    if operator in ("contains", "icontains"):
        if not isinstance(given, str) or sort in ("time", "number"):
            raise InputError(
                f"The filter on {shown(name)} cannot use {operator} with {shown(given)}: it searches texts."
            )
        return _text(name, given)
    if sort == "time":
        return _time(name, given)
    if isinstance(given, str) and sort != "number":
        return _choice(name, operator, _text(name, given))
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if is_number and sort != "text":
        if isinstance(given, float) and not math.isfinite(given):
            raise InputError(f"The filter on {shown(name)} compares with {given}, which is not a finite number.")
        return _bounded(given)
    if isinstance(given, bool) and sort is None and operator not in _ORDERINGS:
        return given
    if given is None:
        raise InputError(
            f"The filter on {shown(name)} compares with null: for records without it, write "
            f'{{"NOT": [{{"{name[:60]}": "*"}}]}}.'
        )
    wanted = {"text": "a text", "number": "a number"}.get(sort or "", "a text, a number or true or false")
    raise InputError(f"The filter on {shown(name)} cannot use {operator} with {shown(given)}: it takes {wanted}.")


def _time(name: str, given: object) -> datetime:
    return _TIME.validate_python(parse_time(given, where=f"The time of the filter on {shown(name)}"))


def _choice(name: str, operator: str, given: str) -> str:
    choices = _CHOICES.get(name)
    if choices and operator not in _ORDERINGS and given not in choices:
        raise InputError(f"The filter on {shown(name)} has {shown(given)}: choose from {', '.join(choices)}.")
    return given


def _text(name: str, given: str) -> str:
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"The filter on {shown(name)} holds characters that are not valid Unicode.") from error
    return given


def _values(wanted: Filter) -> Iterator[tuple[Scalar, ...]]:
    match wanted:
        case Compare():
            yield wanted.values
        case And() | Or():
            for part in wanted.parts:
                yield from _values(part)
            if not wanted.parts:  # a condition all the same
                yield ()
        case Not():
            yield from _values(wanted.part)


# -- values of metadata ------------------------------------------------------------------------------------------


def flat_metadata(metadata: Metadata) -> dict[str, list[str | bool | int | float]]:
    """Return the scalar values of metadata by their keys, nested ones joined by dots.

    A list gives each of its items; a key that holds something else (a mapping, an empty list) has no values, one that
    holds null is left out, as is an answer's trace.
    """
    flat: dict[str, list[str | bool | int | float]] = {}

    def walk(value: object, path: str) -> None:
        if value is None:
            return
        values = flat.setdefault(path, [])
        if isinstance(value, dict):
            for key, inner in cast("dict[str, object]", value).items():
                walk(inner, f"{path}.{key}")
        else:
            items = cast("list[object]", value if isinstance(value, list) else [value])
            values += [_bounded(item) for item in items if isinstance(item, str | int | float)]

    for key, value in metadata.items():
        if key not in HIDDEN_KEYS:
            walk(value, key)
    return flat


def _bounded(value: Any) -> Any:
    if isinstance(value, int) and not -_INT_BOUND <= value < _INT_BOUND:
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return value


# -- what a filter means --------------------------------------------------------------------------------------------


def matches(wanted: Filter, row: Row) -> bool:
    """Return whether a filter holds for a record: the meaning that every store has to agree with."""
    match wanted:
        case And():
            return all(matches(part, row) for part in wanted.parts)
        case Or():
            return any(matches(part, row) for part in wanted.parts)
        case Not():
            return not matches(wanted.part, row)
        case Compare():
            if wanted.test == "exists":
                return _exists(wanted, row)
            return any(_passes(value, wanted) for value in row.get(wanted.field, ()))


def _exists(wanted: Compare, row: Row) -> bool:
    return wanted.field in row if wanted.key is not None else bool(row.get(wanted.field))


def _passes(value: Any, wanted: Compare) -> bool:
    alike = [other for other in wanted.values if sort_of(other) == sort_of(value)]
    if wanted.test == "in" or not alike:
        return value in alike
    other: Any = alike[0]  # all other tests take one value
    match wanted.test:
        case "gt":
            return value > other
        case "gte":
            return value >= other
        case "lt":
            return value < other
        case "lte":
            return value <= other
        case "contains":
            return other in value
        case "icontains":
            return other.lower() in value.lower()
        case "exists":
            return True


def sort_of(value: Scalar) -> Literal["flag", "number", "text", "time"]:
    """Return what kind of value this is; values of different kinds are never equal, greater or less."""
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, datetime):
        return "time"
    return "text" if isinstance(value, str) else "number"
