"""What a search has to know before a question can be read: who speaks, and which spaces are recalled.

Both are mostly as they were at the last search of the same memory. So a question is read as if they were, and the
search itself looks first whether that is so: to ask before would be another way to the store and back.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from memary.queries import Query
from memary.stores.snapshot import Readable, Reads
from memary.types.spaces import Grant

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before a search: the grants of the spaces that are recalled, and who speaks in all of it."""

    grants: Sequence[Grant]
    speakers: Sequence[str]


Look = Callable[[Reads], Coroutine[Any, Any, Known]]
"""Reads what is to be known before a search."""


class OtherwiseError(Exception):
    """That something else is known than was expected."""

    def __init__(self, known: Known) -> None:
        super().__init__("Something else is known before a search than was expected.")
        self.known = known


class AsExpected:
    """A store in which work is only done where as much is known as was expected.

    Args:
        store: where it is done.
        look: reads what is known.
        expected: what that is to be.
    """

    def __init__(self, store: Readable, look: Look, expected: Known) -> None:
        self._store, self._look, self._expected = store, look, expected

    @property
    def is_in_turns(self) -> bool:
        """Return whether one read has to end before the next begins."""
        return self._store.is_in_turns

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        return await self._store.read(query)

    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads; see `Store.at_once`.

        Raises:
            OtherwiseError: something else is known.
        """

        async def looked(reads: Reads) -> T:
            if (known := await self._look(reads)) != self._expected:
                raise OtherwiseError(known)
            return await work(reads)

        return await self._store.at_once(looked)


@dataclass(slots=True)
class LastKnown:
    """What was known before the last search of a memory."""

    known: Known | None = None


@lru_cache(maxsize=256)
def last_known(location: str, whose: Hashable) -> LastKnown:
    """Return what was known before the last search of a memory; nothing if it was let go of since.

    Args:
        location: of the store.
        whose: memory is searched, with which spaces.
    """
    return LastKnown()
