"""What a model only thinks is not shown, not kept, and calls no tool."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, ChatResponseAsyncGen
from llama_index.core.llms.mock import MockLLM
from support.chatting import OpenMemory, is_extraction
from support.model_server import ModelServer, Reply

from memary import ChatAgent, Memary
from memary.errors import ModelOutputError

SECRET = "the user is surely lying"
REPLIES = {
    "block": f"<think>\n{SECRET}\n</think>\n\nYou live in Berlin.",
    "no start": f"{SECRET}\n</think>\n\nYou live in Berlin.",
    "answer without a start": f"Okay: {SECRET}.\nAnswer: {SECRET}\n</think>\nThought: t\nAnswer: You live in Berlin.",
    "answer inside": f"<think>\nAnswer: {SECRET}\n</think>\nThought: I know.\nAnswer: You live in Berlin.",
    "action inside": f"<think>\nAction: ping\nAction Input: {{}}\n{SECRET}</think>\nAnswer: You live in Berlin.",
    "thought in the answer": f"Thought: t\nAnswer: <think>{SECRET}</think>You live in Berlin.",
    "channels": f"<|channel|>analysis<|message|>{SECRET}<|end|><|start|>assistant<|channel|>final<|message|>"
    "You live in Berlin.<|return|>",
}


def ping() -> str:
    """Say pong."""
    raise AssertionError("a thought called a tool")


def seen(agent: ChatAgent) -> list[str]:
    """All that people and the store get to see of two turns, one of them streamed."""
    answer = agent.chat("Where do I live?")
    events = list(agent.stream("And where do I live?"))
    kept = agent.memory.messages.list(user_id="ada")
    runs = agent.memory.runs.list(user_id="ada")
    return [
        answer.model_dump_json(),
        "".join(event.text for event in events if event.kind == "text"),
        *(event.model_dump_json() for event in events),
        *(message.model_dump_json() for message in kept),
        *(run.model_dump_json() for run in runs),
    ]


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
@pytest.mark.parametrize("size", [1, 1_000])
def test_thoughts_in_a_reply_are_neither_shown_nor_kept(
    memory: Memary, server: ModelServer, reply: str, size: int
) -> None:
    server.respond(Reply(reply, delta_chars=size))
    agent = ChatAgent(memory, user_id="ada", tools=(ping,))
    texts = seen(agent)
    assert not any(SECRET in text for text in texts)
    assert texts[1] == "You live in Berlin."
    assert agent.chat("Where?").text == "You live in Berlin."


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_thoughts_in_a_field_of_their_own_are_neither_shown_nor_kept(
    memory: Memary, server: ModelServer, name: str
) -> None:
    thought, text = {"type": "reasoning", "text": SECRET}, {"type": "text", "text": "You live in Berlin."}
    message = {"role": "assistant", "content": [thought, text], name: SECRET}
    server.respond({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    texts = seen(ChatAgent(memory, user_id="ada"))
    assert not any(SECRET in text for text in texts)
    assert texts[1] == "You live in Berlin."


def test_an_answer_may_write_about_the_tags(memory: Memary, server: ModelServer) -> None:
    text = "Models write `<think>` and `</think>`:\n```\n<think>hm</think>\n```"
    server.respond(f"<think>{SECRET}</think>\nAnswer: {text}")
    assert ChatAgent(memory, user_id="ada").chat("What are the tags?").text == text


def test_a_reply_of_thoughts_alone_is_one_clear_error(memory: Memary, server: ModelServer) -> None:
    server.respond(f"<think>{SECRET}")
    agent = ChatAgent(memory, user_id="ada")
    with pytest.raises(ModelOutputError, match="wrote down its thoughts and no answer") as caught:
        agent.chat("Where do I live?")
    assert SECRET not in str(caught.value)
    assert [message.role for message in memory.messages.list(user_id="ada")] == ["user"]


def test_facts_come_from_what_is_said_alone(open_memory: OpenMemory, server: ModelServer) -> None:
    def facts(place: str) -> str:
        fact = {"subject": "User", "predicate": "lives_in", "object": place, "statement": f"I live in {place}."}
        return json.dumps({"entities": [], "facts": [fact | {"importance": 3}]})

    server.clear_scripts()
    server.when(is_extraction, f"<think>Maybe {facts('Paris')}</think>\n{facts('Berlin')}")
    memory = open_memory(worker=False)
    memory.add("I live in Berlin now.", user_id="ada")
    memory.flush()
    assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["Berlin"]


class ThinkingLLM(MockLLM):
    """A LlamaIndex model that thinks aloud."""

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        async def pieces() -> ChatResponseAsyncGen:
            for piece in REPLIES["answer inside"]:
                yield ChatResponse(message=ChatMessage(), delta=piece)

        return pieces()


def test_thoughts_of_a_llama_index_model_are_neither_shown_nor_kept(open_memory: OpenMemory) -> None:
    memory = open_memory(worker=False, llm=ThinkingLLM(max_tokens=None))
    texts = seen(ChatAgent(memory, user_id="ada"))
    assert not any(SECRET in text for text in texts)
    assert texts[1] == "You live in Berlin."
