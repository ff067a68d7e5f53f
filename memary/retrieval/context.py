"""The context window: what a model gets to see for the next answer, in a fixed order and never over its budget.

system persona · user persona · top entities · facts · subgraph · passages · summary · last messages · question

Each part is a block with a priority. When the whole is too large, the block with the largest number gives up lines
first, from its end; priority 0 is never cut. Messages leave as a whole, the oldest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal

from pydantic import Field

from memary.errors import InputError
from memary.memory.entities import EntityKnowledge
from memary.prompts.languages import Texts, texts
from memary.prompts.quoting import continued, defused, one_line
from memary.prompts.stamps import day, stamp
from memary.retrieval.hits import Hit
from memary.retrieval.search import Recall
from memary.text import count_tokens
from memary.types import FOREVER, Fact, Message, Record, Role, Summary

BlockName = Literal[
    "system_persona", "user_persona", "entities", "facts", "subgraph", "passages", "summary", "messages", "question"
]

PRIORITIES: dict[BlockName, int] = {
    "system_persona": 0,
    "user_persona": 0,
    "entities": 5,
    "facts": 2,
    "subgraph": 4,
    "passages": 3,
    "summary": 1,
    "messages": 1,
    "question": 0,
}
_FROM_THE_START = frozenset({"messages"})  # of these the oldest go first
_SUBGRAPH_LINES = 15


class Block(Record):
    """One part of the context window. `tokens` counts the rendered text with its heading."""

    name: BlockName
    priority: int
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The block as the model reads it."""
        body = "\n".join(self.lines)
        return f"## {self.heading}\n{body}" if self.heading else body

    @property
    def tokens(self) -> int:
        """Estimated tokens of the text."""
        return count_tokens(self.text)


class ContextWindow(Record):
    """What a model gets to see, part by part."""

    blocks: tuple[Block, ...]
    budget: int
    hits: tuple[Hit, ...] = ()
    history: tuple[Message, ...] = Field(default=(), description="the messages that the block `messages` shows")

    @property
    def text(self) -> str:
        """The whole window as one text."""
        return _joined(self.blocks)

    @property
    def memory_text(self) -> str:
        """The window without the last messages and the question: what goes into the system prompt."""
        return _joined([block for block in self.blocks if block.name not in ("messages", "question")])

    @property
    def tokens(self) -> int:
        """Estimated tokens of the whole."""
        return count_tokens(self.text)

    def account(self) -> dict[str, int]:
        """Tokens per block."""
        return {block.name: block.tokens for block in self.blocks}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextParts:
    """What a context window is made of."""

    question: str
    system_persona: str
    user_persona: str
    entities: Sequence[EntityKnowledge]
    recall: Recall
    summary: Summary | None
    messages: Sequence[Message]
    language: str
    now: datetime
    zone: tzinfo | None = None


def pack(parts: ContextParts, *, budget: int) -> ContextWindow:
    """Lay the parts out and cut them to the budget.

    Args:
        parts: what is to be shown.
        budget: most tokens of the whole.

    Raises:
        InputError: the personas and the question alone are larger than the budget.
    """
    words = texts(parts.language)
    shown_facts = [hit for hit in parts.recall.hits if hit.kind == "fact"]
    passages = [hit for hit in parts.recall.hits if hit.kind == "message"]
    in_history = {message.id for message in parts.messages}
    known = {hit.id for hit in shown_facts}
    around = [fact for fact in parts.recall.subgraph.facts if fact.id not in known][:_SUBGRAPH_LINES]
    contents: dict[BlockName, tuple[str, list[str]]] = {
        "system_persona": (words.about_you, [parts.system_persona]),
        "user_persona": (words.about_user, [defused(parts.user_persona)]),
        "entities": (words.top_entities, [_entity_line(row, words, parts) for row in parts.entities]),
        "facts": (words.facts, [_fact_line(hit, words, parts) for hit in shown_facts]),
        "subgraph": (words.related, [_edge_line(fact) for fact in around]),
        "passages": (words.passages, [_passage_line(hit, parts) for hit in passages if hit.id not in in_history]),
        "summary": (words.summary, [one_line(parts.summary.text)] if parts.summary else []),
        "messages": (words.last_messages, [_message_line(message, words, parts) for message in parts.messages]),
        "question": ("", [parts.question]),
    }
    blocks = [
        Block(name=name, priority=PRIORITIES[name], heading=heading, lines=tuple(line for line in lines if line))
        for name, (heading, lines) in contents.items()
    ]
    kept = _cut([block for block in blocks if block.lines], budget)
    shown = next((len(block.lines) for block in kept if block.name == "messages"), 0)
    return ContextWindow(
        blocks=tuple(kept),
        budget=budget,
        hits=parts.recall.hits,
        history=tuple(parts.messages[len(parts.messages) - shown :]),
    )


