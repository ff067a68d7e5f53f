"""One name in two scripts: 陆涛 in Chinese talk and Lu Tao in English talk are one person."""

from __future__ import annotations

import json

import pytest
from support.model_server import ModelServer, prompt_text

from memary import Memary


def people(memory: Memary, user: str) -> dict[str, tuple[str, ...]]:
    known = (one.entity for one in memory.entities.list(user_id=user))
    return {one.name: one.aliases for one in known if one.type == "person" and one.key != "user"}


@pytest.mark.parametrize(
    ("said", "later", "name", "alias"),
    [
        ("我老公叫陆涛。", "My husband Lu Tao works in Shenzhen.", "陆涛", "Lu Tao"),
        ("My sister Zeng Li likes tea.", "我姐姐曾丽搬到北京了。", "Zeng Li", "曾丽"),
    ],
)
def test_who_is_the_same_to_the_user_in_characters_and_in_letters_is_one(
    memory: Memary, said: str, later: str, name: str, alias: str
) -> None:
    for text in (said, later):
        memory.add(text, user_id="wei", wait=True)
    assert people(memory, "wei") == {name: (alias,)}


def test_who_may_be_one_in_two_scripts_is_offered_as_one(memory: Memary) -> None:
    memory.add(["我朋友曾丽搬到北京了。", "Zeng Li likes tea."], user_id="wei", wait=True)
    assert people(memory, "wei").keys() == {"曾丽", "Zeng Li"}
    (pair,) = memory.entities.duplicates(user_id="wei")
    assert (pair.reason, {pair.one.name, pair.other.name}) == ("the same name in another script", {"曾丽", "Zeng Li"})


def test_names_that_only_sound_alike_are_two_in_one_script(memory: Memary) -> None:
    memory.add(["我同事叫李婷。", "我邻居叫李亭。"], user_id="wei", wait=True)
    assert people(memory, "wei").keys() == {"李婷", "李亭"}
    memory.add("I met Li Ting.", user_id="wei", wait=True)  # which of them, nobody can tell
    assert people(memory, "wei").keys() >= {"李婷", "李亭"}


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("周末去莫干山玩，民宿980块。", "What did Moganshan cost?"),
        ("We spent 980 on the guesthouse in Moganshan.", "莫干山花了多少钱？"),
    ],
)
def test_a_place_that_is_asked_of_in_the_other_script_is_found_first(
    memory: Memary, said: str, question: str
) -> None:
    memory.add([said, "豆包是我家的猫。", "My sister sent a letter."], user_id="wei", wait=True)
    assert memory.search(question, user_id="wei")[0].text == said


def test_a_model_is_shown_whom_a_message_names_in_the_other_script() -> None:
    known: list[str] = []

    def looking(body: dict[str, object]) -> str:
        known.append(prompt_text(body))
        return json.dumps({"facts": []})

    with (
        ModelServer() as model,
        Memary.open("sqlite:///:memory:", worker=False, base_url=model.base_url, api_key="k", model="m") as memory,
    ):
        memory.facts.add([{"subject": "用户", "predicate": "有同事", "object": "陆涛"}], user_id="wei")
        model.script(looking)
        memory.add("The report was written by Lu Tao.", user_id="wei", wait=True)
    assert "陆涛 (thing)" in known[0]
