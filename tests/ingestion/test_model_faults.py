"""What can go wrong with the models of a worker, over real HTTP: no message is lost, none counts twice."""

from __future__ import annotations

from typing import Any

import pytest
from support.model_server import Fault, ModelServer, prompt_text

from ingestion.moving_house import BERLIN, MOVED, add, states
from ingestion.talks import USER, extraction, known, opened
from memary.types import MessageState


def test_a_rate_limit_is_waited_out(server: ModelServer) -> None:
    server.script(Fault.rate_limit(times=2), MOVED)
    with opened(server, max_retries=2) as memory:
        add(memory)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN


def test_with_a_model_that_is_down_a_turn_is_found_at_once_and_read_later(server: ModelServer) -> None:
    server.respond(Fault.status(500, times="forever"))
    with opened(server) as memory:
        add(memory)
        assert memory.search("Berlin", user_id=USER)[0].text == "I moved to Berlin."
        for _ in range(5):
            report = memory.flush()
            assert (report.done, report.failed, report.pending) == (0, 0, 1)
            assert "answered 500" in report.errors[0]
        assert states(memory) == [MessageState.PENDING]
        server.clear_scripts()
        server.respond(MOVED)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN


@pytest.mark.parametrize("fault", [Fault.stall(), Fault.reset(), Fault.html(), Fault.malformed_body()])
def test_a_call_that_breaks_leaves_the_message_pending(server: ModelServer, fault: Fault) -> None:
    server.script(fault)
    server.respond(MOVED)
    with opened(server, request_timeout=0.5) as memory:
        add(memory)
        assert memory.flush().pending == 1
        assert memory.flush().done == 1


def test_an_outage_is_met_once_not_by_every_waiting_session(server: ModelServer) -> None:
    server.respond(Fault.status(503, times="forever"))
    with opened(server) as memory:
        for number in range(5):
            add(memory, session=f"s{number}")
        assert memory.flush().pending == 5
        assert server.chat_calls == 1


def test_a_wrong_key_leaves_the_message_pending_and_names_the_setting(server: ModelServer) -> None:
    server.api_key = "right"
    server.respond(MOVED)
    with opened(server, max_attempts=1) as memory:
        add(memory)
        for _ in range(3):
            report = memory.flush()
        assert (report.failed, report.pending, states(memory)) == (0, 1, [MessageState.PENDING])
        assert "OPENAI_API_KEY" in report.errors[0]
        server.api_key = None
        assert memory.flush().done == 1


def test_a_reply_that_is_no_json_is_sent_back_once(server: ModelServer) -> None:
    server.script("I found that Ada moved.", MOVED)
    with opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN
        assert server.chat_calls == 2
        assert "could not be used" in prompt_text(server.last_chat)
        assert "I found that Ada moved." in prompt_text(server.last_chat)


def test_a_reply_that_is_cut_off_is_asked_for_once_more(server: ModelServer) -> None:
    server.script(MOVED[:-40], MOVED)
    with opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN
        assert server.chat_calls == 2
        assert "cut off" in prompt_text(server.last_chat)


@pytest.mark.parametrize(
    "reply", [MOVED[:40], '{"facts": [{"head": "User", "relation": "lives_in", "tail": "Berlin"}]}']
)
def test_a_message_of_which_no_reply_tells_anything_usable_is_not_done(server: ModelServer, reply: str) -> None:
    server.respond(reply)
    with opened(server, max_attempts=1) as memory:
        add(memory)
        assert (memory.flush().failed, server.chat_calls) == (1, 2)
        assert states(memory) == [MessageState.FAILED]


def test_a_name_that_a_reply_breaks_off_in_names_nobody(server: ModelServer) -> None:
    server.script(MOVED[: MOVED.index("Berlin") + 3], MOVED)
    with opened(server) as memory:
        add(memory)
        memory.flush()
        assert known(memory) == BERLIN


def test_where_replies_to_many_messages_stay_cut_off_they_are_read_one_by_one(server: ModelServer) -> None:
    tea = extraction({"subject": "User", "predicate": "likes", "object": "green tea", "message": 1})
    server.script(tea[:-20], tea[:-20], tea, MOVED)
    with opened(server) as memory:
        add(memory, "I like green tea.", "I moved to Berlin.")
        assert memory.flush().done == 2
        assert known(memory) == {("User", "likes", "green tea"), *BERLIN}
        assert server.chat_calls == 4


def test_facts_written_as_sentences_are_asked_for_once_more(server: ModelServer) -> None:
    server.script('{"entities": [], "facts": ["User lives in Berlin."]}', MOVED)
    with opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN


PLAIN = "I live in Oslo."
"""What a model is tried with that was of no use."""


