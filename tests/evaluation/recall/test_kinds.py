"""`memary eval kinds`: recall on several kinds of talk, and where memary is behind its parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from memary.evaluation.command import app
from memary.evaluation.recall.kinds import losses
from memary.evaluation.report import Report


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["kinds", *map(str, arguments)])


def talk(path: Path, *lines: tuple[str, str], questions: list[dict[str, Any]]) -> Path:
    messages = [
        {"id": str(n), "text": text, "role": role, "created_at": f"2026-03-01T09:{n:02}:00Z"}
        for n, (role, text) in enumerate(lines)
    ]
    path.write_text(json.dumps({"id": "one", "messages": messages, "questions": questions}), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    long = "The weather was fine and the bread was fresh. " * 60
    assistant = talk(
        tmp_path / "assistant.json",
        ("user", "How do I keep the kettle clean?"),
        ("assistant", f"{long}Boil vinegar in the kettle once a month. {long}"),
        ("user", "Thanks!"),
        questions=[
            {"question": "What cleans the kettle once a month?", "answer": "vinegar", "evidence": ["1"]},
            {"question": "What did the toaster cost?", "answer": None},
        ],
    )
    zh = talk(
        tmp_path / "short.json",
        ("user", "我表哥叫小明。"),
        ("user", "今天下雨。"),
        questions=[{"question": "我表哥叫什么名字？", "answer": "小明", "evidence": ["0"], "asked_at": "2026-12"}],
    )
    return [assistant, zh]


def test_each_file_is_a_kind_measured_by_itself(files: list[Path]) -> None:
    result = run(*files, "--json")
    assert result.exit_code == 0, result.stderr
    reports = {kind: Report.model_validate(given) for kind, given in json.loads(result.stdout).items()}
    assert list(reports) == ["assistant", "short"]
    assert [sum(report.asked.values()) for report in reports.values()] == [1, 1]
    assert all(report.rows[0].overall.metrics["recall@5"].mean == 1 for report in reports.values())


def test_the_table_tells_whether_memary_is_behind_its_parts(files: list[Path]) -> None:
    assert "finds at least as much as each of its parts" in run(*files).stdout
    report = Report.model_validate(json.loads(run(files[0], "--json").stdout)["assistant"])
    first, *parts = report.rows
    poor = first.overall.metrics["recall@5"].model_copy(update={"mean": 0.25})
    worse = first.model_copy(update={"overall": first.overall.model_copy(update={"metrics": {"recall@5": poor}})})
    (loss,) = losses(report.model_copy(update={"rows": (worse, *parts)}))
    assert loss.startswith("recall@5 0.250, ")


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path, files: list[Path]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    same = talk(other / "short.json", ("user", "Hi."), questions=[])
    assert "Two files are called 'short'" in run(files[1], same).stderr
    assert "cannot be read" in run(tmp_path / "none.json").stderr
