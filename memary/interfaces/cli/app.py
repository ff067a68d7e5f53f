"""The app: all commands, and the conversation as what is meant when none is named."""

from __future__ import annotations

import logging
import sys

import typer

from memary.evaluation import command as evaluation
from memary.interfaces.cli.command_line import (
    CommandLine,
    JsonOption,
    ModelOption,
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
    health,
    hooks,
    insights,
    ledger,
    maintenance,
    search,
    serve,
    stream,
    usage,
    watch,
)

app = typer.Typer(
    name="memary",
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    user: UserOption = None,
    store: StoreOption = None,
    model: ModelOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
    version: VersionOption = False,
) -> None:
    """Long-term memory for agents and people, in a knowledge graph.

    Without a command, memary starts a conversation. Example:  memary --user ada
    """
    line = CommandLine().with_options(user=user, store=store, model=model, as_json=as_json, verbose=verbose)
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
    context,
    stream,
    insights,
    ledger,
    maintenance,
    health,
    usage,
    serve,
    hooks,
    watch,
):
    group.register(app)
app.add_typer(evaluation.app, name="eval", rich_help_panel=health.PANEL)


def main() -> None:
    """Run the command line."""
    # what libraries warn of is shown by nobody; commands say what went wrong
    logging.lastResort = logging.NullHandler()
    app()
