"""Read conversations in the schema of LoCoMo (Maharana et al., ACL 2024), with its oddities.

A turn's text is what was said, with the caption of its image after it in square brackets. It was said at its
session's date, a few seconds after the turn before it, in UTC (the files name no zone). Evidence is normalised:
"D8:6; D9:17" is two turns, "D:11:26" is D11:26 and "D30:05" is D30:5. What names no turn is kept apart and reported.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.types import Role

_ROLES = {role.value: role for role in (Role.USER, Role.ASSISTANT)}
"""Speakers who are called by what they are."""

SECONDS_BETWEEN_TURNS = 10
"""How long after the turn before it a turn is taken to be said."""

_SESSION = re.compile(r"session_(\d+)")
_DATES = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %B %Y")
_EVIDENCE = re.compile(r"D\s*:?\s*(\d+)\s*:\s*(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LocomoTurn:
    """One turn of a conversation, as it goes into memory."""

    dia_id: str
    session_id: str
    speaker: str
    text: str
    said_at: datetime
    role: Role | None = None  # else by the speaker's name

    @property
    def message(self) -> dict[str, Any]:
        """Return it as `Memary.add` takes it.

        A speaker called user or assistant has that role and no name.
        """
        named = _ROLES.get(self.speaker.casefold())
        return {
            "content": self.text,
            "role": self.role or named or Role.USER,
            "speaker": None if named else self.speaker,
            "created_at": self.said_at,
            "session_id": self.session_id,
            "metadata": {"dia_id": self.dia_id},
        }


@dataclass(frozen=True, slots=True)
class LocomoQuestion:
    """A question with the turns that answer it.

    `position` is its place in the file, from 0.
    """

    position: int
    text: str
    category: int
    evidence: tuple[str, ...]
    answer: str = ""
    missing: tuple[str, ...] = ()  # well-formed ids that no turn has
    unread: tuple[str, ...] = ()  # what is no id at all


@dataclass(frozen=True, slots=True)
class Observation:
    """A statement that was extracted beforehand, with its turns."""

    speaker: str
    text: str
    dia_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LocomoConversation:
    """A conversation in the order in which it was said, its questions and observations."""

    id: str
    turns: tuple[LocomoTurn, ...]
    questions: tuple[LocomoQuestion, ...]
    observations: tuple[Observation, ...] = ()
    empty_turns: int = 0  # neither text nor caption: left out

    @property
    def dia_ids(self) -> frozenset[str]:
        """The ids of its turns."""
        return frozenset(turn.dia_id for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A data file: its conversations, and what identifies it."""

    name: str
    sha256: str
    conversations: tuple[LocomoConversation, ...]


class _GivenTurn(BaseModel):
    speaker: str = Field(min_length=1)
    dia_id: str
    text: str = ""
    blip_caption: str | None = None

    @property
    def content(self) -> str:
        caption = f"[{self.blip_caption.strip()}]" if self.blip_caption and self.blip_caption.strip() else ""
        return f"{self.text.strip()} {caption}".strip()


class _GivenQuestion(BaseModel):
    question: str = Field(min_length=1)
    category: int
    answer: str | int | float | None = None
    evidence: list[str] | str = Field(default_factory=list)

    @property
    def citations(self) -> list[str]:
        return [self.evidence] if isinstance(self.evidence, str) else self.evidence


class _GivenSample(BaseModel):
    sample_id: str = Field(min_length=1)
    conversation: dict[str, Any]
    qa: list[_GivenQuestion]
    observation: dict[str, dict[str, list[tuple[str, str | list[str]]]]] = Field(default_factory=dict)


_SAMPLES = TypeAdapter(list[_GivenSample])
_TURNS = TypeAdapter(list[_GivenTurn])


def read_corpus(path: Path, *, only: Collection[str] = ()) -> Corpus:
    """Read a data file: a list of samples, or one sample.

    Args:
        path: a JSON file.
        only: ids of the conversations to keep; default: all.

    Raises:
        InputError: the file cannot be read, is of another schema, or lacks a conversation asked for.
    """
    content, given = read_json(path)
    try:
        conversations = conversations_of(given)
    except ValidationError as error:
        raise InputError(f"{path} is not in LoCoMo's schema: {first_fault(error)}.") from error
    known = [conversation.id for conversation in conversations]
    if repeated := {id_ for id_ in known if known.count(id_) > 1}:
        raise InputError(f"{path} holds conversation {min(repeated)!r} more than once: keep one of them.")
    if strange := sorted(set(only) - set(known)):
        raise InputError(f"{path} has no conversation {strange[0]!r}: choose from {', '.join(known)}.")
    kept = tuple(one for one in conversations if not only or one.id in only)
    if not kept:
        raise InputError(f"{path} holds no conversation.")
    return Corpus(path.name, hashlib.sha256(content).hexdigest(), kept)


