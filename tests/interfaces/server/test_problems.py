"""What cannot be done is said as a problem document with a reason.

Bad input is never the server's fault.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from fastapi import FastAPI, Request

from interfaces.server.serving import ADA, ADMIN, KEYS, client, served
from memary import Memary
from memary.interfaces.server.app import description
from memary.interfaces.server.limits import RequestLimits
from memary.interfaces.server.problems import Problem, tell_problems
from memary.interfaces.server.request_rest import RestOfBody
from memary.interfaces.server.routes import health
from memary.stores.sqlite.driver import refusals

DEEP = "[" * 900 + "]" * 900
BODIES: dict[str, bytes] = {
    "not JSON": b"{",
    "not UTF-8": b'{"query": "\xff\xfe"}',
    "lone surrogate": rb'{"query": "\ud800", "messages": [{"content": "\udfff"}], "statement": "\ud800"}',
    "surrogate as a name": rb'{"query": "a", "\ud800": 1}',
    "surrogate in metadata": rb'{"messages": [{"content": "a", "metadata": {"\ud800": ["\udc00"]}}]}',
    "surrogate in a filter": rb'{"query": "a", "filters": {"\ud800": "\udc00"}}',
    "surrogate as an id": rb'{"messages": [{"content": "a", "id": "\ud800"}], "session_id": "\ud800"}',
    "surrogate as a speaker": rb'{"messages": [{"content": "a", "speaker": "\ud800"}]}',
    "surrogate in a fact": rb'{"facts": [{"subject": "\ud800", "predicate": "\udc00", "object": "\ud800"}]}',
    "unknown source": rb'{"facts": [{"subject": "a", "predicate": "b", "object": "c", "source_ids": ["\ud800"]}]}',
    "NUL": rb'{"query": "\u0000", "messages": [{"content": "\u0000"}], "statement": "\u0000", "object": "\u0000"}',
    "NUL in metadata": rb'{"messages": [{"content": "a", "metadata": {"\u0000": "\u0000"}, "speaker": "\u0000"}]}',
    "NUL in a filter": rb'{"query": "a", "filters": {"\u0000": "\u0000"}}',
    "huge number": b'{"query": "a", "top_k": 1' + b"0" * 400 + b"}",
    "digits without end": b'{"query": "a", "top_k": 1' + b"0" * 5_000 + b"}",
    "infinity": b'{"query": "a", "filters": {"x": 1e999}, "messages": [{"content": "a", "metadata": {"x": 1e999}}]}',
    "not a number": b'{"query": "a", "filters": {"x": NaN}, "messages": [{"content": "a", "metadata": {"x": NaN}}]}',
    "huge number in metadata": b'{"messages": [{"content": "a", "metadata": {"x": 1' + b"0" * 400 + b"}}]}",
    "huge number in a filter": b'{"query": "a", "filters": {"x": {"gt": 1' + b"0" * 400 + b"}}}",
    "deep filter": b'{"query": "a", "filters": {"x": %s}}' % DEEP.encode(),
    "deep metadata": b'{"messages": [{"content": "a", "metadata": {"x": %s}}]}' % DEEP.encode(),
    "deeper than JSON goes": b"[" * 100_000,
    "first day": b'{"query": "a", "as_of": "0001-01-01T00:00:00+14:00", "known_at": "0001-01-01T00:00:00Z"}',
    "last day": b'{"query": "a", "as_of": "9999-12-31T23:59:59-14:00", "known_at": "9999-12-31T23:59:59Z"}',
    "said on the first day": b'{"messages": [{"content": "a", "created_at": "0001-01-01T00:00:00+14:00"}]}',
    "said on the last day": b'{"messages": [{"content": "a", "created_at": "9999-12-31T23:59:59-14:00"}]}',
    "a day as a number": b'{"messages": [{"content": "a", "created_at": 1e300, "expires_at": -1e300}]}',
    "no zone": b'{"query": "a", "as_of": "2026-05-01T00:00:00"}',
    "fact of the last day": b'{"facts": [{"subject": "a", "predicate": "b", "object": "c", '
    b'"valid_at": "9999-12-31"}]}',
    "fact out of order": b'{"facts": [{"subject": "a", "predicate": "b", "object": "c", "valid_at": "2026-01-01", '
    b'"invalid_at": "2025-01-01"}]}',
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
}
QUERIES = [
    "user_id=%00",
    "user_id=%ED%A0%80",
    "user_id=" + "x" * 300,
    "filters=%7B",
    "filters=%22%00%22",
    "filters=%7B%22%5Cud800%22%3A1%7D",
    "filters=" + "%5B" * 2_000,
    "limit=1" + "0" * 400,
    "limit=1" + "0" * 5_000,
    "limit=-1",
    "as_of=0001-01-01T00:00:00%2B14:00",
    "as_of=9999-12-31T23:59:59Z",
    "as_of=12345678901234567890",
    "since=0001-01-02T00:00:00Z",
    "since=9999-12-31T23:59:59Z",
    "since=0001-01-01T00:00:00Z&until=9999-12-31T00:00:00Z&by=day",
    "half_life_days=1e-320",
    "half_life_days=inf",
    "offset=9" + "9" * 30,
    "entity=%00",
    "about=%ED%A0%80",
    "wait=nan",
    "confirm=%00",
]


def is_told(answer: httpx.Response) -> bool:
    """Whether an answer is a success, or a refusal that says why."""
    if answer.is_success:
        return True
    body = answer.json()
    return (
        400 <= answer.status_code < 500
        and answer.headers["content-type"] == "application/problem+json"
        and body["status"] == answer.status_code
        and len(body["detail"]) > 10
    )


def operations(*methods: str) -> Iterator[tuple[str, str]]:
    for path, found in description()["paths"].items():
        for method in found:
            if method in methods:
                yield method, path.replace("{", "").replace("}", "")


@pytest.mark.parametrize("name", BODIES)
def test_no_body_is_the_servers_fault(everything: httpx.Client, name: str) -> None:
    for method, path in operations("post", "patch"):
        headers = {"Content-Type": "application/json"}
        answer = everything.request(method, path, content=BODIES[name], headers=headers)
        assert is_told(answer), (path, answer.status_code, answer.text)
    assert everything.get("/v1/messages").status_code == 200, "what was kept can be read"
    assert everything.get("/v1/operations").status_code == 200


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query[:40])
def test_no_query_is_the_servers_fault(everything: httpx.Client, query: str) -> None:
    names = set(parse_qs(query))
    for path, found in description()["paths"].items():
        for method, operation in found.items():
            known = {parameter["name"] for parameter in operation.get("parameters", ())}
            if method in ("get", "delete") and names <= known:
                answer = everything.request(method, f"{path}?{query}")
                assert is_told(answer), (path, answer.status_code, answer.text)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a memory that has a bit of everything."""
    store = tmp_path_factory.mktemp("store") / "memory.db"
    with Memary.open(f"sqlite:///{store}", worker=False, timezone="UTC", home=store.parent) as memory:
        memory.add("I moved to Berlin. My sister is called Mia.", user_id="ada", session_id="s1")
        memory.flush()
        with served(memory, keys=KEYS) as address, client(address, ADA) as api:
            yield api


