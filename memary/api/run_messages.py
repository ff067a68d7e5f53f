"""Find the messages that runs are kept as, by their metadata."""

from __future__ import annotations

from collections.abc import Collection

from memary.queries import MessageQuery, View
from memary.runs import run_filter
from memary.stores.store import Store
from memary.types import Message, Scope


async def run_messages(store: Store, scope: Scope, ids: Collection[str] | None = None) -> list[Message]:
    """Return the messages of a user's runs, or of these runs."""
    return await store.read(MessageQuery(scope, view=View(where=run_filter(ids))))
