"""Find what is told about an entity: by its node, by values that name it, and of what is to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from memary.api.core import MemoryCore
from memary.facts.identity import is_self
from memary.filters import Compare
from memary.languages.terms import query_terms
from memary.queries import EntityQuery, FactQuery, SearchQuery, View
from memary.retrieval.facts.entity_links import name_keys
from memary.text import entity_key
from memary.text.names.occurrence import between_scripts, says_name
from memary.types import VALUE, Entity, Fact, Scope, Subgraph, utc_now

_FOUND = 200
"""Of the facts that hold the words of a name, how many are looked at."""

_MOST = 100
"""How many facts about values that name an entity, and of what is to come, are drawn around it."""


async def ids_about(core: MemoryCore, scope: Scope, name: str) -> list[str]:
    """Return the ids of the entities of a name or alias, and of the values that name one of them.

    "Bootcamp at Codeworks" is a value, and tells of Codeworks all the same.

    Raises:
        NotFoundError: there is no entity of that name.
    """
    entities = await core.entities_named(scope, name)
    return [*(one.id for one in entities), *await _values_naming(core, scope, entities)]


async def with_what_names(core: MemoryCore, scope: Scope, found: Subgraph, view: View) -> Subgraph:
    """Return a graph with facts about values that name the entities it lies around, and those that are to begin.

    Where none of all these holds now or later, it has what was so, with its end.
    """
    around = await core.store.read(EntityQuery(scope, ids=found.seeds)) if found.seeds else []
    facts: list[Fact] = []
    if values := await _values_naming(core, scope, around):
        facts += await core.store.read(FactQuery(scope, object_ids=values, newest_first=True, limit=_MOST, view=view))
    if view.is_of_now and found.seeds:
        ahead = replace(view, ahead=True).narrowed(Compare("valid_at", "gt", (utc_now(),)))
        ids = [*found.seeds, *values]
        facts += await core.store.read(FactQuery(scope, entity_ids=ids, newest_first=True, limit=_MOST, view=ahead))
    if view.is_of_now and found.seeds and not (found.facts or facts):
        once = replace(view, true_at=None)
        past = FactQuery(scope, entity_ids=found.seeds, newest_first=True, limit=_MOST, view=once)
        facts += [fact for fact in await core.store.read(past) if fact.valid_at < fact.invalid_at]
    more = {fact.id: fact for fact in facts if fact.id not in found.hops}
    ends = {end for fact in more.values() for end in (fact.subject_id, fact.object_id)} - set(found.entities)
    entities = await core.store.read(EntityQuery(scope, ids=ends)) if ends else []
    return replace(
        found,
        entities={**found.entities, **{one.id: one for one in entities}},
        facts=(*found.facts, *more.values()),
        hops={**found.hops, **dict.fromkeys(more, 1)},
    )


async def _values_naming(core: MemoryCore, scope: Scope, entities: Sequence[Entity]) -> list[str]:
    """Return the ids of the values whose words name one of some entities; whoever speaks is named by too many."""
    names = [name for one in entities if not is_self(one) and one.type != VALUE for name in (one.name, *one.aliases)]
    words = query_terms(" ".join(map(entity_key, names)))
    if not words:
        return []
    found = await core.store.read(SearchQuery(scope, Fact, terms=words, limit=_FOUND))
    own = {one.id for one in entities}
    told = {one.record.object_id: one.record.object for one in found if own.isdisjoint({one.record.object_id})}
    longer = await _other_names(core, scope, told.values(), own)
    naming = [id_ for id_, words in told.items() if any(says_name(words, name, longer=longer) for name in names)]
    values = await core.store.read(EntityQuery(scope, ids=naming)) if naming else []
    return [one.id for one in values if one.type == VALUE]


async def _other_names(core: MemoryCore, scope: Scope, told: Iterable[str], own: Set[str]) -> set[str]:
    """Return the names of other entities in some values: what is told of Tom Ashby is not told of another Tom."""
    keys = {key for words in told for key in name_keys(between_scripts(words))}
    known = await core.store.read(EntityQuery(scope, keys=keys)) if keys else []
    others = (one for one in known if one.id not in own and one.type != VALUE)
    return {name for one in others for name in (one.name, *one.aliases)}
