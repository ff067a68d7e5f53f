"""A text as the clauses that can be taken out of it: its sentences, cut where another one with a subject begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memary.languages import any_of, merged
from memary.languages.scripts import FULL_STOPS
from memary.text.speech_acts.questions import sentences

_ends = any_of(lambda language: language.requests.clause_ends)
_titles = merged(lambda language: language.forms.titles)


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


def whole_sentences(text: str) -> list[Clause]:
    """Return the sentences of a text; the full stop of "Dr. Novak" ends none."""
    found: list[Clause] = []
    at = 0
    for sentence in sentences(text):
        begin = text.index(sentence, at)
        at = begin + len(sentence)
        last = found[-1].text.split()[-1] if found else ""
        if last.endswith(".") and last[:-1].casefold() in _titles():
            begin = found.pop().start
        found.append(Clause(begin, at, text[begin:at]))
    return found


def clauses(text: str) -> list[Clause]:
    """Return the clauses of a text in their order."""
    found: list[Clause] = []
    for sentence in whole_sentences(text):
        begin = sentence.start
        for joint in _ends().finditer(text, sentence.start + 1, sentence.end):
            found.append(Clause(begin, joint.start(), text[begin : joint.start()]))
            begin = joint.end()
        found.append(Clause(begin, sentence.end, text[begin : sentence.end]))
    return [clause for clause in found if clause.text.strip()]


def without(text: str, taken: Collection[Clause], instead: Mapping[Clause, str] = MappingProxyType({})) -> str:
    """Return a text without some of its clauses, and without what joined them to others; "" where no word is left.

    Of those that are in `instead` that stays.
    """
    left: list[str] = []
    joint_from: int | None = None
    for clause in clauses(text):
        told = instead.get(clause, "" if clause in taken else clause.text)
        if not told:
            joint_from = None
            if left and clause.text[-1] in FULL_STOPS and left[-1][-1] not in FULL_STOPS:
                left.append(clause.text[-1])
            continue
        if left:
            blank = " " if text[clause.start - 1].isspace() else ""
            left.append(blank if joint_from is None else text[joint_from : clause.start])
        left.append(told)
        joint_from = clause.end
    rest = "".join(left).strip()
    return rest if any(char.isalnum() for char in rest) else ""
