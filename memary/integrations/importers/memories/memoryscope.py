"""Read files of MemoryScope and of ReMe, its successor: their memories as JSON.

Read are the hits of an Elasticsearch search or dump (MemoryScope's store), lists of its memory nodes, and the JSON
lines that a workspace of ReMe 0.1 and 0.2 dumps. An insight of MemoryScope, which has a key and a value, comes in as
a fact about its target; everything else is a text and comes in as a message. ReMe from 0.3 on keeps Markdown files
instead: those are documents, for `memary add`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memary.errors import InputError
from memary.integrations.importers.bundle import documents
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
from memary.languages import united

_INSIGHT = "insight"
_users = united(lambda language: language.kinds.users)
"""Names of the person that say nothing."""


def read(path: Path) -> Exported:
    """Read a file of MemoryScope or ReMe.

    Raises:
        InputError: it is no JSON.
    """
    exported, seen = Exported(), set[str]()

    def take(found: Mapping[str, Any]) -> bool:
        node = _node(found)
        if node is None:
            return False
        if node["memory_id"] not in seen:
            seen.add(node["memory_id"])
            _memory(node, exported)
        return True

    visit(documents(path), take)
    return exported


def _node(found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the fields of a memory, whichever way it was stored; None for what is none."""
    fields: dict[str, Any]
    if isinstance(found.get("_source"), Mapping):
        stored = fields_of(found["_source"])
        fields = (
            {"memory_id": found.get("_id")} | fields_of(stored.get("metadata")) | {"content": stored.get("content")}
        )
    elif "unique_id" in found:
        there = {"memory_id": found["unique_id"], "workspace_id": found.get("workspace_id")}
        fields = fields_of(found.get("metadata")) | there | {"when_to_use": found.get("content")}
    elif "memory_id" in found and "content" in found:
        fields = dict(found)
    else:
        return None
    id_, kind = name_of(fields.get("memory_id")), name_of(fields.get("memory_type"))
    return fields | {"memory_id": id_, "memory_type": kind} if id_ and kind else None


def _is_named(target: str) -> bool:
    return bool(target) and target.casefold() not in _users()


def _memory(node: Mapping[str, Any], exported: Exported) -> None:
    text = text_of(node.get("content"))
    kind, target = node["memory_type"], text_of(node.get("target_name") or node.get("target"))
    key, value = text_of(node.get("key")), text_of(node.get("value"))
    what = f"{kind} {shown(text or value) or node['memory_id']}"
    if node.get("store_status") == "expired":
        exported.leave(what, "it is marked as expired")
        return
    try:
        at = time_of(node.get("timestamp") or node.get("time_created"))
    except InputError as error:
        exported.leave(what, str(error))
        return
    user = name_of(node.get("workspace_id")) or (target if _is_named(target) else None)
    if kind == _INSIGHT and key and value:
        subject = target if _is_named(target) else "User"
        fact = {"subject": subject, "predicate": key, "object": value, "valid_at": at}
        exported.facts.append(Owned(user, fact | {"statement": text, "kind": "observation"}))
        return
    if use := text_of(node.get("when_to_use")):
        text = f"{use}\n{text}" if use != text else text
    if not text:
        exported.leave(what, "it is empty")
        return
    subject, author = node.get("reflection_subject"), node.get("author")
    kept = {"memory_type": kind, "target": target, "author": author, "subject": subject}
    metadata = fields_of(node.get("meta_data") or node.get("metadata")) | kept
    given = {
        "id": f"memoryscope:{node['memory_id']}",
        "content": text,
        "created_at": at,
        "metadata": {name: value for name, value in metadata.items() if value} | {"imported_from": "memoryscope"},
    }
    exported.messages.append(Owned(user, given))
