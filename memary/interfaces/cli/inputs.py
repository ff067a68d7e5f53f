"""Read what `memary add` is given: words, standard input, documents, files of messages.

All of it is checked first.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from memary.errors import InputError
from memary.ingestion.load import GivenMessage, empty, given_messages, load
from memary.types import Scope, utc_now

_JSON_LINES = frozenset({".jsonl", ".ndjson"})
_OF_MESSENGERS = frozenset({".txt", ".json", ".zip"})
"""How files are called that messengers export."""

_SHOWN_LINES = 10
_EXPANDED = re.compile(r'["$`\\!]')
"""What a shell reads between double quotes as something else."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the options of the command say about messages that do not say it themselves."""

    scope: Scope
    role: str = "user"
    speaker: str | None = None
    at: datetime | None = None
    expires_at: datetime | None = None
    max_chars: int = 1_000_000


@dataclass(slots=True)
class Gathered:
    """Messages that can be added, and the lines that cannot, with the reason."""

    messages: list[GivenMessage] = field(default_factory=list[GivenMessage])
    bad_lines: list[str] = field(default_factory=list[str])


def one_message(text: str, defaults: Defaults) -> list[GivenMessage]:
    """Return the message of words that were typed or piped.

    Raises:
        InputError: memory would not take it.
    """
    return _one({"content": text}, defaults)


def read_file(path: Path, defaults: Defaults) -> Gathered:
    """Read a document as one message, or a `.jsonl` file as a message per line.

    Messages without a time get that of the file, and an id made of their words and place: reading the file again adds
    nothing twice, even when lines were appended to it.

    Raises:
        InputError: the file cannot be read, or is not text.
    """
    if path.suffix.lower() in _OF_MESSENGERS and path.is_file():
        _refuse_chat(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except UnicodeDecodeError as error:
        raise InputError(f"The file {path} is not UTF-8 text: convert it first.") from error
    except OSError as error:
        raise InputError(f"The file {path} cannot be read: {error.strerror}.") from error
    if path.suffix.lower() in _JSON_LINES:
        return _messages_of(path, text, changed, defaults)
    fields = {"content": text, "metadata": {"source": path.name}}
    try:
        return Gathered(_one(_of_file(fields, path, 0, changed, defaults), defaults))
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _refuse_chat(path: Path) -> None:
    """Refuse what a messenger exported, which is no document of the user's.

    Raises:
        InputError: it is a chat.
    """
    sources = import_module("memary.integrations.importers.sources")
    if (source := sources.messenger_of(path)) is not None:
        command = f"memary import {shlex.quote(str(path))} --from {source} --me NAME"
        raise InputError(f"{path} is a chat and no document: `{command}` brings in who said what, and when.")


def _one(fields: dict[str, Any], defaults: Defaults) -> list[GivenMessage]:
    messages = _checked(fields, defaults)
    if not messages:
        raise empty(1)
    return messages


def _messages_of(path: Path, text: str, changed: datetime, defaults: Defaults) -> Gathered:
    gathered = Gathered()
    for number, line in _filled_lines(text):
        try:
            given = _of_file(_parsed(line), path, number, changed, defaults)
            gathered.messages += _checked(given, defaults)
        except InputError as error:
            gathered.bad_lines.append(f"{path}, line {number}: {error}")
    return gathered


def _filled_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def _parsed(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError("This is not JSON: write one object per line.") from error
    if not isinstance(fields, dict):
        known = ", ".join(GivenMessage.model_fields)
        raise InputError(f"Each line must be an object with `content`, and may have: {known}.")
    return fields  # pyright: ignore[reportUnknownVariableType]  checked key by key when the message is made


def _of_file(
    fields: dict[str, Any], path: Path, number: int, changed: datetime, defaults: Defaults
) -> dict[str, Any]:
    """Return the fields with a time and, where they had none, an id that stays the same."""
    if fields.get("created_at"):
        return fields
    scope = defaults.scope
    place = (scope.agent_id or "", scope.session_id or "", path.name, str(number), json.dumps(fields, sort_keys=True))
    name = blake2b("\x1f".join(place).encode(errors="replace"), digest_size=12).hexdigest()
    return (
        {"id": f"{path.stem[:40]}-{name}"}
        | fields
        | {"created_at": (defaults.at or changed) + timedelta(microseconds=number)}
    )


def _checked(fields: dict[str, Any], defaults: Defaults) -> list[GivenMessage]:
    """Make messages of fields, if memory would take them.

    Mostly one, none where they hold nothing to keep.

    Raises:
        InputError: it would not.
    """
    own = {"role": defaults.role, "speaker": defaults.speaker, "created_at": defaults.at}
    own |= {"expires_at": defaults.expires_at}
    common = {name: value for name, value in own.items() if value is not None}
    given = {name: value for name, value in fields.items() if value is not None or name == "content"}
    messages = given_messages(given, max_chars=defaults.max_chars, common=common)
    if messages:
        load(messages, scope=defaults.scope, now=utc_now(), max_chars=defaults.max_chars)
    return messages


def bad_lines_message(path: Path, bad_lines: list[str]) -> str:
    """Return the sentence that ends the command."""
    more = f" (the first {_SHOWN_LINES} are listed above)" if len(bad_lines) > _SHOWN_LINES else ""
    count = f"{len(bad_lines)} lines" if len(bad_lines) > 1 else "a line"
    return f"{path} has {count} that cannot be used{more}: nothing was added. Correct them, or pass --skip-bad."


def shown(bad_lines: list[str]) -> list[str]:
    """Return the bad lines that are listed."""
    return bad_lines[:_SHOWN_LINES]


def shell_word(text: str) -> str:
    """Return a text as one word of a command to be typed, as a person would quote it: "I'm here"."""
    return f'"{text}"' if "'" in text and not _EXPANDED.search(text) else shlex.quote(text)
