"""Read exports of ChatGPT: the zip of *Export data*, its folder, or its `conversations.json`.

A conversation is a tree there, since a message can be edited and an answer asked for again: the branch that was open
last comes in. What ChatGPT remembers of its user stands in calls of its memory tool (`bio`) and in notes that each
conversation repeats: each sentence comes in once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from memary.integrations.importers.bundle import documents
from memary.integrations.importers.conversations.talk import ROLES, ImportedTalk, ImportedTurn
from memary.integrations.importers.formats import Exported, Owned, fields_of, list_of, name_of, shown, text_of, visit

_SOURCE = "chatgpt"
_CITATION = re.compile(r"\ue200.*?\ue201|\u3010[^\u3011]*†[^\u3011]*\u3011", re.DOTALL)
_REMEMBERED = re.compile(r"^\s*\d+\.\s*\[(?P<day>\d{4}-\d{2}-\d{2})\]\.?\s*(?P<text>.+)$", re.MULTILINE)
_QUOTED = re.compile(r"```(.*?)```", re.DOTALL)
_MEMORY_TOOL = "bio"
_TO_EVERYBODY = frozenset({"", "all"})


def read(path: Path) -> Exported:
    """Read an export of ChatGPT.

    Raises:
        InputError: a file of it is no JSON.
    """
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        if not isinstance(found.get("mapping"), Mapping):
            return False
        _conversation(found, exported)
        return True

    visit(documents(path), take)
    return exported


def _conversation(found: Mapping[str, Any], exported: Exported) -> None:
    title, id_ = text_of(found.get("title")), name_of(found.get("conversation_id") or found.get("id"))
    if id_ is None:
        exported.leave(f"conversation {title or '(untitled)'}", "it has no id")
        return
    begun_at = found.get("create_time")
    talk = ImportedTalk(_SOURCE, f"{_SOURCE}:{id_}", title=title, begun_at=begun_at)
    for message in _branch(found):
        role = ROLES.get(text_of(fields_of(message.get("author")).get("role")))
        recipient = text_of(message.get("recipient"))
        content = fields_of(message.get("content"))
        at = message.get("create_time") or begun_at
        if text_of(content.get("content_type")) in {"user_editable_context", "model_editable_context"}:
            _notes(content, at, exported)
        elif role == "assistant" and recipient == _MEMORY_TOOL:
            _remembered(_text(content), at, exported)
        elif (
            role is not None
            and recipient in _TO_EVERYBODY
            and not fields_of(message.get("metadata")).get("is_visually_hidden_from_conversation")
        ):
            talk.said.append(ImportedTurn(str(message["id"]), role, _text(content), message.get("create_time")))
    if not any(said.text for said in talk.said):
        exported.leave(f"conversation {title or id_}", "nothing was said in it")
    talk.keep(exported)


def _branch(found: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the messages of the branch that was open last, the first said first.

    One without an id has its node's.
    """
    nodes = fields_of(found["mapping"])
    current: object = found.get("current_node")
    if not (isinstance(current, str) and current in nodes):
        current = next(reversed([id_ for id_, node in nodes.items() if not fields_of(node).get("children")]), None)
    way: list[Mapping[str, Any]] = []
    seen: set[object] = set()
    while isinstance(current, str) and current in nodes and current not in seen:
        seen.add(current)
        node = fields_of(nodes[current])
        if message := fields_of(node.get("message")):
            way.append(message | {"id": name_of(message.get("id")) or current})
        current = node.get("parent")
    return reversed(way)


def _text(content: Mapping[str, Any]) -> str:
    """Return the words of a message: of pictures and code that runs there is nothing to keep."""
    if text_of(content.get("content_type")) not in {"text", "multimodal_text"}:
        return ""
    texts: list[str] = []
    for part in list_of(content.get("parts")):
        text = part if isinstance(part, str) else fields_of(part).get("text")  # a voice, written down
        texts.append(text if isinstance(text, str) else "")
    return _CITATION.sub("", "\n".join(text for text in texts if text.strip())).strip()


def _notes(content: Mapping[str, Any], at: object, exported: Exported) -> None:
    """Bring in what the user told of themselves and what ChatGPT remembers.

    Each conversation repeats both.
    """
    for name in ("user_profile", "user_instructions"):
        text = text_of(content.get(name))
        quoted = _QUOTED.search(text)
        _memory(quoted[1] if quoted else text, at, name, exported)
    _remembered(text_of(content.get("model_set_context")), at, exported)


def _remembered(text: str, at: object, exported: Exported) -> None:
    """Bring in sentences that ChatGPT remembers: a dated list, or one without a date."""
    dated = list(_REMEMBERED.finditer(text))
    for one in dated:
        _memory(one["text"], one["day"], "memory", exported)
    if not dated:
        _memory(text, at, "memory", exported)


def _memory(text: str, at: object, kind: str, exported: Exported) -> None:
    text = text.strip()
    id_ = f"{_SOURCE}:{kind}:{blake2b(text.encode(errors='replace'), digest_size=8).hexdigest()}"
    if not text:
        return
    given = {
        "id": id_,
        "content": text,
        "created_at": exported.time(at, shown(text)),
        "metadata": {"imported_from": _SOURCE, "kind": kind},
    }
    exported.bring(Owned(None, given))