@pytest.mark.parametrize("reply", ["I could not find any facts.", MOVED[:40], "", "{}"])
def test_a_model_that_makes_sense_of_nothing_is_met_soon_and_every_message_waits(
    server: ModelServer, reply: str
) -> None:
    server.respond(reply)
    with opened(server) as memory:
        add(memory, *(f"I moved to Berlin, day {n}." for n in range(30)))
        for _ in range(3):
            calls = server.chat_calls
            report = memory.flush()
            assert (report.done, report.failed, report.pending) == (0, 0, 30)
            assert "not even a plain sentence" in report.errors[-1]
            assert server.chat_calls - calls <= 6
        assert {message.state for message in memory.messages.list(user_id=USER)} == {MessageState.PENDING}
        server.respond(MOVED)
        assert memory.flush().done == 30
        assert known(memory) == BERLIN


def test_messages_that_a_sound_model_cannot_read_become_dead_letters_however_many(server: ModelServer) -> None:
    server.respond("I would rather not.")
    server.when(PLAIN, MOVED)
    with opened(server) as memory:
        add(memory, *(f"poison {n}" for n in range(9)))
        assert memory.flush().failed == 9


def test_a_message_that_never_makes_sense_becomes_a_dead_letter_that_can_be_replayed(server: ModelServer) -> None:
    server.respond("no JSON today")
    server.when(PLAIN, MOVED)
    with opened(server, max_attempts=3) as memory:
        add(memory)
        report = memory.flush()
        assert (report.done, report.failed, report.pending) == (0, 1, 0)
        assert server.chat_calls == 7
        (dead,) = memory.messages.list(user_id=USER, states={MessageState.FAILED})
        assert dead.attempts == 3
        assert dead.error is not None
        assert "no JSON object" in dead.error
        assert memory.search("Berlin", user_id=USER)
        assert memory.flush().done == 0
        server.clear_scripts()
        server.respond(MOVED)
        assert memory.admin.replay(user_id=USER) == 1
        assert memory.flush().done == 1
        assert known(memory) == BERLIN
        assert memory.messages.list(user_id=USER, states={MessageState.FAILED}) == []


def test_one_message_that_a_model_cannot_read_does_not_take_its_batch_along(server: ModelServer) -> None:
    def answer(body: dict[str, Any]) -> str:
        return "I would rather not." if "poison" in prompt_text(body).rsplit("NEW messages", 1)[1] else MOVED

    server.respond(answer)
    with opened(server) as memory:
        add(memory, "I moved to Berlin.", "poison", "It is lovely here.")
        report = memory.flush()
        assert (report.done, report.failed, report.pending) == (2, 1, 0)
        assert [message.content for message in memory.messages.list(user_id=USER, states={MessageState.FAILED})] == [
            "poison"
        ]
        assert known(memory) == BERLIN


def test_a_refused_request_becomes_a_dead_letter_and_others_go_on(server: ModelServer) -> None:
    server.when("secret", Fault.status(400, message="content filter"))
    server.respond(MOVED)
    with opened(server, max_attempts=2) as memory:
        add(memory, "a secret", session="s1")
        add(memory, session="s2")
        report = memory.flush()
        assert (report.done, report.failed) == (1, 1)
        assert "content filter" in report.errors[0]


def test_a_fact_that_is_dropped_is_told_with_its_message_and_in_detail_its_words(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.respond(
        extraction(
            {"subject": "Zoe", "predicate": "owns", "object": "a yacht", "quote": "Zoe owns a yacht", "message": 1}
        )
    )
    with caplog.at_level("DEBUG", logger="memary"), opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
        (message,) = memory.messages.list(user_id=USER)
    told = {record.levelname: record.getMessage() for record in caplog.records if "dropped" in record.getMessage()}
    assert repr(USER) in told["WARNING"]
    assert message.id in told["WARNING"]
    assert "yacht" not in told["WARNING"]
    assert "Zoe / owns / a yacht" in told["DEBUG"]


def test_broken_items_do_not_cost_the_batch(server: ModelServer) -> None:
    server.respond(
        extraction(("User", "lives_in", "Berlin"), {"subject": "User"}, {"subject": "x", "predicate": None})
    )
    with opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
        assert known(memory) == BERLIN


@pytest.mark.parametrize(
    "fact",
    [
        {"subject": "Ada\u0000\ud83d", "predicate": "likes", "object": "tea", "since": "0001-01-01T00:00:00+09:00"},
        {"subject": "Ada", "predicate": "likes", "object": "tea", "until": "9999-12-31", "message": -7, "target": 99},
        {"subject": "Ada", "predicate": "?!", "object": "…", "since": "9999-99-99", "until": "soon"},
        {"subject": "—", "predicate": "likes", "object": '"', "message": 2**70},
        {"subject": "x" * 200, "predicate": "y" * 100, "object": "z" * 500},
    ],
)
def test_whatever_a_model_writes_the_batch_is_settled(server: ModelServer, fact: dict[str, Any]) -> None:
    server.respond(extraction(fact))
    with opened(server) as memory:
        add(memory)
        assert memory.flush().done == 1
