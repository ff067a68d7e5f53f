"""Documents: named texts with a value, which other frameworks put, replace and delete.

A document is kept as a message of the user's, so that recall finds it like everything else that was said; a text too
long for one message has further messages as its parts. Messages never change. So each document has two places, and a
new version is written to the free one before the old one goes: whenever a process dies, one version is whole.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID, uuid5

from memary.checks.bounds import PART_CHARS
from memary.client import Memary
from memary.errors import InputError, NotFoundError
from memary.event_loop import Loop, on_loop
from memary.facts.transaction import retry_on_conflict
from memary.ingestion.load import split_text, storable
from memary.queries import FactQuery, MessageQuery
from memary.types import (
    ECHO,
    FOREVER,
    ORIGIN_KEY,
    GraphDelta,
    Message,
    MessageState,
    Metadata,
    Scope,
    scope_of,
    utc_now,
)

_IDS = UUID("6f0ffb64-4a0e-4b60-9d56-0a63b5b7c1d1")
"""What the ids of documents are derived from, with their names."""

_NOTHING = "(empty)"


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it stands.

    Attributes:
        name: unique among the documents of its user and kind.
        value: what the framework keeps with it; JSON.
        created_at: when the first version was put.
        updated_at: when this version was put.
        message: the message that holds it.
    """

    name: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A document to be put.

    Attributes:
        name: unique among the documents of its user and kind.
        value: what the framework keeps with it; JSON.
        text: what it says, in words.
        labels: what `find` and `search` can filter by, under the kind's name.
        metadata: the caller's own, to filter by.
        fields: `role`, `speaker`, `agent_id`, `session_id`, `created_at` of its message.
        is_recalled: whether recall finds it by its text.
        expires_at: from when on it is hidden.
        created_at: when the first version was put; default: as stored, else now.
        updated_at: when this version was put; default: now.
    """

    name: str
    value: Mapping[str, Any]
    text: str
    labels: Mapping[str, Any]
    metadata: Mapping[str, Any]
    fields: Mapping[str, Any]
    is_recalled: bool = True
    expires_at: datetime = FOREVER
    created_at: datetime | None = None
    updated_at: datetime | None = None


class Documents:
    """The documents of one kind in a memory.

    Args:
        memory: an open memory.
        kind: the metadata key that they are told by.
        infer: whether facts are read out of their texts, too.
    """

    def __init__(self, memory: Memary, kind: str, *, infer: bool = False) -> None:
        self._memory, self._kind, self._infer = memory, kind, infer
        self._writing = asyncio.Lock()

    @property
    def loop(self) -> Loop:
        """Where its work runs: the loop of the memory."""
        return self._memory.loop

    @on_loop
    async def get(
        self, user_id: str, names: Collection[str], *, include_expired: bool = False
    ) -> dict[str, Document]:
        """Return the documents of these names, as far as they are there."""
        named = {self._base(name): name for name in names}
        found = await self._newest(scope_of(user_id), named, include_expired=include_expired)
        return {named[base]: document for base, document in found.items()}

    @on_loop
    async def find(
        self, user_id: str, filters: Mapping[str, Any] | None = None, *, include_expired: bool = False
    ) -> list[Document]:
        """Return the documents for which a filter holds (see `memary.filters`), the one put last first."""
        wanted = {"AND": [{f"metadata.{self._kind}.parts": "*"}, *([filters] if filters else [])]}
        messages = await self._memory.messages.alist(user_id=user_id, filters=wanted, include_expired=include_expired)
        newest: dict[str, Document] = {}
        for message in sorted(messages, key=_age):
            newest[_base_of(message.id)] = self._document(message)
        return sorted(newest.values(), key=lambda one: (one.updated_at, one.name), reverse=True)

    @on_loop
    async def search(
        self,
        scope: Scope,
        query: str,
        *,
        top_k: int,
        filters: Sequence[Mapping[str, Any]] = (),
        min_score: float | None = None,
        include_expired: bool = False,
    ) -> list[tuple[Document, float]]:
        """Return the documents that recall finds for a query, best first, each with its score."""
        wanted = {"AND": [{f"metadata.{self._kind}.name": "*"}, *filters]}
        asked = top_k
        while True:
            hits = await self._memory.asearch(
                query,
                **scope.model_dump(),
                kinds={"message"},
                spaces=[],
                top_k=asked,
                filters=wanted,
                min_score=min_score,
                include_expired=include_expired,
            )
            scores: dict[str, float] = {}
            for hit in hits:
                scores.setdefault(_base_of(hit.id), hit.score)
            if len(scores) >= top_k or len(hits) < asked:
                break
            asked *= 2  # several parts of one document were among them
        found = await self._newest(scope_of(scope.user_id), scores, include_expired=include_expired)
        return [(found[base], score) for base, score in scores.items() if base in found][:top_k]

    @on_loop
    async def put(self, user_id: str, draft: Draft) -> Document:
        """Write a document, in place of the one of its name.

        Raises:
            InputError: the value is no JSON, or a field cannot be used. Nothing has changed.
        """
        scope = scope_of(user_id)
        value = _json(draft.value)
        async with self._writing:
            base = self._base(draft.name)
            before = (await self._stored(scope, [base])).get(base, [])
            place = 1 - _place(before[-1]) if before else 0
            await self._drop(scope, [message for message in before if _place(message) == place])
            messages = self._messages(draft, value, place, before[-1] if before else None)
            await self._memory.aadd(messages, user_id=user_id, infer=self._infer)
            await self._drop(scope, [message for message in before if _place(message) != place])
            return self._document((await self._stored(scope, [base]))[base][-1])

    @on_loop
    async def delete(self, user_id: str, name: str) -> bool:
        """Forget a document for good, with the facts that rest on it alone; say whether there was one."""
        async with self._writing:
            base = self._base(name)
            versions = (await self._stored(scope_of(user_id), [base])).get(base, [])
            for message in versions:
                for id_ in self._ids(message):
                    with suppress(NotFoundError):
                        await self._memory.aforget(user_id=user_id, message_id=id_, for_good=True)
        return bool(versions)

    async def _newest(self, scope: Scope, bases: Collection[str], *, include_expired: bool) -> dict[str, Document]:
        """Return the documents of these bases of ids, as far as they are there."""
        found, now = await self._stored(scope, bases), utc_now()
        return {
            base: self._document(versions[-1])
            for base, versions in found.items()
            if include_expired or versions[-1].expires_at > now
        }

    async def _stored(self, scope: Scope, bases: Collection[str]) -> dict[str, list[Message]]:
        """Return the versions of each document that are there, the newest last.

        Two only if a write was cut off. By their ids alone: `redact` may have taken a name out.
        """
        ids = {f"{base}.{place}": base for base in bases for place in (0, 1)}
        found: dict[str, list[Message]] = {}
        for message in sorted(
            await self._memory.core.store.read(MessageQuery(scope, ids=ids)) if ids else [], key=_age
        ):
            if _told(message.metadata, self._kind):
                found.setdefault(ids[message.id], []).append(message)
        return found

    async def _drop(self, scope: Scope, messages: Sequence[Message]) -> None:
        """Remove versions that a newer one replaces; what facts rest on is forgotten with them."""
        ids = tuple(id_ for message in messages for id_ in self._ids(message))
        store = self._memory.core.store
        if not ids:
            return
        is_read = any(message.state is not MessageState.STORED for message in messages)
        if is_read or await store.read(FactQuery(scope, source_ids=ids, limit=1)):
            for id_ in ids:
                with suppress(NotFoundError):
                    await self._memory.aforget(user_id=scope.user_id, message_id=id_, for_good=True)
            return

        async def step() -> None:
            revision = await store.revision(scope.user_id)
            await store.apply(GraphDelta(user_id=scope.user_id, revision=revision, removed_messages=ids))

        await retry_on_conflict(step)

    def _messages(
        self, draft: Draft, value: dict[str, Any], place: int, before: Message | None
    ) -> list[dict[str, Any]]:
        now = utc_now()
        text = storable(draft.text).strip()
        metadata: Metadata = {**draft.metadata}
        if not (text and draft.is_recalled):  # what is marked so is kept, but neither read nor recalled
            text, metadata[ORIGIN_KEY] = text or _NOTHING, ECHO
        parts = split_text(text, PART_CHARS)
        created = draft.created_at or (self._document(before).created_at if before else now)
        label = {**draft.labels, "name": draft.name}
        head = {
            **label,
            "value": value,
            "created_at": created.isoformat(),
            "updated_at": (draft.updated_at or now).isoformat(),
            "parts": len(parts),
        }
        id_ = f"{self._base(draft.name)}.{place}"
        common = {"created_at": draft.updated_at or now, **draft.fields, "expires_at": draft.expires_at}
        return [
            {**common, "id": _part(id_, number), "content": part, "metadata": {**metadata, self._kind: fields}}
            for number, (part, fields) in enumerate(zip(parts, [head, *[label] * (len(parts) - 1)], strict=True))
        ]

    def _base(self, name: str) -> str:
        return str(uuid5(_IDS, f"{self._kind}\x1f{name}"))

    def _ids(self, message: Message) -> list[str]:
        return [_part(message.id, number) for number in range(_told(message.metadata, self._kind)["parts"])]

    def _document(self, message: Message) -> Document:
        fields = _told(message.metadata, self._kind)
        return Document(
            name=fields["name"],
            value=fields["value"],
            created_at=datetime.fromisoformat(fields["created_at"]),
            updated_at=datetime.fromisoformat(fields["updated_at"]),
            message=message,
        )


def _told(metadata: Mapping[str, Any], kind: str) -> dict[str, Any]:
    fields = metadata.get(kind)
    return cast("dict[str, Any]", fields) if isinstance(fields, dict) else {}


def _age(message: Message) -> tuple[datetime, str]:
    return (message.added_at, message.id)


def _place(message: Message) -> int:
    return int(message.id.rpartition(".")[2])


def _base_of(id_: str) -> str:
    """Return what the ids of all versions and parts of a document begin with."""
    return id_.partition(".")[0]


def _part(id_: str, number: int) -> str:
    return f"{id_}.{number}" if number else id_


def _json(value: Mapping[str, Any]) -> dict[str, Any]:
    try:
        text = json.dumps(dict(value), allow_nan=False, ensure_ascii=False)
        text.encode()
    except (TypeError, ValueError) as error:
        raise InputError(f"The value cannot be stored: {error}. Give a value that JSON can hold.") from error
    return json.loads(text)
