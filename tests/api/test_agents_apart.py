"""Several agents of one user: sharing what they are told, or each with a graph of its own."""

from __future__ import annotations

import pytest
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import Memary


def told(memory: Memary, user: str) -> None:
    """Two agents hear where Ada lives, one after the other."""
    for day, agent, town in (("2026-03-01", "travel", "Oslo"), ("2026-04-01", "work", "Rome")):
        message = {"content": f"I live in {town}.", "created_at": day}
        memory.add(message, user_id=user, agent_id=agent, session_id=agent)
        memory.flush(user_id=user)


def towns(memory: Memary, user: str, agent: str | None = None) -> list[str]:
    hits = memory.search("Where do I live?", user_id=user, agent_id=agent, kinds="fact")
    return sorted(hit.text.removesuffix(".").split()[-1] for hit in hits)


@pytest.mark.one_store
def test_what_one_agent_hears_changes_what_another_was_told(either: Memary) -> None:
    user = fresh_user("shared")
    told(either, user)

    assert [fact.object for fact in either.facts.list(user_id=user)] == ["Rome"]


@pytest.mark.parametrize("kind", ["sqlite", "neo4j"])
def test_agents_that_are_kept_apart_end_nothing_of_each_other(kind: str, request: pytest.FixtureRequest) -> None:
    with opened(kind, request) as memory:
        user = fresh_user("apart")
        told(memory, user)

        assert (towns(memory, user, "travel"), towns(memory, user, "work")) == (["Oslo"], ["Rome"])
        memory.add("I live in Bergen.", user_id=user, agent_id="travel", session_id="later")
        memory.flush(user_id=user)
        assert (towns(memory, user, "travel"), towns(memory, user, "work")) == (["Bergen"], ["Rome"])
        assert memory.admin.check(user_id=user) == []


def opened(kind: str, request: pytest.FixtureRequest) -> Memary:
    if kind == "sqlite":
        return Memary.open("sqlite://", worker=False, timezone="UTC", agents="apart")
    address = request.getfixturevalue("neo4j_address")
    embedder = SmallEmbedder()
    return Memary.open(
        address.uri, worker=False, timezone="UTC", agents="apart", embedding=embedder, **address.options
    )
