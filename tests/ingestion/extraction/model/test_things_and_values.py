"""What of a model's reply becomes a node of the graph, and how amounts of one thing follow each other."""

from __future__ import annotations

import pytest
from support.model_server import ModelServer

from ingestion.extraction.model.replies import USER, current, fact, tell
from memary import Memary


def _nodes(memory: Memary) -> set[str]:
    return {one.entity.name for one in memory.entities.list(user_id=USER)}


@pytest.mark.parametrize(
    ("said", "line", "subject", "value", "kind"),
    [
        (
            "Petra is VP of Marketing at Lumo.",
            "Petra | has_role | VP of Marketing",
            "Petra",
            "VP of Marketing",
            "topic",
        ),
        ("Ivo is CTO now.", "Ivo | works_as | CTO", "Ivo", "CTO", "topic"),
        ("Petra turns over 2.3m EUR.", "Petra | has_turnover | 2.3m EUR", "Petra", "2.3m EUR", "thing"),
        ("李强是销售部的总监。", "李强 | 担任 | 销售部的总监", "李强", "销售部的总监", "topic"),
        ("李强捐了80万元。", "李强 | 捐了 | 80万元", "李强", "80万元", "topic"),
    ],
)
def test_a_post_and_an_amount_stay_values_though_a_reply_lists_them(
    memory: Memary, server: ModelServer, said: str, line: str, subject: str, value: str, kind: str
) -> None:
    listed = [{"name": subject, "type": "person"}, {"name": value, "type": kind}]
    tell(memory, server, said, fact(line, said), entities=listed)
    assert subject in _nodes(memory)
    assert value not in _nodes(memory)
    assert [one.object for one in memory.facts.list(user_id=USER)] == [value]


def test_a_profession_and_a_race_called_by_its_length_are_nodes(memory: Memary, server: ModelServer) -> None:
    said = "Ivo is a nurse and ran the 5K."
    listed = [{"name": "Ivo", "type": "person"}, {"name": "nurse", "type": "topic"}, {"name": "5K", "type": "event"}]
    tell(memory, server, said, fact("Ivo | works_as | nurse", said), fact("Ivo | ran | 5K", said), entities=listed)
    assert _nodes(memory) == {"Ivo", "nurse", "5K"}


def test_two_authors_are_two_people(memory: Memary, server: ModelServer) -> None:
    said = "Good Omens was written by Terry Pratchett and Neil Gaiman. I like Bed Bath and Body Works."
    written = fact("Good Omens | written_by | Terry Pratchett and Neil Gaiman", said)
    tell(memory, server, said, written, fact("User | likes | Bed Bath and Body Works", said))
    assert current(memory) == {
        "Good Omens written_by Terry Pratchett",
        "Good Omens written_by Neil Gaiman",
        "User likes Bed Bath and Body Works",
    }


@pytest.mark.parametrize(
    ("subject", "first", "then"),
    [
        ("kitchen", "has_budget | 80k", "has_budget | 120k"),
        ("Rex", "has_weight | 30 kg", "has_weight | 28 kg"),
        ("card", "has_limit | 500 €", "limit_is | 800 €"),
        ("thesis", "has_due_date | 12 December", "has_due_date | 19 December"),
        ("装修", "预算 | 8万元", "预算是 | 12万元"),
    ],
)
def test_an_amount_of_which_there_is_one_takes_the_place_of_the_one_told_before(
    memory: Memary, server: ModelServer, subject: str, first: str, then: str
) -> None:
    for day, line in ((2, first), (9, then)):
        said = f"{subject} {line.partition(' | ')[2]}."
        tell(memory, server, said, fact(f"{subject} | {line}", said), on=f"2026-04-{day:02}T09:00:00Z")
    assert current(memory) == {f"{subject} {then.replace(' | ', ' ')}"}


@pytest.mark.parametrize(
    ("predicate", "one", "other", "says"),
    [
        ("has_budget", "80k EUR", "12 days", "{}"),  # in another unit
        ("has_budget", "10k", "5k", "There is also a second budget of {}"),
        ("has_budget", "three actors in costume", "12k", "{}"),
        ("charges", "2 €", "4 €", "{}"),  # of which there may be many
        ("跑了", "5公里", "8公里", "{}"),
    ],
)
def test_amounts_that_may_hold_side_by_side_stay(
    memory: Memary, server: ModelServer, predicate: str, one: str, other: str, says: str
) -> None:
    for day, amount in ((2, one), (9, other)):
        said = says.format(amount) if day > 2 else amount
        tell(memory, server, said, fact(f"film | {predicate} | {amount}", said), on=f"2026-04-{day:02}T09:00:00Z")
    assert current(memory) == {f"film {predicate} {one}", f"film {predicate} {other}"}
    assert memory.facts.conflicts(user_id=USER) == []


def test_amounts_told_in_one_message_stay(memory: Memary, server: ModelServer) -> None:
    said = "The price for members is 20 €, and for guests 30 €."
    tell(memory, server, said, fact("gym | has_fee | 20 €", said), fact("gym | has_fee | 30 €", said))
    assert current(memory) == {"gym has_fee 20 €", "gym has_fee 30 €"}


def test_another_amount_said_to_be_a_change_speaks_against_the_one_known(memory: Memary, server: ModelServer) -> None:
    said = "The choir counts 34 people."
    tell(memory, server, said, fact("choir | counts | 34 people", said), on="2026-04-02T09:00:00Z")
    said = "The choir counts 40 people now."
    tell(memory, server, said, fact("choir | counts | 40 people", said, op="UPDATE"), on="2026-04-09T09:00:00Z")
    pairs = memory.facts.conflicts(user_id=USER)
    assert [{one.object, other.object} for one, other in pairs] == [{"34 people", "40 people"}]


@pytest.mark.parametrize(
    ("said", "line", "statement"),
    [
        (
            "I run a bakery on North Street in Bristol, Halfpenny it's called.",
            "Halfpenny | located_in | North Street, Bristol",
            "The bakery Halfpenny is on North Street in Bristol.",
        ),
        ("我的面包店在上海、浦东。", "面包店 | 位于 | 上海、浦东", "用户的面包店在上海的浦东。"),
    ],
)
def test_of_what_there_is_one_of_words_with_a_comma_are_one_value(
    memory: Memary, server: ModelServer, said: str, line: str, statement: str
) -> None:
    places = [{"name": name, "type": "place"} for name in ("North Street", "Bristol", "上海", "浦东") if name in said]
    tell(memory, server, said, fact(line, said, statement=statement), entities=places)
    (told,) = memory.facts.list(user_id=USER, include_past=True)
    assert told.statement == statement
    assert told.object in line


def test_a_thing_that_somebody_owns_is_no_topic_for_being_of_a_field(memory: Memary, server: ModelServer) -> None:
    said = "My foam roller is with Dan."
    roller = {"name": "User's foam roller", "type": "thing", "aliases": ["foam roller"], "categories": ["sports"]}
    tell(memory, server, said, fact("User's foam roller | is_with | Dan", said), entities=[roller])
    types = {one.entity.name: one.entity.type for one in memory.entities.list(user_id=USER)}
    assert types["User's foam roller"] == "thing"
