"""The contract of a store: everything memary needs from a database, and what all databases do alike.

One conformance suite (tests/stores) holds for every implementation. The rules they share:

- What is read is a record of `memary.queries`, which says what it means. No row of another user is ever looked at.
- A read may ask for the past, see `View`: a fact is seen if `Fact.is_visible` says so.
- A write is one transaction: all of it is there afterwards, or nothing.
- `append` and `apply` are safe to repeat: ids are made by the caller and unique per user, a message is recognised by
  its digest. A record that breaks the graph raises `InputError` and nothing of its write stays: a fact or mention of
  an unknown entity, a record of another user, a message id used for another digest.
- A replaced record keeps its vector unless the text that is embedded changed and no new vector comes along.
- What cannot be reached raises `StoreUnavailableError`, a full disk `StoreFullError`; each says what to do.

A database is a subclass: it says where it is, answers queries, carries out commands, each in one transaction, and
keeps its schema and what is derived.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Protocol, TypeVar

from memary.errors import InputError, StoreError
from memary.queries import Query, RevisionQuery, SearchQuery, kind_asked, user_asked
from memary.stores import commands
from memary.stores.base import SCHEMA_VERSION, StoredRecord, Unembedded
from memary.stores.commands import Command
from memary.stores.embedding import check_vectors
from memary.stores.snapshot import Reads
from memary.types import (
    Batch,
    Embedding,
    EmbeddingSpec,
    GraphDelta,
    HeldPart,
    Message,
    MessageState,
    Operation,
    StoreStats,
    UsageRow,
)
from memary.types.access import ACCESS, ITSELF, current_client
from memary.types.spaces import SpaceRole

T = TypeVar("T")

_log = logging.getLogger("memary")


class Guard(Protocol):
    """Says who may read and write whose memory.

    It waits for nothing: what it has to know it is told.
    """

    def unknown(self, user_id: str) -> Query[list[Operation]] | None:
        """Return what to look up, and tell to `learn`, before `check`; None where enough is known."""
        ...

    def learn(self, user_id: str, rows: Sequence[Operation]) -> None:
        """Take in what was looked up."""
        ...

    def drop(self, user_id: str) -> None:
        """Know nothing of a user any more: it was written to."""
        ...

    def check(self, user_id: str, what: str, *, writes: bool) -> None:
        """Let whoever calls read or write something of a user's memory.

        Raises:
            AccessDeniedError: they may not.
        """
        ...


class Store(ABC):
    """A place that keeps messages, entities, facts, mentions and operations of many users.

    Where a `guard` is set, it admits each read and write of a user's memory.
    """

    guard: Guard | None = None

    def __init__(self) -> None:
        self._embedding: EmbeddingSpec | None = None  # known once migrated
        self.upgrade: str | None = None  # tells, once migrated, which older schema was brought up to date

    @property
    @abstractmethod
    def location(self) -> str:
        """Return the store's URI without secrets."""

    async def migrate(self, embedding: EmbeddingSpec) -> None:
        """Bring the database to `SCHEMA_VERSION`, and note which model its vectors come from.

        Safe to call by several processes at once and on an up-to-date database.

        Raises:
            StoreUnavailableError: it cannot be reached or opened.
            SchemaVersionError: it was written by a newer memary.
            EmbeddingMismatchError: its vectors come from another model or have another dimension; the message names
                `memary reindex`. Nothing is changed.
        """
        await self._migrate(embedding)
        self._embedding = embedding

    @abstractmethod
    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Return the model of the stored vectors; None before the first migration."""

    @abstractmethod
    async def aclose(self) -> None:
        """Release connections and files.

        Safe to call twice.
        """

    # -- messages and their queue ---------------------------------------------------------------------------------

    async def append(
        self, messages: Sequence[Message], *, embeddings: Mapping[str, Embedding], due_at: datetime
    ) -> list[Message]:
        """Store messages of one or more users durably, with their text index and vectors.

        A message whose digest the user already has is not stored again, one with another text is refused. Pending
        ones may be claimed from `due_at` on. A message without a vector in `embeddings` is stored, and listed by
        `unembedded`. A user who is not in the store yet is made.

        Returns:
            One message per given one, in order: the stored one, which is the earlier one for a repeated digest.
        """
        self._check_vectors(embeddings.values())
        for user_id in {message.user_id for message in messages}:
            await self.admit(user_id, "messages", writes=True)
        return await self._write(commands.Append(messages, embeddings, due_at)) if messages else []

    async def claim(self, claim: commands.Claim) -> Batch | None:
        """Lease the oldest pending messages of one session to a worker, at most `claim.limit`, oldest first.

        A user with an unexpired lease of another worker is passed over, so that one worker at a time writes a user's
        graph. The holder itself has one batch at a time: what it had in hand is free again, and is offered to it like
        all else. So a worker that claims again after a lost connection waits for no lease. Counts an attempt on each
        message.

        Returns:
            The batch, or None where nothing can be claimed.
        """
        return await self._write(claim)

    async def renew(self, batch: Batch, *, until: datetime) -> None:
        """Renew the lease of a batch.

        Raises:
            LeaseLostError: another worker holds it.
        """
        await self._write(commands.Renew(batch, until))

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
        await self._write(
            commands.Release(batch, state=state, error=error, due_at=due_at, count_attempt=count_attempt)
        )

    async def requeue(self, user_id: str | None, *, states: Collection[MessageState], due_at: datetime) -> int:
        """Make messages in `states` pending again, with no attempts counted, of one user or all.

        Return how many.
        """
        if user_id is not None:
            await self.admit(user_id, "queue", writes=True)
        return await self._write(commands.Requeue(user_id, states, due_at))

    async def next_due(self, user_id: str | None = None) -> datetime | None:
        """Return when the next pending message can be claimed.

        Due, and its user's lease over; None if none is.
        """
        return await self._answer(commands.DueQuery(user_id))

    # -- the graph ------------------------------------------------------------------------------------------------

    async def revision(self, user_id: str) -> int:
        """Return the user's revision: 0 for an unknown user, one more after each `apply`.

        Where a user's revisions begin is drawn, so that what was computed from one who was forgotten since is not
        taken for something about one of the same name.
        """
        return await self._answer(RevisionQuery(user_id))

    async def apply(self, delta: GraphDelta) -> None:
        """Write a delta in one transaction, and move the user's revision on by one.

        A lease ends where its worker is left with no message of the user in hand: the delta settled, rewrote or
        removed the last of them. Leases are checked first, then the
        revision; upserts come before removals. A user who is not in the store yet is made where the delta brings
        anything; so a writer whose user was forgotten meanwhile makes none.

        Removing a record removes what hangs on it: a message its text, vector and mentions; an entity its facts and
        mentions; a fact the mentions that name it as source. Settled messages become done, their error is cleared.

        Raises:
            RevisionConflictError: the user's graph has another revision than the delta was made from.
            LeaseLostError: a settled or leased message is not leased to `delta.worker_id` any more.
        """
        self._check_vectors(delta.embeddings.values())
        _check_owner(delta)
        await self.admit(delta.user_id, "graph", writes=True)
        await self._write(commands.Apply(delta))
        if self.guard is not None and (
            delta.removed_operations or any(one.target_id == ACCESS for one in delta.operations)
        ):
            self.guard.drop(delta.user_id)

    # -- reading --------------------------------------------------------------------------------------------------

    async def read(self, query: Query[T]) -> T:
        """Answer a query of `memary.queries`, from one snapshot of the database."""
        self._check_query(query)
        if self._guard_of_caller() is not None and (user_id := user_asked(query)) is not None:
            await self.admit(user_id, kind_asked(query), writes=False)
        return await self._answer(query)

    @property
    def is_in_turns(self) -> bool:
        """See `Reads.is_in_turns`."""
        return False

    @abstractmethod
    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads, and reads again, and waits for nothing else, in one transaction.

        It may be done more than once.
        """

    async def users(self, user_id: str | None = None) -> list[str]:
        """Return all users, sorted, or none but this one, if it is one of them."""
        return await self._answer(commands.UserQuery(user_id))

    async def stats(self, user_id: str | None = None) -> StoreStats:
        """Count the rows of one user or of all; spaces are no users, facts are current if true now or later."""
        if user_id is not None:
            await self.admit(user_id, "counts", writes=False)
        return await self._answer(commands.StatsQuery(user_id))

    # -- what models cost ------------------------------------------------------------------------------------------

    async def record_usage(self, rows: Sequence[UsageRow]) -> None:
        """Add rows to the usage ledger; those of one user, role, model and hour are added up.

        Several processes may add at once. Rows of a user who is not in the store are kept without a user. Those of a
        user are forgotten with the user; no dump has them.
        """
        await self._write(commands.RecordUsage(rows))

    # -- spaces ----------------------------------------------------------------------------------------------------

    async def make_space(self, space_id: str, name: str, *, owner: str, at: datetime) -> None:
        """Make a space with its first owner, who has joined; a user who is made if need be.

        Its records are kept as those of a user of that id, and `forget_user` removes it with its grants. No dump has
        its name or its grants.
        """
        await self._write(commands.MakeSpace(space_id, name, owner, at))

    async def rename_space(self, space_id: str, name: str) -> None:
        """Give a space another name.

        Raises:
            NotFoundError: there is no such space.
        """
        await self._write(commands.RenameSpace(space_id, name))

    async def grant(self, space_id: str, member: str, role: SpaceRole | None, *, at: datetime) -> None:
        """Give a user a role in a space instead of the one they had; None takes it away.

        The user is made if need be. Whoever had none before is invited, and may `join`. With a user who is forgotten
        their grants go, too.

        Raises:
            NotFoundError: there is no such space, or no grant to take away.
            InputError: nobody would be left who has joined and owns the space.
        """
        await self._write(commands.PutGrant(space_id, member, role, at))

    async def join(self, space_id: str, member: str) -> None:
        """Note that a user takes part in a space that they were invited to.

        Raises:
            NotFoundError: there is no such invitation.
        """
        await self._write(commands.Join(space_id, member))

    # -- forgetting, moving, re-embedding -------------------------------------------------------------------------

    async def forget_user(self, user_id: str) -> StoreStats:
        """Remove everything of a user, the user too; return what there was.

        Raises:
            NotFoundError: there is no such user.
        """
        await self.admit(user_id, "everything", writes=True)
        return await self._write(commands.ForgetUser(user_id))

    async def held(self, user_id: str | None, *, over_at: datetime | None = None) -> list[HeldPart]:
        """Return what is held aside of a user, or of all, by `(at, id)`.

        With `over_at` what is over by that time. It is written by `apply` and goes with the user. Nothing else reads
        it: neither `read`, nor `dump` or `stats`.
        """
        if user_id is not None:
            await self.admit(user_id, "forgotten", writes=False)
        return await self._answer(commands.HeldQuery(user_id, over_at))

    @abstractmethod
    async def scrub(self) -> None:
        """Make removed text unrecoverable: compact indexes, free pages and logs as far as the database allows."""

    @abstractmethod
    async def why_not_writable(self) -> StoreError | None:
        """Return what would keep a write from the store now; None if nothing is known to.

        Raises:
            StoreUnavailableError: it cannot be reached.
        """

    async def remains(self) -> list[str]:
        """Return in sentences where a database keeps forgotten text after a scrub; none where it does not."""
        return []

    @abstractmethod
    def dump(self, user_id: str, *, alone: bool = False) -> AsyncIterator[StoredRecord]:
        """Yield all records of a user, kind by kind, each in a fixed order.

        The order is by id, or for mentions by `(at, source_id, entity_id)`, so that two stores dump alike.

        Args:
            user_id: whose records.
            alone: where the database has no snapshots, let the user's writers wait and read all before the first is
                yielded.

        Raises:
            RevisionConflictError: at the end, if the user's graph changed meanwhile and what came is not of one
                moment; with `alone`, or where a database reads from a snapshot, never.
        """

    async def load(self, records: Iterable[StoredRecord], *, due_at: datetime) -> int:
        """Write dumped records that are not there yet, in one transaction, and return how many were new.

        They are written as they are, facts after their entities, mentions after both; records of a known id stay as
        they were. The revisions of their users move on.
        """
        everything = list(records)  # a transaction may be run more than once
        users = {each.record.user_id for each in everything}
        for user_id in users:
            await self.admit(user_id, "everything", writes=True)
        self._check_vectors(each.embedding for each in everything if each.embedding is not None)
        new = await self._write(commands.Load(everything, due_at))
        if self.guard is not None:
            for user_id in users:
                self.guard.drop(user_id)
        return new

    @abstractmethod
    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from; return what is at odds, one sentence a fault.

        Derived are indexes, keys, ties, counts and drawn edges. With a user, the faults of other users are left out.
        Writes may go on beside it, but then what they are just changing can be reported.
        """

    @abstractmethod
    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Rebuild what is derived from the records: of one user at least, or of all.

        What `check` finds is mended, but for records that lack what they name.
        """

    async def unembedded(self, *, limit: int) -> list[Unembedded]:
        """Return records of any user that lack a vector."""
        return await self._answer(commands.UnembeddedQuery(limit))

    async def put_embeddings(self, user_id: str, embeddings: Mapping[str, Embedding]) -> None:
        """Set the vectors of a user's records by their ids; ids that are gone are passed over."""
        self._check_vectors(embeddings.values())
        await self._write(commands.PutEmbeddings(user_id, embeddings))

    async def reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """Drop all vectors and note the model that the next ones come from.

        Works on a mismatched store too.
        """
        await self._reset_embeddings(embedding)
        self._embedding = embedding

    async def admit(self, user_id: str, what: str, *, writes: bool) -> None:
        """Let whoever calls read or write something of a user's memory.

        Raises:
            AccessDeniedError: it may not.
        """
        if (guard := self._guard_of_caller()) is not None:
            if (asked := guard.unknown(user_id)) is not None:
                guard.learn(user_id, await self._answer(asked))
            guard.check(user_id, what, writes=writes)

    def _guard_of_caller(self) -> Guard | None:
        """Return what admits whoever calls; None where memary itself does, as its worker."""
        return None if current_client() == ITSELF else self.guard

    # -- what a database does -------------------------------------------------------------------------------------

    @abstractmethod
    async def _answer(self, query: Query[T]) -> T:
        """Answer a query from one snapshot."""

    @abstractmethod
    async def _write(self, command: Command[T]) -> T:
        """Carry out a command in one transaction."""

    def _note_upgrade(self, found: int) -> None:
        """Say so, where the database had an older schema than the present one; 0: it was a new one."""
        if 0 < found < SCHEMA_VERSION:
            self.upgrade = (
                f"{self.location} was upgraded from schema {found} to {SCHEMA_VERSION}: earlier versions of memary "
                "no longer open it."
            )
            _log.info("%s", self.upgrade)

    @abstractmethod
    async def _migrate(self, embedding: EmbeddingSpec) -> None:
        """See `migrate`."""

    @abstractmethod
    async def _reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """See `reset_embeddings`."""

    def _check_query(self, query: Query[Any]) -> None:
        if isinstance(query, SearchQuery) and query.vector is not None:
            self._check_vectors((query.vector,))

    def _check_vectors(self, vectors: Iterable[Embedding]) -> None:
        if self._embedding is not None:
            check_vectors(self._embedding, vectors)


def _check_owner(delta: GraphDelta) -> None:
    written = (delta.messages, delta.entities, delta.facts, delta.mentions, delta.operations, delta.summaries)
    for record in chain(*written, delta.annotated, delta.returned, delta.held):
        if record.user_id != delta.user_id:
            raise InputError(
                f"A delta for user {delta.user_id!r} holds a {type(record).__name__.lower()} of {record.user_id!r}: "
                "write each user's records in a delta of their own."
            )
