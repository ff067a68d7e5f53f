"""A chat between people as a messenger exported it, and the messages that it becomes.

Times of an export may be local ones without a zone, and nothing in it says which speaker is the user: both are
settled once the file was read. Ids come from what the file tells, so that they stay whoever is the user, and in any
zone.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from hashlib import blake2b
from typing import Any, NamedTuple

from memary.errors import InputError
from memary.integrations.importers.formats import Exported, Owned

_STEP = timedelta(microseconds=1)


class ChatMessage(NamedTuple):
    """What somebody wrote.

    Attributes:
        speaker: their name.
        text: their words.
        at: when; a local time where it has no zone.
        id: names it in the chat; None where the export has none.
        metadata: what else is kept with it.
    """

    speaker: str
    text: str
    at: datetime
    id: str | None = None
    metadata: dict[str, Any] = {}  # noqa: RUF012  nobody writes into it


@dataclass(slots=True)
class ImportedChat:
    """A chat: what wrote it down, what names it there, what people call it, and what was said, in its order."""

    source: str
    id: str
    title: str
    said: list[ChatMessage] = field(default_factory=list[ChatMessage])

    def keep(self, exported: Exported) -> None:
        """Add what was said to what comes in: each day is a session.

        Messages of the same time keep their order.
        """
        exported.is_chat = True
        told: Counter[datetime] = Counter()
        repeated: Counter[str] = Counter()
        for one in self.said:
            digest = self._digest(one)
            repeated[digest] += 1
            id_ = one.id or (digest if repeated[digest] == 1 else f"{digest}-{repeated[digest]}")
            given = {
                "id": f"{self.source}:{id_}",
                "content": one.text,
                "role": "user",
                "speaker": one.speaker,
                "created_at": one.at + told[one.at] * _STEP,
                "session_id": f"{self.source}:{self.title} {one.at:%Y-%m-%d}",
                "metadata": {"imported_from": self.source, "title": self.title} | one.metadata,
            }
            told[one.at] += 1
            exported.bring(Owned(None, given, is_living=one.id is not None))

    def _digest(self, one: ChatMessage) -> str:
        told = "\n".join((self.id, one.at.isoformat(), one.speaker, one.text))
        return blake2b(told.encode(errors="replace"), digest_size=12).hexdigest()


def settle(exported: Exported, *, me: str | None, zone: tzinfo) -> None:
    """Give local times of chats their zone, and take the user's name from what the user wrote.

    Args:
        exported: what was read; it is changed.
        me: the user's name in the chats; default: whom the export names as its owner.
        zone: of times that tell none.

    Raises:
        InputError: nobody of this name wrote anything.
    """
    names = sorted({str(owned.given["speaker"]) for owned in exported.messages})
    owner = exported.owner if me is None else next((name for name in names if _same(name, me)), None)
    if me is not None and owner is None:
        raise InputError(f"{me!r} wrote nothing there: say which of these is the user: {', '.join(names)}.")
    for owned in exported.messages:
        if owned.given["speaker"] == owner:
            del owned.given["speaker"]
        at: datetime = owned.given["created_at"]
        if at.tzinfo is None:
            owned.given["created_at"] = at.replace(tzinfo=zone)
            exported.is_local = True
    exported.owner = owner
    exported.speakers = tuple(names)


def _same(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
