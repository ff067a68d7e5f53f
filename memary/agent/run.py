"""Drive one run of the ReAct agent: watch its events, and write down its steps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, cast

import anyio
from llama_index.core.agent.workflow import AgentInput, AgentOutput, AgentStream, ToolCall, ToolCallResult
from llama_index.core.memory import ChatMemoryBuffer

from memary.agent.labels import AnswerText
from memary.agent.react import BoundedReActAgent, OutOfStepsError
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


async def run_agent(agent: BoundedReActAgent, question: str, *, memory: ChatMemoryBuffer, tell: Tell) -> RunResult:
    """Run the agent on a question.

    Args:
        agent: made for this run.
        question: the user's message.
        memory: the talk before it.
        tell: gets pieces of the answer and finished steps as they come.

    Raises:
        BudgetExceededError: a cap on an hour or a day left no room for the first reply.
        ModelError: the model could not be asked.
    """
    watcher = _Watcher(tell)
    start: Any = agent.run  # typed as deprecated in a form that is not used here
    # the agent bounds itself; the framework's own count has to stay out of its way
    handler = start(user_msg=question, memory=memory, max_iterations=agent.max_replies + 2)
    try:
        async for event in handler.stream_events():
            watcher.see(event)
        await handler
    except OutOfStepsError:
        return watcher.result
    except BudgetExceededError as error:
        if error.frees_at is not None and not watcher.result.steps:
            raise  # nothing was done yet that would be lost
        watcher.result.stopped = error
        return watcher.result
    except asyncio.CancelledError:  # the caller gave up: no further call of the model
        with anyio.CancelScope(shield=True):
            await handler.cancel_run()
        raise
    watcher.finish()
    return watcher.result


class _Watcher:
    """Turns the framework's events into pieces of text and steps.

    They may be seen late, when the framework has already added the calls of the whole run to the last `AgentOutput`:
    a reply ends where the model is asked again, not where an output names tools.
    """

    def __init__(self, tell: Tell) -> None:
        self.result = RunResult()
        self._tell = tell
        self._reply = AnswerText()
        self._started = 0.0

    def see(self, event: object) -> None:
        match event:
            case AgentInput():
                self._reply = AnswerText()
            case AgentStream():
                self._tell_text(self._reply.feed(event.delta))
            case AgentOutput(retry_messages=[*_, complaint]):
                said = (complaint.content or "").partition("\n")[0]
                self._add(Step(thought=self._reply.reply.strip(), observation=said, is_error=True))
            case ToolCall():
                self._started = perf_counter()
            case ToolCallResult():
                self._add(
                    Step(
                        thought=self._reply.thought,
                        tool=event.tool_name,
                        arguments=dict(cast("Mapping[str, Any]", event.tool_kwargs)),
                        observation=str(event.tool_output.content),
                        is_error=event.tool_output.is_error,
                        seconds=round(perf_counter() - self._started, 3),
                    )
                )
            case _:
                pass

    def finish(self) -> None:
        """Take the last reply as the answer."""
        self._tell_text(self._reply.rest())
        self.result.text = self._reply.answer
        if thought := self._reply.thought:
            self.result.steps.append(Step(thought=thought))

    def _add(self, step: Step) -> None:
        self.result.steps.append(step)
        self._tell(AgentEvent(kind="step", step=step))

    def _tell_text(self, piece: str) -> None:
        if piece:
            self._tell(AgentEvent(kind="text", text=piece))
