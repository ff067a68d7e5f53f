"""What a thing is named stays the words that were told, where they are only another name of something else."""

from __future__ import annotations

import pytest

from resolution.graph import Graph, claim, mention


def told(name: str, kind: str, alias: str, predicate: str) -> Graph:
    """A graph that knows something by an alias, and then is told of a thing that is named so."""
    graph = Graph()
    graph.take(claim("User", "knows", name), entities=[mention(name, kind, alias)])
    graph.take(claim("User", predicate, alias, 9))
    return graph


@pytest.mark.parametrize(
    ("name", "kind", "alias", "predicate"),
    [
        ("User's boat shed", "place", "Berth 7", "cider_is_named"),
        ("Karlsson's garage", "place", "the Pit", "new_band_is_called"),
        ("Harbour Lane Bakery", "organization", "Knead", "podcast_has_name"),
        ("外婆的菜园", "place", "三号地", "辣酱名叫"),
        ("外婆的菜园", "place", "三号地", "播客的名字是"),
    ],
)
def test_a_name_is_no_other_thing_that_is_also_called_so(name: str, kind: str, alias: str, predicate: str) -> None:
    graph = told(name, kind, alias, predicate)
    assert f"User {predicate} {alias}" in graph.current
    assert [one.name for one in graph.named(alias)] == [name]


@pytest.mark.parametrize(
    ("name", "kind", "alias", "predicate"),
    [
        ("Isabella", "animal", "Bella", "dog_is_called"),
        ("User's sailing boat", "product", "Merrow", "boat_is_named"),
        ("Dr Katharina Moss", "person", "Kat", "boss_is_called"),
        ("Harbour Lane Bakery", "organization", "Harbour Lane", "podcast_has_name"),
        ("旺财", "animal", "阿旺", "狗名叫"),
        ("旺财", "animal", "阿旺", "狗的名字是"),
    ],
)
def test_the_thing_itself_is_known_by_its_other_name(name: str, kind: str, alias: str, predicate: str) -> None:
    assert f"User {predicate} {name}" in told(name, kind, alias, predicate).current


def test_a_name_that_is_a_value_does_not_become_a_node_with_the_thing_that_is_also_called_so() -> None:
    graph = told("User's boat shed", "place", "Berth 7", "cider_is_named")
    graph.take(claim("User", "cleaned", "Berth 7", 20))
    assert {"User cider_is_named Berth 7", "User cleaned User's boat shed"} <= graph.current
