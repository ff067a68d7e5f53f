"""Read a request to forget: which sentence of a text asks for it, and what is meant.

A wrong reading would delete what nobody wanted gone, so a request has to be said as one: "I forget where it is" and
"don't forget my birthday" are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memary.languages import any_of, merged, of_all
from memary.languages.scripts import CORNER_QUOTED, EDGES
from memary.text.questions import sentences
from memary.text.times import time_stretches

_LONGEST = 300
"""Characters of a sentence that can be such a request."""

_LONGEST_TEXT = 1_000
"""Characters of a text that can hold one: what is longer may be a letter to somebody else."""

_MOST_LAYERS = 3

_forms = of_all(lambda packs: [form for pack in packs for form in pack.requests.forgets])
_not_asked = any_of(lambda language: language.requests.not_asked)
_just_said = any_of(lambda language: language.requests.just_said)
_everything = any_of(lambda language: language.requests.everything)
_around = any_of(lambda language: language.requests.around)
_no_thing = any_of(lambda language: language.requests.no_thing)
_titles = merged(lambda language: language.forms.titles)
_gives_up = any_of(lambda language: language.requests.gives_up)

_QUOTED = re.compile(rf"\"[^\"]*\"|“[^”]*”|{CORNER_QUOTED}")
_OMITTED = "…"


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """A request to forget.

    Attributes:
        kind: whether it names what is meant, means what was said last, or all there is.
        what: the thing itself, in the words of the request.
        text: the text that asks, without what it names.
        rest: what the text says beside the request.
    """

    kind: Literal["named", "last", "everything"]
    what: str
    text: str
    rest: str


def forget_request(text: str) -> ForgetRequest | None:
    """Return the request to forget in a text; None where there is none. A long text is one that was pasted."""
    if len(text) > _LONGEST_TEXT:
        return None
    found: ForgetRequest | None = None
    said: list[str] = []
    kept: list[str] = []
    for sentence in _sentences(text):
        request = _request_in(sentence)
        if request is None:
            said.append(sentence)
            kept.append(sentence)
        else:  # one at a time: the last of several counts, the others keep no words either
            found = request
            kept.append(request.text)
    if found is None:
        return None
    return ForgetRequest(found.kind, found.what, " ".join(kept), " ".join(said))


def gives_up(text: str) -> bool:
    """Return whether an answer to the question what to forget takes the request back."""
    return _gives_up().fullmatch(text) is not None


def named_in(words: str) -> ForgetRequest:
    """Return the request to forget what an answer names."""
    what = words.strip(EDGES + " ")
    return ForgetRequest(_kind(what), _thing(what), _OMITTED, "")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; the full stop of "Dr. Novak" ends none."""
    found: list[str] = []
    for sentence in sentences(text):
        last = found[-1].split()[-1] if found else ""
        if last.endswith(".") and last[:-1].casefold() in _titles():
            found[-1] += f" {sentence}"
        else:
            found.append(sentence)
    return found


def _request_in(sentence: str) -> ForgetRequest | None:
    bare = _QUOTED.sub(lambda quoted: " " * len(quoted[0]) if quoted.start() == 0 else quoted[0], sentence)
    if len(sentence) > _LONGEST or _not_asked().search(bare):
        return None
    for form in _forms():
        if match := form.match(bare):
            what = match["what"].strip(EDGES + " ")
            kind = _kind(what)
            thing = _thing(what)
            if kind == "named" and (not any(char.isalnum() for char in thing) or _no_thing().fullmatch(thing)):
                return None
            start, end = match.span("what")
            return ForgetRequest(kind, thing, f"{sentence[:start]}{_OMITTED}{sentence[end:]}", "")
    return None


def _kind(what: str) -> Literal["named", "last", "everything"]:
    words = what.strip(EDGES + " ")
    if _just_said().fullmatch(words):
        return "last"
    return "everything" if _everything().fullmatch(words) else "named"


def _thing(what: str) -> str:
    """Return what is named, without the words around it and without the time when it was told."""
    for start, end in reversed(time_stretches(what)):
        if what[start:end].strip() != what.strip():
            what = f"{what[:start]} {what[end:]}"
    for _ in range(_MOST_LAYERS):
        bare = _around().sub(" ", what.strip(EDGES + " ")).strip(EDGES + " ")
        if bare == what:
            break
        what = bare or what
    return what
