"""One run of the agent, watched from outside.

A scripted model answers over HTTP.
"""

from __future__ import annotations

from contextlib import aclosing

import pytest
from anyio.lowlevel import checkpoint
from support.chatting import answer, call
from support.model_server import ModelServer

from memary.agent.loop.prompt import AgentPrompt
from memary.agent.loop.react import build_agent, conversation
from memary.agent.loop.run import run_agent
from memary.agent.loop.tool_calls import bounded_calls
from memary.agent.tools.registry import Tool, ToolRegistry
from memary.agent.trace import AgentEvent, Step
from memary.languages import texts
from memary.languages.tokens import count_tokens
from memary.models.openai.chat import OpenAIChat

pytestmark = [
    pytest.mark.anyio,
    # both come from llama_index's own use of pydantic and of its workflows
    pytest.mark.filterwarnings("ignore::pydantic.PydanticDeprecationWarning"),
    pytest.mark.filterwarnings("ignore:is_running called from within a step:DeprecationWarning"),
]

QUESTION = "What is 2 + 3?"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


class SlowLog:
    """Takes its time to write."""

    async def begin(self, call: Step) -> None:
        await self.note(call)

    async def note(self, step: Step) -> None:
        assert step.tool == "add"
        for _ in range(1_000):
            await checkpoint()


async def test_an_answer_is_not_lost_where_its_steps_are_kept_slowly(server: ModelServer) -> None:
    server.script(call("add", a=2, b=3, thought="I must add."), answer("It is 5."))
    told: list[AgentEvent] = []
    model = OpenAIChat(role="chat", model="scripted", base_url=server.base_url, context_window=8_000)
    async with aclosing(model):
        prompt = AgentPrompt("Be brief.", texts("en").react_format, question=QUESTION)
        tools = ToolRegistry([Tool("add", "Adds.", add)])
        calls = bounded_calls(model, tools, prompt, max_steps=5, count=count_tokens, log=SlowLog())
        agent = build_agent(model, prompt, calls)
        talk = conversation(model, (), count_tokens)
        result = await run_agent(agent, QUESTION, memory=talk, tell=told.append)
    assert result.text == "It is 5."
    assert "".join(event.text for event in told) == "It is 5."
    assert [(one.thought, one.observation) for one in result.steps] == [
        ("I must add.", "5"),
        ("I can answer now.", ""),
    ]
