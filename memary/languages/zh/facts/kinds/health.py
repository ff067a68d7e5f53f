"""Read illnesses and what one cannot eat in Chinese: 我有糖尿病, 我乳糖不耐.

Only what is known to be an illness or not to be borne is read: who has a cold tells of the day.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.en.facts.forms import Told
from memary.languages.zh.facts.forms import END, I_NOW, of_other, own

_CONDITION = (
    "(?:[1１一I]型|[2２二]型|妊娠期?)?糖尿病|高血压|低血压|高血脂|高血糖|(?:过敏性)?(?:哮喘|鼻炎)|癫痫|偏头痛|(?:类风湿性?|风湿性?|骨)?关节炎|类风湿|(?:重度|轻度|中度)?(?:抑郁症|焦虑症)"
    "|躁郁症|双相情感障碍|强迫症|自闭症|阅读障碍|多动症|湿疹|银屑病|牛皮癣|荨麻疹|甲亢|甲减|痛风|(?:缺铁性)?贫血|(?:慢性)?(?:胃炎|肾炎|咽炎|支气管炎|肝炎)|胃溃疡|颈椎病|腰椎间盘突出"
    "|心脏病|冠心病|乙肝|丙肝|肾结石|胆结石|红斑狼疮|强直性脊柱炎|白癜风|乳糜泻|克罗恩病|溃疡性结肠炎|肠易激综合征|帕金森|骨质疏松|多囊卵巢综合征|子宫内膜异位症|失眠症|青光眼|白内障|血友病|癌症"
    "|(?:乳腺|肺|胃|肝|皮肤|甲状腺)癌"
)
_EACH = "(?:、|和|以及|还有|跟)"
_CONDITIONS = rf"(?P<object>(?:{_CONDITION})(?:{_EACH}(?:{_CONDITION}))*)"
_LATELY = "(?:现在|从小|一直|去年|前年|今年|上个?月|上周|最近|刚|又|已经|也|还|天生|\\d+年前)*"
_GOT = "(?:患有|有|得了|患了|被?确诊(?:了|为|是|患有|得了)?|被?诊断(?:出|为|患有)了?|查出(?:来)?了?(?:有)?)"
_NOT_BORNE = "(?P<object>乳糖|麸质|果糖|酒精|组胺|咖啡因|牛奶|小麦)"
_HAS = ("患有", "{self}患有{object}。", "topic")
_INTOLERANT = ("不耐受", "{self}对{object}不耐受。", "thing")

HEALTH_OF_ONE: tuple[Told, ...] = (
    (rf"{_LATELY}{_GOT}{_CONDITIONS}{END}", *_HAS, bool),
    (rf"(?:对)?{_NOT_BORNE}不耐受?(?:症)?{END}", *_INTOLERANT, bool),
)
"""What is told of one who is named, or of whom one has."""

HEALTH = (
    own(rf"{I_NOW}{_LATELY}{_GOT}{_CONDITIONS}{END}", *_HAS, each=_EACH),
    own(rf"{I_NOW}(?:是|有|对)?{_NOT_BORNE}不耐受?(?:症)?(?:体质)?{END}", *_INTOLERANT),
    *(replace(of_other(*told), each=_EACH) for told in HEALTH_OF_ONE),
)
