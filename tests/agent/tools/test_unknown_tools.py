"""What happens when the model calls tools that there are none of."""

from __future__ import annotations

import pytest
from support.chatting import OpenMemory, answer, call, chats
from support.model_server import ModelServer

from memary import ChatAgent


def test_a_model_that_calls_an_unknown_tool_is_told_the_known_ones(
    open_memory: OpenMemory, server: ModelServer
) -> None:
    server.script(call("nosuch"), answer("So be it."))
    ChatAgent(open_memory(worker=False, tools=("search", "locate")), user_id="ada").chat("Where do I live?")
    told = str(chats(server)[-1]["messages"][-1]["content"])
    assert "There is no tool 'nosuch'. Known tools: search, locate." in told


@pytest.mark.parametrize(("question", "end"), [("Where do I live?", "answer."), ("我住在哪里？", "停在这里。")])
def test_a_partial_answer_without_findings_leaves_them_out(
    open_memory: OpenMemory, server: ModelServer, question: str, end: str
) -> None:
    server.respond(call("nosuch"))
    told = ChatAgent(open_memory(worker=False, max_steps=2), user_id="ada").chat(question)
    assert told.is_partial
    assert told.text.endswith(end)
