"""The results as tables for people, in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_COSTS: tuple[tuple[str, str, str, str], ...] = (
    ("LLM calls", "chat_calls", ".2f", ""),
    ("embedding calls", "embedding_calls", ".2f", ""),
    ("prompt tokens", "prompt_tokens", ",.0f", ""),
    ("schema tokens beside them", "schema_tokens", ",.0f", ""),
    ("completion tokens", "completion_tokens", ",.0f", ""),
    ("embedded tokens", "embedding_tokens", ",.0f", ""),
    ("own CPU, all of it, mean", "cpu_ms", ".1f", " ms"),
    ("own CPU within the call, median", "call_cpu_ms", ".1f", " ms"),
)

_LONG = 5.0
"""Seconds from which on it is worth telling how long a call took."""


def tables(results: Mapping[str, Any]) -> str:
    """Return the tables of all peers that could be measured."""
    parts: list[str] = []
    if measured := {peer: result for peer, result in results.items() if "costs" in result}:
        ways = list(next(iter(measured.values()))["costs"])
        for way in ways:
            parts.append(_cost_table(measured, f"per message, {way}", way, "per_message"))
        parts.append(_cost_table(measured, "per search", ways[0], "per_query"))
    if with_faults := {peer: result["retention"] for peer, result in results.items() if "retention" in result}:
        parts.append(_fault_table(with_faults))
    if recalls := {peer: result["recall"] for peer, result in results.items() if "recall" in result}:
        row = ("evidence recall@10", [_recall(recalled) for recalled in recalls.values()])
        parts.append(_table("recall", list(recalls), [row]))
    return "\n\n".join(parts) or "Nothing could be measured."


def _cost_table(measured: Mapping[str, Any], heading: str, way: str, part: str) -> str:
    names = [f"{peer} {result['costs'][way]['version']}" for peer, result in measured.items()]
    rows = [
        (name, [f"{result['costs'][way][part][key]:{form}}{unit}" for result in measured.values()])
        for name, key, form, unit in _COSTS
    ]
    return _table(heading, names, rows)


def _fault_table(with_faults: Mapping[str, Any]) -> str:
    faults = list(next(iter(with_faults.values())))
    rows = [(fault, [_fate(result[fault]) for result in with_faults.values()]) for fault in faults]
    return _table("fault", list(with_faults), rows)


def _fate(fault: Mapping[str, Any]) -> str:
    """One cell: what `add` did, and what is left of the message."""
    if "ended" in fault:
        return f"not measured: {fault['ended']}"
    during = [f"while down {_state(fault['while down'])}"] if fault.get("while down") else []
    first, later = _state(fault["at once"]), _state(fault["two turns later"])
    then = [f"then {first}" if first == later else f"then {first}, two turns later {later}"]
    read = "read by the model" if fault["read"] else "seen in a later prompt" if fault["read later"] else "never read"
    waited = f" after {fault['seconds']:g} s" if fault.get("seconds", 0) >= _LONG else ""
    return f"add {fault['add']}{waited}; {'; '.join(during + then)}; {read}"


def _state(look: Mapping[str, Any]) -> str:
    if isinstance(look["found"], str):
        return f"search fails ({look['found'].partition(':')[0]})"
    return "found" if look["found"] else "kept, not found" if look["kept"] is True else "**lost**"


def _recall(measured: Mapping[str, Any]) -> str:
    return f"{measured['recall@10']:.3f}" if "recall@10" in measured else "—"


def _table(heading: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    lines = [[heading, *names], ["---"] * (len(names) + 1), *([name, *cells] for name, cells in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
