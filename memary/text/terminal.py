"""Text as a terminal was sent it: colours, moves of the cursor, letters that were struck over."""

from __future__ import annotations

import re

NO_TEXT = "\x00\ufffe"
"""Characters that no text has: where they stand, something else was taken for text."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, moves of the cursor
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    r"|\x1b[ -/]*[0-~]?"
)
_CONTROLS = re.compile(r"[\x01-\x08\x0b\x0e-\x1f]")


def without_terminal_codes(text: str) -> str:
    """Return a text as a terminal shows it.

    Escape sequences, letters struck over and control characters are left out. Tabs, line ends and form feeds stay.
    """
    if not _CONTROLS.search(text):
        return text
    return _CONTROLS.sub("", _struck_over(_ESCAPES.sub("", text)))


def _struck_over(text: str) -> str:
    """Return a text without backspaces and the letters they took back or wrote twice to be bold."""
    if "\x08" not in text:
        return text
    shown: list[str] = []
    for char in text:
        if char != "\x08":
            shown.append(char)
        elif shown and shown[-1] != "\n":
            shown.pop()
    return "".join(shown)
