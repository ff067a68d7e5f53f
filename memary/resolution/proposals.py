"""Define the input of `resolve`: what is proposed to the graph, and what it is compared with.

It is the same for all extractors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeVar

from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.text.names.node_names import may_be_name
from memary.types import DEFAULT_LANGUAGE, FOREVER, GENERIC, Entity, Fact, FactKind, Mention, Origin


@dataclass(frozen=True, slots=True)
class ProposalSource:
    """A message (or fact) that something comes from, and when it was said."""

    id: str
    at: datetime
    expires_at: datetime = FOREVER


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity proposed by name.

    `said` is what the source says around it, which tells homonyms apart.

    `same_as` and `other_than` are ids of known entities that, by a model's word, it is or is not. `beside` is the id
    of the one that it is named together with in a fact. One that is `renamed` has this name from now on;
    a description that `is_trusted` takes the place of an older one. A model says something of one that `is_told_of`.
    """

    name: str
    type: str = GENERIC
    aliases: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    description: str = ""
    sources: tuple[ProposalSource, ...] = ()
    said: str = ""
    same_as: str | None = None
    other_than: str | None = None
    beside: str | None = None
    renamed: bool = False
    is_trusted: bool = False
    is_told_of: bool = False


@dataclass(frozen=True, slots=True)
class ProposedGround:
    """What a proposed fact rests on: a known fact's id or another proposal, and the words that say so."""

    fact: str | ProposedFact
    words: str = ""


@dataclass(frozen=True, slots=True)
class RoughStart:
    """That a beginning is told as a month or year: where that ends, and whether the message names it.

    Where it does not, it tells a change as news, whose month was worked out from its date.
    """

    end: datetime
    is_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFact:
    """A fact proposed by a model, a rule or a caller.

    The types tell apart things of one name.
    """

    subject: str
    predicate: str  # as memary.languages.keys.predicate_key gives it
    object: str
    statement: str
    valid_at: datetime
    invalid_at: datetime = FOREVER
    is_begun_then: bool = False  # not before, though what it corrects was
    rough_start: RoughStart | None = None  # where no day is told
    subject_type: str = GENERIC
    object_type: str = GENERIC
    op: Literal["ADD", "UPDATE", "DELETE", "NONE"] = "ADD"
    target_id: str | None = None
    correction: bool = False
    importance: int = 2
    kind: FactKind = FactKind.FACT
    origin: Origin = Origin.USER
    extractor: Literal["model", "rule", "caller"] = "model"
    confidence: float = 1.0
    language: str = DEFAULT_LANGUAGE
    quote: str = ""
    sources: tuple[ProposalSource, ...] = ()
    expires_at: datetime = FOREVER
    rests_on: tuple[ProposedGround, ...] = ()

    @property
    def hidden_from(self) -> datetime:
        """Return when it expires: at its own time, or with its last source if all sources expire."""
        return min(self.expires_at, max((source.expires_at for source in self.sources), default=FOREVER))

    @property
    def said_at(self) -> datetime | None:
        """Return when the last of the messages that state it was said."""
        return max((source.at for source in self.sources), default=None)

    @property
    def is_quoted_by_model(self) -> bool:
        """Return whether a model proposes it with words of a message."""
        return bool(self.quote) and self.extractor == "model"

    @property
    def is_past_news(self) -> bool:
        """Return whether a model tells that something is over that it saw no fact of, and that did hold once."""
        is_end = self.op == "DELETE" and self.target_id is None and not self.correction
        return is_end and self.is_quoted_by_model and self.origin.trust >= Origin.IMPORT.trust

    @property
    def tells_name(self) -> bool:
        """Return whether somebody trusted says what somebody is called."""
        is_said = self.op in ("ADD", "UPDATE") and self.origin.trust >= Origin.IMPORT.trust
        return is_said and matter_of(self.predicate) in NAME_MATTERS and may_be_name(self.object)


@dataclass(frozen=True, slots=True)
class ProposedUnion:
    """That two known entities, by their ids, are one, on whose word, and the words that say so."""

    one: str
    other: str
    origin: Origin
    words: str = ""
    sources: tuple[ProposalSource, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedForget:
    """A message of the user's in which a model saw a request to forget.

    Attributes:
        message_id: the message.
        quote: its words that ask.
        about: what is meant, in the model's words.
        fact_ids: the known facts that are meant.
    """

    message_id: str
    quote: str
    about: str
    fact_ids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Proposals:
    """What is to be written for one user, and on whose word.

    Attributes:
        user_id: whose graph it is.
        entities: entities proposed by name.
        facts: facts proposed, in the order they were said.
        actor: who proposes, for the ledger.
        user_name: the user's name where the talk shows it.
        is_users_name: whether it is surely that of the user, also of one who is known without a name.
        agent_id: whose talk it is from, where a user's agents are kept apart: what others were told stays as it is.
        unions: known entities that are said to be one.
        forgets: what the user asks to forget.
    """

    user_id: str
    entities: Sequence[NamedEntity] = ()
    facts: Sequence[ProposedFact] = ()
    actor: str = "caller"
    user_name: str | None = None
    is_users_name: bool = False
    agent_id: str | None = None
    unions: Sequence[ProposedUnion] = ()
    forgets: Sequence[ProposedForget] = ()

    def but_of(self, message_ids: Collection[str]) -> Proposals:
        """Return these without what comes from some messages."""
        return self._of_sources(lambda source: source.id not in message_ids) if message_ids else self

    def of(self, message_id: str) -> Proposals:
        """Return of these what comes from one message."""
        return replace(self._of_sources(lambda source: source.id == message_id), unions=(), forgets=())

    def _of_sources(self, is_kept: Callable[[ProposalSource], bool]) -> Proposals:
        return replace(self, entities=[*_from(self.entities, is_kept)], facts=[*_from(self.facts, is_kept)])


_Sourced = TypeVar("_Sourced", NamedEntity, ProposedFact)


def _from(proposed: Iterable[_Sourced], is_kept: Callable[[ProposalSource], bool]) -> Iterator[_Sourced]:
    """Yield what is proposed from sources that are kept, with these alone."""
    for one in proposed:
        if sources := tuple(filter(is_kept, one.sources)):
            yield one if sources == one.sources else replace(one, sources=sources)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the graph holds that the proposals may touch, at one revision."""

    revision: int
    entities: Sequence[Entity] = ()
    facts: Sequence[Fact] = ()
    mentions: Sequence[Mention] = ()  # those of the sources
    near: Mapping[str, Sequence[tuple[str, float]]] = field(default_factory=dict[str, Sequence[tuple[str, float]]])
    """For keys of names that are not known: ids of entities of near meaning, with the cosine; by a model only."""

    said_at: Mapping[str, datetime] = field(default_factory=dict[str, datetime])
    """When the messages were said that state facts about values, or state one again."""
