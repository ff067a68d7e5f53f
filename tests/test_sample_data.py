"""The sample data a newcomer loads first is complete, well formed and consistent with itself."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parent.parent / "data"
CONVERSATIONS = {"en": "ada.en.jsonl", "zh": "linxia.zh.jsonl"}
OWNERS = {"en": "Ada Novak", "zh": "林夏"}
GUESTS = {"en": "Ben", "zh": "周航"}
CATEGORIES = {"single", "multi", "temporal", "update", "open", "unanswerable"}

both_languages = pytest.mark.parametrize("language", ["en", "zh"])


def read_lines(name: str) -> list[dict[str, Any]]:
    text = (DATA / "conversations" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.removesuffix("\n").split("\n")]


def conversation(language: str) -> list[dict[str, Any]]:
    return read_lines(CONVERSATIONS[language])


def questions(language: str) -> list[dict[str, Any]]:
    return read_lines(f"questions.{language}.jsonl")


@both_languages
def test_every_message_has_the_documented_keys_and_says_something(language: str) -> None:
    for message in conversation(language):
        assert set(message) == {"role", "content", "created_at", "session_id", "speaker"}
        assert message["role"] in {"user", "assistant"}
        assert message["content"] == message["content"].strip() != ""


@both_languages
def test_messages_carry_aware_times_that_never_run_backwards(language: str) -> None:
    times = [datetime.fromisoformat(message["created_at"]) for message in conversation(language)]
    assert all(time.utcoffset() is not None for time in times)
    assert times == sorted(times)


@both_languages
def test_a_conversation_is_long_enough_to_need_a_memory(language: str) -> None:
    messages = conversation(language)
    first, last = (datetime.fromisoformat(messages[end]["created_at"]) for end in (0, -1))
    assert len(messages) >= 140
    assert len({message["session_id"] for message in messages}) >= 10
    assert (last - first).days >= 240


@both_languages
def test_a_session_is_one_run_of_messages_named_after_its_day(language: str) -> None:
    messages = conversation(language)
    assert all(message["created_at"].startswith(message["session_id"]) for message in messages)


@both_languages
def test_a_guest_joins_in_exactly_one_session(language: str) -> None:
    messages = conversation(language)
    speakers = {message["speaker"] for message in messages if message["role"] == "user"}
    visits = {message["session_id"] for message in messages if message["speaker"] == GUESTS[language]}
    assert speakers == {OWNERS[language], GUESTS[language]}
    assert len(visits) == 1


@both_languages
def test_only_the_assistant_speaks_as_memary(language: str) -> None:
    for message in conversation(language):
        assert (message["role"] == "assistant") == (message["speaker"] == "memary")


@both_languages
def test_there_are_forty_different_questions_of_every_category(language: str) -> None:
    asked = questions(language)
    assert len({question["question"] for question in asked}) == len(asked) == 40
    assert {question["category"] for question in asked} == CATEGORIES
    for question in asked:
        assert set(question) == {"question", "answer", "evidence", "category", "asked_at"}
        assert question["answer"]


@both_languages
def test_questions_are_asked_after_the_last_message(language: str) -> None:
    last = datetime.fromisoformat(conversation(language)[-1]["created_at"])
    for question in questions(language):
        asked_at = datetime.fromisoformat(question["asked_at"])
        assert asked_at.utcoffset() is not None
        assert asked_at > last


@both_languages
def test_evidence_names_lines_that_people_said(language: str) -> None:
    messages = conversation(language)
    for question in questions(language):
        evidence = question["evidence"]
        assert evidence == sorted(set(evidence)), question["question"]
        for number in evidence:
            assert 1 <= number <= len(messages), question["question"]
            assert messages[number - 1]["role"] == "user", question["question"]


@both_languages
def test_only_unanswerable_questions_lack_evidence(language: str) -> None:
    for question in questions(language):
        assert (question["category"] == "unanswerable") == (not question["evidence"]), question["question"]


@both_languages
def test_the_readme_states_the_true_size_of_a_conversation(language: str) -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if f"conversations/{CONVERSATIONS[language]}`" in line)
    messages = conversation(language)
    sessions = {message["session_id"] for message in messages}
    assert f"{len(messages)} messages, {len(sessions)} sessions" in row


@both_languages
@pytest.mark.parametrize("name", ["system", "user"])
def test_a_persona_exists_is_short_and_has_nothing_left_to_fill_in(name: str, language: str) -> None:
    text = (DATA / "personas" / f"{name}.{language}.md").read_text(encoding="utf-8")
    assert text.strip()
    assert not set("{}") & set(text)
    # Chinese is written without spaces: there the limit is in characters.
    assert len(text.split()) <= 120 if language == "en" else len(text) <= 220


def test_facts_name_lines_of_the_conversation_and_statements_before_them() -> None:
    said, stated = conversation("en"), set[str]()
    for fact in read_lines("facts.en.jsonl"):
        assert fact["lines"] or fact["origin"] == "import"
        assert all(said[line - 1]["role"] == "user" for line in fact["lines"])
        assert {fact[key] for key in ("replaces", "ends") if key in fact} <= stated
        assert fact["statement"] not in stated
        stated.add(fact["statement"])
