"""Which relations hold one value at a time. English and Chinese; a rule for supersession, not a vocabulary.

Two facts of one subject compete when their predicates belong to one *matter* that has one value at a time (where one
lives), or when one excludes the other about one object (likes and dislikes, works at and left). All else may be true
side by side. Settings may add matters and switch off built-in ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Self

from memary.languages.keys import predicate_key
from memary.languages.terms import fold, stem

_SINGLE: dict[str, str] = {
    "residence": "lives_in lives_at resides_in resident_of based_in moved_to relocated_to home_is "
    "居住在 居住于 住在 定居 搬到 搬去 现居 现住 居住地",
    "employer": "works_at works_for employed_by employer_is joined_company "
    "就职于 任职于 工作于 供职于 在职于 工作单位",
    "occupation": "works_as job_is occupation_is profession_is has_job job_title 职业是 职业 从事 担任 工作是",
    "name": "is_named name_is called full_name 名字是 名字 姓名 名叫 叫",
    "age": "age_is has_age is_aged 年龄是 年龄",
    "birthday": "born_on birthday_is birth_date date_of_birth birthday 生日是 生日 出生于",
    "marital_status": "marital_status relationship_status 婚姻状况 感情状况",
    "spouse": "married_to spouse_is husband_is wife_is 配偶 丈夫是 妻子是 嫁给 娶了",
    "partner": "partner_is dating in_relationship_with girlfriend_is boyfriend_is 伴侣是 男朋友是 女朋友是 交往",
    "phone": "phone_is phone_number 电话是 手机号 电话",
    "email": "email_is email_address email 邮箱是 邮箱",
    "timezone": "timezone_is time_zone in_timezone 时区",
    "diet": "diet_is follows_diet 饮食习惯",
    "school": "studies_at attends_school attends_university enrolled_at 就读于 上学于 在读",
    "major": "majors_in studies_subject 专业是 主修",
    "status": "status_is has_status 状态是 状态",
    "location": "located_in located_at is_in 位于 地点在",
    "price": "price_is costs priced_at 价格是 价格 售价是 售价 标价",
    "salary": "salary_is earns has_salary 工资是 月薪 年薪 薪水",
    "deadline": "deadline_is due_on due_by has_deadline 截止日期 截止日期是 截止于",
    "manager": "reports_to manager_is 汇报给 上级是 直属领导",
    "version": "version_is current_version 版本是 当前版本",
}
_ATTITUDE = {
    "likes": 1, "loves": 1, "enjoys": 1, "adores": 1, "is_fond_of": 1, "fan_of": 1,
    "dislikes": -1, "hates": -1, "cannot_stand": -1, "detests": -1, "avoids": -1, "no_longer_likes": -1,
    "stopped_liking": -1,
    "喜欢": 1, "爱": 1, "热爱": 1, "喜爱": 1, "爱吃": 1, "爱喝": 1,
    "不喜欢": -1, "讨厌": -1, "恨": -1, "不爱": -1, "不爱吃": -1, "反感": -1, "不再喜欢": -1,
}  # fmt: skip
_MATTER = {predicate: matter for matter, names in _SINGLE.items() for predicate in names.split()}
_WORD = re.compile(r"[\w']+")
_NOT = frozenset({"not", "never", "hardly"})
_FAVOURITE = ("favorite_", "favourite_", "最喜欢的", "最爱的")

PLACES = frozenset({"residence", "location"})
"""Matters whose values lie within each other: who lives in Berlin lives in Germany."""

_MOVES = frozenset({"moved_to", "relocated_to", "joined_company", "搬到", "搬去", "定居"})
"""These tell of a change, whatever words stand around them."""

_MANY_WORDS = (
    "likes loves enjoys adores is_fond_of fan_of dislikes hates knows friend_of friends_with has_friend speaks "
    "has_pet has_child has_son has_daughter has_sibling has_brother has_sister has_hobby hobby_is plays visited "
    "traveled_to owns interested_in allergic_to plans_to "
    "喜欢 爱 热爱 喜爱 爱吃 爱喝 讨厌 不喜欢 认识 朋友是 好朋友是 会说 养 养宠物 养了 有孩子 儿子是 女儿是 爱好是 "
    "爱好 去过 拥有 感兴趣 过敏 计划 打算"
)
_MANY = frozenset(_MANY_WORDS.split())
"""Relations of which one has many: an update of such a fact has to name what it replaces."""

_EXPECTED: dict[str, str] = {
    "place": "lives_in resides_in based_in moved_to relocated_to located_in born_in "
    "居住在 居住于 住在 定居 搬到 搬去 现居 现住 居住地 位于",
    "organization": "works_at employed_by joined_company studies_at attends_school attends_university enrolled_at "
    "就职于 任职于 供职于 在职于 工作单位 就读于 毕业于",
    "person": "married_to spouse_is husband_is wife_is partner_is girlfriend_is boyfriend_is dating reports_to "
    "manager_is friend_of friends_with has_friend has_son has_daughter has_brother has_sister has_mother has_father "
    "配偶 丈夫是 妻子是 嫁给 娶了 伴侣是 男朋友是 女朋友是 汇报给 上级是 直属领导 朋友是 好朋友是",
}
_TYPE_EXPECTED = {predicate: kind for kind, names in _EXPECTED.items() for predicate in names.split()}

Sort = Literal["plan", "taste", "distaste", "favourite", "interest", "allergy", "thing", "visit"]
"""What a relation tells of the one it is about, where that is more than one fact or none tells."""

_SORTS: dict[Sort, str] = {
    "plan": "plans_to wants_to intends_to hopes_to goal_is has_goal aims_to would_like_to dreams_of learning "
    "preparing_for saving_for working_on 计划 打算 想要 目标 目标是 希望 准备 正在学 在学",
    "interest": "prefers interested_in has_hobby hobby_is 偏好 感兴趣 爱好是 爱好",
    "allergy": "allergic_to 过敏",
    "thing": "owns plays uses 拥有",
    "visit": "visited traveled_to 去过",
}

_NEGATION = re.compile(
    r"(?:no_longer|(?:do|does|did|is|are|was)_not|(?:do|does|did|is|are|was)nt|not|never|stopped|ceased_to|quit|"
    r"used_to|formerly|previously)_"
    r"|已?(?:不再|不|没有|没|未)|曾经?|以前"
)
_ENDINGS: dict[str, str] = {
    "employer": "left quit left_job_at left_company quit_job_at resigned_from fired_from was_fired_from "
    "laid_off_from retired_from 离开 离职 离职于 辞职 辞职于 辞去 已离职",
    "residence": "left moved_away_from moved_out_of moved_from 离开 搬离 搬走 搬出",
    "school": "left graduated_from dropped_out_of 离开 毕业于 退学 肄业于",
    "spouse": "divorced divorced_from separated_from widow_of widower_of widowed_by 离婚 已离婚 分居 丧偶",
    "partner": "left broke_up_with split_up_with separated_from 分手 已分手",
    "has_pet": "lost_pet gave_away", "养宠物": "送走 失去", "养": "送走 失去",
    "owns": "sold gave_away lost", "拥有": "卖掉 卖了 丢失",
    "plans_to": "cancelled canceled gave_up dropped_plan_to", "计划": "取消 放弃", "打算": "取消 放弃",
    "friend_of": "fell_out_with", "friends_with": "fell_out_with", "朋友是": "绝交",
    "member_of": "left", "plays": "gave_up", "uses": "gave_up",
}  # fmt: skip
_ENDED_BY: dict[str, frozenset[str]] = {
    word: frozenset(what for what, names in _ENDINGS.items() if word in names.split())
    for word in {word for names in _ENDINGS.values() for word in names.split()}
}
_BESIDE = re.compile(
    r"(?<=\w )also\b(?! ?,)|\bas well\b(?! as)|\btoo\b(?=\s*(?:[.,;!]|$))|\bin addition\b"
    r"|\bon the side\b|\bpart[- ]time\b|\bat the same time\b"
    r"|\b(?:second|side) (?:job|home|flat|phone|number|email|address)\b"
    r"|还(?=在|有|是|住|兼|做|当)|同时|另外|兼职|兼任|副业|第二(?:份|个|处)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Predicates:
    """The rules as one memory has them: the built-in ones, and what its settings say.

    Attributes:
        single: further predicates that hold one value at a time, each a matter of its own.
        many: matters, named by themselves or by one of their predicates, that may hold many values after all.
    """

    single: frozenset[str] = frozenset()
    many: frozenset[str] = frozenset()

    @classmethod
    def of(cls, *, single_valued: Iterable[str] = (), many_valued: Iterable[str] = ()) -> Self:
        """Return the rules for predicates as people write them; where both name one, it is many-valued."""
        many = frozenset(map(predicate_key, many_valued))
        return cls(frozenset(map(predicate_key, single_valued)), many | {_built_in(name) or name for name in many})

    def matter_of(self, predicate: str) -> str | None:
        """Return the matter on which a subject has one value at a time, or None if many may be true at once.

        Args:
            predicate: in the form of `memary.languages.keys.predicate_key`.
        """
        matter = _built_in(predicate) or (predicate if predicate in self.single else None)
        return None if matter in self.many or predicate in self.many else matter

    def same_matter(self, one: str, other: str) -> bool:
        """Whether two predicates concern one single-valued matter."""
        matter = self.matter_of(one)
        return matter is not None and matter == self.matter_of(other)

    def is_many_valued(self, predicate: str) -> bool:
        """Whether a relation is known to hold with many at once."""
        return self.matter_of(predicate) is None and (predicate in _MANY or predicate in self.many)

    def exclude(self, one: str, other: str) -> bool:
        """Whether two predicates about one subject and one object cannot be true at one time."""
        return are_opposites(one, other) or self.ends(one, other) or self.ends(other, one)

    def ends(self, one: str, other: str) -> bool:
        """Whether one predicate says that the other is over or not so, about the same object."""
        if positive := _positive(one):
            return self.same_matter(positive, other) or _stems(positive) == _stems(other)
        return other in (ended := _ENDED_BY.get(one, frozenset())) or self.matter_of(other) in ended

    def are_alike(self, one: str, other: str) -> bool:
        """Whether two predicates about one subject and one object say the same."""
        return one == other or self.same_matter(one, other) or _ATTITUDE.get(one, 0) * _ATTITUDE.get(other, 0) > 0

    def of_matter(self, predicate: str) -> set[str]:
        """Return all predicates that compete with this one on its matter; the predicate alone if it has none."""
        matter = self.matter_of(predicate)
        if matter is None or _built_in(predicate) is None:
            return {predicate}
        if matter not in _SINGLE:  # a favourite, in its spellings
            spelt = {matter, matter.replace("favorite_", "favourite_")}
            return spelt | {f"{name}{ending}" for name in spelt for ending in ("_is", "是")} | {predicate}
        return set(_SINGLE[matter].split()) | {predicate}

    def related_to(self, predicate: str) -> set[str]:
        """Return all predicates of facts that this one may compete with."""
        found = self.of_matter(predicate) | opposites_of(predicate) | set(_ATTITUDE if predicate in _ATTITUDE else ())
        if positive := _positive(predicate):
            found |= self.of_matter(positive)
        for ended in _ENDED_BY.get(predicate, ()):
            found |= set(_SINGLE.get(ended, ended).split())
        return found | set(_ENDINGS.get(self.matter_of(predicate) or predicate, "").split())


BUILT_IN = Predicates()
"""The rules without any settings."""


def matter_of(predicate: str) -> str | None:
    """Return the built-in single-valued matter of a predicate; see `Predicates.matter_of`."""
    return BUILT_IN.matter_of(predicate)


def are_opposites(one: str, other: str) -> bool:
    """Whether two predicates tell of opposite feelings."""
    return _ATTITUDE.get(one, 0) * _ATTITUDE.get(other, 0) < 0


def attitude_of(predicate: str) -> int:
    """Return 1 for a predicate of liking, -1 for one of disliking, 0 for any other."""
    return _ATTITUDE.get(predicate, 0)


def attitude_in(text: str) -> int:
    """Return 1 for a text that tells of liking only, -1 for one of disliking only ("does not like"), 0 for others."""
    words = _WORD.findall(fold(text).replace("’", "'").replace("can't", "cannot"))
    stems = [stem(word) for word in words]
    told = {_ATTITUDE[m["what"]] * (-1 if m["no"] else 1) for m in _ATTITUDE_ZH.finditer(text)}
    for at, word in enumerate(words):
        sign = next((s for size in (3, 2, 1) if (s := _ATTITUDE_OF_STEMS.get(tuple(stems[at : at + size])))), 0)
        before = words[max(at - 2, 0) : at]
        is_negated = any(each in _NOT or each.endswith("n't") for each in before)
        if not sign or before == ["no", "longer"] or stems[at - 1 : at] == ["stop"]:
            continue  # none, or told with its negation
        if word != "like" or is_negated:  # "foods like curry"
            told.add(-sign if is_negated else sign)
    return told.pop() if len(told) == 1 else 0


def opposites_of(predicate: str) -> set[str]:
    """Return the predicates of the opposite feeling."""
    return {other for other in _ATTITUDE if are_opposites(predicate, other)}


def is_event(predicate: str) -> bool:
    """Whether a predicate tells of an end that was once and stays true (left, graduated from), not of a state."""
    return predicate in _ENDED_BY


def type_expected(predicate: str) -> str | None:
    """Return the type of thing that a predicate is about whatever its object is called; None where that is open."""
    return _TYPE_EXPECTED.get(predicate)


def sort_of(predicate: str) -> Sort | None:
    """Return what sort of relation a predicate is, in whatever form of its verb; None for one of no sort here."""
    if attitude := _ATTITUDE.get(predicate, 0):
        return "taste" if attitude > 0 else "distaste"
    if predicate.startswith(_FAVOURITE):
        return "favourite"
    return _SORT_OF_STEMS.get(_stems(predicate.removeprefix("is_")))


def is_beside(predicate: str, text: str) -> bool:
    """Whether the words say that something is true as well as what was: "I also work at B"."""
    return predicate not in _MOVES and _BESIDE.search(text) is not None


def _built_in(predicate: str) -> str | None:
    if predicate.startswith(_FAVOURITE):
        return predicate.removesuffix("_is").removesuffix("是").replace("favourite_", "favorite_")
    return _MATTER.get(predicate)


def _positive(predicate: str) -> str | None:
    """Return what a predicate negates: `lives_in` for `no_longer_lives_in`; None where it negates nothing."""
    match = _NEGATION.match(predicate)
    return predicate[match.end() :] or None if match else None


@lru_cache(maxsize=4096)
def _stems(predicate: str) -> tuple[str, ...]:
    return tuple(map(stem, predicate.split("_")))


_ATTITUDE_OF_STEMS = {_stems(name.removeprefix("is_")): sign for name, sign in _ATTITUDE.items() if name.isascii()}
_ATTITUDE_NAMES_ZH = sorted(
    (name for name in _ATTITUDE if not name.isascii() and len(name) > 1), key=len, reverse=True
)
_ATTITUDE_ZH = re.compile(rf"(?P<no>[不没](?:是|太|怎么|大|很|再)?)?(?P<what>{'|'.join(_ATTITUDE_NAMES_ZH)})")
_SORT_OF_STEMS: dict[tuple[str, ...], Sort] = {
    _stems(name): sort for sort, names in _SORTS.items() for name in names.split()
}
