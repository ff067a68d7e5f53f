"""How the jars of a real Neo4j come from a Maven repository: whole, checked, once, and from the place that is named.

None of these tests starts a server; the Java here compiles by making a folder.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from support.neo4j_server import launcher

launch = launcher()
jar_lock, maven_repository = (importlib.import_module(name) for name in ("jar_lock", "maven_repository"))

SERVER, COMPILER = "org/neo4j/neo4j/5/neo4j-5.jar", "org/eclipse/jdt/ecj/3/ecj-3.jar"
JAVA = """#!/bin/sh
case "$1" in -version) echo 'openjdk version "17.0.1"' >&2 ;; *) echo compiled >>"$RUNS" ;; esac
"""
FAILING_JAVA = """#!/bin/sh
case "$1" in -version) echo 'openjdk version "17.0.1"' >&2 ;; *) echo 'ERROR in Neo4jServer.java'; exit 255 ;; esac
"""


class Repository:
    """A Maven repository on the loopback address, which counts what is asked of it and may fail at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.failures: list[int] = []
        repository = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                repository.asked.append(self.path.removeprefix("/maven2/"))
                self.path = self.path.removeprefix("/maven2")
                if repository.failures:
                    self.send_error(repository.failures.pop())
                else:
                    super().do_GET()

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server.server_port}/maven2"

    def add(self, folder: str, path: str) -> str:
        """Put a jar here and return its line of a lock."""
        target = self.folder / path
        target.parent.mkdir(parents=True)
        target.write_text(path)
        return f"{folder} {hashlib.sha256(path.encode()).hexdigest()} {path}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    made = Repository(tmp_path / "repository")
    thread = Thread(target=partial(made.server.serve_forever, poll_interval=0.01))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


@pytest.fixture
def install_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def install(text: str) -> None:
        program = tmp_path / "bin" / "java"
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)

    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    return install


@pytest.fixture
def lock(
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    install_java: Callable[[str], None],
) -> Path:
    """A lock of two jars, which is the project's for this test, on a machine that has a Java and an empty cache."""
    install_java(JAVA)
    monkeypatch.setenv("RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("MEMARY_NEO4J_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MAVEN_MIRROR_URL", repository.address + "/")
    lock = tmp_path / "jars.lock"
    lock.write_text(repository.add("lib", SERVER) + repository.add("compiler", COMPILER))
    monkeypatch.setattr(jar_lock, "LOCK", lock)
    return lock


@pytest.mark.usefixtures("lock")
def test_starts_in_parallel_fetch_and_compile_once(repository: Repository, tmp_path: Path):
    with ThreadPoolExecutor() as pool:
        folders = {start.result() for start in [pool.submit(launch.assemble) for _ in range(3)]}
    (folder,) = folders
    assert (folder / "lib" / "neo4j-5.jar").read_text() == SERVER
    assert (folder / "compiler" / "ecj-3.jar").read_text() == COMPILER
    assert sorted(repository.asked) == [COMPILER, SERVER]
    assert (tmp_path / "runs").read_text() == "compiled\n"


def test_a_jar_that_is_not_the_one_of_the_lock_is_refused(lock: Path, repository: Repository):
    (repository.folder / SERVER).write_text("something else")
    with pytest.raises(launch.AssemblyFailed, match=f"{SERVER} has the SHA-256 digest .* but jars.lock wants"):
        launch.assemble()
    assert [each.name for each in (lock.parent / "cache").iterdir()] == ["lock"]


@pytest.mark.usefixtures("lock")
def test_a_jar_that_is_not_there_is_named_with_the_remedy_and_tried_again_at_the_next_start(repository: Repository):
    (repository.folder / SERVER).rename(repository.folder / "away")
    with pytest.raises(launch.AssemblyFailed, match=f"{SERVER} cannot be fetched: .*404.* MAVEN_MIRROR_URL"):
        launch.assemble()
    (repository.folder / "away").rename(repository.folder / SERVER)
    assert (launch.assemble() / "lib" / "neo4j-5.jar").exists()


@pytest.mark.usefixtures("lock")
def test_a_repository_that_fails_once_is_asked_again(repository: Repository, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(maven_repository, "PAUSE", 0)
    repository.failures.append(503)
    launch.assemble()
    assert len(repository.asked) == 3


@pytest.mark.usefixtures("lock")
def test_a_class_that_does_not_compile_shows_what_the_compiler_said(install_java: Callable[[str], None]):
    install_java(FAILING_JAVA)
    with pytest.raises(
        launch.AssemblyFailed, match=r"could not be compiled with .*java\.\nERROR in Neo4jServer\.java"
    ):
        launch.assemble()


@pytest.mark.parametrize(
    ("mirror_of", "expected"),
    [
        ("*", "http://mirror/maven"),
        ("external:*", "http://mirror/maven"),
        ("other,central", "http://mirror/maven"),
        ("*,!central", maven_repository.CENTRAL),
        ("other", maven_repository.CENTRAL),
    ],
)
def test_the_mirror_that_settings_of_maven_name_for_central_is_used(
    mirror_of: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("MAVEN_MIRROR_URL", raising=False)
    settings = tmp_path / "settings.xml"
    mirror = f"<mirror><mirrorOf>{mirror_of}</mirrorOf><url>http://mirror/maven/</url></mirror>"
    namespace = 'xmlns="http://maven.apache.org/SETTINGS/1.2.0"'
    settings.write_text(f"<settings {namespace}><mirrors>{mirror}</mirrors></settings>")
    assert maven_repository.repository_address(settings) == expected
    assert maven_repository.repository_address(tmp_path / "no-settings.xml") == maven_repository.CENTRAL


def test_settings_of_maven_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MAVEN_MIRROR_URL", raising=False)
    (tmp_path / "settings.xml").write_text("<settings>")
    with pytest.raises(launch.AssemblyFailed, match=r"settings\.xml cannot be read"):
        maven_repository.repository_address(tmp_path / "settings.xml")


def test_the_lock_names_each_jar_once_with_a_digest():
    jars = jar_lock.read()
    assert {jar.folder for jar in jars} == {"lib", "plugins", "compiler"}
    assert len({(jar.folder, jar.name) for jar in jars}) == len(jars) > 200
    assert all(len(bytes.fromhex(jar.sha256)) == 32 for jar in jars)
