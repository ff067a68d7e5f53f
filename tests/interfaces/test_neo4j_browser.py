"""One command writes what Neo4j Browser needs: the style, and all saved queries in the file that it imports."""

from __future__ import annotations

import os
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from memary import InputError
from memary.interfaces.cli.app import app
from memary.interfaces.neo4j_browser import write_browser_files

DATA = Path(__file__).parents[2] / "data" / "neo4j-browser"


def test_style_and_queries_are_written_by_one_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["neo4j-browser", str(tmp_path / "browser")], prog_name="memary")
    assert done.exit_code == 0
    assert "Drop each of them onto the window of Neo4j Browser" in done.stdout
    assert (tmp_path / "browser" / "memary.grass").read_bytes() == (DATA / "memary.grass").read_bytes()
    with ZipFile(tmp_path / "browser" / "memary.zip") as archive:
        assert archive.namelist() == [f"memary/{one.name}" for one in sorted((DATA / "memary").glob("*.cypher"))]


@pytest.mark.skipif(os.name != "posix", reason="a file stands in the way as POSIX has it")
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="Name another folder"):
        write_browser_files(tmp_path / "file" / "folder")
