"""Who speaks and which spaces are recalled, as it is at each search, whoever changed it since the last one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memary import Memary
from memary.api.recall.known_before import last_known
from memary.kept_texts import let_go

QUESTION = "What does Ben paint?"


def opened(path: Path) -> Memary:
    return Memary.open(f"sqlite:///{path}/memory.db", embedding="hash", worker=False)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memary]:
    with opened(tmp_path) as memory:
        memory.add("They paint horses.", user_id="ada", infer=False)
        yield memory


@pytest.fixture
def elsewhere(tmp_path: Path, memory: Memary) -> Iterator[Memary]:
    """The same store, open another time."""
    with opened(tmp_path) as other:
        yield other


def told_by_speaker(memory: Memary) -> list[str]:
    """What is found for who says it."""
    hits = memory.search(QUESTION, user_id="ada")
    everybody = all("speaker" in hit.explain.signals for hit in hits)
    return [] if everybody else [hit.text for hit in hits if "speaker" in hit.explain.signals]


def test_a_question_is_read_with_who_began_to_speak_since_the_last_search(memory: Memary, elsewhere: Memary) -> None:
    assert told_by_speaker(memory) == []
    elsewhere.add({"content": "I paint boats.", "speaker": "Ben"}, user_id="ada", infer=False)
    assert told_by_speaker(memory) == ["I paint boats."]


def test_a_space_is_recalled_from_when_it_is_joined_until_it_is_left(memory: Memary, elsewhere: Memary) -> None:
    def spaces() -> set[str | None]:
        return {hit.space for hit in memory.search(QUESTION, user_id="ada")}

    assert spaces() == {None}
    space = elsewhere.spaces.create("Family", user_id="ben")
    elsewhere.spaces.grant(space.space_id, "ada", "reader", user_id="ben")
    elsewhere.add("We paint boats.", user_id=space.user_id, infer=False)
    assert spaces() == {None}
    elsewhere.spaces.join(space.space_id, user_id="ada")
    assert spaces() == {None, "Family"}
    elsewhere.spaces.leave(space.space_id, user_id="ada")
    assert spaces() == {None}


def test_names_of_who_speaks_are_let_go_of_with_what_is_forgotten(memory: Memary) -> None:
    memory.add({"content": "I paint boats.", "speaker": "Ben"}, user_id="ada", infer=False)
    memory.search(QUESTION, user_id="ada")
    assert last_known.cache_info().currsize
    let_go()
    assert not last_known.cache_info().currsize
