"""`kill -9` in the middle of an ingest: what was acknowledged is there once, and read once.

`python -m benchmarks.crash` does the same with a hundred kills.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user

from reliability.processes.killing import PHASES, Talk, plan, settings
from reliability.processes.programs import Place

TURNS = 14
ON_SQLITE, ON_NEO4J = {"seed": 6, "kills": 8}, {"seed": 103, "kills": 5}
"""Plans of few kills that strike at every moment."""


@pytest.mark.parametrize("worker", ["inside", "outside"])
def test_a_talk_survives_kills_on_sqlite(worker: str, tmp_path: Path) -> None:
    assert survive(f"sqlite:///{tmp_path}/memory.db", worker=worker, **ON_SQLITE) == []


def test_a_talk_survives_kills_on_neo4j(neo4j_address: Neo4jAddress) -> None:
    address = neo4j_address
    assert survive(address.uri, worker="outside", **ON_NEO4J, **address.options) == []


def survive(store: str, *, worker: str, seed: int, kills: int, **options: Any) -> list[str]:
    """Kill and go on; return what is wrong in the end."""
    outside = worker == "outside"
    drawn = plan(seed, kills=kills, turns=TURNS, outside=outside)
    with ModelServer() as server:
        place = Place(store, fresh_user(), settings(server, **options))
        return Talk(place, server, outside=outside).run(drawn, turns=TURNS).faults


@pytest.mark.parametrize(
    ("seed", "kills", "turns"), [(1, 100, 200), (*ON_SQLITE.values(), TURNS), (*ON_NEO4J.values(), TURNS)]
)
def test_the_plan_of_a_run_strikes_at_every_moment(seed: int, kills: int, turns: int) -> None:
    for outside in (False, True):
        drawn = plan(seed, kills=kills, turns=turns, outside=outside)
        assert {kill.phase for kill in drawn} == set(PHASES)
        assert sum(kill.turns for kill in drawn) <= turns
