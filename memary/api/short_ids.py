"""Shorten ids to their ends, by which records are shown and named."""

from __future__ import annotations

from collections.abc import Iterable

from memary.checks.faults import shown
from memary.errors import InputError

SHORT_ID = 8


def short(id_: str) -> str:
    """Return the end of an id, which commands and tools take for the whole."""
    return id_ if len(id_) <= 2 * SHORT_ID else id_[-SHORT_ID:]


def whole_id(given: str, ids: Iterable[str]) -> str:
    """Return the id that ends with what was given; what was given, where none does.

    Raises:
        InputError: several do.
    """
    ending = [id_ for id_ in ids if id_.endswith(given)] if given else []
    if given in ending:
        return given
    if len(ending) > 1:
        raise InputError(f"{len(ending)} ids end with {shown(given)}: give more characters.")
    return ending[0] if ending else given
