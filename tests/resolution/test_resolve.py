"""Resolve as a table of lives: what is true after all was said, and what was true before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.records import NOW

from memary.facts.intervals import compete, overlap
from memary.facts.ledger import before_after, changes, keys_of
from memary.resolution.proposals import ProposedFact, ProposedGround
from memary.types import FOREVER, Action, Origin
from resolution.graph import LATER, Graph, at, claim, lives, mention


@pytest.mark.parametrize(
    ("said", "current"),
    [
        pytest.param(
            [claim("User", "lives_in", "Rome"), claim("User", "moved_to", "Oslo", 9)],
            {"User moved_to Oslo"},
            id="moved",
        ),
        pytest.param(
            [claim("User", "居住在", "北京"), claim("User", "搬到", "上海", 9)], {"User 搬到 上海"}, id="moved, zh"
        ),
        pytest.param(
            [claim("User", "works_at", "Acme"), claim("User", "works_for", "Initech", 9)],
            {"User works_for Initech"},
            id="new job",
        ),
        pytest.param(
            [claim("User", "就职于", "腾讯"), claim("User", "任职于", "阿里", 9)],
            {"User 任职于 阿里"},
            id="new job, zh",
        ),
        pytest.param(
            [claim("User", "works_at", "Acme"), claim("User", "works_as", "a cook", 9)],
            {"User works_at Acme", "User works_as a cook"},
            id="employer and occupation are two matters",
        ),
        pytest.param(
            [claim("User", "loves", "sushi"), claim("User", "hates", "sushi", 1)],
            {"User hates sushi"},
            id="love to hate",
        ),
        pytest.param(
            [claim("User", "喜欢", "香菜"), claim("User", "讨厌", "香菜", 1)],
            {"User 讨厌 香菜"},
            id="love to hate, zh",
        ),
        pytest.param(
            [claim("User", "likes", "tea"), claim("User", "dislikes", "tea", 1), claim("User", "likes", "tea", 2)],
            {"User likes tea"},
            id="and back again",
        ),
        pytest.param(
            [
                claim("User", "likes", "tea"),
                claim("User", "dislikes", "coffee", 1),
                claim("User", "likes", "jazz", 2),
            ],
            {"User likes tea", "User dislikes coffee", "User likes jazz"},
            id="one may like many things",
        ),
        pytest.param(
            [claim("A", "uses", "B"), claim("B", "uses", "C", 1)],
            {"A uses B", "B uses C"},
            id="a chain retires nothing",
        ),
        pytest.param(
            [claim("Bob", "lives_in", "Rome"), claim("User", "lives_in", "Oslo", 1)],
            {"Bob lives_in Rome", "User lives_in Oslo"},
            id="two people",
        ),
        pytest.param(
            [claim("User", "favorite_color_is", "red"), claim("User", "favourite_color", "blue", 1)],
            {"User favourite_color blue"},
            id="favourites in both spellings",
        ),
        pytest.param(
            [claim("User", "has_pet", "Rex"), claim("User", "has_pet", "Luna", 1)],
            {"User has_pet Rex", "User has_pet Luna"},
            id="pets add up",
        ),
        pytest.param(
            [claim("User", "lives_in", "Oslo", 9), claim("User", "lives_in", "Rome", 0)],
            {"User lives_in Oslo"},
            id="an older fact that arrives late is history",
        ),
        pytest.param(
            [
                claim("User", "lives_in", "Berlin", 100),
                claim("User", "lives_in", "Berlin", 200, valid_at=at(10), invalid_at=at(20)),
            ],
            {"User lives_in Berlin"},
            id="an earlier stay does not end the present one",
        ),
        pytest.param(
            [
                claim("User", "lives_in", "Berlin", 0),
                claim("User", "lives_in", "Rome", 200, valid_at=at(10), invalid_at=at(20)),
            ],
            {"User lives_in Berlin"},
            id="what is over ends nothing",
        ),
        pytest.param(
            [claim("User", "works_at", "Acme"), claim("User", "works_at", "Acme", 5, op="DELETE")], set(), id="ended"
        ),
        pytest.param(
            [claim("User", "works_at", "Acme"), claim("User", "works_at", "Initech", 5, op="DELETE")],
            {"User works_at Acme"},
            id="the end of something else",
        ),
        pytest.param([claim("User", "works_at", "Acme", op="NONE")], set(), id="NONE of what is not known"),
        pytest.param(
            [claim("User", "birthday_is", "1 May"), claim("User", "born_on", "2 May", 3, correction=True)],
            {"User born_on 2 May"},
            id="birthday corrected",
        ),
    ],
)
def test_what_holds_after_all_was_said(said: list[ProposedFact], current: set[str]) -> None:
    one_by_one, at_once = lives(*said), Graph()
    at_once.take(*said)
    assert one_by_one.current == current
    assert at_once.current == current


def test_the_past_stays_askable() -> None:
    graph = lives(claim("User", "lives_in", "Rome", 0), claim("User", "lives_in", "Oslo", 10))
    assert graph.true_at(at(5)) == {"User lives_in Rome"}
    assert graph.true_at(at(10)) == {"User lives_in Oslo"}
    old, new = graph.fact("Rome"), graph.fact("Oslo")
    assert (old.invalid_at, old.expired_at, new.supersedes) == (at(10), LATER, (old.id,))


def test_a_late_fact_takes_its_place_in_the_middle() -> None:
    graph = lives(
        claim("User", "lives_in", "Rome", 0),
        claim("User", "lives_in", "Oslo", 20),
        claim("User", "lives_in", "Bern", 10),
    )
    assert [graph.true_at(at(day)) for day in (5, 15, 25)] == [
        {"User lives_in Rome"},
        {"User lives_in Bern"},
        {"User lives_in Oslo"},
    ]


def test_a_correction_was_true_all_along() -> None:
    graph = lives(claim("User", "birthday_is", "1 May", 0), claim("User", "birthday_is", "2 May", 9, correction=True))
    assert graph.true_at(at(1)) == {"User birthday_is 2 May"}
    wrong = graph.fact("1 May")
    assert wrong.invalid_at == wrong.valid_at


def test_a_plan_for_later_leaves_the_present_true_until_then() -> None:
    graph = Graph(now=at(1))
    graph.take(claim("User", "lives_in", "Rome", 0))
    graph.take(claim("User", "lives_in", "Oslo", 1, valid_at=at(50)))
    assert graph.true_at(at(1)) == {"User lives_in Rome"}
    assert graph.true_at(at(50)) == {"User lives_in Oslo"}
    graph.now = at(10)
    graph.take(claim("User", "lives_in", "Bern", 10))
    assert graph.true_at(at(10)) == {"User lives_in Bern"}


def test_an_earlier_beginning_is_learnt_from_a_repetition() -> None:
    graph = lives(claim("User", "lives_in", "Rome", 10), claim("User", "lives_in", "Rome", 20, valid_at=at(-500)))
    assert (len(graph.facts), graph.fact("Rome").valid_at) == (1, at(-500))


def test_a_repetition_does_not_begin_before_what_was_replaced() -> None:
    graph = lives(
        claim("User", "lives_in", "Rome", 0),
        claim("User", "lives_in", "Oslo", 10),
        claim("User", "lives_in", "Oslo", 20, valid_at=at(-5)),
    )
    assert graph.true_at(at(5)) == {"User lives_in Rome"}


def test_an_end_is_learnt_from_a_repetition() -> None:
    graph = lives(
        claim("User", "works_at", "Acme", 0), claim("User", "works_at", "Acme", 30, valid_at=at(0), invalid_at=at(20))
    )
    assert graph.current == set()
    assert graph.true_at(at(19)) == {"User works_at Acme"}


def test_repeating_a_fact_adds_its_source_and_nothing_else() -> None:
    graph = Graph()
    graph.take(claim("User", "likes", "tea", 0))
    out = graph.take(claim("User", "likes", "tea", 1))
    assert graph.fact("tea").source_ids == ("m0", "m1")
    assert [row.action for row in out.operations] == [Action.NONE]
    assert not out.entities


# -- trust ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lower", [Origin.ASSISTANT, Origin.EXTERNAL, Origin.TOOL, Origin.IMPORT])
def test_who_is_trusted_less_never_retires_what_the_user_said(lower: Origin) -> None:
    graph = lives(claim("User", "lives_in", "Rome"), claim("User", "lives_in", "Oslo", 1, origin=lower))
    assert graph.current == {"User lives_in Rome", "User lives_in Oslo"}
    assert graph.fact("Oslo").conflicts_with == (graph.fact("Rome").id,)
    assert graph.fact("Rome").expired_at == FOREVER


def test_who_is_trusted_less_cannot_end_or_shorten_a_fact() -> None:
    for ending in (
        claim("User", "lives_in", "Rome", 5, op="DELETE", origin=Origin.ASSISTANT),
        claim("User", "lives_in", "Rome", 5, valid_at=at(1), invalid_at=at(4), origin=Origin.ASSISTANT),
    ):
        assert lives(claim("User", "lives_in", "Rome"), ending).current == {"User lives_in Rome"}


def test_who_is_trusted_less_does_not_cut_short_what_the_user_says_afterwards_whatever_their_order() -> None:
    told = claim("User", "lives_in", "Quito", 5, valid_at=at(0))
    known = claim("User", "lives_in", "Cusco", 3, origin=Origin.IMPORT)
    for graph in (lives(known, told), lives(told, known)):
        assert graph.current == {"User lives_in Quito", "User lives_in Cusco"}
        assert graph.fact("Quito").conflicts_with == (graph.fact("Cusco").id,)


def test_who_is_trusted_less_cannot_tell_an_earlier_beginning() -> None:
    told = claim("User", "lives_in", "Rome", 5, valid_at=at(-9), origin=Origin.ASSISTANT)
    assert lives(claim("User", "lives_in", "Rome"), told).fact("Rome").valid_at == at(0)


@pytest.mark.parametrize(("origin", "still_counts"), [(Origin.ASSISTANT, True), (Origin.USER, False)])
def test_who_is_trusted_less_cannot_lift_a_doubt_by_saying_the_same(origin: Origin, still_counts: bool) -> None:
    graph = lives(claim("User", "works_at", "Acme"))
    graph.take(claim("User", "lives_in", "Rome", rests_on=(ProposedGround(graph.fact("Acme").id),)))
    graph.take(claim("User", "works_at", "Bolt", 3))
    graph.take(claim("User", "lives_in", "Rome", 5, origin=origin))
    (ground,) = graph.fact("Rome").rests_on
    assert ground.counts_at(LATER) is still_counts


def test_the_user_retires_what_others_said() -> None:
    graph = lives(claim("User", "lives_in", "Rome", origin=Origin.ASSISTANT), claim("User", "lives_in", "Oslo", 1))
    assert graph.current == {"User lives_in Oslo"}


def test_a_doubted_fact_wins_once_the_user_says_it() -> None:
    graph = lives(
        claim("User", "lives_in", "Rome"),
        claim("User", "lives_in", "Oslo", 1, origin=Origin.ASSISTANT),
        claim("User", "lives_in", "Oslo", 2),
    )
    assert graph.current == {"User lives_in Oslo"}
    (oslo,) = [fact for fact in graph.facts.values() if fact.object == "Oslo" and fact.invalid_at == FOREVER]
    assert (oslo.origin, oslo.conflicts_with) == (Origin.USER, ())


def test_a_fact_weighs_as_much_as_the_best_who_said_it() -> None:
    graph = lives(
        claim("User", "lives_in", "Rome", origin=Origin.ASSISTANT),
        claim("User", "lives_in", "Rome", 1),
        claim("User", "lives_in", "Oslo", 2, origin=Origin.ASSISTANT),
    )
    assert graph.fact("Rome").origin is Origin.USER
    assert graph.fact("Oslo").conflicts_with == (graph.fact("Rome").id,)


# -- targets that the model names -----------------------------------------------------------------------------------


def test_a_named_target_of_the_same_relation_is_retired() -> None:
    graph = lives(claim("A", "uses", "B"))
    graph.take(claim("A", "uses", "C", 1, op="UPDATE", target_id=graph.fact("B").id))
    assert graph.current == {"A uses C"}


def test_a_named_target_of_another_subject_or_matter_is_left_alone() -> None:
    graph = lives(claim("A", "uses", "B"), claim("User", "has_pet", "Rex"))
    graph.take(claim("B", "uses", "C", 1, op="UPDATE", target_id=graph.fact("B").id))
    graph.take(claim("User", "likes", "tea", 1, op="UPDATE", target_id=graph.fact("Rex").id))
    assert graph.current == {"A uses B", "B uses C", "User has_pet Rex", "User likes tea"}


def test_a_target_named_for_an_addition_is_left_alone() -> None:
    graph = lives(claim("User", "has_pet", "Rex"))
    graph.take(claim("User", "has_pet", "Luna", 1, op="ADD", target_id=graph.fact("Rex").id))
    assert graph.current == {"User has_pet Rex", "User has_pet Luna"}


def test_an_unknown_target_makes_an_update_an_addition() -> None:
    assert lives(claim("User", "likes", "tea", op="UPDATE", target_id="no such fact")).current == {"User likes tea"}


def test_a_deletion_ends_the_named_target() -> None:
    graph = lives(claim("User", "has_pet", "Rex"))
    graph.take(claim("User", "no_longer_has", "Rex", 4, op="DELETE", target_id=graph.fact("Rex").id))
    assert graph.current == set()
    assert graph.true_at(at(3)) == {"User has_pet Rex"}


def test_a_deletion_of_the_unknown_makes_no_node() -> None:
    graph = Graph()
    out = graph.take(claim("Bob", "owns", "a yacht", op="DELETE"))
    assert (graph.entities, graph.facts, graph.mentions) == ({}, {}, {})
    assert [row.action for row in out.operations] == [Action.NONE]


def test_a_fact_without_a_message_is_its_own_source() -> None:
    graph = Graph()
    graph.take(claim("User", "likes", "tea", sources=()))
    graph.take(claim("User", "likes", "tea", 1, sources=()))
    assert [source for _, source in graph.mentions] == [graph.fact("tea").id]


# -- the ledger -----------------------------------------------------------------------------------------------------


def test_the_ledger_tells_what_was_and_what_is() -> None:
    graph = lives(claim("User", "lives_in", "Rome"))
    rome = graph.fact("Rome")
    out = graph.take(claim("User", "lives_in", "Oslo", 9))
    (row,) = [row for row in out.operations if row.action is Action.UPDATE]
    oslo = graph.fact("Oslo")
    (place,) = graph.named("Oslo")
    assert row.target_id == oslo.id
    assert row.before == before_after([rome])
    assert row.after == before_after([graph.fact("Rome"), oslo, place, graph.mentions[place.id, "m9"]])
    assert (row.actor, row.at, row.source_ids) == ("test", LATER, ("m9",))


def test_every_changed_record_is_in_the_ledger() -> None:
    graph = Graph()
    for facts in ([claim("User", "name_is", "Ada")], [claim("Ada", "lives_in", "Rome", 1)]):
        before = dict(graph.mentions)
        out = graph.take(*facts, entities=[mention("Rome", "place", day=2), mention("Zoe", "person")])
        told = {key for row in out.operations for key in keys_of(row)}
        mentions = {key for key, mention in out.mentions.items() if before.get(key) != mention}
        assert set(out.entities) | set(out.facts) | mentions <= told


def test_one_decision_is_one_row_with_the_nodes_and_mentions_made_for_it() -> None:
    graph = Graph()
    out = graph.take(
        claim("User", "lives_in", "Rome"),
        entities=[mention("Rome", "place"), mention("Rome", "place", day=3), mention("Zoe", "person")],
    )
    (rome,), (zoe,) = graph.named("Rome"), graph.named("Zoe")
    lives, later, named = out.operations
    assert (lives.action, set(keys_of(lives))) == (
        Action.ADD,
        {graph.fact("Rome").id, graph.user.id, rome.id, (rome.id, "m0")},
    )
    assert (later.action, later.target_id, keys_of(later)) == (Action.NONE, rome.id, {(rome.id, "m3")})
    assert (named.action, named.reason, keys_of(named)) == (Action.ADD, "new", {zoe.id, (zoe.id, "m0")})


def test_what_came_up_before_and_is_known_gets_no_row() -> None:
    graph = Graph()
    graph.take(entities=[mention("Zoe", "person")])
    assert graph.take(entities=[mention("Zoe", "person")]).operations == []
    (row,) = graph.take(entities=[mention("Zoe", "person", day=1)]).operations
    assert (row.action, row.reason, row.source_ids) == (Action.NONE, "it came up", ("m1",))


def test_a_second_fact_of_one_message_rests_on_the_mentions_of_the_first() -> None:
    graph = Graph()
    out = graph.take(claim("Ada", "lives_in", "Rome"), claim("Ada", "loves", "Rome"))
    (rome,) = graph.named("Rome")
    second = changes(out.operations[1])[rome.id, "m0"]
    assert second.before == second.after == graph.mentions[rome.id, "m0"]


# -- properties -----------------------------------------------------------------------------------------------------

PREDICATES = ["lives_in", "moved_to", "works_at", "likes", "hates", "name_is", "uses", "居住在", "不喜欢", "喜欢"]


proposals = st.builds(
    lambda subject, predicate, object_, number, op, origin, length: claim(
        subject,
        predicate,
        object_,
        number,
        op=op,
        origin=origin,
        invalid_at=FOREVER if length is None else at(number + length),
    ),
    st.sampled_from(["User", "Ada", "Bob", "我"]),
    st.sampled_from(PREDICATES),
    st.sampled_from(["Rome", "Oslo", "tea", "Ada", "Bob"]),
    st.integers(0, 40),
    st.sampled_from(["ADD", "ADD", "ADD", "UPDATE", "DELETE", "NONE"]),
    st.sampled_from(list(Origin)),
    st.sampled_from([None, None, None, 5, 20_000]),
)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(proposals, max_size=4), max_size=6))
def test_no_two_facts_of_equal_trust_compete_at_one_time(steps: list[list[ProposedFact]]) -> None:
    graph = Graph()
    for step in steps:
        graph.take(*step)
    facts = list(graph.facts.values())
    for one in facts:
        for other in facts:
            if one.id < other.id and one.origin is other.origin and compete(one, other):
                both_open = one.invalid_at > LATER and other.invalid_at > LATER
                assert not (both_open and overlap(one, other)), (one, other)


@settings(max_examples=60, deadline=None)
@given(st.lists(proposals, max_size=6, unique_by=lambda fact: fact.valid_at))
# what the assistant said back was said before the user spoke against it
@example(
    [
        claim("User", "lives_in", "Ada", 1),
        claim("User", "likes", "Ada", 2, origin=Origin.ASSISTANT),
        claim("User", "hates", "Ada", 3),
    ]
)
# a name that somebody else bears as well, by now
@example(
    [claim("Bob", "lives_in", "Rome", 1), claim("Ada", "name_is", "Bob", 2), claim("User", "lives_in", "Bob", 3)]
)
@example(
    [claim("User", "lives_in", "Rome"), claim("User", "works_at", "Rome", 1), claim("Ada", "name_is", "Rome", 2)]
)
@example([claim("User", "lives_in", "Rome"), claim("Bob", "works_at", "Rome", 1), claim("Bob", "name_is", "Rome", 2)])
@example([claim("Ada", "likes", "Rome"), claim("User", "lives_in", "Rome", 1), claim("Ada", "name_is", "Rome", 15)])
@example([claim("Bob", "lives_in", "Bob"), claim("Ada", "name_is", "Bob", 1), claim("User", "lives_in", "Rome", 2)])
# two of one name in one message, one of which bears it as an alias
@example(
    [claim("User", "lives_in", "Rome", 6), claim("User", "likes", "Rome", 5), claim("Ada", "name_is", "Rome", 5)]
)
def test_nothing_changes_when_proposals_repeat(facts: list[ProposedFact]) -> None:
    graph = Graph()
    facts = sorted((fact for fact in facts if fact.op in ("ADD", "UPDATE")), key=lambda fact: fact.valid_at)
    graph.take(*facts)
    before = graph.current, len(graph.facts), dict(graph.entities), dict(graph.mentions)
    graph.take(*facts)
    assert (graph.current, len(graph.facts), graph.entities, graph.mentions) == before


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.lists(proposals, max_size=8))
def test_all_that_is_referred_to_exists(facts: list[ProposedFact]) -> None:
    graph = Graph()
    graph.take(*facts)
    for fact in graph.facts.values():
        assert {fact.subject_id, fact.object_id} <= set(graph.entities)
        assert set(fact.supersedes) | set(fact.conflicts_with) <= set(graph.facts)
        assert fact.valid_at <= fact.invalid_at
    assert {entity_id for entity_id, _ in graph.mentions} <= set(graph.entities)
    assert len(graph.named("User")) <= 1


@settings(max_examples=24, deadline=None)
@given(st.permutations([("Rome", 0), ("Oslo", 10), ("Bern", 20), ("Kyiv", 30)]))
def test_the_timeline_does_not_depend_on_the_order_of_arrival(stays: list[tuple[str, int]]) -> None:
    graph = lives(*(claim("User", "lives_in", place, day) for place, day in stays))
    days: list[datetime] = [at(day) for day in (5, 15, 25, 35)]
    assert [graph.true_at(day) for day in days] == [
        {"User lives_in Rome"},
        {"User lives_in Oslo"},
        {"User lives_in Bern"},
        {"User lives_in Kyiv"},
    ]
    assert graph.true_at(NOW - (at(1) - NOW)) == set()


def test_what_is_put_off_never_was_on_the_day_told_first() -> None:
    graph = lives(claim("Elif", "starts_at", "Acme", valid_at=at(30)))
    (first,) = graph.facts.values()
    graph.take(claim("Elif", "starts_at", "Acme", 1, valid_at=at(37), op="UPDATE", target_id=first.id))
    assert graph.true_at(at(33)) == set()
    assert graph.true_at(at(40)) == {"Elif starts_at Acme"}
    assert graph.facts[first.id].invalid_at == first.valid_at


def test_a_day_that_another_takes_the_place_of_before_it_comes_never_was() -> None:
    first_day = claim("Gala", "takes_place_on", "day 30", valid_at=at(30), invalid_at=at(31))
    graph = lives(first_day)
    (first,) = graph.facts.values()
    for day, number in ((37, 1), (25, 2)):
        moved = claim("Gala", "takes_place_on", f"day {day}", number, valid_at=at(day), invalid_at=at(day + 1))
        last = next(fact for fact in graph.facts.values() if fact.valid_at < fact.invalid_at)
        graph.take(replace(moved, op="UPDATE", target_id=last.id))
        assert graph.true_at(at(day)) == {f"Gala takes_place_on day {day}"}
    assert graph.true_at(at(30)) == graph.true_at(at(37)) == set()
    assert graph.facts[first.id].invalid_at == first.valid_at


@pytest.mark.parametrize("last", [at(31), FOREVER])
def test_what_is_called_off_before_its_time_never_was(last: datetime) -> None:
    graph = lives(claim("Lunch", "takes_place_on", "day 30", valid_at=at(30), invalid_at=last))
    (first,) = graph.facts.values()
    graph.take(claim("Lunch", "takes_place_on", "none", 20, op="UPDATE", target_id=first.id))
    assert graph.true_at(at(10)) == set()
    assert graph.true_at(at(25)) == graph.true_at(at(30)) == {"Lunch takes_place_on none"}


def test_what_has_begun_is_not_put_off() -> None:
    graph = lives(claim("Elif", "starts_at", "Acme", valid_at=at(3)))
    (first,) = graph.facts.values()
    graph.take(claim("Elif", "starts_at", "Acme", 10, valid_at=at(37), op="UPDATE", target_id=first.id))
    assert graph.facts[first.id].invalid_at > first.valid_at
