"""A user who has told no name may be asked about by the id."""

from __future__ import annotations

from memary import ChatAgent, Memary


def test_a_user_without_a_name_is_found_and_called_by_the_id(memory: Memary) -> None:
    memory.add("I live in Berlin with my sister Mia.", user_id="ada", wait=True)
    first, *_ = memory.search("Where does Ada live?", user_id="ada")
    assert (first.text.rstrip("."), first.weak) == ("Ada lives in Berlin", False)
    for _ in range(2):  # that it was asked makes nobody else of that name
        assert "Ada lives in Berlin" in ChatAgent(memory, user_id="ada").chat("Where does Ada live?").text
    assert memory.search("Where does Bob live?", user_id="ada")[0].weak


def test_somebody_else_of_that_name_is_meant_if_something_is_known_of_them(memory: Memary) -> None:
    memory.add(["I live in Berlin.", "My daughter Ada lives in Rome."], user_id="ada", wait=True)
    first, *_ = memory.search("Where does Ada live?", user_id="ada")
    assert "Rome" in first.text


def test_an_id_that_is_a_word_means_no_user(memory: Memary) -> None:
    memory.add("I live in Berlin.", user_id="test", wait=True)
    assert not any(hit.text.startswith("test") for hit in memory.search("Which test did I pass?", user_id="test"))
