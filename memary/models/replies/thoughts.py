"""Cut a model's thoughts out of its reply: blocks in tags, channels, and text before a lone end tag.

Servers without a parser of their own pass on what a reasoning model thinks as part of its reply. None of it is an
answer, an action or a fact, so it is taken out where replies come in, before anything reads, shows or keeps them.

A tag counts outside code only: an answer may write about `<think>` between backticks or in a fence. JSON, which has
its tags inside strings, is left as it is. A thought lasts to its end tag, tags inside it counted; where those do not
add up, to the last end tag there is. Without any, it lasts to the end of the reply, unless it begins in the middle of
a line: then it is a word of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memary.languages.pattern import pattern
from memary.languages.scripts import COLONS

END = "</think>"
"""The end tag that stands for any: what came before it, without a start, are thoughts."""

_NAMES = r"(?:[a-z]{2,4}:)?(?:think(?:ing)?|thoughts?|reasoning|antthinking|inner_?thoughts?|scratchpad)"
_OPENING = {
    "tag": rf"<\s*{_NAMES}\s*>",
    "triangle": r"◁think▷",
    "bracket": r"\[(?-i:THINK)\]",
    "bar": r"<\|(?:begin_of_thought|start_thinking|think)\|>",
    "channel": r"(?:<\|start\|>assistant)?<\|channel\|>\s*(?!final)[^<\n]{1,80}<\|message\|>",
}
_CLOSING = {
    "tag": rf"<\s*/\s*{_NAMES}\s*>",
    "triangle": r"◁/think▷",
    "bracket": r"\[/(?-i:THINK)\]",
    "bar": r"<\|(?:end_of_thought|end_thinking|/think)\|>",
    "channel": r"(?:<\|start\|>assistant)?<\|channel\|>\s*final[^<\n]{0,80}<\|message\|>",
}
_FLAT = frozenset({"channel", "bare"})  # a start inside them opens nothing further
_TAGS = {
    family: re.compile(f"(?P<opens>{opening})|(?P<closes>{_CLOSING[family]})", re.IGNORECASE)
    for family, opening in _OPENING.items()
} | {"bare": re.compile("(?P<closes>assistantfinal)")}
_BARE = re.compile(r"analysis(?=[A-Z])")  # the channels of Harmony, where a server has dropped the marks around them
_MARKS = pattern(
    r"(?P<code>(?<!`)(?P<ticks>`++)[^`\n]{1,200}(?P=ticks)(?!`))"
    + "".join(f"|(?P<open_{family}>{opening})" for family, opening in _OPENING.items())
    + f"|(?P<close>{'|'.join(_CLOSING.values())})"
    + r"|(?P<end><\|end\|><\|start\|>assistant|<\|(?:return|end|call)\|>)",
    re.IGNORECASE,
)
_UNFINISHED = pattern(  # what may become one of these marks
    r"(?:(?:<\|end\|>)?<\|start\|>[a-z]{0,9}(?:<\|channel\|>[^<\n]{0,90})?(?:<\|?[a-z]{0,8}\|?)?"
    r"|<\|end\|>(?:<\|?[a-z]{0,8}\|?)?|<\|channel\|>[^<\n]{0,90}(?:<\|?[a-z]{0,8}\|?)?"
    r"|<[\s/|]{0,3}[\w:]{0,24}\s?\|?|\[/?[A-Z]{0,5}|◁/?[a-z]{0,5})\Z",
    re.IGNORECASE,
)
_LONGEST_MARK = 300
_TICKS = re.compile(r"`+")
_CODE = re.compile(r"(`++)[^`\n]{1,200}\1(?!`)")
_MOST_CODE = 210
_FENCE = re.compile(r"[ \t]{0,20}(?P<mark>`{3,20}|~{3,20})(?P<info>[^`\n]{0,80})\n?\Z")
_MAY_BE_FENCE = re.compile(r"[ \t]{0,20}(?:`{0,2}|~{0,2}|(?:`{3,20}|~{3,20})[^`\n]{0,80})\Z")
_LABEL = re.compile(rf"[\s*_>#-]*(?:[^\W\d_]{{1,12}}(?: [^\W\d_]{{1,12}})?[*_]{{0,2}}[{COLONS}][*_]{{0,2}})?\s*")
_DATA = re.compile(r"\s*(?:\{|\[\s*[\[{\"])")
_MAY_BE_DATA = re.compile(r"\s*\[?\s*\Z")
_MOST_LABEL = 60
_PORTION = re.compile(r"[^\n]{1,2000}\n?|\n")


@dataclass(slots=True)
class _Thought:
    """A thought that is not over.

    `word` is its start tag where it may be a word of the text after all.
    """

    family: str
    word: str | None = None
    depth: int = 1
    has_end: bool = False  # there was an end tag, though not of the outermost
    aside: list[str] = field(default_factory=list[str])  # what was written since the last end tag


class SpokenText:
    """Follows a reply piece by piece and gives out what is no thought.

    The pieces of `feed` and at last that of `rest` are together the reply without its thoughts. Where an end tag
    shows too late that all so far was a thought, `withdrawn` goes up: what was given out before does not count.

    Args:
        inside: the reply is expected to begin inside a thought, whose start tag was in the prompt. Nothing is given
            out before its end, or without one at the end of the reply.
    """

    def __init__(self, *, inside: bool = False) -> None:
        self.withdrawn = 0
        self.has_thoughts = False
        self.thinks_first = False  # a thought came before anything that was said
        self.ends_alone = False  # a thought ended that had not begun
        self.is_unclosed = False  # the reply ended inside a thought
        self._inside = inside
        self._thought = _Thought("tag", word="") if inside else None
        self._lead = ""  # space before the first word
        self._held = ""
        self._line = ""  # the beginning of the line that is being said
        self._begun = False  # something was said
        self._trims = False
        self._is_data = False
        self._has_channels = False
        self._fence: str | None = None
        self._said: list[str] = []
        self._is_given = False  # something was given out

    def feed(self, piece: str) -> str:
        """Take the next piece of the reply; return what can be said by now."""
        for portion in _PORTION.findall(piece):
            self._held += portion
            while self._step(is_over=False):
                pass
        return self._given()

    def rest(self) -> str:
        """Return what was held back, at the end of the reply."""
        while self._step(is_over=True):
            pass
        return self._given()

    def _given(self) -> str:
        said, self._said = "".join(self._said), []
        self._is_given = self._is_given or bool(said.strip())
        return said

    def _step(self, *, is_over: bool) -> bool:
        """Go on by one line or mark; whether there may be another."""
        if self._thought:
            return self._think(self._thought, is_over=is_over)
        if self._trims:
            self._held = self._held.lstrip()
            self._trims = not self._held
        if not self._held:
            return False
        if not self._begun and not self._begin(is_over=is_over):
            return False
        if self._is_data:
            return self._say(len(self._held))
        if self._thought:
            return True
        if self._fence or (not self._line.strip() and _MAY_BE_FENCE.match(self._held.partition("\n")[0])):
            return self._fenced(is_over=is_over)
        return self._speak(is_over=is_over)

    def _begin(self, *, is_over: bool) -> bool:
        """Look at how the reply begins; whether that can be told."""
        start = self._held.lstrip()
        self._lead += self._held[: len(self._held) - len(start)]
        self._held = start
        if _DATA.match(start):
            self._is_data = True
        elif bare := _BARE.match(start):
            self._thought = _Thought("bare", word=bare.group())
            self._held = start[bare.end() :]
        elif not is_over:
            return not (_MAY_BE_DATA.match(start) or "analysis".startswith(start))
        return bool(start)

    def _fenced(self, *, is_over: bool) -> bool:
        """Say a line of a fence, or one that may begin a fence."""
        end = self._held.find("\n") + 1
        if not end and not is_over and not self._line.strip() and _MAY_BE_FENCE.match(self._held):
            return False
        fence = _FENCE.match(self._line + self._held[: end or len(self._held)])
        if self._fence is None and not fence:
            return self._speak(is_over=is_over)
        if fence and self._fence is None:
            is_around_all = not self._begun and not fence["info"].strip()  # what is in it is read like a reply
            if is_around_all:
                self._said += (self._lead, self._held[:end] if end else self._held)
                self._held, self._lead = self._held[end:] if end else "", ""
                return bool(self._held)
            self._fence = fence["mark"]
            return self._say(end or len(self._held))
        if fence and fence["mark"].startswith(self._fence or "") and not fence["info"].strip():
            self._fence = None
        return self._say(end or len(self._held))

    def _speak(self, *, is_over: bool) -> bool:
        """Say what stands before the next mark of the line, and go past that."""
        end = self._held.find("\n") + 1
        safe = end or (len(self._held) if is_over else self._undecided())
        mark = next(filter(self._counts, _MARKS.finditer(self._held, 0, end or len(self._held))), None)
        if mark is None or mark.end() > safe:
            return self._say(min(safe, mark.start() if mark else safe))
        self._say(mark.start())
        return self._pass(mark.group(), mark.lastgroup or "")

    def _counts(self, mark: re.Match[str]) -> bool:
        return mark.lastgroup != "code" and (mark.lastgroup != "end" or self._has_channels)

    def _pass(self, mark: str, kind: str) -> bool:
        """Go past a mark that `_held` begins with."""
        self._held = self._held[len(mark) :]
        if kind.startswith("open_"):
            self._thought = _Thought(kind.removeprefix("open_"), None if _LABEL.fullmatch(self._line) else mark)
            return True
        if kind == "close":  # what was said was thought: its start was in the prompt
            self.ends_alone = self.has_thoughts = self.thinks_first = True
            self.withdrawn += self._is_given
            self._has_channels = self._has_channels or "<|channel|>" in mark
            self._said.clear()
            self._begun = self._is_given = False
            self._trims, self._line, self._lead = True, "", ""
        return bool(self._held)

    def _undecided(self) -> int:
        """Return where the end of what is held may become a mark or a piece of code."""
        unfinished = _UNFINISHED.search(self._held, max(0, len(self._held) - _LONGEST_MARK))
        size = unfinished.start() if unfinished else len(self._held)
        at = 0
        while ticks := _TICKS.search(self._held, at):
            code = _CODE.match(self._held, ticks.start())
            if (code and code.end() == len(self._held)) or (
                not code and len(self._held) - ticks.start() <= _MOST_CODE
            ):
                return min(size, ticks.start())
            at = code.end() if code else ticks.end()
        return size

    def _say(self, end: int) -> bool:
        """Say what is held up to there; whether that was something, and more is held."""
        said, self._held = self._held[:end], self._held[end:]
        if not self._begun and not said.strip():
            self._lead += said
            return bool(said and self._held)
        self._said += (self._lead, said)
        self._begun, self._lead = True, ""
        self._line = "" if said.endswith("\n") else (self._line + said)[:_MOST_LABEL]
        return bool(said and self._held)

    def _think(self, thought: _Thought, *, is_over: bool) -> bool:
        """Go past the tags of a thought; at the end of the reply, give back what was none."""
        at = 0
        for tag in _TAGS[thought.family].finditer(self._held):
            at = tag.end()
            is_start = not tag["closes"]
            if is_start and thought.family in _FLAT:
                continue
            thought.depth += 1 if is_start else -1
            if not is_start:
                thought.has_end = True
                thought.aside.clear()
                if not thought.depth:
                    return self._leave(thought, at)
                self._held, at = self._held[at:], 0
                return True
        keep = len(self._held) if is_over else max(at, self._open_end(thought))
        thought.aside.append(self._held[:keep])
        self._held = self._held[keep:]
        if is_over:
            self._give_back(thought)
        return False

    def _open_end(self, thought: _Thought) -> int:
        """Return where the end of what is held may become a tag of the thought."""
        if thought.family == "bare":
            return len(self._held) - len("assistantfinal")
        unfinished = _UNFINISHED.search(self._held, max(0, len(self._held) - _LONGEST_MARK))
        return unfinished.start() if unfinished else len(self._held)

    def _leave(self, thought: _Thought, end: int) -> bool:
        self._thought, self.has_thoughts = None, True
        self.thinks_first = self.thinks_first or not self._begun
        self.ends_alone = self.ends_alone or thought.word == ""
        self._has_channels = self._has_channels or thought.family == "channel"
        self._trims = not self._begun
        self._lead = ""
        self._held = self._held[end:]
        return bool(self._held)

    def _give_back(self, thought: _Thought) -> None:
        """End the reply inside a thought."""
        self._thought = None
        text = "".join(thought.aside)
        lead, self._lead = self._lead, ""
        if thought.has_end:
            self.has_thoughts = True
            self.ends_alone = self.ends_alone or thought.word == ""
            self._said.append(text if self._begun else text.lstrip())
        elif thought.word == "":  # it was not inside a thought after all
            again = SpokenText()
            self._said.append(without_thoughts(text, again))
            self.has_thoughts, self.is_unclosed = again.has_thoughts, again.is_unclosed
        elif thought.word is not None:
            self._said.append(lead + thought.word + text)
        else:
            self.has_thoughts = self.is_unclosed = True
            self.thinks_first = self.thinks_first or not self._begun


def without_thoughts(reply: str, spoken: SpokenText | None = None) -> str:
    """Return a whole reply without its thoughts; `spoken` is new, and tells afterwards what was left out."""
    spoken = spoken or SpokenText()
    said = spoken.feed(reply)
    withdrawn = spoken.withdrawn
    rest = spoken.rest()
    return rest if spoken.withdrawn > withdrawn else said + rest
