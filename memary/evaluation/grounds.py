"""Measure how well it is read what facts rest on: precision and recall of `rests_on`.

Each message is said by a user of its own, so that no fact of another is at hand. Half of the cases are held out:
nobody looks at them while rules or prompts change. Which half a case is in follows from its words alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field, ValidationError
from rich.table import Table

from memary.checks.faults import first_fault
from memary.client import Memary
from memary.errors import InputError
from memary.evaluation.episodes.episode import read_toml
from memary.evaluation.recall.run import Track, untracked
from memary.evaluation.tables import plain_table
from memary.languages.terms import term_set
from memary.types import Record

Part: TypeAlias = Literal["open", "held out"]


class GroundCase(Record):
    """A message, and what in it rests on what: both in its words; both empty where nothing does."""

    text: str = Field(min_length=1)
    effect: str = ""
    ground: str = ""

    @property
    def part(self) -> Part:
        """Which half of the cases it is in."""
        return "held out" if hashlib.sha256(self.text.encode()).digest()[0] % 2 else "open"


class _Cases(Record):
    language: str
    cases: tuple[GroundCase, ...] = Field(min_length=1)


class GroundsRow(Record):
    """How the cases of one language and half did.

    Attributes:
        language: of the messages.
        part: which half, or `all`.
        cases: how many messages there are, of which `grounded` say what rests on what.
        told: how many pairs of facts were read, of which `right` are the ones meant.
    """

    language: str
    part: str
    cases: int
    grounded: int
    told: int
    right: int

    @property
    def precision(self) -> float | None:
        """Which part of what was read is meant; None if nothing was."""
        return self.right / self.told if self.told else None

    @property
    def recall(self) -> float | None:
        """Which part of what is meant was read; None if nothing is."""
        return self.right / self.grounded if self.grounded else None


@dataclass(frozen=True, slots=True)
class GroundAnswer:
    """What was read of one case: pairs of a fact and what it rests on, and how many pairs are right."""

    language: str
    case: GroundCase
    pairs: tuple[tuple[str, str], ...]
    right: int


def read_ground_cases(folder: Path) -> dict[str, tuple[GroundCase, ...]]:
    """Read the labelled messages of a folder, by language.

    Raises:
        InputError: there are none, or a file is of another form; it says where.
    """
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise InputError(f"{folder} has no labelled messages: name a folder with --data.")
    found: dict[str, tuple[GroundCase, ...]] = {}
    for path in paths:
        given = read_toml(path)
        try:
            read = _Cases.model_validate(given)
        except ValidationError as error:
            raise InputError(f"{path} has no labelled messages: {first_fault(error, given)}.") from error
        for case in read.cases:
            if bool(case.effect) != bool(case.ground) or not {case.effect, case.ground} <= _parts(case):
                raise InputError(f"{path}: effect and ground have to stand in {case.text!r}, or neither is given.")
        found[read.language] = read.cases
    return found


def _parts(case: GroundCase) -> set[str]:
    return {words for words in (case.effect, case.ground) if words in case.text}


def measure_grounds(
    memory: Memary, cases: dict[str, tuple[GroundCase, ...]], *, track: Track = untracked
) -> list[GroundAnswer]:
    """Let a memory read each message by itself, and compare what its facts rest on with what is meant."""
    answers: list[GroundAnswer] = []
    for language, of_language in cases.items():
        for number, case in enumerate(track(of_language, f"{language}: reading")):
            user = f"{language}-{number}"
            memory.add(case.text, user_id=user)
            memory.flush(user_id=user)
            facts = memory.facts.list(user_id=user, include_past=True)
            statements = {fact.id: fact.statement for fact in facts}
            pairs = tuple(
                (fact.statement, statements[ground.fact_id])
                for fact in facts
                for ground in fact.rests_on
                if ground.fact_id in statements
            )
            right = min(1, sum(_is_meant(case, *pair) for pair in pairs))
            answers.append(GroundAnswer(language, case, pairs, right))
    return answers


def _is_meant(case: GroundCase, fact: str, ground: str) -> bool:
    """Return whether a fact tells the effect and what it rests on the ground, not the other way round."""
    if not case.effect:
        return False
    as_meant = _common(fact, case.effect) + _common(ground, case.ground)
    return as_meant > _common(fact, case.ground) + _common(ground, case.effect)


def _common(one: str, other: str) -> int:
    """Return how many words two texts share."""
    return len(term_set(one) & term_set(other))


def grounds_rows(answers: Sequence[GroundAnswer]) -> tuple[GroundsRow, ...]:
    """Sum answers up by language and half."""
    rows: list[GroundsRow] = []
    for language in dict.fromkeys(answer.language for answer in answers):
        of_language = [answer for answer in answers if answer.language == language]
        for part in ("open", "held out", "all"):
            rows.append(_row(language, part, [one for one in of_language if part in (one.case.part, "all")]))
    return tuple(rows)


def _row(language: str, part: str, answers: Sequence[GroundAnswer]) -> GroundsRow:
    return GroundsRow(
        language=language,
        part=part,
        cases=len(answers),
        grounded=sum(bool(answer.case.effect) for answer in answers),
        told=sum(len(answer.pairs) for answer in answers),
        right=sum(answer.right for answer in answers),
    )


def render_grounds(rows: Iterable[GroundsRow]) -> Table:
    """Return the rows as a table for people."""
    table = plain_table("What facts rest on")
    for name in ("language", "half", "messages", "with a ground", "pairs read", "right", "precision", "recall"):
        table.add_column(name, justify="left" if name in ("language", "half") else "right", no_wrap=True)
    for row in rows:
        counts = (row.cases, row.grounded, row.told, row.right)
        shares = ("" if value is None else f"{value:.2f}" for value in (row.precision, row.recall))
        table.add_row(row.language, row.part, *map(str, counts), *shares, end_section=row.part == "all")
    return table
