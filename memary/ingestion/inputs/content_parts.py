"""Read the parts of a message as chat models write them: text, calls of tools, results, media.

Parts are told by their kind, in the words of OpenAI (Chat Completions and Responses), Anthropic, LangChain and
LlamaIndex. Mappings and objects will do, none of these libraries is needed. Thoughts of a model are left out. Of
pictures, sound and files a note is kept, with their address where they have one, never their bytes.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, cast

from pydantic import JsonValue

from memary.checks.faults import shown
from memary.errors import InputError
from memary.text.captions import IMAGE, mark_of

Fields = Mapping[str, Any]

_ARGUMENT_CHARS = 2_000
"""Most characters that are kept of the arguments of a call, and of an address."""

_TEXTS = frozenset({"text", "input_text", "output_text", "text-plain", "summary_text"})
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning", "reasoning_content"})
_NO_WORDS = _THOUGHTS | {"cache", "cachePoint", "step-start", "invalid_tool_call", "tool_call_chunk"}
_MEDIA = {
    "image": ("image", "image_url", "input_image", "image_file"),
    "audio": ("audio", "audio_url", "input_audio"),
    "video": ("video", "video_url", "input_video"),
    "file": ("file", "file_url", "input_file", "document", "media", "container_upload"),
}
_MEDIUM = {kind: medium for medium, kinds in _MEDIA.items() for kind in kinds}
_NESTED = ("source", "file", "input_audio", "image_url", "video_url", "audio_url", "image_file")
_ADDRESSES = ("url", "image_url", "video_url", "audio_url", "file_url")
_BYTES = ("data", "base64", "file_data", "image", "audio", "video")
_TYPES = ("media_type", "mime_type", "mimeType", "image_mimetype", "video_mimetype", "document_mimetype", "format")
_NAMES = ("filename", "title", "name")


@dataclass(slots=True)
class ToolResult:
    """What a tool answered, where that stands within a message of somebody else."""

    text: str
    call_id: str | None
    name: str | None = None
    attachments: list[dict[str, JsonValue]] = field(default_factory=list[dict[str, JsonValue]])


@dataclass(slots=True)
class Content:
    """What a message holds."""

    texts: list[str] = field(default_factory=list[str])
    calls: list[dict[str, JsonValue]] = field(default_factory=list[dict[str, JsonValue]])
    results: list[ToolResult] = field(default_factory=list[ToolResult])
    attachments: list[dict[str, JsonValue]] = field(default_factory=list[dict[str, JsonValue]])
    refusals: list[str] = field(default_factory=list[str])
    pictures: list[str] = field(default_factory=list[str])  # where each is to be had: an address, or a data URL
    described: Mapping[str, str] = field(default_factory=dict[str, str])  # what pictures show
    has_words: bool = False  # the texts are more than the places of what is attached

    def add(self, content: object) -> None:
        """Take in a text, a part, or several of them.

        Raises:
            InputError: something is not a message part.
        """
        if content is None:
            return
        if isinstance(content, str):
            self.texts.append(content)
            self.has_words = self.has_words or bool(content.strip())
        elif isinstance(content, Sequence) and not isinstance(content, bytes | bytearray):
            for part in cast("Sequence[object]", content):
                self.add(part)
        else:
            self._add_part(content)

    def add_call(self, call: object) -> None:
        """Take in a call of a tool; one that is told twice counts once.

        Raises:
            InputError: it is none.
        """
        given = fields_of(call)
        if given is None:
            raise InputError(f"tool_calls: {shown(call)} is not a tool call")
        inner = fields_of(given.get("function")) or given
        kind = str(given.get("type") or "")
        name = _first(inner, "name", "tool_name", "toolName") or kind.removesuffix("_call")
        id_ = _first(given, "call_id", "id", "tool_call_id", "toolCallId")
        told: dict[str, JsonValue] = {} if id_ is None else {"id": str(id_)}
        told |= {"name": str(name or "tool"), "arguments": _arguments(inner)}
        if id_ is None or all(one.get("id") != told["id"] for one in self.calls):
            self.calls.append(told)

    def attach(self, medium: str, part: Fields) -> None:
        """Note what is no text, without its bytes, and mark its place in the text."""
        note = _note(medium, part)
        if medium == IMAGE and (source := _source(part)):
            self.pictures.append(source)
            if description := self.described.get(source):
                note["description"] = description
                self.has_words = True
        self.attachments.append(note)
        self.texts.append(mark_of(note))

    @property
    def text(self) -> str:
        """The words, with the places of what is attached; without any, what was called or refused."""
        said = "\n".join(text for text in self.texts if text.strip())
        return said or "\n".join(self.refusals) or "\n".join(map(_as_code, self.calls))

    def _add_part(self, given: object) -> None:
        part = fields_of(given)
        if part is None:
            raise InputError(f"content: {shown(given)} is not a message part")
        kind = str(part.get("type") or part.get("block_type") or ("text" if "text" in part else ""))
        if kind in _TEXTS:
            self.add(part.get("text"))
        elif kind == "refusal":
            self.refusals.append(str(part.get("refusal") or ""))
        elif kind in _NO_WORDS:
            pass
        elif is_result(kind):
            self._add_result(part)
        elif is_call(kind):
            self.add_call(part)
        elif kind in ("citable", "search_result", "citation"):
            self.add(part.get("content") or part.get("cited_content"))
        elif _is_plain_document(part):
            self.add(part["source"]["data"])
        elif kind:
            self.attach(_MEDIUM.get(kind, kind), part)
        else:
            raise InputError("content: a part lacks its type: write it like {'type': 'text', 'text': …}")

    def _add_result(self, part: Fields) -> None:
        inner, output = Content(described=self.described), _first(part, "output", "content")
        try:
            inner.add(output)
        except InputError:  # a tool may answer whatever it likes
            inner = Content(texts=[_as_json(output)])
        call_id, name = _first(part, "tool_use_id", "tool_call_id", "call_id"), _first(part, "name", "tool_name")
        told = None if call_id is None else str(call_id)
        self.pictures += inner.pictures
        self.results.append(ToolResult(inner.text, told, name, inner.attachments))


def is_call(kind: str) -> bool:
    """Return whether a kind of part or item is a call of a tool."""
    return kind == "tool-call" or kind.endswith(("tool_use", "_call"))


def is_result(kind: str) -> bool:
    """Return whether a kind of part or item is what a tool answered."""
    return kind == "tool-result" or kind.endswith(("tool_result", "_call_output", "_search_output"))


def fields_of(given: object) -> Fields | None:
    """Return the fields of a mapping, a pydantic model or a dataclass; None of anything else."""
    if isinstance(given, Mapping):
        return cast("Fields", given)
    if isinstance(given, type):
        return None
    model = getattr(type(given), "model_fields", None)
    if isinstance(model, Mapping):
        named = {str(name): getattr(given, str(name)) for name in cast("Fields", model)}
        return named | dict(cast("Fields", getattr(given, "model_extra", None) or {}))
    if is_dataclass(given):
        return {one.name: getattr(given, one.name) for one in fields(given)}
    return None


def _source(part: Fields) -> str | None:
    """Return where a picture is to be had: its address on the web, or its bytes as a data URL."""
    flat = _flat(part)
    data = _first(flat, *_BYTES)
    if (address := _first(flat, *_ADDRESSES)) is not None:
        return str(address) if str(address).startswith(("data:", "http://", "https://")) else None
    if isinstance(data, bytes | bytearray):
        data = b64encode(data).decode()
    if not isinstance(data, str) or not data:
        return None
    return data if data.startswith("data:") else f"data:{_first(flat, *_TYPES) or 'image/png'};base64,{data}"


def _flat(part: Fields) -> dict[str, Any]:
    """Return the fields of a part with those that stand nested in it."""
    flat = dict(part)
    for name in _NESTED:
        if (inner := fields_of(part.get(name))) is not None:
            flat |= inner
    return flat


def _note(medium: str, part: Fields) -> dict[str, JsonValue]:
    """Return what is kept of a picture, a sound or a file."""
    flat = _flat(part)
    note: dict[str, JsonValue] = {"type": medium}
    if media_type := _first(flat, *_TYPES):
        note["media_type"] = _short(media_type)
    data = _first(flat, *_BYTES)
    if (address := _first(flat, *_ADDRESSES)) is not None:
        if str(address).startswith("data:"):
            head, _, data = str(address).partition(",")
            note.setdefault("media_type", _short(head[5:].partition(";")[0]))
        else:
            note["url"] = _short(address)
    note |= {name: _short(flat[name]) for name in ("file_id", "path") if flat.get(name)}
    if (name := _first(flat, *_NAMES)) is not None:
        note["name"] = _short(name)[:200].strip()
    if isinstance(data, str) and data:
        note["omitted_bytes"] = len(data) * 3 // 4  # base64
    elif isinstance(data, bytes | bytearray) and data:
        note["omitted_bytes"] = len(data)
    return note


def _is_plain_document(part: Fields) -> bool:
    source = part.get("source")
    return isinstance(source, Mapping) and cast("Fields", source).get("type") == "text" and "data" in source


def _arguments(call: Fields) -> str:
    """Return the arguments of a call as text, the beginning of long ones."""
    given = _first(call, "arguments", "args", "input", "tool_kwargs", "action")
    if given is None:
        return ""
    if isinstance(given, str):
        return _short(given)
    return _short(_as_json(given))


def _as_json(given: object) -> str:
    """Return a value as JSON, or the words that Python has for it."""
    read = fields_of(given)
    try:
        return json.dumps(given if read is None else read, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return str(given)


def _as_code(call: Fields) -> str:
    return f"{call['name']}({call['arguments']})"


def _first(given: Fields, *names: str) -> Any:
    """Return the value of the first of the names that has a simple one, or a filled one."""
    return next((given[name] for name in names if given.get(name) not in (None, "")), None)


def _short(value: object) -> str:
    text = str(value.value if isinstance(value, Enum) else value)
    return text if len(text) <= _ARGUMENT_CHARS else f"{text[: _ARGUMENT_CHARS - 1]}…"
