"""The worker and all that can go wrong with its models, over real HTTP: no turn is lost, none counts twice."""

from __future__ import annotations

import asyncio
import re
import signal
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from programs.starting import Start
from support.model_server import Body, Fault, ModelServer, prompt_text

from ingestion.moving_house import BERLIN, MOVED, add, states
from ingestion.talks import USER, extraction, known, opened
from memary import Memary
from memary.facts.identity import SELF_KEY
from memary.models.base import Completion
from memary.models.calls import collect_usage
from memary.queries import EntityQuery
from memary.types import ECHO, ORIGIN_KEY, MessageState, Scope

IN_MEMORY = "sqlite:///:memory:"


def test_one_batch_is_one_call_and_its_facts_rest_on_their_message(server: ModelServer) -> None:
    server.respond(
        extraction(
            {
                "subject": "User",
                "predicate": "lives in",
                "object": "Berlin",
                "message": 1,
                "quote": "moved to Berlin",
            },
            {"subject": "User", "predicate": "likes", "object": "tea", "message": 2},
        )
    )
    with opened(server) as memory:
        ids = memory.add(["I moved to Berlin.", "Tea is great."], user_id=USER).ids
        report = memory.flush()
        facts = {fact.object: fact for fact in memory.facts.list(user_id=USER)}
        assert (report.done, report.pending, report.failed, report.facts_added) == (2, 0, 0, 2)
        assert server.chat_calls == 1
        assert [facts[name].source_ids for name in ("Berlin", "tea")] == [(ids[0],), (ids[1],)]
        assert facts["Berlin"].quote == "moved to Berlin"
        assert memory.flush().done == 0
        assert server.chat_calls == 1


def test_strange_metadata_does_not_stop_the_worker(server: ModelServer) -> None:
    server.respond(MOVED)
    with opened(server) as memory:
        memory.add({"content": "I moved.", "metadata": {ORIGIN_KEY: ["x"]}}, user_id=USER)
        assert memory.flush().done == 1


# -- what is read, and as what --------------------------------------------------------------------------------------


def test_an_echo_of_memory_is_not_read(server: ModelServer) -> None:
    server.respond(MOVED)
    with opened(server) as memory:
        memory.add(
            {"content": "You live in Berlin.", "role": "assistant", "metadata": {ORIGIN_KEY: ECHO}}, user_id=USER
        )
        assert memory.flush().done == 0
        assert server.chat_calls == 0


def test_an_answer_from_outside_is_attributed_to_where_it_came_from(server: ModelServer) -> None:
    server.respond(extraction(("Berlin", "capital_of", "Germany")))
    with opened(server) as memory:
        text = "Berlin is the capital of Germany."
        answer = {"content": text, "role": "assistant", "metadata": {ORIGIN_KEY: "external"}}
        memory.add(answer, user_id=USER)
        memory.flush()
        (fact,) = memory.facts.list(user_id=USER)
        assert fact.origin == "external"
        assert {row.entity.name for row in memory.entities.list(user_id=USER)} == {"Berlin", "Germany"}


def test_small_talk_and_fiction_are_not_stored(server: ModelServer) -> None:
    server.respond(
        extraction(
            {"subject": "Frodo", "predicate": "lives_in", "object": "the Shire", "importance": 0},
            {"subject": "User", "predicate": "likes", "object": "Tolkien", "importance": 2},
            entities=({"name": "Frodo"}, {"name": "Tolkien"}),
        )
    )
    with opened(server) as memory:
        add(memory, "Frodo lives in the Shire. I like Tolkien.")
        memory.flush()
        assert known(memory) == {("User", "likes", "Tolkien")}
        assert [row.entity.name for row in memory.entities.list(user_id=USER)] == ["Tolkien"]


