"""Read the last answer from an agent's log of a session, where the hook does not tell it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

_TAIL = 400_000
"""Bytes from the end that are looked at."""


def last_answer(path: Path | None) -> str:
    """Return the text of the last answer in a log of JSON lines; an empty one where there is none."""
    if path is None:
        return ""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - _TAIL, 0))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    for line in reversed(lines):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if text := answer_in(row):
            return text
    return ""


def answer_in(row: object) -> str:
    """Return what the assistant says in a row of a log; an empty text where somebody else speaks."""
    if not isinstance(row, Mapping):
        return ""
    fields = cast("Mapping[str, Any]", row)
    message = fields.get("message")
    inner = cast("Mapping[str, Any]", message) if isinstance(message, Mapping) else fields
    if (inner.get("role") or fields.get("type")) != "assistant":
        return ""
    content = inner.get("content")
    if isinstance(content, str):
        return content.strip()
    blocks = cast("list[object]", content) if isinstance(content, list) else []
    texts = [
        str(cast("Mapping[str, Any]", block).get("text", ""))
        for block in blocks
        if isinstance(block, Mapping) and cast("Mapping[str, Any]", block).get("type") == "text"
    ]
    return "\n\n".join(text.strip() for text in texts if text.strip())
