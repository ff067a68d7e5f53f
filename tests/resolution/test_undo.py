"""Undoing operations and merges, over each store: afterwards memory is as if they had not happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import Memary
from memary.errors import InputError, NotFoundError
from memary.queries import EntityQuery
from memary.stores.archive.lines import export_lines
from memary.types import Action, Operation, Scope

Tell = Callable[..., list[Operation]]


@pytest.fixture
def memory(on_each_store: Memary) -> Memary:
    """An open memory without a language model."""
    return on_each_store


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


@pytest.fixture
def tell(memory: Memary, user: str) -> Tell:
    """Apply one fact, said in a message if a text is given; return what was done."""

    def tell(subject: str, predicate: str, object_: str, said: str | None = None, **fields: Any) -> list[Operation]:
        given = {"subject": subject, "predicate": predicate, "object": object_, **fields}
        if said:
            message = {"content": said, "created_at": "2026-05-01T09:00:00Z"}
            given["source_ids"] = memory.add(message, user_id=user, infer=False).ids
        return memory.facts.add([given], user_id=user)

    return tell


def exported(memory: Memary, user: str) -> list[str]:
    """The lines of the user's export."""

    async def lines() -> list[str]:
        return [line async for line in export_lines(memory.core.store, user, memory.core.models.embedder.spec)]

    return memory.loop.start(lines).result()


def names(memory: Memary, user: str) -> set[str]:
    found = memory.loop.start(lambda: memory.core.store.read(EntityQuery(Scope(user_id=user)))).result()
    return {entity.name for entity in found}


def current(memory: Memary, user: str) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.predicate, fact.object) for fact in memory.facts.list(user_id=user)}


def undo_all(memory: Memary, user: str, rows: list[Operation]) -> None:
    for row in reversed(rows):
        memory.operations.undo(user_id=user, id=row.id)


# -- one operation --------------------------------------------------------------------------------------------------


def test_a_new_fact_goes_with_its_nodes_and_mentions(memory: Memary, user: str, tell: Tell) -> None:
    memory.add("I like rain.", user_id=user, infer=False)
    before = exported(memory, user)
    rows = tell("Ada", "likes", "tea")
    assert [row.action for row in rows] == [Action.ADD]
    assert memory.operations.undo(user_id=user, id=rows[0].id) == rows[0]
    assert exported(memory, user) == before
    assert memory.operations.list(user_id=user) == []


@pytest.mark.one_store
def test_a_move_that_was_a_mistake_is_taken_back_and_the_old_home_is_open_again(
    memory: Memary, user: str, tell: Tell
) -> None:
    tell("Ada", "lives_in", "Rome", valid_at="2020-01-01")
    before = exported(memory, user)
    (move,) = tell("Ada", "lives_in", "Oslo", valid_at="2024-01-01")
    assert current(memory, user) == {("Ada", "lives_in", "Oslo")}
    memory.operations.undo(user_id=user, id=move.id)
    assert exported(memory, user) == before
    assert current(memory, user) == {("Ada", "lives_in", "Rome")}


@pytest.mark.one_store
@pytest.mark.parametrize(
    "fields",
    [
        {"object_": "Rome", "op": "DELETE", "valid_at": "2024-01-01"},
        {"object_": "Rome", "op": "DELETE", "correction": True},
        {"object_": "Oslo", "correction": True, "valid_at": "2024-01-01"},
        {"object_": "Rome", "valid_at": "2020-01-01", "invalid_at": "2023-01-01"},
        {"object_": "Oslo", "origin": "assistant", "valid_at": "2024-01-01"},
        {"object_": "Bern", "valid_at": "2010-01-01"},
        {"object_": "Rome", "valid_at": "2019-01-01"},
        {"object_": "Rome"},
    ],
    ids=lambda fields: " ".join(map(str, fields.values())),
)
def test_whatever_was_decided_can_be_taken_back(
    memory: Memary, user: str, tell: Tell, fields: dict[str, Any]
) -> None:
    tell("Ada", "lives_in", "Rome", "I live in Rome.", valid_at="2020-01-01")
    memory.add("Again about cities.", user_id=user, infer=False)
    given = dict(fields)
    (source,) = memory.add("Something else.", user_id=user, infer=False).ids
    before = exported(memory, user)
    rows = tell("Ada", "lives_in", given.pop("object_"), source_ids=[source], **given)
    assert rows
    assert exported(memory, user) != before
    undo_all(memory, user, rows)
    assert exported(memory, user) == before


