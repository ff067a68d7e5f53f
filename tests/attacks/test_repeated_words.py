"""No message that repeats a word holds up the reading of everybody's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from programs.starting import Start

from memary.languages.zh.facts.corrections import CORRECTIONS

PROGRAM = Path(__file__).with_name("repeated_words.py")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no timer that ends a pattern")
def test_no_pattern_takes_long_over_repeated_words(start: Start) -> None:
    ended = start(str(PROGRAM)).ended()  # a pattern hears no signal of Python's: a process of its own has to be ended
    tried = ended.stderr.splitlines()
    assert (ended.code, ended.lines) == (0, ["done"]), tried[-1][:500]
    assert {repr(form.pattern) for _, form in CORRECTIONS.ended} <= set(tried)
