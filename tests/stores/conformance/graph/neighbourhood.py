"""Walking the graph from seeds."""

from __future__ import annotations

from typing import Any

from support.records import NOW, days, entity, fact, minutes

from memary.queries import SubgraphQuery, TraversalLimits, View
from memary.stores.store import Store
from memary.types import Entity, Fact, Scope, Subgraph
from stores.conformance.steps import put


async def chain(store: Store, user: str) -> tuple[dict[str, Entity], dict[str, Fact]]:
    """a → b → c → d, and e → b: edges are named after their ends."""
    nodes = {name: entity(user, name) for name in "abcde"}
    facts = {pair: fact(nodes[pair[0]], "to", nodes[pair[1]]) for pair in ("ab", "bc", "cd", "eb")}
    await put(store, user, entities=tuple(nodes.values()), facts=tuple(facts.values()))
    return nodes, facts


async def walk(store: Store, user: str, *seeds: Entity, depth: int = 2, **options: Any) -> Subgraph:
    asked = {"depth": depth, "view": View(true_at=NOW)} | options
    return await store.read(SubgraphQuery(Scope(user_id=user), [seed.id for seed in seeds], **asked))


def hops(graph: Subgraph, facts: dict[str, Fact]) -> dict[str, int]:
    assert {record.id for record in graph.facts} == set(graph.hops)
    assert len(graph.facts) == len(graph.hops)
    return {name: graph.hops[record.id] for name, record in facts.items() if record.id in graph.hops}


async def test_one_hop_is_the_facts_of_the_seed(store: Store, user: str) -> None:
    nodes, facts = await chain(store, user)
    graph = await walk(store, user, nodes["a"], depth=1)
    assert hops(graph, facts) == {"ab": 1}
    assert graph.seeds == (nodes["a"].id,)
    assert graph.entities == {nodes[name].id: nodes[name] for name in "ab"}


async def test_edges_are_walked_in_both_directions(store: Store, user: str) -> None:
    nodes, facts = await chain(store, user)
    assert hops(await walk(store, user, nodes["b"], depth=1), facts) == {"ab": 1, "bc": 1, "eb": 1}
    assert hops(await walk(store, user, nodes["d"], depth=2), facts) == {"cd": 1, "bc": 2}


async def test_two_and_three_hops_reach_further(store: Store, user: str) -> None:
    nodes, facts = await chain(store, user)
    assert hops(await walk(store, user, nodes["a"], depth=2), facts) == {"ab": 1, "bc": 2, "eb": 2}
    graph = await walk(store, user, nodes["a"], depth=3)
    assert hops(graph, facts) == {"ab": 1, "bc": 2, "eb": 2, "cd": 3}
    assert set(graph.entities) == {node.id for node in nodes.values()}


async def test_all_seeds_walk_at_once(store: Store, user: str) -> None:
    nodes, facts = await chain(store, user)
    graph = await walk(store, user, nodes["a"], nodes["d"], depth=1)
    assert hops(graph, facts) == {"ab": 1, "cd": 1}
    assert set(graph.seeds) == {nodes["a"].id, nodes["d"].id}


async def test_unknown_and_repeated_seeds_do_no_harm(store: Store, user: str) -> None:
    nodes, facts = await chain(store, user)
    graph = await walk(store, user, nodes["a"], entity(user, "nobody"), nodes["a"], depth=1)
    assert hops(graph, facts) == {"ab": 1}
    assert graph.seeds == (nodes["a"].id,)
    nothing = await walk(store, user, depth=2)
    assert (nothing.seeds, nothing.facts, dict(nothing.entities)) == ((), (), {})


async def test_a_lonely_seed_is_there_without_facts(store: Store, user: str) -> None:
    lonely = entity(user, "lonely")
    await put(store, user, entities=(lonely,))
    graph = await walk(store, user, lonely)
    assert (graph.facts, dict(graph.entities)) == ((), {lonely.id: lonely})


async def test_cycles_loops_and_parallel_edges_are_met_once(store: Store, user: str) -> None:
    nodes = {name: entity(user, name) for name in "abc"}
    pairs = ("ab", "bc", "ca", "aa", "ba")
    facts = {pair: fact(nodes[pair[0]], "to", nodes[pair[1]]) for pair in pairs}
    await put(store, user, entities=tuple(nodes.values()), facts=tuple(facts.values()))
    graph = await walk(store, user, nodes["a"], depth=3)
    assert hops(graph, facts) == {"ab": 1, "ca": 1, "aa": 1, "ba": 1, "bc": 2}


async def test_a_hub_gives_its_newest_facts(store: Store, user: str) -> None:
    hub = entity(user, "hub")
    leaves = [entity(user, f"leaf {n}") for n in range(60)]
    spokes = [
        fact(hub, "to", leaf, at=NOW - minutes(n)) if n % 2 else fact(leaf, "to", hub, at=NOW - minutes(n))
        for n, leaf in enumerate(leaves)
    ]
    await put(store, user, entities=(hub, *leaves), facts=tuple(spokes))
    graph = await walk(store, user, hub, depth=1, breadth=TraversalLimits(per_seed=10))
    assert {record.id for record in graph.facts} == {record.id for record in spokes[:10]}


