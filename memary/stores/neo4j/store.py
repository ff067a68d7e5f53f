"""`Neo4jStore`: the contract of `memary.stores.base` over one database of a Neo4j server or cluster.

It holds no state but its connections. Each method is one transaction; what happens inside stands in the modules
beside this one. People see in Neo4j Browser:

    (:User)-[:HAS_SESSION]->(:Session)-[:HAS_MESSAGE]->(:Message)-[:MENTIONS]->(:Entity:Person)
    (:Entity:Person)-[:LIVES_IN {statement, valid_at}]->(:Entity:City)            what nothing has ended
    (:Fact)-[:SUBJECT|OBJECT]->(:Entity), -[:STATED_IN]->(:Message), -[:SUPERSEDES|CONFLICTS_WITH]->(:Fact),
    an insight also -[:DRAWN_FROM]->(:Fact)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from memary.errors import InputError, RevisionConflictError, StoreError
from memary.queries import (
    BesideQuery,
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    Query,
    SearchQuery,
    SessionQuery,
    SpeakerQuery,
    SubgraphQuery,
    SummaryQuery,
    UsageQuery,
)
from memary.stores.base import StoredRecord, Unembedded
from memary.stores.embedding import check_vectors
from memary.stores.neo4j import archive, checking, graph, queue, reading, schema, scrubbing, search, usage, writing
from memary.stores.neo4j.connection import Connection, Transaction
from memary.stores.neo4j.facts import put_facts, remove_facts
from memary.types import (
    FOREVER,
    Batch,
    Embedding,
    EmbeddingSpec,
    GraphDelta,
    Message,
    MessageState,
    StoreStats,
    UsageRow,
    utc_now,
)

T = TypeVar("T")

_ANSWERS: dict[type[Query[Any]], Callable[[Transaction, Any], Awaitable[Any]]] = {
    MessageQuery: reading.messages,
    BesideQuery: reading.beside,
    EntityQuery: reading.entities,
    FactQuery: reading.facts,
    MentionQuery: reading.mentions,
    CountQuery: reading.mention_counts,
    OperationQuery: reading.operations,
    SearchQuery: search.search,
    SubgraphQuery: graph.neighbourhood,
    SummaryQuery: reading.summary,
    SessionQuery: reading.sessions,
    SpeakerQuery: reading.speakers,
    UsageQuery: usage.read,
}

_SEARCH_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds to wait for a full-text index that is being made anew, see `Neo4jStore.scrub`."""


