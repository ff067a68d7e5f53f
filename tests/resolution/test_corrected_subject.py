"""A mistake that was told of somebody else ends as never so, where what is told speaks of what it told."""

from __future__ import annotations

from typing import Any

import pytest

from memary.types import Action, Operation
from resolution.graph import Graph, claim


def corrected(
    first: tuple[str, str, str], then: tuple[str, str, str], **fields: Any
) -> tuple[Graph, list[Operation]]:
    """A graph in which a model names the first fact as the one that the second corrects, and what is logged."""
    graph = Graph()
    graph.take(claim(*first, extractor="model"))
    (known,) = graph.facts.values()
    told = {"op": "UPDATE", "target_id": known.id, "correction": True, "extractor": "model"} | fields
    return graph, graph.take(claim(*then, 9, **told)).operations


@pytest.mark.parametrize(
    ("first", "then", "statement", "quote"),
    [
        (
            ("Our tenant", "is_allergic_to", "penicillin"),
            ("Petra", "is_allergic_to", "latex"),
            "Petra is allergic to latex, not to penicillin.",
            "I mixed that up, it is latex",
        ),
        (
            ("Nils", "works_at", "Voltara"),
            ("Ines", "works_at", "Voltara"),
            "Ines works at Voltara.",
            "it's Ines who is at Voltara, not Nils",
        ),
        (
            ("小陈的邻居", "过敏于", "花生"),
            ("老周", "过敏于", "虾"),
            "老周对虾过敏，不是花生。",
            "我说错了，是老周对虾过敏，不是花生",
        ),
    ],
)
def test_a_mistake_about_another_was_never_so(
    first: tuple[str, str, str], then: tuple[str, str, str], statement: str, quote: str
) -> None:
    graph, log = corrected(first, then, statement=statement, quote=quote)
    (wrong,) = (fact for fact in graph.facts.values() if fact.subject == first[0])
    assert wrong.invalid_at == wrong.valid_at
    assert graph.current == {" ".join(then)}
    assert (Action.UPDATE, "it corrects what was known") in [(row.action, row.reason) for row in log]
    assert not any(fact.conflicts_with for fact in graph.facts.values())


@pytest.mark.parametrize(
    "fields",
    [
        {"statement": "Petra lives in Leuven.", "quote": "sorry, Petra lives in Leuven"},  # shares nothing
        {"statement": "Petra is allergic to latex, not to penicillin.", "quote": ""},
        {"statement": "Petra is allergic to latex, not to penicillin.", "quote": "latex", "correction": False},
        {"statement": "Petra is allergic to latex, not to penicillin.", "quote": "latex", "extractor": "caller"},
    ],
)
def test_what_shares_nothing_with_it_or_is_no_correction_of_a_message_leaves_it(fields: dict[str, Any]) -> None:
    first = ("Our tenant", "is_allergic_to", "penicillin")
    graph, _ = corrected(first, ("Petra", "is_allergic_to", "latex"), **fields)
    assert graph.current == {" ".join(first), "Petra is_allergic_to latex"}
