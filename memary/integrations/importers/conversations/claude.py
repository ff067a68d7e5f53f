"""Read exports of Claude: the zip of *Export data*, its folder, or a file of it.

Conversations come in with their texts; thoughts and calls of tools do not. What Claude remembers (`memories.json`)
and the documents of projects (`projects.json`) come in as texts that a later export may change.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memary.integrations.importers.bundle import documents
from memary.integrations.importers.conversations.talk import ImportedTalk, ImportedTurn, Role, texts_of
from memary.integrations.importers.formats import Exported, Owned, fields_of, name_of, objects_of, text_of, visit

_SOURCE = "claude"
_TEXT = frozenset({"text"})
_ROLES: Mapping[str, Role] = {"human": "user", "assistant": "assistant"}


def read(path: Path) -> Exported:
    """Read an export of Claude.

    Raises:
        InputError: a file of it is no JSON.
    """
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        if isinstance(found.get("chat_messages"), list):
            _conversation(found, exported)
        elif isinstance(found.get("conversations_memory"), str) or isinstance(found.get("project_memories"), Mapping):
            _memories(found, exported)
        elif isinstance(found.get("docs"), list) and "prompt_template" in found:
            _project(found, exported)
        else:
            return False
        return True

    visit(documents(path), take)
    return exported


def _conversation(found: Mapping[str, Any], exported: Exported) -> None:
    title, id_ = text_of(found.get("name")), name_of(found.get("uuid"))
    if id_ is None:
        exported.leave(f"conversation {title or '(untitled)'}", "it has no id")
        return
    talk = ImportedTalk(_SOURCE, f"{_SOURCE}:{id_}", title=title, begun_at=found.get("created_at"))
    for number, message in enumerate(objects_of(found["chat_messages"])):
        role = _ROLES.get(text_of(message.get("sender")))
        if role is not None:
            text = texts_of(message.get("content"), _TEXT) or text_of(message.get("text"))
            talk.said.append(
                ImportedTurn(name_of(message.get("uuid")) or f"{id_}:{number}", role, text, message.get("created_at"))
            )
        for attached in objects_of(message.get("attachments")):
            name = text_of(attached.get("file_name")) or "(unnamed)"
            exported.leave(f"{name} in {title or id_}", "an attachment is nobody's own words: add it as a document")
    if not any(said.text for said in talk.said):
        exported.leave(f"conversation {title or id_}", "nothing was said in it")
    talk.keep(exported)


def _memories(found: Mapping[str, Any], exported: Exported) -> None:
    """Bring in what Claude remembers of its user, and of each project."""
    _living("memory", text_of(found.get("conversations_memory")), {"kind": "memory"}, exported)
    for project, text in fields_of(found.get("project_memories")).items():
        _living(f"memory:{project}", text_of(text), {"kind": "memory", "project": project}, exported)


def _project(found: Mapping[str, Any], exported: Exported) -> None:
    for document in objects_of(found["docs"]):
        about = {"title": text_of(document.get("filename")), "project": text_of(found.get("name"))}
        text, id_ = text_of(document.get("content")), name_of(document.get("uuid"))
        if id_ is None or not text:
            exported.leave(f"document {about['title'] or id_}", "it has no text or no id")
            continue
        _living(f"document:{id_}", text, about, exported, at=document.get("created_at"))


def _living(id_: str, text: str, about: Mapping[str, Any], exported: Exported, *, at: object = None) -> None:
    if not text:
        return
    metadata = {name: value for name, value in about.items() if value} | {"imported_from": _SOURCE}
    given = {"id": f"{_SOURCE}:{id_}", "content": text, "created_at": exported.time(at, id_), "metadata": metadata}
    exported.bring(Owned(None, given, is_living=True))
