"""Chinese time expressions: where one starts, which characters belong to it, and what they mean.

Chinese puts the larger unit first (去年三月五号下午三点), so one chain of optional parts reads most of it. There are
no spaces, so the patterns have guards against the words a part could belong to: 一周一次, 北京点心, 五月天, 三个月.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memary.languages.pattern import pattern
from memary.languages.scripts import HAN
from memary.languages.times import meaning as m
from memary.languages.times import relations as r
from memary.languages.times.periods import Granularity, Meaning, Span
from memary.languages.times.readings import Reading, Sentences, digit_date
from memary.languages.zh.times import patterns as p
from memary.languages.zh.times import words as w

_AHEAD = pattern(
    r"明[天日早晚年]|后天|下个?(?:周|星期|礼拜|月|次|季|学期)|即将|将(?!军|近|就|士)|打算|准备(?=去|来|在)"
    r"|(?<![了的个定])计划(?![了的书表是里]|$)|会(?=去|来|有|不会|见|在)|要(?=去|来|回|到|开|交|考|飞|出|上|参|结婚|搬|做|办|还|面试|体检|动?手术|生|毕业)"
    r"|截止|到期|有(?:什么|啥|哪些|没有)?(?:安排|计划|活动|约)"
    r"|(?<=后)(?:去|来|回|飞|搬|出发|出国|结婚|毕业|退休|动?手术|开学|考试)(?![^。！？；\n]*[了过的])"
)
_SENTENCE_END = re.compile(r"[。！？；\n!?;]")


@dataclass(frozen=True, slots=True)
class _Phrase:
    end: int
    meaning: Meaning
    is_day: bool = False
    day_of: Callable[[int], Meaning] | None = None  # the days of the month that it names
    part_of: tuple[Meaning, str] | None = None  # the day whose part it names, and which


_Rule = Callable[[str, int], _Phrase | None]


class _Chinese:
    """One text being read, with its traditional signs of time made simplified."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sentences = Sentences(text, end=_SENTENCE_END, future=_AHEAD)

    def readings(self) -> Iterator[Reading]:
        """Yield what is read as a time, from left to right."""
        at = 0
        while start := _START.search(self.text, at):
            begin = start.start()
            found = self._topmost(begin)
            if found:
                yield Reading(begin, found.end, found.meaning, self.sentences.is_ahead(begin))
            at = found.end if found else begin + 1

    def _topmost(self, start: int) -> _Phrase | None:
        opening = p.FROM.match(self.text, start)
        begin = opening.end() if opening else start
        inner = self._phrase(begin)
        if inner is None:
            return None
        framed = self._to(inner, begin) or self._framed(inner, from_=bool(opening))
        return framed if framed or opening else inner

    def _to(self, first: _Phrase, begin: int) -> _Phrase | None:
        joint = p.TO.match(self.text, first.end)
        if not joint:
            return None
        if now := p.NOW.match(self.text, joint.end()):
            return _Phrase(now.end(), r.since(first.meaning))
        last = self._phrase(joint.end()) or self._day_alone(joint.end(), first)
        if not last or p.WORKING_WEEK.fullmatch(self.text, begin, last.end):
            return None
        return _Phrase(last.end, r.between(first.meaning, last.meaning))

    def _day_alone(self, start: int, first: _Phrase) -> _Phrase | None:
        """Read the 5日 of 5月3日到5日."""
        match = p.DAY.match(self.text, start)
        day = w.number(match["d"]) if match else 0
        if not match or not first.day_of or not 1 <= day <= 31:
            return None
        return _Phrase(match.end(), first.day_of(day), is_day=True)

    def _framed(self, inner: _Phrase, *, from_: bool) -> _Phrase | None:
        for form, frame, needs_from in _FRAMES:
            match = form.match(self.text, inner.end)
            if match and (from_ or not needs_from):
                return _Phrase(match.end(), frame(inner.meaning))
        if (match := p.BESIDE.match(self.text, inner.end)) and (amount := _amount(match)):
            count = amount[1] if match["side"] == "后" else -amount[1]
            return _Phrase(match.end(), r.stretch_beside(inner.meaning, amount[0], count))
        return None

    def _phrase(self, start: int) -> _Phrase | None:
        best: _Phrase | None = None
        for rule in _RULES.get(self.text[start : start + 1], ()):
            found = rule(self.text, start)
            if found and (best is None or found.end > best.end):
                best = found
        best = best or self._later(start)
        return best and self._followed(best)

    def _later(self, start: int) -> _Phrase | None:
        match = p.LATER.match(self.text, start)
        amount = _amount(match) if match else None
        if not match or not amount or not self.sentences.is_ahead(start):
            return None  # 三天后 in a story counts from there
        return _Phrase(match.end(), m.ago(*amount), is_day=amount[0] == "day")

    def _followed(self, phrase: _Phrase) -> _Phrase:
        if phrase.part_of:
            return self._clock(phrase.end, *phrase.part_of) or phrase
        if not phrase.is_day:
            return phrase
        if part := p.PART.match(self.text, phrase.end):
            name = w.PARTS[part[1]]
            day = phrase.meaning
            timed = self._clock(part.end(), day, name)
            return timed or _Phrase(part.end(), r.part_of_day(day, name))
        return self._clock(phrase.end, phrase.meaning, "") or phrase

    def _clock(self, start: int, day: Meaning, part: str) -> _Phrase | None:
        match = p.CLOCK.match(self.text, start)
        if not match:
            return None
        hour, minute = w.number(match["h"] or match["H"]), _minute(match)
        if (part == "night" and (hour < 5 or hour == 12)) or (part == "small hours" and hour > 6):
            return None  # 晚上两点 and 晚上十二点 are after midnight: of which day?
        if (part in ("afternoon", "dusk", "night", "evening") and 1 <= hour < 12) or (
            part == "midday" and 1 <= hour <= 2
        ):
            hour += 12
        elif not part and hour < 13 and not (match["H"] and len(match["H"]) == 2 and hour < 10):
            return None  # 明天三点: morning or afternoon?
        if hour > 23 or (minute or 0) > 59:
            return None
        return _Phrase(match.end(), r.clock(day, hour, minute))


