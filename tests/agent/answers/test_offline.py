"""Answers without a model: quotes of what memory holds, in English and Chinese, and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.records import fresh_user
from support.samples.graphs import edge

from memary import ChatAgent, Memary
from memary.languages import texts
from memary.models.base import ChatTurn
from memary.models.offline import OfflineChat
from memary.text.speech_acts.questions import is_question, statements
from memary.types import Role

DATA = Path(__file__).resolve().parents[3] / "data" / "conversations"


@pytest.fixture(scope="module")
def offline() -> Iterator[Memary]:
    """A memory without any model."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return fresh_user()


@pytest.mark.long
@pytest.mark.parametrize(("said", "noted"), [("I have a cat.", "Noted."), ("我有一只猫。", "记下了。")])
def test_a_statement_is_noted(offline: Memary, user: str, said: str, noted: str) -> None:
    offline.add(["My cat is called Semi.", "我的猫叫铁锅。"], user_id=user)
    offline.flush()
    answer = ChatAgent(offline, user_id=user).chat(said)
    assert answer.text.startswith(noted)
    assert "ffline" in answer.text or "离线" in answer.text
    assert answer.sources == ()


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        (
            "The parcel from Bosch arrived.",
            "When did the parcel arrive?",
            "- [2026-09-16 Wednesday] User: The parcel from Bosch arrived.",
        ),
        ("博世的包裹到了。", "包裹什么时候到的？", "- [2026-09-16 星期三] 用户: 博世的包裹到了。"),
    ],
)
def test_what_was_said_on_an_earlier_day_of_the_same_session_is_quoted_with_its_day(
    offline: Memary, user: str, said: str, question: str, quoted: str
) -> None:
    agent = ChatAgent(offline, user_id=user)
    agent.chat("How are you?", asked_at="2026-09-16T10:00:00Z")
    agent.chat(said, asked_at="2026-09-16T10:01:00Z")
    assert quoted in agent.chat(question, asked_at="2026-11-01T10:00:00Z").text.splitlines()


@pytest.mark.parametrize("days", [["2026-09-01", "2026-09-08", "2026-09-15"], ["2026-10-01"] * 3])
@pytest.mark.parametrize(
    ("said", "question"),
    [
        (
            ("my van is a white Transit", "somebody nicked the van", "got a new van, a blue Vivaro"),
            "what van do i have?",
        ),
        (("my dog is called Ziggy", "took Ziggy to the vet", "Ziggy died on Sunday"), "how is Ziggy?"),
        (("养了一只橘猫，叫年糕", "年糕生病了", "年糕走丢了"), "年糕还在吗？"),
    ],
)
def test_of_what_was_said_of_the_same_the_last_is_quoted_first(
    offline: Memary, user: str, said: tuple[str, ...], question: str, days: list[str]
) -> None:
    agent = ChatAgent(offline, user_id=user)
    for hour, (day, text) in enumerate(zip(days, said, strict=True)):
        agent.chat(text, asked_at=f"{day}T{10 + hour}:00:00Z")
    assert said[-1] in agent.chat(question, asked_at="2026-10-01T20:00:00Z").text.splitlines()[1]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Please forget what I told you about my cat.", "I have forgotten nothing: forgetting in talk is off"),
        ("请忘掉我说过的关于猫的事。", "什么都没有忘掉：聊天中的遗忘没有打开"),
        ("Please forget everything that Tom Hart wrote.", "I have forgotten nothing: forgetting in talk is off"),
        ("Forget what Tom said.", "I have forgotten nothing: forgetting in talk is off"),
        ("请忘掉林美说的一切。", "什么都没有忘掉：聊天中的遗忘没有打开"),
        ("Forget what Zoe said.", "Noted."),
        ("I'll never forget my cat.", "Noted."),
    ],
)
def test_a_request_to_forget_that_nothing_carries_out_is_not_just_noted(
    offline: Memary, user: str, said: str, told: str
) -> None:
    offline.add(["My cat is called Semi.", "我的猫叫铁锅。"], user_id=user)
    offline.add([{"role": "user", "speaker": "Tom Hart", "content": "Good morning!"}], user_id=user)
    offline.flush()
    assert ChatAgent(offline, user_id=user).chat(said).text.startswith(told)


