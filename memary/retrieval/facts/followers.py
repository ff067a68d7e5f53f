"""Find what took the place of the facts that recall shows and that are over.

"Production is on mercury (until November)" answers wrongly what holds now, unless the line says what came next. It
is told behind the fact, as it is behind a message that states what is over, unless it is a hit itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from memary.facts.predicates import is_to_come
from memary.facts.user_name import told_by_name
from memary.filters import Compare
from memary.queries import FactQuery, View
from memary.retrieval.hits import Ended, Hit
from memary.stores.snapshot import Reads
from memary.types import Fact, Scope, When

_A_DAY = timedelta(days=1)

_STEPS = 5
"""How often what took the place of a fact may have been replaced itself."""


async def with_followers(
    reads: Reads, scope: Scope, hits: Sequence[Hit], further: Sequence[Hit], found: Iterable[Fact], when: When
) -> list[Hit]:
    """Return hits and those after them, each past fact with what is true in its place at a time.

    It reads only where one is over, mostly once.

    Args:
        reads: where to look.
        scope: whose memory; what it does not show is not told.
        hits: what recall found.
        further: what comes after that, for who has room for more.
        found: the facts that recall found beside them.
        when: the time at which something is over, on both clocks.
    """
    listed = [*hits, *further]
    ids, shown = {hit.id for hit in listed}, {hit.id for hit in hits}
    over = [fact for fact in {one.id: one for one in found}.values() if fact.id in ids and _is_over(fact, when)]
    if not over:
        return listed
    followers = await _followers(reads, Scope(user_id=scope.user_id), over, when)
    told = await told_by_name(reads, scope, [*followers.values()])
    ends = {
        old.id: Ended(
            fact_id=old.id,
            statement=old.statement,
            since=max(old.invalid_at, new.valid_at),
            reason="ended",
            instead=new.statement,
            instead_id=new.id,
        )
        for old, new in zip((one for one in over if one.id in followers), told, strict=True)
        if new.id not in shown
    }
    return [hit.model_copy(update={"over": (ends[hit.id],)}) if hit.id in ends else hit for hit in listed]


async def _followers(reads: Reads, scope: Scope, over: Sequence[Fact], when: When) -> Mapping[str, Fact]:
    """Return what is true at a time in the place of facts that are over, by the ids of these, in their order."""
    came: dict[str, Fact] = {}
    last = {fact.id: fact for fact in over}
    for _ in range(_STEPS):
        if not last:
            break
        nodes = {end for fact in last.values() for end in (fact.subject_id, fact.object_id)}
        began = Compare("valid_at", "in", tuple({time for fact in last.values() for time in begun_at(fact)}))
        begun = await reads.read(FactQuery(scope, entity_ids=nodes, view=View(where=began)))
        next_of = {old: fact for fact in begun if fact.created_at <= when.known_at for old in fact.supersedes}
        steps = {id_: follower for id_, fact in last.items() if (follower := next_of.get(fact.id)) is not None}
        came |= {id_: fact for id_, fact in steps.items() if fact.is_visible(when)}
        last = {id_: fact for id_, fact in steps.items() if not fact.is_visible(when)}
    return {fact.id: came[fact.id] for fact in over if fact.id in came}


def _is_over(fact: Fact, when: When) -> bool:
    return fact.valid_at < fact.invalid_at <= when.true_at and fact.expired_at <= when.known_at


def begun_at(fact: Fact) -> tuple[datetime, ...]:
    """Return when what took the place of a fact may have begun: of a plan that came true on its last day, too."""
    return (fact.invalid_at, fact.invalid_at - _A_DAY) if is_to_come(fact.predicate) else (fact.invalid_at,)
