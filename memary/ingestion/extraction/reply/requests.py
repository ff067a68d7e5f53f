"""Read what a model's reply says that the user asks to forget: in which messages, by which words."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from memary.ingestion.extraction.prompt import ExtractedFact, ExtractedForget, Extraction
from memary.ingestion.extraction.reply.evidence import source_of
from memary.languages.terms import term_set
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


def is_of_request(fact: ExtractedFact, asked: ProposedForget, known: Sequence[Fact]) -> bool:
    """Return whether a fact of the message that asks tells what it asks to forget, rather than other news.

    It does by its words (most of those that say what is meant), by those of the request itself, or by the known fact
    that it is about. That something is over is told in any case.

    Args:
        fact: a fact that was read in the message.
        asked: what the message asks.
        known: the known facts, as the reply numbers them.
    """
    if fact.op == "DELETE":
        return False
    if not asked.fact_ids.isdisjoint(_numbered([fact.target] if fact.target else [], known)):
        return True
    if fact.quote and (is_quoted(fact.quote, asked.quote) or is_quoted(asked.quote, fact.quote)):
        return True
    meant = term_set(asked.about)
    told = term_set(f"{fact.subject} {fact.predicate.replace('_', ' ')} {fact.object} {fact.statement}")
    return 2 * len(meant & told) > len(meant)


def _asking(asked: ExtractedForget, messages: Sequence[Message]) -> Message | None:
    """Return the user's message that has the words of a request: the numbered one, else the last."""
    quoting = [one for one in messages if _may_ask(one) and is_quoted(asked.quote, one.content)]
    numbered = messages[asked.message - 1] if asked.message and 0 < asked.message <= len(messages) else None
    return numbered if numbered in quoting else next(reversed(quoting), None)


def _may_ask(message: Message) -> bool:
    return message.role is Role.USER and not message.speaker


def _numbered(numbers: Collection[int], known: Sequence[Fact]) -> frozenset[str]:
    return frozenset(known[number - 1].id for number in numbers if 0 < number <= len(known))
