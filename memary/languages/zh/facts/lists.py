"""Read several things in a row in Chinese, each as a fact: 我对虾、蟹和牛奶过敏."""

from __future__ import annotations

import re

from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI
from memary.languages.zh.facts.forms import (
    AGE,
    COUNT,
    END,
    HAN,
    KIN,
    LATIN,
    NAME,
    OF_KIN,
    PARTICLES,
    THEN_OTHERS,
    TO_DO,
    at_start,
    is_own_name,
    is_somebody,
    may_be_called,
    own,
)
from memary.languages.zh.facts.kinds.medicines import MEDICINE
from memary.languages.zh.facts.people.introductions import may_be_nickname
from memary.languages.zh.vocabulary.segmenter import tagged_words

_SOMEBODY = rf"(?:我|你|您|他|她|大家|别人|人|朋友|同学|同事|家人|家里|爸|妈|父母|孩子|老公|老婆|男友|女友|{KIN})"
_AND = (
    r"(?:(?<![我你您他她它们温柔饱暖共随平亲缓总祥附调谐应])和(?![平服风果谐尚睦气解蔼声弦]|牛$)|以及|还有|(?<![高后])跟|(?<![参给赠])与(?!众))"
    rf"(?!{_SOMEBODY}[^、]{{2,}})"
)
"""What joins two things: no company (和朋友聊天), and not where a third is told of both (安静和有趣的人)."""
_EACH = rf"(?<=.) ?(?:、?{_AND}|、) ?(?![^、]*的)"
_JOINT = " ?(?:、|和|以及|还有|跟|与) ?"
_NEXT = rf"(?:{_JOINT}{LATIN}|、{HAN}{{1,8}}?|(?<=[A-Za-z0-9+#]){_JOINT}{HAN}{{1,8}}?)"
_THINGS = rf" ?{TO_DO}(?P<object>(?![你您他她它这那的])(?:{LATIN}|{HAN}{{1,10}}?){_NEXT}{{0,6}})"
_END = (
    rf"(?=了?{PARTICLES}(?:[，。！；\s…～—]|[,.!;~](?![A-Za-z0-9])|(?<![吃喝看玩打听去做养穿买用弹骑的])[{EMOJI}]|$))"
)
_VERY = "(?:平时|平常|业余)?(?:很|特别|非常|最|也|真的)?"
_JOKE = words(
    "上班 工作 开会 加班 早起 学习 考试 老板 领导 上司 同事 人 男人 女人 恋爱 感情 婚姻 结婚 运动 家务 周一 星期一 催婚 职场"
)
"""What nobody is allergic to but in jest."""
_NO_THING = ("喜欢", "讨厌", "住在", "来自", "过敏")


def is_listed(words: str) -> bool:
    """Return whether words may be one of several things, and not the next clause."""
    return not words.startswith("我") and not any(verb in words for verb in _NO_THING)


def _is_allergen(words: str) -> bool:
    return is_listed(words) and words not in _JOKE


_ANIMALS = "猫|狗|兔子|仓鼠|鹦鹉"
_NO_NAMES = words(
    "金毛 泰迪 柯基 柴犬 哈士奇 拉布拉多 边牧 布偶 英短 美短 加菲 暹罗 狸花 比熊 博美 吉娃娃 萨摩耶 法斗 阿拉斯加 德牧"
    " 雪纳瑞 贵宾 蓝猫 三花 奶牛 男孩 女孩 儿子 女儿 哥哥 弟弟 姐姐 妹妹 双胞胎 公 母 老大 老二 老三 老四 老幺"
)
_OF_A_NAME = frozenset("nxaijz")
"""Parts of speech of what an animal may be called."""


def _is_one_of_them(words: str) -> bool:
    """Return whether one of several may be called so, where only their number tells of names.

    They are people or animals.
    """
    if (
        words in _NO_NAMES
        or words.startswith("一")
        or words.endswith(("猫", "狗", "犬", "色"))
        or not may_be_called(words)
    ):
        return False
    is_twice = len(words) == 2 and words[0] == words[1]
    if is_twice or may_be_nickname(words) or is_own_name(words) or is_somebody(words):
        return True
    return {tag[0] for _, tag in tagged_words(words)} <= _OF_A_NAME


def _of_many(number: int, written: str) -> Statement:
    """Return a form that tells as many names as it says that there are: 我有两个孩子，小明和小红."""
    names = rf"(?P<object>{HAN}{{1,4}}?(?:(?:[、，,]|和|跟|与){HAN}{{1,4}}?){{{number - 1}}})"
    return own(
        rf"我们?家?(?:现在|还)?(?:有|养了?|养着){written}{COUNT}(?P<kin>{OF_KIN})[，,：:—]+ ?{names}{_END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", _is_one_of_them, each="[、，,和跟与]",
    )  # fmt: skip