@pytest.mark.one_store
def test_a_name_that_was_learnt_is_unlearnt_with_its_vector(memory: Memary, user: str, tell: Tell) -> None:
    tell("User", "likes", "tea")
    before = exported(memory, user)
    rows = tell("User", "name_is", "Ada")
    assert "Ada" in names(memory, user)
    undo_all(memory, user, rows)
    assert exported(memory, user) == before


@pytest.mark.one_store
def test_entities_that_came_by_name_alone_are_taken_back_too(memory: Memary, user: str) -> None:
    memory.add(["I met Emma Stone today.", "Emma Stone was in Oslo."], user_id=user)
    lines = len(exported(memory, user))
    memory.flush(user_id=user)
    assert "Emma Stone" in names(memory, user)
    undo_all(memory, user, memory.operations.list(user_id=user))
    assert (len(exported(memory, user)), memory.admin.stats(user_id=user).entities) == (lines, 0)
    assert memory.flush(user_id=user).done == 0  # the messages stay read


@pytest.mark.one_store
def test_what_something_else_speaks_of_stays_and_goes_with_that(memory: Memary, user: str, tell: Tell) -> None:
    empty = exported(memory, user)
    (source,) = memory.add("Ada lives in Rome and loves Rome.", user_id=user, infer=False).ids
    before = exported(memory, user)
    (lives,) = tell("Ada", "lives_in", "Rome", source_ids=[source])
    (loves,) = tell("Ada", "loves", "Rome", source_ids=[source])
    (knows,) = tell("Ada", "knows", "Bob")
    memory.operations.undo(user_id=user, id=lives.id)
    assert names(memory, user) == {"Ada", "Rome", "Bob"}
    assert {(row.entity.name, row.count) for row in memory.entities.list(user_id=user)} == {
        ("Ada", 2),
        ("Rome", 1),
        ("Bob", 1),
    }
    memory.operations.undo(user_id=user, id=loves.id)
    assert names(memory, user) == {"Ada", "Bob"}
    memory.operations.undo(user_id=user, id=knows.id)
    assert exported(memory, user) == before != empty


@pytest.mark.one_store
def test_one_of_several_independent_operations_leaves_the_others_as_they_were(
    memory: Memary, user: str, tell: Tell
) -> None:
    tell("Ada", "lives_in", "Rome")
    without = exported(memory, user)
    (tea,) = tell("Bob", "likes", "tea")
    (chess,) = tell("Carol", "plays", "chess")
    memory.operations.undo(user_id=user, id=tea.id)
    left = exported(memory, user)
    memory.operations.undo(user_id=user, id=chess.id)
    assert exported(memory, user) == without
    assert current(memory, user) == {("Ada", "lives_in", "Rome")}
    assert not any("Bob" in line or "tea" in line for line in left)
    assert any("chess" in line for line in left)


# -- what stands in the way -----------------------------------------------------------------------------------------


@pytest.mark.one_store
def test_what_later_operations_were_built_on_names_the_one_to_undo_first(
    memory: Memary, user: str, tell: Tell
) -> None:
    before = exported(memory, user)
    (rome,) = tell("Ada", "lives_in", "Rome", valid_at="2020-01-01")
    (oslo,) = tell("Ada", "lives_in", "Oslo", valid_at="2022-01-01")
    (bern,) = tell("Ada", "lives_in", "Bern", valid_at="2024-01-01")
    for blocked, first in ((rome, oslo), (oslo, bern)):
        with pytest.raises(InputError, match=f"Undo {first.id} first"):
            memory.operations.undo(user_id=user, id=blocked.id)
    undo_all(memory, user, [rome, oslo, bern])
    assert exported(memory, user) == before


@pytest.mark.one_store
def test_a_past_that_was_closed_by_a_later_fact_rests_on_it(memory: Memary, user: str, tell: Tell) -> None:
    (oslo,) = tell("Ada", "lives_in", "Oslo", valid_at="2022-01-01")
    (rome,) = tell("Ada", "lives_in", "Rome", valid_at="2020-01-01")
    with pytest.raises(InputError, match=f"Undo {rome.id} first"):
        memory.operations.undo(user_id=user, id=oslo.id)


