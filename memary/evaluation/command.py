"""`memary eval locomo`: the command line of the evaluation. `python -m memary.evaluation` runs it alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress

import memary
from memary import evaluation
from memary.errors import InputError, MemaryError

if TYPE_CHECKING:
    from memary.evaluation import Answer, Options, Report

T = TypeVar("T")

_WIDTH = 118
"""Columns of the tables where the terminal does not say, as in a pipe."""

app = typer.Typer(help="Measure how well memory recalls.", no_args_is_help=True)


@app.callback()
def _evaluation() -> None:  # pyright: ignore[reportUnusedFunction] - so that one command stays a subcommand
    """Measure how well memory recalls."""


@app.command()
def locomo(
    data: Annotated[Path, typer.Option(help="Conversations and questions in LoCoMo's schema (JSON).")],
    audit: Annotated[Path | None, typer.Option(help="Audit of the questions: the clean protocol.")] = None,
    embedding: Annotated[str | None, typer.Option(help="hash, local:<folder or model>, openai:<model>.")] = None,
    conversation: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    store: Annotated[str, typer.Option(help="Where to keep the conversations; default: in memory.")] = "sqlite://",
    top_k: Annotated[str, typer.Option(help="Numbers of hits, with commas.")] = "5,10,20",
    budgets: Annotated[str, typer.Option(help="Numbers of tokens, with commas.")] = "1000,2000,4000",
    facts: Annotated[bool, typer.Option("--facts", help="Ask again with the file's observations as facts.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    details: Annotated[Path | None, typer.Option(help="Write each answer to this file, as JSON lines.")] = None,
) -> None:
    """Measure which part of the evidence of each question is recalled, beside BM25, vectors and both fused.

    The exit code is 1 if a self-check fails, 2 if the call has to be corrected.

    Example:  memary eval locomo --data locomo10.json --embedding local:BAAI/bge-small-en-v1.5
    """
    try:
        report, answers = _measure(
            data,
            audit,
            store=store,
            embedding=embedding,
            only=conversation or (),
            options=evaluation.Options(
                top_ks=_numbers(top_k, "--top-k"), budgets=_numbers(budgets, "--budgets"), facts=facts
            ),
        )
        if details is not None:
            _write(details, answers)
    except MemaryError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(error.exit_code) from None
    if json_:
        typer.echo(report.model_dump_json(indent=2))
    else:
        console = Console()
        console = console if console.is_terminal else Console(width=_WIDTH)
        console.print(evaluation.render(report))
    if not report.passed:
        failed = "; ".join(f"{check.name}: {check.detail}" for check in report.checks if not check.passed)
        typer.echo(f"Error: the figures cannot be trusted: {failed}.", err=True)
        raise typer.Exit(1)


def _measure(
    data: Path, audit: Path | None, *, store: str, embedding: str | None, only: Sequence[str], options: Options
) -> tuple[Report, list[Answer]]:
    corpus = evaluation.read_corpus(data, only=only)
    rules = evaluation.read_audit(audit) if audit else None
    env_file = Path(".env")
    with (
        memary.Memary.open(
            store,
            embedding=embedding,
            worker=False,
            timezone="UTC",  # of the samples: figures do not depend on where the machine stands
            env_file=env_file if env_file.is_file() else None,
        ) as memory,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):

        def track(items: Sequence[T], description: str) -> Iterable[T]:
            return progress.track(items, description=description)

        return evaluation.evaluate(memory, corpus, rules, options, track=track)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",") if part.strip()}))
    except ValueError as error:
        raise InputError(f"{option} {text!r} is not a list of numbers: write it like 5,10,20.") from error


def _write(path: Path, answers: Sequence[Answer]) -> None:
    lines = [
        {
            "conversation": answer.conversation,
            "question": answer.question.position,
            "category": answer.question.category,
            "text": answer.question.text,
            "evidence": answer.question.evidence,
            "method": answer.row,
            "found": [hit.turns for hit in answer.found],
            "measures": {name: round(value, 4) for name, value in answer.values.items()},
        }
        for answer in answers
    ]
    try:
        path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error
