"""Exports of Hindsight: the zip of `documents export` or of a whole bank, its folder, or answers of its API as JSON.

A bank is a user. The text of a document comes in as a message, and so does each memory: a sentence that a model drew
from such a text, with when it happened. What was consolidated from others (observations, mental models) memary
concludes by itself, from the facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from memary.integrations.importers.bundle import documents
from memary.integrations.importers.formats import Exported, Owned, fields_of, name_of, text_of, visit

_SOURCE = "hindsight"
_TIMES = ("mentioned_at", "date", "occurred_start", "event_date")
_CONCLUDED = "observation"
_KINDS = ("world", "experience", "opinion", _CONCLUDED)


def read(path: Path) -> Exported:
    """Read an export of Hindsight.

    Raises:
        InputError: a file of it is no JSON.
    """
    found = documents(path)
    bank = next((name for one in found if (name := name_of(fields_of(one).get("source_bank_id")))), None)
    exported, concluded = Exported(), 0

    def take(found: Mapping[str, Any]) -> bool:
        nonlocal concluded
        if "original_text" in found:
            _document(found, bank, exported)
        elif isinstance(found.get("text"), str) and (_kind(found) in _KINDS or "proof_count" in found):
            if "proof_count" in found or _kind(found) == _CONCLUDED:
                concluded += 1
            else:
                _memory(found, bank, exported)
        else:
            return False
        return True

    visit(found, take)
    if concluded:
        exported.leave(f"{concluded} × observation", "memary concludes by itself")
    return exported


def _kind(memory: Mapping[str, Any]) -> object:
    return memory.get("fact_type") or memory.get("type")


def _document(found: Mapping[str, Any], bank: str | None, exported: Exported) -> None:
    id_, text = name_of(found.get("id")), text_of(found.get("original_text"))
    user = bank or name_of(found.get("bank_id"))
    if id_ and text:
        about = {"kind": "document", "title": id_, "tags": found.get("tags"), "imported_from": _SOURCE}
        given = {
            "id": f"{_SOURCE}:document:{id_}",
            "content": text,
            "created_at": exported.time(found.get("created_at"), f"document {id_}"),
            "metadata": {name: told for name, told in about.items() if told},
        }
        exported.bring(Owned(user, given, is_living=True))
    elif not found.get("facts"):
        exported.leave(f"document {id_ or '(unnamed)'}", "it has no text")
    facts = found.get("facts")
    for fact in map(fields_of, cast("list[object]", facts) if isinstance(facts, list) else []):
        if isinstance(fact.get("text"), str) and _kind(fact) != _CONCLUDED:
            _memory({"document_id": id_, **fact}, user, exported)


def _memory(found: Mapping[str, Any], bank: str | None, exported: Exported) -> None:
    text = text_of(found["text"])
    if not text:
        exported.leave(f"memory {found.get('id') or '(empty)'}", "it is empty")
        return
    at = next((found[name] for name in _TIMES if found.get(name)), None)
    digest = blake2b(f"{found.get('document_id')}\x1f{text}".encode(errors="replace"), digest_size=10).hexdigest()
    about = fields_of(found.get("metadata")) | {
        "kind": _kind(found),
        "context": found.get("context"),
        "entities": found.get("entities"),
        "tags": found.get("tags"),
        "occurred": found.get("occurred_start"),
        "imported_from": _SOURCE,
    }
    given = {
        "id": f"{_SOURCE}:{name_of(found.get('id')) or digest}",
        "content": text,
        "created_at": exported.time(at, f"memory {text[:40]}"),
        "metadata": {name: told for name, told in about.items() if told},
    }
    exported.bring(Owned(bank or name_of(found.get("bank_id")), given))
