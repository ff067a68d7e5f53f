"""Reflection over a scripted model: what is concluded, refreshed, retired and refused, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from ingestion.talks import USER, extraction, opened
from support.model_server import Fault, ModelServer, prompt_text

from memary import Memary
from memary.errors import ModelError
from memary.reflection.insights import REFLECTION
from memary.types import Action, Fact
from reflection.dishes import DISHES, FOOD, grounds, held, insights, like

ZH_FOOD = {
    "about": "林夏",
    "key": "饮食偏好",
    "value": "辣的食物",
    "statement": "林夏偏好辣的食物。",
    "evidence": [1, 2],
}


def test_insights_are_drawn_from_facts_and_name_them(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, *DISHES)
        assert memory.insights.waiting(user_id=USER) == 6
        report = memory.insights.reflect(user_id=USER)
        (insight,) = report.added
        assert (report.llm_calls, report.facts_read, server.chat_calls) == (1, 6, 1)
        assert (insight.kind, insight.subject, insight.object) == ("insight", "Ada", "spicy food")
        assert grounds(memory, insight) == {"mapo tofu", "vindaloo"}
        assert memory.insights.list(user_id=USER) == [insight]
        assert "6. Ada likes salsa" in prompt_text(server.requests[-1].body)
        assert memory.admin.check() == []
        assert memory.insights.waiting(user_id=USER) == 0


def test_what_was_read_is_not_read_again_and_nothing_new_is_no_write(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, *DISHES)
        memory.insights.reflect(user_id=USER)
        before = memory.operations.list(user_id=USER)
        again = memory.insights.reflect(user_id=USER)
        assert (again.llm_calls, again.unchanged, again.changes) == (0, 1, 0)
        anew = memory.insights.reflect(user_id=USER, everything=True)
        assert (anew.llm_calls, anew.unchanged, anew.changes) == (1, 1, 0)
        rows = [row for row in memory.operations.list(user_id=USER) if row not in before]
        assert [(row.action, row.target_id) for row in rows] == [(Action.NONE, REFLECTION)]


@pytest.mark.parametrize(
    ("first", "second"),
    [("food_preference", "Food Preference"), ("favourite_food", "favorite foods"), ("饮食偏好", "用户的饮食偏好")],
)
def test_another_spelling_of_a_key_makes_no_second_insight(server: ModelServer, first: str, second: str) -> None:
    server.script(insights(FOOD | {"key": first}), insights(FOOD | {"key": second}))
    with opened(server) as memory:
        like(memory, *DISHES)
        memory.insights.reflect(user_id=USER)
        assert memory.insights.reflect(user_id=USER, everything=True).changes == 0
        assert len(memory.insights.list(user_id=USER)) == 1


def test_the_model_sees_the_attributes_there_are_and_new_ones_are_added(server: ModelServer) -> None:
    hobby = FOOD | {"key": "hobby", "value": "climbing", "statement": "Ada climbs.", "evidence": [7, 8]}
    server.script(insights(FOOD), insights(hobby))
    with opened(server) as memory:
        like(memory, *DISHES)
        memory.insights.reflect(user_id=USER)
        like(memory, "bouldering", "lead climbing")
        report = memory.insights.reflect(user_id=USER)
        assert "Ada · food_preference: spicy food" in prompt_text(server.requests[-1].body)
        assert [one.predicate for one in report.added] == ["hobby"]
        assert set(held(memory)) == {"food_preference", "hobby"}


def test_more_of_the_same_adds_grounds_and_a_new_value_supersedes(server: ModelServer) -> None:
    mild = FOOD | {"value": "mild food", "statement": "Ada prefers mild food.", "evidence": [4, 5]}
    server.script(insights(FOOD), insights(FOOD | {"evidence": [3]}), insights(mild))
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo")
        (first,) = memory.insights.reflect(user_id=USER).added
        like(memory, "kimchi")
        (more,) = memory.insights.reflect(user_id=USER).refreshed
        assert more.id == first.id
        assert grounds(memory, more) == {"mapo tofu", "vindaloo", "kimchi"}
        like(memory, "congee", "rice pudding")
        (changed,) = memory.insights.reflect(user_id=USER).refreshed
        assert (changed.object, changed.supersedes) == ("mild food", (first.id,))
        assert grounds(memory, changed) == {"congee", "rice pudding"}
        assert held(memory) == {"food_preference": "mild food"}
        was = memory.admin.get(first.id, user_id=USER)
        assert isinstance(was, Fact)
        assert was.invalid_at <= changed.valid_at
        row = memory.facts.history(user_id=USER, id=changed.id)[-1]
        memory.operations.undo(user_id=USER, id=row.id)
        assert held(memory) == {"food_preference": "spicy food"}
        assert memory.admin.check() == []


def test_an_insight_goes_when_too_little_it_rests_on_is_left(server: ModelServer) -> None:
    server.script(insights(FOOD), insights())
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo", "tea")
        memory.insights.reflect(user_id=USER)
        memory.facts.add(
            [{"subject": "Ada", "predicate": "dislikes", "object": "vindaloo", "origin": "user"}], user_id=USER
        )
        assert memory.insights.list(user_id=USER) == []
        (gone,) = memory.insights.list(user_id=USER, include_past=True)
        assert gone.object == "spicy food"
        row = memory.facts.history(user_id=USER, id=gone.id)[-1]
        assert (row.actor, row.reason) == (REFLECTION, "too little of what it rested on is left")
        assert memory.insights.reflect(user_id=USER).retired == ()
        assert memory.admin.check() == []


END_A_GROUND: list[Callable[[Memary, str], object]] = [
    lambda memory, id_: memory.facts.rate(user_id=USER, id=id_, rating="very_negative"),
    lambda memory, id_: memory.facts.update(id_, user_id=USER, object="tea"),
    lambda memory, _: (memory.add([{"content": "I hate vindaloo.", "speaker": "Ada"}], user_id=USER), memory.flush()),
    lambda memory, id_: memory.forget(user_id=USER, fact_id=id_),
]


@pytest.mark.parametrize("end", END_A_GROUND)
def test_whatever_ends_a_ground_ends_the_insight(server: ModelServer, end: Callable[[Memary, str], object]) -> None:
    server.script(insights(FOOD), extraction(("Ada", "hates", "vindaloo")))
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo")
        memory.insights.reflect(user_id=USER)
        assert len(memory.insights.list(user_id=USER)) == 1
        (ground,) = [one for one in memory.facts.list(user_id=USER) if one.object == "vindaloo"]
        end(memory, ground.id)
        assert memory.insights.list(user_id=USER) == []
        assert "spicy food" not in memory.context("What does Ada eat?", user_id=USER).text
        assert memory.admin.check() == []


def test_an_insight_that_others_carry_stays(server: ModelServer) -> None:
    server.script(insights(FOOD | {"evidence": [1, 2, 3]}))
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo", "laksa")
        memory.insights.reflect(user_id=USER)
        like(memory, "vindaloo", predicate="dislikes")
        assert held(memory) == {"food_preference": "spicy food"}


def test_a_user_without_memory_has_nothing_to_reflect_on(server: ModelServer) -> None:
    with opened(server) as memory:
        report = memory.insights.reflect(user_id="nobody")
        assert (report.changes, report.facts_read, report.llm_calls) == (0, 0, 0)
        assert memory.operations.list(user_id="nobody") == []
        assert "nobody" not in memory.admin.users()


def test_a_forgotten_ground_takes_the_insight_along_and_all_is_read_again(server: ModelServer) -> None:
    server.script(insights(FOOD), insights(FOOD))
    with opened(server) as memory:
        like(memory, *DISHES)
        (drawn,) = memory.insights.reflect(user_id=USER).added
        memory.admin.delete(drawn.source_ids[0], user_id=USER)
        assert memory.insights.list(user_id=USER) == []
        report = memory.insights.reflect(user_id=USER)
        assert (len(report.added), report.facts_read) == (1, 5)
        assert memory.admin.check() == []


def test_undoing_a_fact_takes_the_insight_on_it_along(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo")
        (drawn,) = memory.insights.reflect(user_id=USER).added
        (row,) = memory.facts.history(user_id=USER, id=drawn.source_ids[0])
        memory.operations.undo(user_id=USER, id=row.id)
        assert memory.insights.list(user_id=USER, include_past=True) == []
        assert memory.admin.check() == []


def test_what_the_user_called_wrong_does_not_come_back(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, *DISHES)
        (drawn,) = memory.insights.reflect(user_id=USER).added
        memory.facts.rate(drawn.id, user_id=USER, rating="very_negative")
        report = memory.insights.reflect(user_id=USER, everything=True)
        assert [one.reason for one in report.rejected] == ["it was said to be wrong"]
        assert memory.insights.list(user_id=USER) == []


def test_what_the_user_corrected_stays(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, *DISHES)
        (drawn,) = memory.insights.reflect(user_id=USER).added
        memory.facts.update(drawn.id, user_id=USER, object="anything hot")
        report = memory.insights.reflect(user_id=USER, everything=True)
        assert (report.changes, [one.reason for one in report.rejected]) == (0, ["somebody stated another value"])
        assert held(memory) == {"food_preference": "anything hot"}


def test_three_speakers_get_insights_of_their_own(server: ModelServer) -> None:
    rows = [
        FOOD | {"about": name, "statement": f"{name} prefers spicy food.", "evidence": [2 * at + 1, 2 * at + 2]}
        for at, name in enumerate(("Ada", "Ben", "Cleo"))
    ]
    mixed = FOOD | {"about": "Ben", "key": "mixed", "evidence": [1, 2]}
    server.respond(insights(*rows, mixed))
    with opened(server) as memory:
        for name in ("Ada", "Ben", "Cleo"):
            like(memory, f"{name}'s curry", f"{name}'s chili", subject=name)
        report = memory.insights.reflect(user_id=USER)
        assert {one.subject for one in report.added} == {"Ada", "Ben", "Cleo"}
        for one in report.added:
            assert grounds(memory, one) == {f"{one.subject}'s curry", f"{one.subject}'s chili"}
        assert ["too little evidence" in one.reason for one in report.rejected] == [True]


def test_chinese_facts_are_asked_about_in_chinese(server: ModelServer) -> None:
    server.respond(insights(ZH_FOOD))
    with opened(server) as memory:
        rows = [("喜欢", dish, f"林夏喜欢{dish}。") for dish in ("麻婆豆腐", "火锅", "辣子鸡")]
        memory.facts.add(
            [
                {"subject": "林夏", "subject_type": "person", "predicate": verb, "object": dish, "statement": told}
                for verb, dish, told in rows
            ],
            user_id=USER,
        )
        (drawn,) = memory.insights.reflect(user_id=USER).added
        assert "事实：林夏" in prompt_text(server.requests[-1].body)
        assert (drawn.predicate, drawn.statement, drawn.language) == ("饮食偏好", "林夏偏好辣的食物。", "zh")


def test_a_model_that_fails_leaves_everything_as_it_is(server: ModelServer) -> None:
    server.respond(Fault.status(503, times="forever"))
    with opened(server) as memory:
        like(memory, *DISHES)
        before = memory.operations.list(user_id=USER)
        with pytest.raises(ModelError):
            memory.insights.reflect(user_id=USER)
        server.clear_scripts()
        server.respond("I cannot say.")
        with pytest.raises(ModelError, match="insights"):
            memory.insights.reflect(user_id=USER)
        assert memory.operations.list(user_id=USER) == before
        assert memory.insights.waiting(user_id=USER) == 6


def test_a_cold_start_and_one_fact_cost_nothing(server: ModelServer) -> None:
    with opened(server) as memory:
        memory.add("hello", user_id=USER, infer=False)
        assert memory.insights.reflect(user_id=USER).changes == 0
        like(memory, "tea")
        assert memory.insights.reflect(user_id=USER).changes == 0
        assert server.chat_calls == 0


@pytest.mark.long
def test_many_new_facts_are_read_in_few_calls(server: ModelServer) -> None:
    server.respond(insights())
    with opened(server) as memory:
        like(memory, *(f"dish {number}" for number in range(300)))
        report = memory.insights.reflect(user_id=USER)
        assert (report.llm_calls, report.facts_read) == (4, 240)
        assert all(prompt_text(r.body).count("Ada likes") <= 110 for r in server.requests)


@pytest.mark.long
def test_what_four_calls_cannot_hold_waits_for_the_next_time(server: ModelServer) -> None:
    server.respond(insights())
    with opened(server) as memory:
        like(memory, *(f"dish {number}" for number in range(600)))
        assert [memory.insights.reflect(user_id=USER).facts_read for _ in range(4)] == [240, 240, 120, 0]
        assert memory.insights.waiting(user_id=USER) == 0


@pytest.mark.long
def test_what_was_paid_for_is_kept_when_a_later_call_fails(server: ModelServer) -> None:
    server.script(insights(FOOD), insights(), Fault.status(400))
    with opened(server) as memory:
        like(memory, *(f"dish {number}" for number in range(130)))
        with pytest.raises(ModelError):
            memory.insights.reflect(user_id=USER)
        assert held(memory) == {"food_preference": "spicy food"}
        assert memory.insights.waiting(user_id=USER) == 10


def test_what_expires_hides_the_insight_with_it(server: ModelServer) -> None:
    server.respond(insights(FOOD))
    with opened(server) as memory:
        like(memory, "mapo tofu", expires_at="2099-01-01")
        like(memory, "vindaloo")
        (drawn,) = memory.insights.reflect(user_id=USER).added
        assert drawn.expires_at == datetime(2099, 1, 1, tzinfo=UTC)


def test_duplicates_of_two_nodes_that_are_joined_become_one(server: ModelServer) -> None:
    rows = [FOOD | {"about": name, "evidence": [2 * at + 1, 2 * at + 2]} for at, name in enumerate(("Ada", "Adele"))]
    rows[1] |= {"value": "hot food", "statement": "Adele prefers hot food."}
    server.respond(insights(*rows))
    with opened(server) as memory:
        like(memory, "mapo tofu", "vindaloo")
        like(memory, "kimchi", "laksa", subject="Adele")
        assert len(memory.insights.reflect(user_id=USER).added) == 2
        memory.entities.merge(user_id=USER, entity="Adele", into="Ada")
        report = memory.insights.reflect(user_id=USER)
        assert (len(report.merged), len(memory.insights.list(user_id=USER))) == (1, 1)
        assert memory.admin.check() == []
