"""What tests of the agent say to a scripted model, and how they tell its calls apart."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from memary import Memary
from memary.languages import texts
from support.model_server import ModelServer, prompt_text
from support.web.http_connection import Body

OpenMemory: TypeAlias = Callable[..., Memary]

NO_NEWS = '{"entities": [], "facts": []}'


def answer(text: str, *, thought: str = "I can answer now.") -> str:
    """A reply that ends the run."""
    return f"Thought: {thought}\nAnswer: {text}"


def call(tool: str, *, thought: str = "I need a tool.", **arguments: Any) -> str:
    """A reply that calls a tool."""
    return f"Thought: {thought}\nAction: {tool}\nAction Input: {json.dumps(arguments, ensure_ascii=False)}"


def is_extraction(body: Body) -> bool:
    """Whether a request asks for facts instead of an answer."""
    return not is_choice(body) and (bool(body.get("response_format")) or "NEW messages" in prompt_text(body))


def is_choice(body: Body) -> bool:
    """Whether a request asks which lines a user's request to forget means."""
    prompt = prompt_text(body)
    return texts("en").forget_rules[:60] in prompt or texts("zh").forget_rules[:30] in prompt


def chats(server: ModelServer) -> list[Body]:
    """The requests for an answer, in order."""
    return [
        request.body
        for request in server.requests
        if request.path.endswith("/chat/completions") and not (is_extraction(request.body) or is_choice(request.body))
    ]


def system_prompt(body: Body) -> str:
    """The system prompt of a request."""
    return str(body["messages"][0]["content"])
