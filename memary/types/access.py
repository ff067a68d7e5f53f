"""Define who may use a memory: its state, what each client may do, and in whose name a call is made.

A client is a program or a person's way in: the name of an API key, `mcp:NAME` of an MCP client, `cli`, `ui`, or what
the setting `client` says. What memary does by itself, such as reading what waits, is nobody's call.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from memary.types import Record, ScopeName, Time

MemoryState: TypeAlias = Literal["open", "paused", "archived"]
"""Of a whole memory: a paused one is neither read nor changed, an archived one is only read."""

ClientAccess: TypeAlias = Literal["write", "read", "paused", "archived"]
"""What a client may do: change memory, only read it, or nothing for now, or for good."""

ACCESS: Final = "access"
"""The target of the rows in the ledger that tell permissions; the newest one counts."""

ITSELF: Final = ""
"""The name under which memary works by itself."""

ClientName: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class Permissions(Record):
    """Who may use a user's memory.

    `others` are clients that are not named.
    """

    user_id: ScopeName
    state: MemoryState = "open"
    others: ClientAccess = "write"
    clients: dict[ClientName, ClientAccess] = Field(default_factory=dict[str, ClientAccess])

    def refusal(self, client: str, *, writes: bool) -> str:
        """Return why a client may not read, or write; empty where it may."""
        whose = f"The memory of user {self.user_id!r}"
        if self.state == "paused":
            return f"{whose} is paused: `memary access --state open` lets it be used again."
        if self.state == "archived" and writes:
            return f"{whose} is archived, and only read: `memary access --state open` lets it be changed again."
        may = self.clients.get(client, self.others)
        if may in ("paused", "archived"):
            return f"{whose} is not open to the client {client!r}, which is {may}: see `memary access`."
        if may == "read" and writes:
            return f"{whose} is only read by the client {client!r}: see `memary access`."
        return ""


class AccessRow(Record):
    """How often a client read or changed something of a user's memory within an hour, or was refused."""

    hour: Time
    client: str
    what: str
    count: int
    refused: bool = False


_client: ContextVar[str | None] = ContextVar("memary_client", default=None)


def current_client() -> str | None:
    """Return under which name the running work is done; None: that of the program."""
    return _client.get()


@contextmanager
def acting_as(client: str) -> Generator[None]:
    """Do what is done inside the block under the name of a client."""
    token = _client.set(client)
    try:
        yield
    finally:
        _client.reset(token)
