"""What is taken out of a text before it is stored, and what stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.tables import each

from memary.text.redaction.redactor import Redactor
from tests.text.redaction.cases import ORDINARY, PERSONAL, SECRETS, Case

TALKS = sorted((Path(__file__).parents[3] / "data" / "conversations").glob("*.jsonl"))
BOTH = Redactor("secrets+pii")


@each("case", SECRETS)
def test_a_secret_is_taken_out_and_its_kind_is_told(case: Case) -> None:
    told = Redactor("secrets").text(case.sentence.format(case.value))
    assert told.text == case.sentence.format(f"[redacted: {case.kind}]")
    assert told.kinds == (case.kind,)


@each("case", PERSONAL)
def test_personal_data_is_taken_out_where_that_is_wanted(case: Case) -> None:
    sentence = case.sentence.format(case.value)
    assert BOTH.text(sentence).text == case.sentence.format(f"[redacted: {case.kind}]")
    assert Redactor("secrets").text(sentence).text == sentence


@each("case", [*SECRETS, *PERSONAL])
def test_reading_it_again_changes_nothing(case: Case) -> None:
    once = BOTH.text(case.sentence.format(case.value))
    assert BOTH.text(once.text) == (once.text, ())


@each("sentence", ORDINARY)
def test_ordinary_talk_stays_as_it_is(sentence: str) -> None:
    assert BOTH.text(sentence) == (sentence, ())


def test_there_are_more_than_sixty_kinds() -> None:
    assert len({case.kind for case in SECRETS}) > 60
    assert len({case.kind for case in (*SECRETS, *PERSONAL)}) > 90


@pytest.mark.parametrize("talk", TALKS, ids=lambda path: path.name)
def test_nothing_is_taken_out_of_the_sample_talks(talk: Path) -> None:
    said = [text for line in talk.read_text(encoding="utf-8").splitlines() for text in json.loads(line).values()]
    assert [told.text for told in map(BOTH.text, map(str, said)) if told.kinds] == []


def test_off_takes_nothing_out() -> None:
    off = Redactor("off")
    assert off.is_off
    assert off.text("my password is hunter2") == ("my password is hunter2", ())


def test_patterns_of_ones_own_go_first_and_hold_at_every_level() -> None:
    own = Redactor("off", {"customer": r"C-\d{6}"})
    assert own.text("Ask C-123456 again.") == ("Ask [redacted: customer] again.", ("customer",))


def test_a_field_says_what_its_value_is() -> None:
    data = {"password": "swordfish", "note": "swordfish", "steps": [{"api_key": "abcd1234"}], "count": 3}
    assert Redactor("secrets").value(data) == {
        "password": "[redacted: password]",
        "note": "swordfish",
        "steps": [{"api_key": "[redacted: password]"}],
        "count": 3,
    }


def test_several_in_one_text_are_all_taken_out() -> None:
    told = BOTH.text("Mail ada@example.org, call +49 151 23456789; the password is hunter2!")
    assert told.text == "Mail [redacted: email], call [redacted: phone]; the password is [redacted: password]!"
    assert sorted(told.kinds) == ["email", "password", "phone"]
