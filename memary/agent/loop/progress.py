"""Follow one run of the agent: pieces of its answer and finished steps as they come, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from memary.agent.loop.labels import AnswerText
from memary.agent.trace import AgentEvent, Step
from memary.errors import BudgetExceededError

_SHOWN = 300
"""How much of an observation a partial result quotes."""

Tell = Callable[[AgentEvent], None]


@dataclass(slots=True)
class RunResult:
    """What a run came to.

    `text` is empty when it ran out of steps, or was stopped for want of budget.
    """

    text: str = ""
    steps: list[Step] = field(default_factory=list[Step])
    stopped: BudgetExceededError | None = None

    @property
    def is_partial(self) -> bool:
        """Whether there is no final answer."""
        return not self.text

    def findings(self) -> str:
        """Return what the steps brought, for a partial result."""
        found = [
            f"- {step.tool}: {step.observation[:_SHOWN]}" for step in self.steps if step.tool and not step.is_error
        ]
        return "\n".join(found)


class RunProgress:
    """Gathers what a run came to, and tells of it as it goes.

    Attributes:
        result: what it came to so far.
        reply: the reply that is being heard.
    """

    def __init__(self, tell: Tell) -> None:
        self.result = RunResult()
        self.reply = AnswerText()
        self._tell = tell

    def begin_reply(self) -> None:
        """Note that the model is asked."""
        self.reply = AnswerText()

    def hear(self, piece: str) -> None:
        """Take the next piece of a reply, and tell what of it belongs to the answer."""
        self._tell_text(self.reply.feed(piece))

    def add(self, step: Step) -> None:
        """Take a finished step, and tell of it."""
        self.result.steps.append(step)
        self._tell(AgentEvent(kind="step", step=step))

    def finish(self) -> None:
        """Take the last reply as the answer."""
        self._tell_text(self.reply.rest())
        self.result.text = self.reply.answer
        if thought := self.reply.thought:
            self.result.steps.append(Step(thought=thought))

    def _tell_text(self, piece: str) -> None:
        if piece:
            self._tell(AgentEvent(kind="text", text=piece))
