"""The running summary: when messages are folded, and what it keeps though the text is written again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.records import message
from support.tables import each

from memary.conversation.open_items import closed_by, opened_by
from memary.conversation.summary import MATTERS, WORDS, RunningSummary, first_sentences, to_fold, turns, words_in
from memary.types import Message, Role


def talk(*roles: str) -> list[Message]:
    """Messages by their roles."""
    return [
        message("ada", f"message number {n} says something about boats", role=Role(role))
        for n, role in enumerate(roles)
    ]


def at_most(tokens: int) -> Callable[[Sequence[Message]], int]:
    """Show the newest whole turns of so many messages together."""

    def shown(messages: Sequence[Message]) -> int:
        kept = 0
        for turn in reversed(turns(messages)):
            if kept + len(turn) > tokens:
                break
            kept += len(turn)
        return kept

    return shown


def test_nothing_is_folded_while_all_is_shown() -> None:
    assert to_fold(talk("user", "assistant", "user"), keep=0, shown=len) == []


@pytest.mark.parametrize(
    ("roles", "keep", "folded"),
    [
        ("user assistant user assistant user assistant", 2, 4),
        ("user assistant user assistant user assistant", 3, 2),  # the question before the third last stays, too
        ("user assistant tool assistant user", 3, 2),  # all of it is one turn: better folded apart than never
        ("user user user user user", 3, 2),
        ("assistant assistant assistant assistant assistant", 1, 4),
        ("user assistant user assistant user", 0, 5),
        ("user assistant user assistant user assistant", 5, 2),  # there is no room for five
        ("user user user assistant assistant assistant assistant assistant", 4, 4),  # nor for the newest turn as one
        ("user user user assistant assistant assistant assistant assistant", 6, 8),  # nor for six, so none is hidden
    ],
)
def test_whole_turns_are_folded_but_for_the_last_messages(roles: str, keep: int, folded: int) -> None:
    messages = talk(*roles.split())
    assert to_fold(messages, keep=keep, shown=at_most(4)) == messages[:folded]


@pytest.mark.parametrize(
    ("known", "opened"),
    [
        ("Remind Ada to call Ben", "Remind Ben to call Ada"),
        ("Ada owes Ben 50 euros", "Ben owes Ada 50 euros"),
        ("Pay rent in May", "Do not pay rent in May"),
        ("提醒林夏给周航打电话", "提醒林夏不要给周航打电话"),
    ],
)
def test_matters_of_the_same_words_with_another_meaning_are_both_kept(known: str, opened: str) -> None:
    assert RunningSummary("", (known,)).folded("", opened=(opened,)).open == (known, opened)


def test_a_turn_is_what_a_user_says_with_what_answers_it() -> None:
    messages = talk("assistant", "user", "tool", "assistant", "user", "user", "assistant")
    assert [len(turn) for turn in turns(messages)] == [1, 3, 1, 2]


def test_open_matters_stay_word_for_word_until_they_are_settled() -> None:
    first = RunningSummary().folded("They plan a trip.", opened=["Book the ferry.", "Ask Ben for the tent."])
    again = first.folded("The weather is fine.", opened=["Buy sunscreen."])
    assert again.open == ("Book the ferry.", "Ask Ben for the tent.", "Buy sunscreen.")
    assert again.text == "The weather is fine."
    assert again.folded("Off they go.", opened=[], closed={0, 2}).open == ("Ask Ben for the tent.",)


def test_a_matter_said_again_is_not_listed_twice_and_settled_only_if_it_is_not_open_as_well() -> None:
    first = RunningSummary("Trip.", ("Book the ferry to Rhodes.",))
    assert first.folded("Trip.", opened=["book the ferry to Rhodes"]).open == first.open
    assert first.folded("Trip.", opened=["book the ferry to Rhodes"], closed={0}).open == first.open
    assert RunningSummary("旅行。", ("订去罗德岛的船票",)).folded("旅行。", opened=["订去罗德岛的船票。"]).open == (
        "订去罗德岛的船票",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pay invoice 17 of Bosch.", "Pay invoice 18 of Bosch."),
        ("Book the ferry from Rhodes to Kos for Ben.", "Book the ferry from Rhodes to Kos for Tom."),
        ("周五给兽医打电话。", "周一给兽医打电话。"),
    ],
)
def test_matters_that_are_only_alike_stay_apart(one: str, other: str) -> None:
    assert RunningSummary("Busy.", (one,)).folded("Busy.", opened=[other]).open == (one, other)


def test_of_one_matter_said_twice_the_fuller_sentence_stays() -> None:
    listed = RunningSummary("Busy.", ("Call the vet.",)).folded("Busy.", opened=["Call the vet on Friday."])
    assert listed.open == ("Call the vet on Friday.",)
    assert listed.folded("Busy.", opened=["Call the vet."]).open == listed.open


def test_of_too_many_matters_the_oldest_go() -> None:
    listed = RunningSummary().folded("Busy.", opened=[f"Errand {n} for person {n * 7}" for n in range(30)])
    assert len(listed.open) == MATTERS
    assert listed.open[-1] == "Errand 29 for person 203"


@pytest.mark.parametrize("sentence", ["Ada talks about the harbour and her boat. ", "林夏谈到港口和她的小船。"])
def test_a_text_is_cut_to_whole_sentences(sentence: str) -> None:
    cut = first_sentences(sentence * 20, WORDS)
    assert WORDS / 2 < words_in(cut) <= WORDS
    assert cut.endswith((".", "。"))


@pytest.mark.long
@given(st.text(max_size=400))
def test_a_text_is_never_longer_than_its_words(text: str) -> None:
    assert words_in(first_sentences(text, 10)) <= 11  # with the mark of a cut


@each(
    ("text", "opened"),
    [
        ("Remind me to call the vet. It is sunny.", ["Remind me to call the vet."]),
        ("I still need to pay the rent.", ["I still need to pay the rent."]),
        ("I've already paid the rent.", []),
        ("I have a cat.", []),
        ("I like tea. Do you?", []),
        ("别忘了给兽医打电话。今天天气很好。", ["别忘了给兽医打电话。"]),
        ("我还没交房租。", ["我还没交房租。"]),
        ("房租已经交了。", []),
        ("你还记得我的猫吗？", []),
        ("I still need to send Ben the book I bought.", ["I still need to send Ben the book I bought."]),
        ("房租还没交，已经晚了。", ["房租还没交，已经晚了。"]),
        ("我得去银行。", ["我得去银行。"]),
        ("记得买牛奶。", ["记得买牛奶。"]),
        ("I have to pay the rent, never mind, it is paid.", []),
        ("I'll call it a day.", []),
        ("I must admit that it is cold.", []),
        ("I have to say that it is cold.", []),
        ("I will send Mira the pots.", ["I will send Mira the pots."]),
        ("我会把陶罐寄给小雨。", ["我会把陶罐寄给小雨。"]),
        ("我明天会给小雨打电话。", ["我明天会给小雨打电话。"]),
        ("我会写诗。", []),
        ("我会把头发剪短。", []),
        ("我不会把钱寄给他。", []),
        ("每次我会把信寄给她。", []),
        ("以前我会给她送花。", []),
        ("我得了奖。", []),
        ("我记得去年下了雪。", []),
    ],
)
def test_without_a_model_what_is_plainly_still_to_do_is_an_open_matter(text: str, opened: list[str]) -> None:
    assert opened_by([message("ada", text)]) == opened
    assert opened_by([message("ada", text, role=Role.ASSISTANT)]) == []


@each(
    ("matter", "said", "is_settled"),
    [
        ("Remind me to call the vet.", "I called the vet this morning.", True),
        ("Remind me to call the vet.", "I booked a hotel.", False),
        ("I still need to pay the rent.", "The rent is paid.", True),
        ("别忘了给兽医打电话。", "兽医的电话已经打了。", True),
        ("别忘了给兽医打电话。", "酒店已经订好了。", False),
        ("I have to send the invoice to Tom.", "I sent Tom the invoice.", True),
        ("I have to send the invoice to Tom.", "I have not sent the invoice to Tom yet.", False),
        ("I have to send the invoice to Tom.", "I haven't sent the invoice to Tom.", False),
        ("I have to send the invoice to Tom.", "Have I sent the invoice to Tom?", False),
        ("I have to send the invoice to Tom.", "I never sent the invoice to Tom.", False),
        ("I have to send the invoice to Tom.", "I sent Tom a card.", False),
        ("I have to book the ferry to Rhodes.", "I called the ferry to Rhodes.", False),
        ("I have to book the ferry to Rhodes.", "The ferry to Rhodes is sorted.", True),
        ("I still need to pay the rent.", "I paid the electricity bill.", False),
        ("I still need to pay rent and electricity.", "I paid the electricity bill.", False),
        ("I still need to pay the rent.", "The rent has to be paid.", False),
        ("I still need to pay the rent.", "The rent is already late.", False),
        ("别忘了交房租。", "房租已经交了。", True),
        ("别忘了交房租。", "我付了房租。", True),
        ("别忘了交房租。", "房租还没交，已经晚了。", False),
        ("别忘了交房租。", "房租交了吗？", False),
        ("别忘了交房租。", "房租已经涨了。", False),
    ],
)
def test_without_a_model_a_matter_is_settled_by_what_shares_its_words(
    matter: str, said: str, is_settled: bool
) -> None:
    assert closed_by([matter], [message("ada", said)]) == ({0} if is_settled else set())
