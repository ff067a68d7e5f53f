"""Asks questions whose answer lies two facts away, in a graph of random names with hubs of thousands of facts.

    python -m benchmarks.recall.two_hop [--quick] [--out FILE]

"Where does the sister of Tarsol work?" needs two facts: who the sister is, and where she works. Everybody lives in
one of a few cities, which are hubs, and works for a company of many others. Some people met hundreds of others since
their kin was told, so that the fact to start from is far from their newest. No model takes part. A question counts as
answered if both facts are among the first ten hits. Exit code 1 if fewer than 98 % are, about either sort of people.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.synthetic import START, load, names
from memary import Memary
from memary.text import entity_key
from memary.types import Entity, Fact

GOAL = 0.98
TOP = 10
USER = "ada"
_RESIDENTS = 10_000
_COLLEAGUES = 200
_BUSY, _MEETINGS = 100, 300
_KIN = ("sister", "brother", "neighbour", "teacher", "doctor")
_ASKED = {
    "works_at": "Where does the {kin} of {name} work?",
    "likes": "What does {name}'s {kin} like?",
    "plays": "What does the {kin} of {name} play?",
    "drives": "Which car does the {kin} of {name} drive?",
}
_TOPICS, _GAMES, _CARS = 20, 12, 50


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the facts that answer it together."""

    text: str
    needs: frozenset[str]
    sort: str


class Town:
    """People with kin, work, cities and likings, all under random names.

    Args:
        cities: how many hubs of 10,000 residents.
        seed: what all chance follows from.
    """

    def __init__(self, cities: int, *, seed: int) -> None:
        self._random = random.Random(seed)
        self._fresh = names(self._random)
        self._entities: list[Entity] = []
        self._facts: list[Fact] = []
        people = self._made(cities * _RESIDENTS)
        self._places = {
            "lives_in": self._made(cities),
            "works_at": self._made(len(people) // _COLLEAGUES),
            "likes": self._made(_TOPICS),
            "plays": self._made(_GAMES),
            "drives": self._made(_CARS),
        }
        self._kin: dict[str, list[tuple[str, Entity, Fact]]] = {}
        self._of: dict[tuple[str, str], Fact] = {}
        for number, person in enumerate(people):
            self._settle(person, number, people)
        self.people = people
        self.busy = people[:_BUSY]
        for person in self.busy:
            for other in self._random.sample(people, _MEETINGS):
                self._fact(person, "met", other)

    def records(self) -> Iterator[Entity | Fact]:
        """Yield the entities, then the facts."""
        yield from self._entities
        yield from self._facts

    def questions(self, count: int, people: list[Entity]) -> list[Question]:
        """Draw questions about kin of these people, of each sort about as many."""
        sorts = list(_ASKED)
        found: list[Question] = []
        while len(found) < count:
            person = self._random.choice(people)
            kin, other, first = self._random.choice(self._kin[person.id])
            sort = sorts[len(found) % len(sorts)]
            text = _ASKED[sort].format(kin=kin, name=person.name)
            found.append(Question(text, frozenset({first.id, self._of[other.id, sort].id}), sort))
        return found

    def _made(self, count: int) -> list[Entity]:
        made = [
            Entity(
                id=f"e{len(self._entities) + place:07d}",
                user_id=USER,
                name=name,
                key=entity_key(name),
                created_at=START,
            )
            for place, name in enumerate(next(self._fresh) for _ in range(count))
        ]
        self._entities += made
        return made

    def _settle(self, person: Entity, number: int, people: list[Entity]) -> None:
        for predicate, places in self._places.items():
            place = places[number % len(places)] if predicate == "lives_in" else self._random.choice(places)
            self._of[person.id, predicate] = self._fact(person, predicate, place)
        for kin in self._random.sample(_KIN, 2):
            other = self._random.choice(people)
            fact = self._fact(person, f"has_{kin}", other)
            self._kin.setdefault(person.id, []).append((kin, other, fact))

    def _fact(self, subject: Entity, predicate: str, object_: Entity) -> Fact:
        at = START + timedelta(minutes=len(self._facts))
        fact = Fact(
            id=f"f{len(self._facts):07d}",
            user_id=USER,
            subject_id=subject.id,
            subject=subject.name,
            predicate=predicate,
            object_id=object_.id,
            object=object_.name,
            statement=f"{subject.name} {predicate.replace('_', ' ')} {object_.name}.",
            valid_at=at,
            created_at=at,
        )
        self._facts.append(fact)
        return fact


def main() -> int:
    """Ask, print, and return the exit code."""
    parser = argparse.ArgumentParser(description="Ask questions whose answer lies two facts away.")
    parser.add_argument("--quick", action="store_true", help="one city and 200 questions instead of three and 500")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, help="file for the result as JSON")
    asked = parser.parse_args()
    town = Town(1 if asked.quick else 3, seed=asked.seed)
    count = 200 if asked.quick else 500
    questions = {
        "anybody": town.questions(count, town.people),
        f"people with {_MEETINGS} later facts": town.questions(count, town.busy),
    }
    result = run(town, questions) | {"seed": asked.seed}
    print(text(result))
    if asked.out:
        asked.out.write_text(json.dumps(result, indent=1) + "\n")
    return 0 if all(about["answered"] >= GOAL for about in result["about"].values()) else 1


def run(town: Town, questions: Mapping[str, list[Question]]) -> dict[str, Any]:
    """Ask all questions, and tell of each kind of people how many found both their facts."""
    with (
        tempfile.TemporaryDirectory(prefix="memary-two-hop-") as folder,
        Memary.open(f"sqlite:///{folder}/town.db", worker=False) as memory,
    ):
        memory.loop.start(load, memory.core.store, town.records(), memory.core.models.embedder).result()
        return {
            "facts": memory.admin.stats(user_id=USER).facts,
            "residents_of_a_hub": _RESIDENTS,
            "about": {whom: _ask(memory, some) for whom, some in questions.items()},
        }


def _ask(memory: Memary, questions: list[Question]) -> dict[str, Any]:
    right: Counter[str] = Counter()
    seconds: list[float] = []
    for question in questions:
        start = time.perf_counter()
        hits = memory.search(question.text, user_id=USER, kinds={"fact"}, top_k=TOP)
        seconds.append(time.perf_counter() - start)
        right[question.sort] += question.needs <= {hit.id for hit in hits}
    return {
        "questions": len(questions),
        "answered": sum(right.values()) / len(questions),
        "answered_by_sort": {sort: right[sort] / sum(one.sort == sort for one in questions) for sort in _ASKED},
        "p50_ms": round(1000 * median(seconds), 1),
    }


def text(result: dict[str, Any]) -> str:
    """The result for people."""
    lines = [
        f"two-hop questions, over {result['facts']:,} facts with hubs of {result['residents_of_a_hub']:,}: "
        f"how many have both facts in the first {TOP} (goal {GOAL:.0%})"
    ]
    for whom, about in result["about"].items():
        sorts = ", ".join(f"{sort} {share:.1%}" for sort, share in about["answered_by_sort"].items())
        lines += [
            f"  about {whom}: {about['answered']:.1%} of {about['questions']}, p50 {about['p50_ms']} ms",
            f"    {sorts}",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
