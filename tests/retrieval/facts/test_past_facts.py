"""A question of the past brings what was true then beside what is now.

A window of a time, no later end.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from support.model_server import ModelServer
from support.samples.graphs import edge

from memary import Memary
from memary.retrieval.hits import Hit

LEIPZIG, GRAZ = "User lives in Leipzig.", "User lives in Graz."
FEBRUARY = datetime(2026, 2, 1, tzinfo=UTC)
NOW_ONLY = "- User lives in Graz. (since 2026-03-01)"
BEFORE = "- User lives in Leipzig. (2026-01-01 to 2026-03-01)"


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as opened:
        for text, said in (
            ("I live in Leipzig.", "2026-01-01T10:00:00Z"),
            ("I moved to Graz.", "2026-03-01T10:00:00Z"),
        ):
            opened.add({"content": text, "created_at": said}, user_id="ada")
            opened.flush()
        yield opened


def facts(memory: Memary, question: str, **options: object) -> dict[str, Hit]:
    found = memory.search(question, user_id="ada", kinds={"fact"}, **options)  # type: ignore[arg-type]
    return {hit.text: hit for hit in found}


def shown(memory: Memary, question: str, **options: object) -> list[str]:
    window = memory.context(question, user_id="ada", history="none", **options)  # type: ignore[arg-type]
    return [line for block in window.blocks if block.name == "facts" for line in block.lines]


@pytest.mark.parametrize(
    "question",
    [
        "Where did I live in January 2026?",
        "Where did I live before March 2026?",
        "Where did I live on 15 February 2026?",
        "Where did I live between 2025 and 2026?",
        "Where did I live, in May 2019 or in January 2026?",
    ],
)
def test_what_was_true_at_the_time_a_question_names_is_shown_with_its_interval(memory: Memary, question: str) -> None:
    assert set(shown(memory, question)) == {NOW_ONLY, BEFORE}


def test_a_question_in_chinese_names_a_time_as_well(memory: Memary) -> None:
    assert "- User lives in Leipzig. (2026-01-01至2026-03-01)" in shown(memory, "我2026年1月住在哪里？")


@pytest.mark.parametrize("question", ["Where did I live before?", "Where did I use to live?"])
def test_what_was_once_true_is_shown_to_who_asks_for_the_past(memory: Memary, question: str) -> None:
    assert set(shown(memory, question)) == {NOW_ONLY, BEFORE}
    assert facts(memory, question)[LEIPZIG].invalid_at == datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("How much was the rent of the office to be, one decision after another?", True),
        ("What rent did we want for the office?", True),
        ("What was the rent of the office?", True),
        ("这间办公室的租金定过多少？", True),
        ("What is the rent of the office?", False),
        ("这间办公室的租金是多少？", False),
    ],
)
def test_what_something_took_the_place_of_answers_a_question_that_is_put_in_the_past(
    memory: Memary, question: str, is_asked: bool
) -> None:
    about = "office" if question.isascii() else "办公室"
    for rent in ("900", "950"):
        told = edge(about, "rent_is" if about == "office" else "租金是", rent, op="UPDATE")
        memory.facts.add([told], user_id="ada")
    found = facts(memory, question)
    assert [any(rent in text for text in found) for rent in ("950", "900")] == [True, is_asked]
    assert "950" in next(iter(found))  # what holds stands first


@pytest.mark.parametrize("question", ["我以前住在哪里？", "我曾经住在哪里？"])
def test_who_asks_for_the_past_in_chinese_is_shown_it_as_well(memory: Memary, question: str) -> None:
    assert "- User lives in Leipzig. (2026-01-01至2026-03-01)" in shown(memory, question)


def test_the_time_that_a_question_names_bounds_the_past_it_asks_for(memory: Memary) -> None:
    assert shown(memory, "Where did I use to live in May 2019?") == [NOW_ONLY]
    assert LEIPZIG in facts(memory, "Where did I use to live in January 2026?")


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "Where should I live before I leave?",
        "Do I live here? I moved before.",
        "Where did I live in May 2019?",
        "Where did I live in April 2026?",
        "Where will I live in January 2126?",
    ],
)
def test_without_a_time_at_which_it_was_true_nothing_past_is_shown(memory: Memary, question: str) -> None:
    assert shown(memory, question) == [NOW_ONLY]


@pytest.mark.parametrize("question", ["我住在哪里？", "出门以前我住在哪里？", "原来如此，我住在哪里？"])
def test_nothing_past_is_found_for_a_question_in_chinese_of_the_present(memory: Memary, question: str) -> None:
    assert set(facts(memory, question)) == {GRAZ}


def test_the_score_of_a_past_fact_follows_from_its_explanation(memory: Memary) -> None:
    found = facts(memory, "Where did I live in January 2026?")
    for hit in found.values():
        assert hit.score == pytest.approx(hit.explain.score)
    assert "then" in found[LEIPZIG].explain.signals
    assert "then" not in found[GRAZ].explain.signals
    assert found[LEIPZIG].invalid_at == datetime(2026, 3, 1, 10, tzinfo=UTC)


def test_a_fact_that_was_taken_back_was_never_true(memory: Memary) -> None:
    since = {"valid_at": "2026-01-05T00:00:00Z"}
    memory.facts.add([edge("Ada", "lives_in", "Oslo", **since)], user_id="ada")
    (wrong,) = memory.facts.list(user_id="ada", about="Oslo")
    corrected = edge("Ada", "lives_in", "Bergen", op="UPDATE", target_id=wrong.id, correction=True, **since)
    memory.facts.add([corrected], user_id="ada")
    found = facts(memory, "Where did Ada live in January 2026?")
    assert "Ada lives in Oslo." not in found
    assert "Ada lives in Bergen." in found


def test_filters_and_other_users_bound_the_past_as_well(memory: Memary) -> None:
    question = "Where did I live in January 2026?"
    assert LEIPZIG not in facts(memory, question, filters={"predicate": "likes"})
    assert memory.search(question, user_id="ben") == []


def test_what_is_asked_as_of_a_time_is_answered_as_it_would_have_been_then(memory: Memary) -> None:
    at = datetime(2026, 4, 1, tzinfo=UTC)
    hit = facts(memory, "Where did I live in January 2026?", as_of=at)[LEIPZIG]
    assert hit.invalid_at is not None
    assert LEIPZIG not in facts(memory, "Where do I live?", as_of=at)


@pytest.mark.parametrize("at", [None, datetime(2026, 3, 1, tzinfo=UTC)], ids=["now", "then"])
def test_what_happened_once_is_found_at_whatever_time_it_is_asked(memory: Memary, at: datetime | None) -> None:
    days = {"valid_at": "2026-02-13T00:00:00Z", "invalid_at": "2026-02-14T00:00:00Z"}
    memory.facts.add([edge("Ada", "attended", "Nick Cave concert", **days)], user_id="ada")
    found = facts(memory, "Which concerts did Ada go to?", as_of=at)
    assert found["Ada attended Nick Cave concert."].invalid_at == datetime(2026, 2, 14, tzinfo=UTC)


def test_messages_are_found_in_the_same_order_with_past_facts_and_without(memory: Memary) -> None:
    question = "Where did I live in January 2026?"
    alone = memory.search(question, user_id="ada", kinds={"message"})
    beside = [hit for hit in memory.search(question, user_id="ada") if hit.kind == "message"]
    assert [hit.id for hit in alone] == [hit.id for hit in beside]


def test_the_past_costs_one_embedding_call_and_no_other() -> None:
    with (
        ModelServer() as server,
        Memary.open(
            "sqlite:///:memory:", base_url=server.base_url, model="scripted", api_key="test",
            embedding="openai:scripted", worker=False,
        ) as memory,
    ):  # fmt: skip
        past = {"valid_at": "2026-01-01T00:00:00Z", "invalid_at": "2026-03-01T00:00:00Z"}
        memory.facts.add([edge("Ada", "lives_in", "Leipzig", **past)], user_id="ada")
        server.reset_counts()
        assert "Ada lives in Leipzig." in facts(memory, "Where did Ada live in January 2026?")
        assert (server.chat_calls, server.embedding_calls) == (0, 1)


def test_an_end_that_was_learnt_later_is_not_in_the_window_of_a_time(memory: Memary) -> None:
    assert shown(memory, "Where do I live?", as_of=FEBRUARY) == ["- User lives in Leipzig. (since 2026-01-01)"]


def test_an_end_before_the_time_of_a_window_is_in_it_where_the_talk_was_added_later(memory: Memary) -> None:
    april = datetime(2026, 4, 1, tzinfo=UTC)
    assert set(shown(memory, "Where did I live before?", as_of=april)) == {NOW_ONLY, BEFORE}


def test_an_end_that_was_stated_from_the_start_is_in_the_window_of_a_time(memory: Memary) -> None:
    stay = {"valid_at": "2026-01-01T00:00:00Z", "invalid_at": "2026-06-01T00:00:00Z"}
    memory.facts.add([edge("Ada", "visits", "Oslo", **stay)], user_id="ada")
    lines = shown(memory, "Where is Ada?", as_of=FEBRUARY)
    assert "- Ada visits Oslo. (2026-01-01 to 2026-05-31)" in lines


def test_what_is_known_today_of_a_past_time_can_still_be_asked_for(memory: Memary) -> None:
    known = {"as_of": FEBRUARY, "known_at": datetime.now(UTC)}
    assert shown(memory, "Where do I live?", **known) == [BEFORE]


@pytest.mark.long
@pytest.mark.parametrize("question", ["Where did my sister work before?", "Where did my sister work in 2022?"])
def test_what_was_true_once_of_those_that_a_question_leads_to_is_found_among_much_of_its_kind(question: str) -> None:
    ended = {"valid_at": "2020-01-01", "invalid_at": "2024-01-01"}
    others = [edge(f"Guest{n}", "works_at", f"Firm{n}", **ended) for n in range(60)]
    met = [edge(who, "met", f"Guest{n}") for who in ("User", "Mira") for n in range(60)]
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as memory:
        kin = [edge("User", "has_sister", "Mira"), edge("Mira", "works_at", "Acme", **ended)]
        memory.facts.add([*kin, edge("Mira", "works_at", "Globex", valid_at="2024-01-01")], user_id="ada")
        memory.facts.add([*met, *others], user_id="ada")
        first = [hit.text for hit in memory.search(question, user_id="ada", kinds={"fact"}, top_k=3)]
    assert set(first) == {"User has sister Mira.", "Mira works at Acme.", "Mira works at Globex."}


ENDED = {"valid_at": "2015-01-01", "invalid_at": "2018-01-01"}


@pytest.mark.parametrize(
    ("question", "known", "first"),
    [
        (
            "Where did my sister work in 2016?",
            [
                edge("User", "works_at", "Acme"),
                edge("Mira", "works_at", "Umbrella", **ENDED),
                edge("Bob", "works_at", "Acme", **ENDED),
            ],
            {"User has sister Mira.", "Mira works at Umbrella."},
        ),
        (
            "Where did I work in 2016?",
            [
                edge("User", "works_at", "Acme"),
                edge("User", "works_at", "Stark", **ENDED),
                edge("Acme", "merged_with", "Opel", statement="Acme merged with Opel in 2016.", **ENDED),
            ],
            {"User works at Stark."},
        ),
        (
            "Where did my neighbour work in 2016?",
            [
                edge("User", "has_neighbour", "Lin", **ENDED),
                edge("Lin", "works_at", "Hooli", **ENDED),
                edge("User", "works_at", "Acme"),
            ],
            {"User has neighbour Lin.", "Lin works at Hooli."},
        ),
        (
            "Where did I go on holiday with my sister in 2016?",
            [
                edge("User", "went_to", "Rome", statement="User went on holiday to Rome with sister.", **ENDED),
                edge("Mira", "went_to", "Lyon", statement="Mira went to school in Lyon.", **ENDED),
            ],
            {"User went on holiday to Rome with sister."},
        ),
    ],
)
def test_what_was_true_once_comes_first_only_where_the_question_leads_to_it(
    question: str, known: list[dict[str, object]], first: set[str]
) -> None:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as memory:
        memory.facts.add([edge("User", "has_sister", "Mira"), *known], user_id="ada")
        hits = memory.search(question, user_id="ada", kinds={"fact"}, top_k=len(first))
        assert {hit.text for hit in hits} == first
        assert all(hit.explain.path for hit in hits)


def test_of_many_things_that_were_true_once_the_one_that_is_asked_about_comes_first() -> None:
    firms = [edge("Mira", "worked_at", f"Firm{n}", **ENDED) for n in range(28)]
    nights = edge("Mira", "worked_at", "Clinic", statement="Mira worked nights at Clinic.", **ENDED)
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as memory:
        memory.facts.add([edge("User", "has_sister", "Mira"), *firms[:9], nights, *firms[9:]], user_id="ada")
        hits = memory.search("Did my sister work nights before?", user_id="ada", kinds={"fact"}, top_k=2)
    assert {hit.text for hit in hits} == {"User has sister Mira.", "Mira worked nights at Clinic."}
