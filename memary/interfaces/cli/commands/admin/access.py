"""Commands about who may use a memory, and who did."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import typer
from rich.table import Table
from rich.text import Text

from memary.checks.faults import shown
from memary.errors import InputError
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.tables import table
from memary.types.access import AccessRow, ClientAccess, MemoryState, Permissions

PANEL = "Settings and health"


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    command(app, panel=PANEL)(access)


def access(
    line: CommandLine,
    state: Annotated[
        str | None, typer.Option("--state", help="open, paused or archived: of the whole memory.")
    ] = None,
    client: Annotated[
        list[str] | None,
        typer.Option("--client", help="NAME=write, =read, =paused or =archived: what a client may; repeatable."),
    ] = None,
    others: Annotated[
        str | None, typer.Option("--others", help="What clients may that are not named: write, read, paused.")
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="Show who read or changed what, as far as MEMARY_ACCESS_LOG noted it.")
    ] = False,
) -> None:
    """Show who may use a memory; pause or archive it, or a client of it.

    Clients are the names of API keys, mcp:NAME of MCP clients, cli, ui, or what MEMARY_CLIENT says.
    Example:  memary access --client "ada's phone=read" --client mcp:Cursor=paused
    """
    named = dict(map(_named, client or ()))
    says = state is not None or others is not None or named
    with line.memory(only_looks=not says) as memory:
        if says:
            permissions = memory.access.set(
                user_id=line.user,
                state=None if state is None else cast("MemoryState", _one_of(state, get_args(MemoryState))),
                others=None if others is None else _access(others),
                clients=named,
            )
        else:
            permissions = memory.access.get(user_id=line.user)
        if log:
            rows = memory.access.log(user_id=line.user)
            line.output.result(rows, _table(rows), empty="Nothing was noted: set MEMARY_ACCESS_LOG=true.")
        else:
            line.output.result(permissions, *_told(permissions))


def _named(text: str) -> tuple[str, ClientAccess]:
    name, _, may = text.rpartition("=")
    if not name.strip():
        raise InputError(f"--client is {shown(text)}: write NAME=write, NAME=read, NAME=paused or NAME=archived.")
    return name.strip(), _access(may)


def _access(text: str) -> ClientAccess:
    return cast("ClientAccess", _one_of(text, get_args(ClientAccess)))


def _one_of(text: str, known: tuple[str, ...]) -> str:
    if text.strip().lower() not in known:
        raise InputError(f"{shown(text)} is not one of {', '.join(known)}.")
    return text.strip().lower()


def _told(permissions: Permissions) -> list[Text]:
    lines = [
        Text(f"The memory of {printable(permissions.user_id)} is {permissions.state}."),
        Text(f"Clients not named: {permissions.others}"),
    ]
    return lines + [Text(f"{printable(name)}: {may}") for name, may in sorted(permissions.clients.items())]


def _table(rows: list[AccessRow]) -> Table:
    cells = [
        (
            f"{row.hour:%Y-%m-%d %H}:00 UTC",
            printable(row.client),
            row.what,
            str(row.count),
            "refused" if row.refused else "",
        )
        for row in rows
    ]
    return table("Hour", "Client", "What", "Times", "", rows=cells, right=("Times",))