PATCHES: dict[str, dict[str, Any]] = {
    "entity_id": {"add": ["x"]},
    "fact_id": {"object": "x"},
    "run_id": {"progress": "x"},
    "session_id": {"title": "x"},
}
"""By what a path names, a change that is sent to it."""


@pytest.mark.parametrize("id_", ["nope", "%00", "%ED%A0%80", "..%2F..", "x" * 5_000, "%F0%9F%8C%8D"])
def test_an_unknown_id_is_not_found(everything: httpx.Client, id_: str) -> None:
    for method, path in operations("get", "delete", "patch", "post"):
        if "_id" in path:
            name = next(part for part in path.split("/") if part.endswith("_id"))
            body = PATCHES[name] if method == "patch" else {"rating": "positive"}
            sent: dict[str, Any] = {"json": body} if method in ("patch", "post") else {}
            answer = everything.request(method, path.replace(name, id_), **sent)
            assert answer.status_code == 404, (path, answer.text)
            assert is_told(answer)


def test_a_reason_names_the_value_and_the_remedy(everything: httpx.Client) -> None:
    def problem(method: str, path: str, **sent: Any) -> tuple[int, str]:
        answer = everything.request(method, path, **sent)
        return answer.status_code, answer.json()["detail"]

    assert problem("POST", "/v1/search", content=b"{", headers={"Content-Type": "application/json"}) == (
        400,
        "The body is not JSON: correct it, in UTF-8.",
    )
    assert problem("POST", "/v1/search", content=b'{"query": "a"}') == (
        422,
        "The body lacks its content type: send the header `Content-Type: application/json`.",
    )
    status, detail = problem("POST", "/v1/messages", json={"messages": [{"content": "a"}, {"content": "a\0b"}]})
    assert (status, detail.startswith("Message 2 of 2 looks like"), detail.endswith("Nothing was kept.")) == (
        422,
        True,
        True,
    )
    status, detail = problem("POST", "/v1/search", json={"query": "a", "top_k": "many"})
    assert (status, detail) == (422, "body.top_k is 'many': give a whole number.")
    status, detail = problem("POST", "/v1/search", json={"query": "a", "as_of": 5})
    assert (status, detail) == (
        422,
        "body.as_of is 5: give a datetime with a time zone, a date, or a text like 2026-05-01T09:00:00Z.",
    )
    for path, body in (("/v1/messages", {"messages": [{"content": "a"}]}), ("/v1/search", {"query": "a"})):
        assert problem("POST", path, json=body | {"user_id": "ada"}) == (
            422,
            "body.user_id is unknown: give it in the address, as ?user_id=….",
        )
        assert problem("POST", path, json=body | {"user": "ada"}) == (422, "body.user is unknown.")
    status, detail = problem("GET", "/v1/facts?limt=3")
    assert (status, "'limt'" in detail, "limit" in detail) == (422, True, True)
    status, detail = problem("GET", "/v1/facts", params={"as_of": "2026-05-01T00:00:00"})
    assert (status, "2026-05-01T00:00:00Z" in detail) == (422, True)
    assert problem("GET", "/v1/nothing")[0] == 404
    assert problem("PUT", "/v1/facts")[0] == 405


