"""What languages report of names: where one stands, whose it is, of which parts a person's consists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Whose = Literal["self", "other"]
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


@dataclass(frozen=True, slots=True)
class Told:
    """A name, the words that introduce it, and whether it is the speaker's own."""

    span: Span
    whose: Whose
    words: str


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person's name taken apart. What a name does not show is empty."""

    given: tuple[str, ...]
    family: str
    title: str = ""
    suffix: str = ""
    alone: str = ""  # a single word, of which nobody knows what it is

    @property
    def is_full(self) -> bool:
        """Whether it has a given name and a family's."""
        return bool(self.given and self.family)
