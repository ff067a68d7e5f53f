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
        ("茶", "浓一点的茶", "喜欢"),
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
        ("狗", "热狗", "喜欢"),
        ("气球", "热气球", "喜欢"),
        ("狗", "小明的狗", "喜欢"),
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


@pytest.mark.parametrize(
    ("said", "statements"),
    [
        (("I like coffee.", "I like coffee with milk."), ["User likes coffee with milk."]),
        (("I like coffee with milk.", "I like coffee."), ["User likes coffee with milk."]),
        (
            ("I like coffee.", "I don't like coffee with milk."),
            ["User likes coffee.", "User dislikes coffee with milk."],
        ),
        (
            ("I don't like tea with lemon, but I like tea.", "I hate flying in winter."),
            ["User likes tea.", "User dislikes tea with lemon.", "User dislikes flying in winter."],
        ),
        (("I like tea.", "I don't like tea when it is cold."), ["User likes tea."]),
        (("我喜欢咖啡。", "我喜欢加牛奶的咖啡。"), ["用户喜欢加牛奶的咖啡。"]),
        (("我喜欢狗。", "我喜欢热狗。"), ["用户喜欢狗。", "用户喜欢热狗。"]),
    ],
)
def test_without_a_model_what_narrows_a_liking_is_read_with_it(
    memory: Memary, said: tuple[str, ...], statements: list[str]
) -> None:
    for text in said:
        memory.add(text, user_id=USER, wait=True)
    assert sorted(fact.statement for fact in memory.facts.list(user_id=USER)) == sorted(statements)
