"""The fence to the Neo4j driver: transactions, native values, and its errors in memary's words.

Everything else in this package sees rows of plain Python values and a `Transaction` to run Cypher in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC
from itertools import islice
from typing import Any, LiteralString, TypeVar, cast
from urllib.parse import urlsplit

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncResult,
    AsyncSession,
    Query,
    unit_of_work,
)
from neo4j.exceptions import ConfigurationError as DriverConfigurationError
from neo4j.exceptions import Neo4jError, TransientError
from neo4j.time import DateTime

from memary.errors import ConfigurationError, StoreError, StoreUnavailableError
from memary.event_loop import is_cancelled, read_ahead
from memary.stores.neo4j.driver.refusal import Refusal, is_away
from memary.stores.statements import note

Row = dict[str, Any]
T = TypeVar("T")
R = TypeVar("R")

CHUNK = 500
"""How many records one statement writes."""

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
CONNECTION_TIMEOUT = 4.0  # seconds
RETRY_TIME = 2.0
"""Seconds that a transaction is repeated for when the server is away. The pauses of the driver double (1, 2, 4), so
that callers are told some 3 seconds after the first failure."""
CONTENTION_TIME = 12.0
"""Seconds that it is repeated for where the server answers, and other transactions are in its way."""
POOL_SIZE = 50

ANSWER_TIME = 60.0
"""Seconds that a statement may go without an answer. Those over everything of a user or the store may go longer, as
long as the server answers others."""
OPENING_TIME = 20.0
"""Seconds in which a server has to answer when it is asked whether it is there."""
TRANSACTION_TIME = 600.0
"""Seconds after which the server ends a transaction, whose program may be frozen: its locks keep others waiting."""
IDLE_TIME = 60.0
"""Seconds after which an unused connection is tried before it is used: a network drops those without a word."""

_ACCESS = "SHOW DATABASES YIELD name, access WHERE name = $database RETURN access"
_EXISTS = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"

# what the driver warns of comes as an error too; it is for those who asked for its log
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class Course:
    """How a transaction goes: when the server last answered, and what memary's own part of it raised."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.answered_at = self._loop.time()
        self.raised: Exception | None = None

    def answered(self) -> None:
        """Note that the server has answered."""
        self.answered_at = self._loop.time()

    def seconds_left(self) -> float:
        """Return for how long it may still say nothing."""
        return self.answered_at + ANSWER_TIME - self._loop.time()


class Transaction:
    """One running transaction."""

    def __init__(self, raw: AsyncManagedTransaction, course: Course) -> None:
        self.raw = raw
        self.course = course

    async def rows(self, statement: str, **parameters: Any) -> list[Row]:
        """Run a statement and return what it returns; times come back as aware UTC datetimes."""
        note("cypher", statement, parameters)
        return await self.answered(statement, parameters)

    async def row(self, statement: str, **parameters: Any) -> Row | None:
        """Return the first row of a statement; None if there is none."""
        rows = await self.rows(statement, **parameters)
        return rows[0] if rows else None

    async def collected(self, statement: str, **parameters: Any) -> list[Any]:
        """Return the list in a statement's only row; a row for each item takes the driver longer."""
        found = await self.row(statement, **parameters)
        return next(iter(found.values())) if found else []

    async def run(self, statement: str, **parameters: Any) -> None:
        """Run a statement whose result does not matter."""
        result = await self.raw.run(cast(LiteralString, statement), parameters)
        await result.consume()
        self.course.answered()

    async def answered(self, statement: str, parameters: Row) -> list[Row]:
        """Return what a statement returns, which is noted already."""
        result = await self.raw.run(cast(LiteralString, statement), parameters)
        rows = await _plain_rows(result)
        self.course.answered()
        return rows


Work = Callable[[Transaction], Awaitable[T]]
Guard = Callable[[Transaction, str], Awaitable[None]]


