"""Lets all HTTP clients of a process share the certificates that they trust: reading them takes 20 ms each time."""

from __future__ import annotations

import functools
import importlib
from importlib.util import find_spec

CLIENTS = ("httpx", "httpx2")
"""Which of them openai stands on depends on its version."""


def share() -> None:
    """Read certificates once; tests that name others start programs, which read theirs."""
    for client in filter(find_spec, CLIENTS):
        transport = importlib.import_module(f"{client}._transports.default")
        transport.create_ssl_context = functools.cache(transport.create_ssl_context)
