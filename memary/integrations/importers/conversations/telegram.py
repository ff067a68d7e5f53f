"""Read chats that Telegram Desktop exported as JSON: `result.json` of one chat, or of all.

Messages without words, such as pictures, and news of the chat are left out. What was forwarded says so before its
words, since they are nobody's here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memary.integrations.importers.bundle import documents
from memary.integrations.importers.conversations.chat import ChatMessage, ImportedChat
from memary.integrations.importers.formats import Exported, fields_of, list_of, name_of, objects_of, text_of, visit

_SOURCE = "telegram"


def read(path: Path) -> Exported:
    """Read an export of Telegram.

    Raises:
        InputError: a file of it is no JSON.
    """
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        about = fields_of(found.get("personal_information"))
        if about.get("user_id") is not None:
            names = (text_of(about.get("first_name")), text_of(about.get("last_name")))
            exported.owner = " ".join(filter(None, names)) or None
        is_chat = isinstance(found.get("messages"), list) and any(
            "from_id" in one or "actor_id" in one for one in objects_of(found["messages"])
        )
        if is_chat:
            _chat(found, exported)
        return is_chat

    visit(documents(path), take)
    return exported


def _chat(found: Mapping[str, Any], exported: Exported) -> None:
    title, id_ = text_of(found.get("name")) or "chat", name_of(found.get("id"))
    if id_ is None:
        exported.leave(f"chat {title}", "it has no id")
        return
    chat = ImportedChat(_SOURCE, id_, title[:80])
    wordless = 0
    for message in objects_of(found["messages"]):
        text = _text(message.get("text"))
        number = name_of(message.get("id"))
        speaker = text_of(message.get("from")) or text_of(message.get("from_id"))
        if text_of(message.get("type")) != "message" or not text or number is None or not speaker:
            wordless += 1
            continue
        at = _time(message, exported)
        if at is None:
            exported.leave(f"message {number} of {title}", "it has no time")
            continue
        about: dict[str, Any] = {}
        if "forwarded_from" in message:
            about["forwarded_from"] = text_of(message["forwarded_from"]) or "somebody"
            text = f"Forwarded from {about['forwarded_from']}:\n\n{text}"
        if (answered := name_of(message.get("reply_to_message_id"))) is not None:
            about["reply_to"] = f"{_SOURCE}:{id_}:{answered}"
        chat.said.append(ChatMessage(speaker, text, at, f"{id_}:{number}", about))
    if wordless:
        exported.leave(f"{wordless:,} messages of {title}", "they have no words, or are news of the chat")
    chat.keep(exported)


def _text(given: object) -> str:
    """Return the words of a message: a text, or a list of texts and of marked ones, such as links."""
    if isinstance(given, str):
        return given.strip()
    pieces = [piece if isinstance(piece, str) else fields_of(piece).get("text") for piece in list_of(given)]
    return "".join(piece for piece in pieces if isinstance(piece, str)).strip()


def _time(message: Mapping[str, Any], exported: Exported) -> datetime | None:
    """Return when a message was sent; older exports tell the local time alone."""
    seconds = text_of(message.get("date_unixtime"))
    if seconds.isdecimal() and seconds.isascii() and len(seconds) < 12:
        return datetime.fromtimestamp(int(seconds), UTC)
    try:
        return datetime.fromisoformat(text_of(message.get("date")))
    except ValueError:
        return None