def _minute(match: re.Match[str]) -> int | None:
    if match["M"]:
        return int(match["M"])
    if match["half"]:
        return 30
    if match["quarter"]:
        return 15 if match["quarter"][0] == "一" else 45
    return w.number(match["m"]) if match["m"] else None


def _named_day(text: str, start: int) -> _Phrase | None:
    match = p.NAMED_DAY.match(text, start)
    return _Phrase(match.end(), m.unit("day", w.DAYS[match[1].replace("儿", "天")]), is_day=True) if match else None


def _named_part(text: str, start: int) -> _Phrase | None:
    match = p.NAMED_PART.match(text, start)
    if not match:
        return None
    day = m.unit("day", w.DAYS[match[1] + "天"])
    part = "night" if match[2] in "晚夜" else "morning"
    return _Phrase(match.end(), r.part_of_day(day, part), part_of=(day, part))


def _weekday(text: str, start: int) -> _Phrase | None:
    match = p.WEEKDAY.match(text, start)
    if not match:
        return None
    number = w.WEEKDAYS[match["day"]]
    if match["which"]:
        return _Phrase(match.end(), m.weekday_of_week(number, w.OFFSETS[match["which"]]), is_day=True)
    return _Phrase(match.end(), m.weekday(number), is_day=True)


def _each_weekday(text: str, start: int) -> _Phrase | None:
    match = p.EACH_WEEKDAY.match(text, start)
    return _Phrase(match.end(), _days_meant(match)) if match else None


def _workdays(text: str, start: int) -> _Phrase | None:
    match = p.WORKDAYS.match(text, start)
    return _Phrase(match.end(), m.on_weekdays(*range(5))) if match else None


