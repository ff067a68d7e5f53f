"""Read which known entities a model's reply says are one, and on whose word."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memary.ingestion.extraction.prompt import ExtractedSame, Extraction
from memary.ingestion.extraction.reply.evidence import origin_of
from memary.resolution.proposals import ProposalSource, ProposedUnion
from memary.text.quote import is_quoted
from memary.types import Entity, Message, Role

_log = logging.getLogger("memary")


def unions(extraction: Extraction, messages: Sequence[Message], known: Sequence[Entity]) -> list[ProposedUnion]:
    """Return the known entities that a reply says are one; with a warning, without what no message says."""
    found: list[ProposedUnion] = []
    for same in extraction.same:
        one, other = same.known
        if one == other or not (0 < one <= len(known) and 0 < other <= len(known)):
            _log.warning("extraction: same dropped: %d and %d are not two known entities", one, other)
            continue
        message = _source(same, messages)
        if message is None:
            _log.warning("extraction: same dropped: its quote is in no message")
            continue
        source = ProposalSource(message.id, message.created_at, message.expires_at)
        ids = known[one - 1].id, known[other - 1].id
        found.append(ProposedUnion(*ids, origin_of(message), same.quote, (source,)))
    return found


def _source(same: ExtractedSame, messages: Sequence[Message]) -> Message | None:
    """Return the message that says so, the user's before another's."""
    saying = [message for message in messages if same.quote and is_quoted(same.quote, message.content)]
    return next((message for message in saying if message.role is Role.USER), next(iter(saying), None))
