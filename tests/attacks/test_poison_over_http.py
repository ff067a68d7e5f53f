"""A user whose input is poison disturbs nobody else over HTTP, and can read and forget what was taken of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from interfaces.server.serving import client, key, served

from attacks import shapes
from attacks.whole import NEIGHBOUR, QUESTION, SAID
from memary import Memary
from memary.interfaces.server import KeyRing

JSON = {"content-type": "application/json"}
MESSAGE = '{"messages": [{"content": "I live in Graz.", %s}]}'
POISONS = {
    **{
        f"metadata {depth} levels deep": MESSAGE % f'"metadata": {shapes.as_json(depth, in_lists=False)}'
        for depth in (32, 100, 200, 220, 255, 256, 5_000)
    },
    **{
        f"lists {depth} levels deep": MESSAGE % f'"metadata": {{"a": {shapes.as_json(depth, in_lists=True)}}}'
        for depth in (100, 220, 254)
    },
    "a NUL in an id": MESSAGE % r'"id": "a\u0000b"',
    "a line end in an id": MESSAGE % r'"id": "a\r\nb"',
    "half a character in an id": MESSAGE % r'"id": "\ud800"',
    "half a character in a session": MESSAGE % r'"session_id": "\ud800"',
    "half a character in metadata": MESSAGE % r'"metadata": {"\udfff": "\udfff"}',
    "no number": MESSAGE % '"metadata": {"a": NaN}',
    "a number without end": MESSAGE % '"metadata": {"a": 1e999}',
    "a number of 4,000 digits": MESSAGE % f'"metadata": {{"a": {"9" * 4_000}}}',
    "a hundred thousand brackets": "[" * 100_000 + "]" * 100_000,
    "the end of the calendar": MESSAGE % '"created_at": "9999-12-31T23:59:59-14:00"',
    "the beginning of the calendar": MESSAGE % '"created_at": "0001-01-01T00:00:00+14:00"',
    "a word of programs": '{"messages": [{"content": "NULL"}]}',
    "metadata of memary's own": MESSAGE % '"metadata": {"memary.zone": 5, "memary.trace": [], "memary.origin": {}}',
    "a name of another user": MESSAGE % '"speaker": "neighbour", "agent_id": "neighbour"',
    "nothing": "",
}
READS = [
    ("GET", "/v1/messages", None),
    ("POST", "/v1/search", {"query": "Where do I live?"}),
    ("POST", "/v1/context", {"query": "Where do I live?"}),
    ("POST", "/v1/flush", None),
    ("GET", "/v1/facts", None),
    ("GET", "/v1/entities", None),
    ("GET", "/v1/stream/timeline?since=2026-01-01T00:00:00Z&by=month", None),
    ("GET", "/v1/export", None),
    ("GET", "/v1/stats", None),
]


@pytest.fixture(scope="module")
def address(shared: Memary) -> Iterator[str]:
    """The API over the memory of both."""
    keys = KeyRing([key("mk_poisoner", "poisoner"), key("mk_neighbour", NEIGHBOUR)])
    with served(shared, keys=keys) as where:
        yield where


@pytest.fixture(scope="module")
def poisoner(address: str) -> Iterator[httpx.Client]:
    with client(address, "mk_poisoner") as one:
        yield one


@pytest.fixture(scope="module")
def neighbour(address: str) -> Iterator[httpx.Client]:
    with client(address, "mk_neighbour") as one:
        yield one


@pytest.mark.parametrize("poison", POISONS)
def test_poison_is_refused_or_harmless(poisoner: httpx.Client, neighbour: httpx.Client, poison: str) -> None:
    taken = poisoner.post("/v1/messages", content=POISONS[poison], headers=JSON)
    assert_answered(taken)
    for method, path, body in READS if taken.status_code == 201 else READS[:1]:
        answer = poisoner.request(method, path, json=body)
        assert_answered(answer)
        assert answer.status_code == 200 or taken.status_code != 201, answer.text
    assert_neighbour_is_served(neighbour)
    if taken.status_code == 201:
        assert poisoner.get("/v1/stats").json()["pending"] == 0
        assert poisoner.delete(f"/v1/messages/{taken.json()['ids'][0]}").status_code == 200


@given(body=shapes.messages(), where=shapes.filters())
@shapes.examples(0.4)
def test_random_requests_are_answered_in_a_sentence(
    poisoner: httpx.Client, neighbour: httpx.Client, body: Any, where: Any
) -> None:
    sent = json.dumps({"messages": body if isinstance(body, list) else [body]}, default=str)
    added = poisoner.post("/v1/messages", content=sent, headers=JSON)
    found = poisoner.post("/v1/search", content=json.dumps({"query": "Graz", "filters": where}), headers=JSON)
    listed = poisoner.get("/v1/facts", params={"filters": json.dumps(where)[:20_000]})
    for answer in (added, found, listed):
        assert_answered(answer)
    if added.status_code == 201:
        there = poisoner.get("/v1/messages", params={"limit": 1_000, "include_expired": True}).json()
        assert set(added.json()["ids"]) <= {message["id"] for message in there}
        assert poisoner.delete("/v1/memory", params={"confirm": "poisoner"}).status_code == 200
    assert_neighbour_is_served(neighbour)


def assert_answered(answer: httpx.Response) -> None:
    """It is done, or refused in a sentence; never a fault of the server's."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert "Traceback" not in answer.text
        assert problem["detail"]


def assert_neighbour_is_served(neighbour: httpx.Client) -> None:
    """The other user finds what they said, and all of it is read."""
    assert neighbour.post("/v1/search", json={"query": QUESTION, "kinds": ["message"]}).json()[0]["text"] == SAID
    assert neighbour.get("/v1/stats").json()["pending"] == 0
