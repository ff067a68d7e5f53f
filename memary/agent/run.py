"""One run of the ReAct agent: drive it, watch its events, and write down its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, cast

from llama_index.core.agent.workflow import AgentStream, ReActAgent, ToolCall, ToolCallResult
from llama_index.core.base.llms.types import ChatMessage
from workflows.errors import WorkflowRuntimeError

from memary.agent.react import AnswerText
from memary.agent.trace import AgentEvent, Step

_SHOWN = 300
"""How much of an observation a partial result quotes."""


@dataclass(slots=True)
class RunResult:
    """What a run came to. `text` is empty when it ran out of steps."""

    text: str = ""
    steps: list[Step] = field(default_factory=list[Step])

    @property
    def is_partial(self) -> bool:
        """Whether there is no final answer."""
        return not self.text

    def findings(self) -> str:
        """What the steps brought, for a partial result."""
        found = [
            f"- {step.tool}: {step.observation[:_SHOWN]}" for step in self.steps if step.tool and not step.is_error
        ]
        return "\n".join(found) or "-"


async def run_agent(
    agent: ReActAgent,
    question: str,
    *,
    history: Sequence[ChatMessage],
    max_steps: int,
    tell: Callable[[AgentEvent], None],
) -> RunResult:
    """Run the agent on a question.

    Args:
        agent: made for this run.
        question: the user's message.
        history: the talk before it.
        max_steps: most replies of the model, the answer among them.
        tell: gets pieces of the answer and finished steps as they come.

    Raises:
        ModelError: the model could not be asked.
    """
    result = RunResult()
    text = AnswerText()
    started = perf_counter()
    # the framework raises on the N-th reply even if it is the answer, so it is told one more
    start: Any = agent.run  # typed as deprecated in a form that is not used here
    handler = start(user_msg=question, chat_history=list(history), max_iterations=max_steps + 1)
    try:
        async for event in handler.stream_events():
            match event:
                case AgentStream():
                    if piece := text.feed(event.delta):
                        tell(AgentEvent(kind="text", text=piece))
                case ToolCall():
                    started = perf_counter()
                case ToolCallResult():
                    step = Step(
                        thought=text.thought,
                        tool=event.tool_name,
                        arguments=dict(cast("Mapping[str, Any]", event.tool_kwargs)),
                        observation=str(event.tool_output.content),
                        is_error=event.tool_output.is_error,
                        seconds=round(perf_counter() - started, 3),
                    )
                    result.steps.append(step)
                    tell(AgentEvent(kind="step", step=step))
                    text.restart()
                case _:
                    pass
        await handler
    except WorkflowRuntimeError as error:
        if "Max iterations" not in str(error):
            raise
        return result
    finally:
        if not handler.done():  # the caller gave up: no further call of the model
            await handler.cancel_run()
    result.text = text.final
    if thought := text.thought:
        result.steps.append(Step(thought=thought))
    return result
