"""Take in what a person says of a fact: it was useful, it was not, it is wrong.

They may also say what it should have said instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal

from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.facts.doubt import Doubts, with_grounds
from memary.facts.identity import SELF_KEY, lookup_key
from memary.facts.intervals import WORST, is_current, overlap, plain_sentence, retire
from memary.facts.ledger import before_after
from memary.facts.retold_times import retold_times
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.forgetting.reinstatement import ends_to_undo, without_changes
from memary.ingestion.write import GraphWriter
from memary.languages.prompt.stamps import day
from memary.languages.scripts import CLAUSE_MARKS, FULL_STOPS, HAN, LIST_EDGES
from memary.languages.terms import term_set
from memary.models.base import Embedder
from memary.queries import EntityQuery, FactQuery
from memary.reflection.insight_evidence import apply_with_insights
from memary.resolution.proposals import Proposals, ProposedFact
from memary.stores.store import Store
from memary.text import detect_language
from memary.text.times.intervals import time_stretches
from memary.types import (
    FOREVER,
    GENERIC,
    VALUE,
    Action,
    Fact,
    GraphDelta,
    Operation,
    Origin,
    Scope,
    When,
    new_id,
    utc_now,
)

Rating = Literal["positive", "negative", "very_negative"]

_END = re.compile(rf"[\s{FULL_STOPS}]+$")
_NUMBER = re.compile(r"\d+")
_PAUSE = re.compile(rf"[{CLAUSE_MARKS}{FULL_STOPS}{LIST_EDGES.strip()}](?:\s|(?<=[^\x00-\x7f]))")
_NO_WORD_BEFORE, _NO_WORD_BEHIND = rf"(?<![^\W{HAN}])", rf"(?![^\W{HAN}])"
"""Around a name: no letter that belongs to the same word; Chinese ones are words."""

_STEPS: dict[Rating, int] = {"positive": 1, "negative": -1, "very_negative": 2 * WORST}


async def rate(store: Store, scope: Scope, fact_id: str, rating: Rating, *, reason: str | None) -> Operation:
    """Move a fact's rating; one that is rated as wrong is retired, and what it had ended goes on.

    Raises:
        NotFoundError: there is no such fact.
    """

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        fact, now = await known_fact(store, scope, fact_id), utc_now()
        rated = fact.model_copy(update={"rating": min(max(fact.rating + _STEPS[rating], WORST), -WORST)})
        before, after = [fact], [rated]
        if rated.rating == WORST and is_current(fact, now):
            after = [retire(rated, ended_at=now, now=now, was_wrong=True)]
            moments = ends_to_undo([fact], [])
            former = await store.read(FactQuery(scope, ids=list(moments))) if moments else []
            before += former
            after += [without_changes(each, moments[each.id]) for each in former]
        row = Operation(
            id=new_id(),
            user_id=scope.user_id,
            at=now,
            actor=scope.member or "user",
            action=Action.FEEDBACK,
            target_id=fact.id,
            reason=f"rated {rating}" + (f": {reason}" if reason else ""),
            before=before_after(before),
            after=before_after(after),
        )
        delta = GraphDelta(scope.user_id, revision, facts=tuple(after), operations=(row,))
        await apply_with_insights(store, delta)
        return row

    return await retry_on_conflict(step)


async def confirm(store: Store, scope: Scope, fact_id: str) -> Fact:
    """Keep that a fact holds although something that it rested on does not.

    One that is not in doubt stays as it is.

    Raises:
        NotFoundError: there is no such fact.
    """

    async def step() -> Fact:
        revision = await store.revision(scope.user_id)
        fact, now = await known_fact(store, scope, fact_id), utc_now()
        doubts = Doubts(await with_grounds(store, scope, [fact]), When.now(now))
        sure = doubts.without_doubted(fact, now=now)
        if doubts.of(fact) is None or sure == fact:
            return fact
        row = Operation(
            id=new_id(),
            user_id=scope.user_id,
            at=now,
            actor=scope.member or "user",
            action=Action.UPDATE,
            target_id=fact.id,
            reason="it is said to hold all the same",
            before=before_after([fact]),
            after=before_after([sure]),
        )
        await store.apply(GraphDelta(scope.user_id, revision, facts=(sure,), operations=(row,)))
        return sure

    return await retry_on_conflict(step)


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody says is true instead of a fact: another sentence, object or time, or several of these."""

    fact_id: str
    statement: str = ""
    object: str = ""
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    zone: tzinfo = UTC  # in which days that the sentence names are meant

    def times_of(self, fact: Fact, now: datetime) -> tuple[datetime, datetime]:
        """Return since and until when the fact is true: as given, else as the sentence tells.

        Raises:
            InputError: it would end before it begins.
        """
        start, end = fact.valid_at, fact.invalid_at
        if self.statement:
            start, end = retold_times(fact, self.statement, now=now, zone=self.zone)
        start, end = self.valid_at or start, self.invalid_at or end
        if not start < end:
            raise InputError(f"invalid_at {end.isoformat()} is not after valid_at {start.isoformat()}.")
        return start, end


