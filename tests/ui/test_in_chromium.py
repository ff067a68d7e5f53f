"""The chat page in a real browser: a person's way through it, and that nothing of it leaves the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.model_server import Fault, ModelServer
from support.web_app import PATIENCE, Visit, say, served_app

pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def open_app(visit: Visit, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open an app of the test's own, served with the given settings."""
    with ExitStack() as stack:

        def opened(**settings: str) -> Page:
            page = visit(stack.enter_context(served_app(tmp_path, **settings)))
            expect(page.get_by_text("What should I remember?")).to_be_visible()
            return page

        yield opened


def counter(page: Page, label: str, value: str) -> None:
    """Wait until a counter of the sidebar shows a value."""
    metric = page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")
    expect(metric).to_have_text(value, timeout=PATIENCE)


def test_what_was_said_is_answered_from_memory_and_shows_its_sources(open_app: Callable[..., Page]) -> None:
    page = open_app()
    say(page, "I live in Berlin.")
    expect(page.get_by_text("Noted.")).to_be_visible(timeout=PATIENCE)
    counter(page, "Facts", "1")  # the page brings itself up to date
    counter(page, "Pending", "0")
    say(page, "Where do I live?")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer).to_contain_text("Berlin", timeout=PATIENCE)
    sources = answer.get_by_test_id("stExpander").filter(has_text="Sources (")
    sources.get_by_text("Sources (").click(timeout=PATIENCE)
    expect(sources.get_by_text("I live in Berlin.", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(sources.get_by_text("Fact · since")).to_be_visible(timeout=PATIENCE)


def test_a_new_user_is_typed_and_sees_nothing_of_the_first(open_app: Callable[..., Page]) -> None:
    page = open_app()
    say(page, "I live in Berlin.")
    expect(page.get_by_text("Noted.")).to_be_visible(timeout=PATIENCE)
    user = page.get_by_role("combobox", name="User")
    user.fill("bo")
    user.press("Enter")
    expect(page.get_by_text("What should I remember?")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("I live in Berlin.", exact=True)).to_have_count(0, timeout=PATIENCE)
    counter(page, "Messages", "0")


def test_a_model_streams_its_answer_and_a_silent_one_can_be_stopped(open_app: Callable[..., Page]) -> None:
    with ModelServer() as model:
        model.when("Read the NEW messages", '{"entities": [], "facts": []}')
        model.script(Fault.stall_stream("Thought: I can answer now.\nAnswer: You live in"))
        page = open_app(MEMARY_BASE_URL=model.base_url, MEMARY_MODEL="scripted")
        say(page, "Where do I live?")
        expect(page.get_by_text("You live in")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("What do you know about me?")).to_have_count(0, timeout=PATIENCE)
        page.get_by_role("button", name="Stop").click(timeout=PATIENCE)
        expect(page.get_by_text("Stopped before the answer was finished.")).to_be_visible(timeout=PATIENCE)
        model.respond("Thought: I can answer now.\nAnswer: You live in Berlin.")
        page.get_by_role("button", name="Ask again").click(timeout=PATIENCE)
        expect(page.get_by_text("You live in Berlin.")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("Steps (")).to_be_visible(timeout=PATIENCE)
