"""Insights: what facts and messages, taken together, say of a person.

Pure. An insight is a fact of kind `INSIGHT`: subject, attribute, value, a sentence, and the ids of what it rests on.
It needs two grounds, or one that says the value in so many words; a ground is a fact that is true now and that people
said, or a message. Insights are never grounds. A person has one value per attribute; attributes that list values
(`LISTED`) have one insight per value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Literal

from memary.filters import parse_filters
from memary.languages import any_of, languages, merged, united
from memary.languages.keys import fold, predicate_key
from memary.languages.scripts import alone
from memary.languages.terms import stem
from memary.text import entity_key
from memary.types import FOREVER, Entity, Fact, FactKind, Message, Origin, Record, Role

REFLECTION = "reflection"
"""Who draws insights, for the ledger; and the target of the rows that tell how far it has read."""

INSIGHTS = parse_filters({"kind": FactKind.INSIGHT.value})
"""Selects insights among facts."""

SAID = parse_filters({"role": Role.USER.value})
"""Selects what people said among messages."""

ENOUGH = 2
"""How many grounds an insight needs, unless one says it in so many words."""

LISTED = frozenset({"keeps_coming_back_to", "drawn_to"})
"""Attributes with one insight per value."""

_attributes = merged(lambda language: language.insights.attributes)
"""The attributes that rules draw: one name for each in whatever language."""

_respelt = merged(lambda language: language.relations.respelt)
_filler = united(lambda language: language.insights.filler)
_filling = any_of(lambda language: language.insights.filling)
_NAME = re.compile(r"(?<=\s)[A-Z][\w'’-]*\w")
_NUMBER = re.compile(r"(?<!\w)\d[\d.,]*\d|(?<!\w)\d(?!\w)")
_SHORT = 3
"""Up to so many letters a name in capitals may be a word in small ones: "AS", "IT", "US"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """An insight as a model or a rule proposes it.

    `grounds` are ids of facts and messages.

    `is_sample` tells that the grounds are a sample of many, which further ones need not be added to. `strays` are
    names in it that only facts have which it does not cite: such words would outlive the facts.
    """

    subject_id: str
    key: str
    value: str
    grounds: tuple[str, ...]
    statement: str = ""
    confidence: float = 0.8
    extractor: Literal["model", "rule"] = "model"
    is_sample: bool = False
    strays: tuple[str, ...] = ()
    valid_at: datetime | None = None
    ends_at: datetime = FOREVER


@dataclass(frozen=True, slots=True)
class ReflectionView:
    """What reflection sees of a user's memory, at one revision.

    `facts` are those that may be grounds, `messages` those that conclusions cite or insights rest on. `insights` are
    all there ever were, `entities` all that are subjects of either or bear the name of a value. `made` are
    subjects that the store does not have yet. `in_stream` are the sources in the memory stream; None: not read.
    """

    revision: int
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    messages: Mapping[str, Message] = field(default_factory=dict[str, Message])
    insights: Sequence[Fact] = ()
    entities: Sequence[Entity] = ()
    made: Sequence[Entity] = ()
    in_stream: Collection[str] | None = None


class Rejected(Record):
    """A conclusion that was not taken, and why."""

    statement: str
    reason: str


class ReflectionReport(Record):
    """What a reflection did.

    `refreshed` are insights with a new value or new grounds.
    """

    user_id: str
    added: tuple[Fact, ...] = ()
    refreshed: tuple[Fact, ...] = ()
    retired: tuple[Fact, ...] = ()
    merged: tuple[Fact, ...] = ()
    unchanged: int = 0
    rejected: tuple[Rejected, ...] = ()
    facts_read: int = 0
    llm_calls: int = 0
    revision: int = 0

    @property
    def changes(self) -> int:
        """Count the insights that are new, different or gone."""
        return len(self.added) + len(self.refreshed) + len(self.retired) + len(self.merged)


def may_ground(fact: Fact) -> bool:
    """Return whether a fact may be evidence.

    No insight, and stated by people, not by an assistant or tool.
    """
    return fact.kind is not FactKind.INSIGHT and fact.origin.trust >= Origin.IMPORT.trust


def is_about(ground: Fact | Message, person_id: str, names: Iterable[str]) -> bool:
    """Return whether a ground may say something of a person.

    A message, a fact of theirs, or one that names them.
    """
    if isinstance(ground, Message) or person_id in (ground.subject_id, ground.object_id):
        return True
    return any(_has(ground.statement, name) for name in names if len(name) > 1)


def is_given(insight: Fact) -> bool:
    """Return whether a person or a program gave the insight, which reflection then leaves alone."""
    return insight.extractor == "caller"


@lru_cache(maxsize=4096)
def attribute(key: str) -> tuple[str, ...]:
    """Return an attribute's name so that spellings of one are alike: "Favourite Food", "favorite_foods"."""
    plain = _filling().sub("", predicate_key(key))
    for spelling, common in _respelt().items():
        plain = plain.replace(spelling, common)
    plain = _attributes().get(plain, plain)
    return tuple(stem(word) for word in plain.split("_") if word not in _filler()) or (plain,)


def identity(subject_id: str, key: str, value: str) -> tuple[object, ...]:
    """Return what an insight is told by from others of the same person.

    Its attribute, for a list also its value.
    """
    plain = predicate_key(key)
    is_listed = _attributes().get(plain, plain) in LISTED
    return (subject_id, attribute(key), entity_key(value) if is_listed else "")


def stray_names(
    told: str, cited: Iterable[Fact], others: Iterable[Fact], *, known: Collection[str]
) -> tuple[str, ...]:
    """Return the names and numbers in what is told that no cited fact has, sorted.

    Those are made up, or borrowed.

    Args:
        told: the words of an insight.
        cited: the facts that it names.
        others: those that it could have named.
        known: names that need no evidence, as that of the person.
    """
    held = list(cited)
    free = {entity_key(name) for name in known} | {str(fact.valid_at.year) for fact in held}
    names = {name for fact in others for name in _names_in(fact)} | _claimed(told)
    return tuple(
        sorted(
            name
            for name in names
            if len(name) > 1
            and entity_key(name) not in free
            and _is_named(told, name)
            and not any(says(fact, name) or _has(fact.subject, name) for fact in held)
            and not any(_has(one, name) for one in known)
        )
    )


def _is_named(told: str, name: str) -> bool:
    """Return whether a text has a name; "such as" has none of "AS", which is told by its capitals."""
    is_by_capitals = name.isascii() and name.isupper() and len(name) <= _SHORT
    return _has(told, name) and (not is_by_capitals or re.search(rf"\b{re.escape(name)}\b", told) is not None)


def _claimed(told: str) -> set[str]:
    """Return the names and numbers in a text; what tells a kind ("Asian") is no name."""
    return set(_NUMBER.findall(told)).union(*(language.insights.claims(told) for language in languages()))


def _names_in(fact: Fact) -> set[str]:
    """Return the ends of a fact, and the words in it that are written like names."""
    return {fact.subject, fact.object, *_NAME.findall(f" {fact.object}"), *_NAME.findall(fact.statement)}


def says(ground: Fact | Message, value: str) -> bool:
    """Return whether a ground has the value in so many words."""
    text = ground.content if isinstance(ground, Message) else f"{ground.statement} {ground.quote} {ground.object}"
    return _has(text, value)


def _has(text: str, value: str) -> bool:
    sought, said = fold(value).strip(), fold(text)
    return bool(sought) and re.search(alone(sought), said) is not None
