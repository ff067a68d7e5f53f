"""What ships for Neo4j Browser: each saved query finds in the sample what it promises, and nobody else's; the style
names what is in the graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import neo4j
import pytest
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user

from memary import Memary

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "data" / "neo4j-browser"
QUERIES = {path.stem[3:]: path for path in sorted((FOLDER / "memary").glob("*.cypher"))}
PARAMETERS = {"name": "Ada Novak", "other": "Leila", "words": "Ada Novak lives in", "days": 7, "day": "2026-01-15"}

Run = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def driver(apoc_neo4j_address: Neo4jAddress, sample_memory: Memary, sample_user: str) -> Iterator[neo4j.Driver]:
    sample_memory.add("This waits to be read.", user_id=sample_user)
    address = apoc_neo4j_address
    with neo4j.GraphDatabase.driver(address.uri, auth=address.auth, notifications_min_severity="OFF") as opened:
        yield opened


@pytest.fixture
def run(driver: neo4j.Driver, sample_user: str) -> Run:
    """Runs a saved query by its name, with parameters in place of those of the sample."""

    def run(query: str, **given: Any) -> list[dict[str, Any]]:
        text = QUERIES[query].read_text(encoding="utf-8")
        return [dict(row) for row in driver.execute_query(text, {**PARAMETERS, "user": sample_user, **given}).records]

    return run


def statements(rows: Sequence[dict[str, Any]]) -> set[str]:
    """The facts in rows of graphs, wherever they stand."""
    found: set[str] = set()
    for value in (value for row in rows for value in row.values()):
        nodes = value.nodes if isinstance(value, neo4j.graph.Path) else [value]
        found |= {node["statement"] for node in nodes if isinstance(node, neo4j.graph.Node) and "Fact" in node.labels}
    return found


def test_the_parameters_of_the_first_neo4j_query_are_those_that_the_others_take() -> None:
    given = set(re.findall(r"(\w+):", QUERIES["whose_memory"].read_text(encoding="utf-8").split(":params", 1)[1]))
    taken = {name for path in QUERIES.values() for name in re.findall(r"\$(\w+)", path.read_text(encoding="utf-8"))}
    assert given == taken


def test_neo4j_browser_lists_the_queries_by_their_first_line_in_the_order_of_their_files() -> None:
    titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in QUERIES.values()]
    assert titles == sorted(titles)
    assert [title[:5] for title in titles] == [f"// {path.name[:2]}" for path in QUERIES.values()]


def test_neo4j_users_are_listed_with_what_they_have(run: Run, sample_user: str) -> None:
    [mine] = [row for row in run("users") if row["user"] == sample_user]
    assert mine["messages"] == 188
    assert mine["facts"] > 45


def test_the_whole_picture_in_neo4j_is_what_is_true_now(run: Run) -> None:
    edges = {(row["a"]["name"], row["now"].type, row["b"]["name"]) for row in run("whole_picture")}
    assert ("Ada Novak", "WORKS_AT", "Vindkant") in edges
    assert ("Ada Novak", "WORKS_AT", "Kassenhaus") not in edges


def test_the_whole_picture_in_neo4j_begins_with_the_most_connected_and_says_how_many_there_are(run: Run) -> None:
    rows = run("whole_picture")
    assert {"Ada Novak"} & {rows[0]["a"]["name"], rows[0]["b"]["name"]}
    assert {row["of"] for row in rows} == {len(rows)}


def test_the_newest_about_a_name_in_neo4j_is_true_now(run: Run) -> None:
    newest = statements(run("newest_about"))
    assert "Ada Novak lives in Copenhagen, in Amagerbro." in newest
    assert "Ada Novak works at Kassenhaus as a frontend developer." not in newest
    assert len(newest) <= 40


def test_everything_about_a_name_in_neo4j_holds_the_past_and_who_said_it(run: Run) -> None:
    rows = run("everything_about", name="Kassenhaus")
    assert "Ada Novak works at Kassenhaus as a frontend developer." in statements(rows)
    assert any(
        "frontend developer at Kassenhaus" in node.get("content", "") for row in rows for node in row["path"].nodes
    )


def test_a_timeline_in_neo4j_tells_what_was_over_when_and_why(run: Run) -> None:
    rows = {row["fact"]: row for row in run("timeline")}
    leipzig = rows["Ada Novak lives in Leipzig."]
    assert (leipzig["since"], leipzig["until"], leipzig["state"]) == ("2019-01-01", "2026-02-28", "over")
    assert leipzig["replaced_by"] == ["Ada Novak lives in Copenhagen, in Amagerbro."]
    assert rows["Ada Novak is allergic to walnuts."]["state"] == "never was"
    assert rows["Ada Novak learns Rust in the evenings."]["until"] is None


def test_why_in_neo4j_shows_messages_and_what_was_believed_before(run: Run) -> None:
    rows = run("why")
    assert {"Ada Novak lives in Leipzig.", "Ada Novak lives in Copenhagen, in Amagerbro."} <= statements(rows)
    messages = {
        node["content"] for row in rows if row["said"] for node in row["said"].nodes if "Message" in node.labels
    }
    assert any("Amagerbro, with Ben" in text for text in messages)


def test_what_changed_in_neo4j_gives_reasons(run: Run) -> None:
    rows = run("what_changed")
    assert {"action": "UPDATE", "reason": "it corrects what was known"}.items() <= next(
        row for row in rows if row["what"] == "Ada Novak met Ben Okafor in Antwerp on 11 August 2023."
    ).items()
    assert run("what_changed", days=0) == []


def test_what_replaced_what_in_neo4j(run: Run) -> None:
    pairs = {(row["new"]["object"], row["old"]["object"]) for row in run("replaced")}
    assert {("Vindkant", "Kassenhaus"), ("Low Water", "The Salt Cartographer")} <= pairs


def test_conflicts_in_neo4j_are_the_open_ones(run: Run) -> None:
    rows = run("conflicts")
    assert {frozenset((row["a"]["object"], row["b"]["object"])) for row in rows} == {
        frozenset(("Copenhagen", "Leipzig"))
    }


def test_insights_in_neo4j_come_with_what_they_rest_on(run: Run) -> None:
    rows = run("insights")
    assert "Ada Novak keeps coming back to Vindkant." in {row["i"]["statement"] for row in rows}
    assert all(row["said"] or row["drawn"] for row in rows)


def test_two_names_in_neo4j_hang_together_by_the_shortest_way(run: Run) -> None:
    [row] = run("connection")
    assert [node["name"] for node in row["path"].nodes] == ["Ada Novak", "Mira", "Leila"]


def test_a_day_in_neo4j_shows_what_was_true_then(run: Run) -> None:
    then = statements(run("on_a_day"))
    assert "Ada Novak lives in Leipzig." in then
    assert "Ada Novak lives in Copenhagen, in Amagerbro." not in then


def test_the_stream_in_neo4j_begins_with_who_comes_up_most(run: Run) -> None:
    first, second, *_ = run("stream")
    assert first["name"] == "Ada Novak"
    assert first["mentions"] > second["mentions"]


def test_the_last_talks_in_neo4j_show_what_was_learnt(run: Run) -> None:
    assert "Ada Novak learns Rust in the evenings." in statements(run("sessions"))


def test_what_waits_in_neo4j_is_listed(run: Run) -> None:
    assert [row["message"] for row in run("queue")] == ["This waits to be read."]


def test_what_is_in_doubt_in_neo4j_comes_with_the_way_to_what_does_not_hold_any_more(
    run: Run, sample_memory: Memary
) -> None:
    user = fresh_user("doubt")

    def told(predicate: str, object_: str, since: str, *grounds: str) -> str:
        given = {"subject": "Ada", "predicate": predicate, "object": object_, "valid_at": since}
        (*_, row) = sample_memory.facts.add([given | {"rests_on": grounds}], user_id=user)
        assert row.target_id
        return row.target_id

    def ways() -> set[tuple[str, ...]]:
        return {tuple(node["object"] for node in row["way"].nodes) for row in run("doubt", user=user)}

    works = told("works_at", "Acme", "2026-01-05")
    swims = told("swims_at", "Baths", "2026-01-12", works)
    goggles = told("owns", "Goggles", "2026-01-15", swims)
    told("owns", "Case", "2026-01-16", goggles)
    assert ways() == set()
    told("works_at", "Bolt", "2026-03-02")
    assert ways() == {("Baths", "Acme"), ("Goggles", "Baths", "Acme"), ("Case", "Goggles", "Baths", "Acme")}
    sample_memory.facts.confirm(swims, user_id=user)
    assert ways() == set()
    sample_memory.facts.delete(swims, user_id=user)
    assert ways() == {("Goggles",), ("Case", "Goggles")}


@pytest.mark.parametrize("name", [name for name in QUERIES if name not in ("whose_memory", "users")])
def test_no_neo4j_query_finds_anything_of_another_user(run: Run, name: str) -> None:
    assert run(name, user=fresh_user("other")) == []


@pytest.mark.parametrize("name", [name for name in QUERIES if name not in ("whose_memory", "users")])
def test_no_neo4j_query_reads_all_users_nodes(driver: neo4j.Driver, name: str) -> None:
    text = QUERIES[name].read_text(encoding="utf-8")
    plan = driver.execute_query(f"EXPLAIN {text}", {**PARAMETERS, "user": "ada"}).summary.plan
    assert not [name for name in operators(plan) if "AllNodes" in name or "ByLabelScan" in name or "TypeScan" in name]


def operators(plan: Any) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


def test_the_style_names_every_label_and_type_of_memary_in_neo4j(driver: neo4j.Driver) -> None:
    style = (FOLDER / "memary.grass").read_text(encoding="utf-8")
    labels = {row["label"] for row in driver.execute_query("CALL db.labels() YIELD label").records}
    assert labels <= set(re.findall(r"^node\.(\w+) \{", style, re.MULTILINE))
    own = {"HAS_SESSION", "HAS_MESSAGE", "HAS_SUMMARY", "MENTIONS", "SUBJECT", "OBJECT", "STATED_IN", "DRAWN_FROM"}
    own |= {"RESTS_ON", "SUPERSEDES", "CONFLICTS_WITH", "KEY_OF"}
    assert own == set(re.findall(r"^relationship\.(\w+) \{", style, re.MULTILINE))
