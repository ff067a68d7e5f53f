"""Show a report of questions and answers as a table for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from memary.evaluation.qa.report import CORRECT, QaReport
from memary.evaluation.report import Scores
from memary.evaluation.tables import checks_table, plain_table


def render_qa(report: QaReport) -> RenderableType:
    """Return everything that is printed of a report."""
    return Group(_head(report), _rows(report), checks_table(report.checks))


def _head(report: QaReport) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row("memary", report.memary_version)
    for name, digest in report.data.items():
        table.add_row("data", f"{name}, sha256 {digest}")
    table.add_row("talk", f"{report.messages:,} messages in {report.talks:,} talks")
    table.add_row("embedding", report.embedding)
    table.add_row("read by", report.reader)
    table.add_row("answered by", report.model)
    table.add_row("judged by", report.judge)
    if report.probe.n:
        table.add_row("vague answers taken for right", _share(report.probe))
    return table


def _rows(report: QaReport) -> Table:
    table = plain_table("Right answers, with 95 % intervals")
    table.add_column("")
    for row in report.rows:
        table.add_column(row.method, justify="right")
    for name in dict.fromkeys(name for row in report.rows for name in row.categories):
        table.add_row(name, *(_share(row.categories.get(name, Scores(n=0))) for row in report.rows))
    table.add_section()
    table.add_row("all", *(_share(row.overall) for row in report.rows))
    table.add_row("prompt tokens an answer", *(f"{row.prompt_tokens:,.0f}" for row in report.rows))
    table.add_row("reply tokens an answer", *(f"{row.completion_tokens:,.0f}" for row in report.rows))
    return table


def _share(found: Scores) -> str:
    if not found.n:
        return ""
    share = found.metrics[CORRECT]
    return f"{share.mean:.3f} [{share.low:.2f}, {share.high:.2f}] of {found.n}"