def test_the_user_that_stands_for_all_is_nobodys_name(address: str) -> None:
    with client(address, ADMIN) as admin:
        assert admin.get("/v1/facts?user_id=*").status_code == 422
        answer = admin.post("/v1/messages?user_id=*", json={"messages": [{"content": "hi"}]})
    assert (answer.status_code, "stands for all users" in answer.json()["detail"]) == (422, True)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(everything: httpx.Client) -> None:
    with socket.create_connection(("127.0.0.1", everything.base_url.port or 0)) as announcing:
        announcing.settimeout(30)
        head = (
            f"POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ADA}\r\nContent-Length: 10000001\r\n\r\n"
        )
        announcing.sendall(head.encode())
        refused = b"".join(iter(lambda: announcing.recv(65_536), b"")).decode()
    assert refused.startswith("HTTP/1.1 413")
    assert "10,000,000 bytes" in refused
    pieces = (b" " * 1_000_001 for _ in range(10))  # the last is the one too many
    streamed = everything.post("/v1/search", content=pieces, headers={"Content-Type": "application/json"})
    assert (streamed.status_code, is_told(streamed)) == (413, True)


@pytest.mark.parametrize("sends", ["whole", "in pieces"])
@pytest.mark.parametrize(("given", "status"), [(ADA, 413), ("mk_unknown", 401)])
def test_a_client_that_is_still_sending_gets_to_see_the_refusal(
    everything: httpx.Client, sends: str, given: str, status: int
) -> None:
    piece, count = b" " * 1_000_000, 60
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {given}"}
    body = piece * count if sends == "whole" else (piece for _ in range(count))
    answer = everything.post("/v1/search", content=body, headers=headers)
    assert (answer.status_code, is_told(answer)) == (status, True)
    plain = HTTPConnection("127.0.0.1", everything.base_url.port or 0, timeout=60)
    body = piece * count if sends == "whole" else (piece for _ in range(count))
    plain.request("POST", "/v1/search", body=body, headers=headers)
    assert plain.getresponse().status == status
    plain.close()


def test_a_body_without_an_end_is_read_for_a_while_and_no_longer() -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    refusal = Problem.of(401, "Send a key.").response()
    asyncio.run(RestOfBody(refusal, seconds=0.05)({"type": "http"}, receive, send))
    assert [message.get("status") for message in sent] == [401, None, None]
    assert [message.get("more_body", False) for message in sent] == [False, True, False]


def test_a_request_that_never_ends_is_given_up(tmp_path: Path) -> None:
    with (
        Memary.open(f"sqlite:///{tmp_path}/memory.db", worker=False, serve_timeout=0.3) as memory,
        served(memory, keys=KEYS) as address,
        socket.create_connection(("127.0.0.1", urlsplit(address).port or 0)) as slow,
    ):
        slow.settimeout(30)
        head = f"POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ADA}\r\nConnection: close\r\n"
        slow.sendall(head.encode() + b"Content-Length: 9\r\nContent-Type: application/json\r\n\r\n{")
        answer = b"".join(iter(lambda: slow.recv(65_536), b"")).decode()
    assert answer.startswith("HTTP/1.1 503")
    assert "within 0.3 seconds" in answer


