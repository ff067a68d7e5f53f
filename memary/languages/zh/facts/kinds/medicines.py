"""How Chinese tells which medicines one takes for long: 我每天吃氨氯地平, 医生让我把氨氯地平换成缬沙坦."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.pack.sentences import Statement
from memary.languages.zh.facts.forms import END, I_NOW, own
from memary.languages.zh.facts.since import LONG

MEDICINE = (
    "(?:[\u4e00-\u9fff]{1,4}?(?:他汀|地平|沙坦|洛尔|普利|拉唑|列净|列汀|沙班|双胍|奈德|特罗)|(?:[\u4e00-\u9fff]{1,2}?)?胰岛素|阿司匹林|华法林|氯吡格雷|优甲乐|左甲状腺素|舍曲林|氟西汀|艾司西酞普兰|西酞普兰|文拉法辛|度洛西汀"
    "|碳酸锂|喹硫平|加巴喷丁|普瑞巴林|泼尼松|甲氨蝶呤|司美格鲁肽|沙丁胺醇|孟鲁司特|氟替卡松|氯雷他定|西替利嗪|哌甲酯|拉莫三嗪|丙戊酸钠|卡马西平|非布司他|别嘌醇|(?:降压|降糖|降脂|抗抑郁|避孕)药)"
)
"""What is taken for long: who takes something against a cold tells of the week."""
_EACH = "(?:、|和|以及|还有|跟)"
_LATELY = "(?:现在|从小|一直|去年|前年|今年|上个?月|上周|最近|刚|又|已经|也|还|就|\\d+年前)*"
_TAKE = "(?:吃|服用?|打|注射|用)"
_EVERY = "(?:每天|天天|每晚|每周|早上|晚上|长期|按时|坚持|正|都|在|得|要|开始)*"
_ONE = f"(?P<object>{MEDICINE})"
_MEDICINES = f"(?P<object>{MEDICINE}(?:{_EACH}{MEDICINE})*)"
_TOLD = ("服用", "{self}服用药物{object}。")
_DOCTOR = f"(?:我的?)?(?:医生|大夫|主治医生){_LATELY}(?:让|叫|给|建议|帮)"
_TO = "(?:换|改)(?:成|为|用|吃)了?"


def _changes(old: str) -> str:
    """Return how one says, up to the new one, that one thing is taken in the place of another."""
    return rf"(?:{_DOCTOR}我{_LATELY}(?:把|将)?|我{_LATELY}(?:(?:把|将|从)(?:我的|原来的)?|的)){old}{_LATELY}{_TO}"


MEDICINES: tuple[Statement, ...] = (
    replace(own(rf"{I_NOW}{_LATELY}{_EVERY}{_TAKE}着?{_MEDICINES}(?:{END}|(?=(?:已经|都|也|有|快|差不多)*{LONG}了))", *_TOLD, each=_EACH), timeless=True),
    own(rf"{_DOCTOR}我{_LATELY}(?:新)?(?:开|加|开始吃|吃|用)了?{_MEDICINES}{END}", *_TOLD, each=_EACH),
    own(rf"我{_LATELY}(?:改|换)(?:吃|用|服用?|打|成)了?{_ONE}{END}", *_TOLD),
    own(rf"{_changes(MEDICINE)}{_ONE}{END}", *_TOLD),
)  # fmt: skip

INSTEAD = rf"{_LATELY}(?:改|换)(?:吃|用|服|打|成)了?{MEDICINE}"
"""What one takes by now, behind what is taken no more: 改吃达格列净."""

_OLD = "(?P<old>[\u4e00-\u9fffA-Za-z]{2,10}?)"
NO_LONGER_TAKEN = (
    rf"{_changes(_OLD)}{MEDICINE}了?",
    rf"{_DOCTOR}我{_LATELY}(?:把)?(?:停|不要?再?吃|别再?吃)(?:掉|用|服|了)*{_OLD}了?",
)
"""How one says in a clause which one is taken no more."""
