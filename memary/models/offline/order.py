"""Put quoted messages in the order in which search lists them, but what took the place of something before it.

Search knows more than the words of a question: who speaks, what was said around it, what the graph says. What it does
not know is which of two messages that say as much of the question is still so, so the newer one goes first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from memary.languages import any_of
from memary.models.offline.lines import EDGE, STAMP, Line

_FIRST = 2
"""How many of the first messages of search are quoted beside what answers by its words."""

_changes = any_of(lambda language: language.times.changes)


def first_of_search(lines: Sequence[Line], words: Collection[str], *, is_told: bool) -> list[Line]:
    """Return the messages that search puts first, if they are strong or hold a word of the question.

    Args:
        lines: what may be quoted, in the order of recall.
        words: the words of the question that tell something.
        is_told: whether a fact answers, beside which only the very first hit is quoted.
    """
    if is_told:
        return [line for line in lines if line.place == 0 and _is_said(line)]
    first = [line for line in lines if _is_said(line)][:_FIRST]
    return [line for line in first if line.place is not None or any(map(line.holds, words))]


def _is_said(line: Line) -> bool:
    return STAMP.match(line.text) is not None and not line.is_fact


def in_order(
    quotes: Sequence[Line], lines: Sequence[Line], words: Collection[str], *, names: Collection[str], is_past: bool
) -> list[Line]:
    """Return quotes with messages in the order of search, each behind newer ones that say as much of what is asked.

    A newer one that tells a change of it says as much, too: "The surgery was moved to the 25th."

    Args:
        quotes: what answers.
        lines: what may be quoted, of one day in the order in which it was said.
        words: the words of the question that tell something.
        names: those of them that say of whom or what, and nothing of what is asked.
        is_past: whether the question asks for another time, where what is old is not put back.
    """
    ordered: list[Line] = []
    said = {line.text: place for place, line in enumerate(lines)}
    for line in sorted((line for line in quotes if not _is_fact(line)), key=_place):
        held = {word for word in words if line.holds(word)}
        places = (
            place
            for place, one in enumerate(ordered)
            if not is_past and _is_newer(line, one, said) and _says_as_much(line, held, one, words, names)
        )
        ordered.insert(next(places, len(ordered)), line)
    messages = iter(ordered)
    return [line if _is_fact(line) else next(messages) for line in quotes]


def _is_fact(line: Line) -> bool:
    return line.is_fact or EDGE.match(line.text) is not None


def _place(line: Line) -> float:
    return float("inf") if line.place is None else line.place


def _is_newer(line: Line, other: Line, order: Mapping[str, int]) -> bool:
    """Return whether a message was said after another; what has no time was said on the day of the question."""
    said, before = STAMP.match(line.text), STAMP.match(other.text)
    if said is None and before is None:
        return order.get(line.text, 0) > order.get(other.text, 0)
    return before is not None and (said is None or said[1] > before[1])


def _says_as_much(
    line: Line, held: Collection[str], other: Line, words: Collection[str], names: Collection[str]
) -> bool:
    before = {word for word in words if other.holds(word)}
    if not before:
        return False
    tells_change = bool(_changes().search(line.said)) and not before.isdisjoint(set(held) - set(names))
    return before.issubset(held) or tells_change
