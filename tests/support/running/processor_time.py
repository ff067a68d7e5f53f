"""How long each test takes a processor: its report tells, and `make test-fast` names those that take too long."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

NAMED = 1.0
"""Seconds; several times what a test should take, since the first that reads talk compiles its patterns."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Note the seconds that a test and the programs it started took a processor."""
    before = _seconds()
    try:
        return (yield)
    finally:
        item.user_properties.append(("processor_seconds", round(_seconds() - before, 2)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the tests that took a processor for long, where those that are marked so were left out."""
    if config.option.markexpr != "not long":
        return
    took = [(dict(report.user_properties), report.nodeid) for report in terminalreporter.getreports("passed")]
    found = sorted(((each.get("processor_seconds", 0), test) for each, test in took), reverse=True)
    if found and found[0][0] > NAMED:
        terminalreporter.section("make these cheaper, or mark them as long")
        for seconds, test in found:
            if seconds > NAMED:
                terminalreporter.write_line(f"{seconds:.1f} s of a processor: {test}")


def _seconds() -> float:
    return sum(os.times()[:4])
