"""Talk that is read at once."""

from __future__ import annotations

from typing import Any

from memary import Memary


def say(memory: Memary, user: str, text: str, day: str, **options: Any) -> str:
    """Add a message said on a day, read it, and return its id."""
    said = {"content": text, "created_at": f"{day}T00:00:00Z"}
    (id_,) = memory.add(said, user_id=user, **options).ids
    memory.flush(user_id=user)
    return id_
