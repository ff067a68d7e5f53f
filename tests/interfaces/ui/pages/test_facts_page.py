"""The facts page, without a browser: looking, correcting, taking back, forgetting."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from streamlit.testing.v1 import AppTest
from support.web.app_page import become, everything, open_tab, press

from memary import Fact, Memary
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.shared_memory import open_memory
from memary.types import FOREVER, Action

pytestmark = pytest.mark.timeout(300)

USER = "ada"


@pytest.fixture
def known(page: AppTest) -> AppTest:
    page.run()
    memory = open_memory()
    said = memory.add("I live in Berlin, no more in Graz.", user_id=USER, session_id="s1", infer=False)
    facts = [
        {"subject": "Ada", "predicate": "lives_in", "object": "Graz", "valid_at": "2024-01-01T00:00:00Z"},
        {"subject": "Ada", "predicate": "lives_in", "object": "Berlin", "valid_at": "2026-01-01T00:00:00Z"},
        {"subject": "Ada", "predicate": "likes", "object": "tea", "valid_at": "2026-01-01T00:00:00Z"},
    ]
    memory.facts.add([fact | {"origin": "user", "source_ids": said.ids} for fact in facts], user_id=USER)
    page.run()
    become(page, USER)
    open_tab(page, "Facts")
    return page


@pytest.fixture
def holding(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AppTest:
    """The page over a memory that holds aside what is forgotten."""
    monkeypatch.setenv("MEMARY_RESTORABLE_DAYS", "30")
    known: AppTest = request.getfixturevalue("known")
    return known


def fact(object_: str, *, user: str = USER) -> Fact:
    return next(one for one in open_memory().facts.list(user_id=user, include_past=True) if one.object == object_)


def cards(page: AppTest) -> list[str]:
    """The relations that the page lists, by the buttons of their history."""
    listed = {button.key for button in page.button}
    return [
        one.object
        for one in open_memory().facts.list(user_id=USER, include_past=True)
        if f"history-{one.id}" in listed
    ]


def captions(page: AppTest) -> list[str]:
    return [str(caption.value) for caption in page.main.caption]


def test_current_and_past_facts_are_apart(known: AppTest) -> None:
    assert sorted(cards(known)) == ["Berlin", "tea"]
    known.button_group(key="facts-view").set_value("past").run()
    assert cards(known) == ["Graz"]


def test_facts_are_narrowed_by_relation_and_entity(known: AppTest) -> None:
    known.selectbox(key=f"facts-relation {USER}").set_value("likes").run()
    assert cards(known) == ["tea"]
    known.selectbox(key=f"facts-relation {USER}").set_value(None).run()
    known.selectbox(key=f"facts-entity {USER}").set_value("Berlin").run()
    assert cards(known) == ["Berlin"]


def test_facts_are_searched_by_words_sorted_and_narrowed_by_date_and_origin(known: AppTest) -> None:
    known.text_input(key=f"facts-search {USER}").set_value("drinks tea").run()
    assert "tea" in cards(known)
    known.text_input(key=f"facts-search {USER}").set_value("berlin").run()
    assert cards(known)[0] == "Berlin"
    known.text_input(key=f"facts-search {USER}").set_value("").run()
    known.selectbox(key=f"facts-order {USER}").set_value("subject").run()
    known.selectbox(key=f"facts-origin {USER}").set_value("user").run()
    assert sorted(cards(known)) == ["Berlin", "tea"]
    known.date_input(key=f"facts-until {USER}").set_value(date(2025, 1, 1)).run()
    assert cards(known) == []
    assert not known.exception


def test_a_fact_is_added_in_a_sentence_and_word_by_word(known: AppTest) -> None:
    known.text_input(key="add-said").set_value("My sister is called Mia.")
    press(known, "add-tell")
    assert not known.exception
    assert "Mia" in {one.object for one in open_memory().facts.list(user_id=USER)}
    for name, text in {"subject": "Mia", "relation": "works as", "object": "teacher"}.items():
        known.text_input(key=f"add-{name}").set_value(text)
    press(known, "add-now")
    added = fact("teacher")
    assert (added.subject, added.origin) == ("Mia", "user")
    press(known, "add-now")
    assert "A fact needs all three" in known.error[0].value


def test_selected_facts_are_forgotten_together_after_their_manifest(known: AppTest) -> None:
    known.button_group(key=f"facts-layout {USER}").set_value("table").run()
    key = f"facts-table {USER} 2"
    known.session_state[key] = {"selection": {"rows": [0, 1], "columns": [], "cells": []}}
    known.session_state["forget-selected-part"] = True
    known.run()
    text = everything(known)
    assert "What goes: facts 3, messages 1" in text
    assert escaped(fact("Graz").statement) in text
    press(known, "forget-selected")
    assert not known.exception
    assert open_memory().facts.list(user_id=USER, include_past=True) == []


def test_a_correction_is_saved_and_can_be_undone(known: AppTest) -> None:
    press(known, f"correct-{fact('Berlin').id}")
    next(box for box in known.text_input if box.label == "What it says now: name or value").set_value("Hamburg")
    save = next(button for button in known.button if button.label == "Save the correction")
    save.click().run()
    assert not known.exception
    assert sorted(cards(known)) == ["Hamburg", "tea"]
    row = open_memory().operations.list(user_id=USER)[-1]
    press(known, f"undo-facts-{row.id}")
    assert not known.error
    assert sorted(cards(known)) == ["Berlin", "tea"]


def test_the_last_day_of_a_fact_can_be_corrected_and_cleared(known: AppTest) -> None:
    def correct(value: date | None) -> None:
        press(known, f"correct-{fact('Berlin').id}")
        known.date_input(key=f"until-{fact('Berlin').id}").set_value(value)
        next(button for button in known.button if button.label == "Save the correction").click().run()
        assert not known.exception

    correct(date(2999, 12, 3))
    assert fact("Berlin").invalid_at == datetime(2999, 12, 4, tzinfo=UTC)
    assert "until 2999-12-03" in everything(known)
    correct(None)
    assert fact("Berlin").invalid_at == FOREVER


def test_a_correction_stays_on_offer_to_be_opened_and_undone_until_it_is_put_away(known: AppTest) -> None:
    def correct(wanted: str) -> None:
        open_tab(known, "Facts")
        press(known, f"correct-{fact('Berlin').id}")
        next(box for box in known.text_input if box.label == "What it says now: name or value").set_value(wanted)
        next(button for button in known.button if button.label == "Save the correction").click().run()
        open_tab(known, "Knowledge")
        assert f"Corrected: {escaped(fact(wanted).statement)}" in everything(known)

    correct("Hamburg")
    press(known, "undo-change")
    assert "Corrected" not in everything(known)
    correct("Kiel")
    press(known, "open-changed")
    assert [header.value for header in known.header if "Kiel" in header.value] == [escaped(fact("Kiel").statement)]
    press(known, "put-change-away")
    assert "Corrected" not in everything(known)
    now = {one.object for one in open_memory().facts.list(user_id=USER)}
    assert "Kiel" in now
    assert not now & {"Berlin", "Hamburg"}


def test_what_only_came_up_is_no_decision_to_take_back(known: AppTest) -> None:
    memory = open_memory()
    memory.add("Where is Berlin?", user_id=USER, wait=True)
    noted = memory.operations.list(user_id=USER)[-1]
    assert (noted.action, noted.reason) == ("NONE", "it came up")
    known.run()
    assert not [button for button in known.button if button.key == f"undo-facts-{noted.id}"]
    assert [button for button in known.button if str(button.key).startswith("undo-facts-")]


def test_what_cannot_be_undone_says_why(known: AppTest) -> None:
    first = next(row for row in open_memory().operations.list(user_id=USER) if row.target_id == fact("Graz").id)
    press(known, f"undo-facts-{first.id}")
    assert len(known.error) == 1
    assert "undo" in known.error[0].value.lower()
    assert sorted(cards(known)) == ["Berlin", "tea"]


def test_a_fact_is_forgotten_only_once_one_is_sure(known: AppTest) -> None:
    tea = fact("tea")
    press(known, f"forget-{tea.id}")
    assert known.button(key="forget-fact").disabled
    known.checkbox(key=f"with-sources-{tea.id}").uncheck()
    known.checkbox(key=f"sure-{tea.id}").check().run()
    press(known, "forget-fact")
    assert not known.exception
    assert cards(known) == ["Berlin"]
    assert open_memory().admin.stats(user_id=USER).messages == 1


def test_what_was_forgotten_offers_no_undo(known: AppTest) -> None:
    open_memory().forget(user_id=USER, fact_id=fact("tea").id, with_sources=False)
    known.run()
    rows = {row.action: row.id for row in open_memory().operations.list(user_id=USER)}
    listed = {button.key for button in known.button}
    assert f"undo-facts-{rows[Action.FORGET]}" not in listed
    assert f"undo-facts-{rows[Action.ADD]}" in listed


@pytest.mark.parametrize(
    ("language", "tab", "told"),
    [
        ("en", "Facts", "What was forgotten is held until"),
        ("zh", "事实", "遗忘的内容保留到"),
    ],
)
def test_what_was_forgotten_is_taken_back_above_the_page_or_beside_its_decision(
    holding: AppTest, language: str, tab: str, told: str
) -> None:
    holding.button_group(key="language").set_value(language).run()
    holding.session_state[f"tab in {language}"] = tab
    holding.run()

    def forget(fact_id: str) -> None:
        press(holding, f"forget-{fact_id}")
        holding.checkbox(key=f"with-sources-{fact_id}").uncheck()
        holding.checkbox(key=f"sure-{fact_id}").check().run()
        press(holding, "forget-fact")
        assert told in everything(holding)
        assert cards(holding) == ["Berlin"]

    tea = fact("tea").id
    forget(tea)
    press(holding, "undo-change")
    assert not holding.error
    assert sorted(cards(holding)) == ["Berlin", "tea"]
    forget(tea)
    press(holding, "put-change-away")
    (held,) = open_memory().operations.forgotten(user_id=USER)
    press(holding, f"restore-facts-{held.id}")
    assert sorted(cards(holding)) == ["Berlin", "tea"]
    forget(tea)
    (held,) = open_memory().operations.forgotten(user_id=USER)
    press(holding, f"let-go-facts-{held.id}")
    assert open_memory().operations.forgotten(user_id=USER) == []
    press(holding, "undo-change")
    assert holding.error
    assert cards(holding) == ["Berlin"]


@pytest.mark.parametrize(
    ("language", "others", "nothing"),
    [
        ("en", "Other facts that go: 2.", "No other fact goes."),
        ("zh", "随之消失的其他事实：2 条。", "没有其他事实随之消失。"),
    ],
)
def test_before_a_fact_is_forgotten_the_page_says_what_else_goes(
    known: AppTest, language: str, others: str, nothing: str
) -> None:
    heard = open_memory().add("Ada plays chess.", user_id=USER, session_id="s2", infer=False)
    chess = {"subject": "Ada", "predicate": "likes", "object": "chess", "source_ids": heard.ids}
    open_memory().facts.add([chess], user_id=USER)
    known.button_group(key="language").set_value(language).run()
    known.session_state[f"tab in {language}"] = "Facts" if language == "en" else "事实"
    known.run()
    press(known, f"forget-{fact('chess').id}")
    assert nothing in everything(known)
    press(known, f"forget-{fact('tea').id}")
    assert others in everything(known)
    known.checkbox(key=f"with-sources-{fact('tea').id}").uncheck().run()
    assert others not in everything(known)


def test_before_a_fact_is_forgotten_the_page_names_what_is_true_again(known: AppTest) -> None:
    moved = {"subject": "Ada", "predicate": "lives_in", "object": "Wien", "origin": "user"}
    open_memory().facts.add([moved], user_id=USER)
    known.run()
    press(known, f"forget-{fact('Wien').id}")
    assert "True again, since nothing ends it any more: Ada lives in Berlin" in everything(known)


def test_a_sentence_that_is_about_something_else_needs_the_new_name_too(known: AppTest) -> None:
    def save() -> None:
        next(button for button in known.button if button.label == "Save the correction").click().run()
        assert not known.exception

    press(known, f"correct-{fact('Berlin').id}")
    next(box for box in known.text_area if box.label == "The sentence").set_value(
        "Ada has moved to Hamburg for good."
    )
    save()
    assert len(known.error) == 1
    assert "Berlin" in known.error[0].value
    assert sorted(cards(known)) == ["Berlin", "tea"]
    assert [box.value for box in known.text_area] == ["Ada has moved to Hamburg for good."]
    next(box for box in known.text_input if box.label == "What it says now: name or value").set_value("Hamburg")
    save()
    assert not known.error
    assert sorted(cards(known)) == ["Hamburg", "tea"]
    assert fact("Hamburg").statement == "Ada has moved to Hamburg for good."


def test_of_two_facts_that_contradict_the_right_one_is_chosen(known: AppTest) -> None:
    given = {"subject": "Ada", "predicate": "lives_in", "object": "Wien", "valid_at": "2026-03-01T00:00:00Z"}
    open_memory().facts.add([given | {"origin": "assistant"}], user_id=USER)
    known.button_group(key="facts-view").set_value("conflicts").run()
    right = next(button for button in known.button if str(button.key).endswith(f"-{fact('Berlin').id}"))
    assert right.label == "This is right"
    right.click().run()
    assert open_memory().facts.conflicts(user_id=USER) == []
    assert "No facts contradict each other." in everything(known)
    press(known, "undo-change")
    assert len(open_memory().facts.conflicts(user_id=USER)) == 1


@pytest.mark.parametrize(
    ("language", "tab", "why", "button"),
    [
        ("en", "Facts", "in doubt since 2026-02-01, because this is over: Ada works at Acme", "Confirm"),
        ("zh", "事实", "自 2026-02-01 起存疑，因为这已结束：Ada works at Acme", "确认"),
    ],
)
def test_a_fact_in_doubt_says_why_and_can_be_confirmed(
    known: AppTest, language: str, tab: str, why: str, button: str
) -> None:
    works = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "valid_at": "2026-01-01T00:00:00Z"}
    open_memory().facts.add([works], user_id=USER)
    swims = {"subject": "Ada", "predicate": "swims_at", "object": "Baths", "rests_on": [fact("Acme").id]}
    open_memory().facts.add([swims | {"valid_at": "2026-01-01T00:00:00Z"}], user_id=USER)
    open_memory().facts.add([works | {"object": "Bolt", "valid_at": "2026-02-01T00:00:00Z"}], user_id=USER)
    known.button_group(key="language").set_value(language).run()
    known.session_state[f"tab in {language}"] = tab
    known.run()
    assert [label for label in captions(known) if why in label]
    known.button_group(key="facts-view").set_value("doubted").run()
    assert cards(known) == ["Baths"]
    assert known.button(key=f"confirm-{fact('Baths').id}").label == button
    press(known, f"confirm-{fact('Baths').id}")
    assert not known.exception
    assert cards(known) == []
    known.button_group(key="facts-view").set_value("current").run()
    assert "Baths" in cards(known)
    assert not [label for label in captions(known) if why in label]


def test_a_user_is_forgotten_once_their_name_is_typed(known: AppTest) -> None:
    open_memory().add("Hello.", user_id="bo", infer=False)
    known.run()
    assert known.button(key="forget-user").disabled
    known.text_input(key=f"forget-user {USER}").set_value("bo").run()
    assert known.button(key="forget-user").disabled
    known.text_input(key=f"forget-user {USER}").set_value(USER).run()
    press(known, "forget-user")
    assert not known.exception
    assert open_memory().admin.users() == ["bo"]
    assert escaped("Berlin") not in everything(known)


def test_without_any_fact_the_page_says_how_there_will_be_some(page: AppTest) -> None:
    page.run()
    open_tab(page, "Facts")
    assert [info.value for info in page.info] == ["There is no fact yet. Tell something about yourself in the chat."]
    assert not page.exception


@pytest.mark.parametrize(("language", "tab", "mark"), [("en", "Facts", "by rules"), ("zh", "事实", "按规则")])
def test_where_there_is_a_model_facts_read_by_rules_are_marked_and_others_not(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, language: str, tab: str, mark: str
) -> None:
    with Memary.open(worker=False) as before:
        before.add("I live in Berlin.", user_id=USER, session_id="s1", wait=True)
        before.facts.add([{"subject": "User", "predicate": "likes", "object": "tea"}], user_id=USER)
    monkeypatch.setenv("MEMARY_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("MEMARY_MODEL", "unheard")
    page.run()
    become(page, USER)
    page.button_group(key="language").set_value(language).run()
    page.session_state[f"tab in {language}"] = tab
    page.run()
    (marked,) = [caption for caption in page.main.caption if mark in str(caption.value)]
    assert ("language model" if language == "en" else "语言模型") in marked.proto.help
    press(page, f"history-{fact('Berlin').id}")
    assert any(mark in str(caption.value) for caption in page.caption)


@pytest.mark.parametrize(
    ("language", "tab", "mark", "told"),
    [("en", "Facts", "by rules", "simple rules read facts"), ("zh", "事实", "按规则", "由简单规则读出")],
)
def test_without_a_model_the_sidebar_says_once_that_rules_read_the_facts(
    page: AppTest, language: str, tab: str, mark: str, told: str
) -> None:
    page.run()
    open_memory().add("I live in Berlin.", user_id=USER, session_id="s1", wait=True)
    page.run()
    become(page, USER)
    page.button_group(key="language").set_value(language).run()
    page.session_state[f"tab in {language}"] = tab
    page.run()
    assert cards(page) == ["Berlin"]
    assert not [caption for caption in page.main.caption if mark in str(caption.value)]
    assert len([caption for caption in page.sidebar.caption if told in str(caption.value)]) == 1