def test_of_a_reply_with_very_many_facts_the_most_important_of_each_message_are_kept(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    told = [
        {"subject": "Ada", "predicate": "likes", "object": f"tea {n}", "importance": 2 + (n == 200), "message": 1}
        for n in range(300)
    ]
    server.respond(extraction(*told))
    with opened(server, max_facts=2) as memory:
        add(memory, "Ada likes " + ", ".join(f"tea {n}" for n in range(300)), "Ada likes tea, too.")
        assert memory.flush().done == 2
        assert {fact.object for fact in memory.facts.list(user_id=USER)} == {"tea 0", "tea 200"}
    assert "of 300 facts and 0 entities in one reply 4 and 0 are kept, see MEMARY_MAX_FACTS" in caplog.text


def test_a_stay_that_is_over_does_not_become_the_present(server: ModelServer) -> None:
    server.respond(
        extraction(
            {"subject": "User", "predicate": "lives_in", "object": "Oslo"},
            {"subject": "User", "predicate": "lives_in", "object": "Rome", "until": "2019"},
            {"subject": "User", "predicate": "works_at", "object": "Acme", "since": "2020", "until": "2020"},
        )
    )
    with opened(server) as memory:
        add(memory, "I live in Oslo. I lived in Rome until 2019, and worked at Acme in 2020.")
        memory.flush()
        assert known(memory) == {("User", "lives_in", "Oslo")}
        assert len(memory.facts.list(user_id=USER, include_past=True)) == 3


def test_the_model_sees_what_is_known_and_may_replace_it_by_number(server: ModelServer) -> None:
    server.script(
        extraction({"subject": "User", "predicate": "uses", "object": "Vim", "statement": "User uses Vim."})
    )
    with opened(server) as memory:
        add(memory, "I use Vim for editing.")
        memory.flush()
        server.script(
            extraction({"subject": "User", "predicate": "uses", "object": "Emacs", "op": "UPDATE", "target": 1})
        )
        add(memory, "For editing I use Emacs instead of Vim.")
        memory.flush()
        prompt = prompt_text(server.last_chat)
        assert "1. User | uses | Vim |" in prompt
        assert "I use Vim for editing." in prompt
        assert known(memory) == {("User", "uses", "Emacs")}


def test_chinese_talk_is_asked_and_kept_in_chinese(server: ModelServer) -> None:
    server.respond(
        extraction({"subject": "我", "predicate": "居住在", "object": "上海", "statement": "用户居住在上海。"})
    )
    with opened(server) as memory:
        add(memory, "我搬到上海了。")
        memory.flush()
        (fact,) = memory.facts.list(user_id=USER)
        assert (fact.statement, fact.language) == ("用户居住在上海。", "zh")
        assert "你负责维护用户的长期记忆" in prompt_text(server.last_chat)


def test_each_chunk_of_a_long_batch_is_one_call(server: ModelServer) -> None:
    server.respond(extraction())
    with opened(server, batch_tokens=200) as memory:
        add(memory, *(f"Part {n}: " + "many words here " * 40 for n in range(3)))
        assert memory.flush().done == 3
        assert server.chat_calls == 3


def test_what_was_said_elsewhere_between_two_sittings_is_read_before_the_second(server: ModelServer) -> None:
    server.respond(extraction())
    said = [
        ("2026-10-05T19:10:00Z", "running", "I run twice a week."),
        ("2026-10-05T19:20:00Z", "work", "I have night shifts."),
        ("2026-10-05T19:30:00Z", "running", "And I want to run ten kilometres."),
        ("2026-10-11T10:00:00Z", "baking", "The bread was a hit."),
        ("2026-11-02T19:40:00Z", "running", "My last run went badly."),
        ("2026-11-04T19:40:00Z", "running", "Better now."),
    ]
    talk = [{"content": text, "session_id": session, "created_at": at} for at, session, text in said]
    with opened(server) as memory:
        told = memory.usage.estimate(talk, user_id=USER)
        memory.add(talk, user_id=USER)
        memory.flush()
    asked = server.requests_to("/v1/chat/completions")
    read = [prompt_text(request.body).rpartition("NEW messages:")[2] for request in asked]
    assert [[text for *_, text in said if text in prompt] for prompt in read] == [
        ["I run twice a week.", "And I want to run ten kilometres."],
        ["I have night shifts."],
        ["The bread was a hit."],
        ["My last run went badly.", "Better now."],
    ]
    assert told.calls == len(read)


def test_the_usage_ledger_equals_what_the_server_counted(server: ModelServer) -> None:
    server.script("not yet", MOVED)
    with opened(server, embedding="openai:scripted") as memory:
        server.reset_counts()

        async def work() -> Any:
            with collect_usage() as usage:
                await memory.aadd("I moved to Berlin.", user_id=USER)
                await memory.aflush()
            return usage

        usage = memory.loop.start(work).result()
        assert usage.count("extraction") == server.chat_calls == 2
        assert usage.count("embedding") == server.embedding_calls
        assert usage.prompt_tokens == server.prompt_tokens + server.embedding_tokens
        assert usage.completion_tokens == server.completion_tokens


# -- embeddings -----------------------------------------------------------------------------------------------------


def test_without_an_embedding_server_a_message_is_kept_found_by_words_and_filled_in_later(
    server: ModelServer,
) -> None:
    server.respond(MOVED)
    with opened(server, embedding="openai:scripted") as memory:
        server.script_embeddings(Fault.status(500, times="forever"))
        add(memory)
        assert [hit.text for hit in memory.search("Berlin", user_id=USER)] == ["I moved to Berlin."]
        assert memory.admin.stats(user_id=USER).unembedded == 1
        assert memory.flush().done == 1
        assert known(memory) == BERLIN
        assert memory.admin.stats(user_id=USER).unembedded > 1
        server.clear_scripts()
        memory.flush()
        assert memory.admin.stats(user_id=USER).unembedded == 0


# -- several at once ------------------------------------------------------------------------------------------------


def test_two_workers_on_one_queue_read_each_message_once(server: ModelServer, tmp_path: Path) -> None:
    server.respond(extraction())
    store = f"sqlite:///{tmp_path}/memory.db"
    with opened(server, store, batch_size=1) as one, opened(server, store, batch_size=1) as two:
        for number in range(12):
            one.add(f"message {number}", user_id=f"user{number % 3}")
        with ThreadPoolExecutor(2) as pool:
            reports = list(pool.map(lambda memory: memory.flush(), (one, two)))
        assert sum(report.done for report in reports) == 12
        assert server.chat_calls == 12


def test_many_threads_that_say_the_same_make_one_fact(server: ModelServer) -> None:
    server.respond(
        extraction(
            ("User", "lives_in", "Berlin"), ("Rex", "is_a", "dog"), entities=({"name": "Rex", "type": "animal"},)
        )
    )
    with opened(server) as memory:

        def talk(number: int) -> None:
            memory.add(f"My dog Rex and I live in Berlin, {number}.", user_id=USER, session_id=f"s{number}")
            memory.flush(user_id=USER)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(talk, range(16)))
        memory.flush()
        facts = memory.facts.list(user_id=USER, include_past=True)
        assert len(facts) == 2
        assert {len(fact.source_ids) for fact in facts} == {16}
        assert {row.entity.name: row.count for row in memory.entities.list(user_id=USER)} == {
            "Berlin": 16,
            "Rex": 16,
        }


