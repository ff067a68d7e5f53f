"""Split a text into the clauses that can be cut from it: sentences, cut again at each new subject.

What stands in brackets behind a sentence belongs to it: "Ben lives in Graz. (since 2026-01-01)".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memary.languages import any_of, merged
from memary.languages.scripts import CLOSING_BRACKETS, COLONS, FULL_STOPS, OPENING_BRACKETS
from memary.text.speech_acts.questions import sentences

_ends = any_of(lambda language: language.requests.clause_ends)
_titles = merged(lambda language: language.forms.titles)
_BRACKETED = re.compile(rf"[{OPENING_BRACKETS}][^\n]*[{CLOSING_BRACKETS}]")
_OPENING = re.compile(rf"[{OPENING_BRACKETS}]")
_CLOSING = re.compile(rf"[{CLOSING_BRACKETS}]")


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
    for sentence in _with_brackets(text):
        begin = sentence.start
        for joint in _ends().finditer(text, sentence.start + 1, sentence.end):
            if not _is_in_brackets(text[sentence.start : joint.start()]):
                found.append(Clause(begin, joint.start(), text[begin : joint.start()]))
                begin = joint.end()
        found.append(Clause(begin, sentence.end, text[begin : sentence.end]))
    return [clause for clause in found if clause.text.strip()]


def _is_in_brackets(before: str) -> bool:
    """Return whether a bracket that was opened is still open."""
    return len(_OPENING.findall(before)) > len(_CLOSING.findall(before))


def _with_brackets(text: str) -> list[Clause]:
    """Return the sentences of a text, each with what stands in brackets behind it on its line."""
    found: list[Clause] = []
    for sentence in whole_sentences(text):
        is_behind = found and "\n" not in text[found[-1].end : sentence.start]
        if is_behind and _BRACKETED.fullmatch(sentence.text):
            begin = found.pop().start
            found.append(Clause(begin, sentence.end, text[begin : sentence.end]))
        else:
            found.append(sentence)
    return found


def without(text: str, taken: Collection[Clause], instead: Mapping[Clause, str] = MappingProxyType({})) -> str:
    """Return a text without some of its clauses, and without what joined them to others.

    It is "" where no word is left. Of a clause in `instead` the part given there stays. A line that announces
    others, of which none is left, goes with them.
    """
    left: list[str] = []
    begins = {sentence.start for sentence in _with_brackets(text)}
    at, gap, is_begun, is_announced = 0, "", False, False
    for clause in clauses(text):
        between, at = text[at : clause.start], clause.end
        gap += between
        is_begun = is_begun and clause.start not in begins
        if told := instead.get(clause, "" if clause in taken else clause.text):
            left += [between if is_begun else _blank_of(gap), told] if left else [told]
            gap, is_begun, is_announced = "", True, False
            continue
        is_announced = bool(left) and left[-1][-1] in COLONS
        if is_begun and clause.text[-1] in FULL_STOPS and left[-1][-1] not in FULL_STOPS:
            left.append(clause.text[-1])
    rest = "".join(left[:-1] if is_announced else left).strip()
    return rest if any(char.isalnum() for char in rest) else ""


def _blank_of(between: str) -> str:
    """Return what parts two sentences: the end of a line, a blank, or nothing, as in Chinese."""
    return "\n" if "\n" in between else " " if between[-1:].isspace() else ""
