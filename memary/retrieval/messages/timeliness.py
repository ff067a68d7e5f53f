"""Score how well messages fit the times that a question names: by when they were said, and by what days they tell.

An event is told at once or soon after. A plan is told before: "Week of 9 November: talk to Ben" was said in October.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from memary.languages import any_of
from memary.languages.terms import terms
from memary.text.times.intervals import TimeRef, find_times
from memary.types import Said

_OUTSIDE = 0.9
"""How well what is said right before or after a time goes with it, unless it tells of another time than its own."""

_WEEK = timedelta(days=7)

_DAYS = frozenset(("minute", "hour", "day", "weekend", "week"))
"""What is told of a month or more is mostly said in it, and hardly ever tells when it is said."""

_NUMBER = re.compile(r"\d+")

_MARK = 4
"""So many letters of a word without its ending stand in each message that has it."""

_telling_when = any_of(lambda language: language.times.tells)
_of_its_own_time = any_of(lambda language: language.times.tells_own)


@lru_cache(maxsize=8192)
def tells_when(text: str) -> bool:
    """Return whether a text tells some time."""
    return _telling_when().search(text) is not None


def days_named(times: Sequence[TimeRef], coming: Sequence[TimeRef]) -> list[TimeRef]:
    """Return the times of a question, days to weeks, that are called the same whenever one speaks of them.

    Those are the ones with a number, and those that may be the last or the next: "9 November", "Friday", but not
    "yesterday".

    Args:
        times: the times that it names.
        coming: the next of those that it may mean as well.
    """
    either = {one.text for one in coming}
    short = [one for one in (*times, *coming) if one.granularity in _DAYS]
    return [one for one in short if one.text in either or _NUMBER.search(one.text)]


def timeliness(message: Said, times: Sequence[TimeRef], days: Sequence[TimeRef]) -> float:
    """Return how well a message fits times that are asked for, from 0 to 1.

    Args:
        message: what was said.
        times: those asked for, at least one.
        days: those of `days_named`.
    """
    fit = max(_fits(time, message) for time in times)
    return 1.0 if fit < 1.0 and any(_tells(day, message) for day in days) else fit


def _fits(time: TimeRef, message: Said) -> float:
    """Return how well it fits a time that a message was said when it was."""
    said_at = message.created_at
    if not time.is_on_day(said_at):
        return 0.0
    if time.start <= said_at < time.end:
        return 1.0
    length = max(time.end - time.start, timedelta(days=1))
    nearest = 1.0 if _tells_another_time(message.content) else _OUTSIDE
    if said_at < time.start:
        return nearest * math.exp(-2 * ((time.start - said_at) / length))
    return nearest * math.exp(-((said_at - time.end) / (length + _WEEK)))


def _tells(day: TimeRef, message: Said) -> bool:
    """Return whether a message speaks of a time: of some of it, or of no more than the week it is in."""
    text, marks = message.content, _marks(day.text)
    if not any(mark in text.lower() for mark in marks):  # as most
        return False
    lines = [line for line in text.splitlines() if any(mark in line.lower() for mark in marks)]
    told = (time for line in lines for time in _times_in(line, message.created_at.astimezone(day.zone)))
    return any(_is_within(time, day) or (_is_within(day, time) and time.end - time.start <= _WEEK) for time in told)


def _is_within(time: TimeRef, other: TimeRef) -> bool:
    return other.start <= time.start and time.end <= other.end


@lru_cache(maxsize=64)
def _marks(words: str) -> Sequence[str]:
    """Return of what one stands in each text that speaks of a time by these words: its numbers, or else its words."""
    return _NUMBER.findall(words) or [term[: max(_MARK, len(term) - 1)] for term in terms(words)]


@lru_cache(maxsize=8192)
def _times_in(line: str, said_at: datetime) -> Sequence[TimeRef]:
    """Return the times that a line may mean: of "9 November" the last and the next."""
    return [*find_times(line, now=said_at), *find_times(line, now=said_at, ahead=True)]


@lru_cache(maxsize=8192)
def _tells_another_time(text: str) -> bool:
    return tells_when(_of_its_own_time().sub("", text))
