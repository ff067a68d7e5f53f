"""Define what the tools return: small typed records, written as JSON for models and programs alike.

Times are shown in the zone of the display. What is not known, or goes without saying, is left out; ids are their last
eight signs, which every tool takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from pydantic import AwareDatetime, Field, SerializerFunctionWrapHandler, model_serializer

from memary.api.short_ids import short
from memary.facts.intervals import is_planned, plan_start
from memary.forgetting.plan import Manifest
from memary.languages.prompt.stamps import Zones, is_midnight
from memary.retrieval.hits import Ended, Hit
from memary.retrieval.rendering import Lines
from memary.text.times.told_times import told_since, told_until
from memary.types import BEGINNING, FOREVER, Entity, Fact, FactKind, HitKind, Message, Origin, Record
from memary.types.spaces import AUTHOR_KEY, SpaceRole

_LISTED_CHARS = 1_000
"""How much of a text a list shows, so that a page does not fill a model's window."""

_DOUBT = (
    "since when the fact is not certain any more, and why: something that it rests on does not hold; ask about it"
)

_UNTIL = "when the fact ceased to be true: a time, or the last day, month or year in which it was"

_SPACE = "the space that it is from, where it is not the person's own"
_SHARED_BY = "the members who wrote it to the space, or what states it"


