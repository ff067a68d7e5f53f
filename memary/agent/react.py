"""LlamaIndex's ReActAgent, set up for memary. Importing this imports llama_index: do it when the first answer is due.

Two things differ from its defaults. Labels ("Thought:", "Action:", "Answer:") count only at the start of a line, so
that a thought may speak of them; and the prompt says the format in the user's language, in a third of the length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from json_repair import repair_json
from llama_index.core.agent.react.formatter import ReActChatFormatter
from llama_index.core.agent.react.output_parser import ReActOutputParser
from llama_index.core.agent.react.types import ActionReasoningStep, BaseReasoningStep, ResponseReasoningStep
from llama_index.core.agent.workflow import ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.tools import FunctionTool

from memary.agent.tools.registry import Tool, ToolRegistry
from memary.llm.base import ChatModel
from memary.llm.llama_index import as_llama_index
from memary.types import Message, Role

_LABEL = re.compile(
    r"^[ \t]*(?:\*\*)?(Thought|Action Input|Action|Answer|Observation)(?:\*\*)?:(?:\*\*)?[ \t]*", re.M
)


class LineReActParser(ReActOutputParser):
    """Reads a ReAct reply by labels at line starts; what follows an invented "Observation:" is cut off."""

    def parse(self, output: str, is_streaming: bool = False) -> BaseReasoningStep:
        """Return the step that a reply asks for.

        Raises:
            ValueError: an action without a name or with arguments that are no JSON object; the model is asked again.
        """
        parts = labelled_parts(output)
        thought = parts.get("Thought", "").strip()
        order = list(parts)
        acts = "Action" in parts and ("Answer" not in parts or order.index("Action") < order.index("Answer"))
        if acts:
            return _action(parts, thought)
        if "Answer" in parts:
            return ResponseReasoningStep(thought=thought, response=parts["Answer"].strip(), is_streaming=is_streaming)
        # a model that ignores the format answers plainly
        return ResponseReasoningStep(thought="", response=output.strip(), is_streaming=is_streaming)


def labelled_parts(output: str) -> dict[str, str]:
    """Return the text after each label, in order of appearance, up to an invented observation."""
    parts: dict[str, str] = {}
    matches = list(_LABEL.finditer(output))
    for match, following in zip(matches, [*matches[1:], None], strict=True):
        label = match.group(1)
        if label == "Observation":
            break
        if label == "Answer":  # the answer may hold lines that look like labels
            parts.setdefault(label, output[match.end() :])
            break
        parts.setdefault(label, output[match.end() : following.start() if following else len(output)])
    return parts


def _action(parts: dict[str, str], thought: str) -> ActionReasoningStep:
    name = re.match(r"[\w.-]+", parts["Action"].strip().strip("`*\"'"))
    if name is None:
        raise ValueError("The line 'Action:' names no tool.")
    written = parts.get("Action Input", "").strip()
    arguments = repair_json(written, return_objects=True) if "{" in written else {} if not written else None
    if not isinstance(arguments, dict):
        raise ValueError(f"The line 'Action Input:' must hold one JSON object, not {written[:100]!r}.")
    return ActionReasoningStep(thought=thought, action=name.group(), action_input=arguments)


def build_agent(model: ChatModel, registry: ToolRegistry, *, context: str, react_format: str) -> ReActAgent:
    """Return an agent for one run.

    Args:
        model: answers.
        registry: its enabled tools are offered.
        context: goes before the format in the system prompt: rules and memory.
        react_format: says how to call tools, with `{tool_desc}` and `{tool_names}`.
    """
    formatter = ReActChatFormatter.from_defaults(system_header="{context}\n\n" + react_format, context=context)
    return ReActAgent(
        name="memary",
        description="Answers from memory and tools.",
        tools=[_function_tool(tool, registry) for tool in registry.enabled()],
        llm=as_llama_index(model),
        formatter=formatter,
        output_parser=LineReActParser(),
        streaming=True,
    )


def _function_tool(tool: Tool, registry: ToolRegistry) -> FunctionTool:
    async def call(**arguments: Any) -> str:
        return await registry.call(tool.name, arguments)

    return FunctionTool.from_defaults(
        async_fn=call,
        name=tool.name,
        description=tool.description,
        fn_schema=registry.arguments_model(tool.name),
    )


def chat_history(messages: Iterable[Message]) -> list[ChatMessage]:
    """Return messages as LlamaIndex's chat history."""
    roles = {Role.ASSISTANT: MessageRole.ASSISTANT}
    return [
        ChatMessage(role=roles.get(message.role, MessageRole.USER), content=message.content) for message in messages
    ]


class AnswerText:
    """Follows a streamed ReAct reply and gives out only what belongs to the answer."""

    def __init__(self) -> None:
        self._seen = ""
        self._given = 0

    def feed(self, delta: str) -> str:
        """Take the next piece of the reply; return the next piece of the answer, mostly empty before "Answer:"."""
        self._seen += delta
        parts = labelled_parts(self._seen)
        if "Answer" not in parts or list(parts)[-1] != "Answer" or "Action" in parts:
            return ""
        answer = parts["Answer"].lstrip()
        piece, self._given = answer[self._given :], len(answer)
        return piece

    def restart(self) -> None:
        """Begin with the next reply."""
        self._seen, self._given = "", 0

    @property
    def thought(self) -> str:
        """What the reply thinks, as far as it is there."""
        return labelled_parts(self._seen).get("Thought", "").strip()

    @property
    def final(self) -> str:
        """The answer of a whole reply; all of it where the model ignored the format."""
        return labelled_parts(self._seen).get("Answer", self._seen).strip()
