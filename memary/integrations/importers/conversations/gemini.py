"""Read session logs of Gemini CLI: a `session-….json` or `….jsonl`, or `~/.gemini/tmp`.

A log names its project by a digest alone. Where the folder beside it says which one that is (`.project_root`), the
session belongs to that project, as with the hooks; where not, the user has to be named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from memary.integrations.importers.bundle import JSON_SUFFIXES, BundleFile, documents_of, parts
from memary.integrations.importers.conversations.talk import ImportedTalk, ImportedTurn, Role, project_of, rows_of
from memary.integrations.importers.formats import Exported, fields_of, list_of, name_of, objects_of, text_of

_SOURCE = "gemini"
_ROLES: Mapping[str, Role] = {"user": "user", "gemini": "assistant"}
_ROOT = ".project_root"


def read(path: Path) -> Exported:
    """Read session logs of Gemini CLI.

    Raises:
        InputError: they cannot be read.
    """
    exported = Exported()
    for part in parts(path, JSON_SUFFIXES):
        is_log = part.name.endswith(".jsonl")
        _session(part, rows_of(part, exported) if is_log else documents_of(part), exported)
    return exported


def _session(part: BundleFile, lines: Sequence[Any], exported: Exported) -> None:
    """Bring in a session: one document with its messages, or one line about it and a line for each."""
    rows = [fields_of(one) for one in lines]
    about = next((row for row in rows if text_of(row.get("sessionId")) and "projectHash" in row), None)
    if about is None:
        return
    messages = objects_of(about.get("messages")) or rows
    talk = ImportedTalk(_SOURCE, about["sessionId"], user=_project(part), begun_at=about.get("startTime"))
    for message in messages:
        role, id_ = _ROLES.get(text_of(message.get("type"))), name_of(message.get("id"))
        if role and id_:
            talk.said.append(ImportedTurn(id_, role, _text(message.get("content")), message.get("timestamp")))
    talk.keep_of_agent(exported, _SOURCE)


def _text(content: object) -> str:
    """Return the words of a message: a text, or a list of parts."""
    parts = list_of(content) or [content]
    texts = (part if isinstance(part, str) else fields_of(part).get("text") for part in parts)
    return "".join(text for text in texts if isinstance(text, str))


def _project(part: BundleFile) -> str | None:
    if part.place is None:
        return None
    for folder in part.place.parents[:2]:
        with suppress(OSError, UnicodeDecodeError):
            return project_of((folder / _ROOT).read_text(encoding="utf-8").strip())
    return None
