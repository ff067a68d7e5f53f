"""Tell whose name a word is, and which known entities are one, as told names say.

Who is said to be called Tommy by friends is not met as another person of that name. Two known entities are one where
the full name that somebody tells is the name of the other, or where a name is told of somebody else; not where that
one is known as somebody's relative, friend or the like, or lives and works elsewhere, since then it is another of the
name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from memary.facts.identity import is_self, lookup_key
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.ingestion.extraction.prompt import ExtractedEntity, ExtractedFact, ExtractedSame
from memary.languages import any_of, of_all
from memary.languages.scripts import CORNER_QUOTED, QUOTED, is_wide
from memary.text import entity_key, entity_keys
from memary.types import GENERIC, Entity, Fact

_QUOTED = re.compile(f"{QUOTED}|{CORNER_QUOTED}|‘[^’]*’")
_LONGEST_NAME = 30
_BEFORE_NAME = 60
"""Characters before a quotation that tell whether it is a name."""

_before_name = any_of(lambda language: language.statements.quoted_name)

_whole_names = of_all(lambda packs: [whole for pack in packs if (whole := pack.statements.whole_name)])


def whole_name(name: str, rest: str, kind: str) -> str:
    """Return the whole name of a place or firm, of what was read of it and what follows.

    It is empty where that was a stump of what is said: "London", of "London and Paris".
    """
    whole: str | None = name
    for of_language in _whole_names():
        whole = whole and of_language(whole, rest, kind)
    return whole or ""


def without_speech(text: str) -> str:
    """Return a text without what it quotes, but with the names that it puts in quotation marks.

    In 'calls me "Addie"' the name stays.
    """

    def kept(match: re.Match[str]) -> str:
        before = text[max(match.start() - _BEFORE_NAME, 0) : match.start()]
        is_name = len(match[0]) < _LONGEST_NAME and _before_name().search(before)
        return match[0] if is_name else " "

    return _QUOTED.sub(kept, text)


def named_entities(entities: Mapping[str, ExtractedEntity], facts: Iterable[ExtractedFact]) -> list[ExtractedEntity]:
    """Return entities without those that are names of others; whom a name is told of has it as an alias."""
    kept = dict(entities)
    for fact in _names_told(facts):
        subject, name = entity_key(fact.subject), entity_key(fact.object)
        if name != subject:
            kept.pop(name, None)
        if (named := kept.get(subject)) is not None and name != subject:
            kept[subject] = named.model_copy(update={"aliases": (*named.aliases, fact.object)})
    return list(kept.values())


def same_by_name(
    facts: Iterable[ExtractedFact], entities: Sequence[Entity], known: Sequence[Fact]
) -> list[ExtractedSame]:
    """Return which known entities are one by the names that are told."""
    places: dict[str, list[int]] = {}
    for place, entity in enumerate(entities, 1):
        for key in entity_keys(entity):
            places.setdefault(key, []).append(place)
    found: list[ExtractedSame] = []
    for fact in _names_told(facts):
        subjects, bearers = places.get(lookup_key(fact.subject), []), places.get(entity_key(fact.object), [])
        if len(subjects) != 1 or len(bearers) != 1 or subjects == bearers:
            continue
        bearer, is_own = entities[bearers[0] - 1], is_self(entities[subjects[0] - 1])
        is_meant = _is_full_name(fact.object) if is_own else True
        ends = (entities[subjects[0] - 1].id, bearer.id)
        is_other = _is_somebodys(bearer, known) or _differ(*ends, known)
        if is_meant and bearer.type in ("person", GENERIC) and not is_other:
            found.append(ExtractedSame(known=(subjects[0], bearers[0]), quote=fact.quote, message=fact.message))
    return found


def _names_told(facts: Iterable[ExtractedFact]) -> list[ExtractedFact]:
    return [fact for fact in facts if fact.op == "ADD" and matter_of(fact.predicate) in NAME_MATTERS]


def _is_full_name(name: str) -> bool:
    return len(name) >= 3 if is_wide(name) else " " in name.strip()


def _differ(one_id: str, other_id: str, known: Iterable[Fact]) -> bool:
    """Return whether two have another home, job or the like, of which one has one at a time."""
    values: dict[str, dict[str, str]] = {one_id: {}, other_id: {}}
    for fact in known:
        matter = matter_of(fact.predicate)
        if fact.subject_id in values and matter is not None and matter not in NAME_MATTERS:
            values[fact.subject_id][matter] = fact.object_id
    one, other = values.values()
    return any(one[matter] != other[matter] for matter in one.keys() & other.keys())


def _is_somebodys(entity: Entity, known: Iterable[Fact]) -> bool:
    return any(fact.object_id == entity.id for fact in known)
