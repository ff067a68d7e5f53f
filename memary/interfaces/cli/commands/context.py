"""The command `context`: what a model would get to see, and what each part of it costs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast

import typer

from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.interfaces.cli.command_line import CommandLine, check_user, command
from memary.interfaces.cli.commands.search import PANEL, AgentOption, AsOfOption, KnownAtOption
from memary.interfaces.cli.filters import ExpiredOption, FilterOption, asked_filters
from memary.interfaces.cli.tables import account_table

if TYPE_CHECKING:
    from memary.api.recall.context import History


class Where(StrEnum):
    """Where memory goes in the prompt."""

    SYSTEM = "system"
    USER = "user"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(context)


def context(
    line: CommandLine,
    question: Annotated[list[str], typer.Argument(help="What would be asked.")],
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="The conversation in which it is asked.")
    ] = None,
    agent: AgentOption = None,
    budget: Annotated[int | None, typer.Option(min=1, metavar="TOKENS", help="Most tokens of the whole.")] = None,
    history: Annotated[
        str | None, typer.Option(metavar="auto|none|N", help="Which last messages of the session are shown.")
    ] = None,
    insert: Annotated[
        Where | None, typer.Option(help="Print the messages for a model, with memory placed there.")
    ] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    filter_: FilterOption = None,
    show_expired: ExpiredOption = False,
    account: Annotated[bool, typer.Option("--account", help="Print the tokens of each part alone.")] = False,
) -> None:
    """Print the context window that a model would get for a question.

    What each part costs goes to stderr, so that the window can be piped. No model is asked.
    Example:  memary context "and her brother?" --session s1 --budget 2000
    """
    with line.memory(only_looks=True) as memory:
        try:
            check_user(memory, line.member)
        except NotFoundError as error:  # the first turn has a window, too
            line.output.warn(str(error))
        line.output.zones = memory.admin.zones_of(user_id=line.user)
        window = memory.context(
            " ".join(question),
            user_id=line.user,
            session_id=session,
            agent_id=agent,
            budget=budget,
            history=_history(history),
            insert=None if insert is None else insert.value,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            filters=asked_filters(filter_),
            include_expired=show_expired,
        )
        if account:
            data = {"parts": window.account(), "tokens": window.tokens, "budget": window.budget}
            line.output.result(data, account_table(window))
        elif line.output.as_json:
            data = window.model_dump(mode="json")
            line.output.json({**data, "account": window.account(), "messages": window.messages()})
        else:
            messages = "\n\n".join(f"[{one['role']}]\n{one['content']}" for one in window.messages())
            line.output.text((messages if insert else window.text) + "\n")
            if window.rewritten:
                line.output.note(f"Looked for: {window.rewritten}")
            line.output.notes.print(account_table(window))


def _history(given: str | None) -> History | None:
    if given is None or given in ("auto", "none"):
        return cast("History | None", given)
    if not given.isdecimal() or not int(given):
        raise InputError(f"--history {shown(given)} cannot be used: choose auto, none or a number of messages.")
    return int(given)
