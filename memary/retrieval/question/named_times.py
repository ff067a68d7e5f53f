"""Turn the times that a question names into filters: what was said then, and what was true then.

A named time raises what lies in it, and hides nothing. These are for who asks for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memary.filters import And, Compare, Filter, Or
from memary.retrieval.hits import Draft
from memary.retrieval.question.query import RecallQuery
from memary.text.times.intervals import TimeRef

Period = tuple[datetime, datetime]
"""A beginning and an end, which is not inside."""


def said_within(periods: Iterable[Period]) -> Filter:
    """Return the filter of what was said in one of some periods."""
    return Or(
        tuple(
            And((Compare("created_at", "gte", (start,)), Compare("created_at", "lt", (end,))))
            for start, end in periods
        )
    )


def true_within(periods: Iterable[Period]) -> Filter:
    """Return the filter of the facts that were true at some moment of one of some periods."""
    return Or(
        tuple(
            And((Compare("valid_at", "lt", (end,)), Compare("invalid_at", "gt", (start,)))) for start, end in periods
        )
    )


def narrowed(query: RecallQuery, times: Sequence[TimeRef]) -> tuple[RecallQuery, RecallQuery]:
    """Return what is asked of facts and what of messages: of the named times alone, if the query says so."""
    if not (query.only_then and times):
        return query, query
    periods = [(time.start, time.end) for time in times]
    of_facts, of_messages = (query.view.narrowed(within(periods)) for within in (true_within, said_within))
    return replace(query, view=of_facts), replace(query, view=of_messages)


def on_their_days(hits: Iterable[Draft], times: Sequence[TimeRef]) -> list[Draft]:
    """Return the hits without messages that were said on other weekdays than those that are named."""
    return [hit for hit in hits if hit.kind != "message" or any(time.is_on_day(hit.created_at) for time in times)]
