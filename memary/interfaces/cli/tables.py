"""Show records on a terminal: tables that stay readable at 80 columns.

Pure: records in, a picture out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from textwrap import dedent
from typing import TYPE_CHECKING, Any, cast

from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from memary.api.short_ids import short
from memary.facts.intervals import is_planned, plan_start, told_anew
from memary.facts.ledger import replaced_in, subject_of
from memary.interfaces.cli.output import Output, printable
from memary.interfaces.cli.wording import heading, listed, told
from memary.languages import texts
from memary.retrieval.rendering import Lines
from memary.runs import RunRecord
from memary.settings.sources import display_language
from memary.text.times.told_times import told_since, told_until
from memary.types import (
    BEGINNING,
    DEFAULT_LANGUAGE,
    FOREVER,
    ZONE_KEY,
    Doubt,
    Entity,
    Fact,
    FactKind,
    Ground,
    Mention,
    Message,
    MessageState,
    Operation,
    StoreStatement,
    Subgraph,
    utc_now,
)

if TYPE_CHECKING:
    from memary.agent.trace import Step
    from memary.api.groups.operations import Forgetting
    from memary.api.recall.cited_sources import GivenRecord
    from memary.conversation.context_window import ContextWindow
    from memary.forgetting.plan import Manifest
    from memary.resolution.names.duplicates import Duplicate
    from memary.retrieval.hits import Ended, Hit
    from memary.stream.ranking import EntityKnowledge


_SINGULAR = {
    "users": "user",
    "spaces": "space",
    "messages": "message",
    "facts": "fact",
    "entities": "entity",
    "entries": "entry",
    "mentions": "mention",
    "operations": "operation",
    "summaries": "summary",
}


def table(
    *columns: str, rows: Iterable[Sequence[str]], right: Sequence[str] = (), whole: Sequence[str] = ()
) -> Table:
    """Return a table with thin lines, its headings in the language of the environment.

    Args:
        columns: headings.
        rows: cells, as many as headings.
        right: headings of the columns of numbers.
        whole: headings of columns that are never folded.
    """
    made = Table(box=None, pad_edge=False, header_style="bold", show_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        made.add_column(
            heading(name),
            justify="right" if name in right else "left",
            no_wrap=name in whole,
            overflow="fold",
        )
    for row in rows:
        made.add_row(*(Text(printable(cell)) for cell in row))
    return made


def hits_table(hits: Sequence[Hit], output: Output, *, explain: bool = False) -> Table:
    """Return search hits, each with where it comes from below its text."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for number, hit in enumerate(hits, 1):
        lines = [Text(printable(hit.text)), Text(_about(hit, output), style="dim")]
        if hit.in_doubt:
            lines.insert(1, Text(printable(doubt_line(hit.in_doubt, output)), style="yellow"))
        lines[1:1] = [Text(printable(line), style="yellow") for line in _over_lines(hit.over, hit.language, output)]
        if explain:
            lines.append(Text(_why(hit), style="dim"))
        grid.add_row(f"{number}.", Text("\n").join(lines))
    return grid


def doubt_line(doubt: Doubt, output: Output) -> str:
    """Say since when a fact is in doubt, and because of what."""
    return told(f"in doubt since {output.day(doubt.since)}: {doubt.why}")


def _over_lines(over: Iterable[Ended], language: str, output: Output) -> list[str]:
    """Say in its language what is not so any more, since when, and what is so now."""
    lines = Lines(language, output.zones)
    return [lines.over(one) for one in over]


def _sentence(fact: Fact, output: Output) -> str:
    """Return the sentence of a fact, with its doubt on a line below."""
    return f"{fact.statement}\n{doubt_line(fact.in_doubt, output)}" if fact.in_doubt else fact.statement


def _about(hit: Hit, output: Output) -> str:
    who = "concluded" if hit.is_conclusion else hit.speaker or hit.role or hit.origin
    until = told_until(hit.invalid_at, hit.text, zone=output.zone) if hit.invalid_at else ""
    is_open = hit.created_at in (BEGINNING, FOREVER)
    since = "since" if hit.created_at <= utc_now() else "from"
    start = told_since(hit.created_at, hit.text, zone=output.zone)
    said = "" if is_open else f"{since} {start}"
    if start == until and not is_open:
        said, until = f"on {until}", ""
    if hit.is_planned and hit.invalid_at:
        said, until = output.planned(hit.plan_start, hit.invalid_at, hit.text), ""
    if hit.kind == "message":
        said = output.zones.minute(hit.created_at, hit.zone)
    marks = [
        hit.kind,
        said,
        f"until {until}" if until else "",
        printable(str(who)) if who else "",
        f"session {hit.session_id}" if hit.session_id else "",
        printable(_shared(hit)),
    ]
    marks += ["in conflict" if hit.conflict else "", "weak" if hit.weak else "", f"id {short(hit.id)}"]
    return " · ".join(told(mark) for mark in marks if mark)


