"""The words of the health page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HealthWords:
    """What the health page says. Names in braces are filled in by the page."""

    tab: str  # the name of its tab
    intro: str
    counts: Mapping[str, str]
    counts_hints: Mapping[str, str]

    # queue
    queue: str
    queue_hint: str
    queue_empty: str
    queue_waits: str
    queue_due: str
    read_now: str
    reading: str
    was_read: str
    put_off: str
    attempts: str

    # dead letters
    dead: str
    dead_hint: str
    no_dead: str
    dead_count: str
    reason: str
    retry: str
    retried: str

    # worker
    worker: str
    worker_here: str
    worker_elsewhere: str
    worker_batches: str
    worker_reflects: str
    worker_reflects_not: str
    unembedded: str

    # usage
    usage: str
    usage_hint: str
    no_usage: str
    span: str
    spans: Mapping[str, str]
    titles: Mapping[str, str]
    usage_alt: str
    cost: str
    cost_unknown: str
    caps: str
    cap: str
    cap_frees: str

    # what is set
    setup: str
    store: str
    roles: Mapping[str, str]
    without: Mapping[str, str]
    embedding: str
    setting: str
    value: str
    source: str
    sources: Mapping[str, str]
    settings: str
    settings_hint: str

    # check
    check: str
    check_hint: str
    check_now: str
    checking: str
    whole: str
    faults: str
    faults_remedy: str


EN = HealthWords(
    tab="Health",
    intro="What memory holds of this user, what it is doing, what it costs, and how it is set up.",
    counts={
        "messages": "Messages",
        "pending": "Pending",
        "failed": "Failed",
        "facts": "Facts",
        "entities": "Entities",
        "mentions": "Mentions",
        "operations": "Decisions",
        "unembedded": "Without vector",
    },
    counts_hints={
        "facts": "Those that have ended, too.",
        "operations": "Rows of the ledger: what was added, changed or taken back, and why.",
        "unembedded": "Records that are found by their words, but not yet by their meaning.",
    },
    queue="Queue",
    queue_hint="Messages whose facts are still to be read. They are kept and can be found all the same.",
    queue_empty="Nothing waits to be read.",
    queue_waits="Waiting: {count}.",
    queue_due="The next is due at {time}.",
    read_now="Read them now",
    reading="They are being read …",
    was_read="Read: {done}. Failed: {failed}. Still waiting: {pending}.",
    put_off="Put off: {reason}",
    attempts="attempts: {count}",
    dead="Dead letters",
    dead_hint="Messages whose facts could not be read after all attempts. The messages themselves are kept.",
    no_dead="There are none.",
    dead_count="Failed: {count}. The newest are shown.",
    reason="Reason: {reason}",
    retry="Try them again",
    retried="Waiting to be read again: {count}.",
    worker="Worker",
    worker_here="A worker in this process reads new messages in the background.",
    worker_elsewhere="This process has no worker of its own: `memary worker` reads the messages, or the button "
    "above.",
    worker_batches="It waits {linger} s for a batch to fill, reads up to {size} messages at a time, and gives up on "
    "a message after {attempts} attempts.",
    worker_reflects="It draws insights when {after} facts are new; so far it is {count}.",
    worker_reflects_not="It draws no insights by itself. New facts since the last reflection: {count}.",
    unembedded="Records without a vector: {count}. The worker makes them as soon as the embedding model answers.",
    usage="Usage and cost",
    usage_hint="What models took for this user, as the servers counted it. The ledger is kept in the store.",
    no_usage="No model was called for this user in that time.",
    span="Time",
    spans={"day": "1 day", "month": "30 days", "all": "Everything"},
    titles={
        "role": "Role",
        "model": "Model",
        "calls": "Calls",
        "prompt": "Tokens read",
        "completion": "Tokens written",
        "seconds": "Seconds",
        "day": "Day",
        "group": "Role",
        "value": "Tokens",
    },
    usage_alt="Column chart of tokens per day and role. The table below tells the sums.",
    cost="Cost of the language models: {cost}",
    cost_unknown="The cost is not known: set MEMARY_PRICE_PROMPT and MEMARY_PRICE_COMPLETION, per million tokens.",
    caps="Caps",
    cap="{name}: {used} of {limit}",
    cap_frees="free again at {time}",
    setup="Set up as",
    store="Store",
    roles={
        "chat": "Chat model",
        "extraction": "Extraction",
        "vision": "Vision",
        "external": "External model",
        "embedding": "Embedding",
        "rerank": "Reranker",
    },
    without={
        "chat": "none: memary is offline, and answers quote memory",
        "extraction": "none: facts are found by rules",
        "vision": "none: the vision tool is off",
        "external": "none: what memory does not know is not asked elsewhere",
        "rerank": "none: hits stay in the order of recall",
    },
    embedding="{name}, {dimensions} dimensions",
    setting="Setting",
    value="Value",
    source="From",
    sources={
        "argument": "argument",
        "environment": "environment",
        ".env": ".env",
        "memary.toml": "memary.toml",
        "default": "default",
    },
    settings="All settings",
    settings_hint="Keys and passwords are masked. Change a setting where it comes from, and start again.",
    check="Check",
    check_hint="Proves that indexes, counts and edges equal the records that they come from. It reads the whole "
    "store.",
    check_now="Check now",
    checking="Checking …",
    whole="All is well: messages ({messages}), facts ({facts}) and mentions ({mentions}) fit together.",
    faults="At odds ({count}):",
    faults_remedy="`memary reindex --derived` makes indexes, keys and edges anew.",
)

ZH = HealthWords(
    tab="运行状况",
    intro="这位用户的记忆里有什么、正在做什么、花费多少，以及如何配置。",
    counts={
        "messages": "消息",
        "pending": "待处理",
        "failed": "失败",
        "facts": "事实",
        "entities": "实体",
        "mentions": "提及",
        "operations": "决定",
        "unembedded": "缺少向量",
    },
    counts_hints={
        "facts": "包括已不再成立的。",
        "operations": "账本中的记录：增加、修改或撤回了什么，以及原因。",
        "unembedded": "能按字词找到，但还不能按语义找到的记录。",
    },
    queue="队列",
    queue_hint="还没有提取事实的消息。消息已保存，也能检索到。",
    queue_empty="没有等待处理的消息。",
    queue_waits="有 {count} 条消息等待处理。",
    queue_due="下一条将于 {time} 处理。",
    read_now="立即处理",
    reading="正在处理……",
    was_read="已处理 {done} 条，失败 {failed} 条，仍在等待 {pending} 条。",
    put_off="推迟原因：{reason}",
    attempts="尝试 {count} 次",
    dead="死信",
    dead_hint="多次尝试后仍未能提取事实的消息。消息本身已保存。",
    no_dead="没有死信。",
    dead_count="共 {count} 条，显示最新的几条。",
    reason="原因：{reason}",
    retry="重新处理",
    retried="{count} 条消息等待重新处理。",
    worker="后台处理",
    worker_here="本进程在后台处理新消息。",
    worker_elsewhere="本进程不处理新消息：请运行 `memary worker`，或点击上方按钮。",
    worker_batches="等待 {linger} 秒凑成一批，每次最多处理 {size} 条消息，一条消息尝试 {attempts} 次后放弃。",
    worker_reflects="每新增 {after} 条事实便归纳洞察，目前新增 {count} 条。",
    worker_reflects_not="不自动归纳洞察；自上次反思以来新增 {count} 条事实。",
    unembedded="{count} 条记录还没有向量，向量模型一有响应就会补上。",
    usage="用量与费用",
    usage_hint="模型为这位用户所用的量，以服务器的统计为准，记在存储中。",
    no_usage="这段时间没有为这位用户调用过模型。",
    span="时间范围",
    spans={"day": "1 天", "month": "30 天", "all": "全部"},
    titles={
        "role": "用途",
        "model": "模型",
        "calls": "调用次数",
        "prompt": "读入词元",
        "completion": "写出词元",
        "seconds": "秒数",
        "day": "日期",
        "group": "用途",
        "value": "词元",
    },
    usage_alt="每天各用途词元数的柱状图，合计见下方表格。",
    cost="语言模型费用：{cost}",
    cost_unknown="费用未知：请设置 MEMARY_PRICE_PROMPT 和 MEMARY_PRICE_COMPLETION（每百万词元的价格）。",
    caps="上限",
    cap="{name}：已用 {used}，上限 {limit}",
    cap_frees="{time} 起恢复",
    setup="配置",
    store="存储",
    roles={
        "chat": "聊天模型",
        "extraction": "事实提取",
        "vision": "视觉模型",
        "external": "外部模型",
        "embedding": "向量模型",
        "rerank": "重排模型",
    },
    without={
        "chat": "无：离线运行，回答引用记忆",
        "extraction": "无：按规则提取事实",
        "vision": "无：视觉工具不可用",
        "external": "无：记忆中没有的，不去别处询问",
        "rerank": "无：保持检索的顺序",
    },
    embedding="{name}，{dimensions} 维",
    setting="设置",
    value="值",
    source="来源",
    sources={
        "argument": "参数",
        "environment": "环境变量",
        ".env": ".env",
        "memary.toml": "memary.toml",
        "default": "默认",
    },
    settings="全部设置",
    settings_hint="密钥和密码已遮盖。请在设置的来源处修改，然后重新启动。",
    check="检查",
    check_hint="核对索引、计数和边是否与其来源的记录一致。需要读取整个存储。",
    check_now="立即检查",
    checking="正在检查……",
    whole="一切正常：{messages} 条消息、{facts} 条事实和 {mentions} 次提及相互一致。",
    faults="发现 {count} 处不一致：",
    faults_remedy="`memary reindex --derived` 会重建索引、键和边。",
)
