"""A message whose statement has ended, or never was so, says it wherever it is shown."""

from __future__ import annotations

from typing import Any

import pytest
from support.records import fresh_user

from memary import ChatAgent, Hit, Memary


class Told:
    """What one user has told, in their sentences with the day of each."""

    def __init__(self, memory: Memary) -> None:
        self.memory, self.user = memory, fresh_user()

    def say(self, day: str, text: str) -> None:
        said = {"role": "user", "content": text, "created_at": f"{day}T09:00:00Z"}
        self.memory.add(said, user_id=self.user, wait=True)

    def message(self, question: str, text: str, **when: Any) -> Hit:
        found = self.memory.search(question, user_id=self.user, kinds={"message"}, **when)
        return next(hit for hit in found if hit.text == text)

    def over(self, question: str, text: str, **when: Any) -> list[str]:
        return [str(one) for one in self.message(question, text, **when).over]

    def line(self, question: str, text: str) -> str:
        window = self.memory.context(question, user_id=self.user).text
        return next(line for line in window.splitlines() if text in line)


@pytest.fixture
def told(either: Memary) -> Told:
    """A user of either store."""
    return Told(either)


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("said", "ending", "question", "over"),
    [
        (
            "I work at Bosch.",
            "I finally left Bosch yesterday.",
            "Where do I work?",
            "over since 2026-05-03: User works at Bosch.",
        ),
        (
            "I work at Bosch.",
            "I work at Siemens now.",
            "Where do I work?",
            "over since 2026-05-04: User works at Bosch. Now: User works at Siemens.",
        ),
        (
            "我在博世上班。",
            "我昨天离开了博世。",
            "我在哪里上班？",
            "over since 2026-05-03: 用户就职于博世。",
        ),
        (
            "我住在杭州。",
            "我搬到了上海。",
            "我住在哪里？",
            "over since 2026-05-04: 用户居住在杭州。 Now: 用户居住在上海。",
        ),
    ],
)
@pytest.mark.words
def test_a_message_says_since_when_what_it_states_is_over(
    told: Told, said: str, ending: str, question: str, over: str
) -> None:
    told.say("2026-05-01", said)
    assert told.over(question, said) == []
    told.say("2026-05-04", ending)
    assert told.over(question, said) == [over]
    assert told.over(question, ending) == []


