"""Captions: what pictures in a message show, as a model that sees told it.

They stand in the content at the place of the picture, `[image: a red bicycle by a lake]`, so that recall, extraction
and forgetting meet them like all other words, and in the metadata, which tells them apart from the speaker's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from pydantic import JsonValue

from memary.types import Message

IMAGE = "image"
"""The kind of what is attached that may have a caption."""

_ATTACHED = "attachments"


def mark_of(note: Mapping[str, JsonValue]) -> str:
    """Return what stands in a text at the place of what is attached: its kind with its caption, or else its name."""
    told = note.get("description") or note.get("name")
    return f"[{note['type']}: {told}]" if told else f"[{note['type']}]"


def captions(metadata: Mapping[str, JsonValue]) -> list[str]:
    """Return the captions of the pictures in a message, in their order."""
    return [str(note["description"]) for note in _described(metadata)]


def without_captions(text: str, metadata: Mapping[str, JsonValue]) -> str:
    """Return a text with the bare places of its pictures."""
    for note in _described(metadata):
        bare = {name: value for name, value in note.items() if name != "description"}
        text = text.replace(mark_of(note), mark_of(bare), 1)
    return text


def uncaptioned(message: Message) -> str:
    """Return what the speaker of a message said and sent, without what pictures were found to show."""
    return without_captions(message.content, message.metadata)


def _described(metadata: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    attached = metadata.get(_ATTACHED)
    for note in attached if isinstance(attached, list) else []:
        if isinstance(note, dict) and isinstance(note.get("description"), str) and "type" in note:
            yield cast("Mapping[str, JsonValue]", note)
