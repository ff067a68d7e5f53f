"""Find the words without which a pattern matches nowhere, from its source.

To look for a word in a text is quicker than to try a pattern on it, and needs no compiled pattern. What is read here
is Python's syntax of patterns (https://docs.python.org/3/library/re.html), once from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_PARTS = re.compile(
    r"""(
    \\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|\d+|.)  # what is escaped
    | \[\^?\]?(?:\\.|[^\]\\])*\]  # one character of several
    | \((?:\?:)?[^\\\[()*+?{.^$]+\)  # a group of plain words
    | \(\?(?:P<\w+>|P=\w+\)|\(\w+\)|\#[^)]*\)|<[=!]|[a-zA-Z-]+[:)]|.)  # the beginning of a group that is not plain
    | [()|.^$]
    | [^\\\[()|*+?{.^$]+(?![*+?{])  # plain text; its last character stands alone where it is repeated
    | .
    )([*+?][+?]?|\{(?:\d+(?:,\d*)?|,\d*)\}[+?]?)?""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_GROUP = re.compile(r"\((?:\?:)?([^?].*)\)", re.DOTALL)
_READ_GROUPS = ("(", "(?:", "(?=", "(?<=", "(?>")
_OPTIONAL = ("*", "?", "{0", "{,")
_OTHER_LETTERS = re.IGNORECASE | re.VERBOSE | re.LOCALE | re.ASCII
_MOST_WORDS = 150


class _AnyOfWords(NamedTuple):
    """Words of which a pattern needs one; the fewer they are and the longer the shortest, the better."""

    shortest: int = 0
    fewer: int = 0
    words: tuple[str, ...] = ()


_NONE = _AnyOfWords()


def needed_words(source: str, flags: int = 0) -> tuple[str, ...]:
    """Return words of which each text that a pattern matches has one; none where none are known.

    Args:
        source: a pattern that `re.compile` takes.
        flags: as it takes them; where letters of either case are alike, no words are known.
    """
    if flags & _OTHER_LETTERS:
        return ()
    outer: list[tuple[str, list[_AnyOfWords], _AnyOfWords]] = []
    alternatives: list[_AnyOfWords] = []
    best, run = _NONE, ""
    for part, repeat in _PARTS.findall(source):
        first, optional = part[0], repeat.startswith(_OPTIONAL)
        text = "" if first in "(|)" else _plain(part)
        if text and not repeat:
            run += text
            continue
        if run or text:
            best, run = _with_run(best, run if optional else run + text), ""
        if first == "|":
            alternatives.append(best)
            best = _NONE
        elif first == ")":
            words = _one_of([*alternatives, best])
            begin, alternatives, best = outer.pop()
            if not optional and (begin in _READ_GROUPS or begin.startswith("(?P<")):
                best = max(best, words)
        elif first == "(" and (group := _PLAIN_GROUP.fullmatch(part)):
            best = best if optional else max(best, _any_of(group[1].split("|")))
        elif first == "(" and (part[-1] != ")" or part.startswith("(?(")):
            outer.append((part, alternatives, best))
            alternatives, best = [], _NONE
        elif first == "(" and part[2] not in "P#":  # flags of the whole
            return ()
    return _one_of([*alternatives, _with_run(best, run)]).words


def _plain(part: str) -> str:
    """Return what a part stands for itself: "" where it stands for more than one thing, or for a place."""
    if part[0] == "\\":
        return "" if part[1].isalnum() else part[1]
    return "" if part in ".^$" or (part[0] == "[" and len(part) > 1) else part


def _with_run(best: _AnyOfWords, run: str) -> _AnyOfWords:
    return _AnyOfWords(len(run), -1, (run,)) if run and (len(run), -1) > best[:2] else best


def _one_of(alternatives: Sequence[_AnyOfWords]) -> _AnyOfWords:
    """Return the words of all alternatives, if each needs some: one of them is needed then."""
    if len(alternatives) == 1:
        return alternatives[0]
    if not all(one.words for one in alternatives):
        return _NONE
    return _any_of([word for one in alternatives for word in one.words])


def _any_of(words: Sequence[str]) -> _AnyOfWords:
    if len(words) > _MOST_WORDS:
        return _NONE
    return _AnyOfWords(min(map(len, words)), -len(words), tuple(dict.fromkeys(words)))
