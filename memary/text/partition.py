"""A text in two: words of it that stay, and the stretches between them that go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from memary.languages.keys import fold
from memary.languages.scripts import HAN

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")


def word_set(text: str) -> set[str]:
    """Return the words of a text, folded; each Han character is one."""
    return {fold(word) for word in _WORD.findall(text)}


def stretches_gone(text: str, left: str) -> Sequence[str]:
    """Return the stretches of a text that go, in order, where some of its words are left.

    Empty where nothing goes, nothing is left, or what is left has words that the text does not have in this order.
    """
    words, staying = list(_WORD.finditer(text)), [fold(word) for word in _WORD.findall(left)]
    steps = SequenceMatcher(None, [fold(word[0]) for word in words], staying, autojunk=False).get_opcodes()
    if not staying or any(step not in ("equal", "delete") for step, *_ in steps):
        return []
    return [text[words[start].start() : words[end - 1].end()] for step, start, end, *_ in steps if step == "delete"]
