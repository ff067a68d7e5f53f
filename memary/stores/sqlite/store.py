"""`SqliteStore`: the contract of a store over one SQLite file. The work is in the modules beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Literal, TypeVar

from memary.queries import (
    BesideQuery,
    Candidate,
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    Query,
    R,
    SearchQuery,
    SessionQuery,
    SpeakerQuery,
    SubgraphQuery,
    SummaryQuery,
    UsageQuery,
)
from memary.stores.base import StoredRecord, Unembedded
from memary.stores.embedding import check_embedding
from memary.stores.sqlite import archive, checking, neighbourhood, queue, reading, schema, search, usage, writing
from memary.stores.sqlite.conditions import owner_of
from memary.stores.sqlite.connection import Database
from memary.stores.sqlite.vectors import VectorCache
from memary.types import (
    Batch,
    Embedding,
    EmbeddingSpec,
    GraphDelta,
    Message,
    MessageState,
    StoreStats,
    UsageRow,
)

T = TypeVar("T")

_Answers = dict[type[Query[Any]], Callable[[Connection, Any], Any]]

_ANSWERS: _Answers = {
    MessageQuery: reading.messages,
    BesideQuery: reading.beside,
    EntityQuery: reading.entities,
    FactQuery: reading.facts,
    MentionQuery: reading.mentions,
    CountQuery: reading.mention_counts,
    OperationQuery: reading.operations,
    SubgraphQuery: neighbourhood.neighbourhood,
    SummaryQuery: reading.summary,
    SessionQuery: reading.sessions,
    SpeakerQuery: reading.speakers,
    UsageQuery: usage.read,
}

_IN_TURN: frozenset[type[Query[Any]]] = frozenset({BesideQuery, SearchQuery, SubgraphQuery})
"""What takes some milliseconds of work."""


class SqliteStore:
    """A store in one SQLite file (or in memory), used by several processes at once if need be.

    Args:
        path: the file; it and its folder are made on first use. ":memory:" keeps everything in this object alone.
    """

    def __init__(self, path: Path | Literal[":memory:"]) -> None:
        self._database = Database(None if path == ":memory:" else Path(path))
        self._vectors = VectorCache(self._database.turn)
        self._embedding: EmbeddingSpec | None = None
        self._answers: _Answers = {**_ANSWERS, SearchQuery: self._search}

    @property
    def location(self) -> str:
        """Where it is, as a URI."""
        return self._database.location

    async def migrate(self, embedding: EmbeddingSpec) -> None:
        """Bring the file to the newest schema and check which model its vectors come from."""

        def work(connection: Connection) -> None:
            schema.upgrade(connection)
            if noted := schema.noted_embedding(connection):
                check_embedding(noted, embedding)
            else:
                schema.note_embedding(connection, embedding)

        if not await self._database.read(lambda connection: schema.is_ready(connection, embedding)):
            await self._database.write(work)
        self._embedding = embedding

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Which model the vectors come from; None in a file that was never migrated, or is not there."""
        return await self._database.read(schema.noted_embedding) if self._database.is_there() else None

    async def aclose(self) -> None:
        """Close the file. Safe to call twice."""
        await self._database.aclose()
        self._vectors.clear()

    # -- messages and their queue ---------------------------------------------------------------------------------

    async def append(
        self, messages: Sequence[Message], *, embeddings: Mapping[str, Embedding], due_at: datetime
    ) -> list[Message]:
        """Store messages durably, each digest once per user."""
        if not messages:
            return []
        return await self._write_vectors(
            lambda connection: writing.append(connection, messages, embeddings=embeddings, due_at=due_at)
        )

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
        """Lease the oldest pending messages of one session to a worker."""
        return await self._database.write(
            lambda connection: queue.claim(
                connection,
                worker_id=worker_id,
                now=now,
                lease=lease,
                limit=limit,
                user_id=user_id,
                ignore_due=ignore_due,
                skip=skip,
            )
        )

    async def renew(self, batch: Batch, *, until: datetime) -> None:
        """Extend the lease of a batch."""
        await self._database.write(lambda connection: queue.renew(connection, batch, until=until))

    async def release(
        self,
        batch: Batch,
        *,
        state: MessageState,
        error: str | None = None,
        due_at: datetime | None = None,
        count_attempt: bool = True,
    ) -> None:
        """End the lease of a batch without a delta."""
        await self._database.write(
            lambda connection: queue.release(
                connection, batch, state=state, error=error, due_at=due_at, count_attempt=count_attempt
            )
        )

    async def requeue(self, user_id: str | None, *, states: Collection[MessageState], due_at: datetime) -> int:
        """Make messages pending again."""
        return await self._database.write(
            lambda connection: queue.requeue(connection, user_id, states=states, due_at=due_at)
        )

    async def next_due(self, user_id: str | None = None) -> datetime | None:
        """When the next pending message can be claimed."""
        return await self._database.read(lambda connection: queue.next_due(connection, user_id))

    # -- the graph ------------------------------------------------------------------------------------------------

    async def revision(self, user_id: str) -> int:
        """The user's revision."""
        return await self._database.read(lambda connection: reading.revision(connection, user_id))

    async def apply(self, delta: GraphDelta) -> None:
        """Write a delta in one transaction."""
        await self._write_vectors(lambda connection: writing.apply(connection, delta))

    # -- reading --------------------------------------------------------------------------------------------------

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        answer = self._answers[type(query)]
        run = self._database.read_in_turn if type(query) in _IN_TURN else self._database.read
        return await run(lambda connection: answer(connection, query))

    async def users(self) -> list[str]:
        """All users, sorted."""
        return await self._database.read(reading.users)

    async def stats(self, user_id: str | None = None) -> StoreStats:
        """Row counts, of one user or of all."""
        return await self._database.read(lambda connection: reading.stats(connection, user_id))

    # -- what models cost ------------------------------------------------------------------------------------------

    async def record_usage(self, rows: Sequence[UsageRow]) -> None:
        """Add to the usage ledger."""
        await self._database.write(lambda connection: usage.record(connection, rows))

    # -- forgetting, moving, re-embedding -------------------------------------------------------------------------

    async def forget_user(self, user_id: str) -> StoreStats:
        """Remove everything of a user, and return what there was."""
        return await self._database.write(lambda connection: writing.forget_user(connection, user_id))

    async def scrub(self) -> None:
        """Write the file anew, so that nothing removed is left in it or its log."""
        self._vectors.clear()
        await self._database.maintain(lambda connection: archive.scrub(connection, self.location))

    async def dump(self, user_id: str) -> AsyncIterator[StoredRecord]:
        """All records of a user, from one snapshot if the store is a file."""
        async with self._database.snapshot() as read:
            owner = await read(lambda connection: owner_of(connection, user_id))
            if owner is None:
                return
            for section in archive.SECTIONS:
                after: tuple[str | int, ...] | None = None
                while True:
                    page, after = await read(archive.page_reader(section, owner, user_id, after))
                    for record in page:
                        yield record
                    if after is None:
                        break

    async def load(self, records: Iterable[StoredRecord], *, due_at: datetime) -> int:
        """Write dumped records as they are, and return how many were new."""
        return await self._write_vectors(lambda connection: archive.load(connection, records, due_at=due_at))

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from."""
        return await self._database.maintain(lambda connection: checking.check(connection, user_id))

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Make what is derived anew from the records; of everybody always, since they share the tables of words."""
        self._vectors.clear()
        await self._database.write(checking.rebuild)

    async def unembedded(self, *, limit: int) -> list[Unembedded]:
        """Records of any user that lack a vector."""
        return await self._database.read(lambda connection: archive.unembedded(connection, limit=limit))

    async def put_embeddings(self, user_id: str, embeddings: Mapping[str, Embedding]) -> None:
        """Set the vectors of a user's records by their ids."""
        await self._write_vectors(lambda connection: archive.put_embeddings(connection, user_id, embeddings))

    async def reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """Drop all vectors, and note the model that the next ones come from."""

        def work(connection: Connection) -> None:
            schema.upgrade(connection)
            archive.reset_embeddings(connection, embedding)

        await self._database.write(work)
        self._embedding = embedding

    def _search(self, connection: Connection, query: SearchQuery[R]) -> list[Candidate[R]]:
        return search.search(connection, self._vectors, query)

    async def _write_vectors(self, work: Callable[[Connection], T]) -> T:
        expected = self._embedding

        def checked(connection: Connection) -> T:
            noted = schema.noted_embedding(connection)
            if expected and noted:  # another process may have changed the model meanwhile
                check_embedding(noted, expected)
            return work(connection)

        return await self._database.write(checked)
