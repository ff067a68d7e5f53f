"""Run the evaluation: store the turns, ask memary and the baselines, and count what is found.

Each conversation is one user. Each question is asked twice: for as many hits as the measures at fixed k need (this is
timed), and for a hundred, from which the token budgets are filled.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

import memary
from memary.client import Memary
from memary.errors import InputError
from memary.evaluation.recall.baselines import Bm25, by_score, fuse, matrix
from memary.evaluation.recall.checks import Counts, run_checks
from memary.evaluation.recall.locomo import Corpus, LocomoConversation, LocomoQuestion
from memary.evaluation.recall.metrics import NDCG_DEPTH, FoundTurns, measure, scores
from memary.evaluation.recall.observations import given_facts
from memary.evaluation.recall.protocol import Audit, Selection, select
from memary.evaluation.report import ConversationCounts, Latency, Report, Row
from memary.retrieval.hits import Hit
from memary.text import count_tokens
from memary.types import HitKind, Message

T = TypeVar("T")

DEEP = 100
"""Hits asked for, to fill the token budgets from."""

MEMARY = "memary"
WITH_FACTS = "memary + facts"
FACTS_AS_HITS = "memary + facts as hits"

_BATCH = 100
"""Turns per `Memary.add`."""


class Track(Protocol):
    """Shows how far it is: wraps what is gone through."""

    def __call__(self, items: Sequence[T], description: str) -> Iterable[T]:
        """Return the items, one by one."""
        ...


def untracked(items: Sequence[T], description: str) -> Iterable[T]:
    """Show nothing."""
    return items


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is measured.

    Attributes:
        top_ks: numbers of hits.
        budgets: numbers of tokens.
        facts: whether the questions are asked again after the file's observations went in as facts.

    Raises:
        InputError: a number is below 1, or there is none of hits.
    """

    top_ks: tuple[int, ...] = (5, 10, 20)
    budgets: tuple[int, ...] = (1_000, 2_000, 4_000)
    facts: bool = False

    def __post_init__(self) -> None:
        if not self.top_ks or min(self.top_ks + self.budgets) < 1:
            raise InputError(f"The numbers of hits {self.top_ks} and of tokens {self.budgets} must be 1 or more.")

    @property
    def depth(self) -> int:
        """How many hits the measures at fixed k need."""
        return max(*self.top_ks, NDCG_DEPTH)


@dataclass(frozen=True, slots=True)
class MethodAnswer:
    """What one method found for one question, and how that is measured."""

    row: str
    conversation: str
    question: LocomoQuestion
    found: tuple[FoundTurns, ...]
    values: Mapping[str, float]
    wall_ms: float | None = None
    cpu_ms: float | None = None


def user_of(conversation: LocomoConversation) -> str:
    """Return the user whose memory a conversation is."""
    return f"locomo-{conversation.id}"


@dataclass(slots=True)
class _ReportPart:
    """What one conversation brings to the report."""

    conversation: LocomoConversation
    selection: Selection
    stored: int = 0
    facts: int = 0
    stray_hits: int = 0
    turn_of: dict[str, str] = field(default_factory=dict[str, str])  # by the id of its message
    answers: list[MethodAnswer] = field(default_factory=list[MethodAnswer])

    @property
    def user_id(self) -> str:
        return user_of(self.conversation)

    def counts(self) -> ConversationCounts:
        return ConversationCounts(
            id=self.conversation.id,
            turns=len(self.conversation.turns),
            questions=len(self.conversation.questions),
            asked=len(self.selection.asked),
            observations=len(self.conversation.observations),
            facts=self.facts,
        )


def evaluate(
    memory: Memary, corpus: Corpus, audit: Audit | None, options: Options, *, track: Track = untracked
) -> tuple[Report, list[MethodAnswer]]:
    """Measure recall of the evidence of all questions.

    Args:
        memory: an open memory without facts about the conversations; it keeps what is put in.
        corpus: the conversations.
        audit: for the clean protocol; None: raw.
        options: what is measured.
        track: shows progress.

    Returns:
        The report, and each answer behind it.

    Raises:
        InputError: the store already holds facts, or other messages, about one of the conversations; or nothing is
            left to ask.
        MemaryError: memary failed at a question.
    """
    parts = [_ReportPart(conversation, select(conversation, audit)) for conversation in corpus.conversations]
    if not any(part.selection.asked for part in parts):
        raise InputError(f"{corpus.name} has no question of categories 1 to 4 with evidence: nothing can be asked.")
    run = _Run(memory, options, track)
    for part in parts:
        run.measure(part)
    answers = [answer for part in parts for answer in part.answers]
    return _report(memory, corpus, audit, parts, answers), answers


