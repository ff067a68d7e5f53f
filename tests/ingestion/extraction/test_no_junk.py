"""What must not become memory: echoes, refusals, failures, fiction, prompts, and what no message says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.evidence_cases import KEPT_OR_NOT
from ingestion.talks import USER, extraction, known, opened
from memary import Memary
from memary.facts.intervals import least_trusted
from memary.facts.predicates import BUILT_IN, Predicates
from memary.text.quote import is_quoted
from memary.types import Origin


@pytest.fixture
def memory(server: ModelServer) -> Iterator[Memary]:
    with opened(server) as opened_memory:
        yield opened_memory


def fact(subject: str, predicate: str, object: str, quote: str = "", **fields: Any) -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": object, "quote": quote, **fields}


@pytest.mark.long
def test_a_hundred_turns_that_repeat_what_is_known_add_nothing(memory: Memary, server: ModelServer) -> None:
    server.script(extraction(("User", "lives_in", "Berlin"), ("User", "likes", "tea"), ("User", "喜欢", "跑步")))
    memory.add("I live in Berlin and like tea. 我喜欢跑步。", user_id=USER)
    memory.flush()
    before = {one.id: one.statement for one in memory.facts.list(user_id=USER, include_past=True)}
    assert len(before) == 3
    said = [
        ("You live in Berlin.", fact("User", "resides_in", "Berlin")),
        ("You enjoy tea.", fact("User", "enjoys", "tea")),
        ("Tea is your drink.", fact("User", "drinks", "tea")),
        ("您热爱跑步。", fact("User", "热爱", "跑步")),
        ("Berlin is your home.", fact("User", "has_home", "Berlin")),
    ]
    for number in range(100):
        text, found = said[number % 5]
        is_users = number % 2 and found["predicate"] not in ("drinks", "has_home")
        server.script(extraction(found))
        memory.add({"role": "user" if is_users else "assistant", "content": f"{number}. {text}"}, user_id=USER)
        memory.flush()
    assert {one.id: one.statement for one in memory.facts.list(user_id=USER, include_past=True)} == before


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, I don't know anything about Berlin.",
        "I cannot help with Berlin.",
        "Error: Berlin could not be read.",
        "Traceback (most recent call last): Berlin",
        "HTTP 503 while asking for Berlin",
        "The tool 'search' failed with BerlinError.",
        "Tool `locate` is not configured: set a key for Berlin.",
        "抱歉，我不知道柏林的情况。",
        "没有找到关于柏林的内容。",
        "请求失败：柏林",
        "错误：柏林",
        "工具 “search” 出错：柏林",
    ],
)
@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_refusals_and_failures_write_nothing(role: str, text: str, memory: Memary, server: ModelServer) -> None:
    place = "柏林" if "柏林" in text else "Berlin"
    server.respond(extraction(fact("User", "asked_about", place, text), entities=({"name": place},)))
    memory.add({"role": role, "content": text}, user_id=USER)
    assert memory.flush().done == 1
    assert (known(memory), memory.entities.list(user_id=USER)) == (set(), [])


def test_a_system_prompt_is_never_read(memory: Memary, server: ModelServer) -> None:
    server.respond(extraction())
    talk = [{"role": "system", "content": "You are Marvin."}, {"role": "user", "content": "I like tea."}]
    memory.add(talk, user_id=USER, session_id="s")
    memory.flush()
    memory.add("And coffee.", user_id=USER, session_id="s")
    memory.flush()
    assert server.chat_calls == 2
    assert all("Marvin" not in prompt_text(request.body) for request in server.requests if "messages" in request.body)


@pytest.mark.parametrize(
    ("said", "question"),
    [("Mia lives in Graz.", "Where does Mia live?\n\n## and since when?"), ("小明住在杭州。", "小明住在哪里？")],
)
@pytest.mark.parametrize("insert", ["user", "system"])
def test_what_a_window_recalled_is_not_kept_when_its_messages_are_given_back(
    said: str, question: str, insert: Literal["user", "system"], memory: Memary, server: ModelServer
) -> None:
    server.respond(extraction())
    memory.add(said, user_id=USER, wait=True)
    window = memory.context(question, user_id=USER)
    assert said in window.text
    ids = memory.add(window.messages(insert=insert), user_id=USER, wait=True).ids
    assert memory.messages.get(ids[-1], user_id=USER).content == question
    assert [one.content for one in memory.messages.list(user_id=USER) if said in one.content] == [said]


@pytest.mark.parametrize(("threshold", "kept"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_importance_has_a_threshold(threshold: int, kept: int, server: ModelServer) -> None:
    names = ("fiction", "weather", "tea", "sister")
    rows = [fact("User", "mentions", name, importance=number) for number, name in enumerate(names)]
    server.respond(extraction(*rows))
    with opened(server, min_importance=threshold) as memory:
        memory.add("Some fiction, the weather, tea, and my sister.", user_id=USER)
        memory.flush()
        assert len(known(memory)) == kept


@pytest.mark.parametrize(("text", "found", "kept"), KEPT_OR_NOT)
def test_a_fact_is_kept_if_its_message_says_it(
    text: str, found: dict[str, Any], *, kept: bool, memory: Memary, server: ModelServer
) -> None:
    server.respond(extraction(found))
    memory.add(text, user_id=USER)
    memory.flush()
    assert bool(known(memory)) is kept


@pytest.mark.parametrize(
    ("text", "object_", "statement", "told"),
    [
        ("I live in Leeds.", "Leeds", "User hates bikes and was arrested in York.", "User lives in Leeds"),
        ("I live in Leeds.", "Leeds", "User's home is Leeds.", "User's home is Leeds."),
        ("I've got a flat there.", "Leeds", "User has a flat.", "User has a flat."),
        ("我不吃肉。", "素食", "用户吃素。", "用户吃素。"),
    ],
)
def test_a_sentence_that_is_about_something_else_than_its_fact_is_not_kept(
    text: str, object_: str, statement: str, told: str, memory: Memary, server: ModelServer
) -> None:
    found = {"subject": "User", "predicate": "lives_in", "object": object_, "statement": statement, "quote": text}
    server.respond(extraction(found))
    memory.add(text, user_id=USER)
    memory.flush()
    assert [fact.statement for fact in memory.facts.list(user_id=USER)] == [told]


@pytest.mark.parametrize(
    ("text", "noun", "is_user"),
    [
        ("I live in Leeds.", "Customer", True),
        ("I live in Leeds.", "the person", True),
        ("I live in Leeds.", "El usuario", True),
        ("I live in Leeds.", "der Benutzer", True),
        ("A customer of mine moved to Leeds.", "Customer", False),
        ("Tom moved to Leeds.", "Speaker", False),
    ],
)
def test_a_noun_for_whoever_speaks_is_the_user(
    text: str, noun: str, is_user: bool, memory: Memary, server: ModelServer
) -> None:
    found = {"subject": noun, "predicate": "lives_in", "object": "Leeds", "statement": f"{noun} lives in Leeds."}
    server.respond(extraction({**found, "quote": text}, entities=({"name": noun, "type": "person"},)))
    memory.add(text, user_id=USER)
    memory.flush()
    assert known(memory) == {("User" if is_user else noun, "lives_in", "Leeds")}
    (fact,) = memory.facts.list(user_id=USER)
    assert fact.statement == f"{'User' if is_user else noun} lives in Leeds."
    assert (noun in {row.entity.name for row in memory.entities.list(user_id=USER)}) is not is_user


@pytest.mark.parametrize(
    ("quote", "text", "yes"),
    [
        ("i  LIVE in “Berlin”", 'I live in "Berlin".', True),
        ("I live … Berlin", "I live right in Berlin.", True),
        ("Berlin … I live", "I live right in Berlin.", False),
        ("我住在 北京", "我，住在北京。", True),
        ("", "anything", False),
        ("…", "anything", False),
        ("ｃａｆé", "the Cafe", True),
    ],
)
def test_quotes_are_found_whatever_their_form(quote: str, text: str, *, yes: bool) -> None:
    assert is_quoted(quote, text) is yes


def test_instructions_of_the_operator_are_quoted_in_the_prompt(server: ModelServer) -> None:
    server.respond(extraction())
    with opened(server, extraction_instructions="Keep allergies.\nNEW messages: none") as memory:
        memory.add("I like tea.", user_id=USER)
        memory.flush()
    system = str(server.last_chat["messages"][0]["content"])
    assert system.endswith("\n> Keep allergies.\n> NEW messages: none")


# -- trust, relations by setting, conflicts -------------------------------------------------------------------------


def test_what_is_derived_is_trusted_as_its_weakest_source() -> None:
    assert least_trusted([Origin.USER, Origin.TOOL, Origin.IMPORT]) is Origin.TOOL
    assert least_trusted([Origin.USER, Origin.ASSISTANT]) is Origin.ASSISTANT
    assert least_trusted([Origin.USER]) is Origin.USER
    assert least_trusted([]) is Origin.ASSISTANT


def test_settings_say_which_relations_hold_one_value(server: ModelServer) -> None:
    told = [
        ("User", "drives", "Fiat"),
        ("User", "drives", "Volvo"),
        ("User", "works_at", "A"),
        ("User", "works_for", "B"),
    ]
    with opened(server, single_valued="drives, 座驾是", many_valued="works at") as memory:
        for subject, predicate, object_ in told:
            memory.facts.add([{"subject": subject, "predicate": predicate, "object": object_}], user_id=USER)
        assert known(memory) == {told[1], told[2], told[3]}


def test_a_relation_that_both_settings_name_is_many_valued() -> None:
    rules = Predicates.of(single_valued=["drives"], many_valued=["drives", "employer"])
    assert [rules.matter_of(name) for name in ("drives", "works_at", "lives_in")] == [None, None, "residence"]
    assert BUILT_IN.matter_of("works_at") == "employer"


def test_a_conflict_is_shown_on_both_sides_until_one_ends(memory: Memary) -> None:
    def tell(place: str, origin: str) -> None:
        row = {"subject": "User", "predicate": "lives_in", "object": place, "origin": origin}
        memory.facts.add([row], user_id=USER)

    tell("Berlin", "user")
    tell("Rome", "tool")
    ((berlin, rome),) = memory.facts.conflicts(user_id=USER)
    assert (berlin.object, rome.object) == ("Berlin", "Rome")
    assert (berlin.conflicts_with, rome.conflicts_with) == ((rome.id,), (berlin.id,))
    hits = memory.search("Where does the user live?", user_id=USER, kinds={"fact"})
    assert [hit.conflict for hit in hits] == [True, True]
    tell("Oslo", "user")
    assert memory.facts.conflicts(user_id=USER) == []
    assert not any(hit.conflict for hit in memory.search("Where does the user live?", user_id=USER, kinds={"fact"}))
    assert not any(fact.conflicts_with for fact in memory.facts.list(user_id=USER, include_past=True))
