"""What is told once more with another beginning begins then."""

from __future__ import annotations

from typing import Any

import pytest

from memary.types import Fact
from resolution.graph import Graph, at, claim

TRIPLES = [("Signe", "booked", "pottery class"), ("Signe", "attends", "pottery class"), ("小林", "报名了", "陶艺课")]


def told_again(triple: tuple[str, str, str], said: float, since: float, **fields: Any) -> tuple[Fact, Fact]:
    """What was to begin on day 10, and what a model tells of it on another day, with that as its target."""
    graph = Graph(now=at(60))
    graph.take(claim(*triple, valid_at=at(10), extractor="model", quote="booked"))
    (first,) = graph.facts.values()
    told: dict[str, Any] = {"valid_at": at(since), "op": "UPDATE", "target_id": first.id, "extractor": "model"}
    graph.take(claim(*triple, said, **(told | {"quote": "begins on another day"} | fields)))
    (again,) = (fact for fact in graph.facts.values() if fact.id != first.id)
    return graph.facts[first.id], again


@pytest.mark.parametrize("triple", TRIPLES)
@pytest.mark.parametrize("since", [17, 6])
@pytest.mark.parametrize("fields", [{}, {"statement": "It begins on another day."}, {"correction": True}])
def test_before_it_begins(triple: tuple[str, str, str], since: float, fields: dict[str, Any]) -> None:
    first, again = told_again(triple, 3, since, **fields)
    assert first.invalid_at == first.valid_at
    assert again.valid_at == at(since)
    assert again.supersedes == (first.id,)


@pytest.mark.parametrize("triple", TRIPLES)
@pytest.mark.parametrize("fields", [{}, {"statement": "It began on another day."}])
def test_as_a_correction_once_it_has_begun(triple: tuple[str, str, str], fields: dict[str, Any]) -> None:
    first, again = told_again(triple, 30, 17, correction=True, **fields)
    assert first.invalid_at == first.valid_at
    assert again.valid_at == at(17)
