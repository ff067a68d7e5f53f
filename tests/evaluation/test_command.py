from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from memary.evaluation.command import app
from memary.evaluation.recall.locomo import Observation
from memary.evaluation.recall.observations import given_facts
from memary.evaluation.report import Report

Samples = list[dict[str, Any]]
Write = Callable[..., Path]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["locomo", *map(str, arguments)])


def report_of(*arguments: object) -> Report:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return Report.model_validate_json(result.stdout)


def test_the_report_says_what_it_ran_on_and_counts_every_question(data: Path) -> None:
    report = report_of("--data", data)

    assert report.data_sha256 == sha256(data.read_bytes()).hexdigest()
    assert (report.protocol, report.embedding, report.turns) == ("raw", "sentences+words", 10)
    assert report.asked == {1: 1, 2: 2, 3: 1, 4: 7}
    assert report.adversarial == 1
    assert [row.name for row in report.rows] == ["memary", "BM25", "dense", "RRF"]
    assert all(check.passed for check in report.checks)


def test_memary_finds_the_evidence_of_questions_in_its_own_words(data: Path) -> None:
    memary, bm25, *_ = report_of("--data", data, "--conversation", "garden").rows

    for row in (memary, bm25):
        assert row.categories[4].metrics["recall@5"].mean == 1
        assert row.conversations.keys() == {"garden"}
        assert row.overall.metrics["recall@4000tokens"].mean == 1
    assert memary.latency is not None
    assert bm25.latency is None


def test_a_turn_too_long_for_one_message_is_found_by_any_of_its_parts(data: Path, tmp_path: Path) -> None:
    samples: Samples = json.loads(data.read_text(encoding="utf-8"))
    [garden] = [sample for sample in samples if sample["sample_id"] == "garden"]
    turn = garden["conversation"]["session_1"][0]
    turn["text"] = f"{turn['text']}\n\n" + "The neighbours talked about the weather for hours. " * 2_000
    long = tmp_path / "long.json"
    long.write_text(json.dumps(samples), encoding="utf-8")

    report = report_of("--data", long, "--facts", "--store", f"sqlite:///{tmp_path / 'kept.db'}")

    assert all(check.passed for check in report.checks)
    assert report.turns == 10


def test_the_clean_protocol_asks_fewer_questions_and_says_so(data: Path, audit: Path) -> None:
    report = report_of("--data", data, "--audit", audit)

    assert (report.protocol, report.audit_entries) == ("clean", 4)
    assert report.asked == {1: 1, 2: 1, 3: 1, 4: 6}
    assert report.dropped == {"TEMPORAL_ERROR": 1, "HALLUCINATION": 1}


def test_hits_and_budgets_are_measured_where_asked_for(data: Path) -> None:
    metrics = report_of("--data", data, "--top-k", "3,1", "--budgets", "20").rows[0].overall.metrics

    assert list(metrics) == ["recall@1", "recall@3", "hit@1", "hit@3", "ndcg@10", "recall@20tokens"]


def test_facts_are_asked_beside_the_run_without_them(data: Path) -> None:
    report = report_of("--data", data, "--facts")

    assert [row.name for row in report.rows][-2:] == ["memary + facts", "memary + facts as hits"]
    assert [(one.observations, one.facts) for one in report.conversations] == [(3, 3), (0, 0)]


def test_people_get_tables_on_stdout(data: Path, audit: Path) -> None:
    result = run("--data", data, "--audit", audit)

    assert result.exit_code == 0
    for part in (
        "clean, 4 entries",
        "R@10",
        "NDCG@10",
        "R@4000t",
        "4 single-hop (6)",
        "garden (4 questions",
        "wall p95",
    ):
        assert part in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 118


def test_details_hold_one_line_for_each_method_and_question(data: Path, tmp_path: Path) -> None:
    report_of("--data", data, "--details", tmp_path / "details.jsonl", "--conversation", "sea")

    lines = [json.loads(line) for line in (tmp_path / "details.jsonl").read_text().splitlines()]
    assert len(lines) == 4 * 6
    assert lines[0]["text"] == "What is the name of Mai's surfboard?"
    assert lines[0]["evidence"] == ["D1:3"]
    assert lines[0]["measures"]["recall@5"] == 1


def test_a_store_keeps_the_conversations_and_may_be_asked_again(data: Path, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'kept.db'}"

    first, again = report_of("--data", data, "--store", store), report_of("--data", data, "--store", store)

    assert first.rows[0].overall == again.rows[0].overall


def test_a_store_with_facts_is_refused(data: Path, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'kept.db'}"
    report_of("--data", data, "--store", store, "--facts")

    result = run("--data", data, "--store", store)

    assert result.exit_code == 2
    assert "6 messages and 3 facts of user 'locomo-garden' already" in result.stderr


@pytest.mark.parametrize(
    ("spoil", "failed"),
    [
        (lambda garden: garden["qa"][0].update(category=7), "unknown categories: 7"),
        (lambda garden: garden["qa"][0].update(evidence=["D9:9", "D9:8", "D1:2"]), "2 of 14 citations"),
        (lambda garden: garden["qa"][0].update(evidence=["see above"]), "1 of 12 citations"),
        (
            lambda garden: garden["conversation"]["session_1"][1].update(dia_id="D1:1"),
            "every turn has an id of its own: 1 repeated, first garden, D1:1",
        ),
    ],
)
def test_a_failing_self_check_ends_with_one_but_the_report_is_still_printed(
    spoil: Callable[[dict[str, Any]], None], failed: str, samples: Samples, write: Write
) -> None:
    spoil(samples[0])

    result = run("--data", write(samples))

    assert result.exit_code == 1
    assert failed in result.stderr
    assert "FAILED" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--top-k", "five"), "--top-k 'five' is not a list of numbers"),
        (("--top-k", "0"), "must be 1 or more"),
        (("--conversation", "lake"), "no conversation 'lake'"),
        (("--audit", "nowhere.json"), "nowhere.json cannot be read"),
        (("--embedding", "crystal"), "crystal"),
        (("--details", "no/such/folder"), "cannot be written"),
    ],
)
def test_a_call_that_cannot_work_is_one_sentence_and_code_two(
    arguments: tuple[str, ...], sentence: str, data: Path
) -> None:
    result = run("--data", data, *arguments)

    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_statements_of_one_speaker_become_different_facts() -> None:
    said = [Observation("Ines", text, ("D1:1",)) for text in ("Ines grows tomatoes at home.", "Ines loves tomatoes.")]
    said += [Observation("Ines", "Ines sold tomatoes at home.", ("D1:2",)), Observation("Tom", "Tom", ("D1:2",))]

    facts = given_facts(said, {"D1:1": "m1", "D1:2": "m2"})

    assert len({fact["object"] for fact in facts}) == len(facts) == 3
    assert {fact["subject"] for fact in facts} == {"Ines"}
    assert facts[0]["object"] == "tomatoes home"
    assert facts[2]["source_ids"] == ("m2",)
