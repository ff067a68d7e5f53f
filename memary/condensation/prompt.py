"""Ask a model which of many facts about one subject can be told as one.

Pure functions: records in, texts out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator

from memary.condensation.groups import OneFact
from memary.languages import texts
from memary.languages.prompt.instructions import Instructions
from memary.languages.prompt.quotation import one_line
from memary.models.base import ChatTurn
from memary.types import Fact, Role


class ToldAsOne(BaseModel):
    """Facts, by their numbers in the prompt, and the sentence that tells them.

    The first names the matter best.
    """

    model_config = ConfigDict(frozen=True)

    facts: tuple[int, ...] = ()
    statement: str = Field(min_length=1, max_length=2_000)

    @field_validator("facts", mode="before")
    @classmethod
    def _numbers(cls, value: Any) -> Any:
        items = cast("list[object]", value) if isinstance(value, list | tuple) else []
        return tuple(int(item) for item in map(str, items) if item.strip().isdecimal())


class Condensed(BaseModel):
    """What a reply holds."""

    model_config = ConfigDict(frozen=True)

    condensed: tuple[ToldAsOne, ...] = ()


def condensation_turns(facts: Sequence[Fact], prompts: Instructions) -> list[ChatTurn]:
    """Return what a model is asked about facts of one subject."""
    language = facts[0].language
    lines = [f"{number}. {fact.predicate} | {one_line(fact.statement)}" for number, fact in enumerate(facts, 1)]
    heading = texts(language).reflecting.facts_about.format(who=one_line(facts[0].subject))
    return [
        ChatTurn(Role.SYSTEM, prompts.of("condensation", language)),
        ChatTurn(Role.USER, f"{heading}:\n" + "\n".join(lines)),
    ]


def told_as_one(told: Sequence[ToldAsOne], facts: Sequence[Fact]) -> list[OneFact]:
    """Bind what a model put together to the facts that it names by number; each fact counts once."""
    taken: set[int] = set()
    found: list[OneFact] = []
    for one in told:
        numbers = [n for n in dict.fromkeys(one.facts) if 0 < n <= len(facts) and n not in taken]
        taken.update(numbers)
        found.append(OneFact([facts[n - 1] for n in numbers], one_line(one.statement)))
    return found
