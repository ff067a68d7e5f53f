"""Commands that keep memory in order: flush, worker, forget, scrub, reindex."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from memary.api.short_ids import whole_id
from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError, StoreError
from memary.ingestion.flush_report import forgotten, unmet
from memary.interfaces.cli.command_line import CommandLine, check_user, command, empty_memory
from memary.interfaces.cli.commands.admin.usage import cap_line, tell_deferred, waiting
from memary.interfaces.cli.commands.search import whole_fact_id
from memary.interfaces.cli.entrances import still_open
from memary.interfaces.cli.everybody import OneMemory, check_nobody_is_named, everybody
from memary.interfaces.cli.forgetting_preview import ForgettingPreview
from memary.interfaces.cli.inputs import shell_word
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.tables import counts, dead_letters_table, restorable
from memary.stores import store_file

if TYPE_CHECKING:
    from memary import FlushReport, Manifest, Memary, Message

PANEL = "Keep memory in order"


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (flush, forget):
        command(app, panel=PANEL)(function)
    for function in (worker, scrub, reindex):
        command(app, panel=PANEL, in_space=False)(function)


def flush(line: CommandLine) -> None:
    """Read the facts out of all messages that wait.

    Those of all users, or with --user of one, with --space of a space. Example:  memary flush --user ada
    """
    with line.memory(only_looks=True) as memory:
        if line.user_option is not None:
            check_user(memory, line.member)
        report = _drain(memory, line.chosen_user, line.output)
    _tell(report, line.output)


def worker(
    line: CommandLine,
    once: Annotated[bool, typer.Option("--once", help="Work off what waits now, then end.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Show the queue and the dead letters.")] = False,
    replay: Annotated[bool, typer.Option("--replay", help="Try the dead letters again, then end.")] = False,
    relearn: Annotated[bool, typer.Option("--relearn", help="Read every message again, then end.")] = False,
) -> None:
    """Read facts out of messages as they come, until Ctrl-C.

    Those of all users; many workers may run at once. A Neo4j that does not answer yet is waited for. Ctrl-C and
    SIGTERM let the batch in hand end, for MEMARY_GRACE seconds at most; what is not read by then waits. The exit code
    is then 0; it is 130 where a second Ctrl-C did not wait.

    Example:  memary worker --status
    """
    if sum((once, status, replay, relearn)) > 1:
        raise InputError("Give one of --once, --status, --replay and --relearn.")
    if not (status or once or replay or relearn):
        _work(line)
        return
    with line.memory(only_looks=True) as memory:
        if status:
            _show_queue(memory, line.output)
            return
        if replay or relearn:
            again = memory.admin.replay(user_id=line.user_option, everything=relearn)
            line.output.note(f"{counts({'messages': again})} to be read again.")
        report = _drain(memory, line.user_option, line.output)
        if once:
            memory.insights.reflect_due()
    _tell(report, line.output)


def _work(line: CommandLine) -> None:
    """Read what comes, until Ctrl-C or SIGTERM."""
    with sigterm_as_ctrl_c(), ExitStack() as stack:
        try:
            memory = stack.enter_context(line.memory(waits=True))
            warn_if_only_read(line, memory)
            line.output.note(f"Working on what comes ({_extractor(memory)}). Ctrl-C ends it.")
            memory.admin.work()
        except KeyboardInterrupt:
            line.output.note("What is in hand is read to its end; another Ctrl-C does not wait for that.")
            stack.close()  # what is in hand may end; another Ctrl-C does not wait for it
            line.output.note("Stopped.")


def warn_if_only_read(line: CommandLine, memory: Memary) -> None:
    """Say at the start of what serves or works that the store cannot be written; that it is away shows later."""
    with suppress(StoreError):
        if refused := memory.admin.health().not_writable:
            line.output.warn(f"Only what is stored can be served. {refused}")


@contextmanager
def sigterm_as_ctrl_c() -> Generator[None]:
    """Let what ends a service end the block as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _extractor(memory: Memary) -> str:
    extraction = memory.core.models.extraction
    return "by rules, no model is set" if extraction is None else f"with {extraction.name}"