def test_what_outlasts_the_end_of_the_server_is_told_so_and_leaves_no_traceback() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def ended(app: Any) -> None:
        scope: Any = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
        never: Any = asyncio.Event().wait
        serving = asyncio.ensure_future(RequestLimits(app, max_bytes=1, seconds=60)(scope, never, send))
        await asyncio.sleep(0)
        serving.cancel()  # as uvicorn does with what still runs
        await serving

    async def hang(*_: Any) -> None:
        await asyncio.Event().wait()

    async def begin_and_hang(_: Any, __: Any, begin: Any) -> None:
        await begin({"type": "http.response.start", "status": 200, "headers": []})
        await hang()

    asyncio.run(ended(hang))
    assert sent[0]["status"] == 503
    assert b"The server ends before this was done" in sent[1]["body"]
    sent.clear()
    asyncio.run(ended(begin_and_hang))
    assert [message.get("status") for message in sent] == [200]


def test_a_body_of_which_nothing_more_comes_is_given_up() -> None:
    reading = FastAPI()
    tell_problems(reading, dict)

    async def read(request: Request) -> str:
        return str(await request.body())

    reading.add_api_route("/", read, methods=["POST"])

    pieces: list[Any] = [{"type": "http.request", "body": b"{", "more_body": True}]
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        return pieces.pop() if pieces else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b"", "headers": []}
    app = RequestLimits(reading, max_bytes=1_000, seconds=60, silence=0.01)
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
    assert b"Nothing more of the body came for 0.01 seconds" in sent[1]["body"]


def test_a_store_that_cannot_be_written_is_ready_for_reads_alone_and_the_log_tells_each_change_once(
    ada: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    may_be_written = refusals.may_be_written
    assert ada.get("/readyz?write=true").json()["writable"] is True
    monkeypatch.setattr(refusals, "may_be_written", lambda path: False)
    told = ada.get("/readyz")
    assert (told.status_code, told.json()["status"], told.json()["writable"]) == (200, "read-only", False)
    refused = ada.get("/readyz?write=true")
    assert (refused.status_code, "cannot be written" in refused.json()["detail"]) == (503, True)
    monkeypatch.setattr(refusals, "may_be_written", may_be_written)
    assert ada.get("/readyz").json()["status"] == "ready"
    broken, mended = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "memory.db" in broken
    assert mended == "The store can be written again."


def test_whoever_balances_the_load_does_not_wait_for_a_store_that_hangs(
    ada: httpx.Client, memory: Memary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_PATIENCE", 0.05)
    monkeypatch.setattr(memory.core.store, "next_due", asyncio.Event().wait)
    told = ada.get("/readyz")
    assert (told.status_code, told.json()["detail"]) == (503, "The store has not answered for 0.05 seconds.")


def test_a_dead_store_is_said_and_not_a_fault_of_the_request(
    ada: httpx.Client, memory: Memary, tmp_path: Path
) -> None:
    ada.post("/v1/messages", json={"messages": [{"content": "I moved to Berlin."}]})
    assert ada.get("/readyz").json()["lag_seconds"] >= 0
    store = tmp_path / "memory.db"
    store.rename(tmp_path / "away.db")
    for answer in (
        ada.get("/readyz"),
        ada.get("/v1/facts"),
        ada.post("/v1/messages", json={"messages": [{"content": "I moved to Ulm."}]}),
    ):
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert answer.json()["detail"].startswith("The store cannot be used as it is")
        assert str(tmp_path) not in answer.text
    assert ada.get("/healthz").status_code == 200, "the process lives"
    (tmp_path / "away.db").rename(store)
    assert ada.get("/readyz").json()["status"] == "ready"


def test_the_description_documents_every_answer_as_a_problem(everything: httpx.Client) -> None:
    document = everything.get("/openapi.json").json()
    assert json.dumps(document).count("HTTPValidationError") == 0
    for path, found in document["paths"].items():
        for method, operation in found.items():
            assert operation["description"], (method, path)
            problems = {status for status in operation["responses"] if status >= "400"}
            assert problems >= ({"401", "403", "404", "413", "422", "503"} if path.startswith("/v1") else {"503"})
