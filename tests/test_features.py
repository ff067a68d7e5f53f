"""The table of what memary does: no row is missing, each that does not work says why, and its calls show it."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from support.tables import each
from typer.testing import CliRunner

from memary.interfaces.cli.app import app

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if re.match(r"\| [A-Z]\d", line)
]
SIZES = {
    "A": 9,
    "B": 9,
    "C": 7,
    "D": 5,
    "E": 5,
    "F": 7,
    "G": 9,
    "H": 8,
    "I": 6,
    "J": 4,
    "K": 5,
    "L": 7,
    "M": 9,
    "N": 6,
}
SIZES |= {"O": 6, "X": 17, "Y": 8}


def test_every_row_is_there_once() -> None:
    assert [row[0] for row in ROWS] == [
        f"{part}{number + 1}" for part, size in SIZES.items() for number in range(size)
    ]


@each("row", ROWS)
def test_a_row_says_how_it_stands_and_where_it_lives(row: list[str]) -> None:
    _, what, state, where, shown_by = row
    assert what
    assert state == "works" or re.match(r"(in part|otherwise): .{10}", state)
    assert all((ROOT / "memary" / place).exists() for place in re.findall("`([^`]+)`", where))
    assert re.fullmatch("`.+`", shown_by)


@pytest.mark.long
def test_each_row_is_shown_by_its_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in [name for name in os.environ if name.startswith(("MEMARY_", "OPENAI_", "NEO4J_"))]:
        monkeypatch.delenv(setting)
    for name, value in {"HOME": str(tmp_path / "home"), "STORE": "sqlite:///ada.db", "USER": "ada"}.items():
        monkeypatch.setenv(f"MEMARY_{name}", value)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], "features.md", "exec"), names)
    failed = [f"{row[0]}: {fault}" for row in ROWS if (fault := _fault(row[4].strip("`"), names))]
    names["memory"].close()
    assert failed == []


def _fault(call: str, names: dict[str, Any]) -> str:
    """What is wrong with a call: it fails, or shows nothing."""
    if call.startswith("memary "):
        done = CliRunner().invoke(app, shlex.split(call)[1:], prog_name="memary")
        return "" if done.exit_code == 0 and done.stdout.strip() + done.stderr.strip() else done.output
    try:
        return "" if eval(call, names) else "it shows nothing"
    except Exception as error:  # noqa: BLE001  whatever it is, the row is to be named
        return f"{type(error).__name__}: {error}"
