"""Reflection: insights, the profile of a person, and how memories are linked."""

from __future__ import annotations

from dataclasses import replace

from memary.errors import InputError, NotFoundError
from memary.facade.opened import check_limit
from memary.facade.ranking import Ranking
from memary.faults import shown
from memary.ingestion.people import read_people
from memary.ingestion.reflect import Reflector
from memary.looping import blocking, on_loop
from memary.memory.concluding import Person
from memary.memory.identity import SELF_KEY, SELF_NAME
from memary.memory.insights import INSIGHTS, SAID, ReflectionReport, may_ground
from memary.memory.memory_map import MemoryMap, memory_map
from memary.memory.profile import Profile, ProfileSources, profile_of
from memary.queries import CountQuery, EntityQuery, FactQuery, MentionQuery, MessageQuery, View
from memary.times import GivenTime, time_given
from memary.types import Entity, Fact, Mention, Message, Scope, utc_now

_FACTS = 2_000
"""How many facts of a person a profile looks at, the newest."""

_MAPPED = 200
"""How many facts of an entity, or of a whole memory, a map shows, the newest."""


class Reflecting(Ranking):
    """The part of `Memary` that says what facts, taken together, show."""

    _reflector: Reflector

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
        scope = self._scope(user_id)
        return await self._reflector.reflect(scope.user_id, everything=everything)

    reflect = blocking(areflect)

    @on_loop
    async def ainsights(
        self,
        *,
        user_id: str,
        include_past: bool = False,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
    ) -> list[Fact]:
        """Insights by the time since when they hold.

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
        return await self.store.read(FactQuery(self._scope(user_id), view=view))

    insights = blocking(ainsights)

    @on_loop
    async def areflect_due(self) -> None:
        """Reflect as the worker would, where enough was learnt from messages that this object brought in.

        What the model or the budget holds up is put off, and said in the log.
        """
        await self._worker.reflect_due()

    reflect_due = blocking(areflect_due)

    @on_loop
    async def areflection_waits(self, *, user_id: str) -> int:
        """How many facts were learnt since the last reflection, counted up to some hundreds."""
        return await self._reflector.waiting(self._scope(user_id).user_id)

    reflection_waits = blocking(areflection_waits)

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
        """What memory knows about the user, or another person, in sections; each line with its sources.

        Basics, preferences, goals, people, insights, style, stated moods, breadth and depth of what comes up. It is
        derived anew each time and asks no model. `.text` is it as one reads it.

        Args:
            user_id: whose memory.
            about: the name of another person in it; default: the user, or who speaks most where nobody is the user.
            language: of the headings, `en` or `zh`; default: the one that the person uses most.
            as_of: the profile as it would have been at that time: what was true then, from what was said by then.
            known_at: from what memory had learnt by then.

        Raises:
            NotFoundError: there is no such user, or nobody of that name.
            InputError: a time lacks its zone.
        """
        scope, now = self._scope(user_id), utc_now()
        view = View.of(as_of, known_at, now=now)
        await self._check_user(scope)
        entity = (await self._named(scope, about))[0] if about else await self._self(scope)
        facts = await self.store.read(
            FactQuery(scope, entity_ids=[entity.id], newest_first=True, limit=_FACTS, view=view)
        )
        grounds = [one for one in facts if may_ground(one)]
        people, _ = await read_people(self.store, scope, grounds, view=view)
        person = next((one for one in people if one.entity.id == entity.id), Person(entity))
        if not (facts or person.messages or about):
            person = await self._unknown(scope, entity, view)
        counted = CountQuery(scope, view=view)
        own = await self._brought_up(person.entity, counted)
        whole = [] if own or about else await self.store.read(counted)
        ids = {end for fact in facts for end in (fact.subject_id, fact.object_id)}
        named = {one.id: one for one in await self.store.read(EntityQuery(scope, ids=ids))}
        return profile_of(
            ProfileSources(
                user_id=scope.user_id,
                person=person,
                facts=facts,
                entities=named,
                counts=own or whole,
                own=own,
                now=now,
                as_of=time_given("as_of", as_of),
                zones=await self.azones_of(user_id=user_id),
                language=language,
                known_after=self.settings.known_after,
            )
        )

    profile = blocking(aprofile)

    @on_loop
    async def arelated(self, id: str, *, user_id: str, depth: int = 2) -> MemoryMap:
        """What a message, fact, insight or entity is linked with, as a graph of nodes and edges.

        From an insight it leads to its facts and on to their messages; from a message to what was read out of it and
        concluded from that.

        Args:
            id: of the record.
            user_id: whose memory.
            depth: how many steps along "rests on" and "supersedes" it goes, 1 to 4.

        Raises:
            NotFoundError: there is no such record in this user's memory.
            InputError: the depth is none.
        """
        if not 1 <= depth <= 4:
            raise InputError(f"The depth {depth} is none: choose 1 to 4.")
        scope = self._scope(user_id)
        facts: dict[str, Fact] = {one.id: one for one in await self.store.read(FactQuery(scope, ids=[id]))}
        messages: dict[str, Message] = {one.id: one for one in await self.store.read(MessageQuery(scope, ids=[id]))}
        start = await self.store.read(EntityQuery(scope, ids=[id]))
        if not (facts or messages or start):
            raise NotFoundError(f"There is no record {shown(id)} in the memory of user {shown(user_id)}.")
        if start:
            about = await self.store.read(FactQuery(scope, entity_ids=[id], newest_first=True, limit=_MAPPED))
            facts |= {one.id: one for one in about}
        edge = {id, *facts} - {one.id for one in start}
        for _ in range(depth):
            edge = await self._reach(scope, edge, facts, messages)
        return await self._mapped(scope, id, facts, messages, start)

    related = blocking(arelated)

    @on_loop
    async def amap(self, *, user_id: str, limit: int = _MAPPED) -> MemoryMap:
        """The memory map: the newest current facts and all insights, their entities, and the messages behind them."""
        check_limit(limit)
        scope, now = self._scope(user_id), utc_now()
        found = await self.store.read(FactQuery(scope, newest_first=True, limit=limit, view=View.now(now)))
        facts = {one.id: one for one in (*found, *await self.ainsights(user_id=user_id))}
        messages: dict[str, Message] = {}
        await self._reach(scope, {id_ for one in facts.values() for id_ in one.source_ids}, facts, messages, up=False)
        return await self._mapped(scope, None, facts, messages, [])

    map = blocking(amap)

    async def _reach(
        self, scope: Scope, edge: set[str], facts: dict[str, Fact], messages: dict[str, Message], *, up: bool = True
    ) -> set[str]:
        """Take up what these records rest on, replaced, and, going up, what rests on them; return what is new."""
        held = [facts[id_] for id_ in edge if id_ in facts]
        below = {id_ for one in held for id_ in (*one.source_ids, *one.supersedes, *one.conflicts_with)}
        wanted = (edge | below) - facts.keys() - messages.keys()
        found = await self.store.read(FactQuery(scope, ids=wanted)) if wanted else []
        if up and edge:
            found += await self.store.read(FactQuery(scope, source_ids=edge, limit=_MAPPED))
        new = {one.id: one for one in found if one.id not in facts}
        said = await self.store.read(MessageQuery(scope, ids=wanted - new.keys())) if wanted - new.keys() else []
        facts |= new
        messages |= {one.id: one for one in said}
        return {*new, *(one.id for one in said)}

    async def _mapped(
        self,
        scope: Scope,
        about: str | None,
        facts: dict[str, Fact],
        messages: dict[str, Message],
        start: list[Entity],
    ) -> MemoryMap:
        mentions: list[Mention] = (
            await self.store.read(MentionQuery(scope, source_ids=set(messages))) if messages else []
        )
        ids = {end for one in facts.values() for end in (one.subject_id, one.object_id)}
        ids |= {mention.entity_id for mention in mentions}
        entities = await self.store.read(EntityQuery(scope, ids=ids)) if ids else []
        named = {one.id: one for one in (*start, *entities)}
        return memory_map(
            about=about,
            messages=messages.values(),
            facts=facts.values(),
            entities=named.values(),
            mentions=mentions,
        )

    async def _check_user(self, scope: Scope) -> None:
        if scope.user_id not in await self.store.users():
            raise NotFoundError(
                f"There is no memory of user {shown(scope.user_id)}: `memary doctor` lists the users."
            )

    async def _self(self, scope: Scope) -> Entity:
        """Return the user's node; where nobody is known as the user, that of who speaks most, or one not stored."""
        if (user := await self._user(scope)) is not None:
            return user
        people, _ = await read_people(self.store, scope, (), view=View.now(utc_now()))
        made = Entity(user_id=scope.user_id, name=SELF_NAME, key=SELF_KEY, created_at=utc_now())
        return max(people, key=lambda one: len(one.messages), default=Person(made)).entity

    async def _unknown(self, scope: Scope, entity: Entity, view: View) -> Person:
        """Return one of whom no fact is known, with what they said: who speaks most."""
        said = await self.store.read(
            MessageQuery(scope, newest_first=True, limit=_FACTS, view=replace(view, where=SAID))
        )
        names = [message.speaker for message in said]
        name = max(dict.fromkeys(names), key=names.count, default=None)
        own = [message for message in reversed(said) if message.speaker == name]
        return Person(entity.model_copy(update={"name": name or entity.name}), messages=own)
