"""What models cost and may cost: the ledger equals the server's counts, caps put work off and never drop it."""

from __future__ import annotations

import json
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from ingestion.talks import USER, extraction, known, opened
from programs.starting import Start
from reliability.waiting import until
from support.chatting import NO_NEWS, answer, call, is_extraction
from support.model_server import Fault, ModelServer, Reply, prompt_text
from support.records import NOW, fresh_user
from support.small_embedder import SmallEmbedder

from memary import ChatAgent, Memary
from memary.errors import BudgetExceededError, InputError
from memary.types import MessageState, utc_now


class SetClock:
    """Tells the time that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.when(is_extraction, NO_NEWS)
        yield running


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


def limited(server: ModelServer, clock: SetClock, **caps: Any) -> Memary:
    return opened(server, clock=clock, **caps)


def say(memory: Memary, *texts: str, user: str = USER, session: str = "s1") -> None:
    start = NOW - timedelta(days=1)
    memory.add(
        [{"content": text, "created_at": start + timedelta(minutes=n)} for n, text in enumerate(texts)],
        user_id=user,
        session_id=session,
    )


def talk(length: int) -> list[dict[str, Any]]:
    """A conversation of that many messages."""
    topics = ("the garden", "a trip to Norway", "our budget for next year", "the violin lessons", "supper on Friday")
    return [
        {
            "role": "assistant" if n % 2 else "user",
            "content": f"Message {n} is about {topics[n % 5]}; we spoke of it before, {n % 7} questions are open.",
            "created_at": NOW - timedelta(days=3) + timedelta(minutes=n),
            "session_id": f"s{n // 50}",
        }
        for n in range(length)
    ]


def states(memory: Memary, user: str = USER) -> Counter[MessageState]:
    return Counter(message.state for message in memory.messages.list(user_id=user))


# -- the ledger -----------------------------------------------------------------------------------------------------


def counted(server: ModelServer) -> dict[str, tuple[int, int, int]]:
    """Calls, prompt and completion tokens per role, as the server counted them."""
    sums: dict[str, tuple[int, int, int]] = {}
    for request in server.requests:
        if request.answered:
            role = "extraction" if is_extraction(request.body) else "chat"
            role = "embedding" if request.path.endswith("/embeddings") else role
            calls, prompt, written = sums.get(role, (0, 0, 0))
            usage = request.usage
            sums[role] = (calls + 1, prompt + usage["prompt_tokens"], written + usage.get("completion_tokens", 0))
    return sums


def booked(memory: Memary, **options: Any) -> dict[str, tuple[int, int, int]]:
    """The same by the ledger."""
    roles = memory.usage(**options).roles.items()
    return {role: (sums.calls, sums.prompt_tokens, sums.completion_tokens) for role, sums in roles}


def test_the_ledger_equals_what_the_server_counted(server: ModelServer) -> None:
    server.script(Fault.status(500), "no JSON here", NO_NEWS)
    server.respond(answer("You did."))
    with opened(server, embedding="openai:scripted", max_retries=1) as memory:
        memory.add(talk(30), user_id=USER)
        memory.flush()
        ChatAgent(memory, user_id="bob").chat("What did I say?")
        memory.search("garden", user_id=USER)
        assert booked(memory) == counted(server)
        assert booked(memory).keys() == {"chat", "embedding", "extraction"}
        report = memory.usage()
        assert report.total.calls == sum(request.answered for request in server.requests)
        assert report.total.seconds > 0
        assert report.cost is None


def test_a_reply_that_cannot_be_used_is_in_the_ledger_too(server: ModelServer) -> None:
    server.script("no JSON", "still none")
    with opened(server) as memory:
        say(memory, "I moved to Berlin.")
        memory.flush()
        assert booked(memory) == counted(server)
        assert booked(memory)["extraction"][0] >= 2


@pytest.mark.long
def test_a_killed_process_loses_no_call_that_was_answered(server: ModelServer, start: Start, tmp_path: Path) -> None:
    stalled = threading.Event()
    server.script(NO_NEWS, lambda _: stalled.set() or Fault.stall())
    store = f"sqlite:///{tmp_path}/memory.db"
    program = start("flushes.py", store, server.base_url, USER, "I moved to Berlin.", "I like tea.")
    assert stalled.wait(60)
    program.signal(signal.SIGKILL)
    assert program.ended().code == -signal.SIGKILL
    with opened(server, store) as memory:
        assert booked(memory) == counted(server)
        assert booked(memory)["extraction"][0] == 1


def test_an_answer_that_nobody_waits_for_any_more_is_in_the_ledger(server: ModelServer) -> None:
    server.respond(Reply(answer("In Berlin, " * 200), delta_chars=8))
    with opened(server) as memory:
        events = ChatAgent(memory, user_id=USER).stream("Where do I live?")
        assert next(event for event in events if event.kind == "text")
        events.close()
        until(lambda: memory.usage(user_id=USER).total.calls, "the answer is in the ledger")
        assert memory.usage(user_id=USER).total.calls == 1


def test_calls_are_booked_on_the_user_they_served(server: ModelServer) -> None:
    server.respond(answer("Yes."))
    with opened(server, embedding="openai:scripted") as memory:
        for user in ("ada", "bob", "cy"):
            say(memory, f"I moved to Berlin, {user} said.", user=user)
        memory.flush()
        ChatAgent(memory, user_id="ada").chat("Is it true?")
        memory.flush()
        for user, calls in (("ada", 1), ("bob", 0), ("cy", 0)):
            roles = memory.usage(user_id=user).roles
            assert "embedding" in roles
            assert roles["extraction"].calls == 1 + calls
            assert ("chat" in roles) == bool(calls)
        memory.forget(user_id="ada")
        assert memory.usage(user_id="ada").rows == ()
        assert {row.user_id for row in memory.usage().rows} == {"bob", "cy", None}


def test_external_and_vision_calls_are_booked_by_their_role(server: ModelServer) -> None:
    server.script(call("search", query="Who won the cup?"), "Kenya did.", answer("Kenya."))
    options = {"external_base_url": server.base_url, "external_model": "scripted", "external_api_key": "k"}
    with opened(server, **options) as memory:
        ChatAgent(memory, user_id=USER).chat("Who won the cup?")
        roles = memory.usage(user_id=USER).roles
        assert (roles["chat"].calls, roles["external"].calls) == (2, 1)
        assert memory.usage().total.prompt_tokens == server.prompt_tokens


def test_the_ledger_is_kept_and_shared_by_all_who_open_the_store(server: ModelServer, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/memory.db"
    with opened(server, store) as one, opened(server, store) as two:
        say(one, "I moved to Berlin.")
        one.flush()
        say(two, "I like tea.", session="s2")
        two.flush()
        assert booked(one) == booked(two) == counted(server)
    with opened(server, store) as later:
        assert booked(later) == counted(server)


def _fact(obj: str, quote: str, **told: object) -> dict[str, object]:
    return {"subject": "User", "predicate": "likes", "object": obj, "quote": quote, "message": 1} | told


@pytest.mark.parametrize(
    ("said", "facts", "counted"),
    [
        ("I like tea.", [_fact("tea", "I like tea")], {}),
        ("I like tea.", [_fact("gin", "I like gin")], {"no_evidence": 1}),
        ("I like rum. Do I like green tea?", [_fact("green tea", "")], {"question": 1}),
        ("I like tea.", [_fact("tea", "I like tea", importance=0)], {"unimportant": 1}),
        ("I like tea.", [_fact("tea", "I like tea"), {"subject": "User"}], {"malformed": 1}),
        ("I like tea and rum.", [_fact("tea", "I like tea"), _fact("rum", "and rum")], {"too_many": 1}),
    ],
)
def test_facts_that_are_not_kept_are_counted_by_reason(
    said: str, facts: list[dict[str, object]], counted: dict[str, int]
) -> None:
    with ModelServer() as server, opened(server, max_facts=1) as memory:
        server.respond(json.dumps({"entities": [], "facts": facts}))
        memory.add(said, user_id="ada", wait=True)
        assert memory.usage(user_id="ada").dropped == counted
        assert memory.usage().dropped == counted
        assert memory.usage(user_id="ben").dropped == {}
        assert not any(row.role.startswith("dropped") for row in memory.usage().rows)


@pytest.fixture
def liar() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def test_what_was_not_kept_is_forgotten_with_its_user_and_stays_with_the_store(
    liar: ModelServer, tmp_path: Path
) -> None:
    liar.respond(json.dumps({"entities": [], "facts": [_fact("gin", "I like gin")]}))
    store = f"sqlite:///{tmp_path / 'memory.db'}"
    with opened(liar, store=store) as memory:
        for user in ("ada", "ben"):
            memory.add("I like tea.", user_id=user, wait=True)
    with opened(liar, store=store) as memory:
        assert memory.usage().dropped == {"no_evidence": 2}
        assert memory.usage(user_id="ada", since=utc_now() + timedelta(hours=1)).dropped == {}
        memory.forget(user_id="ada")
        assert memory.usage().dropped == {"no_evidence": 1}


def test_usage_can_be_asked_for_since_an_hour(server: ModelServer, clock: SetClock) -> None:
    with limited(server, clock) as memory:
        say(memory, "I moved to Berlin.")
        memory.flush()
        clock.pass_by(hours=2)
        say(memory, "I like tea.", session="s2")
        memory.flush()
        assert [row.hour for row in memory.usage().rows] == [NOW, NOW + timedelta(hours=2)]
        assert [row.hour for row in memory.usage(since=NOW + timedelta(minutes=90)).rows] == [
            NOW + timedelta(hours=2)
        ]
        with pytest.raises(InputError, match="time zone"):
            memory.usage(since=datetime(2026, 5, 1))


def test_with_prices_the_ledger_says_what_it_cost(server: ModelServer) -> None:
    with opened(server, price_prompt=2.0, price_completion=8.0, embedding="openai:scripted") as memory:
        say(memory, "I moved to Berlin.")
        memory.flush()
        cost = (2.0 * server.prompt_tokens + 8.0 * server.completion_tokens) / 1_000_000
        assert memory.usage().cost == pytest.approx(cost)


# -- caps on hours and days -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("store", ["sqlite", "neo4j"])
def test_a_users_cap_holds_on_every_store_also_among_processes(
    server: ModelServer, clock: SetClock, store: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, options = fresh_user(), {"embedding": SmallEmbedder(), "max_calls_per_user_hour": 2, "batch_size": 1}
    uri = f"sqlite:///{tmp_path}/memory.db"
    if store == "neo4j":
        address = request.getfixturevalue("neo4j_address")
        uri = address.uri
        options |= address.options
    with opened(server, uri, clock=clock, **options) as one, opened(server, uri, clock=clock, **options) as two:
        say(one, *(f"This is my message {n}." for n in range(5)), user=user)
        for calls in (2, 4, 5):
            one.flush(user_id=user)
            report = two.flush(user_id=user)
            assert report.deferred == report.pending == 5 - calls
            assert server.chat_calls == calls
            assert two.usage(user_id=user).roles["extraction"].calls == calls
            clock.pass_by(hours=1)
        assert states(two, user) == {MessageState.DONE: 5}
        (hour, *_) = (row for row in two.usage(user_id=user).rows if row.role == "extraction")
        assert (hour.hour, hour.calls) == (NOW, 2)
        two.forget(user_id=user)


def test_with_one_call_an_hour_everything_is_read_in_the_end_and_once(server: ModelServer, clock: SetClock) -> None:
    numbers = range(1, 13)
    server.clear_scripts()
    server.respond(
        lambda body: extraction(
            *(
                {"subject": "User", "predicate": "likes", "object": f"tea{n}x", "quote": f"tea{n}x"}
                for n in numbers
                if f"tea{n}x" in prompt_text(body).split("NEW messages")[-1]
            )
        )
    )
    with limited(server, clock, max_calls_per_hour=1, batch_size=3) as memory:
        say(memory, *(f"I like tea{n}x." for n in numbers))
        for hour in range(1, 5):
            report = memory.flush()
            assert (report.done, report.failed, report.errors) == (3, 0, [])
            assert server.chat_calls == hour
            assert report.pending == report.deferred == 12 - 3 * hour
            if report.deferred:
                assert report.deferred_until == NOW + timedelta(hours=hour)
                assert "max_calls_per_hour" in report.deferred_by[0]
            assert memory.flush().done == 0
            assert server.chat_calls == hour
            clock.pass_by(hours=1)
        facts = memory.facts.list(user_id=USER, include_past=True)
        assert sorted(fact.object for fact in facts) == sorted(f"tea{n}x" for n in numbers)
        assert all(len(fact.source_ids) == 1 for fact in facts)
        assert states(memory) == {MessageState.DONE: 12}
        assert {message.attempts for message in memory.messages.list(user_id=USER)} == {1}
        assert [row.calls for row in memory.usage().rows] == [1, 1, 1, 1]


def test_a_user_without_budget_does_not_hold_the_others_up(server: ModelServer, clock: SetClock) -> None:
    with limited(server, clock, max_calls_per_user_hour=1, batch_size=2) as memory:
        say(memory, *(f"This is my message {n}." for n in range(6)), user="ada")
        say(memory, "Hello.", user="bob")
        say(memory, "Good day.", user="cy")
        report = memory.flush()
        assert (report.done, report.deferred, report.pending) == (4, 4, 4)
        assert states(memory, "bob") == states(memory, "cy") == {MessageState.DONE: 1}
        assert states(memory, "ada") == {MessageState.DONE: 2, MessageState.PENDING: 4}
        assert "'ada'" in report.deferred_by[0]
        assert memory.flush(user_id="bob").deferred == 0
        clock.pass_by(hours=1)
        assert memory.flush(user_id="ada").done == 2


def test_a_cap_on_tokens_holds_and_a_batch_that_is_too_large_for_it_is_cut(
    server: ModelServer, clock: SetClock
) -> None:
    text = "The walk along the river was long, and the boats were all at anchor by the mill. " * 8
    with limited(server, clock) as memory:
        one_call = memory.usage.estimate(text, user_id=USER).prompt_tokens
    cap = one_call * 2
    with limited(server, clock, max_tokens_per_hour=cap) as memory:
        say(memory, *(f"Day {n}. {text}" for n in range(36)))
        for _ in range(30):
            memory.flush()
            clock.pass_by(hours=1)
        assert states(memory) == {MessageState.DONE: 36}
        rows = memory.usage().rows
        assert len(rows) > 2
        assert max(row.prompt_tokens + row.completion_tokens for row in rows) <= cap


def test_a_cap_on_a_users_day_frees_at_midnight(server: ModelServer, clock: SetClock) -> None:
    with limited(server, clock) as memory:
        one_call = memory.usage.estimate("I moved to Berlin.", user_id=USER).prompt_tokens
    with limited(server, clock, max_tokens_per_user_day=round(one_call * 1.5)) as memory:
        say(memory, "I moved to Berlin.")
        assert memory.flush().done == 1
        clock.pass_by(hours=2)
        say(memory, "I like tea.", session="s2")
        report = memory.flush()
        assert (report.done, report.deferred, report.deferred_until) == (0, 1, datetime(2026, 5, 2, tzinfo=UTC))
        clock.pass_by(days=1)
        assert memory.flush().done == 1


def test_a_message_that_no_window_has_room_for_stays_pending_and_says_so(
    server: ModelServer, clock: SetClock
) -> None:
    with limited(server, clock, max_tokens_per_hour=50) as memory:
        say(memory, "I moved to Berlin.", "I like tea.")
        for _ in range(3):
            report = memory.flush()
            assert (report.done, report.failed, report.deferred) == (0, 0, 2)
            assert "raise it" in report.deferred_by[0]
            clock.pass_by(hours=1)
        assert server.chat_calls == 0
        assert states(memory) == {MessageState.PENDING: 2}


def test_a_repair_that_the_budget_does_not_cover_counts_as_an_attempt(server: ModelServer, clock: SetClock) -> None:
    server.clear_scripts()
    server.respond("no JSON at all")
    with limited(server, clock, max_calls_per_hour=1, max_attempts=2) as memory:
        say(memory, "I moved to Berlin.")
        for _ in range(4):
            memory.flush()
            clock.pass_by(hours=1)
        assert states(memory) == {MessageState.FAILED: 1}
        server.respond(extraction(("User", "lives_in", "Berlin")))
        memory.admin.replay()
        memory.flush()
        assert known(memory) == {("User", "lives_in", "Berlin")}


def test_messages_of_many_calls_are_read_one_call_at_a_time(server: ModelServer, clock: SetClock) -> None:
    long = "The walk along the river was long, and the boats were all at anchor by the mill. " * 6
    with limited(server, clock, max_calls_per_hour=1, batch_tokens=200) as memory:
        say(memory, *(f"Day {n}. {long}" for n in range(4)))
        for hour in range(1, 5):
            memory.flush()
            assert server.chat_calls == hour
            assert states(memory)[MessageState.DONE] >= hour
            clock.pass_by(hours=1)
        assert states(memory) == {MessageState.DONE: 4}


def test_the_worker_in_the_background_goes_on_when_the_budget_is_free(server: ModelServer, clock: SetClock) -> None:
    with limited(server, clock, max_calls_per_hour=1, batch_size=1, worker=True, linger=0) as memory:
        say(memory, "I moved to Berlin.", "I like tea.", "I play chess.")
        for hour in range(1, 4):
            for _ in range(200):
                if states(memory)[MessageState.DONE] == hour:
                    break
                memory.flush(wait=0.1)
            assert states(memory)[MessageState.DONE] == hour
            assert server.chat_calls == hour
            clock.pass_by(hours=1)


# -- the agent ------------------------------------------------------------------------------------------------------


def test_a_user_over_the_cap_gets_an_error_that_says_when_and_the_message_is_kept(
    server: ModelServer, clock: SetClock
) -> None:
    server.respond(answer("In Berlin."))
    with limited(server, clock, max_calls_per_user_hour=1) as memory:
        agent = ChatAgent(memory, user_id=USER)
        assert agent.chat("Where do I live?").text == "In Berlin."
        with pytest.raises(BudgetExceededError, match=r"max_calls_per_user_hour.*10:00 UTC") as caught:
            agent.chat("And since when?")
        assert caught.value.frees_at == NOW + timedelta(hours=1)
        assert "And since when?" in [message.content for message in memory.messages.list(user_id=USER)]
        assert ChatAgent(memory, user_id="bob").chat("Where do I live?").text == "In Berlin."
        clock.pass_by(hours=1)
        assert agent.chat("And since when?").text == "In Berlin."


@pytest.mark.parametrize(
    ("caps", "stopped_by"),
    [
        ({"max_calls_per_turn": 2}, "max_calls_per_turn"),
        ({"max_calls_per_user_hour": 2}, "max_calls_per_user_hour"),
    ],
)
def test_a_turn_that_runs_out_of_budget_gives_what_it_found_and_says_why(
    server: ModelServer, clock: SetClock, caps: dict[str, int], stopped_by: str
) -> None:
    def weather(city: str) -> str:
        """Tell the weather."""
        return f"{city}: rain"

    server.respond(call("weather", city="Oslo"))
    with limited(server, clock, **caps) as memory:
        answered = ChatAgent(memory, user_id=USER, tools=(weather,)).chat("What is the weather in Oslo?")
        assert (answered.is_partial, answered.stopped_by) == (True, stopped_by)
        assert f"{stopped_by} = 2" in answered.text
        assert "Oslo: rain" in answered.text
        assert server.chat_calls == 2
        assert memory.messages.list(user_id=USER, session_id=answered.session_id)[-1].content == answered.text


def test_a_turn_may_be_capped_in_tokens(server: ModelServer, clock: SetClock) -> None:
    server.respond(answer("In Berlin."))
    with limited(server, clock, max_tokens_per_turn=100) as memory:
        answered = ChatAgent(memory, user_id=USER).chat("我住在哪里？")
        assert answered.stopped_by == "max_tokens_per_turn"
        assert "用量已到上限" in answered.text
        assert server.chat_calls == 0
    with limited(server, clock, max_tokens_per_turn=20_000) as memory:
        assert ChatAgent(memory, user_id=USER).chat("Where do I live?").stopped_by is None


# -- the estimate ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_estimate_tells_what_an_import_will_cost(server: ModelServer) -> None:
    with opened(server) as memory:
        estimate = memory.usage.estimate(talk(120), user_id=USER)
        assert (server.requests, memory.admin.stats().messages) == ([], 0)
        memory.add(talk(120), user_id=USER)
        memory.flush()
        assert estimate.messages == 120
        assert estimate.calls == server.chat_calls
        assert estimate.prompt_tokens == pytest.approx(server.prompt_tokens, rel=0.15)
        assert (estimate.completion_tokens, estimate.cost) == (None, None)
        assert booked(memory) == counted(server)
        assert memory.usage.estimate(talk(120), user_id=USER).calls == 0
        assert memory.usage.estimate(talk(130), user_id=USER).messages == 10


def test_an_estimate_knows_the_usual_length_of_answers_and_the_prices(server: ModelServer) -> None:
    with opened(server, price_prompt=1.0, price_completion=10.0) as memory:
        memory.add(talk(12), user_id=USER)
        memory.flush()
        estimate = memory.usage.estimate(talk(50)[24:], user_id="bob")
        assert estimate.calls == 2
        assert estimate.completion_tokens == 2 * server.completion_tokens
        assert estimate.cost == pytest.approx((estimate.prompt_tokens + 10 * estimate.completion_tokens) / 1_000_000)


def test_without_a_model_an_import_costs_nothing() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        estimate = memory.usage.estimate(talk(30), user_id=USER)
        assert (estimate.messages, estimate.calls, estimate.prompt_tokens) == (30, 0, 0)
