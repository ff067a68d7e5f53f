"""Reads that wait at the same time, sent to the server as one statement.

Each statement costs the driver as much as what it brings, and a question reads in a dozen places at once. So within a
transaction statements wait until nobody who runs has another one, and go together as the subqueries of one. The
server plans each text that it has not seen, which takes it seconds where the text is long; so only what is read of
one user goes together, always in the same order: what is read of a space besides has the same text, planned once. And
what is read of records, the longest part of a text, is said once for all statements that find them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple

from memary.stores.neo4j.driver.connection import Row, Transaction, pass_over
from memary.stores.statements import note

_PARAMETER = re.compile(r"\$(\w+)")


class Selection(NamedTuple):
    """What is read of nodes `n`, and how the id of one is found in it."""

    projection: str
    id_of: Callable[[Any], str]


class Finish(NamedTuple):
    """What makes an `answer` and `nodes` of `one`, which is the list that a statement returns."""

    text: str


class _Asked(NamedTuple):
    """A statement that waits, what is to be selected of the nodes that it finds, and who waits for it."""

    statement: str
    parameters: Row
    selection: Selection | None
    finish: Finish | None
    answer: asyncio.Future[Any]


class BatchedTransaction(Transaction):
    """A transaction in which several reads may wait at once: those of one list each go together.

    Use it as an asynchronous context manager: at its end nothing of it runs any more.
    """

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction.raw, transaction.course)
        self._one_runs = asyncio.Lock()
        self._waiting: list[_Asked] = []
        self._sending: asyncio.Task[None] | None = None

    async def __aenter__(self) -> BatchedTransaction:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.wait({self._sending})

    async def rows(self, statement: str, **parameters: Any) -> list[Row]:
        """See `Transaction.rows`; the statement goes by itself."""
        note("cypher", statement, parameters)
        async with self._one_runs:
            return await self.answered(statement, parameters)

    async def collected(self, statement: str, **parameters: Any) -> list[Any]:
        """See `Transaction.collected`; the statement goes with those that wait, too."""
        return await self._asked(statement, parameters)

    def selected(
        self, statement: str, selection: Selection, finish: Finish | None = None, **parameters: Any
    ) -> Awaitable[tuple[Any, Row]]:
        """Run a statement that returns a list of two, an answer and nodes, or one of which `finish` makes them.

        Return the answer, and what is selected of the nodes by their ids; others may be among them, since what
        waits says it once, and reads of each node once. What finishes several is said once, too.
        """
        return self._asked(statement, parameters, selection, finish)

    def _asked(
        self, statement: str, parameters: Row, selection: Selection | None = None, finish: Finish | None = None
    ) -> asyncio.Future[Any]:
        """Let a statement wait for others, and return what will be its answer."""
        note("cypher", statement, parameters)
        asked = _Asked(statement, parameters, selection, finish, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())
        return asked.answer

    async def _send(self) -> None:
        """Send what waits until nothing does."""
        while self._waiting:
            known = 0
            while len(self._waiting) > known:  # whoever runs may have more to ask
                known = len(self._waiting)
                await asyncio.sleep(0)
            asked, self._waiting = self._waiting, []
            for together in _each_user(asked):
                await self._answer(together)

    async def _answer(self, asked: Sequence[_Asked]) -> None:
        """Send statements together, and tell those who wait."""
        found = asyncio.create_task(self._found(asked))
        found.add_done_callback(pass_over)
        try:
            await asyncio.wait({found})
        finally:
            if not found.done():
                found.cancel()
                await asyncio.wait({found})
        for place, one in enumerate(asked):
            if one.answer.done():  # whoever waited was cancelled
                continue
            if error := found.exception():
                one.answer.set_exception(error)
            else:
                one.answer.set_result(found.result()[place])

    async def _found(self, asked: Sequence[_Asked]) -> list[Any]:
        """Return what each statement collects, or its answer with what is selected."""
        several = [(one.statement, one.parameters) for one in asked]
        selections = [one.selection for one in asked]
        alone = len(several) == 1 and selections == [None]
        text, parameters = several[0] if alone else joined(several, selections, [one.finish for one in asked])
        async with self._one_runs:
            found = await self.answered(text, parameters)
        columns = iter(found[0].values())
        lists = [next(columns) for _ in asked]
        selected = {
            each: {each.id_of(one): one for one in next(columns)} for each in dict.fromkeys(selections) if each
        }
        return [
            each if selection is None else (each, selected[selection])
            for each, selection in zip(lists, selections, strict=True)
        ]


def _each_user(asked: Iterable[_Asked]) -> list[list[_Asked]]:
    """Return what is read of each user, ordered by its text."""
    by_user: dict[object, list[_Asked]] = {}
    for one in asked:
        by_user.setdefault(one.parameters.get("user"), []).append(one)
    return [sorted(each, key=lambda one: one.statement) for each in by_user.values()]


def joined(
    asked: Sequence[tuple[str, Row]],
    selections: Sequence[Selection | None] = (),
    finishes: Sequence[Finish | None] = (),
) -> tuple[str, Row]:
    """Return one statement for several that each return one list, and its parameters.

    It has a column for each, and one for each selection: of the nodes in the second place of the lists it is for.
    """
    text, lists, values = subqueries(asked)
    text, lists = _finished(text, lists, finishes)
    columns = list(lists)
    for selection in filter(None, dict.fromkeys(selections)):
        places = [place for place, each in enumerate(selections) if each == selection]
        nodes = " + ".join(f"{lists[place]}[1]" for place in places)
        of_them = ", ".join(dict.fromkeys(lists[place].partition("[")[0] for place in places))
        for place in places:
            columns[place] = f"{lists[place]}[0]"
        name = f"selected_{places[0]}"
        text += (
            f"\nCALL ({of_them}) {{\nUNWIND {nodes} AS n WITH DISTINCT n\n"
            f"RETURN collect({selection.projection}) AS {name}\n}}"
        )
        columns.append(name)
    return f"{text}\nRETURN {', '.join(columns)}", values


def _finished(text: str, lists: Sequence[str], finishes: Sequence[Finish | None]) -> tuple[str, list[str]]:
    """Add to a statement what finishes some of its lists; return the expressions for all of them, too."""
    finished = list(lists)
    for finish in filter(None, dict.fromkeys(finishes)):
        places = [place for place, each in enumerate(finishes) if each == finish]
        ones, name = ", ".join(lists[place] for place in places), f"finished_{places[0]}"
        text += (
            f"\nCALL ({ones}) {{\nUNWIND [{ones}] AS one CALL (one) {{\n{finish.text.strip()}\n}}\n"
            f"RETURN collect([answer, nodes]) AS {name}\n}}"
        )
        for at, place in enumerate(places):
            finished[place] = f"{name}[{at}]"
    return text, finished


def subqueries(asked: Sequence[tuple[str, Row]]) -> tuple[str, list[str], Row]:
    """Join statements that each collect one list into subqueries.

    Returns the statement, the names of the lists, and the parameters. Equal lists and times are parameters once: the
    driver takes longest for them.
    """
    values: Row = {}
    parts: list[str] = []
    for place, (statement, parameters) in enumerate(asked):
        names: list[tuple[str, str]] = []
        for name, value in parameters.items():
            own = f"{name}_{place}"
            equal = (known for known in (f"{name}_{at}" for at in range(place)) if values.get(known) == value)
            names.append((name, next(equal, own) if isinstance(value, list | datetime) else own))
            values[names[-1][1]] = value
        parts.append(_part(statement, tuple(names), place))
    return "\n".join(parts), [f"list_{place}" for place in range(len(parts))], values


@lru_cache(maxsize=1_024)
def _part(statement: str, names: tuple[tuple[str, str], ...], place: int) -> str:
    """Return a statement as a subquery, with other names for its parameters."""
    renamed = dict(names)
    text = _PARAMETER.sub(lambda found: f"${renamed[found[1]]}", statement).strip()
    return f"CALL () {{\n{text} AS list_{place}\n}}"