def _shared(hit: Hit) -> str:
    """Say from which space a hit is, and who wrote it there; nothing of one's own."""
    said = f", said by {', '.join(hit.said_by)}" if hit.said_by else ""
    return f"space {hit.space}{said}" if hit.space else ""


def _why(hit: Hit) -> str:
    signals = [
        f"{name}{f' rank {seen.rank}' if seen.rank else ''} ({seen.contribution:+.4f})"
        for name, seen in hit.explain.signals.items()
    ]
    factors = [f"{name} ×{factor:.2f}" for name, factor in hit.explain.factors.items()]
    path = [" → ".join(hit.explain.path)] if hit.explain.path else []
    evidence = [f"{name} {part:+.2f}" for name, part in hit.explain.evidence.items()]
    score = f"score {hit.score:.2f} ({', '.join(evidence)})"
    return " · ".join([score, *signals, *factors, *path])


def entities_table(known: Iterable[EntityKnowledge], output: Output) -> Table:
    """Return the entity knowledge store."""
    rows = [
        (
            one.entity.name,
            listed(one.categories or (one.entity.type,)),
            str(one.count),
            output.local(one.last_at),
            f"{one.score:.2f}",
            told("known well" if one.is_known else "new" if one.is_new else ""),
        )
        for one in known
    ]
    headings = ("Entity", "Category", "Mentions", "Last", "Score", "Familiarity")
    return table(*headings, rows=rows, right=("Mentions", "Score"), whole=("Last", "Familiarity"))


def duplicates_table(found: Iterable[Duplicate]) -> Table:
    """Return pairs of entities that may be one."""
    rows = [
        (one.name, other.name, one.type, f"{pair.score:.2f}", pair.reason, short(one.id), short(other.id))
        for pair in found
        for one, other in [(pair.one, pair.other)]
    ]
    headings = ("Entity", "May be", "Type", "Score", "Why", "Id", "Id of the other")
    return table(*headings, rows=rows, right=("Score",), whole=("Id", "Id of the other"))


def stream_table(stream: Iterable[tuple[Mention, Entity]], output: Output) -> Table:
    """Return the memory stream."""
    rows = [
        (output.local(mention.at), entity.name, told(entity.type), short(mention.source_id))
        for mention, entity in stream
    ]
    return table("Time", "Entity", "Type", "Said in", rows=rows, whole=("Time", "Said in"))


def conflicts_table(pairs: Iterable[tuple[Fact, Fact]], output: Output) -> Table:
    """Return pairs of facts that speak against each other."""
    rows = [
        (fact.statement, output.since(fact), _by(fact), short(fact.id), against)
        for one, other in pairs
        for fact, against in ((one, short(other.id)), (other, short(one.id)))
    ]
    return table("Fact", "Since", "By", "Id", "Against", rows=rows, whole=("Since", "Id", "Against"))


def facts_table(facts: Iterable[Fact], output: Output, *, past: bool = False, language: str | None = None) -> Table:
    """Return facts, those in doubt and those read by rules marked.

    With `past` it also tells until when they were true. Without a language it speaks that of the environment.
    """
    shown, language = list(facts), language or display_language()
    fact_, since, until, by, id_ = texts(language).news.facts
    headings = (fact_, since, *((until,) if past else ()), by, id_)
    anew = told_anew(shown)
    rows = [
        (
            _sentence(fact, output),
            _begins(fact, output),
            *((_until(fact, output, is_told_anew=fact.id in anew),) if past else ()),
            _by(fact, language),
            short(fact.id),
        )
        for fact in shown
    ]
    return table(*headings, rows=rows, whole=(since, until, id_))


def _begins(fact: Fact, output: Output) -> str:
    """Return since when a fact is true; "from" before the day of what is to begin."""
    since = output.since(fact)
    return told(f"from {since}") if utc_now() < fact.valid_at < fact.invalid_at else since


def _by(fact: Fact, language: str = DEFAULT_LANGUAGE) -> str:
    """Return on whose word a fact rests, and whether rules read it, which know less than a model.

    It is nobody's for what reflection concluded.
    """
    words = texts(language).news
    if fact.kind is FactKind.INSIGHT:
        return words.concluded
    who = words.by.get(fact.origin, fact.origin)
    return words.by_rule.format(who=who) if fact.extractor == "rule" else who


def _until(fact: Fact, output: Output, *, is_told_anew: bool) -> str:
    if fact.invalid_at > fact.valid_at:
        return output.until(fact)
    return told("told anew" if is_told_anew else "never true")


