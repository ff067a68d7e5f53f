"""The words of the dialog that shows a message or a fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordWords:
    """What the dialog says. Names in braces are filled in."""

    title: str
    gone: str
    back: str

    # a message
    this_message: str
    facts_from: str
    no_facts_from: str

    # a fact
    relation: str
    origins: Mapping[str, str]
    from_origin: str
    never_true: str
    said_in: str
    no_source: str
    history: str
    actions: Mapping[str, str]
    decided: str
    undo: str
    undone: str
    correct: str
    statement: str
    statement_hint: str
    object: str
    object_hint: str
    save: str
    saved: str
    ended: str
    forget: str
    forget_hint: str
    with_sources: str
    goes_too: str
    goes_too_alone: str
    sure: str
    forget_now: str
    forgotten: str


EN = RecordWords(
    title="In memory",
    gone="This is not in memory any more.",
    back="Back",
    this_message="The message",
    facts_from="Facts read from it",
    no_facts_from="No fact was read from it.",
    relation="{subject} → {predicate} → {object}",
    origins={
        "user": "the user",
        "import": "an import",
        "tool": "a tool",
        "external": "the external model",
        "assistant": "the assistant",
    },
    from_origin="from {origin}",
    never_true="never was true",
    said_in="Where it was said ({count})",
    no_source="No message states it.",
    history="History ({count})",
    actions={
        "ADD": "Added",
        "UPDATE": "Changed",
        "DELETE": "Ended",
        "NONE": "Confirmed",
        "MERGE": "Joined",
        "FORGET": "Forgotten",
        "FEEDBACK": "Rated",
    },
    decided="{time} · by {actor}",
    undo="Undo",
    undone="Undone, as if it had not happened.",
    correct="Correct it",
    statement="The sentence",
    statement_hint="How the fact should read. If it says something else now, change what it is about, too.",
    object="What it is about",
    object_hint="Another name here means that the fact never was true; it stays in the history.",
    save="Save the correction",
    saved="Corrected. The history has it, and can take it back.",
    ended="This fact has ended; only current facts can be corrected.",
    forget="Forget it",
    forget_hint="Forgetting is for good: no text of it is left in the store, and it cannot be undone.",
    with_sources="Forget the messages that say it, too",
    goes_too="With these messages goes everything that only they said. Other facts that go: {count}.",
    goes_too_alone="With these messages goes everything that only they said. No other fact goes.",
    sure="Yes, forget this for good",
    forget_now="Forget",
    forgotten="Forgotten: messages {messages}, facts {facts}, entities {entities}.",
)

ZH = RecordWords(
    title="记忆内容",
    gone="记忆中已没有这条内容。",
    back="返回",
    this_message="这条消息",
    facts_from="从中提取的事实",
    no_facts_from="没有从中提取事实。",
    relation="{subject} → {predicate} → {object}",
    origins={
        "user": "用户",
        "import": "导入",
        "tool": "工具",
        "external": "外部模型",
        "assistant": "助手",
    },
    from_origin="来自{origin}",
    never_true="从未成立",
    said_in="出处（{count}）",
    no_source="没有消息提到它。",
    history="历史（{count}）",
    actions={
        "ADD": "新增",
        "UPDATE": "更改",
        "DELETE": "终止",
        "NONE": "确认",
        "MERGE": "合并",
        "FORGET": "遗忘",
        "FEEDBACK": "评价",
    },
    decided="{time} · 由 {actor}",
    undo="撤销",
    undone="已撤销，如同没有发生过。",
    correct="更正",
    statement="句子",
    statement_hint="这条事实应该怎么说。如果意思变了，请把“关于什么”也一并更改。",
    object="关于什么",
    object_hint="改成别的名称，表示原事实从未成立；它仍留在历史中。",
    save="保存更正",
    saved="已更正。历史中有记录，可以撤销。",
    ended="这条事实已终止，只能更正目前成立的事实。",
    forget="遗忘",
    forget_hint="遗忘是永久的：存储中不留任何文字，也无法撤销。",
    with_sources="连同提到它的消息一起遗忘",
    goes_too="只有这些消息说过的其他内容也会一并消失。随之消失的其他事实：{count} 条。",
    goes_too_alone="只有这些消息说过的其他内容也会一并消失。没有其他事实随之消失。",
    sure="是的，永久遗忘",
    forget_now="遗忘",
    forgotten="已遗忘：消息 {messages} 条，事实 {facts} 条，实体 {entities} 个。",
)
