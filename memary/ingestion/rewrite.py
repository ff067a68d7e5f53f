"""Steps that change what is in the graph already: read, plan, apply, until no other writer came between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import anyio

from memary.errors import ModelError, RevisionConflictError
from memary.llm.base import Embedder
from memary.memory.ledger import Held
from memary.memory.places import WITHIN, is_of_place
from memary.memory.predicates import Predicates
from memary.stores.base import GraphStore
from memary.text import embedding_text
from memary.types import Embedding, Entity, Fact, Scope

T = TypeVar("T")

_ATTEMPTS = 50


async def until_written(step: Callable[[], Awaitable[T]]) -> T:
    """Repeat a step that reads, plans and applies as long as another writer comes between.

    Raises:
        RevisionConflictError: others kept writing all the time; nothing was written.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return await step()
        except RevisionConflictError:
            if attempt == _ATTEMPTS - 1:
                raise
        await anyio.sleep(0.002 * attempt)
    raise AssertionError("unreachable: the last attempt returns or raises")


async def facts_between_places(
    store: GraphStore, scope: Scope, facts: Iterable[Fact], predicates: Predicates
) -> list[Fact]:
    """Read which of the places that facts name lie in others."""
    places = sorted({fact.object_id for fact in facts if is_of_place(fact, predicates)})
    return await store.facts(scope, entity_ids=places, predicates=WITHIN) if len(places) > 1 else []


async def vectors_of(embedder: Embedder, entities: Iterable[Entity], known: Iterable[Held]) -> dict[str, Embedding]:
    """Embed entities that are not known or read differently now; a model that is down leaves it to the worker.

    Facts keep their sentence in such steps, and with it their vector.
    """
    texts = {entity.id: embedding_text(entity) for entity in known if isinstance(entity, Entity)}
    changed = [entity for entity in entities if texts.get(entity.id) != embedding_text(entity)]
    if not changed:
        return {}
    try:
        vectors = await embedder.embed([embedding_text(entity) for entity in changed])
    except ModelError:
        return {}
    return {entity.id: vector for entity, vector in zip(changed, vectors, strict=True)}
