"""`Neo4jStore`: the contract of `memary.stores.store` over one database of a Neo4j server or cluster.

It holds no state but its connections, and vectors that were asked for last. Each method is one transaction; what
happens inside stands in the modules beside this one. People see in Neo4j Browser:

    (:User)-[:HAS_SESSION]->(:Session)-[:HAS_MESSAGE]->(:Message)-[:MENTIONS]->(:Entity:Person)
    (:Entity:Person)-[:LIVES_IN {statement, valid_at}]->(:Entity:City)            what nothing has ended
    (:Fact)-[:SUBJECT|OBJECT]->(:Entity), -[:STATED_IN]->(:Message), -[:SUPERSEDES|CONFLICTS_WITH]->(:Fact),
    an insight also -[:DRAWN_FROM]->(:Fact)
    (:User)-[:MEMBER_OF {role}]->(:User {name}), which is a space
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar, cast

from memary import queries
from memary.errors import StoreError
from memary.queries import Query, kind_asked, user_asked
from memary.stores import commands
from memary.stores.base import StoredRecord
from memary.stores.commands import Command
from memary.stores.conflicts import memory_changed
from memary.stores.neo4j import archive, check, deltas, grants, queue, schema, scrub, usage
from memary.stores.neo4j.driver.batches import BatchedTransaction
from memary.stores.neo4j.driver.connection import Connection, Transaction
from memary.stores.neo4j.kept_vectors import KeptVectors
from memary.stores.neo4j.queries import graph, mention_counts, reads, search, talk
from memary.stores.snapshot import Reads
from memary.stores.store import Guard, Store
from memary.types import EmbeddingSpec

T = TypeVar("T")

_Answers: TypeAlias = Mapping[type[Any], Callable[[BatchedTransaction, Any], Awaitable[Any]]]

_ANSWERS: _Answers = {
    queries.MessageQuery: reads.messages,
    queries.SaidQuery: talk.said,
    queries.BesideQuery: talk.beside,
    queries.StretchQuery: talk.stretches,
    queries.EntityQuery: reads.entities,
    queries.FactQuery: reads.facts,
    queries.MentionQuery: reads.mentions,
    queries.CountQuery: mention_counts.read,
    queries.OperationQuery: reads.operations,
    queries.SubgraphQuery: graph.neighbourhood,
    queries.SummaryQuery: reads.summary,
    queries.SessionQuery: reads.sessions,
    queries.SpeakerQuery: reads.speakers,
    queries.ZoneQuery: reads.zones,
    queries.GrantQuery: grants.read,
    queries.UsageQuery: usage.read,
    queries.RevisionQuery: reads.revision,
    commands.UserQuery: reads.users,
    commands.StatsQuery: reads.stats,
    commands.HeldQuery: reads.held,
    commands.DueQuery: queue.next_due,
    commands.UnembeddedQuery: archive.unembedded,
}

_WRITES: dict[type[Any], Callable[[Transaction, Any], Awaitable[Any]]] = {
    commands.Append: deltas.append,
    commands.Apply: deltas.apply,
    commands.Renew: queue.renew,
    commands.Release: queue.release,
    commands.Requeue: queue.requeue,
    commands.RecordUsage: usage.record,
    commands.MakeSpace: grants.make_space,
    commands.RenameSpace: grants.rename_space,
    commands.PutGrant: grants.put,
    commands.Join: grants.join,
    commands.ForgetUser: archive.forget_user,
    commands.Load: archive.load,
    commands.PutEmbeddings: archive.put_embeddings,
}

_SEARCH_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds to wait for a full-text index that is being rebuilt, see `Neo4jStore.scrub`."""


@dataclass(frozen=True, slots=True)
class _Neo4jSnapshot:
    """Reads within one transaction; those that wait at the same time go as one statement."""

    transaction: BatchedTransaction
    answers: _Answers
    check: Callable[[Query[Any]], None]
    guard: Guard | None = None
    one_learns: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_in_turns(self) -> bool:
        """See `Reads.is_in_turns`."""
        return False

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        self.check(query)
        if self.guard is not None and (user_id := user_asked(query)) is not None:
            async with self.one_learns:  # what several have to know is looked up once
                if (asked := self.guard.unknown(user_id)) is not None:
                    self.guard.learn(user_id, await self.answers[type(asked)](self.transaction, asked))
            self.guard.check(user_id, kind_asked(query), writes=False)
        return await self.answers[type(query)](self.transaction, query)


