"""Further steps of reflection, written by a caller: each concludes from what is known of people.

What a step concludes is held against its evidence like any other insight. A step that fails loses its own conclusions
and no others; the report says so.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, cast

from memary.checks.faults import shown
from memary.errors import ConfigurationError, ModelError, ModelOutputError
from memary.models.replies.fence import fence
from memary.reflection.insights import Conclusion, Rejected
from memary.reflection.rules import Person

_log = logging.getLogger("memary")


class ReflectionStep(Protocol):
    """Draws insights of its own kind."""

    async def conclude(self, people: Sequence[Person], *, now: datetime) -> Sequence[Conclusion]:
        """Return what is concluded, with the ids of the facts and messages that it rests on."""
        ...


def checked_step(step: object) -> ReflectionStep:
    """Return an object that is a step.

    Raises:
        ConfigurationError: it is none.
    """
    if not callable(getattr(step, "conclude", None)):
        raise ConfigurationError(f"{shown(step)} is not a step of reflection: it needs a method `conclude`.")
    return cast("ReflectionStep", step)


async def concluded_by(
    steps: Sequence[ReflectionStep], people: Sequence[Person], *, now: datetime
) -> tuple[list[Conclusion], list[Rejected]]:
    """Return what the steps conclude, and which of them failed and why."""
    drawn: list[Conclusion] = []
    failed: list[Rejected] = []
    for step in steps:
        called = f"The step {type(step).__name__}"
        try:
            with fence(step, called):
                conclusions = cast("Sequence[object]", await step.conclude(people, now=now))
                drawn += _conclusions(conclusions, called)
        except ModelError as error:
            _log.warning("reflection: %s", error)
            failed.append(Rejected(statement=f"{called} of reflection", reason=str(error)))
    return drawn, failed


def _conclusions(conclusions: Sequence[object], called: str) -> list[Conclusion]:
    held = [one for one in conclusions if isinstance(one, Conclusion)]
    if len(held) < len(conclusions):
        raise ModelOutputError(f"{called} returned something that is not a Conclusion.")
    return held
