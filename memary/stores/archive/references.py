"""Check what the records of an export name: it is among them, or in the memory they come to."""

from __future__ import annotations

from memary.queries import EntityQuery, FactQuery, MessageQuery, in_pages
from memary.stores.records import ground_ids
from memary.stores.store import Store
from memary.types import Entity, Fact, Mention, Message, Record, Scope


class References:
    """The ids that records have, and those that they name, with the line of the first that does."""

    def __init__(self) -> None:
        self._entities: set[str] = set()
        self._sources: set[str] = set()
        self._named_entities: dict[str, int] = {}
        self._named_sources: dict[str, int] = {}

    @property
    def held(self) -> set[str]:
        """Return the ids of all messages, entities and facts."""
        return self._entities | self._sources

    def note(self, record: Record, line: int) -> None:
        """Note what a record is, and what it names."""
        entities, sources = _named_by(record)
        for id_ in entities:
            self._named_entities.setdefault(id_, line)
        for id_ in sources:
            self._named_sources.setdefault(id_, line)
        if isinstance(record, Entity):
            self._entities.add(record.id)
        elif isinstance(record, Message | Fact):
            self._sources.add(record.id)

    async def loose(self, store: Store, user_id: str) -> tuple[int, str] | None:
        """Return the first line that names what is neither here nor in a user's memory, and the id.

        It is None where there is no such line.
        """
        scope = Scope(user_id=user_id)
        entities = {id_: line for id_, line in self._named_entities.items() if id_ not in self._entities}
        sources = {id_: line for id_, line in self._named_sources.items() if id_ not in self._sources}
        for ids in in_pages(entities):
            for entity in await store.read(EntityQuery(scope, ids=ids)):
                entities.pop(entity.id)
        for ids in in_pages(sources):
            for found in (
                *await store.read(MessageQuery(scope, ids=ids)),
                *await store.read(FactQuery(scope, ids=ids)),
            ):
                sources.pop(found.id, None)
        return min(((line, id_) for named in (entities, sources) for id_, line in named.items()), default=None)


def _named_by(record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the entities, and of the messages and facts, that a record names."""
    match record:
        case Mention():
            return (record.entity_id,), (record.source_id,)
        case Fact():
            return (record.subject_id, record.object_id), (
                *record.source_ids,
                *record.supersedes,
                *record.conflicts_with,
                *ground_ids(record),
                *(id_ for ground in record.rests_on for id_ in ground.source_ids),
            )
        case _:
            return (), ()
