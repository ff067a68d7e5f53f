"""Write results to stdout, as text or as one JSON document.

Notes and errors go to stderr.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, tzinfo
from types import MappingProxyType
from typing import Any

import typer
from pydantic_core import to_jsonable_python
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from memary.checks.bounds import EARLIEST, LATEST
from memary.checks.faults import shown
from memary.errors import InputError
from memary.facts.intervals import is_planned, plan_start
from memary.interfaces.cli.wording import told
from memary.languages.prompt.stamps import Zones, day
from memary.text.times.intervals import find_times
from memary.text.times.told_times import told_days, told_since, told_until
from memary.times import parse_time
from memary.types import BEGINNING, FOREVER, Fact

_PREPOSITION = 6
"""Signs that may stand around the words of a time, such as "in the"."""

_UNPRINTABLE = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def printable(text: str) -> str:
    """Return a text without control characters that could move a terminal's cursor or change its colours."""
    return text.translate(_UNPRINTABLE)


class Output:
    """The two streams of a command.

    Args:
        as_json: whether results are printed as JSON.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json
        self.zones = Zones()  # in which times are shown; set once the memory is open
        self.screen = Console(file=sys.stdout, markup=False, emoji=False, highlight=False)
        self.notes = Console(file=sys.stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)

    @property
    def zone(self) -> tzinfo | None:
        """The zone of all times but those of messages that tell their own."""
        return self.zones.main

    def result(self, data: object, *shown: RenderableType, empty: str = "") -> None:
        """Print a result.

        Args:
            data: records, as JSON if that was asked for.
            shown: what a person gets to see instead.
            empty: said on stderr when there is nothing in `data`.
        """
        if self.as_json:
            self.json(data)
        elif empty and not data:
            self.note(empty)
        else:
            for one in shown:
                said = Text(told(one.plain), style=one.style) if isinstance(one, Text) else one
                self.screen.print(said, soft_wrap=isinstance(one, Text))  # a path in a sentence stays whole

    def json(self, data: object) -> None:
        """Print one JSON document."""
        sys.stdout.write(json.dumps(to_jsonable_python(data), ensure_ascii=False, indent=2) + "\n")

    def text(self, text: str) -> None:
        """Print a text as it is, at once, without the line end."""
        sys.stdout.write(printable(text))
        sys.stdout.flush()

    def note(self, text: str) -> None:
        """Say something that is not a result."""
        self.notes.print(printable(told(text)))

    def warn(self, text: str) -> None:
        """Say that something is not as it should be, though the command goes on."""
        self.notes.print(told(f"Warning: {printable(text)}"), style="yellow")

    def error(self, text: str, *, beside: Mapping[str, object] = MappingProxyType({})) -> None:
        """Say in a sentence why the command ends; where JSON was asked for, as JSON in the place of a result.

        Args:
            text: the sentence.
            beside: what else stands in the JSON.
        """
        if self.as_json:
            self.json({"error": printable(text), **beside})
            return
        self.notes.print(told(f"Error: {printable(text)}"), style="bold red")

    @contextmanager
    def progress(self) -> Generator[Progress]:
        """Show progress bars while the block runs, on a terminal only."""
        columns: list[Any] = [
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        ]
        with Progress(*columns, console=self.notes, transient=True, disable=not self.notes.is_terminal) as progress:
            yield progress

    def ask(self, question: str, *, shown: str, unasked: str, declined: str) -> None:
        """Show what would go, and ask whether it may.

        Raises:
            InputError: nobody can be asked, as `unasked` says.
            Exit: the answer is no.
        """
        if not sys.stdin.isatty():
            raise InputError(unasked)
        self.note(shown)
        if not typer.confirm(told(question), err=True):
            self.note(declined)
            raise typer.Exit(1)

    def asked_time(self, text: str | None) -> datetime | None:
        """Read a time as ISO 8601 or as people say it ("yesterday", "last May"), which means its beginning.

        Without a zone it is meant in the zone of the display.

        Raises:
            InputError: it cannot be read.
        """
        if text is None:
            return None
        try:
            time = datetime.fromisoformat(text.strip())
        except ValueError:
            if (time := self.told_time(text)) is not None:
                return time
            with suppress(InputError):
                return parse_time(text)  # with the name of its zone in brackets
            raise InputError(
                f"The time {shown(text)} cannot be read: write it like 2026-05-01 or 2026-05-01T09:00, or in words, "
                "like yesterday or last May."
            ) from None
        try:
            return time if time.tzinfo else time.replace(tzinfo=self.zone)
        except (ValueError, OverflowError) as error:
            raise InputError(f"The time {shown(text)} cannot be used: {error}.") from error

    def told_time(self, text: str) -> datetime | None:
        """Return the beginning of a time in words, and say how it was read; None if the text is no such time."""
        now = datetime.now(self.zone or UTC).astimezone(self.zone)
        plain = text.strip()
        written = dict.fromkeys((plain, plain.title()))  # "last may" is a month here, and no modal verb
        for found in (one for words in written for one in find_times(words, now=now)):
            if len(found.text) + _PREPOSITION < len(plain):
                continue
            time = found.start if found.start > BEGINNING else found.end
            self.note(f"{plain}: {self.local(time)}")
            return time
        return None

    def local(self, time: datetime) -> str:
        """Return a time as a table shows it: date and minute in the zone of the display; an open end is empty.

        Of what was told by its day that day is shown.
        """
        return self.zones.minute(time, None) if EARLIEST < time < LATEST else ""

    def day(self, time: datetime) -> str:
        """Return the date alone; an open end is empty.

        A day that was told is the same in every zone.
        """
        return "" if time in (BEGINNING, FOREVER) else day(time, zone=self.zone)

    def since(self, fact: Fact) -> str:
        """Return since when a fact is true, as finely as it was told; empty where nobody knows.

        Of a plan that is the first of the days that it is for, not when it was told.
        """
        if is_planned(fact):
            return told_days(plan_start(fact), fact.invalid_at, fact.statement, zone=self.zone)[0]
        if fact.valid_at in (BEGINNING, FOREVER):
            return ""
        return told_since(fact.valid_at, fact.statement, zone=self.zone)

    def planned(self, start: datetime | None, end: datetime, sentence: str) -> str:
        """Return for which days a plan is that a sentence tells, from a start to an end."""
        first, last = told_days(start, end, sentence, zone=self.zone)
        return told(f"planned: {last}" if first == last else f"planned: {first} to {last}")

    def until(self, fact: Fact) -> str:
        """Return the last day on which a fact is true, or the month or year that was told.

        It is empty where no end is known.
        """
        return told_until(fact.invalid_at, fact.statement, zone=self.zone)