def operations_table(operations: Iterable[Operation], output: Output) -> Table:
    """Return ledger rows, each with who decided and why on a line below."""
    rows = [
        (
            f"{output.local(row.at)}\n  {row.actor}",
            row.action,
            "\n  ".join((subject_of(row), *_before_lines(row, output), told(row.reason))),
            short(row.id),
        )
        for row in operations
    ]
    return table("Time, by", "Action", "About, reason", "Id", rows=rows, whole=("Action", "Id"))


def _before_lines(row: Operation, output: Output) -> list[str]:
    """Return what a row put something else in the place of, with the time of a fact that stays the same one."""
    return [
        told(f"before: {fact.statement}")
        + (f" ({output.since(fact)} – {output.until(fact)})" if fact.id == row.target_id else "")
        for fact in replaced_in(row)
    ]


def forgotten_table(held: Iterable[Forgetting], output: Output) -> Table:
    """Return what was forgotten and can be restored."""
    rows = [
        (output.local(one.at), one.about, counts(one.counts), output.local(one.until), short(one.id)) for one in held
    ]
    columns = ("Forgotten", "About", "What", "Until", "Id")
    return table(*columns, rows=rows, whole=("Forgotten", "Until", "Id"))


def restorable(manifest: Manifest, output: Output) -> list[str]:
    """Return the line that tells how what was forgotten comes back; none where nothing brings it back."""
    if manifest.held_id is None or manifest.held_until is None:
        return []
    return [f"Until {output.local(manifest.held_until)} `memary restore {short(manifest.held_id)}` brings it back."]


def sessions_table(sessions: Iterable[tuple[str, int, Any]], titles: Mapping[str, str], output: Output) -> Table:
    """Return sessions with their titles and their size."""
    rows = [(name, titles.get(name, ""), str(count), output.local(last)) for name, count, last in sessions]
    return table("Session", "Title", "Messages", "Last", rows=rows, right=("Messages",), whole=("Last",))


def messages_table(messages: Iterable[Message], over: Mapping[str, Sequence[Ended]], output: Output) -> Table:
    """Return messages as they were said, each with what of it is over.

    Those that extraction has not read yet, or gave up on, say so.
    """
    rows = [
        (
            output.zones.minute(one.created_at, one.metadata.get(ZONE_KEY)),
            one.speaker or told(str(one.role)),
            "\n".join((one.content, *_state_line(one), *_over_lines(over.get(one.id, ()), one.language, output))),
            one.session_id or "",
            short(one.id),
        )
        for one in messages
    ]
    return table("Said", "Who", "Text", "Session", "Id", rows=rows, whole=("Said", "Id"))


def given_table(records: Iterable[GivenRecord], output: Output) -> Table:
    """Return what a model was given, each with whose it is and since when."""
    rows = [
        (
            one.kind,
            "(gone)" if one.text is None else one.text,
            output.day(one.created_at) if one.created_at else "",
            ", ".join(filter(None, (one.space, *one.said_by))),
            short(one.id),
        )
        for one in records
    ]
    return table("Kind", "Text", "Since", "From", "Id", rows=rows, whole=("Since", "Id"))


def _state_line(message: Message) -> list[str]:
    return [f"({message.state})"] if message.state in (MessageState.PENDING, MessageState.FAILED) else []


def dead_letters_table(messages: Iterable[Message], output: Output) -> Table:
    """Return messages that extraction gave up on."""
    rows = [(m.user_id, output.local(m.created_at), str(m.attempts), m.error or "", short(m.id)) for m in messages]
    return table("User", "Said", "Attempts", "Error", "Id", rows=rows, right=("Attempts",), whole=("Said", "Id"))


def graph_tree(graph: Subgraph, name: str, output: Output) -> Tree:
    """Return what lies around an entity, each fact below the entity from which it was reached."""
    root = Tree(Text(printable(name), style="bold"), guide_style="dim")
    branches = dict.fromkeys(graph.seeds, root)
    for fact in sorted(
        graph.facts, key=lambda fact: (graph.hops.get(fact.id, 1), -fact.valid_at.timestamp(), fact.id)
    ):
        forward = fact.subject_id in branches
        far, other = (fact.object_id, fact.object) if forward else (fact.subject_id, fact.subject)
        branch = branches.get(fact.subject_id if forward else fact.object_id, root)
        arrow = f"{fact.predicate} → {other}" if forward else f"{fact.predicate} ← {other}"
        if not forward and fact.object_id not in branches:  # a value that names whom it is drawn at
            arrow = f"{fact.predicate} {fact.object} ← {other}"
        whose = texts(display_language()).word_of.get(fact.origin, "")
        details = "; ".join(filter(None, (_since(fact, output), whose)))
        doubt = f"  {printable(doubt_line(fact.in_doubt, output))}" if fact.in_doubt else ""
        leaf = branch.add(
            Text.assemble(printable(arrow), (f"  {details}" if details else "", "dim"), (doubt, "yellow"))
        )
        branches.setdefault(far, leaf)
    return root


