"""The programs of a soak, each a process: they use memory as services do, and say what it acknowledged."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

from memary import ChatAgent, Memary, MemaryError, NotFoundError, StoreError
from memary.errors import DamagedRecordError
from memary.interfaces.cli.start import main
from reliability.processes.programs import Place
from reliability.soak import words
from reliability.soak.journal import Kind

_PAUSE = 0.02


class Teller:
    """The way of a program to the journal, and its own place in the play."""

    def __init__(self, pipe: Connection, name: str, seed: str, log: str) -> None:
        sys.stdout = sys.stderr = open(log, "a", buffering=1)  # noqa: SIM115  as long as the process lives
        self.name = name
        self.chance = random.Random(seed)
        self._pipe = pipe

    def tell(self, kind: Kind, *what: str) -> None:
        """Tell the journal."""
        self._pipe.send((kind, *what))

    def goes_on(self) -> bool:
        """Whether nobody has said that it is over; waits a little, so that others have their turn."""
        return not self._pipe.poll(self.chance.uniform(0, 2 * _PAUSE))

    @contextmanager
    def tries(self) -> Generator[None]:
        """Tell what memary refuses on purpose; anything else ends the program."""
        try:
            yield
        except MemaryError as error:
            self.tell("error", type(error).__name__, str(error))
            if isinstance(error, DamagedRecordError):
                self.tell("fault", f"a record was read half: {error}")
            threading.Event().wait(_PAUSE)

    def opened(self, place: Place, **options: Any) -> Memary | None:
        """Open a memory, as soon as the store lets it."""
        while self.goes_on():
            with self.tries():
                return place.open(**options)
        return None


def play(
    pipe: Connection,
    part: Callable[[Teller, Memary], None],
    place: Place,
    name: str,
    seed: str,
    log: str,
    **options: Any,
) -> None:
    """Be one of the programs that have a memory open."""
    teller = Teller(pipe, name, seed, log)
    if memory := teller.opened(place, **options):
        with memory:
            part(teller, memory)


def write(teller: Teller, memory: Memary) -> None:
    """Add messages for several users; forget some of them again, alone or with their session."""
    own: dict[tuple[str, str], list[tuple[str, str]]] = {}  # by user and session: ids and words
    for number in count():
        if not teller.goes_on():
            return
        user, session = teller.chance.choice(words.SHARED), f"{teller.name} {number // 7}"
        said = words.word(user, teller.name, number)
        teller.tell("meant", user, said)
        message = {"content": words.sentence(said, number), "id": f"id-{said}", "session_id": session}
        with teller.tries():
            memory.add(message, user_id=user)
            teller.tell("added", user, said)
            own.setdefault((user, session), []).append((f"id-{said}", said))
        if own and teller.chance.random() < 0.15:
            forget(teller, memory, own)


def forget(teller: Teller, memory: Memary, own: dict[tuple[str, str], list[tuple[str, str]]]) -> None:
    """Forget a message or a session, and look whether it is gone."""
    user, session = teller.chance.choice(list(own))
    said = own.pop((user, session))
    is_whole = teller.chance.random() < 0.3
    gone, left = (said, []) if is_whole else (said[:1], said[1:])
    if left:
        own[user, session] = left
    gone_words = [word for _, word in gone]
    teller.tell("forgetting", user, *gone_words)
    with teller.tries():
        for _ in range(20):
            try:
                memory.forget(user_id=user, **({"session_id": session} if is_whole else {"message_id": gone[0][0]}))
                break
            except NotFoundError:
                break  # a try that failed at its end has done it
            except StoreError as error:
                teller.tell("error", type(error).__name__, str(error))
        else:
            return
        teller.tell("forgotten", user, *gone_words)
        hits = memory.search(gone_words[0], user_id=user, kinds=["message", "fact", "entity"], top_k=50)
        if left_over := words.words_in(repr(hits)) & set(gone_words):
            teller.tell("fault", f"{left_over} of {user} was found right after it was forgotten")


def read(teller: Teller, memory: Memary) -> None:
    """Read in all ways, as several users; nobody may see a word of others."""
    ways: list[Callable[[str, str], object]] = [
        lambda user, question: memory.search(question, user_id=user, top_k=30),
        lambda user, question: memory.context(question, user_id=user).text,
        lambda user, _: memory.facts.list(user_id=user),
        lambda user, _: memory.entities.list(user_id=user),
        lambda user, _: memory.messages.list(user_id=user, limit=50),
        lambda user, _: memory.operations.list(user_id=user, limit=50),
    ]
    while teller.goes_on():
        user = teller.chance.choice(words.SHARED)
        question = teller.chance.choice(["Who owns what?", "What does Odile own?", "Whom do I know?"])
        with teller.tries():
            seen = repr(teller.chance.choice(ways)(user, question))
            teller.tell("read", user)
            if leaked := words.foreign(seen, user):
                teller.tell("fault", f"{user} read {sorted(leaked)[:3]} of others")


def chat(teller: Teller, memory: Memary) -> None:
    """Talk with an agent, whose answers are kept as well."""
    for number in count():
        if not teller.goes_on():
            return
        user = teller.chance.choice(words.SHARED)
        said = words.word(user, teller.name, number)
        teller.tell("meant", user, said)
        with teller.tries():
            agent = ChatAgent(memory, user_id=user, session_id=f"{teller.name} {number // 4}")
            question = words.sentence(said, number)
            if number % 2:
                answer = agent.chat(question).text
            else:
                answer = "".join(event.text for event in agent.stream(question) if event.kind == "text")
            teller.tell("added", user, said)
            teller.tell("answered", user)
            if "<think" in answer or words.foreign(answer, user):
                teller.tell("fault", f"{user} was answered {answer!r}")


def live_briefly(teller: Teller, memory: Memary) -> None:
    """Make users, have them read, and forget them whole, while workers are at them."""
    for number in count():
        if not teller.goes_on():
            return
        user = f"{teller.name}-{900_000 + teller.chance.randrange(90_000)}{number}"
        said = [words.word(user, teller.name, each) for each in range(3)]
        teller.tell("meant", user, *said)
        teller.tell("forgetting", user, *said)  # what is cut off here may be there or not
        with teller.tries():
            memory.add([words.sentence(word, each) for each, word in enumerate(said)], user_id=user)
            if teller.chance.random() < 0.5:
                memory.flush(user_id=user, wait=1)
            with suppress(NotFoundError):
                memory.forget(user_id=user)
            teller.tell("forgotten", user, *said)
            if user in memory.admin.users():
                teller.tell("fault", f"{user} was forgotten and is there")


def carry(teller: Teller, memory: Memary, *, folder: str) -> None:
    """Take a user's memory out by an export, and bring it back by an import, again and again."""
    path, user = Path(folder) / "carried.jsonl", "carried-800"
    for number in count():
        with teller.tries():
            if path.exists():  # the one before was killed in between, perhaps by the last blow of all
                memory.import_(path, user_id=user)
                path.unlink()
        if not teller.goes_on():
            return
        if path.exists():  # it could not be brought back yet, and nothing may be written over it
            continue
        said = words.word(user, teller.name, number)
        with teller.tries():
            teller.tell("meant", user, said)
            memory.add({"content": words.sentence(said, number), "id": f"id-{said}"}, user_id=user)
            teller.tell("added", user, said)
            if number % 3 == 2:
                memory.export(path, user_id=user)
                with suppress(NotFoundError):
                    memory.forget(user_id=user)
                memory.import_(path, user_id=user)
                path.unlink()


