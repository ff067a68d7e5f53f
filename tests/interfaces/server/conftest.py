"""A memory of two users, served over HTTP with keys."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.chatting import NO_NEWS, is_extraction
from support.model_server import ModelServer

from interfaces.server.serving import ADA, ADMIN, BEN, KEYS, client, served
from memary import Memary

_FOREIGN = ("MEMARY_", "OPENAI_", "NEO4J_", "PERPLEXITY_", "GOOGLEMAPS_", "ALPHA_VANTAGE_")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings from outside, and an empty home."""
    for name in list(os.environ):
        if name.startswith(_FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MEMARY_TIMEZONE", "UTC")
    return tmp_path / "home"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memary]:
    """A memory without a model, in a file, that holds aside what is forgotten."""
    with Memary.open(f"sqlite:///{tmp_path}/memory.db", worker=False, restorable_days=30) as opened:
        yield opened


@pytest.fixture
def address(memory: Memary) -> Iterator[str]:
    """The API over it, with keys."""
    with served(memory, keys=KEYS) as where:
        yield where


@pytest.fixture
def ada(address: str) -> Iterator[httpx.Client]:
    with client(address, ADA) as one:
        yield one


@pytest.fixture
def ben(address: str) -> Iterator[httpx.Client]:
    with client(address, BEN) as one:
        yield one


@pytest.fixture
def admin(address: str) -> Iterator[httpx.Client]:
    with client(address, ADMIN) as one:
        yield one


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model that finds nothing worth keeping, unless told."""
    with ModelServer() as running:
        running.when(is_extraction, NO_NEWS)
        yield running


@pytest.fixture
def talking(model: ModelServer) -> Iterator[Memary]:
    """A memory that asks the model."""
    options = {"base_url": model.base_url, "model": "scripted", "api_key": "test", "max_retries": 0}
    with Memary.open("sqlite:///:memory:", worker=False, max_chats=2, **options) as opened:
        yield opened
