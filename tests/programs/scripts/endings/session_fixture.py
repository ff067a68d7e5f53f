"""Tests of somebody's bot, whose fixture opens a memory for the session and has no teardown."""

import sys

import pytest

from memary import Memary


@pytest.fixture(scope="session")
def memory():
    return Memary.open()


def test_it_remembers(memory):
    memory.add("I live in Berlin.", user_id="ada")
    assert memory.search("Where do I live?", user_id="ada")


@pytest.mark.parametrize("number", range(3))
def test_it_remembers_more(memory, number):
    memory.add(f"I live in house {number}.", user_id="ada")


if __name__ == "__main__":
    sys.exit(
        pytest.main([__file__, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--noconftest", "-c", "/dev/null"])
    )
