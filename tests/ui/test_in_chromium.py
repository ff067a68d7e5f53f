"""The chat page in a real browser: a person's way through it, and that nothing of it leaves the machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright
from support.model_server import Fault, ModelServer

pytestmark = pytest.mark.timeout(600)

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120_000  # milliseconds that a busy machine may take for anything that is waited for
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
OWN_SETTINGS = ("MEMARY_", "NEO4J_", "OPENAI_", "STREAMLIT_")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Without one these tests are skipped, but fail where CI is set."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        reason = "No Chromium is installed: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield chromium
        chromium.close()


@contextmanager
def served_app(home: Path, **settings: str) -> Iterator[str]:
    """Run the app as a person would, on a free port; give its address once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OWN_SETTINGS)}
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "streamlit_app.py"), "--server.port", str(port)]
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(
            command, cwd=ROOT, env=kept | {"MEMARY_HOME": str(home)} | settings, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            transport = httpx.HTTPTransport(retries=9)  # each waits twice as long as the one before
            with httpx.Client(transport=transport, timeout=60) as client:
                client.get(f"http://127.0.0.1:{port}/_stcore/health").raise_for_status()
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Open the app, served with the given settings, in a new window. No request may leave the machine."""
    strangers: list[str] = []

    def guard(route: Route) -> None:
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            strangers.append(route.request.url)
            route.abort()

    with ExitStack() as stack:

        def open_page(**settings: str) -> Page:
            address = stack.enter_context(served_app(tmp_path, **settings))
            context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
            stack.callback(context.close)
            context.route("**/*", guard)
            page = context.new_page()
            page.goto(address, timeout=PATIENCE)
            expect(page.get_by_text("What should I remember?")).to_be_visible(timeout=PATIENCE)
            return page

        yield open_page
    assert strangers == []


def say(page: Page, text: str) -> None:
    box = page.get_by_placeholder("Tell me something, or ask")
    box.fill(text)
    box.press("Enter")


def counter(page: Page, label: str, value: str) -> None:
    """Wait until a counter of the sidebar shows a value."""
    metric = page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")
    expect(metric).to_have_text(value, timeout=PATIENCE)


def test_what_was_said_is_answered_from_memory_and_shows_its_sources(visit: Visit) -> None:
    page = visit()
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


def test_a_new_user_is_typed_and_sees_nothing_of_the_first(visit: Visit) -> None:
    page = visit()
    say(page, "I live in Berlin.")
    expect(page.get_by_text("Noted.")).to_be_visible(timeout=PATIENCE)
    user = page.get_by_role("combobox", name="User")
    user.fill("bo")
    user.press("Enter")
    expect(page.get_by_text("What should I remember?")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("I live in Berlin.", exact=True)).to_have_count(0, timeout=PATIENCE)
    counter(page, "Messages", "0")


def test_a_model_streams_its_answer_and_a_silent_one_can_be_stopped(visit: Visit) -> None:
    with ModelServer() as model:
        model.when("Read the NEW messages", '{"entities": [], "facts": []}')
        model.script(Fault.stall_stream("Thought: I can answer now.\nAnswer: You live in"))
        page = visit(MEMARY_BASE_URL=model.base_url, MEMARY_MODEL="scripted")
        say(page, "Where do I live?")
        expect(page.get_by_text("You live in")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("What do you know about me?")).to_have_count(0, timeout=PATIENCE)
        page.get_by_role("button", name="Stop").click(timeout=PATIENCE)
        expect(page.get_by_text("Stopped before the answer was finished.")).to_be_visible(timeout=PATIENCE)
        model.respond("Thought: I can answer now.\nAnswer: You live in Berlin.")
        page.get_by_role("button", name="Ask again").click(timeout=PATIENCE)
        expect(page.get_by_text("You live in Berlin.")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("Steps (")).to_be_visible(timeout=PATIENCE)
