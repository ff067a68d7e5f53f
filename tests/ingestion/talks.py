"""What the ingestion tests share: a memory with a scripted model, and the replies that model gives."""

from __future__ import annotations

import json
from typing import Any

from support.model_server import ModelServer

from memary import Memary
from memary.types import Fact

USER = "ada"


def opened(server: ModelServer, store: str = "sqlite:///:memory:", **options: Any) -> Memary:
    """A memory whose models all live on the scripted server.

    Nothing runs in the background, nothing is retried.
    """
    defaults: dict[str, Any] = {"worker": False, "max_retries": 0, "request_timeout": 20.0}
    return Memary.open(store, base_url=server.base_url, model="scripted", api_key="test", **(defaults | options))


def extraction(*facts: dict[str, Any] | tuple[str, str, str], entities: tuple[dict[str, Any], ...] = ()) -> str:
    """The reply of a model that found these facts."""
    rows = [
        dict(zip(("subject", "predicate", "object"), f, strict=True)) if isinstance(f, tuple) else f for f in facts
    ]
    return json.dumps({"entities": entities, "facts": rows})


def triples(facts: list[Fact]) -> set[tuple[str, str, str]]:
    """Facts in short."""
    return {(fact.subject, fact.predicate, fact.object) for fact in facts}


def known(memory: Memary, **options: Any) -> set[tuple[str, str, str]]:
    """What is true now."""
    return triples(memory.facts.list(user_id=USER, **options))
