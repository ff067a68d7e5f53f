"""The quickstart and the how-to pages do what they say: each runs from top to bottom, as a reader would type it.

Blocks of `sh` and `python` run in order, in one folder; a block marked `serves` goes on in the background, one marked
`not-run` needs what is not here. What a `text` block shows has to be printed, in that order. Commands of memary run
in this process, all other lines in a shell. Servers of others are played by the scripted model server.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from secrets import token_hex

import pytest
from support.chatting import answer, is_extraction
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress
from support.web.http_connection import Body
from typer.testing import CliRunner

from memary.interfaces.cli.app import app

DOCS = Path(__file__).parent.parent / "docs"
OFFLINE = (
    "tour.md",
    "how-to/assistant.md",
    "how-to/backup.md",
    "how-to/chinese.md",
    "how-to/coding-agent.md",
    "how-to/embeddings.md",
    "how-to/multi-user-service.md",
    "how-to/own-models-and-tools.md",
    "memory/forgetting.md",
    "memory/forgetting-in-talk.md",
    "zh/assistant.md",
    "zh/coding-agent.md",
    "zh/concepts.md",
    "zh/forgetting.md",
    "zh/forgetting-in-talk.md",
    "zh/service.md",
    "zh/spaces.md",
    "zh/tour.md",
)
ONLINE = ("quickstart.md", "zh/quickstart.md", "how-to/ollama.md", "how-to/siliconflow.md", "how-to/dashscope.md")
NEO4J = ("how-to/neo4j-aura.md", "how-to/sqlite-to-neo4j.md")
SHAPES = ("how-to/other-endpoints.md",)
"""Followed by the requests that are made: tests/models/openai/test_other_endpoints.py."""
PROVIDERS = (
    "http://localhost:11434/v1",
    "https://api.siliconflow.cn/v1",
    "https://dashscope.aliyuncs.com/compatible-mode/v1",
)
READ = {
    "entities": [{"name": "user", "type": "person"}, {"name": "Berlin", "type": "place"}],
    "facts": [
        {
            "subject": "user",
            "predicate": "lives_in",
            "object": "Berlin",
            "statement": "User lives in Berlin.",
            "source": 1,
            "importance": 3,
        }
    ],
}

pytestmark = [
    pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="needs bash and curl"),
]


def blocks(page: str) -> list[tuple[str, str, str]]:
    """The blocks of code of a page: language, mark and code."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```(\w+) ?([\w-]*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


