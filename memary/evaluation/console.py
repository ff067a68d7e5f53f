"""Share what the commands of the evaluation need: progress, tables, errors, files of answers."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.progress import Progress

from memary.errors import InputError, MemaryError

if TYPE_CHECKING:
    from memary.evaluation.recall.run import Track
    from memary.evaluation.report import Check

T = TypeVar("T")

WIDTH = 118
"""Columns of the tables where the terminal does not say, as in a pipe."""


@contextmanager
def errors_said() -> Generator[None]:
    """End with what went wrong in one sentence."""
    try:
        yield
    except MemaryError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(error.exit_code) from None


def print_(result: str | RenderableType) -> None:
    """Print a result on stdout, wide enough for tables in a pipe."""
    if isinstance(result, str):
        typer.echo(result)
        return
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    console.print(result)


def end_with(checks: Sequence[Check]) -> None:
    """End with 1 if what was measured cannot be trusted."""
    if failed := [check for check in checks if not check.passed]:
        failures = "; ".join(f"{check.name}: {check.detail}" for check in failed)
        typer.echo(f"Error: the figures cannot be trusted: {failures}.", err=True)
        raise typer.Exit(1)


def env_file() -> Path | None:
    """Return the `.env` file of the working directory, if there is one."""
    path = Path(".env")
    return path if path.is_file() else None


@contextmanager
def progress() -> Generator[Track]:
    """Show on stderr how far a run is."""
    with Progress(console=Console(stderr=True), transient=True) as shown:

        def track(items: Sequence[T], description: str) -> Iterable[T]:
            return shown.track(items, description=description)

        yield track


def write_lines(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON lines into a file.

    Raises:
        InputError: it cannot be written.
    """
    try:
        path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error
