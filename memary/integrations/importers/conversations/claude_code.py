"""Read session logs of Claude Code: a file of JSON lines, a project's folder, or `~/.claude/projects`.

A session belongs to the project of its folder, as with the hooks. Logs of subagents, summaries and what the program
writes itself are passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memary.integrations.importers.bundle import parts
from memary.integrations.importers.conversations.talk import (
    ROLES,
    ImportedTalk,
    ImportedTurn,
    project_of,
    rows_of,
    texts_of,
)
from memary.integrations.importers.formats import Exported, fields_of, text_of

_SOURCE = "claude-code"
_TEXT = frozenset({"text"})
_OF_THE_PROGRAM = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")


def read(path: Path) -> Exported:
    """Read session logs of Claude Code.

    Raises:
        InputError: they cannot be read.
    """
    exported = Exported()
    for part in parts(path, {".jsonl"}):
        log = _Log()
        for row in rows_of(part, exported):
            log.take(row)
        for talk in log.talks.values():
            talk.keep_of_agent(exported, _SOURCE)
    return exported


class _Log:
    """The sessions of a file, which is mostly one."""

    def __init__(self) -> None:
        self.talks: dict[str, ImportedTalk] = {}
        self._answer = ""
        """The answer that the last turn belongs to."""

    def take(self, row: Mapping[str, Any]) -> None:
        """Add a row to its session."""
        role, session, id_ = (
            ROLES.get(text_of(row.get("type"))),
            text_of(row.get("sessionId")),
            text_of(row.get("uuid")),
        )
        if role is None or not session or not id_:
            return
        message = fields_of(row.get("message"))
        text = texts_of(message.get("content"), _TEXT)
        if not text or any(row.get(name) for name in _OF_THE_PROGRAM):
            return  # a thought, a call of a tool, its result, or a note of the program
        talk = self.talks.setdefault(session, ImportedTalk(_SOURCE, session))
        if talk.user is None and (folder := text_of(row.get("cwd"))):
            talk.user = project_of(folder)
        answer = (text_of(message.get("id")) or id_) if role == "assistant" else ""
        if answer and answer == self._answer and talk.said:
            before = talk.said[-1]
            talk.said[-1] = before._replace(text=f"{before.text}\n\n{text}")  # an answer goes on in another row
        else:
            talk.said.append(ImportedTurn(id_, role, text, row.get("timestamp")))
        self._answer = answer
