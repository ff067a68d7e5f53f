"""Put right what memory got wrong: undo, merge, distinguish, update, feedback and the like."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from memary.api.short_ids import SHORT_ID, whole_id
from memary.facts.intervals import end_of_period
from memary.facts.ledger import changes, subject_of, undone_changes
from memary.interfaces.cli.command_line import CommandLine, command, given_once
from memary.interfaces.cli.commands.search import BeforeOption, LimitOption, one_more, tell_older, whole_fact_id
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.tables import counts, forgotten_table, operations_table, short
from memary.queries.place import newest_of
from memary.times import time_given
from memary.types import Action, Fact, Operation

if TYPE_CHECKING:
    from memary import Memary
    from memary.ingestion.feedback import Rating

PANEL = "Put memory right"
_LAST = 10
"""How many operations `undo` lists that may be meant."""


class Worth(StrEnum):
    """What a fact is worth."""

    GOOD = "good"
    BAD = "bad"
    WRONG = "wrong"

    @property
    def rating(self) -> Rating:
        """The rating that it stands for."""
        match self:
            case Worth.GOOD:
                return "positive"
            case Worth.BAD:
                return "negative"
            case Worth.WRONG:
                return "very_negative"


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (operations, undo, restore, merge, distinguish, update, confirm, feedback):
        command(app, panel=PANEL)(function)


def operations(line: CommandLine, limit: LimitOption = None, before: BeforeOption = None) -> None:
    """Show the ledger, the newest first: what memory decided, why, and on whose word.

    Example:  memary operations --limit 20
    """
    with line.known_memory() as memory:
        found = memory.operations.list(user_id=line.user, before=before, limit=one_more(limit))
        rows, older = newest_of(found, limit)
        line.output.result(rows, operations_table(reversed(rows), line.output), empty="Nothing was decided yet.")
        tell_older(line, older)


def undo(
    line: CommandLine,
    operation_id: Annotated[
        str | None,
        typer.Argument(help="An operation's id, or its end as `operations` shows it; without: list the last."),
    ] = None,
) -> None:
    """Take a decision back, as if it had not been made. Without an id the last ones are listed.

    Example:  memary undo 3f9a2c1d
    """
    with line.known_memory() as memory:
        if operation_id is None:
            rows = memory.operations.list(user_id=line.user)
            rows = [row for row in rows if _may_be_meant(row)][-_LAST:]
            line.output.result(rows, operations_table(reversed(rows), line.output), empty="There is nothing to undo.")
            if rows:
                line.output.note(f"Nothing was undone. `memary undo {short(rows[-1].id)}` takes the last one back.")
            return
        ids = (row.id for row in memory.operations.list(user_id=line.user))
        row = memory.operations.undo(user_id=line.user, id=whole_id(operation_id, ids))
    back, gone = undone_changes(row)
    lines = [
        f"Undone: {row.action} {subject_of(row)}".rstrip(),
        *(f"  gone    {words}" for words in gone),
        *(f"  as before    {words}" for words in back),
    ]
    line.output.result(row, Text(printable("\n".join(lines))))


def _may_be_meant(row: Operation) -> bool:
    """Return whether a row is one to be taken back by itself: not a name that came up beside a fact."""
    if row.action is Action.ADD:
        return any(isinstance(change.after, Fact) and change.is_made for change in changes(row).values())
    return row.action not in (Action.FORGET, Action.NONE)


def restore(
    line: CommandLine,
    forgotten_id: Annotated[
        str | None, typer.Argument(help="Its id, or the end of it as the list shows it; without one, all are listed.")
    ] = None,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Let it go instead, or all that is held if no id is given.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before all that is held goes.")] = False,
) -> None:
    """Bring back what was forgotten, as long as it is held (MEMARY_RESTORABLE_DAYS).

    Example:  memary restore  and then  memary restore 3f9a2c1d
    """
    with line.known_memory() as memory:
        held = memory.operations.forgotten(user_id=line.user)
        whole = forgotten_id and whole_id(forgotten_id, (one.id for one in held))
        if for_good:
            if held and whole is None and not yes:
                _confirm_end(len(held), line)
            ended = memory.operations.end_forgotten(whole, user_id=line.user)
            line.output.result({"ended": ended}, Text(f"Gone for good: {ended:,} of what was held."))
        elif whole is None:
            line.output.result(held, forgotten_table(held, line.output), empty="Nothing can be restored.")
        else:
            manifest = memory.operations.restore(whole, user_id=line.user)
            line.output.result(manifest, Text(f"Restored: {counts(manifest.counts)}."))


def _confirm_end(count: int, line: CommandLine) -> None:
    line.output.ask(
        "Let it go? Nothing brings it back.",
        shown=f"All that is held of what was forgotten goes: {count:,}, as `memary restore` lists.",
        unasked="Nothing was let go, since nobody can be asked: name an id as `memary restore` lists them, or pass "
        "--yes to let go of all that is held.",
        declined="Nothing was let go.",
    )


def merge(
    line: CommandLine,
    name: Annotated[str, typer.Argument(help="Name, alias or id of the entity that goes.")],
    into: Annotated[str, typer.Argument(help="Name, alias or id of the entity that stays.")],
) -> None:
    """Make two entities one: all that is known of the first goes to the second.

    Example:  memary merge Bob "Robert Smith"
    """
    with line.known_memory() as memory:
        ids = _named_ids(memory, line.user, name, into)
        row = memory.entities.merge(user_id=line.user, entity=ids[0], into=ids[1], actor="user")
    said = f"{name} is part of {subject_of(row)} now. `memary undo {short(row.id)}` takes it back."
    line.output.result(row, Text(printable(said)))


def distinguish(
    line: CommandLine,
    name: Annotated[str, typer.Argument(help="Name, alias or id of an entity.")],
    other: Annotated[str, typer.Argument(help="Name, alias or id of another.")],
) -> None:
    """Keep two entities apart: `duplicates` lists them no more, and nobody is asked about them again.

    Example:  memary distinguish Bob "Robert Smith"
    """
    with line.known_memory() as memory:
        ids = _named_ids(memory, line.user, name, other)
        row = memory.entities.distinguish(user_id=line.user, entity=ids[0], other=ids[1], actor="user")
    said = f"{name} and {other} are two. `memary undo {short(row.id)}` takes it back."
    line.output.result(row, Text(printable(said)))


def _named_ids(memory: Memary, user: str, *given: str) -> list[str]:
    """Return the names given, with whole ids in place of the short ones that `duplicates` shows."""
    if not any(len(one) == SHORT_ID for one in given):
        return [*given]
    ids = {one.id for pair in memory.entities.duplicates(user_id=user) for one in (pair.one, pair.other)}
    return [whole_id(one, ids) if len(one) == SHORT_ID else one for one in given]


def update(
    line: CommandLine,
    fact_id: Annotated[str, typer.Argument(help="A fact's id, or its end as `facts` shows it.")],
    sentence: Annotated[str | None, typer.Argument(help="The sentence as it should be.")] = None,
    statement: Annotated[str | None, typer.Option(metavar="TEXT", help="The same as SENTENCE.")] = None,
    object_: Annotated[
        str | None, typer.Option("--object", metavar="NAME", help="What the fact should be about instead.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DAY", help="The first day on which it is true, like 2026-05-01.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DAY", help="The last day on which it is true, or the day of a plan.")
    ] = None,
) -> None:
    """Correct a fact: its sentence, what it is about, or when it is true.

    With another object the old fact never was true. Example:  memary update 3f9a2c1d --object Graz
    """
    with line.known_memory() as memory:
        whole = whole_fact_id(memory, line.user, fact_id)
        said = given_once(sentence, statement, "--statement")
        fact = memory.facts.update(
            whole,
            user_id=line.user,
            statement=said,
            object=object_,
            valid_at=since,
            invalid_at=None if until is None else end_of_period(until, time_given("--until", until)),
        )
    line.output.result(fact, Text(printable(f"Corrected: {fact.statement} (id {short(fact.id)})")))


def confirm(
    line: CommandLine,
    fact_id: Annotated[str, typer.Argument(help="A fact's id, or its end as `facts --doubted` shows it.")],
) -> None:
    """Say that a fact in doubt still holds, though something that it rested on does not.

    Example:  memary confirm 3f9a2c1d
    """
    with line.known_memory() as memory:
        whole = whole_fact_id(memory, line.user, fact_id)
        doubt = memory.facts.get(whole, user_id=line.user).in_doubt
        fact = memory.facts.confirm(whole, user_id=line.user)
        rows = memory.facts.history(whole, user_id=line.user)
    said = f"It is not in doubt: {fact.statement}"
    if doubt:
        said = f"Confirmed: {fact.statement}\n`memary undo {short(rows[-1].id)}` takes it back."
    line.output.result(fact, Text(printable(said)))


def feedback(
    line: CommandLine,
    fact_id: Annotated[str, typer.Argument(help="A fact's id, or its end as `facts` shows it.")],
    verdict: Annotated[Worth, typer.Argument(help="What it is worth.")],
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why, for the ledger.")] = None,
) -> None:
    """Say what a fact is worth: good and bad move its rank, wrong retires it.

    Example:  memary feedback 3f9a2c1d wrong --reason "that was my brother"
    """
    with line.known_memory() as memory:
        fact = whole_fact_id(memory, line.user, fact_id)
        row = memory.facts.rate(user_id=line.user, id=fact, rating=verdict.rating, reason=reason)
    said = f"Noted as {verdict.value}: {subject_of(row)}\n`memary undo {short(row.id)}` takes it back."
    line.output.result(row, Text(printable(said)))
