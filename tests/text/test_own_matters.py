"""What "we" of a question is read as."""

from __future__ import annotations

import pytest

from memary.text.own_matters import as_asker


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Where did we live in October?", "Where did I live in October?"),
        ("What is our dog called?", "What is my dog called?"),
        ("Who visits us at Christmas?", "Who visits me at Christmas?"),
        ("我们十月住在哪里？", "我十月住在哪里？"),
        ("咱们家的狗叫什么？", "我家的狗叫什么？"),
        ("What did we talk about on Monday?", None),
        ("我们上次聊了什么？", None),
        ("When did I move to the US?", None),
        ("Who works in the US?", None),
        ("I am packing. What do we need next?", None),
        ("The tent is in the car. What do we need next?", None),
        ("帐篷在车里了。我们还需要什么？", None),
    ],
)
def test_us_is_who_asks_unless_what_was_said_together_is_meant(asked: str, read: str | None) -> None:
    assert as_asker(asked) == (read or asked)
