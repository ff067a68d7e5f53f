"""Wrap LlamaIndex's models as memary's, and memary's chat models for LlamaIndex's agents.

Importing this module imports llama_index (1.5 s): import it only where one of its objects is at hand or wanted.
"""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Mapping, Sequence
from time import perf_counter
from typing import Any, NoReturn, cast

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    ImageBlock,
    LLMMetadata,
    MessageRole,
    TextBlock,
)
from llama_index.core.llms import LLM, CustomLLM
from pydantic import BaseModel, PrivateAttr

from memary.errors import EmptyReplyError, MemaryError, ModelOutputError
from memary.models.base import ChatModel, ChatTurn, Completion
from memary.models.calls import ModelCall, record_usage
from memary.models.chat_call import ChatCall
from memary.models.replies.fence import meaning_of
from memary.models.vectors import unit_vectors
from memary.text import count_tokens
from memary.types import Embedding, EmbeddingSpec, Role

_ROLES = {
    MessageRole.SYSTEM: Role.SYSTEM,
    MessageRole.DEVELOPER: Role.SYSTEM,
    MessageRole.ASSISTANT: Role.ASSISTANT,
    MessageRole.CHATBOT: Role.ASSISTANT,
    MessageRole.MODEL: Role.ASSISTANT,
    MessageRole.TOOL: Role.TOOL,
    MessageRole.FUNCTION: Role.TOOL,
    MessageRole.USER: Role.USER,
}


class LlamaIndexChat:
    """A `ChatModel` over any LlamaIndex LLM; schema and token limit are not passed on: few take them."""

    is_offline = False
    provider = "llama_index"

    def __init__(self, llm: LLM, role: str, *, context_window: int | None = None) -> None:
        self._llm = llm
        self._role = role
        self._context_window = context_window

    @property
    def name(self) -> str:
        """Return the model's name, as the object gives it."""
        return self._llm.metadata.model_name

    @property
    def context_window(self) -> int:
        """Return the context window: as it was set, else as the object gives it."""
        return self._context_window or self._llm.metadata.context_window

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole.

        Raises:
            ModelUnavailableError: the object failed.
            ModelAccessError: its key, model or address is wrong.
            ModelRejectedError: its server refused this request.
            EmptyReplyError: there is no text in the answer.
        """
        call = ChatCall(self._role, self.name, turns)
        try:
            response = await self._llm.achat([_message(turn) for turn in turns])
        except MemaryError:
            raise
        except Exception as error:  # the integrations raise errors of any kind
            raise meaning_of(error, self._llm, _called(self.name)) from error
        return self._account(call, response.message.content or "", response)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        Raises like `complete`; whether an answer is whole, only the object can know.
        """
        call = ChatCall(self._role, self.name, turns)
        text, response = "", None
        try:
            async for response in await self._llm.astream_chat([_message(turn) for turn in turns]):
                if response.delta:
                    text += response.delta
                    yield response.delta
        except MemaryError:
            raise
        except Exception as error:  # the integrations raise errors of any kind
            raise meaning_of(error, self._llm, _called(self.name)) from error
        self._account(call, text, response)

    async def aclose(self) -> None:
        """Do nothing: the object belongs to the caller."""

    def _account(self, call: ChatCall, text: str, response: ChatResponse | None) -> Completion:
        completion = call.answered(text, *_reported_usage(response))
        if not text.strip():
            raise EmptyReplyError(f"The model {self.name!r} answered nothing.")
        return completion


