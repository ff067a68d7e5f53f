"""Which sentences ask to forget something, and what they mean."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memary.text.forget_request import forget_request, gives_up, named_in

SENTENCES = tomllib.loads((Path(__file__).parents[1] / "data" / "requests_to_forget.toml").read_text())
MISSED = 2
"""How many requests of each language may be missed; none of the others may be read as one."""


@pytest.mark.parametrize("language", SENTENCES)
def test_nothing_that_only_sounds_like_a_request_is_one(language: str) -> None:
    assert [said for said in SENTENCES[language]["not"] if forget_request(said)] == []


@pytest.mark.parametrize("language", SENTENCES)
def test_requests_are_recognised_with_what_they_mean(language: str) -> None:
    requests = {said: (forget_request(said), what) for said, what in SENTENCES[language]["asks"]}
    missed = [said for said, (request, _) in requests.items() if request is None]
    assert len(missed) <= MISSED, missed
    for said, (request, what) in requests.items():
        assert request is None or (what in request.what if what else request.kind != "named"), (said, request)


@pytest.mark.parametrize("language", SENTENCES)
def test_what_is_named_stands_no_more_in_the_text_that_is_kept(language: str) -> None:
    for said, what in SENTENCES[language]["asks"]:
        if what and (request := forget_request(said)):
            assert what not in request.text


def test_what_else_a_message_says_is_no_part_of_the_request() -> None:
    request = forget_request("Forget my address. By the way, I got a cat called Rex.")
    assert request is not None
    assert request.what == "my address"
    assert request.rest == "By the way, I got a cat called Rex."
    assert request.text == "Forget …. By the way, I got a cat called Rex."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Forget what I just said.", "last"),
        ("请忘掉我刚才说的话。", "last"),
        ("Forget everything you know about me.", "everything"),
        ("请忘掉我的一切。", "everything"),
        ("Please forget my debts.", "named"),
    ],
)
def test_it_is_told_whether_one_thing_the_last_message_or_all_is_meant(said: str, kind: str) -> None:
    request = forget_request(said)
    assert request is not None
    assert request.kind == kind


def test_an_answer_names_what_is_meant_or_gives_it_up() -> None:
    assert named_in("The one of the bank.").what == "The one of the bank"
    assert gives_up("No, never mind.") or gives_up("Never mind.")
    assert gives_up("算了")
    assert not gives_up("my bank PIN")


def test_a_pasted_letter_asks_nothing() -> None:
    assert forget_request("Dear Tom, it rains. " * 60 + "Please forget my address.") is None
