"""Start the command line: the command that is named first with its options, or else all of them.

To load and describe all sixty commands takes longer than most of them do.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperGroup

from memary.interfaces.cli.command_line import (
    INTERRUPTED,
    CommandLine,
    JsonOption,
    ModelOption,
    SpaceOption,
    StoreOption,
    UserOption,
    VerboseOption,
    VersionOption,
    fence,
)
from memary.interfaces.cli.output import Output

_HOMES = {
    "add": "add",
    "admin.access": "access",
    "admin.archive": "export import",
    "admin.health": "doctor config",
    "admin.hooks": "hooks",
    "admin.maintenance": "flush forget worker scrub reindex",
    "admin.serve": "mcp serve api-key ui neo4j-browser ui-login",
    "admin.usage": "usage",
    "chat": "chat ask",
    "context": "context",
    "conversations": "messages given sessions",
    "insights": "reflect condense insights profile map",
    "ledger": "operations undo restore merge distinguish update confirm feedback",
    "search": "search duplicates facts get history graph runs",
    "spaces": "spaces",
    "stream": "stream entities categories themes rewind categorize prune",
    "watch": "watch",
}
HOME_OF = {name: f"memary.interfaces.cli.commands.{home}" for home, names in _HOMES.items() for name in names.split()}
"""The module of each command but those of `memary eval`."""

_UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What a command line that cannot be read raises: an unknown option, a value missing, one that does not fit."""


class _Group(TyperGroup):
    """The commands, whose usage errors are JSON where the results are to be."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run what is named, and end the program."""
        run = partial(super().main, args, prog_name, complete_var, windows_expand_args=windows_expand_args, **extra)
        if not standalone_mode or "--json" not in (sys.argv[1:] if args is None else args):
            return run(standalone_mode=standalone_mode)
        try:
            code = run(standalone_mode=False)
        except _UsageError as error:
            told = cast("typer.BadParameter", error)
            Output(as_json=True).error(told.format_message())
            code = told.exit_code
        except typer.Abort:
            code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named first; where there is none like it, say where all are listed."""
        try:
            return super().resolve_command(ctx, args)
        except _UsageError as error:
            told = cast("typer.BadParameter", error)
            if "?" not in told.message:  # nothing is near
                told.message += " `memary --help` lists the commands."
            raise


def app_with(adding: Iterable[Callable[[typer.Typer], None]]) -> typer.Typer:
    """Return an app to which these add their commands, with the conversation as what is meant when none is named."""
    app = typer.Typer(
        name="memary",
        cls=_Group,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(start)
    for add_to in adding:
        add_to(app)
    return app


def start(
    ctx: typer.Context,
    user: UserOption = None,
    space: SpaceOption = None,
    store: StoreOption = None,
    model: ModelOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
    version: VersionOption = False,
) -> None:
    """Long-term memory for agents and people, in a knowledge graph.

    Without a command, memary starts a conversation. Example:  memary --user ada
    """
    line = CommandLine(user, space, store, model, as_json, verbose)
    ctx.obj = line
    if ctx.invoked_subcommand is not None:
        return
    if not sys.stdin.isatty():
        line.output.error(
            "Say what to do: `memary chat` reads turns from a pipe, `memary --help` lists the commands."
        )
        raise typer.Exit(2)
    from memary.interfaces.cli.commands.chat import chat  # noqa: PLC0415  other commands do without

    with fence(line):
        chat(line)


def main() -> None:
    """Run the command line."""
    # what libraries warn of is shown by nobody; commands say what went wrong
    logging.lastResort = logging.NullHandler()
    app_for("".join(sys.argv[1:2]))()


def app_for(first: str) -> typer.Typer:
    """Return the app with the command of a name, or else with all."""
    home = HOME_OF.get(first)
    return app_with([import_module(home).register]) if home else import_module("memary.interfaces.cli.app").app
