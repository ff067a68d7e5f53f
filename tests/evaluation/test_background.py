"""Whether the extractor sees what messages come back to: measured over the users that come with memary."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from memary import Memary
from memary.conversation.personas import data_folder
from memary.errors import InputError
from memary.evaluation.background.case import KnownUser, read_known
from memary.evaluation.background.run import KnownReport, measure_known
from memary.evaluation.command import app

USERS = read_known(data_folder() / "known")
IN_FAR_WORDS = {"yusra.en", "laoqiao.zh"}
"""Of these most messages share no word with what they come back to."""

SMALL = """
user = "User"
language = "en"
today = "2026-06-15"
entities = "Rex | animal | | User's dog"
facts = "1 | 2 | 2020 | User | has_pet | Rex | User has a dog called Rex."
[[case]]
kind = "end"
say = ["user: Rex died yesterday."]
facts = [{number}]
names = ["Rex"]
"""


def test_there_are_two_hundred_and_fifty_cases_over_memories_of_some_hundred_facts() -> None:
    assert sum(len(user.cases) for user in USERS) >= 250
    assert all(len(user.facts) >= 70 and len(user.entities) >= 40 for user in USERS)


@pytest.mark.parametrize("user", USERS, ids=[user.id for user in USERS])
def test_of_most_cases_all_that_is_needed_is_shown(user: KnownUser) -> None:
    with Memary.open("sqlite://", worker=False) as memory:
        report: KnownReport = measure_known(memory, user)
    shown = sum(one.shown for one in report.alone.values())
    assert shown >= (0.68 if user.id in IN_FAR_WORDS else 0.9) * len(user.cases), report.missed


def test_the_command_prints_a_table_and_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "ann.toml").write_text(SMALL.format(number=1), encoding="utf-8")
    result = CliRunner().invoke(app, ["known", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "1 of 1 (100 %)" in result.stdout


def test_a_case_that_needs_what_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ann.toml").write_text(SMALL.format(number=7), encoding="utf-8")
    with pytest.raises(InputError, match="case 1 needs 7, which is not among what is known"):
        read_known(tmp_path)
    with pytest.raises(InputError, match=r"has no file \*\.toml named bob"):
        read_known(tmp_path, only=["bob"])
