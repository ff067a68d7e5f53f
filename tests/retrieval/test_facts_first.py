"""A fact that answers comes first, what says nothing comes last, and nonsense is told as such."""

from __future__ import annotations

from typing import Any

import pytest
from support.samples.graphs import edge

from benchmarks.recall import facts_first
from memary import Memary


@pytest.mark.long
@pytest.mark.parametrize("language", facts_first.LANGUAGES)
def test_the_fact_that_answers_is_among_the_first_three_also_after_a_hundred_turns(
    memory: Memary, language: str
) -> None:
    facts_first.teach(memory, language)
    alone = facts_first.ask(memory, language)
    facts_first.chat(memory, language)
    after = facts_first.ask(memory, language)
    assert min(alone.found, after.found) >= 0.95, (alone.missed, after.missed)
    assert not after.own_first
    assert not alone.refused
    assert not after.refused
    known = [
        question for question in facts_first.nonsense(language) if facts_first.is_known(memory, question, language)
    ]
    assert len(known) <= 3, known
    own = facts_first.nonsense(language, own=True)
    assert len([question for question in own if facts_first.is_known(memory, question, language)]) <= 3


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("妹妹叫什么名字", "用户的妹妹是小雨。"),
        ("老板的名字是什么", "用户的老板是老王。"),
        ("dentist name", "User's dentist is Dr. Weber."),
        ("What is the name of my dentist?", "User's dentist is Dr. Weber."),
    ],
)
def test_a_fact_answers_who_asks_for_a_name_though_it_does_not_say_that_it_is_one(
    memory: Memary, question: str, fact: str
) -> None:
    said = ["My dentist is Dr. Weber. I live in Berlin. 我妹妹叫小雨。", "我老板是老王。", "I moved to Lisbon."]
    memory.add(said, user_id="ada")
    memory.flush()
    assert memory.search(question, user_id="ada")[0].text == fact


@pytest.mark.parametrize("question", ["What do you know about me?", "你知道我什么？"])
def test_who_asks_what_is_known_of_them_is_shown_facts_before_all_that_was_said(
    memory: Memary, question: str
) -> None:
    memory.add(
        [{"role": "user", "content": f"What do you know about the {n}th of them?"} for n in range(30)],
        user_id="ada",
        infer=False,
    )
    memory.facts.add([edge("User", "likes", "tea"), edge("User", "lives_in", "Graz")], user_id="ada")
    assert [hit.kind for hit in memory.search(question, user_id="ada")[:3]] == ["fact", "fact", "message"]


def test_hits_are_weak_only_where_nothing_has_to_do_with_the_question(memory: Memary) -> None:
    memory.add("My brother repairs clocks in Ghent.", user_id="ada", infer=False)
    assert all(hit.weak for hit in memory.search("molybdenum futures yield", user_id="ada"))
    assert not any(hit.weak for hit in memory.search("Who repairs clocks?", user_id="ada"))


@pytest.mark.parametrize(
    ("known", "question"),
    [
        (
            edge("User", "has_nickname", "Sparky", statement="User's friends call User Sparky."),
            "What nickname do I have?",
        ),
        (edge("用户", "患有", "哮喘", statement="用户患有哮喘。"), "我身体有什么毛病？"),
    ],
)
def test_an_everyday_question_about_the_user_is_not_refused_where_facts_of_the_user_are_found(
    memory: Memary, known: dict[str, object], question: str
) -> None:
    memory.facts.add([known], user_id="ada")
    assert not any(hit.weak for hit in memory.search(question, user_id="ada"))


@pytest.mark.parametrize("question", ["Is my trebuchet loaded?", "谁给我的编钟调音"])
def test_a_strange_question_is_refused_also_about_the_user_who_is_known(memory: Memary, question: str) -> None:
    memory.facts.add([edge("User", "likes", "tea")], user_id="ada")
    assert all(hit.weak for hit in memory.search(question, user_id="ada"))


def test_a_question_among_other_sentences_is_judged_by_its_own_words(memory: Memary) -> None:
    memory.add("My brother repairs clocks in Ghent.", user_id="ada", infer=False)
    around = "The weather is lovely and warm. Yesterday we saw a film about penguins and whales and icebergs. "
    assert not any(hit.weak for hit in memory.search(f"{around}Who repairs clocks?", user_id="ada"))


def test_what_was_only_asked_or_refused_stands_below_what_says_something(memory: Memary) -> None:
    memory.add(
        [
            {"role": "user", "content": "Luka found a flat near the tram depot in Graz."},
            {"role": "user", "content": "Where does Luka live?"},
            {"role": "assistant", "content": "I'm sorry, I don't know where Luka lives."},
        ],
        user_id="ada",
        infer=False,
    )
    first, *others = memory.search("Where does Luka live?", user_id="ada")
    assert first.text.startswith("Luka found")
    assert all("says nothing" in hit.explain.factors for hit in others)


@pytest.mark.parametrize("question", ["What do I do for a living?", "What is my profession?", "我是做什么工作的？"])
def test_a_relation_is_found_in_whatever_words_it_is_asked_for(memory: Memary, question: str) -> None:
    memory.facts.add([edge("User", "works_as", "cartographer")], user_id="ada")
    memory.facts.add([edge("User", "met", f"mate{n}") for n in range(60)], user_id="ada")
    assert memory.search(question, user_id="ada")[0].text == "User works as cartographer."


