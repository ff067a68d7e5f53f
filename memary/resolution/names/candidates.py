"""Read the nodes that an unknown name may mean: by other forms, by words, by meaning.

A name that is known costs nothing here. For the others there is one look-up by keys and one text search together,
and, with an embedding model, a vector search each. What is read is only held against the names; `matching` decides.
The names are embedded together with what is likely to be written, so that a step makes one call for all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

from memary.errors import ModelError
from memary.facts.identity import SELF_KEY, is_self, lookup_key
from memary.languages import languages
from memary.models.base import Embedder
from memary.queries import EntityQuery, FactQuery, SearchQuery
from memary.resolution.proposals import NamedEntity, Proposals, ProposedFact
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.text import entity_keys, terms
from memary.text.names.forms import looked_up_as
from memary.text.record_text import entity_text
from memary.types import VALUE, Embedding, Entity, Fact, Scope

_BY_WORDS = 40
_BY_MEANING = 3
_MOST_NAMES = 24
"""How many unknown names of one step are looked up by meaning."""

_MOST_PEOPLE = 1000
"""How many entities are read to find whom a short form means that no index knows, as 王老师."""

_MOST_FACTS = 200

Near = Mapping[str, Sequence[tuple[str, float]]]


@dataclass(frozen=True, slots=True)
class NamedNodes:
    """The nodes that the names of proposals may mean, as far as names tell it.

    Attributes:
        known: the nodes that bear one of them.
        unknown: the names that none of these bears, by key.
        beside: further nodes that unknown names may mean by other forms or words, and those told by their ids.
    """

    known: Sequence[Entity]
    unknown: Mapping[str, str]
    beside: Sequence[Entity]


async def by_names(reads: Reads, scope: Scope, given: Proposals, keys: Collection[str]) -> NamedNodes:
    """Read the nodes that the names of proposals may mean, of which these are the keys."""
    named, known = given.entities, await reads.read(EntityQuery(scope, keys=keys))
    bearers = {key for e in known for key in ((e.key, SELF_KEY) if e.type == "person" else entity_keys(e))}
    names = {n.name for n in named if n.type != VALUE} | {name for f in given.facts for name in (f.subject, f.object)}
    unknown = {key: name for name in sorted(names) if (key := lookup_key(name)) not in bearers and len(name) < 80}
    unknown.pop(SELF_KEY, None)
    told = {entity.same_as for entity in named if entity.same_as} - {entity.id for entity in known}
    beside = await _beside(reads, scope, told, unknown) if told or unknown else []
    return NamedNodes(known, unknown, _further(beside, known))


class Candidates:
    """Finds nodes beside those of a name's own key."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

    def are_told_by_meaning(self, names: NamedNodes) -> bool:
        """Return whether nodes are looked for by what unknown names mean.

        The built-in embedder knows spellings and no meaning, so it is not asked.
        """
        return self._embedder.spec.knows_meaning and 0 < len(names.unknown) <= _MOST_NAMES

    async def beside(
        self, scope: Scope, given: Proposals, names: NamedNodes, vectors: dict[str, Embedding]
    ) -> tuple[list[Entity], Near]:
        """Return further nodes that names may mean, and which of all are near in meaning.

        Vectors that are made for it go into `vectors`, with those of the sentences and new entities.
        """
        found = [*names.beside]
        coming = _texts_to_come(given.entities, given.facts, names.unknown)
        near = await self._near(scope, names.unknown, coming, vectors, found)
        return _further(found, names.known), near

    async def _near(
        self,
        scope: Scope,
        unknown: Mapping[str, str],
        coming: Sequence[str],
        vectors: dict[str, Embedding],
        found: list[Entity],
    ) -> Near:
        missing = [text for text in dict.fromkeys((*unknown.values(), *coming)) if text not in vectors]
        try:
            vectors.update(zip(missing, await self._embedder.embed(missing), strict=True))
        except ModelError:
            return {}
        near: dict[str, list[tuple[str, float]]] = {}
        for key, name in unknown.items():
            hits = await self._store.read(SearchQuery(scope, Entity, vector=vectors[name], limit=_BY_MEANING))
            found += [hit.record for hit in hits]
            scored = [(hit.record.id, hit.vector) for hit in hits if hit.vector is not None]
            near[key] = sorted(scored, key=lambda one: -one[1])
        return near


def _further(found: Sequence[Entity], known: Sequence[Entity]) -> list[Entity]:
    """Return the nodes found beside the known ones, each once."""
    ids = {entity.id for entity in known}
    return [entity for entity in {one.id: one for one in found}.values() if entity.id not in ids]


async def _beside(reads: Reads, scope: Scope, told: Set[str], unknown: Mapping[str, str]) -> list[Entity]:
    """Read the nodes given by their ids, and those that unknown names may mean by forms or words."""
    found = await reads.read(EntityQuery(scope, ids=told)) if told else []
    if unknown:
        found += await reads.read(EntityQuery(scope, keys={form for key in unknown for form in looked_up_as(key)}))
        words = terms(" ".join(unknown))
        by_words = await reads.read(SearchQuery(scope, Entity, terms=words, limit=_BY_WORDS)) if words else []
        found += [candidate.record for candidate in by_words]
        if any(pack.names.called(key) for pack in languages() for key in unknown):
            found += await reads.read(EntityQuery(scope, limit=_MOST_PEOPLE))
    return found


async def facts_about(store: Reads, scope: Scope, known: Sequence[Entity], beside: Sequence[Entity]) -> list[Fact]:
    """Read what is said of the nodes that may be meant, each group by itself.

    The user has facts without end.
    """
    user = {entity.id for entity in known if is_self(entity)}
    groups = ([e.id for e in known if e.id not in user], [e.id for e in beside if e.id not in user])
    found: list[Fact] = []
    for ids in groups:
        if ids:
            found += await store.read(FactQuery(scope, entity_ids=ids, newest_first=True, limit=_MOST_FACTS))
    return found


def _texts_to_come(
    named: Sequence[NamedEntity], facts: Sequence[ProposedFact], unknown: Mapping[str, str]
) -> list[str]:
    """Return the texts to embed if the unknown names turn out to be new, and those of the facts."""
    described = [entity_text(e.name, e.type, e.description) for e in named if lookup_key(e.name) in unknown]
    return described + [fact.statement for fact in facts if fact.op in ("ADD", "UPDATE")]
