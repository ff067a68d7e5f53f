"""What rests on something that does not hold any more is in doubt: since when, because of what, until when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.records import fresh_user

from memary import ChatAgent, Fact, InputError, Memary, NotFoundError
from memary.types import Action, Doubt

WORKS = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "statement": "Ada works at Acme."}
SWIMS = {"subject": "Ada", "predicate": "swims_at", "object": "Baths", "statement": "Ada swims at the Baths."}
OWNS = {"subject": "Ada", "predicate": "owns", "object": "Goggles", "statement": "Ada owns goggles."}
MOVES = {"subject": "Ada", "predicate": "works_at", "object": "Bolt", "valid_at": "2026-03-01"}


class ToldMemory:
    """A memory of one user, told facts by a caller."""

    def __init__(self, memory: Memary) -> None:
        self.memory, self.user = memory, fresh_user()

    def add(self, told: dict[str, Any], *grounds: str, **more: Any) -> str:
        given = {"valid_at": "2026-01-01"} | told | more | {"rests_on": list(grounds)}
        return self.memory.facts.add([given], user_id=self.user)[-1].target_id

    def chain(self) -> tuple[str, str, str]:
        works = self.add(WORKS)
        swims = self.add(SWIMS, works)
        return works, swims, self.add(OWNS, swims)

    def doubts(self, **when: Any) -> dict[str, Doubt]:
        found: list[Fact] = self.memory.facts.list(user_id=self.user, **when)
        return {fact.object: fact.in_doubt for fact in found if fact.in_doubt}

    def doubt(self, id_: str) -> Doubt | None:
        return self.memory.facts.get(id_, user_id=self.user).in_doubt


@pytest.fixture
def told(either: Memary) -> ToldMemory:
    """A user of either store."""
    return ToldMemory(either)


@pytest.mark.one_store
def test_what_rests_on_a_fact_that_ended_is_in_doubt_at_any_depth(told: ToldMemory) -> None:
    works, swims, _ = told.chain()
    assert told.doubts() == {}
    told.add(MOVES)
    doubts = told.doubts()
    assert set(doubts) == {"Baths", "Goggles"}
    assert [f"{one.since:%Y-%m-%d} {one.reason} {one.because}" for one in doubts.values()] == [
        "2026-03-01 ended Ada works at Acme."
    ] * 2
    assert [step.fact_id for step in doubts["Goggles"].path] == [swims, works]
    assert doubts["Goggles"].because_id == works


@pytest.mark.one_store
def test_what_is_told_in_more_detail_holds_what_rests_on_it(told: ToldMemory) -> None:
    post = {"subject": "Ada", "predicate": "works_as"}
    told.add(SWIMS, told.add(post, object="nurse"))
    told.add(post, object="night nurse", valid_at="2026-02-01")
    told.add(post, object="night nurse of children", valid_at="2026-03-01")
    assert told.doubts() == {}
    told.add(post, object="retired night nurse of children", valid_at="2026-04-01")
    assert [f"{one.since:%Y-%m-%d} {one.reason}" for one in told.doubts().values()] == ["2026-04-01 ended"]


@pytest.mark.one_store
def test_another_place_of_a_longer_name_holds_nothing(told: ToldMemory) -> None:
    home = {"subject": "Ada", "predicate": "lives_in"}
    told.add(SWIMS, told.add(home, object="York"))
    told.add(home, object="New York", valid_at="2026-02-01")
    assert set(told.doubts()) == {"Baths"}


@pytest.mark.one_store
def test_the_words_that_say_so_are_kept_beside_the_ground(told: ToldMemory) -> None:
    works = told.add(WORKS)
    swims = told.memory.facts.add(
        [SWIMS | {"rests_on": [{"fact_id": works, "words": "because it is below the office"}]}], user_id=told.user
    )[0].target_id
    told.add(MOVES)
    doubt = told.doubt(swims)
    assert doubt is not None
    assert [step.words for step in doubt.path] == ["because it is below the office"]


@pytest.mark.one_store
def test_the_graph_around_a_name_says_what_is_in_doubt_in_it(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    around = {fact.object: fact for fact in told.memory.entities.graph("Ada", user_id=told.user).facts}
    assert {name for name, fact in around.items() if fact.in_doubt} == {"Baths", "Goggles"}
    before = told.memory.entities.graph("Ada", user_id=told.user, as_of="2026-02-28").facts
    assert not any(fact.in_doubt for fact in before)


@pytest.mark.one_store
def test_before_the_ground_ended_nothing_was_in_doubt(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    assert told.doubts(as_of="2026-02-28") == {}
    assert set(told.doubts(as_of="2026-03-01")) == {"Baths", "Goggles"}


@pytest.mark.one_store
def test_a_ground_that_was_wrong_casts_doubt_on_all_the_time(told: ToldMemory) -> None:
    works, swims, _ = told.chain()
    told.memory.facts.rate(works, user_id=told.user, rating="very_negative")
    doubt = told.doubt(swims)
    assert doubt is not None
    assert (doubt.reason, f"{doubt.since:%Y-%m-%d}") == ("wrong", "2026-01-01")


@pytest.mark.one_store
def test_undoing_the_end_lifts_the_doubt(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    (row,) = [one for one in told.memory.operations.list(user_id=told.user) if one.action is Action.UPDATE]
    told.memory.operations.undo(row.id, user_id=told.user)
    assert told.doubts() == {}


@pytest.mark.one_store
def test_the_return_of_the_ground_lifts_the_doubt_from_then_on(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    told.add(WORKS, valid_at="2026-05-01")
    assert told.doubts() == {}
    assert set(told.doubts(as_of="2026-04-01")) == {"Baths", "Goggles"}


@pytest.mark.one_store
def test_saying_that_it_holds_lifts_the_doubt_of_it_and_of_what_rests_on_it(told: ToldMemory) -> None:
    _, swims, _ = told.chain()
    told.add(MOVES)
    assert told.memory.facts.confirm(swims, user_id=told.user).in_doubt is None
    assert told.doubts() == {}
    told.add(WORKS, valid_at="2026-05-01")
    told.add(MOVES, valid_at="2026-06-01")
    assert told.doubts() == {}


@pytest.mark.one_store
def test_a_confirmation_can_be_undone(told: ToldMemory) -> None:
    _, swims, _ = told.chain()
    told.add(MOVES)
    told.memory.facts.confirm(swims, user_id=told.user)
    row = told.memory.facts.history(swims, user_id=told.user)[-1]
    told.memory.operations.undo(row.id, user_id=told.user)
    assert set(told.doubts()) == {"Baths", "Goggles"}


@pytest.mark.one_store
def test_confirming_what_is_not_in_doubt_writes_nothing(told: ToldMemory) -> None:
    _, swims, _ = told.chain()
    rows = len(told.memory.operations.list(user_id=told.user))
    told.memory.facts.confirm(swims, user_id=told.user)
    assert len(told.memory.operations.list(user_id=told.user)) == rows
    with pytest.raises(NotFoundError, match="memary facts"):
        told.memory.facts.confirm("no-such-fact", user_id=told.user)


@pytest.mark.one_store
def test_a_fact_that_is_said_again_is_in_doubt_no_more(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    told.add(SWIMS)
    assert told.doubts() == {}


@pytest.mark.one_store
def test_what_was_said_again_before_the_ground_ended_stays_in_doubt(told: ToldMemory) -> None:
    told.chain()
    told.add(SWIMS)
    told.add(MOVES)
    assert set(told.doubts()) == {"Baths", "Goggles"}


@pytest.mark.one_store
def test_of_a_forgotten_ground_nothing_is_left_but_that_it_went(told: ToldMemory, tmp_path: Path) -> None:
    works, swims, _ = told.chain()
    told.memory.facts.rate(swims, user_id=told.user, rating="positive")
    told.memory.facts.delete(works, user_id=told.user)
    doubts = told.doubts()
    assert set(doubts) == {"Baths", "Goggles"}
    assert {(one.reason, one.because, one.because_id) for one in doubts.values()} == {("forgotten", "", None)}
    path = tmp_path / "all.jsonl"
    told.memory.export(path, user_id=told.user)
    assert "Acme" not in path.read_text()
    assert works not in path.read_text()
    assert told.memory.admin.check(user_id=told.user) == []
    told.memory.facts.confirm(swims, user_id=told.user)
    assert told.doubts() == {}


@pytest.mark.one_store
def test_facts_that_rest_on_each_other_are_in_doubt_by_what_fell_beside_them(told: ToldMemory) -> None:
    works, swims, owns = told.chain()
    told.add(SWIMS, owns)
    assert told.doubts() == {}
    told.add(MOVES)
    doubts = told.doubts()
    assert {name: one.because_id for name, one in doubts.items()} == {"Baths": works, "Goggles": works}
    told.memory.facts.confirm(swims, user_id=told.user)
    assert told.doubts() == {}


@pytest.mark.one_store
def test_what_a_fact_rests_on_holds_it_in_place(told: ToldMemory) -> None:
    works, _, _ = told.chain()
    (first, *_) = told.memory.facts.history(works, user_id=told.user)
    with pytest.raises(InputError, match="was built on it"):
        told.memory.operations.undo(first.id, user_id=told.user)


@pytest.mark.one_store
def test_facts_in_doubt_can_be_asked_for(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    listed = told.memory.facts.list(user_id=told.user, in_doubt=True)
    assert [fact.object for fact in listed] == ["Baths", "Goggles"]
    assert [fact.object for fact in told.memory.facts.list(user_id=told.user, in_doubt=False)] == ["Bolt"]
    assert [fact.object for fact in told.memory.facts.list(user_id=told.user, in_doubt=True, limit=1)] == ["Goggles"]


@pytest.mark.one_store
def test_a_ground_has_to_be_a_fact_of_the_user(told: ToldMemory) -> None:
    with pytest.raises(InputError, match="rests_on names 'no-such-fact', which is not a fact"):
        told.add(WORKS, "no-such-fact")
    works = told.add(WORKS)
    other = ToldMemory(told.memory)
    with pytest.raises(InputError, match="not a fact of user"):
        other.add(SWIMS, works)


def test_hits_and_the_context_window_say_why_a_fact_is_in_doubt(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    (hit,) = [
        one for one in told.memory.search("Where does Ada swim?", user_id=told.user) if one.text == SWIMS["statement"]
    ]
    assert hit.in_doubt is not None
    assert hit.in_doubt.because == "Ada works at Acme."
    window = told.memory.context("Where does Ada swim?", user_id=told.user).text
    assert "no longer certain since 2026-03-01, because this is over: Ada works at Acme" in window
    then = told.memory.search("Where does Ada swim?", user_id=told.user, as_of="2026-02-01")
    assert all(one.in_doubt is None for one in then)


@pytest.mark.one_store
def test_an_export_brings_doubts_along(told: ToldMemory, tmp_path: Path) -> None:
    told.chain()
    told.add(MOVES)
    path, again = tmp_path / "all.jsonl", tmp_path / "again.jsonl"
    told.memory.export(path, user_id=told.user)
    doubts = told.doubts()
    told.memory.forget(user_id=told.user)
    told.memory.import_(path)
    assert told.doubts() == doubts
    told.memory.export(again, user_id=told.user)
    assert again.read_bytes() == path.read_bytes()


def test_what_one_session_says_is_not_quoted_in_another(memory: Memary) -> None:
    said = {
        session: memory.add(f"{session} says something.", user_id="ada", session_id=session, infer=False).ids[0]
        for session in ("one", "two")
    }
    told = ToldMemory(memory)
    told.user = "ada"
    works = told.add(WORKS, source_ids=[said["one"]])
    ground = {"fact_id": works, "words": "because of Acme"}
    told.memory.facts.add([SWIMS | {"source_ids": [said["two"]], "rests_on": [ground]}], user_id="ada")
    told.add(MOVES)
    (doubt,) = told.doubts(session_id="two").values()
    (step,) = doubt.path
    assert (doubt.because, doubt.because_id) == ("", None)
    assert (step.statement, step.words, step.fact_id) == ("", "", None)
    assert told.doubts()["Baths"].because == WORKS["statement"]


@pytest.mark.parametrize(
    ("question", "works", "swims", "answer"),
    [
        (
            "Where do I swim?",
            ("works_at", "Acme", "The user works at Acme."),
            ("swims_at", "Baths", "The user swims at the Baths."),
            "no longer certain since 2026-03-01, because this is over: The user works at Acme",
        ),
        (
            "我在哪里游泳？",
            ("就职于", "云帆科技", "用户就职于云帆科技。"),
            ("游泳于", "东湖泳馆", "用户在东湖泳馆游泳。"),
            "自2026-03-01起不再确定，因为这已经结束：用户就职于云帆科技",
        ),
    ],
)
def test_offline_answers_say_that_it_is_no_longer_certain(
    memory: Memary, question: str, works: tuple[str, ...], swims: tuple[str, ...], answer: str
) -> None:
    told = ToldMemory(memory)
    ground, resting = (
        {"subject": "User", "predicate": predicate, "object": name, "statement": statement}
        for predicate, name, statement in (works, swims)
    )
    told.add(resting, told.add(ground))
    told.add(ground | {"object": "Bolt", "statement": "", "valid_at": "2026-03-01"})
    said = ChatAgent(memory, user_id=told.user).chat(question).text
    assert f"{swims[2]} " in said
    assert answer in said


@pytest.mark.one_store
def test_a_fact_about_somebody_new_rests_on_what_is_known(told: ToldMemory) -> None:
    works = told.add(WORKS)
    told.add({"subject": "Zoe", "predicate": "buys", "object": "dog food"}, works)
    told.add(MOVES)
    assert set(told.doubts()) == {"dog food"}


@pytest.mark.one_store
def test_what_somebody_likes_is_not_ended_by_liking_none(told: ToldMemory) -> None:
    told.add({"subject": "Ada", "predicate": "likes", "object": "tea"})
    told.add({"subject": "Ada", "predicate": "likes", "object": "none"})
    facts = told.memory.facts.list(user_id=told.user)
    assert "tea" in {fact.object for fact in facts}


def test_a_chinese_answer_tells_the_doubt_where_the_question_has_a_shorter_word(memory: Memary) -> None:
    for said in ("我住在杭州，因为我在云帆科技工作。", "我从云帆科技辞职了。"):
        memory.add(said, user_id="ada")
        memory.flush()
    (fact,) = memory.facts.list(user_id="ada", in_doubt=True)
    assert fact.object == "杭州"
    assert "不再确定" in ChatAgent(memory, user_id="ada").chat("我住在哪里？").text


def test_saying_that_one_still_lives_there_lifts_the_doubt(memory: Memary) -> None:
    for said in ("I live in Rome because I work at Acme.", "I quit my job at Acme."):
        memory.add(said, user_id="ada")
        memory.flush()
    assert [fact.object for fact in memory.facts.list(user_id="ada", in_doubt=True)] == ["Rome"]
    memory.add("I still live in Rome.", user_id="ada")
    memory.flush()
    assert memory.facts.list(user_id="ada", in_doubt=True) == []


@pytest.mark.one_store
def test_a_doubt_prints_as_a_line(told: ToldMemory) -> None:
    told.chain()
    told.add(MOVES)
    doubt = told.doubts()["Baths"]
    assert str(doubt) == "in doubt since 2026-03-01: “Ada works at Acme.” is over"


@pytest.mark.one_store
def test_what_was_the_matter_of_a_day_leaves_nothing_in_doubt_once_it_is_over(told: ToldMemory) -> None:
    reply = {"subject": "Ada", "predicate": "got_a_yes_from", "object": "Weaver", "invalid_at": "2026-01-02"}
    grows = {"subject": "Ada", "predicate": "expands", "object": "Shop", "statement": "Ada can expand her shop."}
    yes = told.add(reply)
    told.add(grows, yes)
    assert told.doubts() == {}
    lease = told.add(reply | {"predicate": "rents_from", "object": "Mill", "invalid_at": "2026-02-01"})
    told.add(grows | {"object": "Yard", "statement": "Ada can store her wool in the yard."}, lease)
    assert set(told.doubts()) == {"Yard"}


@pytest.mark.one_store
def test_what_was_over_before_it_was_drawn_from_leaves_nothing_in_doubt(told: ToldMemory) -> None:
    months = {"valid_at": "2025-09-01", "invalid_at": "2025-12-01"}
    trip = told.add(months | {"subject": "Ada", "predicate": "travelled_through", "object": "Peru"})
    told.add({"subject": "Ada", "predicate": "learns", "object": "Quechua", "statement": "Ada learns Quechua."}, trip)
    assert told.doubts() == {}
