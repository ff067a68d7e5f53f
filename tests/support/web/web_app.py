"""The web interface as a person runs it: a server of its own, and a browser that may go nowhere else."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect, sync_playwright
from programs.command import CommandProcess
from programs.starting import Interpreter

ROOT = Path(__file__).resolve().parents[3]
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
    "--js-flags=--no-opt,--no-maglev",  # a page is gone before its code has paid for being optimised
    "--host-resolver-rules=MAP elsewhere.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
A_DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""

EMPTY = "about:blank"
"""What a new window shows."""

OWN_SETTINGS = ("MEMARY_", "NEO4J_", "OPENAI_", "STREAMLIT_")

expect.set_options(timeout=PATIENCE)


BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def chromium_path() -> str | None:
    """Where Chromium is, if it is installed."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def launched_browser() -> Iterator[Browser]:
    """Start Chromium.

    Without one the test is skipped, but fails where CI is set.
    """
    found = chromium_path()
    if found is None:
        reason = "No Chromium is installed: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield chromium
        chromium.close()


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def served_app(
    home: Path, python: Interpreter | None = None, port: int | None = None, **settings: str
) -> Iterator[str]:
    """Run the app as a person would, by default on a free port; give its address once it answers.

    A Python that has done its imports saves those, which are most of what it takes.
    """
    port = port or free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OWN_SETTINGS)}
    environment = kept | {"MEMARY_HOME": str(home)} | settings
    arguments = ["run", str(ROOT / "streamlit_app.py"), "--server.port", str(port)]
    with (home / "server.log").open("wb") as log, ExitStack() as end:
        streams: dict[str, Any] = {"stdout": log, "stderr": log}
        server: CommandProcess | subprocess.Popen[bytes]
        if python is None:
            command = [sys.executable, "-m", "streamlit", *arguments]
            server = subprocess.Popen(command, cwd=ROOT, env=environment, **streams)
        else:
            server = CommandProcess(
                python, arguments, streams, script="streamlit_command.py", folder=ROOT, environment=environment
            )
            end.callback(server.clear_away)
        try:
            transport = httpx.HTTPTransport(retries=9)  # each waits twice as long as the one before
            with httpx.Client(transport=transport, timeout=60) as client:
                client.get(f"http://127.0.0.1:{port}/_stcore/health").raise_for_status()
            yield f"http://127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired, TimeoutError):
                server.wait(30)
            server.send_signal(signal.SIGKILL)
            server.wait()


Visit = Callable[..., Page]


class Windows:
    """The windows of a browser, from which no request may leave the machine.

    Those of one language and colour scheme share what they have loaded, which saves seconds for each. The first of
    them stays, empty between two tests; cookies and what else a page keeps for later visits do not.
    """

    def __init__(self, browser: Browser) -> None:
        self.strangers: list[str] = []
        self._browser = browser
        self._contexts: dict[tuple[str, str], BrowserContext] = {}

    def open(
        self, address: str, *, width: int = 1280, locale: str = "en-GB", scheme: str = "light", moves: bool = False
    ) -> Page:
        """Open an address in a new window, whose pages stand still as for somebody who wants that, or move."""
        context = self._context(locale, scheme)
        page = next((page for page in context.pages if page.url == EMPTY), None) or context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        return page

    def close(self) -> None:
        """Empty the first window of each kind, close all others, and forget what the browser keeps of the pages.

        It forgets last: a page that is still drawn may keep something at any moment.
        """
        for context in self._contexts.values():
            first, *others = context.pages
            origins = {f"{part.scheme}://{part.netloc}" for part in (urlsplit(page.url) for page in context.pages)}
            first.goto(EMPTY)
            for page in others:
                page.close()
            context.clear_cookies()
            browser = context.new_cdp_session(first)
            for origin in origins:
                browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            browser.detach()

    def _context(self, locale: str, scheme: str) -> BrowserContext:
        if (locale, scheme) not in self._contexts:
            dark_or_light: Any = scheme
            context = self._browser.new_context(locale=locale, color_scheme=dark_or_light)
            context.on("request", self._note)  # to route them would turn the browser's cache off
            self._contexts[locale, scheme] = context
        return self._contexts[locale, scheme]

    def _note(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in (None, "127.0.0.1"):
            self.strangers.append(request.url)


def say(page: Page, text: str) -> None:
    """Send a message in the chat."""
    box = page.get_by_placeholder("Tell me something, or ask")
    box.fill(text)
    box.press("Enter")


def attach_a_dot(page: Page) -> None:
    """Add a picture to what is typed, and wait until it is uploaded: before that nothing can be sent."""
    with page.expect_response(lambda response: "upload_file" in response.url and response.request.method == "PUT"):
        page.locator("input[type=file]").set_input_files(
            {"name": "dot.png", "mimeType": "image/png", "buffer": A_DOT}
        )
    expect(page.get_by_text("dot.png")).to_be_visible()
    settle(page)


def open_tab(page: Page, name: str) -> None:
    """Go to a tab."""
    page.get_by_role("tab", name=name, exact=True).click()


def settle(page: Page) -> None:
    """Wait until the page is drawn to its end: what is folded open before that may be folded again."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-testid=stSkeleton]:visible")).to_have_count(0)


def answer_text(page: Page, text: str, *, exact: bool = False) -> Locator:
    """Text of a message as it is seen: what is read out to the blind is in the page a second time."""
    return page.get_by_test_id("stTabs").get_by_text(text, exact=exact).first


def drawn_graph(page: Page) -> Locator:
    """The canvas of the graph, once the graph is drawn and fills its place."""
    canvas = page.locator('.memary-graph .canvas[aria-busy="false"]')
    expect(canvas).to_be_visible()
    return canvas


def counter(page: Page, label: str) -> Locator:
    """What a counter of the sidebar shows."""
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")
