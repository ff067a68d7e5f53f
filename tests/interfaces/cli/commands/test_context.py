from __future__ import annotations

import pytest

from interfaces.cli.conftest import Run
from memary import Memary


@pytest.fixture(autouse=True)
def memory(ok: Run) -> None:
    ok("add", "My sister Anna lives in Graz.", "--user", "ada", "--session", "s1")
    ok("add", "我的同学周航住在青岛。", "--user", "linxia", "--session", "s1")


def test_the_window_is_printed_and_what_it_costs_is_said_beside_it(ok: Run) -> None:
    outcome = ok("context", "Where does Anna live?", "--user", "ada")
    assert outcome.stdout.startswith("## About you")
    assert outcome.stdout.rstrip().endswith("Where does Anna live?")
    assert "Priority" not in outcome.stdout
    assert [line.split()[0] for line in outcome.stderr.splitlines()][:2] == ["Part", "system_persona"]
    assert outcome.stderr.splitlines()[-1].split() == ["budget", "11,468"]


def test_the_account_names_part_priority_tokens_and_share(ok: Run) -> None:
    account = ok("context", "Where does Anna live?", "--user", "ada", "--account", "--json").json
    assert account["parts"]["question"] > 0
    assert account["tokens"] <= account["budget"]
    table = ok("context", "Where does Anna live?", "--user", "ada", "--account", "--budget", "1000").stdout
    assert table.splitlines()[0].split() == ["Part", "Priority", "Tokens", "Share"]
    part, priority, tokens, share, percent = table.splitlines()[1].split()
    assert (part, priority, percent) == ("system_persona", "0", "%")
    assert float(share) == pytest.approx(int(tokens) / 10)


def test_a_question_that_leans_on_the_session_is_completed_and_it_is_said(ok: Run) -> None:
    outcome = ok("context", "and her brother?", "--user", "ada", "--session", "s1")
    assert "Looked for: and her brother? (My sister Anna lives in Graz.)" in outcome.stderr
    assert outcome.stdout.rstrip().endswith("and her brother? (My sister Anna lives in Graz.)")
    data = ok("context", "那他妹妹呢？", "--user", "linxia", "--session", "s1", "--json").json
    assert data["rewritten"] == "那他妹妹呢？ (我的同学周航住在青岛。)"
    assert data["account"]["question"] > 0
    assert data["messages"][-1] == {"role": "user", "content": "那他妹妹呢？ (我的同学周航住在青岛。)"}
    assert (
        ok("context", "Where does Anna live?", "--user", "ada", "--session", "s1", "--json").json["rewritten"] is None
    )


def test_messages_for_a_model_are_printed_with_memory_where_it_is_wanted(ok: Run) -> None:
    system = ok("context", "Where does Anna live?", "--user", "ada", "--insert", "system").stdout
    user = ok("context", "Where does Anna live?", "--user", "ada", "--insert", "user").stdout
    assert system.index("Anna lives") < system.index("[user]")
    assert user.index("[user]") < user.index("Anna lives") < user.index("Where does Anna live?")


def test_the_history_shown_is_chosen(ok: Run, run: Run) -> None:
    asked = ("context", "Where does Anna live?", "--user", "ada", "--session", "s1", "--json")
    assert len(ok(*asked).json["history"]) == 1
    assert ok(*asked, "--history", "none").json["history"] == []
    assert len(ok(*asked, "--history", "3").json["history"]) == 1
    assert run(*asked[:-1], "--history", "all").error == (
        "--history 'all' cannot be used: choose auto, none or a number of messages."
    )


def test_a_budget_too_small_for_the_personas_is_said(run: Run) -> None:
    error = run("context", "Where?", "--user", "ada", "--budget", "50").error
    assert "more than the 50 of the context window" in error


def test_the_window_of_the_model_is_among_the_settings(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ok("config", "--json").json["context_window"] == {"value": 16_384, "source": "offline"}
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert ok("config", "--json").json["context_window"] == {"value": 400_000, "source": "model gpt-5-mini"}


def test_days_are_those_of_the_user_where_no_zone_is_set(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMARY_TIMEZONE")
    ok("add", "I moved to Graz today.", "--user", "ling", "--at", "2026-07-29T07:00:00+08:00")
    assert "2026-07-29" in ok("facts", "--user", "ling").stdout
    assert "(since 2026-07-29)" in ok("context", "Where do I live?", "--user", "ling").stdout
    found = ok("search", "Where do I live?", "--user", "ling").stdout
    assert "message · 2026-07-29 07:00 · user" in found
    assert "fact · since 2026-07-29 · user" in found
    assert "2026-07-29 07:00" in ok("stream", "--user", "ling").stdout


def test_a_day_that_was_told_is_that_day_wherever_one_is(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Memary.open(worker=False) as memory:
        fact = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "valid_at": "2026-03-09"}
        memory.facts.add([fact], user_id="ada")
    for zone in ("America/Los_Angeles", "Asia/Shanghai"):
        monkeypatch.setenv("MEMARY_TIMEZONE", zone)
        for command in (("facts",), ("search", "Where does Ada work?"), ("graph", "Ada")):
            assert "2026-03-09" in ok(*command, "--user", "ada").stdout, (zone, command)


def test_what_was_true_then_is_marked_as_past(ok: Run) -> None:
    ok("add", "I live in Leipzig.", "--user", "ben", "--at", "2026-01-01T10:00:00Z")
    ok("add", "I moved to Graz.", "--user", "ben", "--at", "2026-03-01T10:00:00Z")
    question = "Where did I live in January 2026?"
    assert "User lives in Leipzig. (2026-01-01 to 2026-03-01)" in ok("context", question, "--user", "ben").stdout
    assert "until 2026-03-01" in ok("search", question, "--user", "ben").stdout
    then = ok("context", "Where do I live?", "--user", "ben", "--as-of", "2026-02-01").stdout
    assert "User lives in Leipzig. (since 2026-01-01)" in then
