"""What a model was given for an answer is kept with it by ids alone, and told again later."""

from __future__ import annotations

import json

from support.chatting import answer, call
from support.model_server import ModelServer

from memary import ChatAgent, Memary


def test_an_answer_tells_later_what_its_model_was_given(memory: Memary, server: ModelServer) -> None:
    memory.add("I live in Graz with my dog Rex.", user_id="ada", session_id="old", wait=True)
    memory.add("The password of the cellar is Falcon.", user_id="ada", session_id="old", infer=False)
    server.script(call("search", query="password cellar"), answer("In Graz."))
    said = ChatAgent(memory, user_id="ada", session_id="now").chat("Where do I live?")
    assert said.message_id
    given = memory.messages.given(said.message_id, user_id="ada")
    assert {"I live in Graz with my dog Rex.", "The password of the cellar is Falcon."} <= {one.text for one in given}
    assert said.question_id not in {one.id for one in given}
    kept = memory.messages.get(said.message_id, user_id="ada").metadata["memary.given"]
    assert not any(word in json.dumps(kept) for word in ("Graz", "Falcon"))
    found = memory.search("Where do I live?", user_id="ada", kinds=["message"])
    assert not any("memary.given" in hit.metadata for hit in found)


def test_what_was_forgotten_since_is_given_without_a_word_of_it(memory: Memary, server: ModelServer) -> None:
    (told,) = memory.add("The password of the cellar is Falcon.", user_id="ada", session_id="old", infer=False).ids
    server.script(answer("I do not tell."))
    said = ChatAgent(memory, user_id="ada", session_id="now").chat("What is the password of the cellar?")
    memory.forget(user_id="ada", message_id=told)
    assert said.message_id
    (gone,) = [one for one in memory.messages.given(said.message_id, user_id="ada") if one.id == told]
    assert (gone.kind, gone.text, gone.created_at) == ("message", None, None)


def test_what_came_from_a_space_is_told_as_long_as_one_belongs_to_it(memory: Memary, server: ModelServer) -> None:
    desk = memory.spaces.create("Desk", user_id="bob")
    memory.spaces.grant("Desk", "ada", user_id="bob")
    memory.spaces.join("Desk", user_id="ada")
    memory.add("The door code is 7391.", user_id=desk.user_id, infer=False)
    server.script(answer("It is 7391."))
    said = ChatAgent(memory, user_id="ada", session_id="now").chat("What is the door code?")
    assert said.message_id
    (code,) = memory.messages.given(said.message_id, user_id="ada")
    assert (code.text, code.space, code.said_by) == ("The door code is 7391.", "Desk", ("bob",))
    memory.spaces.leave("Desk", user_id="ada")
    (code,) = memory.messages.given(said.message_id, user_id="ada")
    assert (code.text, code.space) == (None, None)


def test_what_no_agent_answered_has_nothing_to_tell(memory: Memary) -> None:
    (id_,) = memory.add("I live in Graz.", user_id="ada", infer=False).ids
    assert memory.messages.given(id_, user_id="ada") == []
    foreign = {"content": "I ski.", "metadata": {"memary.given": {"own": {"fact": 7}}}}
    (id_,) = memory.add(foreign, user_id="ada", infer=False).ids
    assert memory.messages.given(id_, user_id="ada") == []


def test_nobody_reads_of_others_by_naming_their_ids(memory: Memary) -> None:
    (secret,) = memory.add("The password of the cellar is Falcon.", user_id="bob", infer=False).ids
    named = {"own": {"message": [secret]}, "bob": {"message": [secret]}}
    asks = {"content": "I ski.", "metadata": {"memary.given": named}}
    (id_,) = memory.add(asks, user_id="ada", infer=False).ids
    assert {one.text for one in memory.messages.given(id_, user_id="ada")} == {None}


def test_an_id_that_a_caller_made_is_not_kept(memory: Memary, server: ModelServer) -> None:
    memory.add({"id": "rex-of-graz", "content": "I live in Graz."}, user_id="ada", session_id="old", infer=False)
    memory.add("I like Graz.", user_id="ada", session_id="old", infer=False)
    server.script(answer("In Graz."))
    said = ChatAgent(memory, user_id="ada", session_id="now").chat("Where do I live?")
    assert said.message_id
    kept = memory.messages.get(said.message_id, user_id="ada").metadata["memary.given"]
    assert "rex-of-graz" not in json.dumps(kept)
    assert {one.text for one in memory.messages.given(said.message_id, user_id="ada")} == {"I like Graz."}