def test_a_lease_that_ran_out_is_taken_over_and_the_late_worker_writes_nothing(
    server: ModelServer, tmp_path: Path
) -> None:
    store = f"sqlite:///{tmp_path}/memory.db"
    entered, go_on = threading.Event(), threading.Event()

    def slow(_: object) -> str:
        entered.set()
        assert go_on.wait(20)
        return extraction(("User", "lives_in", "Rome"))

    server.script(slow)
    server.respond(MOVED)
    with opened(server, store) as one, opened(server, store) as two, ThreadPoolExecutor(1) as pool:
        add(one)
        first = pool.submit(one.flush, user_id=USER, wait=0)
        assert entered.wait(20)
        assert two.flush(user_id=USER, wait=0).done == 0
        expire_leases(tmp_path / "memory.db")
        assert two.flush(user_id=USER, wait=0).done == 1
        go_on.set()
        assert first.result().done == 0
        assert known(one) == BERLIN


def expire_leases(path: Path) -> None:
    """Let an hour pass for the leases in a file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE users SET lease_until = 0 WHERE lease_owner IS NOT NULL")


@pytest.mark.long
def test_a_killed_process_loses_nothing_and_counts_nothing_twice(
    server: ModelServer, start: Start, tmp_path: Path
) -> None:
    stalled = threading.Event()
    server.script(lambda _: stalled.set() or Fault.stall())
    server.respond(MOVED)
    store = f"sqlite:///{tmp_path}/memory.db"
    program = start("flushes.py", store, server.base_url, USER, "I moved to Berlin.")
    assert stalled.wait(60)
    program.signal(signal.SIGKILL)
    assert program.ended().code == -signal.SIGKILL
    expire_leases(tmp_path / "memory.db")
    with opened(server, store) as memory:
        assert [message.content for message in memory.messages.list(user_id=USER)] == ["I moved to Berlin."]
        assert memory.flush().done == 1
        assert memory.flush().done == 0
        (fact,) = memory.facts.list(user_id=USER, include_past=True)
        assert (fact.object, server.chat_calls) == ("Berlin", 2)


def test_in_the_background_what_is_added_is_read_without_asking(server: ModelServer) -> None:
    server.respond(MOVED)
    with opened(server, worker=True, linger=0) as memory:
        add(memory)
        deadline = time.monotonic() + 20
        while memory.admin.stats(user_id=USER).pending and time.monotonic() < deadline:
            memory.flush(user_id=USER)
        assert known(memory) == BERLIN
        assert server.chat_calls == 1


def test_a_message_waits_for_others_only_where_a_model_reads_them(server: ModelServer) -> None:
    waits: list[float] = []
    with (
        opened(server) as with_model,
        opened(server, linger=30) as told,
        Memary.open(IN_MEMORY, worker=False) as by_rules,
    ):
        for memory in (with_model, told, by_rules):
            add(memory)
            (message,) = memory.messages.list(user_id=USER)
            due = memory.admin.next_due()
            assert due is not None
            waits.append((due - message.created_at).total_seconds())
    assert waits == [2.0, 30.0, 0.0]


def test_closing_waits_for_the_call_that_runs(server: ModelServer, tmp_path: Path) -> None:
    asked, closing_now = threading.Event(), threading.Event()

    def slow(_: Any) -> str:
        asked.set()
        assert closing_now.wait(60)
        return MOVED

    server.script(slow)
    store = f"sqlite:///{tmp_path}/memory.db"
    with opened(server, store, worker=True, linger=0, grace=60) as memory:
        add(memory)
        assert asked.wait(20)
        add(memory, "I like tea.", session="s2")
        closing_now.set()
    with opened(server, store) as memory:
        assert known(memory) == BERLIN
        assert states(memory) == [MessageState.DONE, MessageState.PENDING]
        assert server.chat_calls == 1


@pytest.mark.parametrize("ending", ["closed", "left by an error", "closed, and the call takes too long"])
def test_a_call_that_closing_does_not_wait_for_leaves_the_message_for_the_next(
    server: ModelServer, tmp_path: Path, ending: str
) -> None:
    stalled = threading.Event()
    server.script(lambda _: stalled.set() or Fault.stall())
    server.respond(MOVED)
    store = f"sqlite:///{tmp_path}/memory.db"
    grace = {"closed": 0.0, "left by an error": 3_600.0}.get(ending, 0.05)
    with (
        suppress(ZeroDivisionError),
        opened(server, store, worker=True, linger=0, grace=grace) as memory,
    ):
        add(memory)
        assert stalled.wait(20)
        if ending == "left by an error":
            raise ZeroDivisionError
    with opened(server, store) as memory:
        (message,) = memory.messages.list(user_id=USER)
        assert (message.state, message.attempts) == (MessageState.PENDING, 0)
        assert memory.flush(wait=0).done == 1


class Stumbling:
    """A model of one's own that meets its end with an error, as clients do whose threads are gone."""

    name, context_window, is_offline = "own", 8_000, False

    def __init__(self) -> None:
        self.asked = threading.Event()

    async def complete(self, turns: object, *, schema: object = None, max_tokens: int | None = None) -> Completion:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise RuntimeError("cannot schedule new futures after shutdown") from None
        raise AssertionError("unreachable")

    def stream(self, turns: object, *, max_tokens: int | None = None) -> Any:
        raise NotImplementedError

    async def aclose(self) -> None: ...


