"""Say what the command line says in the language of the environment.

Sentences are written in English where they arise, those of errors deep inside. A language's catalogue has them with
`{names}` for what is filled in; what to say instead is found by how the English one reads. What a catalogue lacks is
said in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from memary.languages import texts
from memary.settings.sources import display_language

_NAME = re.compile(r"\{(\w+)\}")
_NUMBER = r"\d[\d,]*"
_ANYTHING = ".+?"

_WORDED = frozenset(("told", "text", "why", "what", "facts", "known", "error", "doubt", "verdict", "model"))
"""By which names memary's own words are filled in; others are names and words of the user's, and stay as they are."""


class _Form(NamedTuple):
    """How an English sentence reads, and the sentence to say instead."""

    reads: re.Pattern[str]
    names: Sequence[str]
    said: str


def told(text: str) -> str:
    """Return what the terminal says in the language of the environment, line by line."""
    language = display_language()
    catalogue = texts(language).terminal
    return "\n".join(_said(line, catalogue, language) for line in text.split("\n")) if catalogue else text


def heading(name: str) -> str:
    """Return the heading of a column in the language of the environment."""
    return texts(display_language()).table_heads.get(name, name)


def listed(parts: Sequence[str]) -> str:
    """Return parts as a list in a sentence."""
    return told(", ").join(map(told, parts))


def _said(line: str, catalogue: Mapping[str, str], language: str) -> str:
    if line in catalogue:
        return catalogue[line]
    for form in _forms(language):
        if match := form.reads.fullmatch(line):
            filled = dict(zip(form.names, match.groups(), strict=True))
            said = {name: _said(filled[name], catalogue, language) for name in filled.keys() & _WORDED}
            return form.said.format(**{**filled, **said})
    return line


@cache
def _forms(language: str) -> list[_Form]:
    """Return the forms of a language, those first that say most by themselves."""
    catalogue = texts(language).terminal
    filled = [english for english in catalogue if _NAME.search(english)]
    return [
        _Form(_pattern(one), _NAME.findall(one), catalogue[one])
        for one in sorted(filled, key=lambda one: -len(_NAME.sub("", one)))
    ]


def _pattern(english: str) -> re.Pattern[str]:
    plain, names = _NAME.split(english)[::2], _NAME.findall(english)
    filled = [f"({_NUMBER if name == 'count' else _ANYTHING})" for name in names]
    return re.compile("".join(re.escape(one) + between for one, between in zip(plain, [*filled, ""], strict=True)))
