"""Tell which addresses are this machine's own: a server on these alone needs no login.

It answers to no other name.
"""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is this machine's own."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
