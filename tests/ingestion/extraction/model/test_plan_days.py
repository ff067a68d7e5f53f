"""The days that a plan is for, as a reader is shown them."""

from __future__ import annotations

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import USER, fact, tell
from memary import Memary
from memary.facts.intervals import plan_start
from memary.retrieval.rendering import Lines

_SAID = "2026-11-03T09:00:00Z"
_ENGLISH = "The two weeks that she is here the dog goes to Tom."
_CHINESE = "她在的两个星期狗去Tom家住。"


@pytest.mark.parametrize(
    ("said", "line", "statement", "shown"),
    [
        (_ENGLISH, "the dog | plans_to_stay_with | Tom", "The dog goes to Tom for the two weeks of her visit.",
         "The dog goes to Tom for the two weeks of her visit (from 2026-12-12 to 2026-12-26)."),
        (_CHINESE, "狗 | 计划住在 | Tom家", "她来住的两个星期里狗去Tom家住。",
         "她来住的两个星期里狗去Tom家住（2026-12-12至2026-12-26）。"),
        ("俊的妈妈十二月十二号来,住两个星期。", "王秀兰 | 计划来住 | 两个星期",
         "王秀兰计划2026年12月12日来,住两个星期。",
         "王秀兰计划2026年12月12日来,住两个星期（2026-12-12至2026-12-26）。"),
        (_ENGLISH, "the dog | plans_to_stay_with | Tom", "It goes to Tom from 12 to 26 December 2026.",
         "It goes to Tom from 12 to 26 December 2026."),
    ],
)  # fmt: skip
def test_a_plan_of_several_days_is_shown_with_its_first_and_last(
    memory: Memary, server: ModelServer, said: str, line: str, statement: str, shown: str
) -> None:
    told = fact(line, said, statement=statement, since="2026-12-12", until="2026-12-26")
    tell(memory, server, said, told, on=_SAID)
    (plan,) = memory.facts.list(user_id=USER, as_of=_SAID)
    assert plan.statement == shown
    assert f"{plan_start(plan):%Y-%m-%d} {plan.invalid_at:%Y-%m-%d}" == "2026-12-12 2026-12-27"
    days = "2026-12-12 to 2026-12-26" if said.isascii() else "2026-12-12至2026-12-26"
    assert days in memory.context(said, user_id=USER, as_of=_SAID).text
    tell(memory, server, said, on="2026-11-04T09:00:00Z")
    assert f"{line} | 2026-12-12–2026-12-26" in prompt_text(server.requests[-1].body)


def test_a_dinner_that_is_moved_has_its_new_day_alone_and_a_birthday_does_not_end(
    memory: Memary, server: ModelServer
) -> None:
    said = "The dinner is on 20 November. Poppy turns three on 14 November."
    day = {"since": "2026-11-20", "until": "2026-11-20"}
    birthday = {"since": "2026-11-14", "until": "2026-11-14"}
    told = (
        fact("dinner | takes_place_on | 20 November", "on 20 November", **day),
        fact("Poppy | has_birthday_on | 14 November", "Poppy turns three on 14 November", **birthday),
    )
    tell(memory, server, said, *told, on=_SAID)
    day = {"since": "2026-11-26", "until": "2026-11-26"}
    moved = fact("dinner | takes_place_on | 26 November", "to the 26th", op="UPDATE", of="dinner", **day)
    tell(memory, server, "The dinner moves to the 26th.", moved, on="2026-11-05T09:00:00Z")
    shown = {
        on: {one.object for one in memory.facts.list(user_id=USER, as_of=f"{on}T12:00:00Z")}
        for on in ("2026-11-20", "2026-11-26")
    }
    assert shown == {"2026-11-20": {"14 November"}, "2026-11-26": {"14 November", "26 November"}}
    (last,) = memory.facts.list(user_id=USER, as_of="2027-06-01T12:00:00Z")
    assert last.object == "14 November"


@pytest.mark.parametrize(
    ("said", "line", "quote", "then", "moved", "moved_quote"),
    [
        ("Dad's operation is on 13 November.", "Dad's operation | takes_place_on | 13 November", "on 13 November",
         "They moved the operation to the 27th.", "Dad's operation | takes_place_on | 27 November", "to the 27th"),
        ("老爸11月13日手术。", "老爸的手术 | 举行时间 | 11月13日", "11月13日手术",
         "手术改到27号了。", "老爸的手术 | 举行时间 | 11月27日", "改到27号了"),
    ],
)  # fmt: skip
def test_what_is_moved_before_its_day_was_never_on_it_also_where_no_end_is_told(
    memory: Memary, server: ModelServer, said: str, line: str, quote: str, then: str, moved: str, moved_quote: str
) -> None:
    tell(memory, server, said, fact(line, quote, since="2026-11-13"), on=_SAID)
    (planned,) = memory.facts.list(user_id=USER, as_of="2026-11-13T12:00:00Z")
    told = fact(moved, moved_quote, op="UPDATE", of=planned.subject, since="2026-11-27")
    tell(memory, server, then, told, on="2026-11-05T09:00:00Z")
    assert not memory.facts.list(user_id=USER, as_of="2026-11-20T12:00:00Z")
    (held,) = memory.facts.list(user_id=USER, as_of="2026-11-27T12:00:00Z")
    assert "27" in held.object


def test_a_plan_of_which_the_last_day_alone_is_told_has_no_first(memory: Memary, server: ModelServer) -> None:
    said = "Gary finishes the kitchen by 4 December."
    told = fact("Gary | plans_to_finish | kitchen by 4 December", said, until="2026-12-04")
    tell(memory, server, said, told, on=_SAID)
    assert "kitchen by 4 December (planned: 2026-12-04)" in memory.context(said, user_id=USER, as_of=_SAID).text


@pytest.mark.parametrize(
    ("said", "line", "then", "moved", "shown"),
    [
        (
            "We fly to Porto for half-term.", "User | plans_to_travel_to | Porto", "Porto is in November now.",
            "User plans to travel to Porto in November.",
            "User plans to travel to Porto (from 2026-10-24 to 2026-10-29) (the plan until 2026-10-20)",
        ),
        (
            "我们期中去波尔图。", "User | 计划去 | 波尔图", "波尔图改到十一月了。", "用户计划十一月去波尔图。",
            "用户计划去波尔图（2026-10-24至2026-10-29） (此计划到2026-10-20为止)",
        ),
    ],
)  # fmt: skip
def test_a_plan_that_was_moved_keeps_the_days_that_it_was_for(
    memory: Memary, server: ModelServer, said: str, line: str, then: str, moved: str, shown: str
) -> None:
    plan = shown.partition(" (")[0].partition("（")[0]
    first = fact(line, said, statement=plan, since="2026-10-24", until="2026-10-29")
    tell(memory, server, said, first, on="2026-10-05T09:00:00Z")
    days = {"since": "2026-11-18", "until": "2026-11-23"}
    tell(
        memory,
        server,
        then,
        fact(line, then, statement=moved, op="UPDATE", of=line, **days),
        on="2026-10-20T09:00:00Z",
    )
    old, _ = sorted(memory.facts.list(user_id=USER, include_past=True), key=lambda one: one.created_at)
    hits = memory.search(said, user_id=USER, kinds={"fact"}, as_of="2026-10-10")
    lines = Lines("en" if said.isascii() else "zh")
    assert [lines.fact(hit) for hit in hits if hit.id == old.id] == [f"- {shown}"]
