"""Without a model a question for one's own home, work or age is not answered with those of somebody of one's."""

from __future__ import annotations

import pytest

from memary import Memary
from memary.agent.chat_agent import ChatAgent


def answer(*said: str, asked: str) -> str:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for text in said:
            memory.add(text, user_id="ada", wait=True)
        return ChatAgent(memory, user_id="ada", keep=False).chat(asked).text


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My mum lives in Leeds.", "Where do I live?"),
        ("My mum works at Bosch.", "Where do I work?"),
        ("My sister Lena lives in Graz.", "Where do I live?"),
        ("My mum is 60.", "How old am I?"),
        ("我妈妈住在广州。", "我住在哪里？"),
        ("我妈妈在华为工作。", "我在哪里工作？"),
    ],
)
def test_what_is_told_of_somebody_of_ones_is_no_answer_about_oneself(said: str, asked: str) -> None:
    assert answer(said, asked=asked).startswith(("I find nothing", "记忆里没有找到"))


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        (("My mum lives in Leeds.", "I live in York."), "Where do I live?", "York"),
        (("My mum lives in Leeds and I live in York.",), "Where do I live?", "York"),
        (("My mum lives in Leeds.",), "Where does my mum live?", "Leeds"),
        (("我妈妈住在广州。", "我住在北京。"), "我住在哪里？", "北京"),
        (("我妈妈住在广州。",), "我妈妈住在哪里？", "广州"),
        (("I live in York with my wife Anna.",), "Where do I live with my wife?", "lives in York"),
    ],
)
def test_what_is_told_of_whom_it_is_asked_of_is_the_answer(said: tuple[str, ...], asked: str, told: str) -> None:
    assert told in answer(*said, asked=asked)


@pytest.mark.parametrize(
    ("said", "asked", "told", "beside"),
    [
        (("Ben is a carpenter. Ben lives in Leeds.",), "What does Ben do?", "carpenter", "Leeds"),
        (("My brother Tom is a pilot. I'm a nurse.",), "What does my brother do?", "pilot", "nurse"),
        (("My mum is a nurse. I'm a pilot.",), "What does my mum do?", "nurse", "pilot"),
        (("My mum is a nurse. I'm a pilot.",), "What do I do?", "pilot", "nurse"),
        (("I work at Bosch.", "My wife Noor is a nurse."), "What does Noor do?", "nurse", "Bosch"),
        (("林浩是工程师。林浩住在成都。",), "林浩是做什么的？", "工程师", "成都"),
        (("我弟弟是医生。我是护士。",), "我弟弟做什么工作？", "医生", "护士"),
    ],
)
def test_what_somebody_does_is_not_answered_with_more_than_that(
    said: tuple[str, ...], asked: str, told: str, beside: str
) -> None:
    answered = answer(*said, asked=asked)
    assert told in answered
    assert beside not in answered


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Ben lives in Leeds.", "What does Ben do?"),
        ("I'm a nurse. Ben is my brother.", "What does Ben do?"),
        ("I'm a pilot.", "What does my mum do?"),
        ("林浩住在成都。", "林浩是做什么工作的？"),
    ],
)
def test_where_somebody_lives_or_what_another_does_is_not_what_they_do(said: str, asked: str) -> None:
    assert answer(said, asked=asked).startswith(("I find nothing", "记忆里没有找到"))


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("I've been vegan for 3 years.", "How long have I been vegan?", "diet is vegan. (since"),
        ("I have worked at Google since 2017.", "Since when do I work at Google?", "works at Google. (since 2017)"),
        ("I'm on metformin.", "What medication do I take?", "metformin"),
        ("I'm lactose intolerant. I'm allergic to nuts.", "What can't I eat?", "lactose"),
        ("我吃素三年了。", "我吃素多久了？", "用户吃素。 (自"),
        ("我从2017年起在谷歌工作。", "我从什么时候开始在谷歌工作？", "用户就职于谷歌。 (自2017起)"),
        ("我在吃二甲双胍。", "我在吃什么药？", "二甲双胍"),
        ("我乳糖不耐，不能吃辣。", "我不能吃什么？", "乳糖"),
    ],
)
def test_since_when_and_what_one_takes_or_must_not_eat_is_told(said: str, asked: str, told: str) -> None:
    assert told in answer(said, asked=asked)


