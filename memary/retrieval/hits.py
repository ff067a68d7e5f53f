"""Define what recall returns: hits that say why they are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from math import exp, prod
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import Field

from memary.types import DEFAULT_LANGUAGE, Doubt, Extractor, HitKind, Metadata, Origin, Record, Role
from memary.types.citations import Given
from memary.types.record import construct
from memary.types.scope import key_in


def score(contributions: Iterable[float], factors: Mapping[str, float]) -> float:
    """Return the sum of the contributions times the product of the factors."""
    return prod(factors.values(), start=sum(contributions))


class Signal(Record):
    """How one signal saw a hit: what it adds to the score, and the hit's rank in its list (from 1)."""

    rank: int | None = None
    contribution: float

    @classmethod
    def of(cls, rank: int | None, contribution: float) -> Signal:
        """Return a signal of values that are valid."""
        return construct(cls, {"rank": rank, "contribution": contribution})


class Explanation(Record):
    """Why a hit is there.

    Hits of one kind are sorted by the sum of the contributions times the product of the factors. The score, which
    compares across kinds and questions, follows from the evidence: see `memary.retrieval.relevance`.

    Attributes:
        signals: how each signal saw the hit.
        factors: what its place is multiplied by.
        path: names from a seed to the fact, where the graph found it.
        evidence: what speaks for the hit and against it, in log-odds.
    """

    signals: dict[str, Signal] = Field(default_factory=dict)
    factors: dict[str, float] = Field(default_factory=dict)
    path: tuple[str, ...] = ()
    evidence: dict[str, float] = Field(default_factory=dict)

    @classmethod
    def of(
        cls,
        signals: dict[str, Signal],
        factors: dict[str, float],
        path: tuple[str, ...] = (),
        evidence: dict[str, float] | None = None,
    ) -> Explanation:
        """Return an explanation of values that are valid."""
        return construct(cls, {"signals": signals, "factors": factors, "path": path, "evidence": evidence or {}})

    @property
    def score(self) -> float:
        """Return the score, computed from the evidence."""
        return 1 / (1 + exp(-sum(self.evidence.values())))

    @property
    def order(self) -> float:
        """Return what hits of one kind are sorted by, computed from its parts."""
        return score((signal.contribution for signal in self.signals.values()), self.factors)


class Ended(Record):
    """That something which a message states is over, or turned out never to have been so; or that a fact is over.

    Attributes:
        fact_id: the fact that the message states.
        statement: its sentence.
        since: when it ended in the world, or what took its place begins to hold; otherwise when it was said to begin.
        reason: what became of it: it ended, it never was so, or something else was said later of the same time.
        instead: the sentence of what took its place; empty where nothing did, or recall found nothing of it.
        instead_id: the id of that fact.
    """

    fact_id: str
    statement: str
    since: datetime
    reason: Literal["ended", "wrong", "replaced"]
    instead: str = ""
    instead_id: str | None = None

    def __str__(self) -> str:
        if self.reason == "replaced":
            return f"later said instead: {self.instead}"
        what = "not so, as it turned out" if self.reason == "wrong" else f"over since {self.since:%Y-%m-%d}"
        return f"{what}: {self.statement}" + (f" Now: {self.instead}" if self.instead else "")


