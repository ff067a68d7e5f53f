"""The commands reflect, insights, profile and map, and what the doctor says about facts that wait."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interfaces.cli.conftest import Run

ADA = ("--user", "ada")
ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def talk(ok: Run, tmp_path: Path) -> None:
    days = [f"2026-05-{day:02}T20:00:00+02:00" for day in range(1, 15)]
    rows = [
        {"content": f"It rains in Leipzig, day {n}.", "speaker": "Ada", "created_at": day}
        for n, day in enumerate(days)
    ]
    rows.append({"content": "I like coffee.", "speaker": "Ada", "created_at": days[-1]})
    file = tmp_path / "talk.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    ok("add", "--file", file, *ADA)


@pytest.mark.usefixtures("talk")
def test_reflect_says_what_it_did(ok: Run) -> None:
    first = ok("reflect", *ADA).stdout
    assert first.startswith("Read 1 new fact. Insights: 1 added.\n")
    assert "  added: Ada keeps coming back to Leipzig. (since 2026-05-" in first
    assert ok("reflect", *ADA).stdout == "Read 0 new facts. Insights: 1 unchanged.\n"
    report = ok("reflect", *ADA, "--everything", "--json").json
    assert (report["unchanged"], report["added"], report["llm_calls"]) == (1, [], 0)


@pytest.mark.usefixtures("talk")
def test_insights_are_listed_and_mapped_to_their_messages(ok: Run, run: Run) -> None:
    assert ok("insights", *ADA).stderr == "There are no insights yet: `memary reflect` draws them.\n"
    ok("reflect", *ADA)
    listed = ok("insights", *ADA).stdout
    assert "keeps_coming_back_to" in listed
    drawn = ok("insights", *ADA, "--json").json[0]
    tree = ok("map", drawn["id"][-8:], *ADA).stdout
    assert tree.startswith("insight: Ada")
    assert tree.count("rests on message: ") == 5
    graph = ok("map", *ADA).json
    assert {node["kind"] for node in graph["nodes"]} == {"message", "fact", "insight", "entity"}
    assert ok("map", drawn["id"], *ADA, "--json").json["about"] == drawn["id"]
    assert "There is no record 'nothing'" in run("map", "nothing", *ADA).error


@pytest.mark.usefixtures("talk")
def test_an_entity_is_mapped_by_its_name(ok: Run, run: Run) -> None:
    tree = ok("map", "coffee", *ADA).stdout
    assert tree.startswith("entity: coffee")
    assert "fact: Ada likes coffee." in tree
    assert ok("map", "COFFEE", *ADA).stdout == tree
    assert "There is no record 'tea'" in run("map", "tea", *ADA).error


@pytest.mark.usefixtures("talk")
def test_a_profile_is_printed_in_either_language(ok: Run, run: Run) -> None:
    ok("reflect", *ADA)
    shown = ok("profile", *ADA).stdout
    assert shown.startswith("# What memory knows about Ada\n\n## Preferences\n- Ada likes coffee.\n")
    assert "## 喜好" in ok("profile", *ADA, "--language", "zh").stdout
    assert ok("profile", *ADA, "--json").json["person"] == "Ada"
    assert "fr" in run("profile", *ADA, "--language", "fr").error
    assert "There is no entity 'Zoe'" in run("profile", *ADA, "--about", "Zoe").error


def test_nobody_can_be_reflected_on_who_is_not_there(run: Run) -> None:
    for command in ("reflect", "insights", "profile", "map"):
        assert run(command, *ADA).error.startswith("This memory is empty"), command


@pytest.mark.usefixtures("talk")
def test_the_doctor_says_whose_facts_wait(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "reflection" not in ok("doctor").stdout
    monkeypatch.setenv("MEMARY_REFLECT_AFTER", "1")
    assert "reflection: 1 fact of ada not reflected on yet" in ok("doctor").stdout.replace("\n", " ")
    ok("add", "I like tea.", *ADA)
    ok("worker", "--once")
    ok("add", "I like milk.", *ADA, "--no-wait")
    ok("worker", "--once")
    assert "reflection" not in ok("doctor").stdout


SAMPLES = [("ada.en", "ada", "## Style", 1), ("linxia.zh", "linxia", "## 表达风格", 0)]


@pytest.mark.parametrize(("file", "user", "heading", "insights"), SAMPLES)
def test_the_samples_give_a_profile(ok: Run, file: str, user: str, heading: str, insights: int) -> None:
    ok("add", "--file", ROOT / f"data/conversations/{file}.jsonl", "--user", user)
    ok("reflect", "--user", user)
    assert heading in ok("profile", "--user", user).stdout
    assert len(ok("insights", "--user", user, "--json").json) == insights  # none of what is merely counted


@pytest.mark.usefixtures("talk")
def test_insights_and_the_profile_are_told_as_of_a_time(ok: Run, run: Run) -> None:
    ok("add", "I live in Leipzig.", *ADA, "--at", "2026-05-02T20:00:00+02:00", "--speaker", "Ada")
    ok("add", "I live in Graz.", *ADA, "--at", "2026-06-02T20:00:00+02:00", "--speaker", "Ada")
    ok("reflect", *ADA)
    assert "Ada lives in Graz." in ok("profile", *ADA).stdout
    then = ok("profile", *ADA, "--as-of", "2026-05-10").stdout
    assert ("Ada lives in Leipzig." in then, "Graz" in then) == (True, False)
    assert ok("profile", *ADA, "--as-of", "2026-05-10", "--json").json["as_of"] == "2026-05-09T22:00:00Z"
    assert ok("insights", *ADA, "--as-of", "2026-04-01").stderr == "There were no such insights.\n"
    assert ok("insights", *ADA, "--as-of", "2026-07-01", "--json").json == ok("insights", *ADA, "--json").json
    assert "cannot be combined with --as-of" in run("insights", *ADA, "--all", "--as-of", "2026-07-01").error


@pytest.mark.usefixtures("talk")
def test_what_was_concluded_is_told_from_what_was_said(ok: Run) -> None:
    ok("reflect", *ADA)
    told = [line.strip() for line in ok("search", "What does Ada keep coming back to?", *ADA).stdout.splitlines()]
    assert told[0] == "1. Ada keeps coming back to Leipzig."
    assert "fact · since 2026-05-14 · concluded" in told[1]
    row = next(line for line in ok("facts", *ADA).stdout.splitlines() if "keeps coming back" in line)
    assert " concluded " in row
    assert "by rule" not in row