@pytest.mark.one_store
def test_the_unknown_and_the_forgotten_cannot_be_undone(memory: Memary, user: str, tell: Tell) -> None:
    tell("Ada", "likes", "tea")
    with pytest.raises(NotFoundError, match="no operation 'nope'"):
        memory.operations.undo(user_id=user, id="nope")
    (tea,) = memory.facts.list(user_id=user)
    memory.forget(user_id=user, fact_id=tea.id)
    (forgot,) = memory.operations.list(user_id=user)
    with pytest.raises(InputError, match="cannot be undone"):
        memory.operations.undo(user_id=user, id=forgot.id)


@pytest.mark.one_store
def test_another_users_operation_is_unknown(memory: Memary, user: str, tell: Tell) -> None:
    (row,) = tell("Ada", "likes", "tea")
    with pytest.raises(NotFoundError):
        memory.operations.undo(user_id=fresh_user(), id=row.id)


@pytest.mark.one_store
def test_history_shows_the_rows_of_a_fact_in_order(memory: Memary, user: str, tell: Tell) -> None:
    tell("Ada", "lives_in", "Rome", valid_at="2020-01-01")
    (rome,) = memory.facts.list(user_id=user)
    (move,) = tell("Ada", "lives_in", "Oslo", valid_at="2022-01-01")
    rows = memory.facts.history(user_id=user, id=rome.id)
    assert [(row.action, row.actor) for row in rows] == [(Action.ADD, "caller"), (Action.UPDATE, "caller")]
    memory.operations.undo(user_id=user, id=move.id)
    assert memory.facts.history(user_id=user, id=rome.id) == rows[:1]
    assert memory.operations.list(user_id=user, limit=1) == rows[:1]


# -- merges ---------------------------------------------------------------------------------------------------------


def test_a_merge_joins_what_was_said_of_both_and_can_be_undone(memory: Memary, user: str, tell: Tell) -> None:
    tell("Bob", "likes", "tea", "Bob likes tea.")
    tell("Robert", "likes", "chess", "Robert likes chess.")
    tell("Ada", "knows", "Bob", "Ada knows Bob.")
    before = exported(memory, user)
    row = memory.entities.merge(user_id=user, entity="Bob", into="Robert", actor="ada")
    assert (row.action, row.actor) == (Action.MERGE, "ada")
    assert "Bob" not in names(memory, user)
    about = {(fact.subject, fact.object) for fact in memory.facts.list(user_id=user, about="bob")}
    assert about == {("Bob", "tea"), ("Robert", "chess"), ("Ada", "Bob")}
    (robert,) = [one for one in memory.entities.list(user_id=user) if one.entity.name == "Robert"]
    assert (robert.count, robert.entity.aliases) == (3, ("Bob",))
    assert {fact.object for fact in memory.entities.graph("Robert", user_id=user, depth=1).facts} == {
        "tea",
        "chess",
        "Bob",
    }
    memory.operations.undo(user_id=user, id=row.id)
    assert exported(memory, user) == before
    assert {fact.object for fact in memory.entities.graph("Robert", user_id=user, depth=1).facts} == {"chess"}


@pytest.mark.one_store
def test_a_merge_settles_what_cannot_both_be_true(memory: Memary, user: str, tell: Tell) -> None:
    tell("Bob", "lives_in", "Rome", valid_at="2020-01-01")
    tell("Robert", "lives_in", "Oslo", valid_at="2022-01-01")
    tell("Bob", "works_at", "Acme", valid_at="2020-01-01", origin="user")
    tell("Robert", "works_at", "Initech", valid_at="2022-01-01", origin="assistant")
    tell("Bob", "likes", "tea")
    tell("Robert", "likes", "tea")
    tell("Bob", "knows", "Robert")
    before = exported(memory, user)
    row = memory.entities.merge(user_id=user, entity="Bob", into="Robert")
    found = [(fact.predicate, fact.object) for fact in memory.facts.list(user_id=user)]
    assert sorted(found) == [
        ("likes", "tea"),
        ("lives_in", "Oslo"),
        ("works_at", "Acme"),
        ("works_at", "Initech"),
    ]
    assert [{one.object, other.object} for one, other in memory.facts.conflicts(user_id=user)] == [
        {"Acme", "Initech"}
    ]
    memory.operations.undo(user_id=user, id=row.id)
    assert exported(memory, user) == before


