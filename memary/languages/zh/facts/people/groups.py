"""Read what is told of several people at once in Chinese: 我爸妈住在长沙.

What is told of one's parents is a fact about each, where both names are known, else one about the speaker: 父母居住在.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.pack.sentences import LeftOut, ReferringBack, Statement, is_anybody, is_told_already
from memary.languages.pattern import pattern
from memary.languages.zh.facts.forms import (
    AGE,
    END,
    HAN,
    NAME,
    PROFESSION,
    STARTS,
    in_figures,
    is_own_name,
    is_place,
    is_somebody,
    may_be_called,
    own,
)

_PARENTS = "(?:父母|爸妈|爸爸妈妈|爸爸和妈妈|双亲)"
_GROUPS = "爷爷奶奶|外公外婆|姥姥姥爷|岳父岳母|公公婆婆"
_STILL = "(?:现在|目前|如今|还|都|也|一直|退休后)*"
_TOLD = (
    (rf"{_STILL}住在? ?(?P<object>{HAN}{{2,12}}?){END}", "居住在", "居住在{object}", "place", is_place),
    (rf"{_STILL}(?:刚|最近|上周|上个?月|去年|今年)*搬(?:到|去)了?(?P<object>{HAN}{{2,12}}?){END}", "居住在", "居住在{object}", "place", is_place),
    (rf"{_STILL}(?:是|当)(?P<object>{PROFESSION}){END}", "职业是", "的职业是{object}", "topic", bool),
)  # fmt: skip


def _of_parents() -> tuple[Statement, ...]:
    return tuple(
        Statement(
            pattern(rf"{STARTS}我们?(?:的|家)?(?P<kin>{_PARENTS}){regex}"), predicate, f"{{self}}{says}。", kind, fits, timeless=True,
            whose="父母是", number=2, unnamed=(f"父母{predicate}", f"{{self}}的父母{says}。"),
        )
        for regex, predicate, says, kind, fits in _TOLD
    )  # fmt: skip


def _of_groups() -> tuple[Statement, ...]:
    return tuple(
        replace(own(rf"我们?(?:的|家)?(?P<kin>{_GROUPS}){regex}", f"{{kin}}{predicate}", f"{{self}}的{{kin}}{says}。", kind, fits), timeless=True)
        for regex, predicate, says, kind, fits in _TOLD
    )  # fmt: skip


def _may_be_parent(words: str) -> bool:
    return may_be_called(words) and (is_own_name(words) or is_somebody(words))


_CHILD = "(?P<kin>儿子|女儿|孩子|弟弟|妹妹|哥哥|姐姐|猫|狗)"
_HAVE = rf"我们?家?(?:现在|还|也)?有(?:一)?[个只条位]?(?:快|刚满)?{AGE}岁(?:半|大)?的(?:小|大)?{_CHILD}[，,：:]?(?:名字|小名)?叫做?"
_ONE_OF_THEM = "(?:大的|小的|老大|老二|老三|一个|另一个|还有一个)叫"
_BETWEEN = rf"(?:[，,]?(?:今年|已经|刚|快|才)*{AGE}岁了?)?[，,、；;。]?{_ONE_OF_THEM}"


GROUPS = (
    *_of_parents(),
    *_of_groups(),
    own(rf"我们?(?:的|家)?{_PARENTS}(?:分别)?(?:叫做?|是|的名字是|的名字叫)(?P<object>{NAME}[、，,和跟与]{NAME}){END}", "父母是", "{self}的父母之一是{object}。", "person",
        _may_be_parent, each="[、，,和跟与]"),
    own(rf"{_HAVE} ?(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。", "person", may_be_called),
    own(rf"我们?家?(?:现在|还)?有[两二三四五六2-6][个只条匹位](?P<kin>孩子|小孩|宝宝|儿子|女儿|猫|狗)[，,：:]?{_ONE_OF_THEM}(?P<object>{NAME}(?:{_BETWEEN}{NAME})+?)(?=(?:[，,]?(?:今年|已经|刚|快|才)*{AGE}岁了?)?{END})",
        "{kin}是", "{self}的{kin}是{object}。", "person", may_be_called, each=_BETWEEN),
    replace(
        own(rf"我们?家?(?:现在|还|也)?有(?:一)?[个只条位]?(?:刚满)?(?P<object>{AGE})岁(?:大)?的(?:小|大)?{_CHILD.replace('?P<kin>', '?:')}[，,：:]?(?:名字|小名)?叫做? ?(?P<subject>{NAME}){END}",
            "年龄是", "{self}{object}岁。", "value"),
        written=in_figures, fits_subject=is_told_already,
    ),
    Statement(pattern(rf"叫(?P<subject>{NAME})[，,]?(?:今年|已经|才)*(?P<object>{AGE})岁了?{END}"), "年龄是", "{self}{object}岁。", "value",
        written=in_figures, fits_subject=is_told_already),
)  # fmt: skip

_OF_PARENT = "(?:爸爸?|父亲|妈妈?|母亲)"
_CALLED = "(?:名字)?(?:叫做?|是)[^，,。；！？!?他她的]{2,8}?"
_NAMED = (
    rf"^(?P<name>)我(?:的|家)?{_OF_PARENT}{_CALLED}[，,](?:而)?我?{_OF_PARENT}{_CALLED}(?=[，,。；！!]|$)",
    rf"^(?P<name>)我们?(?:的|家)?{_PARENTS}(?:分别)?(?:{_CALLED}|{_STILL}住在?[^，,。；！？!?他她]{{2,10}}?)(?=[，,。；！!]|$)",
)


THEY = tuple(
    ReferringBack(
        pattern(words),
        pattern("[，,；;](?:而且|并且|但是?|不过)?(?=他们)"),
        ((pattern("他们(?!的|家|俩的)俩?"), "我父母"),),
        is_anybody,
    )
    for words in _NAMED
)
"""Those whom 他们 means right behind one's parents."""

