"""What was forgotten comes back as it was while it is held aside, over each store, and is gone afterwards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from reliability.waiting import until
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from forgetting.talk import say
from memary import Memary
from memary.errors import InputError, NotFoundError
from memary.types import FOREVER, Fact, utc_now


class LaterClock:
    """The present, or a later time."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


@pytest.fixture
def clock() -> LaterClock:
    return LaterClock()


OPTIONS: dict[str, Any] = {"forget_on_request": True, "scrub": False}


@pytest.fixture(params=["sqlite-memory", "sqlite-file", "neo4j"])
def memory(request: pytest.FixtureRequest, open_on: Callable[..., Memary]) -> Memary:
    """An open memory without a language model that holds aside what is forgotten.

    Longer than the clock of any test is ahead: whoever looks what is over on a shared server looks for all users.
    """
    return open_on(request.param, restorable_days=36_000, **OPTIONS)


@pytest.fixture
def week_long(clock: LaterClock, open_on: Callable[..., Memary]) -> Memary:
    """An open memory that holds aside for a week what is forgotten."""
    return open_on("sqlite-file", restorable_days=7, clock=clock, **OPTIONS)


def objects(memory: Memary, user: str, **options: Any) -> set[str]:
    return {fact.object for fact in memory.facts.list(user_id=user, **options)}


def contents(memory: Memary, user: str) -> list[str]:
    return [message.content for message in memory.messages.list(user_id=user)]


def fact_of(memory: Memary, user: str, object: str) -> Fact:
    """The one fact with that object, past or present."""
    (found,) = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == object]
    return found


def everything(memory: Memary, user: str, folder: Path) -> list[str]:
    """All that an export holds, without the times of its header."""
    memory.export(folder / "all.jsonl", user_id=user)
    return sorted((folder / "all.jsonl").read_text().splitlines()[1:])


def restore(memory: Memary, user: str, id: str | None) -> None:
    assert id is not None
    memory.operations.restore(id, user_id=user)


@pytest.mark.parametrize(
    "part",
    [
        "entity",
        *(pytest.param(part, marks=pytest.mark.one_store) for part in ("message", "fact", "session", "before")),
    ],
)
def test_memory_is_as_it_was_before(memory: Memary, user: str, part: str, tmp_path: Path) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01", session_id="old")
    say(memory, user, "I like opera.", "2024-02-01", session_id="old")
    oslo = say(memory, user, "I live in Oslo. I work at Acme.", "2025-01-01", session_id="new", metadata={"k": [1]})
    say(memory, user, "I work at Acme and I like sushi.", "2025-02-01", session_id="other")
    before = everything(memory, user, tmp_path)
    ways: dict[str, dict[str, Any]] = {
        "message": {"message_id": oslo},
        "fact": {"fact_id": fact_of(memory, user, "Oslo").id},
        "entity": {"entity": "Oslo"},
        "session": {"session_id": "new"},
        "before": {"before": "2025-01-15T00:00:00Z"},
    }
    gone = memory.forget(user_id=user, **ways[part])
    assert "Oslo" not in objects(memory, user, include_past=True)
    assert "Oslo" not in "".join(everything(memory, user, tmp_path))
    found = memory.search("Oslo", user_id=user, kinds={"message", "fact", "entity"})
    assert not any("Oslo" in hit.text for hit in found)
    (held,) = memory.operations.forgotten(user_id=user)
    assert (held.id, held.counts) == (gone.held_id, gone.counts)
    assert "Oslo" not in repr(held)
    came = memory.operations.restore(held.id, user_id=user)
    assert (came.messages, came.facts, came.entities) == (gone.messages, gone.facts, gone.entities)
    assert everything(memory, user, tmp_path) == before
    assert any("Oslo" in hit.text for hit in memory.search("Where is Oslo?", user_id=user))
    assert memory.admin.check(user_id=user) == []
    assert memory.operations.forgotten(user_id=user) == []
    with pytest.raises(NotFoundError):
        memory.operations.restore(held.id, user_id=user)


