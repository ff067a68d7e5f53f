"""The records of memary: what a memory is made of.

They are frozen and do no I/O. Times are aware UTC datetimes; an end that has not come yet is `FOREVER`, not null,
so that an index can answer "true at t". Ids are UUIDv7 strings, which sort by the time they were made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from reprlib import Repr
from typing import Annotated, Any, Literal, cast
from unicodedata import category

import uuid_utils
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationError,
    model_validator,
)

from memary.checks.faults import first_fault
from memary.errors import InputError

DEFAULT_LANGUAGE = "en"
"""What a text is taken for that is in no language known, and what memary writes where it cannot write another."""

FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The open end of an interval."""

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""The open start of an interval."""


def new_id() -> str:
    """Return a new id: a UUIDv7, sortable by creation."""
    return str(uuid_utils.uuid7())


def utc_now() -> datetime:
    """Return the current time, aware, in UTC."""
    return datetime.now(UTC)


def _to_utc(value: datetime) -> datetime:
    try:
        utc = value.astimezone(UTC)
    except OverflowError:  # the first or last hours of the calendar, seen from another zone: an open end
        return BEGINNING if value.year == 1 else FOREVER
    return FOREVER if utc.year >= 9999 else utc


def readable(value: str) -> str:
    """Return a text that names something; one with control characters raises ValueError, as pydantic wants it."""
    if any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in value):
        raise ValueError("take out the control characters")
    return value


Time = Annotated[AwareDatetime, AfterValidator(_to_utc)]
ScopeName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=256), AfterValidator(readable)
]
RecordId = Annotated[str, StringConstraints(min_length=1, max_length=256), AfterValidator(readable)]
Metadata = dict[str, JsonValue]
Embedding = bytes
"""A vector as little-endian float32; its length is four times its dimension."""


_BRIEFLY = Repr()
_BRIEFLY.maxstring = _BRIEFLY.maxother = 200
_BRIEFLY.maxtuple = _BRIEFLY.maxlist = _BRIEFLY.maxdict = 3


class Record(BaseModel):
    """Base of the records: frozen, and unknown fields are errors.

    Its `repr` leaves out what is as by default, and shortens what is long.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __repr_str__(self, join_str: str) -> str:
        fields = type(self).model_fields
        told = {
            name: value for name, value in self if fields[name].repr and value not in (fields[name].default, (), {})
        }
        return join_str.join(f"{name}={_BRIEFLY.repr(value)}" for name, value in told.items())


EVERYBODY = "*"
"""Stands for all users, and names none."""

SPACE_PREFIX = "space:"
"""Begins the id of a space, see `memary.spaces`, and none of a user."""


class Scope(Record):
    """Whose memory is meant. Without an agent or a session, all of the user's.

    Where it is a space's, `member` is the user on whose behalf it is read or written.
    """

    user_id: ScopeName
    agent_id: ScopeName | None = None
    session_id: ScopeName | None = None
    member: ScopeName | None = Field(default=None, exclude=True)


def scope_of(user_id: str, agent_id: str | None = None, session_id: str | None = None) -> Scope:
    """Return the scope of a user.

    Raises:
        InputError: an id is empty, too long or not readable, the user is that which stands for all, or a space.
    """
    if user_id.strip().startswith(SPACE_PREFIX):
        raise InputError(
            f"user_id is {user_id!r}: ids that begin with {SPACE_PREFIX!r} are spaces, which this does not work on."
        )
    if user_id == EVERYBODY:
        raise InputError(f"user_id is {EVERYBODY!r}, which stands for all users: name one.")
    try:
        return Scope(user_id=user_id, agent_id=agent_id, session_id=session_id)
    except ValidationError as error:
        raise InputError(f"{first_fault(error)}.") from error


@dataclass(frozen=True, slots=True)
class When:
    """A point on both clocks: what was true in the world at `true_at`, as far as memary knew at `known_at`."""

    true_at: datetime
    known_at: datetime

    @classmethod
    def now(cls, now: datetime) -> When:
        """What is true now, as far as memary knows; a writer whose clock is ahead of ours is not passed over."""
        return cls(true_at=now, known_at=FOREVER)


