"""The socket of the servers."""

from __future__ import annotations

import socket

from memary.interfaces.listener import listening_socket


def test_the_second_part_of_an_answer_waits_for_no_acknowledgement_of_the_first() -> None:
    with listening_socket("127.0.0.1", 0, socket.AF_INET) as listener:
        with socket.create_connection(listener.getsockname()):
            accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
