"""Part a text in two: the words that stay, and the stretches between them that go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from memary.languages.keys import fold
from memary.languages.pattern import pattern
from memary.languages.scripts import FULL_STOPS, HAN

_WORD = pattern(rf"[{HAN}]|[^\W_{HAN}]+")


@dataclass(frozen=True, slots=True)
class Partition:
    """What stays of a text, and what goes.

    Attributes:
        left: the words that stay, as the text has them.
        gone: the stretches that go, in order.
        inner: those of them that stand between words that stay, each with the words around it.
    """

    left: str
    gone: tuple[str, ...]
    inner: tuple[tuple[str, str], ...]

    @property
    def words_gone(self) -> set[str]:
        """The words that go and are not among those that stay."""
        return word_set(" ".join(self.gone)) - word_set(self.left)


def word_set(text: str) -> set[str]:
    """Return the words of a text, folded; each Han character is one."""
    return {fold(word) for word in _WORD.findall(text)}


def partition(text: str, left: str) -> Partition | None:
    """Part a text by the words of it that are said to be left.

    It is None where nothing goes, nothing is left, or what is left has words that the text does not have in this
    order. What stays is taken from the text itself, with its full stop.
    """
    words, staying = list(_WORD.finditer(text)), [fold(word) for word in _WORD.findall(left)]
    steps = SequenceMatcher(None, [fold(word[0]) for word in words], staying, autojunk=False).get_opcodes()
    if not staying or any(step not in ("equal", "delete") for step, *_ in steps):
        return None
    runs = [(step == "equal", text[words[a].start() : words[b - 1].end()]) for step, a, b, *_ in steps]
    if all(stays for stays, _ in runs):
        return None
    inner = [
        (f"{runs[at - 1][1]} {run} {runs[at + 1][1]}", f"{runs[at - 1][1]} {runs[at + 1][1]}")
        for at, (stays, run) in enumerate(runs)
        if not stays and 0 < at < len(runs) - 1
    ]
    stop = text.rstrip()[-1:]
    return Partition(
        _joined([run for stays, run in runs if stays]) + (stop if stop in FULL_STOPS else ""),
        tuple(run for stays, run in runs if not stays),
        tuple(inner),
    )


def _joined(runs: Sequence[str]) -> str:
    """Return runs of words one after the other, with a blank between those that are not in Han characters."""
    joined = runs[0]
    for run in runs[1:]:
        blank = "" if re.match(f"[{HAN}]", run) and re.match(f"[{HAN}]", joined[-1]) else " "
        joined += blank + run
    return joined
