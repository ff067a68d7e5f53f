"""Drive one run without a language model: to quote memory needs no agent framework, which takes seconds to load."""

from __future__ import annotations

from time import perf_counter

from memary.agent.loop.labels import action_of
from memary.agent.loop.progress import RunProgress, RunResult, Tell
from memary.agent.loop.prompt import AgentPrompt
from memary.agent.loop.tool_calls import LoggedCalls, observation_of
from memary.agent.trace import Step
from memary.errors import MemaryError
from memary.models.base import ChatTurn
from memary.models.offline import OfflineChat
from memary.types import Role


async def run_offline(model: OfflineChat, prompt: AgentPrompt, calls: LoggedCalls, *, tell: Tell) -> RunResult:
    """Let the stand-in for a model answer, and call the tools that it asks for.

    Args:
        model: replies; its replies are always in the form of the agent's.
        prompt: what the run begins with.
        calls: calls the tools, within what there is room for.
        tell: gets pieces of the answer and finished steps as they come.
    """
    progress = RunProgress(tell)
    turns = prompt.turns(calls.registry)
    while calls.allowance.replies and not calls.allowance.is_spent:
        progress.begin_reply()
        async for piece in model.stream(turns):
            progress.hear(piece)
        reply = progress.reply.reply
        calls.thought = progress.reply.thought
        calls.allowance.spend([reply])
        action = action_of(reply)
        if action is None:
            progress.finish()
            break
        step = await _called(calls, *action)
        progress.add(step)
        turns += [ChatTurn(Role.ASSISTANT, reply), ChatTurn(Role.USER, observation_of(step.observation))]
    return progress.result


async def _called(calls: LoggedCalls, tool: str, arguments: dict[str, object]) -> Step:
    """Return the step of a call; what went wrong is what it brought."""
    started = perf_counter()
    try:
        brought, is_error = await calls.call(tool, arguments), False
    except MemaryError as error:
        brought, is_error = str(error), True
    return Step(
        thought=calls.thought,
        tool=tool,
        arguments=arguments,
        observation=brought,
        is_error=is_error,
        seconds=round(perf_counter() - started, 3),
    )
