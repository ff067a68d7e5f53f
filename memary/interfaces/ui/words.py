"""The words of the web interface: a catalogue of texts for each language, `locales/<code>.toml`.

A catalogue has a section for each part of the interface. A text stands there under its name, as
`counted = "Facts: {count}"` in `[facts]`; texts of which one is chosen share a name, as `views.past = "Past"`.
English has every text, and stands in for what another language lacks.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from pydantic import TypeAdapter

from memary.errors import ConfigurationError
from memary.types import DEFAULT_LANGUAGE

_FOLDER = Path(__file__).parent / "locales"
_NAME = ("shared", "name")

_SECTIONS = TypeAdapter(dict[str, dict[str, str | dict[str, str]]])
_Texts = Mapping[tuple[str, ...], str]
"""Texts by section, name and, where one is chosen, the choice."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language.

    `words("facts.counted", count=3)` is a text with its blanks filled in. `words.tables["facts.views"]` has the texts
    of which one is chosen, by the choice.
    """

    code: str
    texts: Mapping[str, str]
    tables: Mapping[str, Mapping[str, str]]

    def __call__(self, key: str, /, **blanks: object) -> str:
        """Return a text with its blanks filled in; counts are grouped in thousands."""
        return self.texts[key].format_map({name: _shown(value) for name, value in blanks.items()})


def load_words(folder: Path) -> Mapping[str, Words]:
    """Return the languages of a folder by their codes, English first.

    Raises:
        ConfigurationError: a catalogue cannot be read, or says something that English does not.
    """
    english = _read(folder / f"{DEFAULT_LANGUAGE}.toml")
    others = sorted(path for path in folder.glob("*.toml") if path.stem != DEFAULT_LANGUAGE)
    found = {DEFAULT_LANGUAGE: english} | {path.stem: _read(path) for path in others}
    for code, texts in found.items():
        if faults := list(_faults(texts, english)):
            raise ConfigurationError(
                f"{folder / code}.toml does not fit {DEFAULT_LANGUAGE}.toml: {'; '.join(faults)}."
            )
    return {code: _words(code, {**english, **texts}) for code, texts in found.items()}


@cache
def languages() -> Mapping[str, Words]:
    """Return the languages of the interface by their codes, English first."""
    return load_words(_FOLDER)


def blanks_of(text: str) -> frozenset[str]:
    """Return the names of the blanks of a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def retold(text: str, english: Mapping[str, str], own: Mapping[str, str]) -> str | None:
    """Return in another language what the core says in English; None where that is no text of the catalogue.

    Args:
        text: what the core says.
        english: its texts by name, with blanks.
        own: the same texts in the other language.
    """
    for name, known in english.items():
        pattern, blanks = _pattern(known)
        if match := pattern.fullmatch(text):
            return own[name].format_map(dict(zip(blanks, match.groups(), strict=True)))
    return None


@cache
def _pattern(text: str) -> tuple[re.Pattern[str], list[str]]:
    parts = [(said, blank) for said, blank, _, _ in Formatter().parse(text)]
    source = "".join(re.escape(said) + ("(.*?)" if blank else "") for said, blank in parts)
    return re.compile(source, re.DOTALL), [blank for _, blank in parts if blank]


def _shown(value: object) -> object:
    return f"{value:,}" if type(value) is int else value


def _read(path: Path) -> _Texts:
    try:
        sections = _SECTIONS.validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"The texts in {path} cannot be read: {error}") from error
    found: dict[tuple[str, ...], str] = {}
    for section, named in sections.items():
        for name, text in named.items():
            if isinstance(text, str):
                found[section, name] = text
            else:
                found |= {(section, name, choice): one for choice, one in text.items()}
    return found


def _faults(texts: _Texts, english: _Texts) -> Iterator[str]:
    """Say what keeps texts from taking the place of the English ones."""
    if _NAME not in texts:  # by which it is chosen
        yield f"{'.'.join(_NAME)} is missing"
    for key, text in texts.items():
        if fault := _fault(text, english.get(key)):
            yield f"{'.'.join(key)} {fault}"


def _fault(text: str, english: str | None) -> str | None:
    if english is None:
        return "is not known"
    if not text.strip():
        return "is empty"
    try:
        return None if blanks_of(text) == blanks_of(english) else "has other blanks"
    except ValueError as error:
        return f"cannot be filled in ({error})"


def _words(code: str, texts: _Texts) -> Words:
    tables: dict[str, dict[str, str]] = defaultdict(dict)
    for (section, name, *choice), text in texts.items():
        if choice:
            tables[f"{section}.{name}"][choice[0]] = text
    single = {".".join(key): text for key, text in texts.items() if len(key) == 2}
    return Words(code, single, dict(tables))
