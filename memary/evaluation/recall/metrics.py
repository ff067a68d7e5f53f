"""Compute how much of the evidence a ranked list holds, and how sure a mean over questions is.

Pure functions. What is counted is what the caller gets: a hit is one place in the list and costs the tokens of its
text, whether it stands for one turn (a message) or for several (a fact with its sources).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from memary.evaluation.report import Interval, Scores

NDCG_DEPTH = 10
RESAMPLES = 2_000
SEED = 20_240_817


@dataclass(frozen=True, slots=True)
class FoundTurns:
    """A hit: the turns it stands for and the tokens of its text."""

    turns: tuple[str, ...]
    tokens: int


def recall(turns: Collection[str], evidence: Collection[str]) -> float:
    """Return which part of the evidence is among the turns."""
    wanted = set(evidence)
    return len(wanted.intersection(turns)) / len(wanted)


def first(found: Sequence[FoundTurns], count: int) -> set[str]:
    """Return the turns of the first hits."""
    return {turn for hit in found[:count] for turn in hit.turns}


def within(found: Sequence[FoundTurns], budget: int) -> set[str]:
    """Return the turns of the hits that fit into a budget of tokens, best first.

    What does not fit is passed over.
    """
    turns: set[str] = set()
    for hit in found:
        if hit.tokens <= budget:
            turns.update(hit.turns)
            budget -= hit.tokens
    return turns


def ndcg(found: Sequence[FoundTurns], evidence: Collection[str], depth: int = NDCG_DEPTH) -> float:
    """Return the normalised discounted cumulative gain, from 0 to 1.

    A hit gains 1 if it brings a turn of the evidence that no hit before it has brought.
    """
    missing = set(evidence)
    ideal = sum(1 / log2(place + 1) for place in range(1, min(len(missing), depth) + 1))
    gained = 0.0
    for place, hit in enumerate(found[:depth], 1):
        if missing.intersection(hit.turns):
            gained += 1 / log2(place + 1)
            missing.difference_update(hit.turns)
    return gained / ideal


def measure(
    found: Sequence[FoundTurns],
    deep: Sequence[FoundTurns],
    evidence: Collection[str],
    *,
    top_ks: Sequence[int],
    budgets: Sequence[int],
) -> dict[str, float]:
    """Return all measures of one question's answer.

    Args:
        found: the hits for the measures at fixed k, best first.
        deep: a longer list, from which the token budgets are filled.
        evidence: the turns to be found, at least one.
        top_ks: the numbers of hits.
        budgets: the numbers of tokens.
    """
    values = {f"recall@{k}": recall(first(found, k), evidence) for k in top_ks}
    values |= {f"hit@{k}": float(values[f"recall@{k}"] > 0) for k in top_ks}
    values[f"ndcg@{NDCG_DEPTH}"] = ndcg(found, evidence)
    return values | {f"recall@{budget}tokens": recall(within(deep, budget), evidence) for budget in budgets}


def scores(answers: Sequence[Mapping[str, float]]) -> Scores:
    """Return the means over questions with 95 % percentile bootstrap intervals.

    The questions are drawn with a fixed seed, so the same answers give the same intervals.
    """
    if not answers:
        return Scores(n=0)
    names = list(answers[0])
    values = np.array([[answer[name] for name in names] for answer in answers])
    count = len(values)
    draws: NDArray[np.int64] = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(draws @ values / count, (2.5, 97.5), axis=0)
    means = values.mean(axis=0)
    return Scores(
        n=count,
        metrics={
            name: Interval(mean=float(means[i]), low=float(low[i]), high=float(high[i]))
            for i, name in enumerate(names)
        },
    )
