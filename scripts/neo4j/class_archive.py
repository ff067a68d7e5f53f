"""Knows the archive of the classes that a start of Neo4j loads: Java maps it instead of reading and checking each.

``launch.py --download-only`` lets a server write one as it stops, and servers that start afterwards with the same
Java use it, which takes a third off the CPU of their start. Without one, or with one that does not fit, they start
as ever. Java wants jars alone on the class path for that, so the compiled server class is put into one.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

_SERVER_JAR = "server.jar"


def archive_file(jars: Path, java: str) -> Path:
    """Return where the archive for a Java stands, whether or not it is there."""
    program = Path(java).resolve()
    state = program.stat()
    digest = hashlib.sha256(f"{program} {state.st_size} {state.st_mtime_ns}".encode()).hexdigest()
    return jars / f"classes-{digest[:16]}.jsa"


def class_path(jars: Path) -> list[str]:
    """Return the class path of the server: the same to write an archive as to use it."""
    packed = jars / _SERVER_JAR
    return [str(packed if packed.exists() else jars / "classes"), f"{jars}/lib/*"]


def pack_server(jars: Path) -> None:
    """Put the compiled server class into a jar."""
    unfinished = jars / f"{_SERVER_JAR}.new"
    with zipfile.ZipFile(unfinished, "w") as jar:
        for file in sorted((jars / "classes").rglob("*.class")):
            jar.write(file, file.relative_to(jars / "classes"))
    unfinished.rename(jars / _SERVER_JAR)
