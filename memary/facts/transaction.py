"""Repeat a change of the graph until no other writer came between: read, plan, embed, apply.

All steps that change the graph share it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import anyio

from memary.errors import ModelError, RevisionConflictError
from memary.facts.ledger import GraphRecord
from memary.facts.places import is_of_place, within
from memary.facts.predicates import Predicates
from memary.models.base import Embedder
from memary.queries import FactQuery
from memary.stores.store import Store
from memary.text import embedding_text
from memary.types import Embedding, Entity, Fact, Mention, Scope

T = TypeVar("T")

_ATTEMPTS = 50


async def retry_on_conflict(step: Callable[[], Awaitable[T]]) -> T:
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
    store: Store, scope: Scope, facts: Iterable[Fact], predicates: Predicates
) -> list[Fact]:
    """Read which of the places that facts name lie in others."""
    places = sorted({fact.object_id for fact in facts if is_of_place(fact, predicates)})
    return await store.read(FactQuery(scope, entity_ids=places, predicates=within())) if len(places) > 1 else []


async def vectors_of(
    embedder: Embedder,
    records: Iterable[Entity | Fact],
    known: Iterable[GraphRecord],
    *,
    made: dict[str, Embedding] | None = None,
) -> dict[str, Embedding]:
    """Embed records that are not known or read differently now, in one call; return their vectors by id.

    A model that is down does not hold the graph up: the worker fills in what is missing.

    Args:
        embedder: embeds.
        records: as they are to be written.
        known: as they are stored.
        made: vectors by text that were made before; the new ones go there too.
    """
    stored = {record.id: embedding_text(record) for record in known if not isinstance(record, Mention)}
    texts = {record.id: text for record in records if stored.get(record.id) != (text := embedding_text(record))}
    vectors: dict[str, Embedding] = {} if made is None else made
    missing = [text for text in dict.fromkeys(texts.values()) if text not in vectors]
    if missing:
        try:
            vectors.update(zip(missing, await embedder.embed(missing), strict=True))
        except ModelError:
            return {}
    return {id_: vectors[text] for id_, text in texts.items()}
