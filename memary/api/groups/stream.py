"""Offer `memary.stream`: which entity came up when, what that shows, and how to take entries out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from datetime import timedelta
from functools import partial

from memary.api.group import Group
from memary.api.ranking import ranked
from memary.api.refusals import check_language, check_limit
from memary.errors import InputError
from memary.event_loop import on_loop, sync_twin
from memary.facts.identity import SELF_KEY
from memary.queries import CountQuery, EntityQuery, FactQuery, MentionQuery, MessageQuery, View, in_pages
from memary.stream.entries import Step, StreamEntryRow, StreamPeriod, gather, timeline, without_regulars, zone_or_utc
from memary.stream.next_questions import next_questions
from memary.stream.periods import time_before, two_periods
from memary.stream.prune import prune_entries, remove_entries
from memary.stream.ranking import EntityKnowledge
from memary.stream.snapshot import Rewound, difference, extent_of, newcomers
from memary.stream.themes import Theme, find_themes
from memary.stream.topic_segments import THRESHOLD, TopicShift, topic_shifts
from memary.stream.trends import Changes, find_changes
from memary.times import GivenTime, time_given
from memary.types import DEFAULT_LANGUAGE, Entity, Mention, Message, Operation, Scope, utc_now
from memary.types.spaces import SpaceRole


class Stream(Group):
    """Read the memory stream: which entity came up when, and what that shows over time."""

    _first = "entries"

    @on_loop
    async def aentries(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        entity: str | None = None,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[tuple[Mention, Entity]]:
        """Return the memory stream: which entity came up when, the oldest first.

        These are the entries that the entity knowledge store counts.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            entity: only the entities of this name, alias or id.
            since: from this time on.
            until: before this time.
            known_at: only what memory had learnt by then.
            include_expired: also entries of what has expired.
            offset: pass over so many of the newest.
            limit: keep so many of the newest that are left.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or the offset or the limit is below 0.
        """
        check_limit(limit)
        if offset < 0:
            raise InputError(f"offset is {offset}: give 0 or more.")
        scope = await self._core.scope(user_id, agent_id, session_id)
        asked = MentionQuery(
            scope,
            entity_ids=await self._core.entity_ids(scope, entity),
            since=time_given("since", since),
            until=time_given("until", until),
            newest_first=True,
            limit=None if limit is None else offset + limit,
            view=View.of(known_at=known_at, include_expired=include_expired),
        )
        mentions = await self._core.store.read(asked)
        chosen = mentions[offset:][::-1]
        named = await self._entities_of(scope, chosen)
        return [(mention, named[mention.entity_id]) for mention in chosen if mention.entity_id in named]

    entries = sync_twin(aentries)

    @on_loop
    async def atimeline(
        self,
        *,
        user_id: str,
        by: Step = "week",
        agent_id: str | None = None,
        session_id: str | None = None,
        entity: str | None = None,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        include_expired: bool = False,
    ) -> list[StreamPeriod]:
        """Return how many mentions each day, week or month of the user's zone has, the oldest first, also 0.

        Peaks of engagement are marked; how they are found is said in `docs/memory/stream.md`.

        Args:
            user_id: whose memory.
            by: "day", "week" (from Monday) or "month".
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            entity: only the entities of this name, alias or id.
            since: from this time on; default: the oldest entry.
            until: before this time; default: up to the newest entry.
            include_expired: also count what has expired.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or there would be too many periods.
        """
        scope = await self._core.scope(user_id, agent_id, session_id)
        asked = MentionQuery(
            scope,
            entity_ids=await self._core.entity_ids(scope, entity),
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        mentions = await self._core.store.read(asked)
        zone = zone_or_utc((await self._core.zones_of(scope.user_id)).main)
        seen = gather(mentions, await self._entities_of(scope, mentions), {}, zone=zone)
        return timeline(seen, by=by, zone=zone, since=asked.since, until=asked.until)

    timeline = sync_twin(atimeline)

    @on_loop
    async def atopic_shifts(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        threshold: float = THRESHOLD,
        include_expired: bool = False,
    ) -> list[TopicShift]:
        """Return points where the talk changes its subject, from one session to the next, the oldest first.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: where the talk of this session changes its subject, from some messages to the next.
            since: from this time on.
            until: before this time.
            threshold: how far apart two sessions are at least, from 0 to 1; see `docs/memory/stream.md`.
            include_expired: also look at what has expired.

        Raises:
            InputError: a time lacks its zone, or the threshold is not from 0 to 1.
        """
        if not 0 <= threshold <= 1:
            raise InputError(f"threshold is {threshold}: give a number from 0 to 1.")
        asked = MentionQuery(
            await self._core.scope(user_id, agent_id, session_id),
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        seen, _ = await self._topics(asked)
        return topic_shifts(seen, threshold=threshold, within_session=session_id is not None)

    topic_shifts = sync_twin(atopic_shifts)

    @on_loop
    async def athemes(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        language: str | None = None,
        limit: int | None = None,
    ) -> list[Theme]:
        """Return recurring themes: groups of entities that come up together, with what stands behind them.

        Each comes with questions that the user is likely to ask next. No LLM is called.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: what this session comes back to.
            since: only what came up from this time on.
            as_of: the themes as they were at that time.
            known_at: from what memory had learnt by then.
            include_expired: also count what has expired.
            language: of the questions, one that memary writes in; default: the one that the theme is spoken of in.
            limit: keep those with the highest score.

        Raises:
            InputError: a time lacks its zone, the limit is below 0, or memary does not write in that language.
        """
        check_limit(limit)
        check_language(language)
        asked = MentionQuery(
            await self._core.scope(user_id, agent_id, session_id),
            since=time_given("since", since),
            view=View.of(as_of, known_at, include_expired=include_expired),
        )
        return await self._themes(asked, language=language, limit=limit)

    themes = sync_twin(athemes)

    @on_loop
    async def achanges(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime,
        until: GivenTime | None = None,
        compared_since: GivenTime | None = None,
        include_expired: bool = False,
    ) -> Changes:
        """Return what comes up more, less, for the first time or no more, from one period to the next.

        Shares of all mentions are compared, so a talkative month is no change of interest.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            since: where the later period begins and the earlier one ends.
            until: the end of the later one; default: now.
            compared_since: the beginning of the earlier one; default: as long before `since` as the later one lasts.
            include_expired: also count mentions in what has expired.

        Raises:
            InputError: a time lacks its zone, or they are not in order.
        """
        begin, middle, end = two_periods(
            time_given("since", since), time_given("until", until), time_given("compared_since", compared_since)
        )
        scope = await self._core.scope(user_id, agent_id, session_id)
        view = View.of(include_expired=include_expired)
        before, after, ever = [
            await self._core.store.read(CountQuery(scope, since=first, until=last, view=view))
            for first, last in ((begin, middle), (middle, end), (None, middle))
        ]
        return find_changes(before, after, ever=ever, earlier=(begin, middle), later=(middle, end))

    changes = sync_twin(achanges)

    @on_loop
    async def arewind(
        self,
        as_of: GivenTime,
        *,
        user_id: str,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        limit: int | None = 20,
    ) -> Rewound:
        """Return the stream, knowledge store and graph as they were at a time, and what has changed since.

        Nothing is written.

        Args:
            as_of: the time.
            user_id: whose memory.
            known_at: leave out of the earlier state what memory learnt later than this.
            include_expired: also what has expired by now, on both sides.
            limit: most entities and themes.

        Raises:
            InputError: a time lacks its zone, or the limit is below 0.
        """
        check_limit(limit)
        scope, now = await self._core.scope(user_id), utc_now()
        then = View.of(as_of, known_at, include_expired=include_expired, now=now)
        today = View.of(include_expired=include_expired, now=now)
        before, after = [await self._knowledge(scope, view) for view in (then, today)]
        true_then, true_now = [await self._core.store.read(FactQuery(scope, view=view)) for view in (then, today)]
        begun, ended = difference(true_then, true_now)
        return Rewound(
            as_of=then.when.true_at,
            then=extent_of(await self._core.store.read(MessageQuery(scope, view=then)), before, true_then),
            now=extent_of(await self._core.store.read(MessageQuery(scope, view=today)), after, true_now),
            entities=tuple(before[:limit]),
            themes=tuple(await self._themes(MentionQuery(scope, view=then), limit=limit)),
            facts=tuple(true_then),
            begun=tuple(begun),
            ended=tuple(ended),
            came_up=tuple(newcomers(before, after)),
        )

    rewind = sync_twin(arewind)

    @on_loop
    async def aremove(
        self,
        *,
        user_id: str,
        entity: str | None = None,
        source_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        index: int | None = None,
        include_expired: bool = False,
        actor: str = "user",
    ) -> Operation:
        """Take entries out of the memory stream: those for which all that is given holds.

        `undo` puts them back. The messages stay, and so do entities and facts. Reading a message again brings its
        entries back.

        Args:
            user_id: whose memory.
            entity: entries of the entities of this name, alias or id.
            source_id: entries of this message.
            session_id: entries of this session.
            since: entries from this time on.
            until: entries before this time.
            index: of these entries, as `stream` lists them, the one at this place: 0 the oldest, -1 the newest.
            include_expired: also entries of what has expired.
            actor: who says so, for the ledger.

        Raises:
            NotFoundError: there is no such entity or entry.
            InputError: nothing is given, or a time lacks its zone.
        """
        if entity is source_id is session_id is since is until is index is None:
            raise InputError("Say which entries to remove: give an entity, a message, a session, a time or a place.")
        scope = await self._core.scope(user_id, session_id=session_id, role=SpaceRole.WRITER)
        which = MentionQuery(
            scope,
            entity_ids=await self._core.entity_ids(scope, entity),
            source_ids=None if source_id is None else [source_id],
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        return await remove_entries(self._core.store, which, index=index, actor=scope.member or actor)

    remove = sync_twin(aremove)

    @on_loop
    async def aprune(
        self,
        *,
        user_id: str,
        older_than: timedelta | float | None = None,
        before: GivenTime | None = None,
        actor: str = "user",
    ) -> int:
        """Take the old entries out of the memory stream for good, expired or not, and return how many.

        Messages, entities and facts stay. An entity that has no entry left has no rank.

        Args:
            user_id: whose memory.
            older_than: an age, as a timedelta or in days.
            before: instead, a time.
            actor: who says so, for the ledger.

        Raises:
            InputError: not exactly one of both is given, it makes no sense, or the time lacks its zone.
        """
        scope = await self._core.scope_to_forget(user_id)
        if (older_than is None) == (before is None):
            raise InputError("Give an age or a time: older_than or before.")
        cut = time_given("before", before) if older_than is None else time_before(older_than)
        return await prune_entries(self._core.store, MentionQuery(scope, until=cut), actor=scope.member or actor)

    prune = sync_twin(aprune)

    @on_loop
    async def aclear(self, *, user_id: str, session_id: str | None = None, actor: str = "user") -> int:
        """Empty the memory stream of a user, or of one session, for good; return how many entries went.

        Messages, entities and facts stay; `forget` takes those away.
        """
        scope = await self._core.scope(user_id, session_id=session_id, role=SpaceRole.OWNER)
        return await prune_entries(self._core.store, MentionQuery(scope), actor=scope.member or actor)

    clear = sync_twin(aclear)

    async def _knowledge(self, scope: Scope, view: View) -> list[EntityKnowledge]:
        return await ranked(self._core, CountQuery(scope, view=view))

    async def _themes(
        self, asked: MentionQuery, *, language: str | None = None, limit: int | None = None
    ) -> list[Theme]:
        scope, view = asked.scope, asked.view
        seen, messages = await self._topics(asked)
        facts = await self._core.store.read(FactQuery(scope, view=view))
        finding = partial(
            find_themes,
            seen,
            facts,
            now=view.when.true_at,
            half_life_days=self._core.settings.half_life_days,
            limit=limit,
            within_session=scope.session_id is not None,
        )
        found = await asyncio.to_thread(finding)  # seconds over a long stream, in which others are served
        users = {
            entity.id
            for entity in await self._core.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=[SELF_KEY]))
        }
        return [
            theme.model_copy(
                update={
                    "questions": next_questions(
                        theme, facts, user_ids=users, language=language or _spoken(theme, messages)
                    )
                }
            )
            for theme in found
        ]

    async def _topics(self, asked: MentionQuery) -> tuple[list[StreamEntryRow], dict[str, Message]]:
        """Return the stream without those who talk, and the messages behind it."""
        scope, mentions = asked.scope, await self._core.store.read(asked)
        messages = await self._messages_of(scope, mentions)
        zone = zone_or_utc((await self._core.zones_of(scope.user_id)).main)
        seen = gather(mentions, await self._entities_of(scope, mentions), messages, zone=zone)
        return without_regulars(seen, messages.values()), messages

    async def _messages_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Message]:
        ids = list(dict.fromkeys(mention.source_id for mention in mentions))
        return {
            one.id: one
            for page in in_pages(ids)
            for one in await self._core.store.read(MessageQuery(scope, ids=page))
        }

    async def _entities_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Entity]:
        ids = {mention.entity_id for mention in mentions}
        return (
            {entity.id: entity for entity in await self._core.store.read(EntityQuery(scope, ids=ids))} if ids else {}
        )


def _spoken(theme: Theme, messages: Mapping[str, Message]) -> str:
    """Return the language that a theme is spoken of in most."""
    counts = Counter(messages[id_].language for id_ in theme.source_ids if id_ in messages)
    return max(counts, key=lambda name: (counts[name], name), default=DEFAULT_LANGUAGE)
