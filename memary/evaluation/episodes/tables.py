"""Show a report of episodes as a table for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from memary.evaluation.episodes.report import ALL, EpisodeReport, EpisodeRow
from memary.evaluation.tables import checks_table, plain_table

_HEADINGS = {
    "held": "all held",
    "part": "part held",
    "doubt": "doubt",
    "untrue": "untrue",
    "remembered": "remembered",
    "right": "right",
}


def render_episodes(report: EpisodeReport) -> RenderableType:
    """Return everything that is printed of a report."""
    return Group(_head(report), _rows(report), _LEGEND, checks_table(report.checks))


_LEGEND = (
    "all held: questions with all that decides them in the context window · part held: which part of it, on average\n"
    "doubt: the fact in doubt stands there with its reason · untrue: a fact states what is not so\n"
    "remembered: something that was forgotten on request stands there · right: answers that a judge found right"
)


def _head(report: EpisodeReport) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row("memary", report.memary_version)
    table.add_row("episodes", f"{len(report.episodes)}, {report.messages:,} messages")
    table.add_row("read by", report.reader)
    table.add_row("embedding", report.embedding)
    asked = f"{report.answered_by} answers from it" if report.answered_by else "nobody reads it"
    table.add_row("window", f"{report.budget:,} tokens; {asked}")
    return table


def _rows(report: EpisodeReport) -> Table:
    table = plain_table("What the context window holds")
    for name in ("language", "kind", "others", "questions", *_HEADINGS.values()):
        table.add_column(name, justify="left" if name in ("language", "kind") else "right", no_wrap=True)
    for row, following in zip(report.rows, (*report.rows[1:], None), strict=True):
        cells = [_cell(row, name) for name in _HEADINGS]
        ends = row.kind == ALL and (following is None or following.language != row.language)
        table.add_row(row.language, row.kind, f"{row.others:,}", str(row.questions), *cells, end_section=ends)
    return table


def _cell(row: EpisodeRow, name: str) -> str:
    if name not in row.measures:
        return ""
    found = row.measures[name]
    mean = found.metrics[name].mean
    return f"{mean:.2f}" if name == "part" else f"{round(mean * found.n)} of {found.n}"
