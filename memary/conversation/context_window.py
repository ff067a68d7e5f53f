"""Pack the context window: what a model gets to see for the next answer, never over its budget.

The parts stand in a fixed order: system persona · user persona · instructions · top entities · insights · facts ·
subgraph · passages · runs · summary · last messages · question

Each part is a block with a priority. When the whole is too large, the block with the largest number gives up lines
first, from its end; priority 0 is never cut. Messages leave by whole turns, the oldest first. A text that would take
too much of the budget by itself is shown without its middle, with a mark that says how much is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pydantic import Field

from memary.conversation.recall_room import filled
from memary.conversation.recent_turns import LEAST_SHOWN, LINE_SHARE, LastTurns, beside_personas, last_turns
from memary.errors import InputError
from memary.languages import texts
from memary.languages.prompt.quotation import defused
from memary.languages.prompt.stamps import Zones
from memary.languages.terms import term_set
from memary.languages.tokens import TokenCounter, count_tokens, truncate_tokens, without_middle
from memary.retrieval.facts.expansion import said_of
from memary.retrieval.hits import Hit
from memary.retrieval.question.near_names import NearName
from memary.retrieval.rendering import Lines, as_talk
from memary.retrieval.search import SearchResult
from memary.runs import RunRecord
from memary.stream.ranking import EntityKnowledge
from memary.types import Fact, Message, Record, Role, Summary
from memary.types.citations import Given
from memary.types.spaces import key_of, space_of

BlockName = Literal[
    "system_persona",
    "user_persona",
    "instructions",
    "entities",
    "insights",
    "facts",
    "subgraph",
    "passages",
    "runs",
    "summary",
    "messages",
    "question",
]
Insert = Literal["system", "user"]
"""Where memory goes in a prompt: into the system message, or in front of the question."""

PRIORITIES: dict[BlockName, int] = {
    "system_persona": 0,
    "user_persona": 0,
    "instructions": 2,
    "entities": 5,
    "insights": 2,
    "facts": 2,
    "subgraph": 4,
    "passages": 3,
    "runs": 3,
    "summary": 1,
    "messages": 1,
    "question": 0,
}
_MANNER: tuple[BlockName, ...] = ("system_persona", "user_persona", "instructions")
_TALK: tuple[BlockName, ...] = ("messages", "question")
_RECALL_SHARE = 4
"""Beyond the best hits, recall fills at most one part in so many of what the personas leave."""

_AROUND = 9
"""How many facts around what the question names are shown as edges, where it asks for no kind of things."""

_LISTED = 3
"""Facts of the kind asked for are shown as edges in one part in so many of the room for recall, beside that room."""

PER_MESSAGE = 4
"""Tokens by which chat formats set messages apart."""

_STEPS = 8
"""The room for the text is taken down by one part in so many at most, when the messages take more than it."""


class Block(Record):
    """One part of the context window.

    `tokens` counts the rendered text with its heading.
    """

    name: BlockName
    priority: int
    heading: str
    lines: tuple[str, ...]
    tokens: int

    @property
    def text(self) -> str:
        """Return the block as the model reads it."""
        body = "\n".join(self.lines)
        return f"## {self.heading}\n{body}" if self.heading else body


class ContextWindow(Record):
    """What a model gets to see, part by part."""

    blocks: tuple[Block, ...]
    budget: int
    tokens: int = Field(description="of the whole, as text or as messages, whichever is more")
    question: str = Field(description="as it was put: without its middle, if it was too long")
    rewritten: str | None = Field(
        default=None, description="what was looked for and is asked instead, if the question leans on talk"
    )
    insert: Insert = "system"
    notice: str = Field(default="", description="goes before what is recalled: that it is data")
    hits: tuple[Hit, ...] = ()
    history: tuple[Message, ...] = Field(default=(), description="the messages that the block `messages` shows")
    given: tuple[Given, ...] = Field(
        default=(), exclude=True, repr=False, description="the records of which the blocks have something to say"
    )
    days: tuple[str, ...] = Field(
        default=(),
        description="what stands before each of them as a turn: the day, where a new one begins",
    )
    left_out: Mapping[BlockName, tuple[str, ...]] = Field(
        default={},
        exclude=True,  # it is no part of the window
        repr=False,
        description="lines that there was no room for, by the block they would stand in",
    )

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """Return the whole window as one text."""
        return _joined(self.blocks)

    @property
    def memory_text(self) -> str:
        """Return the part for the system prompt: all but the last messages and the question."""
        return _joined([block for block in self.blocks if block.name not in _TALK])

    @property
    def persona_text(self) -> str:
        """Return how to answer: the personas, and what the user has told the assistant to do."""
        return _joined([block for block in self.blocks if block.name in _MANNER])

    @property
    def recalled_text(self) -> str:
        """Return the blocks that are neither manner nor conversation."""
        return _joined([block for block in self.blocks if block.name not in (*_MANNER, *_TALK)])

    @property
    def asked(self) -> str:
        """Return the question as the model reads it: with what it leans on, where that was found."""
        return next((block.text for block in self.blocks if block.name == "question"), self.question)

    def account(self) -> dict[str, int]:
        """Return the number of tokens of each block."""
        return {block.name: block.tokens for block in self.blocks}

    @property
    def talk(self) -> list[tuple[Role, str]]:
        """Return the conversation before the question as turns, by role and content."""
        return as_talk(self.history, self.days)

    def messages(self, *, insert: Insert | None = None) -> list[dict[str, str]]:
        """Return the window as messages with `role` and `content`, ready for any chat model.

        Args:
            insert: where memory goes: into the system message, or in front of the question, where models that pay
                little heed to their system message read it; default: as the window was asked for.
        """
        recalled = [self.notice, self.recalled_text] if self.recalled_text else []
        before, question = [self.persona_text], [self.asked]
        if (insert or self.insert) == "system":
            before += recalled
        else:
            question = [*recalled, self.asked]
        return [
            {"role": "system", "content": "\n\n".join(before)},
            *({"role": role.value, "content": content} for role, content in self.talk),
            {"role": "user", "content": "\n\n".join(question)},
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextParts:
    """What a context window is made of."""

    question: str
    system_persona: str
    user_persona: str
    entities: Sequence[EntityKnowledge]
    recall: SearchResult
    summary: Summary | None
    messages: Sequence[Message]
    language: str
    now: datetime
    instructions: Sequence[Fact] = ()
    insights: Sequence[Fact] = ()
    runs: Sequence[RunRecord] = ()
    zones: Zones = field(default_factory=Zones)
    rewritten: str | None = None
    insert: Insert = "system"
    recall_tokens: int = 0
    near: Sequence[NearName] = ()


@dataclass(slots=True)
class _Draft:
    """A block that may still give up groups of lines; a group goes as a whole."""

    name: BlockName
    heading: str
    groups: list[list[str]]

    @property
    def lines(self) -> list[str]:
        return [line for group in self.groups for line in group]

    @property
    def text(self) -> str:
        body = "\n".join(self.lines)
        return f"## {self.heading}\n{body}" if self.heading else body


def pack(
    parts: ContextParts, *, budget: int, count: TokenCounter = count_tokens, talk: LastTurns | None = None
) -> ContextWindow:
    """Lay the parts out and cut them to the budget.

    Args:
        parts: what is to be shown.
        budget: most tokens of the whole.
        count: counts tokens.
        talk: which of the parts' messages are shown; default: as many as fit beside their personas.

    Raises:
        InputError: the personas and what is left of the question alone are larger than the budget.
    """
    free = beside_personas(budget, [(parts.system_persona, parts.user_persona)], count)
    mark = texts(parts.language).left_out
    talk = talk or last_turns(parts.messages, parts.summary, free=free, count=count, mark=mark)
    packer = _Packer(parts, budget, count, free, talk)
    room = budget
    while True:
        window = packer.window(room)
        if window.tokens <= budget:
            return window
        room -= min(max(window.tokens - budget, 1), max(room // _STEPS, 1))  # what a cut saves is only then known


def _left_out(whole: Mapping[BlockName, Sequence[str]], drafts: Iterable[_Draft]) -> dict[BlockName, tuple[str, ...]]:
    """Return the lines that were cut: the first messages, the last lines of other blocks."""
    kept = {draft.name: len(draft.lines) for draft in drafts}
    gone: dict[BlockName, Sequence[str]] = {
        name: lines[: len(lines) - kept.get(name, 0)] if name == "messages" else lines[kept.get(name, 0) :]
        for name, lines in whole.items()
    }
    return {name: tuple(lines) for name, lines in gone.items() if lines}


def _given_fact(fact: Fact) -> Given:
    return Given(id=fact.id, kind="fact", space_id=space_of(fact))


def _alike(facts: Iterable[Fact]) -> list[list[Fact]]:
    """Return facts of one subject and predicate together, in the order of the first of each."""
    found: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        found.setdefault((fact.subject_id, fact.predicate), []).append(fact)
    return list(found.values())


def _joined(blocks: Iterable[Block | _Draft]) -> str:
    return "\n\n".join(block.text for block in blocks)


@dataclass(slots=True)
class _Packer:
    parts: ContextParts
    budget: int
    count: TokenCounter
    free: int
    talk: LastTurns
    lines: Lines = field(init=False)
    question: str = field(init=False)
    asked: str = field(init=False)
    hits: tuple[Hit, ...] = field(init=False)
    around: list[Fact] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.parts.language, self.parts.zones, self.parts.recall.spaces)
        left = self.free - self.free // LINE_SHARE - self.talk.tokens
        longest = max(left, self.free // LINE_SHARE, LEAST_SHOWN)
        mark = self.lines.words.left_out
        self.question = without_middle(self.parts.question, longest, self.count, mark=mark)
        whole = self.parts.rewritten  # so that the model need not guess what the question leans on
        self.asked = whole if whole and self.count(whole) <= longest else self.question
        room = min(self.parts.recall_tokens, self.free // _RECALL_SHARE)
        self.hits = filled(self.parts.recall.hits, self.parts.recall.further, room=room, cost=self._cost)
        self.around = self._around(self._drawn() | {hit.key for hit in self.hits})

    def window(self, room: int) -> ContextWindow:
        """Return the window, cut so that its text takes no more than `room`."""
        drafts = self._drafts()
        whole = self._lines_by_block(drafts)
        self._cut(drafts, room)
        return self._of(drafts).model_copy(update={"left_out": _left_out(whole, drafts)})

    def _of(self, drafts: Sequence[_Draft]) -> ContextWindow:
        """Return the window of these drafts."""
        parts, turns = self.parts, self.talk.turns
        kept = next((len(draft.groups) for draft in drafts if draft.name == "messages"), 0)
        history = [message for turn in turns[len(turns) - kept :] for message in turn]
        window = ContextWindow(
            blocks=tuple(
                Block(
                    name=draft.name,
                    priority=PRIORITIES[draft.name],
                    heading=draft.heading,
                    lines=tuple(draft.lines),
                    tokens=self.count(draft.text),
                )
                for draft in drafts
            ),
            budget=self.budget,
            tokens=0,
            question=self.question,
            rewritten=parts.rewritten,
            insert=parts.insert,
            notice=self.lines.words.memory_notice,
            hits=self.hits,
            history=tuple(history),
            given=self._given({draft.name: len(draft.groups) for draft in drafts}, history),
            days=self.lines.days(history, now=parts.now),
        )
        as_messages = sum(self.count(message["content"]) + PER_MESSAGE for message in window.messages())
        return window.model_copy(update={"tokens": max(self.count(window.text), as_messages)})

    def _drafts(self) -> list[_Draft]:
        parts, lines, words = self.parts, self.lines, self.lines.words
        single: Mapping[BlockName, tuple[str, list[str]]] = {
            "system_persona": (words.about_you, [parts.system_persona]),
            "user_persona": (words.about_user, [defused(parts.user_persona)]),
            "instructions": (words.instructions, self._short(map(lines.instruction, parts.instructions))),
            "entities": (words.top_entities, [lines.entity(row) for row in parts.entities]),
            "insights": (words.insights, self._short(lines.insight(one) for one in parts.insights)),
            "facts": (
                words.facts,
                self._short([*map(lines.near_name, parts.near), *map(lines.fact, self._fact_hits())]),
            ),
            "subgraph": (words.related, self._short(map(lines.edges, _alike(self.around)))),
            "passages": (words.passages, self._short(map(lines.passage, self._passages()))),
            "runs": (words.earlier_runs, self._short(lines.run(run) for run in parts.runs)),
            "summary": (words.summary, self._short(lines.summary(parts.summary) if parts.summary else ())),
        }
        drafts = [
            _Draft(name, heading, [[line] for line in block if line]) for name, (heading, block) in single.items()
        ]
        said = [[lines.message(message) for message in turn] for turn in self.talk.turns]
        drafts += [_Draft("messages", words.last_messages, said), _Draft("question", "", [[self.asked]])]
        return [draft for draft in drafts if draft.groups]

    def _given(self, kept: Mapping[BlockName, int], history: Iterable[Message]) -> tuple[Given, ...]:
        """Return the records that the blocks tell of, each of which has so many groups left."""
        records: Mapping[BlockName, Sequence[Sequence[Given]]] = {
            "entities": [
                [Given(id=row.entity.id, kind="entity", space_id=space_of(row.entity))] for row in self.parts.entities
            ],
            "instructions": [[_given_fact(one)] for one in self.parts.instructions],
            "insights": [[_given_fact(one)] for one in self.parts.insights],
            "facts": [*([] for _ in self.parts.near), *([hit.as_given()] for hit in self._fact_hits())],
            "subgraph": [[*map(_given_fact, facts)] for facts in _alike(self.around)],
            "passages": [[hit.as_given()] for hit in self._passages()],
            "runs": [[Given(id=run.id, kind="run")] for run in self.parts.runs],
        }
        shown = (one for name, groups in records.items() for group in groups[: kept.get(name, 0)] for one in group)
        said = (Given(id=message.id, kind="message", space_id=space_of(message)) for message in history)
        return tuple(dict.fromkeys((*shown, *said)))

    def _fact_hits(self) -> list[Hit]:
        drawn = self._drawn()
        return [hit for hit in self.hits if hit.kind == "fact" and hit.key not in drawn]

    def _drawn(self) -> set[str]:
        """Return the keys of the facts that have a block of their own."""
        return set(map(key_of, (*self.parts.instructions, *self.parts.insights)))

    def _passages(self) -> list[Hit]:
        in_history = set(map(key_of, self.talk.messages))
        return [hit for hit in self.hits if hit.kind == "message" and hit.key not in in_history]

    def _around(self, known: Collection[str]) -> list[Fact]:
        """Return facts around what the question names for which there was no room, the most relevant first."""
        subgraph = self.parts.recall.subgraph
        said = said_of(subgraph, term_set(self.asked))
        ranks = {hit.key: rank for rank, hit in enumerate(self.parts.recall.further)}
        facts = zip(subgraph.facts, said, strict=True)
        around = [fact for fact, words in facts if key_of(fact) not in known and (words or key_of(fact) in ranks)]
        around.sort(key=lambda fact: ranks.get(key_of(fact), len(ranks)))
        return self._listed(known) or around[:_AROUND]

    def _listed(self, known: Collection[str]) -> list[Fact]:
        """Return as many facts of the kind that is asked for as there is room for, in the order of time."""
        left = min(self.parts.recall_tokens, self.free // _RECALL_SHARE) // _LISTED
        listed: list[Fact] = []
        heads: set[tuple[str, str]] = set()
        for fact in self._new_first(fact for fact in self.parts.recall.members if key_of(fact) not in known):
            head = (fact.subject_id, fact.predicate)
            cost = self.count(self.lines.end(fact) if head in heads else self.lines.edges([fact]))
            if cost <= left:
                listed.append(fact)
                heads.add(head)
                left -= cost
        return sorted(listed, key=lambda fact: (fact.valid_at, fact.id))

    def _new_first(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return facts with those first that name something that no fact before them and no hit names."""
        known = {term for hit in self.hits if hit.kind == "fact" for term in term_set(hit.text)}
        first: list[Fact] = []
        rest: list[Fact] = []
        for fact in facts:
            words = term_set(f"{fact.predicate.replace('_', ' ')} {fact.object}")
            (first if words - known else rest).append(fact)
            known |= words
        return [*first, *rest]

    def _cost(self, hit: Hit) -> int:
        """Return the tokens of a hit's line."""
        line = self.lines.fact(hit) if hit.kind == "fact" else self.lines.passage(hit)
        return self.count(truncate_tokens(line, max(self.free // LINE_SHARE, 1), self.count))

    def _lines_by_block(self, drafts: Iterable[_Draft]) -> dict[BlockName, list[str]]:
        """Return all lines of each block before the cut, older messages included."""
        newest = {message.id for message in self.talk.messages}
        older = [self.lines.message(message) for message in self.parts.messages if message.id not in newest]
        found: dict[BlockName, list[str]] = {draft.name: draft.lines for draft in drafts}
        found["messages"] = [*older, *found.get("messages", ())]
        return found

    def _short(self, lines: Iterable[str]) -> list[str]:
        return [truncate_tokens(line, max(self.free // LINE_SHARE, 1), self.count) for line in lines]

    def _cut(self, drafts: list[_Draft], room: int) -> None:
        """Take groups away, from the block with the largest priority number first, until the whole fits.

        Of two with one number the larger gives first, but messages before the summary: its open matters stand nowhere
        else.
        """
        while (excess := self.count(_joined(drafts)) - room) > 0:
            open_to_cuts = [draft for draft in drafts if PRIORITIES[draft.name] > 0]
            if not open_to_cuts:
                if (least := self._of(drafts).tokens) <= self.budget:
                    return
                raise InputError(
                    f"The personas and the question take {least} tokens, more than the {self.budget} "
                    "of the context window: shorten them, or raise the budget. Where none is given, it follows from "
                    "MEMARY_CONTEXT_TOKENS and MEMARY_CONTEXT_WINDOW."
                )
            victim = max(
                open_to_cuts,
                key=lambda draft: (PRIORITIES[draft.name], draft.name == "messages", self.count(draft.text)),
            )
            self._shorten(victim, excess)
            if not victim.groups:
                drafts.remove(victim)

    def _shorten(self, draft: _Draft, excess: int) -> None:
        """Drop groups worth at least the excess: of messages the oldest, of all else the last."""
        dropped = 0
        while draft.groups and dropped < excess:
            group = draft.groups.pop(0 if draft.name == "messages" else -1)
            dropped += self.count("\n".join(group))