def chunks(items: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """Split items into lists of at most `size`."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


async def made_ahead(items: Sequence[T], make: Callable[[list[T]], R]) -> AsyncGenerator[tuple[list[T], R]]:
    """Split items into chunks, each with what is made of it: while one is written, the next is made in a thread."""
    if len(items) > CHUNK:
        async for each in read_ahead((some, make(some)) for some in chunks(items)):
            yield each
    elif items:
        some = list(items)
        yield some, make(some)


class Connection:
    """A pool of connections to one database of one server or cluster.

    Args:
        uri: where the server is.
        username: who memary is to it.
        password: empty for a server without authentication.
        database: its name on the server.
        guard: is called in each write transaction before its work, with the location, and may refuse it.
    """

    def __init__(self, uri: str, *, username: str, password: str, database: str, guard: Guard | None = None) -> None:
        self._database = database
        self._guard = guard
        self._closed = False
        self.location = without_secrets(uri)
        self._refusal = Refusal(self.location, username, database)
        if urlsplit(uri).scheme not in SCHEMES:
            raise ConfigurationError(
                f"{self.location!r} is not the address of a Neo4j: NEO4J_URI must start with neo4j:// or bolt:// "
                "(neo4j+s:// or bolt+s:// for TLS), like neo4j://localhost:7687."
            )
        try:
            self._driver: AsyncDriver = AsyncGraphDatabase.driver(
                uri,
                auth=(username, password) if password else None,
                user_agent="memary",
                connection_timeout=CONNECTION_TIMEOUT,
                max_transaction_retry_time=RETRY_TIME,
                max_connection_pool_size=POOL_SIZE,
                liveness_check_timeout=IDLE_TIME,
                notifications_min_severity="OFF",
            )
        except (DriverConfigurationError, ValueError) as error:
            raise ConfigurationError(f"NEO4J_URI {self.location!r} cannot be used: {error}") from error
        # shared by all sessions, so that each reads what the ones before it wrote, on any member of a cluster
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()

    async def verify(self) -> None:
        """Raise soon, without repeated attempts, if the server cannot be reached or refuses the credentials."""
        try:
            async with asyncio.timeout(OPENING_TIME), self._session() as session:
                await (await session.run("RETURN 1")).consume()
        except TimeoutError as error:
            raise self._refusal.unreachable() from error

    async def read(self, work: Work[T], *, patient: bool = False) -> T:
        """Run work in a read transaction, which sees everything this connection wrote; see `write`."""
        return await self._within(work, writing=False, patient=patient)

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """Run work in a write transaction: all of it is kept, or nothing.

        It may be run more than once.

        Args:
            work: what to run.
            patient: a statement may take as long as it likes, while the server is there.

        Raises:
            StoreUnavailableError: the server cannot be reached, or has not answered for `ANSWER_TIME` seconds.
            MemaryError: the guard refuses it.
        """
        return await self._within(work, writing=True, patient=patient)

    async def create(self, statements: Sequence[str]) -> bool:
        """Create indexes and constraints in one transaction.

        The server plans all statements again once, not for each. Returns False, with none created, if another process
        created one meanwhile: there `IF NOT EXISTS` fails.
        """

        async def create_all(tx: Transaction) -> None:
            for statement in statements:
                await tx.run(statement)

        try:
            await self.write(create_all, patient=True)
        except StoreError as error:
            cause = error.__cause__
            if not (isinstance(cause, Neo4jError) and cause.code == _EXISTS):
                raise
            return False
        return True

    async def run_alone(self, statement: str, **parameters: Any) -> list[Row]:
        """Run a statement outside a managed transaction, for those that open transactions of their own."""

        async def run() -> list[Row]:
            async with self._session() as session:
                return await _plain_rows(await session.run(Query(cast(LiteralString, statement)), parameters))

        return await self._heard(run(), Course(), patient=True)

    async def why_not_writable(self) -> StoreError | None:
        """Return the error of a write where no member of the server lets the database be written, by what it says.

        Raises:
            StoreUnavailableError: the server cannot be reached, by one attempt.
        """
        try:
            rows = await self.run_alone(_ACCESS, database=self._database)
        except StoreUnavailableError:
            raise
        except (StoreError, ConfigurationError):  # the user may not ask
            return None
        return self._refusal.read_only() if rows and all(row["access"] == "read-only" for row in rows) else None

    async def aclose(self) -> None:
        """Close all connections.

        Safe to call twice.
        """
        self._closed = True
        await self._driver.close()

    @asynccontextmanager
    async def _session(self, course: Course | None = None) -> AsyncGenerator[AsyncSession]:
        if self._closed:
            raise StoreUnavailableError(f"The store {self.location} is closed: open it again.")
        try:
            async with self._driver.session(database=self._database, bookmark_manager=self._bookmarks) as session:
                yield session
        except Exception as error:
            if is_cancelled():  # the driver may trip over its own end
                raise asyncio.CancelledError from error
            is_own = isinstance(error, ValueError) and course is not None and error is course.raised
            if is_own or (translated := self._refusal.translated(error)) is None:
                raise
            raise translated from error

    async def _within(self, work: Work[T], *, writing: bool, patient: bool) -> T:
        course = Course()

        @unit_of_work(timeout=None if patient else TRANSACTION_TIME)
        async def within(raw: AsyncManagedTransaction) -> T:
            course.answered()
            try:
                transaction = Transaction(raw, course)
                if writing and self._guard:
                    await self._guard(transaction, self.location)
                return await work(transaction)
            except Exception as error:  # noted only: what the driver makes of it is told apart by this
                course.raised = error
                raise

        async def run() -> T:
            async with self._session(course) as session:
                execute = session.execute_write if writing else session.execute_read
                until = asyncio.get_running_loop().time() + CONTENTION_TIME
                while True:
                    try:
                        return await execute(within)
                    except TransientError as error:
                        if is_away(error) or asyncio.get_running_loop().time() > until:
                            raise

        return await self._heard(run(), course, patient=patient)

    async def _heard(self, work: Coroutine[Any, Any, T], course: Course, *, patient: bool) -> T:
        """Wait for work, but not for a server that says nothing."""
        running = asyncio.ensure_future(work)
        running.add_done_callback(pass_over)
        try:
            while not running.done():
                left = course.seconds_left()
                if left > 0:
                    await asyncio.wait({running}, timeout=left)
                elif patient:
                    await self.verify()
                    course.answered()
                else:
                    raise self._refusal.silent(ANSWER_TIME)
            return running.result()
        finally:
            if not running.done():
                running.cancel()  # the driver closes the connection, by which the server ends the transaction
                await asyncio.wait({running}, timeout=OPENING_TIME)


def pass_over(task: asyncio.Task[Any]) -> None:
    """Take what a task raised for which nobody waits any more: the driver may trip over its own end."""
    if not task.cancelled():
        task.exception()


async def _plain_rows(result: AsyncResult) -> list[Row]:
    rows: list[Row] = []
    async for record in result:
        rows.append({key: _plain(value) for key, value in dict(record).items()})
    return rows


def _plain(value: Any) -> Any:
    if isinstance(value, DateTime):
        return value.to_native().astimezone(UTC)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in cast(Row, value).items()}
    if isinstance(value, list):
        values = cast(list[Any], value)
        has_times = values and isinstance(values[0], DateTime | dict)  # of one type, and a vector is long
        return [_plain(each) for each in values] if has_times else values
    return value


def without_secrets(uri: str) -> str:
    """Return an address without the user name, the password and what follows the path."""
    parts = urlsplit(uri)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
