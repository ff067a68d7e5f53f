"""What "we" of a question is read as, and "dad"."""

from __future__ import annotations

import pytest

from memary.text.own_matters import as_asker, of_speaker


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


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("What does dad take at night?", "What does my dad take at night?"),
        ("filling dads box", "filling my dad's box"),
        ("Grandma's recipe for plum cake", "my Grandma's recipe for plum cake"),
        ("Did Mum call?", "Did my Mum call?"),
        ("妈妈吃什么药？", "我妈妈吃什么药？"),
        ("给爸买什么好？", "给我爸买什么好？"),
        ("What did her dad say?", None),
        ("Where do Nora's mum and dad live?", None),
        ("Was it hard to be a mom?", None),
        ("gifts for dads", None),
        ("老公的生日是哪天", "我老公的生日是哪天"),
        ("我家那口子在哪上班", "我爱人在哪上班"),
        ("女儿国在哪", None),
        ("李雷给妈妈买了什么？", None),
        ("小明的爸爸在哪里？", None),
    ],
)
def test_relatives_called_by_what_they_are_are_those_of_whoever_speaks(said: str, read: str | None) -> None:
    assert of_speaker(said) == (read or said)
