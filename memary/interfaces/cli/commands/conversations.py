"""Commands that show what was said: messages, sessions."""

from __future__ import annotations

from typing import Annotated

import typer

from memary.api.short_ids import whole_id
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.search import PANEL, BeforeOption, SessionOption, tell_older
from memary.interfaces.cli.filters import ExpiredOption, FilterOption, MetaOption, asked_filters
from memary.interfaces.cli.tables import given_table, messages_table, sessions_table
from memary.queries.place import newest_of

LimitOption = Annotated[int, typer.Option(min=1, help="At most so many, the newest.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (messages, given, sessions):
        command(app, panel=PANEL)(function)


def messages(
    line: CommandLine,
    session: SessionOption = None,
    filter_: FilterOption = None,
    meta: MetaOption = None,
    show_expired: ExpiredOption = False,
    limit: LimitOption = 20,
    before: BeforeOption = None,
) -> None:
    """List what was said, word by word, in its order.

    Example:  memary messages --session s1 --limit 5
    """
    with line.known_memory() as memory:
        found = memory.messages.list(
            user_id=line.user,
            session_id=session,
            filters=asked_filters(filter_, meta),
            include_expired=show_expired,
            before=before,
            limit=limit + 1,
        )
        found, older = newest_of(found, limit)
        over = memory.messages.over([one.id for one in found], user_id=line.user)
        rows = [one.model_dump(mode="json") | {"over": over.get(one.id, ())} for one in found]
        line.output.result(rows, messages_table(found, over, line.output), empty="There are no such messages.")
        tell_older(line, older)


def given(
    line: CommandLine,
    message: Annotated[str, typer.Argument(metavar="ID", help="Of an answer, as `messages` shows.")],
) -> None:
    """List what a model was given of memory for an answer, as it is now: why did it say so?

    Example:  memary given 5b0f4c1e
    """
    with line.known_memory() as memory:
        answers = memory.messages.list(user_id=line.user, include_expired=True)
        found = memory.messages.given(whole_id(message, (one.id for one in answers)), user_id=line.user)
        line.output.result(
            found, given_table(found, line.output), empty="Nothing is noted that a model was given of memory for it."
        )


def sessions(line: CommandLine) -> None:
    """List the conversations, the last used first.

    Example:  memary sessions
    """
    with line.known_memory() as memory:
        found = memory.sessions.list(user_id=line.user)
        titles = memory.sessions.titles(user_id=line.user)
        rows = [
            {"session_id": id_, "title": titles.get(id_), "messages": count, "last_at": last_at}
            for id_, count, last_at in found
        ]
        line.output.result(rows, sessions_table(found, titles, line.output), empty="There are no conversations.")
