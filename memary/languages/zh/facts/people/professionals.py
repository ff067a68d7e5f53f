"""Read whom one goes to in Chinese: 我的新医生是李敏, 我换牙医了，现在是刘医生."""

from __future__ import annotations

from memary.languages.pack.sentences import Statement
from memary.languages.zh.facts.forms import END, HAN, is_somebody, own
from memary.languages.zh.facts.people.introductions import may_be_nickname

_WHO = "家庭医生|主治医生|心理医生|心理咨询师|牙医|医生|房东|律师|会计|教练"
_WHOM = f"(?P<kin>{_WHO})"
_LATELY = "(?:刚|才|最近|今年|去年|上周|上个?月|昨天|今天|终于|已经|又)*"
_NOW = "(?:现在|目前|如今|已经)*"
_ONE = rf"(?P<object>{HAN}{{2,5}}?)"
_TITLES = ("医生", "大夫", "医师", "主任", "律师", "会计", "教练", "老师", "先生", "女士", "太太", "阿姨", "叔叔")


def _may_be_one(words: str) -> bool:
    """Return whether one whom one goes to may be called so: 李敏, 老李, 张教练."""
    is_titled = words.endswith(_TITLES) and len(words) <= len("欧阳医生")
    return is_somebody(words) or may_be_nickname(words) or (is_titled and is_somebody(f"{words[0]}医生"))


def _own(regex: str) -> Statement:
    return own(regex, "{kin}是", "{self}的{kin}是{object}。", "person", _may_be_one)


PROFESSIONALS = (
    _own(rf"我们?(?:的|家的?)?(?:新的?)?{_WHOM}{_NOW}(?:是|叫|换成了?|变成了?){_ONE}{END}"),
    _own(rf"我们?(?:家)?{_LATELY}换了?(?:一?[个位名])?(?:新的?)?{_WHOM}了?[，,；;]?(?:(?:我们?)?{_NOW}的?|新的?)(?:{_WHO})?(?:是|叫){_ONE}{END}"),
)  # fmt: skip
"""Whoever it is, or is by now."""
