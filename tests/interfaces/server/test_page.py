"""The examples in docs/interfaces/http-api.md run as they stand there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interfaces.server.serving import ADA, KEYS, served
from memary import Memary
from memary.interfaces.server.app import description

PAGE = (Path(__file__).parents[3] / "docs" / "interfaces" / "http-api.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_the_round_with_curl(memory: Memary, tmp_path: Path) -> None:
    with served(memory, keys=KEYS) as address:
        script = "\n".join(["set -euo pipefail", "shopt -s expand_aliases", f"KEY={ADA}", *blocks("sh")])
        script = script.replace("http://127.0.0.1:8321", address)
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "event: answer" in done.stdout
    assert "User lives in Berlin." in done.stdout
    assert "User lives in Graz." in done.stdout
    assert "Mia" in (tmp_path / "ada.jsonl").read_text()
    assert "ada" not in memory.admin.users()


def test_the_app_is_made_as_it_says(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", *blocks("python")], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_route_is_listed() -> None:
    listed = PAGE.partition("## What there is")[2].partition("##")[0]
    for path in description()["paths"]:
        assert re.sub(r"\{.*?\}", "{id}", path.removeprefix("/v1")) in listed, path
