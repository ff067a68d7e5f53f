"""Asks for what was said with pronouns, in a talk that named somebody before, by several ways to search for it.

    python -m benchmarks.recall.follow_ups --data FILE [--audit FILE] [--embedding local:FOLDER]

The file is of LoCoMo's schema. Each question that names one of the two speakers stands at the end of a talk of five
questions and answers from the same file, in four ways: the person was named in the last of them, or in the first with
pronouns since; these two are asked with a pronoun. Or it is asked as it is, after talk about the same person, or
another. Told is which part of the evidence is among the ten best messages. No model takes part.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

from memary import Memary, Message
from memary.conversation.rewritten_query import rewrite
from memary.evaluation.recall.locomo import LocomoConversation, LocomoQuestion, read_corpus
from memary.evaluation.recall.protocol import read_audit, select
from memary.types import Role

TOP, DEEP, TURNS, USER = 10, 40, 5, "ada"
_ASKED = 60
"""Questions of a conversation."""

_SHE = ("Caroline", "Melanie", "Gina", "Maria", "Joanna", "Audrey", "Deborah", "Jolene")
_AUXILIARY = r"(?:did|does|do|is|has|have|was|will|would|could|might|should|can|had)"
_RANK = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""

Ways = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question at the end of a talk.

    Attributes:
        kind: how it leans on the talk.
        text: as it is put.
        before: what was said before it, oldest first.
        evidence: ids of the messages that answer it.
    """

    kind: str
    text: str
    before: tuple[Message, ...]
    evidence: frozenset[str]


def main() -> None:
    """Measure, and print a line for each way to search, with a column for each kind of question."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--audit", type=Path)
    parser.add_argument("--embedding", default="auto")
    given = parser.parse_args()
    audit = read_audit(given.audit) if given.audit else None
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for conversation in read_corpus(given.data).conversations:
        people = sorted({turn.speaker for turn in conversation.turns})
        questions = select(conversation, audit).asked
        with Memary.open("sqlite:///:memory:", embedding=given.embedding, worker=False) as memory:
            memory.add([turn.message for turn in conversation.turns], user_id=USER, infer=False)
            for asked in follow_ups(conversation, questions, people):
                for way, ids in ways(memory, asked, people).items():
                    share = len(asked.evidence & set(ids[:TOP])) / len(asked.evidence)
                    found[way][asked.kind].append(share)
    kinds = list(next(iter(found.values())))
    print(f"{'recall@10':<28}" + "".join(f"{kind:>32}" for kind in kinds))
    for way, shares in found.items():
        print(f"{way:<28}" + "".join(f"{mean(shares[kind]):>26.3f} ({len(shares[kind])})" for kind in kinds))


def follow_ups(
    conversation: LocomoConversation, questions: Sequence[LocomoQuestion], people: Sequence[str]
) -> Iterator[Asked]:
    """Yield questions of a conversation at the end of talks, the same ones each time."""
    chance = random.Random(conversation.id)
    named = {one: [name for name in people if re.search(rf"\b{name}\b", one.text)] for one in questions}
    usable = [one for one in questions if len(named[one]) == 1]
    for one in chance.sample(usable, min(_ASKED, len(usable))):
        (name,) = named[one]
        others = [other for other in usable if other.answer and not {*other.evidence} & {*one.evidence}]
        same = chance.sample([other for other in others if named[other] == [name]], TURNS)
        strange = chance.sample([other for other in others if named[other] != [name]], TURNS)
        evidence, pronouns = frozenset(one.evidence), with_pronouns(one.text, name)
        since = [(with_pronouns(other.text, name), other.answer) for other in same[1:]]
        told, beside = _pairs(same), _pairs(strange)
        yield Asked("named just before", pronouns, talk([*beside[1:], told[0]]), evidence)
        yield Asked("named five turns before", pronouns, talk([told[0], *since]), evidence)
        yield Asked("stands alone, same person", one.text, talk(told), evidence)
        yield Asked("stands alone, another person", one.text, talk(beside), evidence)


def ways(memory: Memary, asked: Asked, people: Sequence[str]) -> Ways:
    """Return the ids of messages that each way to search finds, best first."""

    def search(text: str) -> list[str]:
        hits = memory.search(text, user_id=USER, kinds="message", top_k=DEEP)
        return [str(hit.metadata["dia_id"]) for hit in hits]

    window = " ".join(message.content for message in asked.before)
    completed = rewrite(asked.text, asked.before, known=dict.fromkeys(people, "person")) or asked.text
    bare, best, around = search(asked.text), search(completed), search(window)
    return {
        "as it is put": bare,
        "completed (memary)": best,
        "window of five turns before it": search(f"{window} {asked.text}"),
        "completed, window beside": fused([best, around], (1, 1)),
        "completed, window half as much": fused([best, around], (1, 0.5)),
    }


def fused(lists: Sequence[Sequence[str]], weights: Sequence[float]) -> list[str]:
    """Return the ids of several lists by their ranks in them."""
    scores: dict[str, float] = defaultdict(float)
    for ids, weight in zip(lists, weights, strict=True):
        for rank, id_ in enumerate(ids):
            scores[id_] += weight / (_RANK + rank)
    return sorted(scores, key=lambda id_: scores[id_], reverse=True)


def with_pronouns(question: str, name: str) -> str:
    """Return a question with pronouns in place of a name."""
    she, her, whose = ("she", "her", "her") if name in _SHE else ("he", "him", "his")
    rules = [
        (rf"\b{name}['’]s?(?=\s)", whose),
        (rf"(?i)(\b{_AUXILIARY}\s+){name}\b", rf"\g<1>{she}"),
        (rf"^{name}\b", she.capitalize()),
        (rf"\b{name}\b(?=\s+(?:{_AUXILIARY}|\w+s\b|\w+ed\b))", she),
        (rf"\b{name}\b", her),
    ]
    for pattern, put in rules:
        question = re.sub(pattern, put, question)
    return question


def talk(turns: Sequence[tuple[str, str]]) -> tuple[Message, ...]:
    """Return questions with their answers as messages of a session."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return tuple(
        Message(user_id=USER, role=role, content=text, created_at=at, added_at=at, digest=f"{number} {role}")
        for number, turn in enumerate(turns)
        for role, text in zip((Role.USER, Role.ASSISTANT), turn, strict=True)
    )


def _pairs(questions: Sequence[LocomoQuestion]) -> list[tuple[str, str]]:
    return [(one.text, one.answer) for one in questions]


if __name__ == "__main__":
    main()
