"""Define what a language tells of a wording: whether it is a name, a noun, or a phrase about one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Wording = Literal["name", "noun", "group", "clause", "bare", "unnamed"]
"""How something is worded: by a name; by a noun that others could use for it; by a group of words around a noun
(an owner, a preposition, an article); by a clause with a verb or a pronoun; as a time or a state, which are no thing;
or as somebody of whom there are many ("a friend")."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Amounts:
    """How amounts are told; in these patterns the case of letters matters: "50 Cent" is somebody.

    Attributes:
        about: pattern of words before a number that say how exact it is.
        numerals: pattern of a number without digits.
        magnitudes: pattern of words for how large a number is: "million".
        units: pattern of words for what is counted or measured in.
        rates: pattern of what tells for how long it is: "a month".
    """

    about: str = ""
    numerals: str = ""
    magnitudes: str = ""
    units: str = ""
    rates: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wordings:
    """How words name something.

    Attributes:
        read: gives the wording of what is in this language's script; None for what is not.
        unnamed: nouns for people of whom many are meant by the same word.
        feasts: pattern of the names of days that are kept, which are no mere times.
        owned: pattern of something with a pronoun for its owner: `own` holds one for the speaker, `other` another,
            `thing` what belongs to them.
        owners: how a name for the owner and the thing are written, with `{owner}` and `{thing}`.
        belonging: patterns of something with somebody or something named for its owner, as `owner` and `thing`.
        joints: pattern of what stands between two names that are told of together.
        listed: pattern of what stands between two things that are told in a row, with an article of the second.
        numbered: pattern of the words that tell how many are told in a row.
        located: pattern of a `thing` that is named with its `place`.
        headed: pattern of a `thing` that is named before whom or what it is of.
        told_of: how the predicate of a fact about `{thing}` is written where it is told of its owner.
        amounts: how amounts are told.
    """

    read: Callable[[str], Wording | None] = lambda _words: None
    unnamed: frozenset[str] = frozenset()
    feasts: str = ""
    owned: str = ""
    owners: str = "{owner} {thing}"
    belonging: tuple[str, ...] = ()
    told_of: str = "{thing}_{predicate}"
    joints: str = ""
    listed: str = ""
    numbered: str = ""
    located: str = ""
    headed: str = ""
    amounts: Amounts = field(default_factory=Amounts)
