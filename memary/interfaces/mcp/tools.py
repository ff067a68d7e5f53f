"""Define the tools.

Their docstrings and the descriptions of their parameters are what an agent reads to choose among them. A method takes
first whose memory it is about; `toolbox` decides who that is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import Annotated, Any, Literal

from pydantic import Field

from memary.api.recall.briefing import Briefing, briefing
from memary.api.short_ids import short, whole_id
from memary.checks.faults import shown
from memary.client import Memary
from memary.errors import InputError, NotFoundError
from memary.facts.intervals import open_conflicts
from memary.ingestion.flush_report import forgotten, unmet
from memary.interfaces.mcp.pages import Page, page_of
from memary.interfaces.mcp.results import (
    Added,
    ContextGiven,
    Deleted,
    FactShown,
    Found,
    FoundEntity,
    FoundFacts,
    Listed,
    from_entity,
    from_fact,
    from_hit,
    from_record,
)
from memary.retrieval.hits import Hit
from memary.retrieval.question.query import KINDS
from memary.times import parse_time
from memary.types import Fact
from memary.types.spaces import is_space

_MOST_TOKENS = 10_000
"""Most tokens of the texts that a search returns, so that it does not fill a model's window."""

_NEAR_NAMES = 3
_NEIGHBOURS = 30
_RESERVED = "memary."

Text = Annotated[str, Field(min_length=1, max_length=100_000)]
Question = Annotated[str, Field(min_length=1, max_length=4_000)]
Name = Annotated[str, Field(min_length=1, max_length=256)]
Moment = Annotated[str, Field(max_length=40)]
Id = Annotated[str, Field(min_length=1, max_length=128)]

_TIME = "ISO 8601 with a zone, like 2026-05-01T09:00:00Z"


