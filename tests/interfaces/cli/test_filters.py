"""Filters, expiry and feedback on the command line."""

from __future__ import annotations

import pytest

from .conftest import Run

ADA = ("--user", "ada")


@pytest.fixture(autouse=True)
def memory(ok: Run) -> None:
    ok("add", "I moved to Berlin.", *ADA, "--at", "2026-01-10T22:30:00Z", "--meta", "topic=home")
    ok("add", "I like tea.", *ADA, "--at", "2026-03-10T10:00:00Z", "--meta", "n=3")
    ok("add", "I like absinthe.", *ADA, "--at", "2026-03-11T10:00:00Z", "--expires", "2026-03-12T00:00:00Z")


def test_search_and_facts_are_narrowed_by_a_filter(ok: Run) -> None:
    search = ("search", "I Berlin tea", *ADA, "--json")
    late = '{"created_at": {"gte": "2026-02-01"}}'
    assert "Berlin" in ok(*search).stdout
    assert "Berlin" not in ok(*search, "--filter", late).stdout
    assert {
        hit["metadata"].get("topic") for hit in ok(*search, "--meta", "topic=home", "--kind", "message").json
    } == {"home"}
    assert [fact["object"] for fact in ok("facts", *ADA, "--json", "--meta", "n=3").json] == ["tea"]
    assert ok("facts", *ADA, "--json", "--meta", "n=3", "--filter", '{"predicate": "lives_in"}').json == []


def test_what_has_expired_is_shown_on_request(ok: Run) -> None:
    assert "absinthe" not in ok("facts", *ADA, "--json").stdout
    assert "absinthe" in ok("facts", *ADA, "--json", "--show-expired").stdout
    assert "absinthe" not in ok("search", "absinthe", *ADA, "--json").stdout
    assert "absinthe" in ok("search", "absinthe", *ADA, "--json", "--show-expired").stdout
    assert "absinthe" not in ok("context", "absinthe or what?", *ADA).stdout.split("absinthe or what?")[0]


def test_a_filter_that_cannot_be_used_is_one_sentence(run: Run) -> None:
    for text, told in (
        ("{", "is not JSON"),
        ("[1]", "write a mapping"),
        ('{"n": {"near": 1}}', "near"),
        ('{"create_at": "*"}', "did you mean created_at?"),
    ):
        outcome = run("search", "tea", *ADA, "--filter", text)
        assert (outcome.code, told in outcome.error) == (2, True)
    assert "not a pair" in run("facts", *ADA, "--meta", "topic").error


def test_feedback_moves_a_fact_and_wrong_retires_it(ok: Run, run: Run) -> None:
    (fact,) = (fact for fact in ok("facts", *ADA, "--json").json if fact["object"] == "tea")
    assert "Noted as good" in ok("feedback", fact["id"][-8:], "good", *ADA).stdout
    row = ok("feedback", fact["id"], "wrong", *ADA, "--reason", "never", "--json").json
    assert (row["action"], row["reason"]) == ("FEEDBACK", "rated very_negative: never")
    assert "tea" not in ok("facts", *ADA, "--json").stdout
    ok("undo", row["id"], *ADA)
    assert "tea" in ok("facts", *ADA, "--json").stdout
    assert run("feedback", fact["id"], "awful", *ADA).code == 2
