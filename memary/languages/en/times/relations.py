"""Give English times by relation a meaning: last, next, ago, before, after, parts, from and to."""

from __future__ import annotations

import re
from collections.abc import Callable

from memary.languages.en.times import words as w
from memary.languages.en.times.dates import spaced
from memary.languages.en.times.reader import Context, English, Phrase
from memary.languages.pattern import pattern
from memary.languages.times import meaning as m
from memary.languages.times import relations as r
from memary.languages.times.periods import Granularity, Meaning

_AND = re.compile(r"\s+and\s+")
_TO = pattern(r"\s+(?:to|until|till|through|thru)\s+|\s*[-–—]\s*")
_NOW = re.compile(r"(?:now|the\s+present|present|today)\b")
_ONWARDS = re.compile(r"\s+(?:on|onwards?|forward)\b(?!\s+\w*day)")

_LONG_UNITS = ("week", "month", "quarter", "year", "decade")
_IN = re.compile(r"\s+(?:in|of|during)\s+")
_OFFSET = {"last": -1, "this": 0, "next": 1, "coming": 1}


def relative(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read last week, this May, next Friday, last Christmas; "the last month" is the one up to now."""
    which = w.WHICH[spaced(match, "which")]
    groups = match.groupdict()
    if which == "next" and english.word_before(match.start("which")) == "the":
        if context.granted in ("for", "in", "over", "within", "during") and match["unit"] in _LONG_UNITS:
            return Phrase(match.end(), m.rolling(w.UNITS[match["unit"]], 1))
        return None  # "the next week he left": next to what?
    if groups["holiday"]:
        in_year = w.HOLIDAYS[spaced(match, "holiday")]
        return Phrase(match.end(), m.yearly_relative(in_year, which), is_day=True)
    if name := groups["weekday"]:
        if name not in w.CLEAR_WEEKDAYS and not english.is_capital(match.start("weekday")):
            return None
        return Phrase(match.end(), m.weekday_relative(w.WEEKDAYS[name], which), is_day=True)
    if name := groups["month"]:
        if name not in w.CLEAR_MONTHS and not english.is_capital(match.start("month")) and len(name) < 5:
            return None
        return Phrase(match.end(), m.yearly_relative(m.month(w.MONTHS[name]), which))
    if name := groups["season"]:
        return Phrase(match.end(), m.yearly_relative(m.season(name.replace("fall", "autumn")), which))
    granularity = w.UNITS[match["unit"]]
    if granularity in ("minute", "hour", "day"):
        return None
    if granularity != "weekend" and (match["the"] or match["which"] == "past") and which == "last":
        return None if match["which"] == "previous" else Phrase(match.end(), m.rolling(granularity, -1))
    if granularity not in ("weekend", "decade") and context.granted == "over" and which == "last":
        return Phrase(match.end(), m.rolling(granularity, -1))
    return Phrase(match.end(), m.unit(granularity, _OFFSET[which]))


def rolling(_: English, match: re.Match[str], __: Context) -> Phrase | None:
    """Read the last three days, the next two weeks, the last two weekends."""
    amount = _amount(match)
    back = match["which"] in ("last", "past", "previous")
    if amount and amount[0] == "weekend":
        weeks = m.rolling("week", -amount[1] if back else amount[1])
        return Phrase(match.end(), r.within(m.on_weekdays(5, 6), weeks))
    if not amount:
        return None
    return Phrase(match.end(), m.rolling(amount[0], -amount[1] if back else amount[1]))


def few(_: English, match: re.Match[str], __: Context) -> Phrase | None:
    """Read the last few days, the next few weeks: three of them."""
    granularity = w.UNITS[match["unit"]]
    if granularity == "weekend" or match["unit"] == "fortnight":
        return None
    return Phrase(match.end(), m.rolling(granularity, -m.FEW if match["which"] in ("last", "past") else m.FEW))


def weekdays(english: English, match: re.Match[str], context: Context) -> Phrase:
    """Read on Mondays, every Monday, at weekends, on weekdays, on Mondays in May."""
    name = match["weekday"]
    days = m.on_weekdays(*({"weekend": (5, 6), "weekday": range(5)}.get(name) or (w.WEEKDAYS[name],)))
    joint = _IN.match(english.lower, match.end())
    whole = joint and english.phrase(joint.end(), granted="in", depth=context.depth + 1)
    if whole and not whole.is_day:
        return Phrase(whole.end, r.within(days, whole.meaning))
    return Phrase(match.end(), days, floats=True)


def weekend(_: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read the weekend."""
    if context.granted in ("", "on", "over", "during", "at", "since", "until", "before", "after", "for"):
        return Phrase(match.end(), m.weekend())
    return None


def _amount(match: re.Match[str]) -> tuple[Granularity, int] | None:
    granularity = w.UNITS[match["unit"]]
    word = match["count"]
    if match["unit"] == "fortnight":
        return (granularity, 2 * _count(word)) if word and not match["more"] and not match["plus"] else None
    if match["half"] or match["more"] or match["plus"]:
        if granularity not in m.HALVES:
            return None
        smaller, count = m.HALVES[granularity]
        return smaller, count if match["half"] else count * (2 * _count(word) + 1)
    return granularity, _count(word)


def _count(word: str) -> int:
    if word.isdigit():
        return int(word)
    return 2 if "couple" in word else w.NUMBERS[word]


def ago(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read two days ago, half an hour ago; "more than a year ago" says too little."""
    amount = _amount(match)
    before = english.word_before(match.start())
    if not amount or not amount[1] or before in ("than", "over", "under", "least", "most", "every"):
        return None
    if match["today"]:
        return Phrase(match.end(), m.ago(amount[0], -amount[1], on_day=True))
    return Phrase(match.end(), m.ago(amount[0], -amount[1]), is_day=amount[0] == "day")


def weekdays_ago(_: English, match: re.Match[str], __: Context) -> Phrase:
    """Read two Fridays ago."""
    last = m.weekday_relative(w.WEEKDAYS[match["weekday"]], "last")
    return Phrase(match.end(), r.away_from(last, "day", 7 - 7 * _count(match["count"])), is_day=True)


def from_now(_: English, match: re.Match[str], __: Context) -> Phrase | None:
    """Read two months from now."""
    amount = _amount(match)
    return Phrase(match.end(), m.ago(*amount)) if amount else None


def in_amount(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read in two days, if the sentence speaks of the future; else it may be how long something took."""
    amount = _amount(match)
    if not amount or not (match["time"] or english.sentences.is_ahead_before(match.start())):
        return None  # "he finished it in two days" is how long, not when
    return Phrase(match.end(), m.ago(*amount), is_day=amount[0] == "day")


def amount_beside(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read three days before 9 June."""
    amount = _amount(match)
    anchor = english.phrase(match.end(), granted="before", depth=context.depth + 1)
    if not amount or not anchor or amount[0] in ("minute", "hour"):
        return None
    count = amount[1] if match["side"] == "after" else -amount[1]
    return Phrase(anchor.end, r.away_from(anchor.meaning, amount[0], count), is_day=amount[0] == "day")


def unit_beside(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read the week before 9 June, the Sunday after Christmas."""
    anchor = english.phrase(match.end(), granted="before", depth=context.depth + 1)
    if not anchor:
        return None
    later = match["side"] in ("after", "following")
    if match["weekday"]:
        near = r.weekday_near(w.WEEKDAYS[match["weekday"]], anchor.meaning, after=later)
        return Phrase(anchor.end, near, is_day=True)
    granularity = w.UNITS[match["unit"]]
    if granularity in ("minute", "hour"):
        return None
    return Phrase(anchor.end, r.beside(anchor.meaning, granularity, after=later), is_day=granularity == "day")


def third(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read early May, the end of last month."""
    whole = english.phrase(match.end(), granted="in", depth=context.depth + 1)
    if not whole or whole.is_day:
        return None
    return Phrase(whole.end, r.third(whole.meaning, w.THIRDS[match["third"]]))


def nth(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read the first week of June, the last Sunday of May, the second half of 2021."""
    whole = english.phrase(match.end(), granted="in", depth=context.depth + 1)
    if not whole or whole.is_day:
        return None
    number = w.ORDINALS[match["ordinal"]]
    if match["weekday"]:
        return Phrase(whole.end, r.nth_weekday_of(whole.meaning, w.WEEKDAYS[match["weekday"]], number), is_day=True)
    if match["unit"] == "half":
        return Phrase(whole.end, r.half(whole.meaning, 2 if number < 0 else number))
    if match["unit"] == "weekend":
        return Phrase(whole.end, r.nth_weekday_of(whole.meaning, 5, number, "weekend"))
    granularity = w.UNITS[match["unit"]]
    return Phrase(whole.end, r.nth(whole.meaning, granularity, number), is_day=granularity == "day")


def third_of_this(_: English, match: re.Match[str], __: Context) -> Phrase:
    """Read the beginning of the year."""
    return Phrase(match.end(), r.latest_third(w.UNITS[match["unit"]], w.THIRDS[match["third"]]))


def week_of(english: English, match: re.Match[str], context: Context) -> Phrase | None:
    """Read the week of May 8."""
    day = english.phrase(match.end(), granted="of", depth=context.depth + 1)
    granularity = w.UNITS[match["unit"]]
    return Phrase(day.end, r.containing(day.meaning, granularity)) if day and day.is_day else None


_FRAME_MEANING: dict[str, Callable[[Meaning], Meaning]] = {
    "since": r.since,
    "until": r.until,
    "till": r.until,
    "before": r.before,
    "after": r.after,
}


def framed(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read since, until, before and after a time."""
    inner = english.phrase(match.end(), granted=match["frame"])
    return Phrase(inner.end, _FRAME_MEANING[match["frame"]](inner.meaning)) if inner else None


def between(english: English, match: re.Match[str], _: Context) -> Phrase | None:
    """Read between two times, from one to another, from one on."""
    granted = "between" if match["frame"] == "between" else "from-to"
    first = english.phrase(match.end(), granted=granted)
    joint = first and (_AND if granted == "between" else _TO).match(english.lower, first.end)
    if not first or not joint:
        return _from_on(english, match)
    if granted == "from-to" and (now := _NOW.match(english.lower, joint.end())):
        return Phrase(now.end(), r.since(first.meaning))
    last = english.phrase(joint.end(), granted=granted)
    if not last or english.lower[match.end() : last.end] == "monday to friday":  # the working week
        return None
    return Phrase(last.end, r.between(first.meaning, last.meaning))


def _from_on(english: English, match: re.Match[str]) -> Phrase | None:
    first = english.phrase(match.end(), granted="from-to") if match["frame"] == "from" else None
    onwards = first and _ONWARDS.match(english.lower, first.end)
    return Phrase(onwards.end(), r.starting(first.meaning)) if first and onwards else None
