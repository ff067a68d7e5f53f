"""The words of the chat page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChatWords:
    """What the chat page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab

    # conversation
    welcome: str
    examples: tuple[str, str]
    type_here: str
    earlier_left_out: str
    about_picture: str
    picture: str
    vision_off: str
    thinking: str
    used_tool: str
    stop: str
    being_written: str

    # what lies beneath an answer
    origins: Mapping[str, str]
    sources: str
    open_source: str
    show_in_graph: str
    steps: str
    answering: str
    thought: str
    arguments: str
    observation: str
    tool_failed: str
    usage: str
    tokens: str

    # when something goes wrong
    stopped: str
    ask_again: str
    not_sent: str
    send_again: str
    without_picture: str


EN = ChatWords(
    tab="Chat",
    welcome="**What should I remember?** Tell me something about yourself, then ask me about it, now or next month.",
    examples=("I live in Berlin and work at the Natural History Museum.", "What do you know about me?"),
    type_here="Tell me something, or ask",
    earlier_left_out="The last {count} messages are shown. Memory holds the earlier ones too.",
    about_picture="What does this picture show?",
    picture="[Picture {name}: {said}]",
    vision_off="The tool “vision” is off in this conversation: switch it on in the sidebar, under Assistant.",
    thinking="Thinking … {seconds} s",
    used_tool="Looked with **{tool}**, thinking on … {seconds} s",
    stop="Stop",
    being_written="An answer is being written …",
    origins={
        "external": "From the external model, not from memory.",
        "tool": "With the help of a tool.",
    },
    sources="Sources ({count})",
    open_source="Open",
    show_in_graph="Show in the graph",
    steps="Steps ({count})",
    answering="Answer",
    thought="Thought",
    arguments="Arguments",
    observation="Observation",
    tool_failed="failed",
    usage="{role}: calls {calls}, tokens read {read}, tokens written {written}, {seconds} s",
    tokens="{role}: tokens read {read}, tokens written {written}",
    stopped="Stopped before the answer was finished.",
    ask_again="Ask again",
    not_sent="This message is not lost:",
    send_again="Send again",
    without_picture="Send without the picture",
)

ZH = ChatWords(
    tab="聊天",
    welcome="**要我记住些什么？** 跟我说说您自己，然后随时来问我，现在或下个月都行。",
    examples=("我住在上海，在自然博物馆工作。", "你知道我的哪些事？"),
    type_here="告诉我一件事，或者提个问题",
    earlier_left_out="这里显示最近 {count} 条消息，更早的也都在记忆中。",
    about_picture="这张图片上有什么？",
    picture="[图片 {name}：{said}]",
    vision_off="本对话关闭了 vision 工具：请在侧栏“助手”中打开。",
    thinking="思考中…… {seconds} 秒",
    used_tool="已使用 **{tool}**，继续思考…… {seconds} 秒",
    stop="停止",
    being_written="正在写回答……",
    origins={"external": "来自外部模型，而非记忆。", "tool": "借助工具得出。"},
    sources="来源（{count}）",
    open_source="打开",
    show_in_graph="在图谱中显示",
    steps="步骤（{count}）",
    answering="回答",
    thought="思考",
    arguments="参数",
    observation="结果",
    tool_failed="失败",
    usage="{role}：调用 {calls} 次，读入 {read} 个词元，写出 {written} 个词元，{seconds} 秒",
    tokens="{role}：读入 {read} 个词元，写出 {written} 个词元",
    stopped="回答完成之前已停止。",
    ask_again="再问一次",
    not_sent="这条消息没有丢失：",
    send_again="重新发送",
    without_picture="不带图片发送",
)