def _drain(memory: Memary, user: str | None, output: Output) -> FlushReport:
    with output.progress() as progress:
        bar = progress.add_task("Reading facts", total=memory.admin.stats(user_id=user).pending)

        def show(report: FlushReport) -> None:
            progress.update(bar, completed=report.done + report.failed)

        return memory.flush(user_id=user, on_progress=show)


def _tell(report: FlushReport, output: Output) -> None:
    """Print what a flush came to.

    Raises:
        Exit: with 1, if messages still wait because something failed.
    """
    data = asdict(report) | {"operations": dict(report.operations), "facts_added": report.facts_added}
    facts = counts({"facts": report.facts_added}) if report.facts_added else "no facts"
    output.result(
        data, Text(f"Read {counts({'messages': report.done}) if report.done else 'no messages'}, {facts} added.")
    )
    for error in dict.fromkeys(report.errors):
        output.warn(error)
    if went := forgotten(report):
        output.note(went)
    for sentence in unmet(report):
        output.warn(sentence)
    if report.failed:
        output.warn(f"{counts({'messages': report.failed})} could not be read: see `memary worker --status`.")
    tell_deferred(report.deferred, report.deferred_until, report.deferred_by, output)
    if left := report.pending - report.deferred:
        output.warn(f"{counts({'messages': left})} still waiting.")
        raise typer.Exit(1)


def _show_queue(memory: Memary, output: Output) -> None:
    stats = memory.admin.stats()
    due = memory.admin.next_due()
    failed = _dead_letters(memory) if stats.failed else []
    put_off = waiting(memory) if stats.pending else []
    caps = memory.usage.caps()
    data: dict[str, Any] = {
        "pending": stats.pending,
        "failed": stats.failed,
        "next_due": due,
        "waiting": put_off,
        "caps": caps,
        "dead_letters": failed,
    }
    when = f", the next from {output.local(due)}" if due else ""
    summary = f"{stats.pending:,} pending{when}; {stats.failed:,} failed."
    lines = [Text(cap_line(state, output)) for state in caps]
    lines += [Text(each.told(output)) for each in put_off]
    shown = [dead_letters_table(failed, output)] if failed else []
    output.result(data, Text(summary), *lines, *shown)
    if failed:
        output.note("`memary worker --replay` tries them again.")


def _dead_letters(memory: Memary) -> list[Message]:
    return [message for user in memory.admin.users() for message in memory.admin.dead_letters(user_id=user)]


