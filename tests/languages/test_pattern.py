"""Patterns that are compiled late are found as all others are."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
import threading

import pytest

from memary.languages.pattern import LatePattern, pattern

PROGRAM = """
import gc, re, sys
from memary import Memary
from memary.languages import languages
from memary.languages.pattern import LatePattern
modules = [module for name, module in sys.modules.items() if not re.match("memary.languages.*facts", name)]
others = {id(value) for module in modules for value in list(vars(module).values())}
others |= {id(form) for pack in languages() for form, _ in pack.questions.short}  # what search reads in full
late = [one for one in gc.get_objects() if isinstance(one, LatePattern) and id(one) not in others]
with Memary.open("sqlite:///:memory:", worker=False) as memory:
    memory.add("I live in Rome.", user_id="ada")
    memory.search("Where do I live?", user_id="ada")
print(len(late) > 300, sum("compiled" in vars(one) for one in late))
"""


def test_a_pattern_finds_what_a_compiled_one_finds() -> None:
    late, compiled = pattern(r"(?P<name>a+)", re.IGNORECASE), re.compile(r"(?P<name>a+)", re.IGNORECASE)
    for text in ("", "bAAb", "aba"):
        assert [found.span("name") for found in late.finditer(text)] == [
            found.span("name") for found in compiled.finditer(text)
        ]
        assert bool(late.match(text)) == bool(compiled.match(text))
        assert late.sub("-", text) == compiled.sub("-", text)
    assert (late.pattern, late.flags, late.groupindex) == (compiled.pattern, compiled.flags, compiled.groupindex)


def test_while_a_pattern_is_compiled_others_are_looked_for() -> None:
    """Not even by a lock that a process forked meanwhile would have for ever, as Python 3.11 keeps one."""
    entered, may_go_on = threading.Event(), threading.Event()

    class Slow(str):
        __slots__ = ()

        def __hash__(self) -> int:  # for what is compiled already
            entered.set()
            may_go_on.wait()
            return super().__hash__()

    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(pattern(Slow("a+")).search("aba")))
    thread.start()
    entered.wait()
    assert pattern("b+").search("aba")
    assert not found
    may_go_on.set()
    thread.join()
    assert found


def test_where_either_case_is_alike_a_pattern_is_compiled_for_texts_with_its_words_alone() -> None:
    late = pattern(r"(?:please\ )? forget [ ]  # the verb\n (?P<what>\w+)", re.IGNORECASE | re.VERBOSE)
    assert late.search("I live in Rome, not in Berlin.") is None
    assert "compiled" not in vars(late)
    for text in ("PLEASE forget it", "Forget Rome", "FORGET it"):
        assert late.search(text)
    for word in ("ſink", "SINK", "s\u0131n\u212a", "S\u0130NK"):  # what the alphabet is taken for
        assert bool(pattern("sink", re.IGNORECASE).fullmatch(word)) == bool(re.fullmatch("sink", word, re.IGNORECASE))


def test_a_copy_finds_the_same() -> None:
    late = pattern("a+")
    assert copy.deepcopy(late).fullmatch("aa")


def test_a_wrong_pattern_is_an_error_where_it_is_looked_for() -> None:
    late = pattern("(")
    with pytest.raises(re.error):
        late.search("a")


@pytest.mark.long
def test_a_program_that_reads_no_facts_compiles_none_of_their_patterns() -> None:
    assert isinstance(pattern("a"), LatePattern)
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0"]
