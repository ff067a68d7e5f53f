"""How Chinese tells what one is afraid of, for long: 我怕蜘蛛, 我恐高.

Who is afraid that something will happen tells of the day, so that few words may stand there.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.pack.sentences import Statement
from memary.languages.zh.facts.forms import END, I_NOW, own

_FEARED = (
    "(?:蜘蛛|蛇|老鼠|狗|猫|鸟|鸽子|蟑螂|虫子?|昆虫|蜜蜂|黄蜂|鬼|小丑|黑|高处|水|深水|海|火|血|针|打针|抽血|医院|牙医|看牙医?|坐飞机|飞机|飞行|坐电梯|电梯|开车|打雷|雷声|闪电|鞭炮|密闭空间|人群|人多的地方|死"
    "|当众(?:讲话|发言)|在公共场合讲话)"
)
_EACH = "(?:、|和|以及|还有|跟)"
_SO = "(?:从小|一直|很|特别|非常|最|就|也|还|有点儿?|真的|都|挺)*"
_TOLD = ("害怕", "{self}害怕{object}。")
_IS = {"恐高": "高处", "有恐高症": "高处", "有幽闭恐惧症": "密闭空间", "晕血": "血"}
FEARS: tuple[Statement, ...] = (
    own(rf"{I_NOW}{_SO}(?:怕|害怕|恐惧)(?P<object>{_FEARED}(?:{_EACH}{_FEARED})*)(?:的)?{END}", *_TOLD, each=_EACH),
    replace(own(rf"{I_NOW}{_SO}(?P<object>{'|'.join(_IS)}){END}", *_TOLD), written=_IS.__getitem__),
)  # fmt: skip

NO_LONGER_FEARED = (rf"不再?(?:害怕|怕)(?P<old>{_FEARED})了?",)
"""How one says, behind 我, that one is afraid of something no more."""
