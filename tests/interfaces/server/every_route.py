"""Every route that the API describes, called with what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx

from memary.interfaces.server.app import description

BODIES: dict[str, Any] = {
    "/v1/messages": {"messages": [{"content": "Ben was here."}]},
    "/v1/search": {"query": "canary", "kinds": ["message", "fact", "entity", "run"]},
    "/v1/context": {"query": "canary", "session_id": "nest"},
    "/v1/chat": {"query": "Who likes canaries?", "session_id": "nest"},
    "/v1/chat/stream": {"query": "Who likes canaries?", "session_id": "nest"},
    "/v1/facts": {"facts": [{"subject": "Ben", "predicate": "likes", "object": "tea"}]},
    "/v1/facts/{fact_id}": {"object": "tea"},
    "/v1/facts/{fact_id}/feedback": {"rating": "positive"},
    "/v1/sessions/{session_id}": {"title": "Tea"},
    "/v1/merges": {"entity": "Canaria", "into": "Ben"},
    "/v1/runs": {"objective": "Feed Ben"},
    "/v1/runs/{run_id}": {"progress": "half"},
    "/v1/entities/{entity_id}": {"add": ["birds"]},
    "/v1/distinctions": {"entity": "Canaria", "other": "Ben"},
    "/v1/reflect": {"everything": True},
    "/v1/access": {"others": "paused"},
    "/v1/facts/condense": {"most": 50},
    "/v1/spaces": {"name": "Nest"},
    "/v1/spaces/{space}": {"name": "Roost"},
    "/v1/spaces/{space}/members": {"member": "cleo", "role": "writer"},
}
"""What is sent where; a route that takes a body and is missing here fails the test."""

QUERIES: dict[str, Any] = {
    "/v1/graph": {"about": "Canaria"},
    "/v1/graph/check": {"question": "Who is my sister?"},
    "/v1/near-names": {"text": "Who is Canarya?"},
    "/v1/stream/changes": {"since": "2026-01-01T00:00:00Z"},
    "/v1/stream/rewind": {"as_of": "2026-01-01T00:00:00Z"},
    "/v1/memory": {"session_id": "nest"},
    "/v1/stream/entries": {"entity": "Canaria"},
}


def routes() -> Iterator[tuple[str, str]]:
    return ((method, path) for path, found in description()["paths"].items() for method in found if "/v1" in path)


def asked(api: httpx.Client, method: str, path: str, ids: dict[str, str], **query: str) -> httpx.Response:
    """Call a route with what it takes."""
    body = BODIES.get(path) if method in ("post", "patch") else None
    sent = {} if body is None else {"json": body}
    return api.request(method, path.format(**ids), params={**QUERIES.get(path, {}), **query}, **sent)
