"""Link a question to entities of the graph: by name and alias, by words of names, by meaning."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal

from memary.facts.identity import SELF_KEY, SELF_NAME, is_self, lookup_key, lookup_keys
from memary.languages import any_of
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN, MIDDLE_DOTS, is_wide
from memary.languages.terms import query_terms, term_set
from memary.queries import Candidate, EntityQuery, FactQuery, SearchQuery, View
from memary.stores.snapshot import Reads, together
from memary.text import entity_key, entity_keys
from memary.text.names.forms import all_sounds_of
from memary.types import FOREVER, Embedding, Entity, Scope

MAX_SEEDS = 5
"""Most entities that one question is about."""

VECTOR_THRESHOLD = 0.7
"""Cosine from which an entity is linked by meaning alone."""

_WORDS_PER_NAME = 4
_CHARS_PER_NAME = 8
_WORD = re.compile(r"[^\W_]+(?:[’'.-][^\W_]+)*[’']?")
_NUMBER = re.compile(r"(?<![^\W_])\d+(?:\.\d+)*(?![^\W_])")
_possessed = any_of(lambda language: language.pronouns.possessed)
_HAN_RUN = pattern(f"[{HAN}{MIDDLE_DOTS}]+")


LinkedBy = Literal["name", "words", "meaning", "synonym", "description"]


@dataclass(frozen=True, slots=True)
class Link:
    """An entity that a question is about, and by what that was seen."""

    entity: Entity
    by: LinkedBy

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the entity is called, its main name first."""
        return self.entity.name, *self.entity.aliases


async def link(
    store: Reads,
    scope: Scope,
    query: str,
    *,
    vector: Embedding | None,
    known_at: datetime = FOREVER,
    limit: int = MAX_SEEDS,
) -> list[Link]:
    """Return the entities a question names or means, the surest first; none is not an error."""
    view = View(known_at=known_at)
    words = query_terms(query)
    asked = SearchQuery(scope, Entity, terms=words, vector=vector, limit=4 * limit, least=VECTOR_THRESHOLD, view=view)
    keys, user_id = name_keys(query), _user_id_in(query, scope.user_id)
    by_name = store.read(EntityQuery(scope, keys=keys | {SELF_KEY} if user_id else keys, view=view))
    exact, found = await together(store, by_name, store.read(asked))
    if user_id and SELF_KEY not in keys:
        exact = await _with_user_called(user_id, exact, store, scope, view)
    links = [Link(entity, "name") for entity in _by_length(exact, query)][:limit]
    known = {one.entity.id for one in links}
    links += [one for one in _loosely(found, words, query) if one.entity.id not in known]
    return links[:limit]


def _user_id_in(query: str, user_id: str) -> str | None:
    """Return the id of the user as a question writes it, if it is written there as a name is."""
    wanted = entity_key(user_id)
    written = (_possessed().sub("", word) for word in _WORD.findall(query)) if wanted else ()
    return next((word for word in written if word[:1].isupper() and entity_key(word) == wanted), None)


async def _with_user_called(
    name: str, entities: Sequence[Entity], store: Reads, scope: Scope, view: View
) -> list[Entity]:
    """Return entities without the user, unless nothing is known of another who is called so: then the user is.

    It is the name of a user who has told none.
    """
    key = entity_key(name)
    others = [one for one in entities if SELF_KEY not in entity_keys(one)]
    called = [one.id for one in others if key in entity_keys(one)]
    if called and await store.read(FactQuery(scope, entity_ids=called, limit=1, view=view)):
        return others
    users = (one for one in entities if SELF_KEY in entity_keys(one))
    return [*(one for one in others if one.id not in called), *(_called(name, one) for one in users)]


def _called(name: str, user: Entity) -> Entity:
    if user.name == SELF_NAME:
        return user.model_copy(update={"name": name, "aliases": (*user.aliases, SELF_NAME)})
    return user.model_copy(update={"aliases": (*user.aliases, name)})