@pytest.mark.one_store
def test_what_was_taken_back_was_never_so(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome.")
    told.say("2026-05-01", "No, I live in Bern.")
    assert told.over("Where do I live?", "I live in Rome.") == ["not so, as it turned out: User lives in Rome."]


@pytest.mark.one_store
def test_only_what_is_over_of_several_things_is_named(told: Told) -> None:
    both = "I live in Rome and work at Bosch."
    told.say("2026-05-01", both)
    told.say("2026-05-04", "I quit my job at Bosch.")
    assert told.over("Where do I work?", both) == [
        "over since 2026-05-04: User works at Bosch. Now: User works nowhere at present."
    ]


@pytest.mark.one_store
def test_what_the_user_ended_by_hand_is_over(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome.")
    (home,) = told.memory.facts.list(user_id=told.user)
    told.memory.facts.update(home.id, user_id=told.user, invalid_at="2026-06-01")
    assert told.over("Where do I live?", "I live in Rome.") == ["over since 2026-06-01: User lives in Rome."]
    assert told.memory.search("Where do I live?", user_id=told.user, as_of="2026-05-15", kinds="fact")
    (row, _) = reversed(told.memory.facts.history(home.id, user_id=told.user))
    told.memory.operations.undo(row.id, user_id=told.user)
    assert told.over("Where do I live?", "I live in Rome.") == []


@pytest.mark.one_store
def test_messages_say_by_their_ids_what_of_them_is_over(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome and work at Bosch.")
    told.say("2026-05-02", "I like tea.")
    told.say("2026-05-04", "I moved to Oslo.")
    listed = told.memory.messages.list(user_id=told.user)
    over = told.memory.messages.over([one.id for one in listed], user_id=told.user)
    assert [str(one) for ends in over.values() for one in ends] == [
        "over since 2026-05-04: User lives in Rome. Now: User lives in Oslo."
    ]
    assert list(over) == [listed[0].id]
    assert told.memory.messages.over([listed[0].id], user_id="somebody else") == {}


@pytest.mark.one_store
def test_what_is_so_again_is_not_over(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome.")
    told.say("2026-06-01", "I moved to Oslo.")
    assert told.over("Where do I live?", "I live in Rome.") != []
    told.say("2026-07-01", "I moved to Rome.")
    assert told.over("Where do I live?", "I live in Rome.") == []
    assert told.over("Where do I live?", "I moved to Oslo.") != []


@pytest.mark.one_store
def test_what_is_only_said_more_exactly_is_not_over(told: Told) -> None:
    told.say("2026-05-01", "I like coffee.")
    told.say("2026-05-04", "I like coffee with milk.")
    assert told.over("What do I like?", "I like coffee.") == []


@pytest.mark.one_store
def test_at_an_earlier_time_it_was_not_over(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome.")
    told.say("2026-06-01", "I moved to Oslo.")
    assert told.over("Where do I live?", "I live in Rome.", as_of="2026-05-20") == []


@pytest.mark.one_store
def test_undoing_the_end_takes_the_mark_away(told: Told) -> None:
    told.say("2026-05-01", "I live in Rome.")
    told.say("2026-06-01", "I moved to Oslo.")
    (moved,) = (one for one in told.memory.messages.list(user_id=told.user) if "Oslo" in one.content)
    told.memory.operations.undo_message(moved.id, user_id=told.user)
    assert told.over("Where do I live?", "I live in Rome.") == []


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("said", "ending", "question", "line"),
    [
        (
            "I work at Bosch.",
            "I finally left Bosch yesterday.",
            "Where do I work?",
            "User: I work at Bosch. — over since 2026-05-03: User works at Bosch",
        ),
        (
            "我住在杭州。",
            "我搬到了上海。",
            "我住在哪里？",
            "用户: 我住在杭州。 — 自2026-05-04起：用户居住在上海",
        ),
    ],
)
def test_the_context_window_and_answers_without_a_model_say_it(
    told: Told, said: str, ending: str, question: str, line: str
) -> None:
    told.say("2026-05-01", said)
    told.say("2026-05-04", ending)
    assert told.line(question, said).endswith(line)
    quoted = ChatAgent(told.memory, user_id=told.user).chat(question).text
    assert said not in quoted or line in quoted


@pytest.mark.one_store
def test_an_agent_without_a_model_quotes_the_old_sentence_with_its_end(told: Told) -> None:
    told.say("2026-05-01", "I work at Bosch.")
    told.say("2026-05-04", "I finally left Bosch yesterday.")
    answer = ChatAgent(told.memory, user_id=told.user).chat("Where do I work?").text
    assert "over since 2026-05-03: User works at Bosch" in answer


@pytest.mark.one_store
def test_a_passage_of_a_long_message_tells_the_end_of_what_it_speaks_of_alone(told: Told) -> None:
    between = " ".join(
        f"In room {n} of the old mill we painted the walls and oiled the wooden floor." for n in range(60)
    )
    told.say("2026-05-01", f"I work at Bosch. {between} I live in Kiel.")
    told.say("2026-05-04", "I finally left Bosch yesterday.")
    found = told.memory.search("What did we paint in the old mill?", user_id=told.user, kinds={"message"})
    mill = next(hit for hit in found if "old mill" in hit.text)
    assert "Bosch" not in mill.text
    assert mill.over == ()
    (work,) = [hit for hit in told.memory.search("Bosch", user_id=told.user, kinds={"message"}) if hit.id == mill.id]
    assert "I work at Bosch" in work.text
    assert [one.statement for one in work.over] == ["User works at Bosch."]


@pytest.mark.one_store
def test_what_is_over_calls_the_user_by_the_name_that_is_known_by_now(told: Told) -> None:
    told.say("2026-05-01", "I work at Bosch.")
    told.say("2026-05-02", "My name is Nora Lind.")
    told.say("2026-05-04", "I work at Siemens now.")
    assert told.over("Where do I work?", "I work at Bosch.") == [
        "over since 2026-05-04: Nora Lind works at Bosch. Now: Nora Lind works at Siemens."
    ]


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("said", "noted", "ending", "question", "over"),
    [
        (
            "I work at Bosch.",
            "Noted: Bosch.",
            "I finally left Bosch yesterday.",
            "Where do I work?",
            "over since 2026-05-03: User works at Bosch.",
        ),
        (
            "我在博世上班。",
            "好的，记下了：博世。",
            "我昨天离开了博世。",
            "我在哪里上班？",
            "over since 2026-05-03: 用户就职于博世。",
        ),
    ],
)
@pytest.mark.words
def test_what_the_assistant_said_back_is_over_with_it(
    told: Told, said: str, noted: str, ending: str, question: str, over: str
) -> None:
    turns = [{"role": role, "content": text} for role, text in (("user", said), ("assistant", noted))]
    told.memory.add([turn | {"created_at": "2026-05-01T09:00:00Z"} for turn in turns], user_id=told.user, wait=True)
    assert told.over(question, noted) == []
    told.say("2026-05-04", ending)
    told.memory.add(
        {"role": "assistant", "content": "Bosch 博世: noted.", "created_at": "2026-05-04T09:01:00Z"},
        user_id=told.user,
        wait=True,
    )
    assert told.over(question, noted) == [over]
    assert told.over(question, "Bosch 博世: noted.") == []
