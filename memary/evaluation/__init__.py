"""Measure memory: the evidence that recall finds, what a context window holds, how good a graph is.

It stands above the client and uses `Memary` as any program does, so the figures are those that a user gets. Names are
loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memary.evaluation.background.case import read_known
    from memary.evaluation.background.run import KnownReport, measure_known
    from memary.evaluation.background.tables import render_known
    from memary.evaluation.episodes.episode import read_episodes
    from memary.evaluation.episodes.haystack import read_haystack
    from memary.evaluation.episodes.reader import EpisodeReader
    from memary.evaluation.episodes.run import EpisodeRun
    from memary.evaluation.episodes.tables import render_episodes
    from memary.evaluation.graph_quality import GraphReport, graph_report
    from memary.evaluation.grounds import grounds_rows, measure_grounds, read_ground_cases, render_grounds
    from memary.evaluation.qa.formats import audited, read_talks
    from memary.evaluation.qa.run import QaOptions, QaRun
    from memary.evaluation.qa.tables import render_qa
    from memary.evaluation.recall.kinds import kind_names, read_kind, render_kinds
    from memary.evaluation.recall.locomo import read_corpus
    from memary.evaluation.recall.protocol import read_audit
    from memary.evaluation.recall.run import MethodAnswer, Options, evaluate
    from memary.evaluation.report import Report
    from memary.evaluation.tables import render, render_graphs

_HOMES = {
    "MethodAnswer": "recall.run",
    "EpisodeReader": "episodes.reader",
    "EpisodeRun": "episodes.run",
    "GraphReport": "graph_quality",
    "KnownReport": "background.run",
    "Options": "recall.run",
    "QaOptions": "qa.run",
    "QaRun": "qa.run",
    "Report": "report",
    "audited": "qa.formats",
    "evaluate": "recall.run",
    "graph_report": "graph_quality",
    "grounds_rows": "grounds",
    "kind_names": "recall.kinds",
    "measure_known": "background.run",
    "measure_grounds": "grounds",
    "read_audit": "recall.protocol",
    "read_corpus": "recall.locomo",
    "read_episodes": "episodes.episode",
    "read_ground_cases": "grounds",
    "read_haystack": "episodes.haystack",
    "read_kind": "recall.kinds",
    "read_talks": "qa.formats",
    "read_known": "background.case",
    "render": "tables",
    "render_episodes": "episodes.tables",
    "render_graphs": "tables",
    "render_grounds": "grounds",
    "render_kinds": "recall.kinds",
    "render_known": "background.tables",
    "render_qa": "qa.tables",
}

__all__ = [
    "EpisodeReader",
    "EpisodeRun",
    "GraphReport",
    "KnownReport",
    "MethodAnswer",
    "Options",
    "QaOptions",
    "QaRun",
    "Report",
    "audited",
    "evaluate",
    "graph_report",
    "grounds_rows",
    "kind_names",
    "measure_grounds",
    "measure_known",
    "read_audit",
    "read_corpus",
    "read_episodes",
    "read_ground_cases",
    "read_haystack",
    "read_kind",
    "read_known",
    "read_talks",
    "render",
    "render_episodes",
    "render_graphs",
    "render_grounds",
    "render_kinds",
    "render_known",
    "render_qa",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'memary.evaluation' has no attribute {name!r}")
    value = getattr(import_module(f"memary.evaluation.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
