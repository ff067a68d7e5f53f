"""Measure memory: the evidence that recall finds, what a context window holds, how good a graph is.

It stands above the client and uses `Memary` as any program does, so the figures are those that a user gets. Names are
loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memary.evaluation.background.case import read_known as read_known
    from memary.evaluation.background.run import KnownReport as KnownReport
    from memary.evaluation.background.run import measure_known as measure_known
    from memary.evaluation.background.tables import render_known as render_known
    from memary.evaluation.episodes.episode import read_episodes as read_episodes
    from memary.evaluation.episodes.haystack import read_haystack as read_haystack
    from memary.evaluation.episodes.reader import EpisodeReader as EpisodeReader
    from memary.evaluation.episodes.run import EpisodeRun as EpisodeRun
    from memary.evaluation.episodes.tables import render_episodes as render_episodes
    from memary.evaluation.graph_quality import GraphReport as GraphReport
    from memary.evaluation.graph_quality import graph_report as graph_report
    from memary.evaluation.grounds import grounds_rows as grounds_rows
    from memary.evaluation.grounds import measure_grounds as measure_grounds
    from memary.evaluation.grounds import read_ground_cases as read_ground_cases
    from memary.evaluation.grounds import render_grounds as render_grounds
    from memary.evaluation.qa.formats import audited as audited
    from memary.evaluation.qa.formats import read_talks as read_talks
    from memary.evaluation.qa.run import QaOptions as QaOptions
    from memary.evaluation.qa.run import QaRun as QaRun
    from memary.evaluation.qa.tables import render_qa as render_qa
    from memary.evaluation.recall.kinds import kind_names as kind_names
    from memary.evaluation.recall.kinds import read_kind as read_kind
    from memary.evaluation.recall.kinds import render_kinds as render_kinds
    from memary.evaluation.recall.locomo import read_corpus as read_corpus
    from memary.evaluation.recall.protocol import read_audit as read_audit
    from memary.evaluation.recall.run import MethodAnswer as MethodAnswer
    from memary.evaluation.recall.run import Options as Options
    from memary.evaluation.recall.run import evaluate as evaluate
    from memary.evaluation.report import Report as Report
    from memary.evaluation.tables import render as render
    from memary.evaluation.tables import render_graphs as render_graphs

_HOMES = {
    "background.case": "read_known",
    "background.run": "KnownReport measure_known",
    "background.tables": "render_known",
    "episodes.episode": "read_episodes",
    "episodes.haystack": "read_haystack",
    "episodes.reader": "EpisodeReader",
    "episodes.run": "EpisodeRun",
    "episodes.tables": "render_episodes",
    "graph_quality": "GraphReport graph_report",
    "grounds": "grounds_rows measure_grounds read_ground_cases render_grounds",
    "qa.formats": "audited read_talks",
    "qa.run": "QaOptions QaRun",
    "qa.tables": "render_qa",
    "recall.kinds": "kind_names read_kind render_kinds",
    "recall.locomo": "read_corpus",
    "recall.protocol": "read_audit",
    "recall.run": "MethodAnswer Options evaluate",
    "report": "Report",
    "tables": "render render_graphs",
}
_HOME_OF = {name: f"memary.evaluation.{module}" for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'memary.evaluation' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value
