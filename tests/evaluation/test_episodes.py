from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.model_server import ModelServer, prompt_text
from support.web.http_connection import Body
from typer.testing import CliRunner, Result

from memary.evaluation.command import app
from memary.evaluation.episodes.report import EpisodeReport

MOVING = """
about = "A move, a reason that ends with it, a code that is forgotten."
language = "en"

[[sessions]]
id = "s1"
at = 2026-01-05T10:00:00Z
messages = [
  { id = "a1", text = "I live in Graz. My gate code is 9911. I like oolong." },
  { id = "a2", text = "I love Aikido because I live in Graz." },
  { id = "a3", text = "Yesterday I dreamt that I work at Acme." },
]

[[sessions]]
id = "s2"
at = 2026-02-05T10:00:00Z
messages = [
  { id = "b1", text = "I moved to Linz." },
  { id = "b2", text = "Please forget my gate code." },
]

[[questions]]
kind = "tracking"
after = "s1"
text = "Where do I live?"
answer = "In Graz."
needs = ["a1"]
never = ["Graz"]

[[questions]]
kind = "deletion"
after = "s1"
text = "What is my gate code?"
answer = "9911."
needs = [{ any = ["a1"], says = ["9911"] }]
gone = ["9911"]

[[questions]]
kind = "cascade"
after = "s2"
text = "Do I love Aikido?"
answer = "You did, since you lived in Graz."
needs = [{ any = ["a2"], says = ["Aikido"] }, { any = ["b1"], says = ["moved to Linz"] }]
doubt = { says = ["Aikido"], because = ["Graz"] }
never = ["Graz"]

[[questions]]
kind = "deletion"
after = "s2"
text = "What is my gate code?"
answer = "It is forgotten."
gone = ["9911"]

[[questions]]
kind = "deletion"
after = "s2"
text = "Which tea do I like?"
answer = "Oolong."
needs = [{ any = ["a1"], says = ["oolong"] }]
gone = ["9911"]
"""

HAYSTACK = """
start = 2026-01-01T00:00:00Z
end = 2026-03-01T00:00:00Z
talks = [["Is {fruit} a fruit? {aside}", "Yes, {fruit} is."], ["What rhymes with {fruit}?", "Nothing."]]
gaps = { fruit = ["plum", "pear", "fig"], aside = ["The {fruit} on the table made somebody ask."] }
"""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an episode and a haystack; return their folder."""

    def write(episode: str = MOVING, haystack: str = HAYSTACK, name: str = "moving") -> Path:
        folder = tmp_path / "episodes"
        for path, text in ((f"en/{name}.toml", episode), ("haystack/en.toml", haystack)):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        return folder

    return write


def run(folder: Path, *arguments: object) -> Result:
    return CliRunner().invoke(app, ["episodes", "--data", str(folder), *map(str, arguments)])


def report_of(folder: Path, *arguments: object) -> EpisodeReport:
    result = run(folder, *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return EpisodeReport.model_validate_json(result.stdout)


def means(report: EpisodeReport, kind: str, others: int) -> dict[str, float]:
    [row] = [row for row in report.rows if (row.kind, row.others) == (kind, others)]
    return {name: scores.metrics[name].mean for name, scores in row.measures.items()}


def test_the_window_is_measured_alone_and_among_other_messages(write: Write) -> None:
    report = report_of(write(), "--haystack", 20)

    for others in (0, 20):
        assert means(report, "cascade", others) == {"held": 1, "part": 1, "doubt": 1, "untrue": 0}
        assert means(report, "tracking", others) == {"held": 1, "part": 1, "untrue": 1}
    assert (report.episodes, report.messages, report.reader) == (("moving",), 5, "rules")
    assert [check.passed for check in report.checks] == [True, True, True, True]


def test_what_was_forgotten_is_remembered_before_the_request_only(write: Write, tmp_path: Path) -> None:
    details = tmp_path / "details.jsonl"

    report_of(write(), "--kind", "deletion", "--haystack", 0, "--details", details)

    lines = [json.loads(line) for line in details.read_text(encoding="utf-8").splitlines()]
    assert [line["remembered"] for line in lines] == [["9911"], [], []]
    assert [line["missing"] for line in lines] == [[], [], []]


def test_what_is_not_in_the_window_is_missing_but_a_fact_in_doubt_decides_without_it(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_TOP_K", "1")  # one hit does not hold all that decides
    monkeypatch.setenv("MEMARY_RECALL_TOKENS", "0")
    details = tmp_path / "details.jsonl"

    report = report_of(write(), "--haystack", 0, "--kind", "cascade", "--details", details)
    without = report_of(write(MOVING.replace("doubt =", "# doubt =")), "--haystack", 0, "--kind", "cascade")

    [line] = [json.loads(line) for line in details.read_text(encoding="utf-8").splitlines()]
    assert line["missing"] == [{"any": ["b1"], "says": ["moved to Linz"]}]
    assert means(report, "cascade", 0) == {"held": 1, "part": 1, "doubt": 1, "untrue": 0}
    assert means(without, "cascade", 0) == {"held": 0, "part": 0.5, "untrue": 0}


def what_to_forget(prompt: str) -> str:
    """A model's reply to a request to forget the gate code."""
    lines = re.findall(r"^(\d+)\. .*9911", prompt, re.MULTILINE)
    return json.dumps({"asks": True, "lines": [int(number) for number in lines], "unclear": []})


