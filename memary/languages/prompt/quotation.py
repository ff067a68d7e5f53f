"""Quote text from outside as data, so that it cannot pass for a part of the prompt.

A prompt's parts are told apart by what their lines begin with: headings, numbers, names of speakers, the labels of an
agent's steps. So no line of recalled or foreign text may begin a line of the prompt: it is written into one line of
its own part, or each of its lines begins with the mark of a quotation. Marks by which chat templates part turns are
broken, and characters that nobody sees are dropped.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memary.languages import of_all
from memary.languages.pattern import pattern
from memary.languages.scripts import BARS, COLONS

MARK = "> "
"""Begins each line of a quotation."""

_LINE_ENDS = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_SPECIAL = (  # what the tokenizers of common models know as more than text
    r"s|bos|eos|unk|pad|mask|cls|sep|sop|eop|eoa|eoh|(?:start|end)_of_(?:turn|role|text|image)|unused_?\d+|extra_id_\d+"
    r"|(?:reserved|special|tokens_unused)_\d+|image(?:_soft_token)?|tools?|tool_(?:calls?|response|results?|outputs?)"
    r"|function(?:_calls?|_response|_results?|s)?|parameter|arg_(?:key|value)|think(?:ing)?|thoughts?|reasoning|scratchpad"
)
_WORDS = "memory|system|user|assistant|human|instructions?|data|tool|function|image"
"""Of these, the ones that programs use, too, as in `List<User>`."""

_TEMPLATE_MARKS = pattern(
    rf"<\s{{0,9}}[{BARS}][^<>{BARS}\n]{{1,40}}[{BARS}]\s{{0,9}}>|<[{BARS}][\w▁/]{{1,40}}>|<[\w▁/]{{1,40}}[{BARS}]>"
    rf"|<\s{{0,9}}/?\s{{0,9}}(?:[a-z]{{2,8}}:)?(?:{_SPECIAL}|{_WORDS})\s{{0,9}}>"
    rf"|<\s{{0,9}}(?:function|parameter)\s{{0,9}}=[^<>\n]{{1,80}}>"
    r"|\[\s{0,9}/?\s{0,9}(?:INST|SYSTEM|SYS|SYSTEM_PROMPT|gMASK|sMASK)\s{0,9}\]"
    r"|<<\s{0,9}/?\s{0,9}(?-i:SYS)\s{0,9}>>|◁\s{0,9}/?\s{0,9}\w{1,20}\s{0,9}▷"
    r"|\[/?(?-i:AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS|CONTENT)|CALL_ID|ARGS|THINK|IMG(?:_BREAK|_END)?|BOS|EOS|CLS|SEP"
    r"|MASK|MODEL_SETTINGS)\]",
    re.IGNORECASE,
)
_MOST_NESTED = 10
_MOST_LABEL = 100
_GENERIC = re.compile(rf"<(?:{_WORDS})>", re.IGNORECASE)
_forged = of_all(
    lambda packs: re.compile(
        r"(?:[^\S\n]|[\u2800\u3164\u115f\u1160\uffa0])*(?:[#>]"  # whatever looks like a space
        rf"|[*_`]{{0,3}}(?:{'|'.join(re.escape(one) for pack in packs if pack.texts for one in pack.texts.openings)})"
        rf"[*_`]{{0,3}}[ \t]*[{COLONS}])",
        re.IGNORECASE,
    )
)


def readable(text: str) -> str:
    """Return a text with plain line ends, and without invisible characters and marks of chat templates."""
    lines = _LINE_ENDS.sub("\n", text)
    if not lines.isprintable():
        lines = "".join(filter(_is_seen, lines))
    for _ in range(_MOST_NESTED):  # a mark inside another leaves the outer one
        lines, before = _TEMPLATE_MARKS.sub(_broken, lines), lines
        if lines == before:
            return lines
    return lines.replace("<", "(").replace("[", "(")


def _is_seen(char: str) -> bool:
    return char in "\n\t\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")


@lru_cache(maxsize=4_096)  # the same names and sentences are shown with one message after the other
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

    This is for a turn of talk, which is a message of its own to the model.
    """
    lines = readable(text).split("\n")
    return "\n".join(f"{MARK}{line}" if _is_forged(line) else line for line in lines)


def _is_forged(line: str) -> bool:
    """Return whether a line begins like a part of a prompt, in letters of whatever width."""
    if _forged().match(line):
        return True
    return not line.isascii() and bool(_forged().match(unicodedata.normalize("NFKC", line[:_MOST_LABEL])))


def _broken(mark: re.Match[str]) -> str:
    """Put round brackets where the template's own were: it reads alike, and means nothing to a template.

    The parameter of a type, as in `List<User>`, is none.
    """
    text, before = mark.group(), mark.string[mark.start() - 1 : mark.start()]
    if before.isalnum() and text[1].isupper() and _GENERIC.fullmatch(text):
        return text
    return "(" + text.strip(f"<>[]◁▷{BARS} /\t") + ")"
