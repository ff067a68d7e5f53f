"""The words of the graph page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphWords:
    """What the graph page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    empty: str
    view: str
    views: Mapping[str, str]
    no_question: str
    question: str
    nothing_found: str
    entity: str
    entity_hint: str
    entity_placeholder: str
    time: str
    time_hint: str
    now: str
    label: str
    buttons: tuple[str, str, str]
    kinds: Mapping[str, str]
    lit: str
    counted: str
    cut: str
    pick: str
    also_called: str
    expand: str
    facts: str
    no_facts: str
    past: str
    messages: str
    no_messages: str


EN = GraphWords(
    tab="Graph",
    empty="There is no fact yet. Tell something in the chat, and the graph grows here.",
    view="Show",
    views={"answer": "The answer", "around": "Around one", "everything": "Everything"},
    no_question="Ask something in the chat, and what memory found for the answer lights up here.",
    question="What memory found for: {question}",
    nothing_found="Nothing of the graph was found for: {question}",
    entity="Person, place or thing",
    entity_hint="Choose one to see what memory knows about it. A click in the graph does the same.",
    entity_placeholder="Search",
    time="As of",
    time_hint="Shows the facts that were true on that day.",
    now="today",
    label="Graph of {entities} entities and {facts} facts. The list “Person, place or thing” reaches each of them. "
    "Arrow keys move the graph, plus and minus zoom, zero shows all.",
    buttons=("Zoom in", "Zoom out", "Show all"),
    kinds={
        "person": "Person",
        "place": "Place",
        "organization": "Organization",
        "animal": "Animal",
        "event": "Event",
        "work": "Work",
        "product": "Product",
        "topic": "Topic",
        "food": "Food",
        "thing": "Thing",
        "value": "Value",
    },
    lit="Behind the answer",
    counted="Entities {entities} · Facts {facts}",
    cut="The {count} newest facts are shown.",
    pick="Click a node, or choose from the list, to see its facts, its history and the messages behind it.",
    also_called="Also: {names}",
    expand="Show its neighbours",
    facts="Facts ({count})",
    no_facts="No fact is true of it then.",
    past="Past ({count})",
    messages="Messages ({count})",
    no_messages="No message mentions it.",
)

ZH = GraphWords(
    tab="图谱",
    empty="还没有事实。在聊天中说些什么，图谱就会在这里生长。",
    view="显示",
    views={"answer": "回答", "around": "某个实体", "everything": "全部"},
    no_question="在聊天中提问后，记忆为回答找到的内容会在这里亮起。",
    question="记忆为此找到的内容：{question}",
    nothing_found="图谱中没有为此找到内容：{question}",
    entity="人物、地点或事物",
    entity_hint="选择一个，查看记忆中关于它的内容。点击图谱中的节点效果相同。",
    entity_placeholder="搜索",
    time="截至",
    time_hint="显示当天成立的事实。",
    now="今天",
    label="包含 {entities} 个实体和 {facts} 条事实的图谱。可用“人物、地点或事物”列表逐一选择。"
    "方向键移动图谱，加减号缩放，零显示全部。",
    buttons=("放大", "缩小", "显示全部"),
    kinds={
        "person": "人物",
        "place": "地点",
        "organization": "机构",
        "animal": "动物",
        "event": "事件",
        "work": "作品",
        "product": "产品",
        "topic": "话题",
        "food": "食物",
        "thing": "事物",
        "value": "数值",
    },
    lit="回答的依据",
    counted="实体 {entities} · 事实 {facts}",
    cut="仅显示最新的 {count} 条事实。",
    pick="点击节点，或从列表中选择，查看其事实、历史和相关消息。",
    also_called="又名：{names}",
    expand="显示相邻内容",
    facts="事实（{count}）",
    no_facts="当时没有关于它的事实。",
    past="过去（{count}）",
    messages="消息（{count}）",
    no_messages="没有消息提到它。",
)
