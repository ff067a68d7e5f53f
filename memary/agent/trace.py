"""Define what an agent's turn leaves behind: the answer, its sources, the steps, the cost."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

from pydantic import Field, JsonValue

from memary.conversation.context_window import ContextWindow
from memary.facts.news import News
from memary.forgetting.plan import Manifest
from memary.ingestion.load import storable
from memary.retrieval.hits import Hit
from memary.types import TRACE_KEY, Metadata, Record, StoreStatement
from memary.types.citations import CITED_KEY, GIVEN_KEY, Cited, Given, given_ids

SEARCH = "search"
"""The name of the tool that looks into memory."""

FORGET = "forget"
"""The name of the tool that forgets what the user asks it to."""

_KEPT = 500
"""How much of an argument or an observation is kept with an answer."""


class Step(Record):
    """One step of the agent: what it thought, which tool it called with what, and what came back."""

    thought: str = ""
    tool: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict)
    observation: str = ""
    is_error: bool = False
    seconds: float = 0.0
    statements: tuple[StoreStatement, ...] = ()  # what a look-up asked of the store; not kept with the answer


class Answer(Record):
    """The end of a turn."""

    text: str
    session_id: str
    question_id: str | None = None  # of the stored question
    message_id: str | None = None  # of the stored answer; None where temporary texts kept it from being stored
    sources: tuple[Hit, ...] = ()  # what memory put before the model, best first
    cited: tuple[Cited, ...] = ()  # those of them that its words rest on, by number; kept with the answer
    given: tuple[Given, ...] = Field(default=(), exclude=True, repr=False)  # what its model saw; kept with the answer
    steps: tuple[Step, ...] = ()
    origin: Literal["memory", "tool", "external"] = "memory"
    run_id: str | None = None  # of the run that its calls of tools were recorded as, to go on with
    is_partial: bool = False  # it ran out of steps or budget
    stopped_by: str | None = None  # the setting whose cap ended it
    forgotten: Manifest | None = None  # what went because the user asked for it; None where nothing did
    not_forgotten: str | None = None  # the words for it, where the user asked and nothing is forgotten in talk
    learnt: News = News(pending=1)  # from the question, if it was read by then; else `memory.operations.learnt` tells
    usage: dict[str, dict[str, int | float]] = Field(default_factory=dict)  # per role: calls, tokens, seconds
    window: ContextWindow | None = Field(default=None, exclude=True, repr=False)  # what the model saw of memory

    def __str__(self) -> str:
        return self.text

    def behind(self, word: str) -> Answer:
        """Return the answer with a word to the user before it."""
        cited = tuple(one.further_down(word.count("\n") + 2) for one in self.cited)
        return self.model_copy(update={"text": f"{word}\n\n{self.text}", "cited": cited})


class AgentEvent(Record):
    """An event while an answer is made: a piece of its text, a finished step, or the whole answer."""

    kind: Literal["text", "step", "answer"]
    text: str = ""
    step: Step | None = None
    answer: Answer | None = None


def kept_with(answer: Answer) -> Metadata:
    """Return what is kept with the message of an answer: how it came about, what it was given, what it cites."""
    return {
        TRACE_KEY: _kept_trace(answer),
        CITED_KEY: [one.model_dump(mode="json") for one in answer.cited],
        GIVEN_KEY: cast("JsonValue", given_ids(answer.given)),
    }


def _kept_trace(answer: Answer) -> JsonValue:
    """Return how an answer came about, as kept with it: tool calls, their results, tokens by role.

    Texts are clipped. Thoughts and what was found in memory are left out: they quote other messages, and forgetting
    one of those has to leave no copy.
    """
    steps: list[JsonValue] = [
        {
            "tool": step.tool,
            "arguments": {name: _clipped(value) for name, value in step.arguments.items()},
            "observation": "" if step.tool == SEARCH else _clipped(step.observation),
            "is_error": step.is_error,
        }
        for step in answer.steps
        if step.tool is not None
    ]
    tokens: dict[str, JsonValue] = {
        role: {name: used.get(name, 0) for name in ("prompt_tokens", "completion_tokens")}
        for role, used in answer.usage.items()
    }
    return {"steps": steps, "tokens": tokens}


def _clipped(value: object) -> JsonValue:
    if value is None or isinstance(value, int):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return storable(text if len(text) <= _KEPT else f"{text[:_KEPT]}…")
