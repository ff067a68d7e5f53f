"""First step of a message's way: check what the caller gave, and make records of it.

Text that is too long for one turn is a document: it is cut into parts at paragraphs and sentences, each a message of
its own that carries its number in the metadata (`part`).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from memary.errors import InputError
from memary.text import detect_language
from memary.types import ECHO, FOREVER, ORIGIN_KEY, ZONE_KEY, Message, MessageState, Metadata, Role, Scope
from memary.zones import name_of, zone_named

_EARLIEST, _LATEST = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
"""From when to before when something may have been said: the ends of the calendar leave no room for time zones."""

PART_CHARS = 6_000
"""Longest text kept as one message; longer ones are cut into parts."""

_BREAKS = (r"\n\s*\n", r"\n", r"(?<=[.!?。！？])\s*", r"\s+")


class GivenMessage(BaseModel):
    """A message as a caller gives it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    content: str
    role: Role = Role.USER
    speaker: str | None = Field(default=None, max_length=256)
    created_at: datetime | str | None = None
    session_id: str | None = None
    agent_id: str | None = None
    metadata: Metadata = Field(default_factory=dict)
    expires_at: datetime | str | None = None
    id: str | None = Field(default=None, min_length=1, max_length=128)


_METADATA: TypeAdapter[Metadata] = TypeAdapter(Metadata, config=ConfigDict(allow_inf_nan=False))

Given = str | Mapping[str, Any] | GivenMessage


def load(
    given: Given | Sequence[Given],
    *,
    scope: Scope,
    now: datetime,
    infer: bool = True,
    metadata: Metadata | None = None,
    expires_at: datetime | str | None = None,
    max_chars: int = 1_000_000,
) -> list[Message]:
    """Make messages of what the caller gave.

    Args:
        given: a text, a mapping with `content` (and `role`, `speaker`, `created_at`, `session_id`, `agent_id`,
            `metadata`, `expires_at`, `id`), or a sequence of these.
        scope: whose they are; a message's own session or agent goes before the scope's.
        now: when they are added, and said if they do not say otherwise.
        infer: whether facts are to be extracted from them.
        metadata: added to each message's own.
        expires_at: when they are hidden from then on, if they do not say it themselves.
        max_chars: longest text taken as one message.

    Raises:
        InputError: what cannot be stored, with its position and the remedy.
    """
    items = _items(given)
    if not items:
        raise InputError("There is no message to add: give at least one.")
    metadata = _checked_metadata(metadata)
    seen: Counter[str] = Counter()
    messages: list[Message] = []
    for position, item in enumerate(items, 1):
        where = "The message" if len(items) == 1 else f"Message {position} of {len(items)}"
        checked = _check(item, where=where, max_chars=max_chars)
        if checked.expires_at is None:
            checked = checked.model_copy(update={"expires_at": expires_at})
        for part in _parts(checked):
            messages.append(
                _record(part, scope=scope, now=now, infer=infer, metadata=metadata, seen=seen, where=where)
            )
    return messages


def _checked_metadata(metadata: Metadata | None) -> Metadata:
    """Return the metadata that goes with all messages.

    Raises:
        InputError: it is no JSON.
    """
    try:
        return _METADATA.validate_python(metadata or {})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"The metadata cannot be used: {where}: {first['msg']}.") from error


def _items(given: object) -> list[Given]:
    if isinstance(given, (str, Mapping, GivenMessage)):
        return [cast("Given", given)]
    if isinstance(given, (bytes, bytearray)) or not isinstance(given, Iterable):
        raise InputError(f"A {type(given).__name__} is no message: give a text, a mapping, or a list of these.")
    return list(cast("Iterable[Given]", given))


def storable(text: str) -> str:
    """Return a text without what `load` refuses: control characters and broken Unicode. For what a model wrote."""
    whole = text.encode(errors="replace").decode()
    return "".join(char for char in whole if not _is_control(char))


def _is_control(char: str) -> bool:
    return (ord(char) < 32 and char not in "\t\n\r\f") or char == "\ufffe"


def parse_time(value: datetime | str, *, where: str = "The time") -> datetime:
    """Return an aware time from a datetime or an ISO 8601 text, which may name its zone as in RFC 9557.

    That is 2026-05-01T09:00:00+02:00[Europe/Berlin]; of both the offset tells the moment and may be left out.

    Raises:
        InputError: it cannot be read, or lacks a time zone.
    """
    if isinstance(value, str):
        value = _read_time(value.strip(), where=where)
    if value.tzinfo is None:
        raise InputError(
            f"{where} {value.isoformat()} has no time zone: write {value.isoformat()}Z, or with the offset, "
            f"like {value.isoformat()}+02:00."
        )
    return value


def _read_time(text: str, *, where: str) -> datetime:
    written, bracket, name = text.removesuffix("]").partition("[")
    zone = zone_named(name) if bracket else None
    try:
        if bracket and (zone is None or not text.endswith("]")):
            raise ValueError(name)
        time = datetime.fromisoformat(written)
        if zone is None:
            return time
        return time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)
    except (ValueError, OverflowError) as error:
        raise InputError(f"{where} {text!r} is not an ISO 8601 time: write it like 2026-05-01T09:00:00Z.") from error