async def test_later_hops_have_limits_of_their_own(store: Store, user: str) -> None:
    seed, hub = entity(user, "seed"), entity(user, "hub")
    leaves = [entity(user, f"leaf {n}") for n in range(30)]
    bridge = fact(seed, "to", hub)
    spokes = [fact(hub, "to", leaf, at=NOW - minutes(n)) for n, leaf in enumerate(leaves)]
    await put(store, user, entities=(seed, hub, *leaves), facts=(bridge, *spokes))
    graph = await walk(store, user, seed, depth=2, breadth=TraversalLimits(per_node=5))
    assert len([hop for hop in graph.hops.values() if hop == 2]) in {4, 5}  # the way back may count
    assert spokes[0].id in graph.hops


async def test_the_frontier_bounds_the_next_hop(store: Store, user: str) -> None:
    seed = entity(user, "seed")
    middle = [entity(user, f"middle {n}") for n in range(20)]
    ends = [entity(user, f"end {n}") for n in range(20)]
    first = [fact(seed, "to", node, at=NOW - minutes(n)) for n, node in enumerate(middle)]
    second = [fact(node, "to", end) for node, end in zip(middle, ends, strict=True)]
    await put(store, user, entities=(seed, *middle, *ends), facts=(*first, *second))
    graph = await walk(store, user, seed, depth=2, breadth=TraversalLimits(frontier=3))
    assert {id for id, hop in graph.hops.items() if hop == 2} == {record.id for record in second[:3]}


async def test_a_later_hop_gives_every_node_a_share_of_its_room(store: Store, user: str) -> None:
    seed = entity(user, "seed")
    middle = [entity(user, f"middle {n}") for n in range(5)]
    ends = [entity(user, f"end {n}") for n in range(4)]
    first = [fact(seed, "to", node, at=NOW - minutes(n)) for n, node in enumerate(middle)]
    second = [fact(node, "has", end, at=NOW - minutes(n)) for node in middle for n, end in enumerate(ends)]
    await put(store, user, entities=(seed, *middle, *ends), facts=(*first, *second))
    graph = await walk(store, user, seed, depth=2, breadth=TraversalLimits(per_hop=10))
    further = [record for record in graph.facts if graph.hops[record.id] == 2]
    assert len(further) == 10
    assert {record.subject_id for record in further} == {node.id for node in middle}  # two of each
    assert {record.object_id for record in further} == {end.id for end in ends[:2]}  # the newest
    both = await walk(store, user, seed, middle[0], depth=2, breadth=TraversalLimits(per_hop=10))
    assert sum(hop == 2 for hop in both.hops.values()) == 4 * 4  # all there are: the room is that of two seeds


async def test_only_what_is_true_at_the_time_is_walked(store: Store, user: str) -> None:
    nodes = {name: entity(user, name) for name in "abcd"}
    past = fact(nodes["a"], "past", nodes["b"], at=NOW - days(9), invalid_at=NOW - days(5), expired_at=NOW - days(5))
    now = fact(nodes["a"], "now", nodes["c"], at=NOW - days(5), invalid_at=NOW + days(5))
    future = fact(nodes["a"], "later", nodes["d"], at=NOW + days(1))
    facts = {"past": past, "now": now, "future": future}
    await put(store, user, entities=tuple(nodes.values()), facts=tuple(facts.values()))
    for at, expected in (
        (NOW, {"now": 1}),
        (NOW - days(6), {"past": 1}),
        (NOW - days(5), {"now": 1}),
        (NOW + days(2), {"now": 1, "future": 1}),
        (NOW + days(5), {"future": 1}),
        (NOW - days(99), {}),
    ):
        assert hops(await walk(store, user, nodes["a"], view=View(true_at=at)), facts) == expected


async def test_a_known_end_that_is_still_to_come_does_not_hide_a_fact(store: Store, user: str) -> None:
    ada, job = entity(user, "Ada"), entity(user, "job")
    ending = fact(ada, "has", job, at=NOW - days(9), invalid_at=NOW + days(30), expired_at=NOW - days(1))
    await put(store, user, entities=(ada, job), facts=(ending,))
    assert (await walk(store, user, ada, depth=1)).facts == (ending,)


async def test_retired_facts_do_not_crowd_out_what_is_true(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    moods = [entity(user, f"mood {n}") for n in range(100)]
    old = [
        fact(ada, "feels", mood, at=NOW - minutes(n + 2), invalid_at=NOW - minutes(n + 1), expired_at=NOW)
        for n, mood in enumerate(moods)
    ]
    home = entity(user, "home")
    lasting = fact(ada, "lives in", home, at=NOW - days(900))
    await put(store, user, entities=(ada, home, *moods), facts=(*old, lasting))
    assert (await walk(store, user, ada, depth=1, breadth=TraversalLimits(per_seed=5))).facts == (lasting,)


async def test_many_seeds_share_the_frontier(store: Store, user: str) -> None:
    seeds = [entity(user, f"seed {n}") for n in range(12)]
    ends = [entity(user, f"end {n}") for n in range(12)]
    facts = [fact(seed, "to", end) for seed, end in zip(seeds, ends, strict=True)]
    await put(store, user, entities=(*seeds, *ends), facts=tuple(facts))
    graph = await walk(store, user, *seeds, depth=2, breadth=TraversalLimits(frontier=4))
    assert {record.id for record in graph.facts} == {record.id for record in facts}


async def test_a_walk_never_enters_another_users_graph(store: Store, user: str, other_user: str) -> None:
    mine, facts = await chain(store, user)
    theirs, _ = await chain(store, other_user)
    graph = await walk(store, user, mine["a"], theirs["a"], depth=3)
    assert hops(graph, facts) == {"ab": 1, "bc": 2, "eb": 2, "cd": 3}
    assert {node.user_id for node in graph.entities.values()} == {user}
