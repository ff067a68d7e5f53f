"""Tell by Chinese words that a question asks for the past (我以前住在哪里) or for a change (怎么变)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages.pattern import pattern
from memary.languages.zh.vocabulary.words import CHINESE_PEOPLE

_WE = "(?:我|你|您|他|她)们?|咱们?|大家"
_PEOPLE = "|".join(sorted(CHINESE_PEOPLE, key=lambda word: (-len(word), word)))
_OPENING = r"(?:^|[，,、：:\s])(?:那么?|请问|请?告诉我|(?:你|您)?(?:还?记得|知道))?"
# who begins a clause is its subject: 我以前住在哪里, but neither 出门以前 nor 见到他以前
_SUBJECT = rf"(?:(?:{_WE})(?:的?(?:{_PEOPLE}))?|{_PEOPLE})"
_TALK = "(?![^，,。？！]{0,4}[说讲提聊问谈])"
_CHINESE = pattern(
    rf"{_OPENING}(?:{_SUBJECT}(?P<subject>以前|之前|原[来來](?![是就也还不没有这那如])"
    rf"|[过過]去(?=在|的(?!时候|時候|话|話|路)|喜欢|爱|经常|常|一直|总|住[在哪]))"
    rf"|(?P<first>[以之]前(?={_SUBJECT}))){_TALK}"
    rf"|(?P<that>(?:搬[到来去]了?|住在?|来到?|去了?|当|做|加入|换到|认识|在)[^，,。？！\s]{{1,8}}?[以之]前)[，,]?(?={_SUBJECT}){_TALK}"
    rf"|{_OPENING}{_SUBJECT}(?P<since>(?:搬[到来去]了?|住在?|来到?|去了?|加入|换到|在)[^，,。？！\s]{{1,8}}?[以之]前)(?=[住在做当干是]|上班|工作){_TALK}"
    rf"|(?P<once>曾[经經])(?![历歷过理常济营]){_TALK}"
    r"|(?P<former>[上前]一?(?:份(?=工作)|家(?=公司|单位)|个(?=老板|工作|公司|单位|住处|地址)|任(?=老板|领导|上司)))"
)
_CHINESE_CHANGES = pattern(  # 我住过哪些城市
    "[住做坐养干租当上读待用开骑](?P<ever>过)(?=哪[些几]|几[个家种份只条辆])|"
    "[怎如]么?[样何]?(?:变(?:成|(?:化|动)?(?=[？?。，,！!\\s]|$))|[变改](?:化|动|变)?[的过了])|(?:有(?:过|什么|哪些)|发生了?)(?:什么|哪些)?(?:变化|变动|改动)"
    "|[改变换]过?了?几[次回家个]|前前后后|从[^，,。？！\\s]{1,8}[到至](?:现在|如今|今天|目前)|分别(?=[^，,]{0,8}过[哪几多])|历次|来龙去脉|起初|当初|一开始(?!就)|先后(?=[^，,]{0,6}[哪几什])|依次|最初的?(?=[^，,]{0,8}[哪几什谁])"
    "|最早(?!几点|的?(?:一?班|航班|火车|高铁|飞机|车|预约)|[^，,]{0,8}[能可会])的?(?=[^，,]{0,8}[哪几什谁])"
)
_CHINESE_AHEAD = re.compile("[该該]|(?<![主重])要|打算")


def asks_past(question: str) -> Iterator[tuple[int, int]]:
    """Yield where a question says so."""
    if question.isascii():
        return
    for found in _CHINESE.finditer(question) if not _CHINESE_AHEAD.search(question) else ():
        yield found.span(found.lastgroup or 0)
    for found in _CHINESE_CHANGES.finditer(question):
        yield found.span(found.lastgroup or 0)
