"""Which of the known facts are shown with new messages, and in what order."""

from __future__ import annotations

import json

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import TODAY, USER, fact, number, tell
from memary import Memary
from memary.languages import texts


@pytest.mark.parametrize(
    ("advice", "telling", "said"),
    [
        (
            "assistant | advised | stretching, walks, light dinners, early nights and a warm bath for a back in pain",
            "User | has | back pain",
            "The pain in my back is gone after a bath.",
        ),
        (
            "助手 | 建议 | 拉伸、热敷、散步、清淡饮食、早睡、游泳、靠墙站和按摩来缓解腰痛",
            "User | 患有 | 腰痛",
            "按摩以后腰痛好了。",
        ),
    ],
)
def test_what_is_told_briefly_is_shown_before_long_advice_that_shares_more(
    memory: Memary, server: ModelServer, advice: str, telling: str, said: str
) -> None:
    others = [f"User | likes | {what}" for what in ("a walk", "a bath", "an early night")]
    lines = [advice, telling, *(others if said.isascii() else ["User | 喜欢 | 按摩", "User | 喜欢 | 热敷"])]
    given = [dict(zip(("subject", "predicate", "object"), line.split(" | "), strict=True)) for line in lines]
    memory.facts.add(given, user_id=USER)
    tell(memory, server, said)
    prompt, heading = prompt_text(server.last_chat), texts("en" if said.isascii() else "zh").known_facts
    assert number(prompt, heading, telling) < number(prompt, heading, advice.rpartition(" | ")[0])


def test_a_user_without_a_name_is_called_as_the_prompt_tells_to(memory: Memary, server: ModelServer) -> None:
    memory.facts.add([{"subject": "User", "predicate": "喜欢", "object": "按摩"}], user_id=USER)
    tell(memory, server, "我今天又去按摩了。")
    prompt = prompt_text(server.last_chat)
    assert "用户 | 喜欢 | 按摩" in prompt
    assert "1. 用户 (person)" in prompt
    assert "User" not in prompt.partition(texts("zh").known_entities)[2]
    tell(memory, server, "I had another massage.")
    assert "User | 喜欢 | 按摩" in prompt_text(server.last_chat)


def test_what_was_changed_or_forgotten_since_the_last_message_is_shown_as_it_is_now(
    memory: Memary, server: ModelServer
) -> None:
    def shown(when: str) -> str:
        tell(memory, server, f"We went to the harbour {when}, my boat and I.")
        return prompt_text(server.last_chat)

    memory.facts.add([{"subject": "User", "predicate": "owns", "object": "boat"}], user_id=USER)
    memory.facts.add([{"subject": "User", "predicate": "works at", "object": "harbour"}], user_id=USER)
    assert "User | owns | boat" in shown("at noon")
    memory.facts.add([{"subject": "boat", "predicate": "lies in", "object": "harbour"}], user_id=USER)
    assert "boat | lies_in | harbour" in shown("at night")
    memory.forget(user_id=USER, entity="boat", with_sources=False)
    after = shown("at dawn")
    assert "owns | boat" not in after
    assert "User | works_at | harbour" in after


def test_values_told_in_one_month_are_shown_with_their_days_and_those_of_another_year_with_their_month(
    memory: Memary, server: ModelServer
) -> None:
    for day, budget in (("2025-11-03", "95k"), ("2026-11-06", "120k"), ("2026-11-19", "135k")):
        said = f"Falcon may cost {budget}."
        tell(memory, server, said, fact(f"Falcon | may_cost | {budget}", said), on=f"{day}T09:00:00Z")
    tell(memory, server, "How much may Falcon cost? That's the question.", on="2026-11-20T09:00:00Z")
    prompt = prompt_text(server.last_chat)
    assert "Falcon | may_cost | 120k | ≤11-06\n" in prompt
    assert "Falcon | may_cost | 135k | ≤11-19\n" in prompt
    assert "Falcon | may_cost | 95k | ≤2025-11\n" in prompt


