"""A model reads that a message asks to forget something, in words that no rule knows, and says what is meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer, prompt_text

from memary import ChatAgent, Memary
from memary.languages import texts
from memary.types import MessageState

USER = "ada"


@pytest.fixture
def memory(server: ModelServer, tmp_path: Path) -> Iterator[Memary]:
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    with Memary.open(
        f"sqlite:///{tmp_path}/memory.db", worker=False, forget_on_request=True, reflect_after=0, **settings
    ) as opened:
        yield opened


def chosen(prompt: str, key: str, *words: str) -> str:
    """Answer with the numbers of the lines that have one of some words."""
    lines = re.findall(r"^(\d+)\. (.*)$", prompt, re.MULTILINE)
    numbers = [int(number) for number, line in lines if any(word in line for word in words)]
    return json.dumps({"asks": True, key: numbers})


def plays(server: ModelServer, asked: str, *secret: str, key: str = "lines", facts: Any = (), **fields: Any) -> None:
    """Have the server see a request in these words, and take it to mean the lines with these secrets."""

    def answer(body: Any) -> str:
        prompt = prompt_text(body)
        if texts("en").forget_rules[:60] in prompt or texts("zh").forget_rules[:30] in prompt:
            return chosen(prompt.rpartition(":\n")[2], key, *secret)
        new = prompt.rpartition(":\n")[2]
        forget = [{"quote": asked, "about": "it", **fields}] if asked in new else []
        return json.dumps({"facts": [one for one in facts if one["quote"] in new], "forget": forget})

    server.respond(answer)


def talk(*texts: str, speaker: str | None = None) -> list[dict[str, Any]]:
    roles = {">": "assistant"}
    return [
        {
            "content": text.removeprefix(">").strip(),
            "role": roles.get(text[:1], "user"),
            "speaker": speaker,
            "created_at": f"2026-01-01T10:{minute:02}:00Z",
            "session_id": "s1",
        }
        for minute, text in enumerate(texts)
    ]


def said(memory: Memary) -> list[str]:
    return [message.content for message in memory.messages.list(user_id=USER)]


@pytest.mark.parametrize(
    ("told", "asked", "secret", "left"),
    [
        (
            ["My fingers turn white. The doctor calls it Raynaud's. I like rain.", "> Raynaud's can be kept warm."],
            "Strike the business with my hands.",
            ("fingers", "Raynaud"),
            ["I like rain.", "Please forget …."],
        ),
        (
            ["我手指发白，医生说是雷诺综合征。我喜欢下雨。", "> 雷诺综合征要注意保暖。"],
            "手的那档子事，就当我没讲过。",
            ("手指", "雷诺"),
            ["我喜欢下雨。", "请忘掉……。"],
        ),
    ],
)
def test_what_it_takes_for_meant_goes_with_the_echo_and_the_request(
    memory: Memary, server: ModelServer, tmp_path: Path, told: list[str], asked: str, secret: Any, left: list[str]
) -> None:
    facts = [{"subject": "User", "predicate": "has", "object": secret[1], "quote": secret[1]}]
    plays(server, asked, *secret, facts=facts)
    memory.add(talk(*told, asked), user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory) == left
    assert memory.facts.list(user_id=USER, include_past=True) == []
    assert not memory.admin.stats(user_id=USER).pending
    for word in (*secret, asked):
        assert not any(word.encode() in file.read_bytes() for file in tmp_path.iterdir())
    memory.add(talk(*told, asked), user_id=USER)
    memory.flush(user_id=USER)
    assert not any(word in "".join(said(memory)) for word in secret)


def taking(server: ModelServer, asked: str, left: dict[str, str], facts: Any, *whole: str) -> None:
    """Have the server read facts, and take a request to mean lines of which only some words stay, and whole ones."""

    def answer(body: Any) -> str:
        prompt = prompt_text(body)
        new = prompt.rpartition(":\n")[2]
        if not any(texts(one).forget_rules[:30] in prompt for one in ("en", "zh")):
            forget = [{"quote": asked, "about": "it"}] if asked in new else []
            return json.dumps({"facts": [one for one in facts if one["quote"] in new], "forget": forget})
        lines = re.findall(r"^(\d+)\. (?:\S+ [^:]+: )?(.*)$", new, re.MULTILINE)
        parted = {number: left[line] for number, line in lines if line in left}
        return json.dumps({"lines": [number for number, line in lines if line in whole], "left": parted})

    server.respond(answer)


SUM = "My nephew Cedric gets ninety thousand, and Mrs Abrahams is the executor."
EXECUTOR = {
    "subject": "User",
    "predicate": "has_executor",
    "object": "Mrs Abrahams",
    "quote": "Mrs Abrahams is the executor",
}
MARK = {
    "subject": "User",
    "predicate": "has_teacher",
    "object": "Ms Oyelaran",
    "quote": "Ms Oyelaran, who puts frogs on everything",
    "statement": "User has a teacher, Ms Oyelaran, who puts frogs on everything, even on the test with 23 percent.",
}
PLACE = {
    "subject": "用户",
    "predicate": "有定期",
    "object": "绍兴银行",
    "quote": "我在绍兴银行有定期，存单夹在辞海里",
}


@pytest.mark.parametrize(
    ("told", "fact", "left", "whole", "said_left", "stated"),
    [
        (SUM, EXECUTOR, {SUM: "Mrs Abrahams is the executor."}, (), "Mrs Abrahams is the executor.", "Mrs Abrahams"),
        (
            "Got 23 percent. The new teacher is Ms Oyelaran, who puts frogs on everything.",
            MARK,
            {MARK["statement"]: "User has a teacher, Ms Oyelaran, who puts frogs on everything."},
            ("Got 23 percent.",),
            "The new teacher is Ms Oyelaran, who puts frogs on everything.",
            "User has a teacher, Ms Oyelaran, who puts frogs on everything.",
        ),
        (
            "我在绍兴银行有定期，存单夹在辞海里。",
            PLACE,
            {"我在绍兴银行有定期，存单夹在辞海里。": "我在绍兴银行有定期。"},
            (),
            "我在绍兴银行有定期。",
            "绍兴银行",
        ),
    ],
)
def test_of_a_line_that_says_something_else_as_well_that_stays(
    memory: Memary,
    server: ModelServer,
    tmp_path: Path,
    told: str,
    fact: Any,
    left: dict[str, str],
    whole: Any,
    said_left: str,
    stated: str,
) -> None:
    asked = "The figure: strike it." if fact is not PLACE else "单子放哪的事，就当没讲过。"
    taking(server, asked, left, [fact], *whole)
    memory.add(talk(told), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk(asked)], user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory)[0] == said_left
    (kept,) = memory.facts.list(user_id=USER, include_past=True)
    assert stated in kept.statement
    assert memory.admin.stats(user_id=USER).unembedded == 0
    for word in ("ninety", "23 percent", "辞海"):
        assert not any(word.encode() in file.read_bytes() for file in tmp_path.iterdir())
    assert memory.admin.check(user_id=USER) == []


@pytest.mark.parametrize(
    "left",
    ["Mrs Abrahams inherits it.", "My nephew Cedric gets ninety thousand, and Mrs Abrahams is the executor.", "…"],
    ids=["other words", "all of it", "nothing"],
)
def test_what_stays_can_only_be_a_part_of_the_line(memory: Memary, server: ModelServer, left: str) -> None:
    taking(server, "The figure: strike it.", {SUM: left}, [EXECUTOR], SUM)
    memory.add(talk(SUM, "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The figure: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert sorted(said(memory)) == ["I like rain.", "Please forget …."]


def test_a_fact_whose_object_goes_does_not_stay(memory: Memary, server: ModelServer) -> None:
    fact = {"subject": "User", "predicate": "earns", "object": "4,200 euros", "quote": "4,200 euros"}
    fact["statement"] = "User earns 4,200 euros at Acme."
    taking(server, "The pay: strike it.", {fact["statement"]: "User earns at Acme."}, [fact])
    memory.add(talk("I make 4,200 euros at Acme.", "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The pay: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert memory.facts.list(user_id=USER, include_past=True) == []


@pytest.mark.parametrize("left", ["PIN is 482133.", "482133", "My is 482133"])
def test_what_is_asked_for_by_name_goes_whatever_a_model_leaves(
    memory: Memary, server: ModelServer, tmp_path: Path, left: str
) -> None:
    told = "My PIN is 482133."
    taking(server, "Please forget my PIN.", {told: left}, [])
    memory.add(talk(told, "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    ChatAgent(memory, user_id=USER).chat("Please forget my PIN.")
    assert not any(b"482133" in file.read_bytes() for file in tmp_path.iterdir())
    assert "I like rain." in said(memory)


@pytest.mark.parametrize(
    "reply",
    ['{"lines": [1], "left": {"1": null}}', '{"lines": [1], "left": {"1": ["a"]}}', '{"lines": [1], "left": 5}'],
)
def test_what_is_left_may_be_nothing(memory: Memary, server: ModelServer, reply: str) -> None:
    server.respond(lambda body: reply if "REQUEST" in prompt_text(body) else '{"facts": []}')
    memory.add(talk("Between us: the vault needs 8812.", "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    ChatAgent(memory, user_id=USER).chat("That thing about the vault I told you in confidence? Wipe it.")
    assert "8812" not in "".join(said(memory))
    assert "I like rain." in said(memory)


def test_a_reply_of_another_form_is_asked_for_again_and_then_rules_decide(
    memory: Memary, server: ModelServer
) -> None:
    server.respond(lambda body: '{"asks": null, "lines": [1]}' if "REQUEST" in prompt_text(body) else '{"facts": []}')
    memory.add(talk("Between us: the vault needs 8812.", "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    ChatAgent(memory, user_id=USER).chat("That thing about the vault I told you in confidence? Wipe it.")
    assert "8812" not in "".join(said(memory))
    assert sum("could not be used" in prompt_text(one.body) for one in server.requests) == 1


def test_a_fact_whose_subject_goes_does_not_stay(memory: Memary, server: ModelServer, tmp_path: Path) -> None:
    told = "Cedric owes Mrs Abrahams money."
    fact = {"subject": "Cedric", "predicate": "owes_money_to", "object": "Mrs Abrahams", "quote": told[:-1]}
    fact["statement"] = told
    taking(server, "Who it is: strike it.", {told: "owes Mrs Abrahams money."}, [fact])
    memory.add(talk(told, "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("Who it is: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert memory.facts.list(user_id=USER, include_past=True) == []
    assert not any(b"Cedric" in file.read_bytes() for file in tmp_path.iterdir())


def test_a_line_of_which_all_words_stay_stays(memory: Memary, server: ModelServer) -> None:
    taking(server, "The illness: strike it.", {"I like rain.": "I like rain."}, [], "They found glaucoma.")
    memory.add(talk("They found glaucoma.", "I like rain."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The illness: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert sorted(said(memory)) == ["I like rain.", "Please forget …."]


@pytest.mark.parametrize(
    ("told", "left", "kept"),
    [
        ("My rent is 900 and Mr Rowe collects it.", "MR ROWE 🔪 <> collects it", "Mr Rowe collects it."),
        ("I do not owe Mark money since my rent is 900.", "I do owe Mark money", None),
    ],
)
def test_what_stays_is_said_as_the_user_said_it(
    memory: Memary, server: ModelServer, told: str, left: str, kept: str | None
) -> None:
    taking(server, "The figure: strike it.", {told: left}, [], told)
    memory.add(talk(told), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The figure: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert [text for text in said(memory) if not text.startswith("Please forget")] == ([kept] if kept else [])


def test_of_a_fact_alone_the_message_that_tells_it_goes(memory: Memary, server: ModelServer, tmp_path: Path) -> None:
    fact = EXECUTOR | {"quote": SUM[:-1], "statement": "Of the will with ninety thousand Mrs Abrahams is executor."}
    taking(server, "The figure: strike it.", {fact["statement"]: "Mrs Abrahams is executor."}, [fact])
    memory.add(talk(SUM), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The figure: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert [one.statement for one in memory.facts.list(user_id=USER)] == ["Mrs Abrahams is executor."]
    assert not any(b"ninety" in file.read_bytes() for file in tmp_path.iterdir())


def test_a_sentence_in_other_words_does_not_tell_what_went(
    memory: Memary, server: ModelServer, tmp_path: Path
) -> None:
    told = "Got twelve K monthly from Acme."
    fact = {"subject": "User", "predicate": "works_at", "object": "Acme", "quote": told[:-1]}
    fact["statement"] = "User works at Acme, paid 12,000."
    taking(server, "The figure: strike it.", {told: "from Acme"}, [fact])
    memory.add(talk(told), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("The figure: strike it.")], user_id=USER)
    memory.flush(user_id=USER)
    assert [one.statement for one in memory.facts.list(user_id=USER)] == ["User works at Acme"]
    assert not any(b"12,000" in file.read_bytes() for file in tmp_path.iterdir())


def test_sessions_later_a_known_fact_says_what_is_meant(memory: Memary, server: ModelServer) -> None:
    asked = "Wipe the medical thing."
    fact = {"subject": "User", "predicate": "has", "object": "glaucoma", "quote": "glaucoma"}
    plays(server, asked, "glaucoma", facts=[fact], known=[1])
    memory.add(talk("They found glaucoma."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2"} for one in talk("I like rain.", asked)], user_id=USER)
    memory.flush(user_id=USER)
    assert "glaucoma" not in str(said(memory)) + str(memory.facts.list(user_id=USER, include_past=True))
    assert "I like rain." in said(memory)


@pytest.mark.long
def test_what_another_sentence_of_the_message_describes_is_found(memory: Memary, server: ModelServer) -> None:
    asked = "Could you strike my little mishap from the record? The one with the thermos."
    plays(server, asked, "Six hours")
    memory.add(
        [{"content": "Six hours at forty degrees, with a thermos rolling about.", "session_id": "s1"}], user_id=USER
    )
    others = [{"content": f"Stop {n} of the line is closed.", "session_id": f"o{n}"} for n in range(60)]
    memory.add(others, user_id=USER)
    memory.flush(user_id=USER)
    memory.add([{"content": asked, "session_id": "s2"}], user_id=USER)
    memory.flush(user_id=USER)
    assert not any("Six hours" in text for text in said(memory))
    assert len(said(memory)) >= len(others)


def test_what_the_message_says_beside_the_request_is_still_read(memory: Memary, server: ModelServer) -> None:
    fact = {"subject": "User", "predicate": "lives_in", "object": "Graz", "quote": "I live in Graz"}
    plays(server, "Scrap the rehab part.", "rehab", facts=[fact])
    memory.add(talk("I was in rehab.", "Scrap the rehab part. I live in Graz now."), user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory) == ["Please forget …. I live in Graz now."]
    assert [one.object for one in memory.facts.list(user_id=USER)] == ["Graz"]


def test_nothing_goes_where_it_is_unclear(memory: Memary, server: ModelServer) -> None:
    told = ["My bank PIN is 123456.", "My locker PIN is 471135.", "Scrap my PIN."]
    plays(server, "Scrap my PIN.", "123456", "471135", key="unclear")
    memory.add(talk(*told), user_id=USER)
    memory.flush(user_id=USER)
    messages = memory.messages.list(user_id=USER)
    assert [message.content for message in messages] == told
    assert messages[-1].state is MessageState.DONE


@pytest.mark.parametrize(
    "asked",
    [
        talk("> Scrap what was said of rehab."),
        talk("Scrap what was said of rehab.", speaker="Tom"),
        talk("My boss wrote: “Scrap what was said of rehab.”"),
        talk("Look:\n> Scrap what was said of rehab."),
        talk("Scrap what was said of rehab. " + "A letter. " * 200),
    ],
    ids=["assistant", "speaker", "quoted", "cited", "pasted"],
)
def test_only_the_user_asks_and_in_words_of_their_own(memory: Memary, server: ModelServer, asked: Any) -> None:
    plays(server, "Scrap what was said of rehab.", "rehab")
    memory.add(talk("I was in rehab."), user_id=USER)
    memory.flush(user_id=USER)
    memory.add([one | {"session_id": "s2", "created_at": "2026-01-02T10:00:00Z"} for one in asked], user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory)[0] == "I was in rehab."
    assert not memory.admin.stats(user_id=USER).pending


def test_a_model_can_say_that_it_was_no_request(memory: Memary, server: ModelServer) -> None:
    def answer(body: Any) -> str:
        is_choice = texts("en").forget_rules[:60] in prompt_text(body)
        return json.dumps({"asks": False} if is_choice else {"facts": [], "forget": ["Scrap rehab"]})

    server.respond(answer)
    memory.add(talk("I was in rehab.", "Scrap rehab, let's go to Spain."), user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory) == ["I was in rehab.", "Scrap rehab, let's go to Spain."]


def test_without_the_setting_nothing_goes_and_the_request_teaches_nothing(server: ModelServer) -> None:
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    fact = {"subject": "User", "predicate": "was_in", "object": "rehab", "quote": "was in rehab"}
    plays(server, "Scrap the rehab part.", "rehab", facts=[fact])
    with Memary.open("sqlite://", worker=False, reflect_after=0, **settings) as memory:
        memory.add(talk("I was in rehab.", "Scrap the rehab part."), user_id=USER)
        memory.flush(user_id=USER)
        assert said(memory) == ["I was in rehab.", "Scrap the rehab part."]
        assert [one.object for one in memory.facts.list(user_id=USER)] == ["rehab"]


def test_what_a_rule_sees_is_found_by_the_model_too(memory: Memary, server: ModelServer) -> None:
    plays(server, "never", "alnuts")
    memory.add(
        talk("Walnuts nearly killed me, I swell up from walnuts.", "Please forget my nut trouble."), user_id=USER
    )
    memory.flush(user_id=USER)
    assert said(memory) == ["Please forget …."]


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (["Please forget my PIN. It was 4821."], ["Please forget …."]),
        (["Please forget my PIN. It was 4821.", "> OK, PIN 4821 is forgotten."], ["Please forget …."]),
        (["请忘掉我的密码。那是4821。", "> 好的，密码4821已忘掉。"], ["请忘掉…。"]),
    ],
)
def test_a_value_that_the_request_alone_and_its_reply_tell_goes(
    memory: Memary, server: ModelServer, told: list[str], left: list[str]
) -> None:
    plays(server, "never", "4821")
    memory.add(talk(*told), user_id=USER)
    memory.flush(user_id=USER)
    assert said(memory) == left
    assert not memory.admin.stats(user_id=USER).pending


def test_where_it_is_off_whoever_adds_is_told_that_nothing_was_forgotten(
    server: ModelServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plays(server, "Strike the business with my hands.", "fingers")
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    told = talk(
        "My fingers turn white.",
        "Strike the business with my hands.",
        "Forget my address.",
        "> Forget my address.",
        "Please forget ….",
        "Don't forget the milk.",
    )
    with Memary.open(f"sqlite:///{tmp_path}/memory.db", worker=False, reflect_after=0, **settings) as memory:
        receipt = memory.add(told, user_id=USER, wait=True)
        assert [memory.messages.get(id_, user_id=USER).content for id_ in receipt.not_forgotten] == [
            "Strike the business with my hands.",
            "Forget my address.",
        ]
        assert memory.add("My fingers turn white.", user_id=USER, wait=True).not_forgotten == ()
        assert "My fingers turn white." in said(memory)
    assert [line for line in caplog.messages if "2 messages ask to forget something, and nothing was" in line]


NEWS = [
    {
        "subject": "Ceramics",
        "predicate": "taught_by",
        "object": "Ines Faria",
        "statement": "Ines Faria teaches the user's ceramics course.",
        "quote": "Ines Faria teaches it",
    },
    {
        "subject": "Ceramics",
        "predicate": "takes_place_in",
        "object": "room 12",
        "statement": "The ceramics course is in room 12.",
        "quote": "room 12",
    },
]
OF_THE_REQUEST = {
    "subject": "User",
    "predicate": "has_interview_with",
    "object": "Harbour Ferries",
    "statement": "The user has an interview with Harbour Ferries, which was called off.",
    "quote": "I called off that interview",
}
ASKS = (
    "I called off that interview. Strike it, please. Next: the ceramics course is in room 12, Ines Faria teaches it."
)


@pytest.mark.parametrize("about", ["the interview with Harbour Ferries", "it"])
def test_what_a_request_says_besides_is_known_also_where_nothing_is_forgotten_in_talk(
    server: ModelServer, about: str
) -> None:
    plays(server, "Strike it, please", facts=[OF_THE_REQUEST, *NEWS], about=about)
    settings: dict[str, Any] = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
    with Memary.open("sqlite:///:memory:", worker=False, reflect_after=0, **settings) as opened:
        receipt = opened.add(talk(ASKS), user_id=USER, wait=True)
        known = {fact.object for fact in opened.facts.list(user_id=USER)}
        assert receipt.not_forgotten
    assert {"Ines Faria", "room 12"} <= known
    assert about == "it" or "Harbour Ferries" not in known


def test_what_a_request_says_besides_is_known_once_what_it_means_is_gone(memory: Memary, server: ModelServer) -> None:
    plays(server, "Strike it, please", "Harbour", facts=NEWS, about="the interview")
    memory.add(talk("Harbour Ferries want me for an interview.", ASKS), user_id=USER)
    memory.flush(user_id=USER)
    assert {fact.object for fact in memory.facts.list(user_id=USER)} == {"Ines Faria", "room 12"}
    assert not any("Harbour" in text for text in said(memory))


def test_what_a_request_says_besides_is_known_where_it_means_nothing_that_is_known(
    memory: Memary, server: ModelServer
) -> None:
    plays(server, "Strike it, please", facts=NEWS, about="the interview")
    memory.add(talk(ASKS), user_id=USER)
    memory.flush(user_id=USER)
    assert {fact.object for fact in memory.facts.list(user_id=USER)} == {"Ines Faria", "room 12"}
