"""Define what every query is, and cut lists of ids into what one statement can name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class Query(Generic[T]):
    """A read, whose answer is a `T`; ask it of `Store.read`.

    No row of another user is ever looked at. With an agent or a session in the scope, messages are those of it, facts
    those that a message of it states, mentions those made in it, and entities those mentioned in it. Where ids, names
    or states are given, only records that have one of them are meant.
    """

    __slots__ = ()


_PAGE = 500
"""How many ids one statement names."""


def in_pages(ids: Iterable[str]) -> Iterator[list[str]]:
    """Cut ids into lists, each short enough for one read."""
    left = iter(list(ids))
    while page := list(islice(left, _PAGE)):
        yield page
