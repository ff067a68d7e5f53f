from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from interfaces.cli.conftest import Outcome, Run
from memary import Memary


@pytest.fixture(autouse=True)
def memory(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada", "--at", "2026-01-10T22:30:00Z", "--session", "winter")
    ok("add", "I moved to Graz.", "--user", "ada", "--at", "2026-03-10T10:00:00Z", "--session", "spring")
    ok("add", "我住在武汉。", "--user", "linxia", "--at", "2026-03-10T10:00:00Z")


def statements(outcome: Outcome) -> str:
    return " ".join(fact["statement"] for fact in outcome.json)


def test_search_finds_and_numbers_what_memory_knows(ok: Run) -> None:
    assert "1. " in ok("search", "Graz", "--user", "ada").stdout
    assert len(ok("search", "Graz", "--user", "ada", "--top-k", "1", "--json").json) == 1
    assert {hit["kind"] for hit in ok("search", "Graz", "--user", "ada", "--kind", "message", "--json").json} == {
        "message"
    }
    assert "text rank 1" in ok("search", "Graz", "--user", "ada", "--explain").stdout
    assert ok("search", "Graz", "--user", "ada", "--min-score", "0.3", "--explain").stdout.count("score 0.")
    assert "Graz" not in ok("search", "Graz", "--user", "ada", "--min-score", "1").stdout


def test_search_of_an_earlier_day_finds_what_was_true_then(ok: Run) -> None:
    arguments = ("search", "where do I live", "--user", "ada", "--kind", "fact", "--json")
    assert "Berlin" in ok(*arguments, "--as-of", "2026-02-01").stdout
    assert "Berlin" not in ok(*arguments).stdout


def test_facts_are_those_of_now_unless_asked_otherwise(ok: Run) -> None:
    assert "Graz" in statements(ok("facts", "--user", "ada", "--json"))
    assert "Berlin" not in statements(ok("facts", "--user", "ada", "--json"))
    assert "Berlin" in statements(ok("facts", "--user", "ada", "--json", "--all"))
    assert "Berlin" in statements(ok("facts", "--user", "ada", "--json", "--as-of", "2026-02-01T12:00"))
    assert "Berlin" in statements(ok("facts", "--user", "ada", "--json", "--all", "--about", "Berlin"))


def test_facts_that_rules_read_are_marked(ok: Run) -> None:
    assert "user, by rule" in " ".join(ok("facts", "--user", "ada").stdout.split())
    (fact,) = ok("facts", "--user", "ada", "--json").json
    ok("update", fact["id"], "--user", "ada", "--object", "Linz")
    shown = ok("facts", "--user", "ada").stdout
    assert "Linz" in shown
    assert "rule" not in shown


def test_what_was_said_to_an_agent_is_found_alone(ok: Run) -> None:
    ok("add", "The coach says: run less.", "--user", "ada", "--agent", "coach")
    ok("add", "The cook says: run water.", "--user", "ada", "--agent", "cook")
    assert [hit["text"] for hit in ok("search", "run", "--user", "ada", "--agent", "coach", "--json").json] == [
        "The coach says: run less."
    ]
    window = ok("context", "What about the run?", "--user", "ada", "--agent", "cook").stdout
    assert "run water" in window
    assert "run less" not in window


def test_messages_are_listed_as_they_were_said(ok: Run) -> None:
    ok("add", "It snows.", "--user", "ada", "--at", "2026-01-11", "--session", "winter", "--role", "assistant")
    shown = ok("messages", "--user", "ada").stdout
    assert "2026-01-10 23:30" in shown
    assert shown.index("I moved to Berlin.") < shown.index("It snows.") < shown.index("I moved to Graz.")
    winter = ok("messages", "--user", "ada", "--session", "winter", "--json").json
    assert [(one["role"], one["content"]) for one in winter] == [
        ("user", "I moved to Berlin."),
        ("assistant", "It snows."),
    ]
    assert [one["content"] for one in ok("messages", "--user", "ada", "--limit", "1", "--json").json] == [
        "I moved to Graz."
    ]
    asked = ("messages", "--user", "ada", "--filter", '{"role": "assistant"}', "--json")
    assert [one["content"] for one in ok(*asked).json] == ["It snows."]
    assert ok("messages", "--user", "ada", "--session", "fall").stderr == "There are no such messages.\n"


def test_messages_that_are_not_read_yet_say_so(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_WORKER", "false")
    ok("add", "I like tea.", "--user", "ada", "--no-wait", "--session", "later")
    assert "(pending)" in ok("messages", "--user", "ada", "--session", "later").stdout
    assert "(" not in ok("messages", "--user", "ada", "--session", "spring").stdout


def test_conversations_are_listed_with_the_last_used_first(ok: Run) -> None:
    found = ok("sessions", "--user", "ada", "--json").json
    assert [(one["session_id"], one["title"], one["messages"]) for one in found] == [
        ("spring", None, 1),
        ("winter", None, 1),
    ]
    assert "winter" in ok("sessions", "--user", "ada").stdout


def test_times_are_shown_in_the_local_zone(ok: Run) -> None:
    assert "2026-01-10 23:30" in ok("stream", "--user", "ada").stdout


def test_the_stream_can_be_narrowed_in_time_and_number(ok: Run) -> None:
    assert "Berlin" not in ok("stream", "--user", "ada", "--since", "2026-03-01").stdout
    assert "Graz" not in ok("stream", "--user", "ada", "--until", "2026-03-01").stdout
    assert len(ok("stream", "--user", "ada", "--limit", "1", "--json").json) == 1


def test_entities_come_with_their_counts(ok: Run) -> None:
    names = {row["entity"]["name"]: row["count"] for row in ok("entities", "--user", "ada", "--json").json}
    assert names["Berlin"] == 1
    assert "Mentions" in ok("entities", "--user", "ada").stdout


def test_the_end_of_an_id_is_enough_for_the_history_of_a_fact(ok: Run) -> None:
    (fact,) = ok("facts", "--user", "ada", "--json").json
    shown = fact["id"][-8:]
    assert shown in ok("facts", "--user", "ada").stdout
    assert ok("history", shown, "--user", "ada").stdout == ok("history", fact["id"], "--user", "ada").stdout
    assert {row["action"] for row in ok("history", shown, "--user", "ada", "--json").json} <= {"ADD", "UPDATE"}


def test_the_graph_says_whose_word_a_fact_is_that_is_not_the_users(ok: Run) -> None:
    with Memary.open(worker=False) as memory:
        home = {"subject": "Zed", "predicate": "lives_in", "object": "Rome", "origin": "tool"}
        memory.facts.add([home, {"subject": "Zed", "predicate": "likes", "object": "tea"}], user_id="ada")
    lines = ok("graph", "Zed", "--user", "ada", "--depth", "1").stdout.splitlines()
    assert ["not the user" in line for line in lines if "Rome" in line or "tea" in line].count(True) == 1
    ok("graph", "Zed", "--user", "ada", "--html", "zed.html")
    assert Path("zed.html").read_text(encoding="utf-8").count("a tool said so, not the user") == 1


def test_the_graph_is_written_as_a_page_that_needs_nothing_else(ok: Run, run: Run) -> None:
    ok("add", "I like <script>alert(1)</script> & tea.", "--user", "ada", "--wait")
    done = ok("graph", "Graz", "--user", "ada", "--html", "graz.html")
    assert (done.stdout, done.stderr.splitlines()[-1]) == ("", "Drawn in graz.html.")
    page = Path("graz.html").read_text(encoding="utf-8")
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + len("</svg>")])
    assert {"User", "Graz"} <= {one.text for one in drawing.iter("text")}
    assert len(list(drawing.iter("circle"))) == len(
        {one.text for one in drawing.iter("text") if not one.get("class")}
    )
    assert not re.search(r"<script|https?://|src=|@import", page)
    assert "cannot be written" in run("graph", "Graz", "--user", "ada", "--html", "no/where.html").error


