"""Assembles a Neo4j Community server from Maven Central in a cache folder; ``launch.py`` runs what lies there.

Only the standard library is used. The work is done by two programs: ``mvn`` copies the jars that ``pom.xml`` names
and ``javac`` compiles ``Neo4jServer.java`` against them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

_SOURCES = Path(__file__).resolve().parent
_POM = _SOURCES / "pom.xml"
_JAVA_SOURCE = _SOURCES / "Neo4jServer.java"
_MINIMUM_JAVA = 17
_COMPLETE = "complete"
_INSTALL = "Install a JDK (17 or newer) and Maven, for example: apt-get install default-jdk-headless maven"


class LaunchError(Exception):
    """The server could not be assembled or started; the message says what to do."""


class ToolMissing(LaunchError):
    """java, javac or mvn is not installed, or too old."""


class AssemblyFailed(LaunchError):
    """The jars could not be fetched, or the server class could not be compiled."""


def assemble() -> Path:
    """Return the folder with the jars and the compiled server class, filling it first where needed.

    The folder is named after the contents of pom.xml and Neo4jServer.java, so an edit never changes the files
    under a running server. Parallel calls, also from several processes, assemble once.

    Raises ToolMissing when java, javac or mvn is not installed, and AssemblyFailed when Maven or the compiler
    fails, for example without a network.
    """
    find_tool("java")
    digest = hashlib.sha256(_POM.read_bytes() + _JAVA_SOURCE.read_bytes()).hexdigest()
    folder = cache_folder() / digest[:16]
    if not (folder / _COMPLETE).exists():
        maven, compiler = find_tool("mvn"), find_tool("javac")
        with _locked(folder.parent / "lock"):
            if not (folder / _COMPLETE).exists():
                _fill(folder, maven=maven, compiler=compiler)
    return folder


def find_tool(name: str) -> str:
    """Return the path of a program of the JDK or of Maven; JAVA_HOME comes before PATH."""
    java_home = os.environ.get("JAVA_HOME")
    if java_home and (found := shutil.which(name, path=os.path.join(java_home, "bin"))):
        return found
    if found := shutil.which(name):
        return found
    raise ToolMissing(f"{name} is not installed. {_INSTALL}")


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where assembled servers are kept: MEMARY_NEO4J_CACHE, or else the user's cache folder."""
    if named := environ.get("MEMARY_NEO4J_CACHE"):
        return Path(named).expanduser().absolute()
    return xdg_folder(environ, "XDG_CACHE_HOME", default=".cache") / "memary" / "neo4j"


def xdg_folder(environ: Mapping[str, str], variable: str, *, default: str) -> Path:
    """Return a base folder of the XDG specification, which wants relative values ignored."""
    named = Path(environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / default


def last_lines(text: str, *, count: int = 15) -> str:
    """Return the end of a program's output, where the reason of a failure stands."""
    return "\n".join(text.strip().splitlines()[-count:])


def say(message: str) -> None:
    """Tell the person at the terminal; standard output is left to the READY line."""
    sys.stderr.write(f"neo4j: {message}\n")
    sys.stderr.flush()


def _fill(folder: Path, *, maven: str, compiler: str) -> None:
    _check_java_version(compiler)
    say(f"assembling the server in {folder} (first start only, about 130 MB from Maven Central) …")
    # What lies around here was left by an assembly that did not finish: we hold the lock.
    for left in (folder, *folder.parent.glob(f"{folder.name}-*")):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=f"{folder.name}-", dir=folder.parent, ignore_cleanup_errors=True
    ) as temporary:
        work = Path(temporary) / "server"
        quiet = ["--quiet", "--batch-mode", "-Dstyle.color=never"]
        _run(
            [maven, *quiet, "--file", str(_POM), f"-Ddestination={work}", "prepare-package"],
            remedy="Maven Central must be reachable, or ~/.m2/settings.xml name a mirror of it.",
        )
        against = ["--release", str(_MINIMUM_JAVA), "-classpath", f"{work}/lib/*"]
        _run([compiler, *against, "-d", f"{work}/classes", str(_JAVA_SOURCE)], remedy=_INSTALL)
        (work / _COMPLETE).touch()
        work.rename(folder)


def _check_java_version(compiler: str) -> None:
    asked = subprocess.run([compiler, "-version"], capture_output=True, text=True, check=False)
    version = re.search(r"javac (?:1\.)?(\d+)", asked.stdout + asked.stderr)
    if version and int(version[1]) < _MINIMUM_JAVA:
        raise ToolMissing(
            f"{compiler} is version {version[1]}, but Neo4j needs Java {_MINIMUM_JAVA} or newer. "
            f"Install one, for example: apt-get install openjdk-{_MINIMUM_JAVA}-jdk-headless"
        )


def _run(command: Sequence[str], *, remedy: str) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        name = Path(command[0]).name
        output = last_lines(done.stdout.decode(errors="replace"))
        raise AssemblyFailed(f"{name} failed with exit code {done.returncode}. {remedy}\n{output}")


@contextlib.contextmanager
def _locked(path: Path) -> Generator[None]:
    if sys.platform == "win32":
        raise AssemblyFailed("The launcher needs Linux or macOS; on Windows use: docker compose up --wait")
    import fcntl  # noqa: PLC0415 - does not exist on Windows

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # closing the handle releases it, and so does the end of this process
        yield
