"""The commands `export` and `import`: take memory along, and bring it in."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import groupby
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from memary.errors import InputError, NotFoundError
from memary.interfaces.cli.command_line import CommandLine, command, empty_memory
from memary.interfaces.cli.commands.admin.maintenance import PANEL
from memary.interfaces.cli.everybody import OneMemory, check_nobody_is_named, everybody
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.tables import counts
from memary.interfaces.private_file import write_private

if TYPE_CHECKING:
    from memary import Memary
    from memary.integrations.importers import ImportReport

_SHOWN = 5
"""How many of the things that an import left out are named for each reason, and of the users that it is for."""

_NAME_CHARS = 40
"""How much of a name of a user or a space the name of its file has."""

_SYSTEMS = (
    "Other memories: mem0, graphiti, memoryscope (also ReMe), langmem, letta, hindsight. Assistants: chatgpt, "
    "claude. Coding agents: claude-code, codex, cursor, gemini. Messengers: whatsapp, telegram. Notes: markdown. "
    "Any graph: neo4j."
)


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    command(app, panel=PANEL)(export)
    command(app, panel=PANEL, name="import")(import_)


def export(
    line: CommandLine,
    file: Annotated[
        Path, typer.Argument(help="Where to write; JSON lines. - is stdout. With --all-users a new folder.")
    ],
    all_users: Annotated[
        bool, typer.Option("--all-users", help="A file for each user and each space, and a list of them.")
    ] = False,
) -> None:
    """Write everything memory holds about a user to a file, or about everybody to a folder.

    Example:  memary export ada.jsonl --user ada
    """
    if all_users:
        check_nobody_is_named(line)
        _export_everybody(line, file)
        return
    with line.known_memory() as memory:
        if str(file) == "-":
            _export_to_stdout(memory, line)
            return
        count = memory.export(file, user_id=line.user)
    line.output.result({"file": str(file), "records": count}, Text(f"{count:,} records written to {file}."))


def _export_everybody(line: CommandLine, folder: Path) -> None:
    """Write a file for each user and space; the list of them comes last, so that a folder that has it is whole.

    Raises:
        InputError: the folder has something in it, or cannot be made.
    """
    with line.memory(only_looks=True) as memory, line.output.progress() as progress:
        found = list(everybody(memory))
        if not found:
            raise empty_memory(memory)
        _make_folders(folder)
        bar = progress.add_task("Exporting", total=len(found))
        files: list[dict[str, Any]] = []
        for number, one in enumerate(found, 1):
            if row := _exported(memory, one, folder, number):
                files.append(row)
            progress.advance(bar)
    write_private(folder / "index.json", json.dumps(files, ensure_ascii=False, indent=1))
    spaces = sum("space" in row for row in files)
    told = f"{counts({'users': len(files) - spaces, 'spaces': spaces})} written to {folder}"
    records = sum(row["records"] for row in files)
    line.output.result({"folder": str(folder), "files": files}, Text(f"{told}: {records:,} records."))


def _make_folders(folder: Path) -> None:
    try:
        if folder.exists() and any(folder.iterdir()):
            raise InputError(f"The folder {folder} is not empty: name a new one, so that nothing old stays in it.")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in ("users", "spaces"):
            (folder / name).mkdir(mode=0o700)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be written: {error.strerror}.") from error


def _exported(memory: Memary, one: OneMemory, folder: Path, number: int) -> dict[str, Any] | None:
    """Export one memory, and return what the list says of it; None where it was forgotten meanwhile."""
    plain = "".join(char if char.isalnum() or char in "-_@" else "_" for char in one.name)[:_NAME_CHARS]
    file = Path("users" if one.space_id is None else "spaces") / f"{number:04}-{plain}.jsonl"
    try:
        count = memory.export(folder / file, user_id=one.address)
        grants = [] if one.space_id is None else memory.spaces.members(one.space_id, user_id=one.member)
    except NotFoundError:
        return None
    members = {"members": {grant.member: grant.role for grant in grants}} if grants else {}
    return {"file": file.as_posix(), **one.whose, "records": count, **members}


def _export_to_stdout(memory: Memary, line: CommandLine) -> None:
    """Print an export.

    It goes through a file, since it is begun again where memory changes meanwhile.
    """
    with TemporaryDirectory() as folder:
        whole = Path(folder) / "export.jsonl"
        count = memory.export(whole, user_id=line.user)
        with whole.open(encoding="utf-8", newline="") as lines:
            copyfileobj(lines, sys.stdout)
    line.output.note(f"{count:,} records written.")


MeOption = Annotated[
    str | None,
    typer.Option("--me", metavar="NAME", help="Of a messenger's chat: which of its people the user is."),
]
ZoneOption = Annotated[
    str | None,
    typer.Option(
        metavar="ZONE",
        help="Of a messenger's chat: the time zone of its times, such as Europe/Berlin; default: that of the "
        "settings, else this machine's.",
    ),
]


def import_(
    line: CommandLine,
    file: Annotated[
        str | None,
        typer.Argument(
            help="A file that `memary export` wrote, or with --from a file, folder or zip of another system, of "
            "neo4j also an address; of coding agents, by default all that this machine has."
        ),
    ] = None,
    source: Annotated[str | None, typer.Option("--from", metavar="SYSTEM", help=_SYSTEMS)] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="With --from neo4j: what labels and relationships become; TOML."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would come in, and write nothing.")
    ] = False,
    infer: Annotated[
        bool, typer.Option("--infer", help="With --from: also read facts out of the texts, by `memary flush`.")
    ] = False,
    me: MeOption = None,
    zone: ZoneOption = None,
    as_user: Annotated[
        str | None, typer.Option("--as-user", metavar="NAME", help="Make it the memory of this user, who has none.")
    ] = None,
) -> None:
    """Read an export, or bring in what was said and remembered elsewhere.

    What is there already stays as it is, so that the same command goes on where it was stopped. With --user the file
    has to be of that user; with --from it becomes that user's memory. What names no user goes to MEMARY_USER, if set.
    With --space it comes into that space: what is of another system for who may write there, an export for owners and
    into a space that is empty.
    Example:  memary import chatgpt-export.zip --from chatgpt --user ada
    """
    if source is not None and as_user is not None:
        raise InputError("--as-user is for exports of memary: with --from, use --user.")
    if as_user is not None and line.space is not None:
        raise InputError(
            f"--as-user and --space both say whose memory it becomes: leave out one ({as_user}, {line.space})."
        )
    if source is not None:
        given = {"infer": infer, "dry_run": dry_run, "me": me, "zone": zone}
        _import_foreign(line, file, source, mapping, given)
        return
    if not file:
        raise InputError("Name the export to import, or say with --from what else to import.")
    if infer:
        raise InputError("--infer goes with --from: an export of memary brings its facts along.")
    if mapping is not None:
        raise InputError("--map goes with --from neo4j.")
    if me is not None or zone is not None:
        raise InputError("--me and --zone go with --from whatsapp and --from telegram.")
    _import_own(line, Path(file), as_user=as_user, dry_run=dry_run)


def _import_own(line: CommandLine, file: Path, *, as_user: str | None, dry_run: bool) -> None:
    """Read an export of memary."""
    _check_own(file)
    read = 0
    with line.memory(only_looks=dry_run) as memory, line.output.progress() as progress:
        bar = progress.add_task("Importing", total=None)

        def count(rows: int) -> None:
            nonlocal read
            read += rows
            progress.advance(bar, rows)

        whose = (line.user_option, as_user) if line.space is None else (None, line.user)
        new = memory.import_(file, user_id=whose[0], as_user=whose[1], dry_run=dry_run, on_progress=count)
    came = f"Nothing was written. It would bring {new:,} new records;" if dry_run else f"{new:,} new records"
    line.output.result(
        {"file": str(file), "dry_run": dry_run, "new": new, "known": read - new},
        Text(f"{came} read from {file}{_known(read - new)}."),
    )


def _check_own(file: Path) -> None:
    """Refuse what another system wrote, and say how it is brought in.

    Raises:
        InputError: it is of another system.
    """
    sources = import_module("memary.integrations.importers.sources")
    if not file.exists() or sources.is_own(file):
        return
    if (other := sources.recognized(file)) is not None:
        raise InputError(f"{file} is not a memary export. It looks like one of {other}: add --from {other}.")


def _import_foreign(
    line: CommandLine, file: str | None, source: str, mapping: Path | None, given: Mapping[str, Any]
) -> None:
    """Read a file of another system, or a Neo4j graph; `given` are further arguments of `import_memories`."""
    dry_run: bool = given["dry_run"]
    importers = import_module("memary.integrations.importers")  # opens memory: too much for every command to load
    with line.memory(only_looks=dry_run) as memory, line.output.progress() as progress:
        bar = progress.add_task("Importing", total=None)

        def tell_total(total: int) -> None:
            progress.update(bar, total=total)

        report = importers.import_memories(
            memory,
            file,
            source=source,
            user_id=line.chosen_user,
            mapping=importers.GraphMapping.from_file(mapping) if mapping else None,
            on_progress=partial(progress.advance, bar),
            on_total=tell_total,
            **given,
        )
    _tell_import(report, line, dry_run=dry_run)


def _tell_import(report: ImportReport, line: CommandLine, *, dry_run: bool) -> None:
    """Print what an import of another system's file came to, or would."""
    output = line.output
    whom = _first(report.users, ", ") if line.space is None else f"the space {line.space}"
    came = counts({"messages": report.messages, "facts": report.facts})
    known = _known(report.known)
    known += f"; {report.replaced:,} had changed" if report.replaced else ""
    begins = "Nothing was written. It would bring" if dry_run else "New:"
    lines = [f"{one.kind} {one.name or '(none)'} → {one.becomes} ({one.count:,})" for one in report.mapped]
    output.result(
        {"file": report.place, "dry_run": dry_run, **report.model_dump(mode="json")},
        Text("\n".join([*lines, f"{begins} {came}; read from {report.place}, for {whom}{known}."])),
    )
    if report.speakers:
        _tell_chat(report, output)
    for why, left in groupby(sorted(report.left, key=lambda one: one.why), key=lambda one: one.why):
        named = [one.what.rstrip(".") for one in left]
        output.warn(f"Left out, since {why.rstrip('.')}: {_first(named, '; ')}.")


def _tell_chat(report: ImportReport, output: Output) -> None:
    """Say who wrote a chat, who of them the user is, and for which zone its times were taken."""
    names = _first(report.speakers, ", ")
    if report.me is None:
        output.note(f"Written by {names}; none of them is taken for the user: --me NAME says which one is.")
    else:
        output.note(f"Written by {names}; {report.me} is the user.")
    if report.dates:
        output.note(f"How its dates were read: {_first(report.dates, '; ')}.")
    if report.zone is not None:
        output.note(f"Its times tell no zone and were taken for those of {report.zone}: --zone says another.")


def _known(count: int) -> str:
    return f"; {count:,} {'was' if count == 1 else 'were'} there already" if count else ""


def _first(named: Sequence[str], between: str) -> str:
    """Return names in one line, of many the first."""
    more = f" and {len(named) - _SHOWN:,} more" if len(named) > _SHOWN else ""
    return f"{between.join(named[:_SHOWN])}{more}"
