"""Show the memory stream and the knowledge store on a terminal.

Pure: records in, a picture out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from memary.interfaces.cli.output import Output, printable
from memary.interfaces.cli.tables import entities_table, facts_table, table

if TYPE_CHECKING:
    from memary.stream.categories import CategoryCount
    from memary.stream.entries import StreamPeriod
    from memary.stream.snapshot import Rewound
    from memary.stream.themes import Theme
    from memary.stream.topic_segments import TopicShift
    from memary.stream.trends import Changed, Changes
    from memary.types import Fact

_BAR = 16
_NAMES = 12
_FACTS = 20


def timeline_table(periods: Sequence[StreamPeriod], output: Output) -> Table:
    """Return mentions per period, with a bar each; peaks are marked."""
    most = max((period.count for period in periods), default=0)
    rows = [
        (
            output.day(period.start),
            str(period.count),
            "█" * (round(_BAR * period.count / most) or 1) if period.count else "",
            str(period.messages),
            ", ".join(period.top),
            "peak" if period.is_peak else "",
        )
        for period in periods
    ]
    headings = ("From", "Mentions", "", "Messages", "Most", "Peak")
    return table(*headings, rows=rows, right=("Mentions", "Messages"), whole=("From", "", "Peak"))


def shifts_table(shifts: Iterable[TopicShift], output: Output) -> Table:
    """Return the points where the subject changes."""
    rows = [
        (output.local(shift.at), f"{shift.divergence:.2f}", ", ".join(shift.went), ", ".join(shift.came))
        for shift in shifts
    ]
    return table("Time", "Apart", "From", "To", rows=rows, right=("Apart",), whole=("Time",))


def themes_table(themes: Iterable[Theme], output: Output, *, questions: bool = False) -> Table:
    """Return recurring themes with what stands behind them, and likely next questions if asked for."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for number, theme in enumerate(themes, 1):
        lines = [
            Text(printable(theme.label), style="bold"),
            Text(_extent(theme, output), style="dim"),
            Text(printable(_supporting(theme))),
            *(Text(f"? {printable(question)}") for question in (theme.questions if questions else ())),
        ]
        grid.add_row(f"{number}.", Text("\n").join(lines))
    return grid


def _extent(theme: Theme, output: Output) -> str:
    said = f"{theme.count} mentions in {_so_many(len(theme.source_ids), 'message')}"
    said += f" of {_so_many(theme.sessions, 'session')}"
    return f"{said} · {output.day(theme.first_at)} to {output.day(theme.last_at)} · {theme.trend}"


def _so_many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _supporting(theme: Theme) -> str:
    names = [f"{one.entity.name} {one.count}" for one in theme.entities]
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more


def categories_table(categories: Iterable[CategoryCount]) -> Table:
    """Return categories with their size."""
    rows = [(one.name, str(one.entities), str(one.mentions)) for one in categories]
    return table("Category", "Entities", "Mentions", rows=rows, right=("Entities", "Mentions"))


def changes_tables(changes: Changes, output: Output) -> Iterator[RenderableType]:
    """Return what changed between two periods: entities, then categories."""
    (begin, since), (_, until) = changes.earlier, changes.later
    heading = (
        f"{output.day(begin)} to {output.day(since)}: {changes.mentions_before} mentions · "
        f"{output.day(since)} to {output.day(until)}: {changes.mentions_after} mentions"
    )
    yield Text(heading, style="dim")
    for what, changed in (("Entity", changes.entities), ("Category", changes.categories)):
        moved = [one for one in changed if one.change != "steady"]
        yield Text("")
        yield _changed_table(what, moved) if moved else Text(f"No {what.lower()} changed.", style="dim")


def _changed_table(what: str, changed: Iterable[Changed]) -> Table:
    rows = [
        (one.name, one.change, str(one.before), str(one.after), f"{one.share_before:.0%}", f"{one.share_after:.0%}")
        for one in changed
    ]
    numbers = ("Before", "After", "Share before", "Share after")
    return table(what, "Change", *numbers, rows=rows, right=numbers, whole=("Change",))


def rewound(state: Rewound, output: Output) -> Iterator[RenderableType]:
    """Return the state of a memory at a time, and what has changed since."""
    rows = [
        (name, str(getattr(state.then, name)), str(getattr(state.now, name)))
        for name in type(state.then).model_fields
    ]
    then = output.local(state.as_of) or "Then"  # the beginning of all time has no date
    yield table("", then, "Now", rows=rows, right=(then, "Now"))
    yield from _part("Best known then", entities_table(state.entities, output), state.entities)
    yield from _part("Themes then", themes_table(state.themes, output), state.themes)
    yield from _facts("True then", state.facts, output)
    yield from _facts("True since", state.begun, output)
    yield from _facts("No longer true", state.ended, output, past=True)
    names = [entity.name for entity in state.came_up]
    more = f" and {len(names) - 5 * _NAMES} more" if len(names) > 5 * _NAMES else ""
    yield from _part("Came up since", Text(printable(", ".join(names[: 5 * _NAMES]) + more)), names)


def _facts(heading: str, facts: Sequence[Fact], output: Output, *, past: bool = False) -> Iterator[RenderableType]:
    """Return the newest facts; of many, how many more there are."""
    yield from _part(heading, facts_table(facts[-_FACTS:], output, past=past), facts)
    if len(facts) > _FACTS:
        yield Text(f"and {len(facts) - _FACTS} older ones", style="dim")


def _part(heading: str, shown: RenderableType, what: Sequence[object]) -> Iterator[RenderableType]:
    if what:
        yield Text(f"\n{heading}", style="bold")
        yield shown
