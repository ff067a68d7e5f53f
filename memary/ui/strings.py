"""Every word that the web interface shows, in each of its languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Strings:
    """The words of one language. Names in braces are filled in by the page."""

    language: str  # its own name
    tagline: str

    # sidebar
    choose_language: str
    user: str
    user_hint: str
    user_placeholder: str
    conversation: str
    conversation_hint: str
    new_conversation: str
    messages: str
    facts: str
    facts_hint: str
    pending: str
    pending_hint: str
    failed: str
    failed_hint: str
    retry_failed: str
    top_entities: str
    top_entities_hint: str
    no_entities: str
    model: str
    offline: str
    offline_hint: str
    store: str

    # conversation
    welcome: str
    examples: tuple[str, str]
    type_here: str
    earlier_left_out: str
    cut_short: str
    thinking: str
    used_tool: str
    stop: str

    # what lies beneath an answer
    origins: Mapping[str, str]
    sources: str
    kinds: Mapping[str, str]
    since: str
    until: str
    in_conflict: str
    steps: str
    answering: str
    thought: str
    arguments: str
    observation: str
    tool_failed: str
    seconds: str
    usage: str

    # when something goes wrong
    stopped: str
    ask_again: str
    problem: str
    not_sent: str
    send_again: str
    try_again: str


ENGLISH = Strings(
    language="English",
    tagline="An assistant that remembers what you tell it, and shows where each answer comes from.",
    choose_language="Language",
    user="User",
    user_hint="Whose memory this is. Choose a name, or type a new one. No user sees the memory of another.",
    user_placeholder="Type a name",
    conversation="Conversation",
    conversation_hint="All conversations of a user share one memory.",
    new_conversation="New conversation",
    messages="Messages",
    facts="Facts",
    facts_hint="What memory holds to be true now.",
    pending="Pending",
    pending_hint="Messages that are kept and can be found, but whose facts are still to be read.",
    failed="Failed",
    failed_hint="Messages whose facts could not be read. The messages themselves are kept.",
    retry_failed="Read the failed messages again",
    top_entities="What comes up most",
    top_entities_hint="People, places and things, the most frequent and most recent first.",
    no_entities="Nothing yet. It fills as you talk.",
    model="Model",
    offline="OFFLINE",
    offline_hint="No language model is set up, so answers quote what memory holds. For a model, set OPENAI_API_KEY, "
    "or MEMARY_BASE_URL and MEMARY_MODEL, and start again.",
    store="Store",
    welcome="**What should I remember?** Tell me something about yourself, then ask me about it, now or next month.",
    examples=("I live in Berlin and work at the Natural History Museum.", "What do you know about me?"),
    type_here="Tell me something, or ask",
    earlier_left_out="The last {count} messages are shown. Memory holds the earlier ones too.",
    cut_short="… (the first {count} characters are shown)",
    thinking="Thinking … {seconds} s",
    used_tool="Looked with **{tool}**, thinking on … {seconds} s",
    stop="Stop",
    origins={
        "external": "From the external model, not from memory.",
        "tool": "With the help of a tool.",
    },
    sources="Sources ({count})",
    kinds={"message": "Message", "fact": "Fact", "entity": "Entity"},
    since="since {start}",
    until="until {end}",
    in_conflict="contradicts another fact",
    steps="Steps ({count})",
    answering="Answer",
    thought="Thought",
    arguments="Arguments",
    observation="Observation",
    tool_failed="failed",
    seconds="{seconds} s",
    usage="{role}: calls {calls}, tokens read {read}, tokens written {written}, {seconds} s",
    stopped="Stopped before the answer was finished.",
    ask_again="Ask again",
    problem="That did not work.",
    not_sent="This message is not lost:",
    send_again="Send again",
    try_again="Try again",
)

CHINESE = Strings(
    language="中文",
    tagline="记得住您说过的话，也说得清每个回答从何而来的助手。",
    choose_language="语言",
    user="用户",
    user_hint="这是谁的记忆。请选择名字，或输入新的名字。用户之间互相看不到对方的记忆。",
    user_placeholder="输入名字",
    conversation="对话",
    conversation_hint="同一用户的所有对话共用一份记忆。",
    new_conversation="新对话",
    messages="消息",
    facts="事实",
    facts_hint="记忆中目前成立的事实。",
    pending="待处理",
    pending_hint="消息已保存，也能检索到，只是其中的事实尚未提取。",
    failed="失败",
    failed_hint="未能从中提取事实的消息。消息本身已保存。",
    retry_failed="重新处理失败的消息",
    top_entities="最常提到",
    top_entities_hint="人物、地点和事物，越常提到、越近提到的越靠前。",
    no_entities="还没有内容，聊着聊着就有了。",
    model="模型",
    offline="离线",
    offline_hint="没有配置语言模型，因此回答只引用记忆中的内容。要使用模型，请设置 OPENAI_API_KEY，或 "
    "MEMARY_BASE_URL 和 MEMARY_MODEL，然后重新启动。",
    store="存储",
    welcome="**要我记住些什么？** 跟我说说您自己，然后随时来问我，现在或下个月都行。",
    examples=("我住在上海，在自然博物馆工作。", "你知道我的哪些事？"),
    type_here="告诉我一件事，或者提个问题",
    earlier_left_out="这里显示最近 {count} 条消息，更早的也都在记忆中。",
    cut_short="……（仅显示前 {count} 个字符）",
    thinking="思考中…… {seconds} 秒",
    used_tool="已使用 **{tool}**，继续思考…… {seconds} 秒",
    stop="停止",
    origins={"external": "来自外部模型，而非记忆。", "tool": "借助工具得出。"},
    sources="来源（{count}）",
    kinds={"message": "消息", "fact": "事实", "entity": "实体"},
    since="自 {start} 起",
    until="至 {end}",
    in_conflict="与另一事实矛盾",
    steps="步骤（{count}）",
    answering="回答",
    thought="思考",
    arguments="参数",
    observation="结果",
    tool_failed="失败",
    seconds="{seconds} 秒",
    usage="{role}：调用 {calls} 次，读入 {read} 个词元，写出 {written} 个词元，{seconds} 秒",
    stopped="回答完成之前已停止。",
    ask_again="再问一次",
    problem="操作没有成功。",
    not_sent="这条消息没有丢失：",
    send_again="重新发送",
    try_again="重试",
)

STRINGS: Mapping[str, Strings] = MappingProxyType({"en": ENGLISH, "zh": CHINESE})
"""The languages to choose from, by their code."""
