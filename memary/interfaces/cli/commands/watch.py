"""`memary watch`: memory as it grows, a line for each message and each decision, as they come."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic_core import to_jsonable_python
from rich.text import Text

from memary.facts.ledger import subject_of
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.admin.maintenance import sigterm_as_ctrl_c
from memary.interfaces.cli.output import Output, printable
from memary.types import BEGINNING, Message, Operation

if TYPE_CHECKING:
    from memary import Memary

_PANEL = "Look at memory"
_AT_ONCE = 200
"""How many of the newest messages and decisions are looked at each time."""

_TEXT_CHARS = 200


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=_PANEL)(watch)


def watch(
    line: CommandLine,
    last: Annotated[int, typer.Option(metavar="NUMBER", min=0, help="How much of before is shown first.")] = 10,
    every: Annotated[float, typer.Option(metavar="SECONDS", min=0.05, help="How often to look.")] = 1.0,
) -> None:
    """Show what is said and what memory makes of it, as it comes, until Ctrl-C, which ends it well.

    Of messages with times long ago, as from an import, only what memory makes of them is shown.

    Example:  memary watch --last 0
    """
    with sigterm_as_ctrl_c(), line.memory() as memory, suppress(KeyboardInterrupt):
        line.output.zones = memory.admin.zones_of(user_id=line.user)
        shown = _newest(memory, line.user)
        line.output.note(f"Watching the memory of {line.user}. Ctrl-C ends it.")
        for one in shown[max(len(shown) - last, 0) :]:
            _show(one, line.output)
        begun = max(map(_got_at, shown), default=BEGINNING)
        seen = {one.id for one in shown}
        while True:
            time.sleep(every)
            for one in _newest(memory, line.user):
                if one.id not in seen and _got_at(one) >= begun:
                    seen.add(one.id)
                    _show(one, line.output)


def _newest(memory: Memary, user: str) -> list[Message | Operation]:
    """Return the newest messages and decisions in the order in which memory got them."""
    said = memory.messages.list(user_id=user, limit=_AT_ONCE)
    decided = memory.operations.list(user_id=user, limit=_AT_ONCE)
    return sorted((*said, *decided), key=_got_at)


def _got_at(one: Message | Operation) -> datetime:
    return one.added_at if isinstance(one, Message) else one.at


def _show(one: Message | Operation, output: Output) -> None:
    if output.as_json:
        kind = "message" if isinstance(one, Message) else "operation"
        sys.stdout.write(json.dumps({"kind": kind, **to_jsonable_python(one)}, ensure_ascii=False) + "\n")
        sys.stdout.flush()
        return
    output.screen.print(Text("  ".join(map(printable, _parts(one, output)))), soft_wrap=True)
    sys.stdout.flush()


def _parts(one: Message | Operation, output: Output) -> Iterator[str]:
    if isinstance(one, Message):
        text = " ".join(one.content.split())
        yield output.local(one.added_at)
        yield f"{one.speaker or one.role}:"
        yield text if len(text) <= _TEXT_CHARS else f"{text[:_TEXT_CHARS]}…"
    else:
        yield output.local(one.at)
        yield f"  {one.action}"
        yield subject_of(one)
        yield f"({one.reason})"
