"""Check by which address the page is asked for: one of this machine's names, if it listens here alone.

A web page elsewhere can give this machine a name of its own, and would then speak to the interface as if it were part
of it (DNS rebinding). Streamlit compares the origin with the host that was asked for, which then are the same.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from memary.errors import ConfigurationError
from memary.interfaces.loopback import is_loopback


def check_address(*, is_guarded: bool) -> None:
    """Check that a browser asks by one of this machine's names, from a page of this server.

    Where one has to log in, what stands before the server may give it any name: a page elsewhere has no login.

    Raises:
        ConfigurationError: it does not.
    """
    host, origin = st.context.headers.get("Host"), st.context.headers.get("Origin")
    if is_guarded or not is_for_this_machine() or host is None:
        return  # what other machines may reach is guarded by a login, or by what is before it
    if not is_loopback(urlsplit(f"//{host}").hostname or "") or (origin and urlsplit(origin).netloc != host):
        here = f"http://{st.get_option('server.address')}:{st.get_option('server.port')}"
        raise ConfigurationError(
            f"This page was requested as {host!r}, but the web interface serves this machine alone: open it as "
            f"{here}, or let it listen elsewhere with --host."
        )


def is_for_this_machine() -> bool:
    """Return whether the server listens on this machine alone, so that whoever asks sits at it."""
    return is_loopback(st.get_option("server.address") or "")
