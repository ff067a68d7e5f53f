"""What tests of the stream say, and what comes up by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memary import Memary

Open = Callable[..., Memary]


def say(memory: Memary, user: str, text: str, day: str = "2026-05-01", *, session: str = "s", **more: Any) -> str:
    said = {"content": text, "created_at": f"{day}T09:00:00Z"} | more
    (id_,) = memory.add([said], user_id=user, session_id=session).ids
    memory.flush(user_id=user)
    return id_


def counts(memory: Memary, user: str, **options: Any) -> dict[str, int]:
    return {one.entity.name: one.count for one in memory.entities.list(user_id=user, **options)}


def told(memory: Memary, user: str, **options: Any) -> list[tuple[str, str]]:
    return [
        (f"{mention.at:%m-%d}", entity.name) for mention, entity in memory.stream.entries(user_id=user, **options)
    ]
