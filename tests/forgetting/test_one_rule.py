"""What tells of somebody goes the same way, asked for in talk or with `forget`.

What is about others stays.
"""

from __future__ import annotations

import pytest

from memary import ChatAgent, Memary


def left(memory: Memary) -> tuple[set[str], set[str]]:
    """What is left of what was said before the request, and of the facts."""
    said = {one.content for one in memory.messages.list(user_id="ada", session_id="before")}
    return said, {fact.statement for fact in memory.facts.list(user_id="ada")}


def told(lines: list[str]) -> Memary:
    """Open a memory in which lines were said."""
    memory = Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True)
    for line in lines:
        memory.add(line, user_id="ada", session_id="before")
        memory.flush()
    return memory


@pytest.mark.parametrize(
    ("lines", "asked", "name", "said", "facts"),
    [
        (
            ["I have a dog named Bruno and a cat named Pixel.", "Bruno is ill. He sleeps a lot. I like rain."],
            "Please forget everything about Bruno.",
            "Bruno",
            {"a cat named Pixel.", "I like rain."},
            {"User's cat is Pixel.", "User likes rain."},
        ),
        (
            ["My friend Cleo and my sister Lena live in Graz."],
            "Please forget everything about Cleo.",
            "Cleo",
            {"my sister Lena live in Graz."},
            {"User's sister is Lena."},
        ),
        (
            ["我有一只狗叫旺财，还有一只猫叫咪咪。", "旺财很乖。我喜欢下雨。"],
            "请忘掉关于旺财的一切。",
            "旺财",
            {"还有一只猫叫咪咪。", "我喜欢下雨。"},
            {"用户的猫是咪咪。", "用户喜欢下雨。"},
        ),
    ],
)
def test_talk_and_command_take_the_same(
    lines: list[str], asked: str, name: str, said: set[str], facts: set[str]
) -> None:
    with told(lines) as memory, told(lines) as other:
        answer = ChatAgent(memory, user_id="ada", session_id="now").chat(asked)
        assert answer.forgotten is not None
        manifest = other.forget(user_id="ada", entity=name)
        assert left(memory) == left(other)
        assert (answer.forgotten.messages, answer.forgotten.facts) == (manifest.messages, manifest.facts)
        assert left(other)[0] == said
        assert facts <= left(other)[1]
        assert name not in "".join(left(other)[1])


def test_a_dry_run_shows_what_goes_of_messages_that_stay() -> None:
    with told(["Bruno is ill. I like rain."]) as memory:
        memory.facts.add([{"subject": "Bruno", "predicate": "is", "object": "ill"}], user_id="ada")
        would = memory.forget(user_id="ada", entity="Bruno", dry_run=True)
        assert would.parts == ("Bruno is ill.",)
        assert would.message_ids == ()
        assert left(memory)[0] == {"Bruno is ill. I like rain."}


def test_a_fact_takes_its_words_and_leaves_what_else_they_told() -> None:
    with told(["I live in Ulm. I like rain."]) as memory:
        (home,) = [fact for fact in memory.facts.list(user_id="ada") if fact.object == "Ulm"]
        memory.forget(user_id="ada", fact_id=home.id)
        assert left(memory) == ({"I like rain."}, {"User likes rain."})


def test_of_two_of_one_name_the_other_keeps_what_was_said_of_them() -> None:
    with told(["Ada King lives in Rome.", "My name is Ada King."]) as memory:
        (pair,) = memory.entities.duplicates(user_id="ada")
        me, other = sorted((pair.one, pair.other), key=lambda one: "User" not in (one.name, *one.aliases))
        memory.entities.distinguish(user_id="ada", entity=me.id, other=other.id)
        memory.entities.delete(other.id, user_id="ada")
        assert left(memory)[0] == {"My name is Ada King."}
