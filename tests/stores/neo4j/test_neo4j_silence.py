"""What the Neo4j store says of peers that are none, and of a server that stops answering."""

from __future__ import annotations

import asyncio
import gc
import socket
import socketserver
import threading
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import neo4j
import pytest
from support.neo4j_server import Neo4jAddress
from support.records import message
from support.small_embedder import SmallEmbedder
from support.vectors import vector

from memary import Memary
from memary.api import core
from memary.errors import ConfigurationError, MemaryError, NotFoundError, StoreUnavailableError
from memary.queries import MessageQuery
from memary.settings import Settings
from memary.stores import open_store
from memary.stores.neo4j import Neo4jStore
from memary.stores.neo4j.driver import connection, refusal
from memary.types import Scope, utc_now
from stores.opening import SPEC

pytestmark = pytest.mark.anyio

Handle = Callable[[socket.socket], None]


@contextmanager
def listening(handle: Handle) -> Generator[int]:
    """A port of this machine on which somebody answers."""

    peers: list[socket.socket] = []

    class Peer(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            peers.append(self.request)
            with suppress(OSError):
                handle(self.request)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Peer) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.02,))
        serving.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            serving.join()
            for peer in peers:
                with suppress(OSError):
                    peer.shutdown(socket.SHUT_RDWR)


def saying(words: bytes) -> Handle:
    """A peer that says its words whatever it hears, until nobody listens."""

    def handle(peer: socket.socket) -> None:
        peer.sendall(words)
        while peer.recv(4096):
            pass

    return handle


async def said_of(uri: str) -> str:
    """What opening a store at an address comes to."""
    store = Neo4jStore(uri, username="neo4j", password="")
    try:
        with pytest.raises(MemaryError) as raised:
            await store.stored_embedding()
        assert isinstance(raised.value, StoreUnavailableError)
        return str(raised.value)
    finally:
        await store.aclose()


@pytest.mark.parametrize("scheme", ["neo4j", "bolt"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "No Neo4j answers at"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "is not Neo4j 5 or newer"),
        (b"\0\0\0\0", "is not Neo4j 5 or newer"),
        (b"\0\0\4\5\0\5hello\0\0", "is no Neo4j"),
    ],
    ids=["a web server", "another protocol", "no version in common", "nonsense"],
)
async def test_a_peer_that_is_no_neo4j_is_named(scheme: str, words: bytes, sentence: str) -> None:
    with listening(saying(words)) as port:
        said = await said_of(f"{scheme}://127.0.0.1:{port}")
    assert sentence in said
    assert f"127.0.0.1:{port}" in said
    assert "NEO4J_URI" in said


async def test_a_peer_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "OPENING_TIME", 0.1)
    with listening(saying(b"")) as port:
        assert "No Neo4j answers" in await said_of(f"bolt://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("uri", "sentence"),
    [
        ("neo4j://127.0.0.1..invalid:7687", "The host of neo4j://127.0.0.1..invalid:7687 cannot be found"),
        ("neo4j://127.0.0.1:1", "correct the address (NEO4J_URI, or the store if that names it)."),
        ("bolt+s://127.0.0.1:1", "bolt+s:// asks for TLS: write bolt:// if the server has none."),
        ("bolt://127.0.0.1..invalid:7474", "Port 7474 is the one of its web page; programs use 7687."),
    ],
)
async def test_what_may_be_wrong_with_an_address_is_said(uri: str, sentence: str) -> None:
    assert sentence in await said_of(uri)


def test_an_address_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        open_store("neo4j://[::1", Settings())


class Line:
    """A line to a server that can be held, as when a cable is pulled: it stays open, and nothing comes through."""

    def __init__(self, address: Neo4jAddress) -> None:
        self._target = urlsplit(address.uri)
        self.free = threading.Event()
        self.free.set()

    def handle(self, here: socket.socket) -> None:
        with socket.create_connection((self._target.hostname or "", self._target.port or 0)) as there:
            back = threading.Thread(target=self._pass, args=(there, here))
            back.start()
            self._pass(here, there)
            back.join()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while words := one.recv(65_536):
                self.free.wait()
                other.sendall(words)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def line(neo4j_address: Neo4jAddress) -> Line:
    return Line(neo4j_address)


@pytest.fixture
async def store(neo4j_address: Neo4jAddress, line: Line) -> AsyncIterator[Neo4jStore]:
    """A store at the other end of the line."""
    with listening(line.handle) as port:
        store = Neo4jStore(
            f"bolt://127.0.0.1:{port}", username=neo4j_address.username, password=neo4j_address.password
        )
        await store.migrate(SPEC)
        yield store
        line.free.set()
        await store.aclose()


