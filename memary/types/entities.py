"""Define the nodes of the graph, and the memory stream that tells when each came up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import Field

from memary.types.record import Record, RecordId, ScopeName, Time, new_id

GENERIC = "thing"
"""The type of an entity of which no more is known; it goes with every other."""

TOPIC = "topic"
"""The type of what is talked about and is neither somebody nor something of its own: jazz, muscle soreness."""

VALUE = "value"
"""The type of what facts are about that is no node: a date, a number, a clause. It is stored, so that facts about the
same words are known to be, and becomes a node where it is named or shared. No list, graph, search or count shows it,
and it does not come up in the memory stream: the fact tells it."""


class Entity(Record):
    """A node of the graph: a person, a place, a thing, a topic."""

    id: RecordId = Field(default_factory=new_id)
    user_id: ScopeName
    name: str  # as written
    key: str  # normalised, see memary.languages.keys
    type: str = GENERIC
    categories: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    description: str = ""
    created_at: Time

    def __str__(self) -> str:
        return self.name


class Mention(Record):
    """One entry of the memory stream: this entity came up there, then.

    `source_id` is the message; for a fact that a caller gave without a message, it is the fact.
    """

    user_id: ScopeName
    entity_id: str
    source_id: str
    at: Time


@dataclass(frozen=True, slots=True)
class EntityCount:
    """How often an entity came up, and when first and last."""

    entity: Entity
    count: int
    first_at: datetime
    last_at: datetime
