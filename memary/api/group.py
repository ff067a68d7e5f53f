"""Give the groups of `Memary` what they have in common: the memory that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from memary.api.core import MemoryCore
from memary.errors import InputError
from memary.event_loop import Loop


class Group:
    """Methods of `Memary` that are about one kind of record, as `memory.facts`."""

    _first = "list"  # what the group itself was called for in earlier versions

    def __init__(self, core: MemoryCore) -> None:
        self._core = core

    @property
    def loop(self) -> Loop:
        """Where its work runs: in the memory's loop."""
        return self._core.loop

    if not TYPE_CHECKING:

        def __call__(self, *_: object, **__: object) -> NoReturn:
            """Say what to call instead, to who calls the group as the method that it once was."""
            name = type(self).__name__.casefold()
            raise InputError(
                f"memory.{name} is a group of methods: call memory.{name}.{self._first}(…) or another of them."
            )
