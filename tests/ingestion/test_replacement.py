"""Messages that come again under a caller's own id: kept once, refused, or put in the place of the earlier text."""

from __future__ import annotations

from typing import Any

import pytest

from memary import Memary
from memary.errors import InputError
from memary.forgetting.plan import Manifest

LONG = "\n\n".join(f"Paragraph {number}: " + "words " * 800 for number in range(3))


@pytest.fixture
def memory() -> Any:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as opened:
        yield opened


def said(memory: Memary) -> list[tuple[str, str]]:
    return [(message.id, message.content[:20]) for message in memory.messages.list(user_id="ada")]


def of_id(content: str, id_: str = "m-1") -> dict[str, str]:
    return {"content": content, "id": id_}


def test_an_id_with_another_text_is_refused_and_nothing_of_the_call_is_kept(either: Memary) -> None:
    user = "ada of the ids"
    either.add(of_id("I live in Berlin."), user_id=user)
    with pytest.raises(
        InputError, match="The message id 'm-1' of user 'ada of the ids' is already stored with another text"
    ):
        either.add([of_id("A new one.", "m-2"), of_id("I live in Rome.")], user_id=user)
    assert [message.content for message in either.messages.list(user_id=user)] == ["I live in Berlin."]
    assert either.add(of_id("I live in Berlin."), user_id=user).ids == ("m-1",)
    assert isinstance(either.forget(user_id=user), Manifest)


def test_replacing_forgets_the_earlier_text_and_what_it_alone_said(memory: Memary) -> None:
    memory.add([of_id("I live in Berlin."), of_id("I work at Acme.", "m-2")], user_id="ada")
    memory.flush()
    receipt = memory.add([of_id("I live in Rome."), of_id("I work at Acme.", "m-2")], user_id="ada", replace=True)
    assert (receipt.ids, receipt.pending, receipt.replaced) == (("m-1", "m-2"), 1, 1)
    memory.flush()
    facts = {fact.object for fact in memory.facts.list(user_id="ada", include_past=True)}
    assert facts == {"Rome", "Acme"}
    assert "Berlin" not in str(memory.operations.list(user_id="ada"))


@pytest.mark.parametrize(("first", "second"), [(LONG, "Short."), ("Short.", LONG), (LONG, LONG + "\n\nMore.")])
def test_a_text_of_several_parts_is_one_text(memory: Memary, first: str, second: str) -> None:
    memory.add(of_id(first), user_id="ada", infer=False)
    assert memory.add(of_id(first), user_id="ada", infer=False).replaced == 0
    with pytest.raises(InputError, match="'m-1'"):
        memory.add(of_id(second), user_id="ada", infer=False)
    memory.add(of_id(second), user_id="ada", infer=False, replace=True)
    whole = "\n".join(message.content for message in memory.messages.list(user_id="ada"))
    assert whole.split() == second.split()


def test_an_id_that_looks_like_that_of_a_part_is_an_id_of_its_own(memory: Memary) -> None:
    ids = ["issue", "issue#1", "issue#3"]
    memory.add([of_id(f"Text of {id_}.", id_) for id_ in ids], user_id="ada")
    memory.add([of_id(f"Text of {id_}.", id_) for id_ in ids], user_id="ada", replace=True)
    memory.add(of_id("Another text.", "issue"), user_id="ada", replace=True)
    assert {id_ for id_, _ in said(memory)} == set(ids)


def test_without_ids_of_ones_own_nothing_is_replaced(memory: Memary) -> None:
    memory.add("I live in Berlin.", user_id="ada")
    assert memory.add("I live in Rome.", user_id="ada", replace=True).replaced == 0
    assert len(said(memory)) == 2