@pytest.mark.one_store
def test_nothing_is_held_where_the_settings_do_not_say_so_or_it_goes_for_good(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Rome.", "2024-01-01")
    say(memory, user, "I like opera.", "2024-01-02")
    assert memory.forget(user_id=user, message_id=said, for_good=True).held_id is None
    assert memory.operations.forgotten(user_id=user) == []
    with Memary.open("sqlite:///:memory:", worker=False, embedding=SmallEmbedder()) as usual:
        said = say(usual, user, "I live in Rome.", "2024-01-01")
        assert usual.forget(user_id=user, message_id=said).held_id is None
        assert usual.operations.forgotten(user_id=user) == []


@pytest.mark.one_store
def test_what_was_asked_for_in_talk_comes_back_and_the_request_stays_as_it_is(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome. My salary is 5200 euros.", "2024-01-01", session_id="s")
    say(memory, user, "Please forget my salary.", "2024-01-02", session_id="s")
    assert contents(memory, user) == ["I live in Rome.", "Please forget …."]
    (held,) = memory.operations.forgotten(user_id=user)
    assert held.about == "my salary"
    restore(memory, user, held.id)
    assert contents(memory, user) == ["I live in Rome. My salary is 5200 euros.", "Please forget …."]
    memory.flush(user_id=user)
    assert "5200" in " ".join(contents(memory, user))


@pytest.mark.one_store
def test_it_comes_back_in_chinese_as_well(memory: Memary, user: str) -> None:
    say(memory, user, "我住在杭州。我的门禁密码是 4471。", "2024-01-01", session_id="s")
    say(memory, user, "把我的门禁密码忘了吧。", "2024-01-02", session_id="s")
    assert "4471" not in " ".join(contents(memory, user))
    restore(memory, user, memory.operations.forgotten(user_id=user)[0].id)
    assert "我住在杭州。我的门禁密码是 4471。" in contents(memory, user)


@pytest.mark.one_store
def test_what_was_restored_may_be_added_again_and_is_kept_once(memory: Memary, user: str) -> None:
    text = {"content": "My locker PIN is 8812.", "created_at": "2024-01-01T00:00:00Z"}
    memory.add(text, user_id=user)
    say(memory, user, "Please forget my locker PIN.", "2024-01-02")
    assert memory.add(text, user_id=user).ids == ()
    restore(memory, user, memory.operations.forgotten(user_id=user)[0].id)
    memory.add(text, user_id=user)
    assert contents(memory, user).count("My locker PIN is 8812.") == 1


@pytest.mark.one_store
def test_ends_that_were_reopened_are_closed_again(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    oslo = say(memory, user, "I live in Oslo.", "2025-01-01")
    before = fact_of(memory, user, "Rome")
    gone = memory.forget(user_id=user, message_id=oslo)
    assert objects(memory, user) == {"Rome"}
    restore(memory, user, gone.held_id)
    assert objects(memory, user) == {"Oslo"}
    assert fact_of(memory, user, "Rome") == before


@pytest.mark.one_store
def test_a_doubt_that_forgetting_brought_is_lifted(memory: Memary, user: str) -> None:
    rows = [{"subject": "Ada", "predicate": "works_at", "object": "Acme"}]
    (works,) = (row.target_id for row in memory.facts.add(rows, user_id=user) if "predicate" in str(row.after))
    memory.facts.add(
        [{"subject": "Ada", "predicate": "swims_at", "object": "the baths", "rests_on": [works]}], user_id=user
    )
    gone = memory.forget(user_id=user, fact_id=works)
    assert fact_of(memory, user, "the baths").in_doubt is not None
    restore(memory, user, gone.held_id)
    assert fact_of(memory, user, "the baths").in_doubt is None


# -- what happened meanwhile --------------------------------------------------------------------------------------


@pytest.mark.one_store
def test_what_comes_back_ends_where_something_newer_began(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    oslo = say(memory, user, "I live in Oslo.", "2025-01-01")
    gone = memory.forget(user_id=user, message_id=oslo)
    say(memory, user, "I live in Paris.", "2026-01-01")
    restore(memory, user, gone.held_id)
    assert objects(memory, user) == {"Paris"}
    ends = {city: fact_of(memory, user, city).invalid_at for city in ("Rome", "Oslo", "Paris")}
    assert ends == {
        "Rome": datetime(2025, 1, 1, tzinfo=UTC),
        "Oslo": datetime(2026, 1, 1, tzinfo=UTC),
        "Paris": FOREVER,
    }
    assert objects(memory, user, as_of=datetime(2025, 6, 1, tzinfo=UTC)) == {"Oslo"}
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_what_was_said_again_meanwhile_is_there_once(memory: Memary, user: str) -> None:
    say(memory, user, "My name is Ada.", "2023-01-01")
    first = say(memory, user, "I live in Oslo.", "2025-01-01")
    gone = memory.forget(user_id=user, message_id=first)
    again = say(memory, user, "I live in Oslo.", "2026-01-01")
    restore(memory, user, gone.held_id)
    oslo = [fact for fact in memory.facts.list(user_id=user) if fact.object == "Oslo"]
    assert [set(fact.source_ids) for fact in oslo] == [{first, again}]
    assert oslo[0].valid_at == datetime(2025, 1, 1, tzinfo=UTC)
    assert [row.entity.name for row in memory.entities.list(user_id=user)].count("Oslo") == 1
    assert contents(memory, user).count("I live in Oslo.") == 2
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_the_same_message_added_again_meanwhile_is_there_once(memory: Memary, user: str) -> None:
    first = say(memory, user, "I live in Oslo.", "2025-01-01", session_id="s")
    gone = memory.forget(user_id=user, message_id=first)
    again = say(memory, user, "I live in Oslo.", "2025-01-01", session_id="s")
    assert again != first
    restore(memory, user, gone.held_id)
    assert contents(memory, user) == ["I live in Oslo."]
    assert [fact.source_ids for fact in memory.facts.list(user_id=user)] == [(again,)]
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_what_it_is_about_may_have_been_merged_meanwhile(memory: Memary, user: str) -> None:
    give = {"subject": "Bob", "predicate": "works_at", "object": "Acme"}
    memory.facts.add([give, {"subject": "Bob", "predicate": "likes", "object": "tea"}], user_id=user)
    memory.facts.add([{"subject": "Robert", "predicate": "likes", "object": "chess"}], user_id=user)
    gone = memory.forget(user_id=user, fact_id=fact_of(memory, user, "Acme").id)
    memory.entities.merge(user_id=user, entity="Bob", into="Robert")
    restore(memory, user, gone.held_id)
    acme, chess = fact_of(memory, user, "Acme"), fact_of(memory, user, "chess")
    assert acme.subject_id == chess.subject_id
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_what_changed_of_a_message_meanwhile_stays(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome. My salary is 5200 euros.", "2025-01-01", session_id="first")
    say(memory, user, "Please forget my salary.", "2025-01-02")
    memory.sessions.rename("first", "Rome", user_id=user)
    (held,) = memory.operations.forgotten(user_id=user)
    restore(memory, user, held.id)
    assert contents(memory, user)[0] == "I live in Rome. My salary is 5200 euros."
    assert memory.sessions.titles(user_id=user) == {"first": "Rome"}


@pytest.mark.one_store
def test_what_changed_of_a_fact_meanwhile_stays(memory: Memary, user: str) -> None:
    first = say(memory, user, "I live in Oslo.", "2025-01-01")
    second = say(memory, user, "I live in Oslo.", "2025-02-01")
    gone = memory.forget(user_id=user, message_id=first)
    memory.facts.rate(fact_of(memory, user, "Oslo").id, user_id=user, rating="positive")
    third = say(memory, user, "I live in Oslo.", "2025-03-01")
    restore(memory, user, gone.held_id)
    oslo = fact_of(memory, user, "Oslo")
    assert oslo.source_ids == (first, second, third)
    assert oslo.rating == 1
    assert memory.admin.check(user_id=user) == []


@pytest.mark.one_store
def test_what_was_forgotten_later_and_belongs_to_it_comes_back_first(
    memory: Memary, user: str, tmp_path: Path
) -> None:
    first = say(memory, user, "I live in Oslo.", "2025-01-01")
    second = say(memory, user, "I live in Oslo.", "2025-02-01")
    before = everything(memory, user, tmp_path)
    one = memory.forget(user_id=user, message_id=first)
    other = memory.forget(user_id=user, message_id=second)
    with pytest.raises(InputError, match=str(other.held_id)):
        restore(memory, user, one.held_id)
    restore(memory, user, other.held_id)
    restore(memory, user, one.held_id)
    assert everything(memory, user, tmp_path) == before


@pytest.mark.one_store
def test_two_that_have_nothing_to_do_with_each_other_come_back_in_any_order(memory: Memary, user: str) -> None:
    rome = say(memory, user, "I like opera.", "2025-01-01")
    tea = say(memory, user, "I like tea.", "2025-02-01")
    say(memory, user, "I like chess.", "2025-03-01")
    one = memory.forget(user_id=user, message_id=rome)
    other = memory.forget(user_id=user, message_id=tea)
    restore(memory, user, one.held_id)
    assert objects(memory, user) == {"opera", "chess"}
    restore(memory, user, other.held_id)
    assert objects(memory, user) == {"opera", "tea", "chess"}


@pytest.mark.one_store
def test_what_is_held_ends_with_what_is_forgotten_for_good_and_belongs_to_it(memory: Memary, user: str) -> None:
    first = say(memory, user, "I live in Oslo.", "2025-01-01")
    second = say(memory, user, "I live in Oslo.", "2025-02-01")
    other = say(memory, user, "I like tea.", "2025-03-01")
    memory.forget(user_id=user, message_id=first)
    kept = memory.forget(user_id=user, message_id=other)
    memory.forget(user_id=user, message_id=second, for_good=True)
    assert [one.id for one in memory.operations.forgotten(user_id=user)] == [kept.held_id]


@pytest.mark.one_store
def test_a_message_that_reads_otherwise_by_now_is_not_written_over(memory: Memary, user: str) -> None:
    said = {"id": "note", "content": "I live in Oslo.", "created_at": "2025-01-01T00:00:00Z"}
    memory.add(said, user_id=user)
    memory.flush(user_id=user)
    gone = memory.forget(user_id=user, message_id="note")
    memory.add(said | {"content": "I live in Bergen."}, user_id=user)
    with pytest.raises(InputError, match="a different text"):
        restore(memory, user, gone.held_id)
    assert contents(memory, user) == ["I live in Bergen."]


# -- the end ------------------------------------------------------------------------------------------------------


def test_what_is_over_cannot_be_restored(week_long: Memary, user: str, clock: LaterClock) -> None:
    said = say(week_long, user, "I live in Oslo.", "2025-01-01")
    gone = week_long.forget(user_id=user, message_id=said)
    clock.ahead = timedelta(days=6)
    assert len(week_long.operations.forgotten(user_id=user)) == 1
    clock.ahead = timedelta(days=8)
    assert week_long.operations.forgotten(user_id=user) == []
    with pytest.raises(NotFoundError):
        restore(week_long, user, gone.held_id)


@pytest.mark.long
def test_a_worker_lets_go_what_is_over(user: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"restorable_days": 7, "embedding": SmallEmbedder(), **OPTIONS}
    where = f"sqlite:///{tmp_path}/memary.db"
    with Memary.open(where, worker=False, **options) as memory:
        memory.forget(user_id=user, message_id=say(memory, user, "I live in Oslo.", "2025-01-01"))
        assert len(memory.loop.wait(memory.core.store.held, user)) == 1
    with Memary.open(where, clock=lambda: utc_now() + timedelta(days=8), **options) as memory:
        until(lambda: not memory.loop.wait(memory.core.store.held, user), "what was held aside is gone")


@pytest.mark.one_store
def test_somebody_may_end_it_before(memory: Memary, user: str) -> None:
    first = say(memory, user, "I live in Oslo.", "2025-01-01")
    second = say(memory, user, "I like tea.", "2025-02-01")
    third = say(memory, user, "I like chess.", "2025-02-01")
    one, _, _ = (memory.forget(user_id=user, message_id=id_) for id_ in (first, second, third))
    assert memory.operations.end_forgotten(one.held_id, user_id=user) == 1
    with pytest.raises(NotFoundError):
        restore(memory, user, one.held_id)
    assert memory.operations.end_forgotten(user_id=user) == 2
    assert memory.operations.forgotten(user_id=user) == []
    assert memory.operations.end_forgotten(user_id=user) == 0


def test_nobody_else_sees_or_restores_it(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Oslo.", "2025-01-01")
    gone = memory.forget(user_id=user, message_id=said)
    other = fresh_user("other")
    say(memory, other, "I like tea.", "2025-01-01")
    assert memory.operations.forgotten(user_id=other) == []
    with pytest.raises(NotFoundError):
        restore(memory, other, gone.held_id)
    with pytest.raises(NotFoundError):
        memory.operations.end_forgotten(gone.held_id, user_id=other)
    assert len(memory.operations.forgotten(user_id=user)) == 1


@pytest.mark.one_store
def test_with_a_whole_user_goes_what_is_held(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Oslo.", "2025-01-01")
    memory.forget(user_id=user, message_id=said)
    assert memory.forget(user_id=user).held_id is None
    say(memory, user, "I like tea.", "2025-01-01")
    assert memory.operations.forgotten(user_id=user) == []


@pytest.mark.one_store
def test_in_a_space_only_who_forgot_may_restore_and_it_goes_with_them(memory: Memary) -> None:
    ada, bob = fresh_user("ada"), fresh_user("bob")
    for name in (ada, bob):
        say(memory, name, "I like tea.", "2025-01-01")
    space = memory.spaces.create("Flat", user_id=ada)
    memory.spaces.grant("Flat", bob, "writer", user_id=ada)
    memory.spaces.join("Flat", user_id=bob)
    shared = memory.spaces.get("Flat", user_id=bob).user_id
    said = say(memory, shared, "The boiler code is 4471.", "2025-01-01")
    memory.forget(user_id=shared, message_id=said)
    assert len(memory.operations.forgotten(user_id=shared)) == 1
    assert memory.operations.forgotten(user_id=space.user_id) == []
    assert memory.operations.forgotten(user_id=bob) == []
    memory.forget(user_id=bob)
    assert memory.loop.wait(memory.core.store.held, memory.spaces.list(user_id=ada)[0].space_id) == []
