"""Many old, alike facts are told as few: with all their evidence, nothing distinct lost, and undone by the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.model_server import Fault, ModelServer, prompt_text
from support.neo4j_server import Neo4jAddress
from support.small_embedder import SmallEmbedder

from condensation.labelled import CHINESE, ENGLISH, GOOD, INVENTED, LOSSY, Labelled
from memary import InputError, Memary, ModelError
from memary.types import Fact

SETS: list[Any] = [
    pytest.param(ENGLISH, "Ada", "en", id="english"),
    pytest.param(CHINESE, "小林", "zh", id="chinese"),
]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.respond('{"condensed": []}')
        yield running


def opened(server: ModelServer | None, store: str = "sqlite:///:memory:", **options: Any) -> Memary:
    online = {} if server is None else {"base_url": server.base_url, "model": "scripted", "max_retries": 0}
    return Memary.open(store, worker=False, embedding=SmallEmbedder(), **online, **options)


@pytest.fixture(params=["sqlite", "neo4j"])
def memory(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[Memary]:
    """A memory with a scripted model, over either store."""
    if request.param == "sqlite":
        with opened(server) as one:
            yield one
        return
    address: Neo4jAddress = request.getfixturevalue("neo4j_address")
    with opened(server, address.uri, **address.options) as one:
        yield one


def tell(memory: Memary, facts: Sequence[Labelled], subject: str, user: str, more: int = 0) -> None:
    """Tell the facts, each in a message of its own, and some newer ones that stay."""
    for number, fact in enumerate(facts):
        said = memory.add(fact.statement, user_id=user, infer=False, session_id=f"s{number}")
        given = {"subject": subject, "predicate": fact.predicate, "object": fact.object, "statement": fact.statement}
        memory.facts.add([given | {"source_ids": said.ids}], user_id=user)
    newer = [{"subject": subject, "predicate": "knows", "object": f"Friend {n}"} for n in range(more)]
    if newer:
        memory.facts.add(newer, user_id=user)


def current(memory: Memary, user: str) -> list[Fact]:
    return memory.facts.list(user_id=user)


def assert_nothing_is_lost(memory: Memary, facts: Sequence[Labelled], user: str) -> None:
    """Make sure that for each fact one sentence has all that it alone tells."""
    told = [fact.statement for fact in current(memory, user)]
    assert [one for one in facts if not any(all(word in text for word in one.distinct) for text in told)] == []


@pytest.mark.words
@pytest.mark.parametrize(("facts", "subject", "language"), SETS)
def test_old_facts_that_are_alike_become_one_with_all_their_evidence(
    facts: Sequence[Labelled], subject: str, language: str, memory: Memary, server: ModelServer
) -> None:
    user = f"good-{language}"
    tell(memory, facts, subject, user, more=len(facts))
    before = current(memory, user)
    server.respond(json.dumps({"condensed": GOOD[language]}))
    report = memory.facts.condense(user_id=user, most=len(facts) + 1)
    assert [one.reason for one in report.rejected] == []
    assert len(report.condensed) == len(GOOD[language])
    assert len(current(memory, user)) == len(before) - report.replaced + len(report.condensed)
    assert_nothing_is_lost(memory, facts, user)
    first = report.condensed[0]
    members = [one for one in before if one.id in first.supersedes]
    assert {id_ for one in members for id_ in one.source_ids} <= set(first.source_ids)
    assert memory.search(facts[4].object, user_id=user, kinds="fact")[0].id == first.id


@pytest.mark.one_store
@pytest.mark.parametrize(("facts", "subject", "language"), SETS)
def test_what_would_lose_or_add_something_is_refused(
    facts: Sequence[Labelled], subject: str, language: str, memory: Memary, server: ModelServer
) -> None:
    user = f"lossy-{language}"
    tell(memory, facts, subject, user, more=len(facts))
    before = current(memory, user)
    server.respond(json.dumps({"condensed": LOSSY[language]}))
    report = memory.facts.condense(user_id=user, most=len(facts) + 1)
    assert (report.condensed, len(report.rejected)) == ((), len(LOSSY[language]))
    assert current(memory, user) == before
    assert_nothing_is_lost(memory, facts, user)


@pytest.mark.parametrize(("facts", "subject", "language"), SETS)
def test_what_says_something_that_no_fact_does_is_refused(
    facts: Sequence[Labelled], subject: str, language: str, server: ModelServer
) -> None:
    with opened(server) as memory:
        tell(memory, facts, subject, "ada", more=len(facts))
        for told in INVENTED[language]:
            server.respond(json.dumps({"condensed": told}))
            (refused,) = memory.facts.condense(user_id="ada", most=len(facts) + 1).rejected
            assert refused.reason.startswith(("it says what no fact does", "it loses"))
        assert_nothing_is_lost(memory, facts, "ada")


COMMON: list[Any] = [
    pytest.param(
        "has_never_visited", "Ada has never visited {}.", "Ada has visited Rome and Oslo.", "never", id="no"
    ),
    pytest.param("visited", "Ada visited {}.", "Visited Rome and Oslo.", "ada", id="whose"),
    pytest.param("很少去", "Ada很少去{}。", "Ada去Rome和Oslo。", "很少", id="no in Chinese"),
]


@pytest.mark.parametrize(("predicate", "each", "told", "lost"), COMMON)
def test_what_all_the_facts_say_may_not_be_lost_either(
    predicate: str, each: str, told: str, lost: str, server: ModelServer
) -> None:
    with opened(server) as memory:
        facts = [Labelled(predicate, thing, each.format(thing), ()) for thing in ("Rome", "Oslo")]
        tell(memory, facts, "Ada", "ada", more=4)
        before = current(memory, "ada")
        server.respond(json.dumps({"condensed": [{"facts": [1, 2], "statement": told}]}))
        (refused,) = memory.facts.condense(user_id="ada", most=4).rejected
        assert refused.reason == f"it loses {lost}"
        assert current(memory, "ada") == before


ENDED: list[Any] = [
    pytest.param("likes", "dislikes", "tea", "coffee", "Ada likes tea and coffee.", id="a taste"),
    pytest.param("owns", "sold", "boat", "piano", "Ada owns a boat and a piano.", id="a possession"),
    pytest.param("喜欢", "讨厌", "茶", "咖啡", "Ada喜欢茶和咖啡。", id="a taste in Chinese"),
]


@pytest.mark.parametrize(("holds", "ends", "one", "other", "told"), ENDED)
def test_what_may_end_for_one_thing_alone_stays_single(
    holds: str, ends: str, one: str, other: str, told: str, server: ModelServer
) -> None:
    with opened(server) as memory:
        stated = [{"subject": "Ada", "predicate": holds, "object": thing} for thing in (one, other)]
        newer = [{"subject": "Ada", "predicate": "knows", "object": f"Friend {n}"} for n in range(4)]
        memory.facts.add(stated, user_id="ada")
        memory.facts.add(newer, user_id="ada")
        server.respond(json.dumps({"condensed": [{"facts": [1, 2], "statement": told}]}))
        memory.facts.condense(user_id="ada", most=2)
        memory.facts.add([{"subject": "Ada", "predicate": ends, "object": one}], user_id="ada")
        assert [fact.object for fact in current(memory, "ada") if fact.predicate == holds] == [other]


DISTINCT: list[Any] = [
    pytest.param("visited", ["York", "New York"], id="another place"),
    pytest.param("has", ["a cat", "a cat allergy"], id="another thing"),
    pytest.param("has", ["a cat", "no cat and no dog"], id="the contrary"),
    pytest.param("knows", ["Bob", "Bob's sister"], id="another person"),
    pytest.param("去过", ["海南", "海南岛博物馆"], id="another place in Chinese"),
]


@pytest.mark.parametrize(("predicate", "objects"), DISTINCT)
def test_without_a_model_what_only_has_the_words_of_another_fact_stays(predicate: str, objects: list[str]) -> None:
    with opened(None) as memory:
        for thing in objects:
            statement = f"Ada {predicate} {thing}."
            fact = {"subject": "Ada", "predicate": predicate, "object": thing, "statement": statement}
            memory.facts.add([fact], user_id="ada")
        newer = [{"subject": "Ada", "predicate": "met", "object": f"Friend {n}"} for n in range(4)]
        memory.facts.add(newer, user_id="ada")
        assert memory.facts.condense(user_id="ada", most=4).condensed == ()
        assert [fact.object for fact in current(memory, "ada") if fact.predicate == predicate] == objects


@pytest.mark.one_store
def test_a_condensed_fact_is_undone_by_its_row(memory: Memary, server: ModelServer) -> None:
    tell(memory, ENGLISH, "Ada", "undo", more=12)
    before = current(memory, "undo")
    server.respond(json.dumps({"condensed": GOOD["en"]}))
    for fact in memory.facts.condense(user_id="undo", most=13).condensed:
        (row,) = memory.facts.history(fact.id, user_id="undo")
        assert row.reason.startswith("it tells ")
        memory.operations.undo(row.id, user_id="undo")
    assert current(memory, "undo") == before
    assert memory.admin.check(user_id="undo") == []


@pytest.mark.one_store
def test_where_a_source_is_forgotten_the_other_facts_come_back(memory: Memary, server: ModelServer) -> None:
    tell(memory, ENGLISH, "Ada", "forget", more=12)
    before = current(memory, "forget")
    server.respond(json.dumps({"condensed": GOOD["en"][:1]}))
    (trips,) = memory.facts.condense(user_id="forget", most=13).condensed
    porto = next(one for one in before if one.object == "Porto")
    memory.forget(user_id="forget", message_id=porto.source_ids[0])
    assert trips.id not in {one.id for one in current(memory, "forget")}
    assert [one.statement for one in current(memory, "forget") if one.predicate == "visited"] == [
        one.statement for one in before if one.predicate == "visited" and one.object != "Porto"
    ]
    assert not [hit for hit in memory.search("Porto 2021", user_id="forget") if "Porto" in hit.text]
    assert memory.admin.check(user_id="forget") == []


REPLIES: list[Any] = ["", "I cannot do that.", '{"condensed": []}', '{"condensed": [{"facts": [1, 99]}]}', "[]"]


@pytest.mark.parametrize("reply", REPLIES)
def test_an_empty_or_broken_reply_changes_nothing(reply: str, server: ModelServer) -> None:
    with opened(server) as memory:
        tell(memory, ENGLISH, "Ada", "ada", more=12)
        before, rows = current(memory, "ada"), memory.operations.list(user_id="ada")
        server.respond(reply)
        try:
            memory.facts.condense(user_id="ada", most=13)
        except ModelError:
            assert reply == ""
        assert current(memory, "ada") == before
        assert memory.operations.list(user_id="ada") == rows


def test_a_model_that_is_down_changes_nothing_and_says_so(server: ModelServer) -> None:
    with opened(server) as memory:
        tell(memory, ENGLISH, "Ada", "ada", more=12)
        before = current(memory, "ada")
        server.respond(Fault.status(500))
        with pytest.raises(ModelError):
            memory.facts.condense(user_id="ada", most=13)
        assert current(memory, "ada") == before


@pytest.mark.parametrize(("facts", "subject", "language"), SETS)
def test_without_a_model_only_what_others_say_with_more_words_goes(
    facts: Sequence[Labelled], subject: str, language: str
) -> None:
    with opened(None) as memory:
        tell(memory, facts, subject, "ada", more=len(facts))
        report = memory.facts.condense(user_id="ada", most=len(facts) + 1)
        assert_nothing_is_lost(memory, facts, "ada")
        assert report.llm_calls == 0
        if language == "en":
            assert "Ada practises chess on Sundays." in [one.statement for one in report.condensed]


def test_nothing_happens_below_the_limit_and_the_worker_acts_above_it(server: ModelServer) -> None:
    with opened(server) as memory:
        tell(memory, ENGLISH, "Ada", "ada")
        assert memory.facts.condense(user_id="ada").llm_calls == 0
        with pytest.raises(InputError, match="most is 1"):
            memory.facts.condense(user_id="ada", most=1)
    server.when("Read the FACTS, which are all about one subject", json.dumps({"condensed": GOOD["en"]}))
    server.respond('{"entities": [], "facts": []}')
    with opened(server, max_facts_per_subject=13, reflect_after=0) as memory:
        tell(memory, ENGLISH, "Ada", "ada", more=12)
        memory.add("Hello, I am here again and had a walk.", user_id="ada", wait=True)
        memory.insights.reflect_due()
        assert "condensation" in {row.actor for row in memory.operations.list(user_id="ada")}


def test_the_worker_asks_once_about_the_same_facts_and_again_when_asked_to(server: ModelServer) -> None:
    asked = "Read the FACTS, which are all about one subject"
    server.when(asked, '{"condensed": []}')
    server.respond('{"entities": [], "facts": []}')
    with opened(server, max_facts_per_subject=13, reflect_after=0) as memory:
        tell(memory, ENGLISH, "Ada", "ada", more=12)

        def look() -> int:
            memory.add("Hello, I am here again and had a walk.", user_id="ada", wait=True)
            memory.insights.reflect_due()
            return sum(asked in prompt_text(request.body) for request in server.requests)

        assert (look(), look(), look()) == (1, 1, 1)
        assert memory.facts.condense(user_id="ada").llm_calls == 1
        memory.facts.add([{"subject": "Ada", "predicate": "knows", "object": "Zoe"}], user_id="ada")
        assert (look(), look()) == (3, 3)


def test_what_was_lost_by_a_later_call_that_failed_is_asked_for_again(server: ModelServer) -> None:
    with opened(server, max_facts_per_subject=5) as memory:
        for who, places in (("Ada", ("Rome", "Oslo", "Bern")), ("Ben", ("Kyiv", "Riga"))):
            told = [{"subject": who, "predicate": "visited", "object": place} for place in places]
            friends = [{"subject": who, "predicate": "knows", "object": f"Friend {n}"} for n in range(5)]
            memory.facts.add(told, user_id="ada")
            memory.facts.add(friends, user_id="ada")
        trips = {"facts": [1, 2], "statement": "Ada visited Rome and Oslo."}
        server.script(json.dumps({"condensed": [trips]}), Fault.status(503), json.dumps({"condensed": [trips]}))
        with pytest.raises(ModelError):
            memory.loop.wait(memory.core.condense, "ada")
        assert memory.loop.wait(memory.core.condense, "ada").replaced == 2


def test_what_an_insight_rests_on_stays_single(server: ModelServer) -> None:
    with opened(server) as memory:
        tell(memory, ENGLISH, "User", "ada", more=12)
        visited = [number for number, one in enumerate(ENGLISH, 1) if one.predicate == "visited"]
        insight = {"key": "taste", "value": "fond of travelling", "evidence": visited}
        server.when("FACTS about", json.dumps({"insights": [insight]}))
        added = memory.insights.reflect(user_id="ada").added
        assert len(added) == 1
        server.clear_scripts()
        server.respond(json.dumps({"condensed": GOOD["en"]}))
        memory.facts.condense(user_id="ada", most=13)
        assert memory.insights.list(user_id="ada") == list(added)
        assert sum(fact.predicate == "visited" for fact in current(memory, "ada")) == len(visited)
