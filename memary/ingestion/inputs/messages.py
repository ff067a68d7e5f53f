"""Read messages as callers have them: those of OpenAI, Anthropic, LangChain and LlamaIndex.

Mappings and objects will do. What comes of each: its words as the content; calls of tools, with no words beside them,
as a message that names the calls and is not read for facts; what tools answered as messages of role `tool`; pictures,
sound and files as notes under `attachments` in the metadata, never their bytes; a refusal as what it says, not read
for facts. Thoughts of a model are not kept, nor are turns with nothing else in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Protocol, cast

from memary.checks.faults import shown
from memary.errors import InputError
from memary.ingestion.inputs.content_parts import Content, Fields, fields_of, is_call, is_result
from memary.models.replies.thoughts import SpokenText, without_thoughts
from memary.types import Role

_ROLES = {
    **{role.value: role for role in Role},
    **dict.fromkeys(("human", "HumanMessageChunk"), Role.USER),
    **dict.fromkeys(("ai", "AIMessageChunk", "chatbot", "model"), Role.ASSISTANT),
    **dict.fromkeys(("developer", "SystemMessageChunk"), Role.SYSTEM),
    **dict.fromkeys(("function", "ToolMessageChunk", "FunctionMessageChunk"), Role.TOOL),
}
_NO_MESSAGE = frozenset({"remove", "reasoning", "item_reference", "compaction"})
_CALLED = ("tool_calls", "function_call", "additional_kwargs")
_HELD = ("content", "blocks", "parts", "refusal", "audio", "images", *_CALLED)
_TOLD = ("name", "tool_call_id", "tool_name", "call_id", "output", "type", "status", "input", "arguments", "action")
_PASSED_OVER = (  # what clients and proxies write beside a message, and which says nothing about it
    *("reasoning", "reasoning_content", "reasoning_details", "thinking", "thinking_blocks", "annotations", "phase"),
    *("response_metadata", "usage_metadata", "provider_specific_fields", "invalid_tool_calls", "artifact", "example"),
    *("model", "stop_reason", "stop_sequence", "stop_details", "container", "usage", "weight", "cache_control"),
    *("tool_plan", "citations", "prefix", "index", "created", "logprobs", "finish_reason", "is_error"),
)
_KNOWN = frozenset((*_HELD, *_TOLD, *_PASSED_OVER))
_MEANT = {  # what other programs call the fields of a message
    **dict.fromkeys(("timestamp", "time", "date", "datetime", "sent_at", "ts"), "created_at"),
    **dict.fromkeys(("text", "message", "body"), "content"),
    **dict.fromkeys(("author", "sender", "from", "user"), "speaker"),
    **dict.fromkeys(("session", "conversation_id", "thread_id", "chat_id"), "session_id"),
}


class FrameworkMessage(Protocol):
    """A message of another library: one that can be written down as its fields."""

    def model_dump(self) -> dict[str, Any]:
        """Return the fields."""
        ...


def turns(
    given: object, own: Sequence[str], *, described: Mapping[str, str] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """Return what one given message comes to, as fields of memary's own.

    Nothing where it holds nothing to keep.

    Args:
        given: a text, a pair of role and text, a mapping, or an object of a framework.
        own: the fields of a message of memary.
        described: what pictures show, by where they are to be had.

    Raises:
        InputError: it is no message; told as the end of a sentence.
    """
    if isinstance(given, str):
        return [{"content": given}]
    if is_pair(given):
        role, words = cast("tuple[str, str]", given)
        return [{"role": _ROLES[role], "content": words}]
    read = fields_of(given)
    if read is None:
        raise InputError(f"{shown(given)} is not a message: give a text, a mapping with content, or an object")
    fields = _unwrapped(read)
    if isinstance(given, Mapping) and "type" not in fields:  # what tells its type was not written by hand
        _check_names(fields, own)
    if _is_own(fields, own):
        return [dict(fields)]
    return _converted(fields, own, described, has_own_id=isinstance(given, Mapping) and "type" not in fields)


def pictures_in(given: object) -> list[str]:
    """Return where the pictures of one given message are to be had: addresses and data URLs.

    Raises:
        InputError: it is no message.
    """
    if isinstance(given, str) or is_pair(given) or (read := fields_of(given)) is None:
        return []
    fields = _unwrapped(read)
    return _content(fields, str(fields.get("type") or ""), {}).pictures


def is_pair(given: object) -> bool:
    """Return whether it is a message as a role and a text."""
    if not isinstance(given, tuple | list):
        return False
    pair = cast("Sequence[object]", given)
    return len(pair) == 2 and all(isinstance(one, str) for one in pair) and pair[0] in _ROLES


def _unwrapped(fields: Fields) -> Fields:
    """Return the fields of a message that LangChain has written down."""
    if fields.get("lc") and isinstance(fields.get("kwargs"), Mapping):
        return cast("Fields", fields["kwargs"])
    inner = fields.get("data")
    if isinstance(inner, Mapping) and "type" in fields and "content" in inner:
        return {**cast("Fields", inner), "type": fields["type"]}
    return fields


def _check_names(fields: Fields, own: Sequence[str]) -> None:
    for name in fields:
        if name not in own and name not in _KNOWN:
            meant = _MEANT.get(name) or next(iter(get_close_matches(str(name), own, n=1)), "")
            hint = f"; {meant} may be meant" if meant in own else ""
            raise InputError(f"{shown(name)} is unknown (known are {', '.join(own)}){hint}")


def _is_own(fields: Fields, own: Sequence[str]) -> bool:
    """Return whether it is a message in memary's own words, to be taken, or refused, as it stands."""
    if not all(name in own for name in fields) or not isinstance(fields.get("content", ""), str):
        return False
    role = fields.get("role", Role.USER)
    return role in (Role.USER, Role.SYSTEM) or not (isinstance(role, str) and role in _ROLES)


