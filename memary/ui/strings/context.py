"""The words of the context page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ContextWords:
    """What the context page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    intro: str
    view: str
    views: Mapping[str, str]

    # which window
    no_question: str
    question: str
    question_placeholder: str
    budget: str
    budget_hint: str
    type_one: str
    asked_at: str
    as_seen: str
    as_seen_offline: str
    rebuilt: str

    # the window as a whole
    used: str
    looked_for: str
    beside: str
    chart_alt: str
    titles: Mapping[str, str]
    blocks: Mapping[str, str]
    conversation: str
    summarised: str

    # its parts
    parts: str
    parts_hint: str
    part: str
    never_cut: str
    priority: str
    left_out: str
    left_out_title: str
    nothing_left_out: str
    as_messages: str
    as_messages_hint: str
    place: str


EN = ContextWords(
    tab="Context window",
    intro="What the model gets to see for an answer: which parts of memory, in which order, and "
    "what each part costs.",
    view="Which window",
    views={"last": "The last question", "try": "Try a question"},
    no_question="Nothing was asked in this conversation yet. Ask something in the chat, or try a question here.",
    question="Question",
    question_placeholder="Where do I live?",
    budget="Most tokens",
    budget_hint="With fewer tokens you see what is cut first. No model is asked.",
    type_one="Type a question to see its window. No model is asked, and nothing is kept.",
    asked_at="Asked on {time}:",
    as_seen="This is what the model saw.",
    as_seen_offline="No model was asked, since memary is offline. This is what a model would have seen.",
    rebuilt="Rebuilt from memory as it stood then: this page was opened after the answer, or something of it was "
    "forgotten since.",
    used="{tokens} of {budget} tokens",
    looked_for="Looked for: {question}",
    beside="The rules of the agent and the descriptions of its tools come on top. What the window leaves of the "
    "model's is for them, for what tools find, and for the answer.",
    chart_alt="Bar chart of the tokens of each part: {parts}.",
    titles={"name": "Part", "tokens": "Tokens", "lines": "Lines", "share": "Share"},
    blocks={
        "system_persona": "About the assistant",
        "user_persona": "About the user",
        "entities": "What comes up most",
        "insights": "Insights",
        "facts": "Facts",
        "subgraph": "Graph around it",
        "passages": "What was said",
        "runs": "Earlier runs",
        "summary": "Summary so far",
        "messages": "Last messages",
        "question": "Question",
    },
    conversation="Of the {count} messages of this conversation before the question, the last {shown} are shown "
    "as they are.",
    summarised="A summary stands for earlier ones.",
    parts="Parts in order",
    parts_hint="When the whole is too large, the part with the largest number gives up lines first. Parts with 0 are "
    "never cut.",
    part="{number}. {name} · {tokens} tokens",
    never_cut="Never cut.",
    priority="Cut with priority {priority}.",
    left_out="{count} left out",
    left_out_title="Left out for want of room",
    nothing_left_out="Everything fitted, nothing was left out.",
    as_messages="As messages to the model",
    as_messages_hint="What a chat model is sent, without the agent's rules.",
    place="{number}. {role}",
)

ZH = ContextWords(
    tab="上下文",
    intro="模型回答时能看到什么：记忆的哪些部分、以什么顺序、各占多少词元。",
    view="哪一个窗口",
    views={"last": "最近的问题", "try": "试一个问题"},
    no_question="这次对话里还没有提过问题。去聊天页提问，或在这里试一个问题。",
    question="问题",
    question_placeholder="我住在哪里？",
    budget="词元上限",
    budget_hint="减少词元，就能看到哪些内容先被删去。不会调用模型。",
    type_one="输入一个问题，查看它的窗口。不会调用模型，也不会保存。",
    asked_at="提问于 {time}：",
    as_seen="这就是模型当时看到的内容。",
    as_seen_offline="memary 离线，当时没有调用模型。如果有模型，它看到的就是这些内容。",
    rebuilt="按当时的记忆重建：此页面是在回答之后打开的，或者其中有内容后来被遗忘。",
    used="已用 {tokens} / {budget} 个词元",
    looked_for="实际检索：{question}",
    beside="此外还有智能体的规则和工具说明。模型可读长度中窗口之外的部分，留给它们、工具的结果和回答。",
    chart_alt="各部分词元数的柱状图：{parts}。",
    titles={"name": "部分", "tokens": "词元", "lines": "行数", "share": "占比"},
    blocks={
        "system_persona": "助手设定",
        "user_persona": "用户设定",
        "entities": "最常提到",
        "insights": "洞察",
        "facts": "事实",
        "subgraph": "相关图谱",
        "passages": "说过的话",
        "runs": "以往任务",
        "summary": "前情摘要",
        "messages": "最近消息",
        "question": "问题",
    },
    conversation="提问之前本次对话有 {count} 条消息，最近 {shown} 条原样显示。",
    summarised="更早的由摘要代替。",
    parts="各部分（按顺序）",
    parts_hint="超出上限时，数字最大的部分先删减；数字为 0 的部分从不删减。",
    part="{number}. {name} · {tokens} 个词元",
    never_cut="从不删减。",
    priority="删减优先级 {priority}。",
    left_out="删去 {count} 行",
    left_out_title="因放不下而删去",
    nothing_left_out="全部放得下，没有删去任何内容。",
    as_messages="发给模型的消息",
    as_messages_hint="发给聊天模型的内容，不含智能体的规则。",
    place="{number}. {role}",
)
