"""The HTTP API on a loopback port, with a real server before it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn

from memary import Memary
from memary.interfaces.api_keys import Access, ApiKey, digest_of
from memary.interfaces.listener import listening_socket
from memary.interfaces.server import KeyRing, create_app

ADA, BEN, LOOKING, PAUSED, ADMIN = "mk_ada", "mk_ben", "mk_ada_looking", "mk_ada_paused", "mk_admin"


def key(text: str, user: str, access: Access = "write") -> ApiKey:
    return ApiKey(name=text.removeprefix("mk_"), user=user, access=access, sha256=digest_of(text))


KEYS = KeyRing(
    [key(ADA, "ada"), key(BEN, "ben"), key(LOOKING, "ada", "read"), key(PAUSED, "ada", "none"), key(ADMIN, "*")]
)


@contextmanager
def served(memory: Memary, *, keys: KeyRing | None = None) -> Iterator[str]:
    """Serve a memory while the block runs; yield the address."""
    config = uvicorn.Config(create_app(memory, keys=keys), log_config=None, access_log=False, ws="none")
    server = uvicorn.Server(config)
    with listening_socket("127.0.0.1", 0, socket.AF_INET) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), name="api")
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def client(address: str, given: str | None = None) -> httpx.Client:
    """A client that sends a key."""
    headers = {"Authorization": f"Bearer {given}"} if given else {}
    return httpx.Client(base_url=address, headers=headers, timeout=60, trust_env=False)
