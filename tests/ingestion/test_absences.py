"""That there is none of something at present is known, with its date and source, and answers a question."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.records import fresh_user

from memary import ChatAgent, Fact, Memary

SENTENCES = tomllib.loads((Path(__file__).parents[1] / "data" / "absences.toml").read_text())


@pytest.fixture
def memory(on_each_store: Memary) -> Memary:
    """An open memory without a language model."""
    return on_each_store


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


def say(memory: Memary, user: str, *texts: str) -> None:
    """Say a text on the first of each month of 2026, and read them."""
    said = [{"content": text, "created_at": f"2026-{month:02}-01"} for month, text in enumerate(texts, 1)]
    memory.add([one | {"created_at": f"{one['created_at']}T00:00:00Z"} for one in said], user_id=user)
    memory.flush(user_id=user)


def facts(memory: Memary, user: str, **options: Any) -> list[str]:
    return [fact.statement for fact in memory.facts.list(user_id=user, **options)]


@pytest.mark.long
@pytest.mark.parametrize("language", SENTENCES)
def test_sentences_that_say_so_are_told_from_those_that_do_not(language: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        said = [(kind, text) for kind in ("says", "not") for text in SENTENCES[language][kind]]
        for number, (_, text) in enumerate(said):
            memory.add(text, user_id=f"user{number}")
        memory.flush()
        for number, (kind, text) in enumerate(said):
            none = [fact for fact in memory.facts.list(user_id=f"user{number}") if fact.object in ("none", "无")]
            assert (kind, bool(none)) == (kind, kind == "says"), text


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("before", "said", "question", "known"),
    [
        ("I work at Bosch.", "I'm between jobs.", "Where do I work?", "User works nowhere at present."),
        ("I live in Rome.", "We gave up the flat.", "Where do I live?", "User lives nowhere at present"),
        ("我在博世公司工作。", "我现在没有工作", "我在哪里工作？", "用户目前没有工作。"),
        ("我住在西安。", "房子退了。", "我住在哪里？", "用户目前没有地方住"),
        ("My dog is called Rex.", "I no longer have a dog.", "Do I have a dog?", "User has no dog at present."),
    ],
)
@pytest.mark.words
def test_it_answers_what_is_asked_of_the_present(
    memory: Memary, user: str, before: str, said: str, question: str, known: str
) -> None:
    say(memory, user, before, said)
    (now,) = memory.facts.list(user_id=user)
    assert now.statement.startswith(known)
    assert f"{now.valid_at:%Y-%m-%d}" == "2026-02-01"
    assert now.quote == said.rstrip(".。")
    assert memory.search(question, user_id=user)[0].text.startswith(known)
    line = next(line for line in memory.context(question, user_id=user).text.splitlines() if known in line)
    assert "2026-02" in line
    assert known in ChatAgent(memory, user_id=user).chat(question).text.splitlines()[1]


@pytest.mark.one_store
def test_it_ends_what_there_was_and_ends_with_what_comes_next(memory: Memary, user: str) -> None:
    say(memory, user, "I work at Bosch.", "I quit; nothing new yet.", "I work at Siemens.")
    assert facts(memory, user) == ["User works at Siemens."]
    assert facts(memory, user, as_of="2026-01-15") == ["User works at Bosch."]
    assert facts(memory, user, as_of="2026-02-15") == ["User works nowhere at present."]


def test_what_is_told_once_more_is_known_already(memory: Memary, user: str) -> None:
    say(memory, user, "I'm between jobs.", "I'm still unemployed.")
    (fact,) = memory.facts.list(user_id=user, include_past=True)
    assert len(fact.source_ids) == 2


@pytest.mark.one_store
def test_it_can_be_undone(memory: Memary, user: str) -> None:
    say(memory, user, "I work at Bosch.", "I'm between jobs.")
    memory.operations.undo(memory.operations.list(user_id=user)[-1].id, user_id=user)
    assert facts(memory, user) == ["User works at Bosch."]


@pytest.mark.one_store
def test_it_is_no_thing_that_comes_up(memory: Memary, user: str) -> None:
    say(memory, user, "I work at Bosch.", "I'm between jobs.")
    assert [entry.entity.name for entry in memory.entities.list(user_id=user)] == ["Bosch"]


@pytest.mark.one_store
def test_it_goes_through_an_export(memory: Memary, user: str, tmp_path: Path) -> None:
    say(memory, user, "I work at Bosch.", "I'm between jobs.")
    memory.export(tmp_path / "all.jsonl", user_id=user)
    with Memary.open("sqlite:///:memory:", worker=False) as other:
        other.import_(tmp_path / "all.jsonl")
        assert facts(other, user) == facts(memory, user)
        other.add({"content": "I work at Siemens.", "created_at": "2026-05-01T00:00:00Z"}, user_id=user)
        other.flush(user_id=user)
        assert facts(other, user) == ["User works at Siemens."]


@pytest.mark.one_store
def test_a_caller_can_say_so_of_anything(memory: Memary, user: str) -> None:
    fact = {"subject": "Ann", "predicate": "has_dentist", "valid_at": "2026-01-01"}
    memory.facts.add([fact | {"object": "Dr. Kline"}], user_id=user)
    memory.facts.add([fact | {"object": "none", "valid_at": "2026-03-01"}], user_id=user)
    assert [one.object for one in memory.facts.list(user_id=user)] == ["none"]
    memory.facts.add([fact | {"object": "Dr. Mora", "valid_at": "2026-05-01"}], user_id=user)
    assert [one.object for one in memory.facts.list(user_id=user)] == ["Dr. Mora"]


@pytest.mark.parametrize(("none", "sentence"), [("none", "User works nowhere at present."), ("无", "小安没有工作。")])
def test_a_model_can_say_so(none: str, sentence: str) -> None:
    quit_ = "I quit." if none == "none" else "我辞职了。"
    read: dict[str, object] = {
        "subject": "User",
        "predicate": "works_at",
        "object": none,
        "statement": sentence,
        "quote": quit_,
        "op": "UPDATE",
        "target": 1,
        "importance": 3,
    }
    with ModelServer() as server:
        options = {"base_url": server.base_url, "model": "scripted", "api_key": "test", "max_retries": 0}
        with Memary.open("sqlite:///:memory:", worker=False, **options) as memory:
            memory.facts.add([{"subject": "User", "predicate": "works_at", "object": "Bosch"}], user_id="ada")
            server.script(json.dumps({"entities": [{"name": none}], "facts": [read]}))
            memory.add(quit_, user_id="ada")
            memory.flush()
            now: list[Fact] = memory.facts.list(user_id="ada")
            assert [fact.statement for fact in now] == [sentence]
            assert [one.name for one in memory.entities.graph("User", user_id="ada").entities.values()]
            assert none not in [entry.entity.name for entry in memory.entities.list(user_id="ada")]


def test_repeated_words_are_read_in_no_time_worth_speaking_of() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(f"我{'刚' * 200}没饭吃。", user_id="ada")
        memory.flush()
        assert memory.facts.list(user_id="ada") == []
