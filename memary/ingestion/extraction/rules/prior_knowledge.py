"""Hold what rules see besides the messages that they read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from memary.facts.identity import is_self, lookup_key
from memary.text import entity_key
from memary.text.names.respellings import respellings
from memary.types import GENERIC, Entity, Fact, Message


@dataclass(frozen=True, slots=True)
class PriorKnowledge:
    """What was said before the messages, and what the graph holds already.

    Nobody told since when the facts with `undated` ids are true.
    """

    earlier: Sequence[Message] = ()
    facts: Sequence[Fact] = ()
    entities: Sequence[Entity] = ()
    undated: Collection[str] = ()

    @property
    def names(self) -> list[str]:
        """All names of the entities."""
        return [name for entity in self.entities for name in (entity.name, *entity.aliases)]

    @property
    def types(self) -> dict[str, str]:
        """The types of the entities that have one, by the keys of their names."""
        typed = [entity for entity in self.entities if entity.type != GENERIC]
        return {entity_key(name): entity.type for entity in typed for name in (entity.name, *entity.aliases)}

    def misspelt(self, name: str) -> bool:
        """Return whether a name is of nobody who is known, and one slip away from that of one who is."""
        told = (*self.names, *(end for fact in self.facts for end in (fact.subject, fact.object)))
        keys = set(map(entity_key, told))
        return entity_key(name) not in keys and not keys.isdisjoint(respellings(name))

    def told_of(self, speakers: Iterable[str]) -> list[Fact]:
        """Return the facts, those about speakers by the names by which they speak now, and not as once stated."""
        names: dict[str, str] = {}
        for speaker in speakers:
            key = lookup_key(speaker)
            called = [one for one in self.entities if key in map(entity_key, (one.name, *one.aliases))]
            meant = [one for one in called if is_self(one)] or called
            if len(meant) == 1:
                names.setdefault(meant[0].id, speaker)
        return [
            fact.model_copy(update={"subject": names[fact.subject_id]}) if fact.subject_id in names else fact
            for fact in self.facts
        ]


NO_KNOWLEDGE = PriorKnowledge()
"""Nothing was said before, and the graph is empty."""
