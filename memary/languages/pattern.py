"""Patterns of text that are compiled when they are first looked for in a text that may hold them.

The ways to state, correct or take back a fact are hundreds of long patterns, of which a sentence has the words of
some twenty: the others are neither compiled nor tried on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from propcache.api import cached_property

from memary.languages.needed_words import needed_words

T = TypeVar("T")


class LatePattern:
    """A pattern that is compiled when a text has words that it needs; then it works as usual."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as Python has it."""
        return re.compile(self.pattern, self._flags)

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Words one of which is in every text in which it matches; none where no such words are known."""
        return needed_words(self.pattern, self._flags)

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        """What returns the first match anywhere in a text."""
        return self._looking("search", _nothing)

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """What returns the match with which a text begins."""
        return self._looking("match", _nothing)

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """What returns the match that is the whole text."""
        return self._looking("fullmatch", _nothing)

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        """What returns all matches in a text, one behind the other."""
        return self._looking("finditer", _none)

    def __getattr__(self, name: str) -> Any:
        """Take what else is asked for from the compiled pattern, and keep it here for the next time."""
        if name.startswith("_"):  # what copies and pickles ask for
            raise AttributeError(name)
        value = getattr(self.compiled, name)
        self.__dict__[name] = value
        return value

    @cached_property
    def needed_in_either_case(self) -> tuple[str, ...]:
        """Such words, in lower case, of a pattern for which letters of either case are alike."""
        if not self._flags & re.IGNORECASE:
            return ()
        source = _SPACE.sub(r"\1", self.pattern) if self._flags & re.VERBOSE else self.pattern
        words = needed_words(source, self._flags & ~(re.IGNORECASE | re.VERBOSE))
        return words if all(word.isascii() or word.lower() == word == word.upper() for word in words) else ()

    def _looking(self, way: str, nothing: Callable[[], T]) -> Callable[..., T]:
        """Return what looks for the pattern in one way: nothing where a text has none of the needed words."""
        words = self.needed
        if not words:
            return self._looking_in_either_case(way, nothing)
        one = words[0]

        def look_for_one(text: str, *span: int) -> T:
            return getattr(self.compiled, way)(text, *span) if one in text else nothing()

        def look_for_some(text: str, *span: int) -> T:
            for word in words:
                if word in text:
                    return getattr(self.compiled, way)(text, *span)
            return nothing()

        return look_for_one if len(words) == 1 else look_for_some  # hundreds are tried on each sentence

    def _looking_in_either_case(self, way: str, nothing: Callable[[], T]) -> Callable[..., T]:
        words = tuple(word.lower() for word in self.needed_in_either_case)
        if not words:
            return getattr(self.compiled, way)

        def look(text: str, *span: int) -> T:
            lower = text.lower() if text.isascii() else text.translate(_ALIKE).lower()
            for word in words:
                if word in lower:
                    break
            else:
                return nothing()
            found = getattr(self.compiled, way)
            if way not in _ANYWHERE:  # to try it at one place costs less than to lower each text
                self.__dict__[way] = found
            return found(text, *span)

        return look


_SPACE = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\s+|#[^\n]*", re.DOTALL)
"""What a verbose pattern holds for its readers alone, and before that what looks like it and is no such thing."""

_ALIKE = str.maketrans("ıİſ", "iis")
"""What patterns take for letters of the alphabet where either case is alike, and lower case does not."""


_ANYWHERE = frozenset(("search", "finditer"))
"""Ways to look for a pattern at each place of a text."""


def _nothing() -> None:
    """Return what there is where nothing matches."""


def _none() -> Iterator[re.Match[str]]:
    return iter(())


def words_needed(one: re.Pattern[str]) -> tuple[str, ...]:
    """Return words of which each text that a pattern matches has one; none where none are known."""
    known: tuple[str, ...] | None = getattr(one, "needed", None)
    return needed_words(one.pattern, one.flags) if known is None else known


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern as `re.compile` does, which is compiled when it is first looked for."""
    return cast("re.Pattern[str]", LatePattern(source, flags))