def _joined(blocks: Sequence[Block]) -> str:
    return "\n\n".join(block.text for block in blocks)


def _cut(blocks: list[Block], budget: int) -> list[Block]:
    """Take lines away, from the block with the largest priority number first, until the whole fits."""
    while (excess := count_tokens(_joined(blocks)) - budget) > 0:
        open_to_cuts = [block for block in blocks if block.priority > 0]
        if not open_to_cuts:
            raise InputError(
                f"The personas and the question take {budget + excess} tokens, more than the {budget} of the context "
                "window: shorten them, or raise MEMARY_CONTEXT_TOKENS or MEMARY_CONTEXT_WINDOW."
            )
        victim = max(open_to_cuts, key=lambda block: (block.priority, block.tokens))
        position = blocks.index(victim)
        smaller = _shortened(victim, excess)
        blocks[position : position + 1] = [smaller] if smaller else []
    return blocks


def _shortened(block: Block, excess: int) -> Block | None:
    """Drop whole lines worth at least the excess; None when nothing is left."""
    lines = list(block.lines)
    dropped = 0
    while lines and dropped < excess:
        dropped += count_tokens(lines.pop(0 if block.name in _FROM_THE_START else -1))
    return block.model_copy(update={"lines": tuple(lines)}) if lines else None


def _entity_line(row: EntityKnowledge, words: Texts, parts: ContextParts) -> str:
    times = words.times.format(count=row.count, last=day(row.last_at, zone=parts.zone))
    return f"- {one_line(row.entity.name)} ({one_line(row.entity.type)}): {times}"


def _fact_line(hit: Hit, words: Texts, parts: ContextParts) -> str:
    start = day(hit.created_at, zone=parts.zone)
    is_open = hit.invalid_at is None or hit.invalid_at >= FOREVER
    when = (
        words.since.format(start=start)
        if is_open
        else words.past.format(start=start, end=day(hit.invalid_at or FOREVER, zone=parts.zone))
    )
    return f"- {one_line(hit.text)} ({when})"


def _edge_line(fact: Fact) -> str:
    return f"- {one_line(fact.subject)} → {one_line(fact.predicate)} → {one_line(fact.object)}"


def _passage_line(hit: Hit, parts: ContextParts) -> str:
    if hit.is_temporary:
        return f"- [{texts(parts.language).temporary}] {one_line(hit.text)}"
    who = hit.speaker or _role_name(hit.role, texts(parts.language))
    when = stamp(hit.created_at, language=parts.language, zone=parts.zone)
    return f"- [{when}] {one_line(who)}: {one_line(hit.text)}"


def _message_line(message: Message, words: Texts, parts: ContextParts) -> str:
    who = message.speaker or _role_name(message.role, words)
    when = stamp(message.created_at, language=parts.language, zone=parts.zone)
    return f"[{when}] {one_line(who)}: {continued(message.content)}"


def _role_name(role: Role | None, words: Texts) -> str:
    return {Role.USER: words.user, Role.ASSISTANT: words.assistant}.get(role or Role.USER, str(role))
