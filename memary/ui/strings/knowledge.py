"""The words of the knowledge page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnowledgeWords:
    """What the knowledge page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    language: str  # the code of the language, for texts that memory writes
    intro: str
    empty: str
    view: str
    views: Mapping[str, str]
    category_names: Mapping[str, str]  # of those that follow from types
    type_names: Mapping[str, str]

    # ranked
    category: str
    all_categories: str
    depth: str
    depths: Mapping[str, str]
    none_such: str
    titles: Mapping[str, str]  # of the fields of charts and tables
    states: Mapping[str, str]
    chart_alt: str
    chart_caption: str
    table_hint: str

    # one entity
    pick: str
    pick_hint: str
    aliases: str
    seen: str
    entity_chart_alt: str
    own_categories: str
    own_categories_hint: str
    save: str
    categories_saved: str
    categories_cleared: str
    in_graph: str
    entity_facts: str
    no_facts: str
    entity_messages: str

    # categories
    categories_alt: str
    gather: str
    gather_hint: str
    gather_category: str
    gather_entities: str
    gathered: str
    gather_missing: str
    rename: str
    rename_old: str
    rename_new: str
    renamed: str
    rename_none: str

    # changes
    period: str
    period_hint: str
    period_open: str
    compared: str
    nothing_compared: str
    changes: Mapping[str, str]
    changes_hint: str
    no_changes: str
    gain_alt: str
    entities: str
    categories: str

    # insights and profile
    insights: str
    insights_hint: str
    no_insights: str
    waiting: str
    reflect: str
    reflected: str
    reflected_nothing: str
    evidence: str
    no_profile: str
    profile_hint: str


EN = KnowledgeWords(
    tab="Knowledge",
    language="en",
    intro="Who and what memory knows, by how often and how lately it came up.",
    empty="Memory knows nobody and nothing yet. Talk in the chat, and name people, places and things.",
    view="What to look at",
    views={
        "ranked": "Ranking",
        "categories": "Categories",
        "changes": "Changes",
        "insights": "Insights",
        "profile": "Profile",
    },
    category_names={},
    type_names={},
    category="Category",
    all_categories="All",
    depth="How well known",
    depths={"all": "All", "known": "Well known", "new": "New"},
    none_such="There are no such entities: choose another category, or All.",
    titles={
        "name": "Entity",
        "score": "Score",
        "count": "Mentions",
        "last": "Last",
        "first": "First",
        "categories": "Categories",
        "state": "Known",
        "category": "Category",
        "entities": "Entities",
        "mentions": "Mentions",
        "change": "Change",
        "before": "Before",
        "after": "After",
        "gain": "Change of share, in points",
        "share_before": "Share before",
        "share_after": "Share after",
        "start": "From",
        "messages": "Messages",
        "top": "Most",
    },
    states={"known": "well known", "new": "new", "both": "well known, new", "other": "met"},
    chart_alt="Bar chart of the {count} entities with the highest score; the first is {first}. The "
    "table below tells it.",
    chart_caption="Score: mentions, halved for every {days} days since the last one.",
    table_hint="Choose a row to look closer.",
    pick="Look closer at",
    pick_hint="Type to search.",
    aliases="also called {names}",
    seen="mentions: {count}, from {first} to {last}",
    entity_chart_alt="Bar chart of the mentions of {name} per month.",
    own_categories="Categories",
    own_categories_hint="Choose, or type new ones. With none of your own it is in the category of its type.",
    save="Save",
    categories_saved="{name} is in {categories} now.",
    categories_cleared="{name} is in the category of its type now.",
    in_graph="Show in the graph",
    entity_facts="Facts ({count})",
    no_facts="No fact is known of it.",
    entity_messages="Last messages that name it",
    categories_alt="Bar chart of mentions per category; the first is {first}. The table below tells it.",
    gather="Put entities into a category",
    gather_hint="One of your own, too: type its name.",
    gather_category="Category",
    gather_entities="Entities",
    gathered="They are in {category} now.",
    gather_missing="Name a category, and choose at least one entity.",
    rename="Rename a category",
    rename_old="Category",
    rename_new="New name",
    renamed="{old} is called {new} now.",
    rename_none="Only categories that were given can be renamed, and none was so far.",
    period="Period",
    period_hint="It is compared with one of the same length right before it.",
    period_open="Choose the first and the last day of the period.",
    compared="Mentions from {since} to {until}: {after}. Before, from {begin} to {before_until}: {before}.",
    nothing_compared="Nothing came up in these two periods: choose an earlier one.",
    changes={
        "new": "new",
        "back": "back",
        "rising": "rising",
        "steady": "steady",
        "falling": "falling",
        "gone": "gone",
    },
    changes_hint="What is compared are shares of all mentions, so a talkative month is no change of interest. "
    "Less than three mentions in both periods are left out.",
    no_changes="What comes up has not changed from one period to the other.",
    gain_alt="Bar chart of how the shares of {count} entities changed. The table below tells it.",
    entities="Entities",
    categories="Categories",
    insights="Insights",
    insights_hint="What facts and messages, taken together, show. They are drawn anew as memory grows.",
    no_insights="Nothing was concluded yet. Insights need several facts or messages that say the same.",
    waiting="New facts since the last reflection: {count}.",
    reflect="Reflect now",
    reflected="Insights: {added} new, {refreshed} refreshed, {retired} retired.",
    reflected_nothing="There is nothing new to conclude.",
    evidence="What it rests on",
    no_profile="Nothing is known of you yet. Tell something about yourself in the chat.",
    profile_hint="Made anew from memory each time, without a model.",
)

