"""The command `add`: keep messages, then wait until their facts are in the graph."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from memary.conversation.personas import data_folder
from memary.errors import InputError, StoreError
from memary.ingestion.flush_report import forgotten, unmet
from memary.ingestion.load import GivenMessage
from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.admin.usage import show_estimate, tell_deferred
from memary.interfaces.cli.filters import read_pairs
from memary.interfaces.cli.inputs import Defaults, bad_lines_message, one_message, read_file, shown
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.tables import counts
from memary.interfaces.cli.wording import told
from memary.times import parse_time
from memary.types import scope_of

if TYPE_CHECKING:
    from memary import FlushReport, Memary

PANEL = "Talk and add"
SAMPLES = {"ada": "ada.en.jsonl", "linxia": "linxia.zh.jsonl"}
CHUNK = 200
"""How many messages are kept at once; what is kept stays, also when the command is interrupted."""


_FEW = 20
"""How many messages are few enough to tell the facts of each."""


@dataclass(slots=True)
class AddOutcome:
    """What came of an `add`; facts are told by their sentences, where the messages are few and were waited for."""

    messages: int = 0
    new: int = 0
    pending: int = 0
    facts_added: int = 0
    failed: int = 0
    unembedded: int = 0
    deferred: int = 0  # of those pending, how many wait for the budget
    deferred_until: datetime | None = None
    deferred_by: list[str] = field(default_factory=list[str])
    skipped_lines: int = 0
    redacted: tuple[str, ...] = ()
    errors: list[str] = field(default_factory=list[str])
    ids: list[str] = field(default_factory=list[str])
    learnt: list[str] = field(default_factory=list[str])
    confirmed: list[str] = field(default_factory=list[str])
    ended: list[str] = field(default_factory=list[str])
    forgotten: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])  # by who asked: what went
    not_found: list[str] = field(default_factory=list[str])  # ids of messages that asked to forget what is not known
    unclear: list[str] = field(default_factory=list[str])  # of those that may mean several things, which all stay
    not_forgotten: list[str] = field(default_factory=list[str])  # ids of messages that asked to forget, with that off


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    command(app, panel=PANEL)(add)


def add(
    line: CommandLine,
    text: Annotated[list[str] | None, typer.Argument(help="The message; - reads it from a pipe.")] = None,
    file: Annotated[
        list[Path] | None,
        typer.Option("--file", "-f", metavar="PATH", help="A document, or a .jsonl file with a message per line."),
    ] = None,
    sample: Annotated[
        Literal["ada", "linxia"] | None,
        typer.Option(help="A conversation that comes with memary: ada in English, linxia in Chinese."),
    ] = None,
    role: Annotated[Literal["user", "assistant", "system", "tool"], typer.Option(help="Who says it.")] = "user",
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="The name of who says it.")] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="The conversation.")] = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="The agent it is said to.")] = None,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When, like 2026-05-01T09:00:00Z or yesterday.")
    ] = None,
    meta: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="Metadata; may be repeated.")] = None,
    expires: Annotated[str | None, typer.Option(metavar="TIME", help="Hide it from then on.")] = None,
    infer: Annotated[bool, typer.Option("--infer/--no-infer", help="Read facts out of it.")] = True,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until that is done.")] = True,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what reading it would take.")] = False,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out lines that cannot be used.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Forget other texts of the same ids.")] = False,
) -> None:
    """Keep a message, documents or a whole conversation.

    Example:  memary add "I moved to Berlin."  or  memary add --file talk.jsonl --user ada
    """
    defaults = Defaults(
        scope=scope_of(line.member, agent, session).model_copy(update={"user_id": line.user}),
        role=role,
        speaker=speaker,
        at=_time(at, line.output),
        max_chars=line.settings.max_message_chars,
        expires_at=_time(expires, line.output),
    )
    metadata = read_pairs(meta or [])
    files = [*(file or []), *([data_folder() / "conversations" / SAMPLES[sample]] if sample else [])]
    messages, skipped = _gather(text or [], files, defaults, line.output, skip_bad=skip_bad)
    added = AddOutcome(skipped_lines=skipped)
    with line.memory() as memory:
        if estimate:
            show_estimate(memory.usage.estimate(messages, **defaults.scope.model_dump()), line.output)
            return
        try:
            options: dict[str, Any] = {"metadata": metadata or None, "infer": infer, "replace": replace}
            _keep(memory, messages, added, line.output, **defaults.scope.model_dump(), **options)
            if infer and wait and added.pending:
                _settle(memory, added, defaults.scope.user_id, line.output)
        except KeyboardInterrupt:
            again = "; the same command goes on from there" if files else ""
            kept = f"{added.messages:,} of {len(messages):,}"
            line.output.note(f"{kept} messages are kept{again}. `memary flush` reads the facts out of them.")
            raise
        added.unembedded = memory.admin.stats(user_id=defaults.scope.user_id).unembedded
    _tell(added, line.output, infer=infer, wait=wait)


def _time(given: str | None, output: Output) -> datetime | None:
    """Read a time as ISO 8601 with its zone, or in words.

    Raises:
        InputError: it is neither.
    """
    if given is None:
        return None
    try:
        return parse_time(given, where="The time")
    except InputError:
        with suppress(ValueError):
            datetime.fromisoformat(given.strip())
            raise  # it lacks its zone alone
        if (time := output.told_time(given)) is not None:
            return time
        raise InputError(
            f"The time {given!r} cannot be read: write it like 2026-05-01 or 2026-05-01T09:00:00Z, or in words, "
            "like yesterday or last May."
        ) from None


def _gather(
    words: list[str], files: list[Path], defaults: Defaults, output: Output, *, skip_bad: bool
) -> tuple[list[GivenMessage], int]:
    """Return all messages, and how many lines were left out.

    Raises:
        InputError: something cannot be used.
    """
    if not files:
        _refuse_paths(words)
        return one_message(_words(words), defaults), 0
    messages: list[GivenMessage] = []
    skipped = 0
    for path in [*files, *map(Path, words)]:  # the shell makes `--file *.md` one option and many words
        gathered = read_file(path, defaults)
        for bad in shown(gathered.bad_lines):
            output.warn(bad)
        if gathered.bad_lines and not skip_bad:
            raise InputError(bad_lines_message(path, gathered.bad_lines))
        messages += gathered.messages
        skipped += len(gathered.bad_lines)
    return messages, skipped


def _refuse_paths(words: list[str]) -> None:
    """Refuse words that are the path of a file, or several such: its text was meant, not its name.

    Raises:
        InputError: they are.
    """
    paths = [" ".join(words)] if os.path.isfile(" ".join(words)) else words
    if words and all(map(os.path.isfile, paths)):
        named = " ".join(map(shlex.quote, paths))
        what = "is a file" if len(paths) == 1 else "are files"
        raise InputError(
            f"{named} {what}: `memary add --file {named}` keeps what is in there. The words themselves can be "
            "piped in."
        )


def _words(words: list[str]) -> str:
    if words and words != ["-"]:
        return " ".join(words)
    if not words and sys.stdin.isatty():
        raise InputError(
            'There is nothing to add: write `memary add "some text"`, pipe a text in, or pass --file PATH.'
        )
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("What was piped in is not UTF-8 text: convert it first.") from error


def _keep(
    memory: Memary,
    messages: list[GivenMessage],
    added: AddOutcome,
    output: Output,
    *,
    user_id: str,
    **options: Any,
) -> None:
    before = memory.admin.stats(user_id=user_id).messages
    with output.progress() as progress:
        bar = progress.add_task("Keeping messages", total=len(messages))
        for start in range(0, len(messages), CHUNK):
            part = messages[start : start + CHUNK]
            receipt = memory.add(part, user_id=user_id, **options)
            added.messages += len(part)
            added.ids += receipt.ids
            added.pending += receipt.pending
            added.redacted = tuple(dict.fromkeys((*added.redacted, *receipt.redacted)))
            before -= receipt.replaced
            progress.advance(bar, len(part))
    added.new = memory.admin.stats(user_id=user_id).messages - before


def _settle(memory: Memary, added: AddOutcome, user: str, output: Output) -> None:
    with output.progress() as progress:
        bar = progress.add_task("Reading facts", total=memory.admin.stats(user_id=user).pending)

        def show(report: FlushReport) -> None:
            progress.update(bar, completed=report.done + report.failed)

        try:
            report = memory.flush(user_id=user, on_progress=show)
        except StoreError as error:  # what is kept stays kept, and waits
            added.errors = [str(error)]
            return
    added.facts_added, added.failed, added.pending = report.facts_added, report.failed, report.pending
    added.deferred, added.deferred_until = report.deferred, report.deferred_until
    added.deferred_by = report.deferred_by
    added.errors = list(dict.fromkeys(report.errors))
    added.forgotten, added.not_found = report.forgotten, report.not_found
    added.unclear, added.not_forgotten = report.unclear, report.not_forgotten
    for news in memory.operations.learnt(added.ids, user_id=user).values() if len(added.ids) <= _FEW else ():
        added.learnt += map(str, news.learnt)
        added.confirmed += map(str, news.confirmed)
        added.ended += map(str, news.ended)


def _tell(added: AddOutcome, output: Output, *, infer: bool, wait: bool) -> None:
    if output.as_json:
        output.json(added)
    else:
        output.text(told(_summary(added, infer=infer, wait=wait)) + "\n")
    for error in added.errors:
        output.warn(error)
    if added.redacted:
        output.note(f"Taken out before it was kept (MEMARY_REDACT): {', '.join(added.redacted)}.")
    if went := forgotten(added):
        output.note(went)
    for sentence in unmet(added):
        output.warn(sentence)
    if added.failed:
        output.warn(f"{added.failed} messages could not be read for facts: see `memary worker --status`.")
    tell_deferred(added.deferred, added.deferred_until, added.deferred_by, output)
    if added.pending > added.deferred and wait:
        left = counts({"messages": added.pending - added.deferred})
        output.warn(f"{left} waiting for facts to be read: `memary flush` tries again.")
    if added.unembedded:
        output.warn(
            f"{added.unembedded} records have no vector yet: `memary flush` makes them once the model answers."
        )


def _summary(added: AddOutcome, *, infer: bool, wait: bool) -> str:
    known = len(added.ids) - added.new
    parts = [f"Kept {counts({'messages': added.new})}"]
    if known > 0:
        parts.append(f"{known:,} known already")
    if added.skipped_lines:
        parts.append(f"{added.skipped_lines:,} lines left out")
    if infer and wait:
        parts.append(f"{counts({'facts': added.facts_added}) if added.facts_added else 'no facts'} added")
    return ", ".join(parts) + "."
