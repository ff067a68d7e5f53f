"""Forgetting through the facade, over each store: what goes, what comes back, and that no word of it is left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from stores.conformance.upkeep.damage import spoil

from forgetting.talk import say
from memary import Memary
from memary.errors import InputError, LeaseLostError, NotFoundError
from memary.queries import SummaryQuery
from memary.stores.commands import Claim
from memary.types import FOREVER, Batch, Fact, FactKind, GraphDelta, Summary, utc_now


@pytest.fixture(params=["sqlite-memory", "sqlite-file", "neo4j"])
def memory(request: pytest.FixtureRequest, open_on: Callable[..., Memary]) -> Memary:
    """An open memory without a language model, in which one sits at one desk at a time."""
    return open_on(request.param, single_valued=["sits_at"])


def give(memory: Memary, user: str, predicate: str, object: str, day: str, **fields: Any) -> None:
    """Apply a fact that is true from a day on."""
    fact = {"subject": "Ada", "predicate": predicate, "object": object, "valid_at": day} | fields
    memory.facts.add([fact], user_id=user)


def fact_of(memory: Memary, user: str, object: str) -> Fact:
    """The one fact with that object, past or present."""
    (found,) = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == object]
    return found


def objects(memory: Memary, user: str) -> set[str]:
    return {fact.object for fact in memory.facts.list(user_id=user)}


def contents(memory: Memary, user: str) -> list[str]:
    return [message.content for message in memory.messages.list(user_id=user)]


def exported(memory: Memary, user: str, folder: Path) -> str:
    memory.export(folder / "all.jsonl", user_id=user)
    return (folder / "all.jsonl").read_text()


@pytest.mark.one_store
def test_forgetting_what_replaced_a_fact_brings_that_back_as_it_was(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    before = fact_of(memory, user, "Rome")
    oslo = say(memory, user, "I live in Oslo.", "2025-01-01")
    assert objects(memory, user) == {"Oslo"}
    manifest = memory.forget(user_id=user, message_id=oslo)
    assert fact_of(memory, user, "Rome") == before
    assert (manifest.messages, manifest.facts, manifest.reopened) == (1, 1, 1)
    assert manifest.reopened_ids == (before.id,)
    assert objects(memory, user) == {"Rome"}


@pytest.mark.one_store
def test_what_was_true_for_longer_is_not_told_as_true_again(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    oslo = say(memory, user, "I live in Oslo.", "2024-05-01")
    say(memory, user, "I live in Paris.", "2025-01-01")
    manifest = memory.forget(user_id=user, message_id=oslo)
    assert (manifest.reopened, manifest.reopened_ids) == (1, ())
    assert objects(memory, user) == {"Paris"}


@pytest.mark.one_store
def test_a_dry_run_tells_what_would_go_and_changes_nothing(memory: Memary, user: str, tmp_path: Path) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    oslo = say(memory, user, "I live in Oslo.", "2025-01-01")
    before = exported(memory, user, tmp_path)
    fact = fact_of(memory, user, "Oslo")
    parts: tuple[dict[str, Any], ...] = ({"message_id": oslo}, {"fact_id": fact.id}, {"before": "2030-01-01"}, {})
    would = [memory.forget(user_id=user, **part, dry_run=True) for part in parts]
    assert would[0].message_ids == would[1].message_ids == (oslo,)
    assert would[0].fact_ids == would[1].fact_ids == (fact.id,)
    assert [len(one.message_ids) for one in would] == [1, 1, 2, 2]
    assert memory.facts.delete(fact.id, user_id=user, dry_run=True) == would[1]
    assert memory.messages.delete(oslo, user_id=user, dry_run=True) == would[0]
    assert exported(memory, user, tmp_path) == before
    gone = memory.forget(user_id=user, message_id=oslo)
    assert (gone.counts, gone.message_ids, gone.fact_ids) == (would[0].counts, (), ())


@pytest.mark.one_store
def test_a_fact_that_came_back_ends_where_the_next_kept_one_begins(memory: Memary, user: str) -> None:
    for city, day in (("Rome", "2022-01-01"), ("Oslo", "2023-01-01"), ("Paris", "2024-01-01")):
        say(memory, user, f"I live in {city}.", day)
    memory.forget(user_id=user, fact_id=fact_of(memory, user, "Oslo").id)
    rome, paris = fact_of(memory, user, "Rome"), fact_of(memory, user, "Paris")
    assert (rome.invalid_at, paris.invalid_at) == (datetime(2024, 1, 1, tzinfo=UTC), FOREVER)
    assert paris.supersedes == (rome.id,)
    assert objects(memory, user) == {"Paris"}
    as_of_2023 = memory.facts.list(user_id=user, as_of=datetime(2023, 6, 1, tzinfo=UTC))
    assert [fact.object for fact in as_of_2023] == ["Rome"]


@pytest.mark.one_store
def test_what_a_message_ended_is_ended_by_the_next_kept_fact(memory: Memary, user: str) -> None:
    said = [
        say(memory, user, text, day)
        for text, day in (
            ("I live in Rome.", "2022-01-01"),
            ("I no longer live in Rome.", "2023-01-01"),
            ("I live in Paris.", "2024-01-01"),
        )
    ]
    assert objects(memory, user) == {"Paris"}
    memory.forget(user_id=user, message_id=said[1])
    assert objects(memory, user) == {"Paris"}
    assert fact_of(memory, user, "Rome").invalid_at == datetime(2024, 1, 1, tzinfo=UTC)


@pytest.mark.one_store
def test_forgetting_goes_by_the_predicates_of_the_settings(memory: Memary, user: str) -> None:
    for desk, day in (("desk one", "2022-01-01"), ("desk two", "2023-01-01"), ("desk three", "2024-01-01")):
        give(memory, user, "sits_at", desk, day)
    assert objects(memory, user) == {"desk three"}
    memory.forget(user_id=user, fact_id=fact_of(memory, user, "desk two").id)
    one, three = fact_of(memory, user, "desk one"), fact_of(memory, user, "desk three")
    assert objects(memory, user) == {"desk three"}
    assert (one.invalid_at, three.supersedes) == (datetime(2024, 1, 1, tzinfo=UTC), (one.id,))


@pytest.mark.one_store
def test_a_home_that_came_back_goes_on_beside_the_country_it_lies_in(memory: Memary, user: str) -> None:
    give(memory, user, "located_in", "Germany", "2020-01-01", subject="Berlin")
    for place, day in (("Berlin", "2022-01-01"), ("Rome", "2023-01-01"), ("Germany", "2024-01-01")):
        give(memory, user, "lives_in", place, day)
    memory.forget(user_id=user, fact_id=fact_of(memory, user, "Rome").id)
    lives_in = [fact for fact in memory.facts.list(user_id=user) if fact.predicate == "lives_in"]
    assert {fact.object for fact in lives_in} == {"Berlin", "Germany"}


# -- expiry ---------------------------------------------------------------------------------------------------------


@pytest.mark.one_store
def test_a_fact_expires_with_the_last_source_that_is_left(memory: Memary, user: str) -> None:
    soon, later = utc_now() + timedelta(days=1), utc_now() + timedelta(days=9)
    ends = {
        say(memory, user, "I live in Rome.", f"2024-01-0{number}", expires_at=end): end
        for number, end in enumerate((later, soon, FOREVER), 1)
    }
    lasting = [FOREVER, later, soon]
    for id_ in sorted(ends, key=lambda id_: ends[id_], reverse=True):
        (rome,) = memory.facts.list(user_id=user)
        assert rome.expires_at == lasting.pop(0)
        memory.forget(user_id=user, message_id=id_)
    assert memory.facts.list(user_id=user) == []


@pytest.mark.one_store
def test_losing_a_source_that_expires_earlier_changes_nothing(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    soon = say(memory, user, "I live in Rome.", "2024-01-02", expires_at=utc_now() + timedelta(days=1))
    memory.forget(user_id=user, message_id=soon)
    assert [fact.expires_at for fact in memory.facts.list(user_id=user)] == [FOREVER]


@pytest.mark.one_store
def test_the_expiry_that_a_caller_gave_holds_again_once_a_later_source_went(memory: Memary, user: str) -> None:
    end = utc_now() + timedelta(days=3)
    given = say(memory, user, "The letter.", "2024-01-01")
    give(memory, user, "lives_in", "Rome", "2024-01-01", source_ids=(given,), expires_at=end, subject="User")
    said = say(memory, user, "I live in Rome.", "2024-02-01")
    assert [fact.expires_at for fact in memory.facts.list(user_id=user)] == [FOREVER]
    memory.forget(user_id=user, message_id=said)
    (rome,) = memory.facts.list(user_id=user)
    assert (rome.expires_at, rome.source_ids) == (end, (given,))


@pytest.mark.one_store
def test_the_ledger_does_not_bring_the_expiry_of_a_forgotten_source_back(memory: Memary, user: str) -> None:
    soon = utc_now() + timedelta(days=1)
    forever = say(memory, user, "I live in Rome.", "2024-01-01")
    say(memory, user, "I live in Rome.", "2024-01-02", expires_at=soon)
    memory.facts.rate(fact_of(memory, user, "Rome").id, user_id=user, rating="positive")
    memory.forget(user_id=user, message_id=forever)
    *_, rated = [row for row in memory.operations.list(user_id=user) if row.action == "FEEDBACK"]
    memory.operations.undo(user_id=user, id=rated.id)
    assert [(fact.expires_at, fact.rating) for fact in memory.facts.list(user_id=user)] == [(soon, 0)]


@pytest.mark.one_store
def test_a_fact_of_the_middle_leaves_the_end_that_another_made(memory: Memary, user: str) -> None:
    for city, day in (("Rome", "2022-01-01"), ("Oslo", "2023-01-01"), ("Paris", "2024-01-01")):
        say(memory, user, f"I live in {city}.", day)
    rome = fact_of(memory, user, "Rome")
    memory.forget(user_id=user, fact_id=fact_of(memory, user, "Paris").id)
    assert fact_of(memory, user, "Rome") == rome
    assert objects(memory, user) == {"Oslo"}


@pytest.mark.one_store
def test_a_fact_goes_with_the_messages_that_state_it(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Rome.", "2024-01-01")
    say(memory, user, "I like opera.", "2024-01-02")
    manifest = memory.forget(user_id=user, fact_id=fact_of(memory, user, "Rome").id)
    assert (manifest.messages, manifest.facts) == (1, 1)
    assert contents(memory, user) == ["I like opera."]
    assert said not in [hit.id for hit in memory.search("Rome", user_id=user)]
    memory.admin.replay(user_id=user, everything=True)
    memory.flush(user_id=user)
    assert "Rome" not in objects(memory, user)


@pytest.mark.one_store
def test_messages_stay_where_that_is_asked_for(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    manifest = memory.forget(user_id=user, fact_id=fact_of(memory, user, "Rome").id, with_sources=False)
    assert (manifest.messages, manifest.facts) == (0, 1)
    assert contents(memory, user) == ["I live in Rome."]
    assert objects(memory, user) == set()


def test_an_entity_goes_with_its_facts_and_the_messages_that_mention_it(memory: Memary, user: str) -> None:
    say(memory, user, "I met Emma Stone.", "2024-01-01")
    say(memory, user, "I live in Rome.", "2024-01-02")
    memory.forget(user_id=user, entity="Emma Stone")
    assert contents(memory, user) == ["I live in Rome."]
    assert "Emma Stone" not in {row.entity.name for row in memory.entities.list(user_id=user)}
    with pytest.raises(NotFoundError):
        memory.forget(user_id=user, entity="Emma Stone")


@pytest.mark.one_store
def test_an_entity_of_given_facts_takes_nothing_else_along(memory: Memary, user: str) -> None:
    for liked in ("green tea", "black tea"):
        give(memory, user, "likes", liked, "2024-01-01")
    give(memory, user, "knows", "Zorro", "2024-01-01")
    memory.forget(user_id=user, entity="Zorro")
    assert objects(memory, user) == {"green tea", "black tea"}


@pytest.mark.one_store
def test_an_entity_goes_and_its_messages_stay_where_that_is_asked_for(memory: Memary, user: str) -> None:
    say(memory, user, "I like opera.", "2024-01-01")
    say(memory, user, "I live in Rome.", "2024-01-02")
    memory.forget(user_id=user, entity="Rome", with_sources=False)
    assert contents(memory, user) == ["I like opera.", "I live in Rome."]
    assert objects(memory, user) == {"opera"}


@pytest.mark.one_store
def test_an_insight_is_forgotten_without_the_messages_it_was_drawn_from(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Rome.", "2024-01-01")
    rome = fact_of(memory, user, "Rome")
    insight = rome.model_copy(update={"id": f"{rome.id}-x", "kind": FactKind.INSIGHT, "source_ids": (said,)})
    revision = memory.loop.start(memory.core.store.revision, user).result()
    memory.loop.start(memory.core.store.apply, GraphDelta(user_id=user, revision=revision, facts=(insight,))).result()
    memory.forget(user_id=user, fact_id=insight.id)
    assert contents(memory, user) == ["I live in Rome."]
    assert objects(memory, user) == {"Rome"}


@pytest.mark.one_store
def test_what_was_said_before_a_time_is_forgotten(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Rome.", "2024-01-01")
    say(memory, user, "I like opera.", "2025-01-01")
    with pytest.raises(InputError, match="before"):
        memory.forget(user_id=user, before=datetime(2025, 1, 1))
    manifest = memory.forget(user_id=user, before=datetime(2025, 1, 1, tzinfo=UTC))
    assert manifest.messages == 1
    assert contents(memory, user) == ["I like opera."]
    with pytest.raises(NotFoundError, match="before 2025"):
        memory.forget(user_id=user, before=datetime(2025, 1, 1, tzinfo=UTC))


@pytest.mark.one_store
def test_what_a_named_speaker_said_is_forgotten_with_what_rests_on_it(
    memory: Memary, user: str, tmp_path: Path
) -> None:
    said = [{"role": "user", "speaker": who, "content": text} for who, text in (
        ("Tom Hart", "I live in Rome."), ("Tom Brandt", "I live in Bonn."), ("Tom Hart", "My cat is called Zazu."),
    )]  # fmt: skip
    memory.add([*said, {"role": "user", "content": "I live in Oslo."}], user_id=user, wait=True)
    with pytest.raises(NotFoundError, match="'Tom Brandt', 'Tom Hart'"):
        memory.forget(user_id=user, speaker="Tom")
    plan = memory.forget(user_id=user, speaker="Tom Hart", dry_run=True)
    assert (plan.messages, len(plan.message_ids), len(contents(memory, user))) == (2, 2, 4)
    with pytest.raises(InputError, match="one thing"):
        memory.forget(user_id=user, speaker="Tom Hart", session_id="s1")
    manifest = memory.forget(user_id=user, speaker="Tom Hart")
    assert (manifest.messages, manifest.facts) == (2, plan.facts)
    assert contents(memory, user) == ["I live in Bonn.", "I live in Oslo."]
    assert objects(memory, user) == {"Bonn", "Oslo"}
    assert not any(word in exported(memory, user, tmp_path) for word in ("Hart", "Rome", "Zazu"))


def test_a_sentence_that_two_messages_state_loses_the_words_of_the_one(
    memory: Memary, user: str, tmp_path: Path
) -> None:
    first = say(memory, user, "I live in Rome.", "2024-01-01")
    second = say(memory, user, "I live in Rome.", "2024-01-02")
    (fact,) = memory.facts.list(user_id=user)
    assert set(fact.source_ids) == {first, second}
    memory.forget(user_id=user, message_id=first)
    (kept,) = memory.facts.list(user_id=user)
    assert (kept.source_ids, kept.quote) == ((second,), "")
    assert first not in exported(memory, user, tmp_path)


@pytest.mark.one_store
def test_an_insight_goes_with_its_ground(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Rome.", "2024-01-01")
    rome = fact_of(memory, user, "Rome")
    insight = rome.model_copy(update={"id": f"{rome.id}-x", "kind": FactKind.INSIGHT, "source_ids": (rome.id,)})
    revision = memory.loop.start(memory.core.store.revision, user).result()
    delta = GraphDelta(user_id=user, revision=revision, facts=(insight,))
    memory.loop.start(memory.core.store.apply, delta).result()
    manifest = memory.forget(user_id=user, message_id=said)
    assert manifest.facts == 2
    assert memory.facts.list(user_id=user, include_past=True) == []


@pytest.mark.one_store
def test_a_summary_of_the_session_goes(memory: Memary, user: str) -> None:
    said = say(memory, user, "I live in Rome.", "2024-01-01", session_id="s1")
    summary = Summary(user_id=user, session_id="s1", text="Rome.", until_id=said, updated_at=utc_now())
    revision = memory.loop.start(memory.core.store.revision, user).result()
    memory.loop.start(
        memory.core.store.apply, GraphDelta(user_id=user, revision=revision, summaries=(summary,))
    ).result()
    assert memory.forget(user_id=user, message_id=said).summaries == 1
    assert memory.loop.start(memory.core.store.read, SummaryQuery(user, "s1")).result() is None


@pytest.mark.parametrize("how", ["message", "user"])
def test_a_worker_cannot_bring_back_what_was_forgotten_meanwhile(memory: Memary, user: str, how: str) -> None:
    (said,) = memory.add("I live in Rome.", user_id=user).ids
    batch = _claimed(memory, user)
    memory.forget(user_id=user, **({"message_id": said} if how == "message" else {}))
    rome = Fact(
        user_id=user, subject_id="a", subject="User", predicate="lives_in", object_id="b", object="Rome",
        statement="x", valid_at=utc_now(), created_at=utc_now(), source_ids=(said,),
    )  # fmt: skip
    revision = memory.loop.start(memory.core.store.revision, user).result()
    delta = GraphDelta(user_id=user, revision=revision, facts=(rome,), settled=(said,), worker_id=batch.worker_id)
    with pytest.raises(LeaseLostError):
        memory.loop.start(memory.core.store.apply, delta).result()
    assert memory.admin.stats(user_id=user).facts == 0
    assert (user in memory.admin.users()) is (how == "message")


def _claimed(memory: Memary, user: str) -> Batch:
    async def claim() -> Batch | None:
        return await memory.core.store.claim(
            Claim(worker_id="w", now=utc_now(), lease=timedelta(minutes=5), limit=5, user_id=user, ignore_due=True)
        )

    batch = memory.loop.start(claim).result()
    assert batch is not None
    return batch


@pytest.mark.parametrize(
    "way", ["user", *(pytest.param(way, marks=pytest.mark.one_store) for way in ("message", "session", "time"))]
)
def test_a_damaged_message_is_forgotten_as_any_other(memory: Memary, user: str, way: str) -> None:
    id_ = say(memory, user, "I live in Graz.", "2026-01-01", session_id="s")
    memory.loop.start(lambda: spoil(memory.core.store, "Message", id_, role="robot", metadata="{")).result()
    chosen: dict[str, dict[str, Any]] = {
        "message": {"message_id": id_},
        "session": {"session_id": "s"},
        "time": {"before": datetime(2026, 2, 1, tzinfo=UTC)},
        "user": {},
    }
    memory.forget(user_id=user, **chosen[way])
    assert contents(memory, user) == []
    assert not memory.search("Graz", user_id=user)