class Role(StrEnum):
    """Who spoke a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class MessageState(StrEnum):
    """Where a message stands on its way into the graph."""

    STORED = "stored"  # kept and findable, extraction was not asked for
    PENDING = "pending"  # kept and findable, its facts are still to be extracted
    DONE = "done"  # its facts are in the graph
    FAILED = "failed"  # extraction gave up: a dead letter, to be replayed


class Message(Record):
    """One turn of talk or one chunk of a document: the ground truth that facts rest on."""

    id: RecordId = Field(default_factory=new_id)
    user_id: ScopeName
    agent_id: ScopeName | None = None
    session_id: ScopeName | None = None
    role: Role = Role.USER
    speaker: str | None = None
    content: str
    created_at: Time  # when it was said
    added_at: Time  # when memary got to know it
    metadata: Metadata = Field(default_factory=dict)
    language: str = DEFAULT_LANGUAGE
    expires_at: Time = FOREVER  # hidden from then on, never deleted by it
    digest: str  # what makes adding the same message twice store it once
    state: MessageState = MessageState.PENDING
    attempts: int = Field(default=0, ge=0, lt=2**31)
    error: str | None = None

    def __str__(self) -> str:
        return self.content


GENERIC = "thing"
"""The type of an entity of which no more is known; it goes with every other."""

VALUE = "value"
"""The type of what facts are about that is no node: a date, a number, a clause. It is stored, so that facts about the
same words are known to be, and becomes a node where it is named or shared. No list, graph, search or count shows it,
and it does not come up in the memory stream: the fact tells it."""


class Entity(Record):
    """A node of the graph: a person, a place, a thing, a topic."""

    id: RecordId = Field(default_factory=new_id)
    user_id: ScopeName
    name: str  # as written
    key: str  # normalised, see memary.languages.keys
    type: str = GENERIC
    categories: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    description: str = ""
    created_at: Time

    def __str__(self) -> str:
        return self.name


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
        """Whether memary took the fact to rest on it at that time."""
        return self.known_at <= known_at and (self.released_at >= FOREVER or known_at < self.released_at)


DoubtReason = Literal["ended", "wrong", "forgotten"]
"""What became of the ground: it ended, it turned out never to have been true, or it was forgotten."""


class DoubtStep(Record):
    """A fact on the way to the one that does not hold any more, and the words that say that the last one rests on it.

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
        """Whether the fact holds in the world at `time`, as far as memary knows now."""
        return self.valid_at <= time < self.invalid_at

    def is_visible(self, when: When) -> bool:
        """Whether memary took the fact, at `when.known_at`, to hold in the world at `when.true_at`."""
        end = max(self.invalid_at, self.end_known_at(when.known_at))
        return self.created_at <= when.known_at and self.valid_at <= when.true_at < end

    def end_known_at(self, known_at: datetime) -> datetime:
        """The end of its truth as memary knew it at `known_at`."""
        if not known_at < self.expired_at < FOREVER:
            return self.invalid_at
        earlier = zip(self.earlier_ends, self.changed_at, strict=False)  # import checks them, older ones did not
        return next((end for end, until in earlier if known_at < until), self.stated_end)


DERIVED = {"in_doubt"}
"""Fields of a fact that follow from other records, and are not stored."""

ORIGIN_KEY = "memary.origin"
"""Metadata by which an agent marks its own answers: an `Origin` where they bring something from outside, `ECHO` where
they only repeat memory. Echoes are kept as part of the talk, but neither extracted nor recalled."""

ECHO = "memory"

TRACE_KEY = "memary.trace"
"""Metadata in which an agent keeps how its answer came about. Neither searches nor filters look into it, and hits
come without it."""

ZONE_KEY = "memary.zone"
"""Metadata in which a message keeps the zone that its time was given in, where that is not UTC, by its IANA name
("Europe/Berlin") or its offset ("+08:00"): "yesterday" is meant there. Hits come without it."""

FORGET_KEY = "memary.forget"
"""Metadata in which an agent marks its question what is to be forgotten; the user's next words answer it."""

TITLE_KEY = "memary.title"
"""Metadata in which the first message of a session keeps the title that somebody gave to it."""

HIDDEN_KEYS = frozenset({TRACE_KEY, ZONE_KEY, FORGET_KEY})
"""Metadata of memary's own, which neither searches nor filters look into, and which hits come without."""


class Mention(Record):
    """One entry of the memory stream: this entity came up there, then.

    `source_id` is the message; for a fact that a caller gave without a message, it is the fact.
    """

    user_id: ScopeName
    entity_id: str
    source_id: str
    at: Time