def serve(pipe: Connection, place: Place, port: int, keys: str, log: str) -> None:
    """Be the command `memary serve`."""
    Teller(pipe, "server", "", log)
    os.environ.update(place.environment | {"MEMARY_API_KEYS": keys})
    sys.argv = ["memary", "serve", "--port", str(port)]
    main()


def call(pipe: Connection, address: str, name: str, seed: str, log: str) -> None:
    """Use memory over HTTP, each user with a key of its own."""
    teller = Teller(pipe, name, seed, log)
    clients = {
        user: httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer mk_{user}"}, timeout=30, trust_env=False
        )
        for user in words.SHARED
    }
    for number in count():
        if not teller.goes_on():
            return
        with suppress(httpx.TransportError):
            request(teller, clients, number)


def request(teller: Teller, clients: dict[str, httpx.Client], number: int) -> None:
    """Send one request; nothing but an outage of store or model may be the server's fault."""
    user = teller.chance.choice(words.SHARED)
    client, said = clients[user], words.word(user, teller.name, number)
    match teller.chance.choice(["add", "add", "search", "facts", "context", "chat", "forget", "nonsense"]):
        case "add" | "forget" as what:
            teller.tell("meant", user, said)
            body = {"content": words.sentence(said, number), "id": f"id-{said}"}
            answer = client.post("/v1/messages", json={"messages": [body], "session_id": teller.name})
            if answer.status_code == 201:
                teller.tell("added", user, said)
                if what == "forget":
                    teller.tell("forgetting", user, said)
                    answer = client.delete(f"/v1/messages/id-{said}")
                    if answer.status_code in (200, 404):
                        teller.tell("forgotten", user, said)
        case "search":
            answer = client.post("/v1/search", json={"query": "Who owns what?", "top_k": 20})
        case "facts":
            answer = client.get("/v1/facts")
        case "context":
            answer = client.post("/v1/context", json={"query": "Who owns what?"})
        case "chat":
            answer = client.post("/v1/chat", json={"query": "Whom do I know?", "session_id": "talk"})
        case _:
            answer = client.post("/v1/messages", content=b'{"messages": [{"content": 5, "id": "\\u0000"}]}')
    teller.tell("read", user)
    if answer.status_code in (500, 504) or words.foreign(answer.text, user):
        teller.tell("fault", f"{answer.request.url}: {answer.status_code} {answer.text[:200]}")
    elif answer.status_code >= 500:
        teller.tell("error", f"HTTP {answer.status_code}", answer.text)


def lock(path: str, seconds: float) -> None:
    """Hold the lock of an SQLite file, as a backup program may."""
    with closing(sqlite3.connect(path, timeout=10)) as connection, suppress(sqlite3.OperationalError):
        connection.execute("BEGIN IMMEDIATE")
        threading.Event().wait(seconds)
        connection.rollback()


def write_with_little_room(pipe: Connection, place: Place, name: str, seed: str, log: str) -> None:
    """Add messages under a limit of the file's size that leaves room for few."""
    teller = Teller(pipe, name, seed, log)
    file = Path(place.store.removeprefix("sqlite:///"))
    with teller.tries(), place.open(worker=False) as memory:
        size = max(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30_000, most))
        try:
            for number in range(40):
                user = teller.chance.choice(words.SHARED)
                said = words.word(user, teller.name, number)
                teller.tell("meant", user, said)
                try:
                    memory.add({"content": words.sentence(said, number), "id": f"id-{said}"}, user_id=user)
                    teller.tell("added", user, said)
                except StoreError as error:
                    teller.tell("error", type(error).__name__, str(error))
                    break
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
