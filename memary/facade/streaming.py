"""The memory stream: which entity came up when, what that shows over time, and taking entries out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from memary.errors import InputError
from memary.facade.knowing import Knowing, check_limit
from memary.facade.opened import asked, just_after
from memary.ingestion.prune import Entries, prune_entries, remove_entries
from memary.looping import blocking, on_loop
from memary.memory.entities import EntityKnowledge
from memary.memory.identity import SELF_KEY
from memary.memory.next_questions import next_questions
from memary.memory.rewind import Extent, Rewound, difference, newcomers
from memary.memory.shifts import THRESHOLD, TopicShift, topic_shifts
from memary.memory.stream import Seen, Step, StreamPeriod, gather, timeline, without_regulars, zone_or_utc
from memary.memory.themes import Theme, find_themes
from memary.types import Entity, Fact, Mention, Message, Operation, Scope, When, utc_now

_PAGE = 500
"""How many messages one read names."""


class Streaming(Knowing):
    """The part of `Memary` that keeps and reads the memory stream."""

    @on_loop
    async def astream(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        entity: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[tuple[Mention, Entity]]:
        """The memory stream: which entity came up when, the oldest first.

        It is a log: what came up in messages that have expired is in it, too.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            entity: only the entities of this name, alias or id.
            since: from this time on.
            until: before this time.
            known_at: only what memory had learnt by then.
            offset: pass over so many of the newest.
            limit: keep so many of the newest that are left.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or the offset or the limit is below 0.
        """
        check_limit(limit)
        if offset < 0:
            raise InputError(f"offset is {offset}: give 0 or more.")
        _check_times(since=since, until=until, known_at=known_at)
        scope = self._scope(user_id, agent_id, session_id)
        ids = await self._ids(scope, entity)
        most = None if limit is None else offset + limit
        mentions = await self.store.mentions(
            scope, entity_ids=ids, since=since, until=until, known_at=known_at, newest_first=True, limit=most
        )
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
        session_id: str | None = None,
        entity: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[StreamPeriod]:
        """Mentions per day, week or month of the user's zone, the oldest first; those without any are there with 0.

        Peaks of engagement are marked; how they are found is said in `docs/stream.md`.

        Args:
            user_id: whose memory.
            by: "day", "week" (from Monday) or "month".
            session_id: only what came up in this session.
            entity: only the entities of this name, alias or id.
            since: from this time on; default: the oldest entry.
            until: before this time; default: up to the newest entry.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or there would be too many periods.
        """
        _check_times(since=since, until=until)
        if by not in ("day", "week", "month"):
            raise InputError(f"by is {by!r}: choose day, week or month.")
        scope = self._scope(user_id, session_id=session_id)
        ids = await self._ids(scope, entity)
        mentions = await self.store.mentions(scope, entity_ids=ids, since=since, until=until)
        zone = zone_or_utc((await self.azones_of(user_id=user_id)).main)
        seen = gather(mentions, await self._entities_of(scope, mentions), {}, zone=zone)
        return timeline(seen, by=by, zone=zone, since=since, until=until)

    timeline = blocking(atimeline)

    @on_loop
    async def atopic_shifts(
        self,
        *,
        user_id: str,
        since: datetime | None = None,
        until: datetime | None = None,
        threshold: float = THRESHOLD,
    ) -> list[TopicShift]:
        """Points where the talk changes its subject, from one session to the next, the oldest first.

        Args:
            user_id: whose memory.
            since: from this time on.
            until: before this time.
            threshold: how far apart two sessions are at least, from 0 to 1; see `docs/stream.md`.

        Raises:
            InputError: a time lacks its zone, or the threshold is not from 0 to 1.
        """
        if not 0 <= threshold <= 1:
            raise InputError(f"threshold is {threshold}: give a number from 0 to 1.")
        _check_times(since=since, until=until)
        seen, _ = await self._topics(self._scope(user_id), since=since, until=until)
        return topic_shifts(seen, threshold=threshold)

    topic_shifts = blocking(atopic_shifts)

    @on_loop
    async def athemes(
        self,
        *,
        user_id: str,
        since: datetime | None = None,
        as_of: datetime | None = None,
        language: str | None = None,
        limit: int | None = None,
    ) -> list[Theme]:
        """Recurring themes: groups of entities that come up together, with what stands behind them.

        Each comes with questions that the user is likely to ask next. No LLM is called.

        Args:
            user_id: whose memory.
            since: only what came up from this time on.
            as_of: the themes as they were at that time.
            language: of the questions, "en" or "zh"; default: the one that the theme is spoken of in.
            limit: keep those with the highest score.

        Raises:
            InputError: a time lacks its zone, or the limit is below 0.
        """
        check_limit(limit)
        _check_times(since=since, as_of=as_of)
        return await self._themes(self._scope(user_id), since=since, as_of=as_of, language=language, limit=limit)

    themes = blocking(athemes)

    @on_loop
    async def arewind(
        self, as_of: datetime, *, user_id: str, known_at: datetime | None = None, limit: int | None = 20
    ) -> Rewound:
        """The state of stream, knowledge store and graph at a time, and what has changed since. Nothing is written.

        Args:
            as_of: the time.
            user_id: whose memory.
            known_at: leave out of the earlier state what memory learnt later than this.
            limit: most entities and themes.

        Raises:
            InputError: a time lacks its zone, or the limit is below 0.
        """
        check_limit(limit)
        then, now = asked(as_of, known_at), utc_now()
        scope = self._scope(user_id)
        said = await self.store.messages(scope, until=just_after(as_of), known_at=then.known_at)
        known = await self._counts(scope, as_of=as_of, known_at=known_at)
        before = self._ranked(known, now=as_of)
        after = self._ranked(await self._counts(scope), now=now)
        true_then = await self.store.facts(scope, when=then, alive_at=now)
        true_now = await self.store.facts(scope, when=When.now(now), alive_at=now)
        begun, ended = difference(true_then, true_now)
        so_far = (await self.store.stats(scope.user_id)).messages
        return Rewound(
            as_of=as_of,
            then=_extent(len(said), before, true_then),
            now=_extent(so_far, after, true_now),
            entities=tuple(before[:limit]),
            themes=tuple(await self._themes(scope, as_of=as_of, known_at=known_at, limit=limit)),
            facts=tuple(true_then),
            begun=tuple(begun),
            ended=tuple(ended),
            came_up=tuple(newcomers(before, after)),
        )

    rewind = blocking(arewind)

    @on_loop
    async def aremove_from_stream(
        self,
        *,
        user_id: str,
        entity: str | None = None,
        source_id: str | None = None,
        session_id: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        index: int | None = None,
        actor: str = "user",
    ) -> Operation:
        """Take entries out of the memory stream: those for which all that is given holds. `undo` puts them back.

        The messages stay, and so do entities and facts. Reading a message anew brings its entries back.

        Args:
            user_id: whose memory.
            entity: entries of the entities of this name, alias or id.
            source_id: entries of this message.
            session_id: entries of this session.
            since: entries from this time on.
            until: entries before this time.
            index: of these entries the one at this place, 0 for the oldest, -1 for the newest.
            actor: who says so, for the ledger.

        Raises:
            NotFoundError: there is no such entity or entry.
            InputError: nothing is given, or a time lacks its zone.
        """
        if entity is source_id is session_id is since is until is index is None:
            raise InputError("Say which entries go: of an entity, a message, a session or a time, or at what place.")
        _check_times(since=since, until=until)
        scope = self._scope(user_id, session_id=session_id)
        sources = None if source_id is None else [source_id]
        which = Entries(await self._ids(scope, entity), sources, since, until, index)
        return await remove_entries(self.store, scope, which, actor=actor)

    remove_from_stream = blocking(aremove_from_stream)

    @on_loop
    async def aprune_stream(
        self,
        *,
        user_id: str,
        older_than: timedelta | float | None = None,
        before: datetime | None = None,
        actor: str = "user",
    ) -> int:
        """Take the old entries out of the memory stream for good, and return how many.

        Messages, entities and facts stay. An entity that has no entry left has no rank.

        Args:
            user_id: whose memory.
            older_than: an age, as a timedelta or in days.
            before: instead, a time.
            actor: who says so, for the ledger.

        Raises:
            InputError: not exactly one of both is given, it makes no sense, or the time lacks its zone.
        """
        if (older_than is None) == (before is None):
            raise InputError("Give an age or a time: older_than or before.")
        _check_times(before=before)
        cut = before if older_than is None else _time_before(older_than)
        return await prune_entries(self.store, self._scope(user_id), Entries(until=cut), actor=actor)

    prune_stream = blocking(aprune_stream)

    @on_loop
    async def aclear_stream(self, *, user_id: str, session_id: str | None = None, actor: str = "user") -> int:
        """Empty the memory stream of a user, or of one session, for good; return how many entries went.

        Messages, entities and facts stay; `forget` takes those away.
        """
        scope = self._scope(user_id, session_id=session_id)
        return await prune_entries(self.store, scope, Entries(), actor=actor)

    clear_stream = blocking(aclear_stream)

    async def _themes(
        self,
        scope: Scope,
        *,
        since: datetime | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        language: str | None = None,
        limit: int | None = None,
    ) -> list[Theme]:
        seen, messages = await self._topics(scope, since=since, until=just_after(as_of), known_at=known_at)
        when = asked(as_of, known_at)
        facts = await self.store.facts(scope, when=when, alive_at=utc_now())
        found = find_themes(seen, facts, now=when.true_at, half_life_days=self.settings.half_life_days, limit=limit)
        users = {entity.id for entity in await self.store.entities(scope, keys=[SELF_KEY])}
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

    async def _topics(
        self,
        scope: Scope,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[list[Seen], dict[str, Message]]:
        """Return the stream without those who talk, and without what has expired, and the messages behind it."""
        mentions = await self.store.mentions(scope, since=since, until=until, known_at=known_at)
        messages = await self._messages_of(scope, mentions)
        now = utc_now()
        alive = [one for one in mentions if one.source_id not in messages or messages[one.source_id].expires_at > now]
        zone = zone_or_utc((await self.azones_of(user_id=scope.user_id)).main)
        seen = gather(alive, await self._entities_of(scope, alive), messages, zone=zone)
        return without_regulars(seen, messages.values()), messages

    async def _messages_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Message]:
        ids = list(dict.fromkeys(mention.source_id for mention in mentions))
        pages = [ids[start : start + _PAGE] for start in range(0, len(ids), _PAGE)]
        return {one.id: one for page in pages for one in await self.store.messages(scope, ids=page)}

    async def _entities_of(self, scope: Scope, mentions: Collection[Mention]) -> dict[str, Entity]:
        ids = {mention.entity_id for mention in mentions}
        return {entity.id: entity for entity in await self.store.entities(scope, ids=ids)} if ids else {}

    async def _ids(self, scope: Scope, entity: str | None) -> list[str] | None:
        if entity is None:
            return None
        user = Scope(user_id=scope.user_id)
        found = await self.store.entities(user, ids=[entity]) or await self._named(user, entity)
        return [each.id for each in found]


def _check_times(**times: datetime | None) -> None:
    for name, time in times.items():
        asked(time, None, called=name)


def _time_before(age: timedelta | float) -> datetime:
    """Return the time that was so long ago; a number is one of days."""
    fault = f"older_than is {age}: give 0 or more days, at most those since the year 1."
    try:
        span = age if isinstance(age, timedelta) else timedelta(days=age)
        time = utc_now() - span
    except (ValueError, OverflowError) as error:
        raise InputError(fault) from error
    if span < timedelta():
        raise InputError(fault)
    return time


def _extent(messages: int, known: Collection[EntityKnowledge], facts: Collection[Fact]) -> Extent:
    mentions = sum(one.count for one in known)
    return Extent(messages=messages, mentions=mentions, entities=len(known), facts=len(facts))


def _spoken(theme: Theme, messages: Mapping[str, Message]) -> str:
    """The language that a theme is spoken of in most."""
    counts = Counter(messages[id_].language for id_ in theme.source_ids if id_ in messages)
    return max(counts, key=lambda name: (counts[name], name), default="en")
