"""Find what messages state that no longer holds, whatever became of it since.

A message that recall found is the evidence of facts. One of these may have ended since, or have turned out never to
have been so, and nothing in the message tells. It does not count where the message told the end itself, where the
same is true again, and where only something more exact took its place. What the assistant said back of it ("Noted:
amlodipine 5 mg") is no evidence, and out of date all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memary.facts.intervals import is_contained, is_named_by, says_the_same
from memary.facts.user_name import told_by_name
from memary.filters import Compare, Or
from memary.languages.keys import entity_key
from memary.languages.terms import term_set
from memary.queries import BesideQuery, FactQuery, View, in_pages
from memary.retrieval.hits import Ended, Hit
from memary.stores.snapshot import Reads
from memary.text.names.forms import is_more_exact
from memary.text.parts.passages import is_quoted_part
from memary.types import FOREVER, Fact, FactKind, Message, Role, Scope, When

_SHOWN = 0.5
"""Which part of a statement's words a passage of a long message has to hold to be told that it is over."""

_SAID_BACK = 0.7
"""Which part of them the assistant says who states the same later, and not as the answer to it."""


@dataclass(frozen=True, slots=True)
class _SaidText:
    """What a message says, and when; whether the assistant does."""

    at: datetime
    text: str
    is_assistants: bool


async def with_what_is_over(
    reads: Reads, scope: Scope, hits: Sequence[Hit], found: Iterable[Fact], when: When
) -> list[Hit]:
    """Return hits with what messages among them state that is over at a time.

    It takes one read, and one for what the assistant answers; two more only where something is over, and a third
    where it seems never to have been so.

    Args:
        reads: where to look.
        scope: whose memory; what it does not show is not quoted.
        hits: what recall found.
        found: the facts that recall found beside them, among which is what took the place of others.
        when: the time at which something is over, on both clocks.
    """
    messages = [hit for hit in hits if hit.kind == "message" and not hit.is_temporary]
    said = {one.id: _SaidText(one.created_at, one.text, one.role is Role.ASSISTANT) for one in messages}
    over = await _what_is_over(reads, scope, said, found, when)
    shown = {hit.id: _in_what_is_shown(hit.text, over[hit.id]) for hit in hits if hit.id in over}
    return [hit.model_copy(update={"over": shown[hit.id]}) if shown.get(hit.id) else hit for hit in hits]


def _in_what_is_shown(text: str, over: tuple[Ended, ...]) -> tuple[Ended, ...]:
    """Return those of a message's ended statements that its shown passage speaks of.

    They are all where the whole message is shown.
    """
    if not is_quoted_part(text):
        return over
    words = term_set(text)
    return tuple(one for one in over if _share(term_set(one.statement), words) >= _SHOWN)


def _share(words: frozenset[str], among: frozenset[str]) -> float:
    return len(words & among) / max(len(words), 1)


async def over_in(
    reads: Reads, scope: Scope, messages: Iterable[Message], when: When
) -> dict[str, tuple[Ended, ...]]:
    """Return what messages state that is over at a time, by their ids; those that state none are left out."""
    said = {one.id: _SaidText(one.created_at, one.content, one.role is Role.ASSISTANT) for one in messages}
    over: dict[str, tuple[Ended, ...]] = {}
    for page in in_pages(list(said)):
        over |= await _what_is_over(reads, scope, {id_: said[id_] for id_ in page}, None, when)
    return over


async def _what_is_over(
    reads: Reads, scope: Scope, said: Mapping[str, _SaidText], found: Iterable[Fact] | None, when: When
) -> dict[str, tuple[Ended, ...]]:
    """Return what is over by the ids of messages.

    Without facts that were found what took its place is read.
    """
    if not said:
        return {}
    answered = await _answered_by(reads, scope, [id_ for id_, one in said.items() if one.is_assistants])
    sources = {*said, *answered.values()} - {""}
    # few of many, of which no records are made; what was to begin may have been called off
    is_over, is_to_begin = Compare("invalid_at", "lte", (when.true_at,)), Compare("valid_at", "gt", (when.true_at,))
    ended = View(where=Or((is_over, is_to_begin)))
    over = await reads.read(FactQuery(scope, source_ids=sources, view=ended))
    over = [fact for fact in over if _is_over(fact, when)]
    if not over:
        return {}
    stated = await reads.read(FactQuery(scope, source_ids=sources))
    user = Scope(user_id=scope.user_id)
    subjects, objects = ({getattr(fact, end) for fact in over} for end in ("subject_id", "object_id"))
    alike = await reads.read(FactQuery(user, entity_ids=subjects, object_ids=objects))
    later = _in_place_of((*(found or ()), *stated, *alike), when)
    if found is None or any(_was_never(fact) and fact.id not in later for fact in over):
        predicates = {fact.predicate for fact in over}  # "not so" is said only where nothing took its place
        later |= _in_place_of(await reads.read(FactQuery(user, entity_ids=subjects, predicates=predicates)), when)
    over = await told_by_name(reads, scope, over)
    later = dict(zip(later, await told_by_name(reads, scope, [*later.values()]), strict=True))
    became = {
        fact.id: _ended(fact, _follower(fact, later), when) for fact in over if not _is_so_again(fact, alike, when)
    }
    told = {id_: one for id_, one in became.items() if one is not None}
    own = {id_: _told_in(id_, one.at, over, told) for id_, one in said.items()}
    back = {id_: _said_back(said[id_], to, over, told) for id_, to in answered.items() if not own[id_]}
    return {id_: ends for id_, ends in (own | back).items() if ends}


