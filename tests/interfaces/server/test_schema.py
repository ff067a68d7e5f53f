"""Requests that schemathesis makes of the API's own description: no fault of the server, and answers as described."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from interfaces.server.serving import ADA, KEYS, client, served
from memary import Memary
from memary.interfaces.server.app import description

EXAMPLES = 2
"""For each operation, of each kind: such as the description allows, and such as it forbids."""

PATIENCE = 90
"""Seconds that a busy machine may take for an answer."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    (operation["tags"][0], method.upper(), path)
    for path, found in description()["paths"].items()
    for method, operation in found.items()
]
MODES = tuple(schemathesis.GenerationMode)
WITHOUT_INPUT = ("/healthz", "/readyz")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    home = tmp_path_factory.mktemp("home")
    with (
        Memary.open(f"sqlite:///{home}/memory.db", worker=False, timezone="UTC", home=home) as memory,
        served(memory, keys=KEYS) as address,
        client(address, ADA) as one,
    ):
        yield one


def fresh_ids(api: httpx.Client) -> dict[str, str]:
    """Ids of a memory that has a bit of everything, whatever was forgotten before."""
    sent = {"messages": [{"content": "I moved to Berlin. My sister is called Mia."}], "session_id": "s1"}
    (message_id,) = api.post("/v1/messages", json=sent).json()["ids"]
    api.post("/v1/flush")
    triple = {"subject": "Mia", "predicate": "likes", "object": "tea", "source_ids": [message_id]}
    api.post("/v1/facts", json={"facts": [triple]})
    fact = api.get("/v1/facts", params={"about": "Mia"}).json()[-1]
    row = api.get("/v1/operations", params={"limit": 1}).json()[0]
    space = api.post("/v1/spaces", json={"name": f"Family {message_id}"}).json()
    return {
        "message_id": message_id,
        "fact_id": fact["id"],
        "entity_id": fact["object_id"],
        "operation_id": row["id"],
        "space": space["space_id"],
    }


@pytest.fixture(scope="module")
def schema(api: httpx.Client) -> BaseSchema:
    """What the API says of itself."""
    read = schemathesis.openapi.from_dict(description())
    read.config.update(base_url=str(api.base_url), headers={"Authorization": api.headers["Authorization"]})
    return read


@pytest.mark.parametrize("tag", dict.fromkeys(tag for tag, *_ in OPERATIONS))
def test_answers_are_as_described(api: httpx.Client, schema: BaseSchema, tag: str) -> None:
    counts: Counter[int] = Counter()
    ids: dict[str, str] = {}
    for method, path in ((method, path) for whose, method, path in OPERATIONS if whose == tag):
        for mode in MODES[:1] if path in WITHOUT_INPUT else MODES:
            cases = schema[path][method].as_strategy(generation_mode=mode)
            ids = ids or fresh_ids(api)
            tried(cases, ids, counts)
            ids = ids if method == "GET" else {}
    sys.stdout.write(f"{counts.total()} cases: {dict(counts)}\n")
    assert set(counts) <= {200, 201, 204, 400, 403, 404, 409, 413, 422}
    assert counts[200] + counts[201] > 0


def tried(cases: Any, ids: dict[str, str], counts: Counter[int]) -> None:
    """Send cases; mostly in one's own memory, and half of the time with ids that there are."""

    def check(case: schemathesis.Case) -> None:
        if len(str(case.query)) % 4:
            case.query.pop("user_id", None)
        for name in ids.keys() & case.path_parameters.keys():
            if len(str(case.path_parameters[name])) % 2:
                case.path_parameters[name] = ids[name]
        response = case.call(timeout=PATIENCE)
        counts[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    run = settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )(given(case=cases)(check))
    run()
