"""Questions as people type them in a chat are answered like those that are written with care."""

from __future__ import annotations

import pytest

from memary import ChatAgent, Memary

TOLD = (
    "my sister anna works at google",
    "my brother tom lives in san francisco",
    "my dogs name is rex",
    "my bday is may 3",
    "my boss is called karen",
    "my gf is called nina",
    "my fav band is radiohead",
)
ASKED = [
    ("Where does Anna work?", "where does anna work"),
    ("What's my sister's name?", "whats my sisters name"),
    ("Do I have pets?", "do i have pets"),
    ("When's my birthday?", "whens my bday"),
    ("Where's my brother living?", "wheres my brother living"),
    ("Who's my boss?", "whos my boss"),
    ("What's my girlfriend's name?", "whats my gfs name"),
    ("What's my favorite band?", "whats my fav band"),
]


@pytest.mark.parametrize(("careful", "hasty"), ASKED)
def test_a_question_typed_in_haste_finds_and_answers_the_same(memory: Memary, careful: str, hasty: str) -> None:
    for text in TOLD:
        memory.add(text, user_id="ada", wait=True)
    first, same = (memory.search(text, user_id="ada", top_k=1)[0].text for text in (careful, hasty))
    assert first == same
    answers = [ChatAgent(memory, user_id="ada", session_id=text).chat(text).text for text in (careful, hasty)]
    assert answers[0] == answers[1]
