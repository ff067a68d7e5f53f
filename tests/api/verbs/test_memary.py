"""Journeys through the facade, as a program that uses memary walks them, over each store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from support.model_server import ModelServer
from support.records import fresh_user

from api.verbs.telling import Open, known, open_file
from memary import Memary
from memary.errors import InputError, NotFoundError, StoreUnavailableError
from memary.queries import SummaryQuery
from memary.types import MessageState


def test_what_was_said_is_found_and_known(memory: Memary, user: str) -> None:
    said = {
        "content": "My name is Ada. I moved to Berlin.",
        "created_at": "2026-05-01T09:00:00Z",
        "metadata": {"k": "v"},
    }
    receipt = memory.add(said, user_id=user, session_id="s1")
    assert receipt.pending == 1
    (hit,) = memory.search("Berlin", user_id=user, kinds={"message"})
    assert (hit.id, hit.metadata) == (receipt.ids[0], {"k": "v"})
    report = memory.flush(user_id=user)
    assert (report.done, report.pending, report.facts_added) == (1, 0, 2)
    assert ("Ada", "lives_in", "Berlin") in known(memory, user, about="Ada")
    facts = memory.search("Where does Ada live? Berlin", user_id=user, kinds={"fact"})
    assert facts[0].source_ids == receipt.ids


@pytest.mark.one_store
def test_one_kind_may_be_named_alone_and_what_is_no_number_is_told(memory: Memary, user: str) -> None:
    memory.add("I moved to Berlin.", user_id=user)
    assert [hit.kind for hit in memory.search("Berlin", user_id=user, kinds="message")] == ["message"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"top_k": "3"}, "top_k is '3': give a whole number"),
        ({"token_budget": 1.5}, "token_budget is 1.5: give a whole number"),
        ({"kinds": "facts"}, "kinds is 'facts': give 'message', 'fact', 'entity', 'run' or a list"),
    ]
    for options, sentence in wrong:
        with pytest.raises(InputError, match=sentence):
            memory.search("Berlin", user_id=user, **options)


def test_health_tells_what_waits(opening: Open, user: str) -> None:
    memory = opening(worker=False)
    memory.add("I moved to Berlin.", user_id=user)
    health = memory.admin.health()
    assert (health.store, health.chat_model) == (memory.core.store.location, None)
    assert health.stats.pending >= 1
    assert health.next_due is not None
    assert f"{health.store} answers; offline; " in str(health)
    memory.flush(user_id=user)
    assert memory.admin.dead_letters(user_id=user) == []


@pytest.mark.one_store
def test_while_it_closes_no_worker_is_started(opening: Open, user: str, caplog: pytest.LogCaptureFixture) -> None:
    memory = opening(worker=True, linger=0)
    stop = memory.core.store.aclose

    async def close_late() -> None:
        memory.core.ensure_worker()  # as an add does that came just before
        await stop()

    memory.core.store.aclose = close_late
    memory.add("I moved to Berlin.", user_id=user)
    memory.close()
    assert caplog.text == ""


@pytest.mark.one_store
def test_moving_house_keeps_the_past(memory: Memary, user: str) -> None:
    for day, city in (("2024-01-01", "Rome"), ("2025-01-01", "Oslo")):
        memory.add({"content": f"I live in {city}.", "created_at": f"{day}T00:00:00Z"}, user_id=user)
        memory.flush(user_id=user)
    assert known(memory, user) == {("User", "lives_in", "Oslo")}
    assert known(memory, user, as_of=datetime(2024, 6, 1, tzinfo=UTC)) == {("User", "lives_in", "Rome")}
    (oslo,) = memory.facts.list(user_id=user)
    actions = [row.action.value for row in memory.facts.history(user_id=user, id=oslo.id)]
    assert actions == ["UPDATE"]
    (rome,) = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == "Rome"]
    assert oslo.supersedes == (rome.id,)
    assert [row.action.value for row in memory.facts.history(user_id=user, id=rome.id)] == ["ADD", "UPDATE"]


@pytest.mark.one_store
def test_the_same_message_is_kept_once(memory: Memary, user: str) -> None:
    said = {"content": "I live in Rome.", "created_at": "2024-01-01T00:00:00Z"}
    first = memory.add(said, user_id=user)
    memory.flush(user_id=user)
    again = memory.add(said, user_id=user)
    assert (again.ids, again.pending) == (first.ids, 0)
    assert len(memory.add(["Hello.", "Hello."], user_id=user).ids) == 2
    memory.flush(user_id=user)
    stats = memory.admin.stats(user_id=user)
    assert (stats.messages, stats.facts) == (3, 1)


def test_users_do_not_meet(memory: Memary, user: str) -> None:
    other = fresh_user("other")
    memory.add("I live in Rome.", user_id=user)
    memory.add("I live in Oslo.", user_id=other)
    memory.flush(user_id=user)
    memory.flush(user_id=other)
    assert known(memory, user) == {("User", "lives_in", "Rome")}
    assert [hit.text for hit in memory.search("I live in Oslo", user_id=user, kinds={"message"})] == [
        "I live in Rome."
    ]
    (fact,) = memory.facts.list(user_id=other)
    with pytest.raises(NotFoundError):
        memory.facts.history(user_id=user, id=fact.id)
    with pytest.raises(NotFoundError):
        memory.forget(user_id=user, fact_id=fact.id)


@pytest.mark.one_store
def test_counts_follow_the_stream(memory: Memary, user: str) -> None:
    for number in range(4):
        memory.add(f"I met Emma Stone again, time {number}.", user_id=user)
        memory.flush(user_id=user)
    (emma,) = [row for row in memory.entities.list(user_id=user) if row.entity.name == "Emma Stone"]
    stream = memory.stream.entries(user_id=user)
    assert emma.count == len([1 for _, entity in stream if entity.id == emma.entity.id]) == 4
    assert emma.last_at == max(mention.at for mention, _ in stream)


@pytest.mark.one_store
def test_stored_without_infer_nothing_is_read(memory: Memary, user: str) -> None:
    assert memory.add("I live in Rome.", user_id=user, infer=False).pending == 0
    memory.flush(user_id=user)
    assert (known(memory, user), memory.messages.list(user_id=user)[0].state) == (set(), MessageState.STORED)


@pytest.mark.one_store
def test_finished_messages_can_be_read_again_without_doubling(memory: Memary, user: str) -> None:
    memory.add(["I live in Rome.", "I love tea.", "I hate tea."], user_id=user)
    memory.flush(user_id=user)
    before = known(memory, user), known(memory, user, include_past=True)
    assert memory.admin.replay(user_id=user, everything=True) == 3
    memory.flush(user_id=user)
    assert (known(memory, user), known(memory, user, include_past=True)) == before
    assert len(memory.facts.list(user_id=user, include_past=True)) == len(before[1])


@pytest.mark.one_store
@pytest.mark.parametrize("bad", ["", "   ", "a\nb", "x" * 300])
def test_a_bad_user_is_refused_everywhere(memory: Memary, bad: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: memory.add("hi", user_id=bad),
        lambda: memory.search("hi", user_id=bad),
        lambda: memory.facts.list(user_id=bad),
        lambda: memory.forget(user_id=bad),
        lambda: memory.facts.add([], user_id=bad),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"user_id is .*: (give|take out)"):
            call()


@pytest.mark.one_store
def test_an_unknown_user_has_an_empty_memory(memory: Memary, user: str) -> None:
    assert memory.search("anything", user_id=user) == []
    assert memory.facts.list(user_id=user) == []
    assert memory.entities.list(user_id=user) == []
    assert memory.flush(user_id=user).done == 0
    for lost in (lambda: memory.forget(user_id=user), lambda: memory.entities.graph("Ada", user_id=user)):
        with pytest.raises(NotFoundError):
            lost()


def test_async_twins_do_the_same(memory: Memary, user: str) -> None:
    async def journey() -> list[str]:
        await memory.aadd("I live in Rome.", user_id=user)
        await memory.aflush(user_id=user)
        return [fact.object for fact in await memory.facts.alist(user_id=user)]

    assert asyncio.run(journey()) == ["Rome"]


@pytest.mark.one_store
def test_a_closed_memory_says_so(opening: Open, user: str) -> None:
    memory = opening()
    memory.close()
    memory.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        memory.add("hi", user_id=user)


@pytest.mark.anyio
async def test_a_memory_is_closed_also_where_a_scope_is_cancelled() -> None:
    with anyio.CancelScope() as scope:
        closed = await Memary.aopen("sqlite:///:memory:", worker=False)
        scope.cancel()
        await closed.aclose()
    with anyio.CancelScope() as scope:
        async with await Memary.aopen("sqlite:///:memory:", worker=False) as left:
            scope.cancel()
            await anyio.sleep_forever()
    for memory in (closed, left):
        with pytest.raises(StoreUnavailableError, match="closed"):
            await memory.aadd("hi", user_id="ada")


# -- summaries ------------------------------------------------------------------------------------------------------


def long_talk(memory: Memary, *, turns: int = 30) -> None:
    memory.add(
        [f"Turn {n}: " + "we talk about the harbour and the weather " * 10 for n in range(turns)],
        user_id="ada",
        session_id="s1",
        infer=False,
    )


def test_a_long_talk_is_folded_but_for_its_last_messages(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_tokens=1_000) as memory:
        server.respond("<think>short</think>They talk about a harbour.")
        long_talk(memory)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        assert server.chat_calls == 1
        window = memory.context("What about the harbour?", user_id="ada", session_id="s1", budget=1_500)
        assert "They talk about a harbour." in str(window)
        assert not memory.sessions.fold(user_id="ada", session_id="s1")
        assert not memory.sessions.fold(user_id="ada", session_id="other")


def test_a_model_that_writes_nothing_leaves_the_old_summary(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_tokens=1_000) as memory:
        server.script("They talk about a harbour.", "<think>Hm, what to write?</think>")
        long_talk(memory)
        memory.sessions.fold(user_id="ada", session_id="s1")
        long_talk(memory)
        assert not memory.sessions.fold(user_id="ada", session_id="s1")
        summary = memory.loop.start(memory.core.store.read, SummaryQuery("ada", "s1")).result()
        assert summary is not None
        assert summary.text == "They talk about a harbour."


def test_messages_that_do_not_fit_one_call_are_folded_in_several(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_window=2_000) as memory:
        server.respond("They talk about the weather in the harbour.")
        long_talk(memory, turns=40)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        asked = [request.body["messages"][-1]["content"] for request in server.requests]
        assert len(asked) > 1
        assert "Turn 39" not in asked[0]
        assert all(f"Turn {n}: " in "".join(asked) for n in range(35))
        assert not memory.sessions.fold(user_id="ada", session_id="s1")


def test_without_a_model_the_summary_quotes(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/m.db", worker=False, context_tokens=1_000) as memory:
        long_talk(memory)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        summary = memory.loop.start(memory.core.store.read, SummaryQuery("ada", "s1")).result()
        assert summary is not None
        assert summary.text.startswith("Turn 0: we talk about the harbour")


@pytest.mark.one_store
def test_an_empty_turn_among_others_is_left_out(memory: Memary, user: str) -> None:
    receipt = memory.add(["I live in Berlin.", {"role": "user", "content": ""}, "I like tea."], user_id=user)
    assert [message.content for message in memory.messages.list(user_id=user)] == ["I live in Berlin.", "I like tea."]
    assert len(receipt.ids) == 2


@pytest.mark.one_store
def test_a_refused_batch_names_the_turn_and_keeps_nothing(memory: Memary, user: str) -> None:
    for batch, sentence in (
        (["a", {"role": "wizard", "content": "b"}], "Message 2 of 2 cannot be used: role is 'wizard'"),
        ([{"role": "user", "content": ""}, " "], "All 2 messages are empty"),
    ):
        with pytest.raises(InputError, match=sentence) as refusal:
            memory.add(batch, user_id=user)
        assert str(refusal.value).endswith("Nothing was kept.")
    assert memory.messages.list(user_id=user) == []