def conversations_of(given: object) -> tuple[LocomoConversation, ...]:
    """Return the conversations of a document in LoCoMo's schema: a list of samples, or one.

    Raises:
        ValidationError: it is of another schema.
        InputError: a session cannot be read.
    """
    samples = _SAMPLES.validate_python(given if isinstance(given, list) else [given])
    return tuple(_conversation(sample) for sample in samples)


def read_json(path: Path) -> tuple[bytes, Any]:
    """Return a file's bytes and the JSON in them.

    Raises:
        InputError: it cannot be read, or is not JSON.
    """
    try:
        content = path.read_bytes()
        return content, json.loads(content)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from error


def read_ids(citations: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the turn ids in a list of citations, each once, and the citations that hold something else."""
    ids: dict[str, None] = {}
    unread: list[str] = []
    for citation in citations:
        ids |= {f"D{int(session)}:{int(turn)}": None for session, turn in _EVIDENCE.findall(citation)}
        if re.search(r"\w", _EVIDENCE.sub(" ", citation)):
            unread.append(citation)
    return tuple(ids), tuple(unread)


def parse_date(text: str) -> datetime:
    """Return a session's date ("1:56 pm on 8 May, 2023") as a time in UTC.

    Raises:
        InputError: it is written otherwise.
    """
    for form in _DATES:
        try:
            return datetime.strptime(" ".join(text.split()), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise InputError(f"The session date {text!r} cannot be read: write it like '1:56 pm on 8 May, 2023'.")


def _conversation(sample: _GivenSample) -> LocomoConversation:
    turns: list[LocomoTurn] = []
    empty = 0
    for name, given, date in _sessions(sample):
        for position, turn in enumerate(given):
            ids, _ = read_ids([turn.dia_id])
            if len(ids) != 1:
                raise InputError(f"{sample.sample_id}, {name}: dia_id {turn.dia_id!r} is not like 'D1:3'.")
            if not turn.content:
                empty += 1
                continue
            said_at = date + timedelta(seconds=position * SECONDS_BETWEEN_TURNS)
            turns.append(LocomoTurn(ids[0], name, turn.speaker, turn.content, said_at))
    known = {turn.dia_id for turn in turns}
    questions = tuple(_question(position, given, known) for position, given in enumerate(sample.qa))
    return LocomoConversation(sample.sample_id, tuple(turns), questions, _observations(sample, known), empty)


def _sessions(sample: _GivenSample) -> list[tuple[str, list[_GivenTurn], datetime]]:
    """Return the sessions that hold turns, in order; some files date sessions that never took place."""
    found: list[tuple[str, list[_GivenTurn], datetime]] = []
    numbers = sorted(int(match[1]) for key in sample.conversation if (match := _SESSION.fullmatch(key)))
    for name in (f"session_{number}" for number in numbers):
        try:
            turns = _TURNS.validate_python(sample.conversation[name])
        except ValidationError as error:
            raise InputError(
                f"{sample.sample_id}, {name} is not in LoCoMo's schema: {first_fault(error)}."
            ) from error
        if turns:
            found.append((name, turns, parse_date(str(sample.conversation.get(f"{name}_date_time", "")))))
    return found


def with_evidence(question: LocomoQuestion, citations: Collection[str], known: Collection[str]) -> LocomoQuestion:
    """Return a question with other evidence."""
    ids, unread = read_ids(citations)
    return LocomoQuestion(
        question.position,
        question.text,
        question.category,
        evidence=tuple(id_ for id_ in ids if id_ in known),
        answer=question.answer,
        missing=tuple(id_ for id_ in ids if id_ not in known),
        unread=unread,
    )


def _question(position: int, given: _GivenQuestion, known: Collection[str]) -> LocomoQuestion:
    answer = "" if given.answer is None else str(given.answer)
    return with_evidence(LocomoQuestion(position, given.question, given.category, (), answer), given.citations, known)


def _observations(sample: _GivenSample, known: Collection[str]) -> tuple[Observation, ...]:
    found: list[Observation] = []
    for speakers in sample.observation.values():
        for speaker, statements in speakers.items():
            for text, citation in statements:
                ids, _ = read_ids([citation] if isinstance(citation, str) else citation)
                found.append(Observation(speaker, text, tuple(id_ for id_ in ids if id_ in known)))
    return tuple(found)
