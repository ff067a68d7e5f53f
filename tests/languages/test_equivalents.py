"""Other words for what is asked: of everyday things, in either language, also for what stands as a phrase."""

from __future__ import annotations

import pytest

from memary.languages.equivalents import words_alike, words_of_phrases


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        ("Who is my boss?", "boss", "manag"),
        ("When does my plane leave?", "plane", "flight"),
        ("Who lives next door?", "next", "neighbour"),
        ("What's my husband's name?", "husband", "spous"),
        ("我的领导是谁？", "领导", "上级"),
        ("我闲的时候做什么？", "我闲", "爱好"),
        ("What day do the internet people come?", "internet", "broadband"),
        ("网络师傅哪天来？", "网络", "宽带"),
        ("What is the estimate for the boiler?", "estim", "quot"),
        ("When is the vaccination?", "vaccin", "jab"),
        ("裁缝店的合同签到什么时候？", "合同", "租约"),
        ("奶奶的眼睛什么时候动的刀？", "动", "手术"),
        ("谁的箱子延误了？", "延误", "晚点"),
    ],
)
def test_a_word_asks_for_what_others_say(question: str, asked: str, said: str) -> None:
    assert said in words_alike(question)[asked]


def test_a_whole_asks_for_its_parts_and_not_the_other_way_round() -> None:
    assert "tenni" in words_alike("Which sport do I play?")["sport"]
    assert "football" not in words_alike("Where do I play tennis?").get("tenni", frozenset())


def test_a_phrase_without_any_telling_word_asks_too() -> None:
    assert {"like", "keep"} & {term for said in words_alike("What do I do for fun?").values() for term in said}


def test_what_is_in_no_list_asks_for_itself_alone() -> None:
    assert words_alike("molybdenum futures yield") == {}


def test_a_word_that_asks_which_is_no_home() -> None:
    assert not {"居住", "住"} & {term for said in words_alike("哪家的面好吃？").values() for term in said}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How do I get to the office?", "commut"),
        ("Who is my better half?", "wife"),
        ("When do I hit the sack?", "sleep"),
        ("我听谁的歌？", "乐队"),
        ("我每天坐什么去公司？", "地铁"),
        ("我一个月到手多少？", "月薪"),
    ],
)
def test_a_phrase_asks_also_with_little_words_in_it(question: str, said: str) -> None:
    assert said in {term for alike in words_alike(question).values() for term in alike}


def test_a_word_that_is_a_part_of_a_phrase_asks_for_nothing_by_itself() -> None:
    assert "employ" in words_alike("Where is my work?")["work"]
    assert "employ" not in words_alike("How do I get to work?")["work"]
    assert "就职" not in {term for alike in words_alike("我怎么去公司？").values() for term in alike}


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What did it turn out to be?", "birthday"),
        ("When does it take place?", "pill"),
        ("Where did they end up?", "expir"),
        ("On what date is it?", "boyfriend"),
        ("When are guests expected?", "pregnant"),
        ("What is the cover story?", "insur"),
        ("Which member of the family coughs?", "subscript"),
        ("What did they look into?", "enjoy"),
        ("出了什么事？", "保险"),
        ("楼下老太太叫什么？", "妻子"),
        ("周末带孩子去哪？", "保姆"),
        ("王先生几点来？", "丈夫"),
        ("早上头疼怎么办？", "上司"),
    ],
)
def test_an_idiom_asks_for_nothing_that_its_words_ask_for(question: str, other: str) -> None:
    assert other not in {term for said in words_alike(question).values() for term in said}


def test_the_words_of_an_idiom_are_still_looked_for() -> None:
    assert words_of_phrases("What did the noise turn out to be?") == frozenset()
    assert "born" in words_alike("When do I turn forty?")["turn"]
    assert "丈夫" in words_alike("我先生叫什么？")["先生"]


def test_the_words_of_a_phrase_are_not_looked_for_by_themselves_unless_facts_say_it_so() -> None:
    assert words_of_phrases("How do I get to work?") == {"get", "work"}
    assert words_of_phrases("Who is my closest friend?") == frozenset()
    assert words_of_phrases("Where do I work?") == frozenset()


def test_what_happens_to_a_thing_asks_for_no_everyday_words() -> None:
    assert "leav" not in words_alike("When did Jon lose his job?").get("lose", frozenset())
    assert "slot" not in words_alike("Which book did I read?").get("book", frozenset())
