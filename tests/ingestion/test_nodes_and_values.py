"""What a reply's facts are about: things with a name stand in the graph, all else is told by its fact alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from ingestion.talks import extraction
from memary import Memary

Fact = tuple[str, str, str]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as started:
        yield started


@pytest.fixture(params=["sqlite-memory", "neo4j"])
def memory(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[Memary]:
    """An open memory whose language model is scripted."""
    options: dict[str, Any] = {"worker": False, "base_url": server.base_url, "model": "scripted", "api_key": "test"}
    options["embedding"] = SmallEmbedder()
    store = "sqlite:///:memory:"
    with ExitStack() as stack:
        if request.param == "neo4j":
            address = request.getfixturevalue("neo4j_address")
            options |= address.options
            store = address.uri
        yield stack.enter_context(Memary.open(store, **options))


@pytest.fixture
def user() -> str:
    return fresh_user()


def tell(memory: Memary, server: ModelServer, user: str, text: str, *facts: Any, **listed: str) -> None:
    """Say something, of which the model makes these facts and lists these entities, with their types."""
    entities = tuple({"name": name, "type": kind} for name, kind in listed.items())
    server.script(extraction(*facts, entities=entities))
    speaker, _, words = text.partition(": ")
    memory.add([{"role": "user", "speaker": speaker, "content": words}], user_id=user, wait=True)


def nodes(memory: Memary, user: str) -> set[str]:
    """The names of all that the map of a memory shows as an entity."""
    return {node.text for node in memory.entities.map(user_id=user).nodes if node.kind == "entity"}


def test_phrases_are_told_by_their_facts_and_stand_in_no_view(memory: Memary, server: ModelServer, user: str) -> None:
    tell(
        memory,
        server,
        user,
        "Evan: I am cutting down on soda, I want to eat healthier, and I took up tennis with Sam.",
        ("Evan", "is", "cutting down on soda"),
        ("Evan", "wants_to", "eat healthier"),
        ("Evan", "plays", "tennis"),
        ("Evan", "plays_with", "Sam"),
        Evan="person",
        Sam="person",
        tennis="topic",
    )
    assert nodes(memory, user) == {"Evan", "Sam", "tennis"}
    assert {one.entity.name for one in memory.entities.list(user_id=user)} == {"Evan", "Sam", "tennis"}
    around = memory.entities.graph("Evan", user_id=user)
    assert {one.name for one in around.entities.values()} == {"Evan", "Sam", "tennis"}
    assert {fact.object for fact in around.facts} == {"cutting down on soda", "eat healthier", "tennis", "Sam"}
    assert memory.admin.stats(user_id=user).entities == 3
    found = memory.search("eat healthier", user_id=user, kinds={"entity"})
    assert {hit.text for hit in found} <= {"Evan (person)", "Sam (person)", "tennis (topic)"}
    assert memory.search("eat healthier", user_id=user, kinds={"fact"})[0].text == "Evan wants to eat healthier"


def test_what_the_model_knows_already_lists_no_phrases(server: ModelServer, user: str) -> None:
    with Memary.open("sqlite://", worker=False, base_url=server.base_url, model="scripted", api_key="test") as memory:
        tell(memory, server, user, "Evan: I want to eat healthier.", ("Evan", "wants_to", "eat healthier"))
        tell(memory, server, user, "Evan: To eat healthier is hard.")
        known = server.requests[-1].body["messages"][-1]["content"].partition("KNOWN facts")[0]
        assert "Evan (person)" in known
        assert "eat healthier (" not in known


@pytest.mark.one_store
def test_what_two_people_share_becomes_a_node_and_undo_makes_it_a_value_again(
    memory: Memary, server: ModelServer, user: str
) -> None:
    tell(memory, server, user, "Evan: I get up early.", ("Evan", "practises", "getting up early"))
    assert nodes(memory, user) == {"Evan"}
    tell(memory, server, user, "Sam: So do I, getting up early.", ("Sam", "practises", "getting up early"))
    assert nodes(memory, user) == {"Evan", "Sam", "getting up early"}
    [known] = [one for one in memory.entities.list(user_id=user) if one.entity.name == "getting up early"]
    assert known.count == 2
    assert {fact.subject for fact in memory.entities.graph("getting up early", user_id=user, depth=1).facts} == {
        "Evan",
        "Sam",
    }
    assert memory.admin.check(user_id=user) == []
    last = memory.operations.list(user_id=user)[-1]
    memory.operations.undo(last.id, user_id=user)
    assert nodes(memory, user) == {"Evan"}
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_a_value_that_is_listed_as_an_entity_later_is_a_node_with_all_its_facts(
    memory: Memary, server: ModelServer, user: str
) -> None:
    tell(memory, server, user, "Evan: I plan a trip to Oregon.", ("Evan", "plans", "trip to Oregon"))
    assert nodes(memory, user) == {"Evan"}
    tell(
        memory,
        server,
        user,
        "Evan: The trip to Oregon is in May.",
        ("trip to Oregon", "takes_place_in", "May 2027"),
        **{"trip to Oregon": "event"},
    )
    assert nodes(memory, user) == {"Evan", "trip to Oregon"}
    [trip] = [one for one in memory.entities.list(user_id=user) if one.entity.name == "trip to Oregon"]
    assert (trip.entity.type, trip.count) == ("event", 2)


@pytest.mark.one_store
def test_what_belongs_to_somebody_bears_their_name(memory: Memary, server: ModelServer, user: str) -> None:
    tell(
        memory,
        server,
        user,
        "Evan: I hurt my knee, it is swollen.",
        ("Evan", "hurt", "his knee"),
        ("my knee", "is", "swollen"),
    )
    tell(memory, server, user, "Sam: My family came.", ("Sam", "was_visited_by", "his family"))
    tell(memory, server, user, "Evan: My family, too.", ("Evan", "was_visited_by", "my family"))
    objects = {fact.object for fact in memory.facts.list(user_id=user)}
    assert objects == {"Evan's knee", "swollen", "Sam's family", "Evan's family"}
    assert nodes(memory, user) == {"Evan", "Sam", "Evan's knee"}


@pytest.mark.one_store
def test_friends_of_two_people_are_not_one(memory: Memary, server: ModelServer, user: str) -> None:
    tell(
        memory, server, user, "Evan: A friend came.", ("Evan", "was_visited_by", "a friend"), **{"a friend": "person"}
    )
    tell(memory, server, user, "Sam: Friends came.", ("Sam", "was_visited_by", "friends"), friends="person")
    tell(memory, server, user, "Sam: Also a friend.", ("Sam", "met", "a friend"))
    assert nodes(memory, user) == {"Evan", "Sam"}


def test_chinese_phrases_are_values_and_names_and_nouns_are_nodes(
    memory: Memary, server: ModelServer, user: str
) -> None:
    tell(
        memory,
        server,
        user,
        "林夏: 我在成都打网球，想少吃甜食，膝盖疼，还和朋友一起爬山。",
        ("林夏", "住在", "成都"),
        ("林夏", "喜欢", "网球"),
        ("林夏", "想", "少吃甜食"),
        ("林夏", "伤了", "她的膝盖"),
        ("林夏", "周末", "和朋友一起爬山"),
        ("林夏", "认识", "一个朋友"),
        林夏="person",
        成都="place",
        网球="topic",
    )
    assert nodes(memory, user) == {"林夏", "成都", "网球"}
    assert "林夏的膝盖" in {fact.object for fact in memory.facts.list(user_id=user)}


def test_a_friend_is_nobodys_other_name(server: ModelServer, user: str) -> None:
    with Memary.open("sqlite://", worker=False, base_url=server.base_url, model="scripted", api_key="test") as memory:
        server.script(
            extraction(
                ("Evan", "met", "Sam"),
                entities=({"name": "Sam", "type": "person", "aliases": ["friend", "Sammy", "朋友"]},),
            )
        )
        memory.add("I met my friend Sam, called Sammy.", user_id=user, wait=True)
        [sam] = [one.entity for one in memory.entities.list(user_id=user) if one.entity.name == "Sam"]
        assert sam.aliases == ("Sammy",)


@pytest.mark.one_store
def test_a_value_that_is_merged_with_a_node_is_that_node_either_way(
    memory: Memary, server: ModelServer, user: str
) -> None:
    tell(memory, server, user, "Evan: I want to eat healthier.", ("Evan", "wants_to", "eat healthier"))
    tell(memory, server, user, "Evan: I like healthy food.", ("Evan", "likes", "healthy food"))
    for entity, into in (("eat healthier", "healthy food"), ("healthy food", "eat healthier")):
        merged = memory.entities.merge(user_id=user, entity=entity, into=into)
        assert nodes(memory, user) == {"Evan", into}
        assert memory.admin.check(user_id=user) == []
        memory.operations.undo(merged.id, user_id=user)
        assert nodes(memory, user) == {"Evan", "healthy food"}


@pytest.mark.one_store
def test_values_move_with_an_export_and_go_with_what_is_forgotten(
    memory: Memary, server: ModelServer, user: str, tmp_path: Path
) -> None:
    tell(memory, server, user, "Evan: I want to eat healthier.", ("Evan", "wants_to", "eat healthier"))
    tell(memory, server, user, "Evan: I live in Ghent.", ("Evan", "lives_in", "Ghent"), Evan="person", Ghent="place")
    memory.export(tmp_path / "evan.jsonl", user_id=user)
    with Memary.open("sqlite://", worker=False, embedding=SmallEmbedder()) as other:
        other.import_(tmp_path / "evan.jsonl")
        assert nodes(other, user) == {"Evan", "Ghent"}
        assert "eat healthier" in {fact.object for fact in other.facts.list(user_id=user)}
        [wants] = [fact for fact in other.facts.list(user_id=user) if fact.predicate == "wants_to"]
        gone = other.facts.delete(wants.id, user_id=user)
        assert gone.entities == 1
        assert "eat healthier" not in (read_back(other, user, tmp_path / "rest.jsonl"))


def read_back(memory: Memary, user: str, path: Path) -> str:
    """What an export of the memory says."""
    memory.export(path, user_id=user)
    return path.read_text(encoding="utf-8")