@dataclass(frozen=True, slots=True)
class _Run:
    memory: Memary
    options: Options
    track: Track

    def measure(self, part: _ReportPart) -> None:
        """Do everything with one conversation."""
        self._ingest(part.conversation)
        stored = self.memory.messages.list(user_id=part.user_id)
        part.stored = _turns_kept(stored)
        part.turn_of = {message.id: str(message.metadata.get("dia_id")) for message in stored}
        self._ask(part, MEMARY, {"message"})
        if part.selection.asked:
            self._ask_baselines(part)
        if self.options.facts:
            message_ids: dict[str, str] = {}
            for message_id, dia_id in part.turn_of.items():
                message_ids.setdefault(dia_id, message_id)  # of a long turn its first part
            facts = given_facts(part.conversation.observations, message_ids)
            self.memory.facts.add(facts, user_id=part.user_id, actor="evaluation")
            part.facts = self.memory.admin.stats(user_id=part.user_id).facts
            self._ask(part, WITH_FACTS, {"message"})
            self._ask(part, FACTS_AS_HITS, {"message", "fact"})

    def _ingest(self, conversation: LocomoConversation) -> None:
        """Put all turns in.

        A second call changes nothing.
        """
        user_id = user_of(conversation)
        facts = self.memory.admin.stats(user_id=user_id).facts
        before = self.memory.messages.list(user_id=user_id)
        if facts or _turns_kept(before) not in (0, len(conversation.turns)):
            raise InputError(
                f"The store holds {len(before)} messages and {facts} facts of user {user_id!r} already:"
                f" name a new store, or run  memary forget --user {user_id}  first."
            )
        batches = [conversation.turns[at : at + _BATCH] for at in range(0, len(conversation.turns), _BATCH)]
        for batch in self.track(batches, f"{conversation.id}: storing"):
            self.memory.add([turn.message for turn in batch], user_id=user_id, infer=False)

    def _ask(self, part: _ReportPart, row: str, kinds: Collection[HitKind]) -> None:
        find = partial(self.memory.search, user_id=part.user_id, kinds=kinds)
        for question in part.selection.asked[:1]:
            find(question.text, top_k=1)  # what is loaded at first use is not a question's time
        for question in self.track(part.selection.asked, f"{part.conversation.id}: {row}"):
            wall, cpu = time.perf_counter(), time.process_time()
            hits = find(question.text, top_k=self.options.depth)
            wall_ms, cpu_ms = (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3
            deep = find(question.text, top_k=DEEP) if self.options.budgets else []
            part.stray_hits += sum(not _is_of_turns(hit, part.turn_of) for hit in (*hits, *deep))
            found, more = ([_found(hit, part.turn_of) for hit in some] for some in (hits, deep))
            values = self._values(question, found, more)
            part.answers.append(
                MethodAnswer(
                    row, part.conversation.id, question, tuple(found), values, wall_ms=wall_ms, cpu_ms=cpu_ms
                )
            )

    def _ask_baselines(self, part: _ReportPart) -> None:
        turns, asked = part.conversation.turns, part.selection.asked
        texts = [f"{turn.speaker}: {turn.text}" for turn in turns]
        hits = [FoundTurns((turn.dia_id,), count_tokens(turn.text)) for turn in turns]
        vectors, questions = self._embed(texts), self._embed([question.text for question in asked])
        words = Bm25(texts)
        for question, vector in zip(asked, questions, strict=True):
            by_words, by_vector = words.rank(question.text), by_score(vectors @ vector)
            rankings = {"BM25": by_words, "dense": by_vector, "RRF": fuse(by_words, by_vector)}
            for row, ranking in rankings.items():
                found = tuple(hits[position] for position in ranking[:DEEP])
                values = self._values(question, found, found)
                shown = found[: self.options.depth]
                part.answers.append(MethodAnswer(row, part.conversation.id, question, shown, values))

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed with memary's own embedder, in the loop where it lives."""
        return matrix(self.memory.loop.wait(self.memory.core.models.embedder.embed, texts))

    def _values(
        self, question: LocomoQuestion, found: Sequence[FoundTurns], deep: Sequence[FoundTurns]
    ) -> dict[str, float]:
        return measure(found, deep, question.evidence, top_ks=self.options.top_ks, budgets=self.options.budgets)


def _turns_kept(messages: Iterable[Message]) -> int:
    """Count the turns that messages are; one that is too long for a message is kept as several."""
    return sum(message.metadata.get("part", 1) == 1 for message in messages)


def _found(hit: Hit, turn_of: Mapping[str, str]) -> FoundTurns:
    return FoundTurns(tuple(turn_of[id_] for id_ in hit.source_ids if id_ in turn_of), count_tokens(hit.text))


def _is_of_turns(hit: Hit, turn_of: Mapping[str, str]) -> bool:
    """Return whether a hit stands for turns of its conversation, a message for the turn in its metadata."""
    if not hit.source_ids or not turn_of.keys() >= set(hit.source_ids):
        return False
    return hit.kind == "fact" or hit.metadata.get("dia_id") == turn_of[hit.id]


def _report(
    memory: Memary, corpus: Corpus, audit: Audit | None, parts: Sequence[_ReportPart], answers: Sequence[MethodAnswer]
) -> Report:
    asked = [question for part in parts for question in part.selection.asked]
    names = dict.fromkeys(answer.row for answer in answers)
    spec = memory.core.models.embedder.spec
    report = Report(
        memary_version=str(memary.__version__),
        data=corpus.name,
        data_sha256=corpus.sha256,
        protocol="raw" if audit is None else "clean",
        audit_sha256=None if audit is None else audit.sha256,
        audit_entries=sum(part.selection.audited for part in parts),
        embedding=spec.name,
        dimensions=spec.dimensions,
        turns=sum(len(part.conversation.turns) for part in parts),
        asked=dict(sorted(Counter(question.category for question in asked).items())),
        dropped=_dropped(parts),
        adversarial=sum(part.selection.adversarial for part in parts),
        missing_evidence=_cited(parts, lambda question: question.missing),
        unread_evidence=_cited(parts, lambda question: question.unread),
        conversations=tuple(part.counts() for part in parts),
        rows=tuple(_row(name, [answer for answer in answers if answer.row == name]) for name in names),
        checks=(),
    )
    counts = Counts(
        conversations=corpus.conversations,
        cited=sum(len(question.evidence) for question in asked),
        stored=sum(part.stored for part in parts),
        stray_hits=sum(part.stray_hits for part in parts),
    )
    return report.model_copy(update={"checks": run_checks(report, counts)})


def _dropped(parts: Sequence[_ReportPart]) -> dict[str, int]:
    dropped = sum((Counter(part.selection.dropped) for part in parts), Counter[str]())
    if without := sum(len(part.selection.without_evidence) for part in parts):
        dropped["no evidence"] = without
    return dict(dropped)


def _cited(parts: Sequence[_ReportPart], citations: Callable[[LocomoQuestion], Iterable[str]]) -> tuple[str, ...]:
    return tuple(
        f"{part.conversation.id}, question {question.position}: {citation}"
        for part in parts
        for question in (*part.selection.asked, *part.selection.without_evidence)
        for citation in citations(question)
    )


def _row(name: str, answers: Sequence[MethodAnswer]) -> Row:
    by_category: dict[int, list[Mapping[str, float]]] = {}
    by_conversation: dict[str, list[Mapping[str, float]]] = {}
    for answer in answers:
        by_category.setdefault(answer.question.category, []).append(answer.values)
        by_conversation.setdefault(answer.conversation, []).append(answer.values)
    return Row(
        name=name,
        overall=scores([answer.values for answer in answers]),
        categories={number: scores(values) for number, values in sorted(by_category.items())},
        conversations={id_: scores(values) for id_, values in by_conversation.items()},
        latency=_latency(answers),
    )


def _latency(answers: Sequence[MethodAnswer]) -> Latency | None:
    wall = [answer.wall_ms for answer in answers if answer.wall_ms is not None]
    cpu = [answer.cpu_ms for answer in answers if answer.cpu_ms is not None]
    if not wall:
        return None
    (wall_p50, wall_p95), (cpu_p50, cpu_p95) = (np.percentile(some, (50, 95)).tolist() for some in (wall, cpu))
    return Latency(wall_p50=wall_p50, wall_p95=wall_p95, cpu_p50=cpu_p50, cpu_p95=cpu_p95)
