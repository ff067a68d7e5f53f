"""The scripted model server as a process of its own, told over a pipe what to do.

    python -m benchmarks.peers.model --dimensions 384 --embedding-folder models/minilm

It prints `{"base_url": …}` and then answers each line of JSON on stdin with one: `{"op": "answer_as", "peer": …}`,
`{"op": "behave", "chat": "ok" | "fail" | "hold", "embeddings": "ok" | "fail", "about": …}` (faults only strike chats
with this text in them), `{"op": "counts"}`, `{"op": "reset"}`, `{"op": "last_chat"}` (what was asked last) and
`{"op": "times", "text": …}` (how many chats held the text: `asked`, and `answered`). With a folder, embeddings are of
that model, else of hashed characters.
"""

from __future__ import annotations

import argparse
import base64
import json
import struct
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.model_answers import Answer
from support.model_server import CHAT, EMBEDDINGS, Fault, ModelServer, estimate_tokens, prompt_text
from support.web.http_connection import Request

from benchmarks.peers.answers import Body, answer
from memary.models.local_embedding import LocalEmbedder


class PeersModel(ModelServer):
    """A model that knows the prompts of the peers, fails on demand, and may embed with a real model."""

    def __init__(self, *, dimensions: int, embedding_folder: str | None) -> None:
        super().__init__(dimensions=dimensions)
        self.peer = "memary"
        self.about = ""
        self.behaviour = {CHAT: "ok", EMBEDDINGS: "ok"}
        self._embedder = LocalEmbedder(embedding_folder) if embedding_folder else None

    async def _scripted(self, request: Request) -> Answer:
        struck = request.path != CHAT or self.about in prompt_text(request.body)
        match self.behaviour[request.path] if struck else "ok":
            case "fail":
                return Fault.status(500, message="The model is down.")
            case "hold":
                return Fault.stall()
            case _ if request.path == CHAT:
                try:
                    return answer(self.peer, request.body)
                except (LookupError, ValueError) as error:
                    print(f"No answer to a prompt of {self.peer}: {error!r}", file=sys.stderr, flush=True)
                    return Fault.status(400, message=f"No rule for this prompt: {error!r}")
            case _ if self._embedder:
                return await self._embedded(self._embedder, request.body)
        return None

    async def _embedded(self, embedder: LocalEmbedder, body: Body) -> Body:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        vectors: list[Any] = [
            base64.b64encode(vector).decode()
            if body.get("encoding_format") == "base64"
            else struct.unpack(f"<{len(vector) // 4}f", vector)
            for vector in await embedder.embed(texts)
        ]
        data = [{"object": "embedding", "index": n, "embedding": vector} for n, vector in enumerate(vectors)]
        tokens = sum(map(estimate_tokens, texts))
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return {"object": "list", "model": body.get("model", ""), "data": data, "usage": usage}

    def counts(self) -> dict[str, int]:
        """What was asked since the last reset.

        `schema_tokens` is what stands beside the messages in a request.
        """
        answered = [request.body for request in self.requests_to(CHAT) if request.answered]
        beside = [[body.get("response_format"), body.get("tools")] for body in answered]
        return {
            "chat_calls": self.chat_calls,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "schema_tokens": sum(estimate_tokens(json.dumps(one)) for part in beside for one in part if one),
            "embedding_calls": self.embedding_calls,
            "embedding_tokens": self.embedding_tokens,
        }

    def obey(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Do what the harness says."""
        match asked["op"]:
            case "answer_as":
                self.peer = asked["peer"]
            case "behave":
                self.behaviour = {CHAT: asked["chat"], EMBEDDINGS: asked["embeddings"]}
                self.about = asked["about"]
            case "reset":
                self.reset_counts()
            case "counts":
                return self.counts()
            case "last_chat":
                return {"messages": self.requests_to(CHAT)[-1].body["messages"]}
            case "times":
                chats = [chat for chat in self.requests_to(CHAT) if asked["text"] in prompt_text(chat.body)]
                return {"asked": len(chats), "answered": sum(chat.answered for chat in chats)}
            case unknown:
                raise ValueError(f"The model knows no operation {unknown!r}.")
        return {}


def main() -> None:
    """Serve until stdin is closed."""
    parser = argparse.ArgumentParser(description="Be the scripted model of the peers.")
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--embedding-folder")
    asked = parser.parse_args()
    with PeersModel(dimensions=asked.dimensions, embedding_folder=asked.embedding_folder) as model:
        print(json.dumps({"base_url": model.base_url}), flush=True)
        for said in sys.stdin:
            print(json.dumps(model.obey(json.loads(said))), flush=True)


if __name__ == "__main__":
    main()
