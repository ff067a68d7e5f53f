"""Refusals of model servers whose bodies do not end."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress

import pytest

from memary.errors import ModelRejectedError
from memary.models.base import ChatTurn
from memary.models.openai.chat import OpenAIChat
from memary.models.openai.embedding import OpenAIEmbedder
from memary.models.openai.rerank import HttpReranker
from memary.types import Role

_HEAD = b"HTTP/1.1 413 Too Large\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nIt is too long. "


@contextmanager
def _endless_refusal() -> Generator[str]:
    """A server that refuses every request, and does not stop saying so while anybody listens."""

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(_HEAD)
            while True:
                connection.sendall(b"really, " * 8192)

    def serve() -> None:
        with suppress(OSError):  # closed
            while True:
                threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.anyio
@pytest.mark.parametrize("role", ["chat", "embedding", "rerank"])
async def test_a_refusal_without_an_end_is_read_as_far_as_its_message_goes(role: str) -> None:
    with _endless_refusal() as address:
        chat = OpenAIChat(role="chat", model="m", base_url=address, context_window=8000, max_retries=0)
        embedder = OpenAIEmbedder(model="m", base_url=address, max_retries=0)
        reranker = HttpReranker(f"{address}/rerank")
        asked = {
            "chat": lambda: chat.complete([ChatTurn(Role.USER, "Hello")]),
            "embedding": lambda: embedder.embed(["Hello"]),
            "rerank": lambda: reranker.rerank("Hello", ["World"]),
        }
        with pytest.raises(ModelRejectedError, match=r"status 413\): It is too long\. really"):
            await asked[role]()
        for model in (chat, embedder, reranker):
            await model.aclose()
