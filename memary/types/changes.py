"""Define what changes a memory: rows of the ledger, batches awaiting extraction, deltas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from memary.types.entities import Entity, Mention
from memary.types.facts import Fact
from memary.types.messages import Message, Summary
from memary.types.record import Embedding, Record, ScopeName, Time, new_id


class Action(StrEnum):
    """What an operation did."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    NONE = "NONE"
    MERGE = "MERGE"
    DISTINCT = "DISTINCT"
    FORGET = "FORGET"
    FEEDBACK = "FEEDBACK"


class Operation(Record):
    """A row of the ledger: one decision, with all that it changed, why, by whom, and how it was before.

    `before` and `after` hold whole facts and entities by their id, as JSON, and mentions as a list under "mentions".
    A record in both that is alike was not changed: the decision rested on it. See `memary.facts.ledger`.
    """

    id: str = Field(default_factory=new_id)
    user_id: ScopeName
    at: Time
    actor: str
    action: Action
    target_id: str
    reason: str
    before: dict[str, JsonValue] = Field(default_factory=dict)
    after: dict[str, JsonValue] = Field(default_factory=dict)
    source_ids: tuple[str, ...] = ()


class HeldPart(Record):
    """What one forgetting took, held aside until a time so that it can be restored.

    No read of memory sees it.

    Attributes:
        id: that of the row of the ledger that tells of the forgetting.
        user_id: whose it is.
        at: when it was forgotten.
        until: until when it can be restored.
        actor: who forgot it: the user, or in a space the member.
        about: what was asked for, in words that tell nothing of what was known of it; else "".
        counts: how much went.
        content: what went and what was changed, as JSON; see `memary.forgetting.held_records`.
    """

    id: str
    user_id: ScopeName
    at: Time
    until: Time
    actor: str
    about: str = ""
    counts: dict[str, int]
    content: str


@dataclass(frozen=True, slots=True)
class Batch:
    """The pending messages of one session, oldest first, leased to one worker until `lease_until`."""

    user_id: str
    session_id: str | None
    agent_id: str | None
    worker_id: str
    lease_until: datetime
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class GraphDelta:
    """Everything that one step changes about one user's memory: written as a whole or not at all.

    `revision` is the user's revision that the step was computed from; the write is refused if it has moved on.
    Records replace the stored ones of the same id. `messages` are rewritten: the stored ones of the same id take over
    their text, language, metadata, state, attempts and error, lose any lease on them and, with another text, their
    vector; those of `annotated` take over metadata alone; unknown ones are passed over. `returned` are messages that
    were removed, put back as they were. `held` and `removed_held` are parts held aside. `embeddings` maps ids of
    `messages`, `entities` and `facts` to vectors.
    `settled` are messages whose extraction this step completes, `leased` those that it was read from without
    completing it; all must still be leased to `worker_id`.
    """

    user_id: str
    revision: int
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    operations: tuple[Operation, ...] = ()
    summaries: tuple[Summary, ...] = ()
    messages: tuple[Message, ...] = ()
    annotated: tuple[Message, ...] = ()
    returned: tuple[Message, ...] = ()
    held: tuple[HeldPart, ...] = ()
    embeddings: Mapping[str, Embedding] = field(default_factory=dict[str, bytes])
    settled: tuple[str, ...] = ()
    leased: tuple[str, ...] = ()
    worker_id: str | None = None
    removed_messages: tuple[str, ...] = ()
    removed_entities: tuple[str, ...] = ()
    removed_facts: tuple[str, ...] = ()
    removed_mentions: tuple[tuple[str, str], ...] = ()  # entity and source ids
    removed_operations: tuple[str, ...] = ()
    removed_summaries: tuple[str, ...] = ()  # session ids
    removed_held: tuple[str, ...] = ()

    @property
    def frees_messages(self) -> bool:
        """Whether it takes messages out of a worker's hands: by settling, rewriting or removing them."""
        return bool(self.settled or self.messages or self.removed_messages)

    @property
    def holds_records(self) -> bool:
        """Whether there is anything that it would bring to a user who has nothing."""
        return bool(self.entities or self.facts or self.mentions or self.operations or self.summaries)