def test_the_graph_is_drawn_around_an_entity(ok: Run) -> None:
    assert "← User" in ok("graph", "Graz", "--user", "ada").stdout
    assert ok("graph", "Graz", "--user", "ada", "--json").json["facts"][0]["object"] == "Graz"
    assert "SELECT" in ok("graph", "Graz", "--user", "ada", "--explain").stdout


def test_without_a_name_the_graph_is_drawn_around_the_user(ok: Run, run: Run) -> None:
    assert ok("graph", "--user", "ada").stdout == ok("graph", "User", "--user", "ada").stdout
    assert "Graz" in ok("graph", "--user", "ada").stdout
    assert "Say what to look for" in run("graph", "--check", "--user", "ada").error


def test_it_is_told_whether_the_graph_knows_something(ok: Run) -> None:
    checked = ok("graph", "--check", "Who lives in Graz?", "--user", "ada", "--explain").stdout
    assert ("knows something" in checked, "- Graz" in checked, "SELECT" in checked) == (True, True, True)
    assert "knows nothing" in ok("graph", "--check", "Who is Zed?", "--user", "ada").stdout


def test_chinese_is_shown_as_it_is_and_columns_stay_within_the_screen(ok: Run) -> None:
    table = ok("facts", "--user", "linxia").stdout
    assert "武汉" in table
    assert "武汉" in ok("facts", "--user", "linxia", "--json").stdout
    assert all(len(line.rstrip()) <= 80 for line in table.splitlines())


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "x"), ("entities",), ("duplicates",), ("stream",), ("facts",), ("history", "x"),
        ("graph", "x"), ("export", "x.jsonl"), ("forget", "--yes"), ("get", "x"), ("runs",),
        ("update", "x", "--object", "y"),
    ],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
