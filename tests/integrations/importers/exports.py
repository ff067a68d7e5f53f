"""Files of the shape that other systems write, and what an import of one says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from memary import Memary
from memary.integrations.importers import ImportReport, import_memories

EXPORTS = Path(__file__).parents[2] / "data" / "exports"


def bring(memory: Memary, name: str, **options: Any) -> ImportReport:
    """Bring one of these files in."""
    return import_memories(memory, EXPORTS / name, **options)


def left(report: ImportReport) -> dict[str, str]:
    """Return what was left out, and why."""
    return {one.what: one.why for one in report.left}
