"""Conversations had elsewhere come in as they were held: what was said and answered, none of the machinery."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memary import InputError, Memary
from memary.integrations.importers import import_memories
from memary.integrations.importers.sources import Source, home_of
from memary.types import Message
from tests.integrations.importers.exports import EXPORTS, bring, left

SHOP = "project:git.example.org/ada/shop"


def said(memory: Memary, user: str) -> list[tuple[str, str]]:
    return [(one.role, one.content) for one in memory.messages.list(user_id=user)]


def of_kind(memory: Memary, user: str, kind: str) -> list[Message]:
    return [one for one in memory.messages.list(user_id=user) if one.metadata.get("kind") == kind]


# -- assistants ----------------------------------------------------------------------------------------------------


def test_of_chatgpt_the_branch_that_was_open_last_comes_in(memory: Memary) -> None:
    report = bring(memory, "chatgpt.json", source="chatgpt", user_id="ada")

    talk = [one for one in memory.messages.list(user_id="ada") if one.session_id]
    assert [(one.role, one.content) for one in talk] == [
        ("user", "I live in Graz now. What should I see?"),
        ("assistant", "The clock tower on the Schlossberg."),
    ]
    assert talk[0].created_at == datetime(2025, 5, 1, 9, 0, 1, 500_000, tzinfo=UTC)
    assert {one.metadata["title"] for one in talk} == {"Moving to Graz"}
    assert left(report) == {"conversation New chat": "nothing was said in it"}


def test_what_chatgpt_remembers_and_was_told_comes_in_once(memory: Memary) -> None:
    bring(memory, "chatgpt.json", source="chatgpt", user_id="ada")

    remembered = of_kind(memory, "ada", "memory")
    assert [one.content for one in remembered] == ["Has a sister called Mia.", "Is vegetarian.", "Lives in Graz."]
    assert remembered[0].created_at == datetime(2025, 2, 3, tzinfo=UTC)
    (profile,) = of_kind(memory, "ada", "user_profile")
    assert profile.content == "I am a nurse and I play the cello."


def test_the_zip_of_chatgpt_is_read_as_it_was_sent(memory: Memary, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.write(EXPORTS / "chatgpt.json", "conversations.json")
        archive.writestr("user.json", '{"id": "user-1", "email": "ada@example.org"}')
        archive.writestr("chat.html", "<html></html>")

    report = import_memories(memory, tmp_path / "export.zip", source="chatgpt", user_id="ada")
    assert report.messages == bring(memory, "chatgpt.json", source="chatgpt", user_id="ada").known


def test_a_conversation_of_chatgpt_that_goes_in_a_circle_is_read(memory: Memary, tmp_path: Path) -> None:
    nodes = {
        name: {
            "parent": parent,
            "message": {
                "id": name,
                "author": {"role": "user"},
                "content": {"content_type": "text", "parts": [f"I am {name}."]},
            },
        }
        for name, parent in (("a", "b"), ("b", "a"))
    }
    (tmp_path / "c.json").write_text(json.dumps([{"id": "c", "mapping": nodes, "current_node": "a"}]))
    assert import_memories(memory, tmp_path / "c.json", source="chatgpt", user_id="ada").messages == 2


def test_a_folder_of_claude_brings_talk_memories_and_documents(memory: Memary) -> None:
    report = bring(memory, "claude", source="claude", user_id="ada")

    talk = [one for one in memory.messages.list(user_id="ada") if one.session_id]
    assert [(one.role, one.content) for one in talk] == [
        ("user", "I play the cello. Which strings are warm?"),
        ("assistant", "Gut strings are."),
    ]
    assert [one.content for one in of_kind(memory, "ada", "memory")] == [
        "**Personal context**\n\nAda plays the cello and lives in Graz.",
        "The shop is built with Django.",
    ]
    assert ("user", "We deploy with Fly.io, never on Fridays.") in said(memory, "ada")
    assert left(report)["strings.txt in Cello strings"].startswith("an attachment is nobody's own words")


def test_what_claude_remembers_today_takes_the_place_of_what_it_did(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    for text in ("Ada lives in Graz.", "Ada lives in Lisbon."):
        file.write_text(json.dumps([{"conversations_memory": text, "account_uuid": "a"}]))
        report = import_memories(memory, file, source="claude", user_id="ada")
    assert (report.messages, report.replaced) == (0, 1)
    assert said(memory, "ada") == [("user", "Ada lives in Lisbon.")]


# -- coding agents -------------------------------------------------------------------------------------------------


def test_of_claude_code_what_was_typed_and_the_last_answers_come_in(memory: Memary) -> None:
    report = bring(memory, "claude-code.jsonl", source="claude-code")

    (user,) = report.users
    assert user.startswith("project:shop-")
    assert said(memory, user) == [
        ("user", "We deploy with Fly.io, never on Fridays. Check the config."),
        ("assistant", "The config is fine: the app is called shop."),
        ("user", "Good. My name is Ada."),
        ("assistant", "Hello Ada."),
    ]
    first, *_ = memory.messages.list(user_id=user)
    assert (first.agent_id, first.session_id) == ("claude-code", "5e55-0001")
    assert first.metadata == {"imported_from": "claude-code", "source": "claude-code"}
    assert list(left(report).values()) == ["it is no JSON"]


def test_of_codex_newer_and_older_logs_come_in(memory: Memary) -> None:
    for name in ("codex.jsonl", "codex.2025.jsonl"):
        assert bring(memory, name, source="codex").users == (SHOP,)

    assert said(memory, SHOP) == [
        ("user", "We use Postgres 16."),
        ("assistant", "Noted: Postgres 16."),
        ("user", "The tests run with make test, not pytest."),
        ("assistant", "All tests pass."),
    ]


def test_of_gemini_a_session_comes_in_to_the_project_that_its_folder_names(memory: Memary, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not say whose memory it is"):
        bring(memory, "gemini.json", source="gemini")
    chats = tmp_path / "shop" / "chats"
    chats.mkdir(parents=True)
    (chats.parent / ".project_root").write_text(str(tmp_path / "elsewhere" / "shop"))
    (chats / "session-1.json").write_bytes((EXPORTS / "gemini.json").read_bytes())

    (user,) = import_memories(memory, tmp_path, source="gemini").users
    assert user.startswith("project:shop-")
    assert said(memory, user) == [
        ("user", "The shop's API speaks GraphQL."),
        ("assistant", "I see its schema."),
    ]


def test_a_log_of_gemini_may_have_a_line_for_each_message(memory: Memary, tmp_path: Path) -> None:
    told = json.loads((EXPORTS / "gemini.json").read_text())
    messages = told.pop("messages")
    lines = [told, *messages, {"$set": {"lastUpdated": "2026-05-06T07:02:00.000Z"}}]
    (tmp_path / "session-1.jsonl").write_text("\n".join(map(json.dumps, lines)))
    report = import_memories(memory, tmp_path / "session-1.jsonl", source="gemini", user_id="ada")
    assert report.messages == 2


def test_transcripts_of_cursor_come_in(memory: Memary) -> None:
    bring(memory, "cursor.jsonl", source="cursor", user_id="ada")
    assert said(memory, "ada") == [("user", "We format with Prettier."), ("assistant", "Prettier is set up.")]


def cursor_database(place: Path) -> None:
    bubbles = [
        {"bubbleId": "b1", "type": 1, "text": "The shop is in Django.", "createdAt": "2026-05-07T10:00:00.000Z"},
        {"bubbleId": "b2", "type": 2, "text": "I'll read settings.py.", "createdAt": "2026-05-07T10:00:02.000Z"},
        {"bubbleId": "b3", "type": 2, "text": "", "toolFormerData": {"name": "read_file"}},
        {"bubbleId": "b4", "type": 2, "text": "It is Django 5.", "createdAt": "2026-05-07T10:00:05.000Z"},
    ]
    composer = {
        "composerId": "c1",
        "name": "Django",
        "createdAt": 1778148000000,
        "fullConversationHeadersOnly": [{"bubbleId": one["bubbleId"], "type": one["type"]} for one in bubbles],
    }
    bubbles[0]["workspaceUris"] = ["file:///home/ada/shop"]
    tab = {"tabId": "t1", "chatTitle": "CSS", "lastSendTime": 1717200000000}
    old = {"tabs": [tab | {"bubbles": [{"type": "user", "text": "We use Tailwind."}]}]}
    with closing(sqlite3.connect(place)) as made, made:
        for table in ("ItemTable", "cursorDiskKV"):
            made.execute(f"CREATE TABLE {table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        rows = [("composerData:c1", composer), *((f"bubbleId:c1:{one['bubbleId']}", one) for one in bubbles)]
        made.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", [(key, json.dumps(value)) for key, value in rows])
        made.execute("INSERT INTO cursorDiskKV VALUES ('bubbleId:c1:b9', 'no JSON')")
        key = "workbench.panel.aichat.view.aichat.chatdata"
        made.execute("INSERT INTO ItemTable VALUES (?, ?)", (key, json.dumps(old)))


def test_the_databases_of_cursor_are_read_where_they_are(memory: Memary, tmp_path: Path) -> None:
    folder = tmp_path / "User" / "workspaceStorage" / "1f"
    folder.mkdir(parents=True)
    cursor_database(folder / "state.vscdb")
    (folder / "workspace.json").write_text('{"folder": "file:///home/ada/shop"}')

    (user,) = import_memories(memory, tmp_path / "User", source="cursor").users
    assert user.startswith("project:shop-")
    assert said(memory, user) == [
        ("user", "We use Tailwind."),
        ("user", "The shop is in Django."),
        ("assistant", "It is Django 5."),
    ]
    assert memory.messages.list(user_id=user)[1].created_at == datetime(2026, 5, 7, 10, tzinfo=UTC)


def test_sessions_of_several_projects_may_become_one_users_memory(memory: Memary, tmp_path: Path) -> None:
    text = (EXPORTS / "claude-code.jsonl").read_text()
    (tmp_path / "a.jsonl").write_text(text)
    other = text.replace("/home/ada/shop", "/home/ada/blog").replace('"uuid":"', '"uuid":"b')
    (tmp_path / "b.jsonl").write_text(other)

    assert len(import_memories(memory, tmp_path, source="claude-code", dry_run=True).users) == 2
    report = import_memories(memory, tmp_path, source="claude-code", user_id="ada")
    assert (report.users, report.messages) == (("ada",), 8)


def test_what_hooks_have_kept_comes_in_no_second_time(memory: Memary) -> None:
    heard = {"role": "user", "content": "Good. My name is Ada.", "metadata": {"source": "claude-code"}}
    memory.add(heard, user_id="ada", agent_id="claude-code", session_id="5e55-0001")

    report = bring(memory, "claude-code.jsonl", source="claude-code", user_id="ada")
    assert (report.messages, report.known) == (3, 1)
    assert [one.content for one in memory.messages.list(user_id="ada")].count("Good. My name is Ada.") == 1


def test_logs_of_this_machine_are_found_without_naming_them(
    memory: Memary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    with pytest.raises(InputError, match="name the file or folder to import"):
        import_memories(memory, source="claude-code")
    (tmp_path / "projects" / "-home-ada-shop").mkdir(parents=True)
    log = (EXPORTS / "claude-code.jsonl").read_bytes()
    (tmp_path / "projects" / "-home-ada-shop" / "5e55-0001.jsonl").write_bytes(log)

    assert import_memories(memory, source="claude-code").messages == 4
    with pytest.raises(InputError, match="Name the file"):
        home_of(Source.CHATGPT)


# -- whatever it is ------------------------------------------------------------------------------------------------

FILES = [
    ("chatgpt.json", "chatgpt"),
    ("claude", "claude"),
    ("claude-code.jsonl", "claude-code"),
    ("codex.jsonl", "codex"),
    ("codex.2025.jsonl", "codex"),
    ("gemini.json", "gemini"),
    ("cursor.jsonl", "cursor"),
]


@pytest.mark.parametrize(("name", "source"), FILES)
def test_reading_again_changes_nothing_and_a_dry_run_neither(memory: Memary, name: str, source: str) -> None:
    looked = bring(memory, name, source=source, user_id="ada", dry_run=True)
    assert memory.admin.users() == []
    came = bring(memory, name, source=source, user_id="ada")
    assert came.messages == looked.messages > 0
    before = memory.messages.list(user_id="ada")
    again = bring(memory, name, source=source, user_id="ada")
    assert (again.messages, again.known, again.replaced) == (0, came.messages, 0)
    assert memory.messages.list(user_id="ada") == before


@pytest.mark.parametrize(("name", "source"), FILES)
def test_a_wrong_file_says_what_it_is(memory: Memary, name: str, source: str) -> None:
    with pytest.raises(InputError, match=f"It looks like one of {source}: name that as the source"):
        bring(memory, name, source="mem0", user_id="ada")


def test_an_import_that_was_cut_off_goes_on_where_it_was(memory: Memary, tmp_path: Path) -> None:
    rows = [
        {
            "type": "user",
            "sessionId": "s",
            "uuid": f"u{number}",
            "cwd": "/home/ada/shop",
            "timestamp": f"2026-05-04T08:{number // 60:02}:{number % 60:02}.000Z",
            "message": {"role": "user", "content": f"Note {number}."},
        }
        for number in range(450)
    ]
    file = tmp_path / "s.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    totals: list[int] = []
    came: list[int] = []

    def stop(count: int) -> None:
        came.append(count)
        if sum(came) >= 200:
            raise ConnectionAbortedError

    with pytest.raises(ConnectionAbortedError):
        import_memories(memory, file, source="claude-code", user_id="ada", on_progress=stop, on_total=totals.append)
    assert totals == [450]
    kept = len(memory.messages.list(user_id="ada"))
    assert 0 < kept < 450
    report = import_memories(memory, file, source="claude-code", user_id="ada")
    assert (report.messages, report.known) == (450 - kept, kept)


def test_what_a_user_asked_to_forget_stays_forgotten(tmp_path: Path) -> None:
    row = {
        "type": "user",
        "sessionId": "s",
        "uuid": "u",
        "cwd": "/home/ada/shop",
        "timestamp": "2026-05-04T08:00:00Z",
    }
    file = tmp_path / "s.jsonl"
    file.write_text(json.dumps(row | {"message": {"role": "user", "content": "My therapist is called Dr. Berg."}}))
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as memory:
        assert import_memories(memory, file, source="claude-code", user_id="ada", infer=True).messages == 1
        memory.flush()
        memory.add("Forget that my therapist is called Dr. Berg.", user_id="ada", wait=True)

        report = import_memories(memory, file, source="claude-code", user_id="ada")
        assert (report.messages, [one.why for one in report.left]) == (0, ["the user had it forgotten"])
