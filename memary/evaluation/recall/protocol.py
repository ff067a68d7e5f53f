"""Choose the questions that are asked: all (raw), or those that an audit found sound (clean).

An audit file is a list of `{"sample_id", "qa_index", "error_type", "correct_evidence"}`; `qa_index` counts from 0.
Under the clean protocol a question is left out if its answer is made up, given to the wrong person or open to several
readings, or if the question itself carries a wrong date. The others take the evidence that the audit gives.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.evaluation.recall.locomo import LocomoConversation, LocomoQuestion, read_json, with_evidence

ASKED_CATEGORIES = (1, 2, 3, 4)
ADVERSARIAL = 5
"""The category of questions that have no answer in the conversation; they are counted, not asked."""

DROPPED_ERRORS = frozenset({"HALLUCINATION", "ATTRIBUTION_ERROR", "AMBIGUOUS"})

_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:January|February|March|April|May(?=,?\s+\d|\s+of\b)|June|July|August|September|October"
    r"|November|December)\b"
)


class AuditEntry(BaseModel):
    """What the audit says about one question."""

    sample_id: str
    qa_index: int = Field(ge=0)
    error_type: str
    correct_evidence: list[str] = Field(default_factory=list)
    correct_answer: str | int | float | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """An audit file."""

    name: str
    sha256: str
    entries: tuple[AuditEntry, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The questions to ask of a conversation, and how many of the others there are, by reason."""

    asked: tuple[LocomoQuestion, ...]
    without_evidence: tuple[LocomoQuestion, ...] = ()  # they cite no turn that exists
    audited: int = 0  # entries of the audit that are about this conversation
    dropped: Mapping[str, int] = field(default_factory=dict[str, int])
    adversarial: int = 0


_ENTRIES = TypeAdapter(list[AuditEntry])


def read_audit(path: Path) -> Audit:
    """Read an audit file.

    Raises:
        InputError: it cannot be read, or is of another schema.
    """
    content, given = read_json(path)
    try:
        entries = _ENTRIES.validate_python(given)
    except ValidationError as error:
        raise InputError(f"{path} is no audit of questions: {first_fault(error, given)}.") from error
    return Audit(path.name, hashlib.sha256(content).hexdigest(), tuple(entries))


def select(conversation: LocomoConversation, audit: Audit | None = None) -> Selection:
    """Choose the questions to ask of a conversation: raw without an audit, clean with one.

    Raises:
        InputError: the audit names a question that the conversation does not have.
    """
    entries = {} if audit is None else _entries_of(conversation, audit.entries)
    known = conversation.dia_ids
    asked: list[LocomoQuestion] = []
    without_evidence: list[LocomoQuestion] = []
    dropped: Counter[str] = Counter()
    for question in conversation.questions:
        entry = entries.get(question.position)
        if question.category not in ASKED_CATEGORIES:
            continue
        if entry is not None and is_unsound(question, entry):
            dropped[entry.error_type] += 1
            continue
        if entry is not None and entry.correct_evidence:
            question = with_evidence(question, entry.correct_evidence, known)
        (asked if question.evidence else without_evidence).append(question)
    adversarial = sum(question.category == ADVERSARIAL for question in conversation.questions)
    return Selection(tuple(asked), tuple(without_evidence), len(entries), dict(dropped), adversarial)


def is_unsound(question: LocomoQuestion, entry: AuditEntry) -> bool:
    """Return whether the clean protocol leaves a question out.

    A wrong date makes it so only if it stands in the question: if the question names a month or a year. Otherwise
    only the answer is wrong, which recall of evidence does not depend on.
    """
    if entry.error_type == "TEMPORAL_ERROR":
        return _DATE.search(question.text) is not None
    return entry.error_type in DROPPED_ERRORS


def _entries_of(conversation: LocomoConversation, entries: Sequence[AuditEntry]) -> dict[int, AuditEntry]:
    found = {entry.qa_index: entry for entry in entries if entry.sample_id == conversation.id}
    if found and max(found) >= len(conversation.questions):
        raise InputError(
            f"The audit names question {max(found)} of {conversation.id!r}, which has"
            f" {len(conversation.questions)}: it belongs to another data file."
        )
    return found