_HAVE_SOME = "^(?:我们?家?里?|家里)(?:现在|最近|刚|新|还)*(?:有|养了?|养着|领养了|买了)"
_WHO = "孩子|小孩|宝宝|儿子|女儿|哥哥|弟弟|姐姐|妹妹|猫|狗|兔子|仓鼠|鹦鹉|乌龟|男朋友|女朋友"
_NAMES_FOLLOW = "(?=(?:的名字)?(?:分别)?(?:叫|是)(?!起来|得|个不|声|了|着))"
NAMED_LATER = (
    ReferringBack(
        pattern(rf"{_HAVE_SOME}(?P<name>[两二三四五2-5][个只条匹位]小?(?:{_WHO}))(?=[，,。；！!]|$)"),
        pattern("[，,；;](?=[它他她]们)"),
        (
            (pattern(f"[它他她]们(?:的名字)?{_NAMES_FOLLOW}"), ""),
            (pattern("(?=一[个只条匹位]叫)"), "，"),
        ),
        is_anybody,
        lead="我的",
    ),
    ReferringBack(
        pattern(
            rf"{_HAVE_SOME}一?[个只条匹位]小?(?P<name>{_WHO})(?:(?!叫|名)[^，,。；！!？他她它你]){{0,16}}(?=[，,。；！!]|$)"
        ),
        pattern("[，,；;](?=[它他她](?!们))"),
        ((pattern(f"[它他她](?!们)(?:的名字)?{_NAMES_FOLLOW}"), ""),),
        is_anybody,
        lead="我的",
    ),
)
"""Those whom one has, of whom the names are told next: 我有两只猫。它们叫米米和花花。"""

_ELDERS = "爸爸?|父亲|妈妈?|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷"
_SIBLINGS = "大?哥哥?|大?姐姐?|弟弟?|妹妹?"
_CHILDREN = "大?儿子|小?儿子|大?女儿|小?女儿"
_SPOUSES = "老婆|妻子|太太|老公|丈夫|爱人"
ALSO_HAS = tuple(
    LeftOut(
        pattern(
            rf"^(?:(?:你好|您好|大家好)[，,！!] ?)?我(?:的|家)?(?:{first})(?:(?![他她它])[^。！？；]){{1,40}}?[，,](?=(?:{second})(?:(?:名字)?叫|是|今年|现在|也?住|在))"
        ),
        "我",
    )
    for first, second in (
        (_ELDERS, f"{_ELDERS}|{_SIBLINGS}"),
        (_SIBLINGS, f"{_SIBLINGS}|{_ELDERS}"),
        (_CHILDREN, f"{_CHILDREN}|{_SPOUSES}"),
        (_SPOUSES, _CHILDREN),
    )
)
"""Whom else one has, told behind one who has no such: 我爸爸叫王建国，妈妈叫李秀英."""
