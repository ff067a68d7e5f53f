"""Read which days a reply tells: those that a plan is for, and a beginning of which only the month or year is told.

A plan is true from when it is told until the end of its last day; its first day stands in its words alone. A sentence
that leaves it out ("while she is here, the dog goes to Tom"), or that words of another language tell, gets it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memary.facts.intervals import end_of_period, parse_day
from memary.facts.predicates import is_to_come
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.languages import texts
from memary.languages.keys import predicate_key
from memary.languages.prompt.stamps import period
from memary.languages.scripts import PLAIN_STOPS
from memary.resolution.proposals import RoughStart
from memary.text.times.intervals import find_times
from memary.text.times.told_times import start_of
from memary.types import Message

_DAY = len("2026-12-26")
_A_DAY = timedelta(days=1)


def with_plan_days(statement: str, fact: ExtractedFact, message: Message, end: datetime) -> str:
    """Return the sentence of a fact, with the days of a plan of several that no words of it tell; "next month" does.

    Args:
        statement: the sentence.
        fact: what was read.
        message: the message that says it.
        end: the end of its last day.
    """
    said_at, first, last = message.created_at, fact.since or "", fact.until or ""
    start = parse_day(first)
    are_days = len(first) == len(last) == _DAY and first < last
    if start is None or not are_days or start <= said_at or not is_to_come(predicate_key(fact.predicate)):
        return statement
    if period(start, end) is not None:
        return statement
    told = (start_of(words, end, said_at) for words in (statement, fact.object, fact.quote))
    if next((one for one in told if one), None) == start:
        return statement
    sentence = statement.rstrip(PLAIN_STOPS)
    days = texts(message.language).plan_days.format(start=first, end=last)
    return f"{sentence}{days}{statement[len(sentence) :]}"


def rough_start(fact: ExtractedFact, valid_at: datetime, message: Message) -> RoughStart | None:
    """Return how roughly the beginning of a fact is told; None where that is a day, or it does not begin then."""
    since = parse_day(fact.since)
    if since is None or since != valid_at or fact.since is None:
        return None
    end = end_of_period(fact.since, since)
    if end - since <= _A_DAY:
        return None
    named = find_times(message.content, now=message.created_at)
    return RoughStart(end, any(ref.start == since and ref.granularity in ("month", "year") for ref in named))
