"""Hold a new fact against those that cannot be true beside it: which of them it ends, and which end it.

Who is trusted less ends nothing that the more trusted said, whichever came first. What begins later ends what began
sooner, in whatever order they are told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from memary.facts.intervals import is_current, took_place
from memary.facts.predicates import is_event
from memary.resolution.known_facts import KnownFacts
from memary.resolution.proposals import ProposedFact
from memary.text.times.intervals import is_time
from memary.types import FOREVER, Fact


class Rivals(NamedTuple):
    """A new fact among those that cannot be true beside it.

    Attributes:
        new: it; it ends where a later one that is trusted as much begins.
        before: those that it ends.
        later: those that begin later, and end it.
        disputed: those that conflict with it: the more trusted, and the less trusted that begin later.
    """

    new: Fact
    before: list[Fact]
    later: list[Fact]
    disputed: list[Fact]


def rivals_of(
    new: Fact, rivals: Iterable[Fact], known: KnownFacts, *, named: Sequence[Fact], never: Collection[str]
) -> Rivals:
    """Compare a new fact with those that cannot be true beside it.

    Args:
        new: the fact.
        rivals: the others.
        known: what is known, at the time of the step.
        named: those whose place it is said to take.
        never: ids of those that are told to have never been so.
    """
    is_over, trust = not is_current(new, known.now), new.origin.trust
    replaced = {id_ for fact in named for id_ in fact.supersedes}
    before: list[Fact] = []
    later: list[Fact] = []
    disputed: list[Fact] = []
    for rival in rivals:
        is_earlier = new.valid_at < rival.valid_at and rival.id not in never and not took_place(new, rival, named)
        goes_on = is_earlier and new.invalid_at > rival.valid_at
        if trust < rival.origin.trust or (goes_on and trust > rival.origin.trust):
            disputed.append(rival)
        elif goes_on and rival.id in replaced:
            continue  # what gave way to the one named does not come back by what takes its place
        elif is_earlier and not is_over and _was_over(rival, known):
            continue  # what was told as over ends nothing that goes on, whichever was told first
        elif is_earlier:
            new = new.model_copy(update={"invalid_at": min(new.invalid_at, rival.valid_at)})
            later.append(rival)
        elif known.predicates.ends(rival.predicate, new.predicate) and is_event(rival.predicate):
            continue  # who left, and is there again, did leave
        elif rival.id in never or not is_over or rival in named:  # else what is over ends nothing that goes on
            before.append(rival)
    return Rivals(new, before, later, disputed)


def is_backdated(old: Fact, new: Fact) -> bool:
    """Return whether a fact takes the whole time of another, which began when the one before it ended."""
    return bool(old.supersedes) and new.valid_at < old.valid_at < new.invalid_at


def is_put_off(proposed: ProposedFact, old: Fact, new: Fact) -> bool:
    """Return whether something was told for a time, and before that had come something else in its place.

    That is the same at a later time, or what takes the place of a fact that is named: other days, none any more ("the
    dinner moves to the 26th", "the lunch is called off").
    """
    if proposed.said_at is None or proposed.said_at >= old.valid_at:
        return False
    is_same = (old.subject_id, old.predicate, old.object_id) == (new.subject_id, new.predicate, new.object_id)
    is_for_days = max(old.stated_end, new.invalid_at) < FOREVER or (is_time(old.object) and is_time(new.object))
    is_instead = proposed.target_id == old.id and (is_for_days or new.valid_at < old.valid_at)
    return (is_instead and old.valid_at != new.valid_at) or (is_same and old.valid_at < new.valid_at)


def _was_over(fact: Fact, known: KnownFacts) -> bool:
    """Return whether a fact was over when it was told, and ended by itself."""
    return fact.stated_end < FOREVER and not is_current(fact, known.now) and not known.is_followed(fact)
