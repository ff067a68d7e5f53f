"""Read what was said in jest, as its speaker tells right after: "I quit." and "I was joking"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.ingestion.extraction.rules.changes.corrections import Stated, told_before, withdrawn
from memary.ingestion.extraction.rules.changes.ends import ended_in
from memary.ingestion.extraction.rules.sentences import over_in
from memary.languages import any_of
from memary.languages.scripts import EDGES
from memary.types import Message

_in_jest = any_of(lambda language: language.corrections.in_jest)


def taken_back(
    message: Message,
    before: Sequence[Message],
    stated: Sequence[Stated],
    read: Callable[[Message], Sequence[tuple[ExtractedFact, str]]],
) -> list[ExtractedFact]:
    """Return what becomes of what a speaker said right before, who says now that it was a jest.

    What it stated was never so; what it ended goes on. Where it stated several things nothing tells which was meant.

    Args:
        message: what is said now.
        before: what was said before it in the talk, oldest first.
        stated: what those messages stated.
        read: gives what a message states, with the types of the objects.
    """
    match = _in_jest().match(message.content.strip())
    own = told_before(message, before) if match else []
    if not match or not own:
        return []
    *earlier, last = own
    quote = match[0].strip(EDGES)
    others = {(one.subject, one.predicate, one.object) for one in stated if one.message_id != last.id}
    told = [one for one in stated if one.message_id == last.id]
    told = [one for one in told if (one.subject, one.predicate, one.object) not in others]
    if told:
        return [withdrawn(one, quote) for one in told] if len({one.predicate for one in told}) == 1 else []
    return [fact for one in _ended_by(last, earlier, read) for fact in _going_on(one, last, quote)]


def _ended_by(
    last: Message, earlier: Sequence[Message], read: Callable[[Message], Sequence[tuple[ExtractedFact, str]]]
) -> Iterator[Stated]:
    """Give what some messages stated that a later one of the same speaker ended."""
    told = [
        Stated(one.id, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote, one.created_at)
        for one in earlier
        for fact, _ in read(one)
    ]
    for speaker in {one.subject for one in told}:
        for end in ended_in(over_in(last), speaker, told):
            yield from (one for one in told if (one.predicate, one.object) == (end.predicate, end.object))


def _going_on(one: Stated, last: Message, quote: str) -> list[ExtractedFact]:
    """Return what was stated as what goes on where it was said to end."""
    return proposed(
        ExtractedFact,
        subject=one.subject,
        predicate=one.predicate,
        object=one.object,
        statement=one.statement,
        quote=quote,
        since=last.created_at.isoformat(),
    )
