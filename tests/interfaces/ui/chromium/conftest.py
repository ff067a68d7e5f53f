"""What the tests in a real browser share: one browser, one app without a model, and one with a model server.

Each test is a user of its own, so that none sees what another did. All of them run in one process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from programs.starting import Interpreter, interpreter
from support.chatting import NO_NEWS, is_extraction
from support.model_server import ModelServer
from support.web.web_app import ROOT, Visit, Windows, launched_browser, served_app

from memary import Memary

MOVERS = ("reader", "clicker", "undoer", "leaver", "phone", "namer", "rater")
"""Users who moved from Graz to Berlin and told so in a short talk."""

ADAS = ("ada", "ada who asks")
"""Users with Ada's conversation."""

_IMPORTED = (
    "streamlit.web.cli",
    "pandas",
    "altair",
    "memary.agent.loop.run",
    "memary.interfaces.ui.reads",
    "memary.interfaces.ui.visit.login",
    "memary.stores.sqlite",
)
"""What the app imports, but for its components: those want a server that runs."""

_TALK = (
    ("user", "Guess where I went.", "2026-02-01T09:00:00Z"),
    ("assistant", "I cannot guess.", "2026-02-01T09:00:05Z"),
    ("user", "I moved to Berlin, from Graz.", "2026-02-01T09:01:00Z"),
    ("assistant", "Noted, Berlin it is.", "2026-02-01T09:01:05Z"),
)


@pytest.fixture(scope="package")  # longer, the browser's event loop would stand in the way of other tests
def browser() -> Iterator[Browser]:
    with launched_browser() as launched:
        yield launched


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def visit(windows: Windows) -> Iterator[Visit]:
    """Opens an address in a new window.

    No request may leave the machine.
    """
    yield windows.open
    windows.close()
    assert windows.strangers == []


@pytest.fixture(scope="package")
def python(python: Interpreter, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interpreter]:
    """A Python with the app's imports done, that starts it."""
    with interpreter(tmp_path_factory.mktemp("python"), _IMPORTED, before=python) as started:
        yield started


@pytest.fixture(scope="package")
def address(python: Interpreter, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app without a model, over the talks of those who moved and Ada's conversation."""
    home = tmp_path_factory.mktemp("home")
    with Memary.open(f"sqlite:///{home / 'memary.db'}", worker=False) as memory:
        for user in MOVERS:
            _move(memory, user)
        lines = (ROOT / "data" / "conversations" / "ada.en.jsonl").read_text(encoding="utf-8").splitlines()
        for user in ADAS:
            memory.add([json.loads(line) for line in lines], user_id=user)
            memory.flush()
            memory.insights.reflect(user_id=user)
    with served_app(home, python, MEMARY_LINGER="0") as served:
        yield served


def _move(memory: Memary, user: str) -> None:
    said = memory.add(
        [{"role": role, "content": content, "created_at": at} for role, content, at in _TALK],
        user_id=user,
        session_id="2026-02-01",
        infer=False,
    )
    lives = {"subject": "Ada", "predicate": "lives_in", "subject_type": "person", "object_type": "place"}
    facts = [
        lives | {"object": "Graz", "statement": "Ada lives in Graz.", "valid_at": "2020-01-01T00:00:00Z"},
        lives | {"object": "Berlin", "statement": "Ada lives in Berlin.", "valid_at": "2026-02-01T00:00:00Z"},
    ]
    memory.facts.add([fact | {"origin": "user", "source_ids": [said.ids[2]]} for fact in facts], user_id=user)


@pytest.fixture(scope="package")
def model_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="package")
def model_address(
    python: Interpreter, model_server: ModelServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The app with a model that sees."""
    settings = {"MEMARY_BASE_URL": model_server.base_url, "MEMARY_MODEL": "scripted", "MEMARY_MAX_RETRIES": "0"}
    with served_app(tmp_path_factory.mktemp("model"), python, MEMARY_LINGER="0", **settings) as served:
        yield served


@pytest.fixture
def model(model_server: ModelServer) -> ModelServer:
    """The model server behind it, which finds no facts, and answers what the test says."""
    model_server.clear_scripts()
    model_server.when(is_extraction, NO_NEWS)
    return model_server
