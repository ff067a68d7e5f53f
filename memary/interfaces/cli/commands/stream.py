"""Show the memory stream and the knowledge store: what came up when, how often, together with what."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from memary.api.short_ids import whole_id
from memary.checks.faults import shown
from memary.errors import InputError
from memary.interfaces.cli.command_line import CommandLine, command, given_once
from memary.interfaces.cli.commands.admin.maintenance import PANEL as UPKEEP
from memary.interfaces.cli.commands.search import PANEL, AsOfOption, KnownAtOption, SessionOption
from memary.interfaces.cli.filters import ExpiredOption
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.stream_tables import (
    categories_table,
    changes_tables,
    rewound,
    shifts_table,
    themes_table,
    timeline_table,
)
from memary.interfaces.cli.tables import counts, entities_table, short, stream_table
from memary.types import utc_now

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memary import Memary
    from memary.interfaces.cli.output import Output
    from memary.stream.entries import StreamPeriod


class By(StrEnum):
    """What a timeline counts by."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


SinceOption = Annotated[str | None, typer.Option(metavar="TIME", help="From this time on.")]
UntilOption = Annotated[str | None, typer.Option(metavar="TIME", help="Before this time.")]
EntityOption = Annotated[str | None, typer.Option(metavar="NAME", help="Only this entity.")]
AgentOption = Annotated[str | None, typer.Option(metavar="NAME", help="Only what came up with this agent.")]
BestOption = Annotated[int | None, typer.Option(min=1, help="At most so many, the best known.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (stream, entities, categories, themes, rewind):
        command(app, panel=PANEL)(function)
    for function in (categorize, prune):
        command(app, panel=UPKEEP)(function)


def stream(
    line: CommandLine,
    since: SinceOption = None,
    until: UntilOption = None,
    entity: EntityOption = None,
    known_at: KnownAtOption = None,
    session: SessionOption = None,
    agent: AgentOption = None,
    show_expired: ExpiredOption = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many, the newest.")] = None,
    offset: Annotated[int, typer.Option(min=0, help="Pass over so many of the newest.")] = 0,
    by: Annotated[By | None, typer.Option(help="Count per day, week or month instead.")] = None,
    peaks: Annotated[
        bool, typer.Option("--peaks", help="Only periods in which far more came up than usual.")
    ] = False,
    shifts: Annotated[bool, typer.Option("--shifts", help="Show where the subject changes instead.")] = False,
) -> None:
    """Show the memory stream: which entity came up when.

    Example:  memary stream --since 2026-05-01 --by week
    """
    if shifts and (by or peaks or entity or known_at or offset or limit):
        raise InputError(
            "--shifts compares whole sessions, or the messages of one: it goes with --since, --until, --session, "
            "--agent and --show-expired only."
        )
    if (by or peaks) and (offset or limit or known_at):
        raise InputError(
            "--by and --peaks count whole periods: they cannot be combined with --limit, --offset or --known-at."
        )
    with line.known_memory() as memory:
        output, user = line.output, line.user
        period: dict[str, Any] = {
            "user_id": user,
            "agent_id": agent,
            "session_id": session,
            "since": output.asked_time(since),
            "until": output.asked_time(until),
            "include_expired": show_expired,
        }
        if shifts:
            found = memory.stream.topic_shifts(**period)
            output.result(found, shifts_table(found, output), empty="The subject does not shift in that time.")
        elif by or peaks:
            counts = memory.stream.timeline(**period, entity=entity, by=(by or By.WEEK).value)
            _show_counts(counts, output, peaks=peaks)
        else:
            known = output.asked_time(known_at)
            said = memory.stream.entries(**period, entity=entity, known_at=known, offset=offset, limit=limit)
            data = [{"at": mention.at, "source_id": mention.source_id, "entity": entity} for mention, entity in said]
            output.result(data, stream_table(said, output), empty=_NOTHING)


_NOTHING = "Nothing came up in that time."


def _show_counts(counts: Sequence[StreamPeriod], output: Output, *, peaks: bool) -> None:
    shown = [period for period in counts if period.is_peak or not peaks]
    empty = "There is no peak in that time." if any(period.count for period in counts) else _NOTHING
    output.result(shown, timeline_table(shown, output), empty=empty)


def entities(
    line: CommandLine,
    category: Annotated[str | None, typer.Option(metavar="NAME", help="Only this category.")] = None,
    known: Annotated[
        bool, typer.Option("--known", help="Only what the user knows well, having brought it up often.")
    ] = False,
    new: Annotated[bool, typer.Option("--new", help="Only what came up first of late.")] = False,
    changes: Annotated[
        str | None,
        typer.Option(
            metavar="SINCE[..UNTIL]", help="Compare what came up with the period of the same length before."
        ),
    ] = None,
    session: SessionOption = None,
    agent: AgentOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    show_expired: ExpiredOption = False,
    half_life: Annotated[float | None, typer.Option(metavar="DAYS", help="Days after which a score is half.")] = None,
    limit: BestOption = None,
) -> None:
    """List who and what memory knows, the best known first.

    Example:  memary entities --category people --limit 20
    """
    chosen = (category, known, new, as_of, known_at, half_life, limit)
    if changes is not None and any(one is not None and one is not False for one in chosen):
        raise InputError(
            "--changes compares two whole periods: it goes with --session, --agent and --show-expired only."
        )
    with line.known_memory() as memory:
        output = line.output
        if changes is not None:
            since, until = _period_of(changes, output)
            found = memory.stream.changes(
                user_id=line.user,
                agent_id=agent,
                session_id=session,
                since=since,
                until=until,
                include_expired=show_expired,
            )
            output.result(found, *changes_tables(found, output))
            return
        listed = memory.entities.list(
            user_id=line.user,
            agent_id=agent,
            session_id=session,
            as_of=output.asked_time(as_of),
            known_at=output.asked_time(known_at),
            include_expired=show_expired,
            category=category,
            known=True if known else None,
            new=True if new else None,
            half_life_days=half_life,
            limit=limit,
        )
        is_chosen = category or known or new
        empty = "There are no such entities." if is_chosen else "There are no entities yet."
        output.result(listed, entities_table(listed, output), empty=empty)


def _period_of(given: str, output: Output) -> tuple[datetime, datetime | None]:
    since, _, until = given.partition("..")
    begin = output.asked_time(since.strip() or None)
    if begin is None:
        raise InputError(
            f"--changes {shown(given)} is not a time: write it like 2026-05-01 or 2026-05-01..2026-06-01."
        )
    return begin, output.asked_time(until.strip() or None)


def categories(
    line: CommandLine,
    rename: Annotated[tuple[str, str] | None, typer.Option(metavar="OLD NEW", help="Rename a category.")] = None,
    session: SessionOption = None,
    agent: AgentOption = None,
    as_of: Annotated[str | None, typer.Option(metavar="TIME", help="What had come up by then.")] = None,
    known_at: KnownAtOption = None,
    show_expired: ExpiredOption = False,
) -> None:
    """List the categories of the entities that came up.

    Example:  memary categories --rename colleagues team
    """
    if rename is not None and (session or agent or as_of or known_at or show_expired):
        raise InputError("--rename changes a category everywhere: it cannot be combined with other options.")
    with line.known_memory() as memory:
        if rename is not None:
            row = memory.entities.rename_category(*rename, user_id=line.user)
            said = f"{rename[0]} is called {rename[1]} now. `memary undo {short(row.id)}` takes it back."
            line.output.result(row, Text(printable(said)))
            return
        found = memory.entities.categories(
            user_id=line.user,
            agent_id=agent,
            session_id=session,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            include_expired=show_expired,
        )
        line.output.result(found, categories_table(found), empty="There are no entities yet.")


def categorize(
    line: CommandLine,
    name: Annotated[str, typer.Argument(help="Name, alias or id of an entity.")],
    to: Annotated[
        list[str] | None, typer.Argument(metavar="[CATEGORY]...", help="Its categories, no others.")
    ] = None,
    add: Annotated[list[str] | None, typer.Option(metavar="NAME", help="This one, too; may be repeated.")] = None,
    remove: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Remove this one.")] = None,
) -> None:
    """Say which categories an entity is in.

    Example:  memary categorize Ben friends --add cyclists
    """
    with line.known_memory() as memory:
        row = memory.entities.categorize(
            name, user_id=line.user, categories=to or None, add=add or (), remove=remove or ()
        )
    said = f"{name}: {row.reason}. `memary undo {short(row.id)}` takes it back."
    line.output.result(row, Text(printable(said)))


def themes(
    line: CommandLine,
    since: SinceOption = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="What this session comes back to.")] = None,
    agent: AgentOption = None,
    as_of: Annotated[str | None, typer.Option(metavar="TIME", help="As they were at that time.")] = None,
    known_at: KnownAtOption = None,
    show_expired: ExpiredOption = False,
    questions: Annotated[bool, typer.Option("--questions", help="Also what is likely to be asked next.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many, the strongest.")] = None,
) -> None:
    """List recurring themes: entities that come up together, again and again.

    Example:  memary themes --questions --limit 5
    """
    with line.known_memory() as memory:
        output = line.output
        found = memory.stream.themes(
            user_id=line.user,
            agent_id=agent,
            session_id=session,
            since=output.asked_time(since),
            as_of=output.asked_time(as_of),
            known_at=output.asked_time(known_at),
            include_expired=show_expired,
            limit=limit,
        )
        output.result(
            found, themes_table(found, output, questions=questions), empty="No theme has come up again so far."
        )