def test_a_worker_ends_though_a_model_answers_its_end_with_an_error(
    server: ModelServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, model = f"sqlite:///{tmp_path}/memory.db", Stumbling()
    with Memary.open(store, llm=model, worker=True, linger=0, grace=0) as memory:
        add(memory)
        assert model.asked.wait(20)
    assert "cannot schedule" not in caplog.text
    with opened(server, store) as memory:
        (message,) = memory.messages.list(user_id=USER)
        assert (message.state, message.attempts) == (MessageState.PENDING, 0)


def test_what_i_say_belongs_to_who_says_it_whatever_the_model_writes(server: ModelServer) -> None:
    server.respond(
        extraction(
            {"subject": "I", "predicate": "lives_in", "object": "Oslo", "message": 1, "statement": "I live in Oslo."},
            {"subject": "User", "predicate": "likes", "object": "tea", "message": 2, "statement": "User likes tea."},
            {"subject": "我", "predicate": "喜欢", "object": "龙井", "message": 3, "statement": "用户喜欢龙井。"},
            entities=({"name": "User", "type": "person"}, {"name": "Oslo", "type": "place"}),
        )
    )
    said = [("Anna", "I live in Oslo."), ("Cy", "I like tea."), ("小明", "我喜欢龙井。")]
    with opened(server) as memory:
        memory.add([{"content": text, "speaker": name} for name, text in said], user_id=USER, session_id="s1")
        memory.flush()
        facts = memory.facts.list(user_id=USER)
        assert {(fact.subject, fact.statement) for fact in facts} == {
            ("Anna", "Anna lives in Oslo"),
            ("Cy", "Cy likes tea."),
            ("小明", "小明喜欢龙井。"),
        }
        assert "User" not in {row.entity.name for row in memory.entities.list(user_id=USER)}


def test_the_user_is_called_in_the_language_of_the_message(server: ModelServer) -> None:
    server.respond(
        extraction(
            {
                "subject": "用户",
                "predicate": "likes",
                "object": "Big Mac",
                "message": 3,
                "statement": "用户 likes Big Mac.",
            }
        )
    )
    with opened(server) as memory:
        add(memory, "我喜欢龙井。", "我住在杭州。", "I like the Big Mac.")
        memory.flush()
        assert "User likes Big Mac." in {fact.statement for fact in memory.facts.list(user_id=USER)}


def test_the_first_named_speaker_stays_the_user(server: ModelServer) -> None:
    server.script(extraction(("Ada", "likes", "tea")), extraction(("Bob", "likes", "rum")))
    with opened(server) as memory:
        for name, drink in (("Ada", "tea"), ("Bob", "rum")):
            talk = [
                {"content": f"What I like is {drink}.", "speaker": name},
                {"content": "I see.", "role": "assistant"},
            ]
            memory.add(talk, user_id=USER, session_id=f"with {name}")
            memory.flush()
        entities = {
            e.name: e for e in memory.loop.start(memory.core.store.read, EntityQuery(Scope(user_id=USER))).result()
        }
        assert known(memory) == {("Ada", "likes", "tea"), ("Bob", "likes", "rum")}
        assert SELF_KEY in [alias.lower() for alias in entities["Ada"].aliases]
        assert entities["Bob"].aliases == ()


def test_a_model_that_asks_for_time_is_given_it_and_the_health_tells(server: ModelServer) -> None:
    server.script(Fault.rate_limit(retry_after=1_800))
    now = datetime(2026, 5, 1, 9, tzinfo=UTC)
    with opened(server, clock=lambda: now) as memory:
        memory.add("I moved to Berlin.", user_id=USER)
        assert memory.flush().pending == 1
        now += timedelta(minutes=5)
        health = memory.admin.health()
        assert (health.lag_seconds, health.model_rests_until) == (300.0, now + timedelta(minutes=25))
        server.respond(MOVED)
        assert memory.flush().done == 1  # who asks for it now has it tried now
        health = memory.admin.health()
        assert (health.lag_seconds, health.model_down_since, health.model_rests_until) == (0.0, None, None)


def test_a_model_that_is_down_is_asked_less_and_less_often(server: ModelServer) -> None:
    server.respond(Fault.status(503))
    now = datetime(2026, 5, 1, 9, tzinfo=UTC)
    pauses: list[float] = []
    with opened(server, clock=lambda: now) as memory:
        memory.add("I moved to Berlin.", user_id=USER)
        for _ in range(8):
            memory.flush()
            until = memory.admin.health().model_rests_until
            assert until is not None
            pauses.append((until - now).total_seconds())
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 60]


