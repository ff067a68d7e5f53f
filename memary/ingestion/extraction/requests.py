"""What a model's reply says is to be forgotten, in messages that ask for it."""

from __future__ import annotations

from collections.abc import Sequence

from memary.ingestion.extraction.evidence import source_of
from memary.ingestion.extraction.prompt import Extraction
from memary.types import Fact, Message


def asked_to_forget(
    extraction: Extraction, messages: Sequence[Message], known: Sequence[Fact]
) -> list[tuple[Message, Fact | None]]:
    """Return the messages that ask to forget something, each with the known fact meant, where it is numbered."""
    found: list[tuple[Message, Fact | None]] = []
    for fact in extraction.facts:
        message = source_of(fact, messages) if fact.op == "FORGET" else None
        if message is not None:
            is_known = fact.target is not None and 0 < fact.target <= len(known)
            found.append((message, known[fact.target - 1] if fact.target and is_known else None))
    return found
