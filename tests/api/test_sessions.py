"""Titles of sessions: given, changed, taken away, exported and forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from memary import InputError, Memary
from memary.errors import NotFoundError
from memary.ingestion.extraction.prompt import Extraction, ExtractionInput
from memary.ingestion.extraction.rules.extractor import RuleExtractor


def talk(memory: Memary, user: str = "ada") -> None:
    said = [
        {"content": "I live in Graz.", "created_at": "2026-02-01T09:00:00Z"},
        {"content": "It rains.", "created_at": "2026-02-01T09:01:00Z"},
    ]
    memory.add(said, user_id=user, session_id="s1", wait=True)
    memory.add("I like tea.", user_id=user, session_id="s2", wait=True)


def test_a_session_is_called_as_somebody_says_and_nothing_else_changes(memory: Memary) -> None:
    talk(memory)
    facts, sessions = memory.facts.list(user_id="ada"), memory.sessions.list(user_id="ada")
    memory.sessions.rename("s1", "  Moving\nhouse ", user_id="ada")
    assert memory.sessions.titles(user_id="ada") == {"s1": "Moving house"}
    memory.sessions.rename("s1", "搬家", user_id="ada")
    memory.sessions.rename("s2", "Tea", user_id="ada")
    assert memory.sessions.titles(user_id="ada") == {"s1": "搬家", "s2": "Tea"}
    memory.sessions.rename("s2", "", user_id="ada")
    assert memory.sessions.titles(user_id="ada") == {"s1": "搬家"}
    assert memory.sessions.titles(user_id="ben") == {}
    assert (memory.facts.list(user_id="ada"), memory.sessions.list(user_id="ada")) == (facts, sessions)
    assert memory.flush().done == 0, "nothing is read again"
    assert memory.search("rains", user_id="ada", kinds={"message"})[0].text == "It rains."
    assert memory.admin.check(user_id="ada") == []


def test_a_session_that_is_named_while_its_first_message_is_read_is_read_once() -> None:
    reads: list[int] = []

    class Naming(RuleExtractor):
        async def extract(self, given: ExtractionInput) -> Extraction:
            reads.append(len(given.messages))
            await memory.sessions.arename("s1", "Moving house", user_id="ada")
            return await super().extract(given)

    with Memary.open("sqlite:///:memory:", worker=False, extractor=Naming()) as memory:
        memory.add("I live in Graz.", user_id="ada", session_id="s1")
        assert memory.flush().done == 1
        assert [one.attempts for one in memory.messages.list(user_id="ada")] == [1]
        assert memory.sessions.titles(user_id="ada") == {"s1": "Moving house"}
    assert reads == [1]


def test_a_title_is_exported_and_goes_with_what_it_stands_on(memory: Memary, tmp_path: Path) -> None:
    talk(memory)
    memory.sessions.rename("s1", "Moving house", user_id="ada")
    memory.export(tmp_path / "ada.jsonl", user_id="ada")
    memory.import_(tmp_path / "ada.jsonl", as_user="ben")
    assert memory.sessions.titles(user_id="ben") == {"s1": "Moving house"}
    memory.forget(user_id="ada", session_id="s1")
    assert memory.sessions.titles(user_id="ada") == {}


def test_an_earlier_message_that_comes_later_leaves_one_title(memory: Memary) -> None:
    talk(memory)
    memory.sessions.rename("s1", "Moving house", user_id="ada")
    memory.add(
        [{"content": "Hello.", "created_at": "2026-01-01T09:00:00Z"}], user_id="ada", session_id="s1", infer=False
    )
    memory.sessions.rename("s1", "A new flat", user_id="ada")
    assert memory.sessions.titles(user_id="ada") == {"s1": "A new flat"}
    memory.sessions.rename("s1", "", user_id="ada")
    assert memory.sessions.titles(user_id="ada") == {}


def test_what_cannot_be_named_is_refused(memory: Memary) -> None:
    talk(memory)
    with pytest.raises(NotFoundError, match="s3"):
        memory.sessions.rename("s3", "Tea", user_id="ada")
    with pytest.raises(NotFoundError, match="s1"):
        memory.sessions.rename("s1", "Tea", user_id="ben")
    with pytest.raises(InputError, match="101 characters"):
        memory.sessions.rename("s1", "x" * 101, user_id="ada")