class MemoryTools:
    """The tools over an open memory."""

    def __init__(self, memory: Memary) -> None:
        self._memory = memory

    async def in_space(self, user: str, space: str) -> str:
        """Return what stands for a user's id in a space that the user belongs to.

        Raises:
            NotFoundError: the user belongs to no such space.
            InputError: the user belongs to several of that name.
        """
        try:
            return (await self._memory.spaces.aget(space, user_id=user)).user_id
        except NotFoundError as error:
            joined = [one.space for one in await self._memory.spaces.alist(user_id=user) if one.joined]
            raise NotFoundError(f"{error} There {_listed(joined)}.") from error

    async def add_memory(
        self,
        user: str,
        content: Annotated[
            Text,
            Field(description="A sentence that stands alone, with names and dates, in their words."),
        ],
        role: Annotated[
            Literal["user", "assistant"],
            Field(description="Whose word: theirs, or your own conclusion, trusted less."),
        ] = "user",
        session_id: Annotated[Name | None, Field(description="The conversation.")] = None,
        created_at: Annotated[
            Moment | None, Field(description="When it was said, like 2026-05-01T09:00:00Z.")
        ] = None,
        metadata: Annotated[dict[str, Any] | None, Field(description="Your own keys, for `filters`.")] = None,
        wait: Annotated[bool, Field(description="Read it now; returns what was learnt and ended.")] = False,
    ) -> Added:
        """Keep something for good: what the person says of themselves, their people, plans, tastes and decisions. To
        correct something, add what is true now: the old fact is ended, not lost. Not for small talk, secrets, or what
        came out of this memory.
        """  # noqa: D205  one paragraph, as the agent reads it
        if own := [key for key in metadata or () if key.startswith(_RESERVED)]:
            raise InputError(
                f"The metadata key {shown(own[0])} is reserved for memary: choose one with another beginning."
            )
        message: dict[str, Any] = {"content": content, "role": role, "metadata": metadata or {}}
        if created_at is not None:
            message["created_at"] = created_at
        receipt = await self._memory.aadd(message, user_id=user, session_id=session_id, wait=wait)
        return Added(
            ids=tuple(map(short, receipt.ids)),
            pending=receipt.pending,
            learnt=tuple(map(str, receipt.learnt)),
            confirmed=tuple(map(str, receipt.confirmed)),
            ended=tuple(map(str, receipt.ended)),
            disputed=tuple(map(str, receipt.disputed)),
            note=" ".join(filter(None, (*receipt.errors, forgotten(receipt), *unmet(receipt)))) or None,
        )

    async def search_memory(
        self,
        user: str,
        query: Annotated[Question, Field(description="A whole question with names: what did Mia plan?")],
        top_k: Annotated[int, Field(ge=1, le=50, description="Most results.")] = 10,
        kinds: Annotated[
            list[Literal["message", "fact", "entity"]] | None,
            Field(min_length=1, description="Only these; default: messages and facts."),
        ] = None,
        session_id: Annotated[Name | None, Field(description="Only this conversation.")] = None,
        as_of: Annotated[Moment | None, Field(description="As things were then.")] = None,
        filters: Annotated[
            dict[str, Any] | None,
            Field(description='Like {"speaker": "Mia", "created_at": {"gte": time}}.'),
        ] = None,
        only_then: Annotated[bool, Field(description="Only from the time that the question names.")] = False,
        min_score: Annotated[float, Field(ge=0, le=1, description="Drop less likely answers: 0.4.")] = 0.0,
    ) -> Found:
        """Search what was said and the facts drawn from it, best first. Use it before you answer what may depend on
        the person or earlier talks. `weak` results have little to do with the question: use other words, or ask.
        """  # noqa: D205
        hits = await self._memory.asearch(
            query,
            user_id=user,
            session_id=session_id,
            top_k=top_k,
            token_budget=_MOST_TOKENS,
            kinds=kinds or KINDS,
            as_of=_moment(as_of),
            filters=filters,
            only_then=only_then,
            min_score=min_score or None,
        )
        note = None if hits else "Memory holds nothing on this: ask the person, or search with other words."
        if hits and all(hit.weak for hit in hits):
            note = "Nothing found has much to do with this: ask the person, or search with other words."
        near = await self._memory.entities.anear(query, user_id=user)
        note = " ".join([*filter(None, [note]), *map(str, near)]) or None
        zone = await self._zone(user)
        return Found(results=tuple(from_hit(hit, zone) for hit in hits), note=note)

    async def search_facts(
        self,
        user: str,
        query: Annotated[Question, Field(description="A whole question: where does Mia work?")],
        top_k: Annotated[int, Field(ge=1, le=50, description="How many facts.")] = 10,
        as_of: Annotated[
            Moment | None, Field(description=f"Facts that were true then, instead of now; {_TIME}.")
        ] = None,
    ) -> FoundFacts:
        """Search the facts alone: who or what stands how to whom, since when, until when, on whose word, and which
        messages say so. Facts that have ended are left out unless as_of asks for their time. For all about one person
        or thing, use get_entity.
        """  # noqa: D205
        hits = await self._memory.asearch(
            query,
            user_id=user,
            kinds={"fact"},
            top_k=top_k,
            as_of=_moment(as_of),
        )
        zone = await self._zone(user)
        shown = await asyncio.gather(*(self._shown(hit, user, zone) for hit in hits))
        note = None if hits else "No fact answers this. search_memory also looks through what was said."
        return FoundFacts(facts=tuple(filter(None, shown)), note=note)

    async def get_entity(
        self,
        user: str,
        name: Annotated[Name, Field(description='Like "Mia"; "User" is the person.')],
        include_past: Annotated[bool, Field(description="Also facts that have ended.")] = False,
        limit: Annotated[int, Field(ge=1, le=100, description="Most facts, the newest.")] = 30,
    ) -> FoundEntity:
        """All about one person, place, thing or topic: its facts with dates and sources, and the names beside it;
        of an unknown name, the nearest known ones.
        """  # noqa: D205
        try:
            around = await self._memory.entities.agraph(name, user_id=user, depth=1)
            facts = await self._memory.facts.alist(user_id=user, about=name, include_past=include_past, limit=limit)
        except NotFoundError as error:
            raise NotFoundError(f"{error}{await self._near(name, user)}") from error
        zone = await self._zone(user)
        contested = {fact.id for pair in open_conflicts(around.facts) for fact in pair}
        named = [around.entities[id_] for id_ in around.seeds if id_ in around.entities]
        beside = [entity.name for id_, entity in around.entities.items() if id_ not in around.seeds]
        return FoundEntity(
            entities=tuple(map(from_entity, named)),
            facts=tuple(from_fact(one, zone, contested=one.id in contested) for one in facts),
            neighbours=tuple(dict.fromkeys(beside))[:_NEIGHBOURS],
        )

    async def list_memories(
        self,
        user: str,
        kind: Annotated[
            Literal["message", "fact"], Field(description="What was said, or facts true now or to come.")
        ] = "message",
        session_id: Annotated[Name | None, Field(description="Only this conversation.")] = None,
        limit: Annotated[int, Field(ge=1, le=100, description="Most of a page.")] = 20,
        cursor: Annotated[str | None, Field(max_length=1_000, description="next_cursor of the page before.")] = None,
    ) -> Listed:
        """Go through what is remembered, the newest first: for "what do you know about me?", and ids to delete."""
        page = Page(kind=kind, session_id=session_id, limit=limit, cursor=cursor)
        records, next_cursor = await page_of(self._memory, user, page)
        zone = await self._zone(user)
        said = [record.id for record in records if not isinstance(record, Fact)]
        over = await self._memory.messages.aover(said, user_id=user)
        shown = tuple(from_record(record, zone, over.get(record.id, ())) for record in records)
        return Listed(memories=shown, next_cursor=next_cursor, note=None if shown else _nothing(page))

    async def delete_memory(
        self,
        user: str,
        id: Annotated[Id, Field(description="As the other tools show it.")],
        keep_messages: Annotated[
            bool,
            Field(description="Leave those messages; they can still be found."),
        ] = False,
    ) -> Deleted:
        """Forget one message, fact or entity for good, only when the person wants that; correct what changed with
        add_memory. The words of messages that tell of a fact or entity go with it; what is about others stays.
        """  # noqa: D205
        whole = await self._whole_id(id, user)
        return Deleted.of(await self._memory.admin.adelete(whole, user_id=user, with_sources=not keep_messages))

    async def memory_context(
        self,
        user: str,
        query: Annotated[Question, Field(description="What you are about to answer or do.")],
        max_tokens: Annotated[int, Field(ge=500, le=32_000, description="Most tokens.")] = 1_500,
    ) -> ContextGiven:
        """What is known for a question, as one text: facts with dates, then what was said. Instead of several
        searches; best when a task begins.
        """  # noqa: D205
        core = self._memory.core

        async def asked() -> Briefing:
            return await briefing(core, query, await core.scope(user), tokens=max_tokens)

        told = await self._memory.loop.call(asked)
        return ContextGiven(text=told.text or "Memory holds nothing on this.")

    async def clear_memory(
        self,
        user: str,
        confirm: Annotated[bool, Field(description="true only if the person asked for exactly this.")],
    ) -> Deleted:
        """Forget everything there is of the person, for good. It cannot be undone. Only when they ask in plain words
        to forget everything; for anything less, delete_memory.
        """  # noqa: D205
        if not confirm:
            raise InputError("Nothing was forgotten: confirm is false. Ask the person, then call it with true.")
        return Deleted.of(await self._memory.aforget(user_id=user))

    async def _whole_id(self, given: str, user: str) -> str:
        """Return the id of the record that the tools show by its end.

        Raises:
            InputError: the ids of several records end so.
        """
        memory = self._memory
        with suppress(NotFoundError):
            return (await memory.admin.aget(given, user_id=user)).id
        if not is_space(user) and user not in await memory.admin.ausers():
            return given
        messages = await memory.messages.alist(user_id=user, include_expired=True)
        facts = await memory.facts.alist(user_id=user, include_past=True, include_expired=True)
        entities = await memory.entities.alist(user_id=user)
        return whole_id(given, (*(one.id for one in (*messages, *facts)), *(one.entity.id for one in entities)))

    async def _zone(self, user: str) -> tzinfo | None:
        return (await self._memory.admin.azones_of(user_id=user)).main

    async def _shown(self, hit: Hit, user: str, zone: tzinfo | None) -> FactShown | None:
        beside = hit.space_id is not None and not is_space(user)
        try:
            fact = await self._memory.admin.aget(hit.id, user_id=f"{hit.space_id}:{user}" if beside else user)
        except NotFoundError:  # forgotten since it was found
            return None
        assert isinstance(fact, Fact)
        told = from_fact(fact.model_copy(update={"in_doubt": hit.in_doubt}), zone, contested=hit.conflict)
        return told.model_copy(update={"space": hit.space, "shared_by": hit.said_by})

    async def _near(self, name: str, user: str) -> str:
        core = self._memory.core

        async def spelt_alike() -> list[str]:
            return await core.near_names(await core.scope(user), name)

        if await self._memory.loop.call(spelt_alike):  # then the error names them
            return ""
        hits = await self._memory.asearch(name, user_id=user, kinds={"entity"}, top_k=_NEAR_NAMES)
        named = [f"{hit.text} (in the space {shown(hit.space)})" if hit.space else hit.text for hit in hits]
        return f" The nearest it knows: {'; '.join(named)}." if hits else ""


def _listed(spaces: Sequence[str]) -> str:
    """Say which spaces there are."""
    return f"are {', '.join(map(shown, spaces))}" if spaces else "is none"


def _nothing(page: Page) -> str:
    """Say why a page is empty."""
    if page.cursor:
        return "That was all."
    if page.session_id:
        return f"There are no {page.kind}s of the session {shown(page.session_id)}."
    return f"Memory holds no {page.kind}s yet: add_memory keeps what is said."


def _moment(text: str | None) -> datetime | None:
    return None if text is None else parse_time(text, where="as_of")
