"""Define how a language tells what is to come on a day: appointments and plans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

DAY = "\ue000"
"""Stands in a clause for the words of its day, with the hour beside it."""


_ANYTHING = re.compile("")
_NOTHING = re.compile("(?!)")
_GAP = re.compile(r"[\s,(]*")


@dataclass(frozen=True, slots=True)
class DayTold:
    """The days of which a clause tells, and at what hour.

    Attributes:
        first: the first of them.
        last: the last of them; the first, where it is one.
        is_month: whether a whole month is meant.
        clock: the hour or part of the day, as the language writes it behind a day; empty where none is told.
    """

    first: date
    last: date
    is_month: bool = False
    clock: str = ""


def _is_any(_said: Mapping[str, str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Appointment:
    """One way to tell of something to come on a day.

    Attributes:
        regex: of a clause in which `DAY` stands for its time.
        predicate: of the fact.
        what: what is to come, without its day; filled from the groups.
        statement: the sentence; `{self}` is who speaks, `{when}` the day.
        fits: whether the words of the groups can be that.
        is_the_one: whether there is one such thing, so that another day that is told of it takes the place of the
            old one: "My flight leaves on Friday".
    """

    regex: re.Pattern[str]
    predicate: str
    what: str
    statement: str
    fits: Callable[[Mapping[str, str]], bool] = _is_any
    is_the_one: bool = False


def _no_clock(_start: datetime, _end: datetime) -> str:
    return ""


def _in_digits(day: DayTold) -> str:
    return f"{day.first} {day.last} {day.clock}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Appointments:
    """How people tell of what is to come on a day.

    Attributes:
        hint: pattern of a word of each text that names a day to come.
        forms: the ways to tell of it, the surest first.
        moved: patterns of a clause that tells another day of what is called `old`, at or by `whose`.
        cancelled: patterns of a clause that says that what is called `old` will not be.
        put_right: pattern of a message that tells another day of what was told right before.
        clauses: pattern of what stands between two clauses.
        lead: pattern of words with which a clause begins that say nothing of it.
        day_first: pattern of a clause that begins with its day, of which the groups are put in the order `rest`,
            `DAY`, `behind`.
        unsure: pattern of a sentence that asserts nothing to come.
        invented: pattern of a message that plays or writes something.
        clock: pattern of an hour that stands behind a day, in the group `clock`, and is read with it.
        clock_before: the same before a day.
        day_of_month: pattern of a day of a month that is not told, in the group `day`: "the 16th".
        clock_of: gives how an hour or a part of the day is written behind a day.
        written: gives a day as an object has it: "14 January 2027 at 9".
        phrased: gives such words as they stand in a sentence: "on 14 January 2027 at 9".
        dated: how the object of a fact has `{what}` is to come and `{when}` that is.
        joined: pattern of what stands between two times that tell one: "tomorrow (Tuesday)".
        own: gives words of the speaker as they are told of them: "their wedding", for "my wedding".
    """

    hint: re.Pattern[str] = _ANYTHING
    forms: Sequence[Appointment] = ()
    moved: Sequence[re.Pattern[str]] = ()
    cancelled: Sequence[re.Pattern[str]] = ()
    put_right: re.Pattern[str] = _NOTHING
    clauses: re.Pattern[str] = _NOTHING
    lead: re.Pattern[str] = _NOTHING
    day_first: re.Pattern[str] = _NOTHING
    unsure: re.Pattern[str] = _NOTHING
    invented: re.Pattern[str] = _NOTHING
    clock: re.Pattern[str] = _NOTHING
    clock_before: re.Pattern[str] = _NOTHING
    day_of_month: re.Pattern[str] = _NOTHING
    clock_of: Callable[[datetime, datetime], str] = _no_clock
    written: Callable[[DayTold], str] = _in_digits
    phrased: Callable[[str], str] = str
    dated: str = "{what} ({when})"
    joined: re.Pattern[str] = _GAP
    own: Callable[[str], str] = str
