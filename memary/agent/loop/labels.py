"""Parse a reply in the form of ReAct: "Thought:", "Action:", "Action Input:", "Answer:".

The form is that of Yao et al. (2023). A label counts only at the start of a line, so that a thought may speak of
labels. What follows an "Observation:" that the model wrote itself is invented and cut off. Labels among a model's
thoughts (`memary.models.replies.thoughts`) are none.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast

from json_repair import repair_json

from memary.languages.scripts import COLONS
from memary.models.replies.thoughts import SpokenText, without_thoughts

_LABEL = re.compile(
    r"^[ \t]*(?P<bold>\*\*)?(?P<name>Thought|Action Input|Action|Answer|Observation)"
    rf"(?(bold)(?:\*\*)?[{COLONS}](?:\*\*)?|[{COLONS}])[ \t]*",
    re.MULTILINE,
)
_FORMAT = re.compile(rf"\s*(?:```\w*\s*)?(?:{_LABEL.pattern})", re.MULTILINE)
_TOOL_NAME = re.compile(r"[\w.-]+")
_FENCE = "```"
_LOOSE = "` \t\r\n"  # may turn out to be the end of the reply, which is trimmed
_MAY_BE_LABEL = "* \t\r\n"


def labelled_parts(output: str) -> dict[str, str]:
    """Return the text after each label, in order of appearance; an answer reaches to the end of the reply."""
    return _parts(without_thoughts(output))


def _parts(output: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    matches = list(_LABEL.finditer(output))
    ends = [*(match.start() for match in matches[1:]), len(output)]
    for match, end in zip(matches, ends, strict=False):
        label = match["name"]
        if label == "Observation":
            break
        if label == "Answer":  # it may hold lines that look like labels
            parts[label] = output[match.end() :]
            break
        parts.setdefault(label, output[match.end() : end])
    return parts


def action_of(output: str) -> tuple[str, dict[str, Any]] | None:
    """Return the tool that a reply calls and its arguments; None if it calls none.

    Raises:
        ValueError: the tool has no name, or the arguments are no JSON object.
    """
    parts = labelled_parts(output)
    if "Action" not in parts:
        return None
    name = _TOOL_NAME.match(parts["Action"].strip().strip("`*\"'"))
    if name is None:
        raise ValueError("The line 'Action:' names no tool.")
    written = parts.get("Action Input", "").strip()
    arguments = _first_object(written) if written else {}
    if arguments is None:
        raise ValueError(f"The line 'Action Input:' must hold one JSON object, not {written[:100]!r}.")
    return name.group(), arguments


def _first_object(written: str) -> dict[str, Any] | None:
    """Return the first JSON object in a text, mended where the model wrote something close to JSON."""
    start = written.find("{")
    if start < 0:
        return None
    try:
        value: object = json.JSONDecoder().raw_decode(written, start)[0]
    except ValueError:
        value = repair_json(written[start:], return_objects=True)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def answer_of(output: str) -> str:
    """Return the answer of a whole reply.

    All of it where the model ignored the format; "" where there is none.
    """
    return _answer(without_thoughts(output))


def _answer(output: str) -> str:
    parts = _parts(output)
    if "Action" in parts or ("Answer" not in parts and _LABEL.search(output)):
        return ""
    answer = parts.get("Answer", output).strip()
    fenced = output.lstrip().startswith(_FENCE) and "Answer" in parts
    return answer.removesuffix(_FENCE).rstrip() if fenced else answer


class AnswerText:
    """Follows a streamed reply and gives out only what belongs to its answer.

    The pieces of `feed` and at last that of `rest` are together exactly the answer of the whole reply, but where a
    lone end tag shows afterwards that what looked like an answer was a thought.
    """

    def __init__(self) -> None:
        self._reply: list[str] = []
        self._spoken = SpokenText()
        self._withdrawn = 0
        self._begin_again()

    def _begin_again(self) -> None:
        self._text = ""
        self._start: int | None = None
        self._given = 0
        self._line = 0  # where the last line begins
        self._has_answer = True  # as far as can be told

    def feed(self, delta: str) -> str:
        """Take the next piece of the reply.

        Return the next piece of the answer, mostly empty before "Answer:".
        """
        self._reply.append(delta)
        self._take(self._spoken.feed(delta))
        if self._start is None and self._has_answer:
            self._start = self._find_start()
            self._given = self._start or 0
        if self._start is None:
            return ""
        end = len(self._text.rstrip(_LOOSE))
        piece, self._given = self._text[self._given : end], max(self._given, end)
        return piece

    def rest(self) -> str:
        """Return what of the answer was held back, at the end of the reply."""
        self._take(self._spoken.rest())
        answer = _answer(self._text)
        return answer if self._start is None else answer[self._given - self._start :]

    @property
    def reply(self) -> str:
        """The reply without thoughts, as far as it is there."""
        return without_thoughts("".join(self._reply))

    @property
    def answer(self) -> str:
        """The answer, as far as it is there."""
        return _answer(self.reply)

    @property
    def thought(self) -> str:
        """What the reply says of its reasons, as far as it is there."""
        return _parts(self.reply).get("Thought", "").strip()

    def _take(self, said: str) -> None:
        if self._spoken.withdrawn > self._withdrawn:
            self._withdrawn = self._spoken.withdrawn
            self._begin_again()
        self._text += said

    def _find_start(self) -> int | None:
        """Return where the answer begins, once what follows cannot belong to its label any more."""
        if not _FORMAT.match(self._text):
            return None  # it may be a thought without a tag, and its "Answer:" none
        for label in _LABEL.finditer(self._text, self._line):
            if label["name"] in ("Action", "Observation"):
                self._has_answer = False
                return None
            if label["name"] == "Answer":
                after = self._text[label.end() :]
                return len(self._text) - len(after.lstrip()) if after.lstrip(_MAY_BE_LABEL) else None
        self._line = self._text.rfind("\n") + 1
        return None
