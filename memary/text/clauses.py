"""A text as the clauses that can be taken out of it: its sentences, cut where another one with a subject begins."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from memary.languages import any_of
from memary.languages.scripts import FULL_STOPS
from memary.text.questions import sentences

_ends = any_of(lambda language: language.requests.clause_ends)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text.

    Attributes:
        start: where it begins.
        end: where what follows begins.
        text: its words.
    """

    start: int
    end: int
    text: str


def clauses(text: str) -> list[Clause]:
    """Return the clauses of a text in their order."""
    found: list[Clause] = []
    at = 0
    for sentence in sentences(text):
        at = text.index(sentence, at)
        end, begin = at + len(sentence), at
        for joint in _ends().finditer(sentence):
            if joint.start():
                found.append(Clause(begin, at + joint.start(), text[begin : at + joint.start()]))
                begin = at + joint.end()
        found.append(Clause(begin, end, text[begin:end]))
        at = end
    return [clause for clause in found if clause.text.strip()]


def without(text: str, taken: Collection[Clause]) -> str:
    """Return a text without some of its clauses, and without what joined them to others; "" where no word is left."""
    left: list[str] = []
    joint_from: int | None = None
    for clause in clauses(text):
        if clause in taken:
            joint_from = None
            if left and clause.text[-1] in FULL_STOPS and left[-1][-1] not in FULL_STOPS:
                left.append(clause.text[-1])
            continue
        if left:
            blank = " " if text[clause.start - 1].isspace() else ""
            left.append(blank if joint_from is None else text[joint_from : clause.start])
        left.append(clause.text)
        joint_from = clause.end
    rest = "".join(left).strip()
    return rest if any(char.isalnum() for char in rest) else ""
