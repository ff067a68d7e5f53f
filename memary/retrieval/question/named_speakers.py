"""Tell which of those who speak a text names, by the whole name or by the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memary.languages.scripts import alone

_FURTHER_NAME = re.compile(r" [A-Z][^\W\d_]")
"""What makes of a first name the name of another: "Alex Okafor", where an Alex Hartley speaks."""


def named_speakers(text: str, speakers: Sequence[str]) -> tuple[str, ...]:
    """Return the speakers whom a text names.

    A first name that is a part of a longer name is that of nobody else: "Alex Hartley" is not Alex Brandt.
    """
    wholes = [found.span() for name in speakers if _has(text, name) for found in named(name).finditer(text)]
    return tuple(speaker for speaker in speakers if _is_named(text, speaker, wholes))


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
    if _has(text, whole):
        return True
    return any(
        not _FURTHER_NAME.match(text, found.end())
        and not any(start <= found.start() and found.end() < end for start, end in wholes)
        for name in first
        if _has(text, name)
        for found in named(name).finditer(text)
    )


def _has(text: str, name: str) -> bool:
    """Return whether a text has a name that is no part of a longer word.

    Few texts have it at all, and the pattern that tells takes many times as long to make as that of the name.
    """
    found = re.search(re.escape(name), text, re.IGNORECASE)
    return found is not None and named(name).search(text) is not None
