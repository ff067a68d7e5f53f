"""Every word that the web interface shows, in each of its languages: one module for each part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memary.ui.strings import chat, context, facts, graph, health, knowledge, records, sidebar, stream
from memary.ui.strings.chat import ChatWords
from memary.ui.strings.context import ContextWords
from memary.ui.strings.facts import FactsWords
from memary.ui.strings.graph import GraphWords
from memary.ui.strings.health import HealthWords
from memary.ui.strings.knowledge import KnowledgeWords
from memary.ui.strings.records import RecordWords
from memary.ui.strings.sidebar import SidebarWords
from memary.ui.strings.stream import StreamWords


@dataclass(frozen=True, slots=True)
class Strings:
    """The words of one language: those that several parts share, and those of each part."""

    name: str  # the language's own name
    tagline: str

    # records
    kinds: Mapping[str, str]
    roles: Mapping[str, str]
    since: str
    until: str
    in_conflict: str
    by_rules: str
    by_rules_hint: str
    cut_short: str
    seconds: str

    # when something goes wrong
    problem: str
    try_again: str

    records: RecordWords
    sidebar: SidebarWords
    chat: ChatWords
    graph: GraphWords
    stream: StreamWords
    knowledge: KnowledgeWords
    facts: FactsWords
    context: ContextWords
    health: HealthWords


ENGLISH = Strings(
    name="English",
    tagline="An assistant that remembers what you tell it, and shows where each answer comes from.",
    kinds={"message": "Message", "fact": "Fact", "entity": "Entity"},
    roles={"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"},
    since="since {start}",
    until="until {end}",
    in_conflict="contradicts another fact",
    by_rules="by rules",
    by_rules_hint="Read by simple rules, without a language model: it may be wrong, and much is not read at all.",
    cut_short="… (the first {count} characters are shown)",
    seconds="{seconds} s",
    problem="That did not work.",
    try_again="Try again",
    records=records.EN,
    sidebar=sidebar.EN,
    chat=chat.EN,
    graph=graph.EN,
    stream=stream.EN,
    knowledge=knowledge.EN,
    facts=facts.EN,
    context=context.EN,
    health=health.EN,
)

CHINESE = Strings(
    name="中文",
    tagline="记得住您说过的话，也说得清每个回答从何而来的助手。",
    kinds={"message": "消息", "fact": "事实", "entity": "实体"},
    roles={"user": "用户", "assistant": "助手", "system": "系统", "tool": "工具"},
    since="自 {start} 起",
    until="至 {end}",
    in_conflict="与另一事实矛盾",
    by_rules="按规则",
    by_rules_hint="由简单规则读出，没有用语言模型：可能有误，许多内容也读不出来。",
    cut_short="……（仅显示前 {count} 个字符）",
    seconds="{seconds} 秒",
    problem="操作没有成功。",
    try_again="重试",
    records=records.ZH,
    sidebar=sidebar.ZH,
    chat=chat.ZH,
    graph=graph.ZH,
    stream=stream.ZH,
    knowledge=knowledge.ZH,
    facts=facts.ZH,
    context=context.ZH,
    health=health.ZH,
)

STRINGS: Mapping[str, Strings] = MappingProxyType({"en": ENGLISH, "zh": CHINESE})
"""The languages to choose from, by their code."""
