"""Passages of a long text: a few sentences that say one thing, by which it is found and quoted.

An answer of thousands of characters is many thoughts. It is cut at paragraphs, else lines, else sentences; a block of
code stays whole. Whatever follows from a text is worked out when it is looked at, so that stores keep texts alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from memary.languages.pattern import pattern
from memary.languages.scripts import CLOSING_MARKS, COLONS, FULL_STOPS, WIDE_STOPS, is_wide

PASSAGE_WIDTH = 600
"""How long a passage gets without its blanks, in Latin characters; a Chinese one counts as three."""

_SHORT = PASSAGE_WIDTH * 3 // 2
"""Up to so many a text is one passage."""

_HALF = PASSAGE_WIDTH // 2
"""A heading begins a passage, if the one before it has got so long."""

_LEAD_IN = 80
"""Up to so long a first passage only leads to what follows: "Here is a small version without any dependency."."""

_CUT = "…"

_CODE = re.compile(r"^[ \t]*(?P<fence>```+|~~~+).*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_PARAGRAPH = re.compile(r"\S(?:.(?!\n[ \t]*\n))*.?", re.DOTALL)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_SENTENCE = pattern(
    rf"\S.*?(?:[{FULL_STOPS}]+[{CLOSING_MARKS}]*(?!\w)|[{WIDE_STOPS}]+[{CLOSING_MARKS}]*|$)", re.MULTILINE
)


class Passage(NamedTuple):
    """Where a passage begins and ends in its text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the passage."""
        return text[self.start : self.end]


def quoted(text: str, parts: Sequence[Passage]) -> str:
    """Return passages of a text, in its order, with an ellipsis wherever it goes on between or beside them."""
    told, end, is_whole = "", 0, True
    for part in parts:
        between = text[end : part.start]
        if between.strip():
            is_whole, between = False, f" {_CUT} " if told else f"{_CUT} "
        told += f"{between if told or not is_whole else ''}{part.of(text).strip()}"
        end = part.end
    if text[end:].strip():
        return f"{told} {_CUT}"
    return text if is_whole else told


def is_quoted_part(text: str) -> bool:
    """Return whether a text is a passage of a longer one, as it is quoted."""
    return text.startswith(f"{_CUT} ") or text.endswith(f" {_CUT}")


def width(text: str) -> int:
    """Return the length of a text in Latin characters; a Chinese character counts as three."""
    return len(text) if text.isascii() else len(text) + 2 * sum(map(is_wide, text))


@lru_cache(maxsize=2048)
def passages(text: str) -> tuple[Passage, ...]:
    """Return the passages of a text in order: one where it is short."""
    if len(text) <= _SHORT // 3 or width(text) <= _SHORT:
        return (Passage(0, len(text)),)
    found: list[Passage] = []
    room = 0
    for piece in _pieces(text):
        taken = width(piece.of(text))
        is_heading = text.startswith("#", piece.start) and room < _HALF
        if found and (_leads_in(found[-1].of(text)) or (taken <= room and not is_heading)):
            found[-1] = Passage(found[-1].start, piece.end)
            room -= taken
        else:
            found.append(piece)
            room = PASSAGE_WIDTH - taken
    return tuple(found) or (Passage(0, len(text)),)


def _leads_in(text: str) -> bool:
    """Return whether a text says nothing without what follows it: a few words, or what ends with a colon."""
    return width(text) <= _LEAD_IN or text.rstrip().endswith(tuple(COLONS))


def _pieces(text: str) -> Iterator[Passage]:
    """Yield what is not cut: code, paragraphs, the lines of long ones, and the sentences of long lines."""
    end = 0
    for code in _CODE.finditer(text):
        yield from _paragraphs(text, end, code.start())
        yield Passage(code.start(), code.end())
        end = code.end()
    yield from _paragraphs(text, end, len(text))


def _paragraphs(text: str, start: int, end: int) -> Iterator[Passage]:
    for paragraph in _PARAGRAPH.finditer(text, start, end):
        if width(paragraph[0]) <= PASSAGE_WIDTH:
            yield Passage(*paragraph.span())
            continue
        for line in _LINE.finditer(text, *paragraph.span()):
            yield from [Passage(*line.span())] if width(line[0]) <= PASSAGE_WIDTH else _sentences(text, line)


def _sentences(text: str, line: re.Match[str]) -> Iterator[Passage]:
    for sentence in _SENTENCE.finditer(text, *line.span()):
        for at in range(*sentence.span(), PASSAGE_WIDTH):
            yield Passage(at, min(at + PASSAGE_WIDTH, sentence.end()))
