"""Read agent files of Letta (`.af`) and MemGPT: what was said, and what the agent knows of its user.

Blocks of memory come in as texts that a later file may change, save the persona, which is about the agent. What it
put into its archive comes in as far as its messages show it: the file has no other trace of that. Where an agent
speaks by the tool `send_message`, its other words are thoughts, and left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from memary.integrations.coding_agents.prompts import typed
from memary.integrations.importers.bundle import documents
from memary.integrations.importers.conversations.talk import ImportedTalk, ImportedTurn, texts_of
from memary.integrations.importers.formats import Exported, Owned, fields_of, list_of, objects_of, text_of, visit

_SOURCE = "letta"
_TEXT = frozenset({"text"})
_PERSONA = "persona"
_SPEAKS, _ARCHIVES = "send_message", "archival_memory_insert"


def read(path: Path) -> Exported:
    """Read agent files.

    Raises:
        InputError: one is no JSON.
    """
    exported = Exported()

    def take(found: Mapping[str, Any]) -> bool:
        if isinstance(found.get("agents"), list) and ({"blocks", "tools"} & found.keys()):
            blocks = {text_of(block.get("id")): block for block in objects_of(found.get("blocks"))}
            for agent in objects_of(found["agents"]):
                own = [blocks[id_] for id_ in map(text_of, list_of(agent.get("block_ids"))) if id_ in blocks]
                _agent(agent, [*own, *objects_of(agent.get("memory_blocks"))], found, exported)
        elif isinstance(found.get("core_memory"), list) and "agent_type" in found:
            _agent(found, objects_of(found["core_memory"]), found, exported)
        else:
            return False
        return True

    visit([_opened(document) for document in documents(path)], take)
    return exported


def _opened(document: object) -> object:
    """Return a document; some servers write it as a JSON text within JSON."""
    if not isinstance(document, str):
        return document
    try:
        return json.loads(document)
    except (ValueError, RecursionError):
        return document


def _agent(
    agent: Mapping[str, Any], blocks: list[dict[str, Any]], file: Mapping[str, Any], exported: Exported
) -> None:
    name = text_of(agent.get("name")) or "agent"
    for block in blocks:
        _block(block, name, file.get("created_at"), exported)
    messages = objects_of(agent.get("messages"))
    tools = {text_of(tool.get("name")) for tool in (*objects_of(file.get("tools")), *objects_of(agent.get("tools")))}
    calls_to_speak = _SPEAKS in tools or any(call == _SPEAKS for one in messages for call, _ in _calls(one))
    talk = ImportedTalk(_SOURCE, f"{_SOURCE}:{name}", title=name, begun_at=file.get("created_at"))
    for message in messages:
        at = message.get("created_at")
        for call, arguments in _calls(message):
            if call == _ARCHIVES:
                _archived(text_of(arguments.get("content")), name, at, exported)
            elif call == _SPEAKS and (text := text_of(arguments.get("message"))):
                talk.said.append(ImportedTurn(_digest(name, at, text), "assistant", text, at))
        role, text = message.get("role"), texts_of(message.get("content"), _TEXT) or text_of(message.get("text"))
        if role == "user" and (text := _typed(text)):
            talk.said.append(ImportedTurn(_digest(name, at, text), "user", text, at))
        elif role == "assistant" and text.strip() and not calls_to_speak:
            talk.said.append(ImportedTurn(_digest(name, at, text), "assistant", text, at))
    talk.keep(exported)


def _block(block: Mapping[str, Any], agent: str, at: object, exported: Exported) -> None:
    label, text = text_of(block.get("label")), text_of(block.get("value"))
    if not text:
        return
    if label == _PERSONA:
        exported.leave(f"block {label} of {agent}", "it is about the agent: memary has personas for that")
        return
    given = {
        "id": f"{_SOURCE}:{agent}:block:{label}",
        "content": text,
        "created_at": exported.time(at, f"block {label} of {agent}"),
        "metadata": {"imported_from": _SOURCE, "kind": "block", "title": label, "agent": agent},
    }
    exported.bring(Owned(None, given, is_living=True))


def _archived(text: str, agent: str, at: object, exported: Exported) -> None:
    if not text:
        return
    given = {
        "id": f"{_SOURCE}:archive:{_digest(agent, at, text)}",
        "content": text,
        "created_at": exported.time(at, "an archived memory"),
        "metadata": {"imported_from": _SOURCE, "kind": "archive", "agent": agent},
    }
    exported.bring(Owned(None, given))


def _calls(message: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the calls of tools in a message, with their arguments."""
    for call in objects_of(message.get("tool_calls")):
        function = fields_of(call.get("function"))
        arguments = function.get("arguments")
        try:
            document: object = json.loads(arguments) if isinstance(arguments, str) else arguments
        except (ValueError, RecursionError):
            continue
        yield text_of(function.get("name")), fields_of(document)


def _typed(text: str) -> str:
    """Return the words of the user; servers pack them into JSON, beside events of their own."""
    if text.lstrip().startswith("{"):
        try:
            packed = fields_of(json.loads(text))
        except (ValueError, RecursionError):
            return typed(text)
        if "type" in packed:
            return typed(text_of(packed.get("message"))) if packed["type"] == "user_message" else ""
    return typed(text)


def _digest(*parts: object) -> str:
    return blake2b("\x1f".join(map(str, parts)).encode(errors="replace"), digest_size=10).hexdigest()