@pytest.mark.parametrize(
    ("subject", "wanted", "others", "said"),
    [
        ("Dan", "owns | Falcon", ("likes", "reviews", "visits", "calls", "thanks"), "No! The owner is Dan."),
        ("Mia", "leads | Tidepool", ("likes", "reviews", "visits", "calls", "thanks"), "Mia is no leader any more."),
        ("陈伟", "负责 | 海川接口", ("喜欢", "拜访", "感谢", "联系", "认识"), "陈伟不是负责人了。"),
    ],
)
def test_of_whom_a_message_names_what_it_speaks_of_by_the_relation_comes_first(
    memory: Memary, server: ModelServer, subject: str, wanted: str, others: tuple[str, ...], said: str
) -> None:
    predicate, _, object_ = wanted.partition(" | ")
    lines = [*((other, f"{object_} {n}") for n, other in enumerate(others)), (predicate, object_)]
    memory.facts.add([{"subject": subject, "predicate": p, "object": o} for p, o in lines], user_id=USER)
    tell(memory, server, said)
    prompt, heading = prompt_text(server.last_chat), texts("en" if said.isascii() else "zh").known_facts
    assert number(prompt, heading, subject) == number(prompt, heading, f"{subject} | {wanted}")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("works_at | Halvorsen Dental", "I turned in my badge this morning. Ten years, and there was a sheet cake."),
        ("养 | 四十二箱中华蜂", "嗡嗡嗡听了六年，今天院子里静得我心慌。"),
    ],
)
def test_what_is_nearest_in_meaning_is_shown_though_it_has_no_word_of_the_message(
    memory: Memary, server: ModelServer, wanted: str, said: str
) -> None:
    others = [("likes", f"{dish} soup") for dish in ("onion", "leek", "carrot", "pea", "lentil", "fish", "bean")]
    others += [("visited", town) for town in ("Oslo", "Turin", "Ghent", "Gdynia", "Malmö", "Porto", "Bergen")]
    lines = [tuple(wanted.split(" | ")), *others]
    told = [{"subject": "User", "predicate": p, "object": o, "valid_at": "2026-01-05T09:00:00Z"} for p, o in lines]
    memory.facts.add(told, user_id=USER)
    tell(memory, server, said)
    assert wanted in prompt_text(server.last_chat)


def test_a_chinese_word_is_found_where_it_may_be_cut_in_two_ways(memory: Memary, server: ModelServer) -> None:
    told = (("血压是", "138/86"), ("有手术", "膝盖"), ("牙齿是", "疼的"), ("胃是", "不舒服的"))
    memory.facts.add([{"subject": "User", "predicate": p, "object": o} for p, o in told], user_id=USER)
    tell(memory, server, "胃好了，又开始跑步了。")
    prompt, heading = prompt_text(server.last_chat), texts("zh").known_facts
    assert number(prompt, heading, "User | 胃是") < number(prompt, heading, "User | 血压是")


def test_a_name_that_the_prompt_has_anyway_is_no_known_fact(memory: Memary, server: ModelServer) -> None:
    said = "I'm Nora Feld, and I work at Quayline."
    told = fact("User | is_called | Nora Feld", said), fact("User | works_at | Quayline", said)
    tell(memory, server, said, *told)
    tell(memory, server, "Quayline is moving house, says Nora Feld.")
    prompt = prompt_text(server.last_chat)
    assert "Nora Feld | works_at | Quayline" in prompt
    assert "is_called" not in prompt


def test_a_known_fact_is_shown_with_what_its_sentence_says_beside_the_triple(
    memory: Memary, server: ModelServer
) -> None:
    rule = "In the shop's code ORMs are never used; only plain SQL through pgx."
    given = {"subject": "shop", "predicate": "never_uses", "object": "ORMs", "statement": rule}
    goal = {
        "subject": "User",
        "predicate": "has_goal",
        "object": "two hours",
        "statement": "User's goal in Oslo: two hours.",
    }
    plain = [
        {"subject": "shop", "predicate": "uses", "object": "goose"},
        {"subject": "shop", "predicate": "is_in", "object": "Oslo"},
    ]
    memory.facts.add([given, goal, *plain], user_id=USER)
    tell(memory, server, "Which ORMs does the shop in Oslo use, and does it still use goose? My goal is two hours.")
    prompt = prompt_text(server.requests[-1].body)
    assert rule in prompt
    assert "User's goal in Oslo" in prompt  # few words more, but a name among them
    assert "shop uses goose" not in prompt  # the triple says as much


def test_a_plan_of_these_days_and_the_last_of_a_series_are_shown(memory: Memary, server: ModelServer) -> None:
    said = "I ran 8 km, then 9 km a week later. The race is on 30 April."
    runs = [
        fact(f"User | ran | {run}", said, since=day, until=day)
        for day, run in (("2026-04-10", "8 km"), ("2026-04-17", "9 km"))
    ]
    plan = fact("User | plans_to_start_in | race", said, since="2026-04-30", until="2026-04-30")
    server.script(json.dumps({"facts": [*runs, plan]}), '{"facts": []}')
    for day, text in (("2026-04-18", said), ("2026-05-01", "Done, in 48 minutes! All in all I ran 21 km this week.")):
        told = [{"role": "user", "content": text, "created_at": f"{day}T09:00:00Z"}]
        memory.add(told, user_id=USER, session_id=day, wait=True)
    known = prompt_text(server.last_chat).partition("KNOWN facts:\n")[2].partition("NEW")[0]
    assert "User | plans_to_start_in | race | 2026-04-30" in known
    assert "User | ran | 9 km | 2026-04-17" in known
    assert "8 km" not in known


