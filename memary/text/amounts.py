"""Read amounts: a number and what it counts, such as "about 120k EUR", "850 a month" or 80公斤, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memary.languages import Language, of_all
from memary.text.times.intervals import is_time

_MONEY = {"€": "eur", "$": "usd", "£": "gbp", "¥": "cny", "￥": "cny", "₩": "krw", "₹": "inr"}
_SIGNS = re.escape("".join(_MONEY))


@of_all
def _amount(packs: Sequence[Language]) -> re.Pattern[str]:
    told = [pack.wordings.amounts for pack in packs if pack.wordings.amounts.units]
    about = "|".join(one.about for one in told if one.about)
    numerals = "|".join((r"\d[\d.,:'’/–-]*", *(one.numerals for one in told if one.numerals)))
    magnitudes = "|".join(one.magnitudes for one in told if one.magnitudes)
    units = "|".join((f"[{_SIGNS}]", *(one.units for one in told)))
    rates = "|".join(one.rates for one in told if one.rates)
    return re.compile(
        rf"(?:(?:{about})\ ?)?[+\-~−]?(?P<sign>[{_SIGNS}])?\ ?(?:{numerals})"
        rf"(?:\ ?(?:{magnitudes}))?(?:\ ?(?P<unit>{units}))?(?P<rate>\ ?(?:{rates}))?"
    )


@lru_cache(maxsize=4096)
def unit_of(words: str) -> str | None:
    """Return the unit in which an amount is told, "" for a bare number; None for what is no amount.

    A number that is a thing's name ("3M", "iPhone 15", "50 Cent") may look like an amount only where it begins with
    the number.
    """
    found = _amount().fullmatch(words.strip())
    if found is None:
        return None
    unit = found["unit"] or found["sign"] or ""
    return f"{_MONEY.get(unit, unit.casefold())}{(found['rate'] or '').rstrip()}"


def are_of_one_unit(one: str, other: str) -> bool:
    """Return whether both are amounts of one unit, or one of them of none, or both are times."""
    units = unit_of(one), unit_of(other)
    if None in units:
        return is_time(one) and is_time(other)
    return units[0] == units[1] or "" in units