class Neo4jStore:
    """A `GraphStore` in Neo4j 5.26 or newer. No plugin is needed.

    Args:
        uri: `neo4j://host:7687`, or with `bolt`, `+s` for TLS.
        username: who memary is to the server.
        password: empty for a server without authentication.
        database: its name on the server.

    Raises:
        ConfigurationError: the URI cannot be one of a Neo4j.
    """

    def __init__(self, uri: str, *, username: str, password: str, database: str = "neo4j") -> None:
        self._connection = Connection(uri, username=username, password=password, database=database)
        self._embedding: EmbeddingSpec | None = None  # known once migrated

    @property
    def location(self) -> str:
        """The URI, without secrets."""
        return self._connection.location

    async def migrate(self, embedding: EmbeddingSpec) -> None:
        """Create what is missing of constraints and indexes, and note the embedding model."""
        await self._connection.verify()
        await schema.migrate(self._connection, embedding)
        self._embedding = embedding

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Which model the vectors come from; None in a database that was never migrated."""
        await self._connection.verify()  # this comes first at opening, where nobody wants to wait for a dead server
        return await schema.stored_embedding(self._connection)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._connection.aclose()

    # -- messages and their queue ---------------------------------------------------------------------------------

    async def append(
        self, messages: Sequence[Message], *, embeddings: Mapping[str, Embedding], due_at: datetime
    ) -> list[Message]:
        """Store messages; return the stored one for each."""
        self._check_vectors(embeddings.values())

        async def work(tx: Transaction) -> list[Message]:
            by_user: dict[str, list[Message]] = {}
            for message in messages:
                by_user.setdefault(message.user_id, []).append(message)
            stored: dict[tuple[str, str], Message] = {}
            for user_id in sorted(by_user):
                await writing.lock_user(tx, user_id)
                for kept in await writing.put_messages(tx, user_id, by_user[user_id], embeddings, due_at):
                    stored[user_id, kept.digest] = kept
            return [stored[message.user_id, message.digest] for message in messages]

        return await self._connection.write(work) if messages else []

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
        """Lease the oldest pending messages of one session."""
        return await queue.claim(
            self._connection,
            worker_id=worker_id,
            now=now,
            lease=lease,
            limit=limit,
            user_id=user_id,
            ignore_due=ignore_due,
            skip=skip,
        )

    async def renew(self, batch: Batch, *, until: datetime) -> None:
        """Extend the lease of a batch."""
        await self._connection.write(lambda tx: queue.renew(tx, batch, until))

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
        await self._connection.write(
            lambda tx: queue.release(tx, batch, state=state, error=error, due_at=due_at, count_attempt=count_attempt)
        )

    async def requeue(self, user_id: str | None, *, states: Collection[MessageState], due_at: datetime) -> int:
        """Make messages in these states pending again."""
        return await self._connection.write(lambda tx: queue.requeue(tx, user_id, states=states, due_at=due_at))

    async def next_due(self, user_id: str | None = None) -> datetime | None:
        """When the next pending message can be claimed."""
        return await self._connection.read(lambda tx: queue.next_due(tx, user_id))

    # -- the graph ------------------------------------------------------------------------------------------------

    async def revision(self, user_id: str) -> int:
        """The user's revision; 0 for an unknown user."""
        found = await self._connection.read(lambda tx: writing.read_user(tx, user_id))
        return found["revision"] if found else 0

    async def apply(self, delta: GraphDelta) -> None:
        """Write a delta as a whole, or raise and write nothing."""
        self._check_vectors(delta.embeddings.values())
        _check_owner(delta)

        async def work(tx: Transaction) -> None:
            user = await writing.lock_user(tx, delta.user_id)
            if user["revision"] != delta.revision:
                raise RevisionConflictError(
                    f"The graph of user {delta.user_id!r} is at revision {user['revision']}, the delta was made from "
                    f"{delta.revision}: read again, resolve again, write again."
                )
            if delta.settled:
                await queue.check_held(tx, delta.user_id, delta.settled, delta.worker_id, user["lease_owner"])
            freed = await scrubbing.size_of(tx, delta.user_id, _removed(delta))
            await _write(tx, delta)
            await scrubbing.note_freed(tx, freed)

        await self._connection.write(work)

    # -- reading --------------------------------------------------------------------------------------------------

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        self._check_query(query)
        answer = _ANSWERS[type(query)]
        for pause in _SEARCH_PAUSES:
            try:
                return await self._connection.read(lambda tx: answer(tx, query))
            except StoreError as error:
                if "fulltext" not in str(error):
                    raise
                await asyncio.sleep(pause)
                await schema.await_indexes(self._connection)
        return await self._connection.read(lambda tx: answer(tx, query))

    async def users(self) -> list[str]:
        """All users, sorted."""
        return await self._connection.read(reading.users)

    async def stats(self, user_id: str | None = None) -> StoreStats:
        """Row counts."""
        return await self._connection.read(lambda tx: reading.stats(tx, user_id, FOREVER))

    # -- what models cost ------------------------------------------------------------------------------------------

    async def record_usage(self, rows: Sequence[UsageRow]) -> None:
        """Add to the usage ledger."""
        await self._connection.write(lambda tx: usage.record(tx, rows))

    # -- forgetting, moving, re-embedding -------------------------------------------------------------------------

    async def forget_user(self, user_id: str) -> StoreStats:
        """Remove everything of a user."""

        async def work(tx: Transaction) -> StoreStats:
            size = await scrubbing.size_of(tx, user_id)
            stats = await archive.forget_user(tx, user_id, self.location)
            await scrubbing.note_freed(tx, max(size, 1))
            return stats

        return await self._connection.write(work, patient=True)

    async def scrub(self) -> None:
        """Write over what was removed since the last time, and make the full-text indexes anew.

        That takes some seconds, and the server plans each query anew afterwards. Transaction logs go by its own
        settings, and it keeps for good the names that became labels, relationship types and sessions:
        docs/forgetting.md says what stays and how to end it.
        """
        await scrubbing.scrub(self._connection)

    def dump(self, user_id: str) -> AsyncIterator[StoredRecord]:
        """All records of a user, in a fixed order."""
        return archive.dump(self._connection, user_id)

    async def load(self, records: Iterable[StoredRecord], *, due_at: datetime) -> int:
        """Write dumped records; return how many were new."""
        everything = list(records)  # a transaction may be run more than once
        self._check_vectors(each.embedding for each in everything if each.embedding is not None)
        return await self._connection.write(lambda tx: archive.load(tx, everything, due_at=due_at, now=utc_now()))

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from."""
        return await checking.check(self._connection, user_id)

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Make what is derived anew from the records, one user after the other."""
        await schema.create_indexes(self._connection)
        await checking.rebuild(self._connection, user_id)

    async def unembedded(self, *, limit: int) -> list[Unembedded]:
        """Records of any user that lack a vector."""
        return await self._connection.read(lambda tx: archive.unembedded(tx, limit))

    async def put_embeddings(self, user_id: str, embeddings: Mapping[str, Embedding]) -> None:
        """Set the vectors of a user's records by their ids."""
        self._check_vectors(embeddings.values())
        await self._connection.write(lambda tx: archive.put_embeddings(tx, user_id, embeddings))

    async def reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """Drop all vectors and note the model of the next ones."""
        await self._connection.verify()
        await schema.reset_embeddings(self._connection, embedding)
        self._embedding = embedding

    def _check_query(self, query: Query[Any]) -> None:
        if isinstance(query, SearchQuery) and query.vector is not None:
            self._check_vectors((query.vector,))

    def _check_vectors(self, vectors: Iterable[Embedding]) -> None:
        if self._embedding is not None:
            check_vectors(self._embedding, vectors)


