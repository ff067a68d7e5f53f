"""Define how a language says that a text is to be read otherwise than it was typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Respelling:
    """What to read in the place of some characters of a text: "I'm", for "im"."""

    start: int
    end: int
    written: str


Respell: TypeAlias = Callable[[str, Collection[str]], Sequence[Respelling]]
"""Gives what to read otherwise in a text, in its order, where some names are known."""


def as_typed(_text: str, _known: Collection[str]) -> Sequence[Respelling]:
    """Return that a text is read as it was typed."""
    return ()
