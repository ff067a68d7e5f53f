"""Page through a user's messages or facts, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memary.client import Memary
from memary.queries import newest_of
from memary.types import Fact, Message


@dataclass(frozen=True, slots=True)
class Page:
    """Which page is asked for."""

    kind: Literal["message", "fact"]
    session_id: str | None
    limit: int
    cursor: str | None


async def page_of(memory: Memary, user: str, page: Page) -> tuple[Sequence[Message | Fact], str | None]:
    """Return the records of a page, and the cursor of the next one; None on the last.

    Raises:
        InputError: the cursor is none, or that of another list.
    """
    asked: dict[str, Any] = {"user_id": user, "session_id": page.session_id, "limit": page.limit + 1}
    if page.kind == "fact":
        shown, cursor = newest_of(await memory.facts.alist(**asked, before=page.cursor), page.limit)
    else:
        shown, cursor = newest_of(await memory.messages.alist(**asked, before=page.cursor), page.limit)
    return shown[::-1], cursor