async def correct(
    store: Store, writer: GraphWriter, embedder: Embedder, scope: Scope, correction: Correction
) -> Fact:
    """Correct a fact on the user's word.

    A new object replaces it, a new sentence or time alone is written in its place.

    Raises:
        NotFoundError: there is no such fact.
        InputError: nothing is given, the fact has ended, or the sentence is about something else.
    """
    fact_id = correction.fact_id
    fact, now = await known_fact(store, scope, fact_id), utc_now()
    said, name = correction.statement.strip(), correction.object.strip()
    if not (said or name or correction.valid_at or correction.invalid_at):
        raise InputError("No correction is given: give the new statement, object or time, or several of these.")
    if not is_current(fact, now):
        raise InputError(f"The fact {fact_id} has already ended: add a new one instead.")
    if said and not name:
        name = await _object_said(store, scope, fact, said)
    elif said and detect_language(said) == detect_language(name) and not _shares_words(said, name):
        raise InputError(
            f"The sentence does not name {shown(name)}, the new object: give one that does, or the object alone."
        )
    if not name or name == fact.object:
        return await _reworded(writer, scope, correction)
    valid_at, invalid_at = correction.times_of(fact, now)
    proposed = ProposedFact(
        subject=fact.subject,
        predicate=fact.predicate,
        object=name,
        object_type=await _type_of_object(store, scope, fact, name),
        statement=said or _with_object(fact, name),
        valid_at=valid_at,
        invalid_at=invalid_at,
        is_begun_then=valid_at != fact.valid_at,
        op="UPDATE",
        target_id=fact.id,
        correction=True,
        importance=fact.importance,
        kind=fact.kind,
        origin=Origin.USER,
        extractor="caller",
        language=detect_language(said or fact.statement),
        expires_at=fact.expires_at,
    )
    rows = await writer.write(Proposals(scope.user_id, facts=[proposed], actor=scope.member or "user"))
    changed = [row.target_id for row in rows if row.target_id and row.action in (Action.ADD, Action.UPDATE)]
    facts = [each for each in await store.read(FactQuery(scope, ids=changed)) if each.id != fact_id]
    if not facts:
        raise InputError(f"The correction changed nothing: {rows[-1].reason if rows else 'it says nothing new'}.")
    return facts[-1]


async def known_fact(store: Store, scope: Scope, fact_id: str) -> Fact:
    """Return a fact by its id.

    Raises:
        NotFoundError: there is no such fact.
    """
    found = await store.read(FactQuery(scope, ids=[fact_id]))
    if not found:
        raise NotFoundError(
            f"There is no fact {shown(fact_id)} of user {shown(scope.user_id)}: `memary facts` lists them."
        )
    return found[0]


