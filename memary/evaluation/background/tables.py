"""Print how much the extractor sees of what it needs."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from memary.evaluation.background.case import KINDS
from memary.evaluation.background.run import KnownReport, KnownShare
from memary.evaluation.tables import plain_table


def render_known(reports: Sequence[KnownReport], *, examples: int = 0) -> RenderableType:
    """Return the table of all users, and some of the cases that lack something."""
    table = plain_table("Cases of which all that is needed is shown")
    table.add_column("")
    for report in reports:
        table.add_column(report.user, justify="right")
    table.add_column("all", justify="right")
    table.add_row("entities, facts", *(f"{report.entities:,}, {report.facts:,}" for report in reports), "")
    for kind in KINDS:
        table.add_row(kind, *_cells([report.alone[kind] for report in reports]))
    table.add_row("all, each by itself", *_cells([_sum(list(report.alone.values())) for report in reports]))
    table.add_row("all, several together", *_cells([report.together for report in reports]))
    for name, label in (("known_tokens", "tokens of what is known"), ("prompt_tokens", "tokens of a prompt")):
        table.add_row(label, *(f"{getattr(report, name):,.0f}" for report in reports), "")
    lines = [
        Text(f"{miss.user}, {miss.kind}: {miss.said} | {'; '.join(miss.missing)}")
        for report in reports
        for miss in report.missed[:examples]
    ]
    return Group(table, *lines)


def _sum(shares: Sequence[KnownShare]) -> KnownShare:
    return KnownShare(shown=sum(one.shown for one in shares), of=sum(one.of for one in shares))


def _cells(shares: Sequence[KnownShare]) -> list[str]:
    cells = [*shares, _sum(shares)]
    return [f"{one.shown} of {one.of}" for one in cells[:-1]] + [
        f"{cells[-1].shown} of {cells[-1].of} ({100 * cells[-1].share:.0f} %)"
    ]
