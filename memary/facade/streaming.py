"""The memory stream: which entity came up when, what that shows over time, and taking entries out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial

from anyio import to_thread

from memary.errors import InputError
from memary.facade.opened import check_limit
from memary.facade.pruning import Pruning
from memary.looping import blocking, on_loop
from memary.memory.entities import EntityKnowledge
from memary.memory.identity import SELF_KEY
from memary.memory.next_questions import next_questions
from memary.memory.rewind import Extent, Rewound, difference, newcomers
from memary.memory.shifts import THRESHOLD, TopicShift, topic_shifts
from memary.memory.stream import Seen, Step, StreamPeriod, gather, timeline, without_regulars, zone_or_utc
from memary.memory.themes import Theme, find_themes
from memary.queries import CountQuery, EntityQuery, FactQuery, MentionQuery, MessageQuery, View
from memary.times import GivenTime, time_given
from memary.types import Entity, Fact, Mention, Message, Scope, utc_now

_PAGE = 500
"""How many messages one read names."""


class Streaming(Pruning):
    """The part of `Memary` that keeps and reads the memory stream."""

    @on_loop
    async def astream(
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
        """The memory stream: which entity came up when, the oldest first.

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
        scope = self._scope(user_id, agent_id, session_id)
        asked = MentionQuery(
            scope,
            entity_ids=await self._ids(scope, entity),
            since=time_given("since", since),
            until=time_given("until", until),
            newest_first=True,
            limit=None if limit is None else offset + limit,
            view=View.of(known_at=known_at, include_expired=include_expired),
        )
        mentions = await self.store.read(asked)
        chosen = mentions[offset:][::-1]
        named = await self._entities_of(scope, chosen)
        return [(mention, named[mention.entity_id]) for mention in chosen if mention.entity_id in named]

    stream = blocking(astream)

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
        """Mentions per day, week or month of the user's zone, the oldest first; those without any are there with 0.

        Peaks of engagement are marked; how they are found is said in `docs/stream.md`.

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
        scope = self._scope(user_id, agent_id, session_id)
        asked = MentionQuery(
            scope,
            entity_ids=await self._ids(scope, entity),
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        mentions = await self.store.read(asked)
        zone = zone_or_utc((await self.azones_of(user_id=user_id)).main)
        seen = gather(mentions, await self._entities_of(scope, mentions), {}, zone=zone)
        return timeline(seen, by=by, zone=zone, since=asked.since, until=asked.until)

    timeline = blocking(atimeline)

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
        """Points where the talk changes its subject, from one session to the next, the oldest first.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: where the talk of this session changes its subject, from some messages to the next.
            since: from this time on.
            until: before this time.
            threshold: how far apart two sessions are at least, from 0 to 1; see `docs/stream.md`.
            include_expired: also look at what has expired.

        Raises:
            InputError: a time lacks its zone, or the threshold is not from 0 to 1.
        """
        if not 0 <= threshold <= 1:
            raise InputError(f"threshold is {threshold}: give a number from 0 to 1.")
        asked = MentionQuery(
            self._scope(user_id, agent_id, session_id),
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        seen, _ = await self._topics(asked)
        return topic_shifts(seen, threshold=threshold, within_session=session_id is not None)

    topic_shifts = blocking(atopic_shifts)

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
        """Recurring themes: groups of entities that come up together, with what stands behind them.

        Each comes with questions that the user is likely to ask next. No LLM is called.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: what this session comes back to.
            since: only what came up from this time on.
            as_of: the themes as they were at that time.
            known_at: from what memory had learnt by then.
            include_expired: also count what has expired.
            language: of the questions, "en" or "zh"; default: the one that the theme is spoken of in.
            limit: keep those with the highest score.

        Raises:
            InputError: a time lacks its zone, or the limit is below 0.
        """
        check_limit(limit)
        asked = MentionQuery(
            self._scope(user_id, agent_id, session_id),
            since=time_given("since", since),
            view=View.of(as_of, known_at, include_expired=include_expired),
        )
        return await self._themes(asked, language=language, limit=limit)

    themes = blocking(athemes)

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
        """The state of stream, knowledge store and graph at a time, and what has changed since. Nothing is written.

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
        scope, now = self._scope(user_id), utc_now()
        then = View.of(as_of, known_at, include_expired=include_expired, now=now)
        today = View.of(include_expired=include_expired, now=now)
        before, after = [await self._knowledge(scope, view) for view in (then, today)]
        true_then, true_now = [await self.store.read(FactQuery(scope, view=view)) for view in (then, today)]
        begun, ended = difference(true_then, true_now)
        return Rewound(
            as_of=then.when.true_at,
            then=_extent(await self.store.read(MessageQuery(scope, view=then)), before, true_then),
            now=_extent(await self.store.read(MessageQuery(scope, view=today)), after, true_now),
            entities=tuple(before[:limit]),
            themes=tuple(await self._themes(MentionQuery(scope, view=then), limit=limit)),
            facts=tuple(true_then),
            begun=tuple(begun),
            ended=tuple(ended),
            came_up=tuple(newcomers(before, after)),
        )

    rewind = blocking(arewind)

    async def _knowledge(self, scope: Scope, view: View) -> list[EntityKnowledge]:
        counted = CountQuery(scope, view=view)
        return await self._ranked(counted, await self.store.read(counted))

    async def _themes(
        self, asked: MentionQuery, *, language: str | None = None, limit: int | None = None
    ) -> list[Theme]:
        scope, view = asked.scope, asked.view
        seen, messages = await self._topics(asked)
        facts = await self.store.read(FactQuery(scope, view=view))
        finding = partial(
            find_themes,
            seen,
            facts,
            now=view.when.true_at,
            half_life_days=self.settings.half_life_days,
            limit=limit,
            within_session=scope.session_id is not None,
        )
        found = await to_thread.run_sync(finding)  # seconds over a long stream, in which others are served
        users = {
            entity.id for entity in await self.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=[SELF_KEY]))
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

    async def _topics(self, asked: MentionQuery) -> tuple[list[Seen], dict[str, Message]]:
        """Return the stream without those who talk, and the messages behind it."""
        scope, mentions = asked.scope, await self.store.read(asked)
        messages = await self._messages_of(scope, mentions)
        zone = zone_or_utc((await self.azones_of(user_id=scope.user_id)).main)
        seen = gather(mentions, await self._entities_of(scope, mentions), messages, zone=zone)
        return without_regulars(seen, messages.values()), messages

    async def _messages_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Message]:
        ids = list(dict.fromkeys(mention.source_id for mention in mentions))
        pages = [ids[start : start + _PAGE] for start in range(0, len(ids), _PAGE)]
        return {one.id: one for page in pages for one in await self.store.read(MessageQuery(scope, ids=page))}

    async def _entities_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Entity]:
        ids = {mention.entity_id for mention in mentions}
        return {entity.id: entity for entity in await self.store.read(EntityQuery(scope, ids=ids))} if ids else {}


def _extent(said: Collection[Message], known: Collection[EntityKnowledge], facts: Collection[Fact]) -> Extent:
    mentions = sum(one.count for one in known)
    return Extent(messages=len(said), mentions=mentions, entities=len(known), facts=len(facts))


def _spoken(theme: Theme, messages: Mapping[str, Message]) -> str:
    """The language that a theme is spoken of in most."""
    counts = Counter(messages[id_].language for id_ in theme.source_ids if id_ in messages)
    return max(counts, key=lambda name: (counts[name], name), default="en")
