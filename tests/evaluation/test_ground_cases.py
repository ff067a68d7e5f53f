from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from memary.conversation.personas import data_folder
from memary.evaluation import read_ground_cases
from memary.evaluation.command import app

CASES = """
language = "en"
cases = [
  { text = "I live in Leith as I work at Vestas.", effect = "I live in Leith", ground = "I work at Vestas" },
  { text = "I keep the van because of the drums.", effect = "I keep the van", ground = "the drums" },
  { text = "I live in Leith although I work at Vestas." },
]
"""


def run(folder: Path, text: str, *arguments: str) -> Result:
    (folder / "en.toml").write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["grounds", "--data", str(folder), *arguments])


def test_what_is_read_is_compared_with_what_is_meant(tmp_path: Path) -> None:
    result = run(tmp_path, CASES, "--json", "--details", str(tmp_path / "read.jsonl"))

    every = json.loads(result.stdout)[-1]
    assert every == {"language": "en", "part": "all", "cases": 3, "grounded": 2, "told": 1, "right": 1}
    read = [json.loads(line) for line in (tmp_path / "read.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["pairs"] for line in read] == [[["User lives in Leith.", "User works at Vestas."]], [], []]


def test_people_get_a_table(tmp_path: Path) -> None:
    assert "held out" in run(tmp_path, CASES).stdout


def test_words_that_the_message_does_not_hold_are_refused(tmp_path: Path) -> None:
    result = run(tmp_path, CASES.replace('ground = "the drums"', 'ground = "the tuba"'))

    assert result.exit_code == 2
    assert "effect and ground have to stand in 'I keep the van because of the drums.'" in result.stderr


@pytest.mark.parametrize("language", ["en", "zh"])
def test_there_are_a_hundred_labelled_messages_of_each_language_half_without_a_ground(language: str) -> None:
    cases = read_ground_cases(data_folder() / "grounds")[language]

    assert len({case.text for case in cases}) == 100
    assert sum(not case.ground for case in cases) == 50
    assert 40 <= sum(case.part == "held out" for case in cases) <= 60
