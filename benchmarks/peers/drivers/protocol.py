"""What the harness and a memory's driver say to each other: one JSON object per line, each answered by one.

The harness sends `{"op": "add", "messages": [...], "infer": true}`, `{"op": "settle"}`, `{"op": "search", "query":
"…", "k": 10, "messages_only": false}`, `{"op": "kept"}` or `{"op": "stats"}`. The driver answers `{"ok": true, "cpu":
…}` and what was asked for, or `{"ok": false, "error": "…"}`; `cpu` is the processor time of the operation in seconds,
of this process with all its threads. What a memory prints itself goes to stderr. Only the standard library is needed
here, as this file runs in every peer's environment.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeAlias

Message: TypeAlias = dict[str, Any]
"""`id`, `role`, `speaker`, `content`, `created_at` (ISO 8601), `session_id`."""

Hit: TypeAlias = dict[str, Any]
"""`text`, and `id` where the memory keeps the id of the message that was found."""


class Place:
    """Where a driver keeps its data and finds the model."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.folder = Path(given["folder"])
        self.base_url: str = given["base_url"]
        self.dimensions: int = given["dimensions"]
        self.neo4j: list[str] = given["neo4j"]  # URI, user and password, for those that need one


class Peer(Protocol):
    """A memory, opened.

    What `search` finds comes best first.
    """

    version: str

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        """Take in messages as a user of it would, in one call."""
        ...

    async def settle(self) -> None:
        """Wait for what goes on in the background."""
        ...

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        """Recall as a user of it would; with `messages_only` the messages themselves."""
        ...

    async def kept(self) -> list[str]:
        """Return the raw messages that can still be read from anywhere in it."""
        ...


def line(message: Message) -> str:
    """Return a message as a line with its speaker, for memories that have no field for that."""
    return f"{message['speaker']}: {message['content']}"


def serve(open_peer: Callable[[Place], Peer]) -> None:
    """Answer the harness until it closes the pipe."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no part of the protocol
    asyncio.run(_serve(open_peer(Place(json.loads(sys.argv[1]))), replies))


async def _serve(peer: Peer, replies: Any) -> None:
    _reply(replies, {"ok": True, "cpu": time.process_time(), "version": peer.version})
    while said := await asyncio.to_thread(sys.stdin.readline):
        start = time.process_time()
        try:
            reply = {"ok": True, **await _answer(peer, json.loads(said))}
        except Exception as error:  # noqa: BLE001  what a peer raises is what is measured
            reply = {"ok": False, "error": f"{type(error).__name__}: {error}"[:300]}
        _reply(replies, reply | {"cpu": time.process_time() - start})
    os._exit(0)  # nothing that a peer does on its way out may hold up the harness


async def _answer(peer: Peer, asked: dict[str, Any]) -> dict[str, Any]:
    match asked["op"]:
        case "add":
            await peer.add(asked["messages"], infer=asked["infer"])
        case "settle":
            await peer.settle()
        case "search":
            return {"hits": await peer.search(asked["query"], k=asked["k"], messages_only=asked["messages_only"])}
        case "kept":
            return {"kept": await peer.kept()}
        case "stats":
            return {"version": peer.version, "total_cpu": time.process_time()}
        case unknown:
            raise ValueError(f"The driver knows no operation {unknown!r}.")
    return {}


def _reply(replies: Any, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()
