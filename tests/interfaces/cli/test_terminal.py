"""The command at a terminal, as a person uses it: keys, pasted text, Ctrl-C, what a conversation asks and tells."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from support.model_server import ModelServer

from interfaces.cli.terminal import PATIENCE, Terminal
from memary import Memary

from .conftest import Run, Start


def test_without_a_command_a_terminal_starts_a_conversation(home: Path) -> None:
    terminal = Terminal(partial(subprocess.Popen, [sys.executable, "-m", "memary"]))
    greeting = terminal.wait_for("/help")
    assert "OFFLINE" in greeting
    assert "OPENAI_API_KEY" in greeting
    assert "user: default" in greeting
    terminal.wait_for("> ")
    terminal.type("/facts\n")
    terminal.wait_for("There is nothing yet.")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_chinese_is_read_and_said_where_the_locale_that_is_named_is_not_installed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.nowhere")
    terminal = Terminal(partial(subprocess.Popen, [sys.executable, "-m", "memary", "chat", "--user", "ada"]))
    assert "离线" in terminal.wait_for("> ")
    for said, answer in (("我住在上海。", "新记住: 用户居住在上海"), ("我住在哪里？", "- 用户居住在上海。")):
        terminal.type(f"{said}\n")
        terminal.wait_for(answer)
        terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_the_arrow_keys_bring_back_what_was_typed_before_and_nothing_that_was_forgotten(
    program: Start, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_FORGET_ON_REQUEST", "true")
    home.mkdir()
    (home / "history").write_text("My gate code is 4711.\n")  # of an earlier version
    terminal = Terminal(program, "chat", "--user", "ada")
    for said in ("I live in Paris.", "My gate code is 4711."):
        terminal.wait_for("> ")
        terminal.type(f"{said}\n")
    terminal.wait_for("> ")
    terminal.type("Please forget my gate code.\n")
    terminal.wait_for("Forgotten for good")
    terminal.wait_for("> ")
    terminal.type("\x1b[A\x1b[A")
    terminal.wait_for("I live in Paris.")
    terminal.type("\n")
    assert "4711" not in terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert not any("4711" in path.read_text(errors="replace") for path in home.rglob("*") if path.is_file())


def test_a_conversation_tells_what_was_learnt_and_takes_it_back(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("I live in Paris.\n")
    terminal.wait_for("Learnt: User lives in Paris (/undo)")
    terminal.wait_for("> ")
    terminal.type("我搬到北京了。\n")
    terminal.wait_for("已结束: User lives in Paris (/undo)")
    terminal.wait_for("> ")
    terminal.type("How are you?\n")
    assert "Learnt" not in terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("As before: User lives in Paris")
    terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("Gone: User lives in Paris")
    terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("There is nothing to undo")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_single_message_at_a_terminal_tells_what_it_taught(program: Start) -> None:
    terminal = Terminal(program, "ask", "I live in Porto.")
    terminal.wait_for("Learnt: User lives in Porto")
    assert terminal.end() == 0


def test_a_pasted_block_is_one_message(program: Start, ok: Run) -> None:
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("First I moved to Berlin.\nThen came the cat.\nHer name is Semicolon.\n")
    terminal.wait_for("Noted.")
    terminal.wait_for("> ")
    terminal.type("/quit\n")
    assert terminal.end() == 0
    hits = ok("search", "Berlin", "--kind", "message", "--json").json
    assert [hit["text"] for hit in hits if hit["role"] == "user"] == [
        "First I moved to Berlin.\nThen came the cat.\nHer name is Semicolon."
    ]


def test_ctrl_c_stops_an_answer_and_the_conversation_goes_on(program: Start, model: ModelServer) -> None:
    terminal = Terminal(program, "chat")
    assert "Model: scripted" in terminal.wait_for("Store:")
    terminal.wait_for("> ")

    def interrupt(_: object) -> str:
        terminal.program.send_signal(signal.SIGINT)
        return "Thought: too late\nAnswer: too late"

    model.script(interrupt)
    model.respond("Thought: in time\nAnswer: Here I am.")
    terminal.type("hello\n")
    terminal.wait_for("Stopped. Your message is kept.")
    terminal.wait_for("> ")
    terminal.type("still there?\n")
    terminal.wait_for("Here I am.")
    terminal.wait_for("> ")
    terminal.program.send_signal(signal.SIGINT)
    terminal.type("\x04")  # readline misses a signal that comes while it writes the prompt
    assert terminal.end() == 0


def test_leaving_beside_a_model_that_hangs_waits_for_nothing_and_keeps_the_message(
    program: Start, ok: Run, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "600")
    hangs = threading.Event()
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")

    def hang(_: object) -> str:
        terminal.program.send_signal(signal.SIGINT)
        hangs.wait(PATIENCE)
        return ""

    model.script(hang)
    model.respond(lambda _: str(hangs.wait(PATIENCE)))
    terminal.type("I moved to Graz.\n")
    terminal.wait_for("Stopped. Your message is kept.")
    terminal.wait_for("> ")
    terminal.type("/quit\n")
    assert "1 message still to be read" in terminal.wait_for("does it.")
    assert terminal.end() == 0
    hangs.set()
    assert "I moved to Graz." in ok("search", "Graz", "--kind", "message").stdout


def test_a_conversation_beside_a_model_server_that_is_down_says_so_before_anybody_waits(
    program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("MEMARY_BASE_URL", f"http://127.0.0.1:{port}/v1")
    monkeypatch.setenv("MEMARY_MODEL", "scripted")
    terminal = Terminal(program, "chat")
    terminal.wait_for(f"Warning: The model server at http://127.0.0.1:{port}/v1 does not answer:")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_ctrl_c_before_a_message_is_in_memory_keeps_it(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = threading.Event()
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_EMBEDDING", "openai:scripted")
        monkeypatch.setenv("MEMARY_EMBEDDING_BASE_URL", model.base_url)
        terminal = Terminal(program, "chat")
        terminal.wait_for("> ")

        def hang(_: object) -> None:
            terminal.program.send_signal(signal.SIGINT)
            hangs.wait(PATIENCE)

        model.script_embeddings(hang)
        terminal.type("I moved to Graz.\n")
        terminal.wait_for("Stopped. Your message is kept.")
        hangs.set()
        terminal.wait_for("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "I moved to Graz." in ok("messages").stdout


def test_what_is_typed_ahead_is_shown_at_the_next_prompt_and_not_within_an_answer(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, typed = threading.Event(), threading.Event()

    def slow(_: object) -> str:
        asked.set()
        assert typed.wait(PATIENCE)
        return "Thought: easy.\nAnswer: The answer."

    with ModelServer() as model:
        model.when(lambda body: bool(body.get("response_format")), '{"entities": [], "facts": []}')
        model.respond(slow)
        for name, value in {"BASE_URL": model.base_url, "MODEL": "scripted", "MAX_RETRIES": "0"}.items():
            monkeypatch.setenv(f"MEMARY_{name}", value)
        terminal = Terminal(program, "chat")
        terminal.wait_for("> ")
        terminal.type("Why?\n")
        assert asked.wait(PATIENCE)
        terminal.type("And why not?\n")
        typed.set()
        assert "why not" not in terminal.wait_for("The answer.")
        terminal.wait_for("And why not?")
        terminal.wait_for("The answer.")
        terminal.wait_for("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
    said = [message["content"] for message in ok("messages", "--json").json if message["role"] == "user"]
    assert said == ["Why?", "And why not?"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs to see whether a program waits")
def test_ctrl_c_drops_a_line_that_was_begun(program: Start, ok: Run) -> None:
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("I live in Ro")
    terminal.wait_for("I live in Ro")
    terminal.interrupt()
    terminal.wait_for("> ")
    terminal.type("I live in Graz.\n")
    terminal.wait_for("Learnt: User lives in Graz")
    terminal.wait_for("> ")
    terminal.program.send_signal(signal.SIGINT)
    terminal.type("\x04")  # readline misses a signal that comes while it writes the prompt
    assert terminal.end() == 0
    assert [fact["object"] for fact in ok("facts", "--json").json] == ["Graz"]


def test_tab_completes_a_command_and_the_name_that_it_takes(program: Start, ok: Run) -> None:
    ok("add", "My sister is called Katharina.", "--wait")
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("/prof\tkath\t\n")
    terminal.wait_for("What memory knows about Katharina")
    terminal.wait_for("> ")
    terminal.type("/s\t\t")
    for name in ("/same", "/search", "/session", "/sessions", "/sources", "/steps", "/stream"):
        terminal.wait_for(name)
    terminal.type("\n")
    terminal.wait_for("There is no command /s: /help lists them.")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_conversation_asks_once_whether_who_has_the_users_name_is_the_user(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("Ada lives in Rome.\n")
    terminal.wait_for("Learnt: Ada lives in Rome (/undo)")
    terminal.wait_for("> ")
    terminal.type("My name is Ada.\n")
    terminal.wait_for("Are you Ada, of whom you told before? Yes or /same makes them one, no or")
    terminal.wait_for("> ")
    terminal.type("I like tea.\n")
    assert "/same" not in terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("They are one now. `memary undo ")
    terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("Nothing was asked")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("name", "first", "then", "city", "asked", "done"),
    [
        ("Ada Novak", "I moved to Tallinn.", "I have a dog.", "Tallinn", "Are you Ada Novak", "They are one now."),
        ("小红", "我搬到北京了。", "我有一只狗。", "北京", "之前说到的小红就是你吗", "现在是同一个人了。"),
    ],
)
def test_a_conversation_asks_once_whether_the_user_is_who_speaks_in_what_was_brought_in(
    program: Start, name: str, first: str, then: str, city: str, asked: str, done: str
) -> None:
    with Memary.open(worker=False) as memory:
        memory.add([{"role": "user", "name": name, "content": "Hello."}], user_id="work", infer=False)
        lives = {"subject": name, "subject_type": "person", "predicate": "lives_in", "object": "Oslo"}
        memory.facts.add([lives], user_id="work")
    terminal = Terminal(program, "chat", "--user", "work")
    terminal.wait_for("> ")
    terminal.type(f"{first}\n")
    terminal.wait_for(asked)
    terminal.wait_for("> ")
    terminal.type(f"{then}\n")
    assert asked not in terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for(done)
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    with Memary.open(worker=False) as memory:
        assert [fact.object for fact in memory.facts.list(user_id="work")] == [city]


def test_who_is_said_to_be_somebody_else_in_a_conversation_is_kept_apart(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("小红住在上海。\n")
    terminal.wait_for("新记住")
    terminal.wait_for("> ")
    terminal.type("我叫小红。\n")
    terminal.wait_for("/different 表示不是同一个。")
    terminal.wait_for("> ")
    terminal.type("不是，那是别人。\n")
    terminal.wait_for("记下了，不是同一个。")
    terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("没有问过什么")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
