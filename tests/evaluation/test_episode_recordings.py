"""What the context window holds of talks that capable readers read: what decides it, and nothing forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.episode_recordings import names, reader
from support.model_server import ModelServer
from typer.testing import CliRunner

from memary.evaluation.command import app

PLAYED = (
    "between-two-leases",
    "two-amirs",
    "two-trains-in-the-hall",
    "the-bellows-of-st-hildas",
    "closing-on-the-fifth",
    "night-ward",
    "pepper-under-the-bridge",
)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The windows of seven talks, each measured in a memory of its own."""
    details = tmp_path_factory.mktemp("episodes") / "details.jsonl"
    with ModelServer() as server, pytest.MonkeyPatch.context() as patch:
        server.respond(reader(*PLAYED))
        patch.setenv("MEMARY_BASE_URL", server.base_url)
        patch.setenv("MEMARY_API_KEY", "test")
        chosen = [word for name in PLAYED for word in ("--episode", name)]
        arguments = ["--model", "scripted", "--haystack", "0", *chosen, "--details", str(details)]
        result = CliRunner().invoke(app, ["episodes", *arguments])
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in Path(details).read_text(encoding="utf-8").splitlines()]


def test_what_was_forgotten_on_request_stands_nowhere(answers: list[dict[str, Any]]) -> None:
    forgotten = [one for one in answers if "remembered" in one["measures"]]
    assert len(forgotten) == 16
    assert [one for one in forgotten if one["remembered"]] == []


def test_what_decides_stands_in_the_window(answers: list[dict[str, Any]]) -> None:
    asked = [one["measures"]["held"] for one in answers if "held" in one["measures"]]
    assert sum(asked) / len(asked) >= 0.95


def test_what_rests_on_something_that_ended_is_shown_in_doubt(answers: list[dict[str, Any]]) -> None:
    doubted = [one["measures"]["doubt"] for one in answers if "doubt" in one["measures"]]
    assert len(doubted) == 9
    assert sum(doubted) / len(doubted) >= 0.8


def test_there_are_replies_to_every_episode() -> None:
    folder = Path(__file__).parents[2] / "data" / "episodes"
    assert names() == sorted(path.stem for path in folder.glob("??/*.toml"))
