"""Programs that fork: by hand, through pools, and as servers do."""

from __future__ import annotations

import signal

import httpx
import pytest

from programs.conftest import Run
from programs.starting import Start

BOTH = "['I live in Berlin.', 'I work in Ulm.']"
ALL = "['I like tea.', 'I live in Berlin.', 'I work in Ulm.']"


@pytest.mark.parametrize(
    ("what", "printed"),
    [
        ("leave", ["child ended with 0", BOTH]),
        ("os._exit", ["child ended with 0", BOTH]),
        ("close", ["child ended with 0", BOTH]),
        ("with", ["child ended with 0", BOTH]),
        ("drop", ["child ended with 0", BOTH]),
        ("grandchild", ["child ended with 0", BOTH]),
        ("exception", ["child ended with 1", BOTH]),
        ("own", ["child ended with 0", ALL]),
    ],
)
def test_a_child_ends_and_leaves_the_parents_memory_alone(run: Run, what: str, printed: list[str]) -> None:
    ended = run("forks/forked.py", what)
    assert (ended.code, ended.lines) == (0, printed)
    assert ended.stderr.count("Traceback") == (what == "exception")
    assert "ignored" not in ended.stderr


def test_a_child_that_uses_the_parents_memory_is_told_to_open_its_own(run: Run) -> None:
    ended = run("forks/forked.py", "use")
    assert ended.code == 0
    assert "fork" in ended.lines[0]
    assert ended.lines[1:] == ["child ended with 0", BOTH]


def test_a_child_that_outlives_its_parents_memory_loses_nothing(run: Run) -> None:
    ended = run("forks/outlives_its_parent.py")
    assert (ended.code, ended.lines) == (0, ["child ended with 0", ALL])
    assert "Traceback" not in ended.stderr  # Python 3.12 and later warn of forks beside threads


def test_children_made_while_threads_use_the_memory_have_memories_of_their_own(run: Run) -> None:
    ended = run("forks/forks_while_busy.py", "10")
    assert (ended.code, ended.lines) == (0, ["children failed: 0, messages: 10"])
    assert "Traceback" not in ended.stderr


def test_a_child_made_in_the_midst_of_an_export_is_told_so_and_the_export_goes_on(run: Run) -> None:
    ended = run("forks/forks_in_an_export.py")
    assert ended.code == 0
    assert "export" in ended.lines[0]
    assert ended.lines[1:] == [BOTH]


@pytest.mark.parametrize(("method", "workers"), [("fork", "2"), ("forkserver", "2"), ("spawn", "1")])
def test_pools_of_processes_remember_beside_an_open_memory(run: Run, method: str, workers: str) -> None:
    ended = run("forks/pool.py", method, workers)
    assert (ended.code, ended.stdout, ended.stderr) == (0, "5\n", "")


@pytest.mark.parametrize(("whose", "status", "words"), [("own", 200, "Berlin"), ("parent's", 503, "fork")])
def test_a_server_that_forks_after_opening_answers_and_ends(
    start: Start, whose: str, status: int, words: str
) -> None:
    server = start("forks/preforking_server.py", whose)
    address = server.printed("is served").split()[0]
    for _ in range(4):
        answer = httpx.get(address, timeout=10, trust_env=False)
        assert answer.status_code == status
        assert words in answer.text
    server.signal(signal.SIGTERM)
    ended = server.ended()
    assert ended.code == 0
    assert "Traceback" not in ended.stderr
