"""Tell the whole names of places and firms from stumps, and names from how or where something is."""

from __future__ import annotations

import re

from memary.languages.en.names.places import with_region
from memary.languages.en.vocabulary.wordings import STATES
from memary.languages.pack.base import words
from memary.languages.pattern import pattern

_NAMED = r"(?:the )?[A-Z][\w'’&-]*(?: [A-Z][\w'’&-]*)*"
_ENDS = r"(?=\s*(?:[.,;:!?)—–]|$)| (?:but|with|now|since|because|so|for|while|these days|at the|right now|both|every|part)\b)"
_ANOTHER = pattern(
    rf"(?:, {_NAMED})*,? (?:and|or|&|as well as)(?: also| now)?(?: (?:in|at|for|with))? (?!I\b){_NAMED}{_ENDS}"
)
"""What lists further names: "London and Paris", and not "London and Tom lives in Paris"."""

_PARTNER = re.compile(rf" (?:and|&) (?!I\b){_NAMED}{_ENDS}")
"""What a firm may be called after as well: "Crumb and Weir"; where it is another one, both are told."""

_GOES_ON = re.compile(
    r" (?!(?:in|on|at|as|and|but|or|since|near|for|from|by|with|now|last|this|because|so|where|while|when|after|before"
    r"|until|again|too|together|alone|part|full|right|these|every|over|under|down|up|then|not|who|which|if|to|about)\b)[a-z]"
)
"""What belongs to what has a name: "Berlin's best gym"."""


def whole_name(name: str, rest: str, kind: str) -> str | None:
    """Return the whole name of a place or firm; None where what was read of it is a stump.

    Args:
        name: what was read.
        rest: what follows it in the sentence.
        kind: the type of what has the name.
    """
    if kind == "organization" and (partner := _PARTNER.match(rest)):
        return name + partner.group()
    if _ANOTHER.match(rest) or (name.endswith(("'s", "’s")) and _GOES_ON.match(rest)):
        return None
    return with_region(name, rest) if kind == "place" else name


_DEGREES = words("so too very really quite pretty still already not just the always never only all now also")
_WHERE = words(
    "on in at near under by here there out off back behind above below over inside outside beside around between"
    " across away gone up down from with without whatever wherever whoever whichever"
)
_MORE_STATES = words(
    "closed shut missing awesome amazing awful lame rubbish boring cheap best worst perfect beautiful ugly delicious"
    " popular famous dirty clean open sold ruined cancelled canceled over finished back here there away angry weird"
    " unique changed released delayed available rare classic cute funny brilliant fantastic excellent overrated loud"
)
_HOW_OR_WHERE = _WHERE | STATES | _MORE_STATES
_BEHIND_STATE = _WHERE | words(
    "today tonight tomorrow yesterday now again to for of because since this next last until till than as right and or"
    " anymore lately usually always every these"
)
_NAMED_SO = words(
    "spring king ring string wing pudding dressing icing topping filling stuffing dumpling building painting wedding"
    " evening morning thanksgiving earring viking sterling duckling herring sibling bling bing ping"
)


def tells_how_or_where(said: str) -> bool:
    """Return whether words in lower case tell how, where or at what something is: "losing", "on the radio"."""
    rest = said.split()
    if rest[0][0].isupper():
        return False
    while len(rest) > 1 and rest[0] in _DEGREES:
        rest = rest[1:]
    if rest[0] in _WHERE or (rest[0].endswith("ing") and rest[0] not in _NAMED_SO):
        return True
    return rest[0] in _HOW_OR_WHERE and (len(rest) == 1 or rest[1] in _BEHIND_STATE)


def is_away_or_so(name: str) -> bool:
    """Return whether a word in capitals tells where or in what mood somebody is: "My boss is Away"."""
    return " " not in name and name.casefold() in _HOW_OR_WHERE