async def _answered_by(reads: Reads, scope: Scope, ids: Sequence[str]) -> dict[str, str]:
    """Return what was said right before each message of the assistant's; "" where nothing was."""
    beside = await reads.read(BesideQuery(scope, ids)) if ids else {}
    return {id_: next(iter(beside[id_].before), "") if id_ in beside else "" for id_ in ids}


def _in_place_of(facts: Iterable[Fact], when: When) -> dict[str, Fact]:
    """Return the facts that took the place of others, by the ids of these."""
    return {old: fact for fact in facts if fact.created_at <= when.known_at for old in fact.supersedes}


def _follower(fact: Fact, later: Mapping[str, Fact]) -> Fact | None:
    """Return what took the place of a fact, or of what did if that was never so either.

    It is None where nothing did.
    """
    seen: set[str] = set()
    while (fact.id not in seen) and (follower := later.get(fact.id)) is not None:
        if not _was_never(follower):
            return follower
        seen.add(fact.id)
        fact = follower
    return None


def _is_told_on(fact: Fact, later: Fact) -> bool:
    """Return whether a later fact tells on of the same, or of something more exact."""
    is_same = fact.subject_id == later.subject_id and fact.predicate == later.predicate
    is_name = fact.object[:1].isupper()
    is_exact = is_same and not is_name and is_more_exact(entity_key(later.object), entity_key(fact.object))
    return is_exact or is_named_by(fact, later) or says_the_same(later, fact)


def _was_never(fact: Fact) -> bool:
    return fact.valid_at >= fact.invalid_at


def _is_over(fact: Fact, when: When) -> bool:
    """Return whether memary learnt after it had learnt of a fact that it is over, or never was so."""
    is_learnt = fact.created_at <= when.known_at and fact.created_at < fact.expired_at <= when.known_at
    is_known = is_learnt and fact.expired_at < FOREVER and fact.kind is FactKind.FACT
    is_past = fact.invalid_at <= when.true_at or _was_never(fact)
    return is_known and is_past and not fact.is_visible(when)


def _is_so_again(fact: Fact, alike: Collection[Fact], when: When) -> bool:
    return any(one.is_visible(when) and says_the_same(one, fact) for one in alike)


def _ended(fact: Fact, later: Fact | None, when: When) -> Ended | None:
    """Return what became of a fact; None where the same was only said more exactly."""
    is_put_off = later is not None and _was_never(fact) and fact.valid_at < later.valid_at
    if later is not None and not is_put_off and (is_contained(fact, later) or _is_told_on(fact, later)):
        return None
    reason = "ended" if not _was_never(fact) else "replaced" if later is not None else "wrong"
    instead = later if reason == "replaced" or (later is not None and later.is_visible(when)) else None
    return Ended(
        fact_id=fact.id,
        statement=fact.statement,
        since=fact.invalid_at if later is None else max(fact.valid_at, min(fact.invalid_at, later.valid_at)),
        reason=reason,
        instead=instead.statement if instead else "",
        instead_id=instead.id if instead else None,
    )


def _told_in(
    message_id: str, said_at: datetime, over: Sequence[Fact], ended: Mapping[str, Ended]
) -> tuple[Ended, ...]:
    """Return the ends of the facts of a message.

    What was over when it was said, it tells itself, unless the fact was learnt from it: "I live in Rome", of one who
    left Rome before, as told later.
    """
    own = [fact for fact in over if fact.id in ended and message_id in fact.source_ids]
    return tuple(
        ended[fact.id]
        for fact in own
        if ended[fact.id].reason != "ended" or said_at < fact.invalid_at or message_id == fact.source_ids[0]
    )


def _said_back(said: _SaidText, answered: str, over: Sequence[Fact], ended: Mapping[str, Ended]) -> tuple[Ended, ...]:
    """Return the ends of the facts that the assistant states while they hold.

    They are told by the message that it answers, or in much the same words.
    """
    words = term_set(said.text)
    held = [fact for fact in over if fact.id in ended and fact.valid_at <= said.at < fact.invalid_at]
    return tuple(
        ended[fact.id]
        for fact in held
        if _share(term_set(fact.statement), words) >= (_SHOWN if answered in fact.source_ids else _SAID_BACK)
        or (answered in fact.source_ids and _holds(said.text, words, fact.object))
    )


def _holds(text: str, words: frozenset[str], thing: str) -> bool:
    """Return whether a text names a thing."""
    return thing.casefold() in text.casefold() or term_set(thing) <= words