def forget(
    line: CommandLine,
    name: Annotated[
        list[str] | None, typer.Argument(hidden=True, help="Refused: an option has to say what it is.")
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="Only this session.")] = None,
    message: Annotated[str | None, typer.Option(metavar="ID", help="Only this message.")] = None,
    fact: Annotated[str | None, typer.Option(metavar="ID", help="Only this fact.")] = None,
    entity: Annotated[str | None, typer.Option(metavar="NAME", help="Only this entity.")] = None,
    speaker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only the messages of this named speaker.")
    ] = None,
    before: Annotated[str | None, typer.Option(metavar="TIME", help="Only messages said before that time.")] = None,
    all_users: Annotated[
        bool, typer.Option("--all-users", help="With --before: of everybody, in spaces too.")
    ] = False,
    keep_messages: Annotated[
        bool, typer.Option("--keep-messages", help="Keep the messages that state the fact or mention the entity.")
    ] = False,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Hold nothing aside, whatever MEMARY_RESTORABLE_DAYS says.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go, and change nothing.")] = False,
) -> None:
    """Forget all of a user, or a session, message, fact or entity, the messages of a speaker or before a time.

    It shows what goes and asks first. Nothing brings it back, unless MEMARY_RESTORABLE_DAYS is set: see
    `memary restore`. Example:  memary forget --user ada --session 2026-05-01
    """
    _check_named(name)
    if all_users:
        is_alone = not any((session, message, fact, entity, speaker, keep_messages))
        _forget_of_everybody(line, before if is_alone else None, for_good=for_good, yes=yes, dry_run=dry_run)
        return
    with line.known_memory() as memory, _hints(entity):
        user = line.user
        preview = ForgettingPreview.of(memory, user)
        going = partial(
            memory.forget,
            user_id=user,
            session_id=session,
            message_id=message and _whole_message_id(memory, user, message),
            fact_id=fact and whole_fact_id(memory, user, fact),
            entity=entity,
            before=line.output.asked_time(before),
            speaker=speaker,
            with_sources=not keep_messages,
            for_good=for_good,
        )
        is_part = any(part is not None for part in (session, message, fact, entity, speaker, before))
        if dry_run or not yes:
            would = going(dry_run=True)
            shown_before = preview.going(would)
            if dry_run:
                line.output.result(would, shown_before)
                return
            held = is_part and not for_good and memory.settings.restorable_days > 0
            confirm(shown_before, line.output, can_come_back=held)
        manifest = going()
        _show_forgotten(line, manifest, preview.true_again(manifest), is_part=is_part)


def _check_named(name: list[str] | None) -> None:
    """Refuse what is given without saying what it is.

    Raises:
        InputError: something is.
    """
    if name:
        raise InputError(
            f"Say what {shown(' '.join(name))} is: put --entity, --session, --speaker, --fact, --message or --before "
            f"in front of it, as in `memary forget --entity {shell_word(' '.join(name))}`."
        )


def _show_forgotten(line: CommandLine, manifest: Manifest, again: Sequence[str], *, is_part: bool) -> None:
    """Show what went and what is true again, and what still has to be done so that nothing is left of it."""
    lines = [f"Forgotten: {counts(manifest.counts)}.", *again, *restorable(manifest, line.output)]
    line.output.result(manifest, Text("\n".join(lines)))
    if not manifest.is_scrubbed and manifest.held_id is None:
        over = "writes over them" if store_file(line.settings) else "has the server write over what it can"
        line.output.note(f"Its bytes are still on the disk: `memary scrub` {over}.")
    if line.space is None and not is_part:
        for sentence in still_open(line.settings, line.user):
            line.output.note(sentence)


def _forget_of_everybody(line: CommandLine, before: str | None, *, for_good: bool, yes: bool, dry_run: bool) -> None:
    """Forget what everybody said before a time, as a retention asks; its bytes are written over once at the end."""
    if before is None:
        raise InputError("--all-users goes with --before alone: everybody's messages before a time.")
    check_nobody_is_named(line)
    with line.memory(only_looks=True, scrubs=False) as memory:
        going = partial(memory.forget, before=line.output.asked_time(before), for_good=for_good)
        would = _of_each(everybody(memory), partial(going, dry_run=True))
        if dry_run or not would:
            _tell_everybody(line, would, "To be forgotten", dry_run=dry_run)
            return
        if not yes:
            is_held = not for_good and memory.settings.restorable_days > 0
            confirm(_everybody_told(would, "To be forgotten"), line.output, can_come_back=is_held)
        gone = _of_each(would, going)
        if line.settings.scrub and not all(manifest.held_id for manifest in gone.values()):
            memory.admin.scrub()
    _tell_everybody(line, gone, "Forgotten", dry_run=False)


def _of_each(memories: Iterable[OneMemory], going: Callable[..., Manifest]) -> dict[OneMemory, Manifest]:
    """Return what goes of each memory that has something to forget."""
    found: dict[OneMemory, Manifest] = {}
    for one in memories:
        with suppress(NotFoundError):
            found[one] = going(user_id=one.address)
    return found


