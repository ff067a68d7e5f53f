"""English rules for what the calendar names: days, dates, months, seasons, years, holidays."""

from __future__ import annotations

import re

from memary.languages.en.times import words as w
from memary.languages.en.times.reader import Context, English, Phrase, clock_time
from memary.languages.pattern import pattern
from memary.languages.times import meaning as m
from memary.languages.times import relations as r
from memary.languages.times.periods import Meaning
from memary.languages.times.readings import digit_date

_NOT_ONE_WEEKDAY = frozenset(  # after these words a weekday is a habit or a name
    w.words(
        "every each a an one any some per of all the good black cyber ash easter palm super casual taco ruby saint "
        "bloody alternate other most many"
    )
)
_NAMES_A_MONTH = frozenset(w.words("in during since until till through throughout between before after of from-to"))
_NAMES_A_YEAR = _NAMES_A_MONTH | {"from", "by", "for", "around"}
_NAMES_A_SEASON = _NAMES_A_MONTH - {"of"} | {"over"}
_NAMES_A_WEEKDAY = frozenset(w.words("on since until till before after by of between from-to"))
_NAMES_A_HOLIDAY = frozenset(
    w.words("on at for over during since before after until till by around of between from-to")
)
_AND_MONTH = pattern(rf"\s+and\s+(?:in\s+)?{w.MONTH}(?:(?:,|\s+of|\s+in)?\s+(?P<year>{w.YEAR}))?(?!\s+\d)")
_EVENT_OF_A_MONTH = pattern(
    r"['’]s\s+(?:\w+\s+)?"
    r"(?:trip|meeting|conference|concert|party|report|budget|sales|release|vacation|holiday|weather|race|festival|visit"
    r"|plans?|invoice|issue|newsletter|numbers|rent|bill|show|exhibition|workshop|tour|hike|review|deadline|event)\b"
)
DAYS: dict[str, Meaning] = {
    "today": m.unit("day", 0),
    "yesterday": m.unit("day", -1),
    "tomorrow": m.unit("day", 1),
    "day before yesterday": m.unit("day", -2),
    "day after tomorrow": m.unit("day", 2),
}
PHRASES: dict[str, Meaning] = {
    "tonight": r.part_of_day(m.unit("day", 0), "night"),
    "last night": r.part_of_day(m.unit("day", -1), "night"),
    "yesterday night": r.part_of_day(m.unit("day", -1), "night"),
    "night before last": r.part_of_day(m.unit("day", -2), "night"),
    "week before last": m.unit("week", -2),
    "weekend before last": m.unit("weekend", -2),
    "month before last": m.unit("month", -2),
    "year before last": m.unit("year", -2),
    "week after next": m.unit("week", 2),
    "weekend after next": m.unit("weekend", 2),
    "month after next": m.unit("month", 2),
    "year after next": m.unit("year", 2),
    **{f"this {part}": r.part_of_day(m.unit("day", 0), part) for part in ("morning", "afternoon", "evening")},
    **{
        f"{name} before last": r.away_from(m.weekday_relative(w.WEEKDAYS[name], "last"), "day", -7)
        for name in w.CLEAR_WEEKDAYS
    },
}


def spaced(match: re.Match[str], group: str) -> str:
    """Return a group of a match with plain single spaces and apostrophes."""
    return " ".join(match[group].replace("’", "'").split())


def named_day(_: English, match: re.Match[str], __: Context) -> Phrase:
    """Read today, yesterday, the day before yesterday."""
    return Phrase(match.end(), DAYS[spaced(match, "name")], is_day=True)


def named(_: English, match: re.Match[str], __: Context) -> Phrase:
    """Read phrases that mean one thing: last night, the week before last, the Monday before last."""
    return Phrase(match.end(), PHRASES[spaced(match, "name")])