def _check_owner(delta: GraphDelta) -> None:
    for record in (*delta.entities, *delta.facts, *delta.mentions, *delta.operations, *delta.summaries):
        if record.user_id != delta.user_id:
            raise InputError(
                f"A delta for user {delta.user_id!r} holds a {type(record).__name__.lower()} of {record.user_id!r}: "
                "write each user's records in a delta of their own."
            )


def _removed(delta: GraphDelta) -> dict[str, tuple[str, ...]]:
    return {
        "Message": delta.removed_messages,
        "Fact": delta.removed_facts,
        "Entity": delta.removed_entities,
        "Operation": delta.removed_operations,
        "Summary": delta.removed_summaries,
    }


async def _write(tx: Transaction, delta: GraphDelta) -> None:
    user_id = delta.user_id
    # what stays is written before anything goes: facts that move from a removed entity to another keep their vectors
    await writing.put_entities(tx, user_id, delta.entities, delta.embeddings)
    await put_facts(tx, user_id, delta.facts, delta.embeddings, utc_now())
    if await writing.put_mentions(tx, user_id, delta.mentions) < len(delta.mentions):
        raise InputError(
            f"A mention of user {user_id!r} names an entity or a source that is not stored: store it first."
        )
    await writing.put_operations(tx, user_id, delta.operations)
    await writing.put_summaries(tx, user_id, delta.summaries)
    if delta.settled:
        await queue.settle(tx, user_id, delta.settled, delta.worker_id)
    await writing.remove_mentions(tx, user_id, delta.removed_mentions)
    await writing.remove_entities(tx, user_id, delta.removed_entities)
    await remove_facts(tx, user_id, delta.removed_facts)
    await writing.remove_messages(tx, user_id, delta.removed_messages)
    await writing.remove_operations(tx, user_id, delta.removed_operations)
    await writing.remove_summaries(tx, user_id, delta.removed_summaries)
    await writing.set_revision(tx, user_id, delta.revision + 1)