def test_a_process_without_a_model_says_that_rules_read_here_what_a_model_reads_elsewhere(
    server: ModelServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = f"sqlite:///{tmp_path}/memory.db"
    server.respond(MOVED)
    with opened(server, store) as memory:
        memory.add("I moved to Berlin.", user_id=USER, wait=True)
        assert "by rules" not in caplog.text
    with Memary.open(store, worker=False) as memory:
        memory.add("I live in Rome now.", user_id=USER, wait=True)
        memory.add("I live in Oslo now.", user_id=USER, wait=True)
    assert caplog.text.count("MEMARY_WORKER=false") == 1


def test_what_a_model_told_of_the_user_before_the_name_is_shown_with_it(server: ModelServer) -> None:
    told = [
        {"subject": "User", "predicate": "lives_in", "object": "Ulm", "statement": "User lives in Ulm."},
        {"subject": "User", "predicate": "dislikes", "object": "forums", "statement": "Users of forums bore User."},
        {
            "subject": "Tom",
            "predicate": "works_in",
            "object": "User Research",
            "statement": "Tom is in User Research.",
        },
    ]
    name = {"subject": "User", "predicate": "is_called", "object": "Nora", "statement": "User is called Nora."}
    with opened(server) as memory:
        for said, facts in (
            ("I live in Ulm, users of forums bore me, Tom is in User Research.", told),
            ("I am Nora.", [name]),
        ):
            server.script(extraction(*({**fact, "quote": said} for fact in facts)))
            memory.add(said, user_id=USER)
            memory.flush()
        shown = {fact.statement for fact in memory.facts.list(user_id=USER)}
    assert {"Nora lives in Ulm.", "Users of forums bore Nora.", "Tom is in User Research."} <= shown


def test_a_name_that_is_anothers_too_is_no_alias_of_who_is_told_apart(server: ModelServer) -> None:
    def reply(body: Body) -> str:
        number = int(re.search(r"^(\d+)\. Jonas ", prompt_text(body), re.MULTILINE)[1])
        joni = {"name": "Joni", "type": "person", "aliases": ["Jonas", "Jo"], "other_than": number}
        return extraction(("Joni", "has_name", "Jonas"), ("Joni", "comes_from", "Kiel"), entities=(joni,))

    jonas = {"name": "Jonas", "type": "person"}
    server.script(extraction(("Jonas", "lives_in", "Bremen"), entities=(jonas,)), reply)
    with opened(server) as memory:
        for said in ("Jonas lives in Bremen.", "Joni of my class is a Jonas, too, and comes from Kiel."):
            memory.add(said, user_id=USER)
            memory.flush()
        (joni,) = [row.entity for row in memory.entities.list(user_id=USER) if row.entity.name == "Joni"]
        assert joni.aliases == ("Jo",)
        assert "Kiel" not in {fact.object for fact in memory.facts.list(user_id=USER, about="Jonas")}
