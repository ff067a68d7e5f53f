"""Who speaks under a name and without one is one person, where that is known."""

from __future__ import annotations

import pytest

from memary import Memary
from memary.facts.identity import SELF_NAME
from memary.types import Action
from tests.support.records import fresh_user

Said = tuple[str | None, str]


def talk(memory: Memary, user: str, session: str, *said: Said, answered: bool = True) -> None:
    """Add what is said in a session, by whom, each answered by the assistant or none."""
    for speaker, content in said:
        memory.add([{"role": "user", "content": content, "speaker": speaker}], user_id=user, session_id=session)
        if answered:
            memory.add([{"role": "assistant", "content": "I see."}], user_id=user, session_id=session)
    memory.flush()


def people(memory: Memary, user: str) -> set[str]:
    """Return the names of whom facts are about."""
    ids = {fact.subject_id for fact in memory.facts.list(user_id=user)}
    return {memory.entities.get(id_, user_id=user).name for id_ in ids}


@pytest.mark.parametrize(
    ("name", "first", "then"),
    [
        ("Mei", "I live in Bremen.", "I work at Lichtwerk."),
        ("Mei", "Hi, I'm Mei Brandt. I live in Bremen.", "I have a dog."),
        ("林美", "我住在成都。", "我在华为工作。"),
        ("Mei", "Thanks, go on.", "I live in Bremen."),
    ],
)
def test_who_spoke_under_a_name_is_the_user_who_speaks_without_one(
    memory: Memary, name: str, first: str, then: str
) -> None:
    user = fresh_user()
    talk(memory, user, "file", (name, first))
    talk(memory, user, "hooks", (None, then))
    assert len(people(memory, user)) == 1
    assert SELF_NAME not in people(memory, user)


@pytest.mark.parametrize(
    ("name", "first", "then"),
    [("Mei", "I work at Lichtwerk.", "I live in Bremen."), ("林美", "我在华为工作。", "我住在成都。")],
)
def test_a_name_that_comes_later_and_stays_is_that_of_who_spoke_without_one(
    memory: Memary, name: str, first: str, then: str
) -> None:
    user = fresh_user()
    talk(memory, user, "hooks", (None, first))
    talk(memory, user, "file 1", (name, "Thanks, go on."))
    assert people(memory, user) == {SELF_NAME}
    talk(memory, user, "file 2", (name, then))
    assert people(memory, user) == {name}
    assert memory.insights.profile(user_id=user).person == name


def test_what_was_said_under_a_name_before_is_the_users_though_it_comes_in_later(memory: Memary) -> None:
    user = fresh_user()
    talk(memory, user, "hooks", (None, "I work at Lichtwerk."))
    said = [{"role": "user", "content": "I live in Bremen.", "speaker": "Mei", "created_at": "2026-01-05T09:00:00Z"}]
    said += [{"role": "assistant", "content": "I see.", "created_at": "2026-01-05T09:01:00Z"}]
    memory.add(said, user_id=user, session_id="file", wait=True)
    assert people(memory, user) == {"Mei"}


def made_twice(memory: Memary) -> str:
    """Return a user of whom memory has two nodes, one of a speaker's name."""
    user = fresh_user()
    talk(memory, user, "file", ("Mei", "Hello."))
    lives = {"subject": "Mei", "subject_type": "person", "predicate": "lives_in", "object": "Bremen"}
    memory.facts.add([lives, {"subject": "User", "predicate": "likes", "object": "tea"}], user_id=user)
    assert people(memory, user) == {"Mei", "User"}
    return user


def test_two_that_were_made_before_become_one_with_the_next_message(memory: Memary) -> None:
    user = made_twice(memory)
    talk(memory, user, "hooks", (None, "I have a dog."))
    assert people(memory, user) == {"Mei"}
    (row,) = [one for one in memory.operations.list(user_id=user) if one.action is Action.MERGE]
    assert "Mei" in row.reason


