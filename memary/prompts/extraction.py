"""The extraction prompt: one call that reads a batch of messages and proposes entities, facts and changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from memary.prompts.languages import texts
from memary.prompts.stamps import stamp
from memary.types import Entity, Fact, Message, Role


class ExtractedEntity(BaseModel):
    """An entity as the model names it."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1, max_length=200)
    type: str = "thing"
    aliases: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    description: str = ""


class ExtractedFact(BaseModel):
    """A fact as the model proposes it. `target` and `message` are the numbers used in the prompt."""

    model_config = ConfigDict(frozen=True)

    subject: str = Field(min_length=1, max_length=200)
    predicate: str = Field(min_length=1, max_length=100)
    object: str = Field(min_length=1, max_length=500)
    statement: str = Field(default="", max_length=2000)
    op: Literal["ADD", "UPDATE", "DELETE", "NONE"] = "ADD"
    target: int | None = None
    since: str | None = None
    until: str | None = None
    importance: int = Field(default=2, ge=0, le=3)
    message: int | None = None
    quote: str = ""
    correction: bool = False


class Extraction(BaseModel):
    """What the model found in a batch."""

    model_config = ConfigDict(frozen=True)

    entities: tuple[ExtractedEntity, ...] = ()
    facts: tuple[ExtractedFact, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionInput:
    """What the model gets to see. It answers with positions in `messages` and `known_facts`, counted from 1."""

    messages: Sequence[Message]
    earlier: Sequence[Message] = ()
    known_facts: Sequence[Fact] = ()
    known_entities: Sequence[Entity] = ()
    self_name: str = "User"
    language: str = "en"


def extraction_prompt(given: ExtractionInput, *, now: datetime) -> tuple[str, str]:
    """Return the system and the user text of the extraction call."""
    words = texts(given.language)
    system = words.extraction_rules.format(self_name=given.self_name, today=now.date().isoformat())
    sections: list[tuple[str, list[str]]] = [
        (words.known_entities, [f"{e.name} ({e.type})" for e in given.known_entities]),
        (words.known_facts, [f"{number}. {f.statement}" for number, f in enumerate(given.known_facts, 1)]),
        (words.earlier_messages, [_line(m, given) for m in given.earlier]),
        (words.new_messages, [f"[{number}] {_line(m, given)}" for number, m in enumerate(given.messages, 1)]),
    ]
    parts = [f"{heading}:\n" + "\n".join(lines) for heading, lines in sections if lines]
    return system, "\n\n".join(parts)


def repair_prompt(error: str, *, language: str) -> str:
    """Return the turn that asks the model to answer again, properly."""
    return texts(language).extraction_repair.format(error=error)


def _line(message: Message, given: ExtractionInput) -> str:
    words = texts(given.language)
    fallback = {Role.USER: given.self_name, Role.ASSISTANT: words.assistant}
    speaker = message.speaker or fallback.get(message.role, message.role.value)
    return f"{stamp(message.created_at, language=given.language)} {speaker}: {message.content}"
