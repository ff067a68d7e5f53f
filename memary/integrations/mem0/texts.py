"""Memories that are texts as they were said: kept, changed and ended, each with its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from memary.client import Memary
from memary.integrations.documents import Document, Documents, Draft
from memary.integrations.mem0.scopes import Ids
from memary.integrations.mem0.shapes import KIND, history_row, own_metadata
from memary.types import Fact, Message, Scope, new_id, utc_now

_HELD = {f"metadata.{KIND}.is_deleted": False}
"""Keeps what was not deleted: that stays for its history."""


class MemoryTexts:
    """The texts of a memory."""

    def __init__(self, memory: Memary) -> None:
        self._documents = Documents(memory, KIND)

    async def get(self, user: str, id_: str) -> Document | None:
        """Return a text by its id, also one that has expired or was deleted."""
        return (await self._documents.get(user, [id_], include_expired=True)).get(id_)

    async def find(self, user: str, filters: Sequence[Mapping[str, Any]], *, include_expired: bool) -> list[Document]:
        """Return the texts for which filters hold."""
        return await self._documents.find(user, {"AND": [_HELD, *filters]}, include_expired=include_expired)

    async def search(
        self,
        query: str,
        ids: Ids,
        filters: Sequence[Mapping[str, Any]],
        *,
        top_k: int,
        min_score: float | None,
        include_expired: bool,
    ) -> list[tuple[Document, float]]:
        """Return the texts that recall finds for a query, each with its score."""
        return await self._documents.search(
            Scope(user_id=ids.user, agent_id=ids.agent_id, session_id=ids.run_id),
            query,
            top_k=top_k,
            filters=[_HELD, *filters],
            min_score=min_score,
            include_expired=include_expired,
        )

    async def keep(
        self, ids: Ids, message: Mapping[str, Any], metadata: Mapping[str, Any], expires_at: datetime
    ) -> Document:
        """Keep a message as a memory of its own."""
        id_, text, now = str(uuid4()), str(message["content"]), utc_now()
        speaker, role = message.get("speaker"), message["role"]
        row = history_row(new_id(), id_, None, text, made_at=now, at=now) | {"actor_id": speaker, "role": role}
        fields = {"role": role, "speaker": speaker, "agent_id": ids.agent_id, "session_id": ids.run_id}
        said_at = message.get("created_at")
        draft = Draft(
            name=id_,
            value={"memory": text, "history": [row]},
            text=text,
            labels={"is_deleted": False},
            metadata=metadata,
            fields=fields | ({"created_at": said_at} if said_at else {}),
            expires_at=expires_at,
        )
        return await self._documents.put(ids.user, draft)

    async def change(
        self,
        document: Document,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | None = None,
    ) -> None:
        """Change what is given of a text."""
        old, said = document.value["memory"], document.message
        row = _row(document, text or old)
        draft = Draft(
            name=document.name,
            value={"memory": text or old, "history": [*document.value["history"], row]},
            text=text or old,
            labels={"is_deleted": False},
            metadata=own_metadata(said.metadata) | dict(metadata or {}),
            fields=_fields(said),
            expires_at=said.expires_at if expires_at is None else expires_at,
        )
        await self._documents.put(said.user_id, draft)

    async def end(self, document: Document) -> None:
        """End a text: nothing finds it any more, but its history is kept."""
        said = document.message
        draft = Draft(
            name=document.name,
            value={"memory": "", "history": [*document.value["history"], _row(document, None)]},
            text="(deleted)",
            is_recalled=False,
            labels={"is_deleted": True},
            metadata=own_metadata(said.metadata),
            fields=_fields(said),
        )
        await self._documents.put(said.user_id, draft)

    async def succeed(
        self, fact: Fact, text: str, history: Sequence[Mapping[str, Any]], sources: Sequence[Message]
    ) -> None:
        """Keep a text in place of a fact, under its id, with its history."""
        now = utc_now()
        made_at = datetime.fromisoformat(history[0]["created_at"]) if history else now
        row = history_row(new_id(), fact.id, fact.statement, text, made_at=made_at, at=now)
        draft = Draft(
            name=fact.id,
            value={"memory": text, "history": [*history, row]},
            text=text,
            labels={"is_deleted": False},
            metadata=own_metadata(sources[0].metadata) if sources else {},
            fields=_fields(sources[0]) if sources else {},
            expires_at=fact.expires_at,
            created_at=made_at,
        )
        await self._documents.put(fact.user_id, draft)


def is_deleted(document: Document) -> bool:
    """Return whether only the history of a text is left."""
    return bool(document.value["history"][-1]["is_deleted"])


def _row(document: Document, new: str | None) -> dict[str, Any]:
    said = document.message
    old, made_at = document.value["memory"], document.created_at
    row = history_row(new_id(), document.name, old, new, made_at=made_at, at=utc_now())
    return row | {"actor_id": said.speaker, "role": said.role.value}


def _fields(said: Message) -> dict[str, Any]:
    """Return who said a message, to whom and when."""
    names = ("role", "speaker", "agent_id", "session_id", "created_at")
    return {name: getattr(said, name) for name in names}
