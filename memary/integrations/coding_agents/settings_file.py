"""Put memary's hooks into an agent's settings file, or take them out; all else stays as it was.

Entries of memary's are told by their command. Installing twice changes nothing; installing with other options puts
the new command in the place of the old one.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from memary.errors import InputError
from memary.integrations.coding_agents.agents import CodingAgent

_INDENT = re.compile(r"^\{\s*?\n([ \t]+)\S")


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a settings file is, and what it would be."""

    path: Path
    before: str
    after: str

    @property
    def is_one(self) -> bool:
        """Whether anything would change."""
        return self.before != self.after

    @property
    def diff(self) -> str:
        """Return the change, as `diff -u` shows it."""
        sides = [text.splitlines(keepends=True) for text in (self.before, self.after)]
        return "".join(difflib.unified_diff(*sides, fromfile=str(self.path), tofile=str(self.path)))

    def write(self) -> None:
        """Write the file: whole or not at all, with the rights that it had, through a link to where it is.

        Raises:
            InputError: it cannot be written.
        """
        place = self.path.resolve()
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            mode = place.stat().st_mode & 0o777 if place.exists() else 0o600
            number, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
            with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.after)
            os.chmod(name, mode)
            os.replace(name, place)
        except OSError as error:
            raise InputError(f"The file {self.path} cannot be written: {error.strerror}.") from error


def installed(agent: CodingAgent, path: Path, command: str) -> FileChange:
    """Return the change that puts memary's hooks into a settings file.

    Raises:
        InputError: the file cannot be read, or is not what the agent documents.
    """
    text, settings, hooks = _read(path)
    for event in agent.events:
        entries = hooks.get(event, [])
        if not isinstance(entries, list):
            raise InputError(
                f"The file {path} does not have the documented form: `hooks.{event}` is not a list. Nothing was "
                "changed."
            )
        hooks[event] = [*_without_ours(agent, cast("list[Any]", entries)), agent.entry(event, command)]
    whole = {**{key: value for key, value in agent.extra if key not in settings}, **settings, "hooks": hooks}
    return FileChange(path, text, _written(whole, text))


def removed(agent: CodingAgent, path: Path) -> FileChange:
    """Return the change that takes memary's hooks out of a settings file.

    Raises:
        InputError: the file cannot be read, or is not what the agent documents.
    """
    text, settings, hooks = _read(path)
    if not commands_in(agent, path):
        return FileChange(path, text, text)
    left = {event: _without_ours(agent, found) if event in agent.events else found for event, found in hooks.items()}
    left = {event: found for event, found in left.items() if found or event not in agent.events}
    whole = {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": left} if left else {})
    return FileChange(path, text, _written(whole, text))


def commands_in(agent: CodingAgent, path: Path) -> dict[str, str]:
    """Return memary's commands in a settings file, by the hook they stand under.

    Raises:
        InputError: the file cannot be read, or is not what the agent documents.
    """
    _, _, hooks = _read(path)
    return {
        event: command
        for event, entries in hooks.items()
        if isinstance(entries, list)
        for entry in cast("list[object]", entries)
        for command in _commands(entry)
        if _is_ours(agent, command)
    }


def _read(path: Path) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the text of a settings file, its content, and the hooks in it."""
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The file {path} cannot be read: {error}.") from error
    try:
        read: object = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise InputError(
            f"The file {path} is not plain JSON ({error}), so nothing was changed: correct it, or drop its comments."
        ) from error
    settings = _object(read, path, "it")
    hooks = _object(settings.get("hooks", {}), path, "`hooks` in it")
    return text, settings, hooks


def _object(value: object, path: Path, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(
            f"The file {path} does not have the documented form: {what} is not a JSON object. Nothing was changed."
        )
    return dict(cast("Mapping[str, Any]", value))


def _without_ours(agent: CodingAgent, entries: list[Any]) -> list[Any]:
    """Return entries without memary's commands; a group that holds others as well keeps those."""
    left: list[Any] = []
    for entry in entries:
        if not any(_is_ours(agent, command) for command in _commands(entry)):
            left.append(entry)
        elif others := [one for one in entry.get("hooks", []) if not _is_ours(agent, str(one.get("command", "")))]:
            left.append({**entry, "hooks": others})
    return left


def _commands(entry: object) -> list[str]:
    """Return the commands of an entry, which is one itself or a group of them."""
    if not isinstance(entry, Mapping):
        return []
    fields = cast("Mapping[str, Any]", entry)
    inner = fields.get("hooks")
    held = cast("list[object]", inner) if isinstance(inner, list) else []
    own = [fields["command"]] if isinstance(fields.get("command"), str) else []
    return [*own, *(command for one in held for command in _commands(one))]


def _is_ours(agent: CodingAgent, command: str) -> bool:
    return "memary" in command and f"hooks run {agent.name}" in command


def _written(settings: Mapping[str, Any], before: str) -> str:
    """Return the text of a file, indented as it was."""
    found = _INDENT.match(before)
    return json.dumps(settings, ensure_ascii=False, indent=found[1] if found else 2) + "\n"
