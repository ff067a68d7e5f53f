"""List the coding agents: where their settings are, and what their hooks send and read.

Each sends a JSON object on stdin, and reads one from stdout. What is here follows their documentation of autumn 2026:
Claude Code (code.claude.com/docs/en/hooks), Codex (the schemas in codex-rs/hooks of its repository), Gemini CLI
(docs/hooks/reference.md), Cursor (cursor.com/docs/hooks).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from memary.checks.faults import shown
from memary.errors import InputError

EventKind = Literal["start", "prompt", "answer", "end"]
_SECONDS: Mapping[EventKind, int] = {"start": 15, "prompt": 15, "answer": 15, "end": 15}
"""After how long an agent gives a hook up; memary gives itself up sooner."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """What a hook is told."""

    kind: EventKind | None
    name: str
    session_id: str | None
    folder: Path
    prompt: str = ""
    answer: str = ""
    transcript: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingAgent:
    """A coding agent.

    Attributes:
        name: as the commands of memary call it.
        title: as people call it.
        home: its folder in the user's home.
        home_variable: names another one.
        file: its settings file, in that folder and in a project's folder of the same name.
        events: its hooks that are used, by what they tell.
        is_flat: whether an entry is the command itself rather than a group of commands.
        extra: what stands beside the hooks in the file.
        unit: how many of its units of time a second has.
        note: what else to know of its hooks.
    """

    name: str
    title: str
    home: str
    file: str
    events: Mapping[str, EventKind]
    home_variable: str = ""
    is_flat: bool = False
    extra: tuple[tuple[str, object], ...] = ()
    unit: int = 1
    note: str = ""

    def settings_file(self, project: Path | None = None) -> Path:
        """Return its settings file: the user's, or a project's."""
        if project is not None:
            return project / self.home / self.file
        return self.folder() / self.file

    def folder(self) -> Path:
        """Return the user's folder of it."""
        named = os.environ.get(self.home_variable) if self.home_variable else None
        return Path(named).expanduser() if named else Path.home() / self.home

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return what stands under the name of a hook."""
        timeout = _SECONDS[self.events[event]] * self.unit
        if self.is_flat:
            return {"command": command, "timeout": timeout}
        return {"hooks": [{"type": "command", "command": command, "timeout": timeout}]}

    def read(self, text: str) -> HookEvent:
        """Return what a hook is told.

        Raises:
            InputError: it is no JSON object.
        """
        try:
            document: object = json.loads(text)
        except ValueError as error:
            raise InputError(f"The input of the hook is not JSON: {error}.") from error
        if not isinstance(document, Mapping):
            raise InputError(f"The input of the hook is {shown(document)}: a JSON object was expected.")
        fields = cast("Mapping[str, Any]", document)
        name = _text(fields, "hook_event_name")
        roots = fields.get("workspace_roots")
        root = str(cast("list[object]", roots)[0]) if isinstance(roots, list) and roots else ""
        transcript = _text(fields, "transcript_path")
        return HookEvent(
            kind=self.events.get(name),
            name=name,
            session_id=_text(fields, "session_id", "conversation_id") or None,
            folder=Path(_text(fields, "cwd") or root or os.getcwd()),
            prompt=_text(fields, "prompt"),
            answer=_text(fields, "last_assistant_message", "prompt_response", "text"),
            transcript=Path(transcript).expanduser() if transcript else None,
        )

    def reply(self, event: HookEvent, context: str = "") -> str:
        """Return what the hook prints: what is put into the prompt, or that nothing is to happen."""
        if self.name == "cursor":
            if event.name == "beforeSubmitPrompt":
                return json.dumps({"continue": True})
            return json.dumps({"additional_context": context} if context else {}, ensure_ascii=False)
        if not context:
            return "{}"
        output = {"hookEventName": event.name, "additionalContext": context}
        return json.dumps({"hookSpecificOutput": output}, ensure_ascii=False)

    @property
    def recalls_for_prompts(self) -> bool:
        """Whether what a hook prints before a prompt is put into it."""
        return self.name != "cursor"


CLAUDE_CODE = CodingAgent(
    name="claude-code",
    title="Claude Code",
    home=".claude",
    home_variable="CLAUDE_CONFIG_DIR",
    file="settings.json",
    events={"SessionStart": "start", "UserPromptSubmit": "prompt", "Stop": "answer", "SessionEnd": "end"},
)
CODEX = CodingAgent(
    name="codex",
    title="Codex",
    home=".codex",
    home_variable="CODEX_HOME",
    file="hooks.json",
    events={"SessionStart": "start", "UserPromptSubmit": "prompt", "Stop": "answer"},
    note="Codex asks once whether it may run new hooks: `/hooks` in Codex shows and trusts them.",
)
GEMINI = CodingAgent(
    name="gemini",
    title="Gemini CLI",
    home=".gemini",
    file="settings.json",
    events={"SessionStart": "start", "BeforeAgent": "prompt", "AfterAgent": "answer", "SessionEnd": "end"},
    unit=1_000,
)
CURSOR = CodingAgent(
    name="cursor",
    title="Cursor",
    home=".cursor",
    file="hooks.json",
    events={
        "sessionStart": "start",
        "beforeSubmitPrompt": "prompt",
        "afterAgentResponse": "answer",
        "sessionEnd": "end",
    },
    is_flat=True,
    extra=(("version", 1),),
    note="Cursor lets hooks put something into the prompt at the start of a conversation only; "
    "for single questions add the MCP server, see docs/interfaces/mcp.md.",
)
AGENTS: Mapping[str, CodingAgent] = {one.name: one for one in (CLAUDE_CODE, CURSOR, CODEX, GEMINI)}


def agent_named(name: str) -> CodingAgent:
    """Return the agent of a name.

    Raises:
        InputError: its hooks are not known.
    """
    if name not in AGENTS:
        raise InputError(f"There are no hooks for {shown(name)}: choose from {', '.join(AGENTS)}.")
    return AGENTS[name]


def _text(fields: Mapping[str, Any], *names: str) -> str:
    """Return the first text of these fields that is filled."""
    values = (fields.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")
