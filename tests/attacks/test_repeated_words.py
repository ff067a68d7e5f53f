"""No message that repeats a word holds up the reading of everybody's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memary.languages.zh.facts.corrections import CORRECTIONS

PROGRAM = Path(__file__).with_name("repeated_words.py")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no timer that ends a pattern")
def test_no_pattern_takes_long_over_repeated_words() -> None:
    run = subprocess.run(  # a pattern hears no signal of Python's, so that a process of its own has to be ended
        [sys.executable, PROGRAM], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    *tried, last = run.stdout.splitlines()
    assert (run.returncode, last) == (0, "done"), f"{last[:500]}\n{run.stderr}"
    assert {repr(form.pattern) for _, form in CORRECTIONS.ended} <= set(tried)
