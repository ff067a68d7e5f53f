"""Offer `memary.entities`: who and what memory knows, and how it is linked."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Sequence
from dataclasses import replace

from memary.api.about import with_what_names
from memary.api.group import Group
from memary.api.groups.insights import Insights
from memary.api.groups.stream import Stream
from memary.api.ranking import ranked
from memary.api.recall.graph_check import GraphCheck, check_graph, explained
from memary.api.refusals import check_limit
from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.event_loop import on_loop, sync_twin
from memary.facts.doubt import marked, time_of
from memary.facts.evidence_map import MemoryMap, memory_map
from memary.forgetting.forget import ForgetPart
from memary.forgetting.plan import Manifest
from memary.ingestion.categories import categorize, rename_category
from memary.queries import (
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    SubgraphQuery,
    TraversalLimits,
    View,
)
from memary.resolution.merge import MergeRequest, merge
from memary.resolution.names.distinctions import tell_apart
from memary.resolution.names.duplicates import Duplicate, read_duplicates
from memary.retrieval.question.near_names import NearName, near_names
from memary.stream.categories import CategoryCount, count_categories, is_in, same_category
from memary.stream.entries import Step, StreamPeriod
from memary.stream.ranking import EntityKnowledge
from memary.times import GivenTime
from memary.types import VALUE, Entity, Fact, Mention, Message, Operation, Scope, Subgraph, utc_now
from memary.types.spaces import SpaceRole

_WHOLE = TraversalLimits(per_seed=10_000, frontier=10_000, per_node=10_000, per_hop=10_000)
"""For people who want to see all of it; recall never reads so much."""

_WIDER = 8
"""How many times as many of the best are looked at if too few of them are what is asked for."""

_MAPPED = 200
"""How many facts of an entity, or of a whole memory, a map shows, the newest."""


class Entities(Group):
    """Read the entity knowledge store and the graph; merge, categorize and forget entities."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        category: str | None = None,
        known: bool | None = None,
        new: bool | None = None,
        half_life_days: float | None = None,
        limit: int | None = None,
    ) -> builtins.list[EntityKnowledge]:
        """Return the entity knowledge store: entities with count, recency and score, the highest first.

        Counts are those of the memory stream, so what does not come up in it is not here.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            as_of: as it was at that time.
            known_at: from what memory had learnt by then.
            include_expired: also count mentions in what has expired.
            category: only those of this category, given or of their type.
            known: only those the user knows well, by what they brought up themselves, or only those they do not.
            new: only those that came up first within the days of the setting `new_within_days`, or only others.
            half_life_days: after how many days a score is half; default: as the settings say, which is 30.
            limit: keep the best.

        Raises:
            InputError: a time lacks its zone, the half-life is not above 0, or the limit is below 0.
        """
        check_limit(limit)
        if half_life_days is not None and not half_life_days > 0:
            raise InputError(f"half_life_days is {half_life_days}: give a number above 0.")
        view = View.of(as_of, known_at, include_expired=include_expired)
        counted = CountQuery(await self._core.scope(user_id, agent_id, session_id), view=view)
        asked = limit
        while True:
            found = await ranked(self._core, counted, half_life_days=half_life_days, limit=asked)
            chosen = [
                one
                for one in found
                if (category is None or is_in(one.entity, category))
                and (known is None or one.is_known is known)
                and (new is None or one.is_new is new)
            ]
            if asked is None or len(found) < asked or limit is None or len(chosen) >= limit:
                return chosen[:limit]
            asked *= _WIDER

    list = sync_twin(alist)

    @on_loop
    async def anear(self, text: str, *, user_id: str) -> builtins.list[NearName]:
        """Return the names in a text of whom nothing is known, with what is known and spelt nearly so.

        One letter is too many, missing, swapped or wrong; of a Chinese name one character sounds alike. It is for
        asking what was meant; a context window asks it, too.

        Args:
            text: a question.
            user_id: whose memory.
        """
        scope = await self._core.scope(user_id)
        return await near_names(self._core.store, scope, text, view=View.now(utc_now()))

    near = sync_twin(anear)

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> Entity:
        """Return an entity by its id, also one of which nothing is known any more.

        Raises:
            NotFoundError: there is no such entity in this user's memory.
        """
        return await self._core.record(Entity, await self._core.scope(user_id), id)

    get = sync_twin(aget)

    @on_loop
    async def adelete(self, id: str, *, user_id: str, with_sources: bool = True, dry_run: bool = False) -> Manifest:
        """Forget an entity for good, with its facts and the words that tell of it; see `Memary.forget`.

        Args:
            id: of the entity.
            user_id: whose memory.
            with_sources: False keeps the messages.
            dry_run: change nothing, and return what would go.

        Raises:
            NotFoundError: there is no such entity in this user's memory.
        """
        scope = await self._core.scope_to_forget(user_id)
        await self._core.record(Entity, scope, id)
        return await self._core.forget_part(
            scope, ForgetPart(entity_ids=frozenset({id}), with_sources=with_sources), dry_run=dry_run
        )

    delete = sync_twin(adelete)

    @on_loop
    async def agraph(
        self,
        name: str,
        *,
        user_id: str,
        depth: int | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        explain: bool = False,
        whole: bool = False,
    ) -> Subgraph:
        """Return the subgraph around an entity, by its name or alias.

        The nodes, and facts, also those about a value.

        So are facts about a value that names the entity, and those of the entity that are to begin later.

        Of an entity with very many facts the newest are returned, with `whole` all. Those that are in doubt say so in
        `fact.in_doubt`.

        With `as_of` of facts true at that time, with `known_at` of those that memory then took to be true, with
        `include_expired` also of those that have expired. With `explain`, `statements` holds what the store was
        asked: the SQL or Cypher with its parameters.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or the depth is below 1.
        """
        view = View.of(as_of, known_at, include_expired=include_expired)
        if depth is not None and depth < 1:
            raise InputError(f"depth is {shown(depth)}: give 1 or more.")
        scope = await self._core.scope(user_id)
        seeds = [entity.id for entity in await self._core.entities_named(scope, name)]
        query = SubgraphQuery(
            scope,
            seeds,
            depth=depth or self._core.settings.graph_depth,
            view=view,
            breadth=_WHOLE if whole else TraversalLimits(),
        )
        found = await (explained(self._core, query) if explain else self._core.store.read(query))
        found = await with_what_names(self._core, scope, found, view)
        facts = await marked(self._core.store, scope, found.facts, time_of(view, utc_now()))
        return replace(found.of_nodes(), facts=tuple(facts))

    graph = sync_twin(agraph)

    @on_loop
    async def acheck(self, question: str, *, user_id: str, agent_id: str | None = None) -> GraphCheck:
        """Return whether the graph knows something of a question, with the SQL or Cypher that ran.

        It knows something if it has facts around an entity that the question names, beside the user, or facts of the
        user in the question's words. The result is true if it does.

        Raises:
            InputError: the question is empty.
        """
        return await check_graph(self._core, question, await self._core.scope(user_id, agent_id), View.now(utc_now()))

    check = sync_twin(acheck)

    @on_loop
    async def atimeline(
        self,
        entity: str,
        *,
        user_id: str,
        by: Step = "week",
        since: GivenTime | None = None,
        until: GivenTime | None = None,
    ) -> builtins.list[StreamPeriod]:
        """Return how often an entity came up per day, week or month; see `memary.stream.timeline`.

        Args:
            entity: its name, alias or id.
            user_id: whose memory.
            by: "day", "week" (from Monday) or "month".
            since: from this time on; default: the oldest mention.
            until: before this time; default: up to the newest mention.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or there would be too many periods.
        """
        return await Stream(self._core).atimeline(user_id=user_id, entity=entity, by=by, since=since, until=until)

    timeline = sync_twin(atimeline)

    @on_loop
    async def arelated(self, id: str, *, user_id: str, depth: int = 2) -> MemoryMap:
        """Return what a message, fact, insight or entity is linked with, as a graph of nodes and edges.

        From an insight it leads to its facts and on to their messages; from a message to what was read out of it and
        concluded from that.

        Args:
            id: of the record.
            user_id: whose memory.
            depth: how many steps along "rests on" and "supersedes" it goes, 1 to 4.

        Raises:
            NotFoundError: there is no such record in this user's memory.
            InputError: the depth is less than 1 or more than 4.
        """
        if not 1 <= depth <= 4:
            raise InputError(f"depth is {depth}: give 1 to 4.")
        scope = await self._core.scope(user_id)
        facts: dict[str, Fact] = {one.id: one for one in await self._core.store.read(FactQuery(scope, ids=[id]))}
        messages: dict[str, Message] = {
            one.id: one for one in await self._core.store.read(MessageQuery(scope, ids=[id]))
        }
        start = await self._core.store.read(EntityQuery(scope, ids=[id]))
        if not (facts or messages or start):
            raise NotFoundError(f"There is no record {shown(id)} in the memory of user {shown(user_id)}.")
        if start:
            about = await self._core.store.read(FactQuery(scope, entity_ids=[id], newest_first=True, limit=_MAPPED))
            facts |= {one.id: one for one in about}
        edge = {id, *facts} - {one.id for one in start}
        for _ in range(depth):
            edge = await self._reach(scope, edge, facts, messages)
        return await self._mapped(scope, id, facts, messages, start)

    related = sync_twin(arelated)

    @on_loop
    async def amap(self, *, user_id: str, limit: int = _MAPPED) -> MemoryMap:
        """Return the memory map: newest current facts, all insights, their entities, the messages behind them."""
        check_limit(limit)
        scope, now = await self._core.scope(user_id), utc_now()
        found = await self._core.store.read(FactQuery(scope, newest_first=True, limit=limit, view=View.now(now)))
        facts = {one.id: one for one in (*found, *await Insights(self._core).alist(user_id=user_id))}
        messages: dict[str, Message] = {}
        await self._reach(scope, {id_ for one in facts.values() for id_ in one.source_ids}, facts, messages, up=False)
        return await self._mapped(scope, None, facts, messages, [])

    map = sync_twin(amap)

    @on_loop
    async def aduplicates(self, *, user_id: str, limit: int | None = None) -> builtins.list[Duplicate]:
        """Return pairs of entities that may be one, the likeliest first, each with a score and a reason.

        Scores are from 0 to 1. What is surely one was merged when it was said; these are left to people. Same names
        that were told apart are not listed, but first come those of which one turned out to have the name of the
        other: whether "Ada lives in Rome" and, later, "My name is Ada" tell of one, only the user knows: see `merge`
        and `distinguish`. So do the user and a person with the name of one of the few who speak as the user.
        """
        check_limit(limit)
        return await read_duplicates(self._core.store, await self._core.scope(user_id), limit=limit)

    duplicates = sync_twin(aduplicates)

    @on_loop
    async def amerge(
        self, *, user_id: str, entity: str, into: str, actor: str = "caller", reason: str = "they are the same"
    ) -> Operation:
        """Make two entities one: facts, mentions, aliases and categories of the first go to the second.

        Args:
            user_id: whose they are.
            entity: name, alias or id of the one that goes; its names become aliases.
            into: name, alias or id of the one that stays.
            actor: who says so, for the ledger.
            reason: why, for the ledger.

        Returns:
            The operation; `undo` takes it back.

        Raises:
            NotFoundError: there is no such entity.
            InputError: a name means several entities, or both mean one.
        """
        core, scope = self._core, await self._core.scope(user_id, role=SpaceRole.WRITER)
        asked = MergeRequest(entity, into, scope.member or actor, reason)
        return await merge(core.store, core.models.embedder, scope, core.predicates, asked)

    merge = sync_twin(amerge)

    @on_loop
    async def adistinguish(
        self, *, user_id: str, entity: str, other: str, actor: str = "caller", reason: str = "they are two"
    ) -> Operation:
        """Keep two entities apart: `duplicates` lists them no more, and nothing that is said makes them one.

        Args:
            user_id: whose they are.
            entity: name, alias or id of one.
            other: name, alias or id of the other.
            actor: who says so, for the ledger.
            reason: why, for the ledger.

        Returns:
            The operation; `undo` takes it back. `merge` makes them one all the same.

        Raises:
            NotFoundError: there is no such entity.
            InputError: a name means several entities, both mean one, or they are already kept apart.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        asked = MergeRequest(entity, other, scope.member or actor, reason)
        return await tell_apart(self._core.store, scope, asked)

    distinguish = sync_twin(adistinguish)

    @on_loop
    async def acategories(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
    ) -> builtins.list[CategoryCount]:
        """Return the categories of what came up with their entities and mentions counted, the largest first.

        It is the entity knowledge store, added up: what `entities` lists with the same arguments, by category. An
        entity is in the categories that extraction or the user gave it, else in that of its type, else in "other".

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            as_of: what had come up by that time.
            known_at: from what memory had learnt by then.
            include_expired: also count mentions in what has expired.

        Raises:
            InputError: a time lacks its zone.
        """
        view = View.of(as_of, known_at, include_expired=include_expired)
        counts = await self._core.store.read(
            CountQuery(await self._core.scope(user_id, agent_id, session_id), view=view)
        )
        return count_categories([row.entity for row in counts], {row.entity.id: row.count for row in counts})

    categories = sync_twin(acategories)

    @on_loop
    async def acategorize(
        self,
        entity: str,
        *,
        user_id: str,
        categories: Collection[str] | None = None,
        add: Collection[str] = (),
        remove: Collection[str] = (),
        actor: str = "user",
    ) -> Operation:
        """Say which categories an entity is in; `undo` takes it back.

        Args:
            entity: its name, alias or id.
            user_id: whose it is.
            categories: these and no others; none leaves the entity to the category of its type.
            add: these, too.
            remove: these no more.
            actor: who says so, for the ledger.

        Raises:
            NotFoundError: there is no such entity.
            InputError: a name means several entities, nothing is said, nothing changes, or a category cannot be used.
        """
        if categories is None and not add and not remove:
            raise InputError("No change is given: give categories, add or remove.")

        def change(held: Sequence[str]) -> builtins.list[str]:
            kept = held if categories is None else categories
            return [one for one in (*kept, *add) if not any(same_category(one, gone) for gone in remove)]

        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        return await categorize(
            self._core.store, self._core.models.embedder, scope, entity, change, actor=scope.member or actor
        )

    categorize = sync_twin(acategorize)

    @on_loop
    async def arename_category(self, old: str, new: str, *, user_id: str, actor: str = "user") -> Operation:
        """Call a category otherwise, wherever it was given; `undo` takes it back.

        Raises:
            NotFoundError: no entity was given that category.
            InputError: the new name is empty, the old one, or cannot be used.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        return await rename_category(
            self._core.store, self._core.models.embedder, scope, old, new, actor=scope.member or actor
        )

    rename_category = sync_twin(arename_category)

    async def _reach(
        self, scope: Scope, edge: set[str], facts: dict[str, Fact], messages: dict[str, Message], *, up: bool = True
    ) -> set[str]:
        """Take up what these records rest on, replaced, and, going up, what rests on them; return what is new."""
        held = [facts[id_] for id_ in edge if id_ in facts]
        below = {id_ for one in held for id_ in (*one.source_ids, *one.supersedes, *one.conflicts_with)}
        wanted = (edge | below) - facts.keys() - messages.keys()
        found = await self._core.store.read(FactQuery(scope, ids=wanted)) if wanted else []
        if up and edge:
            found += await self._core.store.read(FactQuery(scope, source_ids=edge, limit=_MAPPED))
        new = {one.id: one for one in found if one.id not in facts}
        said = (
            await self._core.store.read(MessageQuery(scope, ids=wanted - new.keys())) if wanted - new.keys() else []
        )
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
            await self._core.store.read(MentionQuery(scope, source_ids=set(messages))) if messages else []
        )
        ids = {end for one in facts.values() for end in (one.subject_id, one.object_id)}
        ids |= {mention.entity_id for mention in mentions}
        entities = await self._core.store.read(EntityQuery(scope, ids=ids)) if ids else []
        named = {one.id: one for one in (*start, *(one for one in entities if one.type != VALUE))}
        return memory_map(
            about=about,
            messages=messages.values(),
            facts=facts.values(),
            entities=named.values(),
            mentions=mentions,
        )
