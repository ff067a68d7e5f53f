"""Tell whether a clause tells several things in a row, and take some of them out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from memary.languages import any_of
from memary.languages.scripts import LIST_EDGES, OPENING_BRACKETS, PAUSES, PLAIN_STOPS, is_wide
from memary.text.names.occurrence import says_name

_joint = any_of(lambda language: language.wordings.listed)
_numbered = any_of(lambda language: language.wordings.numbered)
_possessive = any_of(lambda language: language.pronouns.possessive)
_goes_on = any_of(lambda language: language.statements.joints, rf"[{LIST_EDGES}]*(?:{{}})\b")
_ENDS = (*PLAIN_STOPS, *PAUSES, "\n")
_BRACKETS = tuple(OPENING_BRACKETS)


def tells_in_a_row(clause: str, items: Collection[str]) -> bool:
    """Return whether a clause tells all items one behind the other, the last joined by more than a comma.

    "Lena, Finn and Max" does so; "12 Mill Lane, Leeds" may be one thing.
    """
    gaps = _gaps(clause, _places(clause, items) or ())
    return bool(gaps) and gaps[-1].strip(f"{PAUSES} ") != ""


def without_items(clause: str, items: Collection[str], taken: Collection[str]) -> str | None:
    """Return a clause without some of the items that it tells in a row.

    It is None where it cannot be parted from them.

    Args:
        clause: what tells them.
        items: the things that it tells in a row, as it has them.
        taken: those of them that are to go; one at least stays.
    """
    places = _places(clause, items)
    if places is None or set(taken) >= set(items):
        return None
    gaps = _gaps(clause, places)
    if not gaps or _numbered().search(clause[: places[0][0]]):
        return None
    names = [clause[start:end] for start, end in places]
    keys = {one.casefold() for one in taken}
    kept = [place for place, name in enumerate(names) if name.casefold() not in keys]
    rest = clause[places[-1][1] :]
    if kept[-1] != len(names) - 1 and _may_be_of_one(rest):
        return None
    joints = [gaps[-1] if one == len(kept) - 1 else gaps[0] for one in range(1, len(kept))]
    if len(joints) == 1 and joints[0].strip(LIST_EDGES):  # no comma between two
        joints = [joints[0].lstrip(PAUSES)]
    told = names[kept[0]] + "".join(joint + names[at] for joint, at in zip(joints, kept[1:], strict=True))
    left = clause[: places[0][0]] + told + rest
    return None if any(says_name(left, one) for one in taken) else left


def _places(clause: str, items: Collection[str]) -> Sequence[tuple[int, int]] | None:
    """Return where a clause has the items, in their order.

    It is None where an item is missing or stands there more than once.
    """
    text = clause.casefold()
    if len(text) != len(clause) or any(text.count(one.casefold()) != 1 for one in items):
        return None
    return sorted((at := text.find(one.casefold()), at + len(one)) for one in items)


def _gaps(clause: str, places: Sequence[tuple[int, int]]) -> list[str]:
    """Return what joins the items at these places; nothing, where other words stand between two."""
    gaps = [clause[one[1] : other[0]] for one, other in pairwise(places)]
    return gaps if all(_joint().fullmatch(gap) for gap in gaps) else []


def _may_be_of_one(rest: str) -> bool:
    """Return whether what follows the last of several things may be told of that alone.

    In "Lena and Finn (6)" the age may be Finn's alone.
    """
    if not rest.strip() or rest.startswith(_ENDS) or _goes_on().match(rest):
        return False
    return not is_wide(rest[0]) or rest.startswith(_BRACKETS) or _possessive().match(rest) is not None
