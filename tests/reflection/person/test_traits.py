"""What can be counted in what a person said: moods, style, topics, kinds of likes, in English and Chinese alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.records import NOW, days, entity, fact, mention, message
from support.tables import each

from memary.reflection.person.traits import LEAST_MESSAGES, liked_kinds, moods_said, recurring_topics, style_of
from memary.reflection.rules import Person, conclude_by_rules
from memary.text import detect_language
from memary.types import ZONE_KEY, Message, Role

STATED = [
    ("I'm so stressed right now", "stressed"),
    ("I am happy.", "happy"),
    ("honestly I feel really overwhelmed, too much at once", "overwhelmed"),
    ("I’m excited about Rome!", "excited"),
    ("我最近压力很大。", "压力很大"),
    ("今天我有点累", "累"),
    ("我很开心！", "开心"),
    ("我觉得很焦虑，睡不着", "焦虑"),
    ("I'm tired, it's late and Ben isn't here", "tired"),
    ("我累死了", "累"),
    ("我最近很烦恼", "烦恼"),
]
NOT_STATED = [
    "I'm not sad",
    "are you stressed?",
    "if I'm tired I go to bed",
    "she said I am angry",
    'he wrote "I am lonely"',
    "I am happy to help",
    "The movie is sad.",
    "Ben is worried.",
    "He told me 'I'm sad'",
    "He told me I'm sad",
    "The song goes 'I'm so lonely', on and on",
    "I am proud owner of a cat",
    "I'm bored games fan",
    "我累计走了一万步",
    "我积累了经验",
    "我烦请您看一下",
    "他告诉我我很累",
    "我不累",
    "你累吗？",
    "我累的时候喜欢听歌",
    "如果我生气了就走",
    "他很难过",
    "她说“我很害怕”",
    "🙂🙃",
    "أنا سعيد",
]


def said(text: str, *, at: datetime = NOW, **fields: Any) -> Message:
    return message("ada", text, at=at, language=detect_language(text), **fields)


@pytest.mark.parametrize(("text", "mood"), STATED)
def test_a_mood_counts_where_it_is_said_of_oneself(text: str, mood: str) -> None:
    assert [one.mood for one in moods_said([said(text)])] == [mood]


@each("text", NOT_STATED)
def test_a_mood_is_never_guessed(text: str) -> None:
    assert moods_said([said(text)]) == []


def test_a_mood_of_the_assistant_is_not_the_users() -> None:
    assert moods_said([said("I am sad.", role=Role.ASSISTANT)]) == []


def test_style_needs_enough_messages() -> None:
    few = [said(f"ok {number}") for number in range(LEAST_MESSAGES - 1)]
    assert style_of(few, zone=UTC) is None
    assert style_of([], zone=UTC) is None


def test_style_is_what_most_messages_show() -> None:
    texts = ["yeah ok", "lol no", "gonna do it", "could be", "明天再说哈哈", "好的"] * 4
    evening = NOW.replace(hour=20)
    talk = [said(text, at=evening + timedelta(days=n)) for n, text in enumerate(texts)]
    style = style_of(talk, zone=UTC)
    assert style is not None
    assert (style.languages, style.length, style.tone, style.hours) == (("en", "zh"), "brief", "informal", "evening")
    assert set(style.sample("length")) <= {one.id for one in talk}
    assert len(style.sample("length")) == 5


@pytest.mark.parametrize(("zone", "hours"), [("+08:00", "evening"), ("-05:00", "morning"), (None, "afternoon")])
def test_hours_are_those_on_the_clock_of_who_speaks(zone: str | None, hours: str) -> None:
    kept = {ZONE_KEY: zone} if zone else {}
    noon = NOW.replace(hour=12)
    talk = [said(f"hello {n}", at=noon + timedelta(days=n), metadata=kept) for n in range(15)]
    style = style_of(talk, zone=UTC)
    assert style is not None
    assert style.hours == hours


def test_a_mixed_style_is_not_named() -> None:
    short, long = "ok.", "This is a long message about many things that I did. " * 8
    talk = [said((short, long)[n % 2] + f" {n}", at=NOW + timedelta(hours=5 * n)) for n in range(24)]
    style = style_of(talk, zone=UTC)
    assert style is not None
    assert (style.length, style.hours) == (None, None)


@pytest.mark.parametrize(("messages", "apart", "found"), [(5, 1, True), (4, 1, False), (8, 0, False)])
def test_a_topic_comes_up_often_and_on_several_days(messages: int, apart: float, found: bool) -> None:
    climbing = entity("ada", "climbing", type="topic")
    talk = [said(f"climbing {n}", at=NOW + days(n * apart)) for n in range(messages)]
    stream = [mention(climbing, one) for one in talk]
    topics = recurring_topics(talk, stream, {climbing.id: climbing}, zone=UTC)
    assert [(one.entity.name, one.count) for one in topics] == ([("climbing", messages)] if found else [])


def test_people_and_what_others_said_are_no_topics() -> None:
    ben, rome = entity("ada", "Ben", type="person"), entity("ada", "Rome", type="place")
    talk = [said(f"Ben {n}", at=NOW + days(n)) for n in range(6)]
    answers = [said(f"Rome {n}", at=NOW + days(n), role=Role.ASSISTANT) for n in range(6)]
    stream = [mention(ben, one) for one in talk] + [mention(rome, one) for one in answers]
    assert recurring_topics([*talk, *answers], stream, {ben.id: ben, rome.id: rome}, zone=UTC) == []


@pytest.mark.parametrize("likes", ["likes", "loves", "喜欢"])
def test_several_likes_of_one_kind_are_told(likes: str) -> None:
    ada = entity("ada", "Ada", type="person")
    dishes = [entity("ada", name, type="food") for name in ("laksa", "kimchi", "salsa")]
    other = entity("ada", "Dune", type="work")
    facts = [fact(ada, likes, one) for one in (*dishes, other)] + [fact(ada, "dislikes", dishes[0])]
    kinds = liked_kinds(facts, {one.id: one for one in (*dishes, other)})
    assert [(one.kind, len(one.facts)) for one in kinds] == [("food", 3)]


@pytest.mark.parametrize(
    ("mood", "others", "statement"),
    [
        ("我压力很大。", "I live in Graz.", "Ada在2026-05-01说过自己压力很大。"),
        ("I'm so stressed right now", "我住在上海。", "Ada said on 2026-05-01 to be stressed."),
    ],
)
def test_a_mood_is_told_in_the_language_of_its_words(mood: str, others: str, statement: str) -> None:
    said = [message("ada", text, language=detect_language(text)) for text in (others, others, mood)]
    ada = Person(entity("ada", "Ada"), said)
    drawn = conclude_by_rules(ada, mentions=[], entities={}, speakers=[], now=NOW, zone=UTC)
    assert [insight.statement for insight in drawn] == [statement]