@pytest.mark.parametrize(
    ("said", "question", "thought"),
    [
        ("My cat is called Semi.", "What is my cat called?", "I can answer now."),
        ("我的猫叫铁锅。", "我的猫叫什么？", "现在可以回答了。"),
    ],
)
def test_its_thoughts_are_in_the_language_of_the_question(
    offline: Memary, user: str, said: str, question: str, thought: str
) -> None:
    offline.add(said, user_id=user, infer=False)
    assert [step.thought for step in ChatAgent(offline, user_id=user).chat(question).steps] == [thought]


def test_what_is_quoted_has_sources_and_what_is_not_found_has_none(offline: Memary, user: str) -> None:
    offline.add("My cat is called Semi.", user_id=user, infer=False)
    agent = ChatAgent(offline, user_id=user)
    assert "My cat is called Semi." in [hit.text for hit in agent.chat("What is my cat called?").sources]
    assert agent.chat("Where is my bicycle?").sources == ()


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (["My cat is called Semi.", "I like rain."], "What is my cat called?"),
        (["Luka works in Graz.", "Luka is tall."], "Where does Luka work?"),
        (["我的猫叫铁锅。", "我喜欢下雨。"], "我的猫叫什么？"),
        (["周航的老家在青岛。", "周航会弹琴。"], "周航的老家在哪里？"),
    ],
)
@pytest.mark.parametrize("session", ["default", "another"])
def test_a_question_is_answered_with_what_was_said(
    offline: Memary, user: str, said: list[str], question: str, session: str
) -> None:
    before = ChatAgent(offline, user_id=user)
    for line in said:
        before.chat(line)
    text = ChatAgent(offline, user_id=user, session_id=session).chat(question).text
    assert said[0] in text.splitlines()[1]
    assert "offline" in text or "离线" in text


@pytest.mark.parametrize(
    ("question", "nothing"), [("Where is my bicycle?", "I find nothing"), ("我的自行车在哪里？", "没有找到")]
)
def test_what_is_not_known_is_said_not_to_be(offline: Memary, user: str, question: str, nothing: str) -> None:
    offline.add(["Ben likes tea.", "周航会弹琴。"], user_id=user, infer=False)
    for _ in range(2):  # the question itself, once asked, is no answer either
        text = ChatAgent(offline, user_id=user).chat(question).text
        assert nothing in text
        assert "ffline" in text or "离线" in text


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        ("I'm allergic to hazelnuts.", "What was I allergic to on 5 May 2026?", "hazelnuts"),
        ("I'm allergic to hazelnuts.", "What was I allergic to last week?", "hazelnuts"),
        ("Ben's wedding is on 5 May 2027.", "What happens on 5 May 2027?", "wedding"),
        ("我对榛子过敏。", "我2026年5月5日对什么过敏？", "榛子"),
        ("我对榛子过敏。", "我上周对什么过敏？", "榛子"),
    ],
)
def test_the_time_in_a_question_need_not_be_said(
    offline: Memary, user: str, said: str, question: str, quoted: str
) -> None:
    offline.add({"content": said, "created_at": "2026-03-02T09:00:00Z"}, user_id=user)
    offline.flush(user_id=user)
    assert quoted in ChatAgent(offline, user_id=user).chat(question).text


