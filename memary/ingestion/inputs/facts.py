"""Check facts that a caller brings, and turn them into proposals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.facts.doubt import GROUND_WORDS, MOST_GROUNDS
from memary.facts.intervals import plain_sentence
from memary.facts.predicates import names_nothing
from memary.ingestion.extraction.model import entity_type
from memary.languages.keys import predicate_key
from memary.resolution.proposals import NamedEntity, ProposalSource, ProposedFact, ProposedGround
from memary.text import detect_language
from memary.text.redaction.redactor import Redactor
from memary.times import ReadTime
from memary.types import BEGINNING, FOREVER, VALUE, FactKind, Origin, RecordId


class GivenGround(BaseModel):
    """A fact that another rests on, as a caller names it, with the words that say so."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    fact_id: RecordId
    words: str = Field(default="", max_length=GROUND_WORDS)


class GivenFact(BaseModel):
    """A fact as a caller gives it.

    Times are datetimes, dates or ISO texts; a day, month or year alone is its start in UTC.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    subject: str = Field(min_length=1, max_length=200)
    predicate: str = Field(min_length=1, max_length=100)
    object: str = Field(min_length=1, max_length=500)
    statement: str = Field(default="", max_length=2000)
    valid_at: ReadTime | None = None
    invalid_at: ReadTime | None = None
    source_ids: tuple[RecordId, ...] = ()
    subject_type: str = "thing"
    object_type: str = "thing"
    origin: Origin = Origin.IMPORT
    confidence: float = Field(default=1.0, ge=0, le=1)
    importance: int = Field(default=2, ge=0, le=3)
    expires_at: ReadTime | None = None
    kind: FactKind = FactKind.FACT
    op: Literal["ADD", "UPDATE", "DELETE", "NONE"] = "ADD"
    target_id: RecordId | None = None
    correction: bool = False
    rests_on: tuple[RecordId | GivenGround, ...] = Field(default=(), max_length=MOST_GROUNDS)

    @property
    def grounds(self) -> tuple[ProposedGround, ...]:
        """What it rests on."""
        named = [one if isinstance(one, GivenGround) else GivenGround(fact_id=one) for one in self.rests_on]
        return tuple(ProposedGround(one.fact_id, one.words) for one in named)

    def redacted(self, redactor: Redactor) -> GivenFact:
        """Return it without what is private."""
        texts = {name: redactor.text(getattr(self, name)).text for name in ("subject", "object", "statement")}
        return self.model_copy(update=texts)

    @property
    def _object_type(self) -> str:
        return VALUE if names_nothing(self.object) else entity_type(self.object_type)

    def entities(self, sources: Mapping[str, ProposalSource]) -> list[NamedEntity]:
        """Return the two entities it names."""
        said = tuple(sources[id_] for id_ in self.source_ids)
        return [
            NamedEntity(self.subject, entity_type(self.subject_type), sources=said, said=self.statement),
            NamedEntity(self.object, self._object_type, sources=said, said=self.statement),
        ]

    def proposed(self, sources: Mapping[str, ProposalSource], *, now: datetime) -> ProposedFact:
        """Return the proposal; a fact without a time is true since its first source was said, else since now.

        What is over by then has an open start.

        Raises:
            InputError: it ends before it begins.
        """
        said = tuple(sources[id_] for id_ in self.source_ids)
        statement = self.statement or plain_sentence(self.subject, self.predicate, self.object)
        valid_at, invalid_at = self.valid_at, self.invalid_at or FOREVER
        if valid_at is None:
            learnt_at = min((source.at for source in said), default=now)
            valid_at = learnt_at if learnt_at < invalid_at or self.op == "DELETE" else BEGINNING
        elif invalid_at < valid_at:
            raise InputError(f"invalid_at {invalid_at.isoformat()} is before valid_at {valid_at.isoformat()}.")
        return ProposedFact(
            subject=self.subject,
            subject_type=entity_type(self.subject_type),
            predicate=predicate_key(self.predicate),
            object=self.object,
            object_type=self._object_type,
            statement=statement,
            valid_at=valid_at,
            invalid_at=invalid_at,
            op=self.op,
            target_id=self.target_id,
            correction=self.correction,
            importance=self.importance,
            kind=self.kind,
            origin=self.origin,
            extractor="caller",
            confidence=self.confidence,
            language=detect_language(statement),
            sources=said,
            expires_at=self.expires_at or FOREVER,
            rests_on=self.grounds,
        )


def check_facts(facts: Iterable[Mapping[str, Any] | GivenFact], redactor: Redactor | None = None) -> list[GivenFact]:
    """Check facts before anything of them is written, and take out what is private.

    Raises:
        InputError: the first that cannot be used, with its position.
    """
    checked: list[GivenFact] = []
    for position, fact in enumerate(facts, 1):
        try:
            given = GivenFact.model_validate(fact)
            given.proposed({id_: ProposalSource(id_, FOREVER) for id_ in given.source_ids}, now=FOREVER)
        except ValidationError as error:
            told = first_fault(error, fact, known=GivenFact.model_fields)
            raise InputError(f"Fact {position} cannot be used: {told}.") from error
        except InputError as error:
            raise InputError(f"Fact {position} cannot be used: {error}") from error
        checked.append(given if redactor is None else given.redacted(redactor))
    return checked


def source_ids_of(facts: Sequence[GivenFact]) -> set[str]:
    """Return the ids of all messages that state the facts."""
    return {id_ for fact in facts for id_ in fact.source_ids}


def ground_ids_of(facts: Sequence[GivenFact]) -> set[str]:
    """Return the ids of all facts that the facts rest on."""
    return {ground.fact for fact in facts for ground in fact.grounds if isinstance(ground.fact, str)}
