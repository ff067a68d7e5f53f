"""The order of the facts around the seeds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.records import entity, fact
from support.samples.graphs import edges

from memary import Memary
from memary.languages.terms import query_terms
from memary.retrieval.facts.expansion import (
    joining_facts,
    next_hops,
    node_weights,
    paths,
    rank_facts,
    told_chains,
    with_found,
)
from memary.types import Entity, Fact, Subgraph


def subgraph(*lines: str, seeds: str) -> Subgraph:
    """A subgraph from lines such as "A knows B"."""
    nodes: dict[str, Entity] = {}

    def node(name: str) -> Entity:
        return nodes.setdefault(name, entity("ada", name, id=name))

    def one(line: str) -> Fact:
        subject, predicate, object = line.split()
        return fact(node(subject), predicate, node(object), id=line)

    facts = tuple(one(line) for line in lines)
    return Subgraph(seeds=tuple(seeds.split()), entities={n.id: n for n in nodes.values()}, facts=facts)


def order(graph: Subgraph) -> list[str]:
    return [one.id for one in rank_facts(graph)]


NODES = st.sampled_from("ABCDEFG")
PAIRS = st.lists(st.tuples(NODES, NODES), min_size=1, max_size=20, unique=True)


@pytest.mark.long
@given(pairs=PAIRS, seeds=st.sets(NODES, min_size=1, max_size=3))
def test_the_weights_sum_to_one_and_every_fact_keeps_its_place_in_the_list(
    pairs: list[tuple[str, str]], seeds: set[str]
) -> None:
    graph = subgraph(*(f"{a} knows {b}" for a, b in pairs), seeds=" ".join(sorted(seeds)))
    weights = node_weights(graph)
    if seeds & set(weights):
        assert sum(weights.values()) == pytest.approx(1)
    assert sorted(order(graph)) == sorted(one.id for one in graph.facts)
    assert order(graph) == order(Subgraph(graph.seeds, graph.entities, graph.facts[::-1], graph.hops))


def test_what_joins_two_seeds_comes_first() -> None:
    graph = subgraph("A likes tea", "A knows M", "B likes milk", "M knows B", "A owns cat", seeds="A B")
    assert set(order(graph)[:2]) == {"A knows M", "M knows B"}


def test_a_longer_connection_is_seen_too() -> None:
    graph = subgraph("A knows M", "M knows N", "N knows B", "A owns cat", "N owns dog", seeds="A B")
    assert joining_facts(graph) == {"A knows M", "M knows N", "N knows B"}


def test_a_direct_fact_is_the_connection() -> None:
    graph = subgraph("A knows B", "A knows M", "M knows B", "B owns dog", seeds="A B")
    assert joining_facts(graph) == {"A knows B"}


def test_seeds_without_a_connection_join_nothing() -> None:
    assert joining_facts(subgraph("A knows M", "B knows N", seeds="A B")) == set()
    assert joining_facts(subgraph("A knows A", "A knows M", seeds="A")) == set()


def test_a_hub_does_not_drown_what_is_near() -> None:
    hub = [f"Hub has leaf{n}" for n in range(40)]
    graph = subgraph(*hub, "Luka knows Hub", "Luka is nurse", "nurse helps people", seeds="Luka")
    assert set(order(graph)[:2]) == {"Luka knows Hub", "Luka is nurse"}
    assert order(graph)[2] == "nurse helps people"


def test_the_chain_that_a_question_tells_comes_first_among_hubs() -> None:
    residents = [f"Citizen{n} lives_in Berlin" for n in range(20)]
    employees = [f"Citizen{n} works_at Company{n}" for n in range(20)]
    near = ["Ada lives_in Berlin", "Ada likes tea", "Ada has_sister Eve", "Ada has_brother Ben", "Ben works_at Forge"]
    graph = subgraph(*residents, *employees, *near, "Eve lives_in Berlin", "Eve works_at Acme", seeds="Ada")
    told = told_chains(graph, query_terms("Where does the sister of Ada work?"))
    assert {one.id for one in rank_facts(graph, told.facts)[:2]} == {"Ada has_sister Eve", "Eve works_at Acme"}
    assert told.ways == {"Ada has_sister Eve"}


def test_a_chain_by_way_of_another_that_is_named_is_told_too() -> None:
    friends = ["Ada friend_of Eve", "Ada friend_of Tom"]
    graph = subgraph(*friends, "Eve works_at Globex", "Tom works_at Acme", seeds="Ada Eve Globex")
    told = told_chains(graph, query_terms("Does Ada's friend Eve work at Globex?"))
    assert {"Ada friend_of Eve", "Eve works_at Globex"} <= told.facts


def test_a_fact_that_says_more_than_any_chain_leaves_nothing_told() -> None:
    graph = subgraph("Ada has_sister Eve", "Eve went_to Lyon", "Ada went_on_holiday_with_sister Rome", seeds="Ada")
    assert told_chains(graph, query_terms("Where did Ada go on holiday with her sister?")).facts == set()


def test_what_a_question_does_not_lead_to_is_on_no_chain() -> None:
    graph = subgraph("Ada knows Ben", "Ben works_at Forge", "Ada works_at Acme", seeds="Ada")
    assert told_chains(graph, query_terms("Where does Ada work?")).facts == set()


def test_a_question_leads_from_its_seed_to_where_the_rest_of_it_is_asked() -> None:
    likings = [f"Ada likes thing{n}" for n in range(30)]
    graph = subgraph(*likings, "Ada has_sister Eve", "Ada lives_in Rome", "Ben has_sister Mia", seeds="Ada")
    found = next_hops(graph, query_terms("What does the sister of Ada like?"))
    assert found["Eve"].words == {"like"}
    assert "Mia" not in found


@pytest.mark.parametrize("question", ["Where does Ada live?", "Who is Ada?", "What did Ben paint?"])
def test_a_question_that_one_fact_answers_or_none_leads_nowhere(question: str) -> None:
    graph = subgraph("Ada lives_in Rome", "Ada likes tea", seeds="Ada")
    assert next_hops(graph, query_terms(question)) == {}


def test_facts_found_elsewhere_join_those_fetched_each_once() -> None:
    fetched = subgraph("Ada likes tea", seeds="Ada")
    found = subgraph("Ada lives_in Rome", "Ada likes tea", seeds="").facts
    whole = with_found(fetched, found)
    assert [fact.id for fact in whole.facts] == ["Ada likes tea", "Ada lives_in Rome"]
    assert whole.hops["Ada lives_in Rome"] == 1


def test_paths_lead_from_the_nearest_seed_to_the_far_end() -> None:
    graph = subgraph("A knows B", "C knows B", "C owns D", "X knows Y", seeds="A")
    assert paths(graph) == {
        "A knows B": ("A", "B"),
        "C knows B": ("A", "B", "C"),
        "C owns D": ("A", "B", "C", "D"),
    }


def test_no_facts_no_order() -> None:
    assert rank_facts(Subgraph(seeds=("A",))) == []


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, {"A knows B", "Z knows A"}),
        (2, {"A knows B", "Z knows A", "B knows C"}),
        (3, {"A knows B", "Z knows A", "B knows C", "D knows C"}),
    ],
)
def test_a_known_graph_gives_all_and_only_the_facts_within_the_depth(
    memory: Memary, depth: int, expected: set[str]
) -> None:
    memory.facts.add(edges("A knows B", "B knows C", "D knows C", "D knows E", "Z knows A"), user_id="ada")
    graph = memory.entities.graph("A", user_id="ada", depth=depth)
    assert {f"{one.subject} {one.predicate} {one.object}" for one in graph.facts} == expected
