"""Writes ``jars.lock`` from ``pom.xml``: the server's jars, their digests and places.

``python scripts/neo4j/jar_lock.py`` needs Maven and is run after a change of ``pom.xml``. A line of the lock has the
folder of the server that the jar goes into, the SHA-256 digest and the path below the address of a repository.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

LOCK = Path(__file__).resolve().with_name("jars.lock")
_POM = LOCK.with_name("pom.xml")


@dataclass(frozen=True)
class Jar:
    """A jar of the lock: the folder it goes into, its digest, and its path in every Maven repository."""

    folder: str
    sha256: str
    path: str

    @property
    def name(self) -> str:
        """The file name."""
        return PurePosixPath(self.path).name


def read() -> list[Jar]:
    """Return the jars of the lock."""
    return [Jar(*line.split()) for line in LOCK.read_text(encoding="utf-8").splitlines()]


def write() -> None:
    """Let Maven find all that ``pom.xml`` needs, and write down what it found."""
    with tempfile.TemporaryDirectory(prefix="memary-jars-") as folder:
        quiet = ["--quiet", "--batch-mode", "-Dstyle.color=never"]
        subprocess.run(["mvn", *quiet, "--file", _POM, f"-Ddestination={folder}", "prepare-package"], check=True)
        jars = [_jar(path, Path(folder)) for path in Path(folder).rglob("*.jar")]
    jars.sort(key=lambda jar: (jar.folder, jar.path))
    LOCK.write_text("".join(f"{jar.folder} {jar.sha256} {jar.path}\n" for jar in jars), encoding="utf-8")


def _jar(file: Path, root: Path) -> Jar:
    folder, *path = file.relative_to(root).parts
    return Jar(folder, hashlib.sha256(file.read_bytes()).hexdigest(), "/".join(path))


if __name__ == "__main__":
    write()
    sys.stderr.write(f"{LOCK.name} names {len(read())} jars\n")
