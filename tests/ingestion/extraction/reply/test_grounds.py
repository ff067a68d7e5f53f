"""What a model says that a fact rests on: a known fact or another of its reply, by words of the message."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.talks import USER, extraction, opened
from memary import Fact, Memary
from memary.ingestion.extraction.prompt import ExtractedFact, ExtractedGround, Extraction
from memary.ingestion.extraction.reply.salvage import joined, salvage

WORKS = {"subject": "User", "predicate": "works_at", "object": "Acme", "statement": "User works at Acme."}
SWIMS = {"subject": "User", "predicate": "swims_at", "object": "Baths", "statement": "User swims at the Baths."}
WORKS_ZH = {"subject": "用户", "predicate": "就职于", "object": "华为", "statement": "用户就职于华为。"}
SWIMS_ZH = {"subject": "用户", "predicate": "游泳于", "object": "水立方", "statement": "用户在水立方游泳。"}

TOLD = "I swim at the Baths because it is near work."
WORDS = "because it is near work"


@pytest.fixture
def memory(server: ModelServer) -> Iterator[Memary]:
    with opened(server) as running:
        yield running


def tell(memory: Memary, server: ModelServer, text: str, *facts: dict[str, Any]) -> None:
    server.respond(extraction(*facts))
    memory.add(text, user_id=USER)
    memory.flush()


def on(words: str = WORDS, **number: int) -> dict[str, Any]:
    return {"rests_on": [{**number, "words": words}]}


def grounds(memory: Memary, object_: str) -> list[tuple[str | None, str]]:
    """The objects of the facts on which one rests, and by which words."""
    facts: list[Fact] = memory.facts.list(user_id=USER)
    names = {fact.id: fact.object for fact in facts}
    (fact,) = [fact for fact in facts if fact.object == object_]
    return [(names.get(ground.fact_id or ""), ground.words) for ground in fact.rests_on]


def test_a_known_fact_is_named_by_its_number_and_its_end_casts_doubt(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "I work at Acme.", WORKS)
    tell(memory, server, TOLD, SWIMS | on(known=1))
    assert grounds(memory, "Baths") == [("Acme", WORDS)]
    assert memory.facts.list(user_id=USER, in_doubt=True) == []
    end = {"op": "DELETE", "target": 1, "quote": "quit Acme"}
    tell(memory, server, "I have quit Acme.", WORKS | end)
    (doubted,) = memory.facts.list(user_id=USER, in_doubt=True)
    assert doubted.in_doubt is not None
    assert (doubted.object, doubted.in_doubt.because) == ("Baths", "User works at Acme.")
    window = memory.context("Where do I swim?", user_id=USER).text
    assert "because this is over: User works at Acme" in window


def test_another_fact_of_the_reply_is_named_by_its_place(memory: Memary, server: ModelServer) -> None:
    text = "I swim at the Baths because I work at Acme."
    words = "because I work at Acme"
    tell(memory, server, text, SWIMS | on(words, fact=2), WORKS)
    assert grounds(memory, "Baths") == [("Acme", words)]
    moved = {"predicate": "works_at", "object": "Bolt", "statement": "User works at Bolt."}
    tell(memory, server, "I work at Bolt now.", WORKS | moved)
    (doubted,) = memory.facts.list(user_id=USER, in_doubt=True)
    assert doubted.object == "Baths"


def test_in_chinese_the_window_says_what_is_no_longer_certain_and_why(memory: Memary, server: ModelServer) -> None:
    words = "因为在华为上班"
    tell(memory, server, "因为在华为上班，我在水立方游泳。", WORKS_ZH, SWIMS_ZH | on(words, fact=1))
    assert grounds(memory, "水立方") == [("华为", words)]
    tell(memory, server, "我从华为辞职了。", WORKS_ZH | {"op": "DELETE", "quote": "从华为辞职了"})
    window = memory.context("我在哪里游泳？", user_id=USER).text
    assert "因为这已经结束：用户就职于华为" in window


def test_what_is_known_already_gains_the_ground_but_not_itself(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "I work at Acme and swim at the Baths.", WORKS, SWIMS)
    both = {"rests_on": [{"known": 1, "words": "near work"}, {"known": 2, "words": "near work"}]}
    tell(
        memory,
        server,
        "I go to the Baths since it is near work.",
        SWIMS | {"op": "NONE", "quote": "the Baths"} | both,
    )
    assert grounds(memory, "Baths") == [("Acme", "near work")]


@pytest.mark.parametrize(
    ("ground", "fault"),
    [
        ({"known": 9, "words": WORDS}, "no known fact of its number"),
        ({"known": -1, "words": WORDS}, "no known fact of its number"),
        ({"fact": 7, "words": WORDS}, "no fact of its number was kept"),
        ({"fact": 1, "words": WORDS}, "the fact itself"),
        ({"words": WORDS}, "names no fact, or two"),
        ({"known": 1, "fact": 2, "words": WORDS}, "names no fact, or two"),
        ({"known": 1, "words": "because they pay for it"}, "words are not in the message"),
        ({"known": 1}, "words are not in the message"),
        ({"fact": 2, "words": WORDS}, "no fact of its number was kept"),
    ],
)
def test_a_ground_that_cannot_be_meant_is_dropped_with_a_warning_and_the_fact_stays(
    memory: Memary, server: ModelServer, caplog: pytest.LogCaptureFixture, ground: dict[str, Any], fault: str
) -> None:
    tell(memory, server, "I work at Acme.", WORKS)
    unsaid = {"subject": "User", "predicate": "owns", "object": "Yacht", "quote": "my yacht"}
    with caplog.at_level(logging.WARNING, logger="memary"):
        tell(memory, server, TOLD, SWIMS | {"rests_on": ground}, unsaid)
    assert grounds(memory, "Baths") == []
    assert fault in caplog.text


@pytest.mark.parametrize("ground", ["because", 1, [1, "Acme"], [[1, WORDS]], {"known": "first", "words": WORDS}])
def test_a_ground_of_another_shape_does_not_cost_the_fact(
    memory: Memary, server: ModelServer, ground: object
) -> None:
    tell(memory, server, "I work at Acme.", WORKS)
    tell(memory, server, TOLD, SWIMS | {"rests_on": ground})
    assert grounds(memory, "Baths") == []


def test_facts_that_rest_on_each_other_rest_on_nothing(memory: Memary, server: ModelServer) -> None:
    text = "I work at Acme because I swim at the Baths, where I swim because I work at Acme, so I own goggles."
    goggles = {"subject": "User", "predicate": "owns", "object": "goggles"}
    work, swim = on("because I swim at the Baths", fact=2), on("because I work at Acme", fact=1)
    tell(memory, server, text, WORKS | work, SWIMS | swim, goggles | on("so I own goggles", fact=2))
    assert [grounds(memory, name) for name in ("Acme", "Baths", "goggles")] == [
        [],
        [],
        [("Baths", "so I own goggles")],
    ]


def test_the_prompt_shows_the_known_facts_by_number_and_asks_for_grounds(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "I work at Acme.", WORKS)
    tell(memory, server, TOLD, SWIMS)
    asked = [prompt_text(request.body) for request in server.requests if request.path.endswith("chat/completions")][
        -1
    ]
    assert "1. User | works_at | Acme |" in asked
    assert '"rests_on"' in asked


def test_numbers_follow_the_facts_where_one_of_a_reply_is_dropped() -> None:
    reply = json.dumps({"facts": [{"subject": "User"}, SWIMS | on(fact=3), WORKS]})
    read, _ = salvage(reply)
    assert [[ground.fact for ground in fact.rests_on] for fact in read.facts] == [[2], []]


def test_numbers_follow_the_facts_of_two_replies_that_are_joined() -> None:
    def fact(name: str, *numbers: int) -> ExtractedFact:
        rests_on = tuple(ExtractedGround(fact=number) for number in numbers)
        return ExtractedFact(subject="User", predicate="owns", object=name, rests_on=rests_on)

    first = Extraction(facts=(fact("boat", 2), fact("pier")))
    second = Extraction(facts=(fact("sail", 2), fact("boat")))
    together = joined(first, second).facts
    names = [one.object for one in together]
    on_what = {one.object: [names[(ground.fact or 0) - 1] for ground in one.rests_on] for one in together}
    assert on_what == {"sail": ["boat"], "boat": ["pier"], "pier": []}