class LlamaIndexEmbedder:
    """An `Embedder` over any LlamaIndex embedding; its spec is named `llamaindex:<model_name>`."""

    provider = "llama_index"

    def __init__(self, embedding: BaseEmbedding) -> None:
        self._embedding = embedding
        self._name = f"llamaindex:{embedding.model_name}"
        self._dimensions: int | None = None

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension.

        Raises:
            RuntimeError: the dimension is not known yet.
        """
        if self._dimensions is None:
            raise RuntimeError("The dimension is not known yet: await prepare() before reading spec.")
        return EmbeddingSpec(name=self._name, dimensions=self._dimensions)

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Find out the dimension by embedding a word, unless `stored` is of this model.

        Raises like `embed`.
        """
        if self._dimensions is None and stored is not None and stored.name == self._name:
            self._dimensions = stored.dimensions
        if self._dimensions is None:
            await self.embed(["memary"])

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        Raises:
            ModelUnavailableError: no answer in time, or none that can be read.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: vectors are missing, hold no direction, or differ in dimension.
        """
        if not texts:
            return []
        started, name = perf_counter(), self._embedding.model_name
        try:
            rows = await self._embedding.aget_text_embedding_batch(list(texts))
        except MemaryError:
            raise
        except Exception as error:  # the integrations raise errors of any kind
            raise meaning_of(error, self._embedding, _called(name)) from error
        record_usage(ModelCall("embedding", name, sum(map(count_tokens, texts)), 0, perf_counter() - started))
        expected = self._dimensions or (len(rows[0]) if rows else 0)
        if len(rows) != len(texts) or any(len(row) != expected for row in rows):
            raise ModelOutputError(
                f"The embedding model {name!r} gave {len(rows)} vectors for {len(texts)} texts, "
                f"or vectors of other dimensions than {expected}."
            )
        try:
            vectors = unit_vectors(rows)
        except ValueError as error:
            raise ModelOutputError(f"The embedding model {name!r} gave {error}.") from error
        self._dimensions = expected
        return vectors

    async def aclose(self) -> None:
        """Do nothing: the object belongs to the caller."""


def as_llama_index(chat: ChatModel) -> LLM:
    """Return a LlamaIndex LLM that asks `chat`, for LlamaIndex's agents.

    It can only be awaited (`achat`, `astream_chat`, `acomplete`, `astream_complete`); the blocking methods raise
    NotImplementedError. Errors come out as memary's, usage is counted where `chat` counts it.
    """
    return _ChatModelLLM(chat)


class _ChatModelLLM(CustomLLM):
    _chat: ChatModel = PrivateAttr()

    def __init__(self, chat: ChatModel) -> None:
        super().__init__()
        self._chat = chat

    @classmethod
    def class_name(cls) -> str:
        return "memary_chat_model"

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=self._chat.context_window, is_chat_model=True, model_name=self._chat.name)

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        completion = await self._chat.complete(_turns(messages), max_tokens=kwargs.get("max_tokens"))
        usage = {"prompt_tokens": completion.prompt_tokens, "completion_tokens": completion.completion_tokens}
        return ChatResponse(message=_answer(completion.text), raw={"usage": usage})

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        pieces = self._chat.stream(_turns(messages), max_tokens=kwargs.get("max_tokens"))

        async def responses() -> ChatResponseAsyncGen:
            text = ""
            async for piece in pieces:
                text += piece
                yield ChatResponse(message=_answer(text), delta=piece)

        return responses()

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        response = await self.achat([ChatMessage(prompt)], **kwargs)
        return CompletionResponse(text=response.message.content or "", raw=response.raw)

    async def astream_complete(
        self, prompt: str, formatted: bool = False, **kwargs: Any
    ) -> CompletionResponseAsyncGen:
        stream = await self.astream_chat([ChatMessage(prompt)], **kwargs)

        async def responses() -> CompletionResponseAsyncGen:
            async for response in stream:
                yield CompletionResponse(text=response.message.content or "", delta=response.delta)

        return responses()

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        _only_awaited("achat")

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        _only_awaited("astream_chat")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        _only_awaited("acomplete")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        _only_awaited("astream_complete")


def _only_awaited(method: str) -> NoReturn:
    raise NotImplementedError(f"This model is asked asynchronously only: await {method}(…).")


def _turns(messages: Sequence[ChatMessage]) -> list[ChatTurn]:
    return [
        ChatTurn(
            role=_ROLES[message.role],
            content=message.content or "",
            images=tuple(_image_url(block) for block in message.blocks if isinstance(block, ImageBlock)),
        )
        for message in messages
    ]


def _image_url(block: ImageBlock) -> str:
    return str(block.url) if block.url else block.inline_url()


def _answer(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.ASSISTANT, blocks=[TextBlock(text=text)])


def _message(turn: ChatTurn) -> ChatMessage:
    # a tool's answer without the call it belongs to is refused by most servers: it reads as the user's
    role = MessageRole.USER if turn.role is Role.TOOL else MessageRole(turn.role.value)
    return ChatMessage(role=role, blocks=[TextBlock(text=turn.content), *map(_image, turn.images)])


def _image(url: str) -> ImageBlock:
    kind, found, data = url.removeprefix("data:").partition(";base64,")
    if not found:
        return ImageBlock(url=url)
    return ImageBlock(image=base64.b64decode(data), image_mimetype=kind)


def _called(name: str) -> str:
    return f"The LlamaIndex model {name!r}"


def _reported_usage(response: ChatResponse | None) -> tuple[int | None, int | None]:
    """Find the token counts where integrations put them.

    They stand in `raw["usage"]` or beside it; None is returned where there are none.
    """
    if response is None:
        return None, None
    usage = _get(response.raw, "usage") or cast("dict[str, Any]", response.additional_kwargs)
    prompt = _get(usage, "prompt_tokens", "input_tokens")
    written = _get(usage, "completion_tokens", "output_tokens")
    return (prompt if isinstance(prompt, int) else None), (written if isinstance(written, int) else None)


def _get(holder: Any, *names: str) -> Any:
    for name in names:
        if isinstance(holder, Mapping):
            value = cast("Mapping[str, Any]", holder).get(name)
        else:
            value = getattr(holder, name, None)
        if value is not None:
            return value
    return None
