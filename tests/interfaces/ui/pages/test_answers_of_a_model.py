"""Answers of a model on the chat page: what is drawn of them, and what can be done when none comes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest
from support.model_server import Fault, ModelServer
from support.web.app_page import APP, PATIENCE, everything, press, say, talk, unfold

from interfaces.ui.pages.chat import keys, stored
from memary.interfaces.ui.shared_memory import open_memory

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning"),
]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model server that the page is set up to use.

    It finds no facts.
    """
    with ModelServer(api_key="right") as server:
        server.when(lambda body: "JSON" in str(body["messages"][0]["content"])[:200], '{"entities": [], "facts": []}')
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        monkeypatch.setenv("MEMARY_MAX_RETRIES", "0")
        yield server
        open_memory().close()


def test_a_model_answers_with_its_tokens_beneath(page: AppTest, model: ModelServer) -> None:
    model.respond("Thought: I can answer now.\nAnswer: You live in **Berlin**.")
    page.run()
    assert "scripted" in everything(page)
    assert "OFFLINE" not in everything(page)
    say(page, "Where do I live?")
    assert talk(page) == ["Where do I live?", "You live in **Berlin**."]
    unfold(page, "steps")
    assert any("tokens read" in str(caption.value) for caption in page.chat_message[-1].caption)


def test_what_only_streamlit_would_colour_is_shown_as_the_model_wrote_it(page: AppTest, model: ModelServer) -> None:
    model.respond("Thought: done\nAnswer: **So** :red[hot], `:red[code]`")
    page.run()
    say(page, "Where do I live?")
    assert talk(page)[-1] == r"**So** \:red[hot], `:red[code]`"


def test_a_picture_in_an_answer_is_not_loaded(page: AppTest, model: ModelServer) -> None:
    model.respond("Thought: done\nAnswer: ![x](https://example.com/steal?what=Berlin)")
    page.run()
    say(page, "Where do I live?")
    assert "![" not in talk(page)[-1]


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [(Fault.status(401, message="Incorrect API key."), "KEY"), (Fault.reset(), "try again")],
    ids=["wrong key", "dead server"],
)
def test_a_model_that_fails_leaves_the_question_to_be_sent_again(
    page: AppTest, model: ModelServer, fault: Fault, remedy: str
) -> None:
    model.respond(fault)
    page.run()
    say(page, "Where do I live?")
    assert not page.exception
    assert len(page.error) == 1
    assert remedy in page.error[0].value.replace("\\", "")
    assert talk(page) == ["Where do I live?"]
    model.respond("Thought: done\nAnswer: In Berlin.")
    press(page, "ask-again")
    assert not page.error
    assert talk(page) == ["Where do I live?", "In Berlin."]
    assert stored() == ["Where do I live?", "In Berlin."]
    assert "ask-again" not in keys(page)


def test_a_question_without_an_answer_can_be_sent_again_by_a_later_visitor(page: AppTest, model: ModelServer) -> None:
    model.respond(Fault.reset())
    page.run()
    say(page, "Where do I live?")
    model.respond(Fault.reset())
    press(page, "ask-again")
    again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    assert not again.error
    assert again.button(key="ask-again").label == "Send again"
    model.respond("Thought: done\nAnswer: In Berlin.")
    press(again, "ask-again")
    assert talk(again) == ["Where do I live?", "In Berlin."]
    assert stored() == ["Where do I live?", "In Berlin."]
    page.run()
    assert "ask-again" not in keys(page)


def test_another_question_may_follow_one_that_failed(page: AppTest, model: ModelServer) -> None:
    page.run()
    model.respond(Fault.reset())
    say(page, "Where do I live?")
    model.respond("Thought: done\nAnswer: Ada.")
    say(page, "Who am I?")
    assert talk(page) == ["Where do I live?", "Who am I?", "Ada."]
    assert "ask-again" not in keys(page)
    model.respond(Fault.reset())
    say(page, "How old am I?")
    assert page.button(key="ask-again").label == "Send again"
    assert stored() == ["Where do I live?", "Who am I?", "Ada.", "How old am I?"]
