"""The Chinese words of time, and the days of the lunar calendar's feasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from memary.languages.times import meaning as m
from memary.languages.times import relations as r
from memary.languages.times.periods import Granularity, Span, period

_FIGURES = {figure: number for number, figure in enumerate("零一二三四五六七八九")} | {"〇": 0, "○": 0, "两": 2}

DAYS = {"大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "今天": 0, "今日": 0, "明天": 1, "明日": 1} | {
    "后天": 2,
    "大后天": 3,
}
YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
WEEKDAYS = {figure: number for number, figure in enumerate("一二三四五六日")} | {"天": 6}
OFFSETS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
UNITS: Mapping[str, Granularity] = {
    "分钟": "minute",
    "小时": "hour",
    "钟头": "hour",
    "天": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "年": "year",
}
PARTS: Mapping[str, r.Part] = {
    "凌晨": "small hours",
    "清晨": "morning",
    "早晨": "morning",
    "早上": "morning",
    "上午": "morning",
    "中午": "midday",
    "下午": "afternoon",
    "傍晚": "dusk",
    "晚上": "night",
    "夜里": "night",
}
THIRDS: Mapping[str, r.Third] = {
    "上旬": "early",
    "中旬": "mid",
    "下旬": "late",
    "初": "first days",
    "中": "mid",
    "底": "last days",
    "末": "last days",
}
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}

_LUNAR_FIRST_YEAR = 2015
_NEW_YEAR = (  # month and day of the first day of the first lunar month, from 2015 on
    219, 208, 128, 216, 205, 125, 212, 201, 122, 210, 129, 217, 206, 126, 213, 203, 123, 211, 131, 219, 208,
)  # fmt: skip
_DRAGON_BOAT = (
    620, 609, 530, 618, 607, 625, 614, 603, 622, 610, 531, 619, 609, 528, 616, 605, 624, 612, 601, 620, 610,
)  # fmt: skip
_MID_AUTUMN = (
    927, 915, 1004, 924, 913, 1001, 921, 910, 929, 917, 1006, 925, 915, 1003, 922, 912, 1001, 919, 908, 927, 916,
)  # fmt: skip


def _lunar(days: tuple[int, ...], offset: int = 0) -> Callable[[int], Span | None]:
    def in_year(year: int) -> Span | None:
        if not 0 <= year - _LUNAR_FIRST_YEAR < len(days):
            return None
        month, day = divmod(days[year - _LUNAR_FIRST_YEAR], 100)
        return period(datetime(year, month, day) + timedelta(days=offset), "day")

    return in_year


def new_year_week(year: int) -> Span | None:
    """Return the holidays of the Spring Festival, as they are since 2025.

    They last from New Year's Eve to the seventh day.
    """
    first, last = _lunar(_NEW_YEAR, -1)(year), _lunar(_NEW_YEAR, 6)(year)
    return Span(first.start, last.end, "day") if first and last else None


HOLIDAYS: Mapping[str, Callable[[int], Span | None]] = {
    "元旦": m.date(1, 1),
    "情人节": m.date(2, 14),
    "妇女节": m.date(3, 8),
    "愚人节": m.date(4, 1),
    "劳动节": m.date(5, 1),
    "五一劳动节": m.date(5, 1),
    "青年节": m.date(5, 4),
    "儿童节": m.date(6, 1),
    "六一儿童节": m.date(6, 1),
    "教师节": m.date(9, 10),
    "国庆": m.date(10, 1),
    "国庆节": m.date(10, 1),
    "十一国庆节": m.date(10, 1),
    "万圣夜": m.date(10, 31),
    "光棍节": m.date(11, 11),
    "双十一": m.date(11, 11),
    "感恩节": m.nth_weekday(11, 3, 4),
    "平安夜": m.date(12, 24),
    "圣诞": m.date(12, 25),
    "圣诞节": m.date(12, 25),
    "除夕": _lunar(_NEW_YEAR, -1),
    "除夕夜": _lunar(_NEW_YEAR, -1),
    "年三十": _lunar(_NEW_YEAR, -1),
    "大年三十": _lunar(_NEW_YEAR, -1),
    "春节": _lunar(_NEW_YEAR),
    "农历新年": _lunar(_NEW_YEAR),
    "大年初一": _lunar(_NEW_YEAR),
    "大年初二": _lunar(_NEW_YEAR, 1),
    "大年初三": _lunar(_NEW_YEAR, 2),
    "元宵节": _lunar(_NEW_YEAR, 14),
    "端午": _lunar(_DRAGON_BOAT),
    "端午节": _lunar(_DRAGON_BOAT),
    "中秋": _lunar(_MID_AUTUMN),
    "中秋节": _lunar(_MID_AUTUMN),
}
"""Feasts by name; the lunar ones are known from 2015 to 2035 and give None in other years."""


def number(text: str) -> int:
    """Return the number that digits or Chinese figures write, up to 99: 十二, 零五, 两; 0 if none."""
    if text.isascii():
        return int(text) if text.isdigit() else 0
    text = text.lstrip("零")
    tens, ten, ones = text.rpartition("十")
    if any(figure not in _FIGURES for figure in tens + ones) or len(tens) > 1 or len(ones) > 1:
        return 0
    return (10 * _FIGURES.get(tens, 1) if ten else 0) + _FIGURES.get(ones, 0)


def digits(text: str) -> int:
    """Return the number whose digits are written one by one: 二〇二三 is 2023."""
    return int("".join(str(_FIGURES.get(figure, figure)) for figure in text))
