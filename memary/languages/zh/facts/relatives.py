"""How Chinese tells in passing who somebody is: 我叫林晓梅，住在杭州; 我姐姐陈丽住在广州; 我弟弟林浩在华为做软件工程师."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.zh.facts.forms import (
    END,
    HAN,
    KIN,
    OF_ME,
    PROFESSION,
    at_start,
    is_employer,
    is_own_name,
    is_place,
    of_other,
    own,
)
from memary.languages.zh.facts.introductions import FAMILY, may_be_nickname
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
    """Whether the words behind whom one has may be the name of that one."""
    return is_own_name(words) or may_be_nickname(words)


RELATIVES = (
    own(
        rf"我(?:叫|是(?={FAMILY}))[^，,；：的]{{2,6}}[，,](?:{OF_ME})?(?:现在|目前|如今)?住在 ?(?P<object>{HAN}{{2,12}}?){END}",
        "居住在",
        "{self}居住在{object}。",
        "place",
        is_place,
    ),
    own(
        rf"我{OF_ME}{OF_ME}(?:{OF_ME})?(?:平时|平常|业余)?(?:很|特别|非常|最|也|真的)?(?:喜欢|热爱|喜爱|爱吃|爱喝)(?P<object>{HAN}{{1,10}}?){END}",
        "喜欢",
        "{self}喜欢{object}。",
    ),
    own(
        rf"我(?:的|家)?(?P<kin>{KIN})(?P<object>[\u4e00-\u9fff]{{2,4}}?)(?={_NOW}{_THEN})",
        "{kin}是",
        "{self}的{kin}是{object}。",
        "person",
        _may_be_called,
    ),
    own(
        rf"{_NAME_AND}(?P<object>[1-9]\d)(?:岁了?(?=[，,。；！]|$)|(?=[。！]?$|[，,、]{_WHERE}{_JOB}))",
        "年龄是",
        "{self}{object}岁。",
        "value",
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
    of_other(
        rf"{_NOW}在 ?(?P<object>{HAN}{{2,16}}?) ?{_AS}{PROFESSION}{END}",
        "就职于",
        "{self}就职于{object}。",
        "organization",
        is_employer,
    ),
    of_other(
        rf"{_NOW}(?:在 ?{HAN}{{2,16}}? ?{_AS}|是(?:一?[名个位])?)(?P<object>{PROFESSION}){END}",
        "职业是",
        "{self}的职业是{object}。",
        "topic",
    ),
)
