"""Fits the weights of `memary.retrieval.features` to questions whose evidence is known.

    python -m benchmarks.fit_relevance --data locomo.json --audit audit.json --embedding local:models/minilm

Softmax regression over the messages of each question, with an L2 penalty. Each conversation is asked twice: of its
messages alone, and after the file's observations went in as facts. Prints the recall@10 on each conversation with
weights fitted on the others, and the weights fitted on all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memary import Memary
from memary.evaluation.locomo import Conversation, read_corpus
from memary.evaluation.observations import given_facts
from memary.evaluation.protocol import Audit, read_audit, select
from memary.retrieval.features import MessageRanker
from memary.retrieval.message_search import MessageRetriever

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """One question: features of its messages, which of them answer it, and how many messages do in all."""

    features: Array
    answers: Array
    evidence: int

    def recall(self, weights: Array, k: int = 10) -> float:
        best = np.argsort(-(self.features @ weights), kind="stable")[:k]
        return float(self.answers[best].sum() / self.evidence)


def main() -> None:
    """Ask, fit, print."""
    parser = argparse.ArgumentParser(description="Fit the weights of the messages' relevance.")
    parser.add_argument("--data", type=Path, required=True, help="conversations in the schema of LoCoMo")
    parser.add_argument("--audit", type=Path, help="corrections of their evidence")
    parser.add_argument("--embedding", default="hash")
    parser.add_argument("--penalty", type=float, default=1.0, help="of squared weights (1)")
    asked = parser.parse_args()
    corpus = read_corpus(asked.data)
    audit = read_audit(asked.audit) if asked.audit else None
    with Memary.open("sqlite:///:memory:", embedding=asked.embedding, worker=False) as memory:
        names: list[str] = []
        groups = [examples(memory, conversation, audit, names) for conversation in corpus.conversations]
    for left, conversation in enumerate(corpus.conversations):
        others = [chain(*group) for n, group in enumerate(groups) if n != left]
        weights = fit([*chain(*others)], asked.penalty)
        for kind, some in zip(("messages", "with facts"), groups[left], strict=True):
            scores = [example.recall(weights) for example in some]
            print(f"{conversation.id} {kind}: recall@10 {np.mean(scores):.3f} of {len(scores)}, the others' weights")
    everything = [example for group in groups for example in chain(*group)]
    weights = fit(everything, asked.penalty)
    print(f"all: recall@10 {np.mean([example.recall(weights) for example in everything]):.3f}")
    for name, weight in zip(names, weights, strict=True):
        print(f'    "{name}": {weight:.2f},')


def examples(
    memory: Memary, conversation: Conversation, audit: Audit | None, names: list[str]
) -> tuple[list[Example], list[Example]]:
    """Ask all questions of a conversation, without facts and with them."""
    user = conversation.id
    turns = conversation.turns
    said = [
        {"content": t.text, "speaker": t.speaker, "created_at": t.said_at, "session_id": t.session_id} for t in turns
    ]
    ids = memory.add(said, user_id=user, infer=False).ids
    message_ids = {turn.dia_id: id_ for turn, id_ in zip(turns, ids, strict=True)}
    pools: list[MessageRanker] = []
    rank = MessageRetriever.pool

    async def kept(finder: MessageRetriever, **options: object) -> MessageRanker:
        pools.append(await rank(finder, **options))  # type: ignore[arg-type]
        return pools[-1]

    found: list[list[Example]] = []
    for observations in ([], conversation.observations):
        if observations:
            memory.facts.add(given_facts(observations, message_ids), user_id=user)
        found.append([])
        for question in select(conversation, audit).asked:
            MessageRetriever.pool = kept  # type: ignore[method-assign]
            memory.search(question.text, user_id=user, kinds={"message"})
            MessageRetriever.pool = rank  # type: ignore[method-assign]
            features = pools.pop().features()
            names[:] = next(iter(features.values()))
            evidence = {message_ids[id_] for id_ in question.evidence}
            found[-1].append(
                Example(
                    np.array([list(each.values()) for each in features.values()]),
                    np.array([id_ in evidence for id_ in features], dtype=float),
                    len(evidence),
                )
            )
    return found[0], found[1]


def fit(examples: Sequence[Example], penalty: float, *, steps: int = 400, rate: float = 0.05) -> Array:
    """Return the weights under which the messages that answer are the likeliest (Adam on the listwise softmax)."""
    usable = [(each.features, each.answers / each.answers.sum()) for each in examples if each.answers.any()]
    weights = np.zeros(usable[0][0].shape[1])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = penalty * weights
        for features, wanted in usable:
            scores = features @ weights
            likely = np.exp(scores - scores.max())
            slope = slope + features.T @ (likely / likely.sum() - wanted)
        slope /= len(usable)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
