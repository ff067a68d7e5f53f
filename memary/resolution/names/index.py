"""Find the nodes whose names may be like a given one without comparing it with all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from memary.facts.identity import SELF_KEY
from memary.languages.scripts import is_wide
from memary.resolution.names.match import NameSet
from memary.text import entity_key, terms
from memary.text.names.forms import initials, looked_up_as
from memary.types import Entity

_COMMON = 100
"""A mark that so many nodes bear says nothing: names are not compared for it."""


class NameIndex:
    """Entities by the marks of their names: words, further forms, initials, Chinese characters.

    What `memary.resolution.names.match` finds alike shares a mark, but for slips of spelling.
    """

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        self._entities: dict[str, Entity] = {}
        self._bearers: dict[str, set[str]] = defaultdict(set)
        self._marked: dict[str, NameSet] = {}
        for entity in entities:
            self.put(entity)

    def put(self, entity: Entity) -> None:
        """Add an entity, or take note of what changed about it."""
        self._entities[entity.id] = entity
        naming = name_set_of(entity)
        if self._marked.get(entity.id) != naming:
            self._marked[entity.id] = naming
            for mark in _marks(naming):
                self._bearers[mark].add(entity.id)

    def near(self, naming: NameSet) -> list[Entity]:
        """Return the entities that share a telling mark with these names, by id."""
        groups = (self._bearers.get(mark, ()) for mark in _marks(naming))
        ids = {id_ for bearers in groups if len(bearers) <= _COMMON for id_ in bearers}
        return [self._entities[id_] for id_ in sorted(ids)]


def name_set_of(entity: Entity) -> NameSet:
    """Return what a node is called; that the user is "User" is no name."""
    names = (name for name in (entity.name, *entity.aliases) if entity_key(name) != SELF_KEY)
    return NameSet(tuple(names), entity.type)


def _marks(naming: NameSet) -> set[str]:
    found: set[str] = set()
    for name in naming.names:
        key = entity_key(name)
        found |= {key, *looked_up_as(key), *terms(name), initials(key), *(key if is_wide(key) else ())}
    return found - {""}
