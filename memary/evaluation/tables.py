"""Show reports as tables for people: R is recall of the evidence, t is tokens."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memary.evaluation.graph_quality import Defect, GraphReport
from memary.evaluation.report import Check, Interval, Report, Row, Scores

_NAMES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop"}
_DEFECTS = {
    "unnameable": "nodes not nameable",
    "untyped": "nodes without a type",
    "duplicates": "pairs that may be one, per node",
    "contradictions": "pairs of current facts that contradict",
    "unproven": "facts without evidence",
    "unused": "nodes that no fact uses",
}
_BY_CONVERSATION = "recall@10"


def render(report: Report) -> RenderableType:
    """Return everything that is printed of a report."""
    names = list(report.rows[0].overall.metrics)
    at_k = [name for name in names if not name.endswith("tokens")]
    at_budget = [name for name in names if name.endswith("tokens")]
    blocks: list[RenderableType] = [_head(report), _scores(report, "At fixed k, with 95 % intervals", at_k)]
    if at_budget:
        blocks.append(_scores(report, "At fixed budgets of tokens, with 95 % intervals", at_budget))
    return Group(*blocks, _conversations(report, names), _latency(report), checks_table(report.checks))


def render_graphs(reports: Sequence[GraphReport], *, examples: int = 0) -> RenderableType:
    """Return what is printed of users' graphs, with some of what each measure counts."""
    table = plain_table("Graphs")
    table.add_column("")
    for report in reports:
        table.add_column(report.user_id, justify="right")
    table.add_row("facts", *(f"{report.facts:,}" for report in reports))
    table.add_row("values", *(f"{report.values:,}" for report in reports))
    table.add_row("nodes", *(f"{report.nodes:,}" for report in reports))
    table.add_row("nameable nodes", *(f"{100 * report.nameable:.1f} %" for report in reports))
    for name, label in _DEFECTS.items():
        found: list[Defect] = [getattr(report, name) for report in reports]
        table.add_row(label, *(f"{one.count:,} of {one.of:,} ({100 * one.share:.1f} %)" for one in found))
    lists = [
        Text(f"{report.user_id}, {label}: {'; '.join(what)}")
        for report in reports
        for name, label in _DEFECTS.items()
        if (what := getattr(report, name).what[:examples])
    ]
    return Group(table, *lists)


def _head(report: Report) -> Table:
    table = Table.grid(padding=(0, 2))
    left_out = ", ".join(f"{count} {reason}" for reason, count in report.dropped.items()) or "none"
    asked = " + ".join(f"{count} of category {number}" for number, count in report.asked.items())
    table.add_row("memary", report.memary_version)
    table.add_row("data", f"{report.data}, sha256 {report.data_sha256}")
    audit = f", {report.audit_entries} entries of the audit apply, sha256 {report.audit_sha256}"
    table.add_row("protocol", report.protocol + (audit if report.audit_sha256 else ""))
    table.add_row("embedding", f"{report.embedding}, {report.dimensions} dimensions")
    table.add_row("turns", f"{report.turns} in {len(report.conversations)} conversations")
    table.add_row("asked", f"{sum(report.asked.values())} questions = {asked}")
    table.add_row("left out", left_out)
    table.add_row("category 5", f"{report.adversarial} questions, adversarial: not asked")
    if facts := sum(one.facts for one in report.conversations):
        table.add_row("facts", f"{facts} from {sum(one.observations for one in report.conversations)} observations")
    for name, citations in (("missing", report.missing_evidence), ("unread", report.unread_evidence)):
        if citations:
            table.add_row(f"{name} evidence", "; ".join(citations))
    return table


def _scores(report: Report, title: str, metrics: Sequence[str]) -> Table:
    table = plain_table(title)
    table.add_column("questions", no_wrap=True)
    table.add_column("method", no_wrap=True)
    for name in metrics:
        table.add_column(_heading(name), justify="right", no_wrap=True)
    for row in report.rows:
        _add(table, f"all ({row.overall.n})", row, row.overall, metrics, report)
    for number, count in report.asked.items():
        for row in report.rows:
            _add(table, f"{_NAMES[number]} ({count})", row, row.categories[number], metrics, report)
    return table


def _add(table: Table, label: str, row: Row, scores: Scores, metrics: Sequence[str], report: Report) -> None:
    is_first, is_last = row is report.rows[0], row is report.rows[-1]
    cells = [_cell(scores.metrics[name]) for name in metrics]
    table.add_row(label if is_first else "", row.name, *cells, end_section=is_last)


def _cell(value: Interval) -> str:
    return f"{_short(value.mean)}\n{value.low:.2f}-{value.high:.2f}".replace("0.", ".")


def plain_table(title: str) -> Table:
    """Return an empty table as all of an evaluation look."""
    return Table(title=title, title_justify="left", box=box.SIMPLE)


def _heading(metric: str) -> str:
    return metric.replace("recall", "R").replace("ndcg", "NDCG").removesuffix("okens")


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _conversations(report: Report, names: Sequence[str]) -> Table:
    metric = _BY_CONVERSATION if _BY_CONVERSATION in names else names[0]
    table = plain_table(f"{_heading(metric)} by conversation")
    table.add_column("conversation")
    for row in report.rows:
        table.add_column(row.name, justify="right")
    for one in report.conversations:
        if one.asked:
            values = [_short(row.conversations[one.id].metrics[metric].mean) for row in report.rows]
            table.add_row(f"{one.id} ({one.asked} questions, {one.turns} turns)", *values)
    return table


def _latency(report: Report) -> Table:
    table = plain_table("Milliseconds per question")
    for name in ("method", "wall p50", "wall p95", "CPU p50", "CPU p95"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for row in report.rows:
        if row.latency is not None:
            latency = row.latency
            values = (latency.wall_p50, latency.wall_p95, latency.cpu_p50, latency.cpu_p95)
            table.add_row(row.name, *(f"{value:.1f}" for value in values))
    return table


def checks_table(checks: Sequence[Check]) -> Table:
    """Return what an evaluation verified about itself."""
    table = plain_table("Self-check")
    for name in ("", "what", "found"):
        table.add_column(name)
    for check in checks:
        table.add_row("ok" if check.passed else "FAILED", check.name, check.detail)
    return table