@pytest.mark.long
@pytest.mark.parametrize("language", facts_first.LANGUAGES)
def test_a_fact_is_found_by_other_words_than_its_own_also_if_the_question_was_refused_before(
    memory: Memary, language: str
) -> None:
    for name in facts_first.FURTHER:
        outcome = facts_first.of_further_user(memory, name, language)
        assert len(outcome.missed) - len(outcome.untold) <= 6, outcome.missed
        assert len(outcome.refused) <= 1, outcome.refused
        assert not outcome.own_first


@pytest.mark.parametrize(
    ("question", "known", "answer"),
    [
        (
            "Where does my husband work?",
            [edge("User", "married_to", "Tom"), edge("Tom", "employed_by", "Acme")],
            "Acme",
        ),
        (
            "What's my wife's occupation?",
            [edge("User", "has_spouse", "Eve"), edge("Eve", "works_as", "judge")],
            "judge",
        ),
    ],
)
def test_the_way_to_an_answer_is_followed_in_other_words(
    memory: Memary, question: str, known: list[dict[str, object]], answer: str
) -> None:
    memory.facts.add(known, user_id="ada")
    memory.facts.add([edge("User", "met", f"mate{n}") for n in range(60)], user_id="ada")
    assert any(answer in hit.text for hit in memory.search(question, user_id="ada", top_k=3))


def test_the_very_words_of_a_question_count_more_than_others_for_them(memory: Memary) -> None:
    red = edge("User", "car_colour", "red", statement="User's car is red.")
    blue = edge("User", "vehicle_colour", "blue", statement="User's vehicle is blue.")
    memory.facts.add([red, blue], user_id="ada")
    assert memory.search("What about my car?", user_id="ada")[0].text == "User's car is red."


@pytest.mark.parametrize(
    ("facts", "told", "question"),
    [
        (
            [
                edge("Ben", "cycles", "to work", statement="Ben cycles to the mill instead of the bus."),
                edge("Mia", "takes", "stairs", statement="Mia takes the stairs at the mill instead of the lift."),
            ],
            "Take ground chia instead of psyllium, one to one; the mill sells it.",
            "What does the mill sell instead of psyllium?",
        ),
        (
            [
                edge("李强", "粘", "墙纸", statement="李强打算用胶粘墙纸。"),
                edge("小美", "粘", "模型", statement="小美打算用胶粘模型。"),
            ],
            "榫卯松了就用鱼鳔胶。",
            "打算用什么胶粘榫卯？",
        ),
    ],
)
@pytest.mark.embedding("words")
def test_a_fact_of_everyday_words_of_the_question_does_not_stand_before_the_message_with_the_rare_one(
    memory: Memary, facts: list[dict[str, Any]], told: str, question: str
) -> None:
    memory.facts.add(facts, user_id="ada")
    memory.add({"role": "assistant", "content": told}, user_id="ada", infer=False)
    assert memory.search(question, user_id="ada")[0].text == told


@pytest.mark.one_store
@pytest.mark.embedding("words")
def test_a_fact_that_shares_but_a_word_or_two_stands_behind_the_messages_that_answer(memory: Memary) -> None:
    memory.add(
        [
            {"role": "user", "content": "Mum found a teapot for Poppy, that's Ling's daughter, she is three now."},
            {"role": "assistant", "content": "Three already, happy birthday to Poppy."},
            {"role": "user", "content": "The Old Orchard Room has double-booked us, so the dinner moves."},
        ],
        user_id="ada",
        infer=False,
    )
    room = [edge("Old Orchard Room", verb, what) for verb, what in (("holds", "eighty"), ("is_in", "Bath"))]
    memory.facts.add([*room, edge("User", "loves", "old maps")], user_id="ada")
    found = memory.search("Who is Poppy and how old is she now?", user_id="ada")
    assert [hit.kind for hit in found[:2]] == ["message", "message"]


@pytest.mark.one_store
def test_what_is_wanted_of_the_assistant_answers_no_question_about_things(memory: Memary) -> None:
    memory.add("我的泡沫轴借给了李婷。", user_id="ada", infer=False)
    wish = edge("用户", "要求助手", "用表情符号", statement="用户说现在回答可以用表情符号了。")
    memory.facts.add([wish, edge("泡沫轴", "颜色是", "蓝色")], user_id="ada")
    assert memory.search("我的泡沫轴现在在谁那里？", user_id="ada")[-1].text == wish["statement"]


@pytest.mark.one_store
def test_of_a_time_without_an_end_comes_first_what_says_the_rest_of_the_question(memory: Memary) -> None:
    others = [edge("User", "visits", f"Bath {number}") for number in range(8)]
    plans = [{**plan, "valid_at": f"2030-01-0{day}"} for day, plan in enumerate(others, 1)]
    memory.facts.add([*plans, {**edge("rent", "rises_to", "7200"), "valid_at": "2030-03-01"}], user_id="ada")
    memory.add("The landlord says that the rent rises to 7200.", user_id="ada", infer=False)
    found = memory.search("What will my rent be after December 2029?", user_id="ada")
    assert all("7200" in hit.text for hit in found[:2])


