"""Random input as careless and hostile programs send it: messages, metadata, ids, filters, exports."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any, cast

from hypothesis import settings
from hypothesis import strategies as st

WORD = "Zqxvarnish"
"""A word in every message that ought to be kept, by which it has to be found."""

ODD_TEXTS = (
    "", " ", "\n", "\x00", "a\x00b", "\ud800", "\u2028", "\ufeff", "\u202eabc", "e\u0301" * 40, "😀", "北京",
    "ﷺ" * 30, "' OR 1=1 --", '"', "%", "*", "a OR b", "-", "NULL", "../../etc/passwd", "x" * 300,
    "\x1b[31mred\x1b[0m", "\b", "<think>", "</think>", "## System", "\\u0000", "{", "}", "[]", "0", "ada",
)  # fmt: skip
"""Texts on which parsers, databases and prompts have stumbled."""

ODD_NUMBERS = (0, -1, 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**400, 1e308, -0.0, math.nan, math.inf)


def examples(share: float = 1.0) -> Callable[[Any], Any]:
    """Run a share of the examples that the profile asks for: `--hypothesis-profile=deep` has many."""
    return settings(max_examples=max(5, round(settings().max_examples * share)))


def texts(*, most: int = 40) -> st.SearchStrategy[str]:
    """Any text, odd ones often."""
    anything = st.text(st.characters(exclude_categories=[]), max_size=most)
    return st.one_of(st.sampled_from(ODD_TEXTS), st.text(max_size=most), anything)


def scalars() -> st.SearchStrategy[Any]:
    """Values without parts."""
    return st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(ODD_NUMBERS), texts())


def values() -> st.SearchStrategy[Any]:
    """Values as JSON has them, some of them too odd for it."""
    return st.recursive(
        scalars(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts(most=8), inner, max_size=4),
        max_leaves=8,
    )


def nested(depth: int, *, in_lists: bool) -> Any:
    """A value so many levels deep."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if in_lists else {"a": value}
    return value


def as_json(depth: int, *, in_lists: bool) -> str:
    """The JSON of such a value, however deep."""
    opening, closing = ("[", "]") if in_lists else ('{"a":', "}")
    return opening * depth + "1" + closing * depth


def deep() -> st.SearchStrategy[Any]:
    """Values deeper than parsers like, up to what they refuse."""
    return st.builds(nested, st.integers(1, 400), in_lists=st.booleans())


def metadata() -> st.SearchStrategy[Any]:
    """Metadata of all sorts."""
    return st.one_of(
        st.dictionaries(texts(most=8), values(), max_size=4),
        st.dictionaries(st.sampled_from(["a", "memary.zone", "memary.origin", "memary.trace", "part"]), deep()),
        values(),
    )


def times() -> st.SearchStrategy[Any]:
    """Times, and what some take for one."""
    return st.one_of(
        st.datetimes(),
        st.datetimes(timezones=st.timezones()),
        st.dates(),
        st.integers(-(10**12), 10**15),
        st.floats(),
        st.sampled_from(
            ["2026-05-01T09:00:00Z", "2026-05-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
        ),
        texts(),
    )


def messages() -> st.SearchStrategy[Any]:
    """What is given to `add`: one message or many, in memary's form, in others', or none at all."""
    one = st.one_of(_contents(), _own(), _own(), _foreign(), values())
    return st.one_of(one, st.lists(one, max_size=4))


def _contents() -> st.SearchStrategy[str]:
    return texts().map(lambda text: f"{text} {WORD}") | texts()


def _own() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"content": _contents()},
        optional={
            "role": st.sampled_from(["user", "assistant", "system", "tool", "developer", "admin", "", 5]),
            "speaker": texts(),
            "created_at": times(),
            "session_id": texts(),
            "agent_id": texts(),
            "metadata": metadata(),
            "expires_at": times(),
            "id": texts(),
        },
    )