@pytest.mark.parametrize(
    ("said", "question", "nothing"),
    [
        ("Ben likes tea in May.", "Where was my bicycle on 5 May 2026?", "I find nothing"),
        ("I have 5 cats.", "What happened on 5 May 2026?", "I find nothing"),
        ("I like tea.", "What did I do yesterday?", "I find nothing"),
        ("我五月喜欢喝茶。", "我的自行车2026年5月5日在哪里？", "没有找到"),
    ],
)
def test_a_time_or_a_part_of_one_alone_answers_nothing(
    offline: Memary, user: str, said: str, question: str, nothing: str
) -> None:
    offline.add(said, user_id=user, infer=False)
    assert nothing in ChatAgent(offline, user_id=user).chat(question).text


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        (["I live in Berlin.", "I moved to Rome."], "Where did I live before?", "Berlin. (2026-01-01 to 2026-05-01)"),
        (["I live in Berlin.", "I moved to Rome."], "Where did I use to live?", "Berlin. (2026-01-01 to 2026-05-01)"),
        (["我住在柏林。", "我搬到罗马了。"], "我以前住在哪里？", "柏林。 (2026-01-01至2026-05-01)"),
        (["我住在柏林。", "我搬到罗马了。"], "我曾经住在哪里？", "柏林。 (2026-01-01至2026-05-01)"),
    ],
)
def test_who_asks_for_the_past_is_quoted_it_with_its_end(
    offline: Memary, user: str, said: list[str], question: str, quoted: str
) -> None:
    for text, at in zip(said, ("2026-01-01T10:00:00Z", "2026-05-01T10:00:00Z"), strict=True):
        offline.add({"content": text, "created_at": at}, user_id=user)
        offline.flush(user_id=user)
    assert quoted in ChatAgent(offline, user_id=user).chat(question).text


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        ("My favourite colour is blue. I live in Graz.", "Where is my home now?", ["User lives in Graz."]),
        ("My son is Emil. My daughter is Frida.", "What are my children called?", ["Emil", "Frida"]),
        ("My wife is Anna. She is a nurse.", "What does my spouse do for work?", ["Anna works as a nurse."]),
        ("我住在北京。我最喜欢的颜色是蓝色。", "我现在的家在哪里？", ["用户居住在北京。"]),
        ("我养了一只狗，叫旺财。", "我家宠物叫什么名字？", ["旺财"]),
        ("我养了一只狗，叫旺财。", "我有几只宠物？", ["旺财"]),
        ("我养了一只狗，叫旺财。", "我的狗叫什么名字？", ["旺财"]),
        ("我养了一只狗，叫旺财。", "我养了什么宠物？", ["旺财"]),
        ("I come from Dublin. I live in Ulm.", "Where am I from?", ["Dublin"]),
        ("我妻子叫王芳。王芳是老师。", "我老婆做什么工作？", ["王芳的职业是老师。"]),
        ("我妻子叫王芳。王芳是老师。", "我太太是做什么的？", ["王芳的职业是老师。"]),
        ("My name is Clara. I live in Basel. My sister lives in Biel.", "Where does my sister live?", ["Biel"]),
        ("我叫李明。我住在成都。我姐姐住在苏州。", "我姐姐住在哪里？", ["苏州"]),
        ("I sold my bike and bought a Volvo.", "What car do I have?", ["User's car is a Volvo."]),
        ("我把自行车卖了，买了一辆特斯拉。", "我有什么车？", ["用户的车是特斯拉。"]),
        ("我养了一只猫，叫橘子。", "我家有什么宠物？", ["橘子"]),
    ],
)
def test_a_question_in_other_words_is_answered_with_the_fact_first(
    offline: Memary, user: str, said: str, question: str, quoted: list[str]
) -> None:
    offline.add(said, user_id=user, wait=True)
    lines = ChatAgent(offline, user_id=user).chat(question).text.splitlines()[1:]
    assert len(lines) >= len(quoted)
    assert all(any(words in line for line in lines[: len(quoted)]) for words in quoted)


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        ("还了我姐三千。", "我欠姐姐多少钱？", "还了我姐三千。"),
        (
            "Mum had her knee operated on in May.",
            "When was my mother's knee operated on?",
            "Mum had her knee operated",
        ),
        (
            "My husband Emil repairs old sailing boats for a living.",
            "What does my husband do for a living?",
            "repairs old sailing boats",
        ),
        ("科主任让我从下周起每周二、周四上晚班。", "我哪几天上晚班？", "每周二、周四上晚班"),
        ("小满长大要当棋手，以前要当宇航员。", "小满长大想当什么？以前呢？", "宇航员"),
    ],
)
def test_a_message_is_quoted_that_says_what_is_asked_in_everyday_words(
    offline: Memary, user: str, said: str, question: str, quoted: str
) -> None:
    for text in (said, "以前我天天喝咖啡，今天下雨。", "It rained in Ulm before noon.", "跑完了，累死我了。"):
        offline.add(text, user_id=user, session_id="talk", wait=True)
    lines = ChatAgent(offline, user_id=user, session_id="asked").chat(question).text.splitlines()[1:]
    assert any(quoted in line for line in lines)


