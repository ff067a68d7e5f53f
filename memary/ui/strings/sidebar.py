"""The words of the sidebar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SidebarWords:
    """What the sidebar says. Names in braces are filled in."""

    language: str
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
    assistant: str
    model: str
    model_hint: str
    tools: str
    tools_hint: str
    personas: Mapping[str, str]
    usual_persona: str
    persona_hint: str
    show_persona: str
    offline: str
    offline_hint: str
    store: str


EN = SidebarWords(
    language="Language",
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
    top_entities_hint="People, places and things, and how often each came up. The tab Knowledge ranks them by how "
    "lately, too.",
    no_entities="Nothing yet. It fills as you talk.",
    assistant="Assistant",
    model="Model",
    model_hint="Who answers in this conversation. Choose, or type a name that the model server knows.",
    tools="Tools",
    tools_hint="What the assistant may use in this conversation.",
    personas={"system": "Persona of the assistant", "user": "Persona of the user"},
    usual_persona="as the settings say",
    persona_hint="Files that end in .md in the folder {folder} can be chosen here.",
    show_persona="Read it",
    offline="OFFLINE",
    offline_hint="No language model is set up, so answers quote what memory holds. For a model, set OPENAI_API_KEY, "
    "or MEMARY_BASE_URL and MEMARY_MODEL, and start again.",
    store="Store",
)

ZH = SidebarWords(
    language="语言",
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
    top_entities_hint="人物、地点和事物，以及各自提到的次数。“知识库”还会按远近排序。",
    no_entities="还没有内容，聊着聊着就有了。",
    assistant="助手",
    model="模型",
    model_hint="本对话由哪个模型回答。请选择，或输入模型服务器认识的名称。",
    tools="工具",
    tools_hint="助手在本对话中可以使用的工具。",
    personas={"system": "助手设定", "user": "用户设定"},
    usual_persona="按设置",
    persona_hint="放在文件夹 {folder} 中、以 .md 结尾的文件可在此选择。",
    show_persona="查看",
    offline="离线",
    offline_hint="没有配置语言模型，因此回答只引用记忆中的内容。要使用模型，请设置 OPENAI_API_KEY，或 "
    "MEMARY_BASE_URL 和 MEMARY_MODEL，然后重新启动。",
    store="存储",
)
