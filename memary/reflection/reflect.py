"""Reflect: read what was learnt since last time, conclude, compare with known insights, write.

How far reflection has read is told by its rows in the ledger. What a model concludes is bound to facts by their
numbers; the write is bound to the user's revision, and what it rests on is read again with each attempt, so that two
processes that reflect at once come to one result. What a call gave is written before the next; one that fails changes
nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memary.errors import ModelOutputError
from memary.facts.identity import SELF_NAME, is_self
from memary.facts.intervals import is_current
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.languages.prompt.instructions import USUAL, Instructions
from memary.models.base import ChatModel, ChatTurn, Embedder
from memary.models.replies.json_reply import read_list, repair_prompt
from memary.queries import EntityQuery, FactQuery, MentionQuery, OperationQuery, View
from memary.reflection.cursor import ReflectionBatch, changed_fact_ids, cursor_position, is_forgetting, next_batches
from memary.reflection.insight_evidence import read_grounds
from memary.reflection.insights import INSIGHTS, Conclusion, ReflectionReport, ReflectionView, Rejected, may_ground
from memary.reflection.person.speakers import read_people
from memary.reflection.person.zone import zones_of
from memary.reflection.plan import ReflectionProgress, Retirement, plan_reflection
from memary.reflection.prompt import (
    DrawnInsight,
    Reflection,
    ReflectionInput,
    language_of,
    people_shown,
    reflection_prompt,
    resolve_citations,
)
from memary.reflection.rules import Person, conclude_by_rules
from memary.reflection.steps import ReflectionStep, concluded_by
from memary.settings import Settings
from memary.stores.store import Store
from memary.text import entity_key
from memary.types import VALUE, Entity, Fact, GraphDelta, Operation, Role, Scope, utc_now
from memary.usage.ledger import attribute_usage

_log = logging.getLogger("memary")

_ROWS = 500
"""How many rows of the ledger are looked through for what is new; twice as many while that is not all."""

_FACTS, _MENTIONS = 1_000, 10_000
"""How much of a user's memory a reflection looks at, the newest of it."""


@dataclass(slots=True)
class _Drawn:
    """What was concluded, and what it took."""

    conclusions: list[Conclusion] = field(default_factory=list[Conclusion])
    failed: list[Rejected] = field(default_factory=list[Rejected])
    made: list[Entity] = field(default_factory=list[Entity])
    in_stream: Collection[str] | None = None
    new: int | None = None
    calls: int = 0
    began_at: datetime | None = None
    read_to: str | None = None
    things: Sequence[Entity] = ()


@dataclass(frozen=True, slots=True)
class ReflectionStyle:
    """What of reflection is a caller's own: further steps, and what the model is told to do."""

    steps: Sequence[ReflectionStep] = ()
    prompts: Instructions = USUAL


