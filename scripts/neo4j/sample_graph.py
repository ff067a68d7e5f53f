"""Fills a store with the sample conversation and the facts in it, to look at a graph without a language model.

``python scripts/neo4j/sample_graph.py neo4j://127.0.0.1:7687`` adds the user ``ada`` from ``data/conversations``:
what was said, the facts that a careful reader takes from it (``facts.en.jsonl``), and the insights that rules draw
from both. A second user, ``tess``, has facts that rest on a job which has ended since. An address like
``sqlite:///ada.db`` works as well.
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
DOUBTING = "tess"
_PLACES = {"Acme": "organization", "Bolt": "organization", "the Baths": "place"}
_TOLD = (
    ("2026-01-05", "I started at Acme today.", "works_at", "Acme", "Tess works at Acme.", ""),
    (
        "2026-01-12",
        "I swim at the Baths on Tuesdays, because they are below the office.",
        "swims_at",
        "the Baths",
        "Tess swims at the Baths on Tuesdays.",
        "Acme",
    ),
    (
        "2026-01-19",
        "I have rented locker 14 at the Baths, so that I need not carry everything.",
        "rents",
        "locker 14",
        "Tess rents locker 14 at the Baths.",
        "the Baths",
    ),
    (
        "2026-02-02",
        "I bought a pass for tram 7, only for getting to Acme.",
        "owns",
        "tram pass",
        "Tess has a pass for tram 7.",
        "Acme",
    ),
    ("2026-03-02", "First day at Bolt today!", "works_at", "Bolt", "Tess works at Bolt.", ""),
)
"""When what was said, and the fact in it: relation, object, sentence, and the object of the fact that it rests on."""

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


def fill_with_doubts(memory: Memary, *, user_id: str = DOUBTING) -> None:
    """Tell one user's memory what rests on a job, and then that the job has changed."""
    known: dict[str, str] = {}
    for day, said, predicate, name, statement, ground in _TOLD:
        message = {"content": said, "speaker": "Tess", "created_at": f"{day}T08:30:00+00:00"}
        (source,) = memory.add(message, user_id=user_id, session_id=day, infer=False).ids
        fact = {
            "subject": "Tess",
            "subject_type": "person",
            "predicate": predicate,
            "object": name,
            "object_type": _PLACES.get(name, "thing"),
            "statement": statement,
            "valid_at": day,
            "origin": "user",
            "source_ids": [source],
            "rests_on": [{"fact_id": known[ground], "words": said}] if ground else [],
        }
        known[name] = memory.facts.add([fact], user_id=user_id, actor="sample")[-1].target_id


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
        fill_with_doubts(opened)
