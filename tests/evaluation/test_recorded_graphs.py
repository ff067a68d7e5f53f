"""The graphs of whole talks, with replies as large models write them: by far the most nodes are nameable things.

What is a thing was judged by reading the lists of nodes, not by the rule; it stands in `things.json`. All else counts
as none, so that new noise is seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.model_server import ModelServer
from support.recorded_talk import TALKS, remember_talks

from memary import Memary
from memary.evaluation.graph_quality import GraphReport, graph_report

THINGS: dict[str, list[str]] = json.loads((TALKS[0].parent / "things.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """A memory that has read the talks, each of a user of the same name, session by session."""
    with ModelServer() as server, remember_talks(server, "sqlite://") as opened:
        yield opened


@pytest.fixture(scope="module")
def reports(memory: Memary) -> dict[str, GraphReport]:
    return {name: graph_report(memory, name) for name in THINGS}


@pytest.mark.parametrize("name", THINGS)
def test_nine_of_ten_nodes_are_things_as_people_judge(memory: Memary, name: str) -> None:
    shown = {node.text for node in memory.entities.map(user_id=name, limit=1000).nodes if node.kind == "entity"}
    assert len(shown & set(THINGS[name])) >= 0.9 * len(shown), sorted(shown - set(THINGS[name]))


def test_the_rule_says_so_too_and_nine_of_ten_nodes_have_a_type(reports: dict[str, GraphReport]) -> None:
    assert all(report.nameable >= 0.9 for report in reports.values())
    nodes, untyped = (sum(getattr(report.untyped, part) for report in reports.values()) for part in ("of", "count"))
    assert untyped <= 0.1 * nodes


def test_every_phrase_is_still_told_by_its_fact(memory: Memary, reports: dict[str, GraphReport]) -> None:
    for name, words in (("friends", "more vegetables and fish"), ("chinese", "少吃甜食")):
        found = memory.search(words, user_id=name, kinds={"fact"}, top_k=1)
        assert words in found[0].text
    assert all(report.unproven.count == 0 and report.contradictions.count == 0 for report in reports.values())