async def _reworded(writer: GraphWriter, scope: Scope, correction: Correction) -> Fact:
    """Write another sentence or time in place of a fact's own; what it replaced lasts until it begins.

    Raises:
        InputError: by its new time another holds that cannot be true beside it.
    """
    store = writer.store

    async def step() -> Fact:
        revision = await store.revision(scope.user_id)
        fact = await known_fact(store, scope, correction.fact_id)
        statement = correction.statement.strip() or fact.statement
        learnt_at = utc_now()
        start, end = correction.times_of(fact, learnt_at)
        told = {
            "statement": statement,
            "valid_at": start,
            "invalid_at": end,
            "origin": Origin.USER,
            "extractor": "caller",
            "confidence": 1.0,
            "quote": "" if statement != fact.statement else fact.quote,
            "language": detect_language(statement),
        }
        if end <= learnt_at < fact.invalid_at:  # its end is news, and no part of how it was told
            now = retire(fact.model_copy(update=told | {"invalid_at": fact.invalid_at}), ended_at=end, now=learnt_at)
        else:
            if fact.expired_at >= FOREVER:
                told["stated_end"] = end
            now = fact.model_copy(update=told)
        former = await _ended_with(store, scope, fact) if start != fact.valid_at else []
        ended = [one for one in former if one.valid_at < start]
        moved = [one.model_copy(update={"invalid_at": start}) for one in ended]
        await _check_alone(writer, scope, fact, now, moved)
        row = Operation(
            id=new_id(),
            user_id=scope.user_id,
            at=learnt_at,
            actor=scope.member or "user",
            action=Action.UPDATE,
            target_id=fact.id,
            reason=_reason(fact, now),
            before=before_after([fact, *ended]),
            after=before_after([now, *moved]),
        )
        vectors = await vectors_of(writer.embedder, [now], [fact])
        delta = GraphDelta(scope.user_id, revision, facts=(now, *moved), operations=(row,), embeddings=vectors)
        await store.apply(delta)
        return now

    return await retry_on_conflict(step)


def _reason(fact: Fact, now: Fact) -> str:
    """Return why a fact changed that stays the same one."""
    is_moved = (fact.valid_at, fact.invalid_at) != (now.valid_at, now.invalid_at)
    return "its time was corrected" if is_moved else "said in other words"


async def _check_alone(writer: GraphWriter, scope: Scope, fact: Fact, now: Fact, moved: Sequence[Fact]) -> None:
    """Raise InputError where a fact, as it is now, overlaps what cannot be true beside it, and did not before."""
    store, predicates = writer.store, writer.predicates
    others = await store.read(FactQuery(scope, ids=list(fact.supersedes))) if fact.supersedes else []
    if predicates.matter_of(fact.predicate) is not None:
        matter = FactQuery(scope, entity_ids=[fact.subject_id], predicates=predicates.of_matter(fact.predicate))
        others += [one for one in await store.read(matter) if one.subject_id == fact.subject_id]
    ids = {fact.id, *(one.id for one in moved)}
    beside = (one for one in others if one.id not in ids and overlap(one, now) and not overlap(one, fact))
    if other := next(beside, None):
        until = f" until {day(other.invalid_at)}" if other.invalid_at < FOREVER else ""
        raise InputError(
            f"It would be true beside {shown(other.statement)}, and one of the two is at a time: correct or delete "
            f"that fact first ({other.id}, from {day(other.valid_at)}{until})."
        )


async def _ended_with(store: Store, scope: Scope, fact: Fact) -> list[Fact]:
    """Return the facts that a fact took the place of when it began."""
    former = await store.read(FactQuery(scope, ids=list(fact.supersedes))) if fact.supersedes else []
    return [one for one in former if one.valid_at < one.invalid_at == fact.valid_at]


async def _names_of_object(store: Store, scope: Scope, fact: Fact) -> list[str]:
    known = await store.read(EntityQuery(scope, ids=[fact.object_id]))
    return [fact.object, *(name for entity in known for name in (entity.name, *entity.aliases))]


