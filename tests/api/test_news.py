"""What was learnt is told: by the receipt, by the ledger, by the answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from support.model_server import Fault, ModelServer

from memary import ChatAgent, Memary, NotFoundError
from memary.facts.news import news_of


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


def statements(memory: Memary) -> set[str]:
    return {fact.statement for fact in memory.facts.list(user_id="ada")}


def test_a_receipt_that_was_waited_for_tells_what_was_learnt_and_what_ended(memory: Memary) -> None:
    first = memory.add("I live in Paris.", user_id="ada", wait=True)
    assert str(first) == "Learnt: User lives in Paris"
    second = memory.add("I moved to Berlin.", user_id="ada", wait=True)
    assert str(second) == "Learnt: User lives in Berlin · ended: User lives in Paris"
    assert [fact.id for fact in second.ended] == [fact.id for fact in first.learnt]
    assert second.pending == 0
    assert str(memory.add("Hello there.", user_id="ada", wait=True)) == "Learnt: nothing new"
    assert memory.add("I moved to Berlin.", user_id="ada", wait=True).learnt == (), "it is known already"


def test_what_was_learnt_is_told_in_chinese(memory: Memary) -> None:
    memory.add("我住在上海。", user_id="ada", wait=True)
    moved = memory.add("我搬到北京了。", user_id="ada", wait=True)
    assert str(moved) == "Learnt: 用户居住在北京 · ended: 用户居住在上海"


def test_what_ends_later_is_told_with_its_end(memory: Memary) -> None:
    memory.add("I live in Paris.", user_id="ada", wait=True)
    year = datetime.now(UTC).year + 2
    later = {"content": "I moved to Berlin.", "created_at": f"{year}-03-02T10:00:00Z"}
    moved = memory.add(later, user_id="ada", wait=True)
    assert str(moved) == f"Learnt: User lives in Berlin · ended: User lives in Paris (until {year}-03-02)"


def test_a_fact_about_the_past_is_told_with_its_end(memory: Memary) -> None:
    memory.add({"content": "I live in Paris.", "created_at": "2026-05-01T09:00:00Z"}, user_id="ada", wait=True)
    late = {"content": "I live in Rome.", "created_at": "2026-03-01T09:00:00Z"}
    assert str(memory.add(late, user_id="ada", wait=True)) == "Learnt: User lives in Rome (until 2026-05-01)"


def test_the_operations_of_a_receipt_take_it_back(memory: Memary) -> None:
    memory.add("I live in Paris.", user_id="ada", wait=True)
    moved = memory.add("I moved to Berlin.", user_id="ada", wait=True)
    for id_ in reversed(moved.operation_ids):
        memory.operations.undo(id_, user_id="ada")
    assert statements(memory) == {"User lives in Paris."}


def test_all_that_a_message_changed_is_taken_back_and_does_not_come_again(memory: Memary) -> None:
    memory.add("I live in Paris.", user_id="ada", wait=True)
    receipt = memory.add("I moved to Berlin. My sister is called Mia.", user_id="ada", wait=True)
    undone = memory.operations.undo_message(receipt.ids[0], user_id="ada")
    assert {fact.statement for fact in undone.learnt} == {"User lives in Berlin.", "User's sister is Mia."}
    assert [fact.statement for fact in undone.ended] == ["User lives in Paris."]
    memory.flush()
    assert statements(memory) == {"User lives in Paris."}
    assert memory.operations.list(user_id="ada", message_id=receipt.ids[0]) == []
    assert memory.admin.check() == []


def test_the_ledger_tells_what_a_message_caused_and_nothing_of_others(memory: Memary) -> None:
    paris, berlin = (
        memory.add(text, user_id="ada", wait=True).ids[0] for text in ("I live in Paris.", "I moved to Berlin.")
    )
    rows = memory.operations.list(user_id="ada", message_id=berlin)
    assert [row.source_ids for row in rows] == [(berlin,)] * len(rows)
    assert [row.reason for row in rows] == ["it replaces what was true before"]
    assert len(memory.operations.list(user_id="ada", message_id=paris)) == 1
    with pytest.raises(NotFoundError, match="no message"):
        memory.operations.list(user_id="bob", message_id=berlin)


def test_what_was_not_believed_is_told_with_what_it_speaks_against(memory: Memary) -> None:
    memory.add("I live in Paris.", user_id="ada", wait=True)
    guess = {"subject": "User", "predicate": "lives_in", "object": "Rome", "statement": "User lives in Rome."}
    rows = memory.facts.add([guess | {"origin": "assistant"}], user_id="ada")
    assert str(news_of(rows)) == "Learnt: User lives in Rome · disputed: User lives in Paris"


def test_insights_are_not_what_a_message_taught(memory: Memary) -> None:
    texts = [f"I like {thing}." for thing in ("tea", "jazz", "chess", "figs", "rain", "hats", "Oslo", "Rome")]
    ids = [memory.add(text, user_id="ada", wait=True).ids[0] for text in texts]
    memory.insights.reflect(user_id="ada")
    told = memory.operations.learnt(ids, user_id="ada")
    assert [len(told[id_].learnt) for id_ in ids] == [1] * len(ids)


def test_while_the_model_is_down_the_receipt_tells_what_is_pending_and_why() -> None:
    with (
        ModelServer() as model,
        Memary.open(
            "sqlite:///:memory:", worker=False, base_url=model.base_url, model="scripted", max_retries=0
        ) as memory,
    ):
        model.respond(Fault.status(503))
        receipt = memory.add("I live in Paris.", user_id="ada", wait=True)
        assert (receipt.pending, receipt.learnt) == (1, ())
        assert str(receipt).startswith("1 message still to be read · ")
        assert receipt.errors


def test_an_answer_does_not_wait_and_what_was_learnt_is_told_later(memory: Memary) -> None:
    answer = ChatAgent(memory, user_id="ada").chat("I live in Paris.")
    assert answer.learnt.pending == 1
    assert answer.question_id is not None
    memory.flush()
    news = memory.operations.learnt([answer.question_id], user_id="ada")[answer.question_id]
    assert str(news) == "Learnt: User lives in Paris"