@pytest.mark.parametrize(
    ("line", "before", "said"),
    [
        ("用户 | 上晚班 | 每周二、周四", "我每周二、周四上晚班。", "They moved my evening shifts to Mondays."),
        ("User | works_shifts_on | Tuesdays", "I work shifts on Tuesdays.", "我的晚班改到星期一了。"),
    ],
)
def test_what_a_message_in_another_language_may_change_is_among_the_known(
    memory: Memary, server: ModelServer, line: str, before: str, said: str
) -> None:
    server.script(json.dumps({"facts": [fact(line, before)]}), '{"facts": []}')
    for session, text in (("s1", before), ("s2", said)):
        memory.add([{"role": "user", "content": text, "created_at": TODAY}], user_id=USER, session_id=session)
        memory.flush()
    assert line.rpartition(" | ")[2] in prompt_text(server.last_chat).partition(said)[0]


def test_every_subject_of_the_facts_shown_has_a_number(memory: Memary, server: ModelServer) -> None:
    hosts = [f"{name} host" for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta")]
    told = [{"subject": one, "predicate": "was_installed_by", "object": "Priya"} for one in hosts]
    memory.facts.add(told, user_id=USER)
    tell(memory, server, "Which host was installed by Priya: " + ", ".join(one.split()[0] for one in hosts) + "?")
    prompt, words = prompt_text(server.requests[-1].body), texts("en")
    shown = [one for one in hosts if f". {one} | was_installed_by" in prompt]
    assert len(shown) > 6
    assert all(number(prompt, words.known_entities, one) for one in shown)


@pytest.mark.parametrize(
    ("before", "line", "description", "said"),
    [
        ("I learn Mandarin for Jun's mum.", "User | learns_for | Jun's mum", "", "俊的妈妈要来。"),
        ("Dad, Arthur, rang.", "User | spoke_to | Arthur", "User's dad, 78", "爸爸今天好多了。"),
        ("I met Sana.", "User | met | Sana", "", "昨天Sana开始上班了。"),
        ("We bought a deck oven.", "User | bought | deck oven", "oven of the bakery", "新烤箱太热了。"),
        ("我认识小俊的妈妈。", "用户 | 认识 | 小俊的妈妈", "", "Jun's mum is coming."),
        ("我买了烤箱。", "用户 | 买了 | 烤箱", "面包店的烤箱", "The oven is too hot."),
    ],
)
def test_who_a_message_means_in_another_language_is_among_the_known(
    memory: Memary, server: ModelServer, before: str, line: str, description: str, said: str
) -> None:
    name = line.rpartition(" | ")[2]
    thing = {"name": name, "type": "product" if "oven" in name or "烤箱" in name else "person"}
    server.script(
        json.dumps({"facts": [fact(line, before)], "entities": [{**thing, "description": description}]}),
        '{"facts": []}',
    )
    for session, text in (("s1", before), ("s2", said)):
        memory.add(
            [{"role": "user", "content": text, "created_at": TODAY}], user_id=USER, session_id=session, wait=True
        )
    prompt, words = prompt_text(server.last_chat), texts("en" if said.isascii() else "zh")
    shown = prompt.partition(f"{words.known_entities}:\n")[2].partition("\n\n")[0]
    assert name in shown


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("party | takes_place_on | Saturday 21 November", "They are double booked with a wedding on the 21st."),
        ("Tom | takes | amlodipine 5 mg", "Those 5mg ones were out of stock."),
    ],
)
def test_a_number_with_its_ending_brings_the_fact_that_tells_it_without(
    memory: Memary, server: ModelServer, known: str, said: str
) -> None:
    lines = [known, *(f"person {number} | lives_in | town {number}" for number in range(100, 160))]
    given = [dict(zip(("subject", "predicate", "object"), line.split(" | "), strict=True)) for line in lines]
    memory.facts.add(given, user_id=USER)
    tell(memory, server, said)
    assert known in prompt_text(server.last_chat)


@pytest.mark.parametrize(
    ("unsettled", "other", "said"),
    [
        (
            "User | wants_to_own | canoe of her own",
            "User | was_on_river_Elbe | in a canoe, week {}",
            "I have it! On the river Elbe, in a canoe.",
        ),
        (
            "User | is_undecided_about | canoe or kayak",
            "User | was_on_river_Elbe | in a canoe, week {}",
            "A canoe it is: I was on the river Elbe.",
        ),
        (
            "用户 | 还在考虑 | 要不要弄条好一点的皮划艇回家放着",
            "用户 | 去过易北河 | 划皮划艇，第{}周",
            "定了！今天去易北河划皮划艇，第9周。",
        ),
    ],
)
def test_what_is_unsettled_is_shown_beside_what_news_has_more_words_in_common_with(
    memory: Memary, server: ModelServer, unsettled: str, other: str, said: str
) -> None:
    lines = [unsettled, *(other.format(week) for week in range(1, 60))]
    given = [dict(zip(("subject", "predicate", "object"), line.split(" | "), strict=True)) for line in lines]
    memory.facts.add(given, user_id=USER)
    tell(memory, server, said)
    assert unsettled in prompt_text(server.last_chat)
