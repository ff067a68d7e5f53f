"""An export is taken in only as far as everything in it can be read again; the line at fault is named."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from support.records import nested

from memary import Memary
from memary.errors import InputError


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """An export: its header, then records of every kind that rules give."""
    path = tmp_path_factory.mktemp("export") / "ada.jsonl"
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add({"content": "I moved to Berlin.", "id": "m-1"}, user_id="ada")
        memory.flush()
        memory.export(path, user_id="ada")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def imported(lines: list[Any], path: Path) -> int:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        return memory.import_(path)


def spoilt(lines: list[dict[str, Any]], kind: str, changes: dict[str, Any]) -> tuple[list[Any], int]:
    """The export with other values in the first record of a kind, and the number of its line."""
    place = next(place for place, line in enumerate(lines) if kind in line)
    record = {**lines[place], kind: {**lines[place][kind], **changes}}
    return [*lines[:place], record, *lines[place + 1 :]], place + 1


def test_what_was_exported_is_taken_in(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    assert imported(list(lines), tmp_path / "x.jsonl") == len(lines) - 1


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        ("message", {"id": "a\0b"}, "id is 'a\\x00b': take out the control characters"),
        ("message", {"id": ""}, "id is '': give some text"),
        ("message", {"id": "x" * 257}, "give at most 256 characters"),
        ("message", {"attempts": 2**70}, "cannot be used"),
        ("message", {"speaker": "\ud800"}, "a text is not valid Unicode"),
        ("message", {"metadata": nested(33)}, "nested more than 32 levels deep"),
        ("message", {"metadata": {"x": [0] * 10_000}}, "its metadata holds more than 10,000 values"),
        ("message", {"content": "x" * 6_001, "state": "pending"}, "a message of 6,001 characters cannot wait"),
        ("message", {"created_at": "0001-05-01T00:00:00Z"}, "too near to an end of the calendar"),
        ("fact", {"earlier_ends": ["2026-01-01T00:00:00Z"]}, "it has 1 earlier_ends for 0 changed_at"),
        ("fact", {"invalid_at": "1999-01-01T00:00:00Z"}, "is after invalid_at 1999"),
        ("fact", {"id": "f", "supersedes": ["f"]}, "supersedes or contradicts itself"),
        ("fact", {"source_ids": ["s"] * 100_001}, "it names 100,001 sources, other facts or changes"),
        ("fact", {"source_ids": ["a\0b"]}, r"the id 'a\x00b' holds control characters"),
        ("mention", {"source_id": "a\0b"}, "holds control characters"),
        ("operation", {"id": ""}, "an id is empty"),
    ],
)
def test_a_record_that_would_break_reading_is_refused_with_its_line(
    lines: list[dict[str, Any]], tmp_path: Path, kind: str, changes: dict[str, Any], sentence: str
) -> None:
    broken, number = spoilt(lines, kind, changes)
    with pytest.raises(InputError) as refusal:
        imported(broken, tmp_path / "x.jsonl")
    assert f"Line {number} of the export" in str(refusal.value)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("mention", {"source_id": "gone"}),
        ("mention", {"entity_id": "gone"}),
        ("fact", {"source_ids": ["gone"]}),
        ("fact", {"subject_id": "gone"}),
        ("fact", {"object_id": "gone"}),
        ("fact", {"supersedes": ["gone"]}),
    ],
)
def test_a_record_that_names_one_which_is_nowhere_is_refused_with_its_line_and_nothing_is_written(
    lines: list[dict[str, Any]], tmp_path: Path, kind: str, changes: dict[str, Any]
) -> None:
    broken, number = spoilt(lines, kind, changes)
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in broken))
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        with pytest.raises(InputError) as refusal:
            memory.import_(path)
        assert str(refusal.value) == (
            f"Line {number} of the export cannot be used: it names 'gone', "
            "which is neither in it nor in this memory. Nothing was imported."
        )
        assert (memory.admin.users(), memory.admin.check()) == ([], [])


def test_a_record_may_name_one_that_is_in_the_memory_already(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for part in (lines, [line for line in lines if "message" not in line]):
            path.write_text("".join(json.dumps(line) + "\n" for line in part))
            memory.import_(path)
        assert memory.admin.check() == []


@pytest.mark.parametrize("user", ["a\r\nb", "", 5, "x" * 257])
def test_an_export_of_a_user_who_cannot_be_is_refused_by_its_first_line(
    lines: list[dict[str, Any]], tmp_path: Path, user: object
) -> None:
    with pytest.raises(InputError, match=r"Line 1 of the export cannot be used: user_id is .*Nothing was imported"):
        imported([lines[0] | {"user_id": user}], tmp_path / "x.jsonl")


def test_an_export_of_all_users_is_given_to_one_or_refused(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines).replace('"user_id": "ada"', '"user_id": "*"'))
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        with pytest.raises(InputError, match="stands for all users"):
            memory.import_(path)
        with pytest.raises(InputError, match="stands for all users"):
            memory.import_(path, as_user="*")
        assert memory.import_(path, as_user="ada") == len(lines) - 1


@pytest.mark.parametrize(
    ("vector", "sentence"), [(b"1234", "its vector has 4 bytes"), (None, "a number that is not finite")]
)
def test_a_vector_that_compares_with_nothing_is_refused(
    lines: list[dict[str, Any]], tmp_path: Path, vector: bytes | None, sentence: str
) -> None:
    odd = vector or struct.pack("<f", float("nan")) * lines[0]["dimensions"]
    place = next(place for place, line in enumerate(lines) if "embedding" in line and place)
    broken = [*lines[:place], {**lines[place], "embedding": base64.b64encode(odd).decode()}]
    with pytest.raises(InputError, match=sentence):
        imported(broken, tmp_path / "x.jsonl")


def test_a_line_of_brackets_is_one_sentence(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Line 2 of the export cannot be used: it is not a record"):
        imported([lines[0], "[" * 100_000], tmp_path / "x.jsonl")
