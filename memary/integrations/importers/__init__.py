"""Memories of other systems brought into memary, from the files they export.

    report = import_memories(memary, "export.json", source="mem0", user_id="ada")
    report = import_memories(memary, "bolt://localhost:7687/movies", source="neo4j", user_id="ada", dry_run=True)

Each system has a module that reads its files into memary's words (`Exported`); `taking_in` brings those in. What is
text comes in as messages, what is a relation as facts, both with their times and sources. Importing a file again
changes nothing. The report says how much came in, and what did not, and why.
"""

from memary.integrations.importers.formats import Exported, Mapped, Skipped
from memary.integrations.importers.neo4j_graph import GraphMapping
from memary.integrations.importers.runner import SOURCES, ImportReport, Source, aimport_memories, import_memories

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
]
