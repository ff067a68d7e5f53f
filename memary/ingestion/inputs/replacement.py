"""Handle messages that come again under the ids that callers gave them, with the same text or another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memary.checks.faults import shown
from memary.errors import InputError
from memary.queries import MessageQuery, in_pages
from memary.stores.store import Store
from memary.text.captions import uncaptioned
from memary.types import Message, Scope


async def other_texts(store: Store, scope: Scope, messages: Sequence[Message]) -> list[Message]:
    """Return the stored messages whose id a new message has with another text, with all their parts.

    Args:
        store: where they are.
        scope: whose they are.
        messages: what `load` made of the new ones.
    """
    given = _texts(message for message in messages if message.id == message.digest)
    stored: dict[str, Message] = {}
    for ids in in_pages([id_ for base in given for id_ in (base, f"{base}#1")]):
        stored |= {message.id: message for message in await store.read(MessageQuery(scope, ids=ids))}
    further = [id_ for base in given if f"{base}#1" in stored for id_ in _further(stored[f"{base}#1"], base)]
    for ids in in_pages(further):
        stored |= {message.id: message for message in await store.read(MessageQuery(scope, ids=ids))}
    return [
        message
        for base, texts in _texts(stored.values()).items()
        if texts != given.get(base, texts)
        for message in stored.values()
        if message.id in texts
    ]


def refuse_other_texts(stored: Iterable[Message]) -> None:
    """Refuse messages whose ids are those of others.

    Raises:
        InputError: there is one; the first is named.
    """
    for message in stored:
        raise InputError(
            f"The message id {shown(base_of(message))} of user {shown(message.user_id)} is already stored with "
            "another text: "
            "use a new id, or add it with replace."
        )


def base_of(message: Message) -> str:
    """Return the id that a caller gave, of a message or of a part of it."""
    part = message.metadata.get("part")
    return message.id.removesuffix(f"#{part}") if isinstance(part, int) else message.id


def _texts(messages: Iterable[Message]) -> dict[str, Mapping[str, str]]:
    """Return by the ids that callers gave the texts of each part by its id."""
    found: dict[str, dict[str, str]] = {}
    for message in messages:
        found.setdefault(base_of(message), {})[message.id] = uncaptioned(message)
    return dict(found)


def _further(first: Message, base: str) -> list[str]:
    """Return the ids of the parts that follow the first."""
    parts = first.metadata.get("parts")
    return [f"{base}#{number}" for number in range(2, parts + 1)] if isinstance(parts, int) else []
