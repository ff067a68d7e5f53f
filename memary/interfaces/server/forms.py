"""Define what goes over the wire and is no record: bodies of requests, and a few answers.

Records go as they are, in the form that the command line prints with `--json`. Only what is no record by itself has a
form of its own here: bodies of requests, and a few answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    create_model,
)

from memary.api.recall.context import History
from memary.checks.faults import shown
from memary.conversation.context_window import ContextWindow, Insert
from memary.errors import InputError
from memary.ingestion.feedback import Rating
from memary.ingestion.inputs.facts import GivenFact
from memary.ingestion.load import GivenMessage
from memary.queries.place import Kept, newest_of
from memary.retrieval.question.temporary_texts import MAX_CHARS, MAX_TEXTS
from memary.runs import RunStatus, RunStep
from memary.times import ReadTime
from memary.types import Entity, HitKind, Record, ScopeName
from memary.types.access import ClientAccess, ClientName, MemoryState
from memary.types.spaces import SpaceRole

NEXT = "Next-Cursor"
"""The header with the cursor of what stands before the records of a list; absent where nothing does."""

PAGED: dict[int | str, dict[str, Any]] = {
    200: {"headers": {NEXT: {"description": "give it as `before` for older ones", "schema": {"type": "string"}}}}
}
"""What a list that goes on tells beside its records."""

MOST_ROWS = 1_000
"""Most records of one answer, and most of one request."""


def _whole(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("give valid Unicode") from error
    return text


def _telling(text: str) -> str:
    if not text.strip():
        raise ValueError("give a text that says something")
    return text


Text = Annotated[str, Field(min_length=1, max_length=1_000_000), AfterValidator(_whole)]
Filters = dict[str, JsonValue]
_FILTERS: TypeAdapter[Filters] = TypeAdapter(Filters)

AgentId = Annotated[ScopeName | None, Field(description="only what was said to this agent")]
SessionId = Annotated[ScopeName | None, Field(description="only this session")]
AsOf = Annotated[ReadTime | None, Field(description="what was true at that time", examples=["2026-05-01T00:00:00Z"])]
KnownAt = Annotated[ReadTime | None, Field(description="what memory had learnt by then, as it took it to be")]
Expired = Annotated[bool, Field(description="also what has expired")]
DryRun = Annotated[bool, Query(description="change nothing, and tell what would go")]
KeepMessages = Annotated[bool, Query(description="leave the messages; their words can still be found")]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="keep so many: the newest, or the best")]

Before = Annotated[
    str | None,
    Field(max_length=1_000, description=f"only what stands before: the {NEXT} of the page that came"),
]


def with_next(response: Response, found: Sequence[Kept], limit: int) -> list[Kept]:
    """Return the newest of a list that was read for one more; a header tells how to get what stands before them."""
    shown, cursor = newest_of(found, limit)
    if cursor is not None:
        response.headers[NEXT] = cursor
    return shown


def filters_of(
    filters: Annotated[
        str | None,
        Query(
            description="only records for which this holds, as JSON",
            examples=['{"predicate": "lives_in"}'],
            json_schema_extra={"contentMediaType": "application/json"},
        ),
    ] = None,
) -> Filters | None:
    """Read a filter out of a query.

    Raises:
        InputError: it is no JSON object.
    """
    try:
        return None if filters is None else _FILTERS.validate_json(filters)
    except ValidationError as error:
        raise InputError(f'filters is {shown(filters)}: write a JSON object like {{"role": "user"}}.') from error


AskedFilters = Annotated[Filters | None, Depends(filters_of)]


class Body(BaseModel):
    """Base of the bodies: unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


AnyMessage = Annotated[
    GivenMessage | Annotated[dict[str, JsonValue], Field(description="as OpenAI, Anthropic or LangChain write it")],
    Field(union_mode="left_to_right"),
]
"""A message in memary's words, or as chat models and their libraries write it."""


class AddMessages(Body):
    """Messages to keep."""

    messages: list[AnyMessage] = Field(
        min_length=1, max_length=MOST_ROWS, examples=[[{"content": "I moved to Berlin."}]]
    )
    agent_id: AgentId = None
    session_id: ScopeName | None = Field(default=None, description="the conversation", examples=["2026-05-01"])
    metadata: Filters | None = Field(default=None, description="added to the metadata of each")
    expires_at: ReadTime | None = Field(default=None, description="from when on they are hidden")
    infer: bool = Field(default=True, description="read facts out of them")
    replace: bool = Field(default=False, description="forget what has the id of a message and another text")
    wait: bool = Field(default=False, description="read them now, and tell what was learnt and what ended")


