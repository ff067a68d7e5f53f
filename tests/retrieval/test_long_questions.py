"""Questions that are longer than what of them is looked up."""

from __future__ import annotations

from memary import Memary
from memary.checks.bounds import QUERY_CHARS, looked_up


def test_of_a_very_long_question_the_end_is_looked_up_as_the_beginning_is() -> None:
    log = "Here is the log of the build, line by line, which says nothing. " * 200
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(["The greenhouse key hangs behind the Zanzibar map.", "I had soup for lunch."], user_id="ada")
        for question in (f"Where is the Zanzibar map? {log}", f"{log} Where is the Zanzibar map?"):
            assert "Zanzibar" in memory.search(question, user_id="ada", top_k=1)[0].text


def test_what_is_looked_up_is_no_longer_than_the_bound() -> None:
    assert looked_up("a question") == "a question"
    assert len(looked_up("x" * 100_000)) == QUERY_CHARS + 1
    assert looked_up("a" * 50_000 + "z" * 50_000) == "a" * 2_000 + "\n" + "z" * 2_000