def test_who_is_said_to_be_somebody_else_stays_so(memory: Memary) -> None:
    user = made_twice(memory)
    memory.entities.distinguish(user_id=user, entity="Mei", other="User")
    talk(memory, user, "hooks", (None, "I have a dog."))
    assert people(memory, user) == {"Mei", "User"}


def test_a_friend_of_the_user_is_nobody_whom_the_user_speaks_as(memory: Memary) -> None:
    user = fresh_user()
    talk(memory, user, "own", (None, "My best friend is Mei."), (None, "I live in Bath."))
    friends = {"subject": "User", "predicate": "has_friend", "object": "Mei", "object_type": "person"}
    memory.facts.add([friends], user_id=user)
    talk(memory, user, "file", ("Mei", "I live in Rome."))
    assert people(memory, user) == {"Mei", "User"}


def test_a_speaker_of_a_group_is_not_its_owner(memory: Memary) -> None:
    user = fresh_user()
    group = (("Mum", "I live in Sheffield."), (None, "I live in Bath."), ("Mum", "I have a cat."))
    talk(memory, user, "family", *group, answered=False)
    talk(memory, user, "hooks", (None, "I work at Airbus."))
    lives = {(fact.subject, fact.object) for fact in memory.facts.list(user_id=user)}
    assert {("Mum", "Sheffield"), ("User", "Bath"), ("User", "Airbus")} <= lives


@pytest.mark.parametrize("answered", [True, False])
def test_a_guest_in_a_talk_of_the_user_is_not_the_user(memory: Memary, answered: bool) -> None:
    user = fresh_user()
    talk(memory, user, "one", ("Ben", "I live in Rome."), (None, "I live in Bath."), answered=answered)
    talk(memory, user, "two", (None, "I work at Airbus."))
    assert people(memory, user) == {"Ben", "User"}


def test_a_group_alone_with_others_has_no_user(memory: Memary) -> None:
    user = fresh_user()
    talk(memory, user, "family", ("Mum", "I live in Sheffield."), ("Alex", "I live in Leeds."), answered=False)
    talk(memory, user, "hooks", (None, "I live in Bath."))
    assert people(memory, user) == {"Mum", "Alex", "User"}


def test_of_several_who_talk_to_the_assistant_none_is_taken_for_the_user_who_was_there_before(memory: Memary) -> None:
    user = fresh_user()
    talk(memory, user, "own", (None, "I live in Bath."))
    memory.add([{"role": "user", "content": "Hello.", "speaker": "Ben"}], user_id=user, session_id="b", infer=False)
    talk(memory, user, "first", ("Ada", "I live in Rome."))
    assert people(memory, user) == {"Ada", "User"}


def test_the_speaker_of_a_group_whose_name_the_memory_has_is_the_user(memory: Memary) -> None:
    user = "nora"
    group = (("Mum", "I live in Sheffield."), ("Nora Hartley", "I live in Bath."), ("Alex", "I live in Leeds."))
    talk(memory, user, "family", *group, answered=False)
    talk(memory, user, "hooks", (None, "I work at Airbus."))
    facts = {(fact.subject, fact.object) for fact in memory.facts.list(user_id=user)}
    assert {("Nora Hartley", "Bath"), ("Nora Hartley", "Airbus"), ("Mum", "Sheffield")} <= facts


@pytest.mark.parametrize(
    ("name", "named", "is_one"),
    [
        ("Nora Hartley", "My name is Nora Hartley.", True),
        ("林美", "我叫林美。", True),
        ("Alex Hartley", "My name is Alex.", False),
        ("Alex Hartley", "My name is Alex Brandt.", False),
    ],
)
def test_who_tells_the_name_of_a_speaker_of_a_group_is_that_speaker(
    memory: Memary, name: str, named: str, is_one: bool
) -> None:
    user = fresh_user()
    talk(memory, user, "family", (name, "I live in Bath."), ("Mum", "我住在成都。"), answered=False)
    talk(memory, user, "hooks", (None, "I work at Airbus."))
    talk(memory, user, "hooks", (None, named))
    facts = {fact.object: fact.subject_id for fact in memory.facts.list(user_id=user)}
    assert (facts["Bath"] == facts["Airbus"]) is is_one
