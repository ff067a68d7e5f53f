"""A question that asks for what was once is told from one that only uses such a word, in English and Chinese."""

from __future__ import annotations

import pytest
from support.tables import each

from memary.text.times.past_words import past_words

ENGLISH = [
    "Where did I live before?",
    "Where did I use to live?",
    "Where did I use to swim?",
    "Who used to cook for me?",
    "What did I use to drink?",
    "Where did I used to live?",
    "Who used to be my boss?",
    "What was the city I used to live in?",
    "Where did I previously work?",
    "What was I formerly called?",
    "What did I like in the past?",
    "Have I lived in Rome before?",
    "Which cities have I lived in before?",
    "Can you tell me where I lived before?",
    "In the past, where did I live?",
    "Which dates were we given for the keys, one after the other?",
    "How has my price developed this year?",
    "Which expiry dates has my permit had, from the first to the present one?",
    "What was my previous job?",
    "What was my old car?",
    "Where was our old gym?",
    "How long was our slot planned at first?",
    "How did the rent develop over time?",
    "Which flats have I had over time?",
    "Which rooms were at some point meant for the party?",
    "What colours was the trumpet to be painted up to now?",
    "List every decision on the colour of the trumpet",
    "What were all the changes to the rota?",
    "Give me a timeline of the rent",
    "Which dates did we have, in chronological order?",
]
CHINESE = [
    "你还记得我以前住在哪里吗？",
    "我曾經住在哪裡？",
    "我以前住在哪里？",
    "我曾经住在哪里？",
    "我之前在哪里工作？",
    "我原来住在哪里？",
    "我过去住在哪里？",
    "我过去的工作是什么？",
    "以前我住在哪里？",
    "你知道我以前住在哪里吗？",
    "我妈妈以前在哪里工作？",
    "周航曾经住在哪里？",
    "妈妈以前在哪里工作？",
    "每天更新的字数从开书起怎么变的？",
    "书法课的时间改过几回？",
    "今年我值夜的频率前前后后是怎么变的？",
    "我先后住过哪些地方？",
    "我当初为什么搬家？",
    "开会的日子怎么变的？",
    "我的体重如何变化？",
    "价格是怎么改的？",
    "婚礼的日期怎么改过？",
    "最早定的是哪一天？",
    "房租从签约到现在是多少？",
    "她分别练过哪几个项目？",
    "历次体检的结果是什么？",
]
ENGLISH_NOTHING = [
    "What did you tell me before?",
    "What did I use to cook the rice?",
    "How old was my car?",
    "When is my old car due?",
    "Did I get used to living here?",
    "Where is the knife used to cut bread?",
    "Where do I live?",
    "Where did I live before May?",
    "What did I do before the meeting?",
    "What should I do before I leave?",
    "What should I do before?",
    "What did I eat the day before?",
    "Am I used to the noise?",
    "Is the knife used to cut bread?",
    "What did I use to fix the bike?",
    "What was I doing two weeks before?",
    "What did I tell you before?",
    "What did you say I should do before?",
    "What did I read in the past two weeks?",
    "Which tool did I use to cut wood?",
    "Is he used to living alone?",
    "How do I change a tyre?",
    "When does the original film start?",
    "Was it love at first sight?",
    "We stand one behind the other, why?",
    "As previously discussed, where do I live?",
    "What do I have to do before?",
    "I lived in Berlin before.",
    "Where was the week before?",
    "How can I save more money over time?",
    "How do I get better over time?",
    "Should I call the bank at some point?",
    "Can we meet at any time?",
    "Where does every change of trains take place?",
    "Is the change in my pocket enough?",
]
CHINESE_NOTHING = [
    "我过去的时候带什么？",
    "不曾经过的地方是哪里？",
    "2026年5月之前我住在哪里？",
    "三天之前我做了什么？",
    "原来如此，我住在哪里？",
    "原来你在这里吗？",
    "出门以前我该做什么？",
    "睡觉以前我吃什么药？",
    "会议之前谁来？",
    "见到他以前我说了什么？",
    "我过去要多久？",
    "过去两周我读了什么？",
    "我过去看看好吗？",
    "他是不曾经历过的人吗？",
    "我之前说过我住在哪里吗？",
    "以前我抽烟。",
    "我走过去要多久？",
    "谁曾经常迟到？",
    "你原来是老师啊？",
    "很久以前发生了什么？",
    "我以前应该交什么？",
    "我怎么改密码？",
    "这句话怎么改？",
    "怎样改善睡眠？",
    "怎么改签机票？",
    "怎么变得更强？",
    "怎么改成英文？",
    "明天最早几点有车？",
    "最早的航班是几点？",
    "最早什么时候能到？",
    "从家到公司要多久？",
    "他们分别叫什么？",
]


@each("text", ENGLISH + CHINESE)
def test_a_question_asks_for_the_past(text: str) -> None:
    assert past_words(text)


@each("text", ENGLISH_NOTHING + CHINESE_NOTHING)
def test_another_use_of_such_a_word_does_not(text: str) -> None:
    assert past_words(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello. Where did I live before? In Rome?", ["before"]),
        ("Where did I use to swim?", ["use to"]),
        ("What did I use to drink in the past?", ["in the past", "use to"]),
        ("请问我以前住在哪里？", ["以前"]),
    ],
)
def test_the_words_that_ask_for_it_are_found_where_they_stand(text: str, words: list[str]) -> None:
    assert sorted(text[start:end] for start, end in past_words(text)) == words
