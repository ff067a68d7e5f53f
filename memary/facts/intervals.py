"""Reckon with facts in time: how one ends, and which of two gives way.

Pure functions on records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from memary.facts.identity import SELF_KEY, SELF_NAME, lookup_key
from memary.facts.predicates import BUILT_IN, Predicates, attitude_of, is_timeless, is_to_come, names_nothing
from memary.languages import languages
from memary.languages.keys import entity_key, predicate_key
from memary.languages.prompt.stamps import is_midnight
from memary.languages.scripts import is_han
from memary.text.amounts import are_of_one_unit
from memary.text.names.forms import is_more_exact
from memary.text.names.node_names import owners_named
from memary.text.times.told_times import start_of
from memary.times import start_of_period
from memary.types import BEGINNING, FOREVER, Fact, FactKind, Origin

_A_DAY = timedelta(days=1)

WORST = -3
"""A fact rated as low as this is taken to be wrong."""


def is_current(fact: Fact, now: datetime) -> bool:
    """Return whether the fact is true now or will be: it has not run out, and was not found to be wrong."""
    return fact.valid_at < fact.invalid_at and fact.invalid_at > now


def is_begun(fact: Fact) -> bool:
    """Return whether a fact began when it says: no birthday and no origin did on the day on which somebody told it.

    One that took the place of another did, and one of which a day was told.
    """
    is_told = is_midnight(fact.valid_at) or bool(fact.supersedes)
    return is_told or not is_timeless(predicate_key(fact.predicate))


def is_planned(fact: Fact) -> bool:
    """Return whether a fact is a plan for a day, month or year that was told, and holds from when it was told.

    One of which it is known what came of it is none any more.
    """
    if fact.invalid_at <= fact.expired_at < FOREVER:
        return False
    is_told = fact.invalid_at < FOREVER and is_midnight(fact.invalid_at) and not is_midnight(fact.valid_at)
    return is_told and is_to_come(predicate_key(fact.predicate))


def was_planned(fact: Fact, known_at: datetime) -> bool:
    """Return whether a fact was a plan for days that were told, of which something became that is known at a time."""
    is_over = fact.valid_at < fact.invalid_at <= fact.expired_at < FOREVER
    return (
        is_over
        and fact.expired_at <= known_at
        and fact.stated_end < FOREVER
        and is_to_come(predicate_key(fact.predicate))
    )


def plan_start(fact: Fact) -> datetime | None:
    """Return when the days begin that a plan is for, by its own words or those that it was told in.

    The fact itself keeps when it was told, and the end of the last day. None where the words tell no more than that,
    or a whole month or year, and of what is no plan.
    """
    if not is_planned(fact):
        return None
    told = (start_of(words, fact.invalid_at, fact.valid_at) for words in (fact.statement, fact.object, fact.quote))
    return next((start for start in told if start), None)


def overlap(one: Fact, other: Fact) -> bool:
    """Return whether there is a time at which both are true."""
    both_last = one.valid_at < one.invalid_at and other.valid_at < other.invalid_at
    return both_last and one.valid_at < other.invalid_at and other.valid_at < one.invalid_at


def retire(fact: Fact, *, ended_at: datetime, now: datetime, was_wrong: bool = False) -> Fact:
    """Close a fact: its truth ended at `ended_at` and memary learns so now.

    With `was_wrong` it never was true: the interval becomes empty.
    """
    end = fact.valid_at if was_wrong else min(max(ended_at, fact.valid_at), fact.invalid_at)
    known = {"invalid_at": end, "expired_at": now}
    if fact.expired_at < FOREVER:  # not for the first time: keep what was believed in before
        known |= {
            "stated_end": fact.invalid_at,
            "earlier_ends": (*fact.earlier_ends, fact.stated_end),
            "changed_at": (*fact.changed_at, fact.expired_at),
        }
    return fact.model_copy(update=known)


def took_place(new: Fact, old: Fact, named: Sequence[Fact]) -> bool:
    """Return whether a fact took the place of one that it names, though by its date it began sooner.

    The beginning of the old one may not have been told, and a month begins before its days.
    """
    return old in named and old.valid_at < new.invalid_at


def retire_for(old: Fact, new: Fact, *, now: datetime, was_wrong: bool) -> Fact:
    """Return a fact as it is once another took its place.

    Where the new one began earlier and still holds, since when the old one held is unknown: its start is open.
    """
    if was_wrong or new.valid_at >= old.valid_at:
        return retire(old, ended_at=_over_for(old, new, now), now=now, was_wrong=was_wrong)
    if new.invalid_at < FOREVER:
        return retire(old, ended_at=new.invalid_at, now=now)
    return retire(old.model_copy(update={"valid_at": BEGINNING}), ended_at=new.valid_at, now=now)


def _over_for(old: Fact, new: Fact, now: datetime) -> datetime:
    """Return when a fact is over that another took the place of: a plan not before the day on which it came true."""
    if not is_planned(old) or not is_midnight(new.valid_at):
        return new.valid_at
    end_of_day = new.valid_at + _A_DAY
    return now if new.valid_at < now < end_of_day else end_of_day


def resume(former: Fact, ended: Fact, *, id: str, now: datetime) -> Fact | None:
    """Return a fact as it goes on because its replacement never came true.

    It is a record of its own, so that what was believed in the meantime stays on record. None if `ended` did come
    true, or did not end the former one.
    """
    never_was = ended.valid_at >= ended.invalid_at
    if not never_was or former.invalid_at != ended.valid_at or not former.valid_at < former.invalid_at:
        return None
    if former.stated_end <= former.invalid_at:
        return None
    return go_on(former, former.invalid_at, former.stated_end, after=ended, id=id, now=now)


def go_on(former: Fact, since: datetime, until: datetime, *, after: Fact, id: str, now: datetime) -> Fact:
    """Return a fact as it is true again from a time on, after another; a record of its own."""
    return former.model_copy(
        update={
            "id": id,
            "valid_at": since,
            "invalid_at": until,
            "stated_end": until,
            "created_at": now,
            "expired_at": FOREVER,
            "earlier_ends": (),
            "changed_at": (),
            "supersedes": (after.id,),
            "conflicts_with": (),
        }
    )


def are_of_a_kind(one: Fact, other: Fact) -> bool:
    """Return whether both are insights or neither is; an insight neither ends nor confirms a stated fact."""
    return (one.kind is FactKind.INSIGHT) == (other.kind is FactKind.INSIGHT)


def compete(new: Fact, old: Fact, predicates: Predicates = BUILT_IN) -> bool:
    """Return whether both cannot be true of the subject at one time.

    They do if they concern the same single-valued matter with different objects, or exclude each other about the
    same object, or if one says that there is none of what the other tells. A liking tells of one thing alone. So do
    two amounts of what there is one of, such as a budget, where they were told at different times.
    """
    if new.subject_id != old.subject_id or not are_of_a_kind(new, old):
        return False
    if new.object_id == old.object_id:
        return predicates.exclude(new.predicate, old.predicate)
    is_denied = new.predicate == old.predicate and names_nothing(new.object) != names_nothing(old.object)
    if is_denied and not attitude_of(new.predicate):
        return True
    return predicates.same_matter(new.predicate, old.predicate) or _are_amounts_of_one(new, old, predicates)


def _are_amounts_of_one(new: Fact, old: Fact, predicates: Predicates) -> bool:
    """Return whether two facts tell an amount of which there is one, as it was at different times."""
    measure = predicates.measure_of(new.predicate)
    return (
        bool(measure)
        and measure == predicates.measure_of(old.predicate)
        and new.valid_at != old.valid_at
        and set(new.source_ids).isdisjoint(old.source_ids)
        and are_of_one_unit(new.object, old.object)
    )


def open_conflicts(facts: Iterable[Fact]) -> list[tuple[Fact, Fact]]:
    """Return the pairs of current facts that are marked as in conflict, the more trusted of each first."""
    known = {fact.id: fact for fact in facts}
    pairs = {
        frozenset((fact.id, other)) for fact in known.values() for other in fact.conflicts_with if other in known
    }
    ordered = (sorted((known[id_] for id_ in pair), key=_by_trust) for pair in pairs if len(pair) > 1)
    return sorted(((first, second) for first, second in ordered), key=lambda pair: (pair[0].id, pair[1].id))


def _by_trust(fact: Fact) -> tuple[int, str]:
    return -fact.origin.trust, fact.id


def least_trusted(origins: Iterable[Origin]) -> Origin:
    """Return the origin of what is derived from others: the least trusted of theirs.

    A conclusion is as sure as the weakest of what it rests on, whoever drew it. What is derived from nothing is a
    guess.
    """
    return min(origins, key=lambda origin: origin.trust, default=Origin.ASSISTANT)


def corroborated(fact: Fact, by: Fact) -> Fact:
    """Return a fact with the sources, trust, weight and expiry of one that says the same."""
    return fact.model_copy(
        update={
            "source_ids": tuple(dict.fromkeys((*fact.source_ids, *by.source_ids))),
            "origin": max(fact.origin, by.origin, key=lambda origin: origin.trust),
            "confidence": max(fact.confidence, by.confidence),
            "importance": max(fact.importance, by.importance),
            "expires_at": max(fact.expires_at, by.expires_at),
        }
    )


def plain_sentence(subject: str, predicate: str, object_: str) -> str:
    """Return a sentence for a fact that has none: "Ada lives in Rome", also for `LIVE_IN`; "User" for "I"."""
    relation = predicate if " " in predicate else predicate_key(predicate).replace("_", " ")
    who, whom = (SELF_NAME if lookup_key(name) == SELF_KEY else name for name in (subject, object_))
    for pack in languages():
        relation = pack.relations.told_of(relation, who)
    return f"{who} {relation} {whom}"


def is_contained(plain: Fact, exact: Fact) -> bool:
    """Return whether one liking says no more than another.

    Coffee is contained in coffee with milk. Disliking coffee says more than disliking it with milk; names in
    capitals are names of something else. What a less trusted source says never stands for the other.
    """
    is_name = plain.object[:1].isupper()
    if plain.subject_id != exact.subject_id or is_name:
        return False
    if not is_more_exact(entity_key(exact.object), entity_key(plain.object)):  # of two likings hardly ever
        return False
    are_likings = attitude_of(plain.predicate) > 0 and attitude_of(exact.predicate) > 0
    return are_likings and exact.origin.trust >= plain.origin.trust


def is_named_by(unnamed: Fact, named: Fact) -> bool:
    """Return whether a fact tells who or what it is that another tells without a name that its subject has.

    "Ada has a partner", or "Ada has_sister Ada's sister", is not over once "Ada has_partner Kai" is told.
    """
    if unnamed.subject_id != named.subject_id or named.origin.trust < unnamed.origin.trust:
        return False
    key = entity_key(unnamed.object)
    starts = range(len(key)) if is_han(key) else [0, *(at + 1 for at, char in enumerate(key) if char == " ")]
    for noun in (key[at:] for at in starts):
        plain = predicate_key(f"{unnamed.predicate} {noun}")
        told = {plain, *(predicate_key(f"{noun}{pack.relations.copula}") for pack in languages())}
        is_alike = named.predicate == unnamed.predicate and unnamed.predicate.endswith(predicate_key(noun))
        if named.predicate in told or (
            is_alike and any(owners_named(unnamed.object)) and named.object != unnamed.object
        ):
            return True
    return False


def says_the_same(new: Fact, old: Fact, predicates: Predicates = BUILT_IN) -> bool:
    """Return whether both have the same ends, and the same relation or the same sentence.

    When they are true does not matter.
    """
    if (new.subject_id, new.object_id) != (old.subject_id, old.object_id) or not are_of_a_kind(new, old):
        return False
    return predicates.are_alike(new.predicate, old.predicate) or new.statement == old.statement


def told_anew(facts: Sequence[Fact]) -> set[str]:
    """Return the ids of facts in whose place, for all their time, others of them say the same, or it in more words.

    Such a fact has no time left of its own, and yet was never untrue.
    """
    known = {fact.id: fact for fact in facts}
    pairs = ((new, known[id_]) for new in facts for id_ in new.supersedes if id_ in known)
    at_once = ((new, old) for new, old in pairs if new.valid_at == old.valid_at)
    return {old.id for new, old in at_once if says_the_same(new, old) or is_named_by(old, new)}


def is_known_as(new: Fact, old: Fact, predicates: Predicates = BUILT_IN) -> bool:
    """Return whether the new fact repeats the old one: it says the same of the same time or source."""
    retold = new.valid_at == old.valid_at and not set(new.source_ids).isdisjoint(old.source_ids)
    return says_the_same(new, old, predicates) and (overlap(new, old) or retold)


def parse_day(text: str | None) -> datetime | None:
    """Return the start of a year, month, day or moment written in ISO style, in UTC.

    It is None for any other text.
    """
    told = (text or "").strip()
    if (start := start_of_period(told)) is not None:
        return start
    try:
        time = datetime.fromisoformat(told)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def end_of_period(text: str, start: datetime) -> datetime:
    """Return the end of the year, month, day or moment that `parse_day` gave the start of."""
    try:
        match len(text.strip()):
            case 4:
                return start.replace(year=start.year + 1)
            case 7:
                return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
            case 10:
                return start + timedelta(days=1)
            case _:
                return start
    except (ValueError, OverflowError):
        return start
