"""What is answered without a model to who asks for what is known, and what a question leaves behind."""

from __future__ import annotations

import pytest

from memary import ChatAgent, Memary

TOLD = [
    "My name is Ada Novak.",
    "I live in Graz.",
    "I moved to Linz.",
    "I work at Bosch.",
    "I like jazz.",
    "My sister Mia lives in Bonn.",
    "I play the cello.",
]


def _asked(question: str, *texts: str) -> tuple[list[str], set[str]]:
    with Memary.open("sqlite:///:memory:", embedding="hash") as memory:
        for text in texts:
            memory.add(text, user_id="ada", wait=True)
        lines = ChatAgent(memory, user_id="ada").chat(question).text.splitlines()
        memory.flush()
        names = {row.entity.name for row in memory.entities.list(user_id="ada")}
    return lines, names


def test_who_asks_what_is_known_of_them_gets_all_of_it_and_their_own_first() -> None:
    lines, _ = _asked("What do you know about me?", *TOLD)
    facts = [line.removeprefix("- ").partition(" (")[0] for line in lines[1:]]
    own = [fact for fact in facts if fact.startswith("Ada Novak")]
    assert {
        "Ada Novak lives in Linz.", "Ada Novak works at Bosch.", "Ada Novak likes jazz.",
        "Ada Novak's sister is Mia.", "Ada Novak plays cello.",
    } <= set(own)  # fmt: skip
    assert facts.index("Mia lives in Bonn.") >= len(own)


@pytest.mark.parametrize("who", ["Omar", "My brother Omar"])
def test_where_another_has_lived_is_answered_with_what_is_over_too(who: str) -> None:
    lines, _ = _asked(
        "Where has Omar lived?", f"{who} lives in Berlin.", "Omar moved to Oslo.", "Omar moved to Rome."
    )
    assert {"Berlin", "Oslo", "Rome"} <= {place for place in ("Berlin", "Oslo", "Rome") if place in " ".join(lines)}
    assert "- Omar lives in Oslo. (" in "\n".join(lines)


def test_a_name_that_a_question_misspells_becomes_no_entity() -> None:
    lines, names = _asked("Where does Lukka live?", "My sister is Luka.")
    assert "Luka" in lines[-1]
    assert names == {"Luka"}


def test_a_new_name_in_a_question_is_one() -> None:
    assert _asked("Have you read Murakami?", "My sister is Luka.")[1] == {"Luka", "Murakami"}


def test_teas_and_acronyms_are_no_people_and_no_places() -> None:
    assert _asked("好吗？", "我喜欢喝龙井茶。", "我每天喝龙井。", "We use the CRM and the KPI of IBM.")[1] <= {
        "IBM",
        "龙井",
        "喝龙井茶",
    }
