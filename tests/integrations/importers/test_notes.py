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


def test_notes_of_one_name_in_two_places_are_two(memory: Memary, tmp_path: Path) -> None:
    places = [tmp_path / "shop" / "docs", tmp_path / "blog" / "docs", tmp_path / "a.zip", tmp_path / "b.zip"]
    for number, place in enumerate(places):
        text = f"This is the index of project {number}."
        if place.suffix:
            with zipfile.ZipFile(place, "w") as archive:
                archive.writestr("index.md", text)
        else:
            place.mkdir(parents=True)
            (place / "index.md").write_text(text)
        report = import_memories(memory, place, source="markdown", user_id="ada")
        assert (report.messages, report.replaced) == (1, 0)
    assert len(memory.messages.list(user_id="ada")) == 4


def test_a_note_is_the_same_by_whichever_folder_it_is_reached(memory: Memary, tmp_path: Path) -> None:
    note = tmp_path / "vault" / "home" / "me.md"
    note.parent.mkdir(parents=True)
    note.write_text("I live in Graz.")
    (tmp_path / "link").symlink_to(note.parent)
    for place in (note.parent.parent, note.parent, note, tmp_path / "link"):
        import_memories(memory, place, source="markdown", user_id="ada")
    assert len(memory.messages.list(user_id="ada")) == 1


def test_a_page_of_notion_is_the_same_in_a_later_zip(memory: Memary, tmp_path: Path) -> None:
    for name, text in (("May", "The flat has a balcony."), ("June", "The flat has a garden.")):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            archive.writestr("Flat hunt 0123456789abcdef0123456789abcdef.md", text)
        import_memories(memory, tmp_path / f"{name}.zip", source="markdown", user_id="ada")
    (note,) = memory.messages.list(user_id="ada")
    assert note.content == "# Flat hunt\n\nThe flat has a garden."


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
        with pytest.raises(InputError, match="holds no data of markdown"):
            import_memories(memory, tmp_path / name, source="markdown", user_id="ada")
    with pytest.raises(InputError, match="It looks like one of markdown"):
        import_memories(memory, tmp_path / "good.md", source="chatgpt", user_id="ada")
