"""Read how somebody is called in Chinese: a name, a new name, what friends call one.

叫我 also asks for a call or tells to do something (叫我起床, 大家都叫我加班), so that what follows has to have the form of
a name: 小明, 老王, 豆豆, 雷子, 王老师, 林夏 or Tony.
"""

from __future__ import annotations

import re

from memary.languages.en.facts import forms as english
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI
from memary.languages.zh.facts.forms import END, HAN, KIN, is_own_name, is_somebody, may_be_called
from memary.languages.zh.vocabulary.segmenter import frequency, tagged_words
from memary.languages.zh.vocabulary.words import (
    CHINESE_DOUBLE_FAMILY_NAMES,
    CHINESE_FAMILY_NAMES,
    CHINESE_ORGANIZATIONS,
    CHINESE_PEOPLE,
    CHINESE_TITLES,
)

_IS = ("名字是", "{self}的名字是{object}。")
_FAMILY_IS = ("姓氏是", "{self}姓{object}。")
_GOES_BY = ("昵称是", "{self}的昵称是{object}。")
_OF_A_KIND = ("昵称是", "{self}的{nick}是{object}。")

_RARE = 600
"""Above this count of the segmenter's dictionary a word of the form of a nickname is a word: 小心, 老实."""
_NO_NICKNAME = frozenset(("滴滴", "点点", "外卖", "阿姨", "保密", "秘密", "这个", "那个", "不好", "好听", "公开",
    "疯子", "傻子", "骗子", "瞎子", "聋子", "矮子", "车子", "影子", "日子", "样子", "孩子", "嫂子"))  # fmt: skip
_DONE = frozenset("vdulpcmrqt")
"""Parts of speech of what is done, and how often: no names."""

_STARTS = rf"(?:^|[，。！；、：\s…～—,.!;:~{EMOJI}]|但是?|而且|所以)"
_Q, _UNQ = '[“"「『]?', '[”"」』]?'
_CALLED = rf"{_Q}(?P<object>{HAN}{{2,6}}?){_UNQ}"
_CALLED_OR_SHORT = rf"{_Q}(?P<object>{HAN}{{1,6}}?){_UNQ}"
_ONE_CHARACTER = frozenset(
    "云岚雪雨晨阳宁静琳娜婷欣萱涵轩宇浩杰磊鹏飞龙凤梅兰竹菊莉莹琪瑶瑾瑜慧敏倩颖洁薇芳芸蕾蓉霞晴岩峰涛波林森楠松辰星辉亮伟刚勇军健凯锋斌晶鑫玲燕珊珍冰玉然悦怡"
)
"""Names of one character, by which one is called among friends."""

_DONE_CALLING = rf"(?=(?:就|也)?(?:好|行|可以|成|得)?[了啦]?(?:吧|啊|哦|喔|呀|哈|嘛|即可)?{END}|就)"
_CALLERS = (
    rf"(?:大家|朋友们?|同事们?|同学们?|家里?人|家人们?|别人|人家|身边的?人|周围的?人|熟人|熟悉的人|室友们?|队友们?|邻居们?|他们|她们|爸妈|父母|孩子们|学生们?|粉丝们?"
    rf"|(?:我的?)(?:朋友|同事|同学|家人|室友|{KIN})们?)(?:平时|一般|通常|习惯|喜欢|总是|总|一直|经常|常|现在|也|私下){{0,3}}都?"
)
_LATELY = "(?:已经|刚刚?|最近|正式|去年|今年|上个?月|后来|现在|结婚后|婚后){0,3}"
_NEW = rf"改(?:了)?名(?:字)?(?:叫做?|为|成|叫)(?:了)?{_CALLED}了?{END}"
FAMILY = f"(?:{'|'.join(sorted(CHINESE_DOUBLE_FAMILY_NAMES))}|[{''.join(sorted(CHINESE_FAMILY_NAMES))}])"
_NICK = "(?P<nick>昵称|外号|绰号|小名|乳名|花名|英文名)"
_WHO = rf"(?:其实|对了|另外)?[，,]?(?:我(?:的|家)?(?:{KIN}))?(?P<subject>[\u4e00-\u9fff·]{{2,5}}?)"


def may_be_nickname(said: str) -> bool:
    """Return whether somebody may be called so for short, by the form of the word."""
    if said.isascii():
        return said[0].isupper() and english.is_somebody(said)
    if said in _NO_NICKNAME or said in CHINESE_PEOPLE or said in CHINESE_TITLES or not may_be_called(said):
        return False
    tags = {tag[0] for _, tag in tagged_words(said)}
    is_rare = frequency(said) < _RARE
    if len(said) == 2 and is_rare:
        is_twice = said[0] == said[1] and tags.isdisjoint(_DONE - {"t"})
        is_small = said[0] in "小阿老大" and tags.isdisjoint(_DONE)
        if is_twice or is_small or (said[1] == "子" and tags <= {"n"}):
            return True
    is_titled = said[0] in CHINESE_FAMILY_NAMES and any(said[1:] == title for title in CHINESE_TITLES)
    return is_titled or is_own_name(said)


