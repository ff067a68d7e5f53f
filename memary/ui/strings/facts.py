"""The words of the facts page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FactsWords:
    """What the facts page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    view: str
    views: Mapping[str, str]
    entity: str
    relation: str
    all: str
    counted: str
    none: str
    empty: str
    more: str
    conflict: str
    no_conflicts: str
    is_right: str
    settled: str
    correct: str
    history: str
    forget: str

    decisions: str
    no_decisions: str
    undo: str

    forget_user: str
    forget_user_hint: str
    type_name: str
    forget_user_now: str
    user_forgotten: str


EN = FactsWords(
    tab="Facts",
    view="Which facts",
    views={"current": "True now", "past": "Past", "conflicts": "Conflicts"},
    entity="About",
    relation="Relation",
    all="All",
    counted="Facts: {count}",
    none="No fact like this.",
    empty="There is no fact yet. Tell something about yourself in the chat.",
    more="Show more",
    conflict="These two contradict each other. Which one is right?",
    no_conflicts="No facts contradict each other.",
    is_right="This is right",
    settled="Settled: the other one is past. The decisions below can take it back.",
    correct="Correct",
    history="History",
    forget="Forget",
    decisions="Latest decisions",
    no_decisions="Nothing was decided yet.",
    undo="Undo",
    forget_user="Forget everything of {user}",
    forget_user_hint="All messages, facts and decisions of {user} go, for good. It cannot be undone.",
    type_name="Type {user} to confirm",
    forget_user_now="Forget everything",
    user_forgotten="Everything of {user} is forgotten: messages {messages}, facts {facts}.",
)

ZH = FactsWords(
    tab="事实",
    view="哪些事实",
    views={"current": "目前成立", "past": "过去", "conflicts": "矛盾"},
    entity="关于",
    relation="关系",
    all="全部",
    counted="事实：{count} 条",
    none="没有这样的事实。",
    empty="还没有事实。去聊天页说说您自己吧。",
    more="显示更多",
    conflict="这两条互相矛盾，哪一条是对的？",
    no_conflicts="没有互相矛盾的事实。",
    is_right="这条是对的",
    settled="已解决：另一条成为过去。可在下方的决定中撤销。",
    correct="更正",
    history="历史",
    forget="遗忘",
    decisions="最近的决定",
    no_decisions="还没有任何决定。",
    undo="撤销",
    forget_user="遗忘 {user} 的一切",
    forget_user_hint="{user} 的所有消息、事实和决定都将永久消失，无法撤销。",
    type_name="输入 {user} 以确认",
    forget_user_now="全部遗忘",
    user_forgotten="{user} 的一切已遗忘：消息 {messages} 条，事实 {facts} 条。",
)