@pytest.mark.parametrize(
    ("said", "of_others", "question", "answer"),
    [
        ("I am a nurse.", "My sister Ana is a baker.", "What do I do for a living?", "works as a nurse"),
        ("I am 41 years old.", "Our son Max is 8.", "How old am I?", "is 41 years old"),
        ("我是护士。", "我姐姐李安是面包师。", "我是做什么工作的？", "的职业是护士"),
    ],
)
def test_who_asks_of_themselves_is_quoted_no_fact_of_others(
    offline: Memary, user: str, said: str, of_others: str, question: str, answer: str
) -> None:
    offline.add([said, of_others], user_id=user, wait=True)
    lines = ChatAgent(offline, user_id=user).chat(question).text.splitlines()[1:]
    assert answer in lines[0]
    assert not any(other in line for line in lines for other in ("Ana", "Max", "李安"))


@pytest.mark.parametrize("question", ["When do we go to Lisbon?", "When are we going to Lisbon?"])
def test_a_fact_with_all_words_of_a_question_answers_it(offline: Memary, user: str, question: str) -> None:
    offline.add("We are going to Lisbon in April.", user_id=user, wait=True)
    assert "is going to Lisbon in April" in ChatAgent(offline, user_id=user).chat(question).text


def test_what_was_never_true_is_no_past(offline: Memary, user: str) -> None:
    for text in ("I live in Graz.", "Sorry, I meant Linz."):
        offline.add(text, user_id=user, session_id="talk")
        offline.flush(user_id=user)
    facts = [hit.text for hit in offline.search("Where did I live before?", user_id=user) if hit.kind == "fact"]
    assert facts == ["User lives in Linz."]


def test_facts_are_quoted_and_the_users_name_alone_answers_nothing(offline: Memary, user: str) -> None:
    offline.facts.add([edge("Ada", "likes", thing) for thing in ("tea", "rain", "Rust")], user_id=user)
    offline.facts.add([edge("Ada", "lives_in", "Leipzig")], user_id=user)
    agent = ChatAgent(offline, user_id=user)
    assert agent.chat("Where does Ada live?").text.splitlines()[1].startswith("- Ada lives in Leipzig.")
    assert "I find nothing" in agent.chat("Which shoes has Ada bought yesterday evening?").text


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        ("My name is Ada Novak. I live in Berlin.", "Who am I?", "Ada Novak"),
        ("My name is Ada Novak. I live in Berlin.", "What do you know about me?", "Berlin"),
        ("我叫林夏。我住在福州。", "我是谁？", "林夏"),
        ("我叫林夏。我住在福州。", "你知道我的哪些事？", "福州"),
    ],
)
def test_who_asks_what_is_known_of_them_is_quoted_facts(
    offline: Memary, user: str, said: str, question: str, quoted: str
) -> None:
    offline.add(said, user_id=user, wait=True)
    answer = ChatAgent(offline, user_id=user).chat(question)
    assert quoted in answer.text.partition("\n")[2]
    assert answer.sources