def test_a_model_reads_the_episode_and_not_the_other_messages(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def reply(body: Body) -> str:
        text = prompt_text(body)
        return what_to_forget(text) if "LINES:" in text else '{"entities": [], "facts": []}'

    with ModelServer() as server:
        server.respond(reply)
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_API_KEY", "any")

        report = report_of(write(), "--model", "scripted", "--haystack", 20, "--kind", "tracking")

        assert report.reader == "scripted"
        prompts = [prompt_text(request.body) for request in server.requests]
        asked = [text for text in prompts if "LINES:" not in text]  # a request to forget looks among all messages
        assert any("oolong" in text for text in asked)
        assert not any("fruit" in text for text in asked)
        assert means(report, "tracking", 20) == {"held": 1, "part": 1, "untrue": 0}


def test_a_model_answers_from_each_window_and_another_judges(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    details = tmp_path / "details.jsonl"

    def reply(body: Body) -> str:
        text = prompt_text(body)
        if '"reference"' in text:
            assert body["model"] == "strict"
            numbers = range(1, text.count('"reference"') + 1)
            return json.dumps({"verdicts": [{"number": number, "right": True} for number in numbers]})
        if "LINES:" in text:
            return what_to_forget(text)
        return '{"facts": []}' if "NEW messages" in text else "Your code is 9911."

    with ModelServer() as server:
        server.respond(reply)
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_API_KEY", "any")

        arguments = ("--model", "scripted", "--answers", "--judge", "strict", "--no-alone", "--haystack", 20)
        report = report_of(write(), *arguments, "--details", details)

    lines = [json.loads(line) for line in details.read_text(encoding="utf-8").splitlines()]
    assert {line["said"] for line in lines} == {"Your code is 9911."}
    assert (report.answered_by, {row.others for row in report.rows}) == ("scripted", {20})
    assert means(report, "cascade", 20)["right"] == 1
    assert means(report, "deletion", 20)["right"] == 0  # three were asked for what had been forgotten, or will be


def test_without_doubts_each_fact_is_said_to_hold_all_the_same(write: Write) -> None:
    report = report_of(write(), "--haystack", 0, "--no-doubts", "--kind", "cascade")

    assert not report.has_doubts
    assert means(report, "cascade", 0)["doubt"] == 0


def test_nobody_can_answer_without_a_model(write: Write) -> None:
    result = run(write(), "--haystack", 0, "--answers")

    assert result.exit_code == 2
    assert "name a chat model with --model" in result.stderr


def test_people_get_a_table_that_fits(write: Write) -> None:
    result = run(write(), "--haystack", 4)

    assert result.exit_code == 0
    for part in ("1, 5 messages", "nobody reads it", "1 of 1", "1 of 3", "4 other messages of each language"):
        assert part in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 118


def test_a_haystack_is_as_large_as_asked_for_and_its_rounds_differ(write: Write) -> None:
    from memary.evaluation import read_haystack  # noqa: PLC0415  what is loaded lazily is part of the test

    haystack = read_haystack(write(), "en")

    said = [message["content"] for message in haystack.messages(8)]
    assert said[0] == "Is plum a fruit? The plum on the table made somebody ask."
    assert said[4] == "Is pear a fruit? The pear on the table made somebody ask."
    assert [message["created_at"] for message in haystack.messages(8)] == sorted(
        message["created_at"] for message in haystack.messages(8)
    )
    assert len({message["session_id"] for message in haystack.messages(8)}) == 4


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('kind = "cascade"', 'kind = "puzzle"', "questions.2.kind is 'puzzle'"),
        ('after = "s2"', 'after = "s9"', "question 3 is asked after 's9', which is no session: there are s1, s2"),
        ('needs = ["a1"]', 'needs = ["b1"]', "question 1 needs 'b1', which no session up to 's1' says"),
        (
            'says = ["moved to Linz"]',
            'says = ["Wels"]',
            "question 3 needs one of ['Wels'], but b1 have none of these words",
        ),
        ('gone = ["9911"]', 'gone = ["4711"]', "question 2 has '4711' in gone, which nobody has said by then"),
        ('id = "a2"', 'id = "a1"', "message 'a1' is there twice"),
        ("2026-02-05", "2025-02-05", "session 's2' begins before session 's1'"),
        ("2026-01-05T10:00:00Z", "2026-01-05T10:00:00", "sessions.0.at"),
        ('needs = ["a1"]\nnever = ["Graz"]', "", "question 1 has neither needs nor never nor gone"),
        ("language =", "tongue =", "language is missing"),
        ("[[sessions]]", "[[sessions", "is not TOML"),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_where(was: str, becomes: str, sentence: str, write: Write) -> None:
    result = run(write(MOVING.replace(was, becomes)), "--haystack", 0)

    assert result.exit_code == 2
    assert "moving.toml" in result.stderr
    assert sentence in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--episode", "sailing"), "has no episode 'sailing': choose from moving"),
        (("--kind", "puzzle"), "There is no kind 'puzzle': choose from cascade, tracking"),
        (("--language", "zh"), "has no question to ask"),
        (("--details", "no/such/folder", "--haystack", "0"), "cannot be written"),
    ],
)
def test_a_call_that_cannot_work_is_one_sentence(arguments: tuple[str, ...], sentence: str, write: Write) -> None:
    result = run(write(), *arguments)

    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("haystack", "sentence"),
    [
        (HAYSTACK.replace('"pear"', '"Graz"'), "question 1 forbids 'Graz', which the haystack says, too"),
        (HAYSTACK.replace("with {fruit}", "with {fish}"), "has no words for the gap 'fish'"),
        ("talks = []", "is no haystack: start is missing"),
    ],
)
def test_a_haystack_that_would_spoil_the_figures_is_refused(haystack: str, sentence: str, write: Write) -> None:
    result = run(write(haystack=haystack), "--haystack", 20)

    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run(tmp_path / "nowhere")

    assert result.exit_code == 2
    assert "There is no folder" in result.stderr


def test_two_episodes_of_one_name_are_refused(write: Write) -> None:
    folder = write()
    (folder / "zh").mkdir()
    (folder / "zh" / "moving.toml").write_text(MOVING, encoding="utf-8")

    result = run(folder)

    assert result.exit_code == 2
    assert "more than one episode 'moving'" in result.stderr