def _days_meant(match: re.Match[str]) -> Meaning:
    return m.on_weekdays(w.WEEKDAYS[match["day"]]) if match["day"] else m.on_weekdays(5, 6)


def _few(text: str, start: int) -> _Phrase | None:
    match = p.FEW.match(text, start)
    if not match:
        return None
    return _Phrase(match.end(), m.rolling(w.UNITS[match["unit"]], m.FEW if match["ahead"] else -m.FEW))


def _unit(text: str, start: int) -> _Phrase | None:
    match = p.UNIT.match(text, start)
    if match:
        granularity: Granularity = "weekend" if match["end"] else "week" if match["week"] else "quarter"
        return _Phrase(match.end(), m.unit(granularity, w.OFFSETS[match["which"]]))
    match = p.WEEKEND.match(text, start)
    return _Phrase(match.end(), m.weekend()) if match else None


def _date(text: str, start: int) -> _Phrase | None:
    """Read a year, a month, a day, or a chain of them, with what may follow each."""
    year, at = _year(text, start)
    if month := _month(text, at, year):
        return month
    if year is None:
        return _edge(text, start) or _yearly(text, start, None)
    found = _edge(text, at, year) or _yearly(text, at, year) or _half(text, at, year)
    return found or _Phrase(at, year)


def _this_half(text: str, start: int) -> _Phrase | None:
    match = p.THIS_HALF.match(text, start)
    return _Phrase(match.end(), r.half(m.unit("year", 0), 1 if match[1] == "上" else 2)) if match else None


def _year(text: str, start: int) -> tuple[Meaning | None, int]:
    match = p.YEAR.match(text, start)
    if not match:
        return None, start
    if match["word"]:
        return m.unit("year", w.YEARS[match["word"]]), match.end()
    number = w.digits(match["digits"])
    return (m.whole_year(number), match.end()) if 1800 <= number <= 2200 else (None, start)


def _month(text: str, start: int, year: Meaning | None) -> _Phrase | None:
    if year is None and (match := p.MONTH_RELATIVE.match(text, start)):
        month = m.unit("month", w.OFFSETS[match["which"]])
        return _in_month(text, match.end(), month, lambda day: r.day_of_month(month, day))
    if both := _two_months(text, start, year):
        return both
    match = (p.MONTH if year is None else p.MONTH_AFTER_YEAR).match(text, start)
    number = w.number(match["month"]) if match else 0
    if not match or not 1 <= number <= 12:
        return None

    def in_year(found: Meaning) -> Meaning:
        return r.within(found, year) if year else found

    phrase = _in_month(
        text,
        match.end(),
        in_year(m.yearly(m.month(number))),
        lambda day: in_year(m.yearly(m.date(number, day))),
    )
    return phrase if phrase.end > match.end() or match["sure"] or not p.NOT_A_MONTH.match(text, match.end()) else None


def _two_months(text: str, start: int, year: Meaning | None) -> _Phrase | None:
    """Read 四五月 and 四月和五月."""
    if match := p.TWO_MONTHS.match(text, start):
        number, next_one = w.number(match["one"]), w.number(match["other"])
    else:
        first = (p.MONTH if year is None else p.MONTH_AFTER_YEAR).match(text, start)
        match = p.NEXT_MONTH.match(text, first.end()) if first else None
        if not first or not match:
            return None
        number, next_one = w.number(first["month"]), w.number(match["month"])
    if not 1 <= number < next_one == number + 1 <= 12:
        return None
    both = [m.yearly(m.month(one)) for one in (number, next_one)]
    begin, end = [r.within(one, year) for one in both] if year else both
    return _Phrase(match.end(), r.between(begin, end))


