"""Gather the caller's own parts of a memory, given as objects or by the names of their entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from memary.checks.faults import shown
from memary.entry_points import part_named
from memary.errors import ConfigurationError
from memary.ingestion.extraction.model import Extractor
from memary.ingestion.extraction.own_extractor import FencedExtractor
from memary.languages import Language, register
from memary.languages.prompt.instructions import USUAL, Instructions, instructions_given
from memary.languages.tokens import TokenCounter
from memary.reflection.reflect import ReflectionStyle
from memary.reflection.steps import ReflectionStep, checked_step
from memary.settings import Settings
from memary.types import utc_now

Prompts: TypeAlias = Mapping[str, str]
"""Instructions by task, see `memary.languages.prompt.instructions.Task`; or for one language, as `answer.zh`."""


@dataclass(frozen=True, slots=True)
class OwnParts:
    """What takes the place of memary's own parts, or comes beside them.

    Nothing is, unless it is given.
    """

    extractor: Extractor | None = None
    prompts: Instructions = USUAL
    steps: Sequence[ReflectionStep] = ()
    tokens: TokenCounter | None = None
    clock: Callable[[], datetime] = utc_now

    @property
    def reflection(self) -> ReflectionStyle:
        """What of reflection is one's own."""
        return ReflectionStyle(self.steps, self.prompts)


def own_parts(
    settings: Settings,
    extractor: Extractor | str | None = None,
    *,
    prompts: Prompts | str | None = None,
    steps: Sequence[ReflectionStep | str] = (),
    tokens: TokenCounter | None = None,
    clock: Callable[[], datetime] = utc_now,
) -> OwnParts:
    """Return the parts that a caller and the settings ask for; one that is given goes before its setting.

    Raises:
        ConfigurationError: one is no such part, or no installed package has it.
    """
    for name in settings.languages:
        register(_language_named(name, settings))
    reads = settings.extractor if extractor is None else extractor
    instructions = settings.prompts if prompts is None else prompts
    if isinstance(reads, str):
        reads = part_named("extractors", reads, settings)
    if isinstance(instructions, str):
        instructions = part_named("prompts", instructions, settings)
    wanted = tuple(steps) or settings.reflection_steps
    return OwnParts(
        None if reads is None else FencedExtractor(reads),
        USUAL if instructions is None else instructions_given(instructions),
        tuple(
            checked_step(part_named("reflection", one, settings) if isinstance(one, str) else one) for one in wanted
        ),
        tokens,
        clock,
    )


def _language_named(name: str, settings: Settings) -> Language:
    language = part_named("languages", name, settings)
    if isinstance(language, Language):
        return language
    raise ConfigurationError(
        f"The entry point {name!r} in memary.languages gives {shown(language)}, which is not a "
        "memary.languages.Language."
    )
