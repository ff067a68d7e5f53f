"""Score which known node a name means beside the exact one: near names, meaning, a model's word.

The ladder, the surest rung first: the same key, an alias (both the entity book's matter), a name that is the same
by safe rules of spelling, a name that is likely the same where the context agrees and nobody else may be meant, a
meaning as near as `MEANING`, and what the model says where the names or the text bear it out. Below the last rung a
node is new; what might have been the same is found later by `find_duplicates`, for people to decide. Nothing here
asks a model.

Meaning goes for common English words alone. Measured on the labelled pairs, a cosine of 0.9 of a small sentence model
would merge 15 % of those that are two: versions, streets, Chinese names, "Christmas 2024" and "Christmas 2025". The
built-in embedder knows spellings only, and is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from memary.facts.identity import SELF_NAME, is_self, lookup_key
from memary.facts.predicates import BUILT_IN, Predicates
from memary.languages import any_of, language_of
from memary.languages.scripts import HAN, is_wide
from memary.resolution.names.disambiguation import (
    NameInContext,
    described_roles,
    difference_between,
    may_be_one,
    names_another,
    roles_of,
)
from memary.resolution.names.index import NameIndex, name_set_of
from memary.resolution.names.match import NameMatch, NameSet, Verdict, contradict, match_names
from memary.resolution.proposals import NamedEntity, Proposals, ProposalSource
from memary.text import entity_key, entity_keys, terms
from memary.text.names.forms import initials
from memary.text.names.node_names import is_nameable
from memary.types import DEFAULT_LANGUAGE, FOREVER, GENERIC, VALUE, Entity, Fact, Mention

MEANING = 0.9
"""Cosine of names from which two things are one; people, places and companies never are by that alone."""

_BY_MEANING = {"topic", "food", "product", "event", GENERIC}
_SURE = 0.95
_friend = any_of(lambda language: language.roles.friend)
_TEXTS_KEPT = 40


@dataclass(slots=True)
class _Context:
    """What was said of a node: the words, where, and the values of what it has one of at a time."""

    texts: list[str] = field(default_factory=list[str])
    sources: set[str] = field(default_factory=set[str])
    values: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    @property
    def said(self) -> str:
        return "\n".join(self.texts[-_TEXTS_KEPT:])


class Evidence:
    """What is known and said of the nodes of one step, to decide who is meant by it."""

    def __init__(
        self,
        facts: Iterable[Fact] = (),
        *,
        proposed: Proposals | None = None,
        mentions: Iterable[Mention] = (),
        near: Mapping[str, Sequence[tuple[str, float]]] | None = None,
        predicates: Predicates = BUILT_IN,
    ) -> None:
        self._have_namesakes = {one.other_than for one in proposed.entities} if proposed else set[str | None]()
        self._contexts: dict[str, _Context] = {}
        self._near = near or {}
        self._claims: dict[str, dict[str, set[str]]] = {}
        for fact in facts:
            for id_ in (fact.subject_id, fact.object_id):
                context = self._contexts.setdefault(id_, _Context())
                context.texts += [fact.statement, *([fact.quote] if fact.quote else [])]
                context.sources |= {*fact.source_ids}
            if (matter := predicates.matter_of(fact.predicate)) and fact.expired_at >= FOREVER:
                values = self._contexts[fact.subject_id].values
                values.setdefault(matter, set()).add(lookup_key(fact.object))
        for mention in mentions:
            self._contexts.setdefault(mention.entity_id, _Context()).sources.add(mention.source_id)
        for fact in proposed.facts if proposed else ():
            if (matter := predicates.matter_of(fact.predicate)) and fact.op != "DELETE":
                self._claims.setdefault(lookup_key(fact.subject), {}).setdefault(matter, set()).add(
                    lookup_key(fact.object)
                )

    def note(self, entity: Entity, named: NamedEntity) -> None:
        """Keep what was said of a node in this step."""
        context = self._contexts.setdefault(entity.id, _Context())
        context.sources |= {source.id for source in named.sources}
        context.texts += [text for text in (named.said, named.description) if text and text not in context.texts]

    def fits(self, entity: Entity, kind: str, named: NamedEntity | None = None) -> bool:
        """Return whether a node may be of a type, judged by its name and its context."""
        seen = NameInContext(named.name, kind, named.said) if named else NameInContext(entity.name, kind)
        return may_be_one(seen, NameInContext(entity.name, entity.type, self._said(entity)))

    def keeps_apart(self, entity: Entity, named: NamedEntity) -> bool:
        """Return whether a node that bears the name is not the one that is meant."""
        if entity.id == named.other_than:
            return True
        said = f"{named.said}\n{named.description}" if named.description else named.said
        if not said:
            return False
        kind = entity.type if named.type == GENERIC else named.type
        is_told_of_another = names_another(named.name, kind, said) and not self.shares_source(entity, named.sources)
        if is_told_of_another and not (entity.id == named.same_as and entity.id in self._have_namesakes):
            return True  # unless the other is named beside the known one
        roles, known = described_roles(named.description), described_roles(entity.description)
        if kind == "person" and roles and roles == known:
            return False  # the sister who was told of as a midwife first has a name now
        described = entity.description
        if entity.id == named.same_as and described and not described_roles(described, at_first=True):
            return False  # said to be the same, and what describes the known one tells of nobody's relation
        if kind == "person" and roles and known:
            said, other_said = _spelt(named.name, roles), _spelt(named.name, known)
        else:
            other_said = self._said(entity)
            other_said = other_said if entity.name == named.name else other_said.replace(entity.name, named.name)
        return bool(difference_between(named.name, kind, said, other_said))

    def is_ambiguous(self, entity: Entity, named: NamedEntity, known: NameIndex) -> bool:
        """Return whether a part of a person's name, like "Jonas", may mean another node as well."""
        asked = NameSet((named.name,), named.type)
        if (
            entity.type != "person"
            or entity_key(named.name) == entity.key
            or self.shares_source(entity, named.sources)
        ):
            return False
        part = match_names(asked, NameSet((entity.name,), entity.type))
        if part is None or part.verdict is not Verdict.LIKELY:
            return False
        others = [other for other in known.near(asked) if other.id != entity.id]
        others = [other for other in others if self._likeness(asked, other, named)]
        return bool(others) and (
            not self._agrees(entity, named) or any(self._agrees(other, named) for other in others)
        )

    def shared(self, entity: Entity, said: str) -> int:
        """Count the topic words that a text shares with the statements about a node."""
        return len(_telling(said) & _telling(self._said(entity))) if said else 0

    def shares_source(self, entity: Entity, sources: Iterable[ProposalSource]) -> bool:
        """Return whether a node came up in one of these messages."""
        context = self._contexts.get(entity.id)
        return context is not None and any(source.id in context.sources for source in sources)

    def near_name(self, named: NamedEntity, known: NameIndex) -> tuple[Entity, str] | None:
        """Return the node whose name is near enough, and why."""
        asked = NameSet((named.name, *named.aliases), named.type)
        by_id = {entity.id: entity for entity in known.near(asked)}
        like = {id_: found for id_, entity in by_id.items() if (found := self._likeness(asked, entity, named))}
        ranked = sorted(like, key=lambda id_: (-like[id_].verdict, -like[id_].score, id_))
        for id_ in ranked:
            best, entity = like[id_], by_id[id_]
            if best.verdict is Verdict.SAME and (best.score >= _SURE or not self._conflicts(entity, named)):
                return entity, best.reason
            if best.verdict is Verdict.LIKELY and self._is_likely(entity, named, known, like):
                return entity, f"{best.reason}, and the context agrees"
        return None

    def by_meaning(self, named: NamedEntity, known: Mapping[str, Entity]) -> tuple[Entity, str] | None:
        """Return the thing whose name means the same."""
        for id_, cosine in self._near.get(lookup_key(named.name), ()):
            entity = known.get(id_)
            if entity is None or cosine < MEANING or not {named.type, entity.type} <= _BY_MEANING:
                continue
            if not (named.name.isascii() and entity.name.isascii()):
                continue
            if named.name[:1].isupper() or entity.name[:1].isupper():  # a name of its own, not a word with a meaning
                continue
            if self._may_be(entity, named):
                return entity, f"the same meaning ({cosine:.2f})"
        return None

    def by_word(self, named: NamedEntity, known: Mapping[str, Entity]) -> tuple[Entity, str] | None:
        """Return the node that the model says it is, if the names are related or the text says so.

        Where one is called in Chinese characters and the other in letters, neither can tell, and the model's word
        goes, as far as both are of one type.
        """
        entity = known.get(named.same_as or "")
        if entity is None:
            return None
        if _spelling_tells_nothing(named, entity):
            may_be = self.fits(entity, named.type, named) and not self.keeps_apart(entity, named)
            is_told = named.is_trusted and may_be and not self._conflicts(entity, named)
            return (entity, "the model says so, of a name in another script") if is_told else None
        if not self._may_be(entity, named):
            return None
        if self._names_agree(named, entity) or self._text_agrees(named, entity):
            return entity, "the model says so, and the names or the text agree"
        if entity.name == SELF_NAME and named.is_trusted and named.type == "person" and is_nameable(named.name):
            return entity, "the model says that this is the user, of whom no name was known"
        return None

    def _likeness(self, asked: NameSet, entity: Entity, named: NamedEntity) -> NameMatch | None:
        if entity.type == VALUE:
            return None
        found = match_names(asked, name_set_of(entity))
        if found is None or not self.fits(entity, named.type, named) or self.keeps_apart(entity, named):
            return None
        return found

    def _is_likely(self, entity: Entity, named: NamedEntity, known: NameIndex, like: Mapping[str, NameMatch]) -> bool:
        asked = NameSet((named.name, *named.aliases), named.type)
        beside = {other.id: other for names in (asked, name_set_of(entity)) for other in known.near(names)}
        others = [
            other
            for other in beside.values()
            if other.id != entity.id and other.type in ("person", GENERIC, entity.type)
        ]
        near = (like.get(other.id) or match_names(name_set_of(entity), name_set_of(other)) for other in others)
        if any(found is not None and found.verdict >= Verdict.LIKELY for found in near):
            return False
        if self._conflicts(entity, named):
            return False
        if is_self(entity):
            return (
                like[entity.id].score >= 0.7
                and not roles_of(named.name, named.said)
                and not _friend().search(named.said)
            )
        return self._has_profession(entity, named, like[entity.id]) and self._agrees(entity, named)

    def _has_profession(self, entity: Entity, named: NamedEntity, like: NameMatch) -> bool:
        """Return whether the one of a full name is said to do what the title of the other says."""
        is_title_known = any(like.profession in name for name in _names(entity))
        return like.profession in (f"{named.said} {named.description}" if is_title_known else self._said(entity))

    def _agrees(self, entity: Entity, named: NamedEntity) -> bool:
        """Return whether the contexts of both share a message, a role or a rare word."""
        if self.shares_source(entity, named.sources):
            return True
        other_said = self._said(entity)
        roles = roles_of(named.name, named.said) | described_roles(named.description)
        known = described_roles(entity.description).union(*(roles_of(name, other_said) for name in _names(entity)))
        if roles & known:
            return True
        asked, names = set(terms(named.name)), set(terms(" ".join(_names(entity))))
        if (more := asked - names) and asked & names and more <= set(terms(other_said)):  # "Leipzig, Germany"
            return True
        own = asked | names
        return bool((_telling(named.said) & _telling(other_said)) - own)

    def _conflicts(self, entity: Entity, named: NamedEntity) -> bool:
        """Return whether both have unlike values of what one has one of at a time, as is known or told beside it."""
        context, claims = self._contexts.get(entity.id), self._claims.get(lookup_key(named.name), {})
        told = (self._claims.get(key, {}) for key in entity_keys(entity) if key != lookup_key(named.name))
        return any(
            known[matter].isdisjoint(values)
            for known in (context.values if context else {}, *told)
            for matter, values in claims.items()
            if matter in known
        )

    def _may_be(self, entity: Entity, named: NamedEntity) -> bool:
        return (
            self.fits(entity, named.type, named)
            and not contradict(NameSet((named.name, *named.aliases), named.type), name_set_of(entity))
            and not self.keeps_apart(entity, named)
        )

    def _names_agree(self, named: NamedEntity, entity: Entity) -> bool:
        if match_names(NameSet((named.name, *named.aliases), named.type), name_set_of(entity)):
            return True
        key = entity_key(named.name)
        return any(
            initials(key) == known or initials(known) == key or set(terms(key)) & set(terms(known))
            for known in map(entity_key, _names(entity))
        )

    def _text_agrees(self, named: NamedEntity, entity: Entity) -> bool:
        said = named.said.casefold()
        return named.name.casefold() in said and any(name.casefold() in said for name in _names(entity))

    def _said(self, entity: Entity) -> str:
        context = self._contexts.get(entity.id)
        parts = ([context.said] if context else []) + ([entity.description] if entity.description else [])
        return "\n".join(parts)