def test_an_unknown_user_is_an_error_that_names_those_there_are(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments, "--user", "bob")
    assert outcome.code == 2
    assert outcome.error == "There is no memory of user 'bob'. Known users: ada, linxia (--user NAME)."
    assert not Path("x.jsonl").exists()


def test_a_new_user_has_a_context_window_for_the_first_turn(run: Run) -> None:
    outcome = run("context", "Where do I live?", "--user", "bob")
    assert outcome.code == 0
    assert outcome.stdout.rstrip().endswith("Where do I live?")
    assert "There is no memory of user 'bob'" in outcome.stderr


def test_options_of_every_command_may_stand_before_it(ok: Run) -> None:
    before = ok("--user", "ada", "--json", "facts")
    assert before.stdout == ok("facts", "--user", "ada", "--json").stdout
    assert ok("--user", "linxia", "facts", "--user", "ada", "--json").stdout == before.stdout


def test_what_is_not_there_is_said_on_stderr(ok: Run) -> None:
    outcome = ok("stream", "--user", "ada", "--since", "2030-01-01")
    assert (outcome.stdout, outcome.stderr) == ("", "Nothing came up in that time.\n")


def test_a_misspelt_name_is_met_with_the_one_that_is_known(ok: Run, run: Run) -> None:
    ok("add", "My brother is called Luka.", "--user", "ada")
    ok("add", "我姐姐叫林晓梅。", "--user", "ada")
    for command in (("graph", "Luca"), ("facts", "--about", "Luca"), ("profile", "--about", "Luca")):
        assert run(*command, "--user", "ada").error.endswith("of user 'ada': did you mean 'Luka'?")
    assert run("merge", "Luca", "User", "--user", "ada").error.endswith("did you mean 'Luka'?")
    assert run("graph", "林小梅", "--user", "ada").error.endswith("did you mean '林晓梅'?")
    assert run("graph", "Zoe", "--user", "ada").error.endswith("of user 'ada'.")
