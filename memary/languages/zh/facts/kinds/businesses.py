"""How Chinese tells which business one has: 我开了一家面包店, 我和老公经营一家民宿."""

from __future__ import annotations

from memary.languages.pack.sentences import Statement
from memary.languages.zh.facts.forms import END, own

_BUSINESS = "(?:[\u4e00-\u9fff]{1,4}?(?:店|馆|铺|坊)|(?:小|网|微)?店|民宿|客栈|酒店|宾馆|酒吧|农场|果园|工作室|画室|琴行|公司|[\u4e00-\u9fff]{1,4}?公司|厂|工厂|诊所|律所|律师事务所|事务所|培训班|幼儿园|健身房|美容院|理发店|花店)"
_WE = "(?:我(?:和|跟|与)(?:老公|老婆|丈夫|妻子|爱人|朋友|哥哥|姐姐|弟弟|妹妹|爸妈|父母|家人)(?:一起)?|我们?)"
_NOW = "(?:现在|目前|自己|去年|今年|前年|上个?月|最近|刚|还|也|在|一起|和人|合伙)*"
_ONE = "(?:一?[家个间])?(?:自己的|小|小小的)?"
_TOLD = ("经营", "{self}经营{object}。", "organization")

BUSINESSES: tuple[Statement, ...] = (
    own(rf"{_WE}{_NOW}(?:经营着?|开着|创办了|创立了){_ONE}(?P<object>{_BUSINESS})(?:的)?{END}", *_TOLD),
    own(rf"{_WE}{_NOW}(?:开了?|办了?)(?:一?[家间个])(?:自己的|小)?(?P<object>{_BUSINESS})(?:的)?{END}", *_TOLD),
    own(rf"{_WE}{_NOW}(?:是)?开(?P<object>{_BUSINESS})的{END}", *_TOLD),
)  # fmt: skip

NO_LONGER_RUN = (
    rf"(?:把)?(?:我的|自己的)?(?P<old>{_BUSINESS})(?:已经|刚|上个?月|去年|今年)*(?:关|关掉|转让|卖|卖掉|盘出去|不开)了",
    rf"不再?(?:开|经营)(?P<old>{_BUSINESS})了",
)
"""How one says, behind 我, that one has a business no more."""
