"""Read moves of which a second one follows the first in English: "I moved to York but moved back to Leeds"."""

from __future__ import annotations

_PLACE = r"(?-i:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2})"
_TIME = r"(?:,? (?:yesterday|(?:first|briefly|in|last|this|at|around) (?:the )?\w+(?: \w+)?|(?:an?|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?) ago))?"
_MOVED = rf"(?:['’]ve| have)?(?: just| recently| first| originally)? (?:moved|relocated)(?: from {_PLACE})? to {_PLACE}{_TIME}"
_NEXT = r"(?:then|later(?: on)?|after that|afterwards|soon after|now)"
_AND_THEN = rf"(?:,? (?:and|but)(?: {_NEXT})?|,? {_NEXT}|,)"
_NEXT_SENTENCE = rf"[.!]+ (?:(?:[Aa]nd|[Bb]ut) )?{_NEXT},?"
_MOVED_AGAIN = rf"(?:(?:(?:I|we)(?:['’]ve| have)?|have) )?(?:{_NEXT} )?(?:moved|relocated) (?:back |on )?to {_PLACE}"

MOVED_FIRST = rf"^(?-i:I|We){_MOVED}(?:{_AND_THEN}|{_NEXT_SENTENCE}) (?={_MOVED_AGAIN})"
"""A move, before one that followed it."""

_IS_BACK = r"(?:I(?:['’]m| am)|[Ww]e(?:['’]re| are))(?: now)?(?: already)? back (?:in|home in) "
_TO_STAY = r"(?: (?:now|again|for good|already|these days))?(?=\s*(?:[.,;!)—–]|$))"
_BUT = rf"(?:,? (?:and|but)(?: {_NEXT})?|[.!;]+ (?:(?:[Aa]nd|[Bb]ut) )?(?:[Nn]ow )?) ?"

MOVED_ON = (
    rf"(?!{_TIME}(?:{_BUT}{_IS_BACK}{_PLACE}{_TO_STAY}|(?:,? (?:and|but))?,? {_NEXT} (?:on |back )?to {_PLACE}))"
)
"""Nothing that tells of a later home."""

HOME_AT_LAST = (
    rf"(?:I|We){_MOVED}{_BUT}{_IS_BACK}{{name}}{_TO_STAY}",
    rf"(?:I|We){_MOVED}(?:,? (?:and|but))?,? {_NEXT} (?:on |back )?to {{name}}",
)
"""Where one lives who tells of a move, and of the one behind it in a few words."""

MOVES_ON = rf"^(?-i:I|We){_MOVED}(?:{_NEXT_SENTENCE} {_MOVED_AGAIN}|[.!]+ (?:(?:and|but) )?(?:now )?{_IS_BACK}{_PLACE}{_TO_STAY})"
"""A second sentence that tells where one went from there."""
