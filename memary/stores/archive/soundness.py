"""Refuse records of an export that could be written, but would break what reads them later."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from memary.checks.bounds import CAPTION_CHARS, EARLIEST, LATEST, MOST_SOURCES, PART_CHARS, fault_of_metadata
from memary.checks.faults import shown
from memary.text.captions import uncaptioned
from memary.types import (
    BEGINNING,
    FOREVER,
    Embedding,
    Entity,
    Fact,
    Mention,
    Message,
    MessageState,
    Operation,
    Summary,
    readable,
)

AnyRecord = Message | Entity | Fact | Mention | Operation | Summary


def fault_of(record: AnyRecord, vector: Embedding | None, *, dimensions: int) -> str | None:
    """Return what is wrong with a record and its vector, the first of it; None where nothing is."""
    return next(_faults(record, vector, dimensions), None)


def _faults(record: AnyRecord, vector: Embedding | None, dimensions: int) -> Iterator[str]:
    match record:
        case Message():
            yield from _of_message(record)
        case Fact():
            yield from _of_fact(record)
        case Mention():
            yield from _of_ids(record.entity_id, record.source_id)
        case Operation():
            named = [record.target_id] if record.target_id else []  # what was forgotten is not named any more
            yield from _of_ids(record.id, *named, *record.source_ids)
        case Summary():
            yield from _of_ids(record.until_id)
        case Entity():
            pass
    if vector is not None:
        if len(vector) != 4 * dimensions:
            yield f"its vector has {len(vector)} bytes, not {4 * dimensions}"
        elif not np.isfinite(np.frombuffer(vector, dtype="<f4")).all():
            yield "its vector holds a number that is not finite"


def _of_message(message: Message) -> Iterator[str]:
    if fault := fault_of_metadata(message.metadata):
        yield f"its metadata {fault}"
    if message.state is MessageState.PENDING and len(message.content) > _most_chars(message):
        yield f"a message of {len(message.content):,} characters cannot wait to be read, only one of {PART_CHARS:,}"
    if message.created_at not in (BEGINNING, FOREVER) and not EARLIEST <= message.created_at < LATEST:
        yield f"created_at {message.created_at.isoformat()} is too near to an end of the calendar"


def _most_chars(message: Message) -> int:
    """Return how long a message may be that is to be read: captions come on top of its text."""
    return PART_CHARS + min(len(message.content) - len(uncaptioned(message)), CAPTION_CHARS)


def _of_fact(fact: Fact) -> Iterator[str]:
    lists = fact.source_ids, fact.supersedes, fact.conflicts_with, fact.changed_at, fact.rests_on
    named = max(map(len, lists))
    if named > MOST_SOURCES:
        yield f"it names {named:,} sources, other facts or changes, more than {MOST_SOURCES:,}"
    yield from _of_ids(fact.subject_id, fact.object_id, *fact.source_ids, *fact.supersedes, *fact.conflicts_with)
    if len(fact.earlier_ends) != len(fact.changed_at):
        yield f"it has {len(fact.earlier_ends)} earlier_ends for {len(fact.changed_at)} changed_at"
    if list(fact.changed_at) != sorted(fact.changed_at):
        yield "its changed_at are not in order"
    if fact.valid_at > fact.invalid_at:
        yield f"valid_at {fact.valid_at.isoformat()} is after invalid_at {fact.invalid_at.isoformat()}"
    if fact.id in (*fact.supersedes, *fact.conflicts_with):
        yield "it supersedes or contradicts itself"
    for ground in fact.rests_on:
        yield from _of_ids(*ground.source_ids)
        if ground.fact_id == fact.id:
            yield "it rests on itself"
        if (ground.fact_id is None) != (ground.gone_at < FOREVER):
            yield "what it rests on is either a fact, or gone since some time"


def _of_ids(*ids: str) -> Iterator[str]:
    for id_ in ids:
        try:
            readable(id_)
        except ValueError:
            yield f"the id {shown(id_)} holds control characters"
        if not id_:
            yield "an id is empty"
