"""Read what a text takes back by a description: "That thing I had you keep? Wipe it" and the like.

One sentence asks to take something away, whatever it is, and one refers to what was told; or one says that a thing
was never told. It is a request only if what it describes is found: "Delete the table I told you about" has nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memary.languages import any_of
from memary.languages.pattern import pattern
from memary.languages.scripts import COLONS, QUOTE_MARKS

_retracts = any_of(lambda language: language.requests.retracts)
_refers = any_of(lambda language: language.requests.refers)
_unsays = any_of(lambda language: language.requests.unsays)
_edits = any_of(lambda language: language.requests.edits)
_not_meant = any_of(lambda language: language.requests.not_meant, flags=re.IGNORECASE | re.MULTILINE)

_HANDED_OVER = pattern(rf"[{QUOTE_MARKS}]|^\W*[>*•‘]|[{COLONS}]\s*\S", re.MULTILINE)
_CARRIED_OUT = re.compile(r"…\W*$")


@dataclass(frozen=True, slots=True)
class Retraction:
    """What a text takes back.

    Attributes:
        described: the words that describe it, with the sentences on both sides, which may describe it, too.
        rest: what else the text says.
    """

    described: str
    rest: str


def was_carried_out(sentence: str) -> bool:
    """Return whether a sentence is what stays of a request to forget that was carried out.

    It has no word of what was named.
    """
    return _CARRIED_OUT.search(sentence) is not None


def retraction_in(sentences: Sequence[str]) -> Retraction | None:
    """Return what the sentences of a text take back.

    It is None where they take nothing back, or only pass on what others say.
    """
    if any(_HANDED_OVER.search(one) or was_carried_out(one) for one in sentences):
        return None
    asking = [at for at, one in enumerate(sentences) if _retracts().search(one) and not _edits().search(one)]
    referring = [at for at, one in enumerate(sentences) if _refers().search(one)]
    unsaying = [at for at, one in enumerate(sentences) if _unsays().search(one)]
    if not unsaying and not (asking and referring):
        return None
    places = [*asking, *referring, *unsaying]
    first, last = min(places), max(places)
    if _not_meant().search(" ".join(sentences[first : last + 1])):
        return None
    rest = [*sentences[:first], *sentences[last + 1 :]]
    return Retraction(" ".join(sentences[max(first - 1, 0) : last + 2]), " ".join(rest))
