"""What memary makes of talks as capable readers read them: graphs that hold what was said, and nothing twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from support.model_server import ModelServer
from support.recordings import KEPT, feed, letters, play

from memary import Memary
from memary.evaluation.graph_quality import GraphReport, graph_report

TALKS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in KEPT}


@dataclass(frozen=True)
class Played:
    """A memory that has read all recordings, each as a user, and the known facts named that it did not show."""

    memory: Memary
    missed: dict[str, list[str]]

    def report(self, name: str) -> GraphReport:
        return graph_report(self.memory, name)


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    with ModelServer() as server:
        settings = {"base_url": server.base_url, "model": "scripted", "api_key": "test", "reflect_after": 0}
        with Memary.open("sqlite://", worker=False, **settings) as memory:
            missed: dict[str, list[str]] = {}
            for name, read in TALKS.items():
                missed[name] = play(server, read)
                feed(memory, name)
            assert not server.script_errors
            yield Played(memory, missed)


@pytest.mark.parametrize("name", TALKS)
def test_nine_of_ten_nodes_are_nameable_and_have_a_type(played: Played, name: str) -> None:
    report = played.report(name)
    assert report.nodes >= 20
    assert report.nameable >= 0.9, report.unnameable.what
    assert report.untyped.share <= 0.1, report.untyped.what


@pytest.mark.parametrize("name", TALKS)
def test_facts_have_evidence_contradict_nothing_and_few_nodes_may_be_another(played: Played, name: str) -> None:
    report = played.report(name)
    assert not report.contradictions.what
    assert not report.unproven.what
    assert report.duplicates.share <= 0.05, report.duplicates.what
    assert not played.memory.facts.conflicts(user_id=name)


@pytest.mark.parametrize("name", TALKS)
def test_what_a_reply_replaces_or_ends_is_current_no_more(played: Played, name: str) -> None:
    told = [fact for message in TALKS[name] for fact in message["facts"]]
    changes = [fact for fact in told if fact.get("op") in ("UPDATE", "DELETE") and fact.get("target")]
    ended = {fact["target"]: triple(fact) for fact in changes if fact["target"] not in played.missed[name]}
    now = {letters(triple(fact.model_dump())) for fact in played.memory.facts.list(user_id=name, limit=1000)}
    kept = {old for old, new in ended.items() if letters(old) in now and letters(old) != letters(new)}
    assert not kept


def test_what_readers_came_back_to_is_shown(played: Played) -> None:
    named = [fact for read in TALKS.values() for one in read for fact in one["facts"] if fact.get("target")]
    missed = [triple for each in played.missed.values() for triple in each]
    assert len(missed) <= 0.1 * len(named), missed


def triple(fact: dict[str, str]) -> str:
    return " | ".join(fact[part] for part in ("subject", "predicate", "object"))
