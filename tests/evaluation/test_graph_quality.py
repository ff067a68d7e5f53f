"""What `memary eval graph` finds in a graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.records import NOW, days, entity, fact, message
from typer.testing import CliRunner

from memary import Memary
from memary.evaluation.command import app
from memary.evaluation.graph_quality import report_on
from memary.facts.predicates import BUILT_IN

USER = "ada"


def test_a_node_is_nameable_by_its_words_its_type_or_what_several_subjects_share() -> None:
    evan, sam = (entity(USER, name, type="person") for name in ("Evan", "Sam"))
    alone, shared = entity(USER, "eat healthier", type="thing"), entity(USER, "getting up early", type="thing")
    trip, jazz = entity(USER, "trip to Oregon", type="event"), entity(USER, "jazz", type="topic")
    value = entity(USER, "cutting down on soda", type="value")
    ends = [(evan, alone), (evan, shared), (sam, shared), (evan, trip), (evan, jazz), (evan, value)]
    facts = [fact(subject, "likes", object_) for subject, object_ in ends]
    report = report_on(USER, [evan, sam, alone, shared, trip, jazz, value], facts, set(), BUILT_IN)
    assert (report.nodes, report.values) == (6, 1)
    assert report.unnameable.what == ("eat healthier",)
    assert report.nameable == pytest.approx(5 / 6)
    assert report.untyped.what == ("eat healthier", "getting up early")


def test_what_should_not_be_there_is_counted_and_named() -> None:
    ada, rome, bonn, old = (entity(USER, name) for name in ("Ada", "Rome", "Bonn", "Oslo"))
    tom, namesake = entity(USER, "Tom", type="person"), entity(USER, "Tom Miller", type="person")
    said = message(USER, "I live in Rome.")
    proven = fact(ada, "lives_in", rome, source_ids=(said.id,))
    loose = fact(ada, "lives_in", bonn, source_ids=("gone",))
    past = fact(ada, "lives_in", old, at=NOW - days(900), invalid_at=NOW - days(400), source_ids=(said.id,))
    report = report_on(USER, [ada, rome, bonn, old, tom, namesake], [proven, loose, past], {said.id}, BUILT_IN)
    assert report.contradictions.count == 1
    assert report.contradictions.of == 2
    assert report.unproven.what == (loose.statement,)
    assert report.unused.what == ("Tom", "Tom Miller")
    assert report.duplicates.count == 1


def test_the_command_tells_of_a_store_and_its_users_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memary.open(path, worker=False) as memory:
        memory.add("I live in Rome. My sister Mia works at Acme.", user_id=USER, wait=True)
        memory.facts.add([{"subject": "Mia", "predicate": "wants_to", "object": "eat healthier"}], user_id=USER)
        memory.add("我住在成都。", user_id="lin", wait=True)
        before = memory.admin.stats()
    told = CliRunner().invoke(app, ["graph", "--store", str(path), "--json"])
    assert told.exit_code == 0, told.output
    ada, lin = sorted(json.loads(told.stdout), key=lambda report: report["user_id"])
    assert (ada["user_id"], ada["values"], ada["unnameable"]["count"]) == (USER, 1, 0)
    assert (lin["user_id"], lin["nodes"]) == ("lin", 2)
    table = CliRunner().invoke(app, ["graph", "--store", str(path), "--user", USER, "--show", "3"])
    assert "nameable nodes" in table.stdout
    assert "Mia wants to eat healthier" in table.stdout
    with Memary.open(path, worker=False) as memory:
        assert memory.admin.stats() == before


def test_a_store_that_cannot_be_opened_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("no database", encoding="utf-8")
    told = CliRunner().invoke(app, ["graph", "--store", str(tmp_path / "other.db")])
    assert told.exit_code != 0
    assert told.stderr.startswith("Error: ")
