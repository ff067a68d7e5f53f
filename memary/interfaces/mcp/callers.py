"""Tell who calls and how far they may go: the server's user, or the user of the API key that a request shows."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_REQUEST

from memary.interfaces.api_keys import ApiKey
from memary.interfaces.request_log import carry

_WRITE = "write"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls.

    Attributes:
        user_id: whose memory is theirs.
        may_write: whether they may change it.
        name: how permissions and the access log call them; empty: as the client calls itself.
    """

    user_id: str
    may_write: bool = True
    name: str = ""


_calling: ContextVar[Caller | None] = ContextVar("_calling", default=None)


def caller() -> Caller:
    """Return who sent the request that is being answered.

    Raises:
        MCPError: none is, or it came without a key where each caller needs one.
    """
    if (found := _calling.get()) is None:
        raise MCPError(INVALID_REQUEST, "This server serves whoever shows an API key: send one.")
    return found


def may_write() -> bool:
    """Return whether who is answered may change memory; nobody in particular may."""
    found = _calling.get()
    return found is None or found.may_write


class Callers:
    """Middleware that notes who sent each message: the request's key tells, and not whoever began the session.

    Args:
        user_id: the user of whoever comes without a key; None: such callers have none.
    """

    def __init__(self, user_id: str | None) -> None:
        self._configured = None if user_id is None else Caller(user_id)

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Answer a message in the name of its sender."""
        if ctx.request is not None:
            carry(ctx.request.scope)
        token = _calling.set(_of_key(ctx.request) or self._configured)
        try:
            return await call_next(ctx)
        finally:
            _calling.reset(token)


def _of_key(request: Any) -> Caller | None:
    user = None if request is None else request.scope.get("user")
    if not isinstance(user, AuthenticatedUser) or user.access_token.subject is None:
        return None
    return Caller(user.access_token.subject, _WRITE in user.scopes, user.access_token.client_id)


def user_of(key: ApiKey) -> AuthenticatedUser:
    """Return the owner of a key of one user, as the SDK notes who a session belongs to."""
    return AuthenticatedUser(AccessToken(token="", client_id=key.label, subject=key.user, scopes=[key.access]))


def refusal(key: ApiKey | None) -> tuple[HTTPStatus, str] | None:
    """Return why a key lets nobody in; None where it does."""
    if key is None:
        return HTTPStatus.UNAUTHORIZED, "Send a key that this server knows: `Authorization: Bearer mk_…`."
    if expired := key.expired:
        return HTTPStatus.UNAUTHORIZED, expired
    if key.user_id is None:
        return HTTPStatus.FORBIDDEN, "This key is an admin's: over MCP use the key of one user."
    if key.access == "none":
        return HTTPStatus.FORBIDDEN, "This key is paused: ask the operator of the server to activate it again."
    return None
