"""Define the English grammar of time: how an expression starts, its pattern, and what it means.

What is a name or another word as well (May, March, spring, Sat) counts only beside a word that settles it ("in May",
"last spring"); vague words have no rule. Weeks are ISO weeks: "next Friday" is that of the week from next Monday.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memary.languages.en.times import dates, relations
from memary.languages.en.times import words as w
from memary.languages.en.times.reader import English, Grammar, Rule
from memary.languages.times.readings import Reading

_LETTER = re.compile("[A-Za-z]")
_NOT_A_NAME = r"(?!\s+(?:school|roast|best|blues|driver|addams|times|club|night\s+(?:live|football|lights|fever)))"
_Y = rf"(?:,?\s+(?P<year>{w.YEAR}))?"
_OF_YEAR = rf"(?:(?:,|\s+of|\s+in)?\s+(?P<year>{w.YEAR}))?"
_TODAY_IN_DATE = rf"(?:(?:{w.one_of(w.WEEKDAYS)})\b,?\s+(?:the\s+)?)?"
_LAST_DAY = (
    r"(?:\s*(?:-|–|to|through|and(?=\s+\d{1,2}(?:st|nd|rd|th)?\s*(?:[.;!?)]|,\s*\d{4}|$)))\s*(?P<last_day>\d{1,2})"
    r"(?:st|nd|rd|th)?(?!\s*(?:[\d:]|[ap]\.?m)))?"
)
_LAST_DAY_FIRST = r"(?:\s*(?:-|–|to|and|through)\s*(?P<last_day>\d{1,2})(?:st|nd|rd|th)?(?!\d))?"
_WHICH = rf"(?P<the>the\s+)?(?P<which>{w.one_of(w.WHICH)})\s+"
_NOT_OF = r"(?!\s+of\b(?!\s+(?:last|this|next)\b))"

_WEEKDAY_KEYS = tuple(w.WEEKDAYS)
_MONTH_KEYS = tuple(w.MONTHS)
_AMOUNT_KEYS = ("#", "half", "couple", *{word.split("-")[0] for word in w.NUMBERS})
_WHICH_KEYS = ("last", "past", "previous", "this", "current", "next", "coming", "upcoming", "following")
_UNIT_KEYS = tuple(w.UNITS)

_FRAMES: list[tuple[re.Pattern[str], Rule]] = [
    (re.compile(r"(?P<frame>since|until|till|before|after)\s+(?:(?:about|around|in|on)\s+)?"), relations.framed),
    (re.compile(r"(?P<frame>between|from)\s+"), relations.between),
    (re.compile(rf"in\s+(?:about\s+)?{w.AMOUNT}(?P<time>['’]?\s+time\b)?"), relations.in_amount),
]
_TABLE: list[tuple[tuple[str, ...], str, Rule]] = [
    (("today", "yesterday", "tomorrow", "day"), rf"(?:the\s+)?(?P<name>{w.one_of(dates.DAYS)})\b", dates.named_day),
    (
        tuple({phrase.split()[0] for phrase in dates.PHRASES}),
        rf"(?:the\s+)?(?P<name>{w.one_of(dates.PHRASES)})\b",
        dates.named,
    ),
    (_WEEKDAY_KEYS, rf"(?:the\s+)?{w.WEEKDAY}{_NOT_A_NAME}", dates.weekday),
    (("#",), r"\d", dates.digits),
    (
        (*_MONTH_KEYS, *_WEEKDAY_KEYS),
        rf"{_TODAY_IN_DATE}{w.MONTH}\s+(?:the\s+)?{w.DAY}{_LAST_DAY}{_Y}",
        dates.date,
    ),
    (
        ("#", *_WEEKDAY_KEYS),
        rf"(?:the\s+)?{_TODAY_IN_DATE}{w.DAY}{_LAST_DAY_FIRST}(?:\s+of)?\s+{w.MONTH}{_Y}",
        dates.date,
    ),
    (
        tuple({word.split("-")[0] for word in w.ORDINALS}),
        rf"(?:the\s+)?(?P<ordinal>{w.one_of(w.ORDINALS)})\s+of\s+{w.MONTH}{_Y}",
        dates.date,
    ),
    (("#", "noon"), rf"{w.CLOCK},?\s+(?:on\s+)?", dates.clock_first),
    (tuple(w.PARTS), r"(?:the\s+)?(?P<part>morning|afternoon|evening|night)\s+of\s+", dates.part_of),
    (_MONTH_KEYS, rf"{w.MONTH}{_OF_YEAR}", dates.month),
    (("spring", "summer", "autumn", "fall", "winter"), rf"(?P<the>the\s+)?{w.SEASON}{_OF_YEAR}", dates.season),
    (tuple({name.split("'")[0].split()[0] for name in w.HOLIDAYS}), rf"{w.HOLIDAY}{_OF_YEAR}", dates.holiday),
    (
        ("q", "#"),
        rf"(?:(?P<before>{w.YEAR})[\s-]*)?(?P<q>q)(?P<number>[1-4])\b(?:(?:\s+of)?[\s,/-]+(?P<year>{w.YEAR}))?",
        dates.quarter,
    ),
    (
        ("#", "year"),
        rf"(?P<word>(?:the\s+)?year\s+)?(?P<year>{w.YEAR})(?![\w-]|[.,]\d|\s+(?!(?:was|is|has|as|does|this|his|us)\b)[a-z]+s\b)",
        dates.year,
    ),
    (("#",), rf"(?P<first>{w.YEAR})\s*[-–]\s*(?P<last>{w.YEAR})", dates.years),
    (
        ("#", "early", "mid", "late", *w.DECADES),
        r"(?P<the>the\s+)?(?:(?P<third>early|mid|late)[\s-]+(?:the\s+)?)?"
        rf"(?:(?P<tick>['’])?(?P<short>\d0)|(?P<long>(?:18|19|20)\d0)|(?P<word>{w.one_of(w.DECADES)}\b))(?(word)|['’]?s\b)",
        dates.decade,
    ),
    (
        _WHICH_KEYS,
        rf"{_WHICH}(?:{w.HOLIDAY}|{w.WEEKDAY}|{w.MONTH}|{w.SEASON}|{w.UNIT}\b){_NOT_OF}",
        relations.relative,
    ),
    (
        _WHICH_KEYS,
        rf"(?:the\s+)?(?P<which>last|past|previous|next|coming|following)\s+{w.AMOUNT}",
        relations.rolling,
    ),
    (_WHICH_KEYS, rf"(?:the\s+)?(?P<which>last|past|next|coming)\s+few\s+{w.UNIT}s\b", relations.few),
    (("every", "each"), rf"(?:every|each)\s+{w.EACH_WEEKDAY}s?\b", relations.weekdays),
    (
        (*(f"{name}s" for name in _WEEKDAY_KEYS), "weekends", "weekdays"),
        rf"{w.EACH_WEEKDAY}s\b",
        relations.weekdays,
    ),
    (("weekend",), r"the\s+weekend\b(?!\s+(?:of|before|after|following))", relations.weekend),
    (
        _AMOUNT_KEYS,
        rf"{w.AMOUNT}\s+(?:ago\b(?P<today>\s+today\b)?|(?:before|earlier)(?=\s*(?:[.!?]|$)))",
        relations.ago,
    ),
    (_AMOUNT_KEYS, rf"{w.AMOUNT}\s+from\s+(?:now|today)\b", relations.from_now),
    (_AMOUNT_KEYS, rf"{w.AMOUNT}\s+(?P<side>before|after)\s+", relations.amount_beside),
    (
        (*_UNIT_KEYS, *_WEEKDAY_KEYS),
        rf"(?:the\s+)?(?:{w.UNIT}|{w.WEEKDAY})\s+(?P<side>before|after|preceding|following|prior\s+to)\s+",
        relations.unit_beside,
    ),
    (("early", "mid", "late"), r"(?:the\s+)?(?P<third>early|mid|late)[\s-]+(?:in\s+)?", relations.third),
    (
        ("beginning", "start", "middle", "end", "close"),
        r"(?:the\s+)?(?P<third>beginning|start|middle|end|close)\s+of\s+",
        relations.third,
    ),
    (
        tuple(w.ORDINALS),
        rf"(?:the\s+)?(?P<ordinal>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+"
        rf"(?:(?P<unit>day|week|weekend|month|quarter|half)|{w.WEEKDAY})\s+(?:of|in)\s+",
        relations.nth,
    ),
    (
        ("beginning", "start", "middle", "end"),
        r"(?:the\s+)?(?P<third>beginning|start|middle|end)\s+of\s+the\s+(?P<unit>week|month|quarter|year)\b",
        relations.third_of_this,
    ),
    (
        ("week", "weekend"),
        r"(?:the\s+)?(?P<unit>week(?:end)?)\s+"
        r"(?:of|(?:beginning|starting|commencing|(?:that|which)\s+(?:begins|starts))(?:\s+(?:on|with))?)\s+",
        relations.week_of,
    ),
    (
        _AMOUNT_KEYS,
        rf"(?P<count>\d{{1,2}}|{w.one_of(w.NUMBERS)})\s+{w.WEEKDAYS_PLURAL}\s+ago\b",
        relations.weekdays_ago,
    ),
]


@cache
def _grammar() -> Grammar:
    rules: dict[str, list[tuple[str, Rule]]] = {}
    for keys, pattern, rule in _TABLE:
        for key in dict.fromkeys(keys):
            rules.setdefault(key, []).append((pattern, rule))
    starters = w.words(
        "the since until till before after between from in on at during over for around about throughout of by within"
    )
    return Grammar(rules, _FRAMES, frozenset(rules) | frozenset(starters))


def read_english(text: str, lower: str) -> Iterator[Reading]:
    """Yield the time expressions of an English text from left to right.

    Args:
        text: as written.
        lower: the same with ASCII letters in lower case, of the same length.
    """
    if _LETTER.search(text):
        yield from English(text, lower, _grammar()).readings()
