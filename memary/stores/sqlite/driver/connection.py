"""Connections to the SQLite file, and the threads they are used on.

Writes run one after the other on a thread of their own, each in a `BEGIN IMMEDIATE` transaction; reads run on a few
threads beside them, each on a snapshot. A database in memory has one connection for both and no threads: it waits for
no disk and no process, and the way to a thread and back takes longer than most of its work. Several processes may use
one file: write-ahead logging lets readers go on while one of them writes. All work passes the gate of `forks`.
"""

from __future__ import annotations

import math
import os
import sqlite3
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from memary.errors import StoreError, StoreUnavailableError
from memary.stores.sqlite.driver.forks import GATE
from memary.stores.sqlite.driver.refusals import may_be_written, refusal_to_write, translated
from memary.stores.sqlite.driver.threads import Threads
from memary.stores.sqlite.upgrades import check_ours, give_functions
from memary.stores.statements import noting

T = TypeVar("T")
P = ParamSpec("P")

READERS = 4
BUSY_TIMEOUT = 10.0
"""Seconds to wait for another process that is writing."""

_SETTLING = 1.0
"""Seconds in which a file that may only be read has to be readable again, while others open and close it."""

_PAGES_KEPT, _PAGES_PASSED = -16_000, -1_000
"""Kilobytes of the file that a connection keeps in memory, and while it reads very much once."""