async def _object_said(store: Store, scope: Scope, fact: Fact, said: str) -> str:
    """Return the object that a sentence in a fact's place puts instead of its own; "" where it keeps that.

    Raises:
        InputError: it names neither.
    """
    names = await _names_of_object(store, scope, fact)
    name = _in_its_place(said, fact, names)
    if name or _is_named(said, fact, names):
        return name
    raise InputError(
        f"The sentence does not name {shown(fact.object)}, which the fact is about: give the "
        "new object as well, or add the sentence as a new fact."
    )


def _in_its_place(said: str, fact: Fact, names: Collection[str]) -> str:
    """Return what stands where the object stood, if nothing else of the sentence changed.

    Where "Pixel is 4" becomes "Pixel is 5", that is "5". It is no other object where it shares a word with the one
    before, and none where it goes on to say something else ("Rome, I think", "Rome since May"), or is in another
    language.
    """
    if SELF_KEY in map(lookup_key, names) or detect_language(said) != detect_language(fact.statement):
        return ""
    before, now = (_END.sub("", " ".join(text.split())) for text in (fact.statement, said))
    for name in names:
        for match in re.finditer(rf"{_NO_WORD_BEFORE}{re.escape(name)}{_NO_WORD_BEHIND}", before):
            head, tail = re.escape(before[: match.start()]), re.escape(before[match.end() :])
            found = re.fullmatch(f"{head}{_NO_WORD_BEFORE}(\\S|\\S.*\\S){_NO_WORD_BEHIND}{tail}", now)
            if found and not _says_more(found[1]) and not _is_still(found[1], name):
                return found[1]
    return ""


def _is_still(now: str, name: str) -> bool:
    """Return whether a name is the one before in other words.

    They share one, and a number in it is the same.
    """
    return _NUMBER.findall(now) == _NUMBER.findall(name) and not term_set(now).isdisjoint(term_set(name))


def _says_more(words: str) -> bool:
    return _PAUSE.search(words) is not None or bool(time_stretches(words))


def _is_named(statement: str, fact: Fact, names: Collection[str]) -> bool:
    """Return whether a sentence in a fact's place still names its object, by any of its names.

    In doubt it does. There is doubt where a word is shared, in another language, where the object is the user, who
    may be "me" as well, and where the sentence before did not name it either ("Ada eats no meat", of a vegetarian).
    """
    if SELF_KEY in map(lookup_key, names) or detect_language(statement) != detect_language(fact.statement):
        return True
    return any(_shares_words(statement, name) for name in names) or not any(
        _shares_words(fact.statement, name) for name in names
    )


def _shares_words(text: str, name: str) -> bool:
    return name.casefold() in text.casefold() or not term_set(name).isdisjoint(term_set(text))


async def _type_of_object(store: Store, scope: Scope, fact: Fact, name: str) -> str:
    """Return the type of a name that takes the place of a fact's object.

    Its own if known, else the object's.
    """
    if await store.read(EntityQuery(scope, keys={lookup_key(name)})):
        return GENERIC
    replaced = await store.read(EntityQuery(scope, ids=[fact.object_id]))
    return next((entity.type for entity in replaced if entity.type != VALUE), GENERIC)


def _with_object(fact: Fact, name: str) -> str:
    """Return the sentence with the new object in it.

    Where it does not tell what in it is the object, a plain one.
    """
    subject, behind = _behind(fact.statement, fact.subject)
    names = list(re.finditer(f"{_NO_WORD_BEFORE}{re.escape(fact.object)}{_NO_WORD_BEHIND}", behind))
    if len(names) != 1 or behind.casefold().count(fact.object.casefold()) > 1:
        return plain_sentence(fact.subject, fact.predicate, name)
    return f"{subject}{behind[: names[0].start()]}{name}{behind[names[0].end() :]}"


def _behind(statement: str, subject: str) -> tuple[str, str]:
    """Return a sentence up to the end of its subject, and what comes behind."""
    before, found, behind = statement.partition(subject)
    return (before + found, behind) if found else ("", statement)
