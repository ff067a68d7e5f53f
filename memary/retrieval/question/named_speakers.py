"""Tell which of those who speak a text names, by the whole name or by the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memary.languages.scripts import alone

_FURTHER_NAME = re.compile(r" [A-Z][^\W\d_]")
"""What makes of a first name the name of another: "Alex Okafor", where an Alex Hartley speaks."""


@lru_cache(maxsize=8192)  # of facts that are found again and again
def named_speakers(text: str, speakers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the speakers whom a text names.

    A first name that is a part of a longer name is that of nobody else: "Alex Hartley" is not Alex Brandt.
    """
    folded = text.casefold()
    near = [one for one in speakers if any(name.casefold() in folded for name in short_names(one))]
    wholes = [found.span() for name in near for found in named(name).finditer(text)]
    return tuple(speaker for speaker in near if _is_named(text, speaker, wholes))


def short_names(speaker: str) -> list[str]:
    """Return the names that a speaker may be called by, the whole one first."""
    first = speaker.partition(" ")[0]
    return [speaker] if first == speaker or len(first) < 2 or first.endswith(".") else [speaker, first]


def own_name(user_id: str, speakers: Sequence[str]) -> str:
    """Return the speaker of whom the id of the user is a name, if it is one alone; else "".

    This is taken to be the user.
    """
    found = [one for one in speakers if user_id and user_id.casefold() in map(str.casefold, short_names(one))]
    return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=256)
def named(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that is no part of a longer word."""
    return re.compile(alone(name), re.IGNORECASE)


def _is_named(text: str, speaker: str, wholes: Sequence[tuple[int, int]]) -> bool:
    whole, *first = short_names(speaker)
    if named(whole).search(text):
        return True
    return any(
        not _FURTHER_NAME.match(text, found.end())
        and not any(start <= found.start() and found.end() < end for start, end in wholes)
        for name in first
        for found in named(name).finditer(text)
    )
