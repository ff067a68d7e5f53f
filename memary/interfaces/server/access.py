"""Tell who asks and whose memory they may use: the dependencies of the routes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Query, Request, Security
from fastapi.security import HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from memary.checks.faults import shown
from memary.client import Memary
from memary.interfaces.api_keys import Access, KeyRing
from memary.interfaces.loopback import is_loopback
from memary.interfaces.server.limits import Chats, Writing
from memary.interfaces.server.problems import Problem
from memary.types import ScopeName
from memary.types.access import acting_as

LOCAL = "local"
"""The name of who comes from this machine where no keys are set."""

_bearer = HTTPBearer(auto_error=False, scheme_name="API key", description="`Authorization: Bearer mk_…`")


@dataclass(frozen=True, slots=True)
class Service:
    """What all requests share."""

    memory: Memary
    keys: KeyRing
    chats: Chats
    writing: Writing = field(default_factory=Writing)


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks. `user_id` is whose memory is open to them; None: anybody's."""

    user_id: str | None
    access: Access


@dataclass(frozen=True, slots=True)
class Caller:
    """A client on behalf of a user it may name; for a space, `user_id` is the space's address."""

    memory: Memary
    user_id: str
    space: str | None = None

    @property
    def whose(self) -> str:
        """The name that has to be repeated before all of the memory goes."""
        return self.space or self.user_id


@dataclass(frozen=True, slots=True)
class Overseer:
    """A client that may look at one user, or an admin who looks at all; then `user_id` is None."""

    memory: Memary
    user_id: str | None


async def service_of(request: Request) -> Service:
    """Return what the app was made with."""
    return request.app.state.service


def _identified(connection: HTTPConnection, service: Service) -> Client:
    """Return who asks.

    Raises:
        HTTPException: 401 without a key that is known, or with one that has expired; 403 with one that is paused, or
            from elsewhere than this machine where no keys are set.
    """
    if not service.keys:
        _check_origin(connection, service.memory.settings.allow_origins)
        connection.state.client = LOCAL
        return Client(service.memory.settings.user.strip(), "write")
    kind, given = get_authorization_scheme_param(connection.headers.get("authorization"))
    key = service.keys.find(given) if kind.lower() == "bearer" and given else None
    if key is None:
        detail = "Send a key that this server knows: `Authorization: Bearer mk_…`. `memary api-key` makes one."
        raise HTTPException(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": "Bearer"})
    connection.state.client = key.label
    if expired := key.expired:
        raise HTTPException(HTTPStatus.UNAUTHORIZED, expired, {"WWW-Authenticate": 'Bearer error="invalid_token"'})
    if key.access == "none":
        raise _forbidden("This key is paused: ask the operator of the server to activate it again.")
    return Client(key.user_id, key.access)


class Gate:
    """Middleware that looks at the key of a request before anything of its body is read.

    Args:
        app: what it stands before.
        service: whose keys; what is not under `/v1` is open.
    """

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in as a client, or refuse it."""
        if scope["type"] == "http" and scope["path"].startswith("/v1/"):
            connection = HTTPConnection(scope)
            try:
                connection.state.asking = _identified(connection, self._service)
            except HTTPException as error:
                headers = {**(error.headers or {}), "Connection": "close"}  # a body may be under way
                await Problem.of(error.status_code, error.detail).response(headers)(scope, receive, send)
                return
            with acting_as(connection.state.client):
                await self._app(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def client_of(request: Request, _: Annotated[object, Security(_bearer)]) -> Client:
    """Return who asks, as the gate found out."""
    return request.state.asking


async def may_write(client: Annotated[Client, Depends(client_of)]) -> None:
    """Let in who may change memory.

    Raises:
        HTTPException: 403 with a key that may only look.
    """
    if client.access != "write":
        raise _forbidden("This key is read-only: use one with write access.")


UserParameter = Annotated[
    ScopeName | None,
    Query(alias="user_id", description="Whose memory. With a key of one user it may be left out.", examples=["ada"]),
]


async def overseer(
    service: Annotated[Service, Depends(service_of)],
    client: Annotated[Client, Depends(client_of)],
    user_id: UserParameter = None,
) -> Overseer:
    """Return whom a client means, which with the key of an admin may be all users.

    Raises:
        HTTPException: 403 where the key is of another user.
    """
    if client.user_id is not None and user_id not in (None, client.user_id):
        raise _forbidden(f"This key opens the memory of user {shown(client.user_id)} only: leave out user_id.")
    return Overseer(service.memory, client.user_id or user_id)


async def member(seen: Annotated[Overseer, Depends(overseer)]) -> Caller:
    """Return which user a client means, for what is a user's own or is done in their name.

    Raises:
        HTTPException: 422 where an admin does not say it.
    """
    if seen.user_id is None:
        detail = "Say whose memory is meant: add ?user_id=NAME. The key is an admin's."
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, detail)
    return Caller(seen.memory, seen.user_id)


SpaceParameter = Annotated[
    ScopeName | None,
    Query(
        alias="space",
        description="In the space of this name or id, on the user's behalf, instead of in the user's own memory.",
        examples=["Family"],
    ),
]


async def caller(own: Annotated[Caller, Depends(member)], space: SpaceParameter = None) -> Caller:
    """Return whose memory a client means: a user's own, or that of a space the user belongs to.

    Raises:
        NotFoundError: the user belongs to no such space.
        InputError: the user belongs to several of that name.
    """
    if space is None:
        return own
    grant = await own.memory.spaces.aget(space, user_id=own.user_id)
    return Caller(own.memory, grant.user_id, space)


async def overseer_of_space(seen: Annotated[Overseer, Depends(overseer)], space: SpaceParameter = None) -> Overseer:
    """Return whom a client means, which may be a space.

    Raises:
        HTTPException: 422 where an admin does not say on whose behalf.
        NotFoundError: the user belongs to no such space.
    """
    if space is None:
        return seen
    return Overseer(seen.memory, (await caller(await member(seen), space)).user_id)


async def admin_memory(seen: Annotated[Overseer, Depends(overseer)]) -> Memary:
    """Return the memory for what concerns all users.

    Raises:
        HTTPException: 403 where the key is not an admin's.
    """
    if seen.user_id is not None:
        raise _forbidden("This concerns all users: use the key of an admin, and leave out user_id.")
    return seen.memory


async def one_more_chat(service: Annotated[Service, Depends(service_of)]) -> AsyncIterator[None]:
    """Hold a place for an answer until it is sent."""
    with service.chats.one_more():
        yield


Named = Annotated[Caller, Depends(caller)]
"""Whose memory is meant: a user's, or a space's."""

Own = Annotated[Caller, Depends(member)]
"""Which user is meant, where no space can be."""

Overseeing = Annotated[Overseer, Depends(overseer_of_space)]
"""Whose memory is looked at; an admin may mean everybody's."""

WRITES = [Depends(may_write)]
"""What routes that change memory depend on, too."""

CHATS = [*WRITES, Depends(one_more_chat)]
"""What routes that answer messages depend on, too."""


def _check_origin(connection: HTTPConnection, allowed: tuple[str, ...]) -> None:
    """Refuse web pages where no key protects: pages of other sites, or under another name."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host", "")
    foreign = origin is not None and origin not in allowed and urlsplit(origin).netloc != connection.url.netloc
    if foreign or "@" in host or not is_loopback(connection.url.hostname or ""):
        raise _forbidden("Without API keys only this machine is served: use the address 127.0.0.1, or set up keys.")


def _forbidden(detail: str) -> HTTPException:
    return HTTPException(HTTPStatus.FORBIDDEN, detail)
