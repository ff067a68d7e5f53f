"""Reflection beside the queue: after so many facts or hours, within caps, through failures, by several workers."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from ingestion.talks import USER, extraction, opened
from support.model_server import Fault, ModelServer, prompt_text
from support.records import NOW

from memary import Memary

DISHES = ("mapo tofu", "vindaloo", "kimchi", "laksa", "harissa", "salsa")
TALK = [f"I like {dish}." for dish in DISHES]
FACTS = extraction(*(("User", "likes", dish) for dish in DISHES))
SPICY = {"key": "food_preference", "value": "spicy food", "evidence": [1, 2]}
INSIGHTS = json.dumps({"insights": [SPICY]})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.when("NEW messages", FACTS)
        yield running


def reflections(server: ModelServer) -> int:
    return sum("FACTS about" in prompt_text(request.body) for request in server.requests)


def read(memory: Memary, texts: list[str] = TALK) -> None:
    memory.add(texts, user_id=USER)
    memory.flush()
    memory.insights.reflect_due()


def until(holds: Any) -> None:
    for _ in range(400):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


def test_six_new_facts_are_reflected_on_and_five_are_not(server: ModelServer) -> None:
    server.when("FACTS about", INSIGHTS)
    with opened(server, reflect_after=7) as memory:
        read(memory)
        assert (reflections(server), memory.insights.waiting(user_id=USER)) == (0, 6)
    with opened(server) as memory:
        read(memory)
        assert (reflections(server), memory.insights.waiting(user_id=USER)) == (1, 0)
        assert [one.object for one in memory.insights.list(user_id=USER)] == ["spicy food"]


def test_zero_switches_it_off(server: ModelServer) -> None:
    with opened(server, reflect_after=0) as memory:
        read(memory)
        assert reflections(server) == 0


def test_the_worker_of_the_process_reflects_beside_the_talk(server: ModelServer) -> None:
    server.when("FACTS about", INSIGHTS)
    with opened(server, worker=True, linger=0) as memory:
        memory.add(TALK, user_id=USER)
        until(lambda: memory.insights.list(user_id=USER))
        assert reflections(server) == 1


def test_what_was_not_reflected_on_is_known_after_a_restart(server: ModelServer, tmp_path: Path) -> None:
    server.when("FACTS about", INSIGHTS)
    store = f"sqlite:///{tmp_path}/ada.db"
    with opened(server, store) as memory:
        memory.add(TALK, user_id=USER)
        memory.flush()
    with opened(server, store) as memory:
        assert memory.insights.waiting(user_id=USER) == 6
        server.when("hello there", extraction())
        read(memory, ["hello there"])
        assert len(memory.insights.list(user_id=USER)) == 1


def test_a_model_that_is_down_is_asked_again_later(server: ModelServer) -> None:
    now = [NOW]
    server.when("FACTS about", Fault.status(503, times=1))
    server.when("FACTS about", INSIGHTS)
    with opened(server, clock=lambda: now[0]) as memory:
        read(memory)
        assert reflections(server) == 1
        memory.insights.reflect_due()
        assert reflections(server) == 1
        assert memory.insights.waiting(user_id=USER) == 6
        now[0] += timedelta(minutes=2)
        server.clear_scripts()
        server.when("FACTS about", INSIGHTS)
        memory.insights.reflect_due()
        assert len(memory.insights.list(user_id=USER)) == 1


def test_a_cap_puts_reflection_off_and_drops_nothing(server: ModelServer) -> None:
    now = [NOW]
    server.when("FACTS about", INSIGHTS)
    with opened(server, clock=lambda: now[0], max_calls_per_hour=1) as memory:
        read(memory)
        assert (reflections(server), memory.insights.waiting(user_id=USER)) == (0, 6)
        now[0] += timedelta(hours=1)
        memory.insights.reflect_due()
        assert len(memory.insights.list(user_id=USER)) == 1
        assert {row.role for row in memory.usage(user_id=USER).rows} >= {"extraction"}


def test_every_so_many_hours_fewer_facts_do(server: ModelServer) -> None:
    now = [NOW]
    server.when("FACTS about", INSIGHTS)
    with opened(server, clock=lambda: now[0], reflect_after=0, reflect_every=24) as memory:
        read(memory)
        assert reflections(server) == 0
        now[0] += timedelta(hours=25)
        memory.insights.reflect_due()
        assert len(memory.insights.list(user_id=USER)) == 1


def test_an_insight_goes_at_once_when_its_ground_ends(server: ModelServer) -> None:
    server.when("FACTS about", INSIGHTS)
    with opened(server) as memory:
        read(memory)
        server.clear_scripts()
        server.when("NEW messages", extraction(("User", "hates", "mapo tofu")))
        read(memory, ["I hate mapo tofu now."])
        assert memory.insights.list(user_id=USER) == []
        assert memory.admin.check() == []


def test_two_processes_that_reflect_at_once_draw_one_insight(server: ModelServer, tmp_path: Path) -> None:
    both = threading.Barrier(2, timeout=20)

    def meet(_: Any) -> str:
        both.wait()
        return INSIGHTS

    server.when("FACTS about", meet)
    store = f"sqlite:///{tmp_path}/ada.db"
    with opened(server, store) as one, opened(server, store) as other:
        one.add(TALK, user_id=USER)
        one.flush()

        async def reflect() -> None:
            await asyncio.gather(one.insights.areflect(user_id=USER), other.insights.areflect(user_id=USER))

        asyncio.run(reflect())
        assert len(one.insights.list(user_id=USER, include_past=True)) == 1
        assert one.admin.check() == []


def test_what_is_learnt_while_the_model_thinks_is_still_new(server: ModelServer, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/ada.db"
    with opened(server, store) as memory, opened(server, store) as other:

        def meanwhile(_: Any) -> str:
            other.facts.add([{"subject": "User", "predicate": "likes", "object": "tea"}], user_id=USER)
            return INSIGHTS

        server.when("FACTS about", meanwhile)
        memory.add(TALK, user_id=USER)
        memory.flush()
        assert len(memory.insights.reflect(user_id=USER).added) == 1
        assert memory.insights.waiting(user_id=USER) == 1


def test_closing_while_it_reflects_leaves_the_facts_new(server: ModelServer, tmp_path: Path) -> None:
    asked, go = threading.Event(), threading.Event()

    def slowly(_: Any) -> str:
        asked.set()
        go.wait(20)
        return INSIGHTS

    server.when("FACTS about", slowly)
    store = f"sqlite:///{tmp_path}/ada.db"
    with opened(server, store, worker=True, linger=0) as memory:
        memory.add(TALK, user_id=USER)
        assert asked.wait(20)
    go.set()
    with opened(server, store) as memory:
        assert (memory.insights.list(user_id=USER), memory.insights.waiting(user_id=USER)) == ([], 6)
