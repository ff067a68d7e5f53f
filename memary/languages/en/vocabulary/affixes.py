"""List what English writes before a noun and behind a word: articles, the possessive, "n't"."""

from __future__ import annotations

import re
from collections.abc import Sequence

ARTICLES = ("the", "an", "a")

POSSESSIVE = "'s"


def with_not_in_full(parts: Sequence[str]) -> Sequence[str]:
    """Return the parts of a word with a shortened "not" written out.

    What counts of "don't" and "isn't" is that.
    """
    if len(parts) > 1 and parts[-1] == "t" and parts[-2].endswith("n"):
        return [*parts[:-2], "not"]
    return parts


_DOER = re.compile(r"(?<=\w{3})(?:(?:er|or)s?(?:ship)?|ership|ation)$")


def without_doer(stem: str) -> str:
    """Return the stem of a verb, for that of who does it: that of "own", for "owner"."""
    return _DOER.sub("", stem)