class Reflector:
    """Draws insights from the facts of users.

    Args:
        store: where they are.
        embedder: embeds insights.
        model: concludes; None: rules do.
        settings: say in which zone days and hours are meant, unless the user does.
        style: further steps, and what the model is told to do.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        model: ChatModel | None,
        *,
        settings: Settings,
        style: ReflectionStyle = ReflectionStyle(),
    ) -> None:
        self._store, self._embedder, self._model = store, embedder, model
        self._settings, self._style = settings, style

    async def waiting(self, user_id: str) -> int:
        """Count the facts learnt since the last reflection, up to some hundreds."""
        return len(changed_fact_ids(await self._rows(Scope(user_id=user_id))))

    async def reflect(self, user_id: str, *, everything: bool = False) -> ReflectionReport:
        """Draw, refresh and retire the insights of a user.

        With a model only what was learnt since the last time is read, the oldest first, with some facts beside it;
        what four calls cannot hold waits. All is read again after something was forgotten, since insights went with
        it. Rules always look at everything.

        Args:
            user_id: whose.
            everything: also read what was read before.

        Raises:
            ModelError: the model could not be asked, or gave nothing usable. What calls before it gave was written.
        """
        scope, began_at = Scope(user_id=user_id), utc_now()
        rows = await self._rows(scope, is_whole=self._model is not None)
        unread = changed_fact_ids(rows)
        everything = everything or any(map(is_forgetting, rows))
        if self._model is None:
            drawn = await self._count(scope, unread, everything=everything)
            drawn.began_at = began_at
            return await self._write(scope, drawn)
        if not (unread or everything):
            return await self.review(user_id)
        with attribute_usage(user_id, alone=True):
            return await self._ask(scope, self._model, rows, everything=everything, began_at=began_at)

    async def review(self, user_id: str) -> ReflectionReport:
        """Retire the insights that too few grounds are left of, without concluding anything."""
        return await self._write(Scope(user_id=user_id), _Drawn(), is_review=True)

    # -- concluding ------------------------------------------------------------------------------------------------

    async def _facts(self, scope: Scope, unread: Collection[str], now: datetime) -> list[Fact]:
        """Return the newest facts that may be grounds, and those that were not read yet."""
        newest = await self._store.read(FactQuery(scope, newest_first=True, limit=_FACTS, view=View.now(now)))
        missing = set(unread) - {fact.id for fact in newest}
        more = await self._store.read(FactQuery(scope, ids=missing, view=View.now(now))) if missing else []
        return [fact for fact in newest + more if may_ground(fact)]

    async def _count(self, scope: Scope, unread: Collection[str], *, everything: bool) -> _Drawn:
        """Draw conclusions by rules from all records."""
        now = utc_now()
        facts = await self._facts(scope, unread, now)
        people, speakers = await read_people(self._store, scope, facts, view=View.now(now), with_unknown=True)
        ids = {person.entity.id for person in people} | {end for f in facts for end in (f.subject_id, f.object_id)}
        mentions = await self._store.read(MentionQuery(scope, newest_first=True, limit=_MENTIONS))
        ids |= {mention.entity_id for mention in mentions}
        entities = {entity.id: entity for entity in await self._store.read(EntityQuery(scope, ids=ids))}
        speakers |= {entity.id for entity in entities.values() if _calls_one(entity, speakers, entities)}
        zone = (await zones_of(self._store, scope.user_id, self._settings)).main
        conclusions = [
            one
            for person in people
            for one in conclude_by_rules(
                person, mentions=mentions, entities=entities, speakers=speakers, now=now, zone=zone
            )
        ]
        more, failed = await concluded_by(self._style.steps, people, now=now)
        return _Drawn(
            conclusions + more,
            failed,
            made=[person.entity for person in people if person.entity.id not in entities],
            in_stream={mention.source_id for mention in mentions},
            new=len(facts if everything else [fact for fact in facts if fact.id in unread]) if unread else None,
        )

    async def _ask(
        self, scope: Scope, model: ChatModel, rows: Sequence[Operation], *, everything: bool, began_at: datetime
    ) -> ReflectionReport:
        """Ask the model, some facts a call, and write what each call gives before the next."""
        now = utc_now()
        unread = changed_fact_ids(rows)
        facts, is_new = await self._facts(scope, unread, now), bool(unread)
        people, _ = await read_people(self._store, scope, facts, view=View.now(now))
        readable = {fact.id: fact for person in people for fact in person.facts}
        parts = next_batches(rows, readable, everything=everything)
        if len(readable) < 2:
            held = sum(len(part.facts) for part in parts)
            end = rows[-1].id if rows else None
            new = held if is_new else None
            own, failed = await concluded_by(self._style.steps, people, now=now)
            return await self._write(scope, _Drawn(own, failed, new=new, began_at=began_at, read_to=end))
        insights = [one for one in await self._insights(scope) if is_current(one, now)]
        known = {(one.subject, one.predicate): one.object for one in insights}
        ends = {end for fact in readable.values() for end in (fact.subject_id, fact.object_id)}
        things = await self._store.read(EntityQuery(scope, ids=ends))
        reports: list[ReflectionReport] = []
        for at, part in enumerate(parts):
            drawn = _Drawn(
                new=len(part.facts) if is_new or part.facts else None, began_at=began_at, read_to=part.read_to
            )
            drawn.things = things
            await self._read(model, part, people, known, drawn)
            if at == len(parts) - 1:
                own, drawn.failed = await concluded_by(self._style.steps, people, now=now)
                drawn.conclusions += own
            reports.append(await self._write(scope, drawn, is_last=at == len(parts) - 1))
        return _together(reports)

    async def _read(
        self,
        model: ChatModel,
        part: ReflectionBatch,
        people: Sequence[Person],
        known: dict[tuple[str, str], str],
        drawn: _Drawn,
    ) -> None:
        """Let the model conclude from some facts; what it concludes is known to the next call."""
        shown = people_shown(people, part.facts)
        if not shown:
            return
        about = {person.entity.name for person in shown}
        given = ReflectionInput(
            people=[(person.entity.name, person.facts) for person in shown],
            known=[(name, key, value) for (name, key), value in known.items() if name in about],
            user=next((person.entity.name for person in shown if is_self(person.entity)), SELF_NAME),
            language=language_of(shown),
        )
        drawn.conclusions = resolve_citations(
            await self._concluded(model, given, drawn), given.facts, shown, things=drawn.things
        )
        names = {person.entity.id: person.entity.name for person in shown}
        known |= {(names[one.subject_id], one.key): one.value for one in drawn.conclusions if one.subject_id in names}

    async def _concluded(self, model: ChatModel, given: ReflectionInput, drawn: _Drawn) -> list[DrawnInsight]:
        """Ask once, and once more where the reply holds no JSON at all."""
        system, user = reflection_prompt(given, self._style.prompts)
        turns = [ChatTurn(Role.SYSTEM, system), ChatTurn(Role.USER, user)]
        drawn.calls += 1
        reply = (await model.complete(turns, schema=Reflection)).text
        try:
            insights, warnings = read_list(reply, "insights", DrawnInsight)
        except ModelOutputError as error:
            again = ChatTurn(Role.USER, repair_prompt(str(error), language=given.language))
            drawn.calls += 1
            reply = (await model.complete([*turns, ChatTurn(Role.ASSISTANT, reply), again])).text
            insights, warnings = read_list(reply, "insights", DrawnInsight)
        for warning in warnings:
            _log.warning("reflection: %s", warning)
        return insights

    # -- writing ---------------------------------------------------------------------------------------------------

    async def _write(
        self, scope: Scope, drawn: _Drawn, *, is_review: bool = False, is_last: bool = True
    ) -> ReflectionReport:
        retirement = Retirement.NOT_DRAWN if self._model is None and not is_review else Retirement.UNSUPPORTED
        if not is_last:
            retirement = Retirement.NONE
        reading = None
        if drawn.new is not None and (drawn.read_to or is_last):
            reading = ReflectionProgress(drawn.new, drawn.began_at or utc_now(), drawn.read_to)

        async def step() -> ReflectionReport:
            revision = await self._store.revision(scope.user_id)
            conclusions = await self._conclusions(scope, drawn)
            seen = await self._seen(scope, conclusions, revision)
            seen = replace(seen, made=drawn.made, in_stream=drawn.in_stream)
            plan = plan_reflection(
                seen,
                conclusions,
                user_id=scope.user_id,
                now=utc_now(),
                retirement=retirement,
                reading=reading,
            )
            if plan.operations:
                written = (*plan.entities.values(), *plan.facts.values())
                await self._store.apply(
                    GraphDelta(
                        user_id=scope.user_id,
                        revision=revision,
                        entities=tuple(plan.entities.values()),
                        facts=tuple(plan.facts.values()),
                        operations=tuple(plan.operations),
                        embeddings=await vectors_of(self._embedder, written, seen.insights),
                    )
                )
                revision += 1
            return ReflectionReport(
                user_id=scope.user_id,
                added=tuple(plan.added),
                refreshed=tuple(plan.refreshed),
                retired=tuple(plan.retired),
                merged=tuple(plan.merged),
                unchanged=plan.unchanged,
                rejected=(*plan.rejected, *drawn.failed),
                facts_read=drawn.new or 0,
                llm_calls=drawn.calls,
                revision=revision,
            )

        return await retry_on_conflict(step)

    async def _conclusions(self, scope: Scope, drawn: _Drawn) -> list[Conclusion]:
        """Return what was concluded; on the node that a speaker without one was given in the meantime, if so."""
        if not drawn.made:
            return drawn.conclusions
        found = await self._store.read(EntityQuery(scope, keys={one.key for one in drawn.made}))
        stored = {one.key: one.id for one in found if one.type != VALUE}
        now_on = {one.id: stored[one.key] for one in drawn.made if one.key in stored}
        return [replace(one, subject_id=now_on.get(one.subject_id, one.subject_id)) for one in drawn.conclusions]

    async def _seen(self, scope: Scope, conclusions: Sequence[Conclusion], revision: int) -> ReflectionView:
        now = utc_now()
        insights = await self._insights(scope)
        current = [one for one in insights if is_current(one, now)]
        if not current and not conclusions:
            return ReflectionView(revision, insights=insights)
        ids = {id_ for one in current for id_ in one.source_ids} | {id_ for one in conclusions for id_ in one.grounds}
        facts, messages = await read_grounds(self._store, scope, ids, now=now)
        subjects = {one.subject_id for one in (*current, *conclusions)}
        entities = await self._store.read(EntityQuery(scope, ids=subjects)) if subjects else []
        if keys := {entity_key(one.value) for one in conclusions}:
            entities += await self._store.read(EntityQuery(scope, keys=keys))
        return ReflectionView(
            revision,
            facts=facts,
            messages=messages,
            insights=insights,
            entities=list({entity.id: entity for entity in entities}.values()),
        )

    async def _insights(self, scope: Scope) -> list[Fact]:
        return await self._store.read(FactQuery(scope, view=View(where=INSIGHTS)))

    async def _rows(self, scope: Scope, *, is_whole: bool = False) -> list[Operation]:
        """Return the rows of the ledger that reflection has not read, the oldest first.

        It returns all of them, or only the newest.
        """
        limit = _ROWS
        while True:
            rows = await self._store.read(OperationQuery(scope, limit=limit))
            place = cursor_position(rows)
            if place is not None:
                return rows[place:]
            if len(rows) < limit or not is_whole:
                return rows
            limit *= 2


def _together(reports: Sequence[ReflectionReport]) -> ReflectionReport:
    """Return one report on several writes."""
    last = reports[-1]
    earlier = {one.id for report in reports[:-1] for one in (*report.added, *report.refreshed)}
    return last.model_copy(
        update={
            **{
                name: tuple(one for report in reports for one in getattr(report, name))
                for name in ("added", "refreshed", "retired", "merged", "rejected")
            },
            "unchanged": max(last.unchanged - len(earlier), 0),
            "facts_read": sum(report.facts_read for report in reports),
            "llm_calls": sum(report.llm_calls for report in reports),
        }
    )


def _calls_one(entity: Entity, speakers: Collection[str], entities: Mapping[str, Entity]) -> bool:
    """Return whether a name is short for that of somebody who speaks, as "Mel" is for Melanie."""
    names = (name for id_ in speakers if id_ in entities for name in entities[id_].key.split())
    return any(name.startswith(entity.key) for name in names)
