"""One liking that says no more than another does not stand beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import Memary
from memary.types import Action

USER = "ada"


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:") as opened:
        yield opened


def liked(memory: Memary) -> set[str]:
    return {fact.object for fact in memory.facts.list(user_id=USER)}


def tell(memory: Memary, *things: str, predicate: str = "likes", origin: str = "user") -> None:
    for thing in things:
        fact = {"subject": "User", "predicate": predicate, "object": thing, "origin": origin}
        memory.facts.add([fact], user_id=USER)


@pytest.mark.parametrize(
    ("plain", "exact", "predicate"),
    [
        ("coffee", "coffee with milk", "likes"),
        ("coffee", "black coffee", "loves"),
        ("walks", "walks in the rain", "enjoys"),
        ("咖啡", "加奶的咖啡", "喜欢"),
        ("咖啡", "黑咖啡", "喜欢"),
        ("豆浆", "豆浆不加糖", "喜欢"),
    ],
)
def test_what_is_said_more_exactly_takes_the_place_of_what_was_said_plainly(
    memory: Memary, plain: str, exact: str, predicate: str
) -> None:
    tell(memory, plain, exact, predicate=predicate)
    assert liked(memory) == {exact}
    done = memory.operations.list(user_id=USER)
    change = next(one for one in done if one.action is Action.UPDATE)
    assert change.reason == "it says more exactly what was known"
    memory.operations.undo(change.id, user_id=USER)
    assert liked(memory) == {plain}


@pytest.mark.parametrize(
    ("exact", "plain", "predicate"), [("coffee with milk", "coffee", "likes"), ("加奶的咖啡", "咖啡", "喜欢")]
)
def test_what_is_known_more_exactly_is_not_kept_beside_it(
    memory: Memary, exact: str, plain: str, predicate: str
) -> None:
    tell(memory, exact, plain, predicate=predicate)
    assert liked(memory) == {exact}


@pytest.mark.parametrize(
    ("one", "other", "predicate"),
    [
        ("coffee", "coffee ice cream", "likes"),
        ("cream", "ice cream", "likes"),
        ("coffee", "tea with milk", "likes"),
        ("coffee", "coffee with milk", "dislikes"),
        ("coffee", "coffee with milk", "has_written_about"),
        ("Alice", "Alice in Wonderland", "likes"),
        ("咖啡", "咖啡馆", "喜欢"),
        ("茶", "奶茶", "喜欢"),
        ("牛奶", "不喜欢的牛", "讨厌"),
    ],
)
def test_what_only_looks_alike_stays_beside_it(memory: Memary, one: str, other: str, predicate: str) -> None:
    tell(memory, one, other, predicate=predicate)
    assert liked(memory) == {one, other}


def test_somebody_elses_liking_and_a_less_trusted_word_change_nothing(memory: Memary) -> None:
    memory.facts.add([{"subject": "Bob", "predicate": "likes", "object": "coffee"}], user_id=USER)
    tell(memory, "coffee with milk")
    assert liked(memory) == {"coffee", "coffee with milk"}
    tell(memory, "tea")
    tell(memory, "tea with lemon", origin="assistant")
    assert {"tea", "tea with lemon"} <= liked(memory)
