"""How Chinese tells what one prefers, and of which things one prefers one: 我更喜欢喝茶, 比起茶我更喜欢咖啡."""

from __future__ import annotations

from memary.languages.zh.facts.forms import END, HAN, LATIN, TO_DO, own

_NOW = "(?:其实|现在|目前|如今|最近|后来|反而|也|还是|变得|开始)*"
_THING = rf" ?{TO_DO}(?P<object>{LATIN}|{HAN}{{1,10}}?)"
_COMPARED = r"(?:(?:比起|相比|跟|和|与)[^，,。！？；我]{1,10}?(?:相?比(?:起来)?)?[，,]?)?"
PREFERENCES = (
    own(rf"{_NOW}{_COMPARED}我{_NOW}(?:更(?:喜欢|爱|偏爱|偏好)|比较(?:喜欢|偏爱)|偏好)(?!什么|哪){_THING}{END}", "偏好", "{self}更喜欢{object}。"),
)  # fmt: skip

_KINDS = tuple(
    tuple(kind.split())
    for kind in (
        "茶 咖啡 拿铁 果汁 白水 可乐 啤酒 红酒 白酒 豆浆",
        "火车 高铁 飞机 公交 大巴 开车 自行车 骑车 地铁 走路",
        "早上 上午 下午 晚上 夜里",
        "安卓 苹果手机 iPhone Windows Mac Linux",
        "猫 狗",
        "夏天 冬天 春天 秋天",
        "邮件 电话 短信 微信",
        "城市 农村 乡下 郊区",
        "海边 山里 沙滩",
        "纸质书 电子书 有声书",
        "鸡肉 牛肉 猪肉 羊肉 鱼",
        "米饭 面条 馒头 土豆",
    )
)
_VERBS = tuple("吃喝坐穿住用")
_SHARED = 2


def are_alternatives(one: str, other: str) -> bool:
    """Return whether one of two things is preferred to the other: kinds of a thing, or of a purpose."""
    is_of_one_thing = one[-_SHARED:] == other[-_SHARED:] and min(len(one), len(other)) > _SHARED
    is_done_alike = one[0] == other[0] and one.startswith(_VERBS)
    listed = any(any(word in one for word in kind) and any(word in other for word in kind) for kind in _KINDS)
    return is_of_one_thing or is_done_alike or listed
