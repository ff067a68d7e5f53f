"""Serve over streamable HTTP: where to listen, and who may come in.

On this machine alone, no token is needed: then only requests that name this machine as their host are answered, so
that no web page can reach the server through a name of its own. Anywhere else a bearer token is demanded: one for
all, or the API key of a user, which opens the memory of that user.
"""

from __future__ import annotations

import hmac
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from types import FrameType

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from memary.errors import ConfigurationError
from memary.interfaces.api_keys import KeyRing
from memary.interfaces.listener import listening_socket
from memary.interfaces.loopback import is_loopback
from memary.interfaces.mcp import callers
from memary.interfaces.request_log import RequestLog, note_client, note_outcome

_SHORTEST_TOKEN = 16
_PATIENCE = 3
"""Seconds that a running call has to end when the server stops."""

_HOW = "send the header `Authorization: Bearer <token>` with the token of MEMARY_MCP_TOKEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenAddress:
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = 8765  # 0: any free one
    path: str = "/mcp"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def netloc(self) -> str:
        """Host and port as a URL has them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def serve_http(
    server: MCPServer,
    address: ListenAddress,
    *,
    shown: str | KeyRing | None,
    on_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until a signal ends it.

    Args:
        server: what is served.
        address: where.
        shown: what callers have to show: a token, or one of these keys; None: nothing, which goes on a loopback
            address alone.
        on_ready: called with the URL once connections are taken.

    Raises:
        ConfigurationError: the address, the token or the keys cannot be used, or are missing.
        KeyboardInterrupt: Ctrl-C ended it.
    """
    check_access(address, shown)
    with _listening(address) as listener:
        named = _named(listener, address)
        app: ASGIApp = server.streamable_http_app(
            streamable_http_path=address.path, transport_security=_guard(named), host=address.host
        )
        if shown is not None:
            app = BearerGuard(app, shown)
        app = RequestLog(app)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=_PATIENCE
        )
        on_ready(f"http://{named.netloc}{address.path}")
        _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # streams on which clients wait for news end here without an answer, which uvicorn calls an error
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)


def check_access(address: ListenAddress, shown: str | KeyRing | None) -> None:
    """Make sure that nobody comes in unasked.

    Raises:
        ConfigurationError: the path is none, the token is too short or no token, or there is none where it is needed,
            or no key.
    """
    if not address.path.startswith("/"):
        raise ConfigurationError(f"The path {address.path!r} cannot be used: begin it with /, like /mcp.")
    if isinstance(shown, KeyRing):
        if not shown:
            raise ConfigurationError("There are no API keys yet: make one with `memary api-key --user NAME`.")
        return
    token = shown
    if token is None:
        if not address.is_loopback:
            raise ConfigurationError(
                f"Host {address.host!r} can be reached from other machines, so a token is needed: "
                "set MEMARY_MCP_TOKEN to a long random text, or listen on 127.0.0.1."
            )
        return
    if len(token) < _SHORTEST_TOKEN or not all("!" <= char <= "~" for char in token):
        raise ConfigurationError(
            f"MEMARY_MCP_TOKEN cannot be used: give it {_SHORTEST_TOKEN} or more ASCII characters "
            "without spaces, such as `openssl rand -hex 32` prints."
        )


class BearerGuard:
    """Lets requests through that show the token, or a key; others get 401 or 403 with the reason.

    Args:
        app: what is behind it.
        shown: the token, ASCII; or keys, of which each opens the memory of its user.
    """

    def __init__(self, app: ASGIApp, shown: str | KeyRing) -> None:
        self._app = app
        self._shown = shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] == "http":
            given = bearer_of(Headers(scope=scope))
            if isinstance(self._shown, KeyRing):
                key = self._shown.find(given) if given else None
                refused = callers.refusal(key)
                note_client(scope, None if key is None else key.label)
                scope = scope if key is None or refused else {**scope, "user": callers.user_of(key)}
            else:
                refused = _refusal(given, self._shown)
            if refused:
                status, reason = refused
                note_outcome(scope, status.phrase)
                asked = {"WWW-Authenticate": 'Bearer realm="memary"'} if status == HTTPStatus.UNAUTHORIZED else None
                await JSONResponse({"error": reason}, status_code=status, headers=asked)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def bearer_of(headers: Headers) -> str:
    """Return the token that a request shows; empty where it shows none."""
    kind, _, given = headers.get("authorization", "").partition(" ")
    return given.strip() if kind.lower() == "bearer" else ""


def _refusal(given: str, token: str) -> tuple[HTTPStatus, str] | None:
    if not given:
        return HTTPStatus.UNAUTHORIZED, f"This server asks for a token: {_HOW}."
    if not hmac.compare_digest(given.encode(errors="replace"), token.encode()):
        return HTTPStatus.UNAUTHORIZED, f"The token is wrong: {_HOW}."
    return None


def _guard(address: ListenAddress) -> TransportSecuritySettings:
    """Return which hosts a request may name.

    On a loopback address these are its own names; elsewhere the token guards.
    """
    if not address.is_loopback:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    own = ListenAddress(host=address.host).netloc.rpartition(":")[0]
    names = sorted({own, "127.0.0.1", "localhost", "[::1]"})
    return TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in names],
        allowed_origins=[f"http://{name}:{address.port}" for name in names],
    )


def _listening(address: ListenAddress) -> socket.socket:
    try:
        family = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0][0]
        return listening_socket(address.host, address.port, family)
    except (OSError, OverflowError) as error:
        reason = str(error.strerror).partition(" (")[0] if isinstance(error, OSError) else error
        raise ConfigurationError(
            f"The server cannot listen on {address.netloc} ({reason}): choose another --port or --host."
        ) from error


def _named(listener: socket.socket, address: ListenAddress) -> ListenAddress:
    return ListenAddress(host=address.host, port=listener.getsockname()[1], path=address.path)
