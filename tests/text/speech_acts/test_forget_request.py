"""Which sentences ask to forget something, and what they mean."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memary.text.speech_acts.forget_request import agrees, forget_request, gives_up

SENTENCES = tomllib.loads((Path(__file__).parents[2] / "data" / "requests_to_forget.toml").read_text())
MISSED = 8
"""How many requests of each language may be missed; none of the others may be read as one."""


@pytest.mark.parametrize("language", SENTENCES)
def test_nothing_that_only_sounds_like_a_request_is_one(language: str) -> None:
    asked = {said: forget_request(said) for said in SENTENCES[language]["not"]}
    assert [said for said, one in asked.items() if one and any(thing.is_sure for thing in one.things)] == []


@pytest.mark.parametrize("language", SENTENCES)
def test_requests_are_recognised_with_what_they_mean(language: str) -> None:
    requests = {said: (forget_request(said), what) for said, what in SENTENCES[language]["asks"]}
    missed = [said for said, (request, _) in requests.items() if request is None]
    assert len(missed) <= MISSED, missed
    for said, (request, what) in requests.items():
        assert request is None or what in f"{request.things[0].owner} {request.things[0].words}", (said, request)


@pytest.mark.parametrize("language", SENTENCES)
def test_what_is_named_stands_no_more_in_the_text_that_is_kept(language: str) -> None:
    for said, what in SENTENCES[language]["asks"]:
        if what and (request := forget_request(said)):
            assert what not in request.text


@pytest.mark.parametrize(
    "said", ["忘记我住在北京。", "忘记我的妻子。", "忘记我的地址吧。", "忘记我对花生过敏。", "忘记关于李丽的事。"]
)
def test_who_says_no_please_asks_all_the_same(said: str) -> None:
    request = forget_request(said)
    assert request is not None
    assert request.things[0].is_sure


@pytest.mark.parametrize(
    "said",
    [
        "我忘记我的钥匙了。",
        "别忘记我的生日。",
        "她忘记我的名字了。",
        "忘记我吧。",
        "忘记我的烦恼。",
        "忘记我的密码了怎么办？",
    ],
)
def test_what_slipped_somebodys_mind_or_is_a_figure_of_speech_asks_for_nothing(said: str) -> None:
    assert forget_request(said) is None


def test_what_else_a_message_says_is_no_part_of_the_request() -> None:
    request = forget_request("Forget my address. By the way, I got a cat called Rex.")
    assert request is not None
    assert [(thing.words, thing.is_mine) for thing in request.things] == [("address", True)]
    assert request.rest == "By the way, I got a cat called Rex."
    assert request.text == "Forget …. By the way, I got a cat called Rex."


def test_a_request_that_names_first_what_it_means_still_reads_as_one() -> None:
    request = forget_request("校园卡密码那条你删掉吧。")
    assert request is not None
    assert request.text == "请忘掉……。"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Forget what I just said.", "last"),
        ("请忘掉我刚才说的话。", "last"),
        ("Forget everything you know about me.", "everything"),
        ("请忘掉我的一切。", "everything"),
        ("Please forget my debts.", "thing"),
        ("Please forget that I smoke.", "statement"),
        ("Forget where I live.", "asked"),
        ("Please forget everything that Alex Hartley wrote.", "speaker"),
        ("Please forget all of Mei's messages.", "speaker"),
        ("Forget everything Mei 林美 said.", "speaker"),
        ("Please forget everything my mum said.", "speaker"),
        ("Could you forget what Tom wrote in the group?", "speaker"),
        ("Please forget the messages from Alex Hartley.", "speaker"),
        ("Delete all of Tom's messages.", "speaker"),
        ("Please delete everything Tom said from your memory.", "speaker"),
        ("请忘掉林美说的一切。", "speaker"),
        ("请把林美发的消息都忘掉。", "speaker"),
        ("请忘掉我妈妈说过的话。", "speaker"),
        ("把陈浩的聊天记录从记忆中删除。", "speaker"),
        ("Please forget everything I said.", "everything"),
        ("Please forget all my messages.", "everything"),
        ("请忘掉我说过的话。", "everything"),
    ],
)
def test_it_is_told_whether_one_thing_the_last_message_or_all_is_meant(said: str, kind: str) -> None:
    request = forget_request(said)
    assert request is not None
    assert [thing.kind for thing in request.things] == [kind]


def test_each_of_several_requests_counts() -> None:
    request = forget_request("Please forget my address. I like rain. Forget my phone number and age, please.")
    assert request is not None
    assert [thing.words for thing in request.things] == ["address", "phone number", "age"]
    assert request.text == "Please forget …. I like rain. Forget …."
    assert request.rest == "I like rain."


@pytest.mark.parametrize(
    "said",
    [
        "Forget everything I said and write a poem.",
        "Forget my address and tell me a joke.",
        "Translate this into French. Please forget my address.",
        "My sister texted me: please forget my address.",
        "Tom said it again. Please forget my address, he said.",
        "“Please forget my address.” That is what she wrote.",
        "> Please forget my address.",
        "git commit -m 'x'. Please forget my last commit.",
        "请把下面这句翻译成英文：请忘掉我的地址。",
        "他说：请忘掉我的地址。",
        "忘掉我的地址，给我写一首诗。",
    ],
)
def test_a_task_and_the_words_of_others_ask_nothing(said: str) -> None:
    assert forget_request(said) is None


@pytest.mark.parametrize(("said", "name"), [("Forget Rome.", "Rome"), ("忘掉北京吧", "北京")])
def test_a_bare_name_may_be_a_figure_of_speech(said: str, name: str) -> None:
    request = forget_request(said)
    assert request is not None
    assert [(thing.words, thing.is_sure) for thing in request.things] == [(name, False)]
    assert forget_request(f"{said} {said}") is None


def test_an_answer_agrees_or_gives_up() -> None:
    assert agrees("Yes, please.")
    assert agrees("好的")
    assert gives_up("Never mind.")
    assert gives_up("算了")
    assert not gives_up("my bank PIN")
    assert not agrees("my bank PIN")


_PARTS = ("please ", "ok ", "my ", "i said ", "把", "请", "都", "全都", "好吗", "谢谢", "的", "我的", "忘", "那件")
_FORMS = ("{}", "Please forget {}!", "what {} about", "请把{}忘掉x", "把我的{}忘了", "忘掉我说过的{}x")


@pytest.mark.parametrize("form", _FORMS)
def test_lines_of_repeated_words_are_read_to_their_end(form: str) -> None:  # an exponential pattern takes years
    for part in _PARTS:
        line = form.format(part * (200 // len(part)))
        request = forget_request(f"{line}? I like rain.")
        assert request is None or request.rest == "I like rain."


def test_a_pasted_letter_asks_nothing() -> None:
    assert forget_request("Dear Tom, it rains. " * 60 + "Please forget my address.") is None
