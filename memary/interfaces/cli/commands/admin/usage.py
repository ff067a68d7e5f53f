"""What models cost: the command `usage`, and what other commands say of estimates and caps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from memary.interfaces.cli.command_line import CommandLine, check_user, command
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.tables import counts, table
from memary.types import DropReason, MessageState

if TYPE_CHECKING:
    from memary import Memary
    from memary.ingestion.estimate import Estimate
    from memary.usage.budget import CapState
    from memary.usage.ledger import UsageReport

PANEL = "Settings and health"
_MOST_LOOKED_AT = 1_000
_HEADINGS = ("User", "Role", "Model", "Calls", "Prompt", "Completion", "Seconds")


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(usage)


def usage(
    line: CommandLine,
    all_users: Annotated[bool, typer.Option("--all-users", help="Of everybody.")] = False,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="From this hour on, like 2026-05-01.")] = None,
) -> None:
    """Show the calls and tokens that models took, what they cost, and which of their facts were not kept.

    The cost needs MEMARY_PRICE_PROMPT and MEMARY_PRICE_COMPLETION, per million tokens.
    Example:  memary usage --since 2026-05-01
    """
    with line.memory(only_looks=True) as memory:
        if not all_users:
            check_user(memory, line.member)
        report = memory.usage(user_id=None if all_users else line.user, since=line.output.asked_time(since))
    shown = [_usage_table(report)]
    cost = [] if report.cost is None else [Text(f"Cost of the language models: {report.cost:,.4f}")]
    dropped = [Text(dropped_line(report.dropped))] if report.dropped else []
    line.output.result(report, *shown, *cost, *dropped)


_WHY_DROPPED: dict[DropReason, str] = {
    "no_evidence": "no message says it",
    "question": "a message only asks it",
    "refusal": "its message refuses or reports a failure",
    "other_language": "not in the language of its message",
    "nobody": "about a mere pronoun",
    "unimportant": "below MEMARY_MIN_IMPORTANCE",
    "too_many": "beyond MEMARY_MAX_FACTS",
    "malformed": "cannot be read",
}


def dropped_line(dropped: Mapping[DropReason, int]) -> str:
    """Return in a sentence how many facts that a model proposed were not kept, and why."""
    reasons = ", ".join(f"{count:,} {_WHY_DROPPED.get(reason, reason)}" for reason, count in dropped.items())
    return f"{counts({'facts': sum(dropped.values())})} proposed by a model and not kept: {reasons}"


def _usage_table(report: UsageReport) -> Table:
    """Return the ledger without its hours, with the sum below."""
    keys = dict.fromkeys((row.user_id or "", row.role, row.model) for row in report.rows)
    parts = [
        (key, [row for row in report.rows if (row.user_id or "", row.role, row.model) == key]) for key in sorted(keys)
    ]
    rows = [
        (
            *key,
            f"{sum(row.calls for row in part):,}",
            f"{sum(row.prompt_tokens for row in part):,}",
            f"{sum(row.completion_tokens for row in part):,}",
            f"{sum(row.seconds for row in part):,.1f}",
        )
        for key, part in parts
    ]
    total = report.total
    sums = (f"{total.calls:,}", f"{total.prompt_tokens:,}", f"{total.completion_tokens:,}", f"{total.seconds:,.1f}")
    return table(*_HEADINGS, rows=[*rows, ("all", "", "", *sums)], right=_HEADINGS[3:])


def show_estimate(estimate: Estimate, output: Output) -> None:
    """Print what an import would take."""
    answers = "" if estimate.completion_tokens is None else f", {estimate.completion_tokens:,} tokens of answers"
    cost = "" if estimate.cost is None else f", {estimate.cost:,.4f} in money"
    calls = f"{estimate.calls:,} {'call' if estimate.calls == 1 else 'calls'}"
    read = counts({"messages": estimate.messages})
    output.result(
        estimate, Text(f"{read} to read: {calls}, {estimate.prompt_tokens:,} tokens of prompts{answers}{cost}.")
    )
    output.note("Nothing was added.")


def tell_deferred(deferred: int, until: datetime | None, reasons: Sequence[str], output: Output) -> None:
    """Say what waits for the budget."""
    if deferred:
        when = f" until {output.local(until)}" if until else ""
        output.note(f"{counts({'messages': deferred})} waiting for the budget{when}.")
    for reason in dict.fromkeys(reasons):
        output.warn(reason)


@dataclass(frozen=True, slots=True)
class PutOff:
    """Messages that wait for the same reason."""

    reason: str
    count: int
    since: datetime  # when the first of them was added

    def told(self, output: Output) -> str:
        """Return it as a sentence."""
        return (
            f"{counts({'messages': self.count})} put off, the first since {output.local(self.since)}: {self.reason}"
        )


def waiting(memory: Memary) -> list[PutOff]:
    """Return why pending messages were put off, how many for each reason, and since when."""
    found: dict[str, PutOff] = {}
    for user in memory.admin.users():
        for message in memory.messages.list(
            user_id=user, states={MessageState.PENDING}, include_expired=True, limit=_MOST_LOOKED_AT
        ):
            if message.error:
                first = found.get(message.error) or PutOff(message.error, 0, message.added_at)
                since = min(first.since, message.added_at)
                found[message.error] = PutOff(message.error, first.count + 1, since)
    return list(found.values())


def cap_line(state: CapState, output: Output) -> str:
    """Return a cap and how much of it is used, as a phrase."""
    frees = f", free again at {output.local(state.frees_at)}" if state.used else ""
    return f"{state.setting}: {state.used:,} of {state.limit:,} used{frees}"