def _since(fact: Fact, output: Output) -> str:
    """Say since when a fact is true, and until when if that is over, of a plan for which days.

    Where nobody knows it says nothing.
    """
    if is_planned(fact):
        return output.planned(plan_start(fact), fact.invalid_at, fact.statement)
    is_to_come, since = utc_now() < fact.valid_at < fact.invalid_at, output.since(fact)
    begin = told(f"{'from' if is_to_come else 'since'} {since}") if since else ""
    end = told(f"until {output.until(fact)}") if fact.invalid_at <= utc_now() else ""
    return " · ".join(filter(None, (begin, end)))


def statements_text(statements: Iterable[StoreStatement]) -> str:
    """Return what a store was asked: each statement with its parameters."""
    told: list[str] = []
    for number, one in enumerate(statements, 1):
        parameters = json.dumps(one.parameters, ensure_ascii=False)
        told.append(f"-- {number}. {one.language}\n{dedent(one.text)}\n-- with {parameters}\n")
    return printable("\n".join(told))


def account_table(window: ContextWindow) -> Table:
    """Return what a context window costs, part by part.

    Priority (0 is never cut), tokens, share of the budget.
    """
    rows = [
        (block.name, str(block.priority), f"{block.tokens:,}", _percent(block.tokens, window.budget))
        for block in window.blocks
    ]
    between = window.tokens - sum(block.tokens for block in window.blocks)
    rows.append(("notice, marks", "", f"{between:,}", _percent(between, window.budget)))
    rows.append(("all", "", f"{window.tokens:,}", _percent(window.tokens, window.budget)))
    rows.append(("budget", "", f"{window.budget:,}", ""))
    headings = ("Part", "Priority", "Tokens", "Share")
    return table(*headings, rows=rows, right=("Priority", "Tokens", "Share"))


def _percent(tokens: int, budget: int) -> str:
    return f"{100 * tokens / budget:.1f} %"


def runs_table(runs: Iterable[RunRecord], output: Output) -> Table:
    """Return runs of agents."""
    rows = [
        (
            run.objective,
            run.status.value,
            str(len(run.steps)),
            output.local(run.updated_at) if run.updated_at else "",
            short(run.id),
        )
        for run in runs
    ]
    headings = ("Objective", "Status", "Steps", "Updated", "Id")
    return table(*headings, rows=rows, right=("Steps",), whole=("Status", "Updated", "Id"))


def record_table(record: Message | Fact | Entity, output: Output) -> Table:
    """Return a record field by field, without what is empty or open."""
    rows = [
        (name.replace("_", " "), _shown(value, output))
        for name, value in record
        if value not in (None, "", (), {}, FOREVER)
    ]
    return table("Field", "Value", rows=rows, whole=("Field",))


def _shown(value: object, output: Output) -> str:
    match value:
        case datetime():
            return output.local(value)
        case Doubt():
            return doubt_line(value, output).removeprefix("in doubt ")
        case Ground():
            return _ground(value, output)
        case tuple():
            return ", ".join(_shown(one, output) for one in cast("tuple[object, ...]", value))
        case dict():
            return json.dumps(value, ensure_ascii=False, indent=2)
        case _:
            return str(value)


def _ground(ground: Ground, output: Output) -> str:
    words = f" “{ground.words}”" if ground.words else ""
    if ground.fact_id is None:
        return f"a fact that was forgotten on {output.day(ground.gone_at)}"
    released = output.day(ground.released_at)
    return f"{ground.fact_id}{words}{f' (no more since {released})' if released else ''}"


def steps_table(steps: Iterable[Step]) -> Table:
    """Return what the agent thought and did."""
    rows = [
        (str(number), step.thought, step_call(step), step.observation[:300], f"{step.seconds:.1f}")
        for number, step in enumerate(steps, 1)
    ]
    return table("#", "Thought", "Call", "Result", "Sec.", rows=rows, right=("#", "Sec."))


def step_call(step: Step) -> str:
    """Return the tool call of a step as one line."""
    if step.tool is None:
        return ""
    arguments = ", ".join(f"{name}={value!r}" for name, value in step.arguments.items())
    return f"{step.tool}({arguments})"


def counts(numbers: Mapping[str, int]) -> str:
    """Return numbers with their names as a phrase, those of nothing left out: "3 messages, 1 fact"."""
    phrases = [
        f"{count:,} {_SINGULAR.get(name, name) if count == 1 else name}" for name, count in numbers.items() if count
    ]
    return listed(phrases or ["nothing"])
