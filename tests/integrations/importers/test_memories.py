"""Memories of LangMem, Letta and Hindsight come in with their times, once.

What is the system's own stays there.
"""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memary import InputError, Memary
from memary.integrations.importers import import_memories
from tests.integrations.importers.exports import EXPORTS, bring, left


def test_items_of_langmem_are_sentences_triples_and_forms(memory: Memary) -> None:
    report = bring(memory, "langmem.json", source="langmem")

    assert report.users == ("ada", "bob")
    sentence, form = memory.messages.list(user_id="ada")
    assert (sentence.content, sentence.created_at) == (
        "User prefers dark mode.",
        datetime(2026, 1, 10, 9, tzinfo=UTC),
    )
    assert sentence.metadata["updated_at"] == "2026-01-11T09:00:00+00:00"
    assert form.content == 'name: Ada\nlanguages: ["German", "English"]'
    (fact,) = memory.facts.list(user_id="ada")
    assert (fact.predicate, fact.valid_at) == ("works_at", datetime(2026, 1, 12, 9, tzinfo=UTC))
    assert memory.messages.list(user_id="bob")[0].content == "Lives in Lisbon."
    assert left(report) == {"item memories/ada/1f0c-05": "it has no text or no key"}


def test_a_memory_that_langmem_changed_since_is_changed_here(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "items.json"
    for text in ("User prefers dark mode.", "User prefers light mode."):
        item = {"namespace": ["memories", "ada"], "key": "k", "value": {"content": text}}
        file.write_text(json.dumps([item]))
        report = import_memories(memory, file, source="langmem")
    assert (report.messages, report.replaced) == (0, 1)
    assert [one.content for one in memory.messages.list(user_id="ada")] == ["User prefers light mode."]


def test_of_letta_what_was_said_and_what_the_agent_knows_comes_in(memory: Memary) -> None:
    report = bring(memory, "letta.af", source="letta", user_id="ada")

    messages = memory.messages.list(user_id="ada")
    assert [(one.role, one.content) for one in messages if one.session_id] == [
        ("user", "My sister is called Mia."),
        ("assistant", "I'll remember Mia."),
    ]
    assert {one.metadata["kind"]: one.content for one in messages if not one.session_id} == {
        "archive": "Ada has a sister called Mia.",
        "block": "Name: Ada\nLives in Graz.",
    }
    assert left(report) == {"block persona of Loop": "it is about the agent: memary has personas for that"}


def test_older_agent_files_and_such_within_json_are_read(memory: Memary, tmp_path: Path) -> None:
    wrapped = tmp_path / "wrapped.af"
    wrapped.write_text(json.dumps((EXPORTS / "letta.2025.af").read_text()))

    for place in (EXPORTS / "letta.2025.af", wrapped):
        import_memories(memory, place, source="letta", user_id="bob")
    assert [one.content for one in memory.messages.list(user_id="bob")] == [
        "Bob lives in Lisbon.",
        "I like fado.",
        "Noted.",
    ]


def test_a_bank_of_hindsight_is_a_user(memory: Memary, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bank.zip", "w") as archive:
        for file in sorted((EXPORTS / "hindsight").rglob("*.json")):
            archive.write(file, file.relative_to(EXPORTS / "hindsight"))

    for place in (EXPORTS / "hindsight", tmp_path / "bank.zip"):
        report = import_memories(memory, place, source="hindsight")
    assert (report.users, report.messages, report.known) == (("ada",), 0, 3)
    assert left(report) == {"1 × observation": "memary concludes by itself"}
    messages = {one.content: one for one in memory.messages.list(user_id="ada")}
    assert set(messages) == {
        "Ada: I moved to Graz in May. Luka helped me carry the boxes.",
        "Ada moved to Graz in May 2026.",
        "Luka helped Ada carry the boxes.",
    }
    moved = messages["Ada moved to Graz in May 2026."]
    assert moved.created_at == datetime(2026, 5, 20, 10, tzinfo=UTC)
    assert moved.metadata["entities"] == ["Ada", "Graz"]
    assert moved.metadata["occurred"] == "2026-05-01T00:00:00Z"


def test_documents_of_one_name_in_two_banks_of_hindsight_are_two(memory: Memary, tmp_path: Path) -> None:
    told = [
        {"bank_id": bank, "id": "readme", "original_text": f"{bank} lives in {town}.", "facts": [fact]}
        for bank, town in (("ada", "Graz"), ("bob", "Lisbon"))
        for fact in [{"text": "It rained.", "fact_type": "world"}]
    ]
    (tmp_path / "documents.json").write_text(json.dumps(told))
    report = import_memories(memory, tmp_path / "documents.json", source="hindsight")
    assert (report.users, report.messages) == (("ada", "bob"), 4)
    assert "bob lives in Lisbon." in [one.content for one in memory.messages.list(user_id="bob")]


def test_a_folder_of_several_banks_of_hindsight_is_several_users(memory: Memary, tmp_path: Path) -> None:
    for bank in ("ada", "bob"):
        (tmp_path / bank / "documents").mkdir(parents=True)
        (tmp_path / bank / "manifest.json").write_text(json.dumps({"source_bank_id": bank}))
        document = {"id": "readme", "original_text": f"My name is {bank}."}
        (tmp_path / bank / "documents" / "000000.json").write_text(json.dumps(document))
    assert import_memories(memory, tmp_path, source="hindsight").users == ("ada", "bob")
    assert [one.content for one in memory.messages.list(user_id="bob")] == ["My name is bob."]


def test_an_answer_of_hindsights_api_is_read(memory: Memary) -> None:
    assert bring(memory, "hindsight.list.json", source="hindsight", user_id="ada").messages == 1
    (message,) = memory.messages.list(user_id="ada")
    assert message.id == "hindsight:550e8400-e29b-41d4-a716-446655440000"
    assert memory.search("Where does Alice work?", user_id="ada")[0].id == message.id


@pytest.mark.parametrize(
    ("name", "source"),
    [("langmem.json", "langmem"), ("letta.af", "letta"), ("letta.2025.af", "letta"), ("hindsight", "hindsight")],
)
def test_a_wrong_file_says_what_it_is(memory: Memary, name: str, source: str) -> None:
    with pytest.raises(InputError, match=f"It looks like one of {source}: name that as the source"):
        bring(memory, name, source="chatgpt", user_id="ada")
