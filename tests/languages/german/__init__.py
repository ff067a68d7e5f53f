"""A little German: what a further language needs to be read, in one folder outside of memary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages import Language
from memary.languages.pack.base import words
from memary.languages.pack.names import Names, NameSpan, Pronouns
from memary.languages.pack.sentences import Relations, Statement, Statements
from memary.languages.pack.talk import Questions, Times
from memary.languages.times import meaning
from memary.languages.times.readings import Reading

_DAYS = {"heute": 0, "gestern": -1, "vorgestern": -2}
_DAY = re.compile(rf"\b(?:{'|'.join(_DAYS)})\b")
_PLACE = re.compile(r"\b(?:in|nach) (?P<name>[A-ZÄÖÜ]\w+)")
_LIVES = re.compile(r"\bIch wohne in (?P<object>\w+)")
_MOVED = re.compile(r"\bIch bin\s+nach (?P<object>\w+) gezogen")
_OWN_NAME = re.compile(r"\bIch heiße (?P<name>[A-ZÄÖÜ]\w+)")


def read_times(_text: str, lower: str) -> Iterator[Reading]:
    for found in _DAY.finditer(lower):
        yield Reading(*found.span(), meaning.unit("day", _DAYS[found[0]]))


def spot_names(text: str, _language: str) -> Iterator[NameSpan]:
    """German writes every noun with a capital, so that a capital makes no name."""
    for found in _PLACE.finditer(text):
        yield NameSpan(*found.span("name"), found["name"], "place")
    for found in _OWN_NAME.finditer(text):
        yield NameSpan(*found.span("name"), found["name"], "person")


GERMAN = Language(
    code="de",
    script="latin",
    grammar=r"\b(?:ich|du|wir|der|die|das|ein|eine|und|nicht|bin|ist|habe|mein|meine|in|nach|wo|was|mit|von|zu)\b",
    pronouns=Pronouns(own=words("ich mich mir mein meine"), me="ich", mine="mein", asker=r"\b(?:ich|meine?)\b"),
    names=Names(spot=spot_names),
    times=Times(read=read_times, tells=r"\b(?:heute|gestern|vorgestern)\b"),
    relations=Relations(single={"residence": "wohnt_in"}, begin=words("wohnt_in")),
    statements=Statements(
        forms=(
            Statement(_LIVES, "wohnt_in", "{self} wohnt in {object}.", "place"),
            Statement(_MOVED, "wohnt_in", "{self} wohnt in {object}.", "place"),
        ),
        not_said=r"\b(?:wenn|vielleicht|würde)\b",
    ),
    questions=Questions(asks=r"^(?:wo|was|wer|wann|wie)\b", words=words("wo was wer wann wie")),
)