class Reader:
    """Somebody who types what a page says; `said` is what the screen shows."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **replaced: str) -> None:
        self.said = ""
        self._set = monkeypatch.setenv
        self._replaced = {**replaced, "…": "test"}  # in this order
        self._serving: list[subprocess.Popen[bytes]] = []
        for name in [name for name in os.environ if name.startswith(("MEMARY_", "OPENAI_", "NEO4J_"))]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("MEMARY_HOME", str(folder / "home"))
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        monkeypatch.chdir(folder)

    def follow(self, page: str) -> None:
        """Type all of a page."""
        try:
            for language, mark, code in blocks(page):
                if mark != "not-run" and language not in ("text", "mermaid"):
                    self._type(language, mark, self._here(code))
        finally:
            for server in self._serving:
                server.send_signal(signal.SIGINT)
                server.wait(60)

    def _here(self, code: str) -> str:
        """Put the addresses of this machine for those of the page."""
        for theirs, ours in self._replaced.items():
            code = code.replace(theirs, ours)
        return code

    def _type(self, language: str, mark: str, code: str) -> None:
        if language == "python":
            screen = io.StringIO()
            with redirect_stdout(screen):
                exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
            self.said += screen.getvalue()
        elif mark == "serves":
            self._serve(code.split())
        else:
            for line in code.replace("\\\n", " ").splitlines():
                self.command(line)

    def command(self, line: str) -> None:
        """Type one line at the prompt."""
        words = shlex.split(line, comments=True)
        if words and (words[0] == "export" or "=" in words[0]):
            for name, _, value in (word.partition("=") for word in words if "=" in word):
                self._set(name, os.path.expandvars(value))
        elif words[:1] == ["memary"] or (words[:1] == ["echo"] and words[2:4] == ["|", "memary"]):
            self._run_memary(line, words)
        elif words:
            shell = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=100)
            assert shell.returncode == 0, (line, shell.stdout, shell.stderr)
            self.said += shell.stdout

    def _run_memary(self, line: str, words: list[str]) -> None:
        """Run a command of memary as a shell would: fed by an echo before it, or with a file for what it says."""
        given = f"{words[1]}\n" if words[0] == "echo" else ""
        words, file = (words[:-2], words[-1]) if words[-2:-1] == [">"] else (words, "")
        done = CliRunner().invoke(app, words[words.index("memary") + 1 :], prog_name="memary", input=given)
        assert done.exit_code == 0, (line, done.stdout, done.stderr)
        if file:
            Path(file).write_text(done.stdout, encoding="utf-8")
        else:
            self.said += done.stdout

    def _serve(self, command: list[str]) -> None:
        port = {"serve": "8321", "ui": "8501"}[command[1]]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            free = str(probe.getsockname()[1])
        self._replaced[port] = free
        self._serving.append(subprocess.Popen([*command, "--port", free], stderr=subprocess.DEVNULL))
        waits = "--retry 100 --retry-delay 1 --retry-connrefused"
        self.command(f"curl -sS -o answer.html {waits} http://127.0.0.1:{free}/")


def assert_shown(page: str, printed: str) -> None:
    """Make sure that what the page shows was printed, in that order."""
    end = 0
    for line in (line for language, _, code in blocks(page) if language == "text" for line in code.splitlines()):
        found = printed.find(line, end)
        assert found >= 0, f"{line!r} of {page} is not in what follows:\n{printed[end:]}"
        end = found + len(line)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model server that answers as a provider would."""

    def reply(body: Body) -> str:
        return json.dumps(READ) if is_extraction(body) else answer("You live in Berlin.")

    with ModelServer(dimensions=1024, api_key=None) as one:
        one.respond(reply)
        yield one


def test_no_page_is_left_out() -> None:
    folders = [page.relative_to(DOCS).as_posix() for name in ("how-to", "zh") for page in (DOCS / name).glob("*.md")]
    pages = {"quickstart.md", "tour.md", "memory/forgetting.md", "memory/forgetting-in-talk.md", *folders} - {
        "zh/install.md",
        "zh/troubleshooting.md",
        "zh/ui.md",
    }
    assert {*OFFLINE, *ONLINE, *NEO4J, *SHAPES} == pages


@pytest.mark.parametrize("page", OFFLINE)
def test_a_page_without_a_model_does_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(tmp_path, monkeypatch)
    reader.follow(page)
    assert_shown(page, reader.said)


@pytest.mark.parametrize("page", ONLINE)
def test_a_page_with_a_model_asks_the_models_it_names(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer
) -> None:
    here = server.base_url
    openai = {"export OPENAI_API_KEY=": f"export OPENAI_BASE_URL={here} OPENAI_API_KEY="}
    reader = Reader(tmp_path, monkeypatch, **dict.fromkeys(PROVIDERS, here), **openai)
    reader.follow(page)
    assert_shown(page, reader.said)
    text = (DOCS / page).read_text(encoding="utf-8")
    named = re.findall(r"^export MEMARY_(?:\w*MODEL|EMBEDDING)=(?:openai:)?(\S+)", text, re.MULTILINE)
    assert {str(request.body.get("model")) for request in server.requests} == set(named)
    key = "Bearer sk-test" if "API_KEY=sk-" in text else "Bearer none"
    assert {request.authorization for request in server.requests} == {key}


@pytest.mark.parametrize("page", NEO4J)
def test_a_page_about_neo4j_does_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apoc_neo4j_address: Neo4jAddress
) -> None:
    address, user = apoc_neo4j_address, f"ada-{token_hex(4)}"
    here = {
        "neo4j+s://0123abcd.databases.neo4j.io": address.uri,
        "neo4j://localhost:7687": address.uri,
        "NEO4J_PASSWORD=…": f"NEO4J_PASSWORD='{address.password}'",
        "--user ada": f"--user {user}",
    }
    reader = Reader(tmp_path, monkeypatch, **here)
    reader.follow(page)
    reader.command(f"memary forget --user {user} --yes")
    assert_shown(page, reader.said)
    assert "User lives in Berlin." in reader.said
