"""Make the haystack in which an episode has to be found: many short talks of the same user.

A file has talks with gaps in braces, and for each gap the words that fill it. Each round through the talks fills them
with others, until there are enough messages. The same file and number give the same messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.evaluation.episodes.episode import HAYSTACK, Episode, Text, read_toml
from memary.times import ReadTime
from memary.types import Record, Role

_GAP = re.compile(r"\{(\w+)\}")
_ROLES = (Role.USER, Role.ASSISTANT)


class Haystack(Record):
    """Talks about other matters.

    Attributes:
        start: when the first is held.
        end: when the last is held.
        gaps: what may stand in each gap; these words may have gaps, too, which have none.
        talks: what the user and the assistant say in turn, the user first.
    """

    start: ReadTime
    end: ReadTime
    gaps: dict[str, tuple[Text, ...]] = Field(default_factory=dict)
    talks: tuple[tuple[Text, ...], ...] = Field(min_length=1)

    def messages(self, number: int) -> list[dict[str, Any]]:
        """Return so many messages, as `Memary.add` takes them, spread evenly over the time from start to end."""
        step = (self.end - self.start) / max(number, 1)
        return [
            {
                "content": text,
                "role": _ROLES[place % 2],
                "created_at": self.start + step * position + timedelta(seconds=1),
                "session_id": f"other-{talk}",
            }
            for position, (talk, place, text) in enumerate(islice(self._said(), number))
        ]

    def _said(self) -> Iterator[tuple[int, int, str]]:
        """Go through the talks for ever: number of the talk, place in it, text."""
        for number in count():
            lines = self.talks[number % len(self.talks)]
            for place, line in enumerate(lines):
                yield number, place, self._filled(line, number)

    def _filled(self, line: str, number: int) -> str:
        # a talk comes back after all the others, with the next words in each of its gaps
        turn, talk = divmod(number, len(self.talks))

        def words(gap: re.Match[str]) -> str:
            choice = self.gaps[gap[1]]
            return choice[(turn + talk) % len(choice)]

        return _GAP.sub(words, _GAP.sub(words, line))  # words in a gap may have a gap, too


def read_haystack(folder: Path, language: str) -> Haystack:
    """Read the haystack of a language.

    Raises:
        InputError: the file cannot be read, is of another form, or a gap has no words.
    """
    path = folder / HAYSTACK / f"{language}.toml"
    given = read_toml(path)
    try:
        haystack = Haystack.model_validate(given)
    except ValidationError as error:
        raise InputError(f"{path} is no haystack: {first_fault(error, given)}.") from error
    lines = [*chain(*haystack.talks), *chain(*haystack.gaps.values())]
    used = {gap for line in lines for gap in _GAP.findall(line)}
    if missing := sorted(gap for gap in used if not haystack.gaps.get(gap)):
        raise InputError(f"{path} has no words for the gap {missing[0]!r}: list them under gaps.")
    return haystack


def check_apart(episode: Episode, others: Sequence[str]) -> None:
    """Make sure that what an episode forbids does not stand in the talk about other matters.

    Raises:
        InputError: it does.
    """
    everything = "\n".join(others).casefold()
    for number, question in enumerate(episode.questions, 1):
        for words in (*question.never, *question.gone):
            if words.casefold() in everything:
                raise InputError(
                    f"{episode.name}, question {number} forbids {words!r}, which the haystack says, too: choose words"
                    " of the episode's own."
                )
