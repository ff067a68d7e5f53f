"""Bound what a run of the agent adds to its prompt, and call its tools within that.

What tools bring is cut, so that the prompt of a long run still fits the model's window.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from memary.agent.loop.prompt import ANSWER_SHARE, AgentPrompt
from memary.agent.tools.registry import ToolRegistry
from memary.agent.trace import Step
from memary.conversation.context_window import PER_MESSAGE
from memary.errors import MemaryError
from memary.languages.prompt.quotation import quoted
from memary.languages.tokens import TokenCounter, truncate_tokens
from memary.models.base import ChatModel

_LATER_STEP = 100
"""Tokens that a result leaves for each step after it, as far as it can: a short reply with a short result."""


def observation_of(result: str) -> str:
    """Return how a prompt shows what a tool brought: as a quotation, in which no line can pass for a step."""
    return f"Observation: \n{quoted(result)}"


@dataclass(slots=True)
class Allowance:
    """What a run may still add to its prompt: replies of the model, and results of tools.

    Attributes:
        left: so many tokens, beside the room for the answer.
        replies: how often the model may still be asked.
        count: counts tokens.
        answer: the room for the answer, in tokens.
    """

    left: int
    replies: int
    count: TokenCounter
    answer: int = 0

    @property
    def is_spent(self) -> bool:
        """Whether the prompt fills the model's window, with no room for an answer."""
        return self.left + self.answer <= 0

    def spend(self, written: Iterable[str]) -> None:
        """Note what a reply adds."""
        self.replies -= 1
        self.left -= sum(self.count(text) + PER_MESSAGE for text in written)

    def cut(self, result: str) -> str:
        """Return as much of a result as there is room for: all that later ones need not have, at least half."""
        most = max(self.left - self.replies * _LATER_STEP, self.left // 2, 0)
        kept = truncate_tokens(result, most, self._as_observed)
        self.left -= self._as_observed(kept)
        return kept

    def _as_observed(self, text: str) -> int:
        return self.count(observation_of(text)) + PER_MESSAGE


@runtime_checkable
class CallLog(Protocol):
    """Is told of every call of a tool: before it is made, and when there is a result."""

    async def begin(self, call: Step) -> None:
        """Note that a tool is about to be called; the call waits for it."""
        ...

    async def note(self, step: Step) -> None:
        """Note what came of it; the next reply waits for it."""
        ...


@dataclass(slots=True)
class LoggedCalls:
    """Calls tools on behalf of an agent, and tells a log of it.

    Attributes:
        registry: has the tools.
        allowance: cuts what they bring.
        log: is told; None tells nobody.
        thought: the thought of the last reply.
    """

    registry: ToolRegistry
    allowance: Allowance
    log: CallLog | None = None
    thought: str = ""

    async def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """Return what a tool brings, as much of it as there is room for."""
        if self.log is None:
            return self.allowance.cut(await self.registry.call(tool, arguments))
        step = Step(thought=self.thought, tool=tool, arguments=arguments)
        await self.log.begin(step)
        try:
            brought = self.allowance.cut(await self.registry.call(tool, arguments))
        except MemaryError as error:
            await self.log.note(step.model_copy(update={"observation": str(error), "is_error": True}))
            raise
        await self.log.note(step.model_copy(update={"observation": brought}))
        return brought


def bounded_calls(
    model: ChatModel,
    registry: ToolRegistry,
    prompt: AgentPrompt,
    *,
    max_steps: int,
    count: TokenCounter,
    log: CallLog,
) -> LoggedCalls:
    """Return the calls of one run: tools get what its prompt and the answer leave of the model's window.

    Args:
        model: answers.
        registry: its enabled tools are offered.
        prompt: what the run begins with.
        max_steps: most replies of the model, the answer among them.
        count: counts tokens.
        log: is told of the calls of tools.
    """
    window = model.context_window
    room = window // ANSWER_SHARE
    allowance = Allowance(window - room - prompt.tokens(registry, count), max_steps, count, answer=room)
    return LoggedCalls(registry, allowance, log)
