"""What an agent's turn leaves behind, as data: the answer, its sources, the steps, the cost."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from memary.retrieval.hits import Hit
from memary.types import Record


class Step(Record):
    """One step of the agent: what it thought, which tool it called with what, and what came back."""

    thought: str = ""
    tool: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict)
    observation: str = ""
    is_error: bool = False
    seconds: float = 0.0


class Answer(Record):
    """The end of a turn."""

    text: str
    session_id: str
    message_id: str | None = None  # of the stored answer; None where temporary texts kept it from being stored
    sources: tuple[Hit, ...] = ()  # what memory put before the model, best first
    steps: tuple[Step, ...] = ()
    origin: Literal["memory", "tool", "external"] = "memory"
    is_partial: bool = False  # it ran out of steps or budget
    stopped_by: str | None = None  # the setting whose cap ended it
    usage: dict[str, dict[str, int | float]] = Field(default_factory=dict)  # per role: calls, tokens, seconds


class AgentEvent(Record):
    """Something that happens while an answer is made: a piece of its text, a finished step, or the whole answer."""

    kind: Literal["text", "step", "answer"]
    text: str = ""
    step: Step | None = None
    answer: Answer | None = None
