"""The labelled pairs of names, and what becomes of them on the real way into memory."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from memary import Memary
from memary.models.base import ChatTurn, Completion
from memary.types import Mention

PAIRS = Path(__file__).parents[1] / "data" / "entity_pairs.jsonl"


@dataclass(frozen=True)
class SaidName:
    """A name as a message says it."""

    name: str
    type: str
    said: str
    aliases: tuple[str, ...] = ()

    @property
    def fact(self) -> dict[str, Any]:
        """A fact that puts the name into the graph, worded as the message is."""
        return {"subject": "User", "predicate": "spoke_of", "object": self.name, "statement": self.said}


@dataclass(frozen=True)
class Pair:
    """Two names and whether they mean one thing."""

    number: int
    same: bool
    about: str
    one: SaidName
    other: SaidName

    @property
    def user_id(self) -> str:
        return f"pair{self.number}"

    def __str__(self) -> str:
        return f"{self.about}: {self.one.name} ({self.one.type}) / {self.other.name} ({self.other.type})"


@dataclass(frozen=True)
class Score:
    """How well pairs were told, by the two mentions of each as clusters of their own (Bagga and Baldwin, 1998)."""

    precision: float
    recall: float
    false_merges: Sequence[Pair]
    missed: Sequence[Pair]
    different: int

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall)

    @property
    def false_merge_rate(self) -> float:
        """The share of pairs that mean two things and became one."""
        return len(self.false_merges) / self.different

    def __str__(self) -> str:
        return (
            f"B-cubed precision {self.precision:.3f}, recall {self.recall:.3f}, F1 {self.f1:.3f}; "
            f"false merges {len(self.false_merges)} of {self.different} ({self.false_merge_rate:.1%}), "
            f"missed {len(self.missed)}"
        )


class ScriptedReader:
    """A chat model that reads each message as it was told to."""

    name = "scripted"
    context_window = 8192
    is_offline = False

    def __init__(self) -> None:
        self.replies: dict[str, Mapping[str, Any]] = {}

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Reply with what is scripted for the last of the new messages that is known."""
        new = turns[-1].content.rsplit("\n\n", 1)[-1]
        known = [reply for text, reply in self.replies.items() if text in new]
        merged = {key: [dict(item) for reply in known for item in reply[key]] for key in ("entities", "facts")}
        for entity in merged["entities"]:
            if named := entity.get(
                "same_as"
            ):  # written as a name; a model would give the number it has in the prompt
                number = re.search(rf"^(\d+)\. {re.escape(named)}\b", turns[-1].content, re.MULTILINE)
                entity["same_as"] = int(number[1]) if number else None
        return Completion(json.dumps(merged), 1, 1)

    def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        raise AssertionError("nothing is chatted here")

    async def aclose(self) -> None:
        """Nothing to release."""


def pairs() -> list[Pair]:
    """The labelled set."""
    rows = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    return [
        Pair(number, row["same"], row["about"], _said(row["one"]), _said(row["other"]))
        for number, row in enumerate(rows, 1)
    ]


def _said(row: Mapping[str, Any]) -> SaidName:
    return SaidName(row["name"], row["type"], row["said"], tuple(row.get("aliases", ())))


def read_by_model(given: Sequence[Pair], memory: Memary, reader: ScriptedReader) -> Score:
    """Say both sentences of each pair, one after the other, and have a scripted model read them."""
    for which in ("one", "other"):
        for pair in given:
            said: SaidName = getattr(pair, which)
            entity = {"name": said.name, "type": said.type, "aliases": list(said.aliases)}
            fact = {**said.fact, "quote": said.said, "message": 1}
            reader.replies = {said.said: {"entities": [entity], "facts": [fact]}}
            memory.add(said.said, user_id=pair.user_id, session_id=which)
            memory.flush(user_id=pair.user_id)
    return score(given, {pair.number: _is_one(memory, pair) for pair in given})


def read_as_facts(given: Sequence[Pair], memory: Memary) -> Score:
    """Give both sentences of each pair as facts; what only an extraction can tell, an alias, is left out."""
    for pair in given:
        for said in (pair.one, pair.other):
            memory.facts.add([{**said.fact, "object_type": said.type}], user_id=pair.user_id)
    return score(given, {pair.number: _is_one(memory, pair) for pair in given})


def _is_one(memory: Memary, pair: Pair) -> bool:
    rows = list(_named(memory.stream.entries(user_id=pair.user_id)))
    assert rows, f"both mentions are lost: {pair}"
    return len({row.entity_id for row in rows}) == 1


def _named(rows: Iterable[tuple[Mention, Any]]) -> Iterator[Mention]:
    return (mention for mention, entity in rows if entity.name != "User")


def score(given: Sequence[Pair], merged: Mapping[int, bool]) -> Score:
    """Count.

    A mention merged with one that it is not is half right, one kept from its like half found.
    """
    precision = sum(1.0 if pair.same or not merged[pair.number] else 0.5 for pair in given) / len(given)
    recall = sum(1.0 if not pair.same or merged[pair.number] else 0.5 for pair in given) / len(given)
    return Score(
        precision,
        recall,
        [pair for pair in given if merged[pair.number] and not pair.same],
        [pair for pair in given if pair.same and not merged[pair.number]],
        sum(not pair.same for pair in given),
    )
