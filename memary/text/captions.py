"""Captions: what pictures in a message show, as a model that sees told it.

They stand in the content at the place of the picture, `[image: a red bicycle by a lake]`, so that recall, extraction
and forgetting meet them like all other words, and in the metadata, which tells them apart from the speaker's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from pydantic import JsonValue

from memary.types import Message

IMAGE = "image"
"""The kind of what is attached that may have a caption."""

_ATTACHED = "attachments"

_HELD = "\x00"
"""Stands at the end of a place whose caption comes back; no text has it."""


def mark_of(note: Mapping[str, JsonValue]) -> str:
    """Return what stands in a text at the place of what is attached.

    Its kind with its caption, or else its name.
    """
    caption = note.get("description") or note.get("name")
    return f"[{note['type']}: {caption}]" if caption else f"[{note['type']}]"


def captions(metadata: Mapping[str, JsonValue]) -> list[str]:
    """Return the captions of the pictures in a message, in their order."""
    return [str(note["description"]) for note in _described(metadata)]


def without_captions(text: str, metadata: Mapping[str, JsonValue]) -> str:
    """Return a text with the bare places of its pictures."""
    for note in _described(metadata):
        text = text.replace(mark_of(note), _bare_mark(note), 1)
    return text


def captioned_pieces(text: str, metadata: Mapping[str, JsonValue], cut: Callable[[str], list[str]]) -> list[str]:
    """Cut a text at the same places whatever its captions say; return the pieces with captions.

    Args:
        text: with captions.
        metadata: of the message, which has them too.
        cut: cuts a text; what it leaves out is blank.
    """
    notes = list(_described(metadata))
    for note in notes:
        text = text.replace(mark_of(note), _held_mark(note), 1)
    pieces = cut(text)
    for note in notes:
        held = _held_mark(note)
        at = next((number for number, piece in enumerate(pieces) if held in piece), None)
        if at is not None:
            pieces[at] = pieces[at].replace(held, mark_of(note), 1)
    return [piece.replace(_HELD, "]") for piece in pieces]


def uncaptioned(message: Message) -> str:
    """Return what the speaker of a message said and sent, without what pictures were found to show."""
    return without_captions(message.content, message.metadata)


def _described(metadata: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    attached = metadata.get(_ATTACHED)
    for note in attached if isinstance(attached, list) else []:
        if isinstance(note, dict) and isinstance(note.get("description"), str) and "type" in note:
            yield cast("Mapping[str, JsonValue]", note)


def _bare_mark(note: Mapping[str, JsonValue]) -> str:
    return mark_of({name: value for name, value in note.items() if name != "description"})


def _held_mark(note: Mapping[str, JsonValue]) -> str:
    """Return a bare mark, as long as it is, that no text has."""
    return f"{_bare_mark(note)[:-1]}{_HELD}"
