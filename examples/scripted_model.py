"""A model for running the examples without one: it answers with what the prompt holds, over real HTTP.

It speaks so much of the OpenAI protocol as a chat needs. It knows nothing: a question it answers with the remembered
line that has most words in common with it, everything else with "Noted." So what an example prints was in memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

_COMMON = frozenset(
    ("a", "and", "do", "does", "i", "in", "is", "it", "my", "of", "the", "to", "what", "where", "who")
)


@contextmanager
def scripted_model() -> Generator[str]:
    """Serve the model while the block runs; yield its base URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def answer(prompt: str) -> str:
    """Answer the last question of a prompt from its lines that begin with a dash."""
    lines = [line.strip() for line in prompt.splitlines()]
    known = [line for line in lines if line.startswith("- ")]
    questions = [line for line in lines if line.endswith("?") and line not in known]
    if not questions:
        return "Noted."
    asked = _words(questions[-1])
    best = max(known, key=lambda line: len(asked & _words(line)), default="")
    return f"I remember: {best.removeprefix('- ')}" if asked & _words(best) else "I do not know that."


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - _COMMON


def _text(content: str | list[dict[str, Any]]) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = [_text(said["content"]) for said in body["messages"] if said["role"] == "user"]
        said = {"role": "assistant", "content": answer("\n".join(asked))}
        reply = {"id": "chatcmpl-1", "created": 0, "model": body["model"]}
        if body.get("stream"):
            choice = {"index": 0, "delta": said, "finish_reason": "stop"}
            chunk = reply | {"object": "chat.completion.chunk", "choices": [choice]}
            self._send("text/event-stream", f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n")
        else:
            choice = {"index": 0, "message": said, "finish_reason": "stop"}
            usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
            self._send(
                "application/json",
                json.dumps(reply | {"object": "chat.completion", "choices": [choice], "usage": usage}),
            )

    def _send(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""
