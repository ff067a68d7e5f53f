"""The command `ui`: the web interface, for a browser on this machine."""

from __future__ import annotations

import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from memary.errors import ConfigurationError, MissingExtraError
from memary.interfaces.cli.command_line import CommandLine, command

PANEL = "Serve"
_PACKAGE = Path(__file__).resolve().parents[3]


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(ui)


def ui(
    line: CommandLine,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port.")] = 8501,
) -> None:
    """Open the web interface until Ctrl-C: chat, graph, facts and more, in a browser.

    It has no login: whoever reaches the address sees every memory. Example:  memary ui --port 8600
    """
    if find_spec("streamlit") is None:
        raise MissingExtraError("The web interface", "ui")
    settings = line.settings
    given = {"MEMARY_USER": line.user_option, "MEMARY_STORE": line.store, "MEMARY_MODEL": line.model}
    _check_free(host, port)
    line.output.note(f"The web interface of user {settings.user!r}: http://{host}:{port} (Ctrl-C ends it).")
    sys.stderr.flush()
    arguments = server_arguments(host, port)
    os.execve(arguments[0], arguments, os.environ | {name: value for name, value in given.items() if value})


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
    return [sys.executable, "-m", "streamlit", "run", str(script()), *options]


def script() -> Path:
    """Return the page that Streamlit runs: in the installed package, or in the source tree."""
    installed = _PACKAGE / "interfaces" / "ui" / "streamlit_app.py"
    return installed if installed.is_file() else _PACKAGE.parent / "streamlit_app.py"


def _check_free(host: str, port: int) -> None:
    """Make sure that the address can be listened on.

    Raises:
        ConfigurationError: it cannot.
    """
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigurationError(
            f"It cannot listen on {host}, port {port}: {reason}. Choose another --host or --port."
        ) from error
