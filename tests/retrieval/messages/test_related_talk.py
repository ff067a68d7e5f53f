"""A window also holds what was said elsewhere of the matter of its best passages, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import Memary

FILLER = [
    ("How do I peel a {}?", "With a spoon."),
    ("What rhymes with {}?", "Nothing that I know."),
    ("Which wine goes with {}?", "A dry one."),
]
FRUIT = ("plum", "quince", "mango", "fig", "pear", "lychee", "papaya", "damson", "medlar", "rambutan")


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite://", embedding="hash", worker=False) as opened:  # by meaning more is found at once
        talk = [
            {"role": role, "content": text.format(fruit), "session_id": f"{fruit}-{number}"}
            for number, lines in enumerate(FILLER)
            for fruit in FRUIT
            for role, text in zip(("user", "assistant"), lines, strict=True)
        ]
        opened.add(talk, user_id="ada", infer=False)
        for session, text in (
            ("a", "We get our milk from the Hollerbach dairy, since they bring it to the door."),
            ("b", "The driver of the Hollerbach dairy has quit, so from now on one has to fetch things."),
            ("c", "牛奶一直从霍勒牧场拿，图的是送货上门"),
            ("d", "霍勒牧场的司机跑了，以后得自己去取"),
        ):
            opened.add(text, user_id="ada", session_id=session, infer=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "found"),
    [("Is our milk still a good deal?", "The driver of the"), ("牛奶还划算吗？", "司机跑了")],
)
def test_what_changes_a_matter_is_found_by_the_words_of_the_passage_about_it(
    memory: Memary, question: str, found: str
) -> None:
    window = memory.context(question, user_id="ada", history="none")

    assert found in window.recalled_text
    assert not any(found in hit.text for hit in memory.search(question, user_id="ada", top_k=3))


def test_what_repeats_other_passages_takes_no_room_in_the_window(memory: Memary) -> None:
    window = memory.context("Is our milk still a good deal?", user_id="ada", history="none")

    further = [hit.text for hit in window.hits[10:] if hit.kind == "message"]
    assert further.count("With a spoon.") <= 1
    assert len([text for text in further if text.startswith("Which wine")]) < len(FRUIT)