@pytest.mark.one_store
@pytest.mark.parametrize("known_by", ["a fact", "the name"])
def test_a_merge_keeps_a_home_and_the_place_that_it_lies_in(
    memory: Memary, user: str, tell: Tell, known_by: str
) -> None:
    city = "Berlin" if known_by == "a fact" else "Berlin, Germany"
    if known_by == "a fact":
        tell("Berlin", "located_in", "Germany")
    tell("Bob", "lives_in", city, valid_at="2020-01-01")
    tell("Robert", "lives_in", "Germany", valid_at="2022-01-01")
    before = exported(memory, user)
    row = memory.entities.merge(user_id=user, entity="Bob", into="Robert")
    homes = {fact.object for fact in memory.facts.list(user_id=user, about="Robert") if fact.predicate == "lives_in"}
    assert homes == {city, "Germany"}
    assert memory.facts.conflicts(user_id=user) == []
    memory.operations.undo(user_id=user, id=row.id)
    assert exported(memory, user) == before


@pytest.mark.one_store
def test_two_names_of_a_country_become_one_and_the_city_in_it_stays(memory: Memary, user: str, tell: Tell) -> None:
    tell("Berlin", "located_in", "Germany")
    tell("Ada", "lives_in", "Berlin", valid_at="2020-01-01")
    tell("Ada", "lives_in", "Deutschland", valid_at="2022-01-01", origin="assistant")  # kept as a conflict
    tell("Eve", "lives_in", "Germany", valid_at="2020-01-01")
    tell("Eva", "lives_in", "Berlin", valid_at="2021-01-01")
    memory.entities.merge(user_id=user, entity="Deutschland", into="Germany")
    memory.entities.merge(user_id=user, entity="Eva", into="Eve")
    homes = {(fact.subject, fact.object) for fact in memory.facts.list(user_id=user) if fact.predicate == "lives_in"}
    assert homes == {("Ada", "Berlin"), ("Ada", "Deutschland"), ("Eve", "Germany"), ("Eva", "Berlin")}


@pytest.mark.one_store
def test_a_merge_needs_two_entities_that_are_clear(memory: Memary, user: str, tell: Tell) -> None:
    tell("Apple", "makes", "phones", subject_type="organization")
    tell("Bob", "eats", "Apple", object_type="food")
    with pytest.raises(NotFoundError, match="nobody"):
        memory.entities.merge(user_id=user, entity="nobody", into="Bob")
    with pytest.raises(InputError, match="already one entity"):
        memory.entities.merge(user_id=user, entity="bob", into="Bob")
    with pytest.raises(InputError, match="2 entities are called 'Apple'"):
        memory.entities.merge(user_id=user, entity="Apple", into="Bob")


@pytest.mark.one_store
def test_the_user_who_is_merged_with_a_person_has_that_name(memory: Memary, user: str, tell: Tell) -> None:
    tell("User", "likes", "tea")
    tell("Ada", "likes", "chess", subject_type="person")
    row = memory.entities.merge(user_id=user, entity="Ada", into="User")
    tell("I", "likes", "rain")
    (me,) = [name for name in names(memory, user) if name in ("Ada", "User")]
    assert me == "Ada"
    assert len(memory.facts.list(user_id=user, about="Ada")) == 3
    memory.operations.undo(user_id=user, id=memory.operations.list(user_id=user)[-1].id)
    memory.operations.undo(user_id=user, id=row.id)
    assert {"Ada", "User"} <= names(memory, user)


@pytest.mark.one_store
def test_what_made_a_node_cannot_be_undone_while_it_is_part_of_another(memory: Memary, user: str, tell: Tell) -> None:
    (bob,) = tell("Bob", "likes", "tea")
    tell("Robert", "likes", "chess")
    row = memory.entities.merge(user_id=user, entity="Bob", into="Robert")
    with pytest.raises(InputError, match=f"Undo {row.id} first"):
        memory.operations.undo(user_id=user, id=bob.id)


