"""Offer `memary.facts`: what is true now, what was, and why."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from memary.api.about import ids_about
from memary.api.group import Group
from memary.api.refusals import check_limit, keeping_nothing
from memary.checks.faults import shown
from memary.condensation.condense import CondensationReport
from memary.condensation.groups import Limits
from memary.errors import InputError
from memary.event_loop import on_loop, sync_twin
from memary.facts.doubt import marked, time_of
from memary.facts.intervals import open_conflicts
from memary.forgetting.forget import ForgetPart
from memary.forgetting.plan import Manifest
from memary.ingestion.feedback import Correction, Rating, confirm, correct, rate
from memary.ingestion.inputs.facts import GivenFact, check_facts, ground_ids_of, source_ids_of
from memary.queries import FactQuery, MessageQuery, OperationQuery, View, place_given
from memary.resolution.proposals import Proposals, ProposalSource
from memary.times import GivenTime, time_given
from memary.types import Fact, Operation, Scope, When, utc_now
from memary.types.spaces import SpaceRole
from memary.usage.ledger import attribute_usage

_FACTS_PER_WRITE = 200

_FACTS_KEPT = 50
"""How many facts of one subject stay single where nobody says."""


class Facts(Group):
    """Read, add, correct and rate facts: what is true now, what was, and why."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        about: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_past: bool = False,
        filters: Mapping[str, Any] | None = None,
        include_upcoming: bool = True,
        include_expired: bool = False,
        in_doubt: bool | None = None,
        before: Fact | str | None = None,
        limit: int | None = None,
    ) -> builtins.list[Fact]:
        """Return facts by the time since when they are true; by default those true now or to begin later.

        Those that rest on something that does not hold any more are marked: `fact.in_doubt` tells since when, because
        of what, and by which way.

        Args:
            user_id: whose memory.
            session_id: only facts stated in this session.
            about: only facts of the entity of this name or alias, and those whose value names it ("a course at
                Codeworks").
            as_of: those true at that time.
            known_at: those that memory, at that time, took to be true. The records tell what is known now:
                `fact.end_known_at(known_at)` is the end as it was known then.
            include_past: also those that are no longer, or not yet, true; then `as_of` does not count.
            filters: only facts for which this holds, like `{"predicate": "likes"}`; see `memary.filters`.
            include_upcoming: also those that are to begin later, unless `as_of` or `known_at` is given.
            include_expired: also those that have expired.
            in_doubt: only those that are in doubt; False: only those that are not.
            before: only those that stand before this fact, by the record or the cursor of it: the first of a page
                gives the page that comes before it, also where many facts have one time.
            limit: keep the newest.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, the filter cannot be used, `before` names no fact, or the limit is
                below 0.
        """
        check_limit(limit)
        view = View.of(as_of, known_at, include_expired=include_expired, filters=filters)
        scope = await self._core.scope(user_id, session_id=session_id)
        ids = None if about is None else await ids_about(self._core, scope, about)
        if include_past:
            view = replace(view, true_at=None)
        elif include_upcoming and view.is_of_now:
            view = replace(view, ahead=True)
        most = limit if in_doubt is None else None
        found = await self._core.store.read(
            FactQuery(
                scope, entity_ids=ids, before=place_given(before, "fact"), newest_first=True, limit=most, view=view
            )
        )
        shown = await marked(self._core.store, scope, found, time_of(view, utc_now()))
        if in_doubt is not None:
            shown = [fact for fact in shown if (fact.in_doubt is not None) is in_doubt][:limit]
        return shown[::-1]

    list = sync_twin(alist)

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> Fact:
        """Return a fact by its id, also one that has ended or expired; `in_doubt` tells what is so now.

        Raises:
            NotFoundError: there is no such fact in this user's memory.
        """
        scope = await self._core.scope(user_id)
        fact = await self._core.record(Fact, scope, id)
        return (await marked(self._core.store, scope, [fact], When.now(utc_now())))[0]

    get = sync_twin(aget)

    @on_loop
    async def aadd(
        self,
        facts: Iterable[Mapping[str, Any] | GivenFact],
        *,
        user_id: str,
        actor: str = "caller",
        on_progress: Callable[[int], None] | None = None,
    ) -> builtins.list[Operation]:
        """Bring facts of the caller's own into the graph, through the same rules as extracted ones.

        Args:
            facts: mappings with `subject`, `predicate`, `object`, and optionally `statement`, `valid_at`,
                `invalid_at`, `source_ids` (messages), `subject_type`, `object_type`, `origin`, `confidence`,
                `importance`, `expires_at`, `kind`, `op`, `target_id`, `correction`, `rests_on`.
                `origin` is "import" if it is not given: such a fact ends no fact that the user told; where they
                speak against each other both stay, as a conflict. Give "user" for what the user said to you.
                `rests_on` holds ids of facts that it rests on, or mappings with `fact_id` and the `words` that say
                so. When one of these does not hold any more, the fact is in doubt.
            user_id: whose memory it is.
            actor: who says so, for the ledger.
            on_progress: called with the number of facts written, after each transaction.

        Returns:
            What was done, in order.

        Raises:
            InputError: a fact cannot be used (with its position), a source is no message of the user's, or its
                target or what it rests on is no fact of the user's. Nothing was written.
        """
        with keeping_nothing():
            scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
            given = check_facts(facts, self._core.redactor)
            sources = await self._sources(scope, source_ids_of(given))
            await self._check_facts(scope, "rests_on", ground_ids_of(given))
            await self._check_facts(scope, "target_id", {one.target_id for one in given if one.target_id})
        now, actor = utc_now(), scope.member or actor
        named = [fact.entities(sources) for fact in given]
        proposed = [fact.proposed(sources, now=now) for fact in given]
        done: list[Operation] = []
        for start in range(0, len(proposed), _FACTS_PER_WRITE):
            part = slice(start, start + _FACTS_PER_WRITE)
            entities = [entity for group in named[part] for entity in group]
            with attribute_usage(scope.user_id):
                done += await self._core.writer.write(Proposals(scope.user_id, entities, proposed[part], actor=actor))
            if on_progress:
                on_progress(len(proposed[part]))
        return done

    add = sync_twin(aadd)

    @on_loop
    async def aconfirm(self, id: str, *, user_id: str) -> Fact:
        """Say that a fact still holds although something that it rested on does not; return it as it is now.

        It rests on that no more, so that it is not in doubt again when that changes once more. This can be undone.
        A fact that is not in doubt stays as it is.

        Raises:
            NotFoundError: there is no such fact.
        """
        return await confirm(self._core.store, await self._core.scope(user_id, role=SpaceRole.WRITER), id)

    confirm = sync_twin(aconfirm)

    @on_loop
    async def aupdate(
        self,
        id: str,
        *,
        user_id: str,
        statement: str | None = None,
        object: str | None = None,
        valid_at: GivenTime | None = None,
        invalid_at: GivenTime | None = None,
    ) -> Fact:
        """Correct a fact on the user's word, and return it as it is now.

        A new object makes a new fact: the old one never was true, and stays in the history. A new statement alone is
        written in place of the old sentence, and has to be about the same object; where nothing but that changed
        in it ("Pixel is 5 years old."), what stands there now is the new object. Where the statement tells another
        day than the old one did, the fact begins or ends then. A time to come, or a beginning, counts as if it had
        been told so; that the fact is over is learnt now. All of it can be undone.

        Args:
            id: of the fact.
            user_id: whose memory.
            statement: the sentence as it should be.
            object: what the fact should be about instead.
            valid_at: since when it is true, whatever the statement says of it.
            invalid_at: the first moment at which it is true no more: of a plan for 3 December, 4 December.

        Raises:
            NotFoundError: there is no such fact.
            InputError: nothing is given, the fact has ended, a statement does not name the object, it would end
                before it begins, or would be true beside another of which one is at a time.
        """
        core, clean = self._core, self._core.redactor
        scope = await core.scope(user_id, role=SpaceRole.WRITER)
        correction = Correction(
            id,
            clean.text(statement or "").text,
            clean.text(object or "").text,
            time_given("valid_at", valid_at),
            time_given("invalid_at", invalid_at),
            zone=(await core.zones_of(scope.user_id)).main or UTC,
        )
        return await correct(core.store, core.writer, core.models.embedder, scope, correction)

    update = sync_twin(aupdate)

    @on_loop
    async def adelete(self, id: str, *, user_id: str, with_sources: bool = True, dry_run: bool = False) -> Manifest:
        """Forget a fact for good, with what rests on it alone; see `Memary.forget`.

        Args:
            id: of the fact.
            user_id: whose memory.
            with_sources: False keeps the messages that state it. Otherwise the words of theirs that do go.
            dry_run: change nothing, and return what would go.

        Raises:
            NotFoundError: there is no such fact in this user's memory.
        """
        scope = await self._core.scope_to_forget(user_id)
        await self._core.record(Fact, scope, id)
        return await self._core.forget_part(
            scope, ForgetPart(fact_ids=frozenset({id}), with_sources=with_sources), dry_run=dry_run
        )

    delete = sync_twin(adelete)

    @on_loop
    async def ahistory(self, id: str, *, user_id: str) -> builtins.list[Operation]:
        """Return the ledger rows that made, changed or ended a fact, oldest first.

        Raises:
            NotFoundError: there is no such fact.
        """
        scope = await self._core.scope(user_id)
        await self._core.record(Fact, scope, id)
        rows = await self._core.store.read(OperationQuery(scope, touching=[id]))
        return [row for row in rows if id in (row.target_id, *row.before, *row.after)]

    history = sync_twin(ahistory)

    @on_loop
    async def aconflicts(self, *, user_id: str) -> builtins.list[tuple[Fact, Fact]]:
        """Return pairs of current facts that contradict each other, the more trusted fact first.

        A pair is open until one of the two ends: the user says which is right, or `forget` or an operation takes one
        away.
        """
        scope = await self._core.scope(user_id)
        now = utc_now()
        return open_conflicts(await self._core.store.read(FactQuery(scope, view=View.now(now))))

    conflicts = sync_twin(aconflicts)

    @on_loop
    async def acondense(self, *, user_id: str, most: int | None = None) -> CondensationReport:
        """Tell old facts that are alike as one, where a subject has very many; each with all the evidence.

        The newer half of a subject's facts stays as it is. With a model it costs a call for each subject, at most
        four; without one, only what other facts say with more words is put together. A sentence that would lose a
        word, a name or a number of its facts is refused. Each condensed fact can be undone; where one of its
        sources is forgotten, it goes, and the facts it stood for come back. The worker does it where
        `max_facts_per_subject` or `max_facts_per_user` is set.

        Args:
            user_id: whose memory.
            most: facts of one subject that stay single; default: as the settings say, else 50.

        Raises:
            InputError: `most` is less than 2.
            ModelError: the model could not be asked. Nothing has changed.
        """
        core = self._core
        if most is not None and most < 2:
            raise InputError(f"most is {most}: give 2 or more.")
        limits = core.limits if most is None and core.limits != Limits() else Limits(per_subject=most or _FACTS_KEPT)
        return await core.condenser.condense((await core.scope(user_id, role=SpaceRole.WRITER)).user_id, limits)

    condense = sync_twin(acondense)

    @on_loop
    async def arate(self, id: str, *, user_id: str, rating: Rating, reason: str | None = None) -> Operation:
        """Say what a fact is worth; return the row of the ledger.

        Each "positive" and "negative" moves its rating by one, between -3 and 3, and with it its score in recall by
        15 %. "very_negative" makes it -3. At -3 the fact is taken to be wrong: it is retired, and what it had
        ended goes on. All of it can be undone.

        Raises:
            NotFoundError: there is no such fact.
            InputError: the rating is none of these.
        """
        return await rate(
            self._core.store, await self._core.scope(user_id, role=SpaceRole.WRITER), id, rating, reason=reason
        )

    rate = sync_twin(arate)

    async def _check_facts(self, scope: Scope, name: str, ids: set[str]) -> None:
        known = {fact.id for fact in await self._core.store.read(FactQuery(scope, ids=ids))} if ids else set[str]()
        if missing := sorted(ids - known):
            raise InputError(
                f"{name} names {shown(missing[0])}, which is not a fact of user {shown(scope.user_id)}: "
                "give the id of one, or add that fact first."
            )

    async def _sources(self, scope: Scope, ids: set[str]) -> dict[str, ProposalSource]:
        said = await self._core.store.read(MessageQuery(scope, ids=ids)) if ids else []
        found = {m.id: ProposalSource(m.id, m.created_at, m.expires_at) for m in said}
        if missing := sorted(ids - set(found)):
            raise InputError(
                f"source_ids names {shown(missing[0])}, which is not a message of user {shown(scope.user_id)}."
            )
        return found