@pytest.mark.parametrize(
    ("told", "tale", "question", "answer"),
    [
        (
            (
                "Luka is Ada's brother.",
                "Luka lives in Graz.",
                "Ada lives in Copenhagen.",
                "Vida lives with Ada's parents.",
                "Ben lives with Ada.",
            ),
            "So Ysolde is betrayed by her brother. I take it Ada's Luka is innocent.",
            "Where does Ada's brother Luka live?",
            "Luka lives in Graz.",
        ),
        (
            ("林杰是林夏的哥哥。", "林杰住在福州。", "林夏住在杭州。", "小北和林夏住在一起。", "周航住在林夏楼上。"),
            "小说里的女主角被哥哥出卖了，林夏的林杰当然没有。",
            "林夏的哥哥林杰住在哪里？",
            "林杰住在福州。",
        ),
    ],
)
def test_a_fact_that_tells_the_rest_is_quoted_before_a_tale_that_says_the_same_words_again(
    offline: Memary, user: str, told: tuple[str, ...], tale: str, question: str, answer: str
) -> None:
    facts = [
        {"subject": one[:4], "predicate": "is", "object": f"{number}", "statement": one}
        for number, one in enumerate(told)
    ]
    offline.facts.add(facts, user_id=user)
    offline.add({"role": "assistant", "content": tale}, user_id=user, session_id="novel", infer=False)
    quoted = ChatAgent(offline, user_id=user).chat(question).text.splitlines()[1:]
    assert told[0] in quoted[0]
    assert answer in quoted[1]


def test_what_was_just_asked_is_no_source_of_its_answer(offline: Memary, user: str) -> None:
    agent = ChatAgent(offline, user_id=user)
    for asked in (
        "Mr Vella went on leave.",
        "What did he say? I lost it.",
        "Where is the boat's spare key? I lost it.",
    ):
        answer = agent.chat(asked)
        assert answer.question_id not in {hit.id for hit in answer.sources}
    assert "spare key" not in answer.text


def test_what_is_known_of_others_answers_nothing_about_somebody_unknown(offline: Memary) -> None:
    agent = ChatAgent(offline)
    for said in ("I live in Berlin.", "My sister Mia lives in Graz.", "Paul moved to Oslo last month."):
        agent.chat(said)
    assert "Graz" in agent.chat("Where does Mia live?").text
    assert "nothing about this" in agent.chat("Where does Zelda live?").text
    assert "nothing about this" in agent.chat("What do you know about Zelda?").text


def test_another_users_memory_is_never_quoted(offline: Memary, user: str) -> None:
    offline.add("My cat is called Semi.", user_id=user, infer=False)
    assert "Semi" not in ChatAgent(offline, user_id="ben").chat("What is my cat called?").text


def test_what_is_only_asked_or_imagined_is_not_quoted(offline: Memary, user: str) -> None:
    lines = ["What is the blood type of my cat?", "If I were a cat, my blood type would be blue."]
    offline.add(lines, user_id=user, infer=False)
    assert "I find nothing" in ChatAgent(offline, user_id=user).chat("Which blood type has my cat?").text


def test_personas_and_counts_are_not_quoted(offline: Memary, user: str) -> None:
    offline.facts.add([edge("Ada", "likes", "tea")], user_id=user)
    text = ChatAgent(offline, user_id=user).chat("What changed in your memory of dates?").text
    assert "- " not in text


def test_search_is_asked_once_before_giving_up(offline: Memary, user: str) -> None:
    offline.facts.add([edge("Ada", "likes", "tea")], user_id=user)
    reply = ChatAgent(offline, user_id=user).chat("Is Ada fond of horses?")
    assert [step.tool for step in reply.steps if step.tool] == ["search"]
    assert reply.usage == {}


def reply_to(*turns: ChatTurn) -> str:
    return asyncio.run(OfflineChat().complete(turns)).text


@pytest.mark.parametrize(
    ("fact", "quoted"),
    [
        ("- Luka lives in Graz. (since 2025-11-03)", ["- Luka lives in Graz. (since 2025-11-03)"]),
        ("- Luka is tall. (since 2025-11-03)", ["- Luka → lives_in → Graz"]),
    ],
)
def test_an_edge_is_quoted_only_where_no_fact_answers(fact: str, quoted: list[str]) -> None:
    words = texts("en")
    related = "- Luka → lives_in → Graz\n- Mira → lives_in → Rome"
    memory = f"## {words.facts}\n{fact}\n\n## {words.related}\n{related}"
    reply = reply_to(ChatTurn(Role.SYSTEM, memory), ChatTurn(Role.USER, "Where does Luka live?"))
    assert [line for line in reply.splitlines() if line.startswith("- ")][: len(quoted)] == quoted
    assert ("→" in reply) is ("→" in quoted[0])


