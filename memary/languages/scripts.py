"""Characters of the scripts, as the insides of character classes: what is no language's alone."""

from __future__ import annotations

import re

from memary.languages.pattern import pattern

HAN = "\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters."""

KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Hiragana and Katakana."""

HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
"""Korean letters and syllables."""

EMOJI = "\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\u200d\u20e3\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f"
"""Emoji and what joins them."""

FULL_STOPS = ".!?。！？"
"""Marks that end a sentence."""

PLAIN_STOPS = ".!。！"
WIDE_STOPS = "。！？；"
CLOSING_MARKS = "\"'”’」』)）"
"""Marks that close what a sentence ends with."""
QUESTION_MARKS = "?？"
COLONS = ":："
SEMICOLONS = ";；"
PAUSES = ",;，；"
CLAUSE_MARKS = ",;:，；："
LIST_EDGES = " ,;，；、"
EDGES = " ,;.，。；、"
MIDDLE_DOTS = "·•‧・･"
BARS = "|｜"
OPENING_BRACKETS = r"(\[（"
CLOSING_BRACKETS = r")\]）"
SIGNED = r"\[([^\[\]:]{2,40})\]|【([^【】]{2,40})】"
"""How who sends a notice signs it with a name in brackets; one of the two groups is the name."""

WIDE_MARKS = "：／－．’"
"""Marks as wide as Chinese characters, for `:/-.'`."""

FIRST_WIDE = "\u2e80"
"""From here on characters are as wide as Chinese ones."""


_HAN_ONLY = pattern(f"[{HAN}]+")
_SOME_JOINED = pattern(f"[{HAN}{KANA}{HANGUL}]")
_SPACED = "0-\u10ff\u1e00-\u1fff"
_LETTER = rf"(?-i:(?=\w)[{_SPACED}])"
"""A letter or digit of the scripts that put spaces between words.

A class of all letters but those of East Asia takes ten times as long to compile.
"""


def is_han(text: str) -> bool:
    """Return whether a text is Chinese characters and nothing else."""
    return not text.isascii() and _HAN_ONLY.fullmatch(text) is not None


def alone(name: str) -> str:
    """Return the pattern that finds a name where it is no part of a longer word.

    Scripts of East Asia put no space beside it, and around names of theirs.
    """
    if _SOME_JOINED.search(name):
        return re.escape(name)
    return rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})"


def is_wide(text: str) -> bool:
    """Return whether a text begins in Chinese or another script of East Asia."""
    return text >= FIRST_WIDE


QUOTE_MARKS = '"“”„«»「」『』'
"""What stands around the words of others."""

BEFORE_QUOTED = ">＞"
"""What a line of somebody else's begins with in e-mails and Markdown."""

QUOTED = '"[^"]*"|“[^”]*”'
"""A quotation in the marks of English, as a part of a pattern."""

EUROPEAN_QUOTED = "«[^»]*»|„[^“”]*[“”]"
"""A quotation in the marks of French, German and others, as a part of a pattern."""

CORNER_QUOTED = "「[^」]*」|『[^』]*』"
"""A quotation in East Asian marks, as a part of a pattern."""
