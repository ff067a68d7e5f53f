from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memary.errors import InputError
from memary.evaluation.recall.locomo import read_corpus
from memary.evaluation.recall.protocol import read_audit, select


def test_raw_asks_every_question_but_the_adversarial_ones(data: Path) -> None:
    garden = select(read_corpus(data).conversations[0])

    assert [question.position for question in garden.asked] == [0, 1, 2, 3, 5]
    assert (garden.adversarial, garden.dropped) == (1, {})


def test_clean_drops_a_wrong_date_only_where_it_stands_in_the_question(data: Path, audit: Path) -> None:
    garden = select(read_corpus(data).conversations[0], read_audit(audit))

    assert [question.position for question in garden.asked] == [0, 1, 2, 3]
    assert garden.dropped == {"TEMPORAL_ERROR": 1}


def test_clean_drops_made_up_answers_and_takes_corrected_evidence(data: Path, audit: Path) -> None:
    sea = select(read_corpus(data).conversations[1], read_audit(audit))

    assert sea.dropped == {"HALLUCINATION": 1}
    assert {question.position: question.evidence for question in sea.asked}[4] == ("D1:4",)


def test_an_audit_of_another_file_is_refused(data: Path, write: Callable[..., Path]) -> None:
    entry = {"sample_id": "sea", "qa_index": 6, "error_type": "AMBIGUOUS", "correct_evidence": []}

    with pytest.raises(InputError, match="question 6 of 'sea', which has 6"):
        select(read_corpus(data).conversations[1], read_audit(write([entry], "other.json")))


def test_a_file_that_is_no_audit_is_refused(data: Path) -> None:
    with pytest.raises(InputError, match="is no audit of questions"):
        read_audit(data)
