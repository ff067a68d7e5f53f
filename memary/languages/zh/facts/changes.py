"""Read a new home or job in Chinese: 上个月我们搬到了上海, 我辞职了，现在在上海中学教生物."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.zh.facts.forms import (
    END,
    HAN,
    I_NOW,
    PROFESSION,
    at_start,
    is_employer,
    is_place,
    is_school,
    own,
)
from memary.languages.zh.facts.since import LONG

_LATELY = "(?:刚|才|最近|今年|去年|前年|上周|上个?月|昨天|今天|终于|已经)*"
_FAMILY = "(?:老婆|老公|妻子|丈夫|太太|先生|爱人|男朋友|女朋友|男友|女友|家人|爸妈|父母|孩子|儿子|女儿)"
_WE = rf"(?:我们(?:全家|一家(?:人|[三四五六]口)?|俩|两个)?|我(?:全家|一家)|我[和跟与]{_FAMILY})"
_PLACE = rf"(?P<object>{HAN}{{2,12}}?)"
_HOME = ("居住在", "{self}居住在{object}。", "place", is_place)
_SUBJECT = "(?:语文|数学|英语|物理|化学|生物|历史|地理|政治|音乐|美术|体育|信息技术|计算机|日语|法语|德语|科学)"
_SCHOOL = rf"(?P<object>{HAN}{{1,14}}?(?:中学|小学|高中|初中|大学|学院|附中|附小|一中|二中|三中|职高|幼儿园))"

_NOT_YET = "(?![^。！？\n]*(?:下个?月|下周|明年|明天|过几天|年底|还没|装修|准备|等着))"

_FOR_LONG = rf"(?=(?:已经|都|也|有|快|差不多)*{LONG}了{END})"
HOMES = (
    replace(
        own(rf"(?:我|{_WE})(?:现在|一直)?在 ?{_PLACE}(?:居?住|生活|定居|待)了?{_FOR_LONG}", *_HOME), timeless=True
    ),
    own(rf"{_WE}{_LATELY}(?:从{HAN}{{2,8}}?)?搬(?:到|去|回)了?{_PLACE}[去来]?(?:住|生活|定居)?{END}", *_HOME),
    own(
        rf"(?:我|{_WE}){_LATELY}(?:搬家|搬)了[，,]?(?:现在|目前|如今)?(?:我们?|就)?(?:搬(?:到|去)了?|住在?){_PLACE}{END}",
        *_HOME,
    ),
    own(
        rf"{_NOT_YET}(?:(?:我|{_WE}){_LATELY}(?:搬家|搬)了[，,](?:我们?的?)?|我们?的?)新家(?:就)?(?:在|是){_PLACE}{END}",
        *_HOME,
    ),
    own(
        rf"{_NOT_YET}(?:我|{_WE})?{_LATELY}(?:我们?)?在{_PLACE}(?:买|租|找)(?:了|到了?)(?:一?[套间处个])?(?:新|小|大|学区)?(?:房子?|公寓|住处)[，,]?{_LATELY}(?:就|都)?搬(?:过去|进去|过来|进来)(?:住)?了{END}",
        *_HOME,
    ),
    own(rf"{_WE}(?:现在|目前|如今)(?:就|都)?住在?{_PLACE}{END}", *_HOME),
    own(
        rf"我[和跟与](?:我)?{_FAMILY}(?:{HAN}{{2,3}}?)?(?:现在|目前|如今|一直|一起|都|就)*(?:居住|住)在?{_PLACE}{END}",
        *_HOME,
    ),
    own(
        rf"(?:我|{_WE}){_LATELY}又?(?:搬家|搬)了[，,！!。]?(?:这次|这回|这一次)(?:是)?搬(?:到|去)了?{_PLACE}{END}",
        *_HOME,
    ),
    replace(
        at_start(
            rf"(?:这次|这回|这一次|{_LATELY})(?:我们?)?(?:又)?搬(?:(?:到|去|回)了|回(?={HAN}{{2,12}}了{END})){_PLACE}(?:去|来)?{END}",
            *_HOME[:2],
        ),
        object_type="place",
        fits=is_place,
    ),
)
MOVED_FIRST = (
    "^我们?(?:刚|最近|今年|去年|前年|上周|上个?月|先){0,2}搬(?:到|去)了?[^，,。！？；他她它]{2,8}[，,。；！]"
    "(?=(?:我们?|今年|去年|上周|上个?月|最近|昨天|今天|现在|后来|然后|接着|不过|但是?|又|刚){1,4}搬(?:到|去|回))"
)
"""A move, before one that followed it."""

_SOON = "(?P<when>(?:(?:这|本)?(?:周|星期)[一二三四五六日天]|下个?(?:周[一二三四五六日天]?|星期[一二三四五六日天]?|月)|明天|后天|过几天|明年)(?:[一二三四五六七八九十0-9]{1,3}[号日])?)"
JOBS = (
    replace(own(rf"(?:我)?{_SOON}(?:就|要|会|开始)*(?:去|到|在)?(?:入职|加入|去)(?P<object>{HAN}{{2,12}}?)(?:工作|上班)?{END}", "计划就职于", "{self}{when}要去{object}上班，在那里工作。", "organization", is_employer), comes_true=("就职于", "{self}就职于{object}。")),
    replace(
        own(rf"{I_NOW}(?:在|于) ?{_SCHOOL} ?(?:教书|(?:教|当|做){_SUBJECT}(?:老师)?){END}", "就职于", "{self}就职于{object}。", "organization", is_school),
        timeless=True,
    ),
    replace(
        own(rf"{I_NOW}(?:在 ?{_SCHOOL.replace('?P<object>', '?:')} ?)?教(?P<taught>{_SUBJECT})课?的?{END}", "职业是", "{self}的职业是{object}。", "topic"),
        object="{taught}老师",
    ),
    own(rf"我(?:现在|目前|如今)(?:去|到)了(?P<object>{HAN}{{2,12}}?)(?:当|做|担任)了?(?:一?[名个位])?{PROFESSION}{END}", "就职于", "{self}就职于{object}。", "organization", is_employer),
    own(rf"我(?:现在|目前|如今)(?:去|到)了{HAN}{{2,12}}?(?:当|做|担任)了?(?:一?[名个位])?(?P<object>{PROFESSION}){END}", "职业是", "{self}的职业是{object}。", "topic"),
    own(rf"我(?:现在|目前|如今)(?:开始)?(?:当|做|担任)(?:一?[名个位])?(?P<object>{PROFESSION})了?{END}", "职业是", "{self}的职业是{object}。", "topic"),
    own(rf"我{_LATELY}(?:找到?|换)了?(?:一?[份个])?(?:新)?工作[，,]?(?:是|当|做)(?:一?[名个位])?(?P<object>{PROFESSION}){END}", "职业是", "{self}的职业是{object}。", "topic"),
)  # fmt: skip
