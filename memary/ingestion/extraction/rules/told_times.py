"""Since when a sentence tells what a form reads in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memary.languages import any_of, united
from memary.languages.pack.sentences import Statement

_from_then = any_of(lambda language: language.statements.from_then)
_of_age = any_of(lambda language: language.statements.of_age)
_own_clause = any_of(lambda language: language.statements.own_clause)
_begin = united(lambda language: language.relations.begin)
"""Relations of which a time in the sentence tells the beginning: "I moved to Berlin yesterday"."""


def began(
    form: Statement, sentence: str, said_at: datetime, named: Sequence[tuple[datetime, str]]
) -> tuple[str | None, str]:
    """Return since when a sentence tells what a form reads, None where it does not, and the text to read it in.

    The times that the sentence names, one at least, go in as `TimeReader` gives them. Only one that is past can be a
    beginning.
    """
    own = [one for one in named if not (_tells_age(one[1], sentence) or _is_told_apart(one[1], form, sentence))]
    if form.predicate not in _begin() or not own:
        return None, sentence
    (start, words), *others = own
    past = start.isoformat() if start <= said_at and not others else None
    if past and (not form.timeless or _from_then().search(sentence)):
        return past, sentence.replace(words, "", 1).replace("  ", " ").strip()
    is_then = form.timeless and sentence.startswith(tuple(words for _, words in own))
    return past, "" if is_then else sentence


def _tells_age(time: str, sentence: str) -> bool:
    """Return whether a time tells since when somebody has an age, and of nothing else in the sentence."""
    return _of_age().match(sentence, sentence.find(time) + len(time)) is not None


def _is_told_apart(time: str, form: Statement, sentence: str) -> bool:
    """Return whether a time stands in a clause of its own behind what a form reads: "…, and she fell in May"."""
    begins = _own_clause().search(sentence)
    if begins is None or time in sentence[: begins.start()]:
        return False
    return time in sentence[begins.start() :] and form.regex.search(sentence[: begins.start()]) is not None
