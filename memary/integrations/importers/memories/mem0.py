"""Read files of mem0: the JSON of `get_all` or a platform export, and the library's history database.

A memory of mem0 is a sentence. It comes in as a message under its own id, with its metadata, agent, run and time.
Relations, which `get_all` of mem0 1.x returned beside the memories when a graph store was set, come in as facts. The
history database adds earlier versions: each is a message that has expired when the next one came.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from memary.errors import InputError
from memary.integrations.importers.bundle import documents, is_database
from memary.integrations.importers.formats import (
    Exported,
    Owned,
    fields_of,
    name_of,
    shown,
    text_of,
    time_of,
    visit,
)
from memary.stores.sqlite.driver.forks import GATE

_COLUMNS = ("memory_id", "new_memory", "created_at", "updated_at", "is_deleted", "actor_id", "role")
_ROLES = frozenset({"user", "assistant", "tool"})


def read(path: Path) -> Exported:
    """Read a file of mem0.

    Raises:
        InputError: it is neither JSON nor a history database.
    """
    return _history(path) if is_database(path) else _memories(path)


def _memories(path: Path) -> Exported:
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        if isinstance(found.get("memory"), str):
            _memory(found, exported)
        elif {"source", "relationship"} <= set(found):
            _relation(found, exported)
        else:
            return False
        return True

    visit(documents(path), take)
    users = {owned.user for owned in exported.messages}
    if len(users) == 1:  # relations do not name it
        exported.facts = [owned._replace(user=owned.user or next(iter(users))) for owned in exported.facts]
    return exported


def _memory(found: Mapping[str, Any], exported: Exported) -> None:
    text, id_ = text_of(found["memory"]), name_of(found.get("id"))
    if not text or not id_:
        exported.leave(f"memory {shown(text) or id_ or '(empty)'}", "it has no text or no id")
        return
    try:
        said_at, updated_at = time_of(found.get("created_at")), time_of(found.get("updated_at"))
        ends = time_of(found.get("expiration_date"))
    except InputError as error:
        exported.leave(f"memory {shown(text)}", str(error))
        return
    metadata = fields_of(found.get("metadata")) | {"imported_from": "mem0"}
    if categories := found.get("categories"):
        metadata["category"] = categories
    if updated_at and said_at and updated_at != said_at:
        metadata["updated_at"] = updated_at.isoformat()
    role = name_of(found.get("role"))
    given = {
        "id": f"mem0:{id_}",
        "content": text,
        "role": role if role in _ROLES else "user",
        "speaker": name_of(found.get("actor_id")),
        "created_at": said_at,
        "agent_id": name_of(found.get("agent_id")),
        "session_id": name_of(found.get("run_id")),
        "expires_at": ends,
        "metadata": metadata,
    }
    exported.messages.append(Owned(name_of(found.get("user_id")), given))


def _relation(found: Mapping[str, Any], exported: Exported) -> None:
    target = found.get("target") or found.get("destination")
    fact = {"subject": found["source"], "predicate": found["relationship"], "object": target}
    if all(text_of(part) for part in fact.values()):
        exported.facts.append(
            Owned(name_of(found.get("user_id")), {name: text_of(part) for name, part in fact.items()})
        )
    else:
        exported.leave(
            f"relation {' '.join(str(part or '?') for part in fact.values())}", "one of its parts is missing"
        )


def _history(path: Path) -> Exported:
    exported = Exported()
    try:
        with GATE.passed(), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            rows = database.execute(f"SELECT {', '.join(_COLUMNS)} FROM history ORDER BY memory_id, rowid").fetchall()
    except sqlite3.Error as error:
        raise InputError(f"The file {path} is not a mem0 history database: {error}.") from error
    versions: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        version: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
        versions.setdefault(str(version["memory_id"]), []).append(version)
    for memory_id, told in versions.items():
        _versions(memory_id, told, exported)
    return exported


def _versions(memory_id: str, versions: list[dict[str, Any]], exported: Exported) -> None:
    """Bring the versions of one memory into messages.

    The last, if it was not deleted, has the memory's id.
    """
    for number, version in enumerate(versions):
        text = text_of(version["new_memory"])
        if version["is_deleted"] or not text:
            continue  # it ends the version before
        after = versions[number + 1] if number + 1 < len(versions) else None
        try:
            said_at = time_of(version["updated_at"] or version["created_at"])
            ends = time_of(after["updated_at"] or after["created_at"]) if after else None
        except InputError as error:
            exported.leave(f"version {number + 1} of memory {memory_id}", str(error))
            continue
        if after and ends is None:
            exported.leave(f"version {number + 1} of memory {memory_id}", "nothing says when it was replaced")
            continue
        role = version["role"]
        given = {
            "id": f"mem0:{memory_id}@{number + 1}" if after else f"mem0:{memory_id}",
            "content": text,
            "role": role if role in _ROLES else "user",
            "speaker": version["actor_id"],
            "created_at": said_at,
            "expires_at": ends,
            "metadata": {"imported_from": "mem0", "version": number + 1},
        }
        exported.messages.append(Owned(None, given))
