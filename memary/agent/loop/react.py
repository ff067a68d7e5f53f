"""Set LlamaIndex's ReActAgent up for memary.

Importing this imports llama_index, for seconds: do it when the first answer of a model is due. Differences from its
defaults: the labels of a reply are read by `memary.agent.loop.labels`; the prompt is that of
`memary.agent.loop.prompt`, which says the format in the user's language, in a third of the length; the model is asked
at most so many times; and what tools bring is cut, see `memary.agent.loop.tool_calls`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

from llama_index.core.agent.react.formatter import ReActChatFormatter
from llama_index.core.agent.react.output_parser import ReActOutputParser
from llama_index.core.agent.react.types import (
    ActionReasoningStep,
    BaseReasoningStep,
    ObservationReasoningStep,
    ResponseReasoningStep,
)
from llama_index.core.agent.workflow import AgentOutput, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, MessageRole
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.tools import BaseTool, FunctionTool
from pydantic import PrivateAttr

from memary.agent.loop.labels import action_of, answer_of, labelled_parts
from memary.agent.loop.prompt import AgentPrompt
from memary.agent.loop.tool_calls import LoggedCalls, observation_of
from memary.agent.tools.registry import Tool
from memary.checks.faults import shown
from memary.errors import EmptyReplyError, MemaryError
from memary.languages.tokens import TokenCounter, split_tokens
from memary.models.base import ChatModel
from memary.models.llama_index import as_llama_index
from memary.types import Role

_BLANK = "(nothing)"
"""Stands for a blank reply where the model is shown it: many servers refuse a turn without text."""

_NO_TOOL = re.compile(r"Tool (?P<name>.{1,200}) not found\. Please select a tool that is available\.")
"""What the framework tells of a tool that there is none of."""


class OutOfStepsError(MemaryError):
    """The agent may not ask the model again, and has no answer yet."""


class LineReActParser(ReActOutputParser):
    """Reads a reply by the labels at its line starts."""

    def parse(self, output: str, is_streaming: bool = False) -> BaseReasoningStep:
        """Return the step that a reply asks for.

        Raises:
            ValueError: an action without a name or with arguments that are no JSON object, or neither an action nor
                an answer; the model is told and asked again.
        """
        thought = labelled_parts(output).get("Thought", "").strip()
        if action := action_of(output):
            name, arguments = action
            return ActionReasoningStep(thought=thought, action=name, action_input=arguments)
        if answer := answer_of(output):
            return ResponseReasoningStep(thought=thought, response=answer, is_streaming=is_streaming)
        raise ValueError("The reply has neither a line 'Action:' nor a line 'Answer:' with something after it.")


class QuotingFormatter(ReActChatFormatter):
    """Shows the system prompt as it was written, and what tools brought as quotations."""

    def format(
        self,
        tools: Sequence[BaseTool],
        chat_history: list[ChatMessage],
        current_reasoning: list[BaseReasoningStep] | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of the next call."""
        known = ", ".join(tool.metadata.get_name() for tool in tools) or "none"
        steps = (_shown_step(_naming(step, known)) for step in current_reasoning or [])
        return [ChatMessage(role=MessageRole.SYSTEM, content=self.context), *chat_history, *steps]


def _naming(step: BaseReasoningStep, known: str) -> BaseReasoningStep:
    """Name the tools where the model called an unknown one; the framework does not."""
    if isinstance(step, ObservationReasoningStep) and (unknown := _NO_TOOL.fullmatch(step.observation)):
        observation = f"There is no tool {shown(unknown['name'])}. Known tools: {known}."
        return step.model_copy(update={"observation": observation})
    return step


