"""Memories of other systems brought into memary, from the files they export.

    report = import_memories(memary, "export.json", source="mem0", user_id="ada")

Each system has a module that reads its files into memary's words (`Exported`); `taking_in` brings those in. What is
text comes in as messages, what is a relation as facts, both with their times and sources. Importing a file again
changes nothing. The report says how much came in, and what did not, and why.
"""

from memary.integrations.importers.formats import Exported, Skipped
from memary.integrations.importers.runner import SOURCES, ImportReport, Source, aimport_memories, import_memories

__all__ = ["SOURCES", "Exported", "ImportReport", "Skipped", "Source", "aimport_memories", "import_memories"]
