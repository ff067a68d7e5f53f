"""List what can be imported: the systems, their readers, where their files are, and whose these are."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from memary.errors import InputError
from memary.integrations.coding_agents.agents import CLAUDE_CODE, CODEX, GEMINI
from memary.integrations.importers import markdown, neo4j_graph
from memary.integrations.importers.conversations import (
    chatgpt,
    claude,
    claude_code,
    codex,
    cursor,
    gemini,
    telegram,
    whatsapp,
)
from memary.integrations.importers.formats import Exported
from memary.integrations.importers.memories import graphiti, hindsight, langmem, letta, mem0, memoryscope
from memary.stores.archive.lines import read_header

Reader = Callable[[Path], Exported]


class Source(StrEnum):
    """What can be brought in."""

    MEM0 = "mem0"
    GRAPHITI = "graphiti"
    MEMORYSCOPE = "memoryscope"
    LANGMEM = "langmem"
    LETTA = "letta"
    HINDSIGHT = "hindsight"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"
    GEMINI = "gemini"
    WHATSAPP = "whatsapp"
    TELEGRAM = "telegram"
    MARKDOWN = "markdown"
    NEO4J = "neo4j"


SOURCES: Mapping[Source, Reader] = {
    Source.MEM0: mem0.read,
    Source.GRAPHITI: graphiti.read,
    Source.MEMORYSCOPE: memoryscope.read,
    Source.LANGMEM: langmem.read,
    Source.LETTA: letta.read,
    Source.HINDSIGHT: hindsight.read,
    Source.CHATGPT: chatgpt.read,
    Source.CLAUDE: claude.read,
    Source.CLAUDE_CODE: claude_code.read,
    Source.CODEX: codex.read,
    Source.CURSOR: cursor.read,
    Source.GEMINI: gemini.read,
    Source.WHATSAPP: whatsapp.read,
    Source.TELEGRAM: telegram.read,
    Source.MARKDOWN: markdown.read,
    Source.NEO4J: neo4j_graph.read_file,
}


def source_named(name: Source | str) -> Source:
    """Return the source of a name.

    Raises:
        InputError: nothing of that name can be brought in.
    """
    try:
        return Source(name)
    except ValueError as error:
        raise InputError(f"{name!r} cannot be imported: choose from {', '.join(Source)}.") from error


def home_of(source: Source) -> Path:
    """Return where a program keeps its conversations on this machine.

    Raises:
        InputError: it keeps none, or none is there.
    """
    homes: Mapping[Source, Callable[[], Path]] = {
        Source.CLAUDE_CODE: lambda: CLAUDE_CODE.folder() / "projects",
        Source.CODEX: lambda: CODEX.folder() / "sessions",
        Source.GEMINI: lambda: GEMINI.folder() / "tmp",
        Source.CURSOR: _cursor,
    }
    if source not in homes:
        raise InputError(f"Name the file or folder of {source} to import.")
    if not (place := homes[source]()).exists():
        raise InputError(f"There is no data of {source} at {place}: name the file or folder to import.")
    return place


def recognized(path: Path) -> Source | None:
    """Return what a file is, judged by what can be read of it; None for what nobody can read."""
    if path.suffix.lower() in markdown.SUFFIXES:
        return Source.WHATSAPP if _brings(path, whatsapp.read) else Source.MARKDOWN
    for source, read in SOURCES.items():
        if source is Source.MARKDOWN and not path.is_dir():
            continue  # what is in any file could be a note, but for its name
        if _brings(path, read):
            return source
    return None


def messenger_of(path: Path) -> Source | None:
    """Return which messenger a chat was exported from; None for what is no such chat."""
    return next((one for one in (Source.WHATSAPP, Source.TELEGRAM) if _brings(path, SOURCES[one])), None)


def _brings(path: Path, read: Reader) -> bool:
    try:
        exported = read(path)
    except InputError:
        return False
    return bool(exported.messages or exported.facts)


def is_own(path: Path) -> bool:
    """Return whether a file is an export of memary."""
    try:
        with path.open(encoding="utf-8") as file:
            read_header(file.readline())
    except (OSError, ValueError, InputError):  # also where no path can have such a name
        return False
    return True


def _cursor() -> Path:
    match sys.platform:
        case "darwin":
            folder = Path.home() / "Library" / "Application Support"
        case "win32":
            folder = Path(os.environ.get("APPDATA", Path.home()))
        case _:
            folder = Path.home() / ".config"
    return folder / "Cursor" / "User"
