"""Reckon when something began whose beginning is told as a month or year, beside what it takes the place of.

A month is no day: "since October", of a dose that was halved, says nothing against the other dose that was told on
the 5th. Pure functions: records in, records out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta

from memary.facts.intervals import retire, retire_for, says_the_same
from memary.facts.predicates import Predicates, is_to_come, names_nothing
from memary.resolution.proposals import ProposedFact
from memary.text.times.intervals import is_time
from memary.types import BEGINNING, FOREVER, Fact

_A_DAY = timedelta(days=1)


def begun_beside(
    proposed: ProposedFact,
    new: Fact,
    rivals: Iterable[Fact],
    said_at: Mapping[str, datetime],
    *,
    wrong: Collection[str],
) -> Fact:
    """Return a new fact that began no sooner than what it replaces was told last.

    What has an end that was told, and what is told of the time before, keeps its beginning.

    Args:
        proposed: what was told.
        new: the fact of it.
        rivals: what cannot be true beside it.
        said_at: when messages were said.
        wrong: ids of those that it is said to correct.
    """
    if proposed.rough_start is None or new.invalid_at < FOREVER:
        return new
    replaced = (old for old in rivals if old.id not in wrong and old.origin.trust <= new.origin.trust)
    begun = max((_still_so_at(proposed, old, said_at) for old in replaced), default=BEGINNING)
    return new.model_copy(update={"valid_at": begun}) if begun > new.valid_at else new


def retired_beside(
    proposed: ProposedFact,
    new: Fact,
    old: Fact,
    said_at: Mapping[str, datetime],
    predicates: Predicates,
    *,
    now: datetime,
) -> Fact:
    """Return a true fact as it ends for what takes its place.

    That is when it was so last, where this is a past month. The day of something to come, or that it has none, is
    over when another day is told, and not when that comes. What came of an appointment on its day leaves it that day.
    """
    told = proposed.said_at
    if told is not None and _came_of_it(old, new, told, predicates):
        return retire(old, ended_at=old.invalid_at, now=now)
    if told is not None and old.valid_at < told < min(old.invalid_at, new.valid_at) and _tells_day(old, new):
        return retire(old, ended_at=told, now=now)
    if not says_the_same(new, old, predicates):
        still_so = _still_so_at(proposed, old, said_at)
        if new.valid_at < still_so:
            return retire(old, ended_at=still_so, now=now)
    return retire_for(old, new, now=now, was_wrong=False)


def _came_of_it(old: Fact, new: Fact, told: datetime, predicates: Predicates) -> bool:
    """Return whether what was told for a day is followed by what happened then: an appointment by the visit."""
    is_for_days = old.invalid_at < FOREVER and old.valid_at == new.valid_at < told
    return is_for_days and not predicates.are_alike(new.predicate, old.predicate)


def _tells_day(old: Fact, new: Fact) -> bool:
    """Return whether one fact tells the day of something, and an older one told another, or that it had none.

    What is on a day each week has no end.
    """
    has_day = is_time(new.object) and new.invalid_at < FOREVER
    return has_day and ((is_time(old.object) and old.invalid_at < FOREVER) or names_nothing(old.object))


def _still_so_at(proposed: ProposedFact, old: Fact, said_at: Mapping[str, datetime]) -> datetime:
    """Return until when a fact was so for all that is told, where another began in a month or year of that time.

    It was so on the day on which it was told last, and when it began by its own words. A change that is told as news
    came when that was said. It is the beginning of time where nothing of it lies in that month or year.
    """
    rough, now = proposed.rough_start, proposed.said_at
    if rough is None or now is None:
        return BEGINNING
    told = max((said_at[id_] for id_ in old.source_ids if id_ in said_at and said_at[id_] < now), default=BEGINNING)
    if told <= BEGINNING:
        return BEGINNING
    is_news = not rough.is_named and now < rough.end and not is_to_come(old.predicate)
    if not (is_news or rough.is_named) and old.valid_at == proposed.valid_at:
        return BEGINNING  # told once more of the same month
    begun = old.valid_at if not is_to_come(old.predicate) and old.valid_at < now else BEGINNING
    so = now if is_news else min(max(_day_after(told), begun), now)
    so = min(so, max(old.invalid_at, begun))
    return so if proposed.valid_at < so < rough.end else BEGINNING


def _day_after(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + _A_DAY
