"""Fits the weights of `memary.retrieval.messages.weights` to questions whose evidence is known.

    python -m benchmarks.recall.fit_relevance --data locomo.json --audit audit.json --embedding local:models/minilm
    python -m benchmarks.recall.fit_relevance --data people.json assistant.json phone.json --times 3 1 1

Softmax regression over the messages of each question, with an L2 penalty. Each conversation is asked twice: of its
messages alone, and after the file's observations went in as facts. Each file is one kind of talk, which counts as
much as any other, or so many times as much. Prints the recall@10 on each group (a kind, or where there is one only,
a conversation) with weights fitted on the others, and the weights fitted on all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memary import Memary
from memary.evaluation.recall.locomo import LocomoConversation, read_corpus
from memary.evaluation.recall.observations import given_facts
from memary.evaluation.recall.protocol import Audit, read_audit, select
from memary.retrieval.messages.features import MessageRanker
from memary.retrieval.messages.search import MessageRetriever

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """One question: features of its messages, which of them answer it, how many do in all, and how much it counts."""

    features: Array
    answers: Array
    evidence: int

    share: float = 1.0

    def recall(self, weights: Array, k: int = 10) -> float:
        best = np.argsort(-(self.features @ weights), kind="stable")[:k]
        return float(self.answers[best].sum() / self.evidence)


def main() -> None:
    """Ask, fit, print."""
    parser = argparse.ArgumentParser(description="Fit the weights of the messages' relevance.")
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="conversations in the schema of LoCoMo")
    parser.add_argument("--times", type=float, nargs="*", default=[], help="how much each file counts (1)")
    parser.add_argument("--audit", type=Path, help="corrections of their evidence")
    parser.add_argument("--embedding", default="auto")
    parser.add_argument("--penalty", type=float, default=1.0, help="of squared weights (1)")
    asked = parser.parse_args()
    audit = read_audit(asked.audit) if asked.audit else None
    names: list[str] = []
    groups: dict[str, list[Example]] = {}
    for path, times in zip_longest(asked.data, asked.times, fillvalue=1.0):
        with Memary.open("sqlite:///:memory:", embedding=asked.embedding, worker=False) as memory:
            found = {
                conversation.id: examples(memory, conversation, audit, names)
                for conversation in read_corpus(path).conversations
            }
        number = sum(map(len, found.values()))
        shared = {id_: [replace(one, share=times / number) for one in some] for id_, some in found.items()}
        groups |= shared if len(asked.data) == 1 else {path.stem: [*chain(*shared.values())]}
    for left, some in groups.items() if len(groups) > 1 else ():
        weights = fit([*chain(*(others for name, others in groups.items() if name != left))], asked.penalty)
        print(f"{left}: recall@10 {recall(some, weights)} of {len(some)}, the others' weights")
    weights = fit([*chain(*groups.values())], asked.penalty)
    for name, some in groups.items():
        print(f"{name}: recall@10 {recall(some, weights)}, everybody's weights")
    for name, weight in zip(names, weights, strict=True):
        print(f'    "{name}": {weight:.2f},')


def recall(some: Sequence[Example], weights: Array) -> str:
    """Return the mean recall@10."""
    return f"{np.mean([example.recall(weights) for example in some]):.3f}"


def examples(
    memory: Memary, conversation: LocomoConversation, audit: Audit | None, names: list[str]
) -> list[Example]:
    """Ask all questions of a conversation, without facts and, where the file has observations, with them."""
    user = conversation.id
    memory.add([turn.message for turn in conversation.turns], user_id=user, infer=False)
    turn_of = {message.id: str(message.metadata["dia_id"]) for message in memory.messages.list(user_id=user)}
    message_ids = {dia_id: id_ for id_, dia_id in reversed(turn_of.items())}  # of a long turn its first part
    pools: list[MessageRanker] = []
    rank = MessageRetriever.pool

    async def kept(finder: MessageRetriever, **options: object) -> MessageRanker:
        pools.append(await rank(finder, **options))  # type: ignore[arg-type]
        return pools[-1]

    found: list[Example] = []
    for observations in ([], conversation.observations) if conversation.observations else ([],):
        if observations:
            memory.facts.add(given_facts(observations, message_ids), user_id=user)
        for question in select(conversation, audit).asked:
            MessageRetriever.pool = kept  # type: ignore[method-assign]
            memory.search(question.text, user_id=user, kinds={"message"})
            MessageRetriever.pool = rank  # type: ignore[method-assign]
            pool = pools.pop()
            features = pool.features()
            names[:] = features
            found.append(
                Example(
                    np.array([*features.values()]).T,
                    np.array([turn_of[id_] in question.evidence for id_ in pool.messages], dtype=float),
                    len(question.evidence),
                )
            )
    return found


def fit(examples: Sequence[Example], penalty: float, *, steps: int = 400, rate: float = 0.05) -> Array:
    """Return the weights under which the messages that answer are the likeliest (Adam on the listwise softmax)."""
    known = [each for each in examples if each.answers.any()]
    usable = [(each.features, each.answers / each.answers.sum(), each.share) for each in known]
    whole = sum(share for *_, share in usable)
    weights = np.zeros(usable[0][0].shape[1])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = penalty / len(usable) * weights
        for features, wanted, share in usable:
            scores = features @ weights
            likely = np.exp(scores - scores.max())
            slope = slope + share / whole * (features.T @ (likely / likely.sum() - wanted))
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
