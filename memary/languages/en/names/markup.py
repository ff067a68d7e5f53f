"""Discount capitals in markup: in code, formulas, headlines and what stands for a picture they tell no names."""

from __future__ import annotations

import re

from memary.languages.pattern import pattern

_ENCLOSED = (("```", "```"), ("\\[", "\\]"), ("\\(", "\\)"), ("$$", "$$"))
"""What program code and formulas stand between."""

_INLINE_CODE = re.compile(r"`[^`\n]+`")
_POINT = r"(?:[-*+•]|\d+[.)])[ \t]+"
_TITLE = pattern(
    rf"^[ \t>]*(?:#{{1,6}} .*|(?:{_POINT})?\*\*.+?\*\*|{_POINT}[^\s:.!?]+ [^\n:.!?]{{1,60}}:(?!\S))"
    r"|\*\*[^*\n]+?(?::\*\*|\*\*:)",
    re.MULTILINE,
)
"""A headline, or the label of a point in a list, of which each word may have a capital."""

_MEDIUM = (
    "(?:media|photo|image|picture|video|audio|voice (?:message|note|call)|sticker|gif|file|document|location"
    "|contact(?: card)?)"
)
_MEDIA = pattern(
    rf"<?\b{_MEDIUM} omitted\b>?|<attached: [^>\n]*>|^[^\n]{{1,80}}\.\w{{2,4}} \(file attached\)|\[{_MEDIUM}\]",
    re.MULTILINE | re.IGNORECASE,
)
"""What messengers write in place of a picture or a voice message: "<Media omitted>"."""

_LETTERS = re.compile(r"[^\n]")


def without_markup(text: str) -> str:
    """Return a text of the same length with blanks where it has code, formulas, headlines, labels and pictures."""
    for opening, closing in _ENCLOSED:
        text = _without_enclosed(text, opening, closing)
    for form in (_INLINE_CODE, _TITLE, _MEDIA):
        text = form.sub(lambda match: _LETTERS.sub(" ", match[0]), text)
    return text


def _without_enclosed(text: str, opening: str, closing: str) -> str:
    kept: list[str] = []
    end = 0
    while (start := text.find(opening, end)) >= 0:
        after = text.find(closing, start + len(opening))
        if after < 0:
            break
        kept += [text[end:start], _LETTERS.sub(" ", text[start : after + len(closing)])]
        end = after + len(closing)
    return "".join((*kept, text[end:]))