def _shown_step(step: BaseReasoningStep) -> ChatMessage:
    if isinstance(step, ObservationReasoningStep):
        return ChatMessage(role=MessageRole.USER, content=observation_of(step.observation))
    content = step.get_content()
    if isinstance(step, ActionReasoningStep):  # the framework shows the arguments as Python does
        arguments = json.dumps(cast("dict[str, Any]", step.action_input), ensure_ascii=False)
        content = f"Thought: {step.thought}\nAction: {step.action}\nAction Input: {arguments}"
    return ChatMessage(role=MessageRole.ASSISTANT, content=content)


class BoundedReActAgent(ReActAgent):
    """A ReActAgent for one run that asks the model at most `max_replies` times.

    The framework's own limit does without the last reply even where it is the answer.
    """

    max_replies: int
    calls: LoggedCalls
    _replies: int = PrivateAttr(default=0)
    _was_blank: bool = PrivateAttr(default=False)
    _steps: dict[str, Any] = PrivateAttr(default_factory=dict[str, Any])

    def _get_steps(self) -> dict[str, Any]:
        """Return its steps, looked for once; the framework looks through all members at each event."""
        if not self._steps:
            self._steps = super()._get_steps()  # pyright: ignore[reportUnknownMemberType]
        return self._steps

    async def take_step(self, *args: Any, **kwargs: Any) -> AgentOutput:
        """Ask the model for the next step.

        Raises:
            OutOfStepsError: it was asked often enough, or has written so much that no answer fits its window.
            EmptyReplyError: it answered nothing, and when it was told so, nothing again.
        """
        if self._replies == self.max_replies or self.calls.allowance.is_spent:
            raise OutOfStepsError(f"There is no answer after {self._replies} steps.")
        self._replies += 1
        output = await super().take_step(*args, **kwargs)
        for message in output.retry_messages or []:
            if not message.content:
                message.content = _BLANK
        self.calls.thought = labelled_parts(output.response.content or "").get("Thought", "").strip()
        self.calls.allowance.spend(message.content or "" for message in output.retry_messages or [output.response])
        return output

    async def _get_streaming_response(self, *args: Any, **kwargs: Any) -> ChatResponse:
        """Return the model's reply; a blank one goes the way of the malformed, once in a row."""
        try:
            response = await super()._get_streaming_response(*args, **kwargs)
        except EmptyReplyError:
            if self._was_blank:
                raise
            self._was_blank = True
            return ChatResponse(message=ChatMessage(role=MessageRole.ASSISTANT))
        self._was_blank = False
        return response


def build_agent(model: ChatModel, prompt: AgentPrompt, calls: LoggedCalls) -> BoundedReActAgent:
    """Return an agent for one run.

    Args:
        model: answers.
        prompt: what the run begins with.
        calls: calls the tools, within what there is room for; how often the model may be asked is theirs to say.
    """
    return BoundedReActAgent(
        name="memary",
        description="Answers from memory and tools.",
        tools=[_function_tool(tool, calls) for tool in calls.registry.enabled()],
        llm=as_llama_index(model),
        formatter=QuotingFormatter(system_header="{context}", context=prompt.system(calls.registry)),
        output_parser=LineReActParser(),
        streaming=True,
        max_replies=calls.allowance.replies,
        calls=calls,
    )


def _function_tool(tool: Tool, calls: LoggedCalls) -> FunctionTool:
    async def call(**arguments: Any) -> str:
        return await calls.call(tool.name, arguments)

    return FunctionTool.from_defaults(
        async_fn=call,
        name=tool.name,
        description=tool.description,
        fn_schema=calls.registry.arguments_model(tool.name),
    )


def conversation(model: ChatModel, turns: Iterable[tuple[Role, str]], count: TokenCounter) -> ChatMemoryBuffer:
    """Return the talk before the question, as LlamaIndex's agents take it."""
    buffer: Any = ChatMemoryBuffer  # its tokenizer is not fully typed
    return buffer.from_defaults(
        chat_history=[ChatMessage(role=MessageRole(role.value), content=content) for role, content in turns],
        token_limit=model.context_window,
        tokenizer_fn=partial(split_tokens, count=count),
    )
