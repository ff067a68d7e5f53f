"""Assembles a Neo4j Community server in a cache folder; ``launch.py`` runs what lies there.

Only the standard library is used, and any Java that can run the server: the jars that ``jars.lock`` names are
fetched from Maven Central, and one of them, the compiler of Eclipse, compiles ``Neo4jServer.java`` against the rest.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path

import jar_lock
from java_runtime import find_java
from launch_error import AssemblyFailed, last_lines, say
from maven_repository import fetch

_JAVA_SOURCE = Path(__file__).resolve().with_name("Neo4jServer.java")
_JAVA_RELEASE = "17"
COMPLETE = "complete"
"""The file that an assembly makes last."""


def assemble() -> Path:
    """Return the folder with the jars and the compiled server class, filling it first where needed.

    Parallel calls, also from several processes, assemble once.

    Raises JavaMissing when there is no Java, and AssemblyFailed when a jar cannot be fetched or the class compiled.
    """
    java = find_java()
    folder = assembled_folder()
    if not (folder / COMPLETE).exists():
        with _locked(folder.parent / "lock"):
            if not (folder / COMPLETE).exists():
                _fill(folder, java=java)
    return folder


def assembled_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the server belongs, whether or not it is there.

    It is named after the contents of jars.lock and Neo4jServer.java, so an edit never changes the files under a
    running server.
    """
    digest = hashlib.sha256(jar_lock.LOCK.read_bytes() + _JAVA_SOURCE.read_bytes()).hexdigest()
    return cache_folder(environ) / digest[:16]


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where assembled servers are kept: MEMARY_NEO4J_CACHE, or else the user's cache folder."""
    if named := environ.get("MEMARY_NEO4J_CACHE"):
        return Path(named).expanduser().absolute()
    return xdg_folder(environ, "XDG_CACHE_HOME", default=".cache") / "memary" / "neo4j"


def xdg_folder(environ: Mapping[str, str], variable: str, *, default: str) -> Path:
    """Return a base folder of the XDG specification, which wants relative values ignored."""
    named = Path(environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / default


def _fill(folder: Path, *, java: str) -> None:
    say(f"assembling the server in {folder} (first start only, about 130 MB from Maven Central) …")
    # What lies around here was left by an assembly that did not finish: we hold the lock.
    for left in (folder, *folder.parent.glob(f"{folder.name}-*")):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=f"{folder.name}-", dir=folder.parent, ignore_cleanup_errors=True
    ) as temporary:
        work = Path(temporary) / "server"
        fetch(jar_lock.read(), work)
        _compile(work, java=java)
        (work / COMPLETE).touch()
        work.rename(folder)


def _compile(work: Path, *, java: str) -> None:
    compiler, libraries = (os.pathsep.join(map(str, (work / name).glob("*.jar"))) for name in ("compiler", "lib"))
    command = [java, "-cp", compiler, "org.eclipse.jdt.internal.compiler.batch.Main", f"-{_JAVA_RELEASE}"]
    done = subprocess.run(
        [*command, "-cp", libraries, "-d", str(work / "classes"), str(_JAVA_SOURCE)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        output = last_lines(done.stdout.decode(errors="replace"))
        raise AssemblyFailed(f"{_JAVA_SOURCE.name} could not be compiled with {java}.\n{output}")


@contextlib.contextmanager
def _locked(path: Path) -> Generator[None]:
    if sys.platform == "win32":
        raise AssemblyFailed("The launcher needs Linux or macOS; on Windows use: docker compose up --wait")
    import fcntl  # noqa: PLC0415 - does not exist on Windows

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # closing the handle releases it, and so does the end of this process
        yield
