"""`SqliteStore`: the contract of a store over one SQLite file.

The work is in the modules beside it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Literal, TypeVar

from memary import queries
from memary.errors import StoreError, StoreUnavailableError
from memary.queries import Query, R, kind_asked, user_asked
from memary.stores import commands
from memary.stores.base import StoredRecord
from memary.stores.commands import Command
from memary.stores.embedding import check_embedding
from memary.stores.snapshot import Reads, completed
from memary.stores.sqlite import archive, check, grants, queue, schema, upgrades, usage, writes
from memary.stores.sqlite.driver.connection import Database
from memary.stores.sqlite.kept.records import RecordCache
from memary.stores.sqlite.queries import mention_counts, neighbourhood, reads, search
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.vectors.cache import VectorCache
from memary.stores.statements import noting
from memary.stores.store import Guard, Store
from memary.types import EmbeddingSpec

T = TypeVar("T")

_Works = dict[type[Any], Callable[[Connection, Any], Any]]

_ANSWERS: _Works = {
    queries.MessageQuery: reads.messages,
    queries.BesideQuery: reads.beside,
    queries.MentionQuery: reads.mentions,
    queries.CountQuery: mention_counts.read,
    queries.OperationQuery: reads.operations,
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

_FROM_RECORDS: dict[type[Any], Callable[[Connection, RecordCache, Any], Any]] = {
    queries.EntityQuery: reads.entities,
    queries.FactQuery: reads.facts,
    queries.SaidQuery: reads.said,
    queries.StretchQuery: reads.stretches,
    queries.SubgraphQuery: neighbourhood.neighbourhood,
}

_WRITES: _Works = {
    commands.Append: writes.append,
    commands.Apply: writes.apply,
    commands.Claim: queue.claim,
    commands.Renew: queue.renew,
    commands.Release: queue.release,
    commands.Requeue: queue.requeue,
    commands.RecordUsage: usage.record,
    commands.MakeSpace: grants.make_space,
    commands.RenameSpace: grants.rename_space,
    commands.PutGrant: grants.put,
    commands.Join: grants.join,
    commands.ForgetUser: writes.forget_user,
    commands.Load: archive.load,
    commands.PutEmbeddings: archive.put_embeddings,
}

_IN_TURN: frozenset[type[Any]] = frozenset(
    {queries.BesideQuery, queries.SearchQuery, queries.StretchQuery, queries.SubgraphQuery}
)
"""What takes some milliseconds of work."""

_NOT_FLUSHED: frozenset[type[Any]] = frozenset(
    {commands.Claim, commands.Renew, commands.Release, commands.RecordUsage}
)
"""What is on the disk with the next message or fact: after a power cut a message is read once more, and a call of a
model that was answered in the last moment may lack in the ledger."""

_WITH_VECTORS: frozenset[type[Any]] = frozenset(
    {commands.Append, commands.Apply, commands.Load, commands.PutEmbeddings}
)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """Reads from one connection, in the thread that uses it."""

    connection: Connection
    answer: Callable[[Connection, Query[Any]], Any]
    guard: Guard | None = None

    @property
    def is_in_turns(self) -> bool:
        """See `Reads.is_in_turns`."""
        return True

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        if self.guard is not None and (user_id := user_asked(query)) is not None:
            if (asked := self.guard.unknown(user_id)) is not None:
                self.guard.learn(user_id, self.answer(self.connection, asked))
            self.guard.check(user_id, kind_asked(query), writes=False)
        return noting(lambda connection: self.answer(connection, query))(self.connection)


class SqliteStore(Store):
    """A store in one SQLite file (or in memory), used by several processes at once if need be.

    Args:
        path: the file; it and its folder are made on first use. ":memory:" keeps everything in this object alone.
    """

    def __init__(self, path: Path | Literal[":memory:"]) -> None:
        super().__init__()
        self._database = Database(None if path == ":memory:" else Path(path))
        self._vectors = VectorCache(self._database.turn)
        self._records = RecordCache()
        self._answers: _Works = {**_ANSWERS, queries.SearchQuery: self._search}
        for query, read in _FROM_RECORDS.items():
            self._answers[query] = partial(_with, self._records, read)

    @property
    def location(self) -> str:
        """Return the store's URI."""
        return self._database.location

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Return the model of the stored vectors; None before the first migration."""
        return await self._database.read(schema.noted_embedding) if self._database.is_there() else None

    async def aclose(self) -> None:
        """Close the file.

        Safe to call twice.
        """
        await self._database.aclose()
        self._clear()

    async def why_not_writable(self) -> StoreError | None:
        """Return what would keep a write from the file: no permission, or no room."""
        return await self._database.why_not_writable()

    async def scrub(self) -> None:
        """Rewrite the file, so that nothing removed is left in it or its log."""
        self._clear()
        await self._database.maintain(lambda connection: archive.scrub(connection, self.location))

    async def dump(self, user_id: str, *, alone: bool = False) -> AsyncIterator[StoredRecord]:
        """Yield all records of a user, from one snapshot if the store is a file: nobody has to wait."""
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

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from."""
        return await self._database.maintain(lambda connection: check.check(connection, user_id))

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Rebuild what is derived from the records.

        This is always done for all users, since they share the tables of words.
        """
        self._clear()
        await self._database.write(check.rebuild)

    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads, and reads again, in one thread and on one snapshot."""
        context, guard = copy_context(), self._guard_of_caller()  # the thread has no context of whoever asks
        return await self._database.read_in_turn(
            lambda connection: context.run(completed, work(_Snapshot(connection, self._checked_answer, guard)))
        )

    async def _answer(self, query: Query[T]) -> T:
        run = self._database.read_in_turn if type(query) in _IN_TURN else self._database.read
        return await run(lambda connection: self._answer_from(connection, query))

    def _answer_from(self, connection: Connection, query: Query[T]) -> T:
        return self._answers[type(query)](connection, query)

    def _checked_answer(self, connection: Connection, query: Query[T]) -> T:
        self._check_query(query)
        return self._answer_from(connection, query)

    async def _write(self, command: Command[T]) -> T:
        write, expected = _WRITES[type(command)], self._embedding

        def work(connection: Connection) -> T:
            if type(command) in _WITH_VECTORS and expected and (noted := schema.noted_embedding(connection)):
                check_embedding(noted, expected)  # another process may have changed the model meanwhile
            return write(connection, command)

        written = await self._database.write(work, is_flushed=type(command) not in _NOT_FLUSHED)
        if isinstance(command, commands.Apply):
            self._records.moved_on(command.delta)
        elif isinstance(command, commands.ForgetUser):
            self._records.drop(command.user_id)
        return written

    async def _migrate(self, embedding: EmbeddingSpec) -> None:
        def work(connection: Connection) -> int:
            found = upgrades.upgrade(connection)
            if noted := schema.noted_embedding(connection):
                check_embedding(noted, embedding)
            else:
                schema.note_embedding(connection, embedding)
            return found

        if self._database.path is None:
            await self._database.maintain(upgrades.fill)
        if await self._database.read(lambda connection: upgrades.is_ready(connection, embedding)):
            return
        if not self._database.may_write and await self._database.read(upgrades.is_older):
            raise StoreUnavailableError(
                f"The store {self.location} is of an older version of memary, and may only be read: open it once "
                "with this version where it may be written, such as a copy of it in a folder of yours."
            )
        self._note_upgrade(await self._database.write(work))

    async def _reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        def work(connection: Connection) -> int:
            found = upgrades.upgrade(connection)
            archive.reset_embeddings(connection, embedding)
            return found

        self._note_upgrade(await self._database.write(work))

    def _search(self, connection: Connection, query: queries.SearchQuery[R]) -> list[queries.Candidate[R]]:
        return search.search(connection, self._vectors, self._records, query)

    def _clear(self) -> None:
        """Let go of what is kept of the users' records."""
        self._vectors.clear()
        self._records.clear()
        self._database.let_go()


def _with(
    records: RecordCache, read: Callable[[Connection, RecordCache, Any], T], connection: Connection, query: Any
) -> T:
    return read(connection, records, query)