class Result(Record):
    """Base of the results: optional fields without a value take no room."""

    @model_serializer(mode="wrap")
    def _without_gaps(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        needed = {name for name, field in type(self).model_fields.items() if field.is_required()}
        return {name: value for name, value in dump(self).items() if name in needed or value not in (None, [], ())}

    @property
    def shown(self) -> str:
        """What a model gets to read."""
        return self.model_dump_json()


class Added(Result):
    """What `add_memory` kept."""

    ids: tuple[str, ...] = Field(default=(), description="of the kept messages; a long text is several")
    pending: int = Field(description="of these, how many are still to be read for facts")
    learnt: tuple[str, ...] = Field(default=(), description="with wait: facts that are new")
    confirmed: tuple[str, ...] = Field(default=(), description="with wait: facts that were known already")
    ended: tuple[str, ...] = Field(default=(), description="with wait: facts that are not true any more")
    disputed: tuple[str, ...] = Field(default=(), description="with wait: facts that a new one speaks against")
    note: str | None = Field(default=None, description="why it could not be read; what became of a request to forget")


class Remembered(Result):
    """A message, a fact or an entity."""

    id: str
    kind: HitKind
    text: str
    at: AwareDatetime | str | None = Field(
        default=None,
        description="when it was said; of a fact, since when it is true: a time, or the day, month or year told",
    )
    until: AwareDatetime | str | None = Field(default=None, description=_UNTIL)
    said_by: str | None = Field(default=None, description="the speaker's name, or the role")
    space: str | None = Field(default=None, description=_SPACE)
    shared_by: tuple[str, ...] = Field(default=(), description=_SHARED_BY)
    session_id: str | None = None
    origin: Origin | None = Field(default=None, description="whose word a fact is, where it is not the person's")
    concluded: bool | None = Field(default=None, description="nobody said it: memory concluded it")
    contested: bool | None = Field(default=None, description="another current fact speaks against it")
    in_doubt: str | None = Field(default=None, description=_DOUBT)
    over: tuple[str, ...] = Field(default=(), description="what a message states that is not so any more")
    weak: bool | None = Field(default=None, description="nothing found has enough to do with the question")
    source_ids: tuple[str, ...] = Field(default=(), description="the messages that state the fact")


class Found(Result):
    """What `search_memory` found, best first."""

    results: tuple[Remembered, ...]
    note: str | None = None


class Listed(Result):
    """A page of `list_memories`, the newest first."""

    memories: tuple[Remembered, ...]
    next_cursor: str | None = Field(default=None, description="give it to get the next page; absent on the last")
    note: str | None = Field(default=None, description="why there is nothing")


class FactShown(Result):
    """A fact: an edge of the graph with its sentence and its dates."""

    id: str
    statement: str
    subject: str
    predicate: str
    object: str
    since: AwareDatetime | str | None = Field(
        default=None, description="since when it is true: a time, or the day, month or year that was told"
    )
    until: AwareDatetime | str | None = Field(default=None, description=f"{_UNTIL}; absent: true now")
    origin: Origin | None = Field(default=None, description="whose word it is, where it is not the person's")
    contested: bool | None = Field(default=None, description="another current fact speaks against it")
    in_doubt: str | None = Field(default=None, description=_DOUBT)
    source_ids: tuple[str, ...] = Field(default=(), description="the messages that state it")
    space: str | None = Field(default=None, description=_SPACE)
    shared_by: tuple[str, ...] = Field(default=(), description=_SHARED_BY)


class FoundFacts(Result):
    """What `search_facts` found, best first."""

    facts: tuple[FactShown, ...]
    note: str | None = None


class EntityShown(Result):
    """A person, place, thing or topic."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    description: str | None = None


class FoundEntity(Result):
    """What `get_entity` knows.

    Several entities where several bear the name.
    """

    entities: tuple[EntityShown, ...]
    facts: tuple[FactShown, ...] = Field(default=(), description="the newest last")
    neighbours: tuple[str, ...] = Field(default=(), description="names to ask about next")


class Deleted(Result):
    """How many records went for good, and how many facts are true again that one of them had ended."""

    messages: int
    facts: int
    entities: int
    reopened: int

    @classmethod
    def of(cls, manifest: Manifest) -> Deleted:
        """Return the numbers that mean something to a caller."""
        return cls(
            messages=manifest.messages,
            facts=manifest.facts,
            entities=manifest.entities,
            reopened=manifest.reopened,
        )


class ContextGiven(Result):
    """What is known for a question, as text for a prompt."""

    text: str

    @property
    def shown(self) -> str:
        """The text itself: its line ends are what makes it readable."""
        return self.text


class Status(Record):
    """What there is of the user, and how the server stands."""

    user_id: str
    messages: int
    facts: int
    entities: int
    spaces: dict[str, SpaceRole] = Field(description="that the user has joined, by name, with the role there")
    pending: int = Field(description="messages still to be read for facts")
    failed: int = Field(description="messages that could not be read for facts")
    offline: bool = Field(description="without a language model: facts are read by rules alone")
    version: str


def shown_time(time: datetime | None, zone: tzinfo | None) -> datetime | None:
    """Return a time as a caller sees it; an open end is none."""
    if time is None or time in (BEGINNING, FOREVER):
        return None
    return time.astimezone(zone).replace(microsecond=0)


def _since(start: datetime, sentence: str, zone: tzinfo | None) -> datetime | str | None:
    """Return since when a fact is true; the day, month or year where no more than that was told."""
    is_told = start > BEGINNING and is_midnight(start)
    return told_since(start, sentence) if is_told else shown_time(start, zone)


def _since_of(fact: Fact | Hit, zone: tzinfo | None) -> datetime | str | None:
    """Return since when a fact is true; of a plan the first day that it is for, not when it was told."""
    if isinstance(fact, Fact):
        is_plan, first, start, sentence = is_planned(fact), plan_start(fact), fact.valid_at, fact.statement
    else:
        is_plan, first, start, sentence = fact.is_planned, fact.plan_start, fact.created_at, fact.text
    if is_plan and first is None:
        return _until(fact.invalid_at, sentence, zone)
    return _since(first or start, sentence, zone)


def _until(end: datetime | None, sentence: str, zone: tzinfo | None) -> datetime | str | None:
    """Return until when a fact was true; the last day, month or year where no more than that was told."""
    is_told = end is not None and BEGINNING < end < FOREVER and is_midnight(end)
    return told_until(end, sentence) if end is not None and is_told else shown_time(end, zone)


def _doubt_of(record: Fact | Hit, zone: tzinfo | None) -> str | None:
    """Say in the language of a fact why it is in doubt; None if it is not."""
    return Lines(record.language, Zones(zone)).doubt(record.in_doubt) if record.in_doubt else None


def _over_of(over: Sequence[Ended], language: str, zone: tzinfo | None) -> tuple[str, ...]:
    """Say in the language of a message what it states that is not so any more."""
    lines = Lines(language, Zones(zone))
    return tuple(lines.over(one) for one in over)


def from_hit(hit: Hit, zone: tzinfo | None) -> Remembered:
    """Return what recall found."""
    return Remembered(
        id=short(hit.id),
        kind=hit.kind,
        text=hit.text,
        at=_since_of(hit, zone) if hit.kind == "fact" else shown_time(hit.created_at, zone),
        until=_until(hit.invalid_at, hit.text, zone),
        said_by=hit.speaker or hit.role,
        space=hit.space,
        shared_by=hit.said_by,
        session_id=hit.session_id,
        origin=_other_word(hit.origin),
        concluded=hit.is_conclusion or None,
        contested=hit.conflict or None,
        in_doubt=_doubt_of(hit, zone),
        over=_over_of(hit.over, hit.language, zone),
        weak=hit.weak or None,
        source_ids=_short(hit.source_ids) if hit.kind == "fact" else (),
    )


def from_record(record: Message | Fact, zone: tzinfo | None, over: Sequence[Ended] = ()) -> Remembered:
    """Return a message, with what of it is over, or a fact as a list shows it."""
    if isinstance(record, Fact):
        return Remembered(
            id=short(record.id),
            kind="fact",
            text=record.statement,
            at=_since_of(record, zone),
            until=_until(record.invalid_at, record.statement, zone),
            origin=_other_word(record.origin),
            concluded=record.kind is FactKind.INSIGHT or None,
            in_doubt=_doubt_of(record, zone),
            source_ids=_short(record.source_ids),
        )
    return Remembered(
        id=short(record.id),
        kind="message",
        text=_shortened(record.content),
        at=shown_time(record.created_at, zone),
        said_by=record.speaker or record.role,
        shared_by=(str(record.metadata[AUTHOR_KEY]),) if AUTHOR_KEY in record.metadata else (),
        session_id=record.session_id,
        over=_over_of(over, record.language, zone),
    )


def _other_word(origin: Origin | None) -> Origin | None:
    """Return whose word a fact is; None where it is the person's own."""
    return None if origin is Origin.USER else origin


def _short(ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(short, ids))


def _shortened(text: str) -> str:
    more = len(text) - _LISTED_CHARS
    return f"{text[:_LISTED_CHARS]} … ({more:,} characters more; search_memory shows all)" if more > 0 else text


def from_fact(fact: Fact, zone: tzinfo | None, *, contested: bool) -> FactShown:
    """Return a fact with its ends."""
    return FactShown(
        id=short(fact.id),
        statement=fact.statement,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        since=_since_of(fact, zone),
        until=_until(fact.invalid_at, fact.statement, zone),
        origin=_other_word(fact.origin),
        contested=contested or None,
        in_doubt=_doubt_of(fact, zone),
        source_ids=_short(fact.source_ids),
    )


def from_entity(entity: Entity) -> EntityShown:
    """Return an entity."""
    return EntityShown(
        id=short(entity.id),
        name=entity.name,
        type=entity.type,
        aliases=entity.aliases,
        categories=entity.categories,
        description=entity.description or None,
    )