@pytest.mark.one_store
def test_what_a_merged_node_was_told_by_a_message_is_forgotten_with_it(memory: Memary, user: str, tell: Tell) -> None:
    for name in ("Bob", "Robert", "Robin"):
        tell(name, "likes", "tea")
    tell("Bob", "name_is", "xylophonequartz", "Bob is called xylophonequartz.")
    (said,) = memory.messages.list(user_id=user)
    memory.entities.merge(user_id=user, entity="Bob", into="Robert")
    memory.entities.merge(user_id=user, entity="Robert", into="Robin")
    memory.forget(user_id=user, message_id=said.id)
    assert not any("xylophonequartz" in line for line in exported(memory, user))
    assert len(memory.facts.list(user_id=user, about="Bob")) == 1


# -- others at the same time ----------------------------------------------------------------------------------------


def test_undoing_while_others_write_loses_nothing(memory: Memary, user: str, tell: Tell) -> None:
    rows = [tell("Ada", "likes", f"thing {number}")[0] for number in range(6)]

    async def together() -> None:
        undoing = [memory.operations.aundo(user_id=user, id=row.id) for row in rows[1:]]
        adding = [
            memory.facts.aadd([{"subject": "Bob", "predicate": "likes", "object": f"new {number}"}], user_id=user)
            for number in range(6)
        ]
        await asyncio.gather(*undoing, *adding)

    asyncio.run(together())
    liked = {fact.object for fact in memory.facts.list(user_id=user)}
    assert liked == {"thing 0", *(f"new {number}" for number in range(6))}
    assert len(memory.operations.list(user_id=user)) == 7


# -- any history ----------------------------------------------------------------------------------------------------

steps = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {
                "subject": st.sampled_from(["User", "Ada", "Bob", "林夏"]),
                "predicate": st.sampled_from(["lives_in", "works_at", "likes", "hates", "name_is", "居住在"]),
                "object": st.sampled_from(["Rome", "Oslo", "tea", "Ada", "Bob"]),
                "valid_at": st.sampled_from(["2019-01-01", "2020-01-01", "2021-06-01", None]),
                "op": st.sampled_from(["ADD", "ADD", "ADD", "UPDATE", "DELETE", "NONE"]),
                "origin": st.sampled_from(["user", "import", "assistant"]),
                "correction": st.booleans(),
                "source": st.sampled_from([0, 1, None]),
            }
        ),
        st.fixed_dictionaries(
            {"entity": st.sampled_from(["User", "Ada", "Bob"]), "into": st.sampled_from(["Rome", "Ada", "Bob"])}
        ),
    ),
    max_size=7,
)


def live(memory: Memary, user: str, step: dict[str, Any], sources: tuple[str, ...]) -> list[Operation]:
    """Do one step of a history; return its operations."""
    if "into" in step:
        try:
            return [memory.entities.merge(user_id=user, **step)]
        except (InputError, NotFoundError):
            return []
    fields = {name: value for name, value in step.items() if name != "source"}
    said = [] if step["source"] is None else [sources[step["source"]]]
    return memory.facts.add([{**fields, "source_ids": said}], user_id=user)


def check_history(memory: Memary, history: list[dict[str, Any]]) -> None:
    user = fresh_user()
    sources = memory.add(["One thing.", "Another."], user_id=user, infer=False).ids
    states, rows = [exported(memory, user)], list[Operation]()
    for step in history:
        for row in live(memory, user, step, sources):
            rows.append(row)
        states.append(exported(memory, user))
    ledger = memory.operations.list(user_id=user)
    assert [row.id for row in ledger] == [row.id for row in rows]
    seen = [exported(memory, user)]
    for row in reversed(rows):
        memory.operations.undo(user_id=user, id=row.id)
        seen.append(exported(memory, user))
    assert states[0] == seen[-1]
    assert all(state in seen for state in states)


@pytest.mark.long
@settings(max_examples=50, deadline=None)
@given(steps)
def test_any_history_can_be_taken_back_step_by_step_in_sqlite(history: list[dict[str, Any]]) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, embedding=SmallEmbedder()) as memory:
        check_history(memory, history)


@pytest.mark.parametrize("on_each_store", ["neo4j"], indirect=True)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=steps)
def test_any_history_can_be_taken_back_step_by_step_in_neo4j(memory: Memary, history: list[dict[str, Any]]) -> None:
    check_history(memory, history)
