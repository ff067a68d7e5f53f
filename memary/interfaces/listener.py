"""The socket on which the HTTP API and the MCP server take connections."""

from __future__ import annotations

import socket


def listening_socket(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    """Return a listening socket whose connections send all of an answer without waiting for the client.

    Raises:
        OSError: the address cannot be used.
    """
    listener = socket.create_server((host, port), family=family)
    # inherited by what it accepts; asyncio sets it on sockets alone that were made with the protocol's number
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
