"""The health page, without a browser: what waits, what failed, what it cost, and how all is set up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest
from support.model_server import ModelServer
from support.samples.small_talk import remember_talk
from support.web.app_page import become, open_tab, press
from support.web.page_text import main_text

from memary.interfaces.ui.shared_memory import open_memory

pytestmark = pytest.mark.timeout(300)

USER = "default"
KEY = "sk-canary-0123456789"


def opened(page: AppTest) -> str:
    """Open the page, or look at it again, and return what it says."""
    page.run()
    open_tab(page, "Health")
    assert not page.exception
    return main_text(page)


def counters(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.main.metric}


@pytest.fixture
def model(own_memory: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model that gives nothing usable, whose messages become dead letters at once."""
    with ModelServer() as server:
        server.respond("I would rather talk about the weather.")
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted-model")
        monkeypatch.setenv("MEMARY_API_KEY", KEY)
        monkeypatch.setenv("MEMARY_MAX_ATTEMPTS", "1")
        monkeypatch.setenv("MEMARY_WORKER", "false")
        monkeypatch.setenv("MEMARY_MAX_TOKENS_PER_USER_DAY", "1000000")
        yield server


def test_a_new_memory_is_well_and_says_so(page: AppTest) -> None:
    text = opened(page)
    assert set(counters(page).values()) == {"0"}
    for sentence in (
        "Nothing waits to be read.",
        "There are none.",
        "No model was called for this user in that time.",
        "A worker in this process reads new messages in the background.",
        "It reads up to 12 messages at a time as soon as they come",
        "none: memary is offline, and answers quote memory",
        "sentences+words, 640 dimensions",
    ):
        assert sentence in text.replace("\\", "")


def test_what_memory_holds_is_counted_and_proven_whole(page: AppTest) -> None:
    remember_talk(open_memory(), USER)
    opened(page)
    assert counters(page) | {"Decisions": ""} == {
        "Messages": "15",
        "Pending": "0",
        "Failed": "0",
        "Facts ever": "2",
        "Entities": "5",
        "Mentions": "28",
        "Decisions": "",
        "Without vector": "0",
    }
    press(page, "check-now")
    assert [one.value for one in page.success] == [
        "All is well: messages (15), facts (2) and mentions (28) fit together."
    ]


def test_what_waits_is_shown_and_can_be_read_at_once(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_WORKER", "false")
    open_memory().add("I live in Berlin.", user_id=USER)
    text = opened(page)
    assert "Waiting: 1." in text
    assert r"I live in Berlin\." in text
    assert "This process has no worker of its own" in text
    press(page, "read-now")
    if f"reading of {USER}" in page.session_state:  # it goes on beside the page
        assert "They are being read" in main_text(page)
        page.session_state[f"reading of {USER}"].result(60)
        page.run()
    assert "Read: 1. Failed: 0. Still waiting: 0." in main_text(page)
    page.run()
    text = main_text(page)
    assert "Nothing waits to be read." in text
    assert "Read: 1." not in text


def test_dead_letters_say_why_and_can_be_tried_again(page: AppTest, model: ModelServer) -> None:
    memory = open_memory()
    memory.add("I live in Berlin.", user_id=USER)
    memory.flush()
    text = opened(page)
    assert counters(page)["Failed"] == "1"
    assert r"I live in Berlin\." in text
    assert "Reason: " in text
    assert "attempts: 1" in text
    model.respond('{"entities": [], "facts": []}')
    press(page, "retry-dead")
    assert counters(page)["Failed"] == "0"
    assert counters(page)["Pending"] == "1"
    memory.flush()
    assert "There are none." in opened(page)


def test_usage_is_told_by_role_without_the_calls_for_others(page: AppTest, model: ModelServer) -> None:
    model.respond('{"entities": [], "facts": []}')
    memory = open_memory()
    memory.add("I live in Berlin.", user_id=USER)
    memory.add("Hello.", user_id="bo", infer=False)
    memory.flush()
    text = opened(page)
    assert r"Extraction,scripted\-model,1," in text
    assert "The cost is not known" in text
    assert len(page.get("vega_lite_chart")) == 1
    assert "of 1,000,000" in str(page.main.get("progress")[0].proto)
    become(page, "bo")
    text = main_text(page)
    assert "No model was called for this user in that time." in text
    assert "I live in Berlin" not in text


def test_settings_are_listed_without_their_secrets(page: AppTest, model: ModelServer) -> None:
    text = opened(page)
    rows = page.main.dataframe[0].value.set_index("Setting")
    assert rows.loc["model", "Value"] == "scripted-model"
    assert rows.loc["model", "From"] == "environment"
    assert rows.loc["api_key", "Value"] == "**********"
    assert "Chat model,scripted\\-model" in text
    assert KEY not in text


def test_the_page_speaks_chinese(page: AppTest) -> None:
    page.run()
    page.button_group(key="language").set_value("zh").run()
    page.session_state["tab in zh"] = "运行状况"
    page.run()
    assert not page.exception
    text = main_text(page)
    assert "没有等待处理的消息。" in text
    assert "无：离线运行，回答引用记忆" in text
    press(page, "check-now")
    assert "一切正常" in main_text(page)
