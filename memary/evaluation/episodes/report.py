"""Define the result of measuring episodes, as data.

`memary eval episodes --json` prints it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

import memary
from memary.evaluation.episodes.episode import KINDS
from memary.evaluation.episodes.measures import WindowAnswer
from memary.evaluation.recall.metrics import scores
from memary.evaluation.report import Check, Scores
from memary.types import Record

ALL = "all"
"""The row over all kinds of a language."""

MEASURES = ("held", "part", "doubt", "untrue", "remembered", "right")


class EpisodeRow(Record):
    """How the questions of one kind in one language did.

    Attributes:
        language: of the talk.
        kind: of the questions, or `all`.
        others: how many other messages of the same user there were.
        questions: how many were asked.
        measures: of the questions that have each: `held` (all that decides was in the window), `part` (which part of
            it was), `doubt` (the fact in doubt was there with its reason), `untrue` (a fact stated what is not so),
            `remembered` (something forgotten was there), `right` (a reader answered right from the window alone).
    """

    language: str
    kind: str
    others: int
    questions: int
    measures: dict[str, Scores]


class EpisodeReport(Record):
    """Everything one run found out, and what it ran on."""

    memary_version: str = Field(default_factory=lambda: str(memary.__version__))
    embedding: str
    reader: str = Field(description="the model that read facts out of the messages, or rules")
    answered_by: str | None = Field(default=None, description="the model that answered from the windows, if one did")
    has_doubts: bool = Field(default=True, description="whether doubts were shown")
    budget: int = Field(description="most tokens of a window")
    episodes: tuple[str, ...]
    messages: int = Field(description="of all episodes, without the others")
    rows: tuple[EpisodeRow, ...]
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(check.passed for check in self.checks)


def rows_of(answers: Sequence[WindowAnswer]) -> tuple[EpisodeRow, ...]:
    """Sum answers up by language and kind, first alone, then among others."""
    languages = dict.fromkeys(answer.language for answer in answers)
    sizes = dict.fromkeys(answer.others for answer in answers)
    rows: list[EpisodeRow] = []
    for language in languages:
        for kind in (*KINDS, ALL):
            asked = [one for one in answers if one.language == language and kind in (one.question.kind, ALL)]
            rows += [
                _row(language, kind, others, of_size)
                for others in sizes
                if (of_size := [one for one in asked if one.others == others])
            ]
    return tuple(rows)


def _row(language: str, kind: str, others: int, answers: Sequence[WindowAnswer]) -> EpisodeRow:
    return EpisodeRow(
        language=language,
        kind=kind,
        others=others,
        questions=len(answers),
        measures={name: found for name in MEASURES if (found := _scores(name, answers)).n},
    )


def _scores(name: str, answers: Iterable[WindowAnswer]) -> Scores:
    values = [answer.values for answer in answers]
    return scores([{name: one[name]} for one in values if name in one])
