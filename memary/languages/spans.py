"""A stretch of text that names something, as the spotters of both languages report it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpotType = Literal["person", "place", "organization", "animal", "thing"]


@dataclass(frozen=True, slots=True)
class Span:
    """Where a name stands, the name itself and what it seems to be. `doubtful` ones yield to names already known."""

    start: int
    end: int
    name: str
    type: SpotType = "thing"
    doubtful: bool = False

    def overlaps(self, other: Span) -> bool:
        """Whether both share a character."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Whether the other lies within and is shorter."""
        return self.start <= other.start and other.end <= self.end and len(self.name) > len(other.name)
