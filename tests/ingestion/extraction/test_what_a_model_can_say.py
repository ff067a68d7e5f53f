"""What a model's reply can say of what is known, as a user sees it: replaced, ended, renamed, one and the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.model_server import ModelServer, prompt_text

from memary import Memary
from memary.languages import texts

USER = "ada"
TODAY = "2026-05-01T09:00:00Z"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def memory(server: ModelServer) -> Iterator[Memary]:
    settings: dict[str, Any] = {
        "base_url": server.base_url,
        "model": "scripted",
        "api_key": "test",
        "reflect_after": 0,
    }
    with Memary.open("sqlite://", worker=False, **settings) as opened:
        yield opened


def fact(line: str, quote: str, **fields: Any) -> dict[str, Any]:
    subject, predicate, object_ = line.split(" | ")
    return {"subject": subject, "predicate": predicate, "object": object_, "quote": quote, **fields}


def number(prompt: str, heading: str, begins: str) -> int:
    lines = prompt.partition(f"{heading}:\n")[2].partition("\n\n")[0].splitlines()
    found = [line for line in lines if line.partition(". ")[2].startswith(begins)]
    assert found, prompt
    return int(found[0].partition(". ")[0])


def tell(memory: Memary, server: ModelServer, text: str, *facts: dict[str, Any], **reply: Any) -> None:
    """Say something of which the model reads this; `of` in a fact is what its target begins with."""

    def answer(body: Any) -> str:
        prompt, words = prompt_text(body), texts("en")
        read = [
            one | ({"target": number(prompt, words.known_facts, one.pop("of"))} if "of" in one else {})
            for one in map(dict, facts)
        ]
        numbered = {
            key: [
                {k: number(prompt, words.known_entities, v) if k in ("same_as",) else v for k, v in item.items()}
                if key == "entities"
                else {**item, "known": [number(prompt, words.known_entities, name) for name in item["known"]]}
                for item in value
            ]
            for key, value in reply.items()
        }
        return json.dumps({"facts": read, **numbered})

    server.script(answer)
    memory.add([{"role": "user", "content": text, "created_at": TODAY}], user_id=USER, session_id="s", wait=True)
    if server.script_errors:
        raise server.script_errors[0]


def current(memory: Memary) -> set[str]:
    return {f"{one.subject} {one.predicate} {one.object}" for one in memory.facts.list(user_id=USER)}


def test_an_update_in_other_words_takes_the_place_of_the_fact_that_it_names(
    memory: Memary, server: ModelServer
) -> None:
    said = "I have made no changes to my diet."
    tell(memory, server, said, fact("User | made_no_changes_to | diet", said))
    said = "I'm changing my diet: no more soda for me."
    tell(
        memory, server, said, fact("User | is_cutting_down_on | soda", said, op="UPDATE", of="User | made_no_changes")
    )
    assert current(memory) == {"User is_cutting_down_on soda"}


def test_a_plan_that_came_true_is_a_plan_no_more(memory: Memary, server: ModelServer) -> None:
    said = "I want to move to Lisbon next year."
    tell(memory, server, said, fact("User | plans_to | move to Lisbon", said))
    said = "I live in Lisbon now!"
    tell(memory, server, said, fact("User | lives_in | Lisbon", said, op="UPDATE", of="User | plans_to"))
    assert current(memory) == {"User lives_in Lisbon"}


def test_an_update_of_another_matter_stands_beside_it_as_an_open_conflict(
    memory: Memary, server: ModelServer
) -> None:
    tell(memory, server, "My cat is called Tom.", fact("User | has_pet | Tom", "My cat is called Tom."))
    said = "The gearbox is broken."
    tell(memory, server, said, fact("User | repairs | gearbox", said, op="UPDATE", of="User | has_pet"))
    assert current(memory) == {"User has_pet Tom", "User repairs gearbox"}
    assert [{one.object for one in pair} for pair in memory.facts.conflicts(user_id=USER)] == [{"Tom", "gearbox"}]


def test_an_end_that_is_refused_is_told_in_the_ledger(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "My cat is called Tom.", fact("User | has_pet | Tom", "My cat is called Tom."))
    said = "I gave the gearbox away."
    tell(memory, server, said, fact("User | repairs | gearbox", said, op="DELETE", of="User | has_pet"))
    assert current(memory) == {"User has_pet Tom"}
    assert any("not about the same matter" in row.reason for row in memory.operations.list(user_id=USER))


def test_an_update_whose_object_stays_is_told_anew(memory: Memary, server: ModelServer) -> None:
    sentence = {"statement": "The Larks are a band of five."}
    tell(memory, server, "The Larks are a band of five.", fact("The Larks | is | band", "a band of five") | sentence)
    sentence = {"statement": "The Larks are a band of six."}
    update = fact("The Larks | is | band", "They are six now", op="UPDATE", of="The Larks | is") | sentence
    tell(memory, server, "They are six now.", update)
    assert [one.statement for one in memory.facts.list(user_id=USER)] == ["The Larks are a band of six."]


def test_an_end_of_what_was_not_known_is_kept_as_what_was(memory: Memary, server: ModelServer) -> None:
    said = "I cancelled my membership at the Iron Gym."
    tell(memory, server, said, fact("User | member_of | Iron Gym", said, op="DELETE"))
    assert current(memory) == set()
    (past,) = memory.facts.list(user_id=USER, include_past=True)
    assert (past.statement, f"{past.invalid_at:%Y-%m-%d}") == ("User member of Iron Gym", "2026-05-01")


def test_two_known_entities_that_are_said_to_be_one_are_merged_and_undo_parts_them(
    memory: Memary, server: ModelServer
) -> None:
    said = "I met a woman from Canada at the ball, and Claire wrote me a letter."
    people = [{"name": "woman from Canada", "type": "person"}, {"name": "Claire", "type": "person"}]
    met, wrote = fact("User | met | woman from Canada", said), fact("Claire | wrote | letter to User", said)
    tell(memory, server, said, met, wrote, entities=people)
    said = "Claire, the woman from Canada, is coming over."
    tell(
        memory,
        server,
        said,
        same=[{"known": ["woman from Canada", "Claire"], "quote": "Claire, the woman from Canada"}],
    )
    names = {one.entity.name for one in memory.entities.list(user_id=USER)}
    assert "Claire" in names
    assert "woman from Canada" not in names
    (row,) = [one for one in memory.operations.list(user_id=USER) if one.action == "MERGE"]
    assert "they were said to be one" in row.reason
    memory.operations.undo(row.id, user_id=USER)
    assert {"Claire", "woman from Canada"} <= {one.entity.name for one in memory.entities.list(user_id=USER)}


def test_two_new_namesakes_of_one_reply_stay_two(memory: Memary, server: ModelServer) -> None:
    said = "Anna Berg and Anna from next door both came."
    twice = [
        {"name": "Anna Berg", "type": "person", "aliases": ["Anna"]},
        {"name": "Anna from next door", "type": "person", "aliases": ["Anna"]},
    ]
    came = [fact(f"{one['name']} | came_to | party", said) for one in twice]
    tell(memory, server, said, *came, entities=twice)
    assert {"Anna Berg", "Anna from next door"} <= {one.entity.name for one in memory.entities.list(user_id=USER)}


def test_a_known_entity_takes_a_new_name_and_keeps_the_old_one_as_alias(memory: Memary, server: ModelServer) -> None:
    said = "We have a stray cat."
    tell(
        memory,
        server,
        said,
        fact("User | has_pet | stray cat", said),
        entities=[{"name": "stray cat", "type": "animal"}],
    )
    said = "The stray cat is called Mia from now on."
    named = {"name": "Mia", "type": "animal", "same_as": "stray cat", "renamed": True}
    tell(memory, server, said, entities=[named])
    (mia,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "animal"]
    assert (mia.name, mia.aliases) == ("Mia", ("stray cat",))


def test_a_description_is_told_anew(memory: Memary, server: ModelServer) -> None:
    for age in ("eight months old", "a year old"):
        said = f"Rex is {age}."
        tell(
            memory,
            server,
            said,
            fact("User | has_pet | Rex", said),
            entities=[{"name": "Rex", "type": "animal", "description": age}],
        )
    (rex,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.name == "Rex"]
    assert rex.description == "a year old"


def test_a_request_to_forget_tells_nothing_else(memory: Memary, server: ModelServer) -> None:
    said = "Strike what I told you of my tooth, it hurts my pride."
    tell(memory, server, said, fact("User | has | tooth", said, op="FORGET"), fact("User | feels | hurt pride", said))
    assert current(memory) == set()


def test_a_passing_detail_that_comes_back_is_one_no_more(memory: Memary, server: ModelServer) -> None:
    for said in ("I saw a heron.", "I saw the heron again."):
        tell(memory, server, said, fact("User | saw | heron", said, importance=1))
    assert [one.importance for one in memory.facts.list(user_id=USER)] == [2]


def test_what_happened_once_has_its_day_and_no_day_moves_in_another_zone(server: ModelServer) -> None:
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    with Memary.open("sqlite://", worker=False, timezone="America/New_York", reflect_after=0, **settings) as memory:
        said = "I visited the zoo on 17 April."
        tell(memory, server, said, fact("User | visited | zoo", said, since="2026-04-17", until="2026-04-17"))
        said = "I have lived in Ghent since 17 March."
        tell(memory, server, said, fact("User | lives_in | Ghent", said, since="2026-03-17"))
        shown = memory.context("What did I do on 17 April 2026? And where do I live?", user_id=USER).text
    assert re.search(r"zoo \(2026-04-17\)", shown), shown
    assert "Ghent (since 2026-03-17)" in shown