ZH = KnowledgeWords(
    tab="知识库",
    language="zh",
    intro="记忆中的人物、地点和事物，按提到的次数和远近排列。",
    empty="记忆中还没有任何人或事。去聊天页说说身边的人物、地点和事物吧。",
    view="查看内容",
    views={"ranked": "排行", "categories": "类别", "changes": "变化", "insights": "洞察", "profile": "画像"},
    category_names={
        "people": "人物",
        "animals": "动物",
        "organizations": "机构",
        "places": "地点",
        "events": "事件",
        "products": "产品",
        "works": "作品",
        "food": "食物",
        "topics": "话题",
        "values": "数值",
        "other": "其他",
    },
    type_names={
        "person": "人物",
        "animal": "动物",
        "organization": "机构",
        "place": "地点",
        "event": "事件",
        "product": "产品",
        "work": "作品",
        "food": "食物",
        "topic": "话题",
        "thing": "事物",
    },
    category="类别",
    all_categories="全部",
    depth="熟悉程度",
    depths={"all": "全部", "known": "熟悉", "new": "新出现"},
    none_such="没有这样的实体，请选择其他类别，或选择“全部”。",
    titles={
        "name": "实体",
        "score": "得分",
        "count": "提及次数",
        "last": "最近",
        "first": "最早",
        "categories": "类别",
        "state": "熟悉程度",
        "category": "类别",
        "entities": "实体",
        "mentions": "提及次数",
        "change": "变化",
        "before": "之前",
        "after": "之后",
        "gain": "占比变化（百分点）",
        "share_before": "之前占比",
        "share_after": "之后占比",
        "start": "起始",
        "messages": "消息",
        "top": "最多",
    },
    states={"known": "熟悉", "new": "新出现", "both": "熟悉，新出现", "other": "见过"},
    chart_alt="得分最高的 {count} 个实体的柱状图，第一名是{first}。详见下方表格。",
    chart_caption="得分：提及次数，距最近一次提及每过 {days} 天减半。",
    table_hint="点选一行，查看详情。",
    pick="查看详情",
    pick_hint="可输入文字搜索。",
    aliases="又称 {names}",
    seen="{first} 至 {last}，共提及 {count} 次",
    entity_chart_alt="{name}每月提及次数的柱状图。",
    own_categories="类别",
    own_categories_hint="可选择，也可输入新类别。不指定时，归入其类型对应的类别。",
    save="保存",
    categories_saved="{name}现在属于：{categories}。",
    categories_cleared="{name}现在归入其类型对应的类别。",
    in_graph="在图谱中查看",
    entity_facts="事实（{count}）",
    no_facts="还没有关于它的事实。",
    entity_messages="最近提到它的消息",
    categories_alt="各类别提及次数的柱状图，第一名是{first}。详见下方表格。",
    gather="把实体归入类别",
    gather_hint="也可以输入自己的类别名。",
    gather_category="类别",
    gather_entities="实体",
    gathered="所选实体已归入{category}。",
    gather_missing="请写出类别，并至少选择一个实体。",
    rename="重命名类别",
    rename_old="类别",
    rename_new="新名称",
    renamed="{old}现在叫做{new}。",
    rename_none="只有指定过的类别才能重命名，目前还没有。",
    period="时段",
    period_hint="与紧接其前、同样长的时段相比较。",
    period_open="请选择时段的第一天和最后一天。",
    compared="{since} 至 {until}：提及 {after} 次。{begin} 至 {before_until}：提及 {before} 次。",
    nothing_compared="这两个时段里都没有提到过什么，请选择更早的时段。",
    changes={
        "new": "新出现",
        "back": "重新出现",
        "rising": "上升",
        "steady": "平稳",
        "falling": "下降",
        "gone": "消失",
    },
    changes_hint="比较的是在全部提及中的占比，所以话多的月份不算兴趣变化。两个时段合计不足三次的不计。",
    no_changes="两个时段之间没有变化。",
    gain_alt="{count} 个实体占比变化的柱状图，详见下方表格。",
    entities="实体",
    categories="类别",
    insights="洞察",
    insights_hint="把事实和消息放在一起所看出的规律，随记忆增长而更新。",
    no_insights="还没有得出结论。洞察需要多条说法一致的事实或消息。",
    waiting="自上次反思以来，新得知 {count} 条事实。",
    reflect="立即反思",
    reflected="洞察：新增 {added} 条，更新 {refreshed} 条，撤回 {retired} 条。",
    reflected_nothing="没有新的结论。",
    evidence="依据",
    no_profile="对您还一无所知。去聊天页说说您自己吧。",
    profile_hint="每次都由记忆重新整理，不使用模型。",
)
