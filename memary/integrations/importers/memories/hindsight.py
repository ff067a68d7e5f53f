"""Read exports of Hindsight: the zip of documents or of a bank, its folder, or answers of its API.

A bank is a user: the one that a document or memory names, or else its file, or the manifest of its folder. The text
of a document comes in as a message, and so does each memory: a sentence that a model drew from such a text, with when
it happened. What was consolidated from others (observations, mental models) memary concludes from facts by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any

from memary.integrations.importers.bundle import JSON_SUFFIXES, documents_of, parts
from memary.integrations.importers.formats import Exported, Owned, fields_of, name_of, objects_of, text_of, visit

_SOURCE = "hindsight"
_TIMES = ("mentioned_at", "date", "occurred_start", "event_date")
_CONCLUDED = "observation"
_KINDS = ("world", "experience", "opinion", _CONCLUDED)


def read(path: Path) -> Exported:
    """Read an export of Hindsight.

    Raises:
        InputError: a file of it is no JSON.
    """
    files = [(PurePosixPath(part.name), documents_of(part)) for part in parts(path, JSON_SUFFIXES)]
    banks = {place: bank for name, found in files if (bank := _bank_of(found)) for place in (name, name.parent)}
    exported, concluded = Exported(), 0
    for name, found in files:
        bank = next((banks[place] for place in (name, *name.parents) if place in banks), None)
        concluded += _file(found, bank, exported)
    if concluded:
        exported.leave(f"{concluded} × observation", "memary concludes by itself")
    return exported


def _bank_of(found: Sequence[object]) -> str | None:
    """Return the bank that a file says it is of."""
    return next((name for one in found if (name := name_of(fields_of(one).get("source_bank_id")))), None)


def _file(found: Sequence[object], bank: str | None, exported: Exported) -> int:
    """Bring in the documents and memories of a file; return how many others were consolidated from these."""
    concluded = 0

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

    visit(list(found), take)
    return concluded


def _kind(memory: Mapping[str, Any]) -> object:
    return memory.get("fact_type") or memory.get("type")


def _document(found: Mapping[str, Any], bank: str | None, exported: Exported) -> None:
    id_, text = name_of(found.get("id")), text_of(found.get("original_text"))
    user = name_of(found.get("bank_id")) or bank
    if id_ and text:
        about = {"kind": "document", "title": id_, "tags": found.get("tags"), "imported_from": _SOURCE}
        given = {
            "id": _id(user, f"document:{id_}"),
            "content": text,
            "created_at": exported.time(found.get("created_at"), f"document {id_}"),
            "metadata": {name: value for name, value in about.items() if value},
        }
        exported.bring(Owned(user, given, is_living=True))
    elif not found.get("facts"):
        exported.leave(f"document {id_ or '(unnamed)'}", "it has no text")
    for fact in objects_of(found.get("facts")):
        if isinstance(fact.get("text"), str) and _kind(fact) != _CONCLUDED:
            _memory({"document_id": id_, **fact}, user, exported)


def _memory(found: Mapping[str, Any], bank: str | None, exported: Exported) -> None:
    text = text_of(found["text"])
    if not text:
        exported.leave(f"memory {found.get('id') or '(empty)'}", "it is empty")
        return
    at = next((found[name] for name in _TIMES if found.get(name)), None)
    user = name_of(found.get("bank_id")) or bank
    identity = "\x1f".join((user or "", str(found.get("document_id")), text))
    digest = blake2b(identity.encode(errors="replace"), digest_size=10).hexdigest()
    about = fields_of(found.get("metadata")) | {
        "kind": _kind(found),
        "context": found.get("context"),
        "entities": found.get("entities"),
        "tags": found.get("tags"),
        "occurred": found.get("occurred_start"),
        "imported_from": _SOURCE,
    }
    given = {
        "id": _id(user, name_of(found.get("id")) or digest),
        "content": text,
        "created_at": exported.time(at, f"memory {text[:40]}"),
        "metadata": {name: value for name, value in about.items() if value},
    }
    exported.bring(Owned(user, given))


def _id(bank: str | None, name: str) -> str:
    """Return what names a text here: two banks may have one of the same name."""
    return ":".join((_SOURCE, *([bank] if bank else []), name))
