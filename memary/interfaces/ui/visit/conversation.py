"""Keep what the page remembers of a visitor, apart for each user and conversation.

Memory itself is in the store.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias

from memary import Answer, MemaryError, Message
from memary.interfaces.ui.words import Words
from memary.languages.prompt.stamps import Zones
from memary.models.trial import Trial
from memary.types import ZONE_KEY, Role
from memary.types.spaces import Grant

_TITLE_CHARS = 32

RecordPart: TypeAlias = Literal["history", "correct", "forget", "edit"]
"""What of a fact, or of a message, can be unfolded in the dialog."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that comes with a question."""

    name: str
    media_type: str
    data: bytes

    @property
    def url(self) -> str:
        """The picture as a data URL."""
        return f"data:{self.media_type};base64,{b64encode(self.data).decode()}"


@dataclass(slots=True)
class Attempt:
    """A question that was handed to the agent and has no answer yet.

    One without a problem was stopped.
    """

    question: str
    after: str | None  # the newest message when it was asked
    message_id: str | None = None  # of the question, if it was in memory before
    picture: Picture | None = None
    has_seen: bool = False  # what the picture shows is part of the question by now
    problem: MemaryError | None = None
    written: str = ""  # of the answer, before it was stopped

    @property
    def unseen(self) -> Picture | None:
        """The picture, as long as it was not looked at."""
        return None if self.has_seen else self.picture

    def see(self, said: str) -> None:
        """Take what the picture shows into the question."""
        self.question, self.has_seen = f"{self.question}\n\n{said}", True

    def kept_in(self, messages: Sequence[Message]) -> Message | None:
        """Return the question as it is in the store, as far as these messages tell."""
        found = (one for one in messages if one.id == self.message_id or self._is_since(one))
        return next((one for one in found if one.role is Role.USER), None)

    def is_answered_in(self, messages: Sequence[Message]) -> bool:
        """Return whether the answer was kept after all, just before it was stopped."""
        return any(message.role is Role.ASSISTANT and self._is_since(message) for message in messages)

    def _is_since(self, message: Message) -> bool:
        return self.after is None or message.id > self.after


@dataclass(frozen=True, slots=True)
class AssistantChoice:
    """Who answers in a conversation, as far as it differs from the settings."""

    model: str | None = None
    system_persona: Path | None = None
    user_persona: Path | None = None
    tools_off: frozenset[str] = frozenset()


@dataclass(slots=True)
class Conversation:
    """One user's conversation, as this visitor sees it."""

    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])  # by the id of their message
    ratings: dict[str, str] = field(default_factory=dict[str, str])  # likewise: what the visitor thinks of them
    to_ask: str | None = None  # typed or chosen, and not yet handed to the agent
    picture_to_ask: Picture | None = None  # what came with it
    attempt: Attempt | None = None
    pictures: dict[str, Picture] = field(default_factory=dict[str, Picture])  # by the text of their message
    assistant: AssistantChoice = AssistantChoice()

    @property
    def unsent(self) -> str | None:
        """What would be lost if the page forgot it."""
        return self.to_ask or (self.attempt.question if self.attempt else None)

    def ask(self, question: str, picture: Picture | None = None) -> None:
        """Ask at the next run of the page."""
        self.to_ask, self.picture_to_ask = question, picture

    def begin(self, messages: Sequence[Message]) -> Attempt:
        """Hand the question over.

        Whatever interrupts the answer from here on leaves the attempt behind. Where the conversation ends with the
        same words and no answer to them, they are sent again, not said again.
        """
        last, open_ = messages[-1].id if messages else None, unanswered(messages)
        is_there = open_ is not None and open_.content == self.to_ask and self.picture_to_ask is None
        self.attempt = Attempt(self.to_ask or "", last, last if is_there else None, self.picture_to_ask)
        self.to_ask = self.picture_to_ask = None
        return self.attempt

    def finish(self, answer: Answer) -> None:
        """Take the answer."""
        if self.attempt and self.attempt.picture:
            self.pictures[self.attempt.question] = self.attempt.picture
        self.attempt = None
        if answer.message_id:
            self.answers[answer.message_id] = answer


