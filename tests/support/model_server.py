"""A scripted model server that speaks the OpenAI protocol on a loopback port.

Tests point any OpenAI-compatible client at `base_url`, say what the "model" answers, break it on purpose, and
read back what was asked and what it cost. It needs only the standard library and runs in its own thread and
event loop, so blocking and async tests use it alike:

    with ModelServer() as server:
        server.script("Hello.", Fault.rate_limit(), Reply(tool_calls=[ToolCall("search", {"query": "Ada"})]))
        server.when("Berlin", "It is in Germany.")
        ...  # OpenAI(base_url=server.base_url, api_key="any")
        assert server.chat_calls == 3

A chat is answered by the queue (`script`), else by the first rule that matches (`when`), else by the default
(`respond`), else with "ok". As a program it plays the model for people, from a JSON list of rules
{"when": "substring", "reply": "text"}:

    python tests/support/model_server.py --port 8123 --script rules.json
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

if __name__ == "__main__":  # run as a program, only this file's own folder is on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.model_answers import (
    Answer,
    Fault,
    Reply,
    Script,
    Scripted,
    ScriptedTurn,
    ToolCall,
    chat_body,
    chat_events,
    chat_usage,
    checked_answer,
    embed,
    embeddings_body,
    estimate_tokens,
    input_texts,
    models_body,
    opening_events,
    prompt_text,
    rerank_body,
)
from support.web.http_connection import Body, HttpConnection, Request

__all__ = ["Fault", "ModelServer", "Reply", "Request", "ToolCall", "embed", "estimate_tokens", "prompt_text"]

CHAT, EMBEDDINGS, RERANK, MODELS = "/v1/chat/completions", "/v1/embeddings", "/v1/rerank", "/v1/models"
_REQUIRED = {CHAT: "messages", EMBEDDINGS: "input", RERANK: "documents"}
_LISTS = {CHAT: "choices", EMBEDDINGS: "data", RERANK: "results"}
_BROKEN_JSON = b'{"id": "chatcmpl-0", "object": "chat.comp'
_HTML = b"<!doctype html><html><body><h1>Sign in to the network</h1></body></html>"

_Result = TypeVar("_Result")


class ModelServer:
    """The server: a context manager that can also be started and stopped by hand, always on the same port."""

    def __init__(
        self,
        *,
        dimensions: int = 64,
        api_key: str | None = None,
        models: Sequence[str] = ("scripted",),
        port: int = 0,
        root: str = "/v1",
    ) -> None:
        self.dimensions = dimensions
        self.api_key = api_key
        self.models = models
        self.requests: list[Request] = []
        self.script_errors: list[Exception] = []
        self._port = port
        self._root = root  # what stands before the paths, as others than OpenAI have it
        self._scripts = {path: Script() for path in _REQUIRED}
        self._numbers = itertools.count(1)
        self._clients: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}{self._root}"

    def start(self) -> Self:
        """Listen.

        Raises OSError when the port is taken.
        """
        self._loop = asyncio.new_event_loop()
        self._blocking = ThreadPoolExecutor(32, thread_name_prefix="model-server-script")
        self._thread = threading.Thread(target=self._loop.run_forever, name="model-server", daemon=True)
        self._thread.start()
        try:
            self._listener = self._run(asyncio.start_server(self._accept, "127.0.0.1", self._port))
        except OSError:
            self._end_thread()
            raise
        self._port = self._listener.sockets[0].getsockname()[1]
        return self

    def stop(self) -> None:
        """Close the port and every connection: from here on the server is dead.

        Safe to call twice.
        """
        if self._loop is not None:
            self._run(self._hang_up())
            self._end_thread()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        """Stop, and raise what a scripted callable raised, unless the test has failed already."""
        self.stop()
        if self.script_errors and error is None:
            raise self.script_errors[0]

    # What the model says

    def script(self, *replies: Scripted) -> None:
        """Queue chat answers, used in order and before any rule.

        A callable gets the body, and may block.
        """
        self._scripts[CHAT].extend(replies)

    def script_embeddings(self, *answers: Scripted) -> None:
        """Queue faults, whole bodies, or None (the computed answer) for embedding requests."""
        self._scripts[EMBEDDINGS].extend(answers)

    def script_rerank(self, *answers: Scripted) -> None:
        """Queue faults, whole bodies, or None (the computed answer) for rerank requests."""
        self._scripts[RERANK].extend(answers)

    def when(self, condition: str | Callable[[Body], bool], reply: Scripted) -> None:
        """Answer chats for which the predicate holds, or whose messages contain the substring."""
        rule = ScriptedTurn.of(reply, otherwise=math.inf)
        rule.matches = (lambda body: condition in prompt_text(body)) if isinstance(condition, str) else condition
        self._scripts[CHAT].rules.append(rule)

    def respond(self, reply: Scripted) -> None:
        """Answer the chats that neither the queue nor a rule answers."""
        self._scripts[CHAT].default = ScriptedTurn.of(reply, otherwise=math.inf)

    def clear_scripts(self) -> None:
        """Forget all queues, rules and defaults of every endpoint.

        Counts stay.
        """
        self._scripts = {path: Script() for path in _REQUIRED}

    # What was asked, and what it cost

    def requests_to(self, path: str) -> list[Request]:
        return [request for request in list(self.requests) if request.path == path]

    @property
    def chat_calls(self) -> int:
        """Chat requests received, refused and failed ones included."""
        return len(self.requests_to(CHAT))

    @property
    def embedding_calls(self) -> int:
        return len(self.requests_to(EMBEDDINGS))

    @property
    def rerank_calls(self) -> int:
        return len(self.requests_to(RERANK))

    @property
    def prompt_tokens(self) -> int:
        """Prompt tokens of the chats answered in full: the numbers their `usage` told the client."""
        return self._total(CHAT, "prompt_tokens")

    @property
    def completion_tokens(self) -> int:
        return self._total(CHAT, "completion_tokens")

    @property
    def embedding_tokens(self) -> int:
        return self._total(EMBEDDINGS, "prompt_tokens")

    @property
    def embedded_texts(self) -> list[str]:
        """Every text that got a vector, in order."""
        answered = [request for request in self.requests_to(EMBEDDINGS) if request.answered]
        return [text for request in answered for text in input_texts(request.body)]

    @property
    def last_chat(self) -> Body:
        """The body of the latest chat request.

        Raises LookupError when there was none.
        """
        if not (chats := self.requests_to(CHAT)):
            raise LookupError("The model server has received no chat request.")
        return chats[-1].body

    def reset_counts(self) -> None:
        """Forget the requests so far.

        Scripts stay.
        """
        self.requests.clear()

    def _total(self, path: str, count: str) -> int:
        return sum(request.usage.get(count, 0) for request in self.requests_to(path))

    # The thread and its connections

    def _run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_thread(self) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._loop = None
        self._blocking.shutdown(wait=False, cancel_futures=True)

    async def _hang_up(self) -> None:
        # asyncio takes a connection in by a task of its own, which fails and leaks once the listener is closed
        while accepting := asyncio.all_tasks() - {asyncio.current_task(), *self._clients}:
            await asyncio.gather(*accepting, return_exceptions=True)
        self._listener.close()
        clients = dict(self._clients)
        for task, writer in clients.items():
            writer.transport.abort()
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await self._listener.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(HttpConnection(reader, writer)))
        self._clients[task] = writer
        task.add_done_callback(self._clients.pop)

    async def _serve(self, connection: HttpConnection) -> None:
        try:
            while request := await connection.read():
                if request.path.startswith(self._root):
                    request.path = "/v1" + request.path.removeprefix(self._root)
                self.requests.append(request)
                await self._answer(request, connection)
                if request.headers.get("connection", "").lower() == "close":
                    break
        except ConnectionError:
            pass  # the client has left, which some tests want
        finally:
            connection.close()

    # Answering

    async def _answer(self, request: Request, connection: HttpConnection) -> None:
        if refusal := self._refusal(request):
            return await self._fail(refusal, request, connection)
        if request.path == MODELS:
            return await connection.send_json(200, models_body(self.models))
        answer = await self._scripted(request)
        if isinstance(answer, Fault):
            await self._fail(answer, request, connection)
        elif isinstance(answer, dict):
            await self._send(answer, request, connection)
        elif request.path == CHAT:
            reply = answer if isinstance(answer, Reply) else Reply("ok" if answer is None else answer)
            await self._chat(reply, request, connection)
        else:
            await self._send(self._computed(request), request, connection)

    def _refusal(self, request: Request) -> Fault | None:
        """What a real endpoint says no to before any model sees it."""
        key = request.authorization.removeprefix("Bearer ")
        if self.api_key is not None and key != self.api_key:
            message = f"Incorrect API key provided: {key[:3]}***."
            return Fault.status(401, message=message, error_code="invalid_api_key")
        if (request.method, request.path) not in {("GET", MODELS), *(("POST", path) for path in _REQUIRED)}:
            message = f"Unknown request URL: {request.method} {request.path}."
            return Fault.status(404, message=message, error_code="unknown_url")
        name = _REQUIRED.get(request.path)
        given = request.body.get(name) if name else True
        if not given or (request.path == EMBEDDINGS and isinstance(given, list) and "" in given):
            return Fault.status(400, message=f"'{name}' is missing, empty, or holds an empty text.")
        return None

    async def _scripted(self, request: Request) -> Answer:
        try:
            answer = self._scripts[request.path].choose(request.body)
            if callable(answer):
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(self._blocking, answer, request.body)
            return checked_answer(answer)
        except Exception as error:  # noqa: BLE001  the test's own code may raise anything; __exit__ raises it again
            self.script_errors.append(error)
            return Fault.status(400, message=f"The scripted answer raised {error!r}.")

    def _computed(self, request: Request) -> Body:
        if request.path == EMBEDDINGS:
            return embeddings_body(request.body, dimensions=self.dimensions)
        return rerank_body(request.body)

    async def _send(self, body: Body, request: Request, connection: HttpConnection) -> None:
        request.answered, request.usage = True, body.get("usage") or {}
        await connection.send_json(200, body)

    async def _chat(self, reply: Reply, request: Request, connection: HttpConnection) -> None:
        # Counted before the last byte leaves, so that a client that has its answer finds it counted.
        request.answered, request.usage = True, chat_usage(request.body, reply)
        number = next(self._numbers)
        if not (request.stream if reply.streams is None else reply.streams):
            return await connection.send_json(200, chat_body(request.body, reply, number=number))
        events = chat_events(request.body, reply, number=number)
        await connection.send_events([*events, "[DONE]"])
        await connection.end_events()

    async def _fail(self, fault: Fault, request: Request, connection: HttpConnection) -> None:
        match fault.kind:
            case "status":
                await connection.send_json(fault.code, fault.body, fault.headers)
            case "html":
                await connection.send(200, "text/html; charset=utf-8", _HTML)
            case "malformed_body" if request.stream:
                await connection.send(200, "text/event-stream", b"data: " + _BROKEN_JSON + b"\n\n")
            case "malformed_body":
                await connection.send(200, "application/json", _BROKEN_JSON)
            case "empty_text" if request.path == CHAT:
                await self._chat(Reply(), request, connection)
            case "empty_choices" | "empty_text":
                await self._send_nothing(request, connection)
            case _:
                await self._break_off(fault, request, connection)

    async def _send_nothing(self, request: Request, connection: HttpConnection) -> None:
        body: Body = {"object": "list", "model": request.body.get("model", ""), _LISTS[request.path]: []}
        if not request.stream:
            return await connection.send_json(200, body)
        await connection.send_events([body, "[DONE]"])
        await connection.end_events()

    async def _break_off(self, fault: Fault, request: Request, connection: HttpConnection) -> None:
        """Send what comes before the break, if anything; then end, fall silent, or reset."""
        partial, streamed = fault.kind.endswith("_stream"), request.stream and request.path == CHAT
        if partial and streamed:
            await connection.send_events(opening_events(request.body, fault.text, number=next(self._numbers)))
        elif partial:
            await connection.send_half(_BROKEN_JSON)
        if fault.kind.startswith("stall"):
            await connection.wait_for_client_to_leave()
        elif fault.kind.startswith("reset"):
            connection.reset()
        elif streamed:
            await connection.end_events()
        else:
            connection.close()


def _load_rules(path: Path) -> list[tuple[str, str]]:
    """Read the rules of a script file.

    A reply that is not a text is sent as JSON text. Raises ValueError.
    """
    try:
        rules = json.loads(path.read_text(encoding="utf-8"))
        replies = [(rule.get("when", ""), rule["reply"]) for rule in rules]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f'{path} is not a JSON list of {{"when": "text", "reply": "text"}}: {error!r}') from error
    return [(when, said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)) for when, said in replies]


def main() -> None:
    """Play the model for a person until interrupted."""
    parser = argparse.ArgumentParser(description="Answer OpenAI-compatible requests from a list of rules.")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")
    parser.add_argument("--script", type=Path, help='JSON list of {"when": "substring", "reply": "text"}')
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a script starts beside itself would not hear it
    server = ModelServer(port=options.port)
    try:
        for when, reply in _load_rules(options.script) if options.script else []:
            server.when(when, reply)
        server.start()
    except (ValueError, OSError) as error:
        parser.error(str(error))
    sys.stdout.write(f"READY {server.base_url}\n")
    sys.stdout.flush()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
