"""Bring in what was said and remembered elsewhere: exports, session logs, notes, graphs.

    report = import_memories(memary, "export.json", source="mem0", user_id="ada")
    report = import_memories(memary, "bolt://localhost:7687/movies", source="neo4j", user_id="ada", dry_run=True)

Each system has a module that reads its files into memary's words (`Exported`); `runner` brings those in. What is text
comes in as messages, what is a relation as facts, both with their times and sources. Importing a file again changes
nothing, save that a note which was written on takes the place of its earlier version. The report says how much came
in, and what did not, and why.
"""

from memary.integrations.importers.formats import Exported, Mapped, Skipped
from memary.integrations.importers.neo4j_graph import GraphMapping
from memary.integrations.importers.runner import ImportReport, aimport_memories, import_memories
from memary.integrations.importers.sources import SOURCES, Source, recognized

__all__ = [
    "SOURCES",
    "Exported",
    "GraphMapping",
    "ImportReport",
    "Mapped",
    "Skipped",
    "Source",
    "aimport_memories",
    "import_memories",
    "recognized",
]
