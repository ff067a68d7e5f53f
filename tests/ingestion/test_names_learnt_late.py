"""A new name or a nickname that is told without a model is one more name of the same node, and can be taken back."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from support.records import fresh_user, message
from support.tables import each

from memary import ChatAgent, Entity, InputError, Memary
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.text import detect_language
from memary.types import Action

SENTENCES = tomllib.loads((Path(__file__).parents[1] / "data" / "names.toml").read_text())


@pytest.fixture
def memory(on_each_store: Memary) -> Memary:
    """An open memory without a language model."""
    return on_each_store


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


def say(memory: Memary, user: str, *texts: str) -> None:
    """Say a text on the first of each month of 2026, and read them one by one."""
    for month, text in enumerate(texts, 1):
        memory.add({"role": "user", "content": text, "created_at": f"2026-{month:02}-01T00:00:00Z"}, user_id=user)
        memory.flush(user_id=user)


def people(memory: Memary, user: str) -> list[Entity]:
    return [one.entity for one in memory.entities.list(user_id=user) if one.entity.type == "person"]


def node_of(memory: Memary, user: str, object_: str) -> Entity:
    """The node of which the fact about an object is told."""
    (fact,) = [fact for fact in memory.facts.list(user_id=user) if fact.object == object_]
    return memory.entities.get(fact.subject_id, user_id=user)


def names_read(text: str) -> str:
    found = extract_by_rules([message("ada", text, language=detect_language(text))], self_name="User")
    told = {
        f"{fact.subject}={fact.object}"
        for fact in found.facts
        if fact.op == "ADD" and matter_of(fact.predicate) in NAME_MATTERS
    }
    return ";".join(sorted(told))


@each(("text", "told"), [tuple(each) for of in SENTENCES.values() for each in of["told"]])
def test_a_name_is_read_however_it_is_told(text: str, told: str) -> None:
    assert names_read(text) == ";".join(sorted(told.split(";")))


@each("text", [text for of in SENTENCES.values() for text in of["nothing"]])
def test_what_only_sounds_like_a_name_is_none(text: str) -> None:
    assert names_read(text) == ""


NEW_NAMES = [
    ("My name is Ada Lovelace.", "My name is Ada King now.", "Ada King likes jazz.", "jazz", "Ada King"),
    ("My name is Ada Lovelace.", "I changed my name to Ada King.", "Ada Lovelace likes jazz.", "jazz", "Ada King"),
    ("My name is Ada Lovelace.", "Call me Addie.", "Addie likes jazz.", "jazz", "Ada Lovelace"),
    ("My name is Ada Lovelace.", 'My friends call me "Addie".', "I like jazz.", "jazz", "Ada Lovelace"),
    ("我叫林夏。", "我改名叫陈思远了。", "陈思远喜欢爬山。", "爬山", "陈思远"),
    ("我叫林夏。", "大家都叫我小明。", "我喜欢爬山。", "爬山", "林夏"),
]


@pytest.mark.parametrize(("first", "then", "later", "thing", "name"), NEW_NAMES)
@pytest.mark.words
def test_what_is_told_under_an_old_and_a_new_name_is_of_one_node(
    memory: Memary, user: str, first: str, then: str, later: str, thing: str, name: str
) -> None:
    say(memory, user, first, then, later)
    own = node_of(memory, user, thing)
    assert own.name == name
    assert "User" in own.aliases
    assert people(memory, user) in ([], [own])
    assert list(memory.entities.duplicates(user_id=user)) == []


@pytest.mark.one_store
def test_a_new_name_ends_the_old_one_which_stays_known(memory: Memary, user: str) -> None:
    say(memory, user, "My name is Ada Lovelace.", "I like tea.", "I'm now called Ada King.")
    own = node_of(memory, user, "tea")
    assert (own.name, set(own.aliases)) == ("Ada King", {"User", "Ada Lovelace"})
    names = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.predicate == "name_is"]
    assert sorted((fact.object, f"{fact.invalid_at:%Y-%m}") for fact in names) == [
        ("Ada King", "9999-12"),
        ("Ada Lovelace", "2026-03"),
    ]


@pytest.mark.one_store
def test_a_nickname_ends_no_name_and_both_are_answered(memory: Memary, user: str) -> None:
    say(memory, user, "My name is Ada Lovelace.", "Call me Addie.")
    agent = ChatAgent(memory, user_id=user)
    assert "Ada Lovelace" in agent.chat("What is my name?").text
    assert "Addie" in agent.chat("What do my friends call me?").text


@pytest.mark.parametrize(
    ("said", "names"),
    [
        (("My name is Ada.", "Call me Addie.", "Please don't call me Addie anymore."), {"Ada"}),
        (("My name is Ada.", "Call me Addie.", "I no longer go by Addie."), {"Ada"}),
        (("My name is Ada.", "Call me Addie.", "Don't call me tomorrow."), {"Ada", "Addie"}),
        (("我叫王芳。", "大家都叫我芳芳。", "别叫我芳芳了。"), {"王芳"}),
        (("我叫王芳。", "大家都叫我芳芳。", "别叫我起床。"), {"王芳", "芳芳"}),
    ],
)
@pytest.mark.one_store
def test_a_nickname_ends_when_the_user_asks_not_to_be_called_so(
    memory: Memary, user: str, said: tuple[str, ...], names: set[str]
) -> None:
    say(memory, user, *said)
    facts = memory.facts.list(user_id=user)
    assert {fact.object for fact in facts if matter_of(fact.predicate) in NAME_MATTERS} == names


@pytest.mark.one_store
def test_the_first_nickname_of_who_told_no_name_is_their_name(memory: Memary, user: str) -> None:
    say(memory, user, "Call me Max.", "I like tea.", "My name is Max Planck.")
    own = node_of(memory, user, "tea")
    assert (own.name, set(own.aliases)) == ("Max Planck", {"User", "Max"})


@pytest.mark.one_store
def test_somebody_met_under_the_full_name_before_becomes_the_user(memory: Memary, user: str) -> None:
    say(memory, user, "My name is Ada Lovelace.", "Ada King likes jazz.", "My name is Ada King now.", "I like tea.")
    assert node_of(memory, user, "jazz") == node_of(memory, user, "tea")


@pytest.mark.one_store
def test_a_friend_of_that_name_stays_a_friend(memory: Memary, user: str) -> None:
    say(memory, user, "My friend Max likes jazz.", "My name is Tom Hill.", "Call me Max.", "I like tea.")
    assert node_of(memory, user, "jazz").id != node_of(memory, user, "tea").id


@pytest.mark.parametrize(
    ("first", "then", "later", "thing", "names"),
    [
        ("My sister Mia swims.", "My sister is now called Mia Chen.", "Mia Chen likes tea.", "tea", "Mia|Mia Chen"),
        ("My aunt Mia swims.", "My aunt Mia is now called Mia Chen.", "Mia Chen likes tea.", "tea", "Mia|Mia Chen"),
        ("My brother Thomas swims.", "My brother goes by Tommy.", "Tommy likes tea.", "tea", "Thomas|Tommy"),
        ("Bob lives in Rome.", "Bob goes by Bobby.", "Bobby likes jazz.", "jazz", "Bob|Bobby"),
        ("我妹妹叫林夏。", "我妹妹改名叫陈思远了。", "陈思远喜欢爬山。", "爬山", "林夏|陈思远"),
    ],
)  # fmt: skip
@pytest.mark.one_store
def test_the_new_name_of_somebody_else_is_an_alias_of_theirs(
    memory: Memary, user: str, first: str, then: str, later: str, thing: str, names: str
) -> None:
    say(memory, user, first, then, later)
    told = node_of(memory, user, thing)
    assert {told.name, *told.aliases} == set(names.split("|"))
    assert [one.id for one in people(memory, user)] == [told.id]


@pytest.mark.one_store
def test_two_that_were_known_apart_are_one_once_a_name_says_so(memory: Memary, user: str) -> None:
    say(memory, user, "Bob lives in Rome.", "Bobby likes jazz.", "Bob goes by Bobby.")
    assert node_of(memory, user, "jazz") == node_of(memory, user, "Rome")


@pytest.mark.parametrize(
    "said",
    [
        ("Bob lives in Rome.", "Bobby lives in Oslo.", "Bob goes by Bobby."),
        ("王强住在上海。", "王刚住在北京。", "王强改名叫王刚了。"),
    ],
)
@pytest.mark.one_store
def test_two_that_live_in_different_places_stay_two_whatever_they_are_called(
    memory: Memary, user: str, said: tuple[str, ...]
) -> None:
    say(memory, user, *said)
    homes = [fact for fact in memory.facts.list(user_id=user) if matter_of(fact.predicate) == "residence"]
    assert len({fact.subject_id for fact in homes}) == 2


@pytest.mark.parametrize(
    ("said", "theirs"),
    [
        (("My name is Bob.", "Call me Max.", "My friend Max lives in Rome."), {"Rome"}),
        (("Call me Max.", "My dog is called Max."), set[str]()),
        (("My name is Tom.", "My son is called Tom."), set[str]()),
        (("我叫王芳。", "大家都叫我小明。", "我弟弟叫小明。"), set[str]()),
    ],
)
@pytest.mark.one_store
def test_a_relative_or_a_dog_of_the_users_name_is_not_the_user(
    memory: Memary, user: str, said: tuple[str, ...], theirs: set[str]
) -> None:
    say(memory, user, *said)
    facts = memory.facts.list(user_id=user)
    assert all(fact.subject_id != fact.object_id for fact in facts)
    (own,) = {fact.subject_id for fact in facts if fact.predicate in ("name_is", "名字是")}
    assert {fact.object for fact in facts if fact.predicate == "lives_in" and fact.subject_id != own} == theirs


@pytest.mark.one_store
def test_what_was_learnt_of_a_name_is_told_and_can_be_undone(memory: Memary, user: str) -> None:
    say(memory, user, "My name is Ada Lovelace.", "I like tea.")
    before = node_of(memory, user, "tea")
    (receipt,) = memory.add("I changed my name to Ada King.", user_id=user).ids
    memory.flush(user_id=user)
    news = memory.operations.learnt([receipt], user_id=user)[receipt]
    assert [fact.statement for fact in news.learnt] == ["User is called Ada King."]
    assert [fact.statement for fact in news.ended] == ["User is called Ada Lovelace."]
    memory.operations.undo_message(receipt, user_id=user)
    assert node_of(memory, user, "tea") == before
    assert [fact.object for fact in memory.facts.list(user_id=user) if fact.predicate == "name_is"] == [
        "Ada Lovelace"
    ]


@pytest.mark.parametrize(
    ("first", "then", "pair"),
    [
        ("My friend Ada lives in Rome.", "My name is Ada.", ("Ada", "User")),
        ("Ada lives in Rome.", "My real name is Ada, people call me Addie.", ("Ada", "Addie")),
        ("我的朋友小红住在上海。", "我的真名是小红。", ("小红", "User")),
    ],
)
@pytest.mark.one_store
def test_who_turns_out_to_have_the_name_of_another_may_be_that_one(
    memory: Memary, user: str, first: str, then: str, pair: tuple[str, str]
) -> None:
    say(memory, user, first)
    assert memory.entities.duplicates(user_id=user) == []
    say(memory, user, first, then)
    found = memory.entities.duplicates(user_id=user)[0]
    assert (found.one.name, found.other.name) == pair
    memory.entities.merge(user_id=user, entity=found.one.id, into=found.other.id)
    assert memory.entities.duplicates(user_id=user) == []


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("first", "then", "again"),
    [
        ("Ada lives in Rome.", "My name is Ada.", "I am called Ada."),
        (
            "Ada King lives in Rome.",
            "My real name is Ada King, people call me Addie.",
            "I changed my name to Ada King.",
        ),
        ("小红住在上海。", "我的真名是小红。", "我改名叫小红了。"),
    ],
)
@pytest.mark.words
def test_who_was_said_to_be_somebody_else_stays_two_until_that_is_undone(
    memory: Memary, user: str, first: str, then: str, again: str
) -> None:
    say(memory, user, first, then)
    pair = memory.entities.duplicates(user_id=user)[0]
    row = memory.entities.distinguish(user_id=user, entity=pair.one.id, other=pair.other.id)
    say(memory, user, first, then, again)
    assert memory.entities.duplicates(user_id=user) == []
    assert memory.entities.get(pair.one.id, user_id=user).name == pair.one.name
    memory.operations.undo(row.id, user_id=user)
    found = memory.entities.duplicates(user_id=user)
    assert {found[0].one.id, found[0].other.id} == {pair.one.id, pair.other.id}


@pytest.mark.one_store
def test_what_was_told_apart_stays_so_for_what_one_of_them_becomes_part_of(memory: Memary, user: str) -> None:
    names = ("Ann Lee", "Anne Lee", "Annie Lee")
    memory.facts.add([{"subject": one, "predicate": "likes", "object": "tea"} for one in names], user_id=user)

    def pairs() -> set[tuple[str, str]]:
        return {(pair.one.name, pair.other.name) for pair in memory.entities.duplicates(user_id=user)}

    before = pairs()
    assert names[:2] in before
    row = memory.entities.distinguish(user_id=user, entity="Ann Lee", other="Anne Lee")
    assert pairs() == before - {names[:2]}
    merged = memory.entities.merge(user_id=user, entity="Ann Lee", into="Annie Lee")
    assert pairs() == set()
    memory.operations.undo(merged.id, user_id=user)
    memory.operations.undo(row.id, user_id=user)
    assert pairs() == before


@pytest.mark.one_store
def test_who_was_told_apart_can_be_made_one_all_the_same_and_cannot_be_told_apart_twice(
    memory: Memary, user: str
) -> None:
    say(memory, user, "Ada lives in Rome.", "My name is Ada.")
    (pair,) = memory.entities.duplicates(user_id=user)
    memory.entities.distinguish(user_id=user, entity=pair.one.id, other=pair.other.id)
    with pytest.raises(InputError, match="already kept apart"):
        memory.entities.distinguish(user_id=user, entity=pair.other.id, other=pair.one.id)
    memory.entities.merge(user_id=user, entity=pair.one.id, into=pair.other.id)
    with pytest.raises(InputError, match="are one entity"):
        memory.entities.distinguish(user_id=user, entity="Ada", other="User")


@pytest.mark.one_store
def test_nothing_of_who_was_told_apart_is_left_once_they_are_forgotten(
    memory: Memary, user: str, tmp_path: Path
) -> None:
    say(memory, user, "Ada King lives in Rome.", "My name is Ada King.")
    (pair,) = memory.entities.duplicates(user_id=user)
    memory.entities.distinguish(user_id=user, entity=pair.one.id, other=pair.other.id)
    memory.entities.delete(pair.one.id, user_id=user)
    memory.entities.delete(pair.other.id, user_id=user)
    memory.export(tmp_path / "all.jsonl", user_id=user)
    assert "King" not in (tmp_path / "all.jsonl").read_text()


@pytest.mark.one_store
def test_who_was_told_apart_stays_so_in_an_export(memory: Memary, user: str, tmp_path: Path) -> None:
    say(memory, user, "Ada lives in Rome.", "My name is Ada.")
    (pair,) = memory.entities.duplicates(user_id=user)
    memory.entities.distinguish(user_id=user, entity=pair.one.id, other=pair.other.id)
    memory.export(tmp_path / "all.jsonl", user_id=user)
    memory.forget(user_id=user)
    memory.import_(tmp_path / "all.jsonl")
    assert memory.entities.duplicates(user_id=user) == []
    assert [row.action for row in memory.operations.list(user_id=user)][-1] is Action.DISTINCT


@pytest.mark.parametrize(
    ("name", "friend", "city"),
    [
        ("My name is Ada King.", "My friend Ada King lives in Rome.", "Rome"),
        ("我叫林晓梅。", "我的朋友林晓梅住在上海。", "上海"),
    ],
)
@pytest.mark.one_store
def test_what_is_said_of_a_friend_of_the_users_own_name_is_not_the_users(
    memory: Memary, user: str, name: str, friend: str, city: str
) -> None:
    say(memory, user, name, friend)
    assert "User" not in node_of(memory, user, city).aliases
    assert memory.entities.duplicates(user_id=user) == []  # told apart from the first


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("said", "name", "question", "told"),
    [
        ("I live in Ulm. I like tea.", "My name is Nora.", "Where do I live?", "Nora lives in Ulm."),
        ("我住在上海。", "我叫王伟。", "我住在哪里？", "王伟居住在上海。"),
    ],
)
def test_what_was_told_before_the_name_is_shown_with_it(
    memory: Memary, user: str, said: str, name: str, question: str, told: str
) -> None:
    say(memory, user, said, name)
    listed = memory.facts.list(user_id=user)
    assert told in [fact.statement for fact in listed]
    assert told in [hit.text for hit in memory.search(question, user_id=user)]
    (fact,) = (fact for fact in listed if fact.statement == told)
    assert memory.facts.get(fact.id, user_id=user).statement == told