def _converted(
    fields: Fields, own: Sequence[str], described: Mapping[str, str], *, has_own_id: bool
) -> list[dict[str, Any]]:
    kind = str(fields.get("type") or "")
    if kind in _NO_MESSAGE:
        return []
    content = _content(fields, kind, described)
    role = _role(fields, kind)
    base = {name: fields[name] for name in own if name in fields and name not in ("id", "role", "content")}
    base = {name: value for name, value in base.items() if value is not None}
    named = {"id" if has_own_id else "external_id": fields["id"]} if fields.get("id") else {}
    answered = [
        _filled(base, named, number)
        | {"role": Role.TOOL, "content": result.text}
        | _speaker(result.name)
        | _metadata(base, {"type": "tool", "tool_call_id": result.call_id, "attachments": result.attachments})
        for number, result in enumerate(content.results, 1)
        if result.text.strip()
    ]
    said = _said(fields, content, role)
    return answered if said is None else [*answered, base | named | said | _metadata(base, _notes(fields, content))]


def _content(fields: Fields, kind: str, described: Mapping[str, str]) -> Content:
    """Read all that a message holds."""
    content = Content(described=described)
    if is_result(kind) or is_call(kind):
        content.add(fields | {"type": kind} if isinstance(fields, dict) else [fields])
    else:
        content.add(next((fields[name] for name in ("content", "blocks", "parts") if fields.get(name)), None))
    more = fields_of(fields.get("additional_kwargs")) or {}
    calls = fields.get("tool_calls") or more.get("tool_calls")
    for call in cast("list[object]", calls) if isinstance(calls, list | tuple) else ():
        content.add_call(call)
    if (legacy := fields.get("function_call")) is not None:
        content.add_call(legacy)
    if isinstance(refusal := fields.get("refusal"), str) and refusal.strip():
        content.refusals.append(refusal)
    if (sound := fields_of(fields.get("audio"))) is not None:
        content.add(sound.get("transcript"))
        content.attach("audio", sound)
    images = fields.get("images")
    for image in cast("list[object]", images) if isinstance(images, list | tuple) else ():
        content.attach("image", fields_of(image) or {"data": image})
    return content


def _role(fields: Fields, kind: str) -> Any:
    """Return who speaks; None where it is not said.

    What is no role is left to be refused.
    """
    if is_call(kind):
        return Role.ASSISTANT
    given = fields.get("role")
    if given is None:
        if kind in ("", "message"):
            return None
        if kind not in _ROLES and not is_result(kind):
            raise InputError(f"type: {shown(kind)} is not a kind of message")
        return _ROLES.get(kind)
    return _ROLES.get(str(getattr(given, "value", given)), given)


def _said(fields: Fields, content: Content, role: Any) -> dict[str, Any] | None:
    """Return the message without what a tool answered in it; None where nothing is left to keep."""
    text = _spoken(content.text) if role is Role.ASSISTANT else content.text
    if not text.strip():
        return None
    more = fields_of(fields.get("additional_kwargs")) or {}
    names = (fields.get("name"), fields.get("tool_name"), more.get("name") if role is Role.TOOL else None)
    said: dict[str, Any] = {"content": text} | _speaker(next(filter(None, names), None))
    if role is not None:
        said["role"] = role
    if not content.has_words:
        said["infer"] = False
    return said


def _spoken(text: str) -> str:
    """Return what an assistant said, without the thoughts before it.

    One that talks about such tags keeps them.
    """
    spoken = SpokenText()
    said = without_thoughts(text, spoken)
    return said.strip() if spoken.thinks_first and not spoken.is_unclosed else text


def _notes(fields: Fields, content: Content) -> dict[str, Any]:
    """Return what is kept beside the words."""
    more = fields_of(fields.get("additional_kwargs")) or {}
    return {
        "type": _type(fields, content),
        "tool_calls": content.calls,
        "tool_call_id": fields.get("tool_call_id") or more.get("tool_call_id"),
        "attachments": content.attachments,
        "refusal": bool(content.refusals),
    }


def _type(fields: Fields, content: Content) -> str:
    """Return what kind of message it is beside text.

    What is attached first, or that of a tool; "" for text.
    """
    attached = next((str(note["type"]) for note in content.attachments), "")
    is_bare_call = bool(content.calls) and not content.has_words
    is_result = _role(fields, str(fields.get("type") or "")) is Role.TOOL
    return attached or ("tool" if is_bare_call or is_result else "")


def _metadata(base: Fields, notes: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in notes.items() if value}
    given = base.get("metadata")
    if not told or not (given is None or isinstance(given, Mapping)):
        return {}
    return {"metadata": told | dict(cast("Fields", given or {}))}


def _speaker(name: object) -> dict[str, Any]:
    return {"speaker": str(name)} if name else {}


def _filled(base: Fields, named: Fields, number: int) -> dict[str, Any]:
    return dict(base) | {name: f"{id_}.{number}" for name, id_ in named.items()}
