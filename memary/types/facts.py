"""Define the edges of the graph: facts, where they come from, and what they rest on."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field

from memary.types.record import DEFAULT_LANGUAGE, FOREVER, Record, RecordId, ScopeName, Time, new_id
from memary.types.scope import When


class FactKind(StrEnum):
    """What sort of statement a fact is."""

    FACT = "fact"
    OBSERVATION = "observation"
    INSIGHT = "insight"
    PROCEDURE = "procedure"


Extractor = Literal["model", "rule", "caller", "condensed"]
"""What read a fact: a language model, memary's own rules, or whoever gave it; or it tells several facts as one."""


class Origin(StrEnum):
    """Where a fact comes from, the most trusted first."""

    USER = "user"
    IMPORT = "import"
    TOOL = "tool"
    EXTERNAL = "external"
    ASSISTANT = "assistant"

    @property
    def trust(self) -> int:
        """How much it weighs against others: 5 for the user, 1 for the assistant."""
        return _TRUST[self]


_TRUST = {origin: weight for weight, origin in enumerate(reversed(Origin), start=1)}


class Ground(Record):
    """What a fact rests on: another fact of the same user, or that there was one which was forgotten.

    `known_at` and `released_at` say when memary learnt that the fact rests on it, and that it holds without it. Of a
    ground that was forgotten nothing is left but when that was, in `gone_at`.
    """

    fact_id: RecordId | None
    words: str = Field(default="", max_length=300)  # of the source, which say so
    known_at: Time
    released_at: Time = FOREVER
    gone_at: Time = FOREVER
    source_ids: tuple[str, ...] = ()

    def counts_at(self, known_at: datetime) -> bool:
        """Return whether memary took the fact to rest on it at that time."""
        return self.known_at <= known_at and (self.released_at >= FOREVER or known_at < self.released_at)


DoubtReason = Literal["ended", "wrong", "forgotten"]
"""What became of the ground: it ended, it turned out never to have been true, or it was forgotten."""


class DoubtStep(Record):
    """A fact on the way to the one that no longer holds, with the words that tie the last fact to it.

    The sentence is empty, and the id None, where the fact was forgotten.
    """

    fact_id: str | None
    statement: str = ""
    words: str = ""


class Doubt(Record):
    """That a fact rests on one that does not hold: since when, because of what, and by which way.

    Attributes:
        since: since when the fact is in doubt, in the world.
        learnt_at: when memary learnt of it.
        reason: what became of the ground at the end of the path.
        because: the sentence of that ground; empty where it was forgotten.
        because_id: its id; None where it was forgotten.
        path: the grounds from the fact to that one, which is the last.
    """

    since: Time
    learnt_at: Time
    reason: DoubtReason
    because: str
    because_id: str | None
    path: tuple[DoubtStep, ...]

    @property
    def why(self) -> str:
        """What became of the ground, as a clause in English."""
        if not self.because:
            return (
                "what it rested on was forgotten" if self.reason == "forgotten" else "what it rested on holds no more"
            )
        return f"“{self.because}” {'never was so' if self.reason == 'wrong' else 'is over'}"

    def __str__(self) -> str:
        return f"in doubt since {self.since:%Y-%m-%d}: {self.why}"


class Fact(Record):
    """A directed edge from subject to object, with its sentence and two clocks.

    `valid_at` and `invalid_at` say when it is true in the world; `created_at` and `expired_at` when memary learnt of
    it and when memary learnt of its end. A retired fact has `expired_at` set and `invalid_at` moved to the day its
    truth ended; one that never was true has `invalid_at == valid_at`. `stated_end` is the end that was stated when
    the fact was learnt: what memary believed in until `expired_at`. Where its end was moved more than once, it is the
    end believed in last before that; `earlier_ends` are those before, each believed in until the time of the same
    place in `changed_at`, the oldest first. `subject` and `object` are the names as stated; the ids are what
    identifies the nodes. `in_doubt` follows from `rests_on` at the time that was asked for, and is not stored.
    """

    id: RecordId = Field(default_factory=new_id)
    user_id: ScopeName
    subject_id: str
    subject: str
    predicate: str
    object_id: str
    object: str
    statement: str
    kind: FactKind = FactKind.FACT
    valid_at: Time
    invalid_at: Time = FOREVER
    created_at: Time
    expired_at: Time = FOREVER
    stated_end: Time = FOREVER
    earlier_ends: tuple[Time, ...] = ()
    changed_at: tuple[Time, ...] = ()
    origin: Origin = Origin.USER
    extractor: Extractor = "model"
    confidence: float = Field(default=1.0, ge=0, le=1)
    importance: int = Field(default=2, ge=0, le=3)
    rating: int = Field(default=0, ge=-3, le=3)  # what feedback made of it
    expires_at: Time = FOREVER  # hidden from then on, never deleted by it
    language: str = DEFAULT_LANGUAGE
    quote: str = ""  # the words of the source that support it
    supersedes: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    rests_on: tuple[Ground, ...] = ()
    in_doubt: Doubt | None = None

    def __str__(self) -> str:
        return self.statement

    @property
    def needs_all_sources(self) -> bool:
        """Whether its words may be those of any of its sources, so that it goes with each of them."""
        return self.kind is FactKind.INSIGHT or self.extractor == "condensed"

    def is_true_at(self, time: datetime) -> bool:
        """Return whether the fact holds in the world at `time`, as far as memary knows now."""
        return self.valid_at <= time < self.invalid_at

    def is_visible(self, when: When) -> bool:
        """Return whether memary took the fact, at `when.known_at`, to hold in the world at `when.true_at`."""
        end = max(self.invalid_at, self.end_known_at(when.known_at))
        return self.created_at <= when.known_at and self.valid_at <= when.true_at < end

    def end_known_at(self, known_at: datetime) -> datetime:
        """Return the end of its truth as memary knew it at `known_at`.

        What was learnt later, of talk of the past, is told with an end that lay before that time.
        """
        is_of_the_past = self.invalid_at <= known_at < self.created_at
        if is_of_the_past or not known_at < self.expired_at < FOREVER:
            return self.invalid_at
        earlier = zip(self.earlier_ends, self.changed_at, strict=False)  # import checks them, older ones did not
        return next((end for end, until in earlier if known_at < until), self.stated_end)


DERIVED = {"in_doubt"}
"""Fields of a fact that follow from other records, and are not stored."""
