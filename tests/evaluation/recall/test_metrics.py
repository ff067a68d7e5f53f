from __future__ import annotations

from math import log2

import pytest

from memary.evaluation.recall.metrics import FoundTurns, measure, ndcg, scores, within


def hits(*turns: str, tokens: int = 10) -> list[FoundTurns]:
    return [FoundTurns((turn,), tokens) for turn in turns]


def test_measures_agree_with_those_computed_by_hand() -> None:
    found = hits("x", "a", "y", "b", "z")

    values = measure(found, found, ("a", "b", "c"), top_ks=(1, 2, 5), budgets=(25, 45))

    assert values == pytest.approx(
        {
            "recall@1": 0,
            "recall@2": 1 / 3,
            "recall@5": 2 / 3,
            "hit@1": 0,
            "hit@2": 1,
            "hit@5": 1,
            "ndcg@10": (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / log2(4)),
            "recall@25tokens": 1 / 3,
            "recall@45tokens": 2 / 3,
        }
    )


def test_all_evidence_first_is_a_gain_of_one() -> None:
    assert ndcg(hits("b", "a", "x"), ("a", "b")) == pytest.approx(1)
    assert ndcg(hits(*"abcdefghijklmn"), tuple("abcdefghijklmn")) == pytest.approx(1)


def test_a_fact_brings_all_its_turns_but_a_turn_gains_only_once() -> None:
    found = [FoundTurns(("a", "b"), 5), FoundTurns(("a",), 5), FoundTurns(("c",), 5)]

    assert measure(found, [], ("a", "b"), top_ks=(1,), budgets=())["recall@1"] == 1
    assert ndcg(found, ("a", "c")) == pytest.approx((1 + 1 / log2(4)) / (1 + 1 / log2(3)))


def test_a_budget_passes_over_what_does_not_fit() -> None:
    assert within([FoundTurns(("a",), 6), FoundTurns(("b",), 9), FoundTurns(("c",), 4)], 10) == {"a", "c"}


def test_means_carry_a_bootstrap_interval_that_is_the_same_each_time() -> None:
    answers = [{"recall@5": 1.0}] * 30 + [{"recall@5": 0.0}] * 10

    first, again = scores(answers), scores(answers)

    assert first == again
    assert first.n == 40
    interval = first.metrics["recall@5"]
    assert interval.mean == 0.75
    # the normal approximation: 1.96 standard errors of 0.068
    assert (interval.low, interval.high) == pytest.approx((0.75 - 0.134, 0.75 + 0.134), abs=0.03)


def test_no_answers_have_no_measures() -> None:
    assert scores([]).n == 0