def _check(item: Given, *, where: str, max_chars: int) -> GivenMessage:
    try:
        message = GivenMessage(content=item) if isinstance(item, str) else GivenMessage.model_validate(item)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "message"
        known = ", ".join(GivenMessage.model_fields)
        hint = f" (a message has {known})" if first["type"] == "extra_forbidden" else ""
        raise InputError(f"{where} cannot be used: {field}: {first['msg']}{hint}.") from error
    text = message.content
    if not text.strip():
        raise InputError(f"{where} is empty: give it some text.")
    if len(text) > max_chars:
        raise InputError(
            f"{where} has {len(text):,} characters, more than the {max_chars:,} one message may have: "
            "split it, or raise MEMARY_MAX_MESSAGE_CHARS."
        )
    if any(map(_is_control, text)):
        raise InputError(f"{where} looks like binary data, not text: memary keeps text (for an image, use vision).")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{where} holds characters that are not valid Unicode: decode the text first.") from error
    return message


def _parts(message: GivenMessage) -> list[GivenMessage]:
    if len(message.content) <= PART_CHARS:
        return [message]
    texts = split_text(message.content, PART_CHARS)
    return [
        message.model_copy(
            update={
                "content": text,
                "metadata": message.metadata | {"part": number, "parts": len(texts)},
                "id": f"{message.id}#{number}" if message.id else None,
            }
        )
        for number, text in enumerate(texts, 1)
    ]


def split_text(text: str, limit: int) -> list[str]:
    """Cut a text into pieces of at most `limit` characters: at paragraphs, else lines, sentences, words, anywhere."""
    pieces = [text.strip()]
    for pattern in _BREAKS:
        pieces = [part for piece in pieces for part in _cut(piece, pattern, limit)]
    return [piece[at : at + limit] for piece in pieces for at in range(0, len(piece), limit)]


def _cut(text: str, pattern: str, limit: int) -> list[str]:
    if len(text) <= limit:
        return [text] if text else []
    pieces: list[str] = []
    start = end = 0
    for match in re.finditer(pattern, text):
        if match.start() - start > limit and end > start:
            pieces.append(text[start:end].strip())
            start = end
        end = match.end()
    if len(text) - start > limit and end > start:
        pieces.append(text[start:end].strip())
        start = end
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


def _record(
    given: GivenMessage,
    *,
    scope: Scope,
    now: datetime,
    infer: bool,
    metadata: Metadata,
    seen: Counter[str],
    where: str,
) -> Message:
    created_at = now if given.created_at is None else _said_at(given.created_at, where=f"{where}: created_at")
    expires_at = FOREVER if given.expires_at is None else parse_time(given.expires_at, where=f"{where}: expires_at")
    data = metadata | given.metadata | _zone_of(created_at)
    _check_unicode(data, where=where)
    is_news = given.role is not Role.SYSTEM and data.get(ORIGIN_KEY) != ECHO  # neither is about anybody
    agent_id, session_id = given.agent_id or scope.agent_id, given.session_id or scope.session_id
    identity = "\x1f".join(
        (agent_id or "", session_id or "", given.role, given.speaker or "", _moment(created_at), given.content)
    )
    seen[identity] += 1  # the same words twice in one call were said twice
    digest = given.id or blake2b(f"{identity}\x1f{seen[identity]}".encode(), digest_size=16).hexdigest()
    fields: dict[str, Any] = {
        "user_id": scope.user_id,
        "agent_id": agent_id,
        "session_id": session_id,
        "role": given.role,
        "speaker": given.speaker,
        "content": given.content,
        "created_at": created_at,
        "added_at": now,
        "metadata": data,
        "language": detect_language(given.content),
        "expires_at": expires_at,
        "digest": digest,
        "state": MessageState.PENDING if infer and is_news else MessageState.STORED,
    }
    try:
        return Message.model_validate(fields | ({"id": given.id} if given.id else {}))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise InputError(f"{where} cannot be used: {first['loc'][0]}: {first['msg']}.") from error


def _check_unicode(data: Metadata, *, where: str) -> None:
    """Refuse metadata that no store could write.

    Raises:
        InputError: a name or a value is broken.
    """
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{where} has metadata that is not valid Unicode: decode the text first.") from error


def _zone_of(time: datetime) -> Metadata:
    """Return the metadata that keeps the zone of a time, which is stored in UTC; nothing for UTC."""
    name = name_of(time)
    return {ZONE_KEY: name} if name else {}


def _moment(time: datetime) -> str:
    """Return the same text for the same moment, in whatever zone it is told."""
    return time.astimezone(UTC).isoformat()


def _said_at(given: datetime | str, *, where: str) -> datetime:
    """Return when something was said; it can be told in every zone, with a period around it."""
    time = parse_time(given, where=where)
    if not _EARLIEST <= time < _LATEST:
        raise InputError(
            f"{where} {time.isoformat()} is too near to an end of the calendar: "
            f"give a time in the years {_EARLIEST.year} to {_LATEST.year - 1}, in UTC."
        )
    return time
