"""`memary serve` and `memary api-key` as programs of their own."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from programs.command import CommandProcess
from programs.starting import Interpreter
from typer.testing import CliRunner, Result

from interfaces.server.serving import client
from memary.interfaces.cli.app import app

Started = Callable[..., tuple[CommandProcess, list[str]]]
_PATIENCE = 30


@pytest.fixture
def started(python: Interpreter) -> Iterator[Started]:
    """Start servers on a free port; return each with what it said until it listened, and stop them."""
    with ExitStack() as end:

        def start(*arguments: str) -> tuple[CommandProcess, list[str]]:
            server = CommandProcess(python, ["serve", "--port", "0", *arguments], {})
            end.callback(server.clear_away)
            assert server.stderr is not None
            said = [server.stderr.readline()]
            if "Listening" in said[0] and not arguments:
                said.append(server.stderr.readline())
            return server, said

        yield start


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="memary")


def address_of(said: list[str]) -> str:
    found = re.search(r"http://\S+", said[0])
    assert found, said
    return found[0]


def test_it_serves_until_it_is_told_to_stop_and_keeps_what_it_acknowledged(started: Started) -> None:
    server, said = started()
    assert "No API keys: only this machine is served, as user 'default'." in said[1]
    with client(address_of(said)) as api:
        sent = {"messages": [{"content": "I moved to Berlin."}]}
        assert api.post("/v1/messages", json=sent, params={"user_id": "default"}).status_code == 201
        assert api.post("/v1/search", json={"query": "Where is my secret wish?"}).status_code == 200
    server.send_signal(signal.SIGTERM)
    _, log = server.communicate(timeout=_PATIENCE)
    assert server.returncode == 0
    assert log.splitlines()[-1] == "Stopped."
    assert re.search(r"POST /v1/messages 201 \d+ ms local", log)
    assert not any(word in log for word in ("Berlin", "secret wish", "user_id", "Traceback"))
    assert "Berlin" in run("search", "Berlin").stdout


def test_every_line_of_a_request_bears_its_id_and_says_how_it_ended(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"BASE_URL": "http://127.0.0.1:1/v1", "MODEL": "scripted", "MAX_RETRIES": "0"}.items():
        monkeypatch.setenv(f"MEMARY_{name}", value)
    server, said = started()
    with client(address_of(said)) as api:
        assert api.get("/v1/facts/nothing", headers={"X-Request-Id": "lb-1"}).headers["x-request-id"] == "lb-1"
        ours = api.get("/v1/facts", headers={"X-Request-Id": "my secret wish"}).headers["x-request-id"]
        for path in ("/v1/chat", "/v1/chat/stream"):
            api.post(path, json={"query": "Where do I live?"}, headers={"X-Request-Id": path})
    server.send_signal(signal.SIGTERM)
    _, log = server.communicate(timeout=_PATIENCE)
    ends = [line.partition(" [")[2] for line in log.splitlines() if " [" in line and "extraction" not in line]
    told = [re.sub(r" \d+ ms", "", line) for line in ends if "Model" not in line or " ms " in line]
    assert told == [
        "lb-1] GET /v1/facts/nothing 404 local NotFoundError",
        f"{ours}] GET /v1/facts 200 local",
        "/v1/chat] POST /v1/chat 503 local ModelUnavailableError",
        "/v1/chat/stream] POST /v1/chat/stream 200 local ModelUnavailableError",
    ]
    for path in ("/v1/chat", "/v1/chat/stream"):
        assert any(line.startswith(f"{path}] ModelUnavailableError: The model server at") for line in ends)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d \[", log.splitlines()[0])
    assert "secret wish" not in log


def test_a_request_under_way_is_finished_first(started: Started) -> None:
    server, said = started()
    address = httpx.URL(address_of(said))
    body = b'{"messages": [{"content": "I moved to Ulm."}]}'
    head = f"POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection((address.host, address.port or 0)) as slow:
        slow.settimeout(_PATIENCE)
        slow.sendall(head.encode() + b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n")
        assert slow.recv(100).startswith(b"HTTP/1.1 100"), "it has begun to read"
        server.send_signal(signal.SIGTERM)
        slow.sendall(body)
        assert slow.recv(100).startswith(b"HTTP/1.1 201")
    server.communicate(timeout=_PATIENCE)
    assert server.returncode == 0
    assert "Ulm" in run("search", "Ulm").stdout


def test_a_new_key_opens_the_memory_of_its_user_alone(started: Started, home: Path) -> None:
    made = run("api-key", "--user", "ada", "--name", "ada's phone")
    assert (made.exit_code, made.stdout.startswith("mk_")) == (0, True)
    assert "memory of user 'ada'" in made.stderr
    key = made.stdout.strip()
    assert key not in (home / "api-keys.toml").read_text()
    server, said = started("--host", "0.0.0.0")
    address = address_of(said).replace("0.0.0.0", "127.0.0.1")
    with client(address, key) as api:
        assert api.post("/v1/messages", json={"messages": [{"content": "I like tea."}]}).status_code == 201
        assert api.get("/v1/facts", params={"user_id": "ben"}).status_code == 403
    with client(address) as stranger:
        assert stranger.get("/v1/facts").status_code == 401
    server.send_signal(signal.SIGINT)
    _, log = server.communicate(timeout=_PATIENCE)
    assert server.returncode == 0
    assert "POST /v1/messages 201" in log
    assert "ada's phone" in log
    assert key not in log


def test_keys_are_listed_and_revoked_and_a_broken_file_is_found(home: Path) -> None:
    assert "No API keys" in run("api-key", "--list").stdout
    run("api-key", "--user", "ada", "--name", "phone")
    run("api-key", "--admin", "--name", "root")
    assert [line.split() for line in run("api-key", "--list").stdout.splitlines()[1:]] == [
        ["phone", "ada", "write", "never"],
        ["root", "any", "write", "never"],
    ]
    assert "ok  API keys: 2 in" in run("doctor").stdout
    assert run("api-key", "--revoke", "phone").stdout.startswith("1 key taken out")
    assert "phone" not in run("api-key", "--list").stdout
    assert run("api-key", "--revoke", "phone").exit_code == 2
    (home / "api-keys.toml").write_text("[keys")
    found = run("doctor")
    assert (found.exit_code, "BROKEN  API keys" in found.stdout) == (1, True)


def test_without_keys_it_listens_nowhere_else() -> None:
    refused = run("serve", "--host", "0.0.0.0")
    assert refused.exit_code == 2
    assert "this machine alone, not 0.0.0.0" in refused.stderr
    assert "memary api-key" in refused.stderr


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        refused = run("serve", "--port", str(other.getsockname()[1]))
    assert refused.exit_code == 2
    assert "already in use" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--admin", "--user", "ada"], "Give either"),
        (["--user", "a\nb"], "The user is 'a\\nb': take out the control characters."),
        (["--user", "*"], "use --admin"),
        (["--file", "keys.json"], "TOML files only"),
        (["--file", "/dev/null/keys.toml"], "cannot be written"),
    ],
)
def test_a_key_that_cannot_be_made_is_said(arguments: list[str], said: str) -> None:
    refused = run("api-key", *arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert said in refused.stderr
