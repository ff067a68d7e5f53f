"""The memory stream and the knowledge store, as a program that uses memary sees them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from support.chatting import answer, call, is_extraction
from support.model_server import ModelServer
from support.records import fresh_user

from memary import ChatAgent, Memary
from memary.errors import InputError, NotFoundError
from memary.types import ORIGIN_KEY
from stream.saying import Open, counts, say, told


def test_a_message_gives_one_mention_of_each_entity_it_names(memory: Memary, user: str) -> None:
    say(memory, user, "I met Mira Novak in Graz. Mira Novak loves Graz.")
    say(memory, user, "Then I left Graz.", "2026-05-02")
    assert counts(memory, user) == {"Graz": 2, "Mira Novak": 1}


def test_chinese_messages_are_counted_alike(memory: Memary, user: str) -> None:
    say(memory, user, "我和周航在武汉认识，周航那时住在武汉。")
    say(memory, user, "周航去深圳了。", "2026-05-02")
    assert counts(memory, user) == {"周航": 2, "武汉": 1, "深圳": 1}


def test_a_name_inside_another_word_or_name_is_no_mention(memory: Memary, user: str) -> None:
    told = ["We use Go at work.", "I go home, good night.", "We met Jonas Lindqvist.", "I like Jonas."]
    said = [{"content": text, "created_at": f"2026-05-0{day}T09:00:00Z"} for day, text in enumerate(told, 1)]
    memory.add(said, user_id=user)
    memory.flush(user_id=user)
    assert counts(memory, user)["Go"] == 1
    assert counts(memory, user)["Jonas Lindqvist"] == 1


def test_what_only_a_refusal_names_is_in_no_other_message(memory: Memary, user: str) -> None:
    refusals = ["I don't know whether Leila still works for Apple.", "我不知道小雨现在还在不在华为工作。"]
    said = [{"role": "assistant", "content": text} for text in refusals]
    memory.add([*said, {"content": "Good night."}], user_id=user)
    memory.flush(user_id=user)
    assert counts(memory, user) == {}


@pytest.mark.parametrize(
    ("text", "correction", "meant"),
    [
        ("I live in Berlin.", "Sorry, I meant Bern.", {"Berlin": 1, "Bern": 1}),
        ("我住在北京。", "不对，我说错了，是上海。", {"北京": 1, "上海": 1}),
    ],
)
def test_a_correction_does_not_bring_up_again_what_it_takes_back(
    memory: Memary, user: str, text: str, correction: str, meant: dict[str, int]
) -> None:
    say(memory, user, text)
    say(memory, user, correction, "2026-05-02")
    assert counts(memory, user) == meant


def test_the_same_text_counts_again_only_if_it_was_said_again(memory: Memary, user: str) -> None:
    for _ in range(2):
        say(memory, user, "I moved to Berlin.")
    assert counts(memory, user) == {"Berlin": 1}
    say(memory, user, "I moved to Berlin.", "2026-05-02")
    assert counts(memory, user) == {"Berlin": 2}
    memory.admin.replay(user_id=user, everything=True)
    memory.flush(user_id=user)
    assert counts(memory, user) == {"Berlin": 2}


def test_facts_of_the_callers_own_count_once_per_message_or_fact(memory: Memary, user: str) -> None:
    fact: dict[str, Any] = {"subject": "Mira", "predicate": "lives_in", "object": "Graz"}
    for _ in range(2):
        memory.facts.add([fact], user_id=user)
    assert counts(memory, user) == {"Graz": 1, "Mira": 1}
    ids = memory.add(["x", "y"], user_id=user, infer=False).ids
    for _ in range(2):
        memory.facts.add([fact | {"source_ids": list(ids)}], user_id=user)
    assert counts(memory, user) == {"Graz": 3, "Mira": 3}


def test_what_a_model_reads_counts_in_each_message_that_names_it(opens: Open, user: str) -> None:
    with ModelServer() as server:
        memory = opens(base_url=server.base_url, model="scripted", api_key="test")
        entities = [{"name": "Kafka", "type": "product", "categories": ["backend"]}]
        server.when(is_extraction, json.dumps({"entities": entities, "facts": []}))
        memory.add(["I read about Kafka.", "It is late.", "Kafka is hard."], user_id=user)
        memory.flush(user_id=user)
        assert counts(memory, user, category="backend") == {"Kafka": 2}


def test_what_the_external_model_answered_enters_the_stream(opens: Open, user: str) -> None:
    with ModelServer() as server:
        fact = {"subject": "Susanna Clarke", "predicate": "wrote", "object": "Piranesi", "message": 2}
        fact |= {"statement": "Susanna Clarke wrote Piranesi.", "quote": "Susanna Clarke wrote Piranesi."}
        named = [{"name": "Susanna Clarke", "type": "person"}, {"name": "Piranesi", "type": "work"}]
        server.when(is_extraction, json.dumps({"entities": named, "facts": [fact | {"importance": 3}]}))
        memory = opens(base_url=server.base_url, model="scripted", api_key="test", external_llm="outside",
                       external_base_url=server.base_url, external_api_key="test")  # fmt: skip
        told = "Susanna Clarke wrote Piranesi."
        server.script(call("search", query="Who wrote Piranesi?"), told, answer(told))
        assert ChatAgent(memory, user_id=user).chat("Who wrote Piranesi?").origin == "external"
        memory.flush(user_id=user)
    assert counts(memory, user) == {"Piranesi": 2, "Susanna Clarke": 1}  # the question names it, too


def test_an_answer_that_only_repeats_memory_does_not_count(memory: Memary, user: str) -> None:
    say(memory, user, "I moved to Berlin.")
    say(memory, user, "You live in Berlin.", "2026-05-02", role="assistant", metadata={ORIGIN_KEY: "memory"})
    assert counts(memory, user) == {"Berlin": 1}


def test_an_import_brings_the_stream_along_once(memory: Memary, user: str, tmp_path: Path) -> None:
    say(memory, user, "I moved to Berlin.")
    memory.export(tmp_path / "export.jsonl", user_id=user)
    with Memary.open("sqlite:///:memory:", worker=False) as other:
        for _ in range(2):
            other.import_(tmp_path / "export.jsonl")
        assert told(other, user) == told(memory, user) == [("05-01", "Berlin")]


def test_counts_are_those_of_the_stream_and_a_rebuild_gives_the_same(memory: Memary, opens: Open, user: str) -> None:
    for day, text in enumerate(["I met Mira in Graz.", "Mira left Graz.", "Leila and Mira met."], 1):
        say(memory, user, text, f"2026-05-0{day}")
    before = memory.entities.list(user_id=user, as_of=datetime(2026, 6, 1, tzinfo=UTC))
    said = [name for _, name in told(memory, user)]
    assert {one.entity.name: one.count for one in before} == {name: said.count(name) for name in said}
    assert (memory.admin.check(), memory.admin.rebuild()) == ([], [])
    assert opens().entities.list(user_id=user, as_of=datetime(2026, 6, 1, tzinfo=UTC)) == before


# reading


def test_the_stream_is_read_by_time_entity_session_and_place(memory: Memary, user: str) -> None:
    for day, (text, session) in enumerate([("I met Mira.", "a"), ("I saw Graz.", "a"), ("I met Mira.", "b")], 1):
        say(memory, user, text, f"2026-05-0{day}", session=session)
    everything = [("05-01", "Mira"), ("05-02", "Graz"), ("05-03", "Mira")]
    assert told(memory, user) == everything
    assert told(memory, user, since=datetime(2026, 5, 2, tzinfo=UTC)) == everything[1:]
    assert told(memory, user, until=datetime(2026, 5, 2, tzinfo=UTC)) == everything[:1]
    assert told(memory, user, entity="mira") == [everything[0], everything[2]]
    assert told(memory, user, session_id="a") == everything[:2]
    assert told(memory, user, limit=1) == everything[2:]
    assert told(memory, user, limit=1, offset=1) == everything[1:2]
    assert told(memory, user, offset=2) == everything[:1]
    assert told(memory, user, offset=9) == []
    with pytest.raises(InputError, match="offset is -1"):
        memory.stream.entries(user_id=user, offset=-1)
    with pytest.raises(NotFoundError, match="'Nobody'"):
        memory.stream.entries(user_id=user, entity="Nobody")
    with pytest.raises(InputError, match=r"since .* has no time zone"):
        memory.stream.entries(user_id=user, since=datetime(2026, 5, 2))


def test_the_timeline_counts_the_stream_in_the_users_zone(opens: Open, user: str) -> None:
    memory = opens(timezone="Asia/Shanghai")
    say(memory, user, "我在武汉。", created_at="2026-05-31T23:30:00+08:00")
    say(memory, user, "我到了深圳。", created_at="2026-06-01T00:30:00+08:00")
    months = memory.stream.timeline(user_id=user, by="month")
    assert [(f"{month.start:%F %z}", month.count, month.top) for month in months] == [
        ("2026-05-01 +0800", 1, ("武汉",)),
        ("2026-06-01 +0800", 1, ("深圳",)),
    ]
    assert [day.count for day in memory.stream.timeline(user_id=user, by="day", entity="深圳")] == [1]
    with pytest.raises(InputError, match=r"by is .*: give 'day', 'week' or 'month'"):
        memory.stream.timeline(user_id=user, by="year")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["entities.list", "stream.themes", "stream.entries"])
def test_a_limit_below_0_is_refused(memory: Memary, user: str, name: str) -> None:
    with pytest.raises(InputError, match=r"limit is -1: give 0 or more\."):
        attrgetter(name)(memory)(user_id=user, limit=-1)
    assert attrgetter(name)(memory)(user_id=user, limit=0) == []


def test_a_rewind_with_a_limit_below_0_is_refused(memory: Memary, user: str) -> None:
    with pytest.raises(InputError, match="limit is -1"):
        memory.stream.rewind(datetime(2026, 5, 1, tzinfo=UTC), user_id=user, limit=-1)


@pytest.mark.parametrize("threshold", [-1, 5, float("nan")])
def test_a_threshold_that_no_divergence_can_have_is_refused(memory: Memary, user: str, threshold: float) -> None:
    with pytest.raises(InputError, match="give a number from 0 to 1"):
        memory.stream.topic_shifts(user_id=user, threshold=threshold)


def test_a_stream_at_the_first_and_last_days_that_are_taken_is_counted_everywhere(opens: Open, user: str) -> None:
    for zone in ("Asia/Shanghai", "America/New_York"):
        memory = opens(timezone=zone)
        say(memory, user, "I met Mira.", "0002-01-01", session=zone)
        say(memory, user, "I met Mira.", "9998-12-31", session=zone)
        for day in ("0002-01-01", "9998-12-31"):
            begin = datetime.fromisoformat(f"{day}T09:00:00+00:00")
            end = begin + timedelta(minutes=1)
            for by in ("day", "week", "month"):
                assert memory.stream.timeline(user_id=user, by=by, since=begin, until=end)[0].count
        memory.stream.topic_shifts(user_id=user)
        memory.stream.themes(user_id=user)
        memory.context("Who is Mira?", user_id=user)
        assert memory.stream.rewind(begin, user_id=user).then.mentions


# the knowledge store


def test_entities_are_told_by_how_well_they_are_known(opens: Open, user: str) -> None:
    memory = opens(known_after=2, new_within_days=5)
    for day, text in enumerate(["I met Mira.", "I met Mira.", "I saw Graz."], 1):
        say(memory, user, text, f"2026-05-0{day}")
    then = datetime(2026, 5, 7, tzinfo=UTC)
    assert counts(memory, user, known=True, as_of=then) == {"Mira": 2}
    assert counts(memory, user, known=False, as_of=then) == {"Graz": 1}
    assert counts(memory, user, new=True, as_of=then) == {"Graz": 1}
    assert counts(memory, user, known=True, as_of=datetime(2026, 5, 1, 12, tzinfo=UTC)) == {}


def test_the_half_life_may_be_chosen_per_call(memory: Memary, user: str) -> None:
    for day in (1, 2, 3):
        say(memory, user, "I met Mira.", f"2026-01-0{day}")
    say(memory, user, "I saw Graz.", "2026-05-01")
    then = datetime(2026, 5, 2, tzinfo=UTC)
    assert list(counts(memory, user, as_of=then, half_life_days=1000)) == ["Mira", "Graz"]
    assert list(counts(memory, user, as_of=then, half_life_days=10)) == ["Graz", "Mira"]
    with pytest.raises(InputError, match="above 0"):
        memory.entities.list(user_id=user, half_life_days=0)


@pytest.mark.one_store
def test_the_user_puts_entities_into_categories_and_takes_it_back(either: Memary, user: str) -> None:
    say(either, user, "I met Mira Novak.")
    assert [one.name for one in either.entities.categories(user_id=user)] == ["people"]
    given = either.entities.categorize("Mira Novak", user_id=user, categories=["friends"])
    either.entities.categorize("mira novak", user_id=user, add=["climbers"])
    assert counts(either, user, category="Climbers") == {"Mira Novak": 1}
    either.entities.categorize("Mira Novak", user_id=user, remove=["climbers"])
    renamed = either.entities.rename_category("friends", "朋友", user_id=user)
    assert [(one.name, one.entities) for one in either.entities.categories(user_id=user)] == [("朋友", 1)]
    with pytest.raises(InputError, match="Undo"):
        either.operations.undo(user_id=user, id=given.id)
    either.operations.undo(user_id=user, id=renamed.id)
    assert either.entities.list(user_id=user)[0].categories == ("friends",)
    say(either, user, "Mira Novak was here.", "2026-05-02")
    assert counts(either, user, category="friends") == {"Mira Novak": 2}


def test_a_category_that_makes_no_sense_is_refused(memory: Memary, user: str) -> None:
    say(memory, user, "I met Mira.")
    with pytest.raises(InputError, match="No change is given"):
        memory.entities.categorize("Mira", user_id=user)
    with pytest.raises(InputError, match="already has these categories: none of its own"):
        memory.entities.categorize("Mira", user_id=user, categories=[])
    with pytest.raises(NotFoundError, match="'Nobody'"):
        memory.entities.categorize("Nobody", user_id=user, add=["x"])
    with pytest.raises(InputError, match="categories is 'friends': give a list of texts"):
        memory.entities.categorize("Mira", user_id=user, categories="friends")
    with pytest.raises(InputError, match="holds a line break"):
        memory.entities.categorize("Mira", user_id=user, add=["close\nfriends"])
    with pytest.raises(InputError, match="at most 100 characters, not 5,000"):
        memory.entities.categorize("Mira", user_id=user, add=["x" * 5_000])
    with pytest.raises(InputError, match="holds a line break"):
        memory.entities.rename_category("other", "the\nrest", user_id=user)
    with pytest.raises(NotFoundError, match="follows from a type"):
        memory.entities.rename_category("people", "rest", user_id=user)
    with pytest.raises(InputError, match="another name"):
        memory.entities.rename_category("other", " ", user_id=user)


def test_changes_compare_a_period_with_the_one_before(memory: Memary, user: str) -> None:
    for day in range(1, 5):
        say(memory, user, "I write React all day.", f"2026-04-0{day}")
        say(memory, user, "We deploy Kafka now.", f"2026-05-0{day}")
    day = {name: datetime(2026, month, 1, tzinfo=UTC) for name, month in (("april", 4), ("may", 5), ("june", 6))}
    found = memory.stream.changes(user_id=user, since=day["may"], until=day["june"])
    assert [(one.name, one.change) for one in found.entities] == [("Kafka", "new"), ("React", "gone")]
    assert found.earlier == (day["april"] - timedelta(days=1), day["may"])  # May has a day more
    none = memory.stream.changes(
        user_id=user, since=day["may"], until=day["june"], compared_since=day["may"] - timedelta(1)
    )
    assert [(one.name, one.change) for one in none.entities] == [("Kafka", "new")]
    with pytest.raises(InputError, match=r"since 2026-06-01\S+ is not before until 2026-05-01\S+\.$"):
        memory.stream.changes(user_id=user, since=day["june"], until=day["may"])
    with pytest.raises(InputError, match=r"since 2026-05-01\S+ is not after compared_since 2026-06-01\S+\.$"):
        memory.stream.changes(user_id=user, since=day["may"], compared_since=day["june"])
    with pytest.raises(InputError, match="is not before the present"):
        memory.stream.changes(user_id=user, since=datetime(2999, 1, 1, tzinfo=UTC))
    first_day = datetime(1, 1, 2, tzinfo=UTC)  # the period before it would begin before the calendar
    assert {one.change for one in memory.stream.changes(user_id=user, since=first_day).entities} == {"new"}


def test_a_category_that_comes_up_again_through_others_is_back(memory: Memary, user: str) -> None:
    for name, month in (("Chess", "2025-01"), ("Kafka", "2026-03"), ("Tetris", "2026-04")):
        for day in (5, 6, 7):
            say(memory, user, f"We had fun with {name}.", f"{month}-0{day}")
        memory.entities.categorize(name, user_id=user, categories=["work" if name == "Kafka" else "games"])
    april, may = datetime(2026, 4, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    found = memory.stream.changes(user_id=user, since=april, until=may)
    assert {one.name: one.change for one in found.categories} == {"games": "back", "work": "gone"}


# themes and rewind


@pytest.mark.long
def test_themes_name_the_messages_behind_them_and_forget_what_has_expired(memory: Memary, user: str) -> None:
    ids = [
        say(
            memory,
            user,
            "I met Mira in Graz.",
            f"2026-05-0{day}",
            session=str(day),
            expires_at="2100-01-01T00:00:00Z",
        )
        for day in (1, 2)
    ]
    (theme,) = memory.stream.themes(user_id=user)
    assert (theme.label, theme.source_ids, theme.sessions) == ("Graz · Mira", tuple(ids), 2)
    assert len(theme.questions) == 3
    gone = fresh_user()
    for day in (1, 2):
        said = {"session": str(day), "expires_at": "2020-05-03T00:00:00Z"}
        say(memory, gone, "I met Mira in Graz.", f"2020-05-0{day}", **said)
    assert (memory.stream.themes(user_id=gone), memory.stream.entries(user_id=gone)) == ([], [])
    assert len(memory.stream.themes(user_id=gone, include_expired=True)) == 1


@pytest.mark.long
def test_chinese_themes_come_with_chinese_questions(memory: Memary, user: str) -> None:
    for day in (1, 2):
        say(memory, user, "我和周航在武汉。", f"2026-05-0{day}", session=str(day))
    (theme,) = memory.stream.themes(user_id=user)
    assert "周航" in theme.label
    assert all("？" in question for question in theme.questions)
    assert all("?" in question for question in memory.stream.themes(user_id=user, language="en")[0].questions)


@pytest.mark.one_store
def test_memory_is_rewound_to_an_earlier_day_and_tells_what_came_after(either: Memary, user: str) -> None:
    for day in (1, 2):
        say(either, user, "I met Mira. I live in Berlin.", f"2026-01-0{day}", session=str(day))
    say(either, user, "I live in Graz.", "2026-04-01")
    state = either.stream.rewind(datetime(2026, 2, 1, tzinfo=UTC), user_id=user)
    assert (state.then.messages, state.then.mentions, state.then.entities, state.then.facts) == (2, 4, 2, 1)
    assert (state.now.messages, state.now.mentions, state.now.entities, state.now.facts) == (3, 5, 3, 1)
    assert {one.entity.name for one in state.entities} == {"Berlin", "Mira"}
    assert [theme.count for theme in state.themes] == [4]
    assert [fact.object for fact in state.facts] == [fact.object for fact in state.ended] == ["Berlin"]
    assert [fact.object for fact in state.begun] == ["Graz"]
    assert [entity.name for entity in state.came_up] == ["Graz"]
    before = either.operations.list(user_id=user)
    either.stream.rewind(datetime(2026, 2, 1, tzinfo=UTC), user_id=user)
    assert either.operations.list(user_id=user) == before


def test_nothing_is_there_before_the_first_message(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Berlin.")
    state = memory.stream.rewind(datetime(2026, 1, 1, tzinfo=UTC), user_id=user)
    assert (state.then.messages, state.then.mentions, state.facts, state.themes) == (0, 0, (), ())
    assert [entity.name for entity in state.came_up] == ["Berlin"]
    with pytest.raises(InputError, match=r"as_of .* has no time zone"):
        memory.stream.rewind(datetime(2026, 1, 1), user_id=user)
    number: Any = 2026
    with pytest.raises(InputError, match="as_of is 2026: give a datetime with a time zone, a date, or a text like"):
        memory.stream.rewind(number, user_id=user)
    with pytest.raises(InputError, match="since is 2026: give a datetime"):
        memory.stream.timeline(user_id=user, since=number)


@pytest.mark.long
def test_the_worked_example_of_the_docs_prints_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "memory" / "stream.md").read_text(encoding="utf-8")
    code, printed = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)[0] for kind in ("python", "text"))
    exec(compile(code, "docs/memory/stream.md", "exec"), {})
    assert capsys.readouterr().out == printed
