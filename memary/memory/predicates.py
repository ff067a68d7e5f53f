"""Which relations hold one value at a time. English and Chinese; a rule for supersession, not a vocabulary.

Two facts of one subject compete when their predicates belong to one *matter* that has one value at a time (where one
lives), or when they say opposite things about one object (likes, dislikes). All else may be true side by side.
"""

from __future__ import annotations

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
}
_ATTITUDE = {
    "likes": 1, "loves": 1, "enjoys": 1, "adores": 1, "is_fond_of": 1, "fan_of": 1,
    "dislikes": -1, "hates": -1, "cannot_stand": -1, "detests": -1, "avoids": -1, "no_longer_likes": -1,
    "stopped_liking": -1,
    "喜欢": 1, "爱": 1, "热爱": 1, "喜爱": 1, "爱吃": 1, "爱喝": 1,
    "不喜欢": -1, "讨厌": -1, "恨": -1, "不爱": -1, "不爱吃": -1, "反感": -1, "不再喜欢": -1,
}  # fmt: skip
_MATTER = {predicate: matter for matter, names in _SINGLE.items() for predicate in names.split()}
_FAVOURITE = ("favorite_", "favourite_", "最喜欢的", "最爱的")


def matter_of(predicate: str) -> str | None:
    """Return the matter on which a subject has one value at a time, or None if many may be true at once.

    Args:
        predicate: in the form of `memary.text.names.predicate_key`.
    """
    if predicate.startswith(_FAVOURITE):
        return predicate.removesuffix("_is").removesuffix("是").replace("favourite_", "favorite_")
    return _MATTER.get(predicate)


def are_opposites(one: str, other: str) -> bool:
    """Whether two predicates about one subject and one object exclude each other."""
    return _ATTITUDE.get(one, 0) * _ATTITUDE.get(other, 0) < 0


def predicates_of_matter(predicate: str) -> set[str]:
    """Return all predicates that compete with this one on its matter; the predicate alone if it has none."""
    matter = matter_of(predicate)
    if matter is None:
        return {predicate}
    if matter not in _SINGLE:  # a favourite, in its spellings
        spelt = {matter, matter.replace("favorite_", "favourite_")}
        return spelt | {f"{name}{ending}" for name in spelt for ending in ("_is", "是")} | {predicate}
    return set(_SINGLE[matter].split()) | {predicate}


def opposites_of(predicate: str) -> set[str]:
    """Return the predicates that exclude this one on the same pair."""
    return {other for other in _ATTITUDE if are_opposites(predicate, other)}
