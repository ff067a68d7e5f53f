"""Refuse arguments that several methods of `Memary` cannot use."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from memary.checks.faults import shown
from memary.errors import InputError, NotAllowedError
from memary.languages import spoken


@contextmanager
def keeping_nothing() -> Generator[None]:
    """Let refusals say that nothing was kept."""
    try:
        yield
    except (InputError, NotAllowedError) as error:
        raise type(error)(f"{error} Nothing was kept.") from error


def check_language(language: str | None) -> None:
    """Refuse a language that memary does not write in.

    Raises:
        InputError: it is none of those there are.
    """
    if language is not None and language not in spoken():
        known = " or ".join(sorted(spoken()))
        raise InputError(f"language is {shown(language)}: give {known}, or leave it out.")


def check_limit(limit: int | None) -> None:
    """Refuse a limit below 0, which a slice would take as "without the last".

    Raises:
        InputError: it is below 0.
    """
    if limit is not None and limit < 0:
        raise InputError(f"limit is {shown(limit)}: give 0 or more.")
