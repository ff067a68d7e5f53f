"""Offer `memary.insights`: what facts, taken together, show about somebody."""

from __future__ import annotations

import builtins
from dataclasses import replace

from memary.api.group import Group
from memary.api.ranking import brought_up, user_node
from memary.api.refusals import check_language
from memary.event_loop import on_loop, sync_twin
from memary.facts.doubt import doubts_of
from memary.facts.identity import SELF_KEY, SELF_NAME, is_self, lookup_key
from memary.facts.user_name import told_by_name
from memary.queries import CountQuery, EntityQuery, FactQuery, MessageQuery, SpeakerQuery, View
from memary.reflection.insights import INSIGHTS, SAID, ReflectionReport, may_ground
from memary.reflection.person.profile import Profile, ProfileSources, profile_of
from memary.reflection.person.speakers import read_people
from memary.reflection.rules import Person
from memary.retrieval.question.named_speakers import own_name
from memary.text import entity_keys
from memary.times import GivenTime, time_given
from memary.types import Entity, Fact, Scope, utc_now
from memary.types.spaces import SpaceRole

_FACTS = 2_000
"""How many facts of a person a profile looks at, the newest."""


class Insights(Group):
    """Draw conclusions from facts, list them, and sum a person up as a profile."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        include_past: bool = False,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
    ) -> builtins.list[Fact]:
        """Return insights by the time since when they hold.

        Args:
            user_id: whose.
            include_past: also those that do not hold any more, or have expired; then `as_of` does not count.
            as_of: those that held at that time, whatever became of them later. The records tell what is known now.
            known_at: those that memory had drawn by then.

        Raises:
            InputError: a time lacks its zone.
        """
        view = replace(View.of(as_of, known_at), where=INSIGHTS)
        if include_past:
            view = replace(view, true_at=None, alive_at=None)
        return await self._core.store.read(FactQuery(await self._core.scope(user_id), view=view))

    list = sync_twin(alist)

    @on_loop
    async def areflect(self, *, user_id: str, everything: bool = False) -> ReflectionReport:
        """Draw insights from what was learnt since the last time, refresh and retire those there are.

        The worker does it by itself after `reflect_after` new facts. With a model it costs a call for each 60 new
        facts, at most four; without one, rules conclude what can be counted. Repeating it changes nothing.

        Args:
            user_id: whose memory.
            everything: read what was read before, too.

        Returns:
            What was added, refreshed, retired, merged and rejected, with reasons; nothing of a user without memory.

        Raises:
            ModelError: the model could not be asked, or gave nothing usable. What calls before it gave was written.
            BudgetExceededError: a cap leaves no room for the call. What calls before it gave was written.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        return await self._core.reflector.reflect(scope.user_id, everything=everything)

    reflect = sync_twin(areflect)

    @on_loop
    async def areflect_due(self) -> None:
        """Reflect as the worker would, where enough was learnt from messages that this object brought in.

        What the model or the budget holds up is put off, and said in the log.
        """
        await self._core.worker.reflect_due()

    reflect_due = sync_twin(areflect_due)

    @on_loop
    async def awaiting(self, *, user_id: str) -> int:
        """Return how many facts were learnt since the last reflection, counted up to some hundreds."""
        return await self._core.reflector.waiting((await self._core.scope(user_id)).user_id)

    waiting = sync_twin(awaiting)

    @on_loop
    async def aprofile(
        self,
        *,
        user_id: str,
        about: str | None = None,
        language: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
    ) -> Profile:
        """Return what memory knows about the user, or another person, in sections; each line with its sources.

        Basics, preferences, goals, people, insights, style, stated moods, breadth and depth of what comes up. It is
        computed each time and asks no model. `.text` is it as one reads it.

        Args:
            user_id: whose memory.
            about: the name of another person in it; default: the user, or who speaks most where nobody is the user.
            language: of the headings, `en` or `zh`; default: the one that the person uses most.
            as_of: the profile as it would have been at that time: what was true then, from what was said by then.
            known_at: from what memory had learnt by then.

        Raises:
            NotFoundError: there is no such user, or nobody of that name.
            InputError: a time lacks its zone, or memary does not write in that language.
        """
        check_language(language)
        scope, now = await self._core.scope(user_id), utc_now()
        view = View.of(as_of, known_at, now=now)
        await self._core.check_user(scope)
        entity = await self._self(scope) if about is None else (await self._core.entities_named(scope, about))[0]
        facts = await self._core.store.read(
            FactQuery(scope, entity_ids=[entity.id], newest_first=True, limit=_FACTS, view=view)
        )
        grounds = [one for one in facts if may_ground(one)]
        people, _ = await read_people(self._core.store, scope, grounds, view=view)
        person = next((one for one in people if one.entity.id == entity.id), Person(entity))
        if not (facts or person.messages or about):
            person = await self._unknown(scope, entity, view)
        counted = CountQuery(scope, view=view)
        own = await brought_up(self._core, person.entity, counted)
        is_group = bool(await self._core.store.read(SpeakerQuery(scope.user_id, limit=1)))
        whole = [] if own or about or is_group else await self._core.store.read(counted)
        ids = {end for fact in facts for end in (fact.subject_id, fact.object_id)}
        named = {one.id: one for one in await self._core.store.read(EntityQuery(scope, ids=ids))}
        return profile_of(
            ProfileSources(
                user_id=scope.user_id,
                person=person,
                facts=await told_by_name(self._core.store, scope, facts),
                entities=named,
                doubts=await doubts_of(self._core.store, scope, facts, view.when),
                counts=own or whole,
                own=own,
                now=now,
                as_of=time_given("as_of", as_of),
                zones=await self._core.zones_of(scope.user_id),
                language=language,
                known_after=self._core.settings.known_after,
            )
        )

    profile = sync_twin(aprofile)

    async def _self(self, scope: Scope) -> Entity:
        """Return the node of the user, or of who speaks most where nobody is known as the user.

        The user is who speaks without a name, or under the one that the memory has. Where there is no node, it is
        made here and not stored.
        """
        if (user := await user_node(self._core, scope)) is not None:
            return user
        view = View.now(utc_now())
        people, _ = await read_people(self._core.store, scope, (), view=view, with_unknown=True)
        made = Entity(user_id=scope.user_id, name=SELF_NAME, key=SELF_KEY, created_at=utc_now())
        name = own_name(scope.user_id, [one.entity.name for one in people])
        own = [one for one in people if is_self(one.entity) or one.entity.name == name]
        return max(own or people, key=lambda one: len(one.messages), default=Person(made)).entity

    async def _unknown(self, scope: Scope, entity: Entity, view: View) -> Person:
        """Return one of whom no fact is known and who has no node, with what they said."""
        said = await self._core.store.read(
            MessageQuery(scope, newest_first=True, limit=_FACTS, view=replace(view, where=SAID))
        )
        keys = entity_keys(entity)
        return Person(
            entity, messages=[one for one in reversed(said) if lookup_key(one.speaker or SELF_NAME) in keys]
        )
