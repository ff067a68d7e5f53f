"""What is preferred by now, a name said again right after, and what was said in jest; and what only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.records import fresh_user

from memary import Memary

SAID = datetime(2026, 10, 5, 9, tzinfo=UTC)
CHANGED = [
    (
        (
            "I prefer tea.",
            "Actually I prefer coffee now.",
        ),
        {"prefers coffee"},
    ),
    (
        (
            "I prefer window seats.",
            "These days I prefer aisle seats.",
        ),
        {"prefers aisle seats"},
    ),
    (
        (
            "I prefer tea.",
            "I prefer coffee to tea now.",
        ),
        {"prefers coffee"},
    ),
    (
        (
            "I prefer Android.",
            "I've come to prefer iOS over Android.",
        ),
        {"prefers iOS"},
    ),
    (
        (
            "I prefer trains.",
            "On second thought, I prefer buses.",
        ),
        {"prefers buses"},
    ),
    (
        (
            "My dog's name is Bo.",
            "Sorry, his name is Beau.",
        ),
        {"has_dog Beau"},
    ),
    (
        (
            "My sister's name is Ana.",
            "Oops, her name is Anna.",
        ),
        {"has_sister Anna"},
    ),
    (
        (
            "We have a cat called Miso.",
            "Sorry, she's called Mitzi.",
        ),
        {"has_cat Mitzi"},
    ),
    (
        (
            "My boss is Carl.",
            "No, his name is Karl.",
        ),
        {"has_boss Karl"},
    ),
    (
        (
            "I work at Shell.",
            "I quit my job at Shell.",
            "No wait, I still work there, I was joking.",
        ),
        {"works_at Shell"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "Just kidding, I still live in Bergen.",
        ),
        {"lives_in Bergen"},
    ),
    (
        (
            "I'm married to Kim.",
            "Kim and I got divorced.",
            "I was only joking!",
        ),
        {"married_to Kim"},
    ),
    (
        (
            "I like jazz.",
            "I'm a pilot.",
            "I was joking, I'm not a pilot.",
        ),
        {"likes jazz"},
    ),
    (
        (
            "I have a dog called Rex.",
            "Rex died.",
            "That was a joke, Rex is fine.",
        ),
        {"has_dog Rex"},
    ),
    (
        (
            "I work at Shell.",
            "I left Shell and joined BP.",
            "Kidding! I'm still at Shell.",
        ),
        {"works_at Shell"},
    ),
    (
        (
            "I take aspirin.",
            "I no longer take aspirin.",
            "I was only joking.",
        ),
        {"takes_medication aspirin"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "haha just kidding",
        ),
        {"lives_in Bergen"},
    ),
    (
        (
            "My son is Max.",
            "My son is called Maks.",
            "Sorry, his name is Max.",
        ),
        {"has_son Max"},
    ),
    (
        (
            "I prefer tea.",
            "I prefer green tea.",
        ),
        {"prefers green tea", "prefers tea"},
    ),
    (
        (
            "I prefer mornings.",
            "Lately I've come to prefer evenings.",
        ),
        {"prefers evenings"},
    ),
    (
        (
            "I prefer dark mode.",
            "I now prefer light mode.",
        ),
        {"prefers light mode"},
    ),
    (
        (
            "I prefer tea.",
            "I no longer prefer tea.",
        ),
        set[str](),
    ),
    (("My dog's name is Bo. Sorry, his name is Beau.",), {"has_dog Beau"}),
    (("My cat is called Tom. No, her name is Tommy.",), {"has_cat Tommy"}),
    (
        (
            "我更喜欢喝茶。",
            "我现在更喜欢喝咖啡。",
        ),
        {"偏好 喝咖啡"},
    ),
    (
        (
            "我更喜欢靠窗的座位。",
            "其实我现在更喜欢靠过道的座位了。",
        ),
        {"偏好 靠过道的座位"},
    ),
    (
        (
            "比起咖啡我更喜欢茶。",
            "现在比起茶我更喜欢咖啡。",
        ),
        {"偏好 咖啡"},
    ),
    (
        (
            "我的狗叫阿宝。",
            "不好意思，它叫阿豹。",
        ),
        {"狗是 阿豹"},
    ),
    (
        (
            "我妹妹叫林静。",
            "说错了，她叫林婧。",
        ),
        {"妹妹是 林婧"},
    ),
    (
        (
            "我在华为工作。",
            "我从华为辞职了。",
            "我是开玩笑的。",
        ),
        {"就职于 华为"},
    ),
    (
        (
            "我住在杭州。",
            "我搬到上海了。",
            "开玩笑的，我还住在杭州。",
        ),
        {"居住在 杭州"},
    ),
    (
        (
            "我在腾讯上班。",
            "我辞职了。",
            "骗你的，我还在那儿上班。",
        ),
        {"就职于 腾讯"},
    ),
    (
        (
            "我喜欢爵士乐。",
            "我是飞行员。",
            "逗你玩的，我不是飞行员。",
        ),
        {"喜欢 爵士乐"},
    ),
    (
        (
            "我吃阿司匹林。",
            "我不吃阿司匹林了。",
            "我开玩笑的。",
        ),
        {"服用 阿司匹林"},
    ),
    (
        (
            "我更喜欢早上。",
            "我现在更喜欢晚上了。",
        ),
        {"偏好 晚上"},
    ),
    (
        (
            "我更喜欢喝茶。",
            "跟茶比我更喜欢咖啡。",
        ),
        {"偏好 咖啡"},
    ),
    (("我的猫叫小米。说错了，它叫小咪。",), {"猫是 小咪"}),
    (
        (
            "我住在杭州。",
            "我搬到上海了。",
            "哈哈，逗你的",
        ),
        {"居住在 杭州"},
    ),
    (
        (
            "我儿子叫小明。",
            "不对，他叫小鸣。",
        ),
        {"儿子是 小鸣"},
    ),
]
UNCHANGED = [
    (
        (
            "My cat is Miso.",
            "My new cat is Pepper.",
        ),
        {"has_cat Miso", "has_cat Pepper"},
    ),
    (
        (
            "I prefer tea.",
            "I prefer window seats.",
        ),
        {"prefers tea", "prefers window seats"},
    ),
    (
        (
            "I prefer tea.",
            "I also prefer trains now.",
        ),
        {"prefers tea", "prefers trains"},
    ),
    (
        (
            "I prefer tea.",
            "These days I prefer trains.",
        ),
        {"prefers tea", "prefers trains"},
    ),
    (
        (
            "I prefer tea.",
            "Tom prefers coffee now.",
        ),
        {"prefers tea"},
    ),
    (
        (
            "I prefer tea.",
            "Would I prefer coffee now?",
        ),
        {"prefers tea"},
    ),
    (
        (
            "My dog's name is Bo.",
            "Sorry, his name is on the tag.",
        ),
        {"has_dog Bo"},
    ),
    (
        (
            "My dog's name is Bo.",
            "His name is short.",
        ),
        {"has_dog Bo"},
    ),
    (
        (
            "I live in Bern.",
            "Sorry, his name is Beau.",
        ),
        {"lives_in Bern"},
    ),
    (
        (
            "I quit my job at Shell.",
            "My boss was joking.",
        ),
        {"works_at none"},
    ),
    (
        (
            "I work at Shell.",
            "I quit my job at Shell.",
            "Tom thought I was joking.",
        ),
        {"works_at none"},
    ),
    (
        (
            "I work at Shell.",
            "I quit my job at Shell.",
            "I'm not joking.",
        ),
        {"works_at none"},
    ),
    (
        (
            "I work at Shell.",
            "I quit my job at Shell.",
            "I was joking with my boss on the last day.",
        ),
        {"works_at none"},
    ),
    (
        (
            "I moved to Oslo.",
            "Were you joking?",
        ),
        {"lives_in Oslo"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "I like joking.",
        ),
        {"lives_in Oslo"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo and I have a cat called Tom.",
            "Just kidding.",
        ),
        {"has_cat Tom", "lives_in Oslo"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "Kidding aside, I like it.",
        ),
        {"lives_in Oslo"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "That was a joke my brother told me.",
        ),
        {"lives_in Oslo"},
    ),
    (
        (
            "I live in Bergen.",
            "I moved to Oslo.",
            "My dog is Rex.",
            "I was joking.",
        ),
        {"lives_in Oslo"},
    ),
    (("I prefer coffee to tea.",), {"prefers coffee"}),
    (
        (
            "I prefer tea.",
            "My sister prefers coffee to tea.",
        ),
        {"prefers tea"},
    ),
    (
        (
            "I prefer tea.",
            "Do you prefer coffee to tea?",
        ),
        {"prefers tea"},
    ),
    (
        (
            "My dog is Bo and my cat is Tom.",
            "Sorry, his name is Beau.",
        ),
        {"has_cat Tom", "has_dog Bo"},
    ),
    (
        (
            "My dog's name is Bo.",
            "Sorry, his name is Beau, not Bo.",
        ),
        {"has_dog Beau"},
    ),
    (
        (
            "My dog's name is Bo.",
            "Sorry, Beau is late.",
        ),
        {"has_dog Bo"},
    ),
    (
        (
            "我更喜欢喝茶。",
            "我更喜欢靠窗的座位。",
        ),
        {"偏好 喝茶", "偏好 靠窗的座位"},
    ),
    (
        (
            "我更喜欢喝茶。",
            "小明现在更喜欢喝咖啡。",
        ),
        {"偏好 喝茶"},
    ),
    (
        (
            "我的狗叫阿宝。",
            "不好意思，它叫得太大声了。",
        ),
        {"狗是 阿宝"},
    ),
    (
        (
            "我在华为工作。",
            "我从华为辞职了。",
            "我没开玩笑。",
        ),
        {"就职于 无"},
    ),
    (
        (
            "我在华为工作。",
            "我从华为辞职了。",
            "他们以为我是开玩笑的。",
        ),
        {"就职于 无"},
    ),
    (
        (
            "我在华为工作。",
            "我从华为辞职了。",
            "我不是开玩笑的。",
        ),
        {"就职于 无"},
    ),
    (
        (
            "我住在杭州。",
            "我搬到上海了。",
            "我喜欢开玩笑。",
        ),
        {"居住在 上海"},
    ),
    (
        (
            "我住在杭州。",
            "我搬到上海了。",
            "你是开玩笑的吗？",
        ),
        {"居住在 上海"},
    ),
    (
        (
            "我住在杭州。",
            "我搬到上海了。",
            "我爸爱开玩笑。",
        ),
        {"居住在 上海"},
    ),
    (
        (
            "我更喜欢喝茶。",
            "我妹妹更喜欢喝咖啡。",
        ),
        {"偏好 喝茶"},
    ),
    (
        (
            "我更喜欢喝茶。",
            "你更喜欢喝咖啡吗？",
        ),
        {"偏好 喝茶"},
    ),
    (
        (
            "我的狗叫阿宝。",
            "对不起，他叫我了。",
        ),
        {"狗是 阿宝"},
    ),
    (("我和小明比较喜欢跑步。",), set[str]()),
]


def _known(memory: Memary, said: tuple[str, ...]) -> set[str]:
    user = fresh_user()
    for day, text in enumerate(said):
        told = {"content": text, "created_at": SAID + timedelta(days=day)}
        memory.add(told, user_id=user, session_id="talk", wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "known"), CHANGED)
def test_what_is_said_last_is_what_is_so(memory: Memary, said: tuple[str, ...], known: set[str]) -> None:
    assert _known(memory, said) == known


@pytest.mark.parametrize(("said", "known"), UNCHANGED)
def test_what_only_looks_like_it_changes_nothing(memory: Memary, said: tuple[str, ...], known: set[str]) -> None:
    assert _known(memory, said) == known


def test_what_was_said_in_jest_within_one_batch_is_taken_back_too(memory: Memary) -> None:
    user = fresh_user()
    for day, text in enumerate(("I work at Shell.", "I quit my job at Shell.", "I was joking, I still work there.")):
        told = {"content": text, "created_at": SAID + timedelta(days=day)}
        memory.add(told, user_id=user, session_id="talk")
    memory.flush(user_id=user)
    known = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert known == {"works_at Shell"}
