"""Read conversations of Cursor: its database `state.vscdb`, its folder, or transcripts of its agent.

The folder is `Cursor/User`. The database is Cursor's own and described nowhere: it is read as it was in 2025 and
2026, and what is not understood is passed over. A conversation belongs to the project of the folder that its messages
name; transcripts (`~/.cursor/projects/…/agent-transcripts`) name none, so that the user has to be named for them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from memary.errors import InputError
from memary.integrations.importers.bundle import BundleFile, is_database, parts
from memary.integrations.importers.conversations.talk import (
    ROLES,
    ImportedTalk,
    ImportedTurn,
    Role,
    project_of,
    rows_of,
    texts_of,
)
from memary.integrations.importers.formats import Exported, fields_of, list_of, name_of, objects_of, text_of
from memary.stores.sqlite.driver.forks import GATE

_SOURCE = "cursor"
_TEXT = frozenset({"text"})
_ROLES: Mapping[str, Role] = {"1": "user", "2": "assistant", "user": "user", "ai": "assistant"}
_TABS = "workbench.panel.aichat.view.aichat.chatdata"
"""Under which key versions of 2024 keep their conversations, in the database of a folder."""


def read(path: Path) -> Exported:
    """Read conversations of Cursor.

    Raises:
        InputError: they cannot be read.
    """
    exported = Exported()
    for part in parts(path, {".vscdb", ".jsonl"}):
        if part.place is not None and is_database(part.place):
            _database(part.place, exported)
        elif not part.name.endswith(".vscdb"):
            _transcript(part, exported)
    return exported


def _transcript(part: BundleFile, exported: Exported) -> None:
    """Bring in what an agent's transcript has: a row for each message, without times."""
    talk = ImportedTalk(_SOURCE, part.stem, begun_at=part.changed_at)
    for number, row in enumerate(rows_of(part, exported)):
        role = ROLES.get(text_of(row.get("role")))
        if role is not None and "type" not in row:
            text = texts_of(fields_of(row.get("message")).get("content"), _TEXT)
            talk.said.append(ImportedTurn(f"{part.stem}:{number}", role, text))
    talk.keep_of_agent(exported, _SOURCE)


def _database(place: Path, exported: Exported) -> None:
    try:
        with GATE.passed(), closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "cursorDiskKV" in tables:
                _composers(database, exported)
            if "ItemTable" in tables:
                _tabs(database, place, exported)
    except sqlite3.Error as error:
        raise InputError(f"The database {place} cannot be read: {error}. Close Cursor, or copy the file.") from error


def _rows(database: sqlite3.Connection, table: str, first: str, last: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the keys of a range in their order, with the JSON objects that they hold."""
    found = database.execute(
        f"SELECT key, value FROM {table} WHERE key >= ? AND key < ? ORDER BY key",
        (first, last),
    )
    for key, value in found:
        try:
            document: object = json.loads(value or "null")
        except (ValueError, TypeError, RecursionError):
            continue
        if fields := fields_of(document):
            yield str(key), fields


def _composers(database: sqlite3.Connection, exported: Exported) -> None:
    """Bring in the conversations of today's versions: a row for each, and one for each of its messages."""
    for key, composer in _rows(database, "cursorDiskKV", "composerData:", "composerData;"):
        id_ = key.partition(":")[2]
        bubbles = dict(_rows(database, "cursorDiskKV", f"bubbleId:{id_}:", f"bubbleId:{id_};"))
        talk = ImportedTalk(
            _SOURCE, id_, title=text_of(composer.get("name")), begun_at=_seconds(composer.get("createdAt"))
        )
        for header in objects_of(composer.get("fullConversationHeadersOnly") or composer.get("conversation")):
            bubble = bubbles.get(f"bubbleId:{id_}:{name_of(header.get('bubbleId'))}", header)
            talk.user = talk.user or _project(bubble)
            _bubble(bubble, id_, talk)
        talk.keep_of_agent(exported, _SOURCE)


def _tabs(database: sqlite3.Connection, place: Path, exported: Exported) -> None:
    """Bring in the conversations of older versions, which are kept in the database of each folder."""
    for _, held in _rows(database, "ItemTable", _TABS, f"{_TABS}!"):
        for tab in objects_of(held.get("tabs")):
            id_ = text_of(tab.get("tabId"))
            talk = ImportedTalk(_SOURCE, id_, title=text_of(tab.get("chatTitle")), user=_workspace(place))
            talk.begun_at = _seconds(tab.get("lastSendTime"))
            for bubble in objects_of(tab.get("bubbles")):
                _bubble(bubble, id_, talk)
            talk.keep_of_agent(exported, _SOURCE)


def _bubble(bubble: Mapping[str, Any], conversation: str, talk: ImportedTalk) -> None:
    role = _ROLES.get(name_of(bubble.get("type")) or "")
    if role is not None:
        id_ = name_of(bubble.get("bubbleId") or bubble.get("id")) or str(len(talk.said))
        text = text_of(bubble.get("text")) or text_of(bubble.get("rawText"))
        talk.said.append(ImportedTurn(f"{conversation}:{id_}", role, text, _seconds(bubble.get("createdAt"))))


def _project(bubble: Mapping[str, Any]) -> str | None:
    return next(map(_of_folder, list_of(bubble.get("workspaceUris"))), None)


def _workspace(place: Path) -> str | None:
    """Return the project of a folder's database: a file beside it names the folder."""
    try:
        document: object = json.loads((place.parent / "workspace.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return _of_folder(fields_of(document).get("folder"))


def _of_folder(address: object) -> str | None:
    """Return the project of a folder; None for what is on another machine."""
    try:
        url = urlsplit(text_of(address))
    except ValueError:
        return None
    return project_of(unquote(url.path)) if url.scheme == "file" and url.path else None


def _seconds(value: object) -> object:
    """Return a time in milliseconds since 1970 in seconds; another one as it is."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    try:
        return value / 1000
    except OverflowError:
        return value
