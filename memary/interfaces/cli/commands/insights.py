"""Commands about what facts show, taken together: reflect, insights, profile, map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text
from rich.tree import Tree

from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.interfaces.cli.command_line import CommandLine, command, given_once
from memary.interfaces.cli.commands.search import AsOfOption, KnownAtOption, whole_record_id
from memary.interfaces.cli.output import Output, printable
from memary.interfaces.cli.tables import short, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memary import Fact, Memary
    from memary.facts.evidence_map import MemoryMap
    from memary.reflection.insights import ReflectionReport

PANEL = "Look at memory"
_TEXT_CHARS = 100
_TIES = {
    ("rests_on", True): "rests on",
    ("rests_on", False): "bears out",
    ("supersedes", True): "replaced",
    ("supersedes", False): "replaced by",
    ("conflicts_with", True): "speaks against",
    ("conflicts_with", False): "speaks against",
    ("mentions", True): "mentions",
    ("mentions", False): "mentioned in",
    ("subject", True): "about",
    ("subject", False): "about it",
    ("object", True): "about",
    ("object", False): "about it",
}


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (reflect, condense, insights, profile):
        command(app, panel=PANEL)(function)
    command(app, panel=PANEL, name="map")(map_)


def reflect(
    line: CommandLine,
    everything: Annotated[
        bool, typer.Option("--everything", help="Read what was read before, too, not only what is new.")
    ] = False,
) -> None:
    """Draw insights from the facts learnt since the last time, and say what changed.

    The worker does it by itself, too. Example:  memary reflect --user ada
    """
    with line.known_memory() as memory:
        report = memory.insights.reflect(user_id=line.user, everything=everything)
        if memory.core.models.extraction is None:
            line.output.note("No language model is set: rules conclude only what can be counted.")
        line.output.result(report, *_told(report, line.output))


def condense(
    line: CommandLine,
    most: Annotated[
        int | None, typer.Option("--most", min=2, help="Facts of one subject that stay single. Default: 50.")
    ] = None,
) -> None:
    """Tell old facts that are alike as one, where a subject has very many, and say which.

    `memary undo` takes one back. The worker does it, too, where MEMARY_MAX_FACTS_PER_SUBJECT is set.
    Example:  memary condense --most 30
    """
    with line.known_memory() as memory:
        report = memory.facts.condense(user_id=line.user, most=most)
        if memory.core.models.extraction is None:
            line.output.note("No language model is set: only what other facts say with more words is put together.")
        counted = "Nothing is put together."
        if report.condensed:
            counted = f"{report.replaced} facts are told by {len(report.condensed)} now."
        learnt = [Text(f"  {printable(fact.statement)}") for fact in report.condensed]
        refused = [
            Text(f"  refused: {printable(one.statement)} ({printable(one.reason)})") for one in report.rejected
        ]
        line.output.result(report, Text(counted), *learnt, *refused)


def _told(report: ReflectionReport, output: Output) -> list[Text]:
    calls = f", {report.llm_calls} model {'call' if report.llm_calls == 1 else 'calls'}"
    read = f"Read {report.facts_read} new {'fact' if report.facts_read == 1 else 'facts'}"
    done = (("added", report.added), ("refreshed", report.refreshed), ("retired", report.retired),
            ("merged", report.merged))  # fmt: skip
    counted = [f"{len(found)} {name}" for name, found in done if found]
    counted += [f"{report.unchanged} unchanged"] if report.unchanged else []
    counted += [f"{len(report.rejected)} rejected"] if report.rejected else []
    summary = ", ".join(counted) or "nothing to conclude"
    lines = [Text(f"{read}{calls if report.llm_calls else ''}. Insights: {summary}.")]
    lines += [Text(printable(f"  {name}: {_sentence(one, output)}")) for name, found in done for one in found]
    lines += [Text(printable(f"  rejected: {one.statement} ({one.reason})"), style="dim") for one in report.rejected]
    return lines


def _sentence(insight: Fact, output: Output) -> str:
    since = output.since(insight)
    marks = ", ".join(filter(None, [f"since {since}" if since else "", f"id {short(insight.id)}"]))
    return f"{insight.statement} ({marks})"


def insights(
    line: CommandLine,
    past: Annotated[bool, typer.Option("--all", help="Also those that do not hold any more.")] = False,
    as_of: Annotated[str | None, typer.Option(metavar="TIME", help="Those that held then.")] = None,
    known_at: KnownAtOption = None,
) -> None:
    """List what memory concluded, with how much each rests on.

    Example:  memary insights --user ada  and then  memary map 3f9a2c1d
    """
    if past and as_of:
        raise InputError("--all lists insights of all times: it cannot be combined with --as-of.")
    with line.known_memory() as memory:
        found = memory.insights.list(
            user_id=line.user,
            include_past=past,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
        )
        rows = [
            (
                one.statement,
                one.predicate,
                output_day,
                *((line.output.until(one),) if past else ()),
                f"{one.confidence:.1f}",
                str(len(one.source_ids)),
                short(one.id),
            )
            for one in found
            for output_day in [line.output.since(one)]
        ]
        headings = ("Insight", "Attribute", "Since", *(("Until",) if past else ()), "Sure", "Rests on", "Id")
        shown = table(*headings, rows=rows, right=("Sure", "Rests on"), whole=("Since", "Until", "Id"))
        empty = "There were no such insights." if as_of or known_at else _NO_INSIGHTS
        line.output.result(found, shown, empty=empty)


_NO_INSIGHTS = "There are no insights yet: `memary reflect` draws them."


def profile(
    line: CommandLine,
    name: Annotated[str | None, typer.Argument(help="The same as --about.")] = None,
    about: Annotated[str | None, typer.Option(metavar="NAME", help="Another person in this memory.")] = None,
    language: Annotated[str | None, typer.Option(metavar="en|zh", help="Of the headings.")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
) -> None:
    """Print what memory knows about the user: basics, preferences, goals, people, style, moods, knowledge.

    No model is asked. Example:  memary profile --user ada --json
    """
    with line.known_memory() as memory:
        found = memory.insights.profile(
            user_id=line.user,
            about=given_once(name, about, "--about"),
            language=language,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
        )
        if line.output.as_json:
            line.output.json(found)
        else:
            line.output.text(found.text + "\n")


def map_(
    line: CommandLine,
    id_: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", help="A message, fact or insight by its id or the end of it; an entity by name, too."
        ),
    ] = None,
    depth: Annotated[int, typer.Option(min=1, max=4, help="How many steps away.")] = 2,
) -> None:
    """Show what a memory is linked with; without an id, print the whole map as a graph in JSON.

    Example:  memary map 3f9a2c1d  or  memary map Berlin  or  memary map > ada.json
    """
    with line.known_memory() as memory:
        if id_ is None:
            line.output.json(memory.entities.map(user_id=line.user))
            return
        found = _related(memory, line.user, id_, depth)
        if line.output.as_json:
            line.output.json(found)
        else:
            line.output.result(found, _tree(found, line.output))


def _related(memory: Memary, user: str, given: str, depth: int) -> MemoryMap:
    try:
        return memory.entities.related(given, user_id=user, depth=depth)
    except NotFoundError:
        id_ = _id_of_name(memory, user, given) or whole_record_id(memory, user, given)
        return memory.entities.related(id_, user_id=user, depth=depth)


def _id_of_name(memory: Memary, user: str, name: str) -> str | None:
    """Return the id of the entity of this name or alias, None for none.

    Raises:
        InputError: several are called so.
    """
    try:
        seeds = memory.entities.graph(name, user_id=user, depth=1).seeds
    except NotFoundError:
        return None
    if len(seeds) > 1:
        ids = ", ".join(map(short, seeds))
        raise InputError(f"{len(seeds)} entities are called {shown(name)}: give the id of one of them: {ids}.")
    return next(iter(seeds), None)


def _tree(found: MemoryMap, output: Output) -> Tree:
    """Return the map as a tree from the record it was asked of; each record stands in it once."""
    nodes = {node.id: node for node in found.nodes}
    start = nodes[found.about or ""]
    root = Tree(Text(printable(f"{start.kind}: {start.text}"), style="bold"), guide_style="dim")
    seen, branches = {start.id}, {start.id: root}
    edge: Iterable[str] = [start.id]
    while edge:
        further: list[str] = []
        for id_ in edge:
            for tie, node in found.tied_to(id_):
                if node.id in seen:
                    continue
                seen.add(node.id)
                label = f"{_TIES[tie.kind, tie.source == id_]} {node.kind}: {_cut(node.text)}"
                when = "" if node.kind == "entity" else f"  {output.local(node.at)}"
                leaf = Text.assemble(printable(label), (f"{when}  {short(node.id)}", "dim"))
                branches[node.id] = branches[id_].add(leaf)
                if node.kind != "entity":
                    further.append(node.id)
        edge = further
    return root


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _TEXT_CHARS else plain[: _TEXT_CHARS - 1] + "…"
