"""What the tests of the web interface without a browser share: a page over a memory of its own."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, local_script_runner
from support.web.app_page import APP, PATIENCE

from memary.interfaces.ui.shared_memory import open_memory

# each page of a test would read what every installed package says of itself, which stays as it is
manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)

_look_for_its_end = local_script_runner.require_widgets_deltas


def _wait_for_its_end(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
    """Wait until the thread of a page has ended; looking for that a thousand times a second would slow it down."""
    runner._script_thread.join(timeout)
    _look_for_its_end(runner, 1 if runner.script_stopped() else 0)


local_script_runner.require_widgets_deltas = _wait_for_its_end


@pytest.fixture(autouse=True)
def main_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the process its main module.

    A page takes its place, and later tests start processes that import it.
    """
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture
def own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A memory of the test's own, offline unless it says otherwise."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "NEO4J_URI", "MEMARY_STORE", "MEMARY_MODEL", "MEMARY_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))
    monkeypatch.setenv("MEMARY_LINGER", "0")
    monkeypatch.chdir(tmp_path)
    st.cache_resource.clear()
    yield
    if (tmp_path / "memary.db").exists():
        open_memory().close()
    st.cache_resource.clear()


@pytest.fixture
def page(own_memory: None) -> AppTest:
    return AppTest.from_file(APP, default_timeout=PATIENCE)
