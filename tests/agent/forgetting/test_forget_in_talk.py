"""Of a diary just the lines go that a request means, and nothing at all where it is not clear, or none."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memary import ChatAgent, Memary

TALK: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "forget_in_talk.toml").read_text()
)


@pytest.fixture(scope="module", params=TALK)
def diary(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The name of a diary, and the export of a memory of it."""
    folder = tmp_path_factory.mktemp("diary")
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        said = TALK[request.param]["diary"]
        memory.add(
            [
                {"content": line, "created_at": f"2026-01-01T10:{minute:02}:00Z", "session_id": "s1"}
                for minute, line in enumerate(said)
            ],
            user_id="ada",
        )
        memory.flush()
        memory.export(folder / "ada.jsonl", user_id="ada")
    return request.param, folder / "ada.jsonl"


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """A memory without any model."""
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True, scrub=False) as opened:
        yield opened


@pytest.mark.long
def test_what_is_meant_goes_and_all_else_stays(diary: tuple[str, Path], memory: Memary) -> None:
    name, export = diary
    lines = TALK[name]["diary"]
    wrong: list[tuple[str, list[str], list[str]]] = []
    for said, gone, *rest in TALK[name]["requests"]:
        memory.import_(export)
        ChatAgent(memory, user_id="ada").chat(said)
        kept = {message.content for message in memory.messages.list(user_id="ada", session_id="s1")}
        expected = {line for place, line in enumerate(lines, 1) if place not in gone} | set(rest)
        if kept != expected:
            wrong.append((said, sorted(expected - kept), sorted(kept - expected)))
        memory.forget(user_id="ada")
    assert wrong == []
