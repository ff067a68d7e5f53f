"""A question for a kind of things gets all of them that are known of the one it asks about, on few lines."""

from __future__ import annotations

import pytest
from support.samples.graphs import edge

from memary import Memary
from memary.languages.equivalents import words_of_kinds

ADA = [
    edge("Ada", "went_swimming_with", "Ada's kids", valid_at="2023-05-08", invalid_at="2023-05-09"),
    edge("Ada", "signed_up_for", "a pottery class", valid_at="2023-07-02", invalid_at="2023-07-03"),
    edge("Ada", "read", "Middlemarch", valid_at="2022-01-01", invalid_at="2023-01-01"),
    edge("Ada", "bought", "a lamp", valid_at="2023-04-01", invalid_at="2023-04-02"),
    edge("Ada", "bought", "boots", valid_at="2023-06-01", invalid_at="2023-07-01"),
    edge("Ada", "has_color", "green"),
    edge("Ben", "went_rowing_with", "Ben's brother", valid_at="2023-05-08", invalid_at="2023-05-09"),
]
LIN = [
    edge("林悦", "参加", "合唱团", statement="林悦参加了合唱团。", valid_at="2023-05-08", invalid_at="2023-05-09"),
    edge("林悦", "去", "西湖", statement="林悦和同事去西湖划船。", valid_at="2023-07-02", invalid_at="2023-07-03"),
    edge("林悦", "血型", "A型", statement="林悦是A型血。"),
]
BUSY = [edge("Ada", "knows_about", f"topic {number}") for number in range(30)]
"""What would take the places of the members."""


def told(memory: Memary, question: str) -> str:
    """Return what a window tells of a question."""
    return memory.context(question, user_id="u").recalled_text


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("What activities has Ada done?", ["swimming", "pottery class"]),
        ("Which items has Ada bought?", ["a lamp", "boots"]),
        ("What books has Ada read?", ["Middlemarch"]),
    ],
)
def test_all_that_is_of_the_kind_asked_for_is_told_in_whatever_words(
    memory: Memary, question: str, members: list[str]
) -> None:
    memory.facts.add([*BUSY, *ADA], user_id="u")
    window = told(memory, question)
    assert [one for one in members if one not in window] == []


def test_a_kind_is_asked_for_in_chinese_too(memory: Memary) -> None:
    memory.facts.add([*BUSY, *LIN], user_id="u")
    window = told(memory, "林悦都参加过哪些活动？")
    assert "合唱团" in window
    assert "西湖" in window


def test_members_of_one_relation_stand_on_one_line_with_their_times_and_a_day_is_told_once(memory: Memary) -> None:
    days = range(1, 29)
    books = [
        edge(
            "Ada",
            "wrote_novel",
            f"Part {day:02}",
            statement=f"Ada wrote a novel, Part {day:02}, {'at length, ' * 12}by night.",
        )
        | {"valid_at": f"2021-01-{day:02}", "invalid_at": f"2021-01-{day + 1:02}"}
        for day in days
    ]
    memory.facts.add([*BUSY, *books], user_id="u")
    window = memory.context("Which novels has Ada written?", user_id="u")
    in_full = " ".join(hit.text for hit in window.hits)
    lines = [line for block in window.blocks if block.name == "subgraph" for line in block.lines]
    listed = [line for line in lines if "wrote novel" in line]
    assert len(listed) == 1
    assert all(f"Part {day:02} (2021-01-{day:02})" in listed[0] for day in days if f"Part {day:02}," not in in_full)


def test_what_is_told_of_others_is_no_member(memory: Memary) -> None:
    memory.facts.add([*BUSY, *ADA], user_id="u")
    window = memory.context("What activities has Ada done?", user_id="u")
    related = [line for block in window.blocks if block.name == "subgraph" for line in block.lines]
    assert not any("rowing" in line for line in related)


def test_what_a_newer_fact_took_the_place_of_is_no_member(memory: Memary) -> None:
    memory.facts.add([edge("Ada", "lives_in", "Hull", valid_at="2020-01-01")], user_id="u")
    memory.facts.add([edge("Ada", "lives_in", "York", valid_at="2022-01-01")], user_id="u")
    memory.facts.add(BUSY, user_id="u")
    assert "Hull" not in told(memory, "Which places does Ada go to?")


def test_words_of_a_kind_are_known_by_the_kind_alone() -> None:
    assert "swim" in words_of_kinds("Which activities does she like?")["activ"]
    assert words_of_kinds("When did Ada swim?") == {}