@dataclass(frozen=True, slots=True)
class Shown:
    """A message or fact that is shown in the dialog; `part` is what of it is unfolded."""

    id: str
    part: RecordPart | None = None
    whose: str = ""  # the user, or the address of the space, in whose memory it is


@dataclass(frozen=True, slots=True)
class LastChange:
    """What the visitor last changed: what is said of it, and the row of the ledger that can be taken back."""

    told: str
    fact_id: str | None  # None: something was forgotten
    operation_id: str
    whose: str  # the user, or the address of the space, in whose memory it is


@dataclass(slots=True)
class GraphChoice:
    """What of one user's graph is looked at."""

    view: str | None = None  # None: what lies behind the answer, if there is one, else everything
    answer: str | None = None  # the id of the answer's message; None for the last one of the conversation
    entity: str | None = None  # the id of the entity picked
    expanded: list[str] = field(default_factory=list[str])  # ids of entities whose neighbours are shown, too
    more: int = 0  # how often more nodes were asked for
    relations: list[str] = field(default_factory=list[str])  # only these; none: all
    kinds: list[str] = field(default_factory=list[str])  # only entities of these types; none: of all
    goal: str | None = None  # the id of the entity to which a path is looked for

    def pick(self, entity_id: str | None) -> None:
        """Look at an entity."""
        self.entity = entity_id
        self.goal = None

    def expand(self, entity_id: str) -> None:
        """Show the neighbours of an entity, too."""
        self.entity = entity_id
        if entity_id not in self.expanded:
            self.expanded.append(entity_id)


@dataclass(slots=True)
class ModelTrial:
    """A trial of the models that may be set: asked for, and done once it has an outcome."""

    outcome: list[Trial] | MemaryError | None = None


