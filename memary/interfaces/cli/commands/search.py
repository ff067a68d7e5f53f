"""Commands that look at memory: search, duplicates, facts, get, history, graph, runs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from memary.api.short_ids import whole_id
from memary.errors import InputError, NotFoundError
from memary.facts.identity import SELF_NAME
from memary.interfaces.cli.command_line import CommandLine, command, given_once
from memary.interfaces.cli.filters import ExpiredOption, FilterOption, MetaOption, asked_filters
from memary.interfaces.cli.graph_page import graph_page
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.tables import (
    conflicts_table,
    counts,
    doubt_line,
    duplicates_table,
    facts_table,
    graph_tree,
    hits_table,
    operations_table,
    record_table,
    runs_table,
    short,
    statements_text,
)
from memary.queries.place import newest_of
from memary.runs import RunStatus

if TYPE_CHECKING:
    from memary import Memary

PANEL = "Look at memory"


class Kind(StrEnum):
    """What a search may find."""

    MESSAGE = "message"
    FACT = "fact"
    ENTITY = "entity"
    RUN = "run"


SessionOption = Annotated[str | None, typer.Option(metavar="NAME", help="Only this session.")]
AgentOption = Annotated[str | None, typer.Option(metavar="NAME", help="Only what was said to this agent.")]
LimitOption = Annotated[int | None, typer.Option(min=1, help="At most so many, the newest.")]
BeforeOption = Annotated[
    str | None,
    typer.Option(metavar="CURSOR", help="Only what stands before: the cursor that a list told."),
]
AsOfOption = Annotated[str | None, typer.Option(metavar="TIME", help="What was true then, like 2026-05-01.")]
KnownAtOption = Annotated[
    str | None, typer.Option(metavar="TIME", help="What memory had learnt by then, as it took it to be.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for function in (search, duplicates, facts, get, history, graph, runs):
        command(app, panel=PANEL)(function)


def search(
    line: CommandLine,
    query: Annotated[list[str], typer.Argument(help="A question or words.")],
    top_k: Annotated[int | None, typer.Option(min=1, help="Most hits.")] = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Only this kind; may be repeated.")] = None,
    session: SessionOption = None,
    agent: AgentOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    filter_: FilterOption = None,
    meta: MetaOption = None,
    show_expired: ExpiredOption = False,
    only_then: Annotated[
        bool, typer.Option("--only-then", help="Only what was said or true in the time that the question names.")
    ] = False,
    min_score: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Leave out hits that score less, like 0.4.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each hit is there.")] = False,
) -> None:
    """Find what memory knows about a question.

    No model is asked. Example:  memary search "where does Ada live?" --top-k 5
    """
    with line.known_memory() as memory:
        hits = memory.search(
            " ".join(query),
            user_id=line.user,
            session_id=session,
            agent_id=agent,
            top_k=top_k,
            kinds=[one.value for one in kind or (Kind.MESSAGE, Kind.FACT)],
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            filters=asked_filters(filter_, meta),
            include_expired=show_expired,
            only_then=only_then,
            min_score=min_score,
        )
        line.output.result(hits, hits_table(hits, line.output, explain=explain), empty="Nothing found.")
        for near in memory.entities.near(" ".join(query), user_id=line.user):
            line.output.note(str(near))


def duplicates(
    line: CommandLine,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
) -> None:
    """List entities that may be one and the same, the likeliest first.

    `merge` makes one of two, `distinguish` keeps them apart. Example:  memary duplicates --limit 20
    """
    with line.known_memory() as memory:
        found = memory.entities.duplicates(user_id=line.user, limit=limit)
        line.output.result(found, duplicates_table(found), empty="No two entities look like one.")


def one_more(limit: int | None) -> int | None:
    """Return how many to read to see whether a list goes on."""
    return None if limit is None else limit + 1


def tell_older(line: CommandLine, cursor: str | None) -> None:
    """Say how to get what stands before a list, if anything does."""
    if cursor is not None:
        line.output.note(f"There are older ones: the same with `--before {cursor}`.")


def facts(
    line: CommandLine,
    name: Annotated[str | None, typer.Argument(help="The same as --about.")] = None,
    about: Annotated[str | None, typer.Option(metavar="NAME", help="Only facts of this entity.")] = None,
    past: Annotated[bool, typer.Option("--all", help="Also what is not true any more.")] = False,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    session: SessionOption = None,
    filter_: FilterOption = None,
    meta: MetaOption = None,
    show_expired: ExpiredOption = False,
    limit: LimitOption = None,
    before: BeforeOption = None,
    conflicts: Annotated[
        bool, typer.Option("--conflicts", help="Only pairs that speak against each other, the more trusted first.")
    ] = False,
    doubted: Annotated[
        bool, typer.Option("--doubted", help="Only those that rest on something that does not hold any more.")
    ] = False,
) -> None:
    """List the facts that are true now or are to come; those in doubt say since when, and why.

    Example:  memary facts Berlin --all
    """
    with line.known_memory() as memory:
        if conflicts:
            pairs = memory.facts.conflicts(user_id=line.user)
            line.output.result(pairs, conflicts_table(pairs, line.output), empty="There are no conflicts.")
            return
        found = memory.facts.list(
            user_id=line.user,
            session_id=session,
            about=given_once(name, about, "--about"),
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            include_past=past,
            filters=asked_filters(filter_, meta),
            include_expired=show_expired,
            in_doubt=True if doubted else None,
            before=before,
            limit=one_more(limit),
        )
        found, older = newest_of(found, limit)
        line.output.result(found, facts_table(found, line.output, past=past), empty="There are no such facts.")
        tell_older(line, older)
        if waiting := memory.admin.stats(user_id=line.user).pending:
            line.output.note(f"{counts({'messages': waiting})} still to be read for facts: `memary flush` does it.")


def get(
    line: CommandLine,
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of a message, fact or entity, or its end.")],
) -> None:
    """Show one message, fact or entity whole, also one that has ended or expired.

    Example:  memary get 3f9a2c1d
    """
    with line.known_memory() as memory:
        try:
            record = memory.admin.get(id_, user_id=line.user)
        except NotFoundError:
            record = memory.admin.get(whole_record_id(memory, line.user, id_), user_id=line.user)
        line.output.result(record, record_table(record, line.output))


def history(
    line: CommandLine, fact_id: Annotated[str, typer.Argument(help="A fact's id, or its end as `facts` shows it.")]
) -> None:
    """Show how a fact came to be: what made, changed or ended it.

    Example:  memary history 3f9a2c1d
    """
    with line.known_memory() as memory:
        whole = whole_fact_id(memory, line.user, fact_id)
        rows = memory.facts.history(user_id=line.user, id=whole)
        line.output.result(rows, operations_table(rows, line.output), empty="The ledger has no row about this fact.")
        if doubt := memory.facts.get(whole, user_id=line.user).in_doubt:
            line.output.note(f"It is {doubt_line(doubt, line.output)}. `memary confirm {short(whole)}` keeps it.")


def graph(
    line: CommandLine,
    name: Annotated[list[str] | None, typer.Argument(help="The name of an entity; without one, the user.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=4, help="How many steps away.")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    show_expired: ExpiredOption = False,
    whole: Annotated[bool, typer.Option("--all", help="All facts of what has very many.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page with a drawing.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Also show what the store was asked.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Take it as a question, and tell whether the graph knows something of it.")
    ] = False,
) -> None:
    """Draw what memory knows around an entity, or around the user.

    Example:  memary graph  or  memary graph Berlin --depth 1  or  memary graph Berlin --html berlin.html
    """
    with line.known_memory() as memory:
        asked = " ".join(name or [SELF_NAME])
        if check:
            if not name:
                raise InputError('Say what to look for: `memary graph --check "where does Mia work?"`.')
            _check(line, memory, asked, explain=explain)
            return
        found = memory.entities.graph(
            asked,
            user_id=line.user,
            depth=depth,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            include_expired=show_expired,
            explain=explain or html is not None,
            whole=whole,
        )
        seeds = [found.entities[id_].name for id_ in found.seeds if id_ in found.entities]
        title = " / ".join(dict.fromkeys(seeds)) or asked
        if html is not None:
            _write(html, graph_page(found, title=title, zones=line.output.zones))
            line.output.note(f"Drawn in {html}.")
            return
        drawn = sum(found.hops.get(fact.id, 1) == 1 for fact in found.facts)
        known = memory.facts.list(
            user_id=line.user,
            about=asked,
            as_of=line.output.asked_time(as_of),
            known_at=line.output.asked_time(known_at),
            include_expired=show_expired,
        )
        if drawn < len(known):
            line.output.note(f"{drawn:,} of {len(known):,} facts of {title} are drawn: --all draws all.")
        shown = graph_tree(found, title, line.output)
        line.output.result(found, shown if found.facts else Text(printable(f"{asked}: no facts yet")))
        if explain and not line.output.as_json:
            line.output.text("\n" + statements_text(found.statements))


def _check(line: CommandLine, memory: Memary, question: str, *, explain: bool) -> None:
    """Tell whether the graph knows something of a question."""
    checked = memory.entities.check(question, user_id=line.user)
    if line.output.as_json:
        line.output.json(checked)
        return
    lines = ["The graph knows something of it." if checked else "The graph knows nothing of it."]
    lines += [f"- {entity.name} ({entity.type}), by its {entity.by}" for entity in checked.entities]
    lines += [f"  {fact}" for fact in checked.facts]
    line.output.text(printable("\n".join(lines)) + "\n")
    if explain:
        line.output.text("\n" + statements_text(checked.statements))


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error


def whole_fact_id(memory: Memary, user: str, given: str) -> str:
    """Return the id of the fact whose id ends with what was given.

    Raises:
        InputError: several do.
    """
    return whole_id(
        given, (fact.id for fact in memory.facts.list(user_id=user, include_past=True, include_expired=True))
    )


def whole_record_id(memory: Memary, user: str, given: str) -> str:
    """Return the id of the message, fact or entity whose id ends with what was given.

    Raises:
        InputError: several do.
    """
    facts = memory.facts.list(user_id=user, include_past=True, include_expired=True)
    messages = memory.messages.list(user_id=user, include_expired=True)
    entities = [known.entity for known in memory.entities.list(user_id=user, include_expired=True)]
    return whole_id(given, (record.id for record in (*facts, *messages, *entities)))


def runs(
    line: CommandLine,
    run_id: Annotated[
        str | None, typer.Argument(help="A run's id, or its end as the list shows it: print it whole.")
    ] = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Only of this agent.")] = None,
    status: Annotated[RunStatus | None, typer.Option(help="Only those that stand so.")] = None,
    like: Annotated[str | None, typer.Option(metavar="TASK", help="Those near a task, the nearest first.")] = None,
    before: BeforeOption = None,
    limit: LimitOption = None,
) -> None:
    """List the runs that agents recorded; with an id, all that is known to go on from there.

    Example:  memary runs --status interrupted  or  memary runs 3f9a2c1d
    """
    if run_id is not None and not (agent is status is like is before is limit is None):
        raise InputError("Name a run, or say which to list, but not both.")
    if like is not None and before is not None:
        raise InputError("Runs that are near a task have no pages: leave out --before, or --like.")
    if like is not None and not like.strip():
        raise InputError('Describe the runs to look for, as in --like "book a flight".')
    with line.known_memory() as memory:
        if run_id is not None:
            ids = (run.id for run in memory.runs.list(user_id=line.user))
            run = memory.runs.resume(whole_id(run_id, ids), user_id=line.user)
            if line.output.as_json:
                line.output.json(run)
            else:
                line.output.text(run.text + "\n")
            return
        older = None
        if like is None:
            most = one_more(limit)
            found = memory.runs.list(user_id=line.user, agent_id=agent, status=status, before=before, limit=most)
            oldest_first, older = newest_of(found[::-1], limit)
            found = oldest_first[::-1]
        else:
            most = {} if limit is None else {"limit": limit}
            found = memory.runs.similar(like, user_id=line.user, agent_id=agent, status=status, **most)
        line.output.result(found, runs_table(found, line.output), empty="There are no such runs.")
        tell_older(line, older)
