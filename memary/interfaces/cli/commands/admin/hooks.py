"""The commands `hooks …`: memory for coding agents without asking for it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer
from rich.text import Text

from memary.integrations.coding_agents.agents import AGENTS, CodingAgent, agent_named
from memary.integrations.coding_agents.error_log import last_errors
from memary.integrations.coding_agents.options import RunOptions
from memary.integrations.coding_agents.projects import git_root, project_user
from memary.integrations.coding_agents.settings_file import FileChange, commands_in, installed, removed
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.admin.serve import PANEL

AgentName = Annotated[str, typer.Argument(metavar="AGENT", help=", ".join(AGENTS) + ".")]
HereOption = Annotated[
    bool, typer.Option("--here", help="In the settings of this project, instead of those of the user.")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the change, and write nothing.")]
ProjectOption = Annotated[
    str | None,
    typer.Option("--project", metavar="NAME", help="The project's name; default: its git remote, or folder."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    group = typer.Typer(help="Memory for coding agents, without asking for it.", no_args_is_help=True)
    for function in (install, show, remove):
        command(group, panel=PANEL, in_space=False)(function)
    command(group, panel=PANEL, hidden=True)(run)
    command(group, panel=PANEL, hidden=True)(settle)
    app.add_typer(group, name="hooks", rich_help_panel=PANEL)


def install(
    line: CommandLine,
    agent: AgentName,
    here: HereOption = False,
    project: ProjectOption = None,
    dry_run: DryRunOption = False,
) -> None:
    """Let a coding agent remember: recall before a prompt, the turn kept afterwards.

    Each project has a memory of its own; with --user it is that user's instead. Doing it twice changes nothing.
    Example:  memary hooks install claude-code
    """
    chosen = agent_named(agent)
    options = RunOptions(line.store, line.user_option, project)
    change = installed(chosen, _file(chosen, here=here), _command(chosen, options))
    _apply(line, chosen, change, dry_run=dry_run, done=f"{chosen.title} remembers from its next session on")
    if chosen.note and not dry_run:
        line.output.note(chosen.note)


def show(
    line: CommandLine, agent: Annotated[str | None, typer.Argument(metavar="AGENT", help="Only this one.")] = None
) -> None:
    """Show which coding agents have memary's hooks, where, and whose memory this folder is.

    Example:  memary hooks show
    """
    data: list[dict[str, object]] = []
    lines: list[Text] = []
    for chosen in [agent_named(agent)] if agent else AGENTS.values():
        for place in dict.fromkeys((_file(chosen, here=False), _file(chosen, here=True))):
            found = commands_in(chosen, place)
            if found or place == _file(chosen, here=False):
                state = f"{', '.join(found)}" if found else "no hooks"
                lines.append(Text(f"{chosen.title}: {state} ({place})"))
                data.append({"agent": chosen.name, "file": str(place), "hooks": found})
    user = line.user_option or project_user(Path.cwd(), named=line.settings.project)
    lines.append(Text(f"What is said here goes to the memory of {user} (memary --user {shlex.quote(user)} …)."))
    lines += [Text(f"{at}  {error}") for at, error in last_errors()]
    line.output.result({"agents": data, "user": user, "errors": last_errors()}, *lines)


def remove(line: CommandLine, agent: AgentName, here: HereOption = False, dry_run: DryRunOption = False) -> None:
    """Take memary's hooks out of an agent's settings; what was remembered stays.

    Example:  memary hooks remove claude-code
    """
    chosen = agent_named(agent)
    change = removed(chosen, _file(chosen, here=here))
    _apply(line, chosen, change, dry_run=dry_run, done=f"{chosen.title} no longer has memary's hooks")


def run(line: CommandLine, agent: AgentName, project: ProjectOption = None) -> None:
    """Handle what an agent sends on stdin; this is what the agent's settings call."""
    _runs().run(agent, RunOptions(line.store, line.user_option, project))


def settle(
    line: CommandLine, session: Annotated[str | None, typer.Option(metavar="NAME", help="It has ended.")] = None
) -> None:
    """Read what waits of a project, and summarise the session that was over last."""
    count: int = _runs().run_settle(RunOptions(line.store, line.user_option), session=session)
    line.output.result({"summarised": count}, Text(f"{count:,} sessions summarised."))


def _runs() -> ModuleType:
    return import_module("memary.integrations.coding_agents.runs")  # opens memory: too much for other commands


def _file(agent: CodingAgent, *, here: bool) -> Path:
    return agent.settings_file((git_root(Path.cwd()) or Path.cwd()) if here else None)


def _command(agent: CodingAgent, options: RunOptions) -> str:
    """Return the command that the agent is to call, as its shell reads it."""
    parts = [sys.executable, "-m", "memary", "hooks", "run", agent.name, *options.arguments()]
    return subprocess.list2cmdline(parts) if sys.platform == "win32" else shlex.join(parts)


def _apply(line: CommandLine, agent: CodingAgent, change: FileChange, *, dry_run: bool, done: str) -> None:
    data = {"agent": agent.name, "file": str(change.path), "changed": change.is_one, "dry_run": dry_run}
    if not change.is_one:
        line.output.result(data, Text(f"Nothing to change in {change.path}."))
        return
    if dry_run:
        line.output.result(data | {"diff": change.diff}, Text(change.diff.rstrip("\n")))
        return
    change.write()
    line.output.result(data, Text(f"{done} ({change.path})."))
