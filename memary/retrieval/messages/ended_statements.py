"""What messages state that is not so any more: a sentence is quoted as it was said, whatever became of it since.

A message that recall found is the evidence of facts. One of these may have ended since, or have turned out never to
have been so, and nothing in the message tells. It does not count where the message told the end itself, where the
same is true again, and where only something more exact took its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from memary.facts.intervals import is_contained, says_the_same
from memary.filters import Compare
from memary.queries import FactQuery, View
from memary.retrieval.hits import Ended, Hit
from memary.stores.snapshot import Reads
from memary.types import FOREVER, Fact, FactKind, Scope, When


async def with_what_is_over(
    reads: Reads, scope: Scope, hits: Sequence[Hit], found: Iterable[Fact], when: When
) -> list[Hit]:
    """Return hits with what messages among them state that is over at a time.

    It takes one read, and two more only where something is over.

    Args:
        reads: where to look.
        scope: whose memory; what it does not show is not quoted.
        hits: what recall found.
        found: the facts that recall found beside them, among which is what took the place of others.
        when: the time at which something is over, on both clocks.
    """
    said_at = {hit.id: hit.created_at for hit in hits if hit.kind == "message" and not hit.is_temporary}
    if not said_at:
        return list(hits)
    ended = View(where=Compare("invalid_at", "lte", (when.true_at,)))  # few of many, of which no records are made
    over = await reads.read(FactQuery(scope, source_ids=said_at.keys(), view=ended))
    over = [fact for fact in over if _is_over(fact, when)]
    if not over:
        return list(hits)
    stated = await reads.read(FactQuery(scope, source_ids=said_at.keys()))
    user = Scope(user_id=scope.user_id)
    subjects, objects = ({getattr(fact, end) for fact in over} for end in ("subject_id", "object_id"))
    alike = await reads.read(FactQuery(user, entity_ids=subjects, object_ids=objects))
    shown = {fact.id: fact for fact in (*found, *stated)}
    instead = {old: fact for fact in shown.values() if fact.is_visible(when) for old in fact.supersedes}
    became = {fact.id: _ended(fact, instead.get(fact.id)) for fact in over if not _is_so_again(fact, alike, when)}
    told = {id_: one for id_, one in became.items() if one is not None}
    return [_marked(hit, over, told, said_at) for hit in hits]


def _is_over(fact: Fact, when: When) -> bool:
    """Return whether memary learnt after it had learnt of a fact that it is over, or never was so."""
    is_learnt = fact.created_at <= when.known_at and fact.created_at < fact.expired_at <= when.known_at
    is_known = is_learnt and fact.expired_at < FOREVER and fact.kind is FactKind.FACT
    return is_known and fact.invalid_at <= when.true_at and not fact.is_visible(when)


def _is_so_again(fact: Fact, alike: Collection[Fact], when: When) -> bool:
    return any(one.is_visible(when) and says_the_same(one, fact) for one in alike)


def _ended(fact: Fact, instead: Fact | None) -> Ended | None:
    """Return what became of a fact; None where only something more exact took its place."""
    if instead is not None and is_contained(fact, instead):
        return None
    was_wrong = fact.invalid_at <= fact.valid_at
    return Ended(
        fact_id=fact.id,
        statement=fact.statement,
        since=fact.invalid_at,
        reason="wrong" if was_wrong else "ended",
        instead=instead.statement if instead else "",
        instead_id=instead.id if instead else None,
    )


def _marked(hit: Hit, over: Sequence[Fact], ended: Mapping[str, Ended], said_at: Mapping[str, datetime]) -> Hit:
    """Return a hit with the facts of its message that are over; what was over when it was said, it tells itself."""
    own = [fact for fact in over if fact.id in ended and hit.id in fact.source_ids and hit.id in said_at]
    own = [fact for fact in own if ended[fact.id].reason == "wrong" or said_at[hit.id] < fact.invalid_at]
    return hit.model_copy(update={"over": tuple(ended[fact.id] for fact in own)}) if own else hit
