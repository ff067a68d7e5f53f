"""Read memories of LangMem: items of LangGraph's store as JSON, or rows of its table `store`.

Items are what `json.dump([item.dict() for item in store.search(())], …)` writes. A memory that is a sentence comes in
as a message, a triple as a fact; one of another schema as a text of its fields. The user is what a namespace names
beside "memories".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memary.errors import InputError
from memary.integrations.importers.bundle import documents
from memary.integrations.importers.formats import (
    Exported,
    Owned,
    fields_of,
    list_of,
    name_of,
    text_of,
    time_of,
    visit,
)

_SOURCE = "langmem"
_KINDS = frozenset({"memories", "memory"})
"""Parts of a namespace that say what is in it, and not whose it is."""

_TRIPLE = ("subject", "predicate", "object")
_TEXTS = ("content", "text", "memory")


def read(path: Path) -> Exported:
    """Read items of a store of LangGraph.

    Raises:
        InputError: the file is no JSON.
    """
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        if "key" not in found or "value" not in found or not ({"namespace", "prefix"} & found.keys()):
            return False
        _item(found, exported)
        return True

    visit(documents(path), take)
    return exported


def _item(found: Mapping[str, Any], exported: Exported) -> None:
    namespace, key = _namespace(found), name_of(found.get("key"))
    named = [part for part in namespace if part not in _KINDS]
    user = named[0] if len(named) == 1 else None
    what = f"item {'/'.join([*namespace, key or '?'])}"
    try:
        said_at, updated_at = time_of(found.get("created_at")), time_of(found.get("updated_at"))
    except InputError as error:
        exported.leave(what, str(error))
        return
    value = fields_of(found.get("value"))
    held = value["content"] if isinstance(value.get("content"), Mapping) else value
    content = fields_of(held)
    if all(text_of(content.get(part)) for part in _TRIPLE):
        fact = {part: text_of(content[part]) for part in _TRIPLE} | {"valid_at": said_at}
        exported.facts.append(Owned(user, fact))
        return
    text = _text(content)
    if key is None or not text:
        exported.leave(what, "it has no text or no key")
        return
    about = {"kind": value.get("kind"), "namespace": namespace, "imported_from": _SOURCE}
    if updated_at and said_at and updated_at != said_at:
        about["updated_at"] = updated_at.isoformat()
    given = {
        "id": f"{_SOURCE}:{'/'.join([*namespace, key])}",
        "content": text,
        "created_at": said_at,
        "metadata": {name: told for name, told in about.items() if told},
    }
    exported.bring(Owned(user, given, is_living=True))


def _namespace(found: Mapping[str, Any]) -> list[str]:
    """Return the parts of a namespace: a list, or in a table a text with dots."""
    namespace = found.get("namespace", found.get("prefix"))
    return namespace.split(".") if isinstance(namespace, str) else [str(part) for part in list_of(namespace)]


def _text(content: Mapping[str, Any]) -> str:
    """Return the sentence of a memory, or else its fields, a line each."""
    if sentence := next((text for name in _TEXTS if (text := text_of(content.get(name)))), ""):
        return sentence
    fields = {name: value.strip() if isinstance(value, str) else value for name, value in content.items()}
    return "\n".join(
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in fields.items()
        if value not in (None, "", [], {})
    )
