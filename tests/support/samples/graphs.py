"""Facts by the handful, for small known graphs."""

from __future__ import annotations

from typing import Any


def edge(subject: str, predicate: str, object: str, **fields: Any) -> dict[str, Any]:
    """A fact as `memory.facts.add` takes it."""
    statement = f"{subject} {predicate.replace('_', ' ')} {object}."
    return {"subject": subject, "predicate": predicate, "object": object, "statement": statement, **fields}


def edges(*lines: str) -> list[dict[str, Any]]:
    """Facts from lines such as "Ada knows Ben"."""
    return [edge(*line.split()) for line in lines]
