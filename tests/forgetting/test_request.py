"""A message that was added asks to forget something: the worker does so when it reads it, on each store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memary import Memary
from memary.types import Action, MessageState


@pytest.fixture(params=["sqlite-file", "neo4j"])
def memory(request: pytest.FixtureRequest, open_on: Callable[..., Memary]) -> Memary:
    """An open memory without a language model."""
    own = {} if request.param == "neo4j" else {"embedding": "hash"}
    return open_on(request.param, forget_on_request=True, **own)


def exported(memory: Memary, user: str, folder: Path) -> str:
    memory.export(folder / "all.jsonl", user_id=user)
    text = (folder / "all.jsonl").read_text()
    (folder / "all.jsonl").unlink()
    return text


def talk(*texts: str) -> list[dict[str, str]]:
    return [
        {"content": text, "created_at": f"2026-01-01T10:{minute:02}:00Z", "session_id": "s1"}
        for minute, text in enumerate(texts)
    ]


@pytest.mark.words
@pytest.mark.parametrize(
    ("said", "secret", "kept"),
    [
        (["I live in Bratislava. I like rain.", "Please forget my address."], "Bratislava", "rain"),
        (["我的门锁密码是471135。我喜欢下雨。", "请把我的门锁密码忘掉。"], "471135", "下雨"),
    ],
)
def test_it_goes_with_all_that_repeats_it_and_the_rest_stays(
    memory: Memary, user: str, tmp_path: Path, said: list[str], secret: str, kept: str
) -> None:
    memory.add(talk(*said), user_id=user)
    memory.flush(user_id=user)
    assert secret not in exported(memory, user, tmp_path)
    assert {fact.object for fact in memory.facts.list(user_id=user)} == {kept}
    assert not memory.admin.stats(user_id=user).pending
    if memory.core.store.location.startswith("sqlite"):
        assert not any(secret.encode() in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.one_store
def test_an_imported_talk_that_asks_for_it_can_be_added_again(memory: Memary, user: str, tmp_path: Path) -> None:
    said = talk("My locker PIN is 471135.", "I like rain.", "Please forget that my locker PIN is 471135.")
    memory.add(said, user_id=user)
    memory.flush(user_id=user)
    memory.add(said, user_id=user)
    memory.flush(user_id=user)
    assert "471135" not in exported(memory, user, tmp_path)
    assert [message.content for message in memory.messages.list(user_id=user)] == ["I like rain.", "Please forget …."]


@pytest.mark.one_store
def test_what_is_said_after_the_request_stays(memory: Memary, user: str) -> None:
    memory.add(talk("I live in Bratislava.", "Forget my address.", "I live in Graz."), user_id=user)
    memory.flush(user_id=user)
    assert {fact.object for fact in memory.facts.list(user_id=user, include_past=True)} == {"Graz"}


@pytest.mark.one_store
def test_nothing_goes_where_several_things_may_be_meant(memory: Memary, user: str) -> None:
    said = ["My bank PIN is 123456.", "My locker PIN is 471135.", "Please forget my PIN."]
    memory.add(talk(*said), user_id=user)
    memory.flush(user_id=user)
    messages = memory.messages.list(user_id=user)
    assert [message.content for message in messages] == said
    assert messages[-1].state is MessageState.DONE


@pytest.mark.one_store
def test_the_assistant_asks_for_nothing(memory: Memary, user: str) -> None:
    said = talk("My locker PIN is 471135.")
    asked = {"role": "assistant", "content": "Please forget my locker PIN.", "created_at": "2026-01-01T11:00:00Z"}
    memory.add([*said, asked], user_id=user)
    memory.flush(user_id=user)
    assert "471135" in memory.messages.list(user_id=user)[0].content


@pytest.mark.one_store
def test_what_people_ask_each_other_is_no_request(memory: Memary, user: str) -> None:
    said = [one | {"speaker": "Tom"} for one in talk("My locker PIN is 471135.", "Please forget my locker PIN.")]
    memory.add(said, user_id=user)
    memory.flush(user_id=user)
    assert "471135" in memory.messages.list(user_id=user)[0].content


@pytest.mark.one_store
def test_the_ledger_tells_how_much_went_and_none_of_it(memory: Memary, user: str) -> None:
    memory.add(talk("I live in Bratislava.", "Forget my address."), user_id=user)
    memory.flush(user_id=user)
    rows = [row for row in memory.operations.list(user_id=user) if row.action is Action.FORGET]
    assert any(row.reason.startswith("forgot 1 messages, 1 facts") for row in rows)
    assert "Bratislava" not in str(rows)


def test_of_messages_of_one_time_the_last_one_is_meant(memory: Memary, user: str) -> None:
    memory.add(["I like rain.", "I was in rehab.", "Forget what I just said."], user_id=user, session_id="s1")
    memory.flush(user_id=user)
    assert [message.content for message in memory.messages.list(user_id=user)] == ["I like rain.", "Forget …."]


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        (
            [
                "Not a word to anyone: I've booked Bled for Tom, a hotel by the lake.",
                "Tom likes chess.",
                "The lake froze.",
            ],
            "Would you ever wipe what I told you about the hotel and the lake?",
            ["Tom likes chess.", "The lake froze."],
        ),
        (
            ["Can you keep something for me? The shed opens with 60-19-7.", "I paint the fence."],
            "That thing I had you keep, how to get into the shed? Wipe it, for good.",
            ["I paint the fence."],
        ),
        (
            ["悄悄告诉你，我去云脉面试了。", "我喜欢下雨。"],
            "上次跟你说的面试那点事，删了吧，当我没讲过。",
            ["我喜欢下雨。"],
        ),
    ],
)
@pytest.mark.one_store
def test_what_is_only_described_goes_where_one_message_alone_fits(
    memory: Memary, user: str, said: list[str], asked: str, left: list[str]
) -> None:
    memory.add(talk(*said, asked), user_id=user)
    memory.flush(user_id=user)
    assert [message.content for message in memory.messages.list(user_id=user)][:-1] == left
    assert memory.messages.list(user_id=user)[-1].content in ("Please forget ….", "请忘掉……。")


@pytest.mark.parametrize(
    "asked",
    [
        "Delete the table I told you about, and everything in that column.",  # a text
        "I wrote a memo. I should never have told you about work. Would you get rid of that?",  # nothing that fits
        "Mia wrote: “That thing I had you keep? Wipe it.”",
        "Wipe the table, I told you that Mia comes at six.",
        "那件事跟你说过，删掉了三行代码。",
        "把浴室清掉吧，跟你说了客人六点来。",
        "红灯那首拿掉了，那段别跟人说。",
    ],
)
@pytest.mark.one_store
def test_what_only_sounds_like_taking_something_back_takes_nothing(memory: Memary, user: str, asked: str) -> None:
    said = [
        "I wrote a sample and went to get bread.",
        "Don't tell anyone, I failed.",
        "别跟别人说，我挂科了。",
        asked,
    ]
    memory.add(talk(*said), user_id=user)
    memory.flush(user_id=user)
    assert [message.content for message in memory.messages.list(user_id=user)] == said


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        (["The alarm code of the rink is 553017."], "Don't keep the alarm code of the rink, please.", []),
        (["The shed lock opens late.", "The combination of the shed lock is 771455."],
         "Could you forget the combination of the shed lock?", ["The shed lock opens late."]),
        (["I sleep with a night light."], "About the night light: strike that, you never heard it.", []),
        (["My exam result was poor."], "Please remove my exam result from your memory: I got 38 points.", []),
        (["My therapist is called Ewald Finke."], "Please forget my therapist's name.", []),
        (["Gudrun Ask lets the flat."], "Please forget what I told you about Gudrun.", []),
        (["I'd rather tell you than my mother: it's Raynaud's. Cold fingers for life."],
         "Please forget what I told you about Raynaud's.", ["Cold fingers for life."]),
        (["Our conductor earns 45 an hour, don't spread that around."],
         "Please delete what I said about the conductor's pay.", []),
        (["Please don't tell anyone, but I smoked cigarettes."],
         "What I told you about the cigarettes, get that out of your memory.", []),
        (["We have a dog called Bruno and a cat called Pixel."], "Please forget Bruno.", ["a cat called Pixel."]),
        (["家里保险柜的密码是902871。"], "保险柜密码那个，麻烦你忘掉吧。", []),
        (["我的校园卡密码是336688。"], "校园卡密码那条你删掉吧。", []),
        (["店里刷卡机的密码是830517。"], "请你把刷卡机的密码忘了吧，银行让我们谁也别存。", []),
        (["邻居老毕欠我五百块，你先记着。"], "老毕欠钱的事，算了，忘了吧。", []),
        (["合伙人是邱建平。"], "以后别再提邱建平了，你把他忘了吧。", []),
        (["我在华为上班。"], "把华为忘了吧，不想再提。", []),
    ],
)  # fmt: skip
@pytest.mark.one_store
def test_requests_are_understood_as_people_word_them(
    memory: Memary, user: str, said: list[str], asked: str, left: list[str]
) -> None:
    memory.add(talk(*said, "Rain is fine.", asked), user_id=user)
    memory.flush(user_id=user)

    *kept, request = [message.content for message in memory.messages.list(user_id=user)]
    assert kept == [*left, "Rain is fine."]
    assert "38" not in request


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("My dog is called Bruno and my cat is called Pixel.", "my cat is called Pixel."),
        ("We have a dog called Bruno and a cat called Pixel.", "a cat called Pixel."),
    ],
)
@pytest.mark.one_store
def test_of_two_animals_told_in_one_sentence_the_other_stays_known(
    memory: Memary, user: str, said: str, left: str
) -> None:
    memory.add(talk(said, "Please forget Bruno."), user_id=user)
    memory.flush(user_id=user)

    assert [fact.statement for fact in memory.facts.list(user_id=user)] == ["User's cat is Pixel."]
    assert left in [message.content for message in memory.messages.list(user_id=user)]


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        ("Could you note that Mia lives in Rome? I work at Bosch. I am allergic to nuts.",
         "Forget everything I told you about Mia.", "I work at Bosch. I am allergic to nuts."),
        ("Could you note that Mia lives in Rome? She is a nurse there. I am allergic to nuts.",
         "Forget everything I told you about Mia.", "I am allergic to nuts."),
        ("My sister is Mia. Please keep in mind that I am allergic to nuts.",
         "Forget everything I told you about Mia.", "Please keep in mind that I am allergic to nuts."),
        ("I keep my diary secret. Mia came by. I am allergic to nuts.",
         "Forget everything I told you about Mia.", "I keep my diary secret. I am allergic to nuts."),
        ("帮我记一下小红的电话是138000。我在华为工作。我对花生过敏。",
         "请忘了我跟你说的关于小红的一切。", "我在华为工作。我对花生过敏。"),
        ("帮我记一下。我对花生过敏。我姐姐叫小红。", "请忘了我姐姐。", "帮我记一下。我对花生过敏。"),
    ],
)  # fmt: skip
@pytest.mark.one_store
def test_what_else_was_told_in_confidence_in_one_message_stays(
    memory: Memary, user: str, said: str, asked: str, left: str
) -> None:
    memory.add(talk(said, asked), user_id=user)
    memory.flush(user_id=user)

    assert memory.messages.list(user_id=user)[0].content == left