class Neo4jStore(Store):
    """A store in Neo4j 5.26 or newer.

    No plugin is needed.

    Args:
        uri: `neo4j://host:7687`, or with `bolt`, `+s` for TLS.
        username: who memary is to the server.
        password: empty for a server without authentication.
        database: its name on the server.

    Raises:
        ConfigurationError: the URI cannot be one of a Neo4j.
    """

    def __init__(self, uri: str, *, username: str, password: str, database: str = "neo4j") -> None:
        super().__init__()
        self._connection = Connection(
            uri, username=username, password=password, database=database, guard=schema.check_version
        )
        self._kept = KeptVectors()
        self._answers: _Answers = {**_ANSWERS, queries.SearchQuery: partial(search.search, self._kept)}

    @property
    def location(self) -> str:
        """Return the store's URI without secrets."""
        return self._connection.location

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Return the model of the stored vectors; None before the first migration."""
        await self._connection.verify()  # this comes first at opening, where nobody wants to wait for a dead server
        return await schema.stored_embedding(self._connection)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._connection.aclose()

    async def why_not_writable(self) -> StoreError | None:
        """Return the error of a database that is read-only; whether there is room, only the server knows."""
        return await self._connection.why_not_writable()

    async def scrub(self) -> None:
        """Write over what was removed since the last time, and rebuild the full-text indexes.

        That takes some seconds, and the server plans each query again afterwards. Transaction logs go by its own
        settings, and it keeps for good the names that became labels, relationship types and sessions:
        docs/memory/forgetting.md says what stays and how to end it.
        """
        await scrub.scrub(self._connection)

    async def remains(self) -> list[str]:
        """Return in sentences where the server keeps forgotten text after a scrub."""
        return await scrub.remains(self._connection)

    async def dump(self, user_id: str, *, alone: bool = False) -> AsyncIterator[StoredRecord]:
        """Yield all records of a user in a fixed order; Neo4j checks at the end whether they changed."""
        if alone:
            for record in await self._connection.write(lambda tx: archive.dump_alone(tx, user_id), patient=True):
                yield record
            return
        revision = await self.revision(user_id)
        async for record in archive.dump(self._connection.read, user_id):
            yield record
        if await self.revision(user_id) != revision:
            raise memory_changed(user_id)

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from."""
        return await check.check(self._connection, user_id)

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Rebuild what is derived from the records, one user after the other."""
        await schema.create_indexes(self._connection)
        await check.rebuild(self._connection, user_id)

    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads, and reads again, in one transaction.

        To begin and end one costs as much as a read.
        """
        guard = self._guard_of_caller()
        return await self._read(lambda tx: work(_Neo4jSnapshot(tx, self._answers, self._check_query, guard)))

    async def _answer(self, query: Query[T]) -> T:
        return await self._read(lambda tx: self._answers[type(query)](tx, query))

    async def _read(self, work: Callable[[BatchedTransaction], Awaitable[T]]) -> T:
        async def within(tx: Transaction) -> T:
            async with BatchedTransaction(tx) as batched:
                return await work(batched)

        for pause in _SEARCH_PAUSES:
            try:
                return await self._connection.read(within)
            except StoreError as error:
                if "fulltext" not in str(error):
                    raise
                await asyncio.sleep(pause)
                await schema.await_indexes(self._connection)
        return await self._connection.read(within)

    async def _write(self, command: Command[T]) -> T:
        if isinstance(command, commands.Claim):  # it may take several transactions
            return cast(T, await queue.claim(self._connection, command))
        write = _WRITES[type(command)]
        if isinstance(command, commands.ForgetUser):
            self._kept.drop(command.user_id)
        return await self._connection.write(
            lambda tx: write(tx, command), patient=type(command) is commands.ForgetUser
        )

    async def _migrate(self, embedding: EmbeddingSpec) -> None:
        await self._connection.verify()
        self._note_upgrade(await schema.migrate(self._connection, embedding))

    async def _reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        await self._connection.verify()
        await schema.reset_embeddings(self._connection, embedding)