def _of_many_aged(number: int, written: str) -> Statement:
    """Return a form that tells the names with their ages: 我有两个孩子：小明九岁，小红六岁."""
    aged = rf"(?:今年|快|已经|才)?{AGE}岁了?"
    names = rf"(?P<object>{HAN}{{1,4}}?(?:{aged}[，,、；]{HAN}{{1,4}}?){{{number - 1}}})(?={aged})"
    return own(
        rf"我们?家?(?:现在|还)?有{written}{COUNT}(?P<kin>{OF_KIN})[，,：:—]+ ?{names}", "{kin}是", "{self}的{kin}是{object}。", "person",
        _is_one_of_them, each=rf"{aged}[，,、；]",
    )  # fmt: skip


_CHILDREN = "孩子|小孩|宝宝|儿子|女儿|男孩|女孩|娃"
_NOT_EATEN = pattern(
    "^[亏醋素这那了不饭东苦你他她我完多得起到惯香]$|^(?:这|那|你|他|早|晚|午|不|太|过多|亏|苦|闲|独)|东西|一套|[了过着]$"
)


def _is_consumed(words: str) -> bool:
    """Return whether one may eat or drink what these words name."""
    return is_listed(words) and not (_NOT_EATEN.search(words) or re.fullmatch(MEDICINE, words))


LISTS = (
    own(rf"我对{_THINGS}(?<![不没]) ?(?:都|也|均)?(?:严重|很)?过敏", "过敏", "{self}对{object}过敏。", fits=_is_allergen, each=_EACH),
    own(rf"我{_VERY}(?:喜欢|热爱|喜爱|爱吃|爱喝){_THINGS}(?:{_END}|{THEN_OTHERS})", "喜欢", "{self}喜欢{object}。", fits=is_listed, each=_EACH),
    own(rf"我{_VERY}(?:讨厌|不喜欢|不爱吃|不爱喝){_THINGS}(?:{_END}|{THEN_OTHERS})", "不喜欢", "{self}不喜欢{object}。", fits=is_listed, each=_EACH),
    *(_of_many(number, written) for number, written in ((2, "[两俩二2]"), (3, "[三3]"), (4, "[四4]"))),
    *(_of_many_aged(number, written) for number, written in ((2, "[两俩二2]"), (3, "[三3]"), (4, "[四4]"))),
    *(
        own(rf"我们?家?(?:现在)?有[^。！？]{{0,6}}(?:{_CHILDREN})[^。！？]*?[，,；：:](?P<kin>{kin})叫(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。", "person",
            may_be_called)
        for kin in ("大?儿子", "小儿子", "大?女儿", "小女儿", "老大", "老二", "老三")
    ),
    own(rf"(?:我的?|我们?家?的?)?(?:[两三四俩]个?)?(?P<kin>孩子|小孩|宝宝)们?的?(?:名字)?(?:分别)?叫(?P<object>{NAME}(?:[、，,和跟与]{NAME})+?){END}", "{kin}是", "{self}的{kin}是{object}。", "person",
        _is_one_of_them, each="[、，,和跟与]"),
    own(rf"我(?:的|家)?(?P<kin>{KIN})(?:今年|现在|已经|刚|都|才)*{AGE}岁了?[，,](?:名字)?(?:叫|是)(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。", "person", may_be_called),
    *(
        own(rf"我(?:从来?|一直|平时|现在|也|都|从小)*不{may}{does}{_THINGS}{_END}", f"不{does}", f"{{self}}不{says}{does}{{object}}。", fits=_is_consumed, each=_EACH)
        for does in ("吃", "喝")
        for may, says in (("", ""), ("(?:能|可以)", "能"))
    ),
    own(rf"我们?家?里?(?:现在)?(?:有|养了?|养着)[^。！？；]{{2,20}}[，,。！] ?(?:我们?家?)?(?:还有|还养了?)(?:一)?{COUNT}(?P<kin>{OF_KIN})(?:名字)?叫做?(?P<object>{NAME}){END}",
        "{kin}是", "{self}的{kin}是{object}。", "person", may_be_called),
    at_start(rf"(?:我们?家?)?还有(?:一)?{COUNT}(?P<kin>{_ANIMALS})(?:名字)?叫做?(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。"),
)  # fmt: skip
GOES_ON = (
    rf"[有养][^。！？；\n]{{1,30}}叫[^。！？；\n]{{1,30}}[。！]\s{{0,3}}(?:我们?家?)?(?:还有|还养了?)一?{COUNT}(?:{OF_KIN})(?:名字)?叫"
    r"[^。！？；\n]{1,30}[。！\s]*$"
)