async def link_synonyms(
    store: Reads, scope: Scope, names: Sequence[str], *, but: Sequence[Link], known_at: datetime = FOREVER
) -> list[Link]:
    """Return the entities of names that a model gave, in their order, without those linked already."""
    places = reversed([*enumerate(names)])
    keys = {key: place for place, name in places for key in (lookup_key(name), entity_key(name))}
    found = await store.read(EntityQuery(scope, keys=keys, view=View(known_at=known_at))) if keys else []
    known = {one.entity.id for one in but}

    def place(entity: Entity) -> tuple[int, str]:
        return min((keys[key] for key in entity_keys(entity) if key in keys), default=len(names)), entity.name

    return [Link(one, "synonym") for one in sorted(found, key=place) if one.id not in known][:MAX_SEEDS]


def names_unsaid(links: Sequence[Link], query: str) -> list[str]:
    """Return how those are called whom a question means without these words.

    That is how those whom it names are called in the other script, and whom it only describes.
    """
    asked, found = entity_key(query), [one.entity.name for one in links if one.by == "description"]
    for one in (one for one in links if one.by == "name" and not is_self(one.entity)):
        written = {is_wide(name) for name in one.names if entity_key(name) in asked}
        written = written or {not is_wide(one.entity.name)}  # named by how it sounds
        found += [name for name in one.names if is_wide(name) not in written] if len(written) == 1 else []
    return found


@lru_cache(maxsize=64)  # the last messages come before the next
def name_keys(query: str) -> frozenset[str]:
    """Return the keys under which names in a question would be found.

    Its short runs of words or characters, and how they sound. Words are taken without their punctuation and with it
    ("AC/DC", "C++"), without a possessive, and without the Chinese characters that they touch.
    """
    possessed = _possessed()
    plain = [possessed.sub("", word) for word in _WORD.findall(query)]
    parts = {" ".join(plain[start:end]) for start, end in _runs(len(plain), _WORDS_PER_NAME)}
    han = _HAN_RUN.findall(query)
    for words in (query.split(), _HAN_RUN.sub(" ", query).split() if han else plain):
        if words != plain:
            parts |= {" ".join(words[start:end]) for start, end in _runs(len(words), _WORDS_PER_NAME)}
    for run in han:
        parts |= {run[start:end] for start, end in _runs(len(run), _CHARS_PER_NAME)}
    keys = lookup_keys(parts) - {""}
    return keys | all_sounds_of(keys)


def _runs(length: int, longest: int) -> Iterator[tuple[int, int]]:
    """Give start and end of every run of up to `longest` items."""
    for start in range(length):
        for end in range(start + 1, min(start + longest, length) + 1):
            yield start, end


def _by_length(entities: Sequence[Entity], query: str) -> list[Entity]:
    """Sort entities by the length of their name, "New York" before "York".

    The user, meant by "I", comes last.
    """
    asked = entity_key(query)

    def weight(entity: Entity) -> tuple[int, int, str]:
        keys = entity_keys(entity)
        longest = max((len(key) for key in keys if key in asked), default=0)
        return (SELF_KEY in keys, -longest, entity.name)

    return sorted(entities, key=weight)


def _loosely(found: Sequence[Candidate[Entity]], words: Sequence[str], query: str) -> list[Link]:
    asked, written = set(words), frozenset(_WORD.findall(query))
    by_words = [
        Link(candidate.record, "words")
        for candidate in sorted(found, key=lambda c: (-(c.text or 0.0), c.record.name))
        if candidate.text is not None and (_covers(candidate.record, asked) or _is_written(candidate.record, written))
    ]
    by_meaning = [
        Link(candidate.record, "meaning")
        for candidate in sorted(found, key=lambda c: (-(c.vector or 0.0), c.record.name))
        if candidate.vector is not None and candidate.vector >= VECTOR_THRESHOLD
    ]
    seen = {one.entity.id for one in by_words}
    return by_words + [one for one in by_meaning if one.entity.id not in seen]


def _covers(entity: Entity, asked: set[str]) -> bool:
    """Return whether at least half of one of the entity's names is in the question."""
    names = map(term_set, (entity.name, *entity.aliases))
    return any(name and 2 * len(name & asked) >= len(name) for name in names)


def _is_written(entity: Entity, words: Collection[str]) -> bool:
    """Return whether a question writes the name of an entity but for its numbers: Go of "Go 1.23"."""
    parts = _WORD.findall(_NUMBER.sub(" ", entity.name))
    return bool(parts) and parts[0][:1].isupper() and all(part in words for part in parts)
