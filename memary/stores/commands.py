"""Define the commands that a `Store` gives its database: writes, and small reads of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from memary.queries import Query
from memary.stores.base import StoredRecord, Unembedded
from memary.types import Batch, Embedding, GraphDelta, HeldPart, Message, MessageState, StoreStats, UsageRow, utc_now
from memary.types.spaces import SpaceRole

T = TypeVar("T")


class Command(Generic[T]):
    """A write in one transaction, which returns a `T`; the methods of `Store` say what each does."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Append(Command[list[Message]]):
    """See `Store.append`."""

    messages: Sequence[Message]
    embeddings: Mapping[str, Embedding]
    due_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Command[Batch | None]):
    """The oldest pending messages of one session, to be leased to a worker.

    Attributes:
        worker_id: the worker.
        now: the time.
        lease: for how long.
        limit: most messages.
        user_id: only this user's.
        ignore_due: messages that are not due yet, too.
        skip: users to pass over.
    """

    worker_id: str
    now: datetime
    lease: timedelta
    limit: int
    user_id: str | None = None
    ignore_due: bool = False
    skip: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Renew(Command[None]):
    """See `Store.renew`."""

    batch: Batch
    until: datetime


@dataclass(frozen=True, slots=True)
class Release(Command[None]):
    """See `Store.release`."""

    batch: Batch
    _: KW_ONLY
    state: MessageState
    error: str | None
    due_at: datetime | None
    count_attempt: bool


@dataclass(frozen=True, slots=True)
class Requeue(Command[int]):
    """See `Store.requeue`."""

    user_id: str | None
    states: Collection[MessageState]
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Apply(Command[None]):
    """See `Store.apply`."""

    delta: GraphDelta


@dataclass(frozen=True, slots=True)
class RecordUsage(Command[None]):
    """See `Store.record_usage`."""

    rows: Sequence[UsageRow]


@dataclass(frozen=True, slots=True)
class MakeSpace(Command[None]):
    """See `Store.make_space`."""

    space_id: str
    name: str
    owner: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RenameSpace(Command[None]):
    """See `Store.rename_space`."""

    space_id: str
    name: str


@dataclass(frozen=True, slots=True)
class PutGrant(Command[None]):
    """See `Store.grant`."""

    space_id: str
    member: str
    role: SpaceRole | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Join(Command[None]):
    """See `Store.join`."""

    space_id: str
    member: str


@dataclass(frozen=True, slots=True)
class ForgetUser(Command[StoreStats]):
    """See `Store.forget_user`."""

    user_id: str


@dataclass(frozen=True, slots=True)
class Load(Command[int]):
    """See `Store.load`."""

    records: Sequence[StoredRecord]
    due_at: datetime


@dataclass(frozen=True, slots=True)
class PutEmbeddings(Command[None]):
    """See `Store.put_embeddings`."""

    user_id: str
    embeddings: Mapping[str, Embedding]


@dataclass(frozen=True, slots=True)
class UserQuery(Query[list[str]]):
    """See `Store.users`."""

    user_id: str | None = None


@dataclass(frozen=True, slots=True)
class StatsQuery(Query[StoreStats]):
    """See `Store.stats`; facts are current at a time."""

    user_id: str | None
    at: datetime = field(default_factory=utc_now)


@dataclass(frozen=True, slots=True)
class DueQuery(Query[datetime | None]):
    """See `Store.next_due`."""

    user_id: str | None


@dataclass(frozen=True, slots=True)
class HeldQuery(Query[list[HeldPart]]):
    """See `Store.held`."""

    user_id: str | None
    over_at: datetime | None


@dataclass(frozen=True, slots=True)
class UnembeddedQuery(Query[list[Unembedded]]):
    """See `Store.unembedded`."""

    limit: int
