"""Measures what `min_score` cuts: right answers, and hits for questions of which memory says nothing.

    python -m benchmarks.recall.threshold
    python -m benchmarks.recall.threshold --data locomo.json --audit audit.json

Asks the sample conversations, or those of a file in the schema of LoCoMo, their own questions and some of which they
say nothing, and counts for each threshold what stays among the first ten hits. `--fit` prints what each part of the
evidence in `memary.retrieval.relevance` is worth by the first twenty, where right and wrong hits count the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from memary import Hit, Memary
from memary.evaluation.recall.locomo import read_corpus
from memary.evaluation.recall.observations import given_facts
from memary.evaluation.recall.protocol import read_audit, select
from memary.retrieval.relevance import FEATURES, TALK, WORDS

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = (("ada.en", "questions.en"), ("linxia.zh", "questions.zh"))
UNKNOWN = ROOT / "benchmarks" / "recall" / "unknown.json"
"""Questions of which no conversation here says anything, by language."""

THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
NAMES = ("base", "words", "sure", "talk", "features / 40")
PENALTY = np.array([1e-6, 1.0, 1.0, 1.0, 1.0])  # of squares, none for the base

SHOWN, LISTED = 10, 20
"""Of how many hits is counted what stays, and to how many the evidence is fitted."""


@dataclass(frozen=True)
class Asked:
    """A question's first hits; `right` are the messages that answer, none where nothing does."""

    hits: Sequence[Hit]
    right: frozenset[str]

    def answers(self, hit: Hit) -> bool:
        return not self.right.isdisjoint(hit.source_ids)


def main() -> None:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(description="Measure what min_score cuts.")
    parser.add_argument("--data", type=Path, help="conversations in the schema of LoCoMo")
    parser.add_argument("--audit", type=Path, help="corrections of their evidence")
    parser.add_argument("--language", default="en", help="of the questions of which the file says nothing")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    unknown: dict[str, list[str]] = json.loads(UNKNOWN.read_text(encoding="utf-8"))
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        if given.data:
            asked = [*of_file(memory, given.data, given.audit, unknown[given.language])]
        else:
            asked = [one for name, of in SAMPLES for one in of_sample(memory, name, of, unknown[name[-2:]])]
    show(asked)
    if given.fit:
        print(fit(asked))


def of_sample(memory: Memary, name: str, questions: str, unknown: Iterable[str]) -> Iterator[Asked]:
    """Ask a sample conversation."""
    lines, asking = (_rows(one) for one in (name, questions))
    ids: list[str] = []
    for session, turns in groupby(lines, key=lambda line: line["session_id"]):
        batch = [{key: turn[key] for key in turn if key != "session_id"} for turn in turns]
        ids += memory.add(batch, user_id=name, session_id=session).ids
    memory.flush(user_id=name)
    for row in asking:
        right = frozenset(ids[line - 1] for line in row["evidence"])
        if right:
            yield Asked(memory.search(row["question"], user_id=name, top_k=LISTED), right)
    for text in unknown:
        yield Asked(memory.search(text, user_id=name, top_k=LISTED), frozenset())


def of_file(memory: Memary, path: Path, audit: Path | None, unknown: Sequence[str]) -> Iterator[Asked]:
    """Ask the conversations of a file, with its observations as facts."""
    corrections = read_audit(audit) if audit else None
    for conversation in read_corpus(path).conversations:
        user = conversation.id
        memory.add([turn.message for turn in conversation.turns], user_id=user, infer=False)
        turns: dict[str, list[str]] = {}
        for message in memory.messages.list(user_id=user):
            turns.setdefault(str(message.metadata["dia_id"]), []).append(message.id)
        facts = given_facts(conversation.observations, {id_: min(parts) for id_, parts in turns.items()})
        if facts:
            memory.facts.add(facts, user_id=user, actor="benchmark")
        for question in select(conversation, corrections).asked:
            right = frozenset(id_ for turn in question.evidence for id_ in turns.get(turn, ()))
            yield Asked(memory.search(question.text, user_id=user, top_k=LISTED), right)
        for text in unknown:
            yield Asked(memory.search(text, user_id=user, top_k=LISTED), frozenset())


def show(asked: Sequence[Asked]) -> None:
    """Print a row for each threshold."""
    asked = [Asked(one.hits[:SHOWN], one.right) for one in asked]
    known, unknown = [one for one in asked if one.right], [one for one in asked if not one.right]
    found = [one for one in known if any(map(one.answers, one.hits))]
    print(f"{len(known)} questions, of which {len(found)} find a right hit; {len(unknown)} of nothing known")
    print("min_score | keep a right hit | right hits | wrong hits | of nothing: hits | without any hit")
    for least in THRESHOLDS:
        kept = [Asked([hit for hit in one.hits if hit.score >= least], one.right) for one in asked]
        still = [one for one in kept if any(map(one.answers, one.hits))]
        empty = [one for one in kept if not one.right and not one.hits]
        shares = [
            _share(still, found),
            _share(_hits(kept, right=True), _hits(asked, right=True)),
            _share(_hits([one for one in kept if one.right]), _hits(known)),
            _share(_hits([one for one in kept if not one.right]), _hits(unknown)),
            _share(empty, unknown),
        ]
        print(f"{least} | " + " | ".join(shares))


def fit(asked: Sequence[Asked]) -> dict[str, float]:
    """Return what each part of the evidence is worth, by logistic regression."""
    hits = [(hit.explain.evidence, one.answers(hit)) for one in asked for hit in one.hits]
    values = np.array([_features(evidence) for evidence, _ in hits])
    right = np.array([answers for _, answers in hits], float)
    counts = np.where(right > 0, 0.5 / right.mean(), 0.5 / (1 - right.mean()))
    worth = np.zeros(len(NAMES))
    for _ in range(50):
        likely = 1 / (1 + np.exp(-values @ worth))
        slope = values.T @ (counts * (likely - right)) + PENALTY * worth
        curve = (values * (counts * likely * (1 - likely))[:, None]).T @ values + np.diag(PENALTY)
        worth -= np.linalg.solve(curve, slope)
    return {name: round(float(value), 2) for name, value in zip(NAMES, worth, strict=True)}


def _features(evidence: Mapping[str, float]) -> list[float]:
    """Return of how much each part of the evidence there is."""
    is_talk = "talk" in evidence
    rank = (evidence["talk"] - TALK) / FEATURES if is_talk else 0.0
    return [1.0, evidence["words"] / WORDS, float("sure" in evidence), float(is_talk), 40 * rank]


def _hits(asked: Sequence[Asked], *, right: bool = False) -> list[Hit]:
    return [hit for one in asked for hit in one.hits if one.answers(hit) == right]


def _share(some: Sequence[object], of: Sequence[object]) -> str:
    return f"{len(some)} of {len(of)}"


def _rows(name: str) -> list[dict[str, Any]]:
    text = (ROOT / "data" / "conversations" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


if __name__ == "__main__":
    main()
