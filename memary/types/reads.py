"""Define what is read of a store besides records: subgraphs, statements, counts, costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import Field, JsonValue

from memary.types.entities import VALUE, Entity
from memary.types.facts import Fact
from memary.types.record import Record, ScopeName, Time

HASH_VECTORS = "hash"
"""The name of vectors that say how texts are spelt."""

WORD_VECTORS = "words"
"""The name of vectors that say what texts in Latin letters mean, and how others are spelt."""

SENTENCE_VECTORS = "sentences"
"""The name of vectors that say what a text means as a whole."""

SENTENCE_WORD_VECTORS = f"{SENTENCE_VECTORS}+{WORD_VECTORS}"
"""The name of those beside which stands what the words of texts in Latin letters mean."""

BUILT_IN = frozenset((HASH_VECTORS, WORD_VECTORS, SENTENCE_VECTORS, SENTENCE_WORD_VECTORS))
"""The names of vectors for which no model is asked."""


@dataclass(frozen=True, slots=True)
class EmbeddingSpec:
    """Which model made the vectors of a store, and of what dimension they are."""

    name: str
    dimensions: int

    @property
    def knows_meaning(self) -> bool:
        """Whether near vectors mean alike, of single names as of sentences; those built in know none or few."""
        return self.name not in BUILT_IN

    @property
    def is_of_sentences(self) -> bool:
        """Whether they are those built in that say what a text means as a whole."""
        return self.name in (SENTENCE_VECTORS, SENTENCE_WORD_VECTORS)

    @property
    def compares_sentences(self) -> bool:
        """Whether near vectors are of sentences that mean alike, whatever they say of single names."""
        return self.knows_meaning or self.is_of_sentences


@dataclass(frozen=True, slots=True)
class Subgraph:
    """What lies within some hops of the seeds: entities by id, and facts with the hop that met them."""

    seeds: tuple[str, ...] = ()
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    facts: tuple[Fact, ...] = ()
    hops: Mapping[str, int] = field(default_factory=dict[str, int])  # fact id -> 1, 2, …
    statements: tuple[StoreStatement, ...] = ()  # those that found it, where they were asked for

    def of_nodes(self) -> Subgraph:
        """Return it without the values that its facts are about; the facts tell them."""
        return replace(self, entities={id_: one for id_, one in self.entities.items() if one.type != VALUE})


class StoreStatement(Record):
    """A statement that a store ran, with its parameters; of long lists only the length is told."""

    language: Literal["cypher", "sql"]
    text: str
    parameters: dict[str, JsonValue] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Row counts of a store or of one user in it; `users` counts no spaces, current facts are true now or will be."""

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

    A row without a user is of what served nobody in particular, or somebody who is not known (any more).
    """

    user_id: ScopeName | None = None
    role: str
    model: str
    hour: Time
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


DropReason = Literal[
    "no_evidence", "question", "refusal", "other_language", "nobody", "unimportant", "too_many", "malformed"
]
"""Why a fact that a model proposed is not kept.

`no_evidence`: no message says it. `question`: a message only asks it. `refusal`: its message refuses something or
reports a failure. `other_language`: it is not told in the language of its message. `nobody`: it is about a mere
pronoun. `unimportant`: it is below `min_importance`. `too_many`: it is beyond `max_facts`. `malformed`: it cannot be
read.
"""

HitKind = Literal["message", "fact", "entity", "run"]