@pytest.mark.parametrize(
    ("before", "asked", "told", "beside"),
    [
        ("", "I live in Graz. Where do I live?", "Graz", "nothing"),
        ("I live in Graz.", "I moved to Wien. Where do I live?", "Wien", "Graz"),
        ("I live in Graz.", "I moved to Wien, where do I live?", "Wien", "Graz"),
        ("I live in Graz.", "My mum lives in Leeds. Where do I live?", "Graz", "Leeds"),
        ("", "I'm allergic to nuts. What am I allergic to?", "nuts", "nothing"),
        ("", "我住在杭州。我住在哪里？", "杭州", "没有找到"),
        ("我住在北京。", "我搬到了杭州，我住在哪里？", "杭州", "北京"),
        ("", "我在华为工作，我在哪里工作？", "华为", "没有找到"),
    ],
)
def test_what_a_turn_states_answers_what_it_asks_behind_that(before: str, asked: str, told: str, beside: str) -> None:
    given = answer(*filter(None, [before]), asked=asked)
    assert told in given
    assert beside not in given


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("I moved to Wien, where do I live?", {"Wien"}),
        ("我搬到了杭州，我住在哪里？", {"杭州"}),
        ("I live in Ulm, is there a discount for locals?", {"Ulm"}),
        ("我住在苏州，你们送货吗？", {"苏州"}),
        ("I live in Rome, is that right?", set[str]()),
        ("I don't live in Rome, do I?", set[str]()),
        ("You say I live in Rome, where do I work?", set[str]()),
        ("If I live in Rome, where do I work?", set[str]()),
        ("I live in Rome, don't I?", set[str]()),
        ("我住在上海，对吗？", set[str]()),
        ("要是我住在上海，我在哪里工作？", set[str]()),
        ("我住在杭州的时候，我多大？", set[str]()),
        ("你觉得我住在上海，我在哪里工作？", set[str]()),
    ],
)
def test_what_is_stated_before_a_question_is_learnt_and_what_is_only_supposed_is_not(
    text: str, known: set[str]
) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(text, user_id="ada", wait=True)
        assert {fact.object for fact in memory.facts.list(user_id="ada")} == known


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("我住在上海。我妹妹叫小美，她住在北京。", "Where do I live?", "上海"),
        ("I live in Leeds. My sister Mia lives in Rome.", "我住在哪里？", "Leeds"),
        ("I live in Leeds. I work at Tesco.", "我在哪里工作？", "Tesco"),
    ],
)
def test_a_question_in_another_language_is_answered_with_the_fact_that_tells_it(
    said: str, asked: str, told: str
) -> None:
    given = answer(said, asked=asked)
    assert told in given
    assert not any(other in given for other in ("北京", "Rome"))


@pytest.mark.parametrize(
    ("said", "asked"), [("我住在上海。", "Where did I live in 2010?"), ("我妹妹住在北京。", "Where do I live?")]
)
def test_a_question_in_another_language_is_not_answered_with_another_time_or_person(said: str, asked: str) -> None:
    assert answer(said, asked=asked).startswith("I find nothing")


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("I left my grey scarf on the bench, did you find it?", "What did I leave on the bench?", "scarf"),
        ("The zip tore yesterday, can I get a refund?", "What tore yesterday?", "zip"),
        ("I was charged 62 euros, is that right?", "How much was I charged?", "62"),
        ("我把灰色围巾落在长椅上了，你们找到了吗？", "我把什么落在长椅上了？", "围巾"),
        ("If I leave my scarf on the bench, will you find it?", "What did I leave on the bench?", ""),
        ("The scarf I left on the bench, did you find it?", "What did I leave on the bench?", ""),
        ("我落在长椅上的围巾，你们找到了吗？", "我把什么落在长椅上了？", ""),
    ],
)
def test_what_is_told_before_a_question_in_one_sentence_is_found_and_quoted(said: str, asked: str, told: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(said, user_id="ada", wait=True)
        (hit,) = memory.search(asked, user_id="ada", kinds=["message"])
        assert (hit.score > 0.5) == bool(told)
        answered = ChatAgent(memory, user_id="ada").chat(asked).text
        assert (said in answered) == bool(told)
