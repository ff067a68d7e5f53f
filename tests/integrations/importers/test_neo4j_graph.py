"""A Neo4j graph that somebody has comes in as entities and facts, as its labels or a mapping say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import InputError, Memary
from memary.integrations.importers import GraphMapping, import_memories
from memary.types import BEGINNING

MOVIES = Path(__file__).parents[2] / "data" / "exports" / "movies.neo4j.jsonl"


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as opened:
        yield opened


def sentences(memory: Memary) -> set[str]:
    return {fact.statement.rstrip(".") for fact in memory.facts.list(user_id="ada")}


def test_labels_are_types_and_relationships_facts_with_their_years(memory: Memary) -> None:
    report = import_memories(memory, MOVIES, source="neo4j", user_id="ada")

    assert sentences(memory) == {
        "Mara Lind acted in Night Ferry",
        "Mara Lind knows Otto Berg",
        "Otto Berg lives in Bergen",
    }
    since = {fact.object: fact.valid_at for fact in memory.facts.list(user_id="ada")}
    assert (f"{since['Bergen']:%Y-%m-%d}", since["Night Ferry"]) == ("2015-01-01", BEGINNING)
    kinds = {row.entity.name: row.entity.type for row in memory.entities.list(user_id="ada")}
    assert kinds == {"Mara Lind": "person", "Otto Berg": "person", "Night Ferry": "work", "Bergen": "place"}
    assert {one.what: one.why for one in report.left} == {
        "1 × Log": "no property names it: say which in the mapping (names)",
        "1 × Person": "no fact names it",
        "1 × WROTE": "a node that it connects is left out",
    }


def test_a_mapping_renames_leaves_out_and_takes_properties(memory: Memary, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(
        """
        names = ["name", "line", "title"]
        [labels]
        Film = "event"
        City = false
        [relationships]
        ACTED_IN = "played in"
        knows = false
        [properties]
        "Person.born" = "born in"
        """
    )
    mapping = GraphMapping.from_file(tmp_path / "map.toml")
    report = import_memories(memory, MOVIES, source="neo4j", user_id="ada", mapping=mapping)

    assert sentences(memory) == {
        "Mara Lind played in Night Ferry",
        "Mara Lind born in 1961",
        "Mara Lind wrote started",
    }
    assert ("label", "Film", "event", 1) in {(one.kind, one.name, one.becomes, one.count) for one in report.mapped}
    assert {"1 × City", "1 × knows", "1 × LIVES_IN"} < {one.what for one in report.left}


def test_what_is_said_later_updates_what_came_in(memory: Memary) -> None:
    import_memories(memory, MOVIES, source="neo4j", user_id="ada")
    memory.facts.add([{"subject": "Otto Berg", "predicate": "lives_in", "object": "Oslo"}], user_id="ada")
    homes = [fact.object for fact in memory.facts.list(user_id="ada") if fact.subject == "Otto Berg"]
    assert homes == ["Oslo"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("names = 3", r'cannot be used: names has the wrong type. Write .* names = \["name", "title"\]\.$'),
        (
            "[labels]\nFirm = 3",
            r'the entry Firm of labels has the wrong type. Write .* under \[labels\]: Film = "event"\.$',
        ),
        ("[relationships]\nOWNS = true", "the entry OWNS of relationships .* or false to leave it out"),
        ("colour = 'red'", "colour is unknown; a mapping has names, labels, relationships, properties, since, until"),
        ("[labels", "cannot be read"),
    ],
)
def test_a_mapping_that_is_none_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(InputError, match=says):
        GraphMapping.from_file(tmp_path / "map.toml")


def test_a_mapping_goes_with_a_graph(memory: Memary) -> None:
    with pytest.raises(InputError, match="A mapping is for Neo4j graphs only"):
        import_memories(memory, MOVIES, source="mem0", user_id="ada", mapping=GraphMapping())


def test_a_running_neo4j_is_read_and_nothing_is_written_to_it(memory: Memary, neo4j_address: Neo4jAddress) -> None:
    user, password = neo4j_address.username, neo4j_address.password
    address = neo4j_address.uri.replace("://", f"://{user}:{password}@" if password else "://")
    auth = (user, password) if password else None
    with (
        Memary.open(neo4j_address.uri, worker=False, embedding=SmallEmbedder(), **neo4j_address.options) as own,
        GraphDatabase.driver(neo4j_address.uri, auth=auth) as driver,
    ):
        own.facts.add([{"subject": "Own", "predicate": "is", "object": "Memary's"}], user_id=fresh_user("own"))
        driver.execute_query(
            "CREATE (:Skipper {name: 'Ines Havn'})-[:SAILS {since: date('2020-05-01')}]->(:Boat {name: 'Terne III'})"
        )
        try:
            report = import_memories(memory, address, source="neo4j", user_id="ada")
            count = driver.execute_query("MATCH (n:Skipper) RETURN properties(n) AS own").records
        finally:
            driver.execute_query("MATCH (n) WHERE n:Skipper OR n:Boat DETACH DELETE n")
    (fact,) = [fact for fact in memory.facts.list(user_id="ada") if fact.subject == "Ines Havn"]
    assert (fact.predicate, fact.object, f"{fact.valid_at:%Y-%m-%d}") == ("sails", "Terne III", "2020-05-01")
    assert [row["own"] for row in count] == [{"name": "Ines Havn"}]
    assert any("memary's own" in one.why for one in report.left)
    assert "Own" not in {fact.subject for fact in memory.facts.list(user_id="ada")}
    assert not password or password not in report.place
