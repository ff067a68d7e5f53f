"""Drive one run of the ReAct agent: watch its events, and write down its steps."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Any, cast

import anyio
from llama_index.core.agent.workflow import AgentInput, AgentOutput, AgentStream, ToolCall, ToolCallResult
from llama_index.core.memory import ChatMemoryBuffer

from memary.agent.loop.progress import RunProgress, RunResult, Tell
from memary.agent.loop.react import BoundedReActAgent, OutOfStepsError
from memary.agent.trace import Step
from memary.errors import BudgetExceededError


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
    progress = RunProgress(tell)
    watcher = _Watcher(progress)
    start: Any = agent.run  # typed as deprecated in a form that is not used here
    # the agent bounds itself; the framework's own count has to stay out of its way
    handler = start(user_msg=question, memory=memory, max_iterations=agent.max_replies + 2)
    try:
        async for event in handler.stream_events():
            watcher.see(event)
        await handler
    except OutOfStepsError:
        return progress.result
    except BudgetExceededError as error:
        if error.frees_at is not None and not progress.result.steps:
            raise  # nothing was done yet that would be lost
        progress.result.stopped = error
        return progress.result
    except asyncio.CancelledError:  # the caller gave up: no further call of the model
        with anyio.CancelScope(shield=True):
            await handler.cancel_run()
        raise
    progress.finish()
    return progress.result


class _Watcher:
    """Turns the framework's events into pieces of text and steps.

    They may be seen late, when the framework has already added the calls of the whole run to the last `AgentOutput`:
    a reply ends where the model is asked again, not where an output names tools.
    """

    def __init__(self, progress: RunProgress) -> None:
        self._progress = progress
        self._started = 0.0

    def see(self, event: object) -> None:
        progress = self._progress
        match event:
            case AgentInput():
                progress.begin_reply()
            case AgentStream():
                progress.hear(event.delta)
            case AgentOutput(retry_messages=[*_, complaint]):
                said = (complaint.content or "").partition("\n")[0]
                progress.add(Step(thought=progress.reply.reply.strip(), observation=said, is_error=True))
            case ToolCall():
                self._started = perf_counter()
            case ToolCallResult():
                progress.add(
                    Step(
                        thought=progress.reply.thought,
                        tool=event.tool_name,
                        arguments=dict(cast("Mapping[str, Any]", event.tool_kwargs)),
                        observation=str(event.tool_output.content),
                        is_error=event.tool_output.is_error,
                        seconds=round(perf_counter() - self._started, 3),
                    )
                )
            case _:
                pass
