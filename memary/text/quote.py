"""Check that a text holds a quote, whatever the case, width, accents and punctuation."""

from __future__ import annotations

import re

from memary.languages.keys import fold

_LEFT_OUT = re.compile(r"\.{3,}|…+")
_NO_LETTERS = re.compile(r"[\W_]+")
_SHORTEST = 2
"""Characters without which a quotation supports nothing."""


def is_quoted(quote: str, text: str) -> bool:
    """Return whether words occur in a text; "…" stands for what was left out between them."""
    pieces = [piece for part in _LEFT_OUT.split(quote) if (piece := squeezed(part))]
    if sum(map(len, pieces)) < _SHORTEST:
        return False
    searched, at = squeezed(text), 0
    for piece in pieces:
        found = searched.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, folded."""
    return _NO_LETTERS.sub("", fold(text))
