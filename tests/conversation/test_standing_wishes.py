"""What users say is always to be done so is told at the start of a session, until they take it back."""

from __future__ import annotations

from datetime import timedelta

from support.records import NOW, message
from support.tables import each

from memary.conversation.standing_wishes import not_over, standing_wishes
from memary.retrieval.hits import Ended


@each(
    ("wish", "later"),
    [
        ("Never suggest Redis here.", "Redis is fine now."),
        ("Never use ORMs in this repo.", "ORMs are allowed again."),
        ("Don't deploy on Fridays.", "Forget the rule about Friday deploys."),
        ("Always answer in German.", "No need to answer in German any more."),
        ("Always answer in German.", "You can stop answering in German."),
        ("以后别用表情符号。", "现在可以用表情符号了。"),
        ("以后别用表情符号。", "表情符号嘛，现在可以用了。"),
        ("以后都用中文回答。", "取消用中文回答的要求。"),
    ],
)
def test_a_wish_that_was_taken_back_is_over(wish: str, later: str) -> None:
    assert _wished(wish) == [wish]
    assert _wished(wish, later) == []
    assert _wished(wish, later, wish) == [wish]


@each(
    ("wish", "later"),
    [
        ("Never use ORMs in this repo.", "The build is fine now."),
        ("Never use ORMs in this repo.", "You can run the tests again."),
        ("Never suggest Redis here.", "Is Redis okay now?"),
        ("Don't deploy on Fridays.", "We can deploy again."),
        ("Always run the tests before you commit.", "You can run the tests again."),
        ("以后别用表情符号。", "现在可以部署了。"),
    ],
)
def test_a_wish_stays_where_something_else_is_allowed(wish: str, later: str) -> None:
    assert _wished(wish, later) == [wish]


def test_a_wish_that_ended_as_a_fact_is_over_and_the_others_of_its_message_are_not() -> None:
    said = message("ada", "From now on keep answers short. Never use ORMs in this repo.")
    over = Ended(fact_id="1", statement="Ada wants short answers from now on.", since=NOW, reason="ended")
    wishes = standing_wishes([said])
    assert [wish for _, wish in not_over(wishes, {})] == ["From now on keep answers short.", wishes[1][1]]
    assert [wish for _, wish in not_over(wishes, {said.id: (over,)})] == ["Never use ORMs in this repo."]


def _wished(*texts: str) -> list[str]:
    said = [message("ada", text, at=NOW + timedelta(days=day)) for day, text in enumerate(texts)]
    return [wish for _, wish in standing_wishes(said)]
