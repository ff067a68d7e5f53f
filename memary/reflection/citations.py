"""What a call of reflection shows a model, and the facts that its insights cite by number. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memary.facts.identity import lookup_key
from memary.reflection.insights import Conclusion, attribute, stray_names
from memary.reflection.prompt import DrawnInsight
from memary.reflection.rules import Person
from memary.text import entity_key
from memary.types import Entity, Fact

_OLD_PER_CALL = 40
"""How many facts that were read before a call shows beside the new ones."""


def people_shown(people: Sequence[Person], fresh: Iterable[Fact]) -> list[Person]:
    """Return the people that new facts are about, with these facts and the newest others of theirs."""
    new = {fact.id: fact for fact in fresh}
    about = {fact.subject_id for fact in new.values()}
    concerned = [person for person in people if person.entity.id in about]
    share = max(_OLD_PER_CALL // max(len(concerned), 1), 2)
    shown: list[Person] = []
    for person in concerned:
        others = [fact for fact in person.facts if fact.id not in new][-share:]
        chosen = {fact.id for fact in others} | new.keys()
        shown.append(replace(person, facts=[fact for fact in person.facts if fact.id in chosen]))
    return shown


def language_of(people: Sequence[Person]) -> str:
    """Return the language that most facts of the people are in."""
    written = [fact.language for person in people for fact in person.facts]
    return max(sorted(set(written)), key=written.count, default="en")


def resolve_citations(
    drawn: Sequence[DrawnInsight], facts: Sequence[Fact], people: Sequence[Person]
) -> list[Conclusion]:
    """Bind insights to the facts that they name by number; a number that is none binds to nothing that there is."""
    names = {key: person.entity for person in people for key in _keys(person.entity)}
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
            strays=_strays(one, facts, names.get(lookup_key(one.about)) or names.get(entity_key(one.about))),
        )
        for one in drawn
        if attribute(one.key)
    ]


def _strays(one: DrawnInsight, facts: Sequence[Fact], about: Entity | None) -> tuple[str, ...]:
    cited = [facts[n - 1] for n in one.evidence if 0 < n <= len(facts)]
    held = {fact.id for fact in cited}
    known = [about.name, *about.aliases] if about else [one.about]
    others = [fact for fact in facts if fact.id not in held]
    return stray_names(f"{one.value}. {one.statement}", cited, others, known=[name for name in known if name])


def _keys(entity: Entity) -> set[str]:
    return {entity.key, entity_key(entity.name), *map(entity_key, entity.aliases)}


def _subject(one: DrawnInsight, facts: Sequence[Fact], names: dict[str, Entity]) -> str:
    """Return the subject of an insight: the one it names, else the one most of its evidence is about."""
    if one.about:
        named = names.get(lookup_key(one.about)) or names.get(entity_key(one.about))
        return named.id if named else ""
    cited = [facts[n - 1].subject_id for n in one.evidence if 0 < n <= len(facts)]
    return max(sorted(set(cited)), key=cited.count, default="")
