"""Read what was so and is no more in Chinese: 我以前住在西安.

It tells nothing of what is so instead.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.zh.facts.forms import HAN, MARK, PROFESSION, is_employer, is_place, own

_ONCE = "(?:以前|过去|之前|曾经|从前|原来|原先)(?:是|一直|都)?"
_I = rf"我(?:们?(?![的家])|(?!们|的|家)[^。！？；他她你]{{1,20}}[，,])(?:小时候|大学时)?{_ONCE}"
_STOP = rf"(?=(?:了|过|的|时|[0-9一二两三四五六七八九十几]+年)*(?:{MARK}|$))"

PAST = tuple(
    replace(own(f"{_I}{regex}", predicate, statement, kind, fits), timeless=True)
    for regex, predicate, statement, kind, fits in (
        (rf"住(?:在|过)? ?(?P<object>{HAN}{{2,12}}?){_STOP}", "以前居住在", "{self}以前居住在{object}。", "place", is_place),
        (rf"在 ?(?P<object>{HAN}{{2,12}}?) ?(?:居?住|生活)过?{_STOP}", "以前居住在", "{self}以前居住在{object}。", "place", is_place),
        (rf"在 ?(?P<object>{HAN}{{2,16}}?) ?(?:工作|上班|任职)过?{_STOP}", "以前就职于", "{self}以前就职于{object}。", "organization", is_employer),
        (rf"(?:是|当|做)过?(?:一?[名个位])?(?P<object>{PROFESSION})的?{_STOP}", "以前职业是", "{self}以前的职业是{object}。", "topic", bool),
    )
)  # fmt: skip
"""What was so and is no more, of the one who speaks."""

NOT_PAST = "[？?]|吗|呢$|如果|要是|假如|希望|想象|梦见|也许|可能|大概|差点|小说|故事|角色|开玩笑|听说|据说|好像|他说|她说|游戏|剧本|没有?|不"
"""What tells of nothing that was so."""

NO_LONGER = "[，,](?:但是?|可是?|不过|然而)我?(?:现在|最近|昨天|今天|后来|如今)?又[^，,。！!？?；;]{1,12}了"
"""What tells behind a statement that it holds no longer: 我吃素，但现在又吃鱼了."""
