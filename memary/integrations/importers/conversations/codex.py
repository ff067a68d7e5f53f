"""Read session logs of Codex: a `rollout-….jsonl`, or `~/.codex/sessions`.

Newer logs tell what was typed and answered as events, beside what the model got; older ones have the latter alone.
A session belongs to the project of its repository or folder, as with the hooks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from memary.integrations.coding_agents.projects import repository_name
from memary.integrations.importers.bundle import BundleFile, parts
from memary.integrations.importers.conversations.talk import (
    ROLES,
    ImportedTalk,
    ImportedTurn,
    Role,
    project_of,
    rows_of,
    texts_of,
)
from memary.integrations.importers.formats import Exported, fields_of, text_of

_SOURCE = "codex"
_TEXT = frozenset({"input_text", "output_text", "text"})
_EVENTS: Mapping[str, Role] = {"user_message": "user", "agent_message": "assistant"}


def read(path: Path) -> Exported:
    """Read session logs of Codex.

    Raises:
        InputError: they cannot be read.
    """
    exported = Exported()
    for part in parts(path, {".jsonl"}):
        _session(part, rows_of(part, exported), exported)
    return exported


def _session(part: BundleFile, rows: Sequence[Mapping[str, Any]], exported: Exported) -> None:
    about = next((found for row in rows if (found := _about(row))), None)
    if about is None:
        return
    id_ = text_of(about["id"])
    events = list(_events(id_, rows))
    talk = ImportedTalk(_SOURCE, id_, user=_project(about), begun_at=about.get("timestamp") or part.changed_at)
    talk.said = events if any(said.role == "user" for said in events) else list(_items(id_, rows))
    talk.keep_of_agent(exported, _SOURCE)


def _about(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a row tells of the session; older logs have it bare in their first line."""
    session = fields_of(row.get("payload")) if row.get("type") == "session_meta" else dict(row)
    is_about = (
        text_of(session.get("id"))
        and text_of(session.get("timestamp"))
        and ({"cwd", "instructions"} & session.keys())
    )
    return session if is_about else None


def _project(about: Mapping[str, Any]) -> str | None:
    folder, url = text_of(about.get("cwd")), text_of(fields_of(about.get("git")).get("repository_url"))
    name = repository_name(url) if url else None
    return project_of(folder, named=name) if folder or name else None


def _events(session: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[ImportedTurn]:
    for number, row in enumerate(rows):
        payload = fields_of(row.get("payload"))
        if row.get("type") == "event_msg" and (role := _EVENTS.get(text_of(payload.get("type")))):
            yield ImportedTurn(f"{session}:{number}", role, text_of(payload.get("message")), row.get("timestamp"))


def _items(session: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[ImportedTurn]:
    for number, row in enumerate(rows):
        item = fields_of(row.get("payload")) if row.get("type") == "response_item" else row
        if item.get("type") == "message" and (role := ROLES.get(text_of(item.get("role")))):
            text = texts_of(item.get("content"), _TEXT)
            yield ImportedTurn(f"{session}:{number}", role, text, row.get("timestamp"))
