"""Tell whether a text speaks of liking or disliking, and which of the two a question asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memary.languages import languages, of_all

TASTES: Mapping[str, int] = {"taste": 1, "distaste": -1}
"""The sorts of relations that tell of liking and disliking."""

_asks = of_all(
    lambda packs: [
        (re.compile(pack.questions.about[name], re.IGNORECASE), sign)
        for pack in packs
        for name, sign in TASTES.items()
        if name in pack.questions.about
    ]
)


def attitude_in(text: str) -> int:
    """Return 1 for a text that only tells of liking, -1 for one that only tells of disliking, else 0."""
    told = {sign for pack in languages() for sign in pack.relations.feelings(text)}
    return told.pop() if len(told) == 1 else 0


def attitudes_asked(question: str) -> set[int]:
    """Return what an open question asks for.

    1 for what is liked, -1 for what is not ("What don't I like?").
    """
    return {sign for pattern, sign in _asks() if pattern.search(question)}