def _in_month(text: str, at: int, month: Meaning, day_of: Callable[[int], Meaning]) -> _Phrase:
    if days := _days_listed(text, at, day_of):
        return days
    match = p.DAY.match(text, at)
    if match and 1 <= (day := w.number(match["d"])) <= 31:
        return _Phrase(match.end(), day_of(day), is_day=True, day_of=day_of)
    if match := p.WEEKDAYS_IN.match(text, at):
        return _Phrase(match.end(), r.within(_days_meant(match), month))
    if match := p.NTH_IN.match(text, at):
        return _Phrase(match.end(), _nth(match, month), is_day=bool(match["day"] or match["one"]))
    if match := p.MONTH_THIRD.match(text, at):
        return _Phrase(match.end(), r.third(month, w.THIRDS[match[1]]))
    return _Phrase(at, month, day_of=day_of)


def _days_listed(text: str, at: int, day_of: Callable[[int], Meaning]) -> _Phrase | None:
    """Read the 7、8日 of 11月7、8日: days that follow each other."""
    match = p.DAYS_LISTED.match(text, at)
    days = [w.number(day) for day in p.DAY_NUMBER.findall(match["days"])] if match else []
    if not match or not days[0] or days != [*range(days[0], days[-1] + 1)] or days[-1] > 31:
        return None
    return _Phrase(match.end(), r.between(day_of(days[0]), day_of(days[-1])))


def _nth(match: re.Match[str], month: Meaning) -> Meaning:
    """Return 第一周, 第二个星期一, 最后一个周末 or 最后一天 of a month."""
    number = w.number(match["nth"]) if match["nth"] else -1
    if match["day"]:
        return r.nth_weekday_of(month, w.WEEKDAYS[match["day"]], number)
    if match["end"]:
        return r.nth_weekday_of(month, 5, number, "weekend")
    return r.nth(month, "day" if match["one"] else "week", number)


def _edge(text: str, start: int, year: Meaning | None = None) -> _Phrase | None:
    """Read 年底 and 月初: of the year before it, or of the one that is meant."""
    match = p.EDGE.match(text, start)
    if not match:
        return None
    which = w.THIRDS[match["third"]]
    if match["unit"] == "月":
        return None if year else _Phrase(match.end(), r.latest_third("month", which))
    return _Phrase(match.end(), r.third(year, which) if year else r.latest_third("year", which))


def _yearly(text: str, start: int, year: Meaning | None) -> _Phrase | None:
    for form, meaning_of, is_day in _YEARLY:
        match = form.match(text, start)
        in_year = meaning_of(match) if match else None
        if not match or not in_year:
            continue
        if year is None and form is p.SEASON and not p.DONE.search(text, match.end(), match.end() + 30):
            return None  # 夏天很热: any summer
        meaning = m.yearly(in_year)
        return _Phrase(match.end(), r.within(meaning, year) if year else meaning, is_day=is_day)
    return None


def _half(text: str, start: int, year: Meaning) -> _Phrase | None:
    match = p.HALF.match(text, start)
    return _Phrase(match.end(), r.half(year, 1 if match[1] == "上" else 2)) if match else None


def _decade(text: str, start: int) -> _Phrase | None:
    match = p.DECADE.match(text, start)
    if not match:
        return None
    number = w.number(match["decade"])
    if (number < 30 and not match["century"]) or number % 10 or number > 90:
        return None
    return _Phrase(match.end(), m.decade(1900 + number))


def _ago(text: str, start: int) -> _Phrase | None:
    match = p.AGO.match(text, start)
    amount = _amount(match) if match else None
    if not match or not amount or (amount[0] == "year" and amount[1] > 999):  # 2020年前 is before 2020
        return None
    return _Phrase(match.end(), m.ago(amount[0], -amount[1]), is_day=amount[0] == "day")


def _rolling(text: str, start: int) -> _Phrase | None:
    match = p.ROLLING.match(text, start)
    amount = _amount(match) if match else None
    if not match or not amount:
        return None
    if match["bare"] and (amount[1] == 2 or not p.BOUNDARY.match(text, start)):
        return None  # 前两天 is the other day; 考试前三天 counts from the exam
    return _Phrase(match.end(), m.rolling(amount[0], amount[1] if match["ahead"] else -amount[1]))


