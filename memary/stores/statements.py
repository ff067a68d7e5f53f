"""Note the statements that a store runs, for whoever wants to see what the database was asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from datetime import datetime
from typing import Any, Literal, TypeVar, cast

from pydantic import JsonValue

from memary.types import StoreStatement

T = TypeVar("T")

_LONGEST_LIST = 32
"""Numbers of a list that are told; a vector has hundreds, which tell nobody anything."""

_noted: ContextVar[list[StoreStatement] | None] = ContextVar("memary_statements", default=None)


@contextmanager
def statements_noted() -> Generator[list[StoreStatement]]:
    """Note the statements that run inside, in order, also of what is inside of it elsewhere."""
    outer, noted = _noted.get(), list[StoreStatement]()
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)
        if outer is not None:
            outer.extend(noted)


def note(language: Literal["cypher", "sql"], text: str, parameters: Mapping[str, Any] | Sequence[Any]) -> None:
    """Note a statement that is about to run, if somebody wants it."""
    noted = _noted.get()
    if noted is not None:
        named = parameters if isinstance(parameters, Mapping) else dict(enumerate(parameters, 1))
        shown = {str(name): _told(value) for name, value in named.items()}
        noted.append(StoreStatement(language=language, text=text.strip(), parameters=shown))


def noting(work: Callable[[sqlite3.Connection], T]) -> Callable[[sqlite3.Connection], T]:
    """Wrap work on a connection so that it notes its statements in the caller's list, in any thread."""
    if _noted.get() is None:
        return work
    context = copy_context()

    def run(connection: sqlite3.Connection) -> T:
        return context.copy().run(work, cast("sqlite3.Connection", _Noting(connection)))

    return run


class _Noting:
    """A connection whose statements are noted: what it remembers is asked again, once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.remembered: dict[tuple[Any, ...], Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Note a statement, and run it."""
        note("sql", statement, parameters)
        return self._connection.execute(statement, parameters)


def _told(value: Any) -> JsonValue:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return f"({len(value)} bytes)"
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {str(name): _told(one) for name, one in items}
    if hasattr(value, "__len__") and hasattr(value, "__iter__"):
        items = list(cast("Sequence[Any]", value))
        is_vector = len(items) > _LONGEST_LIST and all(isinstance(one, float) for one in items)
        return f"({len(items)} numbers)" if is_vector else [*map(_told, items)]
    return str(value)
