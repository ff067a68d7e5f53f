"""Measure recall over several kinds of talk, and where words, vectors or both fused beat memary."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from memary.errors import InputError
from memary.evaluation.qa.formats import read_talks
from memary.evaluation.qa.talk import Talk, TalkQuestion
from memary.evaluation.recall.locomo import Corpus, LocomoConversation, LocomoQuestion, LocomoTurn
from memary.evaluation.recall.protocol import ADVERSARIAL, ASKED_CATEGORIES
from memary.evaluation.report import Report
from memary.evaluation.tables import plain_table

_ONE_FACT = 4
"""The category of a question of which nothing else is known."""


def read_kind(path: Path) -> Corpus:
    """Read a file of talk with questions, in any format that `memary eval qa` reads.

    Raises:
        InputError: it cannot be read.
    """
    content = path.read_bytes() if path.is_file() else b""
    talks = read_talks(path)
    return Corpus(path.name, hashlib.sha256(content).hexdigest(), tuple(map(_conversation, talks)))


def kind_names(paths: Sequence[Path]) -> list[str]:
    """Return what each kind is called: its file's name without the ending.

    Raises:
        InputError: two files have the same name.
    """
    names = [path.stem for path in paths]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise InputError(
            f"Two files are called {min(repeated)!r}: each is a kind by its name, so rename one of them."
        )
    return names


def losses(report: Report) -> Iterator[str]:
    """Yield at which measure which part finds more than memary."""
    whole, *parts = report.rows
    for name, value in whole.overall.metrics.items():
        best = max(parts, key=lambda part: part.overall.metrics[name].mean)
        if round(best.overall.metrics[name].mean, 3) > round(value.mean, 3):
            yield f"{name} {value.mean:.3f}, {best.name} {best.overall.metrics[name].mean:.3f}"


def render_kinds(reports: Mapping[str, Report]) -> RenderableType:
    """Return the recall on each kind beside that of memary's parts, and where these find more."""
    table = plain_table("Recall by kind of talk")
    table.add_column("kind", no_wrap=True)
    table.add_column("questions", justify="right")
    first = next(iter(reports.values()))
    names = [name for name in first.rows[0].overall.metrics if name.startswith("recall@")]
    for row in first.rows:
        table.add_column(f"{row.name} {' / '.join(name.removeprefix('recall') for name in names)}", justify="right")
    for kind, report in reports.items():
        cells = [" / ".join(f"{row.overall.metrics[name].mean:.3f}" for name in names) for row in report.rows]
        table.add_row(kind, str(report.rows[0].overall.n), *cells)
    behind = [
        Text(f"memary is behind on {kind}: {loss}") for kind, report in reports.items() for loss in losses(report)
    ]
    return Group(table, *(behind or [Text("memary finds at least as much as each of its parts on every kind.")]))


def _conversation(talk: Talk) -> LocomoConversation:
    turns = tuple(
        LocomoTurn(one.id, one.session, one.who, one.text, one.said_at, role=one.role) for one in talk.messages
    )
    known = {turn.dia_id for turn in turns}
    return LocomoConversation(
        talk.id, turns, tuple(_question(*numbered, known) for numbered in enumerate(talk.questions))
    )


def _question(position: int, asked: TalkQuestion, known: set[str]) -> LocomoQuestion:
    numbered = asked.category.isdigit() and int(asked.category) in (*ASKED_CATEGORIES, ADVERSARIAL)
    return LocomoQuestion(
        position,
        asked.text,
        int(asked.category) if numbered else _ONE_FACT,
        evidence=tuple(id_ for id_ in asked.evidence if id_ in known),
        answer=asked.answer,
        missing=tuple(id_ for id_ in asked.evidence if id_ not in known),
    )
