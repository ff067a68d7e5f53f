"""A conversation as a reader found it, and the messages that it becomes.

What is kept of a coding agent is what its hooks keep: what the person typed, and the last answer of each turn. What
the agent says between its calls of tools, and these, are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from memary.integrations.coding_agents.projects import project_user
from memary.integrations.coding_agents.prompts import typed
from memary.integrations.importers.bundle import BundleFile
from memary.integrations.importers.formats import Exported, Owned, objects_of, text_of, writable

Role = Literal["user", "assistant"]
ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant"}
"""Those whose turns are kept, by their usual names."""

_STEP = timedelta(microseconds=1)
_LAST_BUT_ONE = datetime.max.replace(tzinfo=UTC) - _STEP


class ImportedTurn(NamedTuple):
    """A turn: its id in the conversation's file, who said it, its text, and when, as the file tells it."""

    id: str
    role: Role
    text: str
    at: object = None


@dataclass(slots=True)
class ImportedTalk:
    """A conversation.

    Attributes:
        source: what wrote it.
        id: names it there.
        user: whose memory it becomes; None where the file does not say.
        title: what people call it.
        begun_at: the time of turns that tell none.
        said: its turns, in their order.
        metadata: what else is kept with each message.
    """

    source: str
    id: str
    user: str | None = None
    title: str = ""
    begun_at: object = None
    said: list[ImportedTurn] = field(default_factory=list[ImportedTurn])
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])

    def keep(self, exported: Exported) -> None:
        """Add its turns to what comes in; those without words are passed over."""
        begun_at = exported.time(self.begun_at, self.id)
        last: datetime | None = None
        for said in self.said:
            if not (text := said.text.strip()):
                continue
            at = exported.time(said.at, said.id) or (begun_at if last is None else None)
            last = min(last, _LAST_BUT_ONE) + _STEP if last and (at is None or at <= last) else at
            about = {"imported_from": self.source, "title": self.title} | self.metadata
            given = {
                "id": f"{self.source}:{said.id}",
                "content": text,
                "role": said.role,
                "created_at": last,
                "session_id": self.id,
                "metadata": {name: value for name, value in about.items() if value},
            }
            exported.bring(Owned(self.user, given))

    def keep_of_agent(self, exported: Exported, agent: str) -> None:
        """Add what the hooks of a coding agent would have kept of it."""
        exported.is_of_agent = True
        self.metadata["source"] = agent
        self.said = list(_last_answers([_typed(one) for one in self.said]))
        first = len(exported.messages)
        self.keep(exported)
        for owned in exported.messages[first:]:
            owned.given["agent_id"] = agent


def rows_of(part: BundleFile, exported: Exported) -> list[Mapping[str, Any]]:
    """Return the objects of a log, a line each, without lines that hold none, such as one cut off."""
    found: list[Mapping[str, Any]] = []
    for number, line in enumerate(part.text().split("\n"), 1):
        if not line.strip():
            continue
        try:
            row: object = json.loads(line)
        except (ValueError, RecursionError):
            exported.leave(f"line {number} of {part.name}", "it is no JSON")
            continue
        if isinstance(row, Mapping):
            found.append(cast("Mapping[str, Any]", row))
    return found


def texts_of(content: object, kinds: frozenset[str]) -> str:
    """Return what a message says: its text, or the texts of its blocks of these types."""
    if isinstance(content, str):
        return content
    texts = [text_of(block.get("text")) for block in objects_of(content) if text_of(block.get("type")) in kinds]
    return "\n\n".join(filter(None, texts))


def project_of(folder: str, *, named: str | None = None) -> str | None:
    """Return the user whose memory the project of a folder is; None where no folder can have such a name.

    Args:
        folder: where the agent worked.
        named: the project's name, where the log gives it one.
    """
    try:
        user = project_user(Path(folder), named=named)
    except (OSError, RuntimeError, ValueError):
        return None
    return user if user == writable(user) else None


def _typed(said: ImportedTurn) -> ImportedTurn:
    return said._replace(text=typed(said.text)) if said.role == "user" else said


def _last_answers(said: Sequence[ImportedTurn]) -> Iterator[ImportedTurn]:
    """Yield what was typed, and of the answers in between the last."""
    turns = [one for one in said if one.text.strip()]
    for one, after in zip_longest(turns, turns[1:]):
        if one.role == "user" or after is None or after.role == "user":
            yield one
