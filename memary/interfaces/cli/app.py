"""The app: all commands, and the conversation as what is meant when none is named."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import typer
from typer.core import TyperGroup

from memary.evaluation import command as evaluation
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
from memary.interfaces.cli.commands import (
    add,
    chat,
    context,
    conversations,
    insights,
    ledger,
    search,
    spaces,
    stream,
    watch,
)
from memary.interfaces.cli.commands.admin import access, archive, health, hooks, maintenance, serve, usage
from memary.interfaces.cli.output import Output

_UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What a command line that cannot be read raises: an unknown option, a value missing, one that does not fit."""


class _Commands(TyperGroup):
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


app = typer.Typer(
    name="memary",
    cls=_Commands,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
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
    with fence(line):
        chat.chat(line)


for group in (
    chat,
    add,
    search,
    conversations,
    context,
    stream,
    insights,
    ledger,
    maintenance,
    archive,
    health,
    usage,
    spaces,
    serve,
    hooks,
    watch,
    access,
):
    group.register(app)
app.add_typer(evaluation.app, name="eval", rich_help_panel=health.PANEL)


def main() -> None:
    """Run the command line."""
    # what libraries warn of is shown by nobody; commands say what went wrong
    logging.lastResort = logging.NullHandler()
    app()
