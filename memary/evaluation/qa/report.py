"""Define the result of a run of questions and answers, as data."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

import memary
from memary.evaluation.recall.metrics import scores
from memary.evaluation.report import Check, Scores
from memary.types import Record

CORRECT = "correct"
NO_ANSWER = "no answer in the talk"
"""The category of questions whose answer the talk does not hold, whatever the file calls them."""


class QaAnswer(Record):
    """One method's answer to one question, and what the judge said of it; a line of the file of answers."""

    talk: str
    question: str
    category: str
    has_answer: bool
    asked: str
    right: str
    method: str
    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    correct: bool | None = None
    why: str = ""


class QaRow(Record):
    """How one method did: on all questions, on those that have an answer, and by category."""

    method: str
    overall: Scores
    categories: dict[str, Scores]
    prompt_tokens: float = Field(description="of all prompts for one answer, on average")
    completion_tokens: float


class QaReport(Record):
    """Everything one run found out, and what it ran on."""

    memary_version: str = Field(default_factory=lambda: str(memary.__version__))
    data: dict[str, str] = Field(description="the files by name, with the sha256 of each")
    embedding: str
    reader: str = Field(description="the model that read facts out of the messages, rules, or nobody")
    model: str = Field(description="the model that answered")
    judge: str
    talks: int
    messages: int
    rows: tuple[QaRow, ...]
    probe: Scores = Field(description="vague answers that the judge took for right")
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(check.passed for check in self.checks)


def row_of(method: str, answers: Sequence[QaAnswer]) -> QaRow:
    """Sum up what one method answered, as far as it was judged."""
    categories = dict.fromkeys(sorted(one.category for one in answers if one.has_answer))
    by_category = {
        name: _scores([one for one in answers if one.category == name and one.has_answer]) for name in categories
    }
    if any(not one.has_answer for one in answers):
        by_category[NO_ANSWER] = _scores([one for one in answers if not one.has_answer])
    return QaRow(
        method=method,
        overall=_scores(answers),
        categories=by_category,
        prompt_tokens=_mean([one.prompt_tokens for one in answers]),
        completion_tokens=_mean([one.completion_tokens for one in answers]),
    )


def _scores(answers: Sequence[QaAnswer]) -> Scores:
    return scores([{CORRECT: float(one.correct)} for one in answers if one.correct is not None])


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0
