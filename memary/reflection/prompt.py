"""Write the reflection prompt, which asks what facts together say, and read which of them are cited.

One call reads the facts of several people. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator

from memary.facts.identity import SELF_NAME, is_self, lookup_key
from memary.languages import texts
from memary.languages.keys import fold
from memary.languages.prompt.instructions import Instructions
from memary.languages.prompt.quotation import one_line
from memary.reflection.insights import ENOUGH, Conclusion, attribute, is_about, says, stray_names
from memary.reflection.rules import Person
from memary.text import entity_key, entity_keys
from memary.text.times.told_times import told_since
from memary.types import DEFAULT_LANGUAGE, Entity, Fact

_TEXT_CHARS = 400

_OLD_PER_CALL = 40
"""How many facts that were read before a call shows beside the new ones."""


class DrawnInsight(BaseModel):
    """An insight as a model proposes it.

    `evidence` are numbers of facts in the prompt, `about` is a name in it.
    """

    model_config = ConfigDict(frozen=True)

    key: str = Field(min_length=1, max_length=100)
    value: str = Field(min_length=1, max_length=300)
    about: str = ""
    statement: str = Field(default="", max_length=1000)
    evidence: tuple[int, ...] = ()
    confidence: float = Field(default=0.8, ge=0, le=1)

    @field_validator("key", "value", "about", "statement", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        return one_line(str(value)) if isinstance(value, (str, int, float)) else value

    @field_validator("evidence", mode="before")
    @classmethod
    def _numbers(cls, value: Any) -> Any:
        """Replace each value that is no number by the number of no fact."""
        given = cast("list[object]", value) if isinstance(value, (list, tuple)) else [value]
        return tuple(_number(one) for one in given)


class Reflection(BaseModel):
    """What the model concludes from the facts of one prompt."""

    model_config = ConfigDict(frozen=True)

    insights: tuple[DrawnInsight, ...] = ()


@dataclass(frozen=True, slots=True)
class ReflectionInput:
    """What the model gets to see.

    It answers with the facts' numbers, counted from 1 through all people.
    """

    people: Sequence[tuple[str, Sequence[Fact]]]
    known: Sequence[tuple[str, str, str]] = ()  # name, attribute, value
    user: str = SELF_NAME  # what the user's facts are headed with; sentences may say "User"
    language: str = DEFAULT_LANGUAGE

    @property
    def facts(self) -> list[Fact]:
        """Return the facts in the order of their numbers."""
        return [fact for _, facts in self.people for fact in facts]


def reflection_prompt(given: ReflectionInput, prompts: Instructions) -> tuple[str, str]:
    """Return the system and the user text of a reflection call; each fact stands in a line of its own."""
    words = texts(given.language).reflecting
    parts: list[str] = []
    if given.known:
        parts.append(f"{words.known}:\n" + "\n".join(_known(insight) for insight in given.known))
    if given.user != SELF_NAME and any(says(fact, SELF_NAME) for fact in given.facts):
        parts.append(words.user_is.format(who=one_line(given.user)))
    number = 0
    for name, facts in given.people:
        lines: list[str] = []
        for fact in facts:
            number += 1
            lines.append(
                f"{number}. {one_line(fact.statement)[:_TEXT_CHARS]} ({told_since(fact.valid_at, fact.statement)})"
            )
        parts.append(f"{words.facts_about.format(who=one_line(name))}:\n" + "\n".join(lines))
    return prompts.of("reflection", given.language), "\n\n".join(parts)


def _known(insight: tuple[str, str, str]) -> str:
    name, key, value = map(one_line, insight)
    return f"- {name} · {key}: {value}"


def _number(value: object) -> int:
    text = str(value).strip().lstrip("#[").rstrip(".]")
    return int(text) if text.isdecimal() else 0


def people_shown(people: Sequence[Person], fresh: Iterable[Fact]) -> list[Person]:
    """Return the people that new facts are about, with these facts and the newest others of theirs.

    A sentence is shown once. Whoever has one fact only is left out unless it names somebody who is shown: nothing can
    be concluded from it, and it is shown again with the next.
    """
    new = {fact.id: fact for fact in fresh}
    about = {fact.subject_id for fact in new.values()}
    concerned = [person for person in people if person.entity.id in about]
    share = max(_OLD_PER_CALL // max(len(concerned), 1), 2)
    shown: list[Person] = []
    for person in concerned:
        others = [fact for fact in person.facts if fact.id not in new][-share:]
        chosen = {fact.id for fact in others} | new.keys()
        distinct = {fold(fact.statement): fact for fact in person.facts if fact.id in chosen}
        shown.append(replace(person, facts=list(distinct.values())))
    well_known = [person.entity for person in shown if len(person.facts) >= ENOUGH]
    return [one for one in shown if one.entity in well_known or any(_names(fact, well_known) for fact in one.facts)]


def _names(fact: Fact, people: Iterable[Entity]) -> bool:
    return any(is_about(fact, one.id, (one.name, *one.aliases)) for one in people)


def language_of(people: Sequence[Person]) -> str:
    """Return the language that most facts of the people are in."""
    written = [fact.language for person in people for fact in person.facts]
    return max(sorted(set(written)), key=written.count, default=DEFAULT_LANGUAGE)


def resolve_citations(
    drawn: Sequence[DrawnInsight], facts: Sequence[Fact], people: Sequence[Person], *, things: Iterable[Entity] = ()
) -> list[Conclusion]:
    """Bind insights to the facts that they name by number; an unknown number binds to nothing.

    `things` are the entities of the facts: an insight may call them by any of their names.
    """
    called = {thing.id: (thing.name, *thing.aliases) for thing in things}
    names = {key: person.entity for person in people for key in entity_keys(person.entity)}
    return [
        Conclusion(
            subject_id=_subject(one, facts, names),
            key=one.key,
            value=one.value,
            statement=one.statement,
            grounds=tuple(
                dict.fromkeys(facts[n - 1].id if 0 < n <= len(facts) else f"no fact {n}" for n in one.evidence)
            ),
            confidence=one.confidence,
            strays=_strays(one, facts, names, called),
        )
        for one in drawn
        if attribute(one.key)
    ]


def _strays(
    one: DrawnInsight, facts: Sequence[Fact], names: dict[str, Entity], called: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    about = names.get(lookup_key(one.about)) or names.get(entity_key(one.about))
    cited = [facts[n - 1] for n in one.evidence if 0 < n <= len(facts)]
    held = {fact.id for fact in cited}
    known = [about.name, *about.aliases] if about else [one.about]
    user = next(filter(is_self, names.values()), None)
    if user is not None and any(says(fact, SELF_NAME) for fact in cited):
        known += [user.name, *user.aliases]
    known += [name for fact in cited for end in (fact.subject_id, fact.object_id) for name in called.get(end, ())]
    others = [fact for fact in facts if fact.id not in held]
    return stray_names(f"{one.value}. {one.statement}", cited, others, known=[name for name in known if name])


def _subject(one: DrawnInsight, facts: Sequence[Fact], names: dict[str, Entity]) -> str:
    """Return the subject of an insight: the one it names, else the one most of its evidence is about."""
    if one.about:
        named = names.get(lookup_key(one.about)) or names.get(entity_key(one.about))
        return named.id if named else ""
    cited = [facts[n - 1].subject_id for n in one.evidence if 0 < n <= len(facts)]
    return max(sorted(set(cited)), key=cited.count, default="")
