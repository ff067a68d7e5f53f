"""LlamaIndex's ReActAgent, set up for memary. Importing this imports llama_index: do it when the first answer is due.

Differences from its defaults: the labels of a reply are read by `memary.agent.labels`; the prompt says the format in
the user's language, in a third of the length; the model is asked at most so many times; and what tools bring is cut,
so that the prompt of a long run still fits the model's window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from llama_index.core.agent.react.formatter import ReActChatFormatter
from llama_index.core.agent.react.output_parser import ReActOutputParser
from llama_index.core.agent.react.types import (
    ActionReasoningStep,
    BaseReasoningStep,
    ObservationReasoningStep,
    ResponseReasoningStep,
)
from llama_index.core.agent.workflow import AgentOutput, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.tools import BaseTool, FunctionTool
from pydantic import PrivateAttr

from memary.agent.labels import action_of, answer_of, labelled_parts
from memary.agent.tools.registry import Tool, ToolRegistry
from memary.errors import ConfigurationError, MemaryError
from memary.llm.base import ChatModel
from memary.llm.llama_index import as_llama_index
from memary.prompts.quoting import quoted
from memary.retrieval.lines import as_talk
from memary.text.tokens import TokenCounter, split_tokens, truncate_tokens
from memary.types import Message

_OBSERVED_SHARE = 4
"""The tools' results of a run may take one part in this many of the model's window."""

_LEAST_OBSERVED = 40
"""Tokens that each result gets all the same."""

_REPLIES_SHARE = 8
"""One part in this many of the window is left for what the model writes."""

_LEAST_ROOM = 200
"""With fewer tokens for memory, talk and question, an agent makes no sense."""


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
    """Shows what tools brought as quotations, in which no line can pass for a step or an instruction."""

    def format(
        self,
        tools: Sequence[BaseTool],
        chat_history: list[ChatMessage],
        current_reasoning: list[BaseReasoningStep] | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of the next call."""
        return super().format(tools, chat_history, [_as_quoted(step) for step in current_reasoning or []])


def _as_quoted(step: BaseReasoningStep) -> BaseReasoningStep:
    if not isinstance(step, ObservationReasoningStep):
        return step
    return step.model_copy(update={"observation": "\n" + quoted(step.observation)})


class BoundedReActAgent(ReActAgent):
    """A ReActAgent for one run that asks the model at most `max_replies` times.

    The framework's own limit does without the last reply even where it is the answer.
    """

    max_replies: int
    _replies: int = PrivateAttr(default=0)

    async def take_step(self, *args: Any, **kwargs: Any) -> AgentOutput:
        """Ask the model for the next step.

        Raises:
            OutOfStepsError: it was asked often enough.
        """
        if self._replies == self.max_replies:
            raise OutOfStepsError(f"There is no answer after {self.max_replies} steps.")
        self._replies += 1
        return await super().take_step(*args, **kwargs)


@dataclass(slots=True)
class _Allowance:
    """Tokens that the results of tools may still take in a run."""

    left: int
    count: TokenCounter

    def cut(self, text: str) -> str:
        kept = truncate_tokens(text, max(self.left, _LEAST_OBSERVED), self.count)
        self.left -= self.count(kept)
        return kept


def prompt_room(
    model: ChatModel, registry: ToolRegistry, *, rules: str, react_format: str, count: TokenCounter
) -> int:
    """Return how many tokens memory, talk and question may have, so that a run's prompts and replies fit the model.

    Raises:
        ConfigurationError: the window is too small for an agent.
    """
    tools = [_function_tool(tool, registry, _Allowance(0, count)) for tool in registry.enabled()]
    formatter = QuotingFormatter(system_header="{context}\n\n" + react_format, context=rules)
    own = sum(count(message.content or "") for message in formatter.format(tools, []))
    window = model.context_window
    room = window - own - window // _OBSERVED_SHARE - window // _REPLIES_SHARE
    if room < _LEAST_ROOM:
        raise ConfigurationError(
            f"A context window of {window} tokens is too small for the agent, whose own prompt takes {own}: raise "
            "MEMARY_CONTEXT_WINDOW, switch tools off, or take a model that reads more."
        )
    return room


def build_agent(
    model: ChatModel, registry: ToolRegistry, *, context: str, react_format: str, max_steps: int, count: TokenCounter
) -> BoundedReActAgent:
    """Return an agent for one run.

    Args:
        model: answers.
        registry: its enabled tools are offered.
        context: goes before the format in the system prompt: rules and memory.
        react_format: says how to call tools, with `{tool_desc}` and `{tool_names}`.
        max_steps: most replies of the model, the answer among them.
        count: counts tokens.
    """
    allowance = _Allowance(model.context_window // _OBSERVED_SHARE, count)
    return BoundedReActAgent(
        name="memary",
        description="Answers from memory and tools.",
        tools=[_function_tool(tool, registry, allowance) for tool in registry.enabled()],
        llm=as_llama_index(model),
        formatter=QuotingFormatter(system_header="{context}\n\n" + react_format, context=context),
        output_parser=LineReActParser(),
        streaming=True,
        max_replies=max_steps,
    )


def _function_tool(tool: Tool, registry: ToolRegistry, allowance: _Allowance) -> FunctionTool:
    async def call(**arguments: Any) -> str:
        return allowance.cut(await registry.call(tool.name, arguments))

    return FunctionTool.from_defaults(
        async_fn=call,
        name=tool.name,
        description=tool.description,
        fn_schema=registry.arguments_model(tool.name),
    )


def conversation(model: ChatModel, messages: Iterable[Message], count: TokenCounter) -> ChatMemoryBuffer:
    """Return the talk before the question, as LlamaIndex's agents take it."""
    buffer: Any = ChatMemoryBuffer  # its tokenizer is not fully typed
    return buffer.from_defaults(
        chat_history=chat_history(messages),
        token_limit=model.context_window,
        tokenizer_fn=partial(split_tokens, count=count),
    )


def chat_history(messages: Iterable[Message]) -> list[ChatMessage]:
    """Return messages as LlamaIndex's."""
    return [ChatMessage(role=MessageRole(role.value), content=content) for role, content in as_talk(list(messages))]
