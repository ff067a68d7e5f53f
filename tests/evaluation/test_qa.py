"""`memary eval qa` over a scripted model server: answers, judges, formats, and what is said of what cannot be."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.chatting import NO_NEWS, is_extraction
from support.model_server import Fault, ModelServer, prompt_text
from support.web.http_connection import Body
from typer.testing import CliRunner, Result

from memary.evaluation.command import app
from memary.evaluation.qa.formats import read_talks
from memary.evaluation.qa.report import NO_ANSWER, QaReport

Write = Callable[..., Path]

OWN: dict[str, Any] = {
    "id": "kitchen",
    "messages": [
        {
            "id": "1",
            "text": "I bought a red kettle in Porto.",
            "created_at": "2026-03-01T09:00:00Z",
            "speaker": "Ines",
        },
        {"id": "2", "role": "assistant", "text": "A fine kettle!", "created_at": "2026-03-01T09:01:00Z"},
        {"id": "3", "text": "我把水壶送给了小明。", "created_at": "2026-04-01T09:00:00Z", "session": "2"},
    ],
    "questions": [
        {"question": "Where did Ines buy the kettle?", "answer": "Porto", "category": "place", "evidence": ["1"]},
        {"question": "Who has the kettle?", "answer": "Ines", "category": "owner", "asked_at": "2026-03-15"},
        {"question": "What did the toaster cost?", "answer": None, "category": "price"},
    ],
}

LONGMEMEVAL: dict[str, Any] = {
    "question_id": "q7",
    "question_type": "single-session-user",
    "question": "What colour is my kettle?",
    "answer": "red",
    "question_date": "2026/05/03 (Sun) 10:30",
    "haystack_dates": ["2026/04/02 (Thu) 09:00", "2026/03/01 (Sun) 08:00"],
    "haystack_session_ids": ["s2", "s1"],
    "haystack_sessions": [
        [{"role": "user", "content": "Hello again."}],
        [
            {"role": "user", "content": "My kettle is red.", "has_answer": True},
            {"role": "assistant", "content": "Noted."},
        ],
    ],
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("MEMARY_BASE_URL", running.base_url)
        monkeypatch.setenv("MEMARY_API_KEY", "none")
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        running.when("You judge answers", verdicts)
        running.when(is_extraction, NO_NEWS)
        running.respond(answer)
        yield running


def answer(body: Body) -> str:
    """Answer by what the prompt holds, in the format of an agent."""
    asked = body["messages"][-1]["content"]
    shown = body["messages"][0]["content"]
    where = "Porto" if "kettle in Porto" in shown and "Where" in asked else "I do not know"
    return f"Thought: I can answer now.\nAnswer: {where}" if "Action Input" in shown else where


def verdicts(body: Body) -> str:
    """Judge as told: by the right answer alone."""
    lines = body["messages"][-1]["content"].splitlines()
    right = next(line for line in lines if line.startswith("RIGHT ANSWER: ")).removeprefix("RIGHT ANSWER: ")
    given = [line.split("] ", 1)[1] for line in lines if line.startswith("[")]
    wanted = "do not know" if right == "NOT IN THE TALK" else right
    found = [
        {"answer": number, "correct": wanted in text, "why": "as it says"} for number, text in enumerate(given, 1)
    ]
    return json.dumps({"verdicts": found})


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["qa", *map(str, arguments)])


def report_of(*arguments: object) -> QaReport:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return QaReport.model_validate_json(result.stdout)


def test_memory_and_the_others_are_judged_on_the_same_questions(server: ModelServer, write: Write) -> None:
    report = report_of("--data", write(OWN))

    assert [row.method for row in report.rows] == ["memary", "BM25", "whole"]
    for row in report.rows:
        assert row.overall.n == 3
        assert row.categories["place"].metrics["correct"].mean == 1
        assert row.categories["owner"].metrics["correct"].mean == 0
        assert row.categories[NO_ANSWER].metrics["correct"].mean == 1
        assert row.prompt_tokens > 0
    assert (report.probe.n, report.probe.metrics["correct"].mean) == (2, 0)
    assert (report.talks, report.messages, report.judge) == (1, 3, "scripted")


def test_a_question_is_answered_from_what_had_been_said_by_then(server: ModelServer, write: Write) -> None:
    report_of("--data", write(OWN), "--category", "owner")

    asked = [
        prompt_text(request.body) for request in server.requests if "Who has the kettle?" in prompt_text(request.body)
    ]
    answers = [prompt for prompt in asked if "You judge answers" not in prompt]
    assert len(answers) == 3
    assert all("2026-03-15" in prompt and "小明" not in prompt for prompt in answers)


def test_nothing_of_the_questions_stays_in_memory(server: ModelServer, write: Write, tmp_path: Path) -> None:
    kept = f"sqlite:///{tmp_path / 'kept.db'}"
    report_of("--data", write(OWN), "--store", kept)
    calls = server.chat_calls

    report_of("--data", write(OWN), "--store", kept)

    assert server.chat_calls - calls == 3 * 3 + 3  # answers and judging; the talk is read once


def test_answers_of_an_earlier_run_are_judged_without_asking_again(
    server: ModelServer, write: Write, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    first = run("--data", write(OWN), "--no-judging", "--no-read", "--details", answers)
    assert first.exit_code == 0, first.output
    calls = server.chat_calls

    report = report_of("--data", write(OWN), "--answers", answers, "--no-read", "--judge", "scripted")

    assert server.chat_calls - calls == 3
    assert report.rows[0].categories["place"].metrics["correct"].mean == 1


def test_a_judge_that_leaves_an_answer_out_is_asked_once_more(server: ModelServer, write: Write) -> None:
    server.script('{"verdicts": []}')

    report = report_of(
        "--data", write(OWN), "--method", "whole", "--category", "place", "--answers", *_answered(write)
    )

    assert report.rows[0].overall.metrics["correct"].mean == 1


def test_a_judge_that_cannot_be_read_costs_its_question_and_not_the_run(server: ModelServer, write: Write) -> None:
    server.clear_scripts()
    server.when(lambda body: "QUESTION: What did the toaster cost?" in prompt_text(body), "Hm.")
    server.when("You judge answers", verdicts)
    server.when(is_extraction, NO_NEWS)
    server.respond(answer)

    result = run("--data", write(OWN), "--method", "whole", "--json")

    assert result.exit_code == 1, "the report says that it is not whole"
    report = QaReport.model_validate_json(result.stdout)
    assert report.rows[0].overall.n == 2
    assert [check.name for check in report.checks if not check.passed] == ["every answer was judged"]


def _answered(write: Write) -> tuple[Path]:
    line = {
        "talk": "kitchen",
        "question": "1",
        "category": "place",
        "has_answer": True,
        "asked": "Where did Ines buy the kettle?",
        "right": "Porto",
        "method": "whole",
        "text": "In Porto.",
    }
    return (write(line, "answered.jsonl"),)


def test_a_file_of_longmemeval_is_one_talk_a_question(write: Write) -> None:
    [talk] = read_talks(write([LONGMEMEVAL | {"question_id": "q7_abs"}]))
    [sound] = read_talks(write([LONGMEMEVAL]))

    assert [message.text for message in talk.messages] == ["My kettle is red.", "Noted.", "Hello again."]
    assert (talk.questions[0].has_answer, sound.questions[0].answer) == (False, "red")
    assert sound.questions[0].evidence == ("s1:0",)
    assert f"{sound.questions[0].asked_at:%Y-%m-%d %H:%M}" == "2026-05-03 10:30"


def test_a_folder_of_beam_is_a_talk_with_its_rubric(tmp_path: Path) -> None:
    folder = tmp_path / "12"
    (folder / "probing_questions").mkdir(parents=True)
    turns = [
        {"role": "user", "id": 0, "time_anchor": "March-15-2024", "content": "The sprint ends on 29 March."},
        {"role": "assistant", "id": 1, "content": "Good."},
    ]
    (folder / "chat.json").write_text(json.dumps([{"batch_number": 1, "turns": [turns]}]))
    asked = {
        "information_extraction": [
            {"question": "When does the sprint end?", "answer": "29 March", "source_chat_ids": [0], "rubric": ["29"]}
        ],
        "abstention": [{"question": "Who won?", "ideal_response": "There is no information."}],
    }
    (folder / "probing_questions" / "probing_questions.json").write_text(json.dumps(asked))

    [talk] = read_talks(folder)

    assert (talk.id, f"{talk.messages[0].said_at:%Y-%m-%d}") == ("12", "2024-03-15")
    assert [(one.has_answer, one.evidence, one.rubric) for one in talk.questions] == [
        (True, ("0",), ("29",)),
        (False, (), ()),
    ]


def test_locomo_is_read_with_its_answers_and_its_audit(server: ModelServer, data: Path, audit: Path) -> None:
    report = report_of("--data", data, "--audit", audit, "--method", "whole", "--talk", "garden")

    assert set(report.rows[0].categories) == {"2", "4", NO_ANSWER}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([{"title": "a book"}], "is in no format that is known"),
        ([OWN, OWN], "holds talk 'kitchen' more than once"),
        ([OWN | {"messages": []}], "cannot be read as talk with questions"),
        ([1, 2], "holds no list of talks"),
    ],
)
def test_what_is_no_talk_is_refused_in_one_sentence(
    server: ModelServer, write: Write, given: object, told: str
) -> None:
    result = run("--data", write(given))

    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_without_a_model_it_says_what_to_set(write: Write) -> None:
    result = run("--data", write(OWN))

    assert result.exit_code == 2
    assert "set OPENAI_API_KEY" in result.stderr


def test_a_wrong_key_ends_the_run_in_one_sentence(server: ModelServer, write: Write) -> None:
    server.clear_scripts()
    server.respond(Fault.status(401, message="Incorrect API key provided.", error_code="invalid_api_key"))

    result = run("--data", write(OWN), "--method", "whole", "--at-once", "1")
    gc.collect()  # a question that was never asked would be complained of here

    assert result.exit_code != 0
    assert "key" in result.stderr
    assert "never awaited" not in result.stderr
    assert "Traceback" not in result.stderr


def test_a_model_that_does_not_read_now_is_asked_no_question_and_the_same_call_goes_on_later(
    server: ModelServer, write: Write, tmp_path: Path
) -> None:
    server.clear_scripts()
    server.respond(Fault.status(503))
    call = ("--data", write(OWN), "--no-judging", "--method", "memary", "--store", f"sqlite:///{tmp_path}/qa.db")

    result = run(*call)

    assert result.exit_code != 0
    assert "Messages of talk 'kitchen' could not be read, 3 wait: " in result.stderr
    assert "With --store the same call goes on" in " ".join(result.stderr.split())
    assert not [one for one in server.requests if not is_extraction(one.body)]

    server.clear_scripts()
    server.when(is_extraction, NO_NEWS)
    server.respond(answer)
    assert all(check.passed for check in report_of(*call).checks)
