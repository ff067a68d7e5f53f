"""Read which animals one has in Chinese: 家里养了一只橘猫叫年糕，还有一条狗叫豆豆."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.zh.facts.forms import (
    END,
    NAME,
    STARTS,
    may_be_pet_name,
)

PETS = (
    "猫",
    "狗",
    "兔子",
    "仓鼠",
    "鹦鹉",
    "乌龟",
    "金鱼",
    "龙猫",
    "豚鼠",
    "荷兰猪",
    "刺猬",
    "蜥蜴",
    "松鼠",
    "鸟",
    "马",
    "羊",
)
_KIND = "[\u4e00-\u9fff]{0,3}?"
"""Of what sort or colour an animal is: 橘猫, 小黑狗."""
_DOGS = "柯基|金毛|泰迪|柴犬|哈士奇|拉布拉多|边牧|比熊|博美|吉娃娃|萨摩耶|法斗|阿拉斯加|德牧|雪纳瑞|贵宾"
_CATS = "布偶|英短|美短|加菲|暹罗|狸花|三花|蓝猫|缅因"
_LATELY = "(?:现在|还|也|刚|新|又|最近|昨天|今天|上周|上个?月|去年|今年)*"
_COUNT = "(?:一)?[只条个匹头]"
_NAMED = r"(?:咪|狗)?[，,]?(?:它|她|他)?(?:(?:的?名字)?叫做?|的?名字是|取名(?:叫|为)) ?"
_HAVE = (
    rf"{STARTS}{_LATELY}(?:我们?家?里?|家里|家中){_LATELY}(?:有|养了?|养着|领养了|收养了|买了|来了)(?:着)?{_COUNT}"
)
_FORM = Statement(
    pattern(""), "{kin}是", "{self}的{kin}是{object}。", "animal", fits=may_be_pet_name
)  # what follows says how it is told


def _told(regex: str, kin: str = "") -> Statement:
    """Return a form that tells what an animal is called, by the word for it or for its breed."""
    if not kin:
        return replace(_FORM, regex=pattern(regex))
    return replace(_FORM, regex=pattern(regex), predicate=f"{kin}是", statement=f"{{self}}的{kin}是{{object}}。")


_OF_MINE = rf"{STARTS}(?:可惜|遗憾的是|唉)?[，,]?我们?(?:家里?)?的?(?:那只|那条)?(?:老|小|大)?(?P<kin>{'|'.join(PETS)})(?:咪|狗)?"
_DIED = "(?:已经|刚|不幸|突然|终于)*(?:去世|过世|离世|死|走|去了?汪星|去了?喵星)了"
_LOST = Statement(
    pattern(rf"{_OF_MINE}(?P<object>(?!已经|刚|不幸|突然)[一-鿿]{{2,3}}?|[A-Z][a-z]+){_DIED}{END}"),
    "失去",
    "{self}的{kin}{object}去世了。",
    "animal",
    fits=may_be_pet_name,
    unless="{kin}是",
)
_LOST_ONE = Statement(
    pattern(rf"{_OF_MINE}{_DIED.replace('|走', '')}{END}"),
    "失去",
    "{self}的{kin}去世了。",
    object="{kin}",
    unless="{kin}是",
)
"""Animals of which nothing was told but that they died; that one went may be a walk, where no name is told."""

_WORDS = ((f"(?P<kin>{'|'.join(PETS)})", ""), (f"(?:{_DOGS})", "狗"), (f"(?:{_CATS})", "猫"))
ANIMALS = (
    _LOST,
    _LOST_ONE,
    *(_told(rf"{_HAVE}{_KIND}{what}{_NAMED}(?P<object>{NAME}){END}", kin) for what, kin in _WORDS),
    _told(
        rf"{STARTS}我们?(?:家里?)?的?(?:小|那只|这只)?(?P<kin>{'|'.join(PETS[2:])})(?:的名字)?叫 ?(?P<object>{NAME}){END}"
    ),
)