async def test_a_neo4j_that_falls_silent_is_reported_and_used_again_once_it_answers(
    store: Neo4jStore, line: Line, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = message(user, "I live in Graz.")

    async def add() -> None:
        await store.append([said], embeddings={said.id: vector(1)}, due_at=utc_now())

    await store.users()  # there is a connection
    line.free.clear()
    with monkeypatch.context() as impatient:
        impatient.setattr(connection, "ANSWER_TIME", 0.2)
        impatient.setattr(connection, "OPENING_TIME", 0.2)
        for work in (add, store.users, store.stats):
            with pytest.raises(StoreUnavailableError, match=r"has not answered for .*try again"):
                await work()
        with pytest.raises(StoreUnavailableError, match="No Neo4j answers"):
            await store.forget_user(user)  # may take long, but not of a server that is gone
    line.free.set()
    await add()
    assert [each.id for each in await store.read(MessageQuery(Scope(user_id=user)))] == [said.id]


async def test_a_lock_of_another_program_is_waited_for_only_by_what_may_take_long_on_neo4j(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = message(user, "I live in Graz.")
    await store.append([said], embeddings={said.id: vector(1)}, due_at=utc_now())
    monkeypatch.setattr(connection, "ANSWER_TIME", 0.2)
    async with (
        neo4j.AsyncGraphDatabase.driver(neo4j_address.uri, auth=neo4j_address.auth) as driver,
        driver.session() as session,
        await session.begin_transaction() as held,
    ):
        await (await held.run("MATCH (u:User {id: $user}) SET u.held = true", user=user)).consume()
        with pytest.raises(StoreUnavailableError, match="another program holds a lock"):
            await store.append([said], embeddings={}, due_at=utc_now())
        forgetting = asyncio.create_task(store.forget_user(user))
        asked = asyncio.Event()
        verify = store._connection.verify  # pyright: ignore[reportPrivateUsage]

        async def noted() -> None:
            await verify()
            asked.set()

        monkeypatch.setattr(store._connection, "verify", noted)  # pyright: ignore[reportPrivateUsage]
        await asyncio.wait_for(asked.wait(), 30)
        assert not forgetting.done()
        await held.rollback()
        assert (await forgetting).messages == 1
    with pytest.raises(NotFoundError):
        await store.forget_user(user)


async def test_what_a_given_up_statement_raises_is_told_to_nobody() -> None:
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    reaching = connection.Connection("bolt://127.0.0.1:1", username="", password="", database="neo4j")

    async def work() -> None:
        tasks[0].cancel()  # in the very step in which it fails
        raise StoreUnavailableError("The server went away.")

    tasks = [asyncio.ensure_future(reaching._heard(work(), connection.Course(), patient=False))]
    await asyncio.wait(tasks)
    assert tasks.pop().cancelled()
    gc.collect()
    assert told == []
    await reaching.aclose()


async def test_whether_a_store_can_be_written_is_asked_once_of_a_server_that_is_away() -> None:
    asked: list[socket.socket] = []
    with listening(asked.append) as port:
        store = Neo4jStore(f"bolt://127.0.0.1:{port}", username="neo4j", password="")
        with pytest.raises(StoreUnavailableError):
            await store.why_not_writable()
        await store.aclose()
    assert len(asked) == 1


async def test_work_that_others_are_in_the_way_of_is_repeated_for_longer_than_a_server_is_waited_for(
    neo4j_address: Neo4jAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RETRY_TIME", 0.0)
    reaching = connection.Connection(
        neo4j_address.uri, username=neo4j_address.username, password=neo4j_address.password, database="neo4j"
    )
    in_the_way = iter([neo4j.exceptions.TransientError("A deadlock.")] * 3)

    async def work(tx: connection.Transaction) -> int:
        for error in in_the_way:
            raise error
        return (await tx.rows("RETURN 1 AS one"))[0]["one"]

    assert await reaching.write(work) == 1
    await reaching.aclose()


def test_a_driver_that_trips_over_a_broken_connection_is_a_store_that_is_not_there() -> None:
    told = refusal.Refusal("neo4j://somewhere", "neo4j", "neo4j").translated(AssertionError())
    assert isinstance(told, StoreUnavailableError)
    assert "broke before the answer came: try again" in str(told)


def test_a_memory_is_closed_beside_a_neo4j_that_has_fallen_silent(
    neo4j_address: Neo4jAddress,
    line: Line,
    user: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(connection, "ANSWER_TIME", 3600.0)
    monkeypatch.setattr(core, "_CLOSING_TIME", 0.2)
    with listening(line.handle) as port:
        memory = Memary.open(
            f"bolt://127.0.0.1:{port}",
            embedding=SmallEmbedder(),
            grace=0,
            **neo4j_address.options,
        )
        memory.add("I live in Graz.", user_id=user, wait=True)
        line.free.clear()

        async def ask() -> None:
            await memory.core.store.users()

        async def begin() -> None:
            memory.core.background.run(ask())

        memory.loop.wait(begin)
        memory.close()
        line.free.set()
    assert "messages wait for the next to open" in caplog.text