def weekday(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read a bare weekday, unless it is a habit or a name."""
    name, start = match["weekday"], match.start("weekday")
    if match.start() != start:  # "the Friday": of which week?
        return None
    if name not in w.CLEAR_WEEKDAYS and not (context.granted in _NAMES_A_WEEKDAY and english.is_capital(start)):
        return None
    if english.word_before(start) in _NOT_ONE_WEEKDAY - ({"of"} if context.granted == "of" else set()):
        return None
    return Phrase(match.end(), m.weekday(w.WEEKDAYS[name]), is_day=True, floats=True)


def digits(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read 2024-06-03, 25/12/2023."""
    found = digit_date(english.lower, match.start())
    return Phrase(found[0], found[1], is_day=found[2]) if found else None


def date(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read May 7th, 2023, the 7th of May, May 3-5."""
    groups = match.groupdict()
    name, start = match["month"], match.start("month")
    year = groups.get("year")
    if name not in w.CLEAR_MONTHS and not (year or groups.get("suffix") or english.is_capital(start)):
        return None
    if groups.get("ordinal"):
        first = w.ORDINALS[match["ordinal"]]
        last = first
    else:
        first = int(match["day"])
        last = int(groups.get("last_day") or first)
    if not 1 <= first <= last <= 31:
        return None
    in_year = m.date(w.MONTHS[name], first, last)
    meaning = m.fixed(in_year, int(year)) if year else m.yearly(in_year)
    return Phrase(match.end(), meaning, is_day=first == last, floats=not year)


def clock_first(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read 3 pm on Monday."""
    time = clock_time(match, "")
    day = english.phrase(match.end(), granted="on", depth=context.depth + 1) if time else None
    if not time or not day or not day.is_day or day.part:
        return None
    return Phrase(day.end, r.clock(day.meaning, *time), floats=day.floats)


def part_of(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read the morning of May 7."""
    day = english.phrase(match.end(), granted="of", depth=context.depth + 1)
    if not day or not day.is_day or day.part:
        return None
    return Phrase(day.end, r.part_of_day(day.meaning, w.PARTS[match["part"]]), floats=day.floats)


def month(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read a month, with or without its year; what may be a name counts only where a month is likely."""
    name, start = match["month"], match.start("month")
    number = w.MONTHS[name]
    if context.granted != "between" and (both := _with_next_month(english, match, context)):
        return both
    if match["year"]:
        return Phrase(match.end(), m.fixed(m.month(number), int(match["year"])))
    end = match.end("month")
    phrase = Phrase(end, m.yearly(m.month(number)), floats=True)
    if name in w.CLEAR_MONTHS:
        return phrase
    likely = context.granted in _NAMES_A_MONTH and (len(name) > 3 or name == "may" or english.is_capital(start))
    if likely and not (context.granted in ("before", "after", "of") and not english.is_capital(start)):
        return phrase
    if len(name) > 3 or name == "may":
        if english.is_capital(start) and _EVENT_OF_A_MONTH.match(english.lower, end):
            return phrase
        return Phrase(end, phrase.meaning, doubt="name", floats=True)
    return None


def _with_next_month(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read April and May (of 2025); two names that may be people's count only where months are likely."""
    joint = None if match["year"] else _AND_MONTH.match(english.lower, match.end("month"))
    number = w.MONTHS[match["month"]]
    if not joint or w.MONTHS[joint["month"]] != number + 1:
        return None
    if not all(english.is_capital(one.start("month")) for one in (match, joint)):
        return None
    one, other = m.month(number), m.month(number + 1)
    if joint["year"]:
        year = int(joint["year"])
        return Phrase(joint.end(), r.between(m.fixed(one, year), m.fixed(other, year)))
    if context.granted not in _NAMES_A_MONTH and not {match["month"], joint["month"]} <= w.CLEAR_MONTHS:
        return None
    return Phrase(joint.end("month"), r.between(m.yearly(one), m.yearly(other)), floats=True)


def season(_: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read a season: with a year, or "the summer" of which a preposition makes a time."""
    in_year = m.season(match["season"].replace("fall", "autumn"))
    if match["year"]:
        return Phrase(match.end(), m.fixed(in_year, int(match["year"])))
    likely = context.granted in _NAMES_A_SEASON and match["the"]
    return Phrase(match.end("season"), m.yearly(in_year), doubt="" if likely else "joined", floats=True)


def holiday(_: English, match: re.Match[str], context: Context) -> Phrase:
    """Read a holiday, with its year or after a preposition."""
    in_year = w.HOLIDAYS[spaced(match, "holiday")]
    if match["year"]:
        return Phrase(match.end(), m.fixed(in_year, int(match["year"])), is_day=True)
    doubt = "" if context.granted in _NAMES_A_HOLIDAY else "joined"
    return Phrase(match.end(), m.yearly(in_year), doubt=doubt, is_day=True, floats=True)


def quarter(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read Q3, Q3 2024, 2024 Q3."""
    in_year, year = m.quarter(int(match["number"])), match["year"] or match["before"]
    if year:
        return Phrase(match.end(), m.fixed(in_year, int(year)))
    return Phrase(match.end(), m.yearly(in_year), floats=True) if english.is_capital(match.start("q")) else None


def year(_: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read a year where a preposition or "year" makes it one."""
    if not match["word"] and context.granted not in _NAMES_A_YEAR:
        return None
    return Phrase(match.end(), m.whole_year(int(match["year"])))


def years(_: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read 2018-2020."""
    first, last = int(match["first"]), int(match["last"])
    both = r.between(m.whole_year(first), m.whole_year(last))
    return Phrase(match.end(), both) if context.granted in _NAMES_A_YEAR and first < last else None


def decade(_: English, match: re.Match[str], __: Context) -> Phrase | None:
    """Read the 1980s, the '90s, the early nineties."""
    if match["long"]:
        year = int(match["long"])
        if year == 1900:  # or the century
            return None
    else:
        two = w.DECADES[match["word"]] if match["word"] else int(match["short"])
        if two < 30 or not (match["the"] or match["tick"]):
            return None
        year = 1900 + two
    meaning = m.decade(year)
    if match["third"]:
        meaning = r.third(meaning, w.THIRDS[match["third"]])
    return Phrase(match.end(), meaning)