class Action(StrEnum):
    """What an operation did."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    NONE = "NONE"
    MERGE = "MERGE"
    FORGET = "FORGET"
    FEEDBACK = "FEEDBACK"


class Operation(Record):
    """A row of the ledger: one decision, with all that it changed, why, by whom, and how it was before.

    `before` and `after` hold whole facts and entities by their id, as JSON, and mentions as a list under "mentions".
    A record in both that is alike was not changed: the decision rested on it. See `memary.facts.ledger`.
    """

    id: str = Field(default_factory=new_id)
    user_id: ScopeName
    at: Time
    actor: str
    action: Action
    target_id: str
    reason: str
    before: dict[str, JsonValue] = Field(default_factory=dict)
    after: dict[str, JsonValue] = Field(default_factory=dict)
    source_ids: tuple[str, ...] = ()


class Summary(Record):
    """The running summary of a session's evicted messages, and the matters that they leave open."""

    user_id: ScopeName
    session_id: ScopeName
    text: str
    open: tuple[str, ...] = ()
    until_id: str  # the newest message that is folded in
    updated_at: Time

    @model_validator(mode="before")
    @classmethod
    def _with_matters_apart(cls, given: Any) -> Any:
        """Read a summary of schema 1 and export format 1, too, whose open matters stood below its text."""
        if not isinstance(given, Mapping):
            return given
        fields = dict(cast("Mapping[str, Any]", given))
        if not fields.get("open") and isinstance(fields.get("text"), str):
            text, _, below = f"\n{fields['text']}\n".partition("\nOPEN:\n")
            fields["text"] = text.strip()
            fields["open"] = tuple(
                matter for line in below.splitlines() if (matter := line.removeprefix("- ").strip())
            )
        return fields


@dataclass(frozen=True, slots=True)
class EmbeddingSpec:
    """Which model made the vectors of a store, and of what dimension they are."""

    name: str
    dimensions: int

    @property
    def knows_meaning(self) -> bool:
        """Whether near vectors mean alike; those of the built-in embedder are only spelt alike."""
        return self.name != "hash"


@dataclass(frozen=True, slots=True)
class Batch:
    """The pending messages of one session, oldest first, leased to one worker until `lease_until`."""

    user_id: str
    session_id: str | None
    agent_id: str | None
    worker_id: str
    lease_until: datetime
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class GraphDelta:
    """Everything that one step changes about one user's memory: written as a whole or not at all.

    `revision` is the user's revision that the step was computed from; the write is refused if it has moved on.
    Records replace the stored ones of the same id. `messages` are rewritten: the stored ones of the same id take over
    their text, language, metadata, state, attempts and error, lose any lease on them and, with another text, their
    vector; unknown ones are passed over. `embeddings` maps ids of `messages`, `entities` and `facts` to vectors.
    `settled` are messages whose extraction this step completes; they must still be leased to `worker_id`.
    """

    user_id: str
    revision: int
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    operations: tuple[Operation, ...] = ()
    summaries: tuple[Summary, ...] = ()
    messages: tuple[Message, ...] = ()
    embeddings: Mapping[str, Embedding] = field(default_factory=dict[str, bytes])
    settled: tuple[str, ...] = ()
    worker_id: str | None = None
    removed_messages: tuple[str, ...] = ()
    removed_entities: tuple[str, ...] = ()
    removed_facts: tuple[str, ...] = ()
    removed_mentions: tuple[tuple[str, str], ...] = ()  # entity and source ids
    removed_operations: tuple[str, ...] = ()
    removed_summaries: tuple[str, ...] = ()  # session ids

    @property
    def holds_records(self) -> bool:
        """Whether there is anything that it would bring to a user who has nothing."""
        return bool(self.entities or self.facts or self.mentions or self.operations or self.summaries)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """What lies within some hops of the seeds: entities by id, facts, and the hop at which each fact was met."""

    seeds: tuple[str, ...] = ()
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    facts: tuple[Fact, ...] = ()
    hops: Mapping[str, int] = field(default_factory=dict[str, int])  # fact id -> 1, 2, …
    statements: tuple[Statement, ...] = ()  # those that found it, where they were asked for

    def of_nodes(self) -> Subgraph:
        """Return it without the values that its facts are about; the facts tell them."""
        return replace(self, entities={id_: one for id_, one in self.entities.items() if one.type != VALUE})


class Statement(Record):
    """A statement that a store ran, with its parameters; of long lists only the length is told."""

    language: Literal["cypher", "sql"]
    text: str
    parameters: dict[str, JsonValue] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EntityCount:
    """How often an entity came up, and when first and last."""

    entity: Entity
    count: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Row counts of a store, or of one user in it."""

    users: int
    messages: int
    pending: int
    failed: int
    entities: int
    facts: int
    current_facts: int
    mentions: int
    operations: int
    unembedded: int


class UsageRow(Record):
    """What one user's calls of one model in one role came to within an hour, that begins at `hour`.

    Without a user: what served nobody in particular, or a user who is not known (any more).
    """

    user_id: ScopeName | None = None
    role: str
    model: str
    hour: Time
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


HitKind = Literal["message", "fact", "entity", "run"]
