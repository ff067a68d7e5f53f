"""Copies of what packages bring, which are read faster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import platformdirs
import pytest

from memary.models.built_in.packaged_files import unpacked

ARRAYS = {"table.npy": b"numbers " * 9_000, "scale.npy": b"few"}
EMBEDDING = """
import asyncio
from memary.models.built_in.sentence_embedding import SentenceEmbedder
print(len(asyncio.run(SentenceEmbedder(with_words=False).embed(["The tide is high."]))[0]))
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(folder))
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "weights.npz"
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for name, content in ARRAYS.items():
            packed.writestr(name, content)
    return path


def test_a_copy_that_is_not_compressed_is_made_once_and_kept(archive: Path, cache: Path) -> None:
    kept = unpacked(archive)
    with ZipFile(kept) as copy:
        assert {part.filename: copy.read(part) for part in copy.infolist()} == ARRAYS
        assert {part.compress_type for part in copy.infolist()} == {ZIP_STORED}
    made = kept.stat().st_mtime_ns
    assert unpacked(archive) == kept
    assert kept.stat().st_mtime_ns == made
    assert [*cache.iterdir()] == [kept]


def test_another_archive_has_another_copy(archive: Path) -> None:
    kept = unpacked(archive)
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        packed.writestr("table.npy", b"other numbers")
    assert unpacked(archive) != kept


def test_where_no_copy_can_be_kept_the_archive_is_read(archive: Path, cache: Path) -> None:
    cache.write_text("a file where the folder would be")
    assert unpacked(archive) == archive


def test_a_damaged_copy_is_left_for_the_package_itself(tmp_path: Path) -> None:
    own = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}

    def embed() -> str:
        command = [sys.executable, "-c", EMBEDDING]
        return subprocess.run(
            command, env=os.environ | own, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert embed() == "2048"
    [kept] = tmp_path.rglob("weights-*.npz")
    kept.write_bytes(kept.read_bytes()[:10_000_000])
    assert embed() == "2048"
    assert not kept.exists()
