"""Programs that close nothing, fork, or are interrupted end over Neo4j, too, whose driver has threads of its own."""

from __future__ import annotations

import signal

import pytest
from programs.starting import Program, Start
from support.neo4j_server import Neo4jAddress


def started(start: Start, address: Neo4jAddress, script: str, *arguments: str) -> Program:
    access = {"NEO4J_USERNAME": address.username, "NEO4J_PASSWORD": address.password}
    return start(script, *arguments, MEMARY_STORE=address.uri, **access)


@pytest.mark.parametrize(
    ("script", "argument", "code", "printed"),
    [
        ("endings/kept_as_a_global.py", "last line", 0, "I live in Berlin."),
        ("endings/kept_somewhere.py", "cycle", 0, "last line"),
        ("forks/forked.py", "leave", 0, "child ended with 0"),
        ("forks/forked.py", "own", 0, "child ended with 0"),
        ("forks/forked.py", "use", 0, "before the process was forked"),
    ],
)
def test_a_program_ends_over_neo4j(
    start: Start,
    neo4j_address: Neo4jAddress,
    script: str,
    argument: str,
    code: int,
    printed: str,
) -> None:
    ended = started(start, neo4j_address, script, argument).ended()
    assert (ended.code, ended.stderr) == (code, "")
    assert printed in ended.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_program_that_is_interrupted_ends_over_neo4j(
    start: Start, neo4j_address: Neo4jAddress, number: signal.Signals
) -> None:
    program = started(start, neo4j_address, "signals/interrupted.py", "adding", "without")
    program.printed("ready")
    program.signal(number)
    ended = program.ended()
    assert ended.code == -number
    assert "ignored" not in ended.stderr
