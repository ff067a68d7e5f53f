"""What Chinese tells in passing: where one lives behind the name, and what a relative is called."""

from __future__ import annotations

import pytest
from support.records import fresh_user, message
from support.tables import each

from memary import Memary
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules

TOLD = [
    ("你好！我叫林晓梅，住在杭州。", "User 名字是 林晓梅; User 居住在 杭州"),
    ("大家好，我是周雨桐，住在武汉。", "User 名字是 周雨桐; User 居住在 武汉"),
    ("我叫赵磊，来自青岛，喜欢钓鱼。", "User 名字是 赵磊; User 来自 青岛; User 喜欢 钓鱼"),
    ("我姐姐陈丽住在广州。", "User 姐姐是 陈丽; 陈丽 居住在 广州"),
    ("我妹妹王静搬到了长沙。", "User 妹妹是 王静; 王静 居住在 长沙"),
    (
        "我弟弟林浩在华为做软件工程师。",
        "User 弟弟是 林浩; 林浩 就职于 华为; 林浩 职业是 软件工程师",
    ),
    ("我老公张伟是医生。", "User 老公是 张伟; 张伟 职业是 医生"),
    ("我搬到徐汇了呀", "User 居住在 徐汇"),
    ("我在华为上班哦", "User 就职于 华为"),
    ("我不吃香菜啦", "User 不吃 香菜"),
    ("我女儿叫朵朵呀", "User 女儿是 朵朵"),
    ("我妈叫李梅", "User 妈妈是 李梅"),
    ("我哥叫张伟啦", "User 哥哥是 张伟"),
    ("我女儿小名叫糖糖", "User 女儿是 糖糖"),
    ("女儿叫糖糖", "User 女儿是 糖糖"),
    ("我妈生日是农历八月廿一", "User 妈生日是 农历八月廿一"),
]
NOT_TOLD = [
    "我妈叫我回家",
    "我妈叫外卖了",
    "我爸叫李叔去",
    "我妈叫李梅来",
    "女儿叫老师了",
    "女儿叫醒了我",
    "儿子叫妈妈",
    "老公叫车",
    "我女儿小名叫啥呀",
    "我搬到哪呀",
    "我姐姐经常住在广州。",
    "我姐姐已经住在广州三年了。",
    "我弟弟高兴是因为放假。",
    "我妹妹时常在家。",
    "我弟弟想在华为做软件工程师。",
    "我爸爸年轻时在工厂做电工。",
    "我是来旅游的，住在北京。",
    "他叫林晓梅，住在杭州。",
    "他问我：“你叫什么，住在哪里？”",
]


def told(text: str) -> set[str]:
    found = extract_by_rules([message("ada", text, language="zh")], self_name="User")
    return {f"{fact.subject} {fact.predicate} {fact.object}" for fact in found.facts}


@each(("text", "facts"), TOLD)
def test_what_is_told_in_passing_is_read_as_well(text: str, facts: str) -> None:
    assert told(text) == set(facts.split("; "))


@each("text", NOT_TOLD)
def test_what_only_looks_like_a_name_or_a_home_is_none(text: str) -> None:
    assert told(text) == set()


def test_who_lives_elsewhere_is_not_the_one_who_is_named_first() -> None:
    assert told("我叫林晓梅，住在杭州的是我妹妹。") == {"User 名字是 林晓梅"}


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("我叫云。", {"名字是 云"}),
        ("我叫小云。", {"名字是 小云"}),
        ("你好，我叫岚。", {"名字是 岚"}),
        ("我叫云，住在成都，养了一条狗叫阿福。", {"名字是 云", "居住在 成都", "狗是 阿福"}),
        ("我叫林静，在杭州工作，养了一只猫叫年糕。", {"名字是 林静", "猫是 年糕"}),
        ("我叫云，住在成都。", {"名字是 云", "居住在 成都"}),
        ("去年开始学古筝。", {"在学 古筝"}),
        ("今年开始学日语。", {"在学 日语"}),
        ("最近在学吉他。", {"在学 吉他"}),
        ("从三月开始学法语。", {"在学 法语"}),
        ("我叫车。", set[str]()),
        ("我叫你。", set[str]()),
        ("我叫了外卖。", set[str]()),
        ("我叫他来。", set[str]()),
        ("我叫醒了他。", set[str]()),
        ("我叫停了项目。", set[str]()),
        ("我叫，狗就来。", set[str]()),
        ("我叫好。", set[str]()),
        ("妹妹去年开始学古筝。", set[str]()),
        ("他去年开始学古筝。", set[str]()),
        ("打算明年开始学古筝。", set[str]()),
        ("去年没学古筝。", set[str]()),
        ("什么时候开始学古筝？", set[str]()),
        ("我弟弟很忙。去年开始学古筝。", set[str]()),
    ],
)
def test_a_name_of_one_character_and_what_is_learnt_without_a_subject_are_read(
    memory: Memary, said: str, known: set[str]
) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, session_id="talk", wait=True)
    told = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert told == known
