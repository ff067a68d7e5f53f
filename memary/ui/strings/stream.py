"""The words of the stream page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StreamWords:
    """What the stream page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    intro: str
    empty: str
    view: str
    views: Mapping[str, str]

    # what stands behind something
    more: str
    no_sources: str

    # timeline
    by: str
    steps: Mapping[str, str]
    span: str
    spans: Mapping[str, str]
    titles: Mapping[str, str]  # of the chart's fields
    extent: str
    chart_alt: str
    legend_peak: str
    legend_shift: str
    peaks: str
    peaks_hint: str
    no_peaks: str
    shifts: str
    shifts_hint: str
    no_shifts: str
    went: str
    came: str

    # themes
    questions: str
    questions_hint: str
    ask: str
    themes: str
    themes_hint: str
    no_themes: str
    trends: Mapping[str, str]
    theme_extent: str
    theme_messages: str

    # mentions
    when: str
    entity: str
    said: str
    mentions_shown: str
    older: str
    newer: str
    gone: str

    # rewind
    rewind: str
    rewind_to: str
    known_then: str
    known_then_hint: str
    counts: Mapping[str, str]
    since_then: str
    top_then: str
    themes_then: str
    true_then: str
    begun: str
    ended: str
    came_up: str
    last_then: str
    nothing_then: str


EN = StreamWords(
    tab="Memory stream",
    intro="A log of what came up when: one entry for each message that names a person, a place or a thing.",
    empty="Nothing has come up yet. Talk in the chat, and name people, places and things.",
    view="What to look at",
    views={"timeline": "Timeline", "themes": "Themes", "mentions": "Mentions", "rewind": "Rewind"},
    more="and {count} more",
    no_sources="What stood behind it is not in memory any more.",
    by="Count by",
    steps={"day": "Day", "week": "Week", "month": "Month"},
    span="Time",
    spans={"quarter": "3 months", "year": "1 year", "all": "Everything"},
    titles={
        "start": "From",
        "count": "Mentions",
        "messages": "Messages",
        "entities": "Entities",
        "top": "Most",
        "at": "The subject shifts",
        "went": "From",
        "came": "To",
    },
    extent="Mentions: {mentions}, from {first} to {last}",
    chart_alt="Bar chart of mentions over time. {extent}. Peaks: {peaks}, shifts of the subject: {shifts}. The "
    "tables below tell them.",
    legend_peak="peak",
    legend_shift="the subject shifts",
    peaks="Peaks",
    peaks_hint="Times in which far more came up than usual.",
    no_peaks="At no time did far more come up than usual.",
    shifts="Where the subject shifts",
    shifts_hint="From one conversation to the next, different people, places and things come up.",
    no_shifts="The subject does not shift in that time.",
    went="From",
    came="To",
    questions="Likely next questions",
    questions_hint="What the themes suggest that you may ask. Choose one to ask it in the chat.",
    ask="Ask in the chat: {question}",
    themes="Themes",
    themes_hint="Groups of entities that come up together, again and again.",
    no_themes="No theme has come up again so far. Themes need two conversations at least.",
    trends={"new": "new", "rising": "rising", "steady": "steady", "falling": "falling", "quiet": "quiet"},
    theme_extent="mentions: {mentions} · messages: {messages} · conversations: {sessions} · {first} to {last}",
    theme_messages="Messages behind it",
    when="When",
    entity="Came up",
    said="What was said",
    mentions_shown="Entries {first} to {last} of {all}, the newest first",
    older="Older",
    newer="Newer",
    gone="(no longer shown)",
    rewind="Memory as it stood at the end of a day, and what has changed since. Nothing is changed by looking.",
    rewind_to="Rewind to",
    known_then="Only what memory had learnt by then",
    known_then_hint="What was said before that day, but added to memory later, is left out.",
    counts={"messages": "Messages", "mentions": "Mentions", "entities": "Entities", "facts": "Facts true"},
    since_then="{count} since",
    top_then="What came up most by then",
    themes_then="Themes by then",
    true_then="True then ({count})",
    begun="True only since ({count})",
    ended="True no more ({count})",
    came_up="Came up since for the first time ({count})",
    last_then="The stream, up to then",
    nothing_then="Nothing had come up by then.",
)

ZH = StreamWords(
    tab="记忆流",
    intro="什么时候提到过什么：每条消息每提到一个人物、地点或事物，就记一笔。",
    empty="还没有提到过任何人或事。去聊天页说说身边的人物、地点和事物吧。",
    view="查看内容",
    views={"timeline": "时间线", "themes": "主题", "mentions": "提及记录", "rewind": "回溯"},
    more="另有 {count} 条",
    no_sources="其依据已不在记忆中。",
    by="统计单位",
    steps={"day": "天", "week": "周", "month": "月"},
    span="时间范围",
    spans={"quarter": "3 个月", "year": "1 年", "all": "全部"},
    titles={
        "start": "起始",
        "count": "提及次数",
        "messages": "消息",
        "entities": "实体",
        "top": "最多",
        "at": "话题转变",
        "went": "从",
        "came": "转向",
    },
    extent="{first} 至 {last}，共提及 {mentions} 次",
    chart_alt="提及次数随时间变化的柱状图：{extent}。有 {peaks} 个高峰，{shifts} 次话题转变，详见下方表格。",
    legend_peak="高峰",
    legend_shift="话题转变",
    peaks="高峰",
    peaks_hint="提及次数远多于平时的时段。",
    no_peaks="没有提及次数远多于平时的时段。",
    shifts="话题转变之处",
    shifts_hint="从一次对话到下一次，提到的人物、地点和事物变了。",
    no_shifts="这段时间里话题没有转变。",
    went="从",
    came="转向",
    questions="接下来可能会问",
    questions_hint="由主题推测出您可能想问的问题。点选即可在聊天中提问。",
    ask="在聊天中提问：{question}",
    themes="主题",
    themes_hint="反复一同出现的实体。",
    no_themes="还没有反复出现的主题。主题至少要来自两次对话。",
    trends={"new": "新出现", "rising": "上升", "steady": "平稳", "falling": "下降", "quiet": "沉寂"},
    theme_extent="{sessions} 次对话、{messages} 条消息中提及 {mentions} 次 · {first} 至 {last}",
    theme_messages="背后的消息",
    when="时间",
    entity="提到",
    said="说了什么",
    mentions_shown="第 {first} 至 {last} 条，共 {all} 条，最新的在前",
    older="更早",
    newer="更新",
    gone="（不再显示）",
    rewind="记忆在某一天结束时的样子，以及此后的变化。查看不会改动任何内容。",
    rewind_to="回到",
    known_then="只看当时已经知道的",
    known_then_hint="当天之前说过、之后才加入记忆的内容不计入。",
    counts={"messages": "消息", "mentions": "提及", "entities": "实体", "facts": "成立的事实"},
    since_then="此后 {count}",
    top_then="当时最常提到",
    themes_then="当时的主题",
    true_then="当时成立（{count}）",
    begun="此后才成立（{count}）",
    ended="此后不再成立（{count}）",
    came_up="此后首次出现（{count}）",
    last_then="当时的记忆流",
    nothing_then="当时还没有提到过任何人或事。",
)
