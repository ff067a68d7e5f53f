"""Steps that the conformance tests share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from support.records import NOW
from support.vectors import vector_of

from memary.stores.base import StoredRecord
from memary.stores.store import Store
from memary.types import Entity, Fact, GraphDelta, Mention, Message, MessageState


async def put(store: Store, user: str, **parts: Any) -> None:
    """Apply a delta made from the user's present revision."""
    await store.apply(GraphDelta(user_id=user, revision=await store.revision(user), **parts))


async def say(store: Store, *messages: Message) -> list[Message]:
    """Append messages with vectors that follow from their content, due at once."""
    embeddings = {message.id: vector_of(message.content) for message in messages}
    return await store.append(messages, embeddings=embeddings, due_at=NOW)


async def say_stored(store: Store, *messages: Message) -> list[Message]:
    """Append messages that no worker shall claim."""
    quiet = [message.model_copy(update={"state": MessageState.STORED}) for message in messages]
    return await say(store, *quiet)


async def dumped(store: Store, user: str) -> list[StoredRecord]:
    """Everything of a user, in the order of the dump."""
    return [record async for record in store.dump(user)]


def ids(records: Sequence[Message | Entity | Fact]) -> list[str]:
    """The ids of records, in their order."""
    return [record.id for record in records]


def contents(messages: Sequence[Message]) -> list[str]:
    """The texts of messages, in their order."""
    return [message.content for message in messages]


def sources(mentions: Sequence[Mention]) -> list[str]:
    """The sources of mentions, in their order."""
    return [mention.source_id for mention in mentions]
