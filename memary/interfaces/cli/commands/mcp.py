"""The command `mcp`: memory for any program that speaks the Model Context Protocol."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memary.errors import InputError, MissingExtraError
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.chat import store_name
from memary.interfaces.cli.commands.maintenance import sigterm_as_ctrl_c
from memary.settings import secret
from memary.text.redaction import KeylessFormatter
from memary.types import scope_of

if TYPE_CHECKING:
    from memary import Memary

PANEL = "Serve"
_HOST, _PORT, _PATH = "127.0.0.1", 8765, "/mcp"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(mcp)


def mcp(
    line: CommandLine,
    http: Annotated[bool, typer.Option("--http", help="Over streamable HTTP instead of stdin and stdout.")] = False,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=f"Where HTTP listens (default: {_HOST}).")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help=f"0: any that is free (default: {_PORT}).")
    ] = None,
    path: Annotated[str | None, typer.Option(metavar="PATH", help=f"Of the URL (default: {_PATH}).")] = None,
    allow_user_argument: Annotated[
        bool, typer.Option("--allow-user-argument", help="Let callers say whose memory they mean.")
    ] = False,
    allow_clear: Annotated[
        bool, typer.Option("--allow-clear", help="Offer clear_memory, which forgets everything.")
    ] = False,
) -> None:
    """Serve memory to programs that speak MCP, such as Claude, Cursor and VS Code.

    Other machines need the token MEMARY_MCP_TOKEN. Example:  memary mcp --user ada
    """
    if not http and any(given is not None for given in (host, port, path)):
        raise InputError("--host, --port and --path are for HTTP: add --http.")
    try:
        from memary.interfaces.mcp import http as over_http  # noqa: PLC0415  an extra, and heavy
        from memary.interfaces.mcp.server import Permissions, memory_server  # noqa: PLC0415
        from memary.interfaces.mcp.stdio import serve_stdio  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise MissingExtraError("The MCP server", "mcp") from error
    user = scope_of(line.user).user_id
    address = over_http.Address(
        host=_HOST if host is None else host, port=_PORT if port is None else port, path=path or _PATH
    )
    token = secret(line.settings.mcp_token)
    if http:
        over_http.check_access(address, token)
    with sigterm_as_ctrl_c(), line.memory(worker=line.settings.worker) as memory:
        _log_warnings(line)
        server = memory_server(
            memory, user_id=user, permissions=Permissions(user_argument=allow_user_argument, clear=allow_clear)
        )
        if http:
            over_http.serve_http(server, address, token=token, on_ready=lambda url: _greet(line, memory, url))
            return
        if sys.stdin.isatty():
            _greet(line, memory, "stdin and stdout, where an MCP client is expected to talk")
        serve_stdio(server)


def _greet(line: CommandLine, memory: Memary, where: str) -> None:
    line.output.note(f"Serving the memory of {line.user} ({store_name(memory)}) on {where}. Ctrl-C ends it.")


def _log_warnings(line: CommandLine) -> None:
    """Let a server that runs on its own say on stderr what holds it up, also without `--verbose`."""
    if line.verbose:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(KeylessFormatter("%H:%M:%S", secrets=line.secrets))
    logger = logging.getLogger("memary")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.WARNING)