_MOST_REMEMBERED = 1_000
"""How many answers a connection remembers, before it asks again."""

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Turn:
    """Lets one thread at a time do work that goes to and fro between Python and SQLite.

    Only one thread runs Python, and each row that SQLite gives is a chance to lose that to another: eight searches at
    once took 1.3 times as long as in turns. What runs without Python for long goes on beside the others.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def taken(self) -> threading.Lock:
        """Return what waits for the turn, and has it, in a `with`."""
        return self._lock

    @contextmanager
    def given_up(self) -> Generator[None, None, None]:
        """Let others have the turn meanwhile.

        The caller has to hold it.
        """
        self._lock.release()
        try:
            yield
        finally:
            self._lock.acquire()


class Reader(Protocol):
    """Runs work on a connection and returns its result."""

    async def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> T:
        """Run `work`."""
        ...


class _Connection(sqlite3.Connection):
    """A connection.

    Attributes:
        taken_as: how the file was when it was opened, where that is taken as it is, without a lock.
        is_for_reading: whether what it reads is changed by other connections alone.
        is_flushing: whether what it commits is on the disk by then.
        remembered: what was read on the snapshot that is open, where it is asked for again and again.
        known: what was remembered on the last snapshot, and the version of the file that this is of.
        often: in how many texts a word stands, as the last search by words had it, by kind and owner.
    """

    taken_as: tuple[int, int] | None = None
    is_for_reading: bool = False
    is_flushing: bool = True
    remembered: dict[tuple[Any, ...], Any] | None = None
    known: tuple[int, dict[tuple[Any, ...], Any]] | None = None
    often: dict[tuple[str, int], float]

    def flush(self, is_flushing: bool) -> None:
        """Have what is committed from here on be on the disk by then, or with what is flushed next."""
        if is_flushing is not self.is_flushing:
            self.execute(f"PRAGMA synchronous={'FULL' if is_flushing else 'NORMAL'}")
            self.is_flushing = is_flushing


class Database:
    """A SQLite file, or a private database in memory when `path` is None.

    It is opened at its first use.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._file = str(path) if path else ""  # looked at before and after all work
        self.location = f"sqlite:///{path.as_posix()}" if path else "sqlite:///:memory:"
        self._closed = False
        self.turn = Turn()
        self._opened: tuple[int, int] | None = None  # which file is in use: device and inode
        self._lock = threading.Lock()
        self._idle: list[_Connection] = []
        self._writer: _Connection | None = None
        self._snapshots = 0  # that are open
        self._writing = Threads(0 if path is None else 1, "memary-write")
        self._reading = self._writing if path is None else Threads(READERS, "memary-read")
        GATE.add(self)

    def is_there(self) -> bool:
        """Return whether the file exists; a database in memory always does."""
        return self.path is None or os.path.exists(self.path)

    async def write(self, work: Callable[[sqlite3.Connection], T], /, *, is_flushed: bool = True) -> T:
        """Run `work` in a transaction that is committed as a whole, or rolled back if it raises.

        With `is_flushed` it is on the disk by then. Without it is there with the next that is, and outlives the
        process, but not a power cut before that.
        """

        def run() -> T:
            writing = self._writing_connection()
            writing.flush(is_flushed)
            with _transaction(writing, "BEGIN IMMEDIATE") as connection:
                check_ours(connection, self.location)
                result = work(connection)
                self._check_file()
                return result

        return await self._run(self._writing, run)

    async def read(self, work: Callable[[sqlite3.Connection], T], /) -> T:
        """Run `work` on a snapshot of the database."""
        work = noting(work)
        return await self._run(self._reading, lambda: self._read(work))

    async def read_in_turn(self, work: Callable[[sqlite3.Connection], T], /) -> T:
        """Run `work` of some milliseconds on a snapshot of the database, when it has the turn."""
        work = noting(work)

        def run() -> T:
            with self.turn.taken():
                return self._read(work)

        return await self._run(self._reading, run)

    async def why_not_writable(self) -> StoreError | None:
        """Return what would keep a write from the file; None if nothing would."""
        path = self.path
        return path and await self._run(self._reading, lambda: refusal_to_write(path, self.location))

    async def maintain(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the writing connection outside of a transaction."""

        def run() -> T:
            writing = self._writing_connection()
            writing.flush(True)
            return work(writing)

        return await self._run(self._writing, run)

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Reader, None]:
        """Lend a function that runs work on one snapshot, however often it is called.

        A database in memory has no snapshots: each call sees what is there by then.
        """
        if self.path is None:
            yield self.read
            return
        self._snapshots += 1
        try:
            connection = await self._run(self._reading, self._connect)
            in_use = threading.Lock()  # work goes on when the one who waits for it is cancelled

            async def read(work: Callable[[sqlite3.Connection], T], /) -> T:
                def run() -> T:
                    with in_use:
                        result = work(connection)
                        if not self._is_current(connection):
                            raise StoreUnavailableError(
                                f"The store {self.location} was changed while it was read: try again."
                            )
                        return result

                return await self._run(self._reading, run)

            try:
                await read(lambda snapshot: snapshot.execute("BEGIN"))
                yield read
            finally:
                with GATE.passed(), in_use:
                    connection.close()
        finally:
            self._snapshots -= 1

    def let_go(self) -> None:
        """Forget what connections remember."""
        with self._lock:
            for connection in self._idle:
                connection.known = None

    def rest(self) -> bool:
        """Close the connections to the file, which the next work opens again.

        Return whether all are closed now.
        """
        if self.path is not None:
            self._close_connections()
        return not self._snapshots

    async def aclose(self) -> None:
        """Close all connections once their work is done.

        Safe to call twice.
        """
        self._close()

    @contextmanager
    def reader(self) -> Generator[_Connection, None, None]:
        """Lend a reading connection, to be used on the reading threads only."""
        if self.path is None:
            yield self._writing_connection()
            return
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection and not self._is_current(connection):
            connection.close()
            connection = None
        connection = connection or self._connect(is_for_reading=True)
        try:
            yield connection
        finally:
            with self._lock:
                keep = not self._closed
                if keep:
                    self._idle.append(connection)
            if not keep:
                connection.close()

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on a snapshot; again if others changed meanwhile a file that is taken as it is."""
        end = time.monotonic() + _SETTLING
        while True:
            try:
                with self.reader() as connection:
                    result = _on_snapshot(connection, work)
                    if self._is_current(connection):
                        return result
            except sqlite3.Error:
                if self.may_write or time.monotonic() > end:
                    raise
                time.sleep(0.02)

    async def _run(self, threads: Threads, work: Callable[[], T]) -> T:
        def run() -> T:
            self._check_file()
            GATE.enter()  # some eight times an add: a context manager takes several calls each
            try:
                return work()
            except sqlite3.Error as error:
                raise translated(error, self.location, waited=BUSY_TIMEOUT) from error
            finally:
                GATE.leave()

        if self._closed:
            raise StoreUnavailableError(f"The store {self.location} is closed: open it again.")
        return await threads.run(run)

    def _check_file(self) -> None:
        """Raise unless the open file is still the one at the path: what goes into a removed file is lost."""
        if self._file and self._opened and _identity(self._file) != self._opened:
            raise StoreUnavailableError(
                f"The file of the store {self.location} was removed or replaced while it was in use; nothing was "
                "stored. Put it back, or open the store again to begin with what is there now."
            )

    def _writing_connection(self) -> _Connection:
        if self._writer and not self._is_current(self._writer):
            self._writer.close()
            self._writer = None
        if self._writer is None:
            self._writer = self._connect()
        return self._writer

    def _connect(self, *, is_for_reading: bool = False) -> _Connection:
        GATE.check()
        if self.path and not self._opened:
            self._make_file(self.path)
            self._opened = _identity(str(self.path))
        taken_as = self._as_it_is()
        connection = sqlite3.connect(
            self._address(takes_it_as_it_is=taken_as is not None),
            uri=True,
            factory=_Connection,
            timeout=BUSY_TIMEOUT,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        connection.taken_as, connection.often, connection.is_for_reading = taken_as, {}, is_for_reading
        try:
            if self.may_write:
                _set_wal(connection)
            connection.executescript(
                "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;"
                f"PRAGMA cache_size={_PAGES_KEPT};"
            )
        except sqlite3.Error:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        connection.create_function("lowered", 1, _lowered, deterministic=True)  # SQLite's own knows ASCII alone
        if not connection.execute("SELECT sqlite_compileoption_used('ENABLE_MATH_FUNCTIONS')").fetchone()[0]:
            connection.create_function("pow", 2, math.pow, deterministic=True)
        give_functions(connection)
        return connection

    @property
    def may_write(self) -> bool:
        """Whether this process may write the file, and beside it, where the log of writes stands."""
        return self.path is None or may_be_written(self.path)

    def _as_it_is(self) -> tuple[int, int] | None:
        """Return when the file was changed and its size, if it has to be taken as it is; else None.

        In a folder that may only be read no lock can be taken. Where others write meanwhile, their log is there, and
        in it the locks.
        """
        if self.path is None or self.may_write or os.access(self.path.parent, os.W_OK):
            return None
        if os.path.exists(f"{self.path}-wal"):
            return None
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _is_current(self, connection: _Connection) -> bool:
        """Return whether a file that was taken as it is, is so still."""
        return connection.taken_as is None or connection.taken_as == self._as_it_is()

    def _address(self, *, takes_it_as_it_is: bool) -> str:
        """Return what SQLite opens."""
        if self.path is None:
            return "file::memory:"
        if self.may_write:
            return self.path.absolute().as_uri()
        return f"{self.path.absolute().as_uri()}?mode=ro{'&immutable=1' if takes_it_as_it_is else ''}"

    def _make_file(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # memories are private
        except OSError as error:
            raise StoreUnavailableError(
                f"The store {self.location} cannot be opened ({error.strerror or error}): "
                "check the path and its permissions, or choose another with --store."
            ) from error

    def _close(self) -> None:
        with self._lock:
            self._closed = True
        self._reading.end()
        self._writing.end()
        with GATE.passed():
            self._close_connections()

    def _close_connections(self) -> None:
        # no work runs by now, neither here nor at a fork: nobody else reaches for them
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _lowered(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Generator[sqlite3.Connection, None, None]:
    connection.execute(begin)
    try:
        yield connection
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _on_snapshot(connection: _Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run work in a transaction that only reads; `once_a_snapshot` remembers what it reads meanwhile."""
    connection.execute("BEGIN")
    try:
        version, remembered = _known_still(connection)
        connection.remembered = remembered
        result = work(connection)
        connection.execute("COMMIT")
        if connection.is_for_reading:
            connection.known = version, remembered
        return result
    finally:
        connection.remembered = None
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _known_still(connection: _Connection) -> tuple[int, dict[tuple[Any, ...], Any]]:
    """Return the version of the file in this snapshot, and what is remembered of it.

    That is nothing where another connection has written since, in whatever process.
    """
    if not connection.is_for_reading:
        return 0, {}
    version: int = connection.execute("PRAGMA data_version").fetchone()[0]
    known = connection.known
    is_same = known is not None and known[0] == version and len(known[1]) < _MOST_REMEMBERED
    return version, known[1] if known and is_same else {}


def once_a_snapshot(
    read: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[sqlite3.Connection, P], T]:
    """Make a read remember its answers for as long as `Database.read` stays on one snapshot, or on one like it.

    A search reads ten times on one, and each time asks for the number of the user and for what does not apply; the
    next search asks the same, mostly of a file to which nobody has written. What it answers is not to be changed.
    """

    @wraps(read)
    def remembered(connection: sqlite3.Connection, *args: P.args, **kwargs: P.kwargs) -> T:
        known = getattr(connection, "remembered", None)
        if known is None:
            return read(connection, *args, **kwargs)
        what = (read, *args, *kwargs.values())
        if what not in known:
            known[what] = read(connection, *args, **kwargs)
        return known[what]

    return remembered


@contextmanager
def reading_once(connection: sqlite3.Connection) -> Generator[None]:
    """Read what will not be read again, without room for it."""
    connection.execute(f"PRAGMA cache_size={_PAGES_PASSED}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size={_PAGES_KEPT}")


def _set_wal(connection: sqlite3.Connection) -> None:
    # the switch to WAL does not wait for a lock of its own accord, so two processes opening a new file would collide
    end = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _BUSY or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
