"""Tell how Chinese words name something: by a name, a noun, a group of words or a clause.

The tags of the segmenter tell which it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages.pack.base import words
from memary.languages.pack.wordings import Amounts, Wording, Wordings
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN
from memary.languages.zh.names.recognition import chinese_names
from memary.languages.zh.vocabulary.segmenter import tagged_words

_HAN = re.compile(f"[{HAN}]")
_TITLE = re.compile("^《[^《》]+》$")
_QUOTED = re.compile('^[“「『"].+[”」』"]$')
_NOUN_CHARS = 8
_GROUP_CHARS = 10
_SHORT_CHARS = 3
_GROUP_WORDS = 5

_SAYS = pattern(
    "^[这那哪]|[了着吗呢吧啊]|不(?!锈钢)|没有?|正在|已经|开始|打算|希望|想要|每[天周月年次]|一直|经常|越来越"
    "|更(?!年期)|太(?![极阳太空])|很|[多少][吃喝]"
)
_CLAUSE_TAGS = frozenset(("r", "d", "y", "ul", "uz", "ug", "ud", "uv"))
_GROUP_TAGS = frozenset(("p", "c", "uj", "u"))
_COUNT_TAGS = frozenset(("m", "q", "mq", "t", "f"))
_STATE_TAGS = frozenset(("a", "ad", "z", "d", "zg"))
_VERBS = words("去 吃 喝 学 看 做 买 想 要 当 上 打 玩 住 带 给 陪 请 找 跑去 参加 准备 减少 增加 坚持 练习 照顾")

_STATES = words(
    """
    开心 高兴 难过 伤心 生气 焦虑 紧张 累 疲惫 忙 忙碌 健康 单身 已婚 离婚 结婚 怀孕 退休 失业 在职 孤独 自豪 骄傲
    兴奋 激动 失望 担心 放松 轻松 满意 后悔 好 不错 生病 迷茫 困 饿 幸福 感动 期待 平静 压力大 有压力
    """
)
UNNAMED = words(
    """
    朋友 朋友们 好友 好朋友 老朋友 同事 同事们 同学 同学们 邻居 邻居们 家人 亲人 亲戚 孩子 孩子们 小孩 人 人们 别人
    大家 有人 男人 女人 男孩 女孩 伙伴 小伙伴 陌生人 熟人 客户 客人 老师 学生 大人 东西 事 事情 地方 团队 班级 群
    """
)
_BEFORE_UNNAMED = re.compile("^(?:(?:一|两|几|这|那|某|好几)?[个位名群些帮件]|一些|许多|很多|老|新|最好的|其他的?)")
_KIN = (
    "家人|父母|爸妈|妈妈|爸爸|爷爷|奶奶|外公|外婆|儿子|女儿|孩子|老公|老婆|丈夫|妻子|哥哥|姐姐|弟弟|妹妹"
    "|男朋友|女朋友|男友|女友|朋友|同事|老板"
)


def read(text: str) -> Wording | None:
    """Return how Chinese words name something."""
    text = text.strip()
    if not _HAN.search(text):
        return None
    if _TITLE.match(text):
        return "name"
    if _is_unnamed(text):
        return "unnamed"
    if text in _STATES:
        return "bare"
    if _QUOTED.match(text):
        return "clause" if len(text) > _NOUN_CHARS else read(text[1:-1])
    if any(span.start == 0 and span.end == len(text) and not span.doubtful for span in chinese_names(text)):
        return "name"
    tagged = [(word, tag) for word, tag in tagged_words(text) if word.strip()]
    if {tag for _, tag in tagged} <= _COUNT_TAGS | _STATE_TAGS:
        return "bare"
    if _SAYS.search(text) or len(text) > _GROUP_CHARS or len(tagged) > _GROUP_WORDS:
        found: Wording = "clause"
    else:
        found = _by_tags(text, tagged)
    # what is so short may be a title, or a name that the tagger cut
    return "group" if found == "clause" and 1 < len(text) <= _SHORT_CHARS else found


def _is_unnamed(text: str) -> bool:
    return text in UNNAMED or _BEFORE_UNNAMED.sub("", text) in UNNAMED


def _by_tags(text: str, tagged: Sequence[tuple[str, str]]) -> Wording:
    tags = {tag for _, tag in tagged}
    if len(tagged) == 1:
        return "clause" if len(text) == 1 and tags == {"v"} else "noun"
    if tags & _CLAUSE_TAGS or any("，" in word or "。" in word or "！" in word for word, _ in tagged):
        return "clause"
    if tagged[0][1] == "v" or tagged[0][0] in _VERBS:
        return "clause" if len(tagged) > 2 or tagged[0][0] in _VERBS else "group"
    if tags & _GROUP_TAGS or "、" in text or len(text) > _NOUN_CHARS or tagged[0][1] in ("m", "t"):
        return "group"
    return "group" if any(tag == "v" for _, tag in tagged[:-1]) else "noun"


WORDINGS = Wordings(
    read=read,
    unnamed=UNNAMED,
    feasts=f"[{HAN}]{{1,3}}节",
    owned=rf"^(?:(?P<own>我们?|咱们?)|(?P<other>[他她它]们?|自己))(?:的(?P<thing>.+)|(?P<kin>{_KIN}))$",
    owners="{owner}的{thing}",
    belonging=("(?P<owner>.+)的(?P<thing>[^的]+)", "(?P<owner>.{2,})(?P<thing>家)"),
    told_of="{thing}{predicate}",
    joints="[和与跟及、]",
    listed=r"\s*(?:[、，,]?(?:和|跟|与|以及|还有|及|或)|[、，,])\s*",
    numbered=r"[两俩仨二三四五六七八九十2-9]\s*[个只条位匹种样]|俩|仨",
    amounts=Amounts(
        about="大约|大概|约|差不多|将近|接近|超过|不到|至少|最多|每月|每年|月薪|年薪",
        numerals="[一二两三四五六七八九十][零〇一二两三四五六七八九十百千万亿点半]*",
        magnitudes="[十百千]?[万亿]|千|百",
        units=(
            "块钱|块|元人民币|人民币|欧元|美元|英镑|日元|港币|元|万元|公斤|千克|斤|克|毫克|公里|千米|里|厘米|公分|毫米|平方米|平米"
            "|米|升|毫升|度|个人|人|名员工|小时|分钟|秒|天|周|个?月|年|岁|次|个百分点|分"
        ),
        rates="(?:每|一|/)(?:个?月|年|天|周|小时|人|位|斤)",
    ),
)
