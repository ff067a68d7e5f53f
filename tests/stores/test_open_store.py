"""Which store a URI or a path names."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from memary import Memary
from memary.errors import ConfigurationError
from memary.settings import Settings
from memary.stores import open_store


@pytest.mark.parametrize(
    ("given", "location"),
    [
        ("ada.db", "sqlite:///ada.db"),
        (Path("ada.db"), "sqlite:///ada.db"),
        (PurePosixPath("data/ada.db"), "sqlite:///data/ada.db"),
        (Path("sqlite:"), "sqlite:///sqlite:"),
        ("C:\\ada.db", "sqlite:///C:\\ada.db"),
        ("what?.db", "sqlite:///what?.db"),
        ("sqlite:///ada.db", "sqlite:///ada.db"),
        ("sqlite:////tmp/ada%20b%3F.db", "sqlite:////tmp/ada b?.db"),
        ("sqlite://", "sqlite:///:memory:"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        (":memory:", "sqlite:///:memory:"),
    ],
)
def test_a_uri_or_a_path_names_a_store(given: str | Path, location: str) -> None:
    assert open_store(given, Settings()).location == location


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("sqlite:///ada.db?mode=ro", "has options .'mode=ro'., and a SQLite store takes none"),
        ("sqlite:///", "names no file"),
        ("sqlite:", "is not a store"),
        ("sqlite:ada.db", "is not a store: use sqlite:///file.db"),
        ("file:ada.db", "is not a store"),
        ("postgres://localhost", "is not a store"),
        ("a\0b", "NUL character"),
        ("neo4j://", "has no host"),
    ],
)
def test_what_names_no_store_is_refused_and_makes_no_file(
    given: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigurationError, match=sentence):
        Memary.open(given)
    assert list(tmp_path.iterdir()) == []


def test_the_constructor_says_how_a_memory_is_opened() -> None:
    with pytest.raises(ConfigurationError, match=r"Memary\.open\('sqlite:///ada\.db'\)"):
        Memary("sqlite:///ada.db")
    with pytest.raises(ConfigurationError, match=r"Memary\.open\(\)"):
        Memary()
