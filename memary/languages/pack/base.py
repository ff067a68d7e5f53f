"""Define what a language has to provide to be understood and spoken by memary.

A `Language` is a record of parts: what questions look like, which words are names, how times are told. Each part is
words, patterns or pure functions, and may be left out: a language that tells only some is read that far. Patterns are
sources of regular expressions, in which the case of letters does not matter; memary joins those of all languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memary.languages.pack.appointments import Appointments
from memary.languages.pack.names import Kinds, NameForms, Names, Places, Pronouns, Roles
from memary.languages.pack.passed_on_text import PassedOn
from memary.languages.pack.privacy import Privacy
from memary.languages.pack.respelling import Respell, as_typed
from memary.languages.pack.sentences import Corrections, Relations, Statements
from memary.languages.pack.talk import (
    Dialogue,
    InsightWords,
    Instructions,
    Manner,
    Matters,
    Questions,
    Replies,
    Requests,
    Times,
)
from memary.languages.pack.texts import Texts
from memary.languages.pack.wordings import Wordings

Script = Literal["latin", "han", "kana", "hangul", "arabic", "hebrew", "cyrillic", "any"]


def words(text: str) -> frozenset[str]:
    """Return the words of a list, which are written with spaces between them."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language.

    Attributes:
        code: ISO 639.
        script: what it is written in; any for what is read in whatever text and is the language of none.
        grammar: pattern of the words that carry its grammar, by which a text is known to be in it.
        texts: the wording of prompts and headings; None for English ones.
        alike: groups of words by which one asks for what others say, as
            `memary.languages.en.vocabulary.asked.equivalents` writes them.
        members: groups of the same form: left of ">" kinds of things, right of it the words by which things of such a
            kind are told.
        topics: by topic of everyday talk, the words that are about it, with spaces between; one that ends in * stands
            for all that begin so.
        everyday: further words of everyday talk, as a first course of the language teaches them.
        work: words with which one tells an assistant to go on with what both look at ("rename this variable").
        respell: gives what to read otherwise in a text that was typed without care.
    """

    code: str
    script: Script
    grammar: str = ""
    texts: Texts | None = None
    pronouns: Pronouns = field(default_factory=Pronouns)
    names: Names = field(default_factory=Names)
    forms: NameForms = field(default_factory=NameForms)
    times: Times = field(default_factory=Times)
    relations: Relations = field(default_factory=Relations)
    statements: Statements = field(default_factory=Statements)
    corrections: Corrections = field(default_factory=Corrections)
    appointments: Appointments = field(default_factory=Appointments)
    roles: Roles = field(default_factory=Roles)
    places: Places = field(default_factory=Places)
    kinds: Kinds = field(default_factory=Kinds)
    matters: Matters = field(default_factory=Matters)
    instructions: Instructions = field(default_factory=Instructions)
    manner: Manner = field(default_factory=Manner)
    insights: InsightWords = field(default_factory=InsightWords)
    questions: Questions = field(default_factory=Questions)
    dialogue: Dialogue = field(default_factory=Dialogue)
    replies: Replies = field(default_factory=Replies)
    requests: Requests = field(default_factory=Requests)
    passed_on: PassedOn = field(default_factory=PassedOn)
    wordings: Wordings = field(default_factory=Wordings)
    privacy: Privacy = field(default_factory=Privacy)
    alike: str = ""
    members: str = ""
    topics: Mapping[str, str] = field(default_factory=dict[str, str])
    everyday: frozenset[str] = frozenset()
    work: frozenset[str] = frozenset()
    respell: Respell = as_typed
