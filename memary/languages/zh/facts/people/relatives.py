"""Read in Chinese who somebody is, said in passing: 我姐姐陈丽住在广州, 我弟弟林浩在华为做软件工程师.

What is told of one whom the speaker has is a fact about that one, where the name is known (我妈妈搬到了根特), else one
about the speaker: 妈妈居住在.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memary.languages.en.facts.forms import Told
from memary.languages.pack.sentences import Statement, is_told_already
from memary.languages.pattern import pattern
from memary.languages.zh.facts.forms import (
    AGE,
    ASIDE,
    BIRTHDAY,
    END,
    GROWN,
    HAN,
    KIN,
    OF_ONE,
    PROFESSION,
    STARTS,
    at_start,
    in_figures,
    is_employer,
    is_own_name,
    is_place,
    is_somebody,
    of_other,
    own,
)
from memary.languages.zh.facts.kinds.health import HEALTH_OF_ONE
from memary.languages.zh.facts.people.introductions import FAMILY, may_be_nickname
from memary.languages.zh.vocabulary.words import CHINESE_TITLES

_NOW = "(?:现在|目前|如今|今年|也|还|已经|刚|最近|上周|上个?月|去年)*"
_THEN = "(?:住|在|是|很?喜欢|很?爱|讨厌|对[^，,。]{1,8}过敏|搬|毕业|结婚|当|做)"
_TITLED = rf"{FAMILY}(?:{'|'.join(sorted(CHINESE_TITLES))})[，,、]"
_NAME_AND = rf"我(?:叫|是)(?!{_TITLED})(?={FAMILY})[\u4e00-\u9fff]{{2,4}}?[，,、](?:今年)?"
_IS_A = "(?:现在|目前)?(?:是|做|当)(?:一?[名个位])?"
_JOB = rf"{_IS_A}{PROFESSION}(?=[，,。；]|$)"
_WHERE = rf"(?:(?:现在|目前)?在(?![^，,。]{{0,8}}[里中][，,]){HAN}{{2,8}}?[，,])?"
_NEAR_KIN = (
    "妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|孩子|奶奶|爷爷|外婆|外公|姥姥|姥爷|舅舅|姑姑|阿姨|叔叔"
    "|表哥|表姐|表弟|表妹|堂哥|堂姐|老板|上司|室友|邻居|同事"
)
_AS = r"(?:做|当|担任)(?:一?[名个位])?"


def _may_be_called(words: str) -> bool:
    """Return whether the words behind whom one has may be the name of that one."""
    return is_own_name(words) or may_be_nickname(words)


_ONE_OF_MINE = (
    "妈妈?|母亲|爸爸?|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|孩子|孙子|孙女|外孙女?|男朋友|女朋友|男友|女友|爱人|未婚妻|未婚夫"
    "|奶奶|爷爷|外婆|外公|姥姥|姥爷|岳父|岳母|公公|婆婆|老板|上司|室友|狗|猫|哥|姐|弟|妹"
)
"""Those of whom one has one or, of each sort, few: who says 我朋友 means one of many."""
_AGED = rf"(?:{_NOW}{AGE}(?:周)?岁了?[，,])?"
_OLD = ("年龄是", "{self}{object}岁。", "value")
_HOW_OLD = rf"(?:今年|现在|已经|上周|上个?月|昨天|今天|刚|满|都|才){{0,4}}(?P<object>{AGE})(?:周)?岁(?!的|时|那年|以|前|左右|多)了?{END}"


def _may_have_age(words: str) -> bool:
    """Return whether somebody who has an age may be called so."""
    return is_somebody(words) or may_be_nickname(words)


def _of_mine(regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool]) -> Statement:
    """Return a form about one whom the speaker has, of whom the name need not be known: 我爸爸住在里加."""
    told = pattern(
        rf"{STARTS}我(?:们?(?:的|家)?|有一?[个位])(?P<kin>(?:另外?一个)?[大小二三]?(?:{_ONE_OF_MINE})){_AGED}(?:也|还)?{regex}"
    )
    unnamed = ("{kin}" + predicate, statement.replace("{self}", "{self}的{kin}"))
    return Statement(told, predicate, statement, object_type, fits, timeless=True, whose="{kin}是", unnamed=unnamed)


_AS_JOB: tuple[Told, ...] = (
    (rf"{_NOW}在 ?(?P<object>{HAN}{{2,16}}?) ?{_AS}{PROFESSION}{END}", "就职于", "{self}就职于{object}。", "organization", is_employer),
    (rf"{_NOW}(?:在 ?{HAN}{{2,16}}? ?{_AS}|是(?:一?[名个位])?)(?P<object>{PROFESSION}){END}", "职业是", "{self}的职业是{object}。", "topic", bool),
)  # fmt: skip
_AGES = tuple(
    replace(form, written=in_figures)
    for form in (
        _of_mine(_HOW_OLD, *_OLD, bool),
        replace(of_other(_HOW_OLD, *_OLD, bool), fits_subject=_may_have_age),
        replace(
            own(rf"我们?(?:的|家)?(?:{KIN})(?P<subject>[\u4e00-\u9fff]{{2,3}}?){_HOW_OLD}", *_OLD),
            fits_subject=_may_be_called,
        ),
    )
)

_BORN = rf"的?生日(?:是|在)(?:每年)?(?:的)? ?{BIRTHDAY}{END}"
_BIRTHDAY_IS = ("生日是", "{self}的生日是{object}。", "value")
_AGED_HERE = rf"[：:，,、；](?P<subject>[\u4e00-\u9fff]{{2,3}}?)(?:今年|快|已经|才)?(?P<object>{AGE})岁了?"


RELATIVES = (
    replace(
        at_start(
            rf"(?P<kin>女儿|儿子|老公|老婆) ?叫 ?(?P<object>{HAN}{{2,3}}?){END}",
            "{kin}是",
            "{self}的{kin}是{object}。",
        ),
        object_type="person",
        fits=_may_be_called,
    ),
    own(
        rf"我(?:的|家)?(?P<kin>女儿|儿子|孩子)的?(?:小名|乳名)(?:就)?(?:是|叫做?) ?(?P<object>{HAN}{{2,3}}?){END}",
        "{kin}是",
        "{self}的{kin}是{object}。",
        "person",
        may_be_nickname,
    ),
    own(
        rf"我最好的(?P<kin>朋友|哥们儿?|兄弟|闺蜜|姐妹|死党)(?:现在)?(?:是|叫)(?P<object>[\u4e00-\u9fff]{{2,3}}?|[A-Z][a-z]+){END}",
        "最好的{kin}是",
        "{self}最好的{kin}是{object}。",
        "person",
        _may_be_called,
    ),
    own(
        rf"我(?:的|家)?(?P<kin>{KIN})(?P<object>[\u4e00-\u9fff]{{2,4}}?)(?={ASIDE}{_NOW}{_THEN})",
        "{kin}是",
        "{self}的{kin}是{object}。",
        "person",
        _may_be_called,
    ),
    replace(
        own(
            rf"{_NAME_AND}(?P<object>[1-9]\d|{GROWN})(?:岁了?(?=[，,。；！]|$)|(?=[。！]?$|[，,、]{_WHERE}{_JOB}))",
            "年龄是",
            "{self}{object}岁。",
            "value",
        ),
        written=in_figures,
    ),
    own(
        rf"{_NAME_AND}[1-9]\d岁?[，,、](?:现在|目前)?在(?P<object>{HAN}{{2,8}}?)(?=[，,]{_JOB})",
        "居住在",
        "{self}居住在{object}。",
        "place",
        is_place,
    ),
    own(
        rf"{_NAME_AND}[1-9]\d岁?[，,、]{_WHERE}{_IS_A}(?P<object>{PROFESSION})(?=[，,。；]|$)",
        "职业是",
        "{self}的职业是{object}。",
        "topic",
    ),
    replace(
        at_start(
            rf"(?={FAMILY}|[\u4e00-\u9fff]{{2}}是|[A-Z])(?P<object>[\u4e00-\u9fffA-Za-z·]{{2,6}}?)是我(?:的|们?家的?)?(?P<kin>{_NEAR_KIN})[。！!～~…\s]*$",
            "{kin}是",
            "{self}的{kin}是{object}。",
        ),
        object_type="person",
        fits=_may_be_called,
    ),
    own(
        rf"我(?:只|就|还)?有一?个(?P<kin>弟弟|哥哥|姐姐|妹妹|儿子|女儿|表哥|表姐|表弟|表妹)[，,：:](?:叫)?(?P<object>{HAN}{{2,3}}?)(?=[，,。；]|$)",
        "{kin}是",
        "{self}的{kin}是{object}。",
        "person",
        is_own_name,
    ),
    *(of_other(*told) for told in _AS_JOB),
    *(_of_mine(*told) for told in (*OF_ONE, *_AS_JOB, *HEALTH_OF_ONE)),
    *_AGES,
    replace(own(_AGED_HERE, *_OLD), regex=pattern(_AGED_HERE), written=in_figures, fits_subject=is_told_already),
    _of_mine(_BORN, *_BIRTHDAY_IS, bool),
    replace(of_other(_BORN, *_BIRTHDAY_IS, bool), fits_subject=_may_have_age),
)
