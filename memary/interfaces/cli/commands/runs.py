"""The command `runs`: what agents recorded of their work, and where a run stands."""

from __future__ import annotations

from typing import Annotated

import typer

from memary.errors import InputError
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.search import LimitOption, whole_id
from memary.interfaces.cli.tables import runs_table
from memary.runs import RunStatus

PANEL = "Look at memory"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(runs)


def runs(
    line: CommandLine,
    run_id: Annotated[
        str | None, typer.Argument(help="A run's id, or its end as the list shows it: print it whole.")
    ] = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Only of this agent.")] = None,
    status: Annotated[RunStatus | None, typer.Option(help="Only those that stand so.")] = None,
    like: Annotated[str | None, typer.Option(metavar="TASK", help="Those near a task, the nearest first.")] = None,
    limit: LimitOption = None,
) -> None:
    """List the runs that agents recorded; with an id, all that is known to go on from there.

    Example:  memary runs --status interrupted  or  memary runs 3f9a2c1d
    """
    if run_id is not None and not (agent is status is like is limit is None):
        raise InputError("Name a run, or say which to list; not both.")
    if like is not None and not like.strip():
        raise InputError('Say what the runs should be near to, like --like "book a flight".')
    with line.known_memory() as memory:
        if run_id is not None:
            ids = (run.id for run in memory.runs.list(user_id=line.user))
            run = memory.runs.resume(whole_id(run_id, ids), user_id=line.user)
            if line.output.as_json:
                line.output.json(run)
            else:
                line.output.text(run.text + "\n")
            return
        if like is None:
            found = memory.runs.list(user_id=line.user, agent_id=agent, status=status, limit=limit)
        else:
            most = {} if limit is None else {"limit": limit}
            found = memory.runs.similar(like, user_id=line.user, agent_id=agent, status=status, **most)
        line.output.result(found, runs_table(found, line.output), empty="There are no such runs.")