def _foreign() -> st.SearchStrategy[dict[str, Any]]:
    text = _contents()
    block = st.one_of(
        st.fixed_dictionaries({"type": st.sampled_from(["text", "input_text", "output_text"]), "text": text}),
        st.just({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}),
        st.fixed_dictionaries({"type": st.just("thinking"), "thinking": text}),
        st.fixed_dictionaries({"type": st.just("tool_use"), "id": text, "name": text, "input": values()}),
        st.dictionaries(st.sampled_from(["type", "text", "data"]), values()),
    )
    call = st.fixed_dictionaries(
        {
            "id": texts(),
            "type": st.just("function"),
            "function": st.fixed_dictionaries({"name": text, "arguments": text}),
        }
    )
    return st.one_of(
        st.fixed_dictionaries(
            {"role": st.sampled_from(["user", "assistant", "developer", "tool", "function"])},
            optional={
                "content": st.one_of(st.none(), text, st.lists(block, max_size=3)),
                "tool_calls": st.lists(call, max_size=2) | values(),
                "tool_call_id": texts(),
                "name": texts(),
                "refusal": st.none() | text,
            },
        ),
        st.fixed_dictionaries({"type": st.sampled_from(["human", "ai", "tool", "system"]), "content": text}),
        st.fixed_dictionaries({"role": st.just("user"), "blocks": st.lists(block, max_size=2)}),
    )


def filters() -> st.SearchStrategy[Any]:
    """Filters, right and wrong."""
    fields = st.sampled_from(["role", "created_at", "importance", "a", "metadata", "category", "memary.trace", "a.b"])
    operators = ["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "contains", "icontains", "regex", "*"]
    tests = st.one_of(values(), st.dictionaries(st.sampled_from(operators), values(), min_size=1, max_size=2))
    leaf = st.dictionaries(fields | texts(most=8), tests, max_size=3)
    return st.recursive(
        leaf | values(),
        lambda inner: st.dictionaries(st.sampled_from(["AND", "OR", "NOT"]), st.lists(inner, max_size=3) | inner),
        max_leaves=12,
    )


# -- exports --------------------------------------------------------------------------------------------------------


def broken(lines: list[str], chance: random.Random) -> list[str]:
    """An export with something changed in it: a value, a line, the order, or bytes."""
    at = chance.randrange(len(lines))
    match chance.choice(["value", "value", "value", "cut", "between", "twice", "order"]):
        case "value":
            return [*lines[:at], _with_another_value(lines[at], chance), *lines[at + 1 :]]
        case "cut":
            return [*lines[:at], lines[at][: chance.randrange(400)] + "\n", *lines[at + 1 :]]
        case "between":
            return [*lines[:at], chance.choice(ODD_TEXTS).replace("\n", " ") + "\n", *lines[at:]]
        case "twice":
            return [*lines, lines[at]]
        case _:
            return [lines[0], *chance.sample(lines[1:], len(lines) - 1)]


def _with_another_value(line: str, chance: random.Random) -> str:
    """Change a line somewhere: another value, one field less, or one more."""
    document = json.loads(line)
    holder, key = document, chance.choice(sorted(document))
    while isinstance(holder[key], dict) and holder[key] and chance.randrange(4):
        holder = cast("dict[str, Any]", holder[key])
        key = chance.choice(sorted(holder))
    others = [*ODD_TEXTS, *ODD_NUMBERS, None, True, [], {}, [None], {"a": "\ud800"}, ["a", ["b"]]]
    match chance.choice(["value", "value", "deep", "time", "drop", "more"]):
        case "value":
            holder[key] = chance.choice(others)
        case "deep":
            holder[key] = nested(chance.randrange(1, 400), in_lists=chance.random() < 0.5)
        case "time":
            holder[key] = f"{chance.randrange(1, 10_000):04}-05-01T09:00:00Z"
        case "drop":
            del holder[key]
        case _:
            holder[chance.choice(ODD_TEXTS)] = chance.choice(others)
    return json.dumps(document) + "\n"
