"""The recall of the sample conversations is held: a change that finds less of their evidence fails here."""

from __future__ import annotations

import pytest

from benchmarks.recall.elsewhere import measured, talk
from memary import Memary


@pytest.mark.parametrize(("sample", "language", "least"), [("ada.en", "en", 0.76), ("linxia.zh", "zh", 0.75)])
def test_ten_messages_hold_as_much_of_the_evidence_as_before(sample: str, language: str, least: float) -> None:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as memory:
        ours, by_words = measured(memory, talk(sample, language))

    assert ours >= least
    assert ours > by_words
