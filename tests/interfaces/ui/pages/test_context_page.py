"""The context page, without a browser: what the model saw, and what it would see."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.samples.small_talk import remember_talk
from support.web.app_page import APP, PATIENCE, become, open_tab, say
from support.web.page_text import main_text

from memary.interfaces.ui.shared_memory import open_memory

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning"),
]

USER = "default"
TAB = "Context window"


def shown(page: AppTest) -> str:
    """What the page says of a window."""
    assert not page.exception
    return main_text(page)


def try_question(page: AppTest, question: str, *, budget: int | None = None) -> None:
    page.button_group(key="context-view").set_value("try").run()
    if budget is not None:
        page.number_input(key="context-budget").set_value(budget)
    page.text_input(key="context-question").set_value(question).run()


def test_before_the_first_question_the_page_says_where_to_ask(page: AppTest) -> None:
    page.run()
    open_tab(page, TAB)
    assert "Nothing was asked in this conversation yet." in shown(page)
    page.button_group(key="context-view").set_value("try").run()
    assert "Type a question to see its window." in shown(page)


def test_the_window_of_the_last_question_is_shown_as_it_was(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_memory().flush()
    say(page, "Where do I live?")
    open_memory().add("I live in Paris.", user_id=USER, session_id="other")  # the model did not see this
    open_memory().flush()
    open_tab(page, TAB)
    text = shown(page)
    assert "No model was asked, since memary is offline. This is what a model would have seen." in text
    assert "This is what the model saw." not in text
    assert [element.value for element in page.main.text] == ["Where do I live?"]
    assert "I live in Berlin." in text
    assert "Paris" not in text
    labels = [expander.label for expander in page.main.expander]
    assert labels[0].startswith("1. About the assistant · ")
    assert any(" Facts · " in label for label in labels)
    assert any(label.startswith(f"{len(labels) - 1}. Question · ") for label in labels)
    assert "Everything fitted, nothing was left out." in text
    assert len(page.get("vega_lite_chart")) == 1


def test_the_messages_counted_are_those_before_the_question(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_tab(page, TAB)
    assert "messages of this conversation" not in shown(page)
    say_again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    say(say_again, "Where do I live?")
    open_tab(say_again, TAB)
    assert "Of the 2 messages of this conversation before the question, the last 2 are shown" in shown(say_again)


def test_a_later_visitor_sees_the_window_as_of_the_question(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_memory().flush()
    say(page, "Where do I live?")
    open_memory().add("I live in Paris.", user_id=USER, session_id="other")
    open_memory().flush()
    again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    session = next(name for name, _, _ in open_memory().sessions.list(user_id=USER) if name != "other")
    again.selectbox(key=f"session of {USER}").set_value(session)
    open_tab(again, TAB)
    text = shown(again)
    assert "Rebuilt from memory as it stood then" in text
    assert "I live in Berlin." in text
    assert "Paris" not in text


def test_what_was_forgotten_is_not_shown_in_a_window_that_had_it(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_memory().flush()
    say(page, "Where do I live?")
    first, *_ = open_memory().messages.list(user_id=USER)
    open_memory().forget(user_id=USER, message_id=first.id)
    open_tab(page, TAB)
    text = shown(page)
    assert "Rebuilt from memory as it stood then" in text
    assert "I live in Berlin." not in text


def test_a_question_is_tried_without_being_asked(page: AppTest) -> None:
    remember_talk(open_memory(), USER)
    page.run()
    open_tab(page, TAB)
    held = open_memory().admin.stats(user_id=USER).messages
    try_question(page, "Where does Mira live?")
    assert "Mira lives in Vienna. (since 2026-02-09)" in shown(page)
    assert "Of the 8 messages of this conversation" in shown(page)
    assert open_memory().admin.stats(user_id=USER).messages == held


def test_a_smaller_budget_shows_what_is_left_out(page: AppTest) -> None:
    remember_talk(open_memory(), USER)
    page.run()
    open_tab(page, TAB)
    try_question(page, "Where does Mira live?", budget=400)
    text = shown(page)
    labels = [expander.label for expander in page.main.expander]
    assert "What comes up most · 5 left out" in labels
    assert "- Kafka 11× · known well" in text
    assert " of 400 tokens" in str(page.main.get("progress")[0].proto)


def test_a_budget_that_is_too_small_is_one_sentence_and_can_be_raised(page: AppTest) -> None:
    page.run()
    open_tab(page, TAB)
    try_question(page, "Where do I live?", budget=100)
    assert [error.value.count("of the context window") for error in page.main.error] == [1]
    page.number_input(key="context-budget").set_value(4000).run()
    assert not page.main.error
    assert "Question · " in shown(page)


def test_a_question_that_leans_on_the_talk_says_what_was_looked_for(page: AppTest) -> None:
    page.run()
    say(page, "My sister Mira lives in Graz.")
    open_memory().flush()
    open_tab(page, TAB)
    try_question(page, "And where does she work?")
    assert "Looked for: And where does she work? (Mira)" in shown(page)


def test_another_user_sees_nothing_of_the_windows(page: AppTest) -> None:
    open_memory().add("Hello.", user_id="bo", infer=False)
    page.run()
    say(page, "I live in Reykjavik.")
    open_memory().flush()
    open_tab(page, TAB)
    assert "Reykjavik" in shown(page)
    become(page, "bo")
    assert "Reykjavik" not in shown(page)
    try_question(page, "Where do I live?")
    assert "Reykjavik" not in shown(page)


def test_the_page_speaks_chinese(page: AppTest) -> None:
    page.run()
    page.button_group(key="language").set_value("zh").run()
    page.session_state["tab in zh"] = "上下文"
    page.run()
    try_question(page, "我住在哪里？")
    text = shown(page)
    assert "1. 助手设定 · " in text
    assert "全部放得下" in text
