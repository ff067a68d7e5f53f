"""Serve memory: `mcp`, `serve` with its `api-key`, `ui`, and what Neo4j Browser needs to show it."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from memary.errors import ConfigurationError, InputError, MissingExtraError
from memary.interfaces.api_keys import ADMIN, ApiKey, KeyRing, add_key, keys_file, keys_of, revoke_keys
from memary.interfaces.cli.command_line import CommandLine, command, store_name
from memary.interfaces.cli.commands.admin.maintenance import sigterm_as_ctrl_c, warn_if_only_read
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.tables import table
from memary.interfaces.listener import listening_socket
from memary.interfaces.logins import logins_file, read_logins, remove_login, set_password
from memary.interfaces.loopback import is_loopback
from memary.interfaces.neo4j_browser import write_browser_files
from memary.interfaces.request_log import log_to_stderr
from memary.settings import secret
from memary.types import scope_of, utc_now

if TYPE_CHECKING:
    from fastapi import FastAPI

    from memary import Memary

PANEL = "Serve"
_MCP_HOST, _MCP_PORT, _MCP_PATH = "127.0.0.1", 8765, "/mcp"
_PACKAGE = Path(__file__).resolve().parents[4]
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_PATIENCE = 15
"""Seconds that requests under way get to end when the server is stopped."""


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (mcp, serve):
        command(app, panel=PANEL)(function)
    command(app, panel=PANEL, name="api-key")(api_key)
    command(app, panel=PANEL, in_space=False)(ui)
    command(app, panel=PANEL, name="neo4j-browser", in_space=False)(neo4j_browser)
    command(app, panel=PANEL, name="ui-login")(ui_login)


def mcp(
    line: CommandLine,
    http: Annotated[bool, typer.Option("--http", help="Over streamable HTTP instead of stdin and stdout.")] = False,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=f"Where HTTP listens (default: {_MCP_HOST}).")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help=f"0: any that is free (default: {_MCP_PORT}).")
    ] = None,
    path: Annotated[str | None, typer.Option(metavar="PATH", help=f"Of the URL (default: {_MCP_PATH}).")] = None,
    api_keys: Annotated[
        bool, typer.Option("--api-keys", help="Over HTTP: each key of `api-key` opens the memory of its user.")
    ] = False,
    allow_user_argument: Annotated[
        bool, typer.Option("--allow-user-argument", help="Let callers say whose memory they mean.")
    ] = False,
    allow_clear: Annotated[
        bool, typer.Option("--allow-clear", help="Offer clear_memory, which forgets everything.")
    ] = False,
) -> None:
    """Serve memory to programs that speak MCP, such as Claude, Cursor and VS Code.

    Other machines need the token MEMARY_MCP_TOKEN, or keys. Example:  memary mcp --user ada
    """
    if not http and (api_keys or any(given is not None for given in (host, port, path))):
        raise InputError("--host, --port, --path and --api-keys are for HTTP: add --http.")
    if api_keys and (allow_user_argument or line.user_option is not None):
        raise InputError("A key opens the memory of its user alone: leave out --user and --allow-user-argument.")
    try:
        from memary.interfaces.mcp import http as over_http  # noqa: PLC0415  an extra, and heavy
        from memary.interfaces.mcp.server import CallerPermissions, memory_server  # noqa: PLC0415
        from memary.interfaces.mcp.stdio import serve_stdio  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise MissingExtraError("The MCP server", "mcp") from error
    user = None if api_keys else scope_of(line.user).user_id
    address = over_http.ListenAddress(
        host=_MCP_HOST if host is None else host, port=_MCP_PORT if port is None else port, path=path or _MCP_PATH
    )
    shown = KeyRing.of(line.settings) if api_keys else secret(line.settings.mcp_token)
    if http:
        over_http.check_access(address, shown)
    with sigterm_as_ctrl_c(), line.memory(worker=line.settings.worker) as memory:
        log_to_stderr(_level(line, logging.INFO if http else logging.WARNING), secrets=line.secrets)
        if http:
            warn_if_only_read(line, memory)
        server = memory_server(
            memory, user_id=user, permissions=CallerPermissions(user_argument=allow_user_argument, clear=allow_clear)
        )
        if http:
            over_http.serve_http(server, address, shown=shown, on_ready=lambda url: _greet(line, memory, url, user))
            return
        if sys.stdin.isatty():
            _greet(line, memory, "stdin and stdout, where an MCP client is expected to talk", user)
        serve_stdio(server)


def _greet(line: CommandLine, memory: Memary, where: str, user: str | None) -> None:
    whose = line.user if user is not None else "each key's user"
    line.output.note(f"Serving the memory of {whose} ({store_name(memory)}) on {where}. Ctrl-C ends it.")


def serve(
    line: CommandLine,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0: any that is free.")] = 8321,
) -> None:
    """Serve the HTTP API until Ctrl-C.

    Without API keys it serves this machine alone. Example:  memary serve --port 8321
    """
    with _extra():
        from memary.interfaces.server import create_app  # noqa: PLC0415  an extra
    keys = KeyRing.of(line.settings)
    if not keys and not is_loopback(host):
        raise ConfigurationError(
            f"Without API keys memary serves this machine alone, not {host}: make a key with `memary api-key`."
        )
    with _listening(host, port) as listener, sigterm_as_ctrl_c(), line.memory(worker=line.settings.worker) as memory:
        log_to_stderr(_level(line, logging.INFO), secrets=line.secrets)
        app = create_app(memory, keys=keys)
        name = f"[{host}]" if ":" in host else host
        line.output.note(f"Listening on http://{name}:{listener.getsockname()[1]} ({store_name(memory)}).")
        warn_if_only_read(line, memory)
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
    expires: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="When it ends: 90d, 12h, 4w from now, or a day (default: never)."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The file of keys; default: as the settings say.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the keys of the file; make none.")] = False,
    revoke: Annotated[
        str | None, typer.Option(metavar="NAME", help="Take the keys of this name out of the file; make none.")
    ] = None,
) -> None:
    """Make an API key for a user, and print it once; only its hash is kept.

    With --list and --revoke, --user means only the keys of that user.

    Example:  memary api-key --user ada --name "ada's phone"
    """
    where = file or keys_file(line.settings)
    if list_ or revoke is not None:
        if admin or name or expires or (list_ and revoke is not None):
            raise InputError("Give one of --list, --revoke, and what a new key is to be.")
        _show_keys(line, where) if revoke is None else _revoke_keys(line, where, revoke)
        return
    if admin and line.user_option is not None:
        raise InputError("Give either --admin or --user.")
    if not admin and line.user == ADMIN:
        raise InputError(f"The user {ADMIN!r} stands for all users: use --admin for a key that may name any.")
    until = _end_of_key(line, expires)
    key = add_key(where, ADMIN if admin else line.user, name=name, access=access, expires=until)
    line.output.result({"key": key, "file": str(where), "expires": until}, Text(key))
    whom = "any user" if admin else f"user {line.user!r}"
    how_long = f" until {line.output.local(until)}" if until else ""
    line.output.note(
        printable(f"It opens the memory of {whom}{how_long}. Its hash is in {where}; nobody can show it again.")
    )


def _show_keys(line: CommandLine, file: Path) -> None:
    """List keys without their hashes."""
    held = [key for key in keys_of(file) if line.user_option in (None, key.user)]
    rows = [(key.label, "any" if key.user == ADMIN else key.user, key.access, _told_end(line, key)) for key in held]
    line.output.result(
        [{"name": key.label, "user": key.user, "access": key.access, "expires": key.expires} for key in held],
        table("Name", "User", "Access", "Expires", rows=rows) if held else Text(f"No API keys in {file}."),
    )
    if given := len(line.settings.api_keys):
        line.output.note(f"The setting MEMARY_API_KEYS has {given:,} more.")


def _told_end(line: CommandLine, key: ApiKey) -> str:
    if key.expires is None:
        return "never"
    return line.output.local(key.expires) + (" (expired)" if key.expired else "")


def _end_of_key(line: CommandLine, told: str | None) -> datetime | None:
    """Read when a key ends.

    Raises:
        InputError: it cannot be read, or is over.
    """
    if told is None:
        return None
    count, unit = told.strip()[:-1], _UNITS.get(told.strip()[-1:])
    try:
        end = utc_now() + int(count) * unit if unit and count.isdecimal() else line.output.asked_time(told)
        end = end and end.astimezone(UTC)
    except OverflowError as error:
        raise InputError(f"--expires {told} is too far away: leave it out for a key that does not end.") from error
    if end is None or end <= utc_now():
        raise InputError(f"--expires {told} is over already: give a time to come, such as 90d or 2027-01-31.")
    return end


def _revoke_keys(line: CommandLine, file: Path, name: str) -> None:
    """Take keys out of the file; a running server reads it again."""
    count = revoke_keys(file, name, user=line.user_option)
    keys = "1 key" if count == 1 else f"{count:,} keys"
    line.output.result({"revoked": count, "file": str(file)}, Text(f"{keys} taken out of {file}: no longer valid."))


def ui(
    line: CommandLine,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port.")] = 8501,
) -> None:
    """Open the web interface until Ctrl-C: chat, graph, facts and more, in a browser.

    Without logins whoever reaches the address sees every memory: `memary ui-login` makes one. Example:  memary ui
    """
    if find_spec("streamlit") is None:
        raise MissingExtraError("The web interface", "ui")
    settings = line.settings
    given = {"MEMARY_USER": line.user_option, "MEMARY_STORE": line.store, "MEMARY_MODEL": line.model}
    with _listening(host, port):
        pass  # Streamlit says less clearly that it cannot
    line.output.note(f"The web interface of user {settings.user!r}: http://{host}:{port} (Ctrl-C ends it).")
    if not is_loopback(host) and read_logins(logins_file(settings)) is None:
        line.output.note("Whoever reaches it sees every memory: `memary ui-login` makes a login.")
    sys.stderr.flush()
    arguments = server_arguments(host, port)
    os.execve(arguments[0], arguments, os.environ | {name: value for name, value in given.items() if value})


def ui_login(
    line: CommandLine,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the login of the user.")] = False,
) -> None:
    """Let a user log in to the web interface with a password, and nobody without one from then on.

    The password is asked for, or read from stdin. Example:  memary ui-login --user ada
    """
    file, user = logins_file(line.settings), line.user
    if remove:
        remove_login(file, user)
        line.output.note(printable(f"The user {user!r} can no longer log in."))
        return
    if sys.stdin.isatty():
        password = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    set_password(file, user, password)
    line.output.note(printable(f"The user {user!r} may log in now, and only who has a login comes in ({file})."))


def server_arguments(host: str, port: int) -> list[str]:
    """Return the command that serves the interface, and tells nothing to anyone else.

    The flags repeat `.streamlit/config.toml`, since a file of the current folder or the home goes before that.
    """
    flags = {
        "server.address": host,  # without one, Streamlit asks the internet for the address of this machine
        "server.port": str(port),
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": "false",
    }
    options = [part for name, value in flags.items() for part in (f"--{name}", value)]
    return [sys.executable, "-m", "memary.interfaces.ui", "run", str(script()), *options]


def script() -> Path:
    """Return the page that Streamlit runs: in the installed package, or in the source tree.

    It lies in a folder of its own: what it has beside it in one called `pages` Streamlit lists as further pages.
    """
    installed = _PACKAGE / "interfaces" / "ui" / "script" / "streamlit_app.py"
    return installed if installed.is_file() else _PACKAGE.parent / "streamlit_app.py"


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
        listener = listening_socket(host, port, family)
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(
            f"The server cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}. Choose "
            "another "
            "--host or --port."
        ) from error
    with listener:
        yield listener


def _level(line: CommandLine, usual: int) -> int:
    return logging.DEBUG if line.verbose else usual


def _run(app: FastAPI, listener: socket.socket) -> None:
    """Serve until a signal comes, and then until what is under way has ended."""
    import uvicorn  # noqa: PLC0415  an extra

    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=_PATIENCE
    )
    uvicorn.Server(config).run(sockets=[listener])


def neo4j_browser(
    line: CommandLine,
    folder: Annotated[Path, typer.Argument(help="Where to write them; made if it is not there.")] = Path("."),
) -> None:
    """Write a style and saved queries for Neo4j Browser, two files to drop onto its window.

    Example:  memary neo4j-browser
    """
    files = write_browser_files(folder)
    line.output.result(
        {"style": str(files.style), "queries": str(files.queries)},
        Text(
            f"Written: {files.style}, {files.queries}. Drop each of them onto the window of Neo4j Browser, then run "
            "query 00 once with your values in it."
        ),
    )