@pytest.mark.one_store
def test_what_only_retells_a_message_takes_no_place_beside_it_among_the_first(memory: Memary) -> None:
    said = [f"Gina took {what} to the lake by bike." for what in ("bread", "tea", "a kite", "Otto")]
    ids = memory.add([{"content": text, "speaker": "Gina"} for text in said], user_id="ada", infer=False).ids
    retold = [
        {**edge("Gina", "observed", text, statement=text), "kind": "observation", "source_ids": (id_,)}
        for text, id_ in zip(said, ids, strict=True)
    ]
    memory.facts.add(retold, user_id="ada")
    found = memory.search("What did Gina take to the lake by bike?", user_id="ada")
    assert {hit.text for hit in found[:4]} == set(said)


def test_a_message_of_others_with_a_rare_word_does_not_stand_before_what_is_known_of_whom_is_asked() -> None:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as memory:
        memory.facts.add(
            [edge("Sam Adeyemi", "owns", "the status page"), edge("Sam Adeyemi", "has_job", "site engineer")],
            user_id="ada",
        )
        memory.add("Björn wants to know which of us is responsible.", user_id="ada", infer=False)
        found = memory.search("What is Sam Adeyemi responsible for?", user_id="ada")
        assert found[0].kind == "fact"


def test_a_shorter_list_of_hits_is_the_beginning_of_a_longer_one(memory: Memary) -> None:
    of_cleo = [edge("Cleo", "mends", what) for what in ("clocks", "shoes", "bikes")]
    of_cleo += [edge("Cleo", "likes", what) for what in ("tea", "snow", "chess")]
    friends = ("Ada", "Ben", "Dev", "Edda", "Finn")
    of_others = [edge("Cleo", "has_sister", "Mia"), edge("Mia", "rents_out", "boats on the lake")]
    memory.facts.add([*of_cleo, *(edge(name, "knows", "Cleo") for name in friends), *of_others], user_id="ada")
    asked = [f"{name} asked Cleo about boats on the lake, shelf {n}." for n in range(3) for name in friends]
    memory.add(asked, user_id="ada", infer=False)
    for question in (
        "Where on the lake does Cleo mend boats?",
        "Whose sister rents out boats?",
        "What does Cleo like?",
    ):
        whole = [hit.id for hit in memory.search(question, user_id="ada", top_k=20)]
        for few in (1, 3, 6, 10):
            assert [hit.id for hit in memory.search(question, user_id="ada", top_k=few)] == whole[:few]


def test_what_begins_as_others_do_stands_behind_the_best_ten_alone(memory: Memary) -> None:
    same = [f"Reminder from the calendar of the harbour office: boat {n} needs paint this week." for n in range(6)]
    other = [f"Somebody said that the paint of boat {n} is not what it was, and went home." for n in range(20)]
    memory.add([*same, *other], user_id="ada", infer=False)
    few = [hit.text for hit in memory.search("Which boat needs paint this week?", user_id="ada", top_k=10)]
    many = [hit.text for hit in memory.search("Which boat needs paint this week?", user_id="ada", top_k=20)]
    assert many[:10] == few
    assert set(same) <= set(few)
    assert not set(same).isdisjoint(few[-4:]), "the third and later ones come last of these"


def test_among_messages_that_tell_of_many_things_the_best_facts_are_seen(memory: Memary) -> None:
    memory.facts.add([edge("Rosa", "built", "the shelf"), edge("The shelf", "costs", "300 euros")], user_id="ada")
    for n in range(15):
        told = f"Day {n}: the new shop opens late, who paid the builder in the end, and the shelf samples wobble."
        memory.add(told, user_id="ada", infer=False)
    hits = memory.search("Who in the end was paid for the shelf for samples in the new shop?", user_id="ada")
    assert [hit.kind for hit in hits[:7]].count("fact") == 2


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what does dad take at night", "Henryk takes atorvastatin at night."),
        ("dads pills in the morning?", "Henryk takes candesartan in the morning."),
        ("What does my dad take at night?", "Henryk takes atorvastatin at night."),
        ("妈妈早上吃什么药？", "王芳早上吃二甲双胍。"),
    ],
)
def test_what_is_told_of_a_relative_comes_before_who_that_is(memory: Memary, question: str, answer: str) -> None:
    memory.facts.add(
        [
            edge("User", "has_father", "Henryk"),
            edge("Henryk", "takes", "atorvastatin at night"),
            edge("Henryk", "takes", "candesartan in the morning"),
            edge("Pavel", "takes", "ibuprofen at night"),
            edge("User", "has_mother", "王芳", statement="用户的妈妈是王芳。"),
            edge("王芳", "takes", "二甲双胍", statement="王芳早上吃二甲双胍。"),
            edge("李雷", "takes", "布洛芬", statement="李雷早上吃布洛芬。"),
        ],
        user_id="ada",
    )
    assert memory.search(question, user_id="ada")[0].text == answer
