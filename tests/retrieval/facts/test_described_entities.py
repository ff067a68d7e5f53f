"""Who and what a question only describes is found under the name that it does not say."""

from __future__ import annotations

import pytest
from support.records import entity, fact

from memary import Memary
from memary.api.recall.search import recall
from memary.queries import View
from memary.retrieval.question.query import RecallQuery
from memary.types import Entity, GraphDelta, Scope, utc_now

USER = "ada"


def tell(memory: Memary, *known: Entity, said: str) -> None:
    """Have entities known as a model describes them, with a fact of the last one, and something said."""
    who, what = known[-1], entity(USER, "Prague")
    facts = [fact(who, "is posted to", what, statement=f"{who.name} is posted to Prague.")]
    delta = GraphDelta(user_id=USER, revision=0, entities=(*known, what), facts=tuple(facts))
    memory.loop.start(memory.core.store.apply, delta).result()
    memory.add([{"content": said}, *({"content": f"Something else, number {n}."} for n in range(20))], user_id=USER)


def described(memory: Memary, question: str) -> list[str]:
    async def read() -> list[str]:
        asked = RecallQuery(text=question, view=View.now(utc_now()))
        found = await recall(memory.core, asked, Scope(user_id=USER))
        return [one.entity.name for one in found.links if one.by == "description"]

    return memory.loop.start(read).result()


@pytest.mark.parametrize(
    ("description", "question"),
    [
        ("Bea's former partner", "Where is Bea's ex being sent?"),
        ("works with Lorna, former partner of Bea", "Where is Bea's former partner being sent?"),
        ("Bea的前男友", "Bea的前男友要去哪里？"),
    ],
)
@pytest.mark.embedding("words")
def test_who_is_described_as_somebodys_is_asked_about_by_name(
    memory: Memary, description: str, question: str
) -> None:
    bea, tom = entity(USER, "Bea", type="person"), entity(USER, "Tom", type="person", description=description)
    tell(memory, bea, tom, said="Tom cleared out of the flat on Sunday.")
    assert described(memory, question) == ["Tom"]
    found = [hit.text for hit in memory.search(question, user_id=USER, top_k=5)]
    assert {"Tom is posted to Prague.", "Tom cleared out of the flat on Sunday."} <= set(found)


@pytest.mark.parametrize(
    ("description", "question"),
    [("the user's husband", "Where is my husband being sent?"), ("用户的老公", "我家那口子要去哪里？")],
)
def test_who_is_described_as_the_users_own_is(memory: Memary, description: str, question: str) -> None:
    user, tom = entity(USER, "User", type="person"), entity(USER, "Tom", type="person", description=description)
    tell(memory, user, tom, said="Tom packs his things.")
    assert described(memory, question) == ["Tom"]


@pytest.mark.parametrize(
    "question",
    [
        "Where is Tom's ex being sent?",  # whose this is nobody has told
        "Where is the ex being sent?",
        "Where is Bea's aunt being sent?",
        "Where is Bea being sent?",
    ],
)
def test_whom_a_description_does_not_fit_is_not_meant(memory: Memary, question: str) -> None:
    bea, tom = entity(USER, "Bea"), entity(USER, "Tom", type="person", description="Bea's former partner")
    tell(memory, bea, tom, said="It rains.")
    assert described(memory, question) == []


def test_where_a_description_fits_many_none_of_them_is_meant(memory: Memary) -> None:
    friends = [entity(USER, name, type="person", description="friend of Bea") for name in ("Ann", "Eva", "Ida")]
    tell(memory, entity(USER, "Bea"), *friends, said="It rains.")
    assert described(memory, "Where is Bea's friend being sent?") == []


def test_an_entity_is_found_by_what_describes_it(memory: Memary) -> None:
    jasmin = entity(USER, "Jasmin", type="person", description="Ruth's physiotherapist")
    tell(memory, entity(USER, "Lorna", type="person"), jasmin, said="It rains.")
    (first, *_) = memory.search("physiotherapist", user_id=USER, kinds=["entity"])
    assert first.text == "Jasmin (person): Ruth's physiotherapist"
