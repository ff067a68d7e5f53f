"""Read what a model's reply says that the user asks to forget: in which messages, by which words."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from memary.ingestion.extraction.prompt import ExtractedForget, Extraction
from memary.ingestion.extraction.reply.evidence import source_of
from memary.resolution.proposals import ProposedForget
from memary.text.quote import is_quoted
from memary.types import Fact, Message, Role

_log = logging.getLogger("memary")


def asked_to_forget(
    extraction: Extraction, messages: Sequence[Message], known: Sequence[Fact]
) -> list[ProposedForget]:
    """Return what messages ask to forget; with a warning, without what nobody asks who may.

    Only the user asks, in words of a message of theirs: not who is called by name, since that is said to others. A
    fact with the operation FORGET asks as well, as models write it that know no list of such requests.
    """
    found: list[ProposedForget] = []
    for asked in extraction.forget:
        if message := _asking(asked, messages):
            found.append(ProposedForget(message.id, asked.quote, asked.about, _numbered(asked.known, known)))
        else:
            _log.warning("extraction: ExtractedForget dropped: no message of the user has its quote")
    for fact in extraction.facts:
        message = source_of(fact, messages) if fact.op == "FORGET" else None
        if message is not None and _may_ask(message):
            quote = fact.quote if is_quoted(fact.quote, message.content) else message.content
            ids = _numbered([fact.target] if fact.target else [], known)
            found.append(ProposedForget(message.id, quote, fact.statement or fact.object, ids))
    return found


def _asking(asked: ExtractedForget, messages: Sequence[Message]) -> Message | None:
    """Return the user's message that has the words of a request: the numbered one, else the last."""
    quoting = [one for one in messages if _may_ask(one) and is_quoted(asked.quote, one.content)]
    numbered = messages[asked.message - 1] if asked.message and 0 < asked.message <= len(messages) else None
    return numbered if numbered in quoting else next(reversed(quoting), None)


def _may_ask(message: Message) -> bool:
    return message.role is Role.USER and not message.speaker


def _numbered(numbers: Collection[int], known: Sequence[Fact]) -> frozenset[str]:
    return frozenset(known[number - 1].id for number in numbers if 0 < number <= len(known))
