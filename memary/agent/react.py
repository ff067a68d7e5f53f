"""Set LlamaIndex's ReActAgent up for memary.

Importing this imports llama_index: do it when the first answer is due. Differences from its defaults: the labels of a
reply are read by `memary.agent.labels`; the prompt says the format in the user's language, in a third of the length;
the model is asked at most so many times; and what tools bring is cut, so that the prompt of a long run still fits the
model's window.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, cast, runtime_checkable

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

from memary.agent.labels import action_of, answer_of, labelled_parts
from memary.agent.tools.registry import Tool, ToolRegistry
from memary.agent.trace import Step
from memary.checks.faults import shown
from memary.conversation.context_window import PER_MESSAGE
from memary.errors import ConfigurationError, EmptyReplyError, MemaryError
from memary.languages.prompt.quotation import quoted
from memary.languages.tokens import TokenCounter, split_tokens, truncate_tokens
from memary.models.base import ChatModel
from memary.models.llama_index import as_llama_index
from memary.types import Role

_OBSERVED_SHARE = 8
"""One part in this many of the model's window is left for the tools' results at least; they get all that is left."""

_LATER_STEP = 100
"""Tokens that a result leaves for each step after it, as far as it can: a short reply with a short result."""

_ANSWER_SHARE = 8
"""One part in this many of the window is left for the answer."""

_LEAST_ROOM = 200
"""With fewer tokens for memory, talk and question, an agent makes no sense."""


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


class _Call(ActionReasoningStep):
    """A call with its arguments as the model has to write them; the framework shows them as Python does."""

    def get_content(self) -> str:
        """Return its lines."""
        arguments = json.dumps(cast("dict[str, Any]", self.action_input), ensure_ascii=False)
        return f"Thought: {self.thought}\nAction: {self.action}\nAction Input: {arguments}"


class QuotingFormatter(ReActChatFormatter):
    """Shows what tools brought as quotations, in which no line can pass for a step or an instruction."""

    def format(
        self,
        tools: Sequence[BaseTool],
        chat_history: list[ChatMessage],
        current_reasoning: list[BaseReasoningStep] | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of the next call."""
        known = ", ".join(tool.metadata.get_name() for tool in tools) or "none"
        steps = [_as_quoted(_naming(step, known)) for step in current_reasoning or []]
        return super().format(tools, chat_history, steps)


def _naming(step: BaseReasoningStep, known: str) -> BaseReasoningStep:
    """Name the tools where the model called an unknown one; the framework does not."""
    if isinstance(step, ObservationReasoningStep) and (unknown := _NO_TOOL.fullmatch(step.observation)):
        observation = f"There is no tool {shown(unknown['name'])}. Known tools: {known}."
        return step.model_copy(update={"observation": observation})
    return step


def _as_quoted(step: BaseReasoningStep) -> BaseReasoningStep:
    if isinstance(step, ActionReasoningStep):
        return _Call(**step.model_dump())
    if not isinstance(step, ObservationReasoningStep):
        return step
    return step.model_copy(update={"observation": "\n" + quoted(step.observation)})


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
        step = _as_quoted(ObservationReasoningStep(observation=text))
        return self.count(step.get_content()) + PER_MESSAGE


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


class BoundedReActAgent(ReActAgent):
    """A ReActAgent for one run that asks the model at most `max_replies` times.

    The framework's own limit does without the last reply even where it is the answer.
    """

    max_replies: int
    allowance: Allowance
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
        if self._replies == self.max_replies or self.allowance.is_spent:
            raise OutOfStepsError(f"There is no answer after {self._replies} steps.")
        self._replies += 1
        output = await super().take_step(*args, **kwargs)
        for message in output.retry_messages or []:
            if not message.content:
                message.content = _BLANK
        self.calls.thought = labelled_parts(output.response.content or "").get("Thought", "").strip()
        self.allowance.spend(message.content or "" for message in output.retry_messages or [output.response])
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


@dataclass(frozen=True, slots=True)
class AgentPrompt:
    """What a run begins with.

    Attributes:
        context: goes before the format in the system prompt: rules and memory.
        react_format: says how to call tools, with `{tool_desc}` and `{tool_names}`.
        history: the talk before the question, by role and content.
        question: what is to be answered; empty while only the room for it is asked for.
    """

    context: str
    react_format: str
    history: Sequence[tuple[Role, str]] = ()
    question: str = ""

    @property
    def formatter(self) -> QuotingFormatter:
        """What makes the prompt of each step."""
        return QuotingFormatter(system_header="{context}\n\n" + self.react_format, context=self.context)

    @property
    def talk(self) -> list[ChatMessage]:
        """The talk with the question at its end."""
        return [*chat_history(self.history), *([ChatMessage(content=self.question)] if self.question else [])]

    def tokens(self, tools: Sequence[BaseTool], count: TokenCounter) -> int:
        """Count what it takes with these tools."""
        return sum(count(message.content or "") + PER_MESSAGE for message in self.formatter.format(tools, self.talk))


def prompt_room(model: ChatModel, registry: ToolRegistry, prompt: AgentPrompt, *, count: TokenCounter) -> int:
    """Return how many tokens are left for memory, talk and question beside a prompt.

    Raises:
        ConfigurationError: the window is too small for an agent.
    """
    calls = LoggedCalls(registry, Allowance(0, 0, count))
    tools = [_function_tool(tool, calls) for tool in registry.enabled()]
    own = prompt.tokens(tools, count)
    window = model.context_window
    room = window - own - window // _OBSERVED_SHARE - window // _ANSWER_SHARE
    if room < _LEAST_ROOM:
        raise ConfigurationError(
            f"A context window of {window} tokens is too small for the agent, whose own prompt takes {own}: raise "
            "MEMARY_CONTEXT_WINDOW, switch tools off, or use a model with a larger window."
        )
    return room


def build_agent(
    model: ChatModel,
    registry: ToolRegistry,
    prompt: AgentPrompt,
    *,
    max_steps: int,
    count: TokenCounter,
    log: CallLog,
) -> BoundedReActAgent:
    """Return an agent for one run.

    Its prompts leave room for the answer: tools get what is left of the window.

    Args:
        model: answers.
        registry: its enabled tools are offered.
        prompt: what the run begins with.
        max_steps: most replies of the model, the answer among them.
        count: counts tokens.
        log: is told of the calls of tools.
    """
    window = model.context_window
    allowance = Allowance(0, max_steps, count, answer=window // _ANSWER_SHARE)
    calls = LoggedCalls(registry, allowance, log)
    tools = [_function_tool(tool, calls) for tool in registry.enabled()]
    allowance.left = window - allowance.answer - prompt.tokens(tools, count)
    return BoundedReActAgent(
        name="memary",
        description="Answers from memory and tools.",
        tools=tools,
        llm=as_llama_index(model),
        formatter=prompt.formatter,
        output_parser=LineReActParser(),
        streaming=True,
        max_replies=max_steps,
        allowance=allowance,
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
        chat_history=chat_history(turns),
        token_limit=model.context_window,
        tokenizer_fn=partial(split_tokens, count=count),
    )


def chat_history(turns: Iterable[tuple[Role, str]]) -> list[ChatMessage]:
    """Return turns as LlamaIndex's messages."""
    return [ChatMessage(role=MessageRole(role.value), content=content) for role, content in turns]
