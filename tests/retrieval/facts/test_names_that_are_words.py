"""A name that is a common word, too, is a name where a question writes it so: Go, Hope, Will."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from support.tables import each

from memary import Memary
from memary.languages.equivalents import common_names, words_alike

TOLD = (
    ("repo", "is_written_in", "Go 1.23", "The repo is written in Go 1.23."),
    ("Will", "works_at", "Acme", "Will works at Acme."),
    ("Hope", "lives_in", "Leeds", "Hope lives in Leeds."),
    ("Mei", "decided", "old card", "Mei decided that a refund goes back onto the old card."),
    ("Ben", "plans_to", "leave", "Ben will leave the firm in spring."),
    ("Ada", "hopes_for", "a dog", "Ada hopes to get a dog."),
    ("Mei", "left_out", "the job", "Mei decided to leave out the nightly job."),
    ("Ada", "goes_to", "gym", "Ada goes to the gym on Monday."),
    ("Tom", "uses", "old version", "Tom uses an old version of the app."),
    ("Eve", "plans", "a move", "Eve plans to live in Bergen."),
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as opened:
        given = [{"subject": a, "predicate": p, "object": b, "statement": said} for a, p, b, said in TOLD]
        at = datetime(2026, 3, 1, 9, tzinfo=UTC)
        opened.facts.add([{**one, "valid_at": at, "origin": "user"} for one in given], user_id="ada")
        yield opened


@each(
    ("question", "expected"),
    [
        ("Which Go version does the repo use?", "in Go 1.23"),
        ("What is written in Go?", "in Go 1.23"),
        ("Do we use Go?", "in Go 1.23"),
        ("Where does Hope live?", "Hope lives"),
        ("Where does Will work?", "Will works"),
        ("Where does Ada go on Monday?", "the gym"),
        ("Who hopes to get a dog?", "Ada hopes"),
    ],
)
def test_a_name_is_none_of_the_words_that_it_looks_like(memory: Memary, question: str, expected: str) -> None:
    assert expected in memory.search(question, user_id="ada", kinds={"fact"})[0].text


@each(
    ("question", "names"),
    [
        ("Which Go version do we use?", {"Go"}),
        ("Where does Hope live?", {"Hope"}),
        ("Where did she go?", set[str]()),
        ("Go and see where Ada lives", set[str]()),
        ("WHERE DID SHE GO?", set[str]()),
        ("What do I watch on Netflix?", set[str]()),  # no common word
        ("Where does Mum work?", set[str]()),
    ],
)
def test_a_capital_within_a_question_tells_a_name(question: str, names: set[str]) -> None:
    assert common_names(question) == names
    assert not {name.casefold() for name in names} & words_alike(question).keys()