Spaces = Annotated[
    list[ScopeName] | None,
    Field(
        max_length=MOST_ROWS,
        description="recall these spaces beside the user's own memory, by name or id; default: all that the user has "
        "joined; none: []",
        examples=[["Family"]],
    ),
]


class Question(Body):
    """What recall is asked."""

    query: Text = Field(examples=["Where does Ada live?"])
    agent_id: AgentId = None
    session_id: SessionId = None
    as_of: AsOf = None
    known_at: KnownAt = None
    filters: Filters | None = Field(default=None, examples=[{"role": "user"}])
    include_expired: Expired = False
    spaces: Spaces = None
    temporary: list[Annotated[Text, Field(max_length=MAX_CHARS)]] = Field(
        default_factory=list[str], max_length=MAX_TEXTS, description="texts that take part in this call alone"
    )


class Search(Question):
    """A search."""

    top_k: int | None = Field(default=None, ge=1, le=MOST_ROWS, description="most hits; default: 10")
    token_budget: int | None = Field(default=None, ge=1, le=10_000_000, description="most tokens of all hits")
    min_score: float | None = Field(default=None, ge=0, le=1, description="leave out hits that score less")
    kinds: set[HitKind] = Field(default={"message", "fact"}, description="what may be found")
    only_then: bool = Field(
        default=False, description="only what was said or true in the times that the question names"
    )


class AskContext(Question):
    """A context window to build. The session is that whose summary and last messages are shown."""

    budget: int | None = Field(default=None, ge=1, le=10_000_000, description="most tokens of the whole")
    history: History | None = Field(default=None, description="last messages: auto, none, or how many")
    insert: Insert | None = Field(default=None, description="where memory goes in the messages")
    exclude: set[str] = Field(default_factory=set[str], max_length=MOST_ROWS, description="ids of messages to skip")


class Chat(Body):
    """A message to answer."""

    query: Annotated[Text, AfterValidator(_telling)] = Field(examples=["Which city am I in?"])
    session_id: ScopeName = Field(default="default", description="the conversation")
    agent_id: ScopeName | None = None
    spaces: Spaces = None
    temporary: list[Annotated[Text, Field(max_length=MAX_CHARS)]] = Field(
        default_factory=list[str],
        max_length=MAX_TEXTS,
        description="texts for this answer alone; then it is not kept",
    )
    resume: ScopeName | None = Field(default=None, description="the id of a run of the agent to go on with")
    message_id: ScopeName | None = Field(
        default=None, description="the id of the query, where it is in memory already, as after a failure"
    )


class TellRun(Body):
    """How a run of an agent stands."""

    progress: Text | None = Field(default=None, description="how far it came", examples=["found two rooms"])
    steps: list[RunStep] = Field(
        default_factory=list[RunStep],
        max_length=MOST_ROWS,
        description="what was done, in order, with results word by word",
        examples=[[{"action": "search rooms in Graz", "result": "two rooms"}]],
    )
    context: Text | None = Field(default=None, description="where it stands now")
    status: RunStatus | None = None
    alive_until: ReadTime | None = Field(
        default=None, description="it is taken for interrupted from then on, unless more is told or it has ended"
    )


class RecordRun(TellRun):
    """A run of an agent to keep."""

    objective: Text = Field(min_length=1, description="what was to be done", examples=["Book a room in Graz"])
    agent_id: AgentId = None


class UpdateRun(TellRun):
    """How a run went on: steps are added, what else is given replaces what was."""

    findings: Text | None = Field(default=None, description="what was learnt from the last step before")


class Categorize(Body):
    """Which categories an entity is in."""

    categories: list[Text] | None = Field(
        default=None, max_length=MOST_ROWS, description="these and no others; none: that of its type"
    )
    add: list[Text] = Field(default_factory=list[str], max_length=MOST_ROWS, description="these, too")
    remove: list[Text] = Field(default_factory=list[str], max_length=MOST_ROWS, description="the ones to remove")


class ApplyFacts(Body):
    """Facts of the caller's own."""

    facts: list[GivenFact] = Field(
        min_length=1,
        max_length=MOST_ROWS,
        examples=[[{"subject": "Ada", "predicate": "lives_in", "object": "Berlin"}]],
    )


class UpdateFact(Body):
    """How a fact should be."""

    statement: Text | None = Field(default=None, max_length=2_000, description="the sentence as it should be")
    object: Text | None = Field(default=None, max_length=500, description="what it should be about instead")
    valid_at: ReadTime | None = Field(default=None, description="since when it is true")
    invalid_at: ReadTime | None = Field(default=None, description="the first moment it is true no more")


