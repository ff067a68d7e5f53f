"""The contract of a store: everything memary needs from a database, and nothing more.

One conformance suite (tests/stores) holds for every implementation. The rules they share:

- Each read names a `Scope` or a user; no row of another user is ever looked at. With an agent or a session in the
  scope, messages are those of it, facts those that a message of it states, mentions those made in it, and entities
  those mentioned in it.
- A read may ask for the past. `When` stands for both clocks: a fact is seen if `Fact.is_visible` says so. `known_at`
  alone leaves out what memary got to know later: messages by `added_at`, facts and entities by `created_at`, mentions
  by their source. A name, alias or description that an entity got later is not left out.
- A write is one transaction: all of it is there afterwards, or nothing.
- `append` and `apply` are safe to repeat: ids are made by the caller and unique per user, a message is recognised by
  its digest. A record that breaks the graph raises `InputError` and nothing of its write stays: a fact or mention of
  an unknown entity, a record of another user, a message id used for another digest.
- A replaced record keeps its vector unless the text that is embedded changed and no new vector comes along.
- What cannot be reached raises `StoreUnavailableError`, a full disk `StoreFullError`; each says what to do.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeVar

from memary.queries import Query
from memary.types import (
    Batch,
    Embedding,
    EmbeddingSpec,
    Entity,
    Fact,
    GraphDelta,
    Mention,
    Message,
    MessageState,
    Operation,
    StoreStats,
    Summary,
    UsageRow,
)

SCHEMA_VERSION = 2
"""The newest schema this code writes; both stores count alike."""

FARTHEST_DUE = timedelta(hours=1)
"""How far ahead a due time is waited for. One that is farther was set by a clock that has gone back since, or waits
for a budget, which is asked again."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as export and import carry it, with its vector where it has one."""

    record: Message | Entity | Fact | Mention | Operation | Summary
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A record that still lacks its vector, with the text to embed."""

    kind: Literal["message", "fact", "entity"]
    user_id: str
    id: str
    text: str


class GraphStore(Protocol):
    """A place that keeps messages, entities, facts, mentions and operations of many users."""

    @property
    def location(self) -> str:
        """Where it is, as a URI without secrets."""
        ...

    async def migrate(self, embedding: EmbeddingSpec) -> None:
        """Bring the database to `SCHEMA_VERSION`, and note which model its vectors come from.

        Safe to call by several processes at once and on an up-to-date database.

        Raises:
            StoreUnavailableError: it cannot be reached or opened.
            SchemaVersionError: it was written by a newer memary.
            EmbeddingMismatchError: its vectors come from another model or have another dimension; the message names
                `memary reindex`. Nothing is changed.
        """
        ...

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Which model the vectors come from; None in a database that was never migrated."""
        ...

    async def aclose(self) -> None:
        """Release connections and files. Safe to call twice."""
        ...

    # -- messages and their queue ---------------------------------------------------------------------------------

    async def append(
        self, messages: Sequence[Message], *, embeddings: Mapping[str, Embedding], due_at: datetime
    ) -> list[Message]:
        """Store messages of one or more users durably, with their text index and vectors.

        A message whose digest the user already has is not stored again, one with another text is refused. Pending
        ones may be claimed from `due_at` on.
        Makes the user if need be. A message without a vector in `embeddings` is stored and listed by `unembedded`.

        Returns:
            One message per given one, in order: the stored one, which is the earlier one for a repeated digest.
        """
        ...

    async def claim(
        self,
        *,
        worker_id: str,
        now: datetime,
        lease: timedelta,
        limit: int,
        user_id: str | None = None,
        ignore_due: bool = False,
        skip: Collection[str] = (),
    ) -> Batch | None:
        """Lease the oldest pending messages of one session to a worker, at most `limit`, oldest first.

        A user with an unexpired lease of another worker is passed over, so that one worker at a time writes a user's
        graph; the holder itself gets the same messages again. Counts an attempt on each message. With `ignore_due`,
        messages that are not due yet are taken too. Users in `skip` are passed over.

        Returns:
            The batch, or None where nothing can be claimed.
        """
        ...

    async def renew(self, batch: Batch, *, until: datetime) -> None:
        """Extend the lease of a batch.

        Raises:
            LeaseLostError: another worker holds it.
        """
        ...

    async def release(
        self,
        batch: Batch,
        *,
        state: MessageState,
        error: str | None = None,
        due_at: datetime | None = None,
        count_attempt: bool = True,
    ) -> None:
        """End the lease without a delta: put its messages into `state`, with the error and the next due time.

        With `count_attempt=False` the attempt counted by `claim` is taken back: an outage is not the message's fault.
        Does nothing if another worker has taken the batch over.
        """
        ...

    async def requeue(self, user_id: str | None, *, states: Collection[MessageState], due_at: datetime) -> int:
        """Make messages in `states` pending again, with no attempts counted, of one user or all; return how many."""
        ...

    async def next_due(self, user_id: str | None = None) -> datetime | None:
        """When the next pending message is due (or its user's lease ends, if later); None if nothing is pending."""
        ...

    # -- the graph ------------------------------------------------------------------------------------------------

    async def revision(self, user_id: str) -> int:
        """The user's revision: 0 for an unknown user, one more after each `apply`."""
        ...

    async def apply(self, delta: GraphDelta) -> None:
        """Write a delta in one transaction, end the lease it settles, and move the user's revision on by one.

        Leases are checked first, then the revision; upserts come before removals.

        Removing a record removes what hangs on it: a message its text, vector and mentions; an entity its facts and
        mentions; a fact the mentions that name it as source. Settled messages become done, their error is cleared.

        Raises:
            RevisionConflictError: the user's graph has another revision than the delta was made from.
            LeaseLostError: a settled message is not leased to `delta.worker_id` any more.
        """
        ...

    # -- reading --------------------------------------------------------------------------------------------------

    async def read(self, query: Query[T]) -> T:
        """Answer a query of `memary.queries`, from one snapshot of the database."""
        ...

    async def users(self) -> list[str]:
        """All users, sorted."""
        ...

    async def stats(self, user_id: str | None = None) -> StoreStats:
        """Row counts, of one user or of all."""
        ...

    # -- what models cost ------------------------------------------------------------------------------------------

    async def record_usage(self, rows: Sequence[UsageRow]) -> None:
        """Add to the usage ledger: rows of the same user, role, model and hour add up, also from several processes.

        What a user cost who is not known is nobody's. The ledger goes with its user and is no part of a dump.
        """
        ...

    # -- forgetting, moving, re-embedding -------------------------------------------------------------------------

    async def forget_user(self, user_id: str) -> StoreStats:
        """Remove everything of a user, the user too; return what there was.

        Raises:
            NotFoundError: there is no such user.
        """
        ...

    async def scrub(self) -> None:
        """Make removed text unrecoverable: compact indexes, free pages and logs as far as the database allows."""
        ...

    def dump(self, user_id: str) -> AsyncIterator[StoredRecord]:
        """All records of a user: messages, entities, facts, mentions, operations, summaries, each in a fixed order.

        The order is by id, or for mentions by `(at, source_id, entity_id)`, so that two stores dump alike.
        """
        ...

    async def load(self, records: Iterable[StoredRecord], *, due_at: datetime) -> int:
        """Write dumped records as they are, in one transaction, and move their users' revisions on; existing ones of
        the same id stay. Return how many were new. Facts come after their entities, mentions after both."""  # noqa: D205, D209
        ...

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from; return what is at odds, one sentence a fault.

        Derived are indexes, keys, ties, counts and drawn edges. With a user, the faults of other users are left out.
        Writes may go on beside it, but then what they are just changing can be reported.
        """
        ...

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Make what is derived anew from the records: of one user at least, or of all.

        What `check` finds is mended, but for records that lack what they name.
        """
        ...

    async def unembedded(self, *, limit: int) -> list[Unembedded]:
        """Records of any user that lack a vector."""
        ...

    async def put_embeddings(self, user_id: str, embeddings: Mapping[str, Embedding]) -> None:
        """Set the vectors of a user's records by their ids; ids that are gone are passed over."""
        ...

    async def reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """Drop all vectors and note the model that the next ones come from. Works on a mismatched store too."""
        ...
