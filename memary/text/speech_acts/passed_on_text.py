"""Tell the words of others that a text passes on from its writer's own.

What somebody else wrote in a forwarded e-mail, a quotation, a pasted chat or a text to be translated says nothing of
the one who passes it on, and asks for nothing in their name.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from memary.languages import any_of, of_all
from memary.languages.scripts import BEFORE_QUOTED, CLOSING_BRACKETS, COLONS, FULL_STOPS, QUOTE_MARKS

_begins = any_of(lambda language: language.passed_on.begins, flags=re.IGNORECASE | re.MULTILINE)
_hands_over = any_of(lambda language: language.passed_on.hands_over)
_strangers = of_all(lambda packs: [form for pack in packs for form in pack.passed_on.strangers])
_salutes = of_all(lambda packs: [form for pack in packs for form in pack.passed_on.salutes])
_signs = of_all(lambda packs: [form for pack in packs for form in pack.passed_on.signs])

_LINE_OF_OTHERS = re.compile(rf"^[ \t]*[{BEFORE_QUOTED}](?=[\s{BEFORE_QUOTED}]|[^\W_]|$)[^\n]*$", re.MULTILINE)
_EMPTIED = ">"
"""What such a line is while its words are out of the way, and the line before it may be that of who quotes it."""

_FENCED = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
_STAMPED = re.compile(
    rf"^[ \t]*[\[(]?(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}[,\s]{{1,3}})?\d{{1,2}}:\d\d(?::\d\d)?"
    rf"(?:\s?[^\W\d_]{{2}})?"
    rf"(?:,? \d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}})?[\])]?\s?[–-]?\s?"
    rf"(?P<name>[^{COLONS}\n]{{1,40}})[{COLONS}][^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line of a chat that was copied: "[10:02, 12/11/2026] Steve: I live in Bristol"."""

_SPOKEN = re.compile(
    rf"^[ \t]*(?P<name>[^\W\d_][^{COLONS}{FULL_STOPS}\n]{{0,30}})[{COLONS}](?=\s|\w)[^\n]*$", re.MULTILINE
)
_TURNS = 3
"""Lines with the name of who speaks that make a text a dialogue, where one of them speaks again."""

_OWN_MARK = re.compile(rf"\s*[{QUOTE_MARKS}{BEFORE_QUOTED}]")
_SENTENCE_END = re.compile(rf"[{FULL_STOPS}\n]")
_MAY_BEGIN = re.compile(rf"[{COLONS}{CLOSING_BRACKETS}*_\n]")
"""What is in every text in which words of others begin."""


def own_words(text: str, names: Collection[str] = ()) -> str:
    """Return what a text says in its writer's own words, in whole lines and sentences.

    What stands in quotation marks stays: those tell by themselves whose words they are.

    Args:
        text: what was written.
        names: by which its writer is known; a letter that is signed so is theirs.
    """
    own = {part for name in names for part in (name.casefold(), *name.casefold().split()[:1])}
    if _is_of_another(text, own):
        return ""
    if _has_lines(text):
        text = _without_turns(_LINE_OF_OTHERS.sub(_EMPTIED, _FENCED.sub("", text)), own)
    if _MAY_BEGIN.search(text):
        begins = next((one for one in _begins().finditer(text) if not _OWN_MARK.match(text, one.end())), None)
        text = text[: begins.end()] if begins and text[begins.end() :].strip() else text
    text = _LINE_OF_OTHERS.sub("", text)
    *before, last = _SENTENCE_END.split(text.rstrip(f"{FULL_STOPS} \t\n"))
    return "" if any(one.strip() for one in before) and _hands_over().fullmatch(last.strip()) else text


def _has_lines(text: str) -> bool:
    return "\n" in text or text.lstrip()[:1] in f"`{BEFORE_QUOTED}[(0123456789"


def _is_of_another(text: str, own: Collection[str]) -> bool:
    """Return whether all of a text is a letter, or what a stranger says who calls."""
    if caller := next((match for form in _strangers() if (match := form.match(text))), None):
        return not _is_own(caller["name"], own)
    reader = next((match["name"] for form in _salutes() if (match := form.match(text))), None)
    if reader is None:
        return False
    writer = next((match["name"] for form in _signs() if (match := form.search(text))), None)
    return _is_own(reader, own) if writer is None else not _is_own(writer, own)


def _is_own(name: str, own: Collection[str]) -> bool:
    return name.casefold() in own or name.casefold().split()[0] in own


def _without_turns(text: str, own: Collection[str]) -> str:
    """Return a text without the lines that name somebody else as who says them, as a copied chat has them."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if _is_own(match["name"].strip(), own) else ""

    text = _STAMPED.sub(kept, text)
    said_by = [match["name"].strip().casefold() for match in _SPOKEN.finditer(text)]
    is_dialogue = len(said_by) >= _TURNS and 1 < len(set(said_by)) < len(said_by)
    return _SPOKEN.sub(kept, text) if is_dialogue else text