class Hit(Record):
    """A message, fact, entity or run that recall found.

    The score says how likely the hit answers, from 0 to 1, and compares across kinds and questions: at 0.5 a hit that
    answers is as likely as one that does not. Hits stand in the order in which they are best read, not in that of
    their scores: facts that answer lead.
    """

    kind: HitKind
    id: str
    text: str
    score: float
    created_at: datetime  # when it was said; for a fact, since when it is true
    is_begun: bool = Field(
        default=True, exclude=True, repr=False
    )  # whether a fact is known to be true only since then
    is_planned: bool = Field(default=False, exclude=True, repr=False)  # whether a fact is a plan for its last day
    was_planned: bool = Field(default=False, exclude=True, repr=False)  # whether a fact was one, until it ended
    plan_start: datetime | None = Field(
        default=None, exclude=True, repr=False
    )  # when the days of a plan begin, where its words tell more than the last
    invalid_at: datetime | None = None
    expires_at: datetime | None = None  # hidden from then on
    session_id: str | None = None
    role: Role | None = None
    speaker: str | None = None
    origin: Origin | None = None
    extractor: Extractor | None = None  # what read a fact
    is_conclusion: bool = False  # of a fact that nobody said: reflection drew it from others and from messages
    conflict: bool = False
    in_doubt: Doubt | None = None  # of a fact that rests on something that does not hold any more
    over: tuple[Ended, ...] = ()  # what a message states that is not so any more; what is so in place of a past fact
    weak: bool = False  # nothing that was found has enough to do with what was asked
    is_temporary: bool = False  # given for this call, and not in memory
    language: str = DEFAULT_LANGUAGE
    source_ids: tuple[str, ...] = ()
    space_id: str | None = None  # of the space that it is from; None: one's own
    space: str | None = None  # the name of that space
    said_by: tuple[str, ...] = ()  # of what is from a space: the members who wrote it there, or what states it
    metadata: Metadata = Field(default_factory=dict)
    relation: str = Field(default="", exclude=True, repr=False)  # of a fact, in words: "production host"
    longer: tuple[str, ...] = Field(
        default=(), exclude=True, repr=False
    )  # the passage of a long message with one, two, three… others, for a context window with room
    zone: str | None = Field(
        default=None, exclude=True, repr=False
    )  # in which a message's time was given, if not UTC
    explain: Explanation = Field(default=Explanation(), repr=False)

    @classmethod
    def of(cls, **values: Any) -> Hit:
        """Return a hit of values that are valid; what is not given is as by default."""
        return construct(cls, {**_by_default(), "metadata": {}, **values})

    def __str__(self) -> str:
        return self.text

    @property
    def wording(self) -> str:
        """Return its text with the words that are compared beside it: a fact also says what its relation is."""
        return with_relation(self.text, self.relation)

    @property
    def key(self) -> str:
        """Return what tells it from hits of other memories that have its id."""
        return key_in(self.space_id, self.id)

    def as_given(self) -> Given:
        """Return which record it is."""
        return Given(id=self.id, kind=self.kind, space_id=self.space_id)


def with_relation(text: str, relation: str) -> str:
    """Return a text with the words of a fact's relation behind it; unchanged without any."""
    return f"{text} {relation}" if relation else text


@cache
def _by_default() -> Mapping[str, Any]:
    return {name: field.get_default() for name, field in Hit.model_fields.items()}


class HitMaker(Protocol):
    """Makes hits of what was found."""

    def explanation(self, id_: str) -> Explanation:
        """Return why a record was found, without evidence."""
        ...

    def hit(self, draft: Draft, why: Explanation) -> Hit:
        """Return a record as a hit, with its score."""
        ...


class Draft(NamedTuple):
    """What was found and may become a hit: twice as many are as are listed.

    Attributes:
        kind: which sort of hit it would be.
        id: the id of the record.
        text: what the hit would show.
        created_at: when it was said, or since when it is true.
        order: what those of one kind are sorted by.
        maker: makes the hit.
        speaker: who says it, if that has a name.
        is_sure: whether it answers whatever words it has.
        is_temporary: whether it was given for this call.
        relation: of a fact, in words.
        source_ids: the messages that a fact rests on.
    """

    kind: HitKind
    id: str
    text: str
    created_at: datetime
    order: float
    maker: HitMaker
    speaker: str | None = None
    is_sure: bool = False
    is_temporary: bool = False
    relation: str = ""
    source_ids: tuple[str, ...] = ()

    @property
    def wording(self) -> str:
        """Return its text with the words that are compared beside it."""
        return with_relation(self.text, self.relation)

    @classmethod
    def of(cls, hit: Hit) -> Draft:
        """Return the draft of a hit that is there already."""
        return cls(
            hit.kind,
            hit.id,
            hit.text,
            hit.created_at,
            hit.explain.order,
            _Made(hit),
            speaker=hit.speaker,
            is_temporary=hit.is_temporary,
            relation=hit.relation,
        )


@dataclass(frozen=True, slots=True)
class _Made:
    """Gives a hit that is there already."""

    made: Hit

    def explanation(self, id_: str) -> Explanation:
        return self.made.explain

    def hit(self, draft: Draft, why: Explanation) -> Hit:
        return self.made.model_copy(update={"explain": why, "score": why.score})
