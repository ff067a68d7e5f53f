"""The one open memory of the server process, which all visitors share."""

from __future__ import annotations

import logging
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread

import streamlit as st

from memary import ConfigurationError, Memary, Settings, StoreError

_log = logging.getLogger("memary")


@st.cache_resource(show_spinner=False)
def settings_here() -> Settings:
    """Gather the settings, once for the whole process.

    A failure is tried again at the next run.

    Raises:
        ConfigurationError: a setting is wrong.
    """
    return Settings.load(env_file=Path(".env"))


@st.cache_resource(show_spinner=False)
def open_memory() -> Memary:
    """Open the memory that the settings name, once for the whole process.

    A failure is tried again at the next run.

    Raises:
        ConfigurationError: a setting is wrong or missing.
        StoreError: the store cannot be opened.
    """
    settings = settings_here()
    try:
        memory = Memary.open(settings=settings.model_copy(update={"client": settings.client or "ui"}))
    except ConfigurationError:
        settings_here.clear()  # who mends them is not told of it again
        raise
    with suppress(StoreError):  # of one that is away the pages tell
        if refused := memory.admin.health().not_writable:
            _log.warning("Only what is stored can be shown. %s", refused)
    return memory


@st.cache_resource(show_spinner=False)
def agent_loading() -> Thread:
    """Load the agent's code beside the page, once.

    It takes seconds, which a visitor spends looking at the page. Join the thread before the first question: two
    threads that import LlamaIndex at once can lock each other out.
    """
    thread = Thread(target=import_module, args=("memary.agent.loop.run",), name="memary-agent-loading", daemon=True)
    thread.start()
    return thread
