"""Text from outside, as data in a prompt: what it holds cannot pass for a part of the prompt.

A prompt's parts are told apart by what their lines begin with: headings, numbers, names of speakers, the labels of an
agent's steps. So no line of recalled or foreign text may begin a line of the prompt: it is written into one line of
its own part, or each of its lines begins with the mark of a quotation. Marks by which chat templates part turns are
broken, and characters that nobody sees are dropped.
"""

from __future__ import annotations

import re
import unicodedata

MARK = "> "
"""Begins each line of a quotation."""

_LINE_ENDS = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_TEMPLATE_MARKS = re.compile(
    r"<\s*\|[^<>|\n]{1,40}\|\s*>"  # <|im_start|>
    r"|<\s*/?\s*(?:s|bos|eos|start_of_turn|end_of_turn|memory|system|user|assistant|human|instructions?|data|tool)\s*>"
    r"|\[\s*/?\s*(?:INST|SYSTEM|SYS)\s*\]|<<\s*/?\s*SYS\s*>>",
    re.IGNORECASE,
)
_FORGED = re.compile(
    r"[ \t]*(?:[#>]"
    r"|[*_`]{0,3}(?:Thought|Action Input|Action|Answer|Observation|System|User|Assistant|Human|Tool|NEW messages"
    r"|KNOWN (?:facts|entities)|EARLIER messages|系统|用户|助手|思考|行动|观察|回答|新消息|已知事实|已知实体"
    r"|之前的消息)"
    r"[*_`]{0,3}[ \t]*[:：])",
    re.IGNORECASE,
)


def readable(text: str) -> str:
    """Return a text with plain line ends, without invisible characters and without marks of chat templates."""
    lines = _LINE_ENDS.sub("\n", text)
    if not lines.isprintable():
        lines = "".join(filter(_is_seen, lines))
    return _TEMPLATE_MARKS.sub(_broken, lines)


def _is_seen(char: str) -> bool:
    return char in "\n\t\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")


def one_line(text: str) -> str:
    """Return a text on one line, to stand after what begins the line."""
    return " ".join(readable(text).split())


def quoted(text: str) -> str:
    """Return a text with each of its lines marked as quoted."""
    return "\n".join(f"{MARK}{line}".rstrip() for line in readable(text).split("\n"))


def continued(text: str) -> str:
    """Return a text to stand after what begins its first line; its further lines are marked as quoted."""
    first, *others = readable(text).strip().split("\n")
    return "\n".join([first, *(f"{MARK}{line}".rstrip() for line in others)])


def defused(text: str) -> str:
    """Return a text as it reads, but with those lines marked that begin like a part of a prompt.

    For a turn of talk, which is a message of its own to the model.
    """
    lines = readable(text).split("\n")
    return "\n".join(f"{MARK}{line}" if _FORGED.match(line) else line for line in lines)


def _broken(mark: re.Match[str]) -> str:
    """Put round brackets where the template's own were: it reads alike, and means nothing to a template."""
    return "(" + mark.group().strip("<>[]| /\t") + ")"
