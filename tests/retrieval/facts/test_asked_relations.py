"""A question for the past, for a change, for likes or dislikes leads with the facts of the relation it asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary

TOLD = (
    ("2022-02-01", "My name is Ada King.", "我叫林晓梅。"),
    ("2022-03-01", "I live in Leeds.", "我住在杭州。"),
    ("2022-04-01", "I work as a nurse.", "我的职业是护士。"),
    ("2022-05-01", "My boss is Petra.", "我的老板是王强。"),
    ("2022-05-10", "I drive a Fiat.", "我开一辆大众。"),
    ("2022-06-01", "I like tea and jazz.", "我喜欢茶和爵士乐。"),
    ("2022-06-02", "I don't like snails.", "我不喜欢蜗牛。"),
    ("2022-06-03", "I hate rain.", "我讨厌下雨。"),
    ("2023-03-01", "I moved to Hull.", "我搬到了苏州。"),
    ("2024-03-01", "I moved to York.", "我搬到了上海。"),
    ("2024-04-01", "I work as a teacher.", "我的职业是老师。"),
    ("2024-05-01", "My boss is Omar.", "我的老板是李娜。"),
    ("2024-06-01", "My surname is Brown.", "我改姓陈了。"),
)
EMPLOYED = (
    ("2020-03-01", "I work at Acme.", "我在阿里工作。"),
    ("2023-05-01", "I work at Globex now.", "我现在在腾讯工作。"),
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """What English users ada and mara and Chinese users lin and wu told."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        for user, place, told_by in (("ada", 1, TOLD), ("lin", 2, TOLD), ("mara", 1, EMPLOYED), ("wu", 2, EMPLOYED)):
            for told in told_by:
                said = [{"content": told[place], "created_at": f"{told[0]}T10:00:00Z"}]
                opened.add(said, user_id=user, session_id=told[0])
                opened.flush(user_id=user)
        yield opened


ASKED = [
    ("ada", "How has my job changed?", ["nurse", "teacher"]),
    ("ada", "How has my name changed?", ["Ada King", "Ada Brown"]),
    ("ada", "What was my job in 2023?", ["nurse"]),
    ("ada", "Where did I live before York?", ["Hull"]),
    ("ada", "Where did I live before I moved to York?", ["Hull"]),
    ("ada", "Where did I live before Hull?", ["Leeds"]),
    ("ada", "Who was my former boss?", ["Petra"]),
    ("ada", "Who was my boss before Omar?", ["Petra"]),
    ("ada", "What is my surname?", ["Ada Brown"]),
    ("ada", "What don't I like?", ["rain", "snails"]),
    ("ada", "What do I not like?", ["rain", "snails"]),
    ("ada", "What do I like?", ["jazz", "tea"]),
    ("ada", "Where do I live?", ["York"]),
    ("ada", "Who is my boss?", ["Omar"]),
    ("ada", "Where have I lived?", ["Leeds", "Hull", "York"]),
    ("ada", "Which bosses have I had?", ["Petra", "Omar"]),
    ("lin", "我住过哪些城市？", ["杭州", "苏州", "上海"]),
    ("lin", "我做过哪些工作？", ["护士", "老师"]),
    ("lin", "我的工作有什么变化？", ["护士", "老师"]),
    ("lin", "我的名字有什么变化？", ["林晓梅", "陈晓梅"]),
    ("lin", "2023年我的职业是什么？", ["护士"]),
    ("lin", "搬到上海之前我住在哪里？", ["苏州"]),
    ("lin", "我以前的老板是谁？", ["王强"]),
    ("lin", "我姓什么？", ["陈晓梅"]),
    ("lin", "我不喜欢什么？", ["下雨", "蜗牛"]),
    ("lin", "我喜欢什么？", ["爵士乐", "茶"]),
    ("lin", "我住在哪里？", ["上海"]),
    ("mara", "What was my job in 2021?", ["Acme"]),
    ("mara", "What was my previous job?", ["Acme"]),
    ("mara", "How has my job changed?", ["Acme", "Globex"]),
    ("mara", "Where do I work?", ["Globex"]),
    ("wu", "2021年我的工作是什么？", ["阿里"]),
    ("wu", "我以前的工作是什么？", ["阿里"]),
    ("wu", "我上一份工作是什么？", ["阿里"]),
    ("wu", "我的工作有什么变化？", ["阿里", "腾讯"]),
    ("wu", "我在哪里工作？", ["腾讯"]),
]


@pytest.mark.parametrize(("user", "question", "expected"), ASKED)
def test_the_facts_that_are_asked_for_lead(memory: Memary, user: str, question: str, expected: list[str]) -> None:
    hits = memory.search(question, user_id=user, top_k=5)
    leading = [hit.text for hit in hits if hit.kind == "fact"][: len(expected)]
    assert hits[0].kind == "fact"
    assert all(any(one in text.removeprefix("Ada King") for text in leading) for one in expected), leading


@pytest.mark.parametrize(("user", "question", "expected"), ASKED)
def test_the_answer_without_a_model_quotes_them_first(
    memory: Memary, user: str, question: str, expected: list[str]
) -> None:
    quoted = ChatAgent(memory, user_id=user, session_id="asked", keep=False).chat(question).text.splitlines()
    assert any(one in quoted[1] for one in expected), quoted


def test_what_is_liked_and_what_is_not_are_not_mixed_in_an_answer(memory: Memary) -> None:
    def answer(user: str, question: str) -> str:
        return ChatAgent(memory, user_id=user, session_id="asked", keep=False).chat(question).text

    assert "dislikes" not in answer("ada", "What do I like?")
    assert "likes tea" not in answer("ada", "What don't I like?")
    assert "不喜欢" not in answer("lin", "我喜欢什么？")
    assert "喜欢茶" not in answer("lin", "我不喜欢什么？")
    assert "dislikes" in answer("ada", "Do I like snails?")  # a question with yes or no as its answer


MIXED = (
    ("I live in Tulsa.", "我住在杭州。"),
    ("I moved to Ghent.", "我搬到了苏州。"),
    ("I moved to Lisbon.", "我搬到了上海。"),
    ("Omar lives in Riga.", "小王住在北京。"),
    ("Omar moved to Kyoto.", "小王搬到了广州。"),
    ("Lena lives in Boston.", "小李住在成都。"),
    ("Lena moved to Rome.", "小李搬到了重庆。"),
)


@pytest.mark.parametrize(
    ("place", "question", "leading"),
    [
        (0, "Where have I lived?", {"Tulsa", "Ghent", "Lisbon"}),
        (0, "Where did Lena live before?", {"Boston"}),
        (1, "我住过哪些城市？", {"杭州", "苏州", "上海"}),
        (1, "我以前住在哪？", {"杭州", "苏州"}),
    ],
)
def test_the_past_of_others_does_not_stand_before_ones_own(place: int, question: str, leading: set[str]) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for year, told in enumerate(MIXED, 2015):
            memory.add([{"content": told[place], "created_at": f"{year}-03-01T10:00:00Z"}], user_id="ada")
            memory.flush(user_id="ada")
        hits = memory.search(question, user_id="ada", top_k=5)
    first = [hit.text for hit in hits if hit.kind == "fact"][: len(leading)]
    assert {city for city in leading if any(city in text for text in first)} == leading
