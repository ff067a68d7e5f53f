"""Behind a company's proxy that opens TLS with certificates of its own: a real one, on the loopback address."""

from __future__ import annotations

import os
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from programs.command import CommandProcess
from programs.starting import Interpreter
from support.model_server import ModelServer

HOST = "models.company.test"
_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30")

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make certificates")


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """The company's certificate; beside it `host.pem`, which it has signed for the model server's name."""
    company = ("-subj", "/CN=A company", "-keyout", "ca.key", "-out", "ca.pem")
    named = (
        "-subj",
        f"/CN={HOST}",
        "-addext",
        f"subjectAltName=DNS:{HOST}",
        "-keyout",
        "host.key",
        "-out",
        "host.pem",
    )
    for words in (company, (*named, "-CA", "ca.pem", "-CAkey", "ca.key")):
        subprocess.run(["openssl", "req", "-x509", *_KEY, *words], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path / "ca.pem"


class Proxy(socketserver.ThreadingTCPServer):
    """Takes CONNECT, speaks TLS in the name of whoever is asked for, and hands on to a model server."""

    daemon_threads = True

    def __init__(self, folder: Path, to: str) -> None:
        super().__init__(("127.0.0.1", 0), _Tunnel)
        self.asked: list[str] = []
        self.to = urlsplit(to)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(folder / "host.pem", folder / "host.key")


class _Tunnel(socketserver.StreamRequestHandler):
    server: Proxy

    def handle(self) -> None:
        self.server.asked.append(self.rfile.readline().decode().split()[1])
        while self.rfile.readline().strip():
            pass
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        to = (self.server.to.hostname, self.server.to.port)
        with (
            suppress(OSError),
            self.server.tls.wrap_socket(self.connection, server_side=True) as inner,
            socket.create_connection(to) as model,
        ):
            threading.Thread(target=_hand_on, args=(model, inner), daemon=True).start()
            _hand_on(inner, model)


def _hand_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture
def proxy(authority: Path) -> Iterator[Proxy]:
    with ModelServer() as model:
        model.respond("Thought: hello\nAnswer: Here I am.")
        with Proxy(authority.parent, model.base_url) as proxy:
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            yield proxy
            proxy.shutdown()


def doctor(python: Interpreter, home: Path, **settings: str) -> str:
    """Return what `memary doctor --online` says in a process of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "MEMARY_HOME": str(home),
        "MEMARY_MODEL": "scripted",
    }
    environment |= {"MEMARY_BASE_URL": f"https://{HOST}/v1", **settings}
    started = CommandProcess(python, ["doctor", "--online"], {}, folder=home, environment=environment)
    try:
        return " ".join("".join(started.communicate(timeout=120)).split())
    finally:
        started.clear_away()


def test_with_the_proxy_and_the_companys_certificates_named_a_model_answers(
    proxy: Proxy, authority: Path, python: Interpreter, tmp_path: Path
) -> None:
    address = f"http://ada:secret@127.0.0.1:{proxy.server_address[1]}"
    said = doctor(python, tmp_path, HTTPS_PROXY=address, SSL_CERT_FILE=str(authority))
    assert "ok chat model:" in said, said
    assert set(proxy.asked) == {f"{HOST}:443"}
    assert "secret" not in said


def test_certificates_that_are_not_named_are_said_to_be_missing(
    proxy: Proxy, python: Interpreter, tmp_path: Path
) -> None:
    said = doctor(python, tmp_path, HTTPS_PROXY=f"http://127.0.0.1:{proxy.server_address[1]}")
    assert "BROKEN chat model:" in said, said
    assert "Who signed its certificate is not known here" in said
    assert "SSL_CERT_FILE" in said


def test_a_proxy_that_is_not_there_is_named(python: Interpreter, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    said = doctor(python, tmp_path, HTTPS_PROXY=f"http://127.0.0.1:{port}")
    assert "BROKEN chat model:" in said, said
    assert f"through the proxy http://127.0.0.1:{port}" in said
