"""Write the prompt with which a run of the agent begins: rules, memory, tools, the form of a reply, the talk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memary.agent.tools.registry import Tool, ToolRegistry
from memary.conversation.context_window import PER_MESSAGE
from memary.errors import ConfigurationError
from memary.languages.tokens import TokenCounter
from memary.models.base import ChatModel, ChatTurn
from memary.types import Role

_OBSERVED_SHARE = 8
"""One part in this many of the model's window is left for the tools' results at least; they get all that is left."""

ANSWER_SHARE = 8
"""One part in this many of the window is left for the answer."""

_LEAST_ROOM = 200
"""With fewer tokens for memory, talk and question, an agent makes no sense."""

_SHOWN_OF_SCHEMA = ("type", "properties", "required", "definitions", "$defs")


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

    def system(self, registry: ToolRegistry) -> str:
        """Return the system prompt, which offers the enabled tools."""
        tools = registry.enabled()
        described = "\n".join(_described(tool, registry) for tool in tools)
        format_ = self.react_format.format(tool_desc=described, tool_names=", ".join(tool.name for tool in tools))
        return f"{self.context}\n\n{format_}"

    def turns(self, registry: ToolRegistry) -> list[ChatTurn]:
        """Return what the model reads before its first reply: the system prompt, the talk, the question."""
        asked = [ChatTurn(Role.USER, self.question)] if self.question else []
        talk = (ChatTurn(role, content) for role, content in self.history)
        return [ChatTurn(Role.SYSTEM, self.system(registry)), *talk, *asked]

    def tokens(self, registry: ToolRegistry, count: TokenCounter) -> int:
        """Count what it takes with these tools."""
        return sum(count(turn.content) + PER_MESSAGE for turn in self.turns(registry))


def _described(tool: Tool, registry: ToolRegistry) -> str:
    schema = registry.arguments_model(tool.name).model_json_schema()
    arguments = json.dumps({key: schema[key] for key in schema if key in _SHOWN_OF_SCHEMA}, ensure_ascii=False)
    return f"> Tool Name: {tool.name}\nTool Description: {tool.description}\nTool Args: {arguments}\n"


def prompt_room(model: ChatModel, registry: ToolRegistry, prompt: AgentPrompt, *, count: TokenCounter) -> int:
    """Return how many tokens are left for memory, talk and question beside a prompt.

    Raises:
        ConfigurationError: the window is too small for an agent.
    """
    own = prompt.tokens(registry, count)
    window = model.context_window
    room = window - own - window // _OBSERVED_SHARE - window // ANSWER_SHARE
    if room < _LEAST_ROOM:
        raise ConfigurationError(
            f"A context window of {window} tokens is too small for the agent, whose own prompt takes {own}: raise "
            "MEMARY_CONTEXT_WINDOW, switch tools off, or use a model with a larger window."
        )
    return room
