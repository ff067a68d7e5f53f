"""Who answers in a conversation: the model, the tools and the personas that the sidebar offers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from support.model_server import CHAT, ModelServer
from support.web.app_page import everything, say, talk

from memary.interfaces.ui.assistant import agent_of
from memary.interfaces.ui.shared_memory import open_memory
from memary.interfaces.ui.visit.conversation import AssistantChoice, Visit

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning"),
]


def place(page: AppTest) -> str:
    visit = page.session_state["visit"]
    return f"{visit.user} {visit.session}"


@pytest.fixture
def model(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model server that the page is set up to use.

    It finds no facts.
    """
    with ModelServer() as server:
        server.when(lambda body: "JSON" in str(body["messages"][0]["content"])[:200], '{"entities": [], "facts": []}')
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "usual")
        yield server
        open_memory().close()


def asked(model: ModelServer) -> dict[str, object]:
    """The last request for an answer."""
    bodies = [request.body for request in model.requests_to(CHAT)]
    return next(body for body in reversed(bodies) if "Thought" in str(body["messages"]))


@pytest.mark.parametrize(("listens_on", "is_offered"), [("127.0.0.1", True), ("0.0.0.0", False), (None, False)])
def test_files_are_looked_at_where_the_interface_serves_this_machine_alone(
    page: AppTest,
    model: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    listens_on: str | None,
    *,
    is_offered: bool,
) -> None:
    page.run()
    option = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: listens_on if name == "server.address" else option(name))
    agent = agent_of(open_memory(), page.session_state["visit"])
    assert ("file path" in agent.tools.get("vision").description) is is_offered


def test_a_tool_that_lacks_its_key_says_what_to_set(page: AppTest) -> None:
    page.run()
    lacking = next(caption for caption in page.sidebar.caption if caption.value.startswith("Not set up: "))
    assert lacking.value == "Not set up: vision, stocks"
    hint = lacking.proto.help.replace("\\", "")
    assert "MEMARY_ALPHA_VANTAGE_API_KEY" in hint
    assert "MEMARY_VISION_MODEL" in hint


def test_a_tool_switched_off_is_not_offered_to_the_model(page: AppTest, model: ModelServer) -> None:
    model.respond("Thought: done\nAnswer: Hello.")
    page.run()
    page.button_group(key=f"tools {place(page)}").set_value(["search"]).run()
    say(page, "Hello there")
    assert talk(page)[-1] == "Hello."
    assert "locate" not in str(asked(model)["messages"])


def test_another_model_answers_in_the_conversation_that_it_was_chosen_for(page: AppTest, model: ModelServer) -> None:
    model.respond("Thought: done\nAnswer: Hello.")
    memory, visit = open_memory(), Visit(user="ada")
    visit.sessions["ada"] = "first"
    visit.conversation.assistant = AssistantChoice(model="other")
    assert agent_of(memory, visit).chat("Hello there").text == "Hello."
    assert asked(model)["model"] == "other"
    visit.sessions["ada"] = "second"
    agent_of(memory, visit).chat("Hello again")
    assert asked(model)["model"] == "usual"
    assert len(memory.messages.list(user_id="ada")) == 4


def test_a_persona_of_the_home_folder_can_be_chosen_and_read(
    page: AppTest, model: ModelServer, tmp_path: Path
) -> None:
    file = tmp_path / "personas" / "pirate.md"
    file.parent.mkdir()
    file.write_text("You are a pirate.", encoding="utf-8")
    model.respond("Thought: done\nAnswer: Arr.")
    page.run()
    page.selectbox(key=f"system persona {place(page)}").set_value(file).run()
    assert "You are a pirate." in everything(page)
    say(page, "Hello there")
    assert talk(page)[-1] == "Arr."
    assert "You are a pirate." in str(asked(model)["messages"])
