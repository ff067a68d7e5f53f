"""Odd and damaged files come in as far as they can be read.

Else one sentence names the file and what to do.
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memary import InputError, Memary, MemaryError
from memary.integrations.importers import SOURCES, Source, import_memories
from tests.integrations.importers.exports import EXPORTS

CONVERSATION = {
    "uuid": "c-1",
    "name": "Graz",
    "created_at": "2026-05-01T09:00:00Z",
    "chat_messages": [
        {"uuid": "m-1", "sender": "human", "text": "I live in Graz.", "created_at": "2026-05-01T09:00:00Z"}
    ],
}


def said(memory: Memary) -> list[str]:
    return [one.content for one in memory.messages.list(user_id="ada")]


# -- any JSON ------------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """A file as a system writes it: its JSON documents, and where something stands in them."""

    source: Source
    suffix: str
    documents: list[Any]
    places: list[tuple[Any, ...]]


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all values within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*here, key)
        yield from places(one, (*here, key))


def changed(value: Any, place: tuple[Any, ...], to: Any) -> Any:
    """Return a value with another one at a place of it."""
    if not place:
        return to
    copied = value.copy()
    copied[place[0]] = changed(value[place[0]], place[1:], to)
    return copied


def sample(name: str, source: Source) -> Sample:
    documents: list[Any] = []
    text = (EXPORTS / name).read_text(encoding="utf-8")
    for one in text.split("\n") if name.endswith("l") else [text]:
        with suppress(ValueError):  # a line that is cut off
            documents.append(json.loads(one))
    return Sample(source, Path(name).suffix, documents, list(places(documents)))


SAMPLES = [
    sample(name, source)
    for name, source in (
        ("chatgpt.json", Source.CHATGPT),
        ("claude/conversations.json", Source.CLAUDE),
        ("claude/memories.json", Source.CLAUDE),
        ("claude/projects.json", Source.CLAUDE),
        ("claude-code.jsonl", Source.CLAUDE_CODE),
        ("codex.jsonl", Source.CODEX),
        ("codex.2025.jsonl", Source.CODEX),
        ("cursor.jsonl", Source.CURSOR),
        ("gemini.json", Source.GEMINI),
        ("graphiti.apoc.jsonl", Source.GRAPHITI),
        ("graphiti.browser.json", Source.GRAPHITI),
        ("graphiti.models.json", Source.GRAPHITI),
        ("hindsight.list.json", Source.HINDSIGHT),
        ("langmem.json", Source.LANGMEM),
        ("letta.af", Source.LETTA),
        ("letta.2025.af", Source.LETTA),
        ("mem0.json", Source.MEM0),
        ("memoryscope.es.json", Source.MEMORYSCOPE),
        ("reme.jsonl", Source.MEMORYSCOPE),
        ("movies.neo4j.jsonl", Source.NEO4J),
    )
]
DEEP: Any = json.loads("[" * 400 + "]" * 400)
ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=5)  # halves of surrogate pairs among them
    | st.sampled_from(
        ["", "/\0", "text", "\ud800", "9999-12-31T23:59:59.999999Z", "0001-01-01T00:00:00+14:00", "y" * 3_000]
    )
    | st.sampled_from([10**400, 1e308, DEEP]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "text", "a"]), inner),
    max_leaves=4,
)


@given(odd=ODD, at=st.data(), source=st.sampled_from(list(SOURCES)))
def test_whatever_json_a_file_holds_it_comes_in_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, odd: Any, at: st.DataObject, source: Source
) -> None:
    known = [one for one in SAMPLES if one.source is source] or SAMPLES
    whole = at.draw(st.sampled_from(known))
    documents = changed(whole.documents, at.draw(st.sampled_from(whole.places)), odd)
    file = tmp_path_factory.getbasetemp() / f"odd{whole.suffix}"
    file.write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")

    with Memary.open("sqlite:///:memory:", worker=False) as memory, suppress(MemaryError):
        import_memories(memory, file, source=source, user_id="ada")


# -- zips ----------------------------------------------------------------------------------------------------------


def zipped(place: Path, *, name: str = "conversations.json", date: tuple[int, ...] = (2026, 5, 1, 9, 0, 0)) -> Path:
    """Write an export of Claude, zipped."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, date), json.dumps([CONVERSATION]), zipfile.ZIP_DEFLATED)  # type: ignore[arg-type]
    return place


