"""What the setting `redact` names stands nowhere in a memory, whichever door it came in by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from memary import ConfigurationError, Memary
from memary.integrations.importers import import_memories

SECRET = "hunter2-Zq81"
PHONE = "13912345678"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memary]:
    store = f"sqlite:///{tmp_path / 'ada.db'}"
    with Memary.open(store, worker=False, redact="secrets+pii", redact_patterns={"customer": "C-[0-9]+"}) as opened:
        yield opened


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("ada.db*"))


def test_a_message_is_kept_and_found_without_what_is_private_in_it(memory: Memary, tmp_path: Path) -> None:
    receipt = memory.add(
        [
            {"content": f"My wifi password is {SECRET}.", "metadata": {"token": "t0ken-Zq81", "order": "C-4711"}},
            {"content": f"我的手机号是{PHONE},我住在上海。"},
        ],
        user_id="ada",
        wait=True,
    )
    assert receipt.redacted == ("password", "phone")
    kept = memory.messages.list(user_id="ada")
    assert [message.content for message in kept] == [
        "My wifi password is [redacted: password].",
        "我的手机号是[redacted: phone],我住在上海。",
    ]
    assert kept[0].metadata == {"token": "[redacted: password]", "order": "[redacted: customer]"}
    assert "上海" in " ".join(fact.statement for fact in memory.facts.list(user_id="ada"))
    assert [hit.text for hit in memory.search("wifi password", user_id="ada", kinds="message", top_k=1)] == [
        "My wifi password is [redacted: password]."
    ]
    memory.close()
    for private in (SECRET, PHONE, "t0ken-Zq81", "C-4711"):
        assert private.encode() not in everything(tmp_path)


def test_the_same_message_is_kept_once_also_when_something_is_taken_out(memory: Memary) -> None:
    said = {"content": f"password: {SECRET}", "created_at": "2026-05-01T09:00:00Z"}
    first, again = memory.add(said, user_id="ada"), memory.add(said, user_id="ada")
    assert first.ids == again.ids


def test_facts_and_runs_are_redacted_like_messages(memory: Memary) -> None:
    memory.facts.add(
        [{"subject": "Mia", "predicate": "phone", "object": PHONE, "statement": f"Mia's phone is {PHONE}."}],
        user_id="ada",
    )
    fact = memory.facts.list(user_id="ada")[0]
    assert fact.statement == "Mia's phone is [redacted: phone]."
    assert fact.object == "[redacted: phone]"
    memory.facts.update(fact.id, user_id="ada", object="ada@example.org")
    assert [one.object for one in memory.facts.list(user_id="ada")] == ["[redacted: email]"]
    memory.runs.record({"objective": f"log in with password: {SECRET}"}, user_id="ada")
    assert SECRET not in str(memory.runs.list(user_id="ada"))


def test_what_is_imported_is_redacted_too(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps({"results": [{"id": "1", "memory": f"Her mail is ada@example.org, {SECRET}"}]}))
    for known in (0, 1):
        report = import_memories(memory, file, source="mem0", user_id="ada")
        assert (report.known, report.left) == (known, ())
    assert memory.messages.list(user_id="ada")[0].content == f"Her mail is [redacted: email], {SECRET}"


def test_an_export_of_another_memary_is_redacted_as_it_comes_in(memory: Memary, tmp_path: Path) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as open_hearted:
        open_hearted.add([f"My phone is {PHONE}.", "I live in Berlin."], user_id="ada", wait=True)
        open_hearted.facts.add([{"subject": "Mia", "predicate": "phone", "object": PHONE}], user_id="ada")
        open_hearted.export(tmp_path / "out.jsonl", user_id="ada")
    memory.import_(tmp_path / "out.jsonl")
    assert "My phone is [redacted: phone]." in [message.content for message in memory.messages.list(user_id="ada")]
    assert memory.admin.check() == []
    assert memory.search("Where do I live?", user_id="ada")[0].text == "User lives in Berlin."
    memory.close()
    assert PHONE.encode() not in everything(tmp_path)


def test_nothing_is_taken_out_unless_it_is_set() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        assert memory.add(f"My password is {SECRET}.", user_id="ada").redacted == ()
        assert memory.messages.list(user_id="ada")[0].content == f"My password is {SECRET}."


def test_a_pattern_that_is_none_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_REDACT_PATTERNS", '{"customer": "C-(["}')
    with pytest.raises(ConfigurationError, match="the pattern customer is not a regular expression"):
        Memary.open("sqlite:///:memory:")
    monkeypatch.setenv("MEMARY_REDACT_PATTERNS", "C-[0-9]+")
    with pytest.raises(ConfigurationError, match="give patterns by name"):
        Memary.open("sqlite:///:memory:")
