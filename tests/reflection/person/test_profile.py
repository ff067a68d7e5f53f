"""Insights without a model, the profile, and the memory map, as a program uses them.

English and Chinese alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memary import InputError, Memary, Message, NotFoundError
from memary.types import Fact


@dataclass(frozen=True)
class Words:
    """One talk in a language, and what memory says of it."""

    user: str
    name: str
    talk: tuple[str, ...]
    likes: str
    dishes: tuple[str, ...]
    home: tuple[str, str, str]
    plan: tuple[str, str]
    friend: tuple[str, str]
    pet: tuple[str, str]
    mood_said: str
    mood: str
    topic: str
    topic_statement: str
    brief: str
    headings: tuple[str, ...]


ENGLISH = Words(
    user="ada",
    name="Ada",
    talk=(
        "Leipzig is cold",
        "back in Leipzig",
        "Leipzig again",
        "rain in Leipzig",
        "sun over Leipzig",
        "Leipzig, late",
    ),
    likes="likes",
    dishes=("laksa", "kimchi", "salsa"),
    home=("lives_in", "Leipzig", "Ada lives in Leipzig."),
    plan=("plans_to", "learn Japanese"),
    friend=("friend_of", "Mira"),
    pet=("has_cat", "Pepper"),
    mood_said="I'm so stressed today.",
    mood="stressed",
    topic="Leipzig",
    topic_statement="Ada keeps coming back to Leipzig.",
    brief="Ada mostly writes brief messages.",
    headings=("Basics", "Preferences", "Goals and plans", "People", "Pets", "Insights", "Style", "Stated moods"),
)
CHINESE = Words(
    user="linxia",
    name="林夏",
    talk=("武汉今天很冷", "我又回到武汉了", "武汉下雨了", "武汉出太阳了", "武汉的夜晚", "还是武汉好"),
    likes="喜欢",
    dishes=("热干面", "火锅", "豆皮"),
    home=("居住在", "武汉", "林夏居住在武汉。"),
    plan=("计划", "学日语"),
    friend=("朋友是", "何青"),
    pet=("猫是", "胡椒"),
    mood_said="我今天压力很大。",
    mood="压力很大",
    topic="武汉",
    topic_statement="林夏反复谈到武汉。",
    brief="林夏的消息大多简短。",
    headings=("基本情况", "喜好", "目标与计划", "身边的人", "宠物", "洞察", "表达风格", "说过的心情"),
)
BOTH = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
START = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=13)


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as opened:
        yield opened


def live(memory: Memary, words: Words) -> None:
    """Let the user talk for some days, and learn some facts."""
    user = words.user
    known = [
        {"subject": words.name, "predicate": words.home[0], "object": words.home[1], "statement": words.home[2],
         "object_type": "place"},
        {"subject": words.name, "predicate": words.plan[0], "object": words.plan[1]},
        {"subject": words.name, "predicate": words.friend[0], "object": words.friend[1], "object_type": "person"},
        {"subject": words.name, "predicate": words.pet[0], "object": words.pet[1], "object_type": "animal"},
        *({"subject": words.name, "predicate": words.likes, "object": dish, "object_type": "food"}
          for dish in words.dishes),
    ]  # fmt: skip
    memory.facts.add([fact | {"origin": "user", "subject_type": "person"} for fact in known], user_id=user)
    texts = [*words.talk, *(f"{words.talk[n]} {n}" for n in range(6)), words.mood_said]
    memory.add(
        [
            {"content": text, "speaker": words.name, "created_at": START + timedelta(days=number)}
            for number, text in enumerate(texts)
        ],
        user_id=user,
    )
    memory.flush()


@BOTH
def test_rules_draw_few_insights_each_with_evidence(memory: Memary, words: Words) -> None:
    live(memory, words)
    report = memory.insights.reflect(user_id=words.user)
    told = {one.statement for one in report.added}
    assert words.topic_statement in told
    assert words.brief not in told  # counted, and nothing that anybody wants to know: the profile alone tells it
    assert any(one.object == words.mood and one.statement.endswith((f"{words.mood}.", f"{words.mood}。"))
               for one in report.added)  # fmt: skip
    assert any(set(words.dishes) <= {g.object for g in _grounds(memory, words, one)} for one in report.added)
    assert (report.llm_calls, report.rejected) == (0, ())
    assert all(one.source_ids and one.extractor == "rule" and one.confidence < 1 for one in report.added)
    again = memory.insights.reflect(user_id=words.user)
    assert (again.changes, again.unchanged) == (0, len(report.added))
    assert memory.admin.check() == []


def _grounds(memory: Memary, words: Words, insight: Fact) -> list[Any]:
    found = [memory.admin.get(id_, user_id=words.user) for id_ in insight.source_ids]
    return [one for one in found if isinstance(one, Fact)]


@BOTH
def test_a_mood_is_kept_for_two_weeks_and_a_newer_one_takes_its_place(memory: Memary, words: Words) -> None:
    live(memory, words)
    memory.insights.reflect(user_id=words.user)
    (mood,) = [one for one in memory.insights.list(user_id=words.user) if one.object == words.mood]
    assert mood.invalid_at - mood.valid_at == timedelta(days=14)
    glad = {"en": "I am happy now.", "zh": "我现在很开心。"}[mood.language]
    memory.add([{"content": glad, "speaker": words.name}], user_id=words.user)
    memory.flush()
    memory.insights.reflect(user_id=words.user)
    moods = [one.object for one in memory.insights.list(user_id=words.user) if one.predicate == mood.predicate]
    assert moods == [{"en": "happy", "zh": "开心"}[mood.language]]


@BOTH
def test_a_profile_has_its_sections_with_sources(memory: Memary, words: Words) -> None:
    live(memory, words)
    memory.insights.reflect(user_id=words.user)
    profile = memory.insights.profile(user_id=words.user)
    assert profile.person == words.name
    assert [section.heading for section in profile.sections][:8] == list(words.headings)
    assert words.home[2] in [line.text for line in profile.section("basics")]
    assert len(profile.section("preferences")) == 3
    assert words.plan[1] in profile.section("goals")[0].text
    assert words.friend[1] in profile.section("people")[0].text
    assert [words.pet[1] in line.text for line in profile.section("pets")] == [True]
    assert not any(words.pet[1] in line.text for line in profile.section("people"))
    assert profile.section("mood")[0].text.endswith(words.mood)
    assert [line.text.split(":")[0].split("：")[0] for line in profile.section("depth")] == [words.topic]
    for section in profile.sections:
        for line in section.lines:
            assert line.source_ids, line
            for id_ in line.source_ids:
                memory.admin.get(id_, user_id=words.user)
    assert profile.text.startswith("# ")
    assert json.loads(profile.model_dump_json())["sections"]


def test_one_of_whom_no_fact_is_known_has_insights_that_outlive_the_stream(memory: Memary) -> None:
    times = [START + timedelta(days=day) for day in range(7)]
    talk = [{"content": f"The talk was about Kafka again, part {n}.", "created_at": at} for n, at in enumerate(times)]
    memory.add(talk, user_id="kim")
    memory.flush()
    memory.insights.reflect(user_id="kim")
    (topic,) = [one for one in memory.insights.list(user_id="kim") if one.object == "Kafka"]
    assert topic.valid_at == times[-1]
    memory.stream.clear(user_id="kim")
    assert memory.insights.reflect(user_id="kim").changes == 0
    assert memory.admin.check() == []


def test_of_two_homes_that_contradict_the_one_of_less_trust_is_left_out_until_it_is_settled(memory: Memary) -> None:
    home = {"subject": "Ada", "predicate": "lives_in", "valid_at": "2026-01-01T00:00:00Z"}
    memory.facts.add([home | {"object": "Copenhagen", "origin": "user"}], user_id="ada")
    later = home | {"object": "Leipzig", "origin": "tool", "valid_at": "2026-03-01T00:00:00Z"}
    memory.facts.add([later], user_id="ada")
    assert len(memory.facts.conflicts(user_id="ada")) == 1

    def homes() -> list[str]:
        lines = memory.insights.profile(user_id="ada", about="Ada").section("basics")
        return [line.text.rstrip(".").rpartition(" ")[2] for line in lines]

    assert homes() == ["Copenhagen"]
    memory.facts.add(
        [home | {"object": "Leipzig", "origin": "user", "valid_at": "2026-04-01T00:00:00Z"}], user_id="ada"
    )
    assert homes() == ["Leipzig"]


def test_the_headings_are_in_the_language_asked_for(memory: Memary) -> None:
    live(memory, ENGLISH)
    assert memory.insights.profile(user_id="ada", language="zh").sections[0].heading == "基本情况"
    assert "Ada lives in Leipzig." in memory.insights.profile(user_id="ada", language="zh").text


def test_a_profile_of_whom_nothing_is_known_says_so(memory: Memary) -> None:
    memory.add("hello", user_id="new", infer=False)
    assert memory.insights.profile(user_id="new").text.endswith("Nothing is known yet.")
    memory.add({"content": "你好", "speaker": "何青"}, user_id="zh", infer=False)
    assert memory.insights.profile(user_id="zh").text == "# 记忆中的何青\n\n目前还不了解什么。"
    with pytest.raises(NotFoundError):
        memory.insights.profile(user_id="nobody")
    with pytest.raises(NotFoundError):
        memory.insights.profile(user_id="new", about="Mira")


@pytest.mark.long
def test_each_speaker_of_a_chat_has_insights_and_a_profile_of_their_own(memory: Memary) -> None:
    turns = {"Ada": "I like laksa.", "Ben": "I like chess.", "Cleo": "I like opera."}
    more = "Really, it is another day and I have much more to tell about it. " * 5
    talk = [
        {"content": text if day == 0 else f"{text} {more}",
         "speaker": name, "created_at": START + timedelta(days=day)}
        for day in range(13)
        for name, text in turns.items()
        if name != "Cleo" or day < 3
    ]  # fmt: skip
    memory.add(talk, user_id="group")
    memory.flush()
    report = memory.insights.reflect(user_id="group")
    assert {one.subject for one in report.added} == {"Ada", "Ben"}
    for one in report.added:
        said = [memory.admin.get(id_, user_id="group") for id_ in one.source_ids]
        assert {m.speaker for m in said if isinstance(m, Message)} <= {one.subject}
    profile = memory.insights.profile(user_id="group", about="Ben")
    assert "chess" in profile.text
    assert "laksa" not in profile.text


@pytest.mark.parametrize(
    ("user", "speaker", "person"), [("nora", None, "User"), ("nora", "Nora Finch", "Nora Finch")]
)
def test_the_profile_of_who_owns_a_group_chat_is_not_that_of_who_speaks_most(
    memory: Memary, user: str, speaker: str | None, person: str
) -> None:
    talk = [("Ada", "I like laksa."), ("Ada", "I live in Leeds."), ("Ada", "See you."), (speaker, "Fine by me.")]
    memory.add([{"content": text, "speaker": name} for name, text in (*talk, (speaker, "At noon?"))], user_id=user)
    memory.flush()
    profile = memory.insights.profile(user_id=user)
    assert profile.person == person
    assert "laksa" not in profile.text
    assert "Leeds" in memory.insights.profile(user_id=user, about="Ada").text


@pytest.mark.parametrize("text", ["أنا أحب الشاي كثيرا", "🙂🙂🙂", "我 love this 茶 a lot", "-"])
def test_any_script_can_be_reflected_on(memory: Memary, text: str) -> None:
    memory.add(
        [{"content": f"{text} {n}", "created_at": START + timedelta(days=n)} for n in range(13)], user_id="any"
    )
    memory.flush()
    memory.insights.reflect(user_id="any")
    assert memory.insights.profile(user_id="any").text


def test_a_user_never_gets_insights_of_another(memory: Memary) -> None:
    live(memory, ENGLISH)
    live(memory, CHINESE)
    memory.insights.reflect(user_id="ada")
    assert memory.insights.list(user_id="linxia") == []
    assert "林夏" not in memory.insights.profile(user_id="ada").text
    with pytest.raises(NotFoundError):
        memory.entities.related(memory.insights.list(user_id="ada")[0].id, user_id="linxia")


def test_a_map_leads_from_an_insight_to_the_messages_behind_it(memory: Memary) -> None:
    memory.add([f"I like {dish}." for dish in ENGLISH.dishes], user_id="ada", session_id="s1")
    memory.flush()
    likes = memory.facts.list(user_id="ada")
    insight = {"subject": "User", "predicate": "taste", "object": "spicy", "kind": "insight"}
    memory.facts.add([insight], user_id="ada")
    (drawn,) = memory.insights.list(user_id="ada")
    memory.loop.start(_rest_on, memory, drawn, [fact.id for fact in likes]).result()
    found = memory.entities.related(drawn.id, user_id="ada")
    kinds = [node.kind for node in found.nodes]
    assert [kinds.count(kind) for kind in ("insight", "fact", "message")] == [1, 3, 3]
    (fact_id, *_) = [edge.target for edge in found.edges if edge.kind == "rests_on" and edge.source == drawn.id]
    assert any(node.kind == "message" for _, node in found.tied_to(fact_id))
    up = memory.entities.related(likes[0].source_ids[0], user_id="ada")
    assert {"message", "fact", "insight"} <= {node.kind for node in up.nodes}
    entity = memory.entities.related(likes[0].object_id, user_id="ada", depth=1)
    assert {node.kind for node in entity.nodes} >= {"entity", "fact", "message"}
    whole = memory.entities.map(user_id="ada")
    assert {node.id for node in whole.nodes} >= {drawn.id, *(fact.id for fact in likes)}
    assert json.loads(whole.model_dump_json())["edges"]
    with pytest.raises(InputError, match="depth"):
        memory.entities.related(drawn.id, user_id="ada", depth=9)
    with pytest.raises(NotFoundError):
        memory.entities.related("nothing", user_id="ada")


async def _rest_on(memory: Memary, insight: Fact, ids: list[str]) -> None:
    from memary.types import GraphDelta  # noqa: PLC0415

    revision = await memory.core.store.revision(insight.user_id)
    told = insight.model_copy(update={"source_ids": tuple(ids)})
    await memory.core.store.apply(GraphDelta(user_id=insight.user_id, revision=revision, facts=(told,)))


def test_a_line_of_the_profile_says_that_it_is_in_doubt(memory: Memary) -> None:
    memory.add("I moved to Lyon because I work at Canon.", user_id="ada", wait=True)
    memory.add("I no longer work at Canon.", user_id="ada", wait=True)
    (home,) = memory.insights.profile(user_id="ada").section("basics")
    assert home.in_doubt
    assert "because this is over: User works at Canon" in home.text


def test_a_chinese_conclusion_names_the_user_in_chinese(memory: Memary) -> None:
    for day in range(1, 9):
        said = {"content": f"今天又去爬香山了，第{day}次。", "created_at": f"2026-0{day}-12T10:00:00Z"}
        memory.add(said, user_id="lin", session_id=f"s{day}")
    memory.flush()
    memory.insights.reflect(user_id="lin")
    assert "用户反复谈到香山。" in [one.statement for one in memory.insights.list(user_id="lin")]
    assert memory.insights.profile(user_id="lin").title == "记忆中的用户"


@pytest.mark.parametrize(
    ("user", "told"),
    [
        ("User", (("has_condition", "asthma"), ("takes_medication", "Symbicort"), ("attends", "the evening course"))),
        ("用户", (("患有", "哮喘"), ("服用", "信必可"), ("参加", "夜校"))),
    ],
)
def test_what_weighs_most_belongs_to_the_basics_whatever_it_is_about(
    memory: Memary, user: str, told: tuple[tuple[str, str], ...]
) -> None:
    small = {"subject": user, "predicate": "reads", "object": "Dune", "subject_type": "person", "origin": "user"}
    vital = [small | {"predicate": predicate, "object": thing, "importance": 3} for predicate, thing in told]
    memory.facts.add([small, *vital], user_id="u")
    told_of = "\n".join(line.text for line in memory.insights.profile(user_id="u").section("basics"))
    assert all(thing in told_of for _, thing in told)
    assert "Dune" not in told_of
