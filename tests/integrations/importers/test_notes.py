"""Notes come in whole, with the time they were written, and follow what is written on in them."""

from __future__ import annotations

import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memary import InputError, Memary
from memary.integrations.importers import import_memories
from tests.integrations.importers.exports import EXPORTS

NOTES = EXPORTS / "notes"


def test_a_folder_of_notes_comes_in(memory: Memary) -> None:
    report = import_memories(memory, NOTES, source="markdown", user_id="ada")

    luka, friday = memory.messages.list(user_id="ada")
    assert luka.content == "# Luka\n\nMy neighbour is called Luka. He works with Mia at Acme."
    assert luka.created_at == datetime(2026, 2, 3, 9, tzinfo=UTC)
    assert (
        luka.metadata.items()
        >= {
            "imported_from": "markdown",
            "source": "Luka.md",
            "title": "Luka",
            "tags": ["people", "friends"],
        }.items()
    )
    assert (friday.content, friday.created_at) == ("# Friday\n\nI moved to Graz.", datetime(2026, 5, 1, tzinfo=UTC))
    assert [(one.what, one.why) for one in report.left] == [("Empty.md", "it is empty")]


def test_facts_are_read_out_of_notes(memory: Memary) -> None:
    import_memories(memory, NOTES, source="markdown", user_id="ada", infer=True)
    memory.flush()
    assert "Graz" in [fact.object for fact in memory.facts.list(user_id="ada")]


def test_a_note_that_was_written_on_takes_the_place_of_what_it_was(memory: Memary, tmp_path: Path) -> None:
    note = tmp_path / "vault" / "home.md"
    note.parent.mkdir()
    long = "A line of a long note.\n" * 6_000
    for text in ("I live in Lisbon.", f"{long}I live in Graz.", f"{long}I live in Graz.", f"{long}I live in Porto."):
        note.write_text(text)
        report = import_memories(memory, note.parent, source="markdown", user_id="ada")
    assert (report.messages, report.replaced) == (0, 1)
    said = "".join(one.content for one in memory.messages.list(user_id="ada"))
    assert "Porto" in said
    assert "Graz" not in said
    assert "Lisbon" not in said


def test_notes_of_one_name_in_two_folders_are_two(memory: Memary, tmp_path: Path) -> None:
    for folder, text in (("work", "I work at Acme."), ("home", "I live in Graz.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "me.md").write_text(text)
        assert import_memories(memory, tmp_path / folder / "me.md", source="markdown", user_id="ada").messages == 1
    assert len(memory.messages.list(user_id="ada")) == 2


def test_a_zip_of_notion_is_read(memory: Memary, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "Export.zip", "w") as archive:
        archive.writestr("Flat hunt 0123456789abcdef0123456789abcdef.md", "The flat has a balcony.")
    import_memories(memory, tmp_path / "Export.zip", source="markdown", user_id="ada")
    (note,) = memory.messages.list(user_id="ada")
    assert note.content == "# Flat hunt\n\nThe flat has a balcony."


def test_a_note_without_a_date_has_that_of_its_file(memory: Memary, tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("The cellar is damp.")
    (tmp_path / "odd 2026-13-45.md").write_text("---\ndate: someday\n---\nThe attic is dry.")
    for file in tmp_path.iterdir():
        os.utime(file, (1_780_000_000, 1_780_000_000))
    import_memories(memory, tmp_path, source="markdown", user_id="ada")
    assert {one.created_at for one in memory.messages.list(user_id="ada")} == {
        datetime.fromtimestamp(1_780_000_000, UTC)
    }


def test_what_is_no_note_is_refused_or_named(memory: Memary, tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("The roof is new.")
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe\x00")
    report = import_memories(memory, tmp_path, source="markdown", user_id="ada")
    assert [(one.what, report.messages) for one in report.left] == [("bad.md", 1)]
    for name, content in (("data.json", b"{}"), ("only.md", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match="holds nothing of markdown"):
            import_memories(memory, tmp_path / name, source="markdown", user_id="ada")
    with pytest.raises(InputError, match="It looks like one of markdown"):
        import_memories(memory, tmp_path / "good.md", source="chatgpt", user_id="ada")
