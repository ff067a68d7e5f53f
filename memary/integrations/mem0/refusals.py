"""Raise what memary refuses as mem0 does: its callers catch `ValueError`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from memary.errors import InputError
from memary.integrations.mem0.scopes import ArgumentError

P = ParamSpec("P")
T = TypeVar("T")


def refused_as_mem0(call: Callable[P, T]) -> Callable[P, T]:
    """Make a call raise `ArgumentError` for whatever memary refuses."""

    @wraps(call)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        with _as_argument_errors():
            return call(*args, **kwargs)

    return made


def awaited_as_mem0(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Make an async call raise `ArgumentError` for whatever memary refuses."""

    @wraps(call)
    async def made(*args: P.args, **kwargs: P.kwargs) -> T:
        with _as_argument_errors():
            return await call(*args, **kwargs)

    return made


@contextmanager
def _as_argument_errors() -> Generator[None]:
    try:
        yield
    except ArgumentError:
        raise
    except InputError as error:
        raise ArgumentError(str(error)) from error