def _is_told(said: str) -> bool:
    """Return whether a name that is told as such may be one."""
    if said.isascii():
        return said[0].isupper()
    if len(said) == 1:
        return said in _ONE_CHARACTER
    is_word = said in _NO_NICKNAME or re.match("什么|啥|谁|哪|怎|很|太|挺|叫|个|一", said)
    *others, (last, tag) = tagged_words(said)
    is_asked = bool(others) and ((len(last) > 1 and tag == "v") or said.startswith(tuple(CHINESE_PEOPLE)))
    return may_be_called(said) and not is_word and not is_asked  # 我叫妈妈回家, 我叫小王来帮忙


def _is_renamed(said: str) -> bool:
    """Return whether one may be called so from now on, and has not merely called for something."""
    tags = {tag[0] for _, tag in tagged_words(said)}
    return is_own_name(said) or may_be_nickname(said) or (_is_told(said) and tags.isdisjoint(_DONE) and len(said) < 5)


def _fits_firm(said: str) -> bool:
    return is_somebody(said) and said not in CHINESE_ORGANIZATIONS


INTRODUCTIONS = (
    Statement(pattern(rf"{_STARTS}我(?:的名字)?(?:叫|是叫){_CALLED_OR_SHORT}{END}"), *_IS, fits=_is_told),
    Statement(pattern(rf"{_STARTS}我是(?P<object>{HAN}{{2,4}}?){END}"), *_IS, fits=is_own_name),
    Statement(pattern(rf"{_STARTS}我的?(?:新|真|本|全)?(?:名字?|姓名|名)(?:现在)?(?:是|叫){_CALLED}{END}"), *_IS, fits=_is_told),
    Statement(pattern(rf"(?:{_STARTS}我(?:现在|目前|如今)(?:我)?|^(?:(?:[^，,。]{{0,6}}[，,])?我(?!们|的|家|{KIN})[^，,。！？]{{1,12}}[，,])?(?:现在|目前|如今)我?)叫{_CALLED}了?{END}"), *_IS, fits=_is_renamed),
    Statement(pattern(rf"{_STARTS}我{_LATELY}(?:改|随.{{1,4}})?姓{FAMILY}[，,](?:现在)?(?:名字)?叫{_CALLED}了?{END}"), *_IS, fits=_is_told),
    Statement(pattern(rf"{_STARTS}我{_LATELY}(?:改|随.{{1,4}}?)?姓(?P<object>{FAMILY})了?{END}"), *_FAMILY_IS),
    Statement(pattern(rf"{_STARTS}我{_LATELY}把姓(?:氏)?改(?:成|为)了?(?P<object>{FAMILY})了?{END}"), *_FAMILY_IS),
    Statement(pattern(rf"{_STARTS}我{_LATELY}{_NEW}"), *_IS, fits=_is_told),
    Statement(pattern(rf"{_STARTS}我{_LATELY}把(?:我的?)?名字改(?:成|为|叫)了?{_CALLED}了?{END}"), *_IS, fits=_is_told),
    Statement(pattern(rf"{_STARTS}(?:请|就|以后|今后|你们?|您|大家|可以|也|都|直接|随便|麻烦){{0,4}}(?:叫|称呼)我(?:做|为)?{_CALLED}{_DONE_CALLING}"), *_GOES_BY, fits=may_be_nickname),
    Statement(pattern(rf"{_STARTS}{_CALLERS}(?:叫|管我叫|称呼?|喊)(?:我)?(?:做|为)?(?<=叫我|呼我|喊我|称我|我叫|我做|我为){_CALLED}{_DONE_CALLING}"), *_GOES_BY, fits=may_be_nickname),
    Statement(pattern(rf"{_STARTS}我的?{_NICK}(?:就)?(?:是|叫做?){_CALLED}{END}"), *_OF_A_KIND, fits=_is_told),
    Statement(pattern(rf"^{_WHO}{_LATELY}{_NEW}"), *_IS, fits=_is_told, fits_subject=_fits_firm),
    Statement(pattern(rf"^{_WHO}的{_NICK}(?:就)?(?:是|叫做?){_CALLED}{END}"), *_OF_A_KIND, fits=_is_told, fits_subject=_fits_firm),
    Statement(pattern(rf"{_STARTS}我(?:的|家)?(?P<kin>{KIN}){_LATELY}{_NEW}"), *_IS, fits=_is_told, whose="{kin}是"),
    Statement(pattern(rf"{_STARTS}我(?:的|家)?(?P<kin>{KIN})(?:现在|目前|如今)叫{_CALLED}了?{END}"), *_IS, fits=_is_renamed, whose="{kin}是"),
    Statement(pattern(rf"{_STARTS}我(?:的|家)?(?P<kin>{KIN})的{_NICK}(?:就)?(?:是|叫做?){_CALLED}{END}"), *_OF_A_KIND, fits=_is_told, whose="{kin}是"),
)  # fmt: skip
"""For the one who speaks first, then for others."""

BEFORE_QUOTED_NAME = rf"(?:叫|称呼|喊)我(?:做|为)?$|改名(?:叫|为|成)$|(?:{_NICK.replace('?P<nick>', '?:')}|名字?)(?:就)?(?:是|叫)$|我叫$"
"""What stands before a name that is put in quotation marks, which is no speech then."""
