"""Made-up memories for measuring: random names, hubs, talk whose words are as uneven as those of real talk.

Everything follows from a seed, so that two runs measure the same.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from memary.models.base import Embedder
from memary.stores.base import StoredRecord
from memary.stores.store import Store
from memary.text import entity_key
from memary.text.record_text import embedding_text
from memary.types import Entity, Fact, Mention, Message, MessageState

START = datetime(2020, 1, 1, tzinfo=UTC)
SPEAKERS = ("Ada", "Ben")
PREDICATES = ("knows", "works_with", "visited", "likes", "owns", "wrote_to", "met", "teaches")

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "z",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
_ENDS = ("", "l", "m", "n", "r", "s", "th", "x")
_VOCABULARY = 20_000
_FLATNESS = 10
"""Shifts the ranks of Zipf's law (Mandelbrot 1953): the commonest word stands in a tenth of the texts."""

_LOAD = 10_000

_Loaded = Message | Entity | Fact | Mention


def names(random_: random.Random) -> Iterator[str]:
    """Yield capitalised words that nobody has, each once."""
    seen: set[str] = set()
    while True:
        name = "".join(
            random_.choice(_ONSETS) + random_.choice(_VOWELS) + random_.choice(_ENDS)
            for _ in range(random_.randint(2, 4))
        ).capitalize()
        if name not in seen:
            seen.add(name)
            yield name


@cache
def _words() -> tuple[list[str], list[float]]:
    """The words of the talk, and how often each comes up, cumulated."""
    words = [name.lower() for name in itertools.islice(names(random.Random(0)), _VOCABULARY)]
    return words, list(itertools.accumulate(1 / (rank + _FLATNESS) for rank in range(1, _VOCABULARY + 1)))


def some_words(random_: random.Random, count: int) -> str:
    """Return so many words, drawn as unevenly as in talk."""
    words, often = _words()
    return " ".join(random_.choices(words, cum_weights=often, k=count))


@dataclass(frozen=True, slots=True)
class Node:
    """An entity with how many facts it has."""

    entity: Entity
    degree: int


class Graph:
    """A user's graph: hubs that a tenth of all facts name each, and nodes of a few facts.

    Args:
        user_id: whose.
        relations: how many facts.
        hubs: how many nodes of high degree.
        seed: what all chance follows from.
    """

    def __init__(self, user_id: str, relations: int, *, hubs: int = 3, seed: int = 1) -> None:
        self.user_id = user_id
        self._random = random.Random(seed)
        fresh = names(self._random)
        count = max(20, relations // 3)
        self.nodes = [self._entity(place, next(fresh)) for place in range(count)]
        self._ends = self._pairs(relations, hubs)
        degrees = [0] * count
        for ends in self._ends:
            for end in ends:
                degrees[end] += 1
        self.hubs = [Node(self.nodes[place], degrees[place]) for place in range(hubs)]
        self.leaves = [
            Node(self.nodes[place], degrees[place]) for place in range(hubs, count) if degrees[place] in (2, 3, 4)
        ]

    def __len__(self) -> int:
        """How many facts it has."""
        return len(self._ends)

    def records(self) -> Iterator[Entity | Fact]:
        """Yield its entities, then its facts, in the order they became true."""
        yield from self.nodes
        for number, (one, other) in enumerate(self._ends):
            subject, object_ = self.nodes[one], self.nodes[other]
            predicate = PREDICATES[number % len(PREDICATES)]
            at = START + timedelta(minutes=number)
            yield Fact(
                id=f"f{number:08d}",
                user_id=self.user_id,
                subject_id=subject.id,
                subject=subject.name,
                predicate=predicate,
                object_id=object_.id,
                object=object_.name,
                statement=f"{subject.name} {predicate.replace('_', ' ')} {object_.name}.",
                valid_at=at,
                created_at=at,
            )

    def _entity(self, place: int, name: str) -> Entity:
        return Entity(id=f"e{place:08d}", user_id=self.user_id, name=name, key=entity_key(name), created_at=START)

    def _pairs(self, relations: int, hubs: int) -> list[tuple[int, int]]:
        """Each hub has its tenth; the other facts join nodes at random."""
        count = len(self.nodes)
        pairs: list[tuple[int, int]] = []
        for number in range(relations):
            one = self._random.randrange(hubs, count)
            hub = number % 10
            pairs.append((one, hub if hub < hubs else self._random.randrange(hubs, count)))
        self._random.shuffle(pairs)
        return pairs


def talk(user_id: str, count: int, *, seed: int = 2) -> Iterator[Message]:
    """Yield messages of two people, twenty a session."""
    random_ = random.Random(seed)
    for number in range(count):
        text = f"I {some_words(random_, random_.randint(6, 14))}."
        at = START + timedelta(minutes=5 * number)
        yield Message(
            id=f"m{number:08d}",
            user_id=user_id,
            session_id=f"s{number // 20}",
            speaker=SPEAKERS[number % 2],
            content=text,
            created_at=at,
            added_at=at,
            digest=f"{number:032x}",
            state=MessageState.DONE,
        )


def encounters(graph: Graph, count: int, *, seed: int = 5) -> Iterator[Message | Mention]:
    """Yield messages that name two nodes each, twenty a session, with their entries in the memory stream.

    Each node comes up once as long as there are messages, others by chance, hubs in a tenth of them.
    """
    random_ = random.Random(seed)
    nodes, hubs = graph.nodes, [hub.entity for hub in graph.hubs]
    for number in range(count):
        one = nodes[number % len(nodes)]
        other = random_.choice(hubs if number % 10 == 0 else nodes)
        at = START + timedelta(minutes=5 * number)
        yield Message(
            id=f"m{number:08d}",
            user_id=graph.user_id,
            session_id=f"s{number // 20}",
            content=f"{one.name} and {other.name} {some_words(random_, random_.randint(6, 12))}.",
            created_at=at,
            added_at=at,
            digest=f"{number:032x}",
            state=MessageState.DONE,
        )
        for entity_id in sorted({one.id, other.id}):
            yield Mention(user_id=graph.user_id, entity_id=entity_id, source_id=f"m{number:08d}", at=at)


async def load(store: Store, records: Iterable[_Loaded], embedder: Embedder | None) -> None:
    """Write records as an import would, with vectors if there is an embedder."""
    rest = iter(records)
    while some := list(itertools.islice(rest, _LOAD)):
        await store.load(await stored(some, embedder), due_at=START)


async def stored(records: Sequence[_Loaded], embedder: Embedder | None) -> list[StoredRecord]:
    """Return records as a store takes them, with vectors if there is an embedder."""
    if embedder is None:
        return [StoredRecord(record) for record in records]
    embedded = [record for record in records if not isinstance(record, Mention)]
    vectors = iter(await embedder.embed([embedding_text(record) for record in embedded]))
    return [StoredRecord(record, None if isinstance(record, Mention) else next(vectors)) for record in records]