def patched(place: Path, *, local: int, central: int, value: int) -> None:
    """Set a field in both headers of the only file of a zip."""
    held = bytearray(place.read_bytes())
    struct.pack_into("<H", held, held.index(b"PK\x03\x04") + local, value)
    struct.pack_into("<H", held, held.index(b"PK\x01\x02") + central, value)
    place.write_bytes(held)


def encrypt(place: Path) -> None:
    patched(place, local=6, central=8, value=1)


def pack_as_nobody_knows(place: Path) -> None:
    patched(place, local=8, central=10, value=99)


def want_a_newer_reader(place: Path) -> None:
    patched(place, local=4, central=6, value=255)


def break_the_packed(place: Path) -> None:
    held = bytearray(place.read_bytes())
    held[60:80] = b"\xff" * 20
    place.write_bytes(held)


def break_the_sum(place: Path) -> None:
    patched(place, local=14, central=16, value=1)


def cut_off(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:120])


@pytest.mark.parametrize(
    "spoil",
    [encrypt, pack_as_nobody_knows, want_a_newer_reader, break_the_packed, break_the_sum, cut_off],
)
def test_a_zip_that_cannot_be_unpacked_is_named_with_what_to_do(memory: Memary, tmp_path: Path, spoil: Any) -> None:
    file = zipped(tmp_path / "export.zip")
    spoil(file)

    with pytest.raises(InputError) as refused:
        import_memories(memory, file, source="claude", user_id="ada")

    assert str(refused.value).startswith(f"The zip {file} cannot be unpacked: ")
    assert "unpack it yourself and name its folder." in str(refused.value)


def test_a_zip_may_tell_no_day(memory: Memary, tmp_path: Path) -> None:
    file = zipped(tmp_path / "export.zip", date=(1980, 0, 0, 0, 0, 0))

    assert import_memories(memory, file, source="claude", user_id="ada").messages == 1


@pytest.mark.parametrize("source", list(SOURCES))
def test_a_path_that_can_be_none_is_refused(memory: Memary, source: Source) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        import_memories(memory, "no\0file", source=source, user_id="ada")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_named(memory: Memary, tmp_path: Path) -> None:
    closed = tmp_path / "notes" / "private"
    closed.mkdir(parents=True)
    (closed / "a.md").write_text("The bees are in the south garden.")
    closed.chmod(0)

    with pytest.raises(InputError, match=f"{closed} cannot be read: Permission denied"):
        import_memories(memory, tmp_path / "notes", source="markdown", user_id="ada")


# -- texts and times -----------------------------------------------------------------------------------------------


def test_a_line_separator_within_a_text_ends_no_line(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "memories.jsonl"
    memories = [{"id": str(number), "memory": f"Line {number}\u2028and its end.\x85"} for number in range(2)]
    file.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in memories), encoding="utf-8")

    assert import_memories(memory, file, source="mem0", user_id="ada").messages == 2


def test_a_document_that_is_cut_off_says_so_and_where(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([CONVERSATION], indent=2)[:-40], encoding="utf-8")

    with pytest.raises(InputError, match=r"conversations\.json is no JSON: .*line 11.*If it is cut off"):
        import_memories(memory, file, source="claude", user_id="ada")