@dataclass(slots=True)
class Visit:
    """What one visitor has chosen.

    It outlives a page that could not be drawn, unlike the state of widgets.
    """

    user: str  # whose memory is looked at; of a space, the visitor's address there
    space: Grant | None = None  # the space looked at; None: the user's own memory
    is_logged_in: bool = False  # then it is the user's own, and nobody else's memory can be chosen
    has_model: bool = False  # whether a language model reads and answers
    zones: Zones = field(default_factory=Zones)  # in which the user's times are shown
    page: str = "chat"  # the page looked at
    to_open: str | None = None  # the page to be shown at the next run
    sessions: dict[str, str] = field(default_factory=dict[str, str])  # user -> the session looked at
    conversations: dict[tuple[str, str], Conversation] = field(default_factory=dict[tuple[str, str], Conversation])
    is_in_older: bool = False  # whether the session looked at is an older one, and not the last used or a new one
    beginnings: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])  # of what was said
    titles: dict[str, str] = field(default_factory=dict[str, str])  # what the user's sessions are called
    graphs: dict[str, GraphChoice] = field(default_factory=dict[str, GraphChoice])  # by user
    shown: Shown | None = None  # what the dialog shows
    change: LastChange | None = None  # what was done last that is offered to be undone
    notice: str | None = None  # what was done, to be said at the next run
    problem: MemaryError | None = None  # why something could not be done, likewise
    trial: ModelTrial | None = None  # of models that may be set
    said: str = ""  # the last answer, or why there is none, for who listens to the page

    @property
    def member(self) -> str:
        """The user who looks."""
        return self.space.member if self.space else self.user

    @property
    def name(self) -> str:
        """What the memory looked at is called."""
        return self.space.space if self.space else self.user

    def address(self, space_id: str | None) -> str:
        """Return as whom a record is read that is from a space, or from the memory looked at."""
        return f"{space_id}:{self.member}" if space_id else self.user

    @property
    def zone(self) -> tzinfo | None:
        """The zone of all times but those of messages that tell their own."""
        return self.zones.main

    @property
    def session(self) -> str | None:
        """The session looked at; None until one was chosen."""
        return self.sessions.get(self.user)

    @property
    def conversation(self) -> Conversation:
        """The conversation looked at."""
        return self.conversations.setdefault((self.user, self.session or ""), Conversation())

    @property
    def graph(self) -> GraphChoice:
        """What of the user's graph is looked at."""
        return self.graphs.setdefault(self.user, GraphChoice())

    def try_models(self) -> None:
        """Try the models that may be set, at the next run."""
        self.trial = ModelTrial()

    def become(self, user: str) -> None:
        """Look at the memory of a user.

        What was open of another's is closed.
        """
        if user != self.member:
            self.user, self.space, self.shown, self.change = user, None, None, None

    def enter(self, space: Grant | None) -> None:
        """Look at a space of the user's; None: at the user's own memory."""
        user = space.user_id if space else self.member
        if user != self.user:
            self.shown = self.change = None
        self.user, self.space = user, space

    def show(self, record_id: str, part: RecordPart | None = None, whose: str | None = None) -> None:
        """Show a message or a fact in the dialog at the next run; by default one of the memory looked at."""
        self.shown = Shown(record_id, part, whose or self.user)

    @contextmanager
    def looking_at(self, whose: str) -> Generator[None]:
        """Read and change, inside the block, the memory that a record in the dialog is from."""
        user, self.user = self.user, whose
        try:
            yield
        finally:
            self.user = user

    def close(self) -> None:
        """Close the dialog."""
        self.shown = None

    def show_answer(self, message_id: str | None) -> None:
        """Show at the next run what of the graph lies behind an answer."""
        self.graphs[self.user] = GraphChoice(view="answer", answer=message_id)
        self.to_open = "graph"

    def show_entity(self, entity_id: str) -> None:
        """Show an entity, by its id, in the graph at the next run."""
        self.graphs[self.user] = GraphChoice(view="around", entity=entity_id)
        self.to_open = "graph"

    def drop_session(self, session: str) -> None:
        """Keep nothing of a conversation that was forgotten."""
        self.sessions.pop(self.user, None)
        self.conversations.pop((self.user, session), None)
        self.beginnings.pop((self.user, session), None)

    def drop_user(self, user: str) -> None:
        """Keep nothing of a user who was forgotten."""
        self.sessions.pop(user, None)
        self.graphs.pop(user, None)
        self.shown = self.change = None
        for kept in (self.conversations, self.beginnings):
            for place in [place for place in kept if place[0] == user]:
                del kept[place]


def unanswered(messages: Sequence[Message]) -> Message | None:
    """Return the message at the end of a conversation that waits for an answer, if there is one."""
    return messages[-1] if messages and messages[-1].role is Role.USER else None


def without_repeats(messages: Sequence[Message]) -> list[Message]:
    """Leave out a question that got no answer and was then sent again in the same words."""
    repeated = {
        earlier.id
        for earlier, later in pairwise(messages)
        if earlier.role is later.role is Role.USER and earlier.content == later.content
    }
    return [message for message in messages if message.id not in repeated]


def new_session_id(now: datetime) -> str:
    """Return the id of a conversation that begins now."""
    return f"web-{now:%Y%m%d-%H%M%S-%f}"


def beginning_of(message: Message, zones: Zones) -> str:
    """Name a conversation after its first message."""
    words = " ".join(message.content.split())
    short = words if len(words) <= _TITLE_CHARS else words[: _TITLE_CHARS - 1].rstrip() + "…"
    return f"{message.created_at.astimezone(zones.of(message.metadata.get(ZONE_KEY))):%m-%d} · {short}"


def distinct(labels: Iterable[tuple[str, str]], words: Words) -> dict[str, str]:
    """Return labels by session id, no two alike, so that a choice is never ambiguous."""
    seen: dict[str, int] = {}
    result: dict[str, str] = {}
    for session_id, label in labels:
        text = label or words("sidebar.new_conversation")
        seen[text] = seen.get(text, 0) + 1
        result[session_id] = text if seen[text] == 1 else f"{text} ({seen[text]})"
    return result
