"""The English words of time, and the patterns that are made of them.

All patterns are for lower-case text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memary.languages.times import meaning as m
from memary.languages.times import relations as r
from memary.languages.times.periods import Granularity, Span


def words(text: str) -> list[str]:
    """Return the words of a line."""
    return text.split()


_MONTH_NAMES = words("january february march april may june july august september october november december")
_WEEKDAY_NAMES = words("monday tuesday wednesday thursday friday saturday sunday")

_FULL_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_FULL_WEEKDAYS = {name: number for number, name in enumerate(_WEEKDAY_NAMES)}

MONTHS = _FULL_MONTHS | {name[:3]: number for name, number in _FULL_MONTHS.items()} | {"sept": 9}
WEEKDAYS = (
    _FULL_WEEKDAYS
    | {name[:3]: number for name, number in _FULL_WEEKDAYS.items()}
    | {"tues": 1, "thur": 3, "thurs": 3}
)
CLEAR_MONTHS = frozenset(_MONTH_NAMES) - {"march", "april", "may", "june", "august"}
"""Months that are no word or name besides."""

CLEAR_WEEKDAYS = frozenset(_WEEKDAY_NAMES)

_TO_TWENTY = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(words(_TO_TWENTY), 1)} | {
    "a": 1,
    "an": 1,
    "thirty": 30,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}

_TO_THIRTY_FIRST = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
ORDINALS = {word: number for number, word in enumerate(words(_TO_THIRTY_FIRST), 1)} | {
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "5th": 5,
    "last": -1,
}

UNITS: Mapping[str, Granularity] = {
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "day": "day",
    "week": "week",
    "fortnight": "week",
    "weekend": "weekend",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "decade": "decade",
}

DECADES = {"thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80} | {
    "nineties": 90
}

HOLIDAYS: Mapping[str, Callable[[int], Span | None]] = {
    "new year's eve": m.date(12, 31),
    "new year's day": m.date(1, 1),
    "valentine's day": m.date(2, 14),
    "st patrick's day": m.date(3, 17),
    "st. patrick's day": m.date(3, 17),
    "april fools' day": m.date(4, 1),
    "good friday": m.easter(-2),
    "easter": m.easter(),
    "easter sunday": m.easter(),
    "easter monday": m.easter(1),
    "halloween": m.date(10, 31),
    "thanksgiving day": m.nth_weekday(11, 3, 4),
    "thanksgiving": m.nth_weekday(11, 3, 4),
    "black friday": m.nth_weekday(11, 3, 4, 1),
    "christmas eve": m.date(12, 24),
    "christmas day": m.date(12, 25),
    "christmas": m.date(12, 25),
    "xmas": m.date(12, 25),
    "boxing day": m.date(12, 26),
}

PARTS: Mapping[str, r.Part] = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "night"}

THIRDS: Mapping[str, r.Third] = {
    "early": "early",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "beginning": "first days",
    "start": "first days",
    "end": "last days",
    "close": "last days",
}

WHICH: Mapping[str, m.Which] = {
    "last": "last",
    "previous": "last",
    "past": "last",
    "this past": "last",
    "this": "this",
    "current": "this",
    "next": "next",
    "coming": "coming",
    "this coming": "coming",
    "upcoming": "coming",
}


def one_of(words: Mapping[str, object]) -> str:
    """Return a pattern of the words, longest first."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)).replace(" ", r"\s+") + ")"


YEAR = r"(?:19|20)\d\d(?![\d%])"
MONTH = rf"(?P<month>{one_of(MONTHS)})\b(?:\.(?=\s*\d))?"
WEEKDAY = rf"(?P<weekday>{one_of(WEEKDAYS)})\b"
WEEKDAYS_PLURAL = rf"(?P<weekday>{one_of(_FULL_WEEKDAYS)})s?\b"
EACH_WEEKDAY = rf"(?P<weekday>{one_of(_FULL_WEEKDAYS)}|weekend|weekday)"
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)\b"
HOLIDAY = rf"(?P<holiday>{one_of(HOLIDAYS)})\b"
UNIT = rf"(?P<unit>{one_of(UNITS)})"
_COUNT = rf"(?P<count>\d{{1,4}}|(?:a\s+)?couple(?:\s+of)?|{one_of(NUMBERS)})(?P<more>\s+and\s+a\s+half)?"
AMOUNT = rf"(?:(?P<half>half\s+an?)|{_COUNT})\s+{UNIT}s?(?P<plus>\s+and\s+a\s+half)?\b"
DAY = r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?(?![\d:%]|\.\d)"
CLOCK = r"(?:(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?(?!\d)(?:\s*(?P<half_day>[ap])(?:\.m\.|m\b))?|(?P<named>noon)\b)"
