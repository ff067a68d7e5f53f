"""Run a hook: handle what the agent sends on stdin in bounded time, and never hold the agent up.

It ends with exit code 0 and an answer that the agent can read. What goes wrong stands in `hooks.log` in the home of
memary, and `memary doctor` tells of it. A `.env` of the project's folder is not read: its keys are the project's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TextIO

from memary.client import Memary
from memary.errors import MemaryError
from memary.integrations.coding_agents.agents import agent_named
from memary.integrations.coding_agents.error_log import log_error
from memary.integrations.coding_agents.hooks import Hooks, Outcome, settle
from memary.integrations.coding_agents.options import RunOptions
from memary.integrations.coding_agents.project_lock import settling
from memary.settings import Settings

_APART = 0x00000008 | 0x00000200
"""On Windows: a process without a console, in a group of its own."""

Spawn = Callable[[Sequence[str]], None]


def run(
    name: str,
    options: RunOptions,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    spawn: Spawn | None = None,
) -> None:
    """Handle what an agent sends, within the time of the setting `hook_seconds`."""
    source, out = stdin or sys.stdin, stdout or sys.stdout
    answer: list[str] = []
    failed: list[str] = []

    def work() -> None:
        try:
            answer.append(_handled(name, options, source.read(), spawn or _detached))
        except MemaryError as error:
            failed.append(f"{type(error).__name__}: {error}")
        except Exception:  # noqa: BLE001  the last fence: an agent never breaks by its memory
            failed.append(traceback.format_exc())

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(_seconds())
    if not answer and not failed:
        failed.append(f"gave up after {_seconds():g} s (MEMARY_HOOK_SECONDS)")
    for error in failed:
        log_error(f"{name}: {error}")
    with suppress(OSError):
        out.write((answer[0] if answer else _nothing(name)) + "\n")
        out.flush()
    if worker.is_alive():
        os._exit(0)  # what hangs must not keep the agent waiting


def _handled(name: str, options: RunOptions, text: str, spawn: Spawn) -> str:
    agent = agent_named(name)
    event = agent.read(text)
    if event.kind is None:
        return agent.reply(event)
    settings = options.settings()
    user = options.user_of(settings, event.folder)
    with Memary.open(settings=settings, worker=False) as memory:
        outcome: Outcome = Hooks(memory, agent, user, tokens=settings.hook_tokens).handle(event)
        if outcome.is_to_settle and memory.is_offline:  # rules and quotes take no time
            over = event.session_id if event.kind == "end" else None
            settle(memory, user, ended=over, on_error=log_error)
            return agent.reply(event, outcome.context)
    if outcome.is_to_settle:
        ended = ["--session", event.session_id] if event.kind == "end" and event.session_id else []
        store = ["--store", options.store] if options.store else []
        spawn(["hooks", "settle", "--user", user, *store, *ended])
    return agent.reply(event, outcome.context)


def run_settle(options: RunOptions, *, session: str | None) -> int:
    """Read what waits of a project, and summarise the session that was over last.

    Where another process does so, this one leaves it to that, but for the end of a session. What fails stands in the
    log.
    """
    settings = options.settings()
    user = options.user or settings.user
    with settling(user, waits=session is not None) as is_its_turn:
        if not is_its_turn:
            return 0
        with Memary.open(settings=settings, worker=False) as memory:
            return settle(memory, user, ended=session, on_error=lambda error: log_error(f"settle: {error}"))


def _seconds() -> float:
    try:
        return Settings.load().hook_seconds
    except MemaryError:
        return 10.0


def _nothing(name: str) -> str:
    return '{"continue": true}' if name == "cursor" else "{}"


def _detached(arguments: Sequence[str]) -> None:
    """Start memary in a process that outlives the hook and that nobody waits for."""
    subprocess.Popen(
        [sys.executable, "-m", "memary", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=sys.platform != "win32",
        creationflags=_APART if sys.platform == "win32" else 0,
    )