def _names(entity: Entity) -> tuple[str, ...]:
    return (entity.name, *entity.aliases)


def _spelling_tells_nothing(named: NamedEntity, entity: Entity) -> bool:
    """Return whether things of one type have names of which those of one are in a script that puts no spaces."""
    if is_self(entity) or entity.type != named.type or entity.type in (GENERIC, VALUE):
        return False
    scripts = [{is_wide(name) for name in names} for names in ((named.name, *named.aliases), _names(entity))]
    return all(len(each) == 1 for each in scripts) and scripts[0] != scripts[1]


def _spelt(name: str, roles: frozenset[str]) -> str:
    mine = language_of(DEFAULT_LANGUAGE).pronouns.mine  # roles are named in it
    return "; ".join(f"{mine} {role} {name}" for role in roles)


_PROPER = re.compile(r"(?<![.!?:\n] )(?<!^)\b[A-Z][\w'’\-]{2,}")
_IS_HAN = re.compile(f"[{HAN}]")


@lru_cache(maxsize=2048)
def _telling(said: str) -> frozenset[str]:
    """Return the stemmed words that tell a text's topic: names, Chinese words, long words."""
    proper = set(terms(" ".join(_PROPER.findall(said))))
    return frozenset(t for t in terms(said) if t in proper or len(t) > 5 or (_IS_HAN.match(t) and len(t) > 1))
