"""Define what a language knows of private things: passwords and keys, and personal data.

What is known in all the world is defined here, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrivateKind:
    """A kind of private thing.

    Attributes:
        kind: its name; it stands where the thing stood.
        pattern: source of a pattern of it. What its group `value` holds goes, or else all of it.
        check: says of what would go whether it is one.
        needs: one of these has to be in the text, in small letters; none: any text may hold one.
        cased: whether letters of either case differ.
    """

    kind: str
    pattern: str
    check: Callable[[str], bool] = lambda _value: True
    needs: tuple[str, ...] = ()
    cased: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Privacy:
    """What is private, as a language tells it.

    Attributes:
        secrets: what lets others in: passwords, keys, codes.
        personal: what belongs to one person: numbers of theirs, ways to reach them.
    """

    secrets: tuple[PrivateKind, ...] = ()
    personal: tuple[PrivateKind, ...] = ()
