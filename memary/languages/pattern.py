"""Patterns of text that are compiled when they are first looked for.

The ways to state, correct or take back a fact are hundreds of long patterns. To compile them all takes a third of the
time in which memary starts, and most programs look for those of one language, or for none.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


class LatePattern:
    """A pattern that is compiled when the first thing is asked of it; then it answers as the compiled one does."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as Python has it."""
        return re.compile(self._source, self._flags)

    def __getattr__(self, name: str) -> Any:
        """Take what is asked for from the compiled pattern, and keep it here for the next time."""
        if name.startswith("__"):  # what copies and pickles ask for
            raise AttributeError(name)
        value = getattr(self.compiled, name)
        self.__dict__[name] = value
        return value


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern as `re.compile` does, which is compiled when it is first looked for."""
    return cast("re.Pattern[str]", LatePattern(source, flags))
