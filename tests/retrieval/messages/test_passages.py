"""A long message is found and shown by the passage of it that answers."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary
from memary.retrieval.hits import Hit

FILLER = "The harbour was calm and the boats lay in their places, as they do in the evening. "
CHINESE = "港口很平静，船都停在自己的位置上，和每个晚上一样。"


def asked(memory: Memary, question: str, *lines: str) -> Hit:
    user = fresh_user()
    memory.add([{"role": "assistant", "content": line} for line in lines], user_id=user, infer=False)
    return memory.search(question, user_id=user, kinds={"message"})[0]


@pytest.mark.parametrize(
    ("filler", "answer", "question"),
    [
        (FILLER, "The spare key hangs behind the blue door. ", "Where does the spare key hang?"),
        (CHINESE, "备用钥匙挂在蓝色的门后面。", "备用钥匙挂在哪里？"),
    ],
)
def test_of_a_long_answer_the_passage_with_the_answer_is_shown(
    either: Memary, filler: str, answer: str, question: str
) -> None:
    long = filler * 20 + answer + filler * 20
    user = fresh_user()
    either.add([long, *(f"{filler}{n}" for n in range(20))], user_id=user, infer=False)
    found = either.search(question, user_id=user, kinds={"message"})
    hit = next(hit for hit in found if answer.strip() in hit.text)
    assert len(hit.text) < len(long) / 2
    assert hit.text.startswith("…")
    assert hit.text.endswith("…")
    assert hit.source_ids == (hit.id,)


def test_words_that_stand_together_go_before_the_same_words_far_apart(memory: Memary) -> None:
    apart = f"The key is here. {FILLER * 20} It is spare. {FILLER * 20} A door is blue. {FILLER * 5}"
    together = f"{FILLER * 30} The spare key is at the blue door. {FILLER * 20}"
    others = [f"{FILLER}{n}" for n in range(20)]
    assert "spare key" in asked(memory, "Which door has the spare blue key?", apart, together, *others).text


def test_budgets_of_tokens_are_filled_by_passages(memory: Memary) -> None:
    memory.add([f"Boat {n} needs paint. {FILLER * 40}" for n in range(6)], user_id="ada", infer=False)
    hits = memory.search("Which boat needs paint?", user_id="ada", kinds={"message"}, token_budget=600)
    assert len(hits) >= 3


REASONS = "It is kindly written, has many drawings, and its exercises suit somebody who learns in the evening. " * 4
BOOKS = [f"{place}. **The Book of {name}**. {REASONS}" for place, name in enumerate(("Apples", "Bees", "Clay"), 1)]


def test_a_context_shows_how_a_list_of_a_long_answer_goes_on(memory: Memary) -> None:
    answer = "\n\n".join(["Three books for the course, in the order in which to read them:", *BOOKS])
    memory.add(
        [{"role": "assistant", "content": answer}, *(f"{FILLER}{n}" for n in range(20))], user_id="ada", infer=False
    )
    question = "Which book did you put third for the course?"
    assert "Clay" not in memory.search(question, user_id="ada", kinds={"message"})[0].text
    assert "Clay" in memory.context(question, user_id="ada").recalled_text


def test_a_context_quotes_more_of_a_long_answer_only_where_there_is_room(memory: Memary) -> None:
    memory.add([f"Boat {n} needs paint. {FILLER * 40}" for n in range(6)], user_id="ada", infer=False)
    window = memory.context("Which boat needs paint?", user_id="ada")
    assert {one.kind for one in window.given} == {"message"}
    assert all(f"Boat {n} needs paint" in window.recalled_text for n in range(6))
    few = memory.context("Which boat needs paint?", user_id="ada", budget=500)
    assert few.tokens <= 500
