"""The code in the pages about other agents and other memories runs as it stands there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
SNIPPETS = [
    pytest.param(code, id=f"{page}-{number}")
    for page in ("interfaces/integrations.md", "import/migration.md")
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL), 1)
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_it_runs_and_prints(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for setting in [name for name in os.environ if name.startswith(("MEMARY_", "OPENAI_", "NEO4J_"))]:
        monkeypatch.delenv(setting)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_there_is_code_to_run() -> None:
    assert len(SNIPPETS) == 6
