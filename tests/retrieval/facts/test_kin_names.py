"""What was said of somebody by name is found where a question says only what they are to the user."""

from __future__ import annotations

import pytest

from memary import Memary

BESIDE = [
    *(
        "The boiler broke yesterday.",
        "My boss is called Helen.",
        "What happened at the pool was a shame.",
        "The neighbour plays the drums.",
    ),
    *("锅炉昨天坏了。", "我的老板叫何伟。", "我昨天去看牙了。", "邻居在学游泳。"),
]


def found(memory: Memary, question: str, *said: str) -> list[str]:
    for text in (*said, *BESIDE):
        memory.add(text, user_id="tom", wait=True)
    return [hit.text for hit in memory.search(question, user_id="tom", top_k=4)]


@pytest.mark.parametrize(
    ("told", "said", "question"),
    [
        ("Our son is called Max.", "Max goes to Hillcrest from August on.", "Which school does my son attend?"),
        ("My sister is Ana.", "Ana sprained her ankle on the stairs.", "What happened to my sister?"),
        ("我的儿子叫小宝。", "小宝今年转到育才了。", "我儿子在哪儿上学？"),
    ],
)
def test_who_is_called_by_what_they_are_is_found_by_their_name(
    memory: Memary, told: str, said: str, question: str
) -> None:
    assert said in found(memory, question, told, said)


def test_of_many_who_are_the_same_to_the_user_none_is_meant_by_name(memory: Memary) -> None:
    told = [f"My friend is {name}." for name in ("Ana", "Ben", "Cleo", "Dan")]
    assert "Dan bought a boat." not in found(memory, "What did my friend tell?", *told, "Dan bought a boat.")
