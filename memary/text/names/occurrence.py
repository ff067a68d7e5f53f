"""Tell whether a text says a name: as words of its own, not as a part of a longer name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from memary.languages import any_of, united
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN

_CHINESE = re.compile(f"[{HAN}]")
_LETTER = pattern(rf"[^\W{HAN}]")
_BETWEEN_SCRIPTS = pattern(rf"(?<=[{HAN}])(?=\w)(?![{HAN}])|(?<=\w)(?<![{HAN}])(?=[{HAN}])")
_HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
_ending = any_of(lambda language: language.forms.ending)
_ending_as_written = any_of(lambda language: language.forms.ending, flags=re.NOFLAG)
_words_too = united(lambda language: language.names.common)


def says_name(text: str, name: str, *, longer: Collection[str] = ()) -> bool:
    """Return whether a text says a name, in whatever case.

    "Go" is not said by "good", nor by "go": a name that is also a common English word has to be written as it is. A
    plural and a possessive say it, too.

    Args:
        text: what was said.
        name: the name.
        longer: other names that may hold this one ("Jonas Weber" holds "Jonas"); inside those it is not said.
    """
    if not name or name.casefold() not in text.casefold():
        return False
    for other in sorted(longer, key=len, reverse=True):
        if len(other) > len(name) and name.casefold() in other.casefold():
            text = _pattern(other).sub(lambda said: _HOLE if _is_alone(said) else said.group(), text)
    if text.isascii() and name.isascii():
        return any(_stands_alone(text, *place) for place in _places(text, name))
    return any(map(_is_alone, _pattern(name).finditer(text)))


def between_scripts(text: str) -> str:
    """Return a text with a space wherever Chinese characters and letters stand against each other."""
    return text if text.isascii() else _BETWEEN_SCRIPTS.sub(" ", text)


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a pattern of the name matches a text of plain letters.

    To make the pattern of a new name takes far longer than to look for it.
    """
    if name.casefold() in _words_too():
        within, sought, ending = text, name, _ending_as_written()
    else:
        within, sought, ending = text.lower(), name.lower(), _ending()
    start = within.find(sought)
    while start >= 0:
        end = start + len(name)
        if name[-1].isalnum() and (ended := ending.match(text, end)):
            end = ended.end()
        yield start, end
        start = within.find(sought, end)


@lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    flags = re.NOFLAG if name.casefold() in _words_too() else re.IGNORECASE
    ending = f"(?:{_ending().pattern})?" if name[-1].isalnum() and not _CHINESE.search(name) else ""
    return re.compile(re.escape(name) + ending, flags)


def _is_alone(said: re.Match[str]) -> bool:
    return _stands_alone(said.string, *said.span())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Return whether what was found is no part of a word.

    Within each name's pattern that costs milliseconds.
    """
    if _CHINESE.search(text, start, end):
        return True
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    first, last = text[start], text[end - 1]
    return not (first.isalnum() and _LETTER.match(before)) and not (last.isalnum() and _LETTER.match(after))
