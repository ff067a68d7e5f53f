"""What others wrote or said in a text that passes it on is nothing of who passes it on; one's own words stay read."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary
from memary.text.speech_acts.forget_request import forget_request

PASSED_ON = [
    "---------- Forwarded message ---------\nFrom: Bob <bob@x.com>\nDate: Mon, 2 Nov 2026\nTo: sarah@x.com\n\nHi Sarah,\n\nI live in Bristol now and I work at Shell. My wife is called Anna.\n\nBob",  # noqa: E501
    "Fwd: I live in Bristol. My wife is called Anna.",
    "FW: moving\nI live in Bristol now.",
    "Forwarded\nI live in Bristol now.",
    "[Forwarded many times] I live in Bristol now.",
    "[聊天记录] 我住在杭州。",
    "【转发】我住在杭州。",
    "-----Original Message-----\nFrom: Bob\nI live in Bristol.",
    "Begin forwarded message:\n\nI live in Bristol.",
    "From: Bob <bob@x.com>\nTo: me\n\nI live in Bristol.",
    "On Mon, 2 Nov 2026 at 10:00, Bob <bob@x.com>\nwrote:\n> I live in Bristol now.\n> I no longer live in Leeds.",
    "On Mon, 2 Nov 2026, Bob wrote:\n\nI live in Bristol now. I no longer live in Leeds.",
    "Steve wrote: I live in Bristol. My wife is called Anna.",
    "steve wrote: i live in bristol. my wife is called anna",
    "My wife wrote: I live in Bristol. My brother is called Max.",
    "My sister just texted me: I live in Bristol. My dog is called Rex.",
    "She said to me yesterday: I'm a nurse. I live in Bristol.",
    "The letter from my landlord reads: I live in Bristol. I no longer live in Leeds.",
    "Got this from Bob: I live in Bristol. My wife is called Anna.",
    "Here's Bob's email: I live in Bristol. My wife is called Anna.",
    "> I live in Bristol. My sister is called Zoe.\nlol look what she wrote",
    "Translate this: I live in Bristol. My brother is called Max.",
    "Can you proofread this?\nI live in Bristol. My brother is called Max.",
    "Please fix the grammar of this: I live in Bristol. My brother is called Max.",
    "How do I say in French: I live in Bristol. My brother is called Max.",
    "I live in Bristol. My brother is called Max. Please translate this to French.",
    "Hi, this is John from BT. I live in Bristol and I'm a nurse.",
    "Dear Sarah,\nI live in Bristol now.\nKind regards,\nBob Brown",
    "Dear Sarah, I live in Bristol now. Best wishes, Bob",
    "[10:02, 12/11/2026] Steve: I live in Bristol\n[10:03, 12/11/2026] Anna: I work at Shell",
    "Steve: I live in Bristol\nAnna: nice\nSteve: I work at Shell",
    "```\nI live in Bristol.\n```",
    "小王写道：我住在上海。我老婆叫安娜。",
    "我妈说：我住在上海。我哥哥叫马克斯。",
    "请翻译：我住在柏林。我哥哥叫马克斯。",
    "请把下面这段话翻译成英文：我住在柏林。我哥哥叫马克斯。",
    "我住在柏林。我哥哥叫马克斯。翻译成英文。",
    "发件人：小王\n收件人：小李\n\n我住在上海。",
    "亲爱的小李：\n我住在上海。\n\n小王",
]
OWN = [
    "I wrote: hello to all. I live in Oslo.",
    "I've always said: work less. I live in Oslo.",
    "As I told my boss: no more nights. I live in Oslo.",
    "PS: hello. I live in Oslo.",
    "An update: new home. I live in Oslo now.",
    "My wife said hi. I live in Oslo.",
    "My wife wrote a book. I live in Oslo.",
    'Steve wrote: "I live in Bristol."\nI live in Oslo.',
    "On Mon, 2 Nov 2026, Bob wrote:\n> I live in Bristol now.\n\nI live in Oslo.",
    ">_< sorry. I live in Oslo",
    "Rent > wage here. I live in Oslo.",
    "I translate books. I live in Oslo.",
    "The Fwd button is broken. I live in Oslo.",
    "I live in Oslo. Can you translate menus?",
    "Hi, this is Ada from Berlin. I live in Oslo.",
    "Hi Claude, I live in Oslo. Thanks!",
    "Hi, I live in Oslo. Kind regards, Ada",
    "I live in Oslo. Thanks, Claude",
    "Dear diary, I live in Oslo.",
    "I sent an email to Bob. I live in Oslo.",
    "You said: I live in York. No, I live in Oslo.",
    "比如说：我的家。我住在奥斯陆。",
    "我在做翻译。我住在奥斯陆。",
    "我妈说得对。我住在奥斯陆。",
    "我收到一条短信。我住在奥斯陆。",
]


def _told(memory: Memary, *texts: str) -> set[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize("text", PASSED_ON)
def test_what_others_say_in_a_text_is_nothing_of_who_passes_it_on_and_ends_nothing(memory: Memary, text: str) -> None:
    own = ("I'm married to Tom.", "I live in Leeds.")
    assert _told(memory, *own, text) == {"married_to Tom", "lives_in Leeds"}


@pytest.mark.parametrize("text", OWN)
def test_what_looks_like_it_and_is_ones_own_is_read(memory: Memary, text: str) -> None:
    known = _told(memory, text)
    assert {"lives_in Oslo", "居住在 奥斯陆"} & known
    assert not known & {"lives_in Bristol", "lives_in York"}


def test_a_letter_that_its_user_signs_is_their_own(memory: Memary) -> None:
    letter = "Dear Sarah,\nI live in Oslo now.\nKind regards,\nAda"
    assert _told(memory, "My name is Ada.", letter) == {"name_is Ada", "lives_in Oslo"}


def test_what_is_addressed_to_the_user_by_name_is_not_their_own(memory: Memary) -> None:
    assert _told(memory, "My name is Ada.", "Hi Ada, I live in Bristol now.") == {"name_is Ada"}


@pytest.mark.parametrize(
    "text",
    [
        "---------- Forwarded message ---------\nFrom: Bob\nTo: me\n\nPlease forget my address.",
        "> Please forget my address.\nwhat a man",
        "Steve: hi\nBob: hello\nSteve: Please forget my address.",
    ],
)
def test_what_others_ask_for_is_no_request_to_forget(text: str) -> None:
    assert forget_request(text) is None
    assert forget_request("Look:\n> how are you\nPlease forget my address.") is not None