def rewind(
    line: CommandLine,
    time: Annotated[str | None, typer.Argument(help="The time, like yesterday or 2026-05-01.")] = None,
    to: Annotated[str | None, typer.Option(metavar="TIME", help="The same as TIME.")] = None,
    known_at: KnownAtOption = None,
    show_expired: ExpiredOption = False,
    limit: Annotated[int, typer.Option(min=1, help="Most entities and themes.")] = 10,
) -> None:
    """Show memory as it stood at a time, and what has changed since.

    Example:  memary rewind 2026-05-01
    """
    with line.known_memory() as memory:
        output = line.output
        moment = output.asked_time(given_once(time, to, "--to"))
        if moment is None:
            raise InputError("Say to which time, as in `memary rewind 2026-05-01`.")
        state = memory.stream.rewind(
            moment,
            user_id=line.user,
            known_at=output.asked_time(known_at),
            include_expired=show_expired,
            limit=limit,
        )
        output.result(state, *rewound(state, output))


def prune(
    line: CommandLine,
    older_than: Annotated[
        float | None, typer.Option(metavar="DAYS", min=0, help="All entries older than that, for good.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All entries, for good.")] = False,
    entity: EntityOption = None,
    message: Annotated[str | None, typer.Option(metavar="ID", help="Only what came up in this message.")] = None,
    session: SessionOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    show_expired: ExpiredOption = False,
    index: Annotated[
        int | None, typer.Option(metavar="N", help="Only the entry at this place: 0 the oldest, -1 the newest.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say how many would go for good; take none.")] = False,
) -> None:
    """Take entries out of the memory stream; messages, entities and facts stay.

    Single entries can be put back with undo. Example:  memary prune --older-than 365
    """
    chosen = entity or message or session or since or until or index is not None
    if sum((older_than is not None, everything, bool(chosen))) != 1:
        raise InputError(
            "Say which entries to remove: --older-than, --all, or of an entity, message, session, time or place."
        )
    if dry_run and chosen:
        raise InputError("--dry-run is for --older-than and --all: every other removal can be undone.")
    with line.known_memory() as memory:
        user, output = line.user, line.output
        if dry_run:
            before = None if older_than is None else utc_now() - timedelta(days=older_than)
            would = len(memory.stream.entries(user_id=user, until=before, include_expired=True))
            output.result({"would_remove": would}, Text(f"Would be removed: {counts({'entries': would})}."))
            return
        if chosen:
            row = memory.stream.remove(
                user_id=user,
                entity=entity,
                source_id=message and _whole_source_id(memory, user, message),
                session_id=session,
                since=output.asked_time(since),
                until=output.asked_time(until),
                index=index,
                include_expired=show_expired,
            )
            said = f"{row.reason.capitalize()}. `memary undo {short(row.id)}` takes that back."
            output.result(row, Text(printable(said)))
            return
        if not yes and everything:
            _confirm(memory, line)
        count = (
            memory.stream.clear(user_id=user)
            if everything
            else memory.stream.prune(user_id=user, older_than=older_than)
        )
    said = f"Taken out of the memory stream: {count:,} {'entry' if count == 1 else 'entries'}."
    line.output.result({"removed": count}, Text(said))


def _confirm(memory: Memary, line: CommandLine) -> None:
    entries = memory.admin.stats(user_id=line.user).mentions
    line.output.ask(
        "Empty it?",
        shown=f"The stream has {entries:,} entries. Nothing brings them back.",
        unasked=f"This would empty the memory stream of user {line.user!r}: pass --yes to do it without being asked.",
        declined="Nothing was removed.",
    )


def _whole_source_id(memory: Memary, user: str, given: str) -> str:
    return whole_id(
        given, {mention.source_id for mention, _ in memory.stream.entries(user_id=user, include_expired=True)}
    )