def test_what_was_said_when_the_calendar_ends_is_left_out(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    end = {"sender": "human", "text": "The end.", "created_at": "9999-12-31T23:59:59.999999Z"}
    told = [*CONVERSATION["chat_messages"], end | {"uuid": "m-2"}, end | {"uuid": "m-3"}]
    file.write_text(json.dumps([CONVERSATION | {"chat_messages": told}]), encoding="utf-8")

    report = import_memories(memory, file, source="claude", user_id="ada")

    assert said(memory) == ["I live in Graz."]
    assert [one.what for one in report.left] == ["The end.", "The end."]


def test_of_a_text_that_cannot_be_written_the_rest_of_the_file_comes_in(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    half = {"uuid": "m-0", "sender": "human", "text": "Half a smile: \ud83d", "created_at": "2026-05-01T08:00:00Z"}
    told = [half, *CONVERSATION["chat_messages"]]
    file.write_text(json.dumps([CONVERSATION | {"chat_messages": told}]), encoding="utf-8")

    report = import_memories(memory, file, source="claude", user_id="ada")

    assert said(memory) == ["I live in Graz."]
    assert [one.what for one in report.left] == ["Half a smile: ?"]


def test_messages_without_an_id_do_not_take_each_others_place(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    told = [{"sender": "human", "text": text} for text in ("I live in Graz.", "I work in Linz.")]
    file.write_text(json.dumps([CONVERSATION | {"chat_messages": told}]), encoding="utf-8")

    import_memories(memory, file, source="claude", user_id="ada")

    assert said(memory) == ["I live in Graz.", "I work in Linz."]


@pytest.mark.parametrize("folder", ["/home/ada/\0shop", "/home/ada/\ud800"])
def test_a_session_in_a_folder_that_can_be_none_needs_a_user(memory: Memary, tmp_path: Path, folder: str) -> None:
    file = tmp_path / "session.jsonl"
    row = {"type": "user", "sessionId": "s", "uuid": "u", "cwd": folder, "message": {"content": "I live in Graz."}}
    file.write_text(json.dumps(row), encoding="utf-8")

    with pytest.raises(InputError, match="does not say whose memory it is: name the user"):
        import_memories(memory, file, source="claude-code")
    assert import_memories(memory, file, source="claude-code", user_id="ada").messages == 1


def test_a_log_of_gemini_that_is_still_written_comes_in_without_its_last_line(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "session-1.jsonl"
    head = {"sessionId": "s", "projectHash": "h", "startTime": "2026-05-01T09:00:00Z"}
    turn = {"id": "1", "type": "user", "content": "I live in Graz."}
    file.write_text(f'{json.dumps(head)}\n{json.dumps(turn)}\n{{"id": "2", "ty', encoding="utf-8")

    report = import_memories(memory, file, source="gemini", user_id="ada")

    assert said(memory) == ["I live in Graz."]
    assert [one.what for one in report.left] == ["line 3 of session-1.jsonl"]


# -- the database of Cursor ----------------------------------------------------------------------------------------


def cursor_database(place: Path, rows: dict[str, Any]) -> Path:
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        database.executemany(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", [(key, json.dumps(value)) for key, value in rows.items()]
        )
    return place


@pytest.mark.parametrize("odd", [[], {}, 10**400, "\ud800", [[]], DEEP, True], ids=lambda odd: type(odd).__name__)
def test_what_cursor_keeps_in_another_form_is_passed_over(memory: Memary, tmp_path: Path, odd: Any) -> None:
    rows: dict[str, Any] = {
        "composerData:c-1": {"composerId": odd, "createdAt": odd, "fullConversationHeadersOnly": odd, "name": odd},
        "composerData:c-2": {
            "fullConversationHeadersOnly": [odd, {"bubbleId": odd}, {"bubbleId": "b"}, {"bubbleId": "c"}]
        },
        "bubbleId:c-2:b": {"type": odd, "text": odd, "createdAt": odd, "workspaceUris": odd},
        "bubbleId:c-2:c": {"type": 1, "text": "I live in Graz.", "createdAt": odd, "workspaceUris": [odd]},
    }
    file = cursor_database(tmp_path / "state.vscdb", rows)

    import_memories(memory, file, source="cursor", user_id="ada")

    assert said(memory) == ["I live in Graz."]


def test_conversations_of_cursor_are_read_one_at_a_time(tmp_path: Path) -> None:
    beside = "x" * 200_000  # what a message carries beside its words, such as code
    rows: dict[str, Any] = {}
    for number in range(40):
        rows[f"composerData:{number}"] = {"fullConversationHeadersOnly": [{"bubbleId": "b"}]}
        rows[f"bubbleId:{number}:b"] = {"type": 1, "text": f"Turn {number}.", "bubbleId": "b", "code": beside}
    file = cursor_database(tmp_path / "state.vscdb", rows)

    tracemalloc.start()
    try:
        exported = SOURCES[Source.CURSOR](file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert len(exported.messages) == 40
    assert peak < 20 * len(beside)
