"""What answers cite, looked up by its ids: as it is now, and for nobody who may not read it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from memary import ChatAgent, Hit, Memary
from memary.api.recall.cited_sources import cited_hits
from memary.types import Scope
from memary.types.citations import Cited, kept_cited


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite://", worker=False) as opened:
        yield opened


def shown(memory: Memary, user: str, cited: tuple[Cited, ...]) -> list[Hit]:
    found = memory.loop.wait(partial(cited_hits, memory.core, Scope(user_id=user), cited))
    return [found[one.key] for one in cited if one.key in found]


def test_what_an_answer_cites_is_kept_with_it_and_told_as_it_is_now(memory: Memary) -> None:
    memory.add("I live in Berlin.", user_id="ada")
    memory.flush()
    answer = ChatAgent(memory, user_id="ada").chat("Where do I live?")
    kept = kept_cited(memory.messages.get(answer.message_id or "", user_id="ada").metadata)
    assert kept == answer.cited != ()
    assert shown(memory, "ada", answer.cited)[0].text == "User lives in Berlin."
    memory.add("I moved to Graz.", user_id="ada")
    memory.flush()
    assert shown(memory, "ada", answer.cited)[0].invalid_at is not None
    (first, *_) = answer.cited
    memory.facts.delete(first.id, user_id="ada", with_sources=False)
    assert "User lives in Berlin." not in [hit.text for hit in shown(memory, "ada", answer.cited)]


def test_a_request_to_forget_beside_a_question_leaves_the_marks_at_their_lines(memory: Memary) -> None:
    memory.add(["I live in Berlin.", "I like green tea."], user_id="ada")
    memory.flush()
    answer = ChatAgent(memory, user_id="ada").chat("Forget that I like green tea. Where do I live?")
    lines = answer.text.split("\n")
    assert {"Berlin" in lines[at] for one in answer.cited for at in one.lines} == {True}


def test_nobody_is_shown_by_an_id_what_they_may_not_read(memory: Memary) -> None:
    memory.facts.add([{"subject": "Ada", "predicate": "lives_in", "object": "Berlin"}], user_id="ada")
    (fact,) = memory.facts.list(user_id="ada")
    cited = (Cited(number=1, id=fact.id, kind="fact"),)
    assert [hit.id for hit in shown(memory, "ada", cited)] == [fact.id]
    assert shown(memory, "ben", cited) == []
    space = memory.spaces.create("Family", user_id="ada")
    memory.facts.add([{"subject": "Ada", "predicate": "lives_in", "object": "Graz"}], user_id=f"{space.space_id}:ada")
    (shared,) = memory.facts.list(user_id=f"{space.space_id}:ada")
    cited = (Cited(number=1, id=shared.id, kind="fact", space_id=space.space_id),)
    assert [(hit.text, hit.space) for hit in shown(memory, "ada", cited)] == [("Ada lives in Graz", "Family")]
    assert shown(memory, "ben", cited) == []
