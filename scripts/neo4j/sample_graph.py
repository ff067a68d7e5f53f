"""Fills a store with the sample conversation and the facts in it, to look at a graph without a language model.

``python scripts/neo4j/sample_graph.py neo4j://127.0.0.1:7687`` adds the user ``ada`` from ``data/conversations``:
what was said, the facts that a careful reader takes from it (``facts.en.jsonl``), and the insights that rules draw
from both. An address like ``sqlite:///ada.db`` works as well.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from memary import Memary

DATA = Path(__file__).resolve().parents[2] / "data" / "conversations"
USER = "ada"
_FORMER = {"replaces": "UPDATE", "ends": "DELETE"}
"""What a row does to the fact whose statement it names."""


def fill(memory: Memary, *, user_id: str = USER) -> None:
    """Add the conversation, its facts and the insights to one user's memory, which should be empty."""
    message_ids = _add_messages(memory, user_id)
    for part in _parts(_rows("facts.en.jsonl")):
        known = {fact.statement: fact.id for fact in memory.facts.list(user_id=user_id, include_past=True)}
        given = [_given(row, message_ids, known) for row in part]
        memory.facts.add(given, user_id=user_id, actor="sample")
    memory.insights.reflect(user_id=user_id)


def _add_messages(memory: Memary, user_id: str) -> list[str]:
    ids: list[str] = []
    for session_id, turns in groupby(_rows("ada.en.jsonl"), key=lambda turn: turn["session_id"]):
        batch = [{key: value for key, value in turn.items() if key != "session_id"} for turn in turns]
        ids += memory.add(batch, user_id=user_id, session_id=session_id, infer=False).ids
    return ids


def _parts(rows: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Split before each row that names an earlier fact: that one has to be written by then."""
    part: list[dict[str, Any]] = []
    for row in rows:
        if part and row.keys() & _FORMER:
            yield part
            part = []
        part.append(row)
    yield part


def _given(row: Mapping[str, Any], message_ids: Sequence[str], known: Mapping[str, str]) -> dict[str, Any]:
    """A line of the file as `apply_facts` takes it: lines are messages, former statements are facts."""
    given: dict[str, Any] = {key: row[key] for key in row if key not in {"lines", *_FORMER}}
    given["source_ids"] = [message_ids[line - 1] for line in row["lines"]]
    given.setdefault("origin", "user")
    for key in row.keys() & _FORMER:
        given |= {"op": _FORMER[key], "target_id": known[row[key]]}
    return given


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    with Memary.open(sys.argv[1], worker=False) as opened:
        fill(opened)
