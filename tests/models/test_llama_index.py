"""LlamaIndex's models as memary's, and memary's as the LLM of a real ReActAgent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from llama_index.core.agent.workflow import AgentStream, ReActAgent
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    ImageBlock,
    LLMMetadata,
    MessageRole,
    TextBlock,
)
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms import CustomLLM, MockLLM
from llama_index.core.tools import FunctionTool
from pydantic import Field
from support.model_server import Fault, ModelServer, prompt_text

from memary.errors import ModelAccessError, ModelOutputError, ModelRejectedError, ModelUnavailableError
from memary.models.base import ChatTurn
from memary.models.calls import collect_usage
from memary.models.llama_index import LlamaIndexChat, LlamaIndexEmbedder, as_llama_index
from memary.models.openai.chat import OpenAIChat
from memary.types import EmbeddingSpec, Role

# both come from llama_index's own use of pydantic and of its workflows
pytestmark = [
    pytest.mark.filterwarnings("ignore::pydantic.PydanticDeprecationWarning"),
    pytest.mark.filterwarnings("ignore:is_running called from within a step:DeprecationWarning"),
]

IMAGE = "data:image/png;base64,iVBORw0KGgo="
TURNS = [ChatTurn(Role.SYSTEM, "Be brief."), ChatTurn(Role.USER, "Where does Ada live?")]
CALL = 'Thought: I look it up.\nAction: recall\nAction Input: {"name": "Ada"}'
ANSWER = "Thought: I can answer without using any more tools.\nAnswer: Ada lives in Berlin."


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def chat_at(server: ModelServer, **options: Any) -> OpenAIChat:
    settings: dict[str, Any] = {"role": "chat", "context_window": 8_000, "max_retries": 0, "timeout": 10.0}
    return OpenAIChat(model="scripted", base_url=server.base_url, **settings | options)


def run_agent(chat: OpenAIChat, question: str, *, streaming: bool) -> tuple[str, list[str]]:
    def recall(name: str) -> str:
        """Look a person up."""
        return f"{name} moved to Berlin."

    async def run() -> tuple[str, list[str]]:
        agent = ReActAgent(tools=[FunctionTool.from_defaults(recall)], llm=as_llama_index(chat), streaming=streaming)
        handler = agent.run(question)
        deltas = [event.delta async for event in handler.stream_events() if isinstance(event, AgentStream)]
        try:
            return str(await handler), deltas
        finally:
            await chat.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize("streaming", [True, False])
def test_a_react_agent_asks_the_chat_model_calls_its_tool_and_answers(server: ModelServer, streaming: bool) -> None:
    server.script(CALL, ANSWER)
    with collect_usage() as usage:
        answer, deltas = run_agent(chat_at(server), "Where does Ada live?", streaming=streaming)
    assert answer == "Ada lives in Berlin."
    assert "Observation: Ada moved to Berlin." in prompt_text(server.last_chat)
    assert "".join(deltas) == (CALL + ANSWER if streaming else "")
    assert server.last_chat.get("stream", False) is streaming
    assert usage.count("chat") == server.chat_calls == 2
    assert (usage.prompt_tokens, usage.completion_tokens) == (server.prompt_tokens, server.completion_tokens)


@pytest.mark.parametrize(
    "fault", [Fault.status(500, message="boom"), Fault.cut_stream(ANSWER, after=30)], ids=["500", "cut"]
)
def test_a_fault_comes_out_of_the_agent_as_memary_s_own_error(server: ModelServer, fault: Fault) -> None:
    server.script(fault)
    with pytest.raises(ModelUnavailableError, match="The model server at"):
        run_agent(chat_at(server), "Where does Ada live?", streaming=True)


def test_roles_and_images_of_llama_index_reach_the_chat_model(server: ModelServer) -> None:
    messages = [
        ChatMessage("Be brief.", role=MessageRole.DEVELOPER),
        ChatMessage("Hello.", role=MessageRole.MODEL),
        ChatMessage("12 degrees.", role=MessageRole.FUNCTION),
        ChatMessage(role=MessageRole.USER, blocks=[TextBlock(text="Who?"), ImageBlock(url=IMAGE)]),
    ]

    async def run() -> str:
        chat = chat_at(server)
        response = await as_llama_index(chat).achat(messages)
        await chat.aclose()
        return str(response.message.content)

    assert asyncio.run(run()) == "ok"
    sent = server.last_chat["messages"]
    assert [message["role"] for message in sent] == ["system", "assistant", "user", "user"]
    assert sent[-1]["content"][1]["image_url"]["url"] == IMAGE


def test_completions_are_chats_of_one_message(server: ModelServer) -> None:
    server.respond("Ada lives in Berlin.")

    async def run() -> tuple[str, str, str]:
        chat = chat_at(server)
        llm = as_llama_index(chat)
        whole = await llm.acomplete("Where?", max_tokens=5)
        streamed = [piece async for piece in await llm.astream_complete("Where?")]
        await chat.aclose()
        return whole.text, streamed[-1].text, "".join(piece.delta or "" for piece in streamed)

    assert set(asyncio.run(run())) == {"Ada lives in Berlin."}


def test_the_blocking_methods_say_that_they_are_not_for_use(server: ModelServer) -> None:
    llm = as_llama_index(chat_at(server))
    with pytest.raises(NotImplementedError, match="await achat"):
        llm.chat([ChatMessage("Hello.")])
    with pytest.raises(NotImplementedError, match="await acomplete"):
        llm.complete("Hello.")
    assert llm.metadata.model_name == "scripted"
    assert llm.metadata.context_window == 8_000


class ScriptedLLM(CustomLLM):
    """A LlamaIndex LLM that answers, reports usage or fails as told."""

    answer: str = "In Berlin."
    usage: dict[str, int] | None = None
    failure: Any = None
    api_key: str = "sk-very-secret-key"
    seen: list[ChatMessage] = Field(default_factory=list[ChatMessage])

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="theirs", context_window=4_000)

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        if self.failure:
            raise self.failure
        self.seen.extend(messages)
        raw = {"usage": self.usage} if self.usage else None
        return ChatResponse(message=ChatMessage(self.answer, role=MessageRole.ASSISTANT), raw=raw)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        raise AssertionError("nothing here blocks")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        raise AssertionError("nothing here blocks")


class RefusedError(Exception):
    def __init__(self, status_code: int) -> None:
        super().__init__("refused")
        self.status_code = status_code


def test_a_llama_index_llm_answers_as_a_chat_model() -> None:
    llm = ScriptedLLM(usage={"input_tokens": 7, "output_tokens": 3})
    with collect_usage() as usage:
        completion = asyncio.run(LlamaIndexChat(llm, "extraction").complete(TURNS))
    assert (completion.text, completion.prompt_tokens, completion.completion_tokens) == ("In Berlin.", 7, 3)
    assert usage.by_role()["extraction"]["calls"] == 1


def test_usage_that_is_not_reported_is_estimated() -> None:
    completion = asyncio.run(LlamaIndexChat(ScriptedLLM(), "chat").complete(TURNS))
    assert completion.prompt_tokens > completion.completion_tokens > 0


def test_images_reach_a_llama_index_llm() -> None:
    llm = ScriptedLLM()
    asyncio.run(LlamaIndexChat(llm, "vision").complete([ChatTurn(Role.USER, "Who?", (IMAGE,))]))
    (image,) = [block for block in llm.seen[-1].blocks if isinstance(block, ImageBlock)]
    assert image.inline_url() == IMAGE


def test_a_llama_index_llm_streams_as_a_chat_model() -> None:
    async def read() -> list[str]:
        return [piece async for piece in LlamaIndexChat(MockLLM(), "chat").stream([ChatTurn(Role.USER, "Hello.")])]

    with collect_usage() as usage:
        assert "Hello." in "".join(asyncio.run(read()))
    assert usage.count("chat") == 1


def test_failures_of_a_llama_index_llm_become_memary_s_errors_without_its_key() -> None:
    passing = LlamaIndexChat(ScriptedLLM(failure=OSError("no route, sk-very-secret-key")), "chat")
    with pytest.raises(ModelUnavailableError, match=r"OSError: no route, \*\*\*\. Try again later"):
        asyncio.run(passing.complete(TURNS))
    with pytest.raises(ModelAccessError, match="Check the model and the key"):
        asyncio.run(LlamaIndexChat(ScriptedLLM(failure=RefusedError(401)), "chat").complete(TURNS))
    with pytest.raises(ModelRejectedError, match="RefusedError: refused"):
        asyncio.run(LlamaIndexChat(ScriptedLLM(failure=RefusedError(400)), "chat").complete(TURNS))
    with pytest.raises(ModelOutputError, match="answered nothing"):
        asyncio.run(LlamaIndexChat(ScriptedLLM(answer=" "), "chat").complete(TURNS))


def test_a_llama_index_embedding_is_an_embedder() -> None:
    embedder = LlamaIndexEmbedder(MockEmbedding(embed_dim=4, model_name="mock"))
    asyncio.run(embedder.prepare())
    assert embedder.spec == EmbeddingSpec("llamaindex:mock", 4)
    again = LlamaIndexEmbedder(BrokenEmbedding(model_name="mock"))
    asyncio.run(again.prepare(embedder.spec))
    assert again.spec == embedder.spec
    with collect_usage() as usage:
        vectors = [np.frombuffer(vector, "<f4") for vector in asyncio.run(embedder.embed(["a", "b"]))]
    np.testing.assert_allclose([np.linalg.norm(vector) for vector in vectors], [1.0, 1.0], rtol=1e-6)
    assert usage.count("embedding") == 1


class BrokenEmbedding(BaseEmbedding):
    """An embedding whose server is down."""

    def _get_text_embedding(self, text: str) -> list[float]:
        raise ConnectionError("refused")

    def _get_query_embedding(self, query: str) -> list[float]:
        raise ConnectionError("refused")

    async def _aget_query_embedding(self, query: str) -> list[float]:
        raise ConnectionError("refused")


def test_failures_of_a_llama_index_embedding_become_memary_s_errors() -> None:
    with pytest.raises(ModelUnavailableError, match="ConnectionError: refused"):
        asyncio.run(LlamaIndexEmbedder(BrokenEmbedding(model_name="down")).embed(["a"]))