def _tell_everybody(line: CommandLine, found: Mapping[OneMemory, Manifest], verb: str, *, dry_run: bool) -> None:
    rows = [{**one.whose, **manifest.counts, "held_id": manifest.held_id} for one, manifest in found.items()]
    line.output.result({"dry_run": dry_run, "forgotten": rows}, _everybody_told(found, verb))


def _everybody_told(found: Mapping[OneMemory, Manifest], verb: str) -> Text:
    total = Counter[str]()
    for manifest in found.values():
        total.update(manifest.counts)
    lines = [f"  {one.label}: {counts(manifest.counts)}" for one, manifest in found.items()]
    return Text("\n".join([f"{verb}: {counts(total) if found else 'nothing'}.", *lines]))


@contextmanager
def _hints(entity: str | None) -> Generator[None]:
    """Say how what is not known by name is found: it may be told in messages and facts alone.

    Raises:
        NotFoundError: as it came, with that.
    """
    try:
        yield
    except NotFoundError as error:
        if entity is None:
            raise
        raise NotFoundError(
            f"{error} `memary search {shell_word(entity)}` lists the messages and facts that tell of it, with the "
            "ids for --message and --fact."
        ) from None


def confirm(preview: Text, output: Output, *, can_come_back: bool = False) -> None:
    """Show what would be forgotten, and ask.

    Raises:
        InputError: nobody can be asked.
        Exit: the answer is no.
    """
    output.ask(
        "Forget it?" if can_come_back else "Forget it? Nothing brings it back.",
        shown=preview.plain,
        unasked="Nothing was forgotten, since nobody can be asked: pass --yes, or look with --dry-run first.",
        declined="Nothing was forgotten.",
    )


def scrub(line: CommandLine) -> None:
    """Write over the bytes of what was forgotten, for all users.

    `memary forget` does so by itself, unless MEMARY_SCRUB is false. On the disk of a Neo4j server words may stand
    until it uses their space again: then this says so. Example:  memary scrub
    """
    with line.memory(only_looks=True) as memory, line.output.notes.status("Writing over what was forgotten…"):
        if line.has_no_file:
            raise empty_memory(memory)
        left = memory.admin.scrub()
    result = "No query finds what was forgotten." if left else "What was forgotten is written over."
    line.output.result({"scrubbed": True, "remains": left}, Text(result))
    for sentence in left:
        line.output.warn(sentence)


def reindex(
    line: CommandLine,
    derived: Annotated[
        bool, typer.Option("--derived", help="Rebuild indexes, keys and edges instead; no model is called.")
    ] = False,
) -> None:
    """Embed all records again, after the embedding model was changed.

    Example:  MEMARY_EMBEDDING=openai:text-embedding-3-small memary reindex
    """
    if derived:
        _rebuild(line)
        return
    with line.memory(reembed=True) as memory, line.output.notes.status("Embedding…"):
        count = memory.admin.reindex()
        left = memory.admin.stats().unembedded
        name = memory.core.models.embedder.spec.name
    told = {"embedded": count, "left": left, "embedding": name}
    line.output.result(told, Text(f"{count:,} records embedded by {name}."))
    if left:
        line.output.warn(
            f"{left:,} records have no vector yet: the model stopped answering. Repeat the command later."
        )
        raise typer.Exit(1)


def _rebuild(line: CommandLine) -> None:
    """Rebuild what is derived.

    Raises:
        Exit: with 1, if something is at odds even then.
    """
    with line.memory() as memory, line.output.notes.status("Rebuilding indexes…"):
        faults = memory.admin.rebuild()
    line.output.result({"faults": faults}, Text("Indexes, keys and edges were rebuilt."))
    for fault in faults:
        line.output.warn(fault)
    if faults:
        raise typer.Exit(1)


def _whole_message_id(memory: Memary, user: str, given: str) -> str:
    return whole_id(given, (one.id for one in memory.messages.list(user_id=user, include_expired=True)))
