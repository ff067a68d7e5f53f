"""Older talk that comes in later: what is known in the end is what is known where it comes in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from memary import Memary

Told = tuple[str, str]
JANUARY, MARCH, MAY, JULY = (f"2026-0{month}-01" for month in (1, 3, 5, 7))


def homes(memory: Memary, order: Sequence[Told], user: str) -> list[tuple[str, str, str]]:
    for day, text in order:
        memory.add({"content": text, "created_at": f"{day}T10:00:00Z"}, user_id=user, wait=True)
    facts = memory.facts.list(user_id=user, include_past=True)
    return sorted((f"{one.valid_at:%F}", f"{one.invalid_at:%F}", one.object) for one in facts)


@pytest.mark.parametrize(
    "told",
    [
        [(JANUARY, "I live in Paris."), (MARCH, "I live in Rome."), (MAY, "I live in Paris.")],
        [
            (JANUARY, "I live in Paris."),
            (MARCH, "I live in Rome."),
            (MAY, "I live in Paris."),
            (JULY, "I live in Oslo."),
        ],
        [(JANUARY, "我住在巴黎。"), (MARCH, "我住在罗马。"), (MAY, "我住在巴黎。")],
    ],
)
def test_a_home_that_was_said_again_is_the_home_in_whatever_order_it_is_heard(
    memory: Memary, told: list[Told]
) -> None:
    wanted = homes(memory, told, "ada")
    assert len(wanted) == len(told)
    for number, order in enumerate(permutations(told)):
        assert homes(memory, order, f"ada {number}") == wanted, order


def test_what_was_said_last_of_a_past_day_counts_more_than_what_was_said_again_before(memory: Memary) -> None:
    told = [(JANUARY, "I live in Paris."), (MAY, "I live in Paris."), (JULY, "I moved to Rome in March 2026.")]
    assert [place for *_, place in homes(memory, told, "ada")] == ["Paris", "Rome"]
    assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["Rome"]


def test_a_stay_that_was_over_when_it_was_told_ends_no_home_whichever_was_told_first(memory: Memary) -> None:
    paris = {"subject": "user", "predicate": "lives in", "object": "Paris", "valid_at": JANUARY}
    rome = {"subject": "user", "predicate": "lives in", "object": "Rome", "valid_at": MARCH, "invalid_at": MAY}
    for user, facts in (("ada", (paris, rome)), ("bob", (rome, paris))):
        for fact in facts:
            memory.facts.add([fact], user_id=user)
        assert [fact.object for fact in memory.facts.list(user_id=user)] == ["Paris"]
        assert {fact.object for fact in memory.facts.list(user_id=user, as_of="2026-04-01")} == {"Paris", "Rome"}
