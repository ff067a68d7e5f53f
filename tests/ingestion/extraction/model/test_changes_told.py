"""What a model's reply can say of what is known, as a user sees it: replaced, ended, renamed, one and the same."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import USER, current, fact, tell
from memary import Memary
from memary.facts.intervals import is_planned
from memary.languages import texts
from memary.types import BEGINNING


def test_an_update_in_other_words_takes_the_place_of_the_fact_that_it_names(
    memory: Memary, server: ModelServer
) -> None:
    said = "I have made no changes to my diet."
    tell(memory, server, said, fact("User | made_no_changes_to | diet", said))
    said = "I'm changing my diet: no more soda for me."
    tell(
        memory, server, said, fact("User | is_cutting_down_on | soda", said, op="UPDATE", of="User | made_no_changes")
    )
    assert current(memory) == {"User is_cutting_down_on soda"}


def test_an_end_needs_no_sentence(memory: Memary, server: ModelServer) -> None:
    said, ended = "我的游泳课在区体育中心，是每周三下午四点。", "游泳退了1200块。"
    lines = "游泳课 | 上课地点是 | 区体育中心", "游泳课 | 上课时间是 | 每周三下午四点"
    tell(memory, server, said, *(fact(line, said) for line in lines))
    tell(memory, server, ended, *(fact(line, ended, op="DELETE", of=line[:11]) for line in lines))
    assert current(memory) == set()


def test_a_plan_that_came_true_is_a_plan_no_more(memory: Memary, server: ModelServer) -> None:
    said = "I want to move to Lisbon next year."
    tell(memory, server, said, fact("User | plans_to | move to Lisbon", said))
    said = "I live in Lisbon now!"
    tell(memory, server, said, fact("User | lives_in | Lisbon", said, op="UPDATE", of="User | plans_to"))
    assert current(memory) == {"User lives_in Lisbon"}


@pytest.mark.parametrize(
    ("first", "then", "plan", "moved", "old"),
    [
        (
            "I plan to open the shop on 27 April.",
            "We move the opening to 1 June.",
            "User | plans_to | open the shop on 27 April 2026",
            "User | plans_to | open the shop on 1 June 2026",
            "User | plans_to | open",
        ),
        (
            "我打算4月27日开网店。",
            "网店开业改到6月1日。",
            "User | 计划 | 4月27日开网店",
            "User | 计划 | 6月1日开网店",
            "User | 计划",
        ),
    ],
)
def test_a_plan_that_is_moved_takes_the_place_of_the_old_one(
    memory: Memary, server: ModelServer, first: str, then: str, plan: str, moved: str, old: str
) -> None:
    tell(memory, server, first, fact(plan, first))
    tell(memory, server, "I also want to learn to dance.", fact("User | plans_to | learn to dance", "learn to dance"))
    tell(memory, server, then, fact(moved, then, op="UPDATE", of=old))
    assert current(memory) == {moved.replace(" | ", " "), "User plans_to learn to dance"}


def test_one_of_many_gives_way_to_none_that_is_about_something_else(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "I like tennis.", fact("User | likes | tennis", "I like tennis."))
    said = "I like jazz."
    tell(memory, server, said, fact("User | likes | jazz", said, op="UPDATE", of="User | likes"))
    assert current(memory) == {"User likes tennis", "User likes jazz"}


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("I'm running the marathon on 16 May!", "User | plans_to | run the marathon"),
        ("5月16日我要跑马拉松！", "User | 计划 | 跑马拉松"),
    ],
)
def test_a_plan_holds_from_when_it_is_told_until_its_day(
    memory: Memary, server: ModelServer, said: str, line: str
) -> None:
    tell(memory, server, said, fact(line, said, since="2026-05-16", until="2026-05-16"))
    (plan,) = memory.facts.list(user_id=USER, include_past=True)
    assert (f"{plan.valid_at:%Y-%m-%d}", f"{plan.invalid_at:%Y-%m-%d}") == ("2026-05-01", "2026-05-17")
    said = "The marathon was great!" if said.isascii() else "马拉松跑得很好！"
    told = fact("User | ran | marathon", said, op="UPDATE", of="User | ")  # it is shown after its day
    tell(memory, server, said, told, on="2026-05-20T09:00:00Z")


def test_what_ends_in_a_month_that_is_not_over_ends_with_it(memory: Memary, server: ModelServer) -> None:
    said = "Ferdi works at the shop."
    tell(memory, server, said, fact("Ferdi | works_at | shop", said), on="2026-02-02T09:00:00Z")
    said = "Ferdi is leaving at the end of May, he told me."
    ends = fact("Ferdi | works_at | shop", said, op="UPDATE", until="2026-05", of="Ferdi | works_at")
    tell(memory, server, said, ends | {"statement": "Ferdi works at the shop until the end of May 2026."})
    told = memory.facts.list(user_id=USER, include_past=True)
    assert [f"{one.invalid_at:%Y-%m-%d}" for one in sorted(told, key=lambda one: one.valid_at)] == [
        "2026-05-01",
        "2026-06-01",
    ]


def test_what_ended_this_month_has_ended_when_that_is_said(memory: Memary, server: ModelServer) -> None:
    said = "We sell matcha kits."
    tell(memory, server, said, fact("User | sells | matcha kits", said), on="2026-05-01T09:00:00Z")
    said = "We stopped selling matcha kits."
    end = fact("User | sells | matcha kits", said, op="DELETE", until="2026-05", of="User | sells")
    tell(memory, server, said, end, on="2026-05-20T09:00:00Z")
    (past,) = memory.facts.list(user_id=USER, include_past=True)
    assert f"{past.invalid_at:%Y-%m-%d}" == "2026-05-20"


def test_what_is_to_end_on_a_day_to_come_holds_until_then(memory: Memary, server: ModelServer) -> None:
    said = "Julia works on ward 4B."
    tell(memory, server, said, fact("Julia | works_on_ward | 4B", said), on="2026-04-01T09:00:00Z")
    said = "Julia leaves 4B at the end of October 2126."
    end = fact("Julia | works_on_ward | 4B", said, op="DELETE", until="2126-10-31", of="Julia | works_on_ward")
    tell(memory, server, said, end, on="2026-05-20T09:00:00Z")
    (held,) = memory.facts.list(user_id=USER)
    assert f"{held.invalid_at:%Y-%m-%d}" == "2126-11-01"


@pytest.mark.parametrize("first", ["2026-10-12", "none"])
def test_another_day_takes_the_place_of_one_to_come_when_it_is_told(
    memory: Memary, server: ModelServer, first: str
) -> None:
    said = f"The operation is on {first}."
    days = {} if first == "none" else {"until": first}
    tell(memory, server, said, fact(f"Mam | has_operation_on | {first}", said, **days), on="2026-09-30T09:00:00Z")
    said = "It is on 2026-11-04 now."
    moved = fact("Mam | has_operation_on | 2026-11-04", said, op="UPDATE", of="Mam | has_operation_on")
    tell(
        memory,
        server,
        said,
        moved | {"since": "2026-11-04", "until": "2026-11-04"},
        on="2026-10-06T09:00:00Z",
    )
    told = {one.object: one for one in memory.facts.list(user_id=USER, include_past=True)}
    assert f"{told[first].invalid_at:%Y-%m-%d}" == "2026-10-06"
    assert [one.object for one in memory.facts.list(user_id=USER, as_of="2026-11-04T12:00:00Z")] == ["2026-11-04"]


def test_a_weekly_time_holds_until_the_day_of_the_next(memory: Memary, server: ModelServer) -> None:
    said = "Climbing is on Thursdays."
    tell(memory, server, said, fact("climbing | takes_place_on | thursdays", said), on="2026-09-30T09:00:00Z")
    said = "From 14 October it is on Wednesdays."
    moved = fact("climbing | takes_place_on | wednesdays", said, op="UPDATE", of="climbing | takes_place_on")
    tell(memory, server, said, moved | {"since": "2026-10-14"}, on="2026-10-06T09:00:00Z")
    told = {one.object: one for one in memory.facts.list(user_id=USER, include_past=True)}
    assert f"{told['thursdays'].invalid_at:%Y-%m-%d}" == "2026-10-14"


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("seminar | takes_place_in | B2.17", "C0.04"),
        ("essay | is_due_on | 2026-09-30", "2026-10-14"),
        ("garden gate | has_code | 4471", "8052"),
        ("essay | has_words_written | 1900 words", "3100 words"),
        ("ward 4B | is_located_on | 5A", "4B"),
        ("研讨课 | 上课地点 | B2.17", "C0.04"),
    ],
)
def test_a_new_value_of_what_there_is_one_of_ends_the_old_one_that_no_model_was_shown(
    memory: Memary, server: ModelServer, line: str, then: str
) -> None:
    old, _, value = line.rpartition(" | ")
    said, later = f"It is {value}, they say.", f"By now it is {then}, they say."
    tell(memory, server, said, fact(line, said), on="2026-04-01T09:00:00Z")
    tell(memory, server, later, fact(f"{old} | {then}", later), on="2026-05-01T09:00:00Z")
    assert [one.object for one in memory.facts.list(user_id=USER)] == [then]


def test_what_is_over_takes_the_place_of_the_fact_that_it_names(memory: Memary, server: ModelServer) -> None:
    said = "I promised Lise forty mugs."
    tell(memory, server, said, fact("User | promised | forty mugs to Lise", said), on="2026-04-01T09:00:00Z")
    said = "I sold all forty mugs last month."
    sold = fact(
        "User | sold | all forty mugs", said, op="UPDATE", since="2026-04", until="2026-04", of="User | promised"
    )
    tell(memory, server, said, sold, on="2026-05-20T09:00:00Z")
    assert current(memory) == set()


def test_an_update_of_another_matter_stands_beside_it_as_an_open_conflict(
    memory: Memary, server: ModelServer
) -> None:
    tell(memory, server, "My cat is called Tom.", fact("User | has_pet | Tom", "My cat is called Tom."))
    said = "The gearbox is broken."
    tell(memory, server, said, fact("User | repairs | gearbox", said, op="UPDATE", of="User | has_pet"))
    assert current(memory) == {"User has_pet Tom", "User repairs gearbox"}
    assert [{one.object for one in pair} for pair in memory.facts.conflicts(user_id=USER)] == [{"Tom", "gearbox"}]


def test_an_end_that_is_refused_is_told_in_the_ledger(memory: Memary, server: ModelServer) -> None:
    tell(memory, server, "My cat is called Tom.", fact("User | has_pet | Tom", "My cat is called Tom."))
    said = "I gave the gearbox away."
    tell(memory, server, said, fact("User | repairs | gearbox", said, op="DELETE", of="User | has_pet"))
    assert current(memory) == {"User has_pet Tom"}
    assert any("not about the same matter" in row.reason for row in memory.operations.list(user_id=USER))


def test_an_update_whose_object_stays_is_told_anew(memory: Memary, server: ModelServer) -> None:
    sentence = {"statement": "The Larks are a band of five."}
    tell(memory, server, "The Larks are a band of five.", fact("The Larks | is | band", "a band of five") | sentence)
    sentence = {"statement": "The Larks are a band of six."}
    update = fact("The Larks | is | band", "They are six now", op="UPDATE", of="The Larks | is") | sentence
    tell(memory, server, "They are six now.", update)
    assert [one.statement for one in memory.facts.list(user_id=USER)] == ["The Larks are a band of six."]


def test_an_end_of_what_was_not_known_is_kept_as_what_was(memory: Memary, server: ModelServer) -> None:
    said = "I cancelled my membership at the Iron Gym."
    tell(memory, server, said, fact("User | member_of | Iron Gym", said, op="DELETE"))
    assert current(memory) == set()
    (past,) = memory.facts.list(user_id=USER, include_past=True)
    assert (past.statement, f"{past.invalid_at:%Y-%m-%d}") == ("User member of Iron Gym", "2026-05-01")


@pytest.mark.parametrize(
    ("said", "line", "statement", "kept"),
    [
        (
            "I left the Iron Gym.",
            "User | member_of | Iron Gym",
            "User was a member of the Iron Gym.",
            "User was a member of the Iron Gym.",
        ),
        (
            "Lena no longer works at Siemens.",
            "Lena | works_at | Siemens",
            "Lena no longer works at Siemens.",
            "Lena works at Siemens",
        ),
        ("小李不再在华为工作了。", "小李 | 就职于 | 华为", "小李不再在华为工作了。", "小李 就职于 华为"),
        (
            "以前我天天一杯拿铁，现在不喝了。",
            "User | 喝 | 拿铁",
            "用户以前天天喝一杯拿铁，现在不再喝了。",
            "用户以前天天喝一杯拿铁，现在不再喝了。",
        ),
        (
            "I cancelled my Spotify subscription.",
            "User | subscribes_to | Spotify",
            "User cancelled the Spotify subscription.",
            "User subscribes to Spotify",
        ),
        ("我取消了爱奇艺会员。", "User | 订阅 | 爱奇艺", "用户取消了爱奇艺会员。", "User 订阅 爱奇艺"),
    ],
)
def test_what_was_keeps_the_sentence_that_tells_it_but_not_one_that_denies_it(
    memory: Memary, server: ModelServer, said: str, line: str, statement: str, kept: str
) -> None:
    tell(memory, server, said, fact(line, said, op="DELETE") | {"statement": statement})
    (past,) = memory.facts.list(user_id=USER, include_past=True)
    assert (past.statement, past.valid_at) == (kept, BEGINNING)


@pytest.mark.parametrize(
    ("said", "line", "statement", "predicate"),
    [
        (
            "It had been agreed that Omar moves into the Lyon flat; that is off.",
            "Omar | moves_into | Lyon flat",
            "It had been agreed that Omar moves into the Lyon flat.",
            "plans_to_move_into",
        ),
        (
            "I'm not flying to Iceland after all.",
            "User | plans_to | fly to Iceland",
            "User planned to fly to Iceland.",
            "plans_to",
        ),
        (
            "本来要请小周来读书会讲课，现在取消了。",
            "小周 | 讲课于 | 读书会",
            "本来要请小周来读书会讲课。",
            "计划讲课于",
        ),
    ],
)
def test_a_plan_that_was_dropped_never_came_to_be(
    memory: Memary, server: ModelServer, said: str, line: str, statement: str, predicate: str
) -> None:
    end = fact(line, said, op="DELETE", since="2026-06") | {"statement": statement}
    tell(memory, server, said, end)
    assert current(memory) == set()
    (plan,) = memory.facts.list(user_id=USER, include_past=True)
    assert (plan.predicate, plan.statement) == (predicate, statement)
    assert (f"{plan.valid_at:%Y-%m-%d %H}", f"{plan.invalid_at:%Y-%m-%d %H}") == ("2026-05-01 00", "2026-05-01 09")


def test_a_request_to_forget_tells_nothing_else(memory: Memary, server: ModelServer) -> None:
    said = "Strike what I told you of my tooth, it hurts my pride."
    tell(memory, server, said, fact("User | has | tooth", said, op="FORGET"), fact("User | feels | hurt pride", said))
    assert current(memory) == set()


def test_a_passing_detail_that_comes_back_is_one_no_more(memory: Memary, server: ModelServer) -> None:
    for said in ("I saw a heron.", "I saw the heron again."):
        tell(memory, server, said, fact("User | saw | heron", said, importance=1))
    assert [one.importance for one in memory.facts.list(user_id=USER)] == [2]


def test_what_happened_once_has_its_day_and_no_day_moves_in_another_zone(server: ModelServer) -> None:
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    with Memary.open("sqlite://", worker=False, timezone="America/New_York", reflect_after=0, **settings) as memory:
        said = "I visited the zoo on 17 April."
        tell(memory, server, said, fact("User | visited | zoo", said, since="2026-04-17", until="2026-04-17"))
        said = "I have lived in Ghent since 17 March."
        tell(memory, server, said, fact("User | lives_in | Ghent", said, since="2026-03-17"))
        shown = memory.context("What did I do on 17 April 2026? And where do I live?", user_id=USER).text
    assert re.search(r"zoo \(2026-04-17\)", shown), shown
    assert "Ghent (since 2026-03-17)" in shown


def test_a_model_is_shown_when_what_is_known_ends_or_has_ended(memory: Memary, server: ModelServer) -> None:
    told = "We rehearse with Ben until 9 May, the fair was on 30 April, and I left Bosch on Wednesday."
    tell(
        memory,
        server,
        told,
        fact("User | rehearses_with | Ben", told, since="2026-04", until="2026-05-09"),
        fact("User | went_to | the fair", told, since="2026-04-30", until="2026-04-30"),
        fact("User | works_at | Bosch", told, op="DELETE", until="2026-04-29"),
    )
    tell(memory, server, "Bosch, the fair and Ben: what a spring!")
    shown = prompt_text(server.requests[-1].body)
    assert "User | rehearses_with | Ben | 2026-04–2026-05-09" in shown
    assert "User | went_to | the fair | 2026-04-30\n" in shown
    assert "User | works_at | Bosch | –2026-04-29" in shown


@pytest.mark.parametrize(
    ("since", "until", "when"),
    [
        ("1971", None, "1971"),
        ("2026-02", None, "2026-02"),
        ("2026-03-25", None, "2026-03-25"),
        (None, "2026-07", "≤05-01–2026-07"),
        (None, "2026", "≤05-01–2026"),
        (None, "2026-05-14", "≤05-01–2026-05-14"),
        ("2019", "2024", "2019–2024"),
        (None, "2025", "–2025"),
        (None, "2026-04-20", "–2026-04-20"),
    ],
)
def test_a_model_is_shown_times_no_finer_than_they_were_told(
    memory: Memary, server: ModelServer, since: str | None, until: str | None, when: str
) -> None:
    said = "About the choir: I sing in it, and for how long you know."
    tell(memory, server, said, fact("User | sings_in | the choir", said, since=since, until=until))
    tell(memory, server, "The choir, again!")
    assert f"User | sings_in | the choir | {when}\n" in prompt_text(server.requests[-1].body)


@pytest.mark.parametrize(
    ("said", "triple", "again", "shown"),
    [
        ("I see Dr. Kowal on the 14th.", "User | has_appointment | Dr. Kowal", "Dr. Kowal?", "2026-05-14"),
        ("我14号去看王医生。", "用户 | 预约 | 王医生", "又是王医生！", "2026-05-14"),
        ("I visit Rome from 12 to 14 May.", "User | plans_to | visit Rome", "Rome!", "2026-05-12–2026-05-14"),
    ],
)
def test_a_model_is_shown_the_days_of_a_plan_alone_and_not_when_it_was_told(
    memory: Memary, server: ModelServer, said: str, triple: str, again: str, shown: str
) -> None:
    tell(memory, server, said, fact(triple, said, until="2026-05-14"))
    tell(memory, server, again)
    assert f"{triple} | {shown}\n" in prompt_text(server.requests[-1].body)


def test_a_corrected_fact_began_no_later_than_the_mistake_was_told(memory: Memary, server: ModelServer) -> None:
    said = "Tove cannot have egg."
    tell(memory, server, said, fact("Tove | has_allergy | egg", said))
    said = "I had it swapped: it is milk that Tove cannot have."
    told = fact("Tove | has_allergy | milk", said, op="UPDATE", correction=True, of="Tove | has_allergy")
    tell(memory, server, said, told, on="2026-06-02T09:00:00Z")
    tell(memory, server, "Tove and her milk!", on="2026-06-03T09:00:00Z")
    assert "Tove | has_allergy | milk | ≤05-01" in prompt_text(server.requests[-1].body)


@pytest.mark.parametrize(
    ("known", "said"), [("Mia Chen", "Mia rang last night, she is well."), ("陆子轩", "昨晚子轩打来电话。")]
)
def test_a_model_is_shown_whom_a_message_calls_by_the_first_name(
    memory: Memary, server: ModelServer, known: str, said: str
) -> None:
    people = [{"name": name, "type": "person"} for name in ("Tom Miller", "王丽娟", known)]
    server.respond(json.dumps({"entities": people, "facts": []}))
    memory.add(f"I met Tom Miller, 王丽娟 and {known}.", user_id=USER, wait=True)
    tell(memory, server, said)
    heading = texts("en" if said.isascii() else "zh").known_entities
    shown = prompt_text(server.requests[-1].body).partition(f"{heading}:\n")[2].partition("\n\n")[0]
    assert known in shown
    assert not [person["name"] for person in people[:2] if person["name"] in shown]


def test_an_appointment_is_true_from_when_it_is_told_and_its_change_takes_its_place(
    memory: Memary, server: ModelServer
) -> None:
    first, later = "I have booked a check-up for 25 May.", "I have booked the check-up on 25 May for the four of us."
    tell(memory, server, first, fact("User | booked | check-up on 25 May", first, since="2026-05-25"))
    changed = fact("User | booked | check-up for four", later, since="2026-05-25", op="UPDATE", of="User | booked")
    tell(memory, server, later, changed, on="2026-05-02T09:00:00Z")
    held = memory.facts.list(user_id=USER, as_of="2026-05-03T09:00:00Z")
    assert [one.object for one in held] == ["check-up for four"]
    assert not memory.facts.list(user_id=USER, as_of="2026-05-27T09:00:00Z")


def test_a_fact_without_a_sentence_gets_one_that_english_has(memory: Memary, server: ModelServer) -> None:
    said = "I work at Bosch and I study law."
    tell(memory, server, said, fact("User | work at | Bosch", said), fact("User | study | law", said))
    assert {one.statement for one in memory.facts.list(user_id=USER)} == {"User works at Bosch", "User studies law"}


@pytest.mark.parametrize(
    ("said", "then", "question", "line"),
    [
        ("I lost my job at Kodak in January.", "I run a shop since I lost my job.", "Where do I work?",
         " — later said instead: Ada, who lost her job in January, runs a shop"),
        ("我一月丢了柯达的工作。", "丢了工作以后我开了一家店。", "我在哪里工作？",
         " — 后来改说：小林一月丢了工作，现在开店"),
    ],
)  # fmt: skip
def test_what_a_fact_is_replaced_by_from_its_beginning_on_denies_nothing_that_was_said(
    memory: Memary, server: ModelServer, said: str, then: str, question: str, line: str
) -> None:
    told = line.rpartition(": " if said.isascii() else "：")[2] + ("." if said.isascii() else "。")
    before = fact("User | works at | nowhere", said, statement=said, since="2026-01")
    tell(memory, server, said, before, on="2026-01-20T09:00:00Z")
    tell(memory, server, then, fact("User | works at | a shop", then, statement=told, since="2026-01", op="UPDATE",
                                    of="User"), on="2026-02-08T09:00:00Z")  # fmt: skip

    window = memory.context(question, user_id=USER).text

    assert next(one for one in window.splitlines() if said in one and one.startswith("- [")).endswith(line)


@pytest.mark.parametrize(
    ("said", "then", "question", "facts"),
    [
        ("I painted a portrait last week.", "Painting the portrait felt freeing.", "What did I paint?",
         ("User painted a portrait.", "User painted a portrait and felt free.")),
        ("我上周画了一幅自画像。", "画那幅自画像让我很自由。", "我画了什么？",
         ("用户画了自画像。", "用户画了自画像，觉得自由。")),
    ],
)  # fmt: skip
def test_an_act_that_is_told_again_more_exactly_is_not_denied_when_its_days_are_over(
    memory: Memary, server: ModelServer, said: str, then: str, question: str, facts: tuple[str, str]
) -> None:
    painted, days = "User | painted | the portrait", {"since": "2026-01-12", "until": "2026-01-18"}
    tell(memory, server, said, fact(painted, said, statement=facts[0], **days), on="2026-01-20T09:00:00Z")
    again = fact(painted, then, statement=facts[1], op="UPDATE", of="User", **days)
    tell(memory, server, then, again, on="2026-01-21T09:00:00Z")

    window = memory.context(question, user_id=USER).text

    assert next(one for one in window.splitlines() if said in one and one.startswith("- [")).endswith(said)


@pytest.mark.parametrize(
    ("said", "then", "question", "lines"),
    [
        ("I want to work in counselling.", "I want to work in counselling with teenagers.", "What do I want to do?",
         ("User | wants_to | work in counselling", "User | wants_to | work in counselling with teenagers")),
        ("我想喝咖啡。", "我想喝加奶的咖啡。", "我想喝什么？",
         ("用户 | 想喝 | 咖啡", "用户 | 想喝 | 加奶的咖啡")),
    ],
)  # fmt: skip
def test_a_wish_that_is_told_more_exactly_is_not_over(
    memory: Memary, server: ModelServer, said: str, then: str, question: str, lines: tuple[str, str]
) -> None:
    tell(memory, server, said, fact(lines[0], said))
    tell(memory, server, then, fact(lines[1], then, op="UPDATE", of=lines[0].split(" | ")[0].replace("用户", "User")))

    window = memory.context(question, user_id=USER).text

    assert next(one for one in window.splitlines() if said in one and one.startswith("- [")).endswith(said)


@pytest.mark.parametrize(
    ("since", "began"),
    [("2026-05", "2026-05-28"), ("2026-05-10", "2026-05-10"), ("2026-04", "2026-04-01")],
)
def test_a_change_told_of_this_month_does_not_begin_before_the_old_was_said(
    memory: Memary, server: ModelServer, since: str, began: str
) -> None:
    said = "Dad takes 10 mg of amlodipine."
    tell(memory, server, said, fact("Dad | takes | amlodipine 10 mg", said), on="2026-05-05T09:00:00Z")
    said = "They halved his amlodipine to 5 mg."
    new = fact("Dad | takes | amlodipine 5 mg", said, op="UPDATE", since=since, of="Dad | takes")
    tell(memory, server, said, new, on="2026-05-28T09:00:00Z")
    old, new = sorted(memory.facts.list(user_id=USER, include_past=True), key=lambda one: one.created_at)
    assert f"{new.valid_at:%Y-%m-%d}" == f"{old.invalid_at:%Y-%m-%d}" == began
    then = memory.facts.list(user_id=USER, as_of="2026-05-12T00:00:00Z")
    assert [one.object for one in then] == ["amlodipine 10 mg" if since == "2026-05" else "amlodipine 5 mg"]


@pytest.mark.parametrize("told", ["2026-06-01", "2026-06-20"])
def test_a_plan_that_came_true_on_a_day_told_is_over_with_that_day(
    memory: Memary, server: ModelServer, told: str
) -> None:
    said = "Production goes to Postgres 16 on 1 June."
    plan = fact("production | plans_to | go to Postgres 16", said, since="2026-06-01", until="2026-06-01")
    tell(memory, server, said, plan)
    said = "Production runs on Postgres 16 since 1 June."
    true = fact("production | runs_on | Postgres 16", said, op="UPDATE", since="2026-06-01", of="production | plans")
    tell(memory, server, said, true, on=f"{told}T18:00:00Z")
    (old,) = (one for one in memory.facts.list(user_id=USER, include_past=True) if one.predicate == "plans_to")
    assert f"{old.valid_at:%Y-%m-%d} {old.invalid_at:%Y-%m-%d}" == "2026-05-01 2026-06-02"
    assert not is_planned(old)


@pytest.mark.parametrize(
    ("known", "ended", "is_over"),
    [
        ("Dad | takes_medication | amlodipine 5 mg", "Dad | takes_medication | amlodipine", True),
        ("User | has | white van", "User | has | van", True),
        ("User | has | car insurance", "User | has | car", False),
        ("爸爸 | 服用 | 氨氯地平5毫克", "爸爸 | 服用 | 氨氯地平", True),
        ("User | 有 | 车险", "User | 有 | 车", False),
    ],
)
def test_an_end_without_a_number_is_that_of_the_one_fact_that_tells_the_same_in_more_words(
    memory: Memary, server: ModelServer, known: str, ended: str, *, is_over: bool
) -> None:
    held, over = ("There is {}.", "No more {}.") if ended.isascii() else ("现在有{}。", "{}没有了。")
    said, told = held.format(known.split(" | ")[-1]), known.replace(" | ", " ")
    tell(memory, server, said, fact(known, said), on="2026-04-01T09:00:00Z")
    assert told in current(memory)
    said = over.format(ended.split(" | ")[-1])
    tell(memory, server, said, fact(ended, said, op="DELETE"))
    assert (told not in current(memory)) == is_over


def test_what_was_called_off_before_its_day_did_not_take_place_also_where_the_talk_comes_in_later(
    memory: Memary, server: ModelServer
) -> None:
    """The model was not shown the fact, or does not say that it means it."""
    is_on = fact("party | takes_place_on | the 21st", "on the 21st", since="2026-05-21", until="2026-05-21")
    is_off = fact("party | takes_place_on | the 21st", "double booked on the 21st", op="DELETE", until="2026-05-03")
    tell(memory, server, "The party is on the 21st.", is_on)
    tell(memory, server, "The pub is double booked on the 21st.", is_off, on="2026-05-03T09:00:00Z")
    assert memory.facts.list(user_id=USER, as_of="2026-05-21") == []
