"""The messages that runs are kept as: found by their metadata."""

from __future__ import annotations

from collections.abc import Collection

from memary.memory.runs import is_run, run_filter, run_id_of
from memary.stores.base import GraphStore
from memary.types import Message, Scope


async def run_messages(store: GraphStore, scope: Scope, ids: Collection[str] | None = None) -> list[Message]:
    """Return the messages of a user's runs, or of these runs."""
    return await store.messages(scope, where=run_filter(ids))


async def parts_of(store: GraphStore, scope: Scope, message: Message) -> list[Message]:
    """Return the further messages of a run whose first message this is; none for any other message."""
    if not is_run(message) or run_id_of(message) != message.id:
        return []
    return [part for part in await run_messages(store, scope, [message.id]) if part.id != message.id]
