"""A message, what a model reads in it, and what becomes of it."""

from __future__ import annotations

from typing import Any

from ingestion.talks import USER, extraction
from memary.types import MessageState

MOVED = extraction(("User", "lives_in", "Berlin"), entities=({"name": "Berlin", "type": "place"},))


BERLIN = {("User", "lives_in", "Berlin")}


def add(memory: Any, *texts: str, session: str = "s1") -> None:
    memory.add(list(texts) or ["I moved to Berlin."], user_id=USER, session_id=session)


def states(memory: Any) -> list[MessageState]:
    return [message.state for message in memory.messages.list(user_id=USER)]
