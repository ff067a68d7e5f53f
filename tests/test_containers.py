"""What Docker would run.

Without Docker, the same commands start by hand with the environment that Compose gives.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from reliability.waiting import until
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user

from memary import Memary

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: Mapping[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "memary"}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PATIENCE = 90.0
TOKEN = "a-token-that-is-long-enough"


@dataclass(frozen=True, slots=True)
class Running:
    """A process, and the file with what it says."""

    process: subprocess.Popen[bytes]
    said: Path


# ── what the files say ──────────────────────────────────────────────────────────────────────────────────────


def test_the_parts_are_there_and_the_servers_that_need_a_secret_are_profiles() -> None:
    assert set(SERVICES) == {"neo4j", "worker", "app", "api", "mcp"}
    assert {name: service["profiles"] for name, service in SERVICES.items() if "profiles" in service} == {
        "api": ["api"],
        "mcp": ["mcp"],
    }


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_checked_started_again_and_seen_by_this_machine_alone(name: str) -> None:
    service = SERVICES[name]
    assert service["healthcheck"]["test"][0] == "CMD"
    assert service["restart"] == "unless-stopped"
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert not re.search(r"(?i)password: *['\"]?\w", yaml.safe_dump(service))  # only from the environment


@pytest.mark.parametrize("name", OURS)
def test_a_container_of_memary_has_no_rights_and_waits_for_neo4j(name: str) -> None:
    service = OURS[name]
    assert service["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]


def test_data_outlive_their_containers() -> None:
    named = {volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    assert named == set(COMPOSE["volumes"]) == {"neo4j-data", "memary-home"}


def test_the_image_runs_as_a_user_without_rights() -> None:
    final = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert re.findall(r"^USER (\w+)$", final, re.MULTILINE) == ["memary"]
    assert "HEALTHCHECK" in final
    assert "pip" not in final


def test_the_image_is_built_from_the_lock_with_extras_that_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert (
        {"sentences", "ui", "mcp", "server", "otel"} == set(re.findall(r"--extra (\w+)", DOCKERFILE)) <= set(extras)
    )
    assert DOCKERFILE.count("requirements-dev.lock") >= 3


def test_what_the_build_needs_is_not_kept_from_it() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert allowed >= {"pyproject.toml", "requirements-dev.lock", "README.md", "LICENSE", "memary", "data"}
    assert not [name for name in allowed if not (ROOT / name).exists()]


# ── what the commands do ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def ports() -> dict[str, int]:
    """A free port for each of the compose file's: they have to be known before the processes start."""
    with ExitStack() as stack:
        taken = {
            port: stack.enter_context(socket.create_server(("127.0.0.1", 0))) for port in ("8501", "8321", "8765")
        }
        return {port: listener.getsockname()[1] for port, listener in taken.items()}


@pytest.fixture
def environment(apoc_neo4j_address: Neo4jAddress, tmp_path: Path) -> dict[str, str]:
    """The environment that Compose gives to all, with this machine's addresses.

    The home cannot be written.
    """
    address = apoc_neo4j_address
    given = {**OURS["worker"]["environment"], "MEMARY_HOME": str(tmp_path), "MEMARY_STORE": address.uri}
    given |= {"NEO4J_USERNAME": address.username, "NEO4J_PASSWORD": address.password, "MEMARY_MCP_TOKEN": TOKEN}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": "/proc/nowhere", "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "ignore", **given}


def on_this_machine(words: Sequence[str], ports: Mapping[str, int]) -> list[str]:
    """A command of the compose file, with a free port for each of its own."""
    moved = [re.sub(r"\b(8501|8321|8765)\b", lambda found: str(ports[found[0]]), word) for word in words]
    return ["127.0.0.1" if word == "0.0.0.0" else word for word in moved]


@contextmanager
def running(name: str, environment: Mapping[str, str], ports: Mapping[str, int], folder: Path) -> Iterator[Running]:
    """Run the command of a service."""
    said = folder / f"{name}.log"
    settings = {key: OURS[name]["environment"][key] for key in ("MEMARY_WORKER",) if key in OURS[name]["environment"]}
    with said.open("w") as log:
        process = subprocess.Popen(
            on_this_machine(OURS[name]["command"], ports),
            env={**environment, **settings},
            cwd=folder,
            stdout=log,
            stderr=log,
        )
    try:
        yield Running(process, said)
        assert process.poll() is None, said.read_text()
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert "Traceback" not in said.read_text()


def wait_until_healthy(name: str, environment: Mapping[str, str], ports: Mapping[str, int], one: Running) -> None:
    """Wait until the service's own health check passes.

    It costs a process, so it begins when the service listens.
    """
    _, *check = OURS[name]["healthcheck"]["test"]
    published = [ports[port.rsplit(":", 1)[1]] for port in OURS[name].get("ports", ())]

    def has_begun() -> bool:
        assert one.process.poll() is None, one.said.read_text()
        return all(map(listens, published)) and one.said.stat().st_size > 0

    def passes() -> bool:
        command = on_this_machine(check, ports)
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0

    until(has_begun, f"{name} has begun", seconds=PATIENCE)
    until(passes, f"{name} is healthy", seconds=PATIENCE)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ask(url: str, *, body: Any = None, key: str | None = None) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(url, json.dumps(body).encode() if body is not None else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.loads(response.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, None


@pytest.mark.timeout(600)
def test_all_commands_of_the_compose_file_work_together_on_neo4j(
    apoc_neo4j_address: Neo4jAddress, environment: dict[str, str], ports: dict[str, int], tmp_path: Path
) -> None:
    """A message that the HTTP API takes is read by the worker.

    The web interface and the MCP server answer.
    """
    user = fresh_user("ada")
    make_key = ["memary", "api-key", "--user", user]
    key = subprocess.run(make_key, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    with ExitStack() as stack:
        started = {name: stack.enter_context(running(name, environment, ports, tmp_path)) for name in OURS}
        for name, one in started.items():
            wait_until_healthy(name, environment, ports, one)
        api = f"http://127.0.0.1:{ports['8321']}/v1"
        told = {"messages": [{"content": "I live in Berlin."}]}
        assert ask(f"{api}/messages", body=told)[0] == 401
        assert ask(f"{api}/messages", body=told, key=key)[0] == 201
        assert facts_of(apoc_neo4j_address, user) == ["User lives in Berlin."]
        assert ask(f"http://127.0.0.1:{ports['8765']}/mcp", body={})[0] == 401
        assert ask(f"http://127.0.0.1:{ports['8765']}/mcp", body={}, key=TOKEN)[0] in (400, 406)


def facts_of(address: Neo4jAddress, user: str) -> list[str]:
    """What is known of a user, once the worker has read."""
    with Memary.open(address.uri, worker=False, **address.options) as memory:
        until(lambda: memory.facts.list(user_id=user), "the worker has read the message", seconds=PATIENCE)
        return [fact.statement for fact in memory.facts.list(user_id=user)]