class Feedback(Body):
    """What a fact is worth."""

    rating: Rating
    reason: Annotated[Text, Field(max_length=500)] | None = None


class Merge(Body):
    """Two entities that are one, by name, alias or id."""

    entity: Text = Field(max_length=500, description="the one that goes", examples=["Bob"])
    into: Text = Field(max_length=500, description="the one that stays", examples=["Robert Smith"])


class Distinction(Body):
    """Two entities that are two, by name, alias or id."""

    entity: Text = Field(max_length=500, description="one of them", examples=["Ada"])
    other: Text = Field(max_length=500, description="the other", examples=["Ada King"])


class SetAccess(Body):
    """Who may use a memory. What is left out stays as it is."""

    state: MemoryState | None = Field(
        default=None, description="paused: neither read nor changed; archived: only read"
    )
    others: ClientAccess | None = Field(default=None, description="what clients may that are not named")
    clients: dict[ClientName, ClientAccess] | None = Field(
        default=None, description="what single clients may, by their names", examples=[{"ada's phone": "read"}]
    )


class NameSpace(Body):
    """What a space is called."""

    name: ScopeName = Field(description="others may have one of the same name", examples=["Family"])


class Invite(Body):
    """Who is to belong to a space, and how."""

    member: ScopeName = Field(description="the user", examples=["ben"])
    role: SpaceRole = Field(default=SpaceRole.READER, description="what they may do", examples=["writer"])


class Condense(Body):
    """How to condense."""

    most: int | None = Field(
        default=None, ge=2, description="facts of one subject that stay single; default: as the settings say, else 50"
    )


class Reflect(Body):
    """How to reflect."""

    everything: bool = Field(default=False, description="read what was read before, too")


_WINDOW: dict[str, Any] = {name: (field.annotation, field) for name, field in ContextWindow.model_fields.items()}

Context: type[Record] = create_model(
    "Context",
    __base__=Record,
    __doc__="A context window, with its token account, and as messages for any chat model.",
    **_WINDOW,
    account=(dict[str, int], Field(description="tokens per block")),
    messages=(list[dict[str, str]], ...),
)


def context_of(window: ContextWindow) -> Record:
    """Return the form of a context window."""
    fields = {name: getattr(window, name) for name in ContextWindow.model_fields}
    return Context.model_validate({**fields, "account": window.account(), "messages": window.messages()})


class Narrowed(BaseModel):
    """What narrows a list, as parameters of a query."""

    agent_id: AgentId = None
    session_id: SessionId = None
    include_expired: Expired = False


class StreamEntry(Record):
    """An entry of the memory stream."""

    at: datetime
    source_id: str
    entity: Entity


class Pruned(Record):
    """What went out of the memory stream for good."""

    removed: int


class Session(Record):
    """A conversation."""

    session_id: str
    title: str | None = Field(description="what somebody called it")
    messages: int
    last_at: datetime


class Renaming(Record):
    """What a conversation is to be called."""

    title: str = Field(description="empty: nothing any more")


class Flushed(Record):
    """What reading the pending messages came to."""

    model_config = ConfigDict(from_attributes=True)

    done: int
    failed: int
    pending: int
    deferred: int = Field(description="of those pending, how many wait for the budget")
    deferred_until: datetime | None
    deferred_by: list[str]
    operations: dict[str, int]
    errors: list[str]
    facts_added: int
    forgotten: dict[str, dict[str, int]] = Field(
        description="how many messages, facts and other records went as messages asked, by the ids of those"
    )
    not_found: list[str] = Field(description="ids of messages that asked to forget what memory does not know")
    unclear: list[str] = Field(
        description="ids of messages that asked to forget what may be several things, which all stay"
    )
    not_forgotten: list[str] = Field(
        description="ids of messages that asked to forget something, while forgetting in talk is off"
    )


class Alive(Record):
    """The process lives."""

    status: Literal["ok"] = "ok"


class Ready(Record):
    """The store answers."""

    status: Literal["ready", "read-only"] = Field(description="`read-only`: what is stored is served, no write is")
    writable: bool = Field(description="whether the store may be written and has room; the server's log says why not")
    next_due: datetime | None = Field(description="when the next pending message is due; null: none is pending")
    lag_seconds: float = Field(description="for how long the queue has been waiting for a worker, or for the model")
    pending: int = Field(description="how many messages wait to be read")
    failed: int = Field(description="how many could not be read: dead letters")
    model_down_since: datetime | None = Field(
        description="since when this process gets nothing from the model that reads messages; null: it does"
    )


class TextEvent(Record):
    """A piece of an answer."""

    text: str