def _amount(match: re.Match[str]) -> tuple[Granularity, int] | None:
    granularity = w.UNITS[match["unit"]]
    if match["half"] or match["more"] or match["plus"]:
        if granularity not in m.HALVES or (match["half"] and granularity == "day"):  # 半天 is a long while
            return None
        smaller, count = m.HALVES[granularity]
        return smaller, count if match["half"] else count * (2 * w.number(match["count"]) + 1)
    count = w.number(match["count"])
    return (granularity, count) if count else None


def _digits(text: str, start: int) -> _Phrase | None:
    found = digit_date(text, start)
    return _Phrase(found[0], found[1], is_day=found[2]) if found else None


_YEARLY: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Callable[[int], Span | None] | None], bool]] = [
    (p.NATIONAL_WEEK, lambda _: m.date(10, 1, 7), False),
    (p.NEW_YEAR_WEEK, lambda _: w.new_year_week, False),
    (p.MAY_WEEK, lambda _: m.date(5, 1, 5), False),
    (p.QINGMING, lambda _: m.date(4, 4, 6), False),
    (p.HOLIDAY, lambda match: w.HOLIDAYS[match["holiday"]], True),
    (p.SEASON, lambda match: m.season(w.SEASONS[match["season"]]), False),
    (p.QUARTER, lambda match: m.quarter(w.number(match["number"])), False),
]
_FRAMES: list[tuple[re.Pattern[str], Callable[[Meaning], Meaning], bool]] = [
    (re.compile("以来|至今|到现在"), r.since, False),
    (re.compile("(?:开始|起)(?!来|床|飞)"), r.starting, True),
    (re.compile("(?:之|以)前|前(?![天面后途年月任半0-9一二两三四五六七八九十])"), r.before, False),
    (re.compile("(?:之|以)后|后(?![天面来悔年果半0-9一二两三四五六七八九十])"), r.after, False),
]

_FIGURES = "0123456789零〇一二两三四五六七八九十"
_STARTS: list[tuple[str, _Rule]] = [  # the characters that an expression of a rule may begin with
    ("大前昨今明后", _named_day),
    ("前昨今明", _named_part),
    ("上下这本周星礼", _weekday),
    ("上下这本周", _unit),
    (_FIGURES + "大前去今明后上下这本年月春夏秋冬第清" + "".join(name[0] for name in w.HOLIDAYS), _date),
    (_FIGURES + "上", _decade),
    (_FIGURES + "半", _ago),
    ("在过最近前这未接今", _rolling),
    ("在过最近这未接今", _few),
    ("每", _each_weekday),
    ("工每", _workdays),
    ("上下", _this_half),
    ("0123456789", _digits),
]


def _by_character() -> dict[str, tuple[_Rule, ...]]:
    characters = dict.fromkeys("".join(start for start, _ in _STARTS))
    return {char: tuple(rule for start, rule in _STARTS if char in start) for char in characters}


_RULES = _by_character()
_START = re.compile("(?<!每)(?<!每[年逢到个月])[自从" + "".join(_RULES) + "]")  # what follows 每 is a habit


# one character for one, so that places stay the same
_SIMPLIFIED = str.maketrans(
    "週個後點號這兩從來過鐘時節國慶聖誕禮開間歲勞動兒陽內將會圍當頭隊樓",
    "周个后点号这两从来过钟时节国庆圣诞礼开间岁劳动儿阳内将会围当头队楼",
)
_IS_HAN = re.compile(f"[{HAN}]")


def read_chinese(text: str, lower: str) -> Iterator[Reading]:
    """Yield the time expressions of a Chinese text from left to right.

    Traditional signs are read as simplified ones.

    Args:
        text: as written.
        lower: the same with plain digits and marks, of the same length.
    """
    if _IS_HAN.search(text):
        yield from _Chinese(lower.translate(_SIMPLIFIED)).readings()
