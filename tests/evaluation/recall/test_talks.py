"""The talks that nothing was made on can be measured again: whole and dated, with questions and a reader's facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.recall import talks
from memary import Memary
from memary.evaluation.qa.formats import read_talks

PATHS = sorted(talks.TALKS.glob("*.json"))

READ = [path for path in PATHS if talks.facts_of(path).exists()]

each_talk = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


@each_talk
def test_the_evidence_of_each_question_was_said_before_it_is_asked(path: Path) -> None:
    (talk,) = read_talks(path)
    said = {message.id: message.said_at for message in talk.messages}
    assert talk.id == path.stem
    assert len(said) == len(talk.messages)
    for question in talk.questions:
        assert question.has_answer == bool(question.evidence), question.text
        assert all(said[id_] <= question.asked_at for id_ in question.evidence), question.text


@pytest.mark.parametrize("path", READ, ids=[path.stem for path in READ])
def test_the_facts_of_a_reader_rest_on_what_was_said(path: Path) -> None:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as memory:
        talk = talks.fill(memory, path)
        facts = memory.facts.list(user_id=talk["id"], include_past=True)
    said = {message["id"] for message in talk["messages"]}
    assert len(facts) > 200
    assert all(fact.source_ids and set(fact.source_ids) <= said for fact in facts)


@pytest.mark.long
def test_the_window_holds_as_much_of_what_answers_as_before() -> None:
    path = talks.TALKS / "buoys.zh.json"
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as memory:
        answers = list(talks.ask(memory, talks.fill(memory, path)))
    assert sum(one.found[10] for one in answers) / len(answers) > 0.85
    assert sum(one.in_window == 1 for one in answers) >= 39
