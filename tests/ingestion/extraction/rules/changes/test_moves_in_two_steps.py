"""Of two moves told one behind the other the last one holds."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

LAST_HOLDS = [
    ("I moved to York but moved back to Leeds last week", "lives_in Leeds"),
    ("I moved to York but I'm back in Leeds now", "lives_in Leeds"),
    ("I moved to York. But I'm back in Leeds now.", "lives_in Leeds"),
    ("I moved to York. Then I moved to Hull.", "lives_in Hull"),
    ("I moved to York. After that I moved back to Leeds.", "lives_in Leeds"),
    ("I moved to York, then to Hull.", "lives_in Hull"),
    ("I moved to York and then moved to Hull", "lives_in Hull"),
    ("i moved to york but moved back to leeds last week", "lives_in Leeds"),
    ("我去年搬到了上海。今年又搬回天津了。", "居住在 天津"),
    ("我去年搬到了上海。今年又搬到了天津。", "居住在 天津"),
]
ONE_MOVE = [
    ("I moved to York but I'm moving back to Leeds next month", "lives_in York"),
    ("I moved to York and I'm back in Leeds for the weekend", "lives_in York"),
    ("I moved to York but my sister moved back to Hull.", "lives_in York"),
    ("I moved to York, and then to my surprise Tom moved to Hull.", "lives_in York"),
    ("I moved to York and then to a new job", "lives_in York"),
    ("I'm back in Paris now.", "lives_in Rome"),
    ("Then I moved to Hull.", "lives_in Rome"),
    ("我去年搬到了上海。东西搬回家了。", "居住在 上海"),
]


@pytest.mark.parametrize(("told", "home"), [*LAST_HOLDS, *ONE_MOVE])
def test_where_one_lives_is_where_one_moved_last(memory: Memary, told: str, home: str) -> None:
    user = fresh_user()
    memory.add("I live in Rome." if told.isascii() else "我住在北京。", user_id=user, session_id="talk", wait=True)
    memory.add(told, user_id=user, session_id="talk", wait=True)
    known = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert known == {home}


@pytest.mark.parametrize(
    "told",
    [
        "I moved to York but moved back to Leeds last week",
        "I moved to York in May but moved back to Leeds in October",
    ],
)
def test_who_moved_back_lives_where_they_did(memory: Memary, told: str) -> None:
    user = fresh_user()
    memory.add("I live in Leeds.", user_id=user, session_id="talk", wait=True)
    memory.add(told, user_id=user, session_id="talk", wait=True)
    known = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert known == {"lives_in Leeds"}
