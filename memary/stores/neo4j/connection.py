"""The fence to the Neo4j driver: transactions, native values, and its errors in memary's words.

Everything else in this package sees rows of plain Python values and a `Transaction` to run Cypher in.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC
from itertools import islice
from typing import Any, LiteralString, TypeVar, cast
from urllib.parse import urlsplit

from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, AsyncResult, AsyncSession, Query
from neo4j.exceptions import (
    AuthError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
)
from neo4j.exceptions import ConfigurationError as DriverConfigurationError
from neo4j.time import DateTime

from memary.errors import ConfigurationError, MemaryError, StoreError, StoreFullError, StoreUnavailableError

Row = dict[str, Any]
T = TypeVar("T")

CHUNK = 500
"""How many records one statement writes."""

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
CONNECTION_TIMEOUT = 10.0  # seconds
# seconds that a transaction is repeated for after a passing failure; the pauses of the driver double (1, 2, 4, 8), so
# that a server that is gone is reported after 12 to 18 seconds
RETRY_TIME = 12.0
POOL_SIZE = 50

_FULL = ("no space left", "disk is full", "not enough space", "disk quota exceeded")
_EXISTS = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
_UNAVAILABLE_CODES = (
    "Neo.TransientError.General.DatabaseUnavailable",
    "Neo.TransientError.Database.DatabaseUnavailable",
    "Neo.DatabaseError.Database.DatabaseUnavailable",
    "Neo.ClientError.Cluster.NotALeader",
)


class Transaction:
    """One running transaction."""

    def __init__(self, raw: AsyncManagedTransaction) -> None:
        self._raw = raw

    async def rows(self, statement: str, **parameters: Any) -> list[Row]:
        """Run a statement and return what it returns; times come back as aware UTC datetimes."""
        result = await self._raw.run(cast(LiteralString, statement), parameters)
        return await _plain_rows(result)

    async def row(self, statement: str, **parameters: Any) -> Row | None:
        """The first row of a statement, if there is one."""
        rows = await self.rows(statement, **parameters)
        return rows[0] if rows else None

    async def collected(self, statement: str, **parameters: Any) -> list[Any]:
        """The list that a statement returns in its only row: a row for each item takes the driver much longer."""
        found = await self.row(statement, **parameters)
        return next(iter(found.values())) if found else []

    async def run(self, statement: str, **parameters: Any) -> None:
        """Run a statement whose result does not matter."""
        result = await self._raw.run(cast(LiteralString, statement), parameters)
        await result.consume()


Work = Callable[[Transaction], Awaitable[T]]


def chunks(items: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """Split items into lists of at most `size`."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


class Connection:
    """A pool of connections to one database of one server or cluster."""

    def __init__(self, uri: str, *, username: str, password: str, database: str) -> None:
        self._username = username
        self._database = database
        self._closed = False
        self.location = _without_secrets(uri)
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
                notifications_min_severity="OFF",
            )
        except (DriverConfigurationError, ValueError) as error:
            raise ConfigurationError(f"NEO4J_URI {self.location!r} cannot be used: {error}") from error
        # shared by all sessions, so that each reads what the ones before it wrote, on any member of a cluster
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()

    async def verify(self) -> None:
        """Raise at once, without repeated attempts, if the server cannot be reached or refuses the credentials."""
        await self.run_alone("RETURN 1")

    async def read(self, work: Work[T]) -> T:
        """Run work in a read transaction, which sees everything this connection wrote."""
        return await self._within(work, writing=False)

    async def write(self, work: Work[T]) -> T:
        """Run work in a write transaction: all of it is kept, or nothing. It may be run more than once."""
        return await self._within(work, writing=True)

    async def create(self, statement: str) -> None:
        """Create an index or constraint. `IF NOT EXISTS` alone fails where another process creates it meanwhile."""
        try:
            await self.write(lambda tx: tx.run(statement))
        except StoreError as error:
            cause = error.__cause__
            if not (isinstance(cause, Neo4jError) and cause.code == _EXISTS):
                raise

    async def run_alone(self, statement: str, **parameters: Any) -> list[Row]:
        """Run a statement outside a managed transaction, for those that open transactions of their own."""
        async with self._session() as session:
            return await _plain_rows(await session.run(Query(cast(LiteralString, statement)), parameters))

    async def aclose(self) -> None:
        """Close all connections. Safe to call twice."""
        self._closed = True
        await self._driver.close()

    @asynccontextmanager
    async def _session(self) -> AsyncGenerator[AsyncSession]:
        if self._closed:
            raise StoreUnavailableError(f"The store {self.location} is closed: open it again.")
        try:
            async with self._driver.session(database=self._database, bookmark_manager=self._bookmarks) as session:
                yield session
        except (Neo4jError, DriverError, OSError) as error:
            raise self._translated(error) from error

    async def _within(self, work: Work[T], *, writing: bool) -> T:
        async def within(raw: AsyncManagedTransaction) -> T:
            return await work(Transaction(raw))

        async with self._session() as session:
            return await (session.execute_write(within) if writing else session.execute_read(within))

    def _translated(self, error: Exception) -> MemaryError:
        code = (error.code or "") if isinstance(error, Neo4jError) else ""
        text = str(error.message or error) if isinstance(error, Neo4jError) else str(error)
        if any(sign in text.lower() for sign in _FULL):
            return StoreFullError(
                f"Neo4j at {self.location} has no space left, nothing was stored: free disk space and try again."
            )
        if isinstance(error, AuthError) or code.startswith("Neo.ClientError.Security."):
            return self._refused(code, text)
        if code.startswith("Neo.ClientError.Database."):
            return ConfigurationError(
                f"Neo4j at {self.location} has no database {self._database!r}: correct NEO4J_DATABASE."
            )
        if isinstance(error, DriverConfigurationError):
            return ConfigurationError(f"Neo4j at {self.location} cannot be used as configured: {text}")
        if isinstance(error, ServiceUnavailable | OSError) or code in _UNAVAILABLE_CODES:
            return StoreUnavailableError(
                f"No Neo4j answers at {self.location}: start it, e.g. make neo4j, or correct the address "
                "(NEO4J_URI, or the store if that names it)."
            )
        if isinstance(error, Neo4jError) and not error.is_retryable():
            return StoreError(f"Neo4j at {self.location} refused a statement: {text} ({code})")
        return StoreUnavailableError(
            f"Neo4j at {self.location} did not get it done within {RETRY_TIME:.0f} seconds, try again: "
            f"{text or type(error).__name__}"
        )

    def _refused(self, code: str, text: str) -> ConfigurationError:
        match code:
            case "Neo.ClientError.Security.AuthenticationRateLimit":
                return ConfigurationError(
                    f"{self.location} refuses {self._username!r} after too many wrong passwords: "
                    "set NEO4J_PASSWORD and try again in a few seconds."
                )
            case "Neo.ClientError.Security.Forbidden":
                return ConfigurationError(
                    f"The user {self._username!r} may not do this at {self.location}: {text} "
                    "Grant the right or set NEO4J_USERNAME."
                )
            case _:
                return ConfigurationError(
                    f"The password for user {self._username!r} was refused by {self.location}: set NEO4J_PASSWORD."
                )


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


def _without_secrets(uri: str) -> str:
    parts = urlsplit(uri)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
