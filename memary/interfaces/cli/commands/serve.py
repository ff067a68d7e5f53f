"""The commands `serve` and `api-key`: memory for programs that speak HTTP."""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.text import Text

from memary.errors import ConfigurationError, InputError, MissingExtraError
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.chat import store_name
from memary.interfaces.cli.commands.maintenance import sigterm_as_ctrl_c
from memary.interfaces.cli.output import printable
from memary.interfaces.loopback import is_loopback
from memary.text.redaction import KeylessFormatter

if TYPE_CHECKING:
    from fastapi import FastAPI

PANEL = "Serve"
_PATIENCE = 30
"""Seconds that requests under way get to end when the server is stopped."""


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    command(app, panel=PANEL)(serve)
    command(app, panel=PANEL, name="api-key")(api_key)


def serve(
    line: CommandLine,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0: any that is free.")] = 8321,
) -> None:
    """Serve the HTTP API until Ctrl-C.

    Without API keys it serves this machine alone. Example:  memary serve --port 8321
    """
    with _extra():
        from memary.interfaces.server import KeyRing, create_app  # noqa: PLC0415  an extra
    keys = KeyRing.of(line.settings)
    if not keys and not is_loopback(host):
        raise ConfigurationError(
            f"Without API keys memary listens on this machine alone, not on {host}: make one with `memary api-key`."
        )
    with _listening(host, port) as listener, sigterm_as_ctrl_c(), line.memory(worker=line.settings.worker) as memory:
        _log_requests(line)
        app = create_app(memory, keys=keys)
        name = f"[{host}]" if ":" in host else host
        line.output.note(f"Listening on http://{name}:{listener.getsockname()[1]} ({store_name(memory)}).")
        if not keys:
            line.output.note(
                f"No API keys: only this machine is served, as user {line.user!r}. `memary api-key` makes one."
            )
        with suppress(KeyboardInterrupt):
            _run(app, listener)
        line.output.note("Stopped.")


def api_key(
    line: CommandLine,
    admin: Annotated[bool, typer.Option("--admin", help="It may name any user, instead of one.")] = False,
    access: Annotated[
        Literal["write", "read"], typer.Option(help="Whether it may change memory or only look.")
    ] = "write",
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the access log calls it.")] = "",
    file: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The file of keys; default: as the settings say.")
    ] = None,
) -> None:
    """Make an API key for a user, and print it once; only its hash is kept.

    Example:  memary api-key --user ada --name "ada's phone"
    """
    with _extra():
        from memary.interfaces.server.keys import ADMIN, add_key, default_file  # noqa: PLC0415  an extra
    if admin and line.user_option is not None:
        raise InputError("Choose one of --admin and --user.")
    if not admin and line.user == ADMIN:
        raise InputError(f"The user {ADMIN!r} stands for all users: use --admin for a key that may name any.")
    where = file or line.settings.api_keys_file or default_file(line.settings)
    key = add_key(where, ADMIN if admin else line.user, name=name, access=access)
    line.output.result({"key": key, "file": str(where)}, Text(key))
    whom = "any user" if admin else f"user {line.user!r}"
    line.output.note(printable(f"It opens the memory of {whom}. Its hash is in {where}; nobody can show it again."))


@contextmanager
def _extra() -> Generator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("memary"):
            raise
        raise MissingExtraError("The HTTP API", "server") from error


@contextmanager
def _listening(host: str, port: int) -> Generator[socket.socket]:
    """Lend a socket that listens.

    Raises:
        ConfigurationError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(
            f"It cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}. Choose another "
            "--host or --port."
        ) from error
    with listener:
        yield listener


def _log_requests(line: CommandLine) -> None:
    """Write requests, and what goes wrong beside them, to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(KeylessFormatter(secrets=line.secrets))
    for name, level in (
        ("memary", logging.DEBUG if line.verbose else logging.INFO),
        ("uvicorn.error", logging.WARNING),
    ):
        logger: Any = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _run(app: FastAPI, listener: socket.socket) -> None:
    """Serve until a signal comes, and then until what is under way has ended."""
    import uvicorn  # noqa: PLC0415  an extra

    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=_PATIENCE
    )
    uvicorn.Server(config).run(sockets=[listener])
