"""The forms that are tried on a text are those that may match in it, in their order."""

from __future__ import annotations

import re

import pytest

from memary.languages import languages
from memary.languages.likely_forms import LikelyForms


def likely(*patterns: str) -> LikelyForms[str]:
    return LikelyForms(patterns, re.compile)


def test_only_forms_whose_words_a_text_has_are_tried_in_their_order() -> None:
    forms = likely("I work (?:at|for) ", "I (?:live|dwell) in ", r"\bI am (?:a|an) ", "我住在")
    assert forms.in_text("I work at Bosch, and I dwell in Rome.") == ["I work (?:at|for) ", "I (?:live|dwell) in "]
    assert forms.in_text("我住在北京。") == ["我住在"]
    assert forms.in_text("Where?") == forms.in_text("") == []


def test_a_form_that_needs_no_word_is_tried_on_every_text() -> None:
    assert likely("[a-z]+", "work").in_text("") == ["[a-z]+"]
    assert likely("[a-z]+", "(?i)work").in_text("WORK") == ["[a-z]+", "(?i)work"]
    assert likely("[a-z]+").in_text("x") == ["[a-z]+"]


def test_a_form_that_needs_one_letter_is_tried_where_that_is() -> None:
    assert likely("x[0-9]", "猫").in_text("x") == ["x[0-9]"]
    assert likely("x[0-9]", "猫").in_text("猫") == ["猫"]


@pytest.mark.parametrize(
    "said",
    [
        "I live in Rome.",
        "My sister Lena lives in Graz with two cats.",
        "I no longer work at Bosch.",
        "I'm allergic to nuts.",
        "我住在北京。",
        "我妹妹叫林夏。",
        "我不再在华为工作了。",
    ],
)
def test_no_form_that_matches_is_left_out(said: str) -> None:
    ways = [form.regex for pack in languages() for form in pack.statements.forms]
    ways += [form for pack in languages() for _, form in pack.corrections.ended]
    matching = [way for way in ways if way.search(said)]
    likely = LikelyForms(ways, lambda way: way).in_text(said)
    assert matching
    assert [way for way in likely if way.search(said)] == matching
    assert len(likely) < len(ways) / 5
