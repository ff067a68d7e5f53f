"""Take private things out of what is about to be stored.

What is found is replaced by its kind, as in `[redacted: github-token]`: the sentence still says what it was about,
and reading it again changes nothing. Nothing is kept of what was taken out. Doors call it before the digest, the
index and the vector of a text are made, so that none of these holds it either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, cast

from memary.languages import languages
from memary.languages.pack.base import Language
from memary.languages.pack.privacy import Privacy, PrivateKind
from memary.text.redaction.shapes import SHAPES

_TAKEN_OUT = re.compile(r"\[redacted: ([\w -]+)\]")

RedactionLevel = Literal["off", "secrets", "secrets+pii"]


class Redacted(NamedTuple):
    """A text without what is private, and the kinds of what was taken out, each as often as it was."""

    text: str
    kinds: tuple[str, ...] = ()


def kinds_in(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds of what was taken out of texts, each once."""
    return tuple(dict.fromkeys(kind for text in texts for kind in _TAKEN_OUT.findall(text)))


class _PrivateKind(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    check: Callable[[str], bool]
    needs: tuple[str, ...]


class Redactor:
    """Takes private things out of texts.

    Args:
        level: what counts as private.
        own: patterns of the user's own, by the name that stands in the place of what they match. They go first, and
            whatever the level is.
    """

    def __init__(self, level: RedactionLevel = "off", own: Mapping[str, str] | None = None) -> None:
        self._kinds = [_PrivateKind(name, re.compile(pattern), bool, ()) for name, pattern in (own or {}).items()]
        if level != "off":
            self._kinds += _kinds_of(level == "secrets+pii", languages())

    @property
    def is_off(self) -> bool:
        """Whether it takes nothing out."""
        return not self._kinds

    def text(self, text: str) -> Redacted:
        """Return the text without what is private."""
        found: list[str] = []
        folded = text.casefold()
        for kind in self._kinds:
            if kind.needs and not any(need in folded for need in kind.needs):
                continue
            text = kind.pattern.sub(lambda match, kind=kind: _replaced(match, kind, found), text)
        return Redacted(text, tuple(found))

    def value(self, value: object) -> object:
        """Return JSON data with all its texts redacted; names of fields stay, and tell what a text is.

        A text under `password` is one even if it looks like a word.
        """
        if isinstance(value, str):
            return self.text(value).text
        if isinstance(value, Mapping):
            return {key: self._field(key, one) for key, one in cast("Mapping[str, object]", value).items()}
        if isinstance(value, Sequence):
            return [self.value(one) for one in cast("Sequence[object]", value)]
        return value

    def _field(self, key: str, value: object) -> object:
        if not isinstance(value, str) or self.is_off:
            return self.value(value)
        lead = f'{key}="'
        text = self.text(f'{lead}{value}"').text
        whole = text.startswith(lead) and text.endswith('"')
        return text[len(lead) : -1] if whole else self.text(value).text


def _replaced(match: re.Match[str], kind: _PrivateKind, found: list[str]) -> str:
    whole = match[0]
    value = match["value"] if "value" in match.re.groupindex else whole
    if value is None or not kind.check(value):
        return whole
    found.append(kind.name)
    mark = f"[redacted: {kind.name}]"
    if value is whole:
        return mark
    start, end = (place - match.start() for place in match.span("value"))
    end -= len(value) - len(value.rstrip(".,!?:"))  # what ends the sentence is no part of it
    return f"{whole[:start]}{mark}{whole[end:]}"


@lru_cache(maxsize=8)
def _kinds_of(is_personal: bool, packs: tuple[Language, ...]) -> list[_PrivateKind]:
    """Return what is looked for: shapes before words, and what is longer before what is within it."""
    sources: list[Privacy] = [SHAPES, *(pack.privacy for pack in packs)]
    kinds = [kind for one in sources for kind in one.secrets]
    if is_personal:
        kinds += [kind for one in (*sources[1:], sources[0]) for kind in one.personal]
    return [_compiled(kind) for kind in kinds]


def _compiled(kind: PrivateKind) -> _PrivateKind:
    flags = re.ASCII if kind.cased else re.ASCII | re.IGNORECASE  # a word in Latin letters ends where Han begins
    return _PrivateKind(kind.kind, re.compile(kind.pattern, flags), kind.check, kind.needs)
