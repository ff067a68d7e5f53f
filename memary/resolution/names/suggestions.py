"""Suggest known names that are spelt nearly like an unknown one: "Luka" for "Luca"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from memary.checks.faults import shown
from memary.errors import NotFoundError
from memary.facts.identity import SELF_KEY
from memary.types import VALUE, Entity

_ALIKE = 0.66
"""How much of two names has to be alike: one letter of three may differ."""

_NEARLY_SAME = 0.75
"""The same where a name is to be forgotten: one letter of four; whoever takes a suggestion there loses something."""

_MOST = 3


def no_entity(name: str, user_id: str, near: Sequence[str]) -> NotFoundError:
    """Return the error that says that nobody and nothing is called so, and what is called nearly so."""
    hint = f": did you mean {' or '.join(map(shown, near))}?" if near else "."
    return NotFoundError(f"There is no entity {shown(name)} in the memory of user {shown(user_id)}{hint}")


def near_names(name: str, entities: Iterable[Entity], *, is_to_go: bool = False) -> list[str]:
    """Return the names of entities one of whose names is spelt nearly like this, the nearest first.

    What is to go has to be nearly the same word.
    """
    known: dict[str, str] = {}
    for entity in entities:
        if entity.type != VALUE and entity.key != SELF_KEY:
            for one in (entity.name, *entity.aliases):
                known.setdefault(one.casefold(), entity.name)
    near = get_close_matches(name.strip().casefold(), known, n=_MOST, cutoff=_NEARLY_SAME if is_to_go else _ALIKE)
    return list(dict.fromkeys(known[one] for one in near))