def test_what_the_external_model_said_is_quoted() -> None:
    observed = "Observation: source=external (sonar; not from memory)\nSusanna Clarke wrote it."
    text = reply_to(ChatTurn(Role.USER, "Who wrote Piranesi?"), ChatTurn(Role.USER, observed))
    assert text.endswith("Susanna Clarke wrote it.")


def test_a_user_who_says_observation_breaks_nothing() -> None:
    assert "Noted." in reply_to(ChatTurn(Role.USER, "Observation: the sky is blue."))


@pytest.mark.parametrize(
    "text", ["Where is it?", "tell me about Ben", "and what about tea", "你好吗", "他是谁", "我的生日是哪天"]
)
def test_questions_are_told_from_statements(text: str) -> None:
    assert is_question(text)
    assert statements(text) == ""


@pytest.mark.parametrize("text", ["I live in Berlin.", "Semi is ill. The vet came at 3.30 p.m.", "我住在柏林。"])
def test_statements_are_kept_whole(text: str) -> None:
    assert not is_question(text)
    assert statements(text) == text


@pytest.mark.long
@pytest.mark.parametrize(("language", "sample", "least"), [("en", "ada.en", 20), ("zh", "linxia.zh", 16)])
def test_the_sample_conversations_questions_are_mostly_answered_with_their_evidence(
    offline: Memary, user: str, language: str, sample: str, least: int
) -> None:
    messages = [json.loads(line) for line in (DATA / f"{sample}.jsonl").read_text(encoding="utf-8").splitlines()]
    questions = (DATA / f"questions.{language}.jsonl").read_text(encoding="utf-8").splitlines()
    offline.add(messages, user_id=user)
    offline.flush()
    agent = ChatAgent(offline, user_id=user, session_id="asks", keep=False)
    found = 0
    for question in map(json.loads, questions):
        answer = agent.chat(question["question"]).text
        evidence = [" ".join(messages[line - 1]["content"].split()) for line in question.get("evidence") or []]
        found += question["category"] != "unanswerable" and any(text in answer for text in evidence)
    assert found >= least


@pytest.mark.parametrize(
    ("said", "question", "quoted"),
    [
        ("Call me Addie.", "What's my nickname?", "Addie"),
        ("I am allergic to nuts.", "What should I not eat?", "nuts"),
        ("I like jazz.", "What kind of music do I enjoy?", "jazz"),
        ("大家都叫我芳芳。", "怎么称呼我？", "芳芳"),
        ("我对花生过敏。", "我不能吃什么？", "花生"),
        ("我在华为工作。", "我在哪家公司任职？", "华为"),
    ],
)
def test_a_fact_answers_that_says_what_is_asked_in_other_words(
    offline: Memary, user: str, said: str, question: str, quoted: str
) -> None:
    offline.add([said, "I moved to Porto.", "我住在上海。"], user_id=user)
    offline.flush()
    assert quoted in ChatAgent(offline, user_id=user).chat(question).text.partition("\n")[2]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is my name?", "- User is called Zoe"),
        ("What are my pets called?", "- Zoe's dog is Biscuit"),
        ("What pets do I have?", "- Zoe's dog is Biscuit"),
        ("What is my mother's name?", "- Zoe's mother is Ruth"),
        ("What's the name of my dog?", "- Zoe's dog is Biscuit"),
    ],
)
def test_who_asks_for_a_name_is_quoted_whose_it_is(offline: Memary, user: str, question: str, first: str) -> None:
    for said in ("My name is Zoe.", "My mother's name is Ruth.", "We have a dog called Biscuit."):
        offline.add(said, user_id=user, wait=True)
    assert ChatAgent(offline, user_id=user).chat(question).text.splitlines()[1].startswith(first)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("我叫什么名字？", "- 用户的名字是林晓梅"),
        ("我的宠物叫什么？", "- 林晓梅的猫是咪咪"),
        ("我妈妈叫什么名字？", "- 林晓梅的妈妈是王秀英"),
        ("你对我了解多少？", "- 林晓梅"),
    ],
)
def test_who_asks_for_a_name_in_chinese_is_quoted_whose_it_is(
    offline: Memary, user: str, question: str, first: str
) -> None:
    for said in ("我叫林晓梅。", "我的猫叫咪咪。", "我妈妈叫王秀英。"):
        offline.add(said, user_id=user, wait=True)
    assert ChatAgent(offline, user_id=user).chat(question).text.splitlines()[1].startswith(first)


