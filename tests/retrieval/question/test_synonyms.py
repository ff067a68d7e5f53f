"""Further names of what a question names, where the graph knows none of it: a scripted model gives them over HTTP."""

from __future__ import annotations

from support.model_server import Fault, ModelServer
from support.samples.graphs import edge

from memary import Memary
from memary.retrieval.question.synonyms import names_in

QUESTION = "What is the Big Apple like?"


def opened(server: ModelServer, *, synonyms: bool = False) -> Memary:
    memory = Memary.open(
        "sqlite:///:memory:",
        worker=False,
        synonyms=synonyms,
        max_retries=0,
        base_url=server.base_url,
        model="scripted",
        api_key="test",
    )
    memory.facts.add([edge("New York", "never", "sleeps"), edge("我", "住在", "北京")], user_id="ada")
    return memory


def found(memory: Memary, question: str = QUESTION, user_id: str = "ada") -> list[str]:
    return [hit.text for hit in memory.search(question, user_id=user_id, kinds="fact")]


def test_a_thing_is_found_by_a_name_that_only_the_model_knows_and_the_model_is_asked_once(
    server: ModelServer,
) -> None:
    server.respond("1. New York City\n2. New York\n3. NYC")
    with opened(server, synonyms=True) as memory:
        assert found(memory)[0] == "New York never sleeps."
        assert found(memory, "what is the big apple  like?")[0] == "New York never sleeps."
        assert server.chat_calls == 1
        assert memory.usage()  # it is counted like any call
        assert found(memory, user_id="ben") == []
        assert server.chat_calls == 2  # what one user asked is not kept for another


def test_nobody_is_asked_for_what_is_found_without_nor_unless_it_is_wanted(server: ModelServer) -> None:
    with opened(server, synonyms=True) as memory:
        found(memory, "What is New York like?")
        found(memory, "Where do I live?")
    with opened(server) as memory:
        found(memory)
    assert server.chat_calls == 0


def test_the_user_beside_an_unknown_name_does_not_keep_the_name_from_being_found(server: ModelServer) -> None:
    server.respond('["纽约", "New York"]')
    with opened(server, synonyms=True) as memory:
        assert "New York never sleeps." in found(memory, "Did I like Gotham?")
        assert "New York never sleeps." in found(memory, "大苹果怎么样？")


def test_a_model_that_is_down_costs_the_synonyms_alone_and_is_asked_again(server: ModelServer) -> None:
    server.script(Fault.status(500), "New York")
    with opened(server, synonyms=True) as memory:
        found(memory)
        assert found(memory)[0] == "New York never sleeps."


def test_of_a_reply_at_most_five_names_are_taken() -> None:
    assert names_in("- a1\n- b2\n* c3\n4. d4\n“e5”\nf6") == ("a1", "b2", "c3", "d4", "e5")
    assert names_in("<think>hm, b2?</think>") == ()
    assert names_in("x" * 100) == ()
