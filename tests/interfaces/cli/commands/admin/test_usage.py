"""The commands about cost: `usage`, `add --estimate`, and what others say of a budget that is used up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.chatting import NO_NEWS
from support.model_server import ModelServer

from interfaces.cli.conftest import Run
from memary.times import parse_time
from memary.types import utc_now


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.respond(NO_NEWS)
        monkeypatch.setenv("MEMARY_EXTRACTION_BASE_URL", running.base_url)
        monkeypatch.setenv("MEMARY_EXTRACTION_MODEL", "scripted")
        yield running


def test_usage_lists_what_models_took(ok: Run, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    ok("add", "I like tea.", "--user", "bob")
    of_all = ok("usage", "--all-users", "--json").json
    assert of_all["total"]["calls"] == server.chat_calls == 2
    assert of_all["total"]["prompt_tokens"] == server.prompt_tokens
    assert of_all["cost"] is None
    (row,) = ok("usage", "--user", "ada", "--json").json["rows"]
    assert (row["user_id"], row["role"], row["model"], row["calls"]) == ("ada", "extraction", "scripted", 1)
    assert "extraction" in ok("usage", "--user", "ada").stdout
    monkeypatch.setenv("MEMARY_PRICE_PROMPT", "1000")
    assert f"{server.prompt_tokens / 1000:,.4f}" in ok("usage", "--all-users").stdout
    assert ok("usage", "--all-users", "--since", "2999-01-01", "--json").json["rows"] == []


def test_facts_of_a_model_that_were_not_kept_are_told_by_reason(ok: Run, server: ModelServer) -> None:
    assert ok("usage", "--all-users", "--json").json["dropped"] == {}
    told = {
        "subject": "User",
        "predicate": "lives_in",
        "object": "Berlin",
        "quote": "I moved to Berlin",
        "message": 1,
    }
    unsaid = {"subject": "User", "predicate": "owns", "object": "a yacht", "quote": "my yacht"}
    server.respond(json.dumps({"entities": [], "facts": [told, unsaid, unsaid | {"object": "a castle"}]}))
    ok("add", "I moved to Berlin.", "--user", "ada", "--wait")
    assert ok("usage", "--user", "ada", "--json").json["dropped"] == {"no_evidence": 2}
    told_so = "2 facts proposed by a model and not kept: 2 no message says it"
    assert told_so in ok("usage", "--user", "ada").stdout
    assert told_so in ok("doctor").stdout
    assert [row["role"] for row in ok("usage", "--user", "ada", "--json").json["rows"]] == ["extraction"]


def test_usage_of_an_unknown_user_is_an_error(run: Run, ok: Run, server: ModelServer) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    outcome = run("usage", "--user", "eve")
    assert outcome.code == 2
    assert "ada" in outcome.error


def test_an_estimate_adds_nothing(ok: Run, server: ModelServer) -> None:
    lines = [json.dumps({"content": f"This is message {n}."}) for n in range(30)]
    Path("talk.jsonl").write_text("\n".join(lines), encoding="utf-8")
    estimate = ok("add", "--file", "talk.jsonl", "--user", "ada", "--estimate", "--json").json
    assert (estimate["messages"], estimate["calls"], server.chat_calls) == (30, 3, 0)
    shown = ok("add", "--file", "talk.jsonl", "--user", "ada", "--estimate")
    assert "30 messages to read: 3 calls" in shown.stdout
    assert "Nothing was added." in shown.stderr
    ok("add", "--file", "talk.jsonl", "--user", "ada")
    assert server.chat_calls == 3
    assert server.prompt_tokens == pytest.approx(estimate["prompt_tokens"], rel=0.15)


def test_what_waits_for_the_budget_is_no_failure_and_is_shown(
    ok: Run, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_MAX_TOKENS_PER_USER_DAY", "60")
    added = ok("add", "I moved to Berlin.", "--user", "ada", "--json")
    assert (added.json["pending"], added.json["deferred"]) == (1, 1)
    assert "1 message waiting for the budget until" in added.stderr
    assert "max_tokens_per_user_day" in added.stderr
    assert ok("flush", "--json").json["deferred"] == 1
    status = ok("worker", "--status", "--json").json
    (put_off,) = status["waiting"]
    assert put_off["count"] == 1
    assert "max_tokens_per_user_day" in put_off["reason"]
    assert parse_time(put_off["since"]) < utc_now()
    assert "1 message put off, the first since" in " ".join(ok("worker", "--status").stdout.split())
    monkeypatch.setenv("MEMARY_MAX_CALLS_PER_HOUR", "1")
    doctor = ok("doctor").stdout
    assert "budget: max_calls_per_hour: 0 of 1 used" in doctor
    assert "put off" in doctor
    assert server.chat_calls == 0