@pytest.mark.parametrize(
    "question", ["What is my cat called?", "What's my brother's name?", "我的猫叫什么？", "我爸爸叫什么名字？"]
)
def test_the_names_of_others_are_no_answer(offline: Memary, user: str, question: str) -> None:
    for said in ("My name is Zoe.", "My sister is called Kate.", "我叫林晓梅。", "我妈妈叫王秀英。"):
        offline.add(said, user_id=user, wait=True)
    assert "\n" not in ChatAgent(offline, user_id=user).chat(question).text


@pytest.mark.parametrize(
    "question", ["What is my favourite colour?", "When is my birthday?", "我去过哪些城市？", "我几点起床？"]
)
def test_a_fact_that_shares_one_word_in_other_words_is_no_answer(offline: Memary, user: str, question: str) -> None:
    offline.add(["I enjoy jazz.", "I moved to Porto.", "我住在上海。"], user_id=user)
    offline.flush()
    assert "\n" not in ChatAgent(offline, user_id=user).chat(question).text


def test_where_no_fact_answers_what_recall_puts_first_is_quoted_too(offline: Memary, user: str) -> None:
    said = [
        "I want a function that reads my peak flow values and warns me when one falls under 80 % of my best.",
        "The column is called pef, and since Wednesday the peak is 430, I blew it three times.",
        "The best flow of traffic is in the morning.",
        "The best peak of the Alps is the Weissmies.",
    ]
    offline.add([{"role": "user", "content": text} for text in said], user_id=user, wait=True)
    question = "What is my best peak flow?"
    hits = [hit.text for hit in offline.search(question, user_id=user, kinds={"message"})]
    answer = ChatAgent(offline, user_id=user).chat(question).text
    assert all(text in answer for text in hits[:2])


@pytest.mark.parametrize("question", ["What's coming up?", "接下来有什么安排？"])
def test_what_lies_ahead_is_listed(offline: Memary, user: str, question: str) -> None:
    days = {"valid_at": "2126-03-04", "invalid_at": "2126-03-05"}
    check = edge("Henryk", "has_appointment_with", "Dr. Weiss") | days
    offline.facts.add(
        [check, edge("User", "plans_to", "visit Rome") | {"invalid_at": "2126-02-01"}, edge("User", "likes", "tea")],
        user_id=user,
    )
    offline.facts.add([edge("Ada", "starts_at", "Acme") | {"valid_at": "2126-05-01"}], user_id=user)
    answer = ChatAgent(offline, user_id=user).chat(question).text
    assert all(one in answer for one in ("Dr. Weiss", "Acme"))
    assert "tea" not in answer


@pytest.mark.parametrize(
    ("told", "question", "opening"),
    [
        (
            "Someone dented our car in the car park and drove off.",
            "How was our vehicle damaged?",
            texts("en").offline_nearest,
        ),
        ("家里养了一只橘猫，已经九公斤了。", "宠物有多重？", texts("zh").offline_nearest),
    ],
)
def test_what_says_it_in_other_words_is_quoted_as_what_comes_nearest(
    offline: Memary, user: str, told: str, question: str, opening: str
) -> None:
    others = ["I bought a bicycle in May.", "Our choir sings every Sunday.", "五一我们去了青岛。", "我妹妹在读博士。"]
    offline.add([*others, told], user_id=user, infer=False)
    answer = ChatAgent(offline, user_id=user, keep=False).chat(question)
    assert answer.text.startswith(opening)
    assert told in answer.text
    assert answer.sources[0].text == told
