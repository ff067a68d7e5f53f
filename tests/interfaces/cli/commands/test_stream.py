from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interfaces.cli.conftest import Outcome, Run
from memary import Memary

ROOT = Path(__file__).parents[4]
SAID = {
    "2026-01-10": "I met Mira in Graz.",
    "2026-01-17": "I met Mira in Graz.",
    "2026-01-24": "Mira left Graz.",
    "2026-02-07": "I met Mira. I live in Oslo.",
    "2026-02-14": "We were in Oslo.",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which all of it was said."""
    file = tmp_path_factory.mktemp("told") / "memary.db"
    with Memary.open(f"sqlite:///{file}", worker=False, timezone="Europe/Berlin") as memory:
        for day, text in SAID.items():
            memory.add({"content": text, "created_at": f"{day}T22:30:00Z"}, user_id="ada", session_id=day)
            memory.flush()
        for day in ("2026-03-01", "2026-03-08"):
            said = {"content": "我和周航在武汉。", "created_at": f"{day}T10:00:00Z"}
            memory.add(said, user_id="linxia", session_id=day)
            memory.flush()
    return file


@pytest.fixture(autouse=True)
def memory(home: Path, told: Path) -> None:
    """Each test has a copy."""
    home.mkdir()
    shutil.copy(told, home / "memary.db")


@pytest.fixture
def ada(ok: Run) -> Run:
    def run(*arguments: str) -> Outcome:
        return ok(*arguments, "--user", "ada")

    return run


def names(outcome: Outcome) -> list[str]:
    return [row["entity"]["name"] for row in outcome.json]


def test_the_stream_is_narrowed_by_entity_and_read_by_place(ada: Run) -> None:
    assert names(ada("stream", "--entity", "oslo", "--json")) == ["Oslo", "Oslo"]
    assert names(ada("stream", "--limit", "1", "--offset", "1", "--entity", "Graz", "--json")) == ["Graz"]
    assert "2026-02-14 23:30  Oslo" in ada("stream").stdout


def test_the_stream_is_counted_per_period_with_bars(ada: Run) -> None:
    months = ada("stream", "--by", "month", "--json").json
    assert [(month["start"][:10], month["count"]) for month in months] == [("2026-01-01", 6), ("2026-02-01", 3)]
    lines = ada("stream", "--by", "week").stdout.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        ["2026-01-05", "2"], ["2026-01-12", "2"], ["2026-01-19", "2"], ["2026-01-26", "0"], ["2026-02-02", "2"],
        ["2026-02-09", "1"],
    ]  # fmt: skip
    assert "████████" in lines[1]
    assert ada("stream", "--by", "day", "--entity", "Oslo", "--since", "2026-02-14", "--json").json[0]["count"] == 1


def test_a_time_without_peaks_or_shifts_says_so(ada: Run) -> None:
    assert ada("stream", "--peaks").stderr == "There is no peak in that time.\n"
    assert ada("stream", "--shifts").stderr == "The subject does not shift in that time.\n"
    assert ada("stream", "--by", "day", "--since", "2030-01-01").stderr == "Nothing came up in that time.\n"


def test_views_of_the_stream_that_do_not_go_together_are_refused(run: Run) -> None:
    assert run("stream", "--shifts", "--by", "day", "--user", "ada").error.startswith("--shifts compares whole")
    assert run("stream", "--by", "day", "--limit", "3", "--user", "ada").error.startswith("--by and --peaks count")


def test_entities_are_chosen_by_category_and_by_how_well_they_are_known(ada: Run) -> None:
    assert names(ada("entities", "--category", "places", "--json")) == names(
        ada("entities", "--category", "地点", "--json")
    )
    assert ada("entities", "--known").stderr == "There are no such entities.\n"
    assert names(ada("entities", "--new", "--as-of", "2026-02-15", "--json")) == ["Oslo"]
    assert "new" in ada("entities", "--as-of", "2026-02-15").stdout
    faster = ada("entities", "--half-life", "1", "--as-of", "2026-02-16", "--json").json
    assert faster[0]["entity"]["name"] == "Oslo"


def test_changes_between_two_periods_are_listed_with_their_shares(ada: Run) -> None:
    found = ada("entities", "--changes", "2026-02-01..2026-02-28", "--json").json
    assert {one["name"]: one["change"] for one in found["entities"]} == {"Graz": "gone", "Mira": "steady"}
    table = ada("entities", "--changes", "2026-02-01..2026-02-28").stdout
    assert "2026-01-05 to 2026-02-01: 6 mentions · 2026-02-01 to 2026-02-28: 3 mentions" in table
    assert "Graz    gone" in table


@pytest.mark.parametrize(
    "other",
    [
        ("--category", "places"), ("--known",), ("--new",), ("--as-of", "2026-02-01"),
        ("--known-at", "2026-02-01"), ("--half-life", "0"), ("--limit", "3"),
    ],
)  # fmt: skip
def test_changes_go_with_no_choice_of_entities(run: Run, other: tuple[str, ...]) -> None:
    outcome = run("entities", "--changes", "2026-02-01", *other, "--user", "ada")
    assert outcome.error.startswith("--changes compares two whole periods")


def test_changes_need_a_time(run: Run) -> None:
    assert "is not a time" in run("entities", "--changes", "..2026-02-01", "--user", "ada").error


def test_categories_are_given_renamed_and_taken_back(ada: Run) -> None:
    said = ada("categorize", "Mira", "friends", "--add", "climbers").stdout
    assert said.startswith("Mira: its categories: friends, climbers. `memary undo ")
    ada("categorize", "Mira", "--remove", "climbers")
    renamed = ada("categories", "--rename", "friends", "朋友").stdout
    assert {row["name"]: row["mentions"] for row in ada("categories", "--json").json}["朋友"] == 4
    assert "朋友" in ada("categories").stdout
    ada("undo", renamed.split("`memary undo ")[1].split("`")[0])
    assert names(ada("entities", "--category", "friends", "--json")) == ["Mira"]


def test_themes_come_with_questions_if_asked_for(ada: Run, ok: Run) -> None:
    table = ada("themes", "--questions").stdout
    assert "1. Mira · Graz" in table
    assert "? " in table
    assert "? " not in ada("themes").stdout
    (theme,) = ok("themes", "--user", "linxia", "--json").json
    assert (theme["count"], theme["sessions"]) == (4, 2)
    assert "周航" in ok("themes", "--user", "linxia", "--questions").stdout
    assert ada("themes", "--as-of", "2026-01-11").stderr == "No theme has come up again so far.\n"


def test_what_came_up_in_one_session_or_with_one_agent_is_told_apart(ada: Run, run: Run) -> None:
    for minute, text in enumerate(["I met Mira in Graz."] * 5 + ["We use Kafka with Postgres."] * 5):
        ada("add", text, "--at", f"2026-02-20T10:0{minute}:00Z", "--session", "long", "--agent", "desk")
    assert "Kafka · Postgres" in ada("themes", "--session", "long").stdout
    assert "Kafka" not in ada("themes").stdout
    (shift,) = ada("stream", "--shifts", "--session", "long", "--json").json
    assert (shift["before"], sorted(shift["came"])) == (["long"], ["Kafka", "Postgres"])
    assert "Kafka, Postgres" in ada("stream", "--shifts", "--session", "long").stdout
    assert {row["count"] for row in ada("entities", "--agent", "desk", "--json").json} == {5}
    assert sum(row["mentions"] for row in ada("categories", "--session", "long", "--json").json) == 20
    assert [row["count"] for row in ada("stream", "--by", "day", "--agent", "desk", "--json").json] == [20]
    changes = ada("entities", "--changes", "2026-02-20", "--agent", "desk", "--json").json
    assert (changes["mentions_before"], changes["mentions_after"]) == (0, 20)
    assert (
        "it cannot be combined with other"
        in run("categories", "--rename", "a", "b", "--session", "s", "--user", "ada").error
    )


def test_what_has_expired_is_shown_where_that_is_asked(ada: Run) -> None:
    ada("add", "I saw Bruges.", "--at", "2026-02-20T10:00:00Z", "--expires", "2026-02-21T10:00:00Z")
    for arguments in (("stream",), ("entities",), ("rewind", "--to", "2026-03-01")):
        assert "Bruges" not in ada(*arguments).stdout
        assert "Bruges" in ada(*arguments, "--show-expired").stdout
    days = [ada("stream", "--by", "day", "--entity", "Bruges", *more, "--json") for more in ((), ("--show-expired",))]
    assert [len(outcome.json) for outcome in days] == [0, 1]
    assert sum(row["mentions"] for row in ada("categories", "--json").json) == 9
    assert sum(row["mentions"] for row in ada("categories", "--show-expired", "--json").json) == 10
    assert ada("prune", "--entity", "Bruges", "--show-expired").stdout.startswith("1 entry removed")


def test_categories_are_shown_as_of_a_time(ada: Run) -> None:
    assert sum(row["mentions"] for row in ada("categories", "--as-of", "2026-02-01", "--json").json) == 6
    assert ada("categories", "--as-of", "2020-01-01").stderr == "There are no entities yet.\n"


def test_memory_is_rewound_to_a_day(ada: Run) -> None:
    state = ada("rewind", "--to", "2026-02-01", "--json").json
    assert (state["then"]["mentions"], state["now"]["mentions"]) == (6, 9)
    assert [fact["object"] for fact in state["begun"]] == ["Oslo"]
    shown = ada("rewind", "--to", "2026-02-01").stdout
    for heading in ("Best known then", "Themes then", "True since", "Came up since\nOslo"):
        assert heading in shown
    assert "True then" not in shown


def test_a_rewind_to_the_beginning_of_all_time_has_its_headings(ada: Run) -> None:
    assert ada("rewind", "--to", "0001-01-01T00:00:00Z").stdout.split()[:2] == ["Then", "Now"]


def test_entries_are_pruned_and_single_ones_put_back(ada: Run, run: Run) -> None:
    said = ada("prune", "--entity", "Oslo").stdout
    assert said.startswith("2 entries removed from the memory stream. `memary undo ")
    assert "Oslo" not in ada("stream").stdout
    ada("undo", said.split("`memary undo ")[1].split("`")[0])
    assert names(ada("stream", "--entity", "Oslo", "--json")) == ["Oslo", "Oslo"]
    shown = ada("stream", "--limit", "1").stdout.split()[-1]
    ada("prune", "--message", shown)
    assert names(ada("stream", "--entity", "Oslo", "--json")) == ["Oslo"]
    before = names(ada("stream", "--json"))
    assert ada("prune", "--index", "-1").stdout.startswith("1 entry removed")
    assert names(ada("stream", "--json")) == before[:-1]
    assert ada("prune", "--older-than", "100000", "--json").json == {"removed": 0}
    assert "pass --yes" in run("prune", "--all", "--user", "ada").error
    assert ada("prune", "--all", "--yes").stdout == "Taken out of the memory stream: 7 entries.\n"
    assert ada("stream").stderr == "Nothing came up in that time.\n"
    assert "Oslo" in ada("facts").stdout


def test_what_to_prune_has_to_be_said_once(run: Run) -> None:
    for arguments in ((), ("--all", "--entity", "Oslo"), ("--older-than", "3", "--all")):
        assert run("prune", *arguments, "--user", "ada").error.startswith("Say which entries to remove")


@pytest.mark.parametrize("days", ["99999999999", "inf"])
def test_an_age_beyond_the_calendar_is_refused_in_a_sentence(run: Run, days: str) -> None:
    assert "give 0 or more days" in run("prune", "--older-than", days, "--user", "ada").error


@pytest.mark.parametrize("command", ["stream", "entities", "categories", "categorize", "themes", "rewind", "prune"])
def test_each_command_helps_with_an_example(ok: Run, command: str) -> None:
    assert "Example:" in ok(command, "--help").stdout


@pytest.mark.parametrize(
    "arguments", [("themes",), ("categories",), ("rewind", "--to", "2026-01-01"), ("prune", "--all", "--yes")]
)
def test_an_unknown_user_is_an_error(run: Run, arguments: tuple[str, ...]) -> None:
    assert "There is no memory of user 'bob'" in run(*arguments, "--user", "bob").error


def test_tables_stay_within_the_screen(ada: Run, ok: Run) -> None:
    for arguments in (("stream", "--by", "week"), ("themes", "--questions"), ("rewind", "--to", "2026-02-01")):
        for outcome in (ada(*arguments), ok(*arguments, "--user", "linxia")):
            assert all(len(line.rstrip()) <= 80 for line in outcome.stdout.splitlines())


def test_the_themes_in_the_docs_are_those_of_the_sample_conversation(run: Run) -> None:
    assert run("add", "--file", str(ROOT / "data/conversations/ada.en.jsonl"), "--user", "novak").code == 0
    shown = run("themes", "--questions", "--user", "novak").stdout
    page = (ROOT / "docs/memory/stream.md").read_text(encoding="utf-8")
    block = page.partition("read without a model:\n\n```text\n")[2].partition("\n```")[0]
    assert " ".join(shown.split()).startswith(" ".join(block.split()))
