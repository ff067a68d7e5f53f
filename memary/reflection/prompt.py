"""The reflection prompt: what facts, taken together, say about people. One call reads the facts of several people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator

from memary.languages import texts
from memary.languages.quoting import one_line
from memary.languages.stamps import day
from memary.types import Fact

_TEXT_CHARS = 400


class DrawnInsight(BaseModel):
    """An insight as a model proposes it. `evidence` are numbers of facts in the prompt, `about` is a name in it."""

    model_config = ConfigDict(frozen=True)

    key: str = Field(min_length=1, max_length=100)
    value: str = Field(min_length=1, max_length=300)
    about: str = ""
    statement: str = Field(default="", max_length=1000)
    evidence: tuple[int, ...] = ()
    confidence: float = Field(default=0.8, ge=0, le=1)

    @field_validator("key", "value", "about", "statement", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        return one_line(str(value)) if isinstance(value, (str, int, float)) else value

    @field_validator("evidence", mode="before")
    @classmethod
    def _numbers(cls, value: Any) -> Any:
        """Replace each value that is no number by the number of no fact."""
        given = cast("list[object]", value) if isinstance(value, (list, tuple)) else [value]
        return tuple(_number(one) for one in given)


class Reflection(BaseModel):
    """What the model concludes from the facts of one prompt."""

    model_config = ConfigDict(frozen=True)

    insights: tuple[DrawnInsight, ...] = ()


@dataclass(frozen=True, slots=True)
class ReflectionInput:
    """What the model gets to see. It answers with the facts' numbers, counted from 1 through all people."""

    people: Sequence[tuple[str, Sequence[Fact]]]
    known: Sequence[tuple[str, str, str]] = ()  # name, attribute, value
    language: str = "en"

    @property
    def facts(self) -> list[Fact]:
        """Return the facts in the order of their numbers."""
        return [fact for _, facts in self.people for fact in facts]


def reflection_prompt(given: ReflectionInput) -> tuple[str, str]:
    """Return the system and the user text of a reflection call; each fact stands in a line of its own."""
    words = texts(given.language).reflecting
    parts: list[str] = []
    if given.known:
        parts.append(f"{words.known}:\n" + "\n".join(_known(insight) for insight in given.known))
    number = 0
    for name, facts in given.people:
        lines: list[str] = []
        for fact in facts:
            number += 1
            lines.append(f"{number}. {one_line(fact.statement)[:_TEXT_CHARS]} ({day(fact.valid_at)})")
        parts.append(f"{words.facts_about.format(who=one_line(name))}:\n" + "\n".join(lines))
    return words.rules, "\n\n".join(parts)


def _known(insight: tuple[str, str, str]) -> str:
    name, key, value = map(one_line, insight)
    return f"- {name} · {key}: {value}"


def _number(value: object) -> int:
    text = str(value).strip().lstrip("#[").rstrip(".]")
    return int(text) if text.isdecimal() else 0
